"""The parts of recall, one file each."""
