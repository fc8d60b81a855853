"""Back up, erase, restore, replay: absent. And whatever else was there at the backup is there again."""

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from conderis.accounts.models import User
from conderis.backups import programs
from conderis.embedded import StartError
from items.models import Item
from privacy.access import deletion_for
from privacy.models import DeletionRequest, Erasure
from privacy.services import reapply_erasures as replaying
from privacy.services.approve_deletion import approve_deletion
from privacy.services.scrub import scrub
from tests.calls import Caller
from tests.commands import manage
from tests.conftest import Actors
from tests.privacy.test_life import rows_with

pytestmark = pytest.mark.django_db(transaction=True)
CANARY = "quetzal-7741-nightingale"
PASSWORD = "a-long-enough-password"


@pytest.fixture
def ada(owner: User) -> User:
    owner.set_password(PASSWORD)
    owner.save()
    return owner


def erase(caller: Caller, actors: Actors, **what: Any) -> None:
    sent = caller.call("item_delete", reason=f"It says {CANARY}.", **what)
    held = deletion_for(actors.owner, sent["ref"].removeprefix("deletion:"))
    approve_deletion(actor=actors.owner, request=held, password=PASSWORD, confirm=held.shown)


def test_what_was_erased_since_is_gone_again(
    as_owner: Caller, as_writer: Caller, actors: Actors, ada: User, tmp_path: Path
) -> None:
    whole = as_owner.memory(f"T {CANARY}", f"S {CANARY}", content=CANARY, tags=["quetzal"])
    part = as_owner.memory("Part", content="one")
    as_owner.change("memory", part, 1, content=f"two {CANARY}")
    as_owner.relate(part, "related", whole, reason=CANARY)
    new = as_writer.call("item_store", kind="memory", fields={"title": CANARY, "summary": "S"}, reason=CANARY)["ref"]
    kept = as_owner.memory("Kept", content="as it was")
    backup = tmp_path / "a backup.dump"
    assert manage("backup", str(backup), "--json").json == {"file": str(backup), "bytes": backup.stat().st_size}
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    as_owner.change("memory", whole, 1, content=f"later {CANARY}")
    for what in ({"number": whole}, {"number": part, "version": 2}, {"ref": new}):
        erase(as_owner, actors, **what)
    as_owner.change("memory", kept, 1, content="lost")
    as_owner.memory("Lost")
    assert rows_with("quetzal") == {}

    ran = manage("restore", str(backup), "--json")

    assert ran.status == 0, ran.err
    assert rows_with("quetzal") == {}
    assert (ran.json["erasures"], ran.json["erased"]) == (3, 3)
    ledger = Path(ran.json["ledger"])
    assert f"3 erasures are kept in {ledger}" in ran.err
    assert CANARY not in ledger.read_text()
    as_owner.refused("gone", "item_get", number=whole)
    as_owner.refused("gone", "item_get", ref=new)
    as_owner.refused("gone", "item_get", number=part, version=2)
    assert as_owner.get(part)["fields"]["content"] == "one"
    assert as_owner.get(kept)["fields"]["content"] == "as it was"
    assert Item.objects.count() == 3
    assert Erasure.objects.filter(scrub=None).count() == 3
    assert scrub().tables
    assert manage("reapply_erasures", str(ledger), "--json").json == {"erasures": 3, "erased": 0}
    assert manage("reapply_erasures", "--json").json == {"erasures": 3, "erased": 0}
    assert not Erasure.objects.filter(scrub=None).exists()
    assert manage("backup", str(backup)).status == 0
    assert manage("restore", str(backup), "--json").json["erased"] == 0  # a restored one is backed up like any other


