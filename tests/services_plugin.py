"""A PostgreSQL and a Valkey for the tests, started before pytest-django reads the settings.

The controlling process starts them once in a temporary folder; pytest-xdist's workers inherit the
addresses. A DATABASE_URL or REDIS_URL of the environment is used instead. Nothing here reads the address
of a running `make up`: CONDERIS_DATA points at the temporary folder, and what is set here wins over .env.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType

import pytest

from conderis import embedded


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Runs around pytest-django's hook of this name, which reads the settings."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        _take_own_counters(worker)
    else:
        _start(early_config.add_cleanup)
    return (yield)


@pytest.fixture
def passable() -> Generator[Path, None, None]:
    """A temporary folder for servers. Started by root PostgreSQL is another user, and each new run of pytest
    closes the folder above every ``tmp_path`` to others."""
    folder = Path(tempfile.mkdtemp(prefix="conderis-test-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _take_own_counters(worker: str) -> None:
    """A Valkey database for each worker, as pytest-django gives each one a PostgreSQL database; 0 stays free."""
    address, _, _ = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{address}/{1 + int(worker.removeprefix('gw')) % 15}"


def _start(at_the_end: Callable[[Callable[[], None]], None]) -> None:
    """Start what isn't given, and have it ended also after Ctrl-C, SIGTERM or a fault of the test run itself."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, _interrupt)
    folder = Path(tempfile.mkdtemp(prefix="conderis-tests-"))
    at_the_end(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ["CONDERIS_DATA"] = str(folder)
    try:
        if not os.environ.get("DATABASE_URL"):
            log = folder / "postgres.log"
            postgres = embedded.start_postgres(folder, log=log, durable=False, say=lambda _: None)
            at_the_end(postgres.child.stop)
            os.environ["DATABASE_URL"] = postgres.url
        if not os.environ.get("REDIS_URL"):
            valkey = embedded.start_valkey(folder, log=folder / "valkey.log")
            at_the_end(valkey.child.stop)
            os.environ["REDIS_URL"] = valkey.url
    except (embedded.StartError, OSError) as error:
        raise pytest.UsageError(f"The tests need a PostgreSQL and a Valkey. {error}") from error


def _interrupt(sign: int, _: FrameType | None) -> None:
    """pytest treats this like Ctrl-C."""
    raise KeyboardInterrupt(signal.Signals(sign).name)
