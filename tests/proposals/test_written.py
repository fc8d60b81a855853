"""The page of everything that one agent wrote: who sees it, and what of it."""

import html
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import Agent, User
from items.models import Event, Item, Version
from projects.capabilities import Role
from projects.models import Membership, Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import AgentFactory, MembershipFactory, ProjectFactory
from tests.items.bulk import LONG_AGO, add_items
from tests.items.pages.browser import browser_of

REVIEWED = {"title": "Proposed one", "summary": "S"}


def page_of(agent: Agent) -> str:
    return f"/written/{agent.pk}/"


def titles(text: str) -> list[str]:
    return re.findall(r'<a class="strong" [^>]*><bdi>([^<]*)</bdi>', text)


class TestWhoSeesIt:
    def test_its_owner_and_who_writes_where_it_did(
        self, wrong: Caller, agent: Agent, owner: User, moderator: User, writer: User, reader: User, outsider: User
    ) -> None:
        wrong.page()
        for person, status in [(owner, 200), (moderator, 200), (writer, 200), (reader, 404), (outsider, 404)]:
            browser_of(person).get(page_of(agent), status)
        assert browser_of(None).client.get(page_of(agent)).headers["Location"].startswith("/login/")

    def test_a_public_project_lets_no_stranger_in(
        self, wrong: Caller, agent: Agent, project: Project, outsider: User
    ) -> None:
        wrong.page()
        Project.objects.filter(pk=project.pk).update(public=True)
        browser_of(outsider).get(page_of(agent), 404)

    def test_its_owner_before_it_wrote_and_nobody_else(self, agent: Agent, owner: User, moderator: User) -> None:
        assert "Nothing published" in browser_of(owner).get(page_of(agent)).text
        browser_of(moderator).get(page_of(agent), 404)

    def test_what_it_wrote_for_its_owner_alone_opens_it_to_nobody(
        self, wrong: Caller, agent: Agent, moderator: User
    ) -> None:
        wrong.memory(visibility="private")
        wrong.personal()
        browser_of(moderator).get(page_of(agent), 404)

    def test_a_proposal_opens_it(self, as_writer: Caller, moderator: User) -> None:
        as_writer.call("item_store", kind="memory", fields=REVIEWED)
        page = browser_of(moderator).get(f"/written/{as_writer.actor.agent_id}/")
        assert "Proposed one" in page.text

    @pytest.mark.parametrize("ident", ["x", "4v2zqke4a4w7", "ä"])
    def test_what_isnt_there(self, owner: User, ident: str) -> None:
        for more in ("", "reject/"):
            browser_of(owner).get(f"/written/{ident}/{more}", 404)
        browser_of(owner).post(f"/written/{ident}/undo/", {}, 404)


