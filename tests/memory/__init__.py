"""What is kept between answers, and what of it goes to the disk."""
