"""`make bench`: what each tool costs in projects of 1,000, 10,000 and 100,000 items, on servers of its own."""
