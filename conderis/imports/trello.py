"""A Trello board: Menu, Print, export and share, Export as JSON. Every card becomes a task.

The list of a card is its first tag and, where its name is a usual one, says the status. What is archived and wasn't
done is canceled, since a task isn't archived here. Trello writes at most the last 1,000 actions of a board, so older
comments aren't in its file.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

from conderis.core.errors import Invalid
from conderis.imports.draft import Comment, Draft
from conderis.imports.json_entries import entries_of
from conderis.imports.moments import moment_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.statuses import status_of
from conderis.imports.texts import listed, text_of, word_of
from conderis.imports.trello_board import Board, board_of

_PEOPLE = "Who isn't a member here can't be one; it stands at the end of the text."
_LOST = {
    "address": "location", "coordinates": "location", "locationName": "location", "idMembersVoted": "votes",
    "stickers": "stickers", "pluginData": "power-ups",
}  # fmt: skip


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    board = board_of(file)
    file.seek(0)
    for entry in entries_of(file):
        if entry.key == "cards" and entry.number is not None:
            yield _card(entry.place, entry.value, board)
        elif entry.key == "":
            raise Invalid("file", "The file isn't a board of Trello's: it should be one JSON object with cards.")


def sniff(head: bytes) -> bool:
    return head.lstrip().startswith(b"{") and (b'"idOrganization"' in head or b'"idBoard"' in head)


def _card(place: str, card: Any, board: Board) -> Record | Problem:
    if not isinstance(card, dict) or not isinstance(card.get("id"), str):
        return Problem(place, "It isn't a card with an id.")
    ident = card["id"]
    draft = Draft("task", ident, place)
    draft.title(card.get("name"))
    draft.say(card.get("desc"))
    for heading, items in board.checklists.get(ident, ()):
        draft.say(items, heading)
    draft.say("\n".join(filter(None, map(_link, listed(card.get("attachments"))))), "Attachments")
    if card.get("attachments"):
        draft.lose("attachments", "Their addresses stand in the text; the files aren't in the export.")
    draft.comments(
        Comment(board.people.get(text_of(who), ""), moment_of(at), text) for who, at, text in board.comments_of(ident)
    )
    _put_state(draft, card, board)
    _put_facts(draft, card, board)
    creator, created = board.made.get(ident, ("", None))
    draft.author = board.people.get(creator, "")
    draft.created, draft.updated = created or _born(ident), moment_of(card.get("dateLastActivity"))
    return draft.record()


def _put_state(draft: Draft, card: dict[str, Any], board: Board) -> None:
    name, list_closed = board.lists.get(text_of(card.get("idList")), ("", False))
    status = status_of(name)
    if card.get("dueComplete"):
        status = "done"
    if status == "blocked":
        draft.lose("list", "It means blocked, which is an action with a reason; the task is open and has the tag.")
        status = "open"
    if (card.get("closed") or list_closed) and status != "done":
        draft.lose("closed", "A task isn't archived here; what was archived before it was done is canceled.")
        status = "canceled"
    draft.fields["status"] = status or "open"
    labels = [label.get("name") or label.get("color") for label in listed(card.get("labels"))]
    labels = labels or [board.labels.get(ident) for ident in listed(card.get("idLabels"), str)]
    draft.tags(filter(None, [name]), "list")
    draft.tags(filter(None, labels), "labels")


def _put_facts(draft: Draft, card: dict[str, Any], board: Board) -> None:
    draft.tell("start", card.get("start"))
    draft.tell("due", card.get("due"))
    people = [board.people.get(ident, ident) for ident in listed(card.get("idMembers"), str)]
    draft.tell("members", ", ".join(filter(None, people)), _PEOPLE)
    for item in listed(card.get("customFieldItems")):
        name, value = board.custom(item)
        draft.fact(name, value)
        draft.lose("custom fields", "There are no such fields here; they stand at the end of the text.")
    for name, called in _LOST.items():
        if card.get(name):
            draft.lose(called)


def _link(attachment: dict[str, Any]) -> str:
    address, name = word_of(attachment.get("url"), 2_000), word_of(attachment.get("name"))
    shown = (name or address).replace("[", "(").replace("]", ")")
    return f"- [{shown}](<{address}>)" if address else ""


def _born(ident: str) -> datetime | None:
    """The moment that the first eight digits of such an id hold."""
    try:
        return datetime.fromtimestamp(int(ident[:8], 16), UTC) if len(ident) == 24 else None
    except (ValueError, OverflowError):
        return None
