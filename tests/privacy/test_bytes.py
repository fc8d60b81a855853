"""After the decision no dump, key or log holds a byte of what was erased; after `scrub` none of the files does.

On a cluster of its own whose files are read as they are. Long texts aren't compressed there (STORAGE EXTERNAL), so that
the search is honest.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import redis

from conderis import embedded
from conderis.embedded.cluster import program

ROOT = Path(__file__).resolve().parents[2]
CANARY = "quetzal7741nightingale"
FILLING = "A long text of many words that is kept beside its row. " * 200

EXTERNAL = """
DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT attrelid::regclass AS relation, attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attstorage = 'x'
            AND attnum > 0 AND NOT attisdropped
    LOOP EXECUTE format('ALTER TABLE %s ALTER %I SET STORAGE EXTERNAL', found.relation, found.attname); END LOOP;
END $$
"""


@dataclass
class Site:
    """A data folder with both servers running."""

    data: Path
    database: str
    broker: str

    def run(self, *command: str) -> str:
        told = {**os.environ, "CONDERIS_DATA": str(self.data), "DATABASE_URL": self.database, "REDIS_URL": self.broker}
        log = self.data / "log" / "run.log"
        with log.open("ab") as errors:
            done = subprocess.run([sys.executable, *command], cwd=ROOT, env=told, stdout=subprocess.PIPE, stderr=errors,
                                  check=False, stdin=subprocess.DEVNULL)  # fmt: skip
        assert done.returncode == 0, log.read_text()[-2000:]
        return done.stdout.decode()

    def scenario(self, *arguments: str) -> None:
        self.run("-m", "tests.privacy.byte_scenario", *arguments)

    def dump(self) -> bytes:
        return subprocess.run([program("pg_dump"), self.database], capture_output=True, check=True).stdout

    def files_with(self, text: str, folder: str) -> list[str]:
        found = (path for path in (self.data / folder).rglob("*") if path.is_file())
        return [str(path.relative_to(self.data)) for path in found if text.encode() in path.read_bytes()]

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@pytest.fixture(scope="module")
def site() -> Generator[Site, None, None]:
    data = Path(tempfile.mkdtemp(prefix="conderis-bytes-"))
    (data / "log").mkdir()
    data.chmod(0o711)
    postgres = embedded.start_postgres(data, log=data / "log" / "postgres.log", durable=False, say=lambda _: None)
    valkey = embedded.start_valkey(data, log=data / "log" / "valkey.log")
    try:
        yield Site(data, postgres.url, valkey.url)
    finally:
        valkey.child.stop()
        postgres.child.stop()
        shutil.rmtree(data, ignore_errors=True)


def test_no_byte_is_left(site: Site) -> None:
    site.run("manage.py", "migrate", "-v", "0")
    site.ask(EXTERNAL)
    site.scenario("store", CANARY, FILLING)
    assert site.dump().count(CANARY.encode()) > 20
    assert site.files_with(CANARY, "postgres/base")
    assert site.files_with(CANARY, "postgres/pg_wal")
    statistics = site.ask("SELECT schemaname, tablename, attname FROM pg_stats WHERE pg_stats::text LIKE '%quetzal%'")
    assert statistics == []

    site.scenario("erase", CANARY)
    assert CANARY.encode() not in site.dump()
    client = redis.Redis.from_url(site.broker)
    for key in client.scan_iter():
        assert CANARY.encode() not in key + (client.dump(key) or b"")
    assert site.files_with(CANARY, "log") == []
    assert site.files_with(CANARY, "postgres")  # the files still do: that is what scrub is for

    done = json.loads(site.run("manage.py", "scrub", "--json").strip().splitlines()[-1])

    assert {"items_item", "items_version", "proposals_proposal", "privacy_sealed"} <= set(done["tables"])
    assert done["bytesFreed"] > 0
    assert site.files_with(CANARY, ".") == []
    assert site.files_with(CANARY[:8], ".") == []
    assert site.files_with("many words", "postgres/base")  # the other item's text: the search does find
    said = (site.data / "log" / "run.log").read_text()
    assert "items_item: locked for " in said
    assert json.loads(site.run("manage.py", "scrub", "--json")) == {"tables": [], "bytesFreed": 0}
    certificates = [row[0] for row in site.ask("SELECT certificate FROM privacy_deletionrequest")]
    assert all(each["provable"] and each["complete"] for each in certificates)  # type: ignore[index]
    hits = {store["store"] for each in certificates for store in each["stores"] if store["hits"]}  # type: ignore[index]
    assert hits == {"items_item", "items_version"}  # what the other item has in common with it
    assert site.ask("SELECT count(*) FROM privacy_proof") == [(0,)]


def test_a_backup_is_restored_into_a_new_database(site: Site, tmp_path: Path) -> None:
    """On another machine: nothing is there yet, no ledger either."""
    site.run("manage.py", "migrate", "-v", "0")
    site.ask("INSERT INTO django_session VALUES ('a session', 'is not kept', now())")
    backup = str(tmp_path / "backup")
    site.run("manage.py", "backup", backup)
    site.ask("CREATE DATABASE another")
    other = Site(site.data, site.database.rpartition("/")[0] + "/another", site.broker)
    restored = json.loads(other.run("manage.py", "restore", backup, "--json").strip().splitlines()[-1])
    assert (restored["ledger"], restored["erasures"]) == (None, 0)
    for table in ("django_migrations", "django_content_type", "items_item", "accounts_user"):
        rows = f"SELECT * FROM {table} ORDER BY id"  # noqa: S608
        assert other.ask(rows) == site.ask(rows)
    assert other.ask("SELECT count(*) FROM django_session") == [(0,)]
