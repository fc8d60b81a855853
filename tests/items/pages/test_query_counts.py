"""An item's pages cost as many queries with a thousand children, relations and versions around as with ten."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from items.models import Item, Relation, Version
from projects.models import Project
from tests.factories import AgentFactory, ProjectFactory
from tests.items.bulk import LONG_AGO, add_items
from tests.items.pages.browser import Browser, browser_of

FEW, MANY = 10, 1_000
MOST = {"": 18, "edit/": 9, "../new/task/": 8, "../find/?q=title": 18}
COUNTED_APART = {"": 2}  # children and relations that aren't all shown


def busy(owner: User, size: int) -> str:
    """The address of a task in the middle of ``size`` children, relations and versions, its agents among many."""
    project: Project = ProjectFactory(owner=owner)
    agents = AgentFactory.create_batch(min(size, 50), owner=owner)
    others = add_items(
        project, "task", [{"title": f"title {n}", "assignee": agents[n % len(agents)].ref} for n in range(size)]
    )
    [item] = add_items(project, "task", [{"title": "title", "assignee": agents[0].ref}])
    Item.objects.filter(pk__in=[other.pk for other in others]).update(parent=item)
    Relation.objects.bulk_create(
        Relation(
            source=item if n % 2 else other, target=other if n % 2 else item, relation="related", note="n",
            project=project, created_by=owner, created_at=LONG_AGO,
        )
        for n, other in enumerate(others)
    )  # fmt: skip
    Version.objects.bulk_create(
        Version(
            item=item, number=n + 2, state=item.state, author=owner, agent=agents[n % len(agents)], reason="r",
            at=LONG_AGO + timedelta(days=n),
        )
        for n in range(size)
    )  # fmt: skip
    Item.objects.filter(pk=item.pk).update(version=size + 1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE items_item, items_relation, items_version")
    return f"/p/{project.pk}/{item.number}/"


def counts(browser: Browser, path: str) -> dict[str, int]:
    found = {}
    for page in MOST:
        address = f"{path}{page}" if not page.startswith("../") else f"{path.rsplit('/', 2)[0]}/{page[3:]}"
        with CaptureQueriesContext(connection) as queries:
            browser.get(address)
        found[page] = len(queries)
    return found


@pytest.mark.django_db
def test_the_same_few_queries(owner: User) -> None:
    browser = browser_of(owner)

    few, many = counts(browser, busy(owner, FEW)), counts(browser, busy(owner, MANY))

    assert {page: count for page, count in few.items() if count > MOST[page]} == {}
    assert {page: many[page] - few[page] for page in few if many[page] > few[page] + COUNTED_APART.get(page, 0)} == {}
