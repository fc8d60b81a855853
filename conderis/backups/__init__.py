"""Backups with PostgreSQL's own programs: those of the embedded server's wheel, or the machine's own."""
