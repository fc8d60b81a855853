"""`scrub`: only what is due, one table after the other, going on where it was broken off, and never in anyone's way."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.utils import timezone

from conderis.core.errors import Conflict
from conderis.core.locks import alone
from privacy.models import Erasure, Scrub
from privacy.services import rewriting
from privacy.services import scrub as scrubbing
from privacy.services.scrub import HOLDING, STATISTICS, scrub
from tests.commands import manage
from tests.together import WAIT

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = [*(model._meta.db_table for model in HOLDING), STATISTICS]


@pytest.fixture
def due() -> Erasure:
    return Erasure.objects.create(at=timezone.now(), by="ada", kind="memory", item=1, number=1)


def test_nothing_erased_is_nothing_to_do() -> None:
    assert manage("scrub", "--json").json == {"tables": [], "bytesFreed": 0}
    assert not Scrub.objects.exists()


def test_it_does_what_is_due_once(due: Erasure) -> None:
    ran = manage("scrub", "--json")
    assert ran.json["tables"] == TABLES
    assert isinstance(ran.json["bytesFreed"], int)
    assert "items_item: locked for " in ran.err
    assert manage("scrub", "--json").json["tables"] == []


def test_broken_off_it_goes_on(due: Erasure, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite = scrubbing.rewrite

    def until_the_fourth(table: str) -> object:
        if table == TABLES[3]:
            raise Conflict("busy")
        return rewrite(table)

    monkeypatch.setattr(scrubbing, "rewrite", until_the_fourth)
    with pytest.raises(Conflict):
        scrub()
    monkeypatch.setattr(scrubbing, "rewrite", rewrite)
    assert scrub().tables == TABLES[3:]


def test_what_is_erased_meanwhile_is_done_too(due: Erasure, monkeypatch: pytest.MonkeyPatch) -> None:
    recycle = scrubbing.recycle_log

    def and_one_more() -> list[str]:
        monkeypatch.setattr(scrubbing, "recycle_log", recycle)
        Erasure.objects.create(at=timezone.now(), by="ada", kind="memory", item=2, number=2)
        return recycle()

    monkeypatch.setattr(scrubbing, "recycle_log", and_one_more)
    assert scrub().tables == TABLES * 2
    assert not Erasure.objects.filter(scrub=None).exists()


def beside(work: Callable[[threading.Event], None]) -> tuple[threading.Thread, threading.Event]:
    """``work`` on a connection of its own; it sets the event once it has begun and goes on until it's cleared."""
    begun = threading.Event()

    def run() -> None:
        try:
            work(begun)
        finally:
            connection.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert begun.wait(WAIT)
    return thread, begun


def test_one_at_a_time(due: Erasure) -> None:
    ended = threading.Event()

    def hold(begun: threading.Event) -> None:
        with alone("scrub") as mine:
            assert mine
            begun.set()
            ended.wait(WAIT)

    thread, _ = beside(hold)
    assert manage("scrub", "--json").json["error"] == "conflict"
    ended.set()
    thread.join(WAIT)
    assert scrub().tables == TABLES


def test_it_gives_up_on_a_busy_table_without_making_others_wait(due: Erasure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "TRIES", 2)
    monkeypatch.setattr(rewriting, "PAUSE", 0.01)
    ended = threading.Event()

    def hold(begun: threading.Event) -> None:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN; LOCK TABLE items_relation IN ACCESS SHARE MODE")
            begun.set()
            ended.wait(WAIT)
            cursor.execute("ROLLBACK")

    thread, _ = beside(hold)
    with pytest.raises(Conflict, match="items_relation is in use"):
        scrub()
    ended.set()
    thread.join(WAIT)
    assert scrub().tables == TABLES[2:]


def test_it_waits_for_those_who_may_still_see_old_rows(due: Erasure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "READERS_SECONDS", 0.2)
    ended = threading.Event()

    def hold(begun: threading.Event) -> None:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
            begun.set()
            ended.wait(WAIT)
            cursor.execute("ROLLBACK")

    thread, _ = beside(hold)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()")  # something ends after that snapshot was taken
    with pytest.raises(Conflict, match="still reads the old rows"):
        scrub()
    ended.set()
    thread.join(WAIT)
    assert scrub().tables == TABLES
