"""What changed since a key's last recall of the project."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.recall import marks
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import MembershipFactory, ProjectFactory, UserFactory
from tests.together import WAIT, together

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)
HEADING = "changed since your last recall"


@pytest.fixture
def ada() -> Caller:
    user = UserFactory(name="Ada")
    return through_agent(user, ProjectFactory(owner=user, name="Lighthouse"))


@pytest.fixture
def bea(ada: Caller) -> Caller:
    project = Project.objects.get(pk=ada.project_id)
    user = MembershipFactory(project=project, role=Role.MODERATOR, user__name="Bea").user
    return through_agent(user, project)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is open in this database, but transactions of another one on the same server hold the horizon back."""

    def horizon() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()::text::bigint")
            return int(cursor.fetchone()[0])

    monkeypatch.setattr(marks, "_horizon", horizon)


def changed(caller: Caller, minute: int = 0) -> list[str]:
    """How the changed entries are named, when the caller recalls that many minutes after noon."""
    with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
        lines = iter(caller.text("recall", maxChars=20_000).splitlines())
    return list(_part(lines))


def _part(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line == HEADING:
            break
    for line in lines:
        if not line.startswith(("#", "memory:")):
            return
        yield line.split(" ")[0]


@pytest.mark.usefixtures("alone")
class TestSince:
    def test_empty_on_the_first_recall(self, ada: Caller, bea: Caller) -> None:
        bea.task()
        assert changed(ada) == []

    def test_each_once_and_the_latest_first(self, ada: Caller, bea: Caller) -> None:
        old, task, page, memory = bea.task("Old"), bea.task("Task"), bea.page("Page"), bea.memory("Memory")
        other = bea.page("Other")
        changed(ada)
        bea.change("memory", memory, 1, content="new")
        bea.act(task, "claim", 1)
        bea.act(task, "block", 2, reason="the vendor")
        bea.change("page", page, parent=other)
        new = bea.task("New")
        assert changed(ada, 1) == [f"#{number}" for number in (new, page, task, memory)]
        assert f"#{old}" not in changed(ada, 2)

    def test_again_within_ten_minutes_the_same(self, ada: Caller, bea: Caller) -> None:
        changed(ada)
        first = bea.task()
        assert changed(ada, 10) == [f"#{first}"]
        assert changed(ada, 11) == [f"#{first}"]
        second = bea.task()
        assert changed(ada, 19) == [f"#{second}", f"#{first}"]
        assert changed(ada, 20) == []

    def test_once_ten_minutes_have_passed_they_are_known(self, ada: Caller, bea: Caller) -> None:
        changed(ada)
        bea.task()
        assert len(changed(ada, 10)) == 1
        assert changed(ada, 21) == []
        third = bea.task()
        assert changed(ada, 40) == [f"#{third}"]

    def test_nothing_is_lost_between_two_recalls(self, ada: Caller, bea: Caller) -> None:
        """However often a key recalls, each change is shown at least once."""
        changed(ada)
        seen: set[str] = set()
        made = set()
        for minute in range(3, 60, 4):
            made.add(f"#{bea.task()}")
            seen |= set(changed(ada, minute))
        assert seen == made

    def test_each_key_has_its_own_mark(self, ada: Caller, bea: Caller) -> None:
        user, project = User.objects.get(pk=ada.actor.user_id), Project.objects.get(pk=ada.project_id)
        twin = through_agent(user, project)
        changed(ada)
        bea.task()
        assert changed(twin, 1) == []
        assert len(changed(ada, 1)) == 1
        bea.page()
        assert len(changed(twin, 2)) == 1
        assert len(changed(ada, 2)) == 2

    def test_each_project_has_its_own_mark(self, ada: Caller) -> None:
        other = Caller(ada.actor, ada.call("project_store", projectId=None, name="Other")["projectId"])
        changed(ada)
        number = ada.task()
        assert changed(other, 1) == []
        other.page()
        other.page("Second")
        assert changed(ada, 2) == [f"#{number}"]
        assert changed(other, 2) == ["#2", "#1"]

    def test_a_recall_without_a_project_moves_no_mark(self, ada: Caller, bea: Caller) -> None:
        changed(ada)
        number = bea.task()
        ada.text("recall", projectId=None)
        assert changed(ada, 30) == [f"#{number}"]

    def test_the_guide_moves_no_mark(self, ada: Caller, bea: Caller) -> None:
        ada.text("recall", guide=True)
        bea.task()
        assert changed(ada) == []

    def test_what_is_left_out_everywhere_is_left_out_here(self, ada: Caller, bea: Caller) -> None:
        kept, archived, expired = bea.memory("Kept"), bea.memory("Archived"), bea.memory("Expired")
        old, locked = bea.memory("Old"), bea.memory("Locked")
        changed(ada)
        for number in (kept, archived, old, locked):
            bea.change("memory", number, 1, content="new")
        bea.act(archived, "archive", 2)
        bea.change("memory", expired, 1, expiresAt="2001-01-01")
        bea.relate(kept, "supersedes", old)
        bea.memory("Private", visibility="private")
        Project.objects.get(pk=ada.project_id).items.filter(number=locked).update(sealed=True, state=None)
        assert changed(ada, 1) == [f"#{kept}"]

    def test_a_read_only_key_recalls_too(self, ada: Caller, bea: Caller) -> None:
        user, project = User.objects.get(pk=ada.actor.user_id), Project.objects.get(pk=ada.project_id)
        key = through_agent(user, project, read_only=True)
        changed(key)
        number = bea.task()
        assert changed(key, 1) == [f"#{number}"]


def test_two_recalls_at_the_same_moment(ada: Caller) -> None:
    person = Caller(Actor(ada.actor.user_id), ada.project_id)
    for caller in (ada, person):
        results = together(*(lambda caller=caller: caller.text("recall") for _ in range(4)))
        assert all(isinstance(text, str) and text.startswith("guide v") for text in results), results
    number = ada.task()
    for caller in (ada, person):
        assert f"#{number}" in changed(caller, 1)


def test_a_change_that_commits_late_isnt_missed(ada: Caller, bea: Caller) -> None:
    """1. A change is written and not yet committed. 2. Two recalls move the mark on. 3. It commits. 4. A recall."""
    number = bea.page()
    changed(ada)
    written, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                bea.change("page", number, 1, content="slow")
                written.set()
                go_on.wait(WAIT)
        finally:
            connection.close()

    thread = threading.Thread(target=slowly, daemon=True)
    thread.start()
    assert written.wait(WAIT)
    changed(ada, 11)
    changed(ada, 22)
    go_on.set()
    thread.join(WAIT)
    assert f"#{number}" in changed(ada, 33)
