"""How many changes each day of the last weeks had, as the reader may know of them."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import NotFound
from items.models import Event
from items.selectors.activity import activity
from projects.models import Project
from projects.selectors import project_for
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import ProjectFactory, acting
from tests.items.bulk import add_items

WEDNESDAY = datetime(2030, 6, 5, 12, tzinfo=UTC)


def counted(days: list[tuple[date, int]]) -> dict[date, int]:
    return {day: count for day, count in days if count}


@time_machine.travel(WEDNESDAY, tick=False)
def test_every_day_from_a_monday_to_today(owner: User, project: Project) -> None:
    days = activity(acting(owner), project)
    assert days[0] == (date(2030, 3, 18), 0)
    assert days[-1] == (date(2030, 6, 5), 0)
    assert len(days) == 11 * 7 + 3
    assert [day for day, _ in days] == [date(2030, 3, 18) + timedelta(days=place) for place in range(len(days))]
    assert len(activity(acting(owner), project, weeks=1)) == 3


def test_each_event_counts_on_its_day(as_owner: Caller, actors: Actors, project: Project) -> None:
    for days, times in ((0, 2), (1, 1), (79, 1), (80, 5)):
        for _ in range(times):
            with time_machine.travel(WEDNESDAY - timedelta(days=days), tick=False):
                as_owner.task()
    with time_machine.travel(datetime(2030, 6, 3, 23, 59, 59, tzinfo=UTC), tick=False):
        as_owner.page()
    with time_machine.travel(WEDNESDAY, tick=False):
        assert counted(activity(actors.reader, project)) == {
            date(2030, 6, 5): 2,
            date(2030, 6, 4): 1,
            date(2030, 6, 3): 1,
            date(2030, 3, 18): 1,
        }


@time_machine.travel(WEDNESDAY, tick=False)
def test_private_items_of_others_dont_count(as_writer: Caller, actors: Actors, project: Project) -> None:
    as_writer.memory(visibility="private")
    as_writer.task()
    assert counted(activity(actors.writer, project)) == {date(2030, 6, 5): 2}
    assert counted(activity(actors.owner, project)) == {date(2030, 6, 5): 1}


@time_machine.travel(WEDNESDAY, tick=False)
def test_another_projects_dont_count(as_owner: Caller, owner: User, actors: Actors) -> None:
    as_owner.task()
    assert counted(activity(actors.owner, ProjectFactory(owner=owner))) == {}


def test_an_outsider_learns_nothing(actors: Actors, project: Project) -> None:
    with pytest.raises(NotFound):
        activity(actors.outsider, project)


@pytest.mark.parametrize("size", [10, 1_000])
def test_it_is_one_query_that_reads_an_index(
    owner: User, project: Project, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    now = datetime.now(UTC)
    Event.objects.bulk_create(
        Event(what="stored", project=project, item=item, kind="task", version=1, user=owner, at=now)
        for item in add_items(project, "task", [{}] * size)
    )
    seen = project_for(acting(owner), project.id)
    with django_assert_num_queries(1):
        assert activity(acting(owner), seen)[-1][1] == size
    with CaptureQueriesContext(connection) as queries:
        activity(acting(owner), seen)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute("EXPLAIN " + queries.captured_queries[0]["sql"])
        assert "Index Only Scan using event_days" in "\n".join(row[0] for row in cursor.fetchall())