class TestWhatIsShown:
    def test_newest_first_in_words(self, wrong: Caller, as_moderator: Caller, agent: Agent, moderator: User) -> None:
        number = as_moderator.page("Lamp", content="It is warm.")
        wrong.call(
            "item_store", kind="page", number=number, version=1, fields={"content": "It is cold."}, reason="I felt so."
        )
        wrong.memory("Mirror")
        text = browser_of(moderator).get(page_of(agent)).text
        assert titles(text) == ["Mirror", "Lamp"]
        for said in ("−warm +cold", "“<bdi>I felt so.</bdi>”", "compare/?from=1&amp;to=2", "current", "created"):
            assert said in text, said

    def test_who_changed_it_since(self, wrong: Caller, as_moderator: Caller, agent: Agent, owner: User) -> None:
        number = wrong.page()
        as_moderator.change("page", number, 1, title="Mended")
        text = browser_of(owner).get(page_of(agent)).words
        assert "since changed by Bea" in text

    def test_what_is_put_away_and_taken_out(self, wrong: Caller, agent: Agent, owner: User) -> None:
        number = wrong.page()
        wrong.act(number, "archive", 1)
        wrong.act(number, "restore", 2)
        found = re.findall(r'</bdi></a> <span class="muted">(\w+)</span>', browser_of(owner).get(page_of(agent)).text)
        assert found == ["restored", "archived", "created"]

    def test_what_belongs_to_its_owner_alone_only_they_see(
        self, wrong: Caller, agent: Agent, owner: User, moderator: User
    ) -> None:
        wrong.page("Shared")
        wrong.memory("Secret one", visibility="private")
        wrong.personal("Diary")
        assert titles(browser_of(owner).get(page_of(agent)).text) == ["Diary", "Secret one", "Shared"]
        text = browser_of(moderator).get(page_of(agent)).text
        assert titles(text) == ["Shared"]
        assert not any(word in text for word in ("Diary", "Secret one", "yours alone"))

    def test_other_projects_arent_there_for_who_doesnt_see_them(
        self, wrong: Caller, agent: Agent, owner: User, moderator: User
    ) -> None:
        wrong.page("Here")
        other = ProjectFactory(owner=owner, name="Hidden project")
        Caller(wrong.actor, other.pk).page("There")
        seen = browser_of(owner).get(page_of(agent)).text
        assert titles(seen) == ["There", "Here"]
        text = browser_of(moderator).get(page_of(agent)).text
        assert titles(text) == ["Here"]
        assert "Hidden project" not in text
        assert titles(browser_of(owner).get(f"{page_of(agent)}?project={other.pk}").text) == ["There"]
        browser_of(moderator).get(f"{page_of(agent)}?project={other.pk}", 404)

    def test_an_owner_who_left_sees_nothing_of_the_project(
        self, as_writer: Caller, writer: User, project: Project
    ) -> None:
        as_writer.task("Old task")
        as_writer.call("item_store", kind="memory", fields=REVIEWED)
        Membership.objects.filter(project=project, user=writer).delete()
        text = browser_of(writer).get(f"/written/{as_writer.actor.agent_id}/").text
        assert not any(word in text for word in ("Old task", "Proposed one", "Lighthouse"))

    def test_a_locked_one_without_a_word_of_its_text(self, wrong: Caller, agent: Agent, owner: User) -> None:
        number = wrong.page("CANARY")
        wrong.call("item_store", kind="page", number=number, version=1, fields={"content": "CANARY"}, reason="CANARY")
        Item.objects.filter(number=number).update(sealed=True, state=None)
        text = browser_of(owner).get(page_of(agent)).text
        assert "CANARY" not in text
        assert text.count("locked") >= 2
        assert 'name="version"' not in text

    def test_proposals_that_wait_and_how_many_were_decided(
        self, as_writer: Caller, as_moderator: Caller, moderator: User, writer: User
    ) -> None:
        refs = [
            as_writer.call("item_store", kind="memory", fields={**REVIEWED, "title": f"No {n}"})["ref"]
            for n in range(4)
        ]
        as_moderator.call("item_action", ref=refs[0], action="approve")
        as_moderator.call("item_action", ref=refs[1], action="reject", reason="No.")
        page = browser_of(moderator).get(f"/written/{as_writer.actor.agent_id}/")
        assert "1 approved" in page.words
        assert "1 rejected" in page.words
        assert "Reject all 2…" in page.words
        assert re.findall(r"<bdi>(No \d)</bdi></a>", page.text)[:2] == ["No 2", "No 3"]
        assert titles(page.text) == ["No 0"]
        assert "approved by Bea" in page.words
        assert "Reject all" not in browser_of(writer).get(page.path).text

    def test_a_locked_proposal_without_a_word_of_its_text(self, as_writer: Caller, moderator: User) -> None:
        as_writer.call("item_store", kind="memory", fields={**REVIEWED, "title": "CANARY"}, reason="CANARY")
        Proposal.objects.update(sealed=True, state=None)
        page = browser_of(moderator).get(f"/written/{as_writer.actor.agent_id}/")
        assert "CANARY" not in page.text
        assert "locked" in page.text
        assert "Reject all" not in page.text

    def test_moves_and_relations(self, wrong: Caller, agent: Agent, owner: User) -> None:
        above, below = wrong.page("Above"), wrong.page("Below")
        wrong.call("item_store", kind="page", number=below, fields={"parent": above})
        wrong.relate(below, "related", above)
        words = browser_of(owner).get(page_of(agent)).words
        assert "related Below" in words
        assert "moved Below" in words

    def test_who_only_reads_is_offered_no_undoing(self, as_writer: Caller, writer: User, project: Project) -> None:
        as_writer.task()
        Membership.objects.filter(project=project, user=writer).update(role=Role.READER)
        browser = browser_of(writer)
        address = f"/written/{as_writer.actor.agent_id}/"
        assert "Undo the selected" not in browser.get(address).text
        browser.post(f"{address}undo/", {"version": str(Version.objects.get().pk)}, 403)

    def test_hostile_names_are_text(self, owner: User, project: Project) -> None:
        caller = through_agent(owner, project, name="<script>alert(1)</script>")
        caller.page("<img src=x onerror=alert(1)>")
        text = browser_of(owner).get(f"/written/{caller.actor.agent_id}/").text
        assert "<script>alert" not in text
        assert "<img src=x" not in text


class TestUndoing:
    def test_what_is_ticked_is_undone_and_the_results_are_told(
        self, wrong: Caller, as_moderator: Caller, agent: Agent, moderator: User
    ) -> None:
        number = as_moderator.page("Lamp", content="It is warm.")
        wrong.change("page", number, 1, content="It is cold.")
        left = as_moderator.page("Wick", content="Long.")
        wrong.change("page", left, 1, content="Short.")
        as_moderator.change("page", left, 2, content="Trimmed.")
        browser = browser_of(moderator)
        boxes = re.findall(r'name="version" value="(\d+)"', browser.get(page_of(agent)).text)
        response = browser.client.post(f"{page_of(agent)}undo/", {"version": boxes})
        text = response.content.decode()
        assert "Undone by version 3." in text
        assert "Changed since: content." in text
        assert f"/{left}/compare/?from=2&amp;to=3" in text
        assert as_moderator.get(number)["fields"]["content"] == "It is warm."

    def test_nothing_ticked(self, wrong: Caller, agent: Agent, owner: User) -> None:
        wrong.page()
        page = browser_of(owner).post(f"{page_of(agent)}undo/", {})
        assert "Nothing was selected" in page.text

    @pytest.mark.parametrize("junk", ["x", "9" * 30, "-1", "٣"])
    def test_what_isnt_a_version(self, agent: Agent, owner: User, junk: str) -> None:
        assert browser_of(owner).client.post(f"{page_of(agent)}undo/", {"version": junk}).status_code in (200, 303)

    def test_more_than_a_hundred(self, agent: Agent, owner: User) -> None:
        sent = {"version": [str(n) for n in range(101)]}
        assert browser_of(owner).client.post(f"{page_of(agent)}undo/", sent).status_code == 413


