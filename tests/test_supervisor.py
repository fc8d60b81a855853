"""The parts of `manage.py up` that a whole run doesn't show."""

import os
import signal
import subprocess
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from celery.schedules import crontab
from django.contrib.sessions.models import Session
from django.utils import timezone

from conderis.celery import app
from conderis.core.processes import Child, has_ended
from conderis.supervisor import logs, orphans, watch
from conderis.supervisor.folder import DataFolder, Taken
from conderis.supervisor.watch import GaveUp, Watch
from conderis.tasks import remove_expired_sessions


def child(tmp_path: Path, *command: str) -> Child:
    return Child("The sleeper", command, tmp_path / "sleeper.log", tmp_path, {"PATH": os.defpath})


def _buried(ended: Child) -> None:
    assert ended.process
    ended.process.wait(10)


def test_a_child_that_keeps_ending_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_FIRST_DELAY", 0.0)
    failing = child(tmp_path, "false")
    failing.start()
    watched = Watch(failing)
    for _ in range(6):
        _buried(failing)
        assert "ended unexpectedly (exit status 1); it is started again" in (watched.check() or "")
        assert watched.check() == "The sleeper was started again."
    _buried(failing)
    with pytest.raises(GaveUp, match=r"The sleeper ended unexpectedly \(exit status 1\), 6 restarts didn't help"):
        watched.check()


def test_stopping_takes_the_grandchildren_too(tmp_path: Path) -> None:
    parent = child(tmp_path, "sh", "-c", "sleep 300 & trap '' TERM; wait; wait; sleep 300")
    parent.stopping = ((signal.SIGTERM, 0.3),)
    parent.start()
    assert parent.process
    leader = psutil.Process(parent.process.pid)
    family = _grown(leader)
    parent.stop()
    assert all(has_ended(process, 5) for process in family)


def _grown(leader: psutil.Process) -> list[psutil.Process]:
    for _ in range(1000):
        family = leader.children(recursive=True)
        if family:
            return [leader, *family]
    raise AssertionError("it never had a child")


def test_a_number_that_another_process_got_is_left_alone(tmp_path: Path) -> None:
    stranger = child(tmp_path, "sleep", "300")
    stranger.start()
    assert stranger.process
    (entry,) = orphans.describe([stranger])
    assert orphans.end([{**entry, "started": entry["started"] - 60}]) == []
    with pytest.raises(subprocess.TimeoutExpired):
        stranger.process.wait(0.2)
    assert orphans.end([entry]) == ["The sleeper"]
    stranger.stop()


def test_a_full_log_makes_room_and_its_writer_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_MOST_BYTES", 10)
    log = tmp_path / "web.log"
    with log.open("a") as writer:
        writer.write("old lines of the log\n")
        writer.flush()
        logs.keep_small(tmp_path)
        writer.write("new\n")
    assert log.read_text() == "new\n"
    assert (tmp_path / "web.log.1").read_text() == "old lines of the log\n"


def test_a_folder_is_held_once(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "var")
    folder.make()
    with folder.locked():
        folder.record({"pid": 4711, "address": "http://127.0.0.1:8000"})
        with pytest.raises(Taken, match=r"as process 4711 at http://127\.0\.0\.1:8000\. Stop it"), folder.locked():
            pass
    with folder.locked():
        pass


def test_addresses_survive_a_shell(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    address = "postgresql://a:b$c@db/x?sslmode=require&application_name=o'neill"
    folder.announce({"DATABASE_URL": address})
    read = subprocess.run(
        ["sh", "-c", '. ./env; printf %s "$DATABASE_URL"'], cwd=tmp_path, capture_output=True, check=True
    )
    assert read.stdout.decode() == address


def test_every_periodic_task_exists() -> None:
    app.loader.import_default_modules()
    assert app.conf.beat_schedule
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert isinstance(entry["schedule"], crontab)


@pytest.mark.django_db
def test_expired_sessions_go() -> None:
    now = timezone.now()
    for name, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=name, session_data="", expire_date=now + timedelta(days=days))
    remove_expired_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
