"""The five people at the deck, and proposals for them."""

from collections.abc import Callable

import pytest

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.looking import Looking

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n"
Propose = Callable[..., Proposal]


@pytest.fixture
def at_owner(owner: User) -> Looking:
    return Looking(owner, "/proposals/")


@pytest.fixture
def at_moderator(moderator: User) -> Looking:
    return Looking(moderator, "/proposals/")


@pytest.fixture
def at_writer(writer: User) -> Looking:
    return Looking(writer, "/proposals/")


@pytest.fixture
def at_reader(reader: User) -> Looking:
    return Looking(reader, "/proposals/")


@pytest.fixture
def at_outsider(outsider: User) -> Looking:
    return Looking(outsider, "/proposals/")


@pytest.fixture
def memory(as_owner: Caller) -> int:
    return as_owner.memory("Shader cache", content=TEXT)


def propose_through(caller: Caller, number: int | None = None, version: int = 1, /, **fields: object) -> Proposal:
    """A change of ``number``, or a new memory."""
    sent = {"number": number, "version": version} if number else {}
    reason = str(fields.pop("reason", "It is so."))
    made = caller.call("item_store", kind="memory", fields=fields, reason=reason, **sent)
    assert made["outcome"] == "proposed", made
    return Proposal.objects.get(pk=made["ref"].partition(":")[2])


@pytest.fixture
def propose(as_writer: Caller) -> Propose:
    """As the writer's agent; without a number a new one."""

    def made(number: int | None = None, version: int = 1, /, **fields: object) -> Proposal:
        if number is None:
            fields = {"title": "Atlas", "summary": "How big it is", **fields}
        return propose_through(as_writer, number, version, **fields)

    return made


def state_of(proposal: Proposal) -> str:
    proposal.refresh_from_db()
    return proposal.status


def columns(project: Project) -> list[str]:
    return list(Proposal.objects.filter(project=project).order_by("pk").values_list("status", flat=True))
