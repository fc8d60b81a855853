"""The shared memory of a project, for people and AI agents."""

__version__ = "0.1.0"
