"""A locked text is nowhere: every address, every tool in every form, the admin and every job, as every role.

A new address, tool, parameter or job that isn't in a list here fails.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.module_loading import import_string

from conderis.accounts.models import User
from conderis.celery import app
from conderis.mcp.tools import TOOLS
from items.models import Item
from privacy.models import DeletionRequest
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller, text_of
from tests.conftest import through_agent
from tests.factories import UserFactory

CANARY = "kanarienvogel"
BACKEND = "django.contrib.auth.backends.ModelBackend"
# Of what isn't a page about what is stored: the parameters of its address. All others are filled in below.
WORDS = {
    "action": "archive", "kind": "memory", "key": "x", "uidb36": "a" * 12, "token": "x", "client": "codex", "path": "x",
}  # fmt: skip
# Addresses that show a sealed text, and are tested for when they may.
REVEALING = {"reveal-deletion"}


@dataclass
class Place:
    """A project in which one memory, one version of another, one proposal and one personal memory are locked."""

    project: Project
    number: int
    versioned: int
    proposal: int
    personal: int
    requests: list[int]
    agent: str
    people: dict[str, User]


@pytest.fixture
def place(
    as_owner: Caller, as_writer: Caller, project: Project, owner: User, moderator: User, writer: User, reader: User,
    outsider: User,
) -> Place:  # fmt: skip
    said = {"title": f"{CANARY} t", "summary": f"{CANARY} s", "content": f"{CANARY} c", "tags": [CANARY]}
    number = as_owner.memory(**said)
    as_owner.change("memory", number, 1, content=f"{CANARY} again")
    as_writer.call("item_store", kind="memory", number=number, version=2, fields={"title": CANARY}, reason=CANARY)
    other = as_owner.memory("Other")
    as_owner.relate(other, "derived_from", number, reason=CANARY)
    as_owner.memory("Child", parent=number)
    as_owner.page("Refers", content=f"See #{number}.")
    batch = {"idempotencyKey": "k", "items": [{"kind": "memory", "fields": said}]}
    [batched] = as_owner.call("item_store", kind="memory", batch=batch)["kinds"]["memory"]["all"]
    versioned = as_owner.memory("Versioned", content="one")
    as_owner.call("item_store", kind="memory", number=versioned, version=1, fields={"content": CANARY}, reason=CANARY)
    as_owner.change("memory", versioned, 2, content="three")
    proposal = as_writer.call("item_store", kind="memory", fields=said, reason=CANARY)["ref"]
    personal = as_owner.personal(**said)
    for caller in (as_owner, as_writer):
        caller.text("recall")
    asked = [
        as_owner.call("item_delete", number=number, reason="r"),
        as_owner.call("item_delete", number=batched, reason="r"),
        as_owner.call("item_delete", number=versioned, version=2, reason="r"),
        as_owner.call("item_delete", ref=proposal, reason="r"),
        as_owner.call("item_delete", projectId=None, ref=personal, reason="r"),
    ]
    people = {"owner": owner, "moderator": moderator, "writer": writer, "reader": reader, "outsider": outsider}
    return Place(
        project, number, versioned, int(proposal.partition(":")[2]), int(personal.partition(":")[2]),
        [int(each["ref"].partition(":")[2]) for each in asked], str(as_owner.actor.agent_id), people,
    )  # fmt: skip


def patterns(found: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for each in found:
        if not isinstance(each, URLResolver):
            yield each
        elif each.namespace != "admin":
            yield from patterns(each.url_patterns)


def addresses(place: Place) -> Iterator[str]:
    """Every address of the site, each that is about something with each thing that is locked. Raises KeyError for a
    parameter that nothing here says what to fill in for."""
    item = Item.objects.get(number=place.number)
    for pattern in patterns(get_resolver().url_patterns):
        names = list(pattern.pattern.converters)
        fills: list[dict[str, Any]] = [{}]
        for name in names:
            values = {
                "project_id": [place.project.pk],
                "number": [place.number, place.versioned],
                "version": [1, 2, 3],
                "pk": [place.proposal, place.personal, *place.requests, item.pk],
                "agent_id": [place.agent],
                "organization_id": ["x"],
                "invitation_id": [1],
                "user_id": [place.people["owner"].pk],
                "ref": [f"user:{place.people['owner'].pk}"],
            }.get(name) or [WORDS[name]]
            fills = [{**fill, name: value} for fill in fills for value in values]
        for fill in fills:
            if pattern.name not in REVEALING:
                yield reverse(str(pattern.name), kwargs={**pattern.default_args, **fill})


def test_no_address_shows_it(place: Place) -> None:
    place.project.public = True
    place.project.save()
    clients = {"nobody": Client()}
    for role, person in place.people.items():
        clients[role] = Client()
        clients[role].force_login(person, backend=BACKEND)
    walked = 0
    for address in addresses(place):
        for role, client in clients.items():
            for headers in ({}, {"HX-Request": "true"}):
                response = client.get(f"{address}?q={CANARY[:6]}&from=1&to=2", headers=headers)
                assert response.status_code != 500, (address, role)
                assert CANARY not in response.getvalue().decode(errors="replace").lower(), (address, role)
                walked += 1
    assert walked > 1_000


def calls(place: Place) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every parameter of every tool, in the ways in which it can lead to what is locked."""
    refs = [f"proposal:{place.proposal}", f"memory:{place.personal}", "instructions"]
    things: list[dict[str, Any]] = [{"number": place.number}, {"number": place.versioned}, *({"ref": r} for r in refs)]
    for focus in ({}, {"focus": CANARY}, {"maxChars": 20_000}, {"guide": True}):
        yield "recall", focus
    yield "project_get", {}
    for name, value in (("name", "N"), ("description", "D"), ("public", True)):
        yield "project_store", {name: value, "remote": None, "upstream": None, "organization": None}
    for thing in things:
        yield from calls_on(place, thing)
    for kind in ("memory", "task", "page", "proposal", None):
        for more in ({}, {"query": CANARY}, {"query": CANARY[:7]}, {"sort": "title", "limit": 100}):
            yield "item_list", {"kind": kind, **more}
    for state in Proposal.Status.values:
        yield "item_list", {"kind": "proposal", "filter": {"state": state}, "cursor": None}
    batch = {"idempotencyKey": "k", "items": [{"kind": "memory", "fields": {"title": "T", "summary": "S"}}]}
    yield "item_store", {"kind": "memory", "batch": batch}


