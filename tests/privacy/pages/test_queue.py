"""What waits in a project: for whom it is there, what a row says, and everything of one person rejected at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from conderis.accounts.models import User
from items.models import Item
from privacy.models import DeletionRequest
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import MembershipFactory, UserFactory
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, approve, ask, ask_as, reject
from tests.privacy.pages.conftest import strict


@pytest.fixture
def at(home: str) -> str:
    return f"{home}privacy/"


def rows(page: str) -> str:
    return words(page.partition('aria-label="Waiting"')[2].partition("</section>")[0])


class TestWhatARowSays:
    def test_an_item_as_a_whole(self, ada: Looking, at: str, as_owner: Caller, as_writer: Caller) -> None:
        request = ask(as_writer, as_owner.memory(CANARY, content=CANARY))
        page = ada.get(at)
        assert "#1 a memory as a whole “ It names a customer. ” Chi through the agent" in rows(page)
        assert f'href="/privacy/{request.pk}/"' in page
        assert CANARY not in page

    def test_one_version(self, ada: Looking, at: str, as_owner: Caller, as_writer: Caller) -> None:
        number = as_owner.page(CANARY)
        as_owner.change("page", number, 1, title="Clean")
        ask(as_writer, number, version=1)
        page = ada.get(at)
        assert "#1 version 1 of a page" in rows(page)
        assert "Clean" not in page

    def test_the_instructions(self, ada: Looking, at: str, as_owner: Caller) -> None:
        as_owner.call("item_store", kind="instructions", version=0, fields={"content": CANARY})
        as_owner.call("item_delete", ref="instructions", reason="r")
        assert "instructions the instructions as a whole" in rows(ada.get(at))

    def test_a_proposal(self, ada: Looking, at: str, as_owner: Caller, as_writer: Caller) -> None:
        number = as_owner.memory()
        ref = as_writer.change("memory", number, 1, content=CANARY)["ref"]
        as_writer.call("item_delete", ref=ref, reason="r")
        assert f"{ref} a proposal for a memory “ r ” Chi through the agent" in rows(ada.get(at))
        assert "on #1" in rows(ada.get(at))

    def test_for_how_long_it_waits(self, ada: Looking, at: str, as_owner: Caller) -> None:
        request = ask(as_owner, as_owner.task())
        _asked(request, timedelta(days=2, hours=23))
        assert "waits since" not in ada.get(at)
        _asked(request, timedelta(days=3, hours=1))
        assert "waits since 3 d ago" in rows(ada.get(at))

    def test_once_decided(self, ada: Looking, at: str, as_owner: Caller, as_writer: Caller) -> None:
        approve(ada, ask(as_writer, as_owner.task()))
        reject(ada, ask(as_writer, as_owner.task()), reason="Not so.")
        page = words(ada.get(at, show="decided"))
        assert "#2 a task as a whole “ It names a customer. ” Ada: “ Not so. ”" in page
        assert "erased by Ada just now" in page
        assert "kept by Ada just now" in page
        assert "Nothing waits" in words(ada.get(at))


class TestForWhomItIsThere:
    def test_owners_alone(self, lookers: dict[str, Looking], at: str, as_owner: Caller, as_writer: Caller) -> None:
        ask(as_writer, as_owner.task())
        for role, status in (("nobody", 302), ("outsider", 404), ("reader", 404), ("writer", 404), ("moderator", 404)):
            lookers[role].get(at, status)
        lookers["owner"].get(at)

    def test_an_author_for_their_private_ones(
        self, lookers: dict[str, Looking], at: str, as_owner: Caller, as_writer: Caller
    ) -> None:
        ask(as_writer, as_owner.task())
        ask(as_writer, as_writer.memory(visibility="private"), "Mine alone.")
        page = rows(lookers["writer"].get(at))
        assert "#2" in page
        assert "yours alone" in page
        assert "#1" not in page
        assert "Mine alone." not in lookers["owner"].get(at)
        assert "#2" not in rows(lookers["owner"].get(at))

    def test_the_rail_counts_for_owners(
        self, lookers: dict[str, Looking], home: str, as_owner: Caller, as_writer: Caller
    ) -> None:
        ask(as_writer, as_owner.task())
        ask(as_writer, as_writer.memory(visibility="private"))
        assert "Privacy 1 waiting" in words(lookers["owner"].get(f"{home}tasks/"))
        for role in ("reader", "writer", "moderator"):
            assert "/privacy/" not in lookers[role].get(f"{home}tasks/")

    def test_the_dashboard_says_what_waits_for_me(
        self, lookers: dict[str, Looking], as_owner: Caller, as_writer: Caller
    ) -> None:
        ask(as_writer, as_owner.task(CANARY))
        as_writer.call("item_delete", projectId=None, ref=as_writer.personal(), reason="My own.")
        assert "Locked until you decide 1 #1 a task as a whole" in words(lookers["owner"].get("/"))
        assert CANARY not in lookers["owner"].get("/")
        assert "Locked until you decide 1 memory:" in words(lookers["writer"].get("/"))
        assert "Locked until" not in lookers["moderator"].get("/")


class TestRejectAllOfOnePerson:
    @pytest.fixture(autouse=True)
    def _asked(self, as_owner: Caller, as_writer: Caller, as_moderator: Caller) -> None:
        for _ in range(3):
            ask(as_writer, as_owner.task())
        ask(as_moderator, as_owner.task())

    def test_one_reason_for_all(self, ada: Looking, at: str, writer: User) -> None:
        page = words(ada.get(at))
        assert "Reject all of Chi ’s (3)" in page
        assert "Reject all of Bea" not in page
        ada.post(f"{at}reject/", asked_by=writer.pk, reason="A mishap.")
        assert "3 requests rejected." in words(ada.get(at))
        assert set(DeletionRequest.objects.filter(asked_by=writer).values_list("status", "decision_reason")) == {
            ("rejected", "A mishap.")
        }
        assert list(Item.objects.filter(sealed=True).values_list("number", flat=True)) == [4]

    @pytest.mark.parametrize("reason", ["", "  ", "AKIAIOSFODNN7EXAMPLF"])
    def test_a_reason_that_wont_do(self, ada: Looking, at: str, writer: User, reason: str) -> None:
        answer = ada.client.post(f"{at}reject/", {"asked_by": writer.pk, "reason": reason})
        assert answer.status_code in (400, 422)
        assert "field-error" in answer.content.decode()
        assert DeletionRequest.objects.filter(status="pending").count() == 4

    def test_only_owners(self, lookers: dict[str, Looking], at: str, writer: User, as_writer: Caller) -> None:
        sent = {"asked_by": writer.pk, "reason": "r"}
        for role in ("outsider", "reader", "writer", "moderator"):
            assert lookers[role].client.post(f"{at}reject/", sent).status_code == 404
        ask(as_writer, as_writer.memory(visibility="private"))
        assert lookers["writer"].client.post(f"{at}reject/", sent).status_code == 403
        assert not DeletionRequest.objects.exclude(status="pending").exists()

    def test_a_forged_form(self, owner: User, at: str, writer: User) -> None:
        assert strict(owner).post(f"{at}reject/", {"asked_by": writer.pk, "reason": "r"}).status_code == 403

    def test_someone_elses_id_or_none(self, ada: Looking, at: str) -> None:
        for asked_by in ("nonsense", "x" * 300, HOSTILE):
            ada.post(f"{at}reject/", asked_by=asked_by, reason="r")
        assert DeletionRequest.objects.filter(status="pending").count() == 4

    def test_my_own_arent_mine_to_reject_where_two_decide(
        self, ada: Looking, at: str, project: Project, as_owner: Caller, owner: User
    ) -> None:
        for _ in range(2):
            ask(as_owner, as_owner.task())
        assert "Reject all of Ada ’s (2)" in words(ada.get(at))
        project.deletion_needs_two = True
        project.save()
        assert "Reject all of Ada" not in words(ada.get(at))
        ada.post(f"{at}reject/", asked_by=owner.pk, reason="r")
        assert "0 requests rejected. 2 couldn’t be: In this project someone else has to decide" in words(ada.get(at))


def test_fifty_at_a_time(ada: Looking, at: str, as_owner: Caller, project: Project, actors: Actors) -> None:
    people = UserFactory.create_batch(3)
    numbers = [as_owner.task() for _ in range(51)]
    for at_, number in enumerate(numbers):
        request = ask_as(actors.owner if at_ < 20 else actors.moderator if at_ < 40 else actors.writer, number)
    assert len(people) == 3
    page = ada.get(at)
    assert page.count('class="row-title" href="/privacy/') == 50
    assert "offset=50" in page
    assert f'href="/privacy/{request.pk}/"' not in page
    assert f'href="/privacy/{request.pk}/"' in ada.get(at, offset="50")
    ada.get(at, 400, offset="x")


def test_two_projects_dont_mix(ada: Looking, at: str, as_owner: Caller, owner: User) -> None:
    ask(as_owner, as_owner.task())
    other = MembershipFactory(user=owner, role=4).project
    assert "Nothing waits" in words(ada.get(f"/p/{other.pk}/privacy/"))


def _asked(request: DeletionRequest, ago: timedelta) -> None:
    DeletionRequest.objects.filter(pk=request.pk).update(asked_at=timezone.now() - ago)
