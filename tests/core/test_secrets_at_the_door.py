"""No text that a caller sends is stored with a credential in it, whichever tool and parameter it comes by."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from conderis.accounts.models import Agent
from conderis.accounts.services.create_account import create_account
from conderis.accounts.services.create_agent import create_agent
from conderis.core.errors import SecretFound
from items.models import Item, Relation, Version
from projects.models import Project
from projects.services.create_organization import create_organization
from proposals.models import BatchResult
from tests.calls import Caller, text_of
from tests.conftest import Actors
from tests.core.credentials import GITHUB, KEYS

SECRET = f"deploy with {GITHUB} until Friday"


def parts(secret: str) -> list[str]:
    return [secret[at : at + 8] for at in range(len(secret) - 7)]


@pytest.fixture
def refuses(as_owner: Caller, caplog: pytest.LogCaptureFixture) -> Callable[..., dict[str, Any]]:
    """The refusal of the owner's call. Neither it nor a log line holds any part of the credential."""
    caplog.set_level(logging.DEBUG)

    def call(field: str, tool: str, **arguments: Any) -> dict[str, Any]:
        refusal = as_owner.refused("secret", tool, **arguments)
        assert refusal["field"] == field
        assert refusal["rule"] == "GitHub token"
        assert field in refusal["message"]
        assert "GitHub token" in refusal["message"]
        said = json.dumps(refusal) + caplog.text
        assert not [part for part in parts(GITHUB) if part in said]
        return refusal

    return call


Refuses = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("task", "title"), ("task", "content"), ("task", "summary"),
        ("memory", "title"), ("memory", "content"), ("memory", "summary"), ("memory", "tags"), ("memory", "parent"),
        ("page", "title"), ("page", "content"), ("page", "summary"),
        ("instructions", "content"),
    ],
)  # fmt: skip
def test_fields_of_something_new(refuses: Refuses, kind: str, field: str) -> None:
    told = {"title": "A", "summary": "B"} if kind != "instructions" else {}
    value = [SECRET] if field == "tags" else SECRET
    version = {"version": 0} if kind == "instructions" else {}
    refuses(field, "item_store", kind=kind, fields={**told, field: value}, **version)
    assert not Item.objects.filter(version__gt=0).exists()


@pytest.mark.parametrize("kind", ["task", "memory", "page"])
@pytest.mark.parametrize("field", ["title", "content", "summary"])
@pytest.mark.parametrize("version", [1, 7, None])  # it comes before the check of the version
def test_fields_of_a_change(as_owner: Caller, refuses: Refuses, kind: str, field: str, version: int | None) -> None:
    number = as_owner.store(kind, title="A", **({"summary": "B"} if kind == "memory" else {}))
    refuses(field, "item_store", kind=kind, number=number, version=version, fields={field: SECRET})
    assert as_owner.get(number)["version"] == 1


def test_a_personal_memory(as_owner: Caller, refuses: Refuses) -> None:
    refuses(
        "content", "item_store", projectId=None, kind="memory", fields={"title": "A", "summary": "B", "content": SECRET}
    )
    ref = as_owner.personal()
    refuses("title", "item_store", projectId=None, kind="memory", ref=ref, version=1, fields={"title": SECRET})


def test_fields_that_are_sent_as_a_text(refuses: Refuses) -> None:
    refuses("content", "item_store", kind="task", fields=json.dumps({"title": "A", "content": f'"{SECRET}"\n'}))


def test_reasons_of_stores(as_owner: Caller, refuses: Refuses) -> None:
    refuses("reason", "item_store", kind="task", fields={"title": "A"}, reason=SECRET)
    number = as_owner.task()
    refuses("reason", "item_store", kind="task", number=number, version=1, fields={"title": "B"}, reason=SECRET)
    refuses("reason", "item_store", kind="task", number=number, fields={"parent": None}, reason=SECRET)


@pytest.mark.parametrize("action", ["claim", "complete", "block", "unblock", "archive", "restore"])
@pytest.mark.parametrize("version", [1, 7, None])
def test_reasons_of_actions(as_owner: Caller, refuses: Refuses, action: str, version: int | None) -> None:
    number = as_owner.page() if action in ("archive", "restore") else as_owner.task()
    refuses("reason", "item_action", number=number, action=action, version=version, reason=SECRET)
    assert as_owner.get(number)["version"] == 1


@pytest.mark.parametrize("action", ["relate", "unrelate"])
def test_notes_of_relations(as_owner: Caller, refuses: Refuses, action: str) -> None:
    here, there = as_owner.task(), as_owner.task()
    refuses("reason", "item_action", number=here, action=action, target=there, relation="related", reason=SECRET)
    assert not Relation.objects.exists()


