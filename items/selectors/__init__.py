"""Reads. Nothing here writes, and nothing in a list loads content."""
