"""What people and agents wrote is metadata in the admin: no page shows it, finds it, tells it or changes it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from conderis.accounts.models import User
from items.models import Event, Item, Version
from projects.models import Project
from tests.calls import Caller
from tests.factories import UserFactory
from tests.items.bulk import add_items

CANARY = "kanarienvogel"
ITEMS, VERSIONS, EVENTS = "/admin/items/item/", "/admin/items/version/", "/admin/items/event/"
BATCHES, MARKS = "/admin/proposals/batchresult/", "/admin/recall/recallmark/"
PROPOSALS = "/admin/proposals/proposal/"
LISTS = [ITEMS, VERSIONS, EVENTS, BATCHES, MARKS, PROPOSALS]


@pytest.fixture
def browser(client: Client, db: None) -> Client:
    client.force_login(UserFactory(name="Op", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def written(as_owner: Caller, as_writer: Caller) -> None:
    """The canary in every text that people and agents can write, shared, private and personal."""
    text = {"title": f"{CANARY} title", "summary": f"{CANARY} summary", "content": CANARY, "tags": [CANARY]}
    shared = as_owner.memory(**text)
    as_owner.change("memory", shared, 1, content=f"{CANARY} again")
    as_owner.relate(as_owner.memory(**text, visibility="private"), "related", shared, reason=CANARY)
    as_owner.personal(**text)
    task = as_writer.task(**text)
    as_writer.act(task, "block", 1, reason=CANARY)
    as_owner.call("item_store", kind="instructions", ref="instructions", version=0, fields={"content": CANARY})
    batch = {"idempotencyKey": CANARY, "source": CANARY, "items": [{"key": CANARY, "kind": "task", "fields": text}]}
    as_owner.call("item_store", kind="task", batch=batch)
    ref = as_writer.call("item_store", kind="memory", fields=text, reason=CANARY)["ref"]
    as_owner.call("item_action", ref=ref, action="reject", reason=CANARY)
    as_writer.call("item_store", kind="memory", number=shared, version=2, fields={"content": CANARY}, reason=CANARY)
    as_owner.text("recall")
    as_owner.text("recall", focus=CANARY)


def text(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200, address
    return str(response.content.decode())


def every_page() -> Iterator[str]:
    """The index, each app, each list, each row with its history, and each form."""
    yield reverse("admin:index")
    for model, page in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse("admin:app_list", args=[model._meta.app_label])
        yield reverse(f"{name}_changelist")
        if page.__class__.has_add_permission is admin.ModelAdmin.has_add_permission:
            yield reverse(f"{name}_add")
        for row in model._default_manager.all():
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])


def test_no_page_shows_what_was_written(browser: Client, written: None) -> None:
    hidden = {ITEMS} | {f"{ITEMS}{pk}/change/" for pk in Item.objects.values_list("pk", flat=True)}
    walked = set()
    for address in every_page():
        response = browser.get(address, follow=True)
        assert response.status_code == 200, address
        assert CANARY not in response.content.decode().lower(), address
        walked.add(address)
    assert hidden <= walked


def test_no_page_loads_what_was_written(browser: Client, written: None) -> None:
    addresses = [page for page in every_page() if page.startswith(("/admin/items/", BATCHES, MARKS))]
    with CaptureQueriesContext(connection) as queries:
        for address in addresses:
            browser.get(address)
    asked = [query["sql"] for query in queries if 'FROM "items_' in query["sql"]]
    assert len(asked) > 30
    columns = "state|title|summary|search|tags|reason|note|changed_fields"
    own = re.compile(rf'"(?:items_item|items_version)"\."(?:{columns})"')
    assert [sql for sql in asked if own.search(sql.partition(" FROM ")[0])] == []


# -- what a list or an address could tell -----------------------------------------------------------------------------


@pytest.mark.parametrize("address", LISTS)
def test_a_search_takes_numbers_and_ids_alone(browser: Client, written: None, address: str) -> None:
    for asked in (CANARY, f"{CANARY} title", CANARY[:5], "memory", "'"):
        assert rows(browser, f"{address}?q={asked}") == 0


@pytest.mark.parametrize(
    "query",
    [
        "title__startswith=k", "summary__icontains=k", "state__title__startswith=k", "state__contains=k", "tags__0=k",
        "search=k", "item__title__startswith=k", "item__state__title=k", "reason__startswith=k", "key__startswith=k",
        "result__has_key=k", "digest__startswith=a", "assignee__isnull=False", "version=1", "item__private=True",
        "outgoing__note__startswith=k", "versions__state__title__startswith=k", "user__agents__key_hash__startswith=a",
    ],
)  # fmt: skip
@pytest.mark.parametrize("address", [*LISTS, "/admin/accounts/agent/", "/admin/projects/project/"])
def test_an_address_filters_by_nothing_hidden(browser: Client, written: None, address: str, query: str) -> None:
    """A filter that takes hold would tell whether a text begins with a letter."""
    assert browser.get(f"{address}?{query}").status_code == 400


def test_items_are_found_by_their_numbers_and_by_ids(browser: Client, as_owner: Caller, owner: User) -> None:
    number = as_owner.task()
    other = as_owner.memory()
    as_owner.personal()
    project = as_owner.project_id
    assert rows(browser, f"{ITEMS}?q=%23{number}") >= 1
    assert rows(browser, f"{ITEMS}?q={project}") == 2
    assert rows(browser, f"{ITEMS}?q={owner.id}") == 3
    assert rows(browser, f"{ITEMS}?q={project}+{other}") >= 1
    assert rows(browser, f"{ITEMS}?q={project}+{'9' * 18}") == 0
    assert rows(browser, f"{ITEMS}?q={'9' * 400}") == 0
    item = Item.objects.get(number=number)
    for address in (VERSIONS, EVENTS):
        assert rows(browser, f"{address}?q={project}") == 2
        assert rows(browser, f"{address}?q={project}+{item.pk}") == 1
    assert rows(browser, f"{ITEMS}?kind=task") == 1


def test_of_a_private_item_its_ids_alone_are_shown(browser: Client, as_owner: Caller) -> None:
    number = as_owner.memory(visibility="private")
    personal = as_owner.personal().partition(":")[2]
    for pk in (Item.objects.get(number=number).pk, personal):
        page = text(browser, f"{ITEMS}{pk}/change/")
        assert as_owner.actor.user_id in page
        assert "memory" not in main_of(page)
        assert f"{timezone.now():%Y}" not in main_of(page)
    assert rows(browser, VERSIONS) == rows(browser, EVENTS) == 0
    for version in Version.objects.all():
        assert browser.get(f"{VERSIONS}{version.pk}/change/").status_code == 302
    for event in Event.objects.all():
        assert browser.get(f"{EVENTS}{event.pk}/change/").status_code == 302


# -- nothing is done there --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("address", "model"), [(ITEMS, Item), (VERSIONS, Version), (EVENTS, Event)])
def test_nothing_is_added_changed_or_deleted(browser: Client, written: None, address: str, model: Any) -> None:
    before = list(model._base_manager.order_by("pk").values())
    row = model.objects.first().pk
    assert browser.post(f"{address}add/", {"number": 1}).status_code == 403
    assert browser.post(f"{address}{row}/change/", {"kind": "page", "number": 9, "state": "{}"}).status_code == 403
    assert browser.post(f"{address}{row}/delete/", {"post": "yes"}).status_code == 403
    browser.post(address, {"action": "delete_selected", "_selected_action": [row], "post": "yes"})
    assert list(model._base_manager.order_by("pk").values()) == before


def test_who_is_no_operator_sees_none_of_it(client: Client, written: None, owner: User) -> None:
    client.force_login(owner)
    for address in LISTS:
        assert client.get(address).status_code in (302, 403)


# -- what it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [ITEMS, VERSIONS])
def test_a_list_costs_the_same_for_more_rows(browser: Client, project: Project, address: str) -> None:
    counts = []
    for size in (10, 1_000):
        add_items(project, "task", [{}] * size)
        text(browser, address)
        with CaptureQueriesContext(connection) as queries:
            text(browser, address)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert all("LIMIT" in query["sql"] for query in queries if "items_item" in query["sql"])


def test_a_list_counts_no_further_than_it_pages(
    browser: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conderis.core.admin.NEWEST", 7)
    add_items(project, "task", [{}] * 9)
    assert rows(browser, ITEMS) == 7


def rows(browser: Client, address: str) -> int:
    """How many a list says it has."""
    found = re.search(r'class="paginator">.*?(\d+) \w+', text(browser, address), re.DOTALL)
    assert found
    return int(found[1])


def main_of(page: str) -> str:
    return page.partition('<div id="content-main">')[2].partition('<footer id="footer">')[0]
