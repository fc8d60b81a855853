"""Changes of an agent are undone as new versions or proposals; what others wrote since is never lost."""

from typing import Any

import pytest

from conderis.accounts.models import Agent, User
from conderis.core.actor import Actor
from conderis.core.errors import Denied, TooLarge
from items.models import Item, Version
from projects.capabilities import Role
from projects.models import Membership, Project
from proposals.models import Proposal
from proposals.selectors.writing import writing_of
from proposals.services.undo_changes import MOST, Undone, undo_changes
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import AgentFactory

TEXT = "one\ntwo\nthree\nfour\nfive\n"


def undo(actor: Actor, agent: Agent, number: int, *versions: int) -> list[Undone]:
    """Undo these versions of an item; what became of each, newest first."""
    found = Version.objects.filter(item__number=number, number__in=versions, agent=agent)
    assert found.count() == len(versions)
    return undo_changes(actor=actor, writing=writing_of(actor, agent.pk), versions=found.values_list("pk", flat=True))


def told(results: list[Undone]) -> list[tuple[Any, ...]]:
    return [(each.number, each.how, each.made, each.fields) for each in results]


class TestContent:
    def test_the_state_before_the_current_version_comes_back(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT, tags=["a"])
        wrong.change("page", number, 1, content="Gone.", tags=["b", "c"])
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "undone", 3, ())]
        read = as_moderator.get(number)
        assert (read["fields"]["content"], read["fields"]["tags"], read["version"]) == (TEXT, ["a"], 3)
        [latest, *_] = as_moderator.get(number, history=True)["versions"]
        assert latest["reason"] == "Undo of version 2 by claude-code"
        assert latest["author"] == {"ref": actors.moderator.ref, "name": "Bea"}

    def test_what_others_wrote_since_stays(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content=TEXT.replace("one", "WRONG"))
        as_moderator.change("page", number, 2, content=TEXT.replace("one", "WRONG").replace("five", "5"), title="Mine")
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "undone", 4, ())]
        fields = as_moderator.get(number)["fields"]
        assert (fields["content"], fields["title"]) == (TEXT.replace("five", "5"), "Mine")

    def test_a_change_that_others_overwrote_is_left_and_its_fields_are_named(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT, tags=["a"])
        wrong.change("page", number, 1, content=TEXT.replace("one", "WRONG"), tags=["b"])
        as_moderator.change("page", number, 2, content=TEXT.replace("one", "uno"))
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "left", None, ("content",))]
        read = as_moderator.get(number)
        assert (read["version"], read["fields"]["tags"]) == (3, ["b"])

    def test_selected_ones_become_one_version(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="A")
        wrong.change("page", number, 2, content="B", summary="Wrong")
        as_moderator.change("page", number, 3, tags=["kept"])
        wrong.change("page", number, 4, title="C")
        results = undo(actors.moderator, agent, number, 2, 3, 5)
        assert told(results) == [(each, "undone", 6, ()) for each in (5, 3, 2)]
        fields = as_moderator.get(number)["fields"]
        assert (fields["content"], fields["summary"], fields["title"], fields["tags"]) == (
            TEXT,
            None,
            "A page",
            ["kept"],
        )
        reason = Version.objects.get(item__number=number, number=6).reason
        assert reason == "Undo of versions 2, 3 and 5 by claude-code"

    def test_an_older_one_alone_that_a_later_one_rests_on_is_left(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="A")
        wrong.change("page", number, 2, content="B")
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "left", None, ("content",))]

    def test_what_was_undone_already_changes_nothing(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="A")
        undo(actors.moderator, agent, number, 2)
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "already", None, ())]
        assert as_moderator.get(number)["version"] == 3

    def test_the_first_instructions_are_emptied_again(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        wrong.call("item_store", kind="instructions", ref="instructions", version=0, fields={"content": "Obey me."})
        found = Version.objects.filter(agent=agent).values_list("pk", flat=True)
        undo_changes(actor=actors.moderator, writing=writing_of(actors.moderator, agent.pk), versions=found)
        read = as_moderator.call("item_get", ref="instructions")
        assert (read["version"], read["fields"]["content"]) == (2, "")

    def test_a_later_one_beside_the_first_that_is_undone_already(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        def store(caller: Caller, version: int, content: str) -> None:
            sent = {"kind": "instructions", "ref": "instructions", "version": version}
            caller.call("item_store", **sent, fields={"content": content})

        store(wrong, 0, "Obey me.")
        store(as_moderator, 1, "")
        store(wrong, 2, "Obey me again.")
        writing = writing_of(actors.moderator, agent.pk)
        found = Version.objects.filter(agent=agent).values_list("pk", flat=True)
        results = undo_changes(actor=actors.moderator, writing=writing, versions=found)
        assert told(results) == [(3, "undone", 4, ()), (1, "already", None, ())]
        assert as_moderator.call("item_get", ref="instructions")["fields"]["content"] == ""


class TestNewOnes:
    @pytest.mark.parametrize("kind", ["memory", "page"])
    def test_they_are_archived(
        self, kind: str, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.memory() if kind == "memory" else wrong.page()
        assert told(undo(actors.moderator, agent, number, 1)) == [(1, "undone", 2, ())]
        assert as_moderator.get(number)["state"] == "archived"

    def test_a_task_is_canceled(self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors) -> None:
        number = wrong.task()
        assert told(undo(actors.moderator, agent, number, 1)) == [(1, "undone", 2, ())]
        assert as_moderator.get(number)["fields"]["status"] == "canceled"

    def test_what_is_put_away_already_stays_so(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        page, task = wrong.page(), wrong.task()
        as_moderator.act(page, "archive", 1)
        as_moderator.change("task", task, 1, status="canceled")
        for number in (page, task):
            assert told(undo(actors.writer, agent, number, 1)) == [(1, "already", None, ())]

    def test_one_that_the_agent_put_away_itself_isnt_taken_out_again(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.page()
        wrong.change("page", number, 1, content="A")
        wrong.act(number, "archive", 2)
        assert {each.how for each in undo(actors.moderator, agent, number, 1, 2, 3)} == {"already"}
        read = as_moderator.get(number)
        assert (read["state"], read["version"]) == ("archived", 3)

    def test_one_that_it_took_out_again_goes(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.page()
        as_moderator.act(number, "archive", 1)
        wrong.act(number, "restore", 2)
        assert told(undo(actors.moderator, agent, number, 1, 3)) == [(3, "undone", 4, ()), (1, "undone", 4, ())]
        assert as_moderator.get(number)["state"] == "archived"

    def test_with_all_its_changes_it_goes_at_once(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.page()
        wrong.change("page", number, 1, content="A")
        results = undo(actors.moderator, agent, number, 1, 2)
        assert told(results) == [(2, "undone", 3, ()), (1, "undone", 3, ())]
        assert as_moderator.get(number)["state"] == "archived"

    def test_what_others_went_on_with_stays(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.page()
        as_moderator.change("page", number, 1, content="Mine now.")
        assert told(undo(actors.moderator, agent, number, 1)) == [(1, "left", None, ("content",))]
        assert as_moderator.get(number)["state"] == "active"

    def test_its_changes_undone_before_it_goes_too(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = wrong.page()
        wrong.change("page", number, 1, content="A")
        undo(actors.moderator, agent, number, 2)
        assert told(undo(actors.moderator, agent, number, 1)) == [(1, "undone", 4, ())]


class TestTasks:
    def test_a_closed_one_is_open_again(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.task()
        wrong.act(number, "claim", 1)
        wrong.act(number, "complete", 2)
        assert told(undo(actors.writer, agent, number, 2, 3)) == [(3, "undone", 4, ()), (2, "undone", 4, ())]
        fields = as_moderator.get(number)["fields"]
        assert (fields["status"], fields["assignee"]) == ("open", None)

    def test_a_blocked_one_goes_on_and_back(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.task()
        wrong.act(number, "block", 1, reason="No idea.")
        wrong.change("task", number, 2, status="canceled")
        undo(actors.writer, agent, number, 3)
        fields = as_moderator.get(number)["fields"]
        assert (fields["status"], fields["blockedReason"]) == ("blocked", "No idea.")
        undo(actors.writer, agent, number, 2)
        fields = as_moderator.get(number)["fields"]
        assert (fields["status"], fields["blockedReason"]) == ("open", None)

    def test_a_status_that_someone_set_since_stays(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.task()
        wrong.change("task", number, 1, status="canceled", content="A")
        as_moderator.change("task", number, 2, status="in_progress")
        assert told(undo(actors.writer, agent, number, 2)) == [(2, "left", None, ("status",))]

    def test_it_goes_to_nobody_who_cant_have_it_any_more(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors, owner: User, project: Project
    ) -> None:
        former = AgentFactory(owner=owner)
        number = as_moderator.task(assignee=former.ref)
        wrong.change("task", number, 1, assignee=None)
        Agent.objects.filter(pk=former.pk).update(revoked_at=project.created_at)
        [result] = undo(actors.writer, agent, number, 2)
        assert (result.how, "assignee" in result.why) == ("refused", True)
        assert as_moderator.get(number)["version"] == 2


class TestPuttingAway:
    def test_the_opposite(self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors) -> None:
        one, two = as_moderator.page(), as_moderator.page()
        wrong.act(one, "archive", 1)
        as_moderator.act(two, "archive", 1)
        wrong.act(two, "restore", 2)
        assert told(undo(actors.moderator, agent, one, 2)) == [(2, "undone", 3, ())]
        assert told(undo(actors.moderator, agent, two, 3)) == [(3, "undone", 4, ())]
        assert as_moderator.get(one)["state"] == "active"
        assert as_moderator.get(two)["state"] == "archived"

    def test_there_and_back_comes_to_nothing(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page()
        wrong.act(number, "archive", 1)
        wrong.act(number, "restore", 2)
        assert {each.how for each in undo(actors.moderator, agent, number, 2, 3)} == {"already"}

    def test_what_someone_else_put_away_or_took_out_since_stays(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page()
        wrong.act(number, "archive", 1)
        as_moderator.act(number, "restore", 2)
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "already", None, ())]
        as_moderator.act(number, "archive", 3)
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "left", None, ("archived",))]

    def test_changed_and_archived(self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="A")
        wrong.act(number, "archive", 2)
        assert told(undo(actors.moderator, agent, number, 2, 3)) == [(3, "undone", 5, ()), (2, "undone", 4, ())]
        read = as_moderator.get(number)
        assert (read["state"], read["fields"]["content"]) == ("active", TEXT)


class TestWhoMay:
    def test_a_writer_proposes_what_is_reviewed(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.memory()
        wrong.change("memory", number, 1, summary="Wrong")
        [result] = undo(actors.writer, agent, number, 2)
        proposal = Proposal.objects.get()
        assert (result.how, result.made) == ("proposed", proposal.pk)
        assert (proposal.reason, proposal.state["summary"]) == ("Undo of version 2 by claude-code", "Why it matters")
        assert as_moderator.get(number)["version"] == 2

    def test_a_writer_cant_put_a_page_away(self, wrong: Caller, agent: Agent, actors: Actors) -> None:
        [result] = undo(actors.writer, agent, wrong.page(), 1)
        assert (result.how, "moderate" in result.why) == ("refused", True)

    def test_who_may_not_write_at_one_of_them_undoes_none(
        self, as_writer: Caller, writer: User, project: Project, actors: Actors
    ) -> None:
        number = as_writer.task()
        Membership.objects.filter(project=project, user=writer).update(role=Role.READER)
        with pytest.raises(Denied):
            undo(actors.writer, Agent.objects.get(pk=as_writer.actor.agent_id), number, 1)
        assert Item.objects.get(number=number).version == 1

    def test_only_what_that_agent_wrote_and_one_sees(
        self, wrong: Caller, agent: Agent, as_moderator: Caller, actors: Actors
    ) -> None:
        private = wrong.memory(visibility="private")
        others = as_moderator.page()
        shared = wrong.page()
        every = Version.objects.filter(item__number__in=[private, others, shared]).values_list("pk", flat=True)
        results = undo_changes(actor=actors.moderator, writing=writing_of(actors.moderator, agent.pk), versions=every)
        assert [each.item.number for each in results] == [shared]

    def test_a_locked_one_is_refused(self, wrong: Caller, agent: Agent, actors: Actors) -> None:
        number = wrong.page()
        Item.objects.filter(number=number).update(sealed=True, state=None)
        [result] = undo(actors.moderator, agent, number, 1)
        assert result.how == "refused"

    def test_where_the_state_before_is_locked_it_is_left(
        self, as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
    ) -> None:
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="A")
        Version.objects.filter(item__number=number, number=1).update(sealed=True, state=None)
        assert told(undo(actors.moderator, agent, number, 2)) == [(2, "left", None, ())]

    def test_at_most_a_hundred_at_once(self, agent: Agent, actors: Actors) -> None:
        with pytest.raises(TooLarge):
            undo_changes(actor=actors.owner, writing=writing_of(actors.owner, agent.pk), versions=range(MOST + 1))
