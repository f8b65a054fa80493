"""The addresses the server answers besides pages: exports, uploads, the tray, colors."""
