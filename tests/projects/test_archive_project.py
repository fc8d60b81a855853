"""An archived project stays readable for who could read it, and nobody writes in it until an owner restores it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, NotFound
from projects.capabilities import Capability, Role
from projects.models import Project
from projects.permissions import can, capabilities
from projects.selectors import archived_projects, list_projects, my_projects, project_for, visible_projects
from projects.services.archive_project import archive_project, restore_project
from projects.services.change_project import change_project
from projects.services.create_project import create_project
from projects.services.grant import grant
from projects.services.leave_project import leave_project
from tests.calls import Caller
from tests.conftest import Actors, through_agent
from tests.factories import (
    AgentFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)

WHO = ("owner", "moderator", "writer", "reader")


@pytest.fixture
def archived(actors: Actors, project: Project) -> Project:
    return archive_project(actor=actors.owner, project=project)


class TestArchiving:
    def test_it_says_when_and_again_changes_nothing(self, actors: Actors, project: Project) -> None:
        first = archive_project(actor=actors.owner, project=project).archived_at
        assert first is not None
        assert timezone.now() - first < timedelta(minutes=1)
        assert archive_project(actor=actors.owner, project=project).archived_at == first

    def test_restoring_gives_everything_back(self, actors: Actors, archived: Project) -> None:
        assert restore_project(actor=actors.owner, project=archived).archived_at is None
        assert restore_project(actor=actors.owner, project=archived).archived_at is None
        assert can(actors.writer, Capability.WRITE, project_for(actors.writer, archived.id))
        assert [row["projectId"] for row in list_projects(actors.writer)] == [archived.id]

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    @pytest.mark.parametrize("act", [archive_project, restore_project])
    def test_it_requires_own(self, actors: Actors, archived: Project, who: str, act: Any) -> None:
        with pytest.raises(Denied) as refused:
            act(actor=actors[who], project=archived)
        assert refused.value.data["missing"] == "own"
        assert Project.objects.get().archived_at == archived.archived_at

    @pytest.mark.parametrize("limit", ["read_only", "review_always"])
    def test_a_limited_key_archives_nothing(self, owner: User, project: Project, limit: str) -> None:
        with pytest.raises(Denied):
            archive_project(actor=acting_through(AgentFactory(owner=owner, **{limit: True})), project=project)

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project) -> None:
        with pytest.raises(NotFound):
            archive_project(actor=actors.outsider, project=project)


class TestReading:
    @pytest.mark.parametrize("who", WHO)
    def test_the_door_stays_open_to_members(self, actors: Actors, archived: Project, who: str) -> None:
        seen = project_for(actors[who], archived.id)
        assert seen.archived_at == archived.archived_at
        assert can(actors[who], Capability.READ, seen)
        assert archived in visible_projects(actors[who])

    def test_and_closed_to_others(self, actors: Actors, archived: Project) -> None:
        with pytest.raises(NotFound):
            project_for(actors.outsider, archived.id)
        assert archived not in visible_projects(actors.outsider)
        assert archived not in archived_projects(actors.outsider)

    def test_it_leaves_the_lists_and_has_one_of_its_own(self, actors: Actors, archived: Project) -> None:
        other = ProjectFactory(name="Other")
        grant(actor=acting(other.created_by), project=own(other), user=archived.created_by, role=Role.READER)
        assert [row["name"] for row in list_projects(actors.owner)] == ["Other"]
        assert list(my_projects(actors.owner)) == [other]
        assert [(p.name, p.seen_as) for p in archived_projects(actors.owner)] == [("Lighthouse", Role.OWNER)]
        assert [(p.name, p.seen_as) for p in archived_projects(actors.reader)] == [("Lighthouse", Role.READER)]

    def test_one_of_an_organization_is_in_its_members_list(self, outsider: User) -> None:
        organization = OrganizationMembershipFactory(user=outsider, role=Role.WRITER).organization
        archived = ProjectFactory(organization=organization, archived_at=timezone.now())
        assert list(archived_projects(acting(outsider))) == [archived]
        assert list_projects(acting(outsider)) == []

    def test_agents_read_it_and_are_told(self, as_reader: Caller, as_owner: Caller, archived: Project) -> None:
        shown = as_owner.call("project_get")
        assert shown["archived"] is True
        assert shown["permissions"] == {"write": False, "moderate": False, "own": True}
        assert "archived: nobody writes in it" in as_reader.text("recall")
        assert as_reader.call("item_list", kind="task")["items"] == []
        assert as_owner.call("project_get", projectId=None) == {"projects": []}


def own(project: Project) -> Project:
    """The project with its maker as its owner."""
    project.memberships.create(user=project.created_by, role=Role.OWNER)
    return project


# Every call that writes, and the capability that the contract names for it, asked for by who had it before.
WRITES: list[tuple[str, str, dict[str, Any], str]] = [
    ("writer", "item_store", {"kind": "task", "fields": {"title": "T"}}, "write"),
    ("writer", "item_store", {"kind": "task", "number": 1, "version": 1, "fields": {"title": "New"}}, "write"),
    ("writer", "item_store", {"kind": "task", "number": 1, "fields": {"parent": None}}, "write"),
    ("writer", "item_store", {"kind": "memory", "fields": {"title": "T", "visibility": "private"}}, "write"),
    ("writer", "item_store", {"kind": "task", "batch": {"idempotencyKey": "k", "items": [{"kind": "task"}]}}, "write"),
    ("moderator", "item_store", {"kind": "page", "fields": {"title": "T"}}, "write"),
    ("moderator", "item_store", {"kind": "instructions", "version": 0, "fields": {"content": "C"}}, "write"),
    ("writer", "item_action", {"number": 1, "action": "claim", "version": 1}, "write"),
    ("moderator", "item_action", {"number": 2, "action": "archive", "version": 1}, "write"),
    ("moderator", "item_action", {"number": 2, "action": "relate", "relation": "related", "target": 1}, "write"),
    ("writer", "item_delete", {"number": 1, "reason": "r"}, "write"),
    ("owner", "item_store", {"kind": "task", "fields": {"title": "T"}}, "write"),
    ("owner", "item_action", {"number": 1, "action": "complete", "version": 1}, "write"),
    ("reader", "item_store", {"kind": "task", "fields": {"title": "T"}}, "write"),
    ("moderator", "project_store", {"name": "New"}, "own"),
]


@pytest.mark.parametrize(("who", "tool", "arguments", "missing"), WRITES)
def test_nobody_writes(
    request: pytest.FixtureRequest,
    project: Project,
    owner: User,
    who: str,
    tool: str,
    arguments: dict[str, Any],
    missing: str,
) -> None:
    ada = through_agent(owner, project)
    ada.task()
    ada.memory()
    archive_project(actor=acting(owner), project=project)
    caller = through_agent(request.getfixturevalue(who), project)
    refusal = caller.refused("denied", tool, **arguments)
    assert refusal["missing"] == missing
    assert missing == "own" or "an owner can restore it" in refusal["message"]
    restore_project(actor=acting(owner), project=project)
    assert ada.get(1)["version"] == ada.get(2)["version"] == 1


def test_an_outsider_still_gets_not_found(as_outsider: Caller, archived: Project) -> None:
    as_outsider.refused("not_found", "item_store", kind="task", fields={"title": "T"})


@pytest.mark.parametrize("who", [*WHO, "outsider"])
def test_what_is_left_of_each_role(actors: Actors, archived: Project, who: str) -> None:
    expected = {"owner": {"read", "own"}, "outsider": set()}.get(who, {"read"})
    assert {c.value for c in capabilities(actors[who], archived)} == expected


class TestOwning:
    def test_its_settings_and_members_stay_its_owners(self, actors: Actors, archived: Project, outsider: User) -> None:
        assert change_project(actor=actors.owner, project=archived, changes={"name": "Ruin"})[1] == ["name"]
        assert grant(actor=actors.owner, project=archived, user=outsider, role=Role.READER)
        leave_project(actor=actors.reader, project=archived)
        with pytest.raises(NotFound):
            project_for(actors.reader, archived.id)

    def test_its_last_owner_stays(self, actors: Actors, archived: Project) -> None:
        with pytest.raises(Conflict):
            leave_project(actor=actors.owner, project=archived)


class TestUpstream:
    def test_it_leaves_the_recall_of_its_forks_and_comes_back(self, owner: User) -> None:
        upstream = ProjectFactory(owner=owner, public=True)
        fork = ProjectFactory(owner=owner, upstream=upstream)
        through_agent(owner, upstream).memory("Upstream's fact")
        recalled = through_agent(owner, fork)
        assert "Upstream's fact" in recalled.text("recall")
        archive_project(actor=acting(owner), project=upstream)
        assert "Upstream's fact" not in recalled.text("recall")
        assert recalled.call("project_get")["upstream"] is None
        restore_project(actor=acting(owner), project=upstream)
        assert "Upstream's fact" in recalled.text("recall")

    def test_it_is_no_new_upstream(self, owner: User) -> None:
        upstream = ProjectFactory(owner=owner, public=True, archived_at=timezone.now())
        with pytest.raises(Invalid) as refused:
            create_project(actor=acting(owner), fields={"name": "Fork", "upstream": upstream.id})
        assert refused.value.data["field"] == "upstream"


def test_an_organizations_project_is_archived_by_the_organizations_owner(outsider: User) -> None:
    organization = OrganizationFactory()
    OrganizationMembershipFactory(organization=organization, user=outsider, role=Role.OWNER)
    project = ProjectFactory(organization=organization)
    assert archive_project(actor=acting(outsider), project=project).archived_at is not None
