"""The embedded servers, on what earlier runs and odd folders leave to them."""

import os
import stat
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
import redis

from conderis import embedded
from conderis.core.processes import SystemUser
from conderis.embedded.servers import explain
from conderis.embedded.system_user import open_way


class Place:
    """A data folder whose servers are ended after the test."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path / "server.log"
        self.started: list[embedded.Server] = []

    def postgres(self, *, durable: bool = False) -> embedded.Server:
        server = embedded.start_postgres(self.path, log=self.log, durable=durable, say=lambda _: None)
        self.started.append(server)
        return server

    def valkey(self) -> embedded.Server:
        server = embedded.start_valkey(self.path, log=self.log)
        self.started.append(server)
        return server


@pytest.fixture
def place(passable: Path) -> Generator[Place, None, None]:
    path = passable / ("a long folder's name with blanks " * 5).strip()
    path.mkdir()
    assert len(str(path)) > 150
    here = Place(path)
    yield here
    for server in here.started:
        server.child.stop()


def ask(server: embedded.Server, statement: str) -> object:
    with psycopg.connect(server.url) as connection:
        cursor = connection.execute(statement.encode())
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def kill(server: embedded.Server) -> int:
    assert server.child.process
    server.child.process.kill()
    server.child.process.wait()
    return server.child.process.pid


def test_it_speaks_postgresql_18_in_unicode(place: Place) -> None:
    server = place.postgres()
    assert str(ask(server, "SHOW server_version")).startswith("18.")
    assert ask(server, "SELECT current_database() || current_user") == "conderisconderis"
    assert ask(server, "SELECT lower('ÄÉ') || (SELECT datlocale FROM pg_database LIMIT 1)") == "äéC.UTF-8"


def test_it_keeps_what_was_stored(place: Place) -> None:
    first = place.postgres()
    ask(first, "CREATE TABLE kept AS SELECT 7 AS n")
    first.child.stop()
    assert ask(place.postgres(), "SELECT n FROM kept") == 7


def test_it_wants_the_password(place: Place) -> None:
    server = place.postgres()
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(server.url, password="guessed")
    assert stat.S_IMODE((place.path / "postgres_password").stat().st_mode) == 0o600


def test_it_recovers_from_kill_9_and_a_number_that_another_process_got(place: Place) -> None:
    first = place.postgres(durable=True)
    ask(first, "CREATE TABLE kept AS SELECT 7 AS n")
    kill(first)
    stale = place.path / "postgres" / "postmaster.pid"
    lines = stale.read_text().splitlines()
    stale.write_text("\n".join([str(os.getppid()), *lines[1:]]))
    assert ask(place.postgres(), "SELECT n FROM kept") == 7


def test_it_ends_the_server_of_a_killed_run(place: Place) -> None:
    first = place.postgres()
    second = place.postgres()
    assert not first.child.running
    assert ask(second, "SELECT 1") == 1


def test_it_starts_over_what_was_broken_off_while_it_was_made(place: Place) -> None:
    half = place.path / "postgres.new-x1y2z3"
    (half / "base").mkdir(parents=True)
    assert ask(place.postgres(), "SELECT 1") == 1
    assert not half.exists()


def test_it_replaces_a_lost_password(place: Place) -> None:
    first = place.postgres()
    first.child.stop()
    (place.path / "postgres_password").unlink()
    second = place.postgres()
    assert ask(second, "SELECT 1") == 1
    assert second.url.split("@")[0] != first.url.split("@")[0]


def test_its_log_holds_no_content(place: Place) -> None:
    server = place.postgres()
    ask(server, "CREATE TABLE t (id int PRIMARY KEY, body text CHECK (body <> 'canary-1'))")
    for statement in ("INSERT INTO t VALUES (1, 'canary-1')", "SELECT 'canary-2'::int", "SELECT canary_3", "canary 4"):
        with pytest.raises(psycopg.Error):
            ask(server, statement)
    server.child.stop()
    assert "canary" not in place.log.read_text()


def test_a_full_disk_is_said_plainly(place: Place) -> None:
    said = 'FATAL:  could not write to file "base/x": No space left on device'
    text = str(explain("PostgreSQL", said, place.path, place.log))
    assert text == f"The disk that holds {place.path} is full. Free some space there and start again."


def test_another_fault_is_said_in_the_servers_own_words(place: Place) -> None:
    server = place.postgres()
    server.child.stop()
    (place.path / "postgres" / "PG_VERSION").write_text("15\n")
    with pytest.raises(embedded.StartError, match=r"didn't start: database files are incompatible .* Its log is "):
        place.postgres()


def test_a_cancelled_start_leaves_nothing_running(place: Place) -> None:
    place.postgres().child.stop()
    with pytest.raises(embedded.StartError, match="Stopped"):
        embedded.start_postgres(place.path, log=place.log, durable=False, cancelled=lambda: True)
    assert not (place.path / "postgres" / "postmaster.pid").exists()


def test_the_way_is_opened_for_passing_and_not_for_reading(tmp_path: Path) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    outer.chmod(0o700)
    inner.chmod(0o751)
    said: list[str] = []
    open_way(inner / "postgres", SystemUser(54321, 54321, "somebody"), said.append)
    assert stat.S_IMODE(outer.stat().st_mode) == 0o701
    assert stat.S_IMODE(inner.stat().st_mode) == 0o751
    assert [line for line in said if str(outer) in line] == said[-1:]


def test_valkey_wants_the_password_and_keeps_nothing(place: Place) -> None:
    server = place.valkey()
    client = redis.Redis.from_url(server.url)
    client.set("canary", "1")
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url("redis://" + server.url.split("@")[1]).ping()
    client.close()
    server.child.stop()
    assert [file.name for file in (place.path / "valkey").iterdir()] == ["valkey.conf"]
    assert stat.S_IMODE((place.path / "valkey" / "valkey.conf").stat().st_mode) == 0o600
