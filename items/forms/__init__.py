"""What people type about items, read back into the fields of a kind: one form for every kind."""
