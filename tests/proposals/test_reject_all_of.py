"""Everything that waits of one agent is rejected with one reason."""

from typing import Any

import pytest
from django.core.mail import EmailMessage

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Missing, SecretFound
from conderis.outbox.models import Mail
from conderis.outbox.services.send_due import send_due
from projects.capabilities import Role
from projects.models import Project
from proposals.models import Proposal
from proposals.selectors.writing import writing_of
from proposals.services import reject_all_of as rejecting
from proposals.services.reject_all_of import Rejected, reject_all_of
from proposals.services.withdraw import withdraw
from tests.calls import Caller
from tests.conftest import Actors
from tests.core.credentials import GITHUB
from tests.factories import MembershipFactory, ProjectFactory
from tests.items.pages.browser import browser_of
from tests.together import together


def propose(caller: Caller, count: int, title: str = "T") -> list[int]:
    """The ids of as many proposals."""
    sent = [caller.call("item_store", kind="memory", fields={"title": title, "summary": "S"}) for _ in range(count)]
    return [int(each["ref"].partition(":")[2]) for each in sent]


def reject(actor: Actor, caller: Caller, reason: str = "It went wrong.", project: str | None = None) -> Rejected:
    return reject_all_of(actor=actor, writing=writing_of(actor, caller.actor.agent_id, project), reason=reason)


def test_all_that_wait_and_no_others(as_writer: Caller, as_moderator: Caller, actors: Actors, writer: User) -> None:
    pks = propose(as_writer, 3)
    as_moderator.call("item_action", ref=f"proposal:{pks[0]}", action="approve")
    other = Caller(Actor(writer.pk), as_writer.project_id)
    [stays] = propose(other, 1)
    assert reject(actors.moderator, as_writer) == Rejected(2, 0, 0)
    found = dict(Proposal.objects.values_list("pk", "status"))
    assert found == {pks[0]: "approved", pks[1]: "rejected", pks[2]: "rejected", stays: "pending"}
    rejected = Proposal.objects.get(pk=pks[2])
    assert (rejected.decision_reason, rejected.decided_by_id) == ("It went wrong.", actors.moderator.user_id)


def test_only_where_one_moderates(as_writer: Caller, actors: Actors, writer: User, moderator: User) -> None:
    here = propose(as_writer, 1)
    other = ProjectFactory(owner=writer)
    MembershipFactory(project=other, user=moderator, role=Role.WRITER)
    there = [
        int(Caller(as_writer.actor, other.pk).call(
            "item_store", kind="memory", fields={"title": "T", "summary": "S"}, propose=True
        )["ref"].partition(":")[2])
    ]  # fmt: skip
    assert reject(actors.moderator, as_writer) == Rejected(1, 0, 0)
    assert set(Proposal.objects.filter(status="rejected").values_list("pk", flat=True)) == set(here)
    assert Proposal.objects.get(status="pending").pk == there[0]


def test_who_doesnt_moderate_rejects_none(as_writer: Caller, actors: Actors) -> None:
    propose(as_writer, 1)
    with pytest.raises(Denied):
        reject(actors.writer, as_writer)
    assert Proposal.objects.get().pending


def test_an_archived_project_decides_nothing(as_writer: Caller, actors: Actors, project: Project) -> None:
    propose(as_writer, 1)
    project.archived_at = project.created_at
    project.save(update_fields=["archived_at"])
    with pytest.raises(Denied):
        reject(actors.owner, as_writer)


def test_a_reason_without_a_secret(as_writer: Caller, actors: Actors) -> None:
    propose(as_writer, 1)
    with pytest.raises(Missing):
        reject(actors.moderator, as_writer, " ")
    with pytest.raises(SecretFound):
        reject(actors.moderator, as_writer, f"It held {GITHUB}")
    assert Proposal.objects.get().pending


