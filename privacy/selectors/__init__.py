"""What callers read of deletion requests."""