class TestSize:
    @pytest.mark.parametrize(
        ("link", "row"),
        [("written-older", r'name="version" value="(\d+)"'), ("written-later", r'row-title" href="/proposals/(\d+)/"')],
    )
    def test_all_of_it_page_by_page(self, owner: User, agent: Agent, project: Project, link: str, row: str) -> None:
        busy(project, agent, 120)
        browser, address, seen = browser_of(owner), page_of(agent), []
        while address:
            text = browser.get(address).text
            seen += [int(pk) for pk in re.findall(row, text)]
            more = re.search(rf'id="{link}" href="([^"]*)"', text)
            address = page_of(agent) + html.unescape(more[1]) if more else ""
        versions = Version.objects.filter(agent=agent).order_by("-pk") if link == "written-older" else None
        wanted = Proposal.objects.order_by("pk") if versions is None else versions
        assert seen == list(wanted.values_list("pk", flat=True))

    def test_a_cursor_of_another_list_is_refused(self, owner: User, agent: Agent, project: Project) -> None:
        busy(project, agent, 60)
        text = browser_of(owner).get(page_of(agent)).text
        cursor = re.findall(r"older=([^\"&]+)", text)[0]
        browser_of(owner).get(f"{page_of(agent)}?waiting={cursor}", 400)
        browser_of(owner).get(f"{page_of(agent)}?older=nonsense", 400)

    def test_the_same_few_queries(self, owner: User, moderator: User) -> None:
        for person in (owner, moderator):
            few, many = (queries(person, owner, moderator, size) for size in (10, 1_000))
            assert many <= few <= 14


def queries(person: User, owner: User, moderator: User, size: int) -> int:
    project: Project = ProjectFactory(owner=owner)
    MembershipFactory(project=project, user=moderator, role=Role.MODERATOR)
    agent = AgentFactory(owner=owner)
    busy(project, agent, size)
    browser = browser_of(person)
    browser.get(page_of(agent))
    with CaptureQueriesContext(connection) as captured:
        browser.get(page_of(agent))
    return len(captured)


def busy(project: Project, agent: Agent, size: int) -> None:
    """As many versions by the agent, each fifth an archiving, moves and proposals; on items that others changed."""
    items = add_items(project, "page", [{"title": f"Page {n}"} for n in range(size)])
    others = [AgentFactory(owner=agent.owner) for _ in range(5)]
    for n, item in enumerate(items):
        item.version, item.updated_agent = 3, others[n % 5]
    Item.objects.bulk_update(items, ["version", "updated_agent"])
    Version.objects.bulk_create(
        Version(
            item=item, number=2, state={**(item.state or {}), "content": f"{n}"}, author=agent.owner, agent=agent,
            changed_fields=["archived"] if n % 5 == 0 else ["content"], at=LONG_AGO + timedelta(minutes=n),
        )
        for n, item in enumerate(items)
    )  # fmt: skip
    Event.objects.bulk_create(
        Event(what=what, project=project, item=item, kind="page", version=2, user=agent.owner, agent=agent, at=LONG_AGO)
        for item in items
        for what in (Event.What.ARCHIVED, Event.What.MOVED)
    )
    Proposal.objects.bulk_create(
        Proposal(
            project=project, kind="page", item=item, base_version=2, state=item.state, author=agent.owner, agent=agent,
            created_at=LONG_AGO, updated_at=LONG_AGO, fingerprint="x",
        )
        for item in items
    )  # fmt: skip


class TestWaysThere:
    def test_from_ones_agents_and_the_history_of_what_it_wrote(
        self, wrong: Caller, agent: Agent, owner: User, writer: User, reader: User, project: Project
    ) -> None:
        number = wrong.page()
        link = f'href="{page_of(agent)}"'
        for address in ("/settings/agents/", f"/settings/agents/{agent.pk}/", f"/settings/agents/{agent.pk}/end/"):
            assert link in browser_of(owner).get(address).text, address
        for address in (f"/p/{project.pk}/{number}/history/", f"/p/{project.pk}/"):
            assert link in browser_of(writer).get(address).text, address
            assert link not in browser_of(reader).get(address).text, address
