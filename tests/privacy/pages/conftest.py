"""The five people in front of the pages; the owner and the writer know their passwords."""

import pytest
from django.test import Client

from conderis.accounts.models import User
from projects.models import Project
from tests.conftest import Actors
from tests.items.pages.looking import Looking
from tests.privacy.pages.asking import PASSWORD


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


def _knowing_the_password(user: User) -> Looking:
    user.set_password(PASSWORD)
    user.save()
    return Looking(user, "")


def strict(user: User) -> Client:
    """A browser whose forms need their tokens, as real ones do."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client
