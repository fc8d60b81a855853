"""The five people with their browsers, and a stranger who isn't signed in."""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.items.pages.browser import Browser, browser_of


@pytest.fixture
def at_owner(owner: User) -> Browser:
    return browser_of(owner)


@pytest.fixture
def at_moderator(moderator: User) -> Browser:
    return browser_of(moderator)


@pytest.fixture
def at_writer(writer: User) -> Browser:
    return browser_of(writer)


@pytest.fixture
def at_reader(reader: User) -> Browser:
    return browser_of(reader)


@pytest.fixture
def at_outsider(outsider: User) -> Browser:
    return browser_of(outsider)


@pytest.fixture
def at_nobody(db: None) -> Browser:
    return browser_of(None)


@pytest.fixture
def home(project: Project) -> str:
    """The address below which the project's items are."""
    return f"/p/{project.pk}/"


@pytest.fixture
def public(project: Project) -> Project:
    project.public = True
    project.save(update_fields=["public"])
    return project
