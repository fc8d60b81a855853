"""What callers read of proposals."""
