"""What changed in a person's projects since they were last there."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.recall.models import RecallMark
from conderis.recall.visit import Visit, since_last_visit
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import MembershipFactory, ProjectFactory, UserFactory, acting
from tests.recall.test_changes import alone  # noqa: F401  a fixture
from tests.together import WAIT, together

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def ada() -> User:
    user: User = UserFactory(name="Ada")
    ProjectFactory(owner=user, name="Lighthouse")
    return user


@pytest.fixture
def bea(ada: User) -> Caller:
    project = Project.objects.get()
    return through_agent(MembershipFactory(project=project, role=Role.MODERATOR, user__name="Bea").user, project)


def visit(user: User, minute: int = 0) -> Visit:
    """The visit of that many minutes after noon."""
    with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
        return since_last_visit(acting(user))


def seen(user: User, minute: int) -> list[str]:
    return [entry.ref for entry in visit(user, minute).entries]


@pytest.mark.usefixtures("alone")
class TestSince:
    def test_the_first_visit_shows_nothing_and_says_so(self, ada: User, bea: Caller) -> None:
        bea.task()
        assert visit(ada) == Visit(first=True, entries=[], more=False)
        assert visit(ada, 1) == Visit(first=False, entries=[], more=False)

    def test_what_others_did_newest_first(self, ada: User, bea: Caller) -> None:
        old = bea.task("Old")
        visit(ada)
        new = bea.task("New")
        bea.change("task", old, 1, title="Changed")
        assert seen(ada, 1) == [f"#{old}", f"#{new}"]

    def test_in_all_projects_by_one_mark(self, ada: User, bea: Caller) -> None:
        second = ProjectFactory(owner=ada, name="Second")
        through = through_agent(MembershipFactory(project=second, role=Role.WRITER).user, second)
        visit(ada)
        bea.task()
        through.task()
        assert [entry.project for entry in visit(ada, 1).entries] == ["Second", "Lighthouse"]
        assert RecallMark.objects.filter(user=ada).count() == 1

    def test_again_within_ten_minutes_the_same_and_then_no_more(self, ada: User, bea: Caller) -> None:
        visit(ada)
        number = bea.task()
        assert seen(ada, 10) == seen(ada, 19) == [f"#{number}"]
        assert seen(ada, 20) == []

    def test_ones_own_changes_are_no_news_but_ones_agents_are(self, ada: User, bea: Caller) -> None:
        project = Project.objects.get()
        agent = through_agent(ada, project)
        visit(ada)
        Caller(acting(ada), project.id).task("By hand")
        number = agent.task("By the agent")
        assert seen(ada, 1) == [f"#{number}"]
        assert visit(ada, 1).entries[0].who["via"]["ref"] == agent.ref

    def test_each_person_has_their_own_mark(self, ada: User, bea: Caller) -> None:
        other = MembershipFactory(project=Project.objects.get()).user
        visit(ada)
        bea.task()
        assert visit(other, 1).first
        assert len(seen(ada, 1)) == 1

    def test_a_recall_of_the_project_moves_another_mark(self, ada: User, bea: Caller) -> None:
        project = Project.objects.get()
        visit(ada)
        number = bea.task()
        for caller in (Caller(acting(ada), project.id), through_agent(ada, project)):
            caller.text("recall")
            caller.text("recall", projectId=None)
        assert seen(ada, 30) == [f"#{number}"]

    def test_private_ones_of_others_arent_there(self, ada: User, bea: Caller) -> None:
        visit(ada)
        bea.memory(visibility="private")
        assert seen(ada, 1) == []

    def test_it_is_bounded_and_says_that_there_is_more(self, ada: User, bea: Caller) -> None:
        visit(ada)
        numbers = [bea.task() for _ in range(4)]
        with time_machine.travel(NOON, tick=False):
            shown = since_last_visit(acting(ada), limit=3)
        assert [entry.number for entry in shown.entries] == numbers[:0:-1]
        assert shown.more

    def test_nothing_is_lost_between_two_visits(self, ada: User, bea: Caller) -> None:
        visit(ada)
        found: set[str] = set()
        made = set()
        for minute in range(3, 60, 4):
            made.add(f"#{bea.task()}")
            found |= set(seen(ada, minute))
        assert found == made


def test_two_visits_at_the_same_moment_are_one_mark(ada: User) -> None:
    results = together(*(lambda: since_last_visit(Actor(ada.pk)) for _ in range(4)))
    assert all(isinstance(result, Visit) for result in results), results
    assert RecallMark.objects.count() == 1


def test_a_change_that_commits_late_isnt_missed(ada: User, bea: Caller) -> None:
    """1. A change is written and not yet committed. 2. Two visits move the mark on. 3. It commits. 4. A visit."""
    number = bea.page()
    visit(ada)
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
    visit(ada, 11)
    visit(ada, 22)
    go_on.set()
    thread.join(WAIT)
    assert f"#{number}" in seen(ada, 33)