def test_reasons_of_deletions(as_owner: Caller, refuses: Refuses) -> None:
    refuses("reason", "item_delete", number=as_owner.task(), reason=SECRET)


@pytest.mark.parametrize("field", ["name", "description", "remote"])
def test_projects(as_owner: Caller, refuses: Refuses, project: Project, field: str) -> None:
    value = f"{GITHUB}@example.org:o/r" if field == "remote" else SECRET
    refuses(field, "project_store", **{field: value})
    refuses(field, "project_store", projectId=None, **{"name": "A", field: value})
    assert list(Project.objects.values_list("name")) == [(project.name,)]


@pytest.mark.parametrize("field", ["idempotencyKey", "source"])
def test_an_envelope_refuses_the_batch(refuses: Refuses, field: str) -> None:
    batch = {"idempotencyKey": "one", "items": [{"kind": "task", "fields": {"title": "A"}}], field: SECRET}
    refuses(field, "item_store", kind="task", batch=batch)
    assert not BatchResult.objects.exists()


def test_the_reason_of_a_batch(refuses: Refuses) -> None:
    batch = {"idempotencyKey": "one", "items": [{"kind": "task", "fields": {"title": "A"}}]}
    refuses("reason", "item_store", kind="task", batch=batch, reason=SECRET)
    refuses("reason", "item_store", kind="task", batch=json.dumps(batch), reason=SECRET)


@pytest.mark.parametrize("field", ["content", "key"])
def test_an_item_of_a_batch_fails_its_kind_alone(as_owner: Caller, field: str) -> None:
    bad: dict[str, Any] = {"kind": "page", "key": "b", "fields": {"title": "B", "content": "good"}}
    if field == "key":
        bad["key"] = SECRET
    else:
        bad["fields"][field] = SECRET
    items = [{"kind": "task", "fields": {"title": "A"}}, {"kind": "page", "fields": {"title": "P"}}, bad]
    text = as_owner.text("item_store", kind="task", batch={"idempotencyKey": "one", "items": items})
    kinds = json.loads(text)["kinds"]
    assert kinds["task"]["outcome"] == "stored"
    error = kinds["page"]["error"]
    assert (error["error"], error["field"], error["rule"], error["item"]) == ("secret", field, "GitHub token", 2)
    assert not [part for part in parts(GITHUB) if part in text]
    assert not Item.objects.filter(kind="page").exists()


def test_a_memory_batch_of_the_first_version(as_owner: Caller) -> None:
    batch = {"idempotencyKey": "one", "memories": [{"title": "A", "summary": "B"}, {"title": "A", "summary": SECRET}]}
    kinds = as_owner.call("item_store", kind="memory", batch=batch)["kinds"]
    assert (kinds["memory"]["error"]["error"], kinds["memory"]["error"]["item"]) == ("secret", 1)


def test_what_is_asked_is_not_stored_and_not_looked_at(as_owner: Caller) -> None:
    as_owner.text("recall", focus=SECRET)
    as_owner.call("item_list", kind="task", query=SECRET)


@pytest.mark.parametrize("switch", [{"secrets": False}, {"allowSecrets": True}, {"force": True}])
def test_no_parameter_switches_it_off(as_owner: Caller, switch: dict[str, bool]) -> None:
    assert as_owner.result(
        "item_store", {"projectId": as_owner.project_id, "kind": "task", "fields": {"title": SECRET}, **switch}
    )["isError"]
    as_owner.refused("secret", "item_store", kind="task", fields={"title": SECRET, **switch})


def test_who_may_not_write_hears_that_first(as_reader: Caller, as_outsider: Caller) -> None:
    as_reader.refused("denied", "item_store", kind="task", fields={"title": SECRET})
    as_outsider.refused("not_found", "item_store", kind="task", fields={"title": SECRET})


@pytest.mark.parametrize("rule", KEYS)
def test_every_rule_reaches_the_tools(as_owner: Caller, rule: str) -> None:
    result = as_owner.result(
        "item_store",
        {
            "projectId": as_owner.project_id,
            "kind": "task",
            "fields": {"title": "A", "summary": "B", "content": KEYS[rule]},
        },
    )
    assert json.loads(text_of(result))["rule"] == rule
    assert not Version.objects.exists()


def test_names_of_agents_people_and_organizations(actors: Actors) -> None:
    with pytest.raises(SecretFound):
        create_agent(actor=actors.owner, name=GITHUB)
    with pytest.raises(SecretFound):
        create_account(email="new@example.org", password="correct horse 9 battery", name=GITHUB)
    with pytest.raises(SecretFound):
        create_organization(actor=actors.owner, name=GITHUB)
    assert not Agent.objects.exists()
