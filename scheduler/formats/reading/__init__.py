"""What reading a file of any format takes: plain bytes of what is handed in, and lines of numbers.

May import `model` and below.  Formats use `number_lines`, `decompression`.
"""