def test_it_is_locked_before_the_replay(
    as_owner: Caller, actors: Actors, ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken off between restoring and replaying, nobody reads it, and the replay can be made up for."""
    whole, part = as_owner.memory(content=CANARY), as_owner.memory(content=CANARY)
    as_owner.change("memory", part, 1, content="two")
    backup = tmp_path / "backup"
    manage("backup", str(backup))
    erase(as_owner, actors, number=whole)
    erase(as_owner, actors, number=part, version=1)
    with monkeypatch.context() as broken:
        broken.setattr(replaying, "_reapply", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            manage("restore", str(backup))
    assert as_owner.get(whole)["state"] == "locked"
    assert as_owner.get(part)["fields"]["content"] == "two"
    as_owner.refused("locked", "item_get", number=part, version=1)
    assert rows_with(CANARY) == {}
    [ledger] = tmp_path.glob("backup.erasures-*.jsonl")
    assert manage("reapply_erasures", str(ledger), "--json").json == {"erasures": 2, "erased": 2}
    as_owner.refused("gone", "item_get", number=whole)


def test_what_came_later_under_the_same_id_stays(as_owner: Caller, actors: Actors, ada: User, tmp_path: Path) -> None:
    """Set back to before the erased item was made, its number and id are given away once more."""
    backup = tmp_path / "backup"
    manage("backup", str(backup))
    number = as_owner.memory(content=CANARY)
    key = Item.objects.get(number=number).pk
    erase(as_owner, actors, number=number)
    assert manage("restore", str(backup), "--json").json["erased"] == 0
    assert as_owner.memory("Innocent") == number
    assert Item.objects.get(number=number).pk == key
    assert manage("reapply_erasures", "--json").json == {"erasures": 1, "erased": 0}
    assert as_owner.get(number)["fields"]["title"] == "Innocent"


def test_instructions_that_began_anew_stay(as_owner: Caller, actors: Actors, ada: User, tmp_path: Path) -> None:
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": CANARY})
    erase(as_owner, actors, ref="instructions")
    as_owner.call("item_store", kind="instructions", version=2, fields={"content": "New"})
    assert manage("reapply_erasures", "--json").json["erased"] == 0
    backup = tmp_path / "backup"
    manage("backup", str(backup))
    assert manage("restore", str(backup), "--json").json["erased"] == 0
    assert as_owner.call("item_get", ref="instructions")["fields"]["content"] == "New"


def test_what_waits_in_the_backup_goes_too(as_owner: Caller, actors: Actors, ada: User, tmp_path: Path) -> None:
    number = as_owner.memory(content=CANARY)
    ref = as_owner.call("item_delete", number=number, reason=CANARY)["ref"]
    backup = tmp_path / "backup"
    manage("backup", str(backup))
    held = deletion_for(actors.owner, ref.removeprefix("deletion:"))
    approve_deletion(actor=actors.owner, request=held, password=PASSWORD, confirm=held.shown)
    assert manage("restore", str(backup), "--json").json["erased"] == 1
    assert rows_with(CANARY) == {}
    assert DeletionRequest.objects.get().status == "approved"


def test_the_ledger_is_ids_alone(as_owner: Caller, actors: Actors, ada: User, tmp_path: Path) -> None:
    number = as_owner.memory(CANARY)
    erase(as_owner, actors, number=number)
    file = tmp_path / "ledger.jsonl"
    assert manage("export_erasures", str(file), "--json").json["erasures"] == 1
    [line] = map(json.loads, file.read_text().splitlines())
    item = Item.objects.get()
    assert line | {"id": "", "at": ""} == {
        "id": "", "at": "", "by": ada.pk, "project": item.project_id, "item": item.pk, "kind": "memory",
        "number": number, "versions": None, "proposals": [],
    }  # fmt: skip


@pytest.mark.parametrize("text", ["no JSON", '{"id": 1}', "[]", '{"id": "x", "at": "y"}'])
def test_another_file_is_no_ledger(db: None, tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    assert manage("reapply_erasures", str(tmp_path / "file"), "--json").json["error"] == "invalid"
    assert manage("reapply_erasures", str(tmp_path / "none"), "--json").json["error"] == "invalid"


def test_another_file_is_no_backup(as_owner: Caller, tmp_path: Path) -> None:
    number = as_owner.memory()
    (tmp_path / "file").write_text("PGDMP nonsense")
    for name in ("file", "none"):
        assert manage("restore", str(tmp_path / name), "--json").json["error"] == "invalid"
    assert manage("backup", str(tmp_path / "none" / "file"), "--json").json["error"] == "invalid"
    whole = tmp_path / "whole"
    manage("backup", str(whole))
    (tmp_path / "half").write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    assert manage("restore", str(tmp_path / "half"), "--json").status == 1
    assert as_owner.get(number)["version"] == 1


def test_a_running_site_waits(as_owner: Caller, tmp_path: Path) -> None:
    """Other connections stay as they are; one in a transaction is waited for, then it's said."""
    number = as_owner.memory()
    backup = tmp_path / "backup"
    manage("backup", str(backup))
    with psycopg.connect(**psql()) as other:
        other.execute("SELECT 1").fetchone()
        other.commit()
        as_owner.change("memory", number, 1, content="lost")
        assert manage("restore", str(backup)).status == 0
        assert other.execute("SELECT version FROM items_item").fetchall() == [(1,)]


def psql() -> dict[str, Any]:
    given = connection.settings_dict
    return {"host": given["HOST"], "port": given["PORT"], "user": given["USER"], "password": given["PASSWORD"],
            "dbname": given["NAME"]}  # fmt: skip


def test_without_the_wheel_the_machines_programs_are_used(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: str) -> Path:
        raise StartError("not installed")

    monkeypatch.setattr(programs, "embedded_program", none)
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = manage("backup", str(tmp_path / "file"), "--json").json
    assert refused["error"] == "unavailable"
    assert "there is none here. Install postgresql-client-18" in refused["message"]
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.4 (Debian 15.4-1)'\n")
    old.chmod(0o755)
    assert "of version 15" in manage("backup", str(tmp_path / "file"), "--json").json["message"]
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 19beta1'\n")
    assert programs.client("pg_dump") == str(old)


def test_the_password_is_in_no_command_line(as_owner: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    popen = subprocess.Popen.__init__

    def noting(self: Any, args: Any, **more: Any) -> None:
        seen.append(list(args))
        popen(self, args, **more)

    monkeypatch.setattr(subprocess.Popen, "__init__", noting)
    manage("backup", str(tmp_path / "file"))
    manage("restore", str(tmp_path / "file"))
    assert len(seen) > 3
    assert not any(connection.settings_dict["PASSWORD"] in part for command in seen for part in command)
    assert "PGPASSWORD" not in os.environ