def calls_on(place: Place, thing: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "item_get", thing
    yield "item_get", {**thing, "history": True, "offset": 0, "take": 100}
    for version in (1, 2, 3):
        yield "item_get", {**thing, "version": version}
        changed = {**thing, "kind": "memory", "version": version, "fields": {"weight": 5}}
        yield "item_store", {**changed, "propose": True}
        yield "item_store", {**changed, "reason": "r"}
        yield "item_delete", {**thing, "version": version, "reason": "r"}
        for action in ("archive", "restore", "approve", "reject", "withdraw"):
            yield "item_action", {**thing, "action": action, "version": version, "reason": "r"}
    for relation in ("related", "derived_from", "supersedes"):
        yield "item_action", {**thing, "action": "relate", "relation": relation, "target": place.number}


def test_no_tool_says_it(place: Place) -> None:
    used: dict[str, set[str]] = {tool.name: {"projectId"} for tool in TOOLS}
    for tool, arguments in calls(place):
        used[tool] |= set(arguments)
    assert used == {tool.name: set(tool.properties) for tool in TOOLS}
    for role, person in place.people.items():
        caller = through_agent(person, place.project)
        for tool, arguments in calls(place):
            for where in ({"projectId": place.project.pk}, {}):
                said = text_of(caller.result(tool, {**where, **arguments}))
                assert CANARY not in said.lower(), (role, tool, arguments)


def test_no_page_of_the_admin_shows_it(place: Place) -> None:
    client = Client()
    client.force_login(UserFactory(is_staff=True, is_superuser=True), backend=BACKEND)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{name}_changelist")]
        pages += [reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()]
        for page in pages:
            answer = client.get(page, follow=True)
            assert CANARY not in answer.content.decode().lower(), page


def test_no_job_tells_it(place: Place, capfd: pytest.CaptureFixture[str]) -> None:
    capfd.readouterr()
    for name in {entry["task"] for entry in app.conf.beat_schedule.values()}:
        assert CANARY not in repr(import_string(name)()).lower(), name
    out, err = capfd.readouterr()
    assert CANARY not in (out + err).lower()
    assert DeletionRequest.objects.filter(status="pending").count() == 5
    assert Proposal.objects.filter(sealed=True).count() == 2
