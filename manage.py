#!/usr/bin/env python
"""Conderis's command line: `manage.py up` runs everything, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    """Run a command. What the operator can mend is one plain sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "conderis.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None):  # the server's own answer, not its absence
            raise
        sys.exit("The database doesn't answer. Start `make up`, or check DATABASE_URL.")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
