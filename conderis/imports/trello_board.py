"""What Trello's cards refer to: lists, labels, people, checklists, comments and custom fields of the board."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO

from conderis.core.errors import Invalid
from conderis.imports.json_entries import entries_of
from conderis.imports.moments import moment_of
from conderis.imports.texts import listed, text_of, word_of

_COMMENTS = frozenset({"commentCard", "copyCommentCard"})
_CREATIONS = frozenset({"createCard", "copyCard", "convertToCardFromCheckItem", "emailCard"})


@dataclass
class Board:
    lists: dict[str, tuple[str, bool]] = field(default_factory=dict)  # name, whether it is archived
    labels: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    checklists: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # of a card: name, items as Markdown
    comments: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)  # of a card: who, when, text
    made: dict[str, tuple[str, datetime | None]] = field(default_factory=dict)  # a card: by whom and when
    fields: dict[str, str] = field(default_factory=dict)  # custom ones
    choices: dict[str, str] = field(default_factory=dict)

    def comments_of(self, card: str) -> Iterable[tuple[str, str, str]]:
        """Oldest first: Trello writes them the other way round."""
        return reversed(self.comments.get(card, []))

    def custom(self, item: dict[str, Any]) -> tuple[str, str]:
        """A custom field's name and what it holds, as text."""
        name = self.fields.get(text_of(item.get("idCustomField"))) or "custom field"
        value = item.get("value")
        said = ", ".join(text_of(each) for each in value.values()) if isinstance(value, dict) else text_of(value)
        return name, said or self.choices.get(text_of(item.get("idValue")), "")


def board_of(file: BinaryIO) -> Board:
    """Reads the file once. Raises Invalid for a file without cards and lists."""
    board = Board()
    seen = set()
    for entry in entries_of(file):
        seen.add(entry.key)
        take = _TAKES.get(entry.key)
        if take and isinstance(entry.value, dict) and isinstance(entry.value.get("id"), str):
            take(board, entry.value)
        elif entry.key == "cards" and isinstance(entry.value, dict):
            for checklist in listed(entry.value.get("checklists")):  # some exports have them there
                _checklist(board, checklist)
    if "lists" not in seen and "cards" not in seen and "idBoardSource" not in seen:
        raise Invalid("file", "The file isn't a board of Trello's: it holds neither lists nor cards.")
    return board


def _list(board: Board, row: dict[str, Any]) -> None:
    board.lists[row["id"]] = (word_of(row.get("name")), bool(row.get("closed")))


def _label(board: Board, row: dict[str, Any]) -> None:
    board.labels[row["id"]] = word_of(row.get("name") or row.get("color"))


def _person(board: Board, row: dict[str, Any]) -> None:
    board.people[row["id"]] = word_of(row.get("fullName") or row.get("username"))


def _checklist(board: Board, row: dict[str, Any]) -> None:
    items = sorted(listed(row.get("checkItems")), key=lambda item: _place(item.get("pos")))
    lines = [
        f"- [{'x' if item.get('state') == 'complete' else ' '}] {word_of(item.get('name'), 5_000)}" for item in items
    ]
    found = board.checklists.setdefault(text_of(row.get("idCard")), [])
    made = (word_of(row.get("name")) or "Checklist", "\n".join(lines))
    if made not in found:
        found.append(made)


def _place(position: object) -> float:
    return position if isinstance(position, int | float) else 0


def _field(board: Board, row: dict[str, Any]) -> None:
    board.fields[row["id"]] = word_of(row.get("name"))
    for option in listed(row.get("options")):
        value = option.get("value")
        board.choices[text_of(option.get("id"))] = word_of(value.get("text") if isinstance(value, dict) else value)


def _action(board: Board, row: dict[str, Any]) -> None:
    data, who = row.get("data"), text_of(row.get("idMemberCreator"))
    card = data.get("card") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(card, dict) or not isinstance(card.get("id"), str):
        return
    if isinstance(member := row.get("memberCreator"), dict):  # one who has left isn't among the members
        board.people.setdefault(who, word_of(member.get("fullName") or member.get("username")))
    what = text_of(row.get("type"))
    if what in _COMMENTS:
        board.comments.setdefault(card["id"], []).append((who, text_of(row.get("date")), text_of(data.get("text"))))
    elif what in _CREATIONS:
        board.made[card["id"]] = (who, moment_of(row.get("date")))


_TAKES: dict[str, Callable[[Board, dict[str, Any]], None]] = {
    "lists": _list,
    "labels": _label,
    "members": _person,
    "checklists": _checklist,
    "customFields": _field,
    "actions": _action,
}
