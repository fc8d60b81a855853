"""What a person says to a proposal, read back for the services that decide."""
