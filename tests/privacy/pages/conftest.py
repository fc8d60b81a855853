"""The five people in front of the pages; the owner and the writer know their passwords."""

import pytest
from django.test import Client

from conderis.accounts.models import User
from privacy.models import DeletionRequest
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking
from tests.privacy.pages.asking import CANARY, PASSWORD, ask


@pytest.fixture
def home(project: Project) -> str:
    return f"/p/{project.pk}/"


@pytest.fixture
def ada(owner: User) -> Looking:
    return _knowing_the_password(owner)


@pytest.fixture
def chi(writer: User) -> Looking:
    return _knowing_the_password(writer)


@pytest.fixture
def lookers(
    actors: Actors, owner: User, moderator: User, writer: User, reader: User, outsider: User
) -> dict[str, Looking]:
    people = {"owner": owner, "moderator": moderator, "writer": writer, "reader": reader, "outsider": outsider}
    return {"nobody": Looking(None, ""), **{name: Looking(user, "") for name, user in people.items()}}


@pytest.fixture
def number(as_owner: Caller) -> int:
    """A memory of three versions, all of which hold the canary."""
    number = as_owner.memory(f"T {CANARY}", content=f"one {CANARY}")
    as_owner.change("memory", number, 1, content=f"two {CANARY}")
    as_owner.change("memory", number, 2, content=f"three {CANARY}")
    return number


@pytest.fixture
def asked(as_writer: Caller, number: int) -> DeletionRequest:
    as_writer.change("memory", number, 3, content=f"four {CANARY}")
    return ask(as_writer, number)


def _knowing_the_password(user: User) -> Looking:
    user.set_password(PASSWORD)
    user.save()
    return Looking(user, "")


def strict(user: User) -> Client:
    """A browser whose forms need their tokens, as real ones do."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client
