"""What a first run shows, made through the services that everyone uses."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import actor_for_key
from conderis.demo.load import load_demo
from items.models import Item, Relation
from projects.capabilities import Role
from projects.models import Project
from projects.permissions import role_of
from projects.selectors import list_projects, project_for
from proposals.models import Proposal
from proposals.selectors.standing import standing_of
from tests.commands import manage
from tests.factories import acting
from tests.together import together


def test_its_json_signs_in_and_connects(db: None) -> None:
    ran = manage("load_demo", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json.keys() == {"email", "password", "key", "projectId"}
    assert authenticate(username=ran.json["email"], password=ran.json["password"]) is not None
    actor = actor_for_key(ran.json["key"])
    assert actor is not None
    assert role_of(actor, project_for(actor, ran.json["projectId"])) is Role.OWNER


def test_again_it_is_nothing(db: None) -> None:
    first = manage("load_demo", "--json")
    assert manage("load_demo", "--json").json == {}
    assert "already" in manage("load_demo").out
    assert Project.objects.get().id == first.json["projectId"]
    assert Agent.objects.count() == 2


def test_for_people_it_tells_each_secret_once(db: None) -> None:
    out = manage("load_demo").out
    assert len(re.findall(r"cnd_[a-z0-9]{40}", out)) == 1
    password = out.splitlines()[1].rpartition(" ")[2]
    assert out.count(password) == 1
    for name in ("ada", "bea", "chi"):
        assert authenticate(username=f"{name}@example.org", password=password) is not None


def test_no_two_demos_share_a_secret(db: None) -> None:
    first = load_demo()
    for name in ("ada", "bea", "chi"):
        User.objects.filter(email=f"{name}@example.org").update(email=f"old-{name}@example.org")
        EmailAddress.objects.filter(email=f"{name}@example.org").update(email=f"old-{name}@example.org")
    second = load_demo()
    assert first is not None
    assert second is not None
    assert first.password != second.password
    assert first.key != second.key


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_it_is_one() -> None:
    results = together(load_demo, load_demo)
    assert sorted(result is None for result in results) == [False, True]
    assert Project.objects.count() == 1


class TestStory:
    @pytest.fixture
    def project(self, db: None) -> Project:
        demo = load_demo()
        assert demo is not None
        return demo.project

    def test_it_has_every_kind_and_the_three_people(self, project: Project) -> None:
        items = Item.objects.filter(project=project)
        assert set(items.values_list("kind", flat=True)) == {"instructions", "page", "memory", "task"}
        assert items.count() == 14
        assert {user.name for user in User.objects.all()} == {"Ada", "Bea", "Chi"}
        roles = {user.name: list_projects(acting(user))[0]["role"] for user in User.objects.all()}
        assert roles == {"Ada": "owner", "Bea": "moderator", "Chi": "writer"}

    def test_its_numbers_have_no_gap(self, project: Project) -> None:
        numbers = Item.objects.filter(project=project).exclude(number=None).values_list("number", flat=True)
        assert set(numbers) == set(range(1, 14))

    def test_it_shows_what_the_product_can_do(self, project: Project) -> None:
        tasks = Item.objects.filter(project=project, kind="task")
        assert set(tasks.values_list("status", flat=True)) == {"open", "in_progress", "blocked", "done"}
        assert tasks.exclude(parent=None).count() == 3
        assert set(Relation.objects.values_list("relation", flat=True)) == {
            *("supersedes", "depends_on", "implements", "related", "derived_from"),
        }
        assert Item.objects.filter(version__gt=1).exists()

    def test_agents_and_people_wrote_it(self, project: Project) -> None:
        items = Item.objects.filter(project=project)
        assert items.filter(created_agent=None).exists()
        assert items.exclude(created_agent=None).exists()

    def test_what_waits_shows_what_review_is_about(self, project: Project) -> None:
        waiting = Proposal.objects.filter(project=project, status="pending").select_related("item")
        standing = [standing_of(each, each.item) for each in waiting]
        assert [each.moved_on and not each.merge.conflicts for each in standing].count(True) == 1
        assert [each.merge.conflicts for each in standing if each.merge.conflicts] == [("content",)]
        assert waiting.filter(item=None).count() == 2
        assert waiting.exclude(repeats=None).count() == 1
        assert Proposal.objects.get(status="rejected").decision_reason
