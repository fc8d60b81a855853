"""A fork recalls the shared memories of its public upstream, named by the upstream's projectId."""

import pytest

from projects.models import Project
from tests.calls import Caller


@pytest.fixture
def upstream(as_owner: Caller, project: Project) -> Caller:
    """A public project of Ada's, of which Lighthouse is a fork."""
    made = as_owner.call("project_store", projectId=None, name="Upstream", public=True)["projectId"]
    as_owner.call("project_store", upstream=made)
    return Caller(as_owner.actor, made)


def named(text: str, project_id: str | None) -> list[str]:
    return [line.split(" ")[0] for line in text.splitlines() if line.startswith(f"{project_id}#")]


def test_shared_memories_alone(upstream: Caller, as_owner: Caller, as_reader: Caller) -> None:
    number = upstream.memory("Upstream's fact")
    upstream.memory("Private", visibility="private")
    upstream.memory("Expired", expiresAt="2001-01-01")
    upstream.act(upstream.memory("Archived"), "archive", 1)
    old, new = upstream.memory("Old"), upstream.memory("New")
    upstream.relate(new, "supersedes", old)
    upstream.task("Task")
    upstream.page("Page")
    own = as_owner.memory("Own")
    for caller in (as_owner, as_reader):
        text = caller.text("recall")
        assert set(named(text, upstream.project_id)) == {
            f"{upstream.project_id}#{number}",
            f"{upstream.project_id}#{new}",
        }
        assert text.index(f"#{own} ") < text.index(f"{upstream.project_id}#")


def test_it_leaves_with_the_upstreams_being_public(upstream: Caller, as_owner: Caller) -> None:
    upstream.memory("Upstream's fact")
    assert named(as_owner.text("recall"), upstream.project_id)
    upstream.call("project_store", public=False)
    text = as_owner.text("recall")
    assert not named(text, upstream.project_id)
    assert "Upstream's fact" not in text
    upstream.call("project_store", public=True)
    assert named(as_owner.text("recall"), upstream.project_id)


def test_the_upstream_recalls_nothing_of_its_fork(upstream: Caller, as_owner: Caller) -> None:
    as_owner.memory("Fork's own")
    assert "Fork's own" not in upstream.text("recall")


def test_it_stays_within_the_budget(upstream: Caller, as_owner: Caller) -> None:
    items = [{"kind": "memory", "fields": {"title": "T" * 200, "summary": "S" * 280}} for _ in range(60)]
    upstream.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    as_owner.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    for most in (500, 2_000, 6_000, 20_000):
        text = as_owner.text("recall", maxChars=most)
        assert len(text) <= most
        if most >= 6_000:
            assert named(text, upstream.project_id)
            assert any(line.startswith("#") for line in text.splitlines())
