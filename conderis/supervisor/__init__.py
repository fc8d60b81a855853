"""What `manage.py up` does: start the servers, the web processes and the worker, and keep and end them."""

from conderis.supervisor.run import run

__all__ = ["run"]
