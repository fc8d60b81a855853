"""axe finds nothing serious on any page, in either theme, wide and narrow; nothing is wider than its window."""

import pytest
from django.urls import reverse

from conderis.accounts.models import User
from projects.models import Project
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.calls import Caller
from tests.web.test_every_page import ALONE, PROJECT

NOT_PAGES = {
    "healthz",
    "readyz",
    "metrics",
    "batch-schema",
    "batch-example",
    "find",
    "find-personal",
    "instructions-version-words",
    "proposals-count",
}
HOSTILE = "<b>" + "x" * 150 + "\u202e&amp;"


@pytest.fixture
def addresses(project: Project, as_owner: Caller) -> list[str]:
    """Every page that a GET shows to an owner, with little and with hostile content in it."""
    as_owner.call("item_store", kind="instructions", ref="instructions", version=0, fields={"content": "# Be kind"})
    task = as_owner.task(HOSTILE, content="See #2.\n\n- [ ] one\n\n| a |\n|---|\n| b |\n", summary="What to do")
    memory = as_owner.memory(HOSTILE, tags=["api"], expiresAt="2020-01-01")
    page = as_owner.page(HOSTILE, content="# One\n\n## Two\n\n```python\nx = 1\n```\n\n## Three\n")
    as_owner.page("Below", parent=page)
    as_owner.relate(task, "related", memory)
    as_owner.change("task", task, 1, content="See #3.", title="Short")
    as_owner.act(task, "block", 2, reason="It waits.")
    personal = as_owner.personal().partition(":")[2]
    here = {"project_id": project.pk}
    found = [reverse(name) for name in ALONE if name not in NOT_PAGES]
    found += [
        reverse(name, kwargs={**here, **({"version": 1} if name.endswith("-version") else {})})
        for name in PROJECT
        if name not in NOT_PAGES
    ]
    for number in (task, memory, page):
        found += [reverse(name, kwargs={**here, "number": number}) for name in ("item", "edit", "history", "compare")]
        found.append(reverse("version", kwargs={**here, "number": number, "version": 1}))
    found += [reverse("new", args=[project.pk, kind]) for kind in ("task", "memory", "page")]
    found += [reverse(name, kwargs={"pk": personal}) for name in ("personal", "personal-edit", "personal-history")]
    found += [reverse(name, kwargs=here) for name in ("settings", "members")]
    as_owner.call("item_store", kind="page", fields={"title": HOSTILE}, propose=True, reason="It seemed so " * 30)
    found += [reverse(name, args=[as_owner.actor.agent_id]) for name in ("written", "reject-written")]
    return [*found, reverse("search", kwargs=here) + "?q=short", reverse("tasks", kwargs=here) + "?includeClosed=true"]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_page(visit: Visit, owner: User, addresses: list[str], size: dict[str, int]) -> None:
    window = visit(owner, viewport=size)
    for address in addresses:
        window.goto(address)
        window.assert_accessible()
        window.assert_fits()


def test_the_pages_of_errors(visit: Visit, owner: User) -> None:
    window = visit(owner)
    for address in ("/p/nothinghere1/", "/nonsense/"):
        window.goto(address)
        assert window.page.get_by_role("heading", level=1).is_visible()
        window.assert_accessible()
