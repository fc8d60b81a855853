"""Mail where there is no mail server: printed for whoever runs the site."""

import sys
from typing import Any

from django.core.mail.backends.console import EmailBackend


class Printed(EmailBackend):
    """Prints each mail on stderr, which `make up` keeps in the web server's or the worker's log, for its owner's eyes.

    Never on stdout: that is the protocol's on stdio, and the commands' JSON.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"stream": sys.stderr, **kwargs})
