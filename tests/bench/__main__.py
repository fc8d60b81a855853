"""`make bench` (or `python -m tests.bench 1000 10000`): starts servers of its own, fills, measures, prints, stops."""

import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command

from conderis import embedded

SIZES = (1_000, 10_000, 100_000)


@contextmanager
def servers(folder: Path) -> Iterator[None]:
    """A PostgreSQL and a Valkey with the settings of `make up`, their addresses in the environment."""
    with ExitStack() as stack:
        postgres = embedded.start_postgres(folder, log=folder / "postgres.log", say=lambda _: None)
        stack.callback(postgres.child.stop)
        valkey = embedded.start_valkey(folder, log=folder / "valkey.log")
        stack.callback(valkey.child.stop)
        os.environ |= {
            "CONDERIS_DATA": str(folder),
            "DATABASE_URL": postgres.url,
            "REDIS_URL": valkey.url,
            "CONDERIS_SECRET_KEY": secrets.token_hex(32),
            "CONDERIS_RATE_LIMIT": "0",
            "DJANGO_SETTINGS_MODULE": "conderis.settings",
        }
        yield


def main(sizes: tuple[int, ...]) -> None:
    with tempfile.TemporaryDirectory(prefix="conderis-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)  # as root PostgreSQL is another user
        with servers(folder):
            django.setup()
            call_command("migrate", verbosity=0)
            import_module("tests.bench.run").run(folder, sizes)  # it needs Django's models, so not before


if __name__ == "__main__":
    main(tuple(int(size) for size in sys.argv[1:]) or SIZES)
