"""What waits in all of a person's projects, on one page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import MembershipFactory, ProjectFactory
from tests.items.pages.looking import Looking, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import propose_new

AT = "/proposals/"


@pytest.fixture
def other(moderator: User, writer: User) -> Project:
    project = ProjectFactory(name="Harbour")
    MembershipFactory(project=project, user=moderator, role=Role.OWNER)
    MembershipFactory(project=project, user=writer, role=Role.WRITER)
    return project


def test_both_projects_oldest_first(as_writer: Caller, writer: User, moderator: User, other: Project) -> None:
    propose_new(as_writer, title="First")
    propose_new(through_agent(writer, other), title="Second")
    said = words(Looking(moderator, AT).get())
    assert said.index("First") < said.index("Second")
    assert "Lighthouse" in said
    assert "Harbour (1)" in said
    assert "2 wait" in said


def test_one_project_alone(as_writer: Caller, writer: User, moderator: User, other: Project) -> None:
    propose_new(as_writer, title="First")
    propose_new(through_agent(writer, other), title="Second")
    said = words(Looking(moderator, f"{AT}?project={other.pk}").get())
    assert "Second" in said
    assert "First" not in said
    kinds = words(Looking(moderator, f"{AT}?kind=page").get())
    assert "Nothing fits these filters" in kinds


def test_only_what_one_may_decide(as_writer: Caller, writer: User, outsider: User, project: Project) -> None:
    propose_new(as_writer, title="First")
    project.public = True
    project.save()
    for person in (writer, outsider):
        assert "Nothing waits" in words(Looking(person, AT).get())
    assert "First" not in words(Looking(outsider, f"{AT}?project={project.pk}").get())


@pytest.mark.parametrize("query", ["kind=nonsense", "project=%00", "author=x", "after=x"])
def test_a_filter_that_is_none(moderator: User, query: str) -> None:
    assert "names nothing" in words(Looking(moderator, f"{AT}?{query}").get("", 400))


def test_pages_and_constant_queries(moderator: User, writer: User, project: Project) -> None:
    counts = []
    for many in (10, 300):
        add_proposals(project, writer, many)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            Looking(moderator, AT).get()
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert "Next" in words(Looking(moderator, AT).get())
