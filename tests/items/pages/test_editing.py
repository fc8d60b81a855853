"""Changing an item in the browser: what was touched is sent, and nothing else."""

from typing import Any

import pytest

from conderis.accounts.models import User
from conderis.accounts.selectors import agent_by_ref
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.core.actor import Actor
from items.models import Item, Version
from projects.models import Membership
from proposals.models import Proposal
from tests.calls import Caller
from tests.conftest import through_agent
from tests.items.pages.browser import Browser

MEMORY: dict[str, Any] = {
    "title": "Shader cache", "summary": "Warmed on deploy", "content": "Since March.", "tags": ["render", "gpu"],
    "type": "decision", "expiresAt": "2091-01-31T12:00:07Z", "weight": 5,
}  # fmt: skip


def changed(caller: Caller, number: int) -> list[list[str]]:
    """The fields that each version changed, the newest first, without the first one's."""
    return [row["changedFields"] for row in caller.get(number, history=True)["versions"]][:-1]


def test_it_becomes_a_version(home: str, as_owner: Caller, at_moderator: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    page = at_moderator.get(f"{home}{number}/edit/").send(title="New title", reason="It had a poor one")

    assert page.path == f"{home}{number}/"
    assert "Saved as version 2." in page.words
    got = as_owner.get(number)
    assert got["fields"] == {**MEMORY, "title": "New title", "visibility": "shared"}
    assert got["updatedBy"]["name"] == "Bea"
    assert changed(as_owner, number) == [["title"]]
    assert as_owner.get(number, history=True)["versions"][0]["reason"] == "It had a poor one"


def test_untouched_it_stays_the_version_that_it_is(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    page = at_owner.get(f"{home}{number}/edit/").send(reason="None")

    assert "Nothing was different" in page.words
    assert changed(as_owner, number) == []


def test_an_emptied_field_is_cleared(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    at_owner.get(f"{home}{number}/edit/").send(content="", tags=" ", expiresAt="")

    fields = as_owner.get(number)["fields"]
    assert (fields["content"], fields["tags"], fields["expiresAt"]) == ("", [], None)
    assert changed(as_owner, number) == [["content", "tags", "expiresAt"]]


def test_an_emptied_title_is_refused(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    page = at_owner.get(f"{home}{number}/edit/").send(title="", content="New", answer=400)

    assert "can&#x27;t be without title" in page.text
    assert page.form().fields["content"] == "New"
    assert page.send(title="Back").path == f"{home}{number}/"
    assert as_owner.get(number)["fields"]["content"] == "New"


def test_a_field_that_was_not_sent_stays(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    at_owner.post(f"{home}{number}/edit/", {"version": "1", "summary": "Other"})

    assert as_owner.get(number)["fields"] == {**MEMORY, "summary": "Other", "visibility": "shared"}


def test_tags_may_be_written_in_any_way(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)

    at_owner.get(f"{home}{number}/edit/").send(tags=" render,gpu ")
    at_owner.get(f"{home}{number}/edit/").send(tags="RENDER gpu")
    assert changed(as_owner, number) == []
    at_owner.get(f"{home}{number}/edit/").send(tags="gpu,, Cache")

    assert as_owner.get(number)["fields"]["tags"] == ["gpu", "cache"]


def test_a_move_alone_takes_no_version(home: str, as_owner: Caller, at_owner: Browser) -> None:
    parent, number = as_owner.page("Above"), as_owner.page()

    page = at_owner.get(f"{home}{number}/edit/").send(parent=str(parent))

    assert "Moved." in page.words
    assert (as_owner.get(number)["parent"]["number"], as_owner.get(number)["version"]) == (parent, 1)
    at_owner.get(f"{home}{number}/edit/").send(parent="")
    assert as_owner.get(number)["parent"] is None


def test_an_untouched_parent_stays_where_others_moved_it(home: str, as_owner: Caller, at_owner: Browser) -> None:
    one, other = as_owner.page("One"), as_owner.page("Other")
    number = as_owner.page(parent=one)
    form = at_owner.get(f"{home}{number}/edit/")
    as_owner.change("page", number, None, parent=other)

    form.send(title="New")

    assert as_owner.get(number)["parent"]["number"] == other


def test_a_hidden_parent_stays(home: str, as_writer: Caller, as_owner: Caller, at_owner: Browser) -> None:
    hidden = as_writer.memory("Hidden", visibility="private")
    number = as_owner.memory()
    Item.objects.filter(number=number).update(parent=Item.objects.get(number=hidden))

    form = at_owner.get(f"{home}{number}/edit/")
    assert form.form().fields["parent"] == ""
    form.send(title="New")

    assert Item.objects.get(number=number).parent == Item.objects.get(number=hidden)


def test_a_circle_is_refused_beside_the_parent(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.page()
    child = as_owner.page(parent=number)

    page = at_owner.get(f"{home}{number}/edit/").send(parent=f"#{child}", title="New", answer=400)

    assert "that would be a cycle" in page.text.partition('id="id_parent_error"')[2][:1500]
    assert as_owner.get(number)["fields"]["title"] == "A page"


def test_a_title_that_no_line_can_hold_stays(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.task("Two\nlines  ", content="Old")

    at_owner.get(f"{home}{number}/edit/").send(content="New")

    assert as_owner.get(number)["fields"]["title"] == "Two\nlines  "


def test_who_can_be_given_the_work(
    home: str, as_owner: Caller, as_writer: Caller, writer: User, project: Any, at_owner: Browser
) -> None:
    number = as_owner.task(assignee=as_writer.ref)
    Membership.objects.filter(user=writer).delete()

    form = at_owner.get(f"{home}{number}/edit/")
    assert form.form().fields["assignee"] == as_writer.ref
    assert form.form().options["assignee"][0] == ""
    form.send(title="New")
    assert as_owner.get(number)["fields"]["assignee"] == as_writer.ref

    at_owner.get(f"{home}{number}/edit/").send(assignee="")
    assert as_owner.get(number)["fields"]["assignee"] is None
    page = at_owner.get(f"{home}{number}/edit/").send(assignee=as_writer.ref, answer=400)
    assert "project_get" not in page.text
    assert "Choose someone who is in the project." in page.text


def test_a_form_blocks_nothing(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.task()
    assert "blocked" not in at_owner.get(f"{home}{number}/edit/").form().options["status"]

    as_owner.act(number, "block", 1, reason="R")

    assert at_owner.get(f"{home}{number}/edit/").form().options["status"] == ["blocked", "canceled"]


@pytest.mark.parametrize("status", ["done", "in_progress"])
def test_status_is_changed_like_any_field(home: str, as_owner: Caller, at_writer: Browser, status: str) -> None:
    number = as_owner.task()

    at_writer.get(f"{home}{number}/edit/").send(status=status)

    assert as_owner.get(number)["fields"]["status"] == status


def test_visibility_is_fixed(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory()

    assert "visibility" not in at_owner.get(f"{home}{number}/edit/").form().fields
    at_owner.post(f"{home}{number}/edit/", {"version": "1", "visibility": "private"})

    assert as_owner.get(number)["fields"]["visibility"] == "shared"


def test_instructions_are_written_from_nothing(home: str, as_owner: Caller, at_owner: Browser) -> None:
    page = at_owner.get(f"{home}instructions/edit/").send(content="Keep it short.")

    assert page.path == f"{home}instructions/"
    assert "Saved as version 1." in page.words
    assert as_owner.call("item_get", ref="instructions")["fields"]["content"] == "Keep it short."
    at_owner.get(f"{home}instructions/edit/").send(content="Shorter.")
    assert as_owner.call("item_get", ref="instructions")["version"] == 2


def test_a_personal_one(as_writer: Caller, at_writer: Browser, at_owner: Browser) -> None:
    ref = as_writer.personal()
    path = f"/personal/{ref.removeprefix('memory:')}/"

    page = at_writer.get(f"{path}edit/").send(title="New")

    assert page.path == path
    assert as_writer.call("item_get", projectId=None, ref=ref)["fields"]["title"] == "New"
    at_owner.get(f"{path}edit/", 404)
    at_owner.post(f"{path}edit/", {"version": "2", "title": "Theirs"}, 404)


def test_who_may_not_is_refused(
    home: str, as_owner: Caller, at_writer: Browser, at_reader: Browser, at_outsider: Browser, at_nobody: Browser
) -> None:
    memory, task = as_owner.memory(), as_owner.task()
    typed = {"version": "1", "title": "Theirs"}

    for browser, number, status in ((at_reader, memory, 403), (at_reader, task, 403), (at_outsider, task, 404)):
        browser.get(f"{home}{number}/edit/", status)
        browser.post(f"{home}{number}/edit/", typed, status)
    assert at_nobody.client.post(f"{home}{task}/edit/", typed)["Location"].startswith("/login/")
    at_reader.post(f"{home}instructions/edit/", {"version": "0", "content": "Mine"}, 403)
    assert Version.objects.count() == 2


def test_who_may_not_publish_proposes(
    home: str, as_owner: Caller, at_writer: Browser, writer: User, as_writer: Caller
) -> None:
    memory = as_owner.memory()
    form = at_writer.get(f"{home}{memory}/edit/")
    assert "This waits for someone who moderates" in form.words

    page = form.send(title="Theirs", reason="It is so.")

    proposal = Proposal.objects.get()
    assert page.path == f"/proposals/{proposal.pk}/"
    assert (proposal.author, proposal.reason, proposal.changed_fields) == (writer, "It is so.", ["title"])
    assert as_owner.get(memory)["fields"]["title"] == "A memory"
    at_writer.post(f"{home}instructions/edit/", {"version": "0", "content": "Mine"})
    assert as_owner.call("item_get", ref="instructions")["fields"]["content"] == ""


def test_who_publishes_may_ask_for_review(home: str, as_owner: Caller, at_owner: Browser) -> None:
    memory = as_owner.memory()
    at_owner.get(f"{home}{memory}/edit/").send(title="Theirs", propose="1")
    assert as_owner.get(memory)["fields"]["title"] == "A memory"
    assert Proposal.objects.get().pending


def test_a_proposal_on_an_older_version_is_brought_together_first(
    home: str, as_owner: Caller, at_writer: Browser
) -> None:
    memory = as_owner.memory()
    form = at_writer.get(f"{home}{memory}/edit/")
    as_owner.change("memory", memory, 1, title="Meanwhile")
    conflict = form.send(answer=409, summary="Mine")
    assert "Someone else saved it meanwhile" in conflict.words
    assert not Proposal.objects.exists()


def test_a_preview_stores_nothing(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.memory(**MEMORY)
    form = at_owner.get(f"{home}{number}/edit/")

    page = at_owner.post(form.path, {**form.form().fields, "content": "New text", "preview": "1"}, 200)

    assert "New text" in page.text.partition('aria-label="Preview"')[2][:200]
    assert changed(as_owner, number) == []
    assert "Saved as version 2." in page.send().words
    assert as_owner.get(number)["fields"]["content"] == "New text"


def test_an_agent_of_mine_that_is_gone_stays_assigned(
    home: str, project: Any, owner: User, as_owner: Caller, at_owner: Browser
) -> None:
    agent = through_agent(owner, project)
    number = as_owner.task(assignee=agent.ref)
    gone = agent_by_ref(agent.ref)
    assert gone is not None
    revoke_agent(actor=Actor(owner.id), agent=gone)

    at_owner.get(f"{home}{number}/edit/").send(title="New")

    assert as_owner.get(number)["fields"]["assignee"] == agent.ref
