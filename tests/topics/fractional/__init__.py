"""Jobs that share nodes: their policies against independent twins, what is measured, told and shown of them."""
