"""Edit, then approve: what the reviewer made of it is kept, and visible apart from what was proposed."""

import re
from typing import Any

from items.models import Item, Version
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import TEXT, Propose, state_of


def fields(page: str) -> dict[str, str]:
    """What the form holds, as a browser would send it."""
    form = page.partition('id="editor"')[2]
    found = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form))
    found |= {name: text.removeprefix("\n") for name, text in re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)<', form)}
    for select, inside in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        found[select] = chosen[1] if chosen else ""
    return {name: value for name, value in found.items() if name not in ("csrfmiddlewaretoken", "q")}


def send(looking: Looking, made: Proposal, status: int = 303, /, **changed: Any) -> Any:
    sent = {**fields(looking.get(f"{made.pk}/edit/")), **changed}
    return looking.post(f"{made.pk}/edit/", status, **sent)


def test_the_form_holds_what_approving_would_make(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, summary="On start")
    as_owner.change("memory", memory, 1, tags=["new"])
    held = fields(at_moderator.get(f"{made.pk}/edit/"))
    assert (held["summary"], held["tags"], held["seen"], held["title"]) == ("On start", "new", "2", "Shader cache")
    assert "visibility" not in held


def test_an_edit_is_approved_and_kept_apart(
    at_moderator: Looking, at_writer: Looking, propose: Propose, memory: int
) -> None:
    made, other = propose(memory, summary="On the start"), propose()

    answer = send(at_moderator, made, summary="On the deploy", reason="Measured.")

    assert answer["Location"] == f"/proposals/{other.pk}/"
    item = Item.objects.get(number=memory)
    assert (item.summary, item.version) == ("On the deploy", 2)
    made.refresh_from_db()
    assert (made.status, made.edited, made.state["summary"]) == ("approved", True, "On the start")
    page = at_writer.get(f"{made.pk}/")
    assert "What Bea changed before approving" in page
    apart = page.partition("deck-edits")[2]
    assert "<del>start</del><ins>deploy</ins>" in apart
    assert "“Measured.”" in page


def test_without_a_change_it_is_a_plain_approval(at_moderator: Looking, propose: Propose, memory: int) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"))
    send(at_moderator, made)
    made.refresh_from_db()
    assert (made.status, made.edited) == ("approved", False)
    assert Item.objects.get(number=memory).state["content"] == TEXT.replace("two", "zwei")


def test_a_new_one_can_be_edited_and_placed(at_moderator: Looking, propose: Propose, memory: int) -> None:
    made = propose(title="Atlas", content="One.\n")
    send(at_moderator, made, title="The atlas", parent=f"#{memory}")
    item = Item.objects.get(title="The atlas")
    assert item.parent.number == memory
    made.refresh_from_db()
    assert made.edited


def test_both_sides_of_a_conflict_stand_beside_each_other(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"), summary="Mine")
    as_owner.change("memory", memory, 1, content=TEXT.replace("two", "deux"))

    page = at_moderator.get(f"{made.pk}/edit/")
    assert "Text: changed on both sides" in words(page)
    assert "As it is, version 2" in page
    assert "As proposed on version 1" in page
    assert fields(page)["content"] == TEXT.replace("two", "zwei")
    send(at_moderator, made)  # unchanged, and yet settled
    item = Item.objects.get(number=memory)
    assert (item.state["content"], item.summary, item.version) == (TEXT.replace("two", "zwei"), "Mine", 3)


def test_what_is_there_now_may_stay(at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"), summary="Mine")
    as_owner.change("memory", memory, 1, content=TEXT.replace("two", "deux"))
    send(at_moderator, made, **{"take-content": "now"})
    item = Item.objects.get(number=memory)
    assert (item.state["content"], item.summary) == (TEXT.replace("two", "deux"), "Mine")


def test_edits_stay_in_the_form_when_the_item_moves_on(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"))
    sent = {**fields(at_moderator.get(f"{made.pk}/edit/")), "summary": "Typed by me", "reason": "A word"}
    as_owner.change("memory", memory, 1, summary="Theirs", content=TEXT.replace("seven", "sieben"))

    page = at_moderator.post(f"{made.pk}/edit/", 409, **sent).content.decode()

    said = words(page)
    assert "Ada changed #1 while you looked (content, summary)" in said
    assert "Summary: changed on both sides" in said
    held = fields(page)
    assert (held["summary"], held["reason"], held["seen"]) == ("Typed by me", "A word", "2")
    assert held["content"] == TEXT.replace("seven", "sieben").replace("two", "zwei")
    at_moderator.post(f"{made.pk}/edit/", **held)
    item = Item.objects.get(number=memory)
    assert (item.summary, item.state["content"]) == ("Typed by me", held["content"])


def test_a_base_that_is_gone_leaves_the_fields_to_the_reviewer(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, summary="Mine")
    as_owner.change("memory", memory, 1, tags=["new"])
    Version.objects.filter(item__number=memory, number=1).update(sealed=True, state=None)

    page = at_moderator.get(f"{made.pk}/")
    assert "base v1 is gone" in words(page)
    assert 'data-key="a"' not in page
    send(at_moderator, made, summary="Written anew")
    item = Item.objects.get(number=memory)
    assert (item.summary, item.tags) == ("Written anew", ["new"])


def test_a_refusal_stands_beside_its_field(at_moderator: Looking, propose: Propose, memory: int) -> None:
    made = propose(memory, summary="Mine")
    page = send(at_moderator, made, 400, title="").content.decode()
    assert "Nothing was approved yet" in page
    page = send(at_moderator, made, 400, content="the token is ghp_" + "Ab1" * 12).content.decode()
    assert "looks like a credential" in page
    assert state_of(made) == "pending"


def test_a_preview_approves_nothing(at_moderator: Looking, propose: Propose, memory: int) -> None:
    made = propose(memory, summary="Mine")
    page = send(at_moderator, made, 200, content="Some *words*", preview="1").content.decode()
    assert "<em>words</em>" in page
    assert state_of(made) == "pending"


def test_decided_meanwhile(at_moderator: Looking, at_owner: Looking, propose: Propose, memory: int) -> None:
    made = propose(memory, summary="Mine")
    sent = fields(at_moderator.get(f"{made.pk}/edit/"))
    at_owner.post(f"{made.pk}/approve/", seen=1)
    page = at_moderator.post(f"{made.pk}/edit/", 409, **{**sent, "summary": "Other"}).content.decode()
    assert "Ada approved it before you" in words(page)
    assert at_moderator.client.get(f"/proposals/{made.pk}/edit/")["Location"] == f"/proposals/{made.pk}/"