def test_a_call_is_bounded_and_says_how_many_are_left(
    as_writer: Caller, actors: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    pks = propose(as_writer, 5)
    monkeypatch.setattr(rejecting, "MOST", 3)
    assert reject(actors.moderator, as_writer) == Rejected(3, 0, 2)
    assert list(Proposal.objects.filter(status="pending").order_by("pk").values_list("pk", flat=True)) == pks[3:]
    assert reject(actors.moderator, as_writer) == Rejected(2, 0, 0)


def test_a_locked_one_is_passed_over(as_writer: Caller, actors: Actors) -> None:
    pks = propose(as_writer, 2)
    Proposal.objects.filter(pk=pks[0]).update(sealed=True, state=None)
    assert reject(actors.moderator, as_writer) == Rejected(1, 0, 0)
    assert Proposal.objects.get(pk=pks[0]).pending


class TestPage:
    def test_it_says_how_many_and_asks_why(self, as_writer: Caller, moderator: User) -> None:
        propose(as_writer, 3)
        browser = browser_of(moderator)
        address = f"/written/{as_writer.actor.agent_id}/reject/"
        page = browser.get(address)
        assert "3 proposals wait where you moderate" in page.words
        assert browser.post(address, {"reason": " "}, 400).words.count("Say why") == 1
        page = browser.post(address, {"reason": "It went wrong."})
        assert page.path == f"/written/{as_writer.actor.agent_id}/"
        assert "3 rejected." in page.words

    def test_a_writer_is_refused(self, as_writer: Caller, writer: User) -> None:
        propose(as_writer, 1)
        address = f"/written/{as_writer.actor.agent_id}/reject/"
        browser_of(writer).get(address, 403)
        browser_of(writer).post(address, {"reason": "No."}, 403)

    def test_nothing_waits(self, as_writer: Caller, moderator: User) -> None:
        as_writer.task()
        assert "Nothing waits" in browser_of(moderator).get(f"/written/{as_writer.actor.agent_id}/reject/").text


class TestMail:
    @pytest.fixture(autouse=True)
    def mail_server(self, settings: Any) -> None:
        settings.SENDS_MAIL = True

    def test_its_owner_gets_one_of_all(
        self, as_writer: Caller, actors: Actors, writer: User, mailoutbox: list[EmailMessage]
    ) -> None:
        User.objects.filter(pk=writer.pk).update(mails_outcomes=True)
        propose(as_writer, 3)
        reject(actors.moderator, as_writer)
        assert send_due() == 1
        [mail] = mailoutbox
        assert mail.to == [writer.email]
        for said in (
            "Bea rejected 3 proposals",
            "claude-code",
            "It went wrong.",
            f"/written/{as_writer.actor.agent_id}/",
        ):
            assert said in mail.body, said

    def test_none_for_who_doesnt_want_any_or_did_it_themselves(
        self, as_writer: Caller, as_moderator: Caller, actors: Actors, moderator: User
    ) -> None:
        propose(as_writer, 2)
        reject(actors.moderator, as_writer)
        User.objects.update(mails_outcomes=True)
        as_moderator.call("item_store", kind="memory", fields={"title": "T", "summary": "S"}, propose=True)
        reject(actors.moderator, as_moderator)
        assert Proposal.objects.filter(status="rejected").count() == 3
        assert not Mail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_decided_by_others_at_the_same_moment_each_is_decided_once(
    as_writer: Caller, actors: Actors, moderator: User, owner: User
) -> None:
    pks = propose(as_writer, 12)

    def take_back() -> int:
        done = 0
        for pk in reversed(pks):
            proposal = Proposal.objects.select_related("project", "item").get(pk=pk)
            try:
                withdraw(actor=actors.writer, proposal=proposal)
                done += 1
            except Conflict:
                pass
        return done

    results = together(lambda: reject(actors.moderator, as_writer), lambda: reject(actors.owner, as_writer), take_back)
    rejections = [each for each in results if isinstance(each, Rejected)]
    assert len(rejections) == 2, results
    assert sum(each.count for each in rejections) == Proposal.objects.filter(status="rejected").count()
    assert results[2] == Proposal.objects.filter(status="withdrawn").count()
    assert not Proposal.objects.filter(status="pending").exists()
