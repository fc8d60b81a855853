"""How the importer cuts a board into batches."""

import json
from itertools import pairwise
from typing import Any

from beads import read_board
from import_issues import batches_of, envelope_of

from items.kinds import KINDS
from proposals.services.envelope import BYTES_MAX, read_batch
from tests.examples.boards import EXCERPT, SAMPLE, file_of, issue, link, with_sample
from tests.examples.forms import faults


def cut(*rows: Any) -> list[list[str]]:
    return [[entry.id for entry in batch] for batch in batches_of(read_board(file_of(*rows)).issues)]


def size(batch: dict[str, Any]) -> int:
    return len(json.dumps(batch, ensure_ascii=False, separators=(",", ":")).encode())


def test_at_most_100_items() -> None:
    assert [len(batch) for batch in cut(*(issue(f"x-{n}") for n in range(201)))] == [100, 100, 1]


def test_at_most_1_mb_as_the_server_measures_it() -> None:
    rows = [issue(f"x-{n}", description=text * 99_000) for n, text in enumerate(["a", "é", "🦉", "\n", "\x01"] * 5)]
    batches = [envelope_of(batch, {}) for batch in batches_of(read_board(file_of(*rows)).issues)]
    assert sum(len(batch["items"]) for batch in batches) == 25
    for batch in batches:
        assert len(read_batch(KINDS["task"], batch).items) == len(batch["items"])  # raises TooLarge over the bound
    assert all(size(one) + size(next_["items"][0]) > BYTES_MAX - 5_000 for one, next_ in pairwise(batches))


def test_an_empty_board_is_no_batch() -> None:
    assert cut() == []


def test_a_parent_goes_by_its_key_or_by_its_number() -> None:
    rows = [issue("x-1"), issue("x-2", dependencies=[link("x-2", "parent-child", "x-1")])]
    [batch] = batches_of(read_board(file_of(*rows)).issues)
    assert envelope_of(batch, {})["items"][1]["fields"]["parent"] == "x-1"
    assert envelope_of(batch[1:], {"x-1": 7})["items"][0]["fields"]["parent"] == 7


def test_the_same_file_makes_the_same_batches() -> None:
    once, again = (
        [envelope_of(batch, {}) for batch in batches_of(read_board(EXCERPT.read_bytes()).issues)] for _ in range(2)
    )
    assert once == again


def test_the_key_is_of_the_first_issue_and_not_of_its_text() -> None:
    def key(*rows: Any) -> Any:
        [batch] = batches_of(read_board(file_of(*rows)).issues)
        return envelope_of(batch, {})["idempotencyKey"]

    assert key(issue("x-1")) == key(issue("x-1", title="Another"), issue("x-2"))
    assert key(issue("x-1")) != key(issue("x-2"))


@with_sample
def test_the_whole_board_in_five_batches_of_the_published_form() -> None:
    batches = [envelope_of(batch, {}) for batch in batches_of(read_board(SAMPLE.read_bytes()).issues)]
    assert [len(batch["items"]) for batch in batches] == [100, 100, 100, 100, 85]
    for batch in batches:
        assert faults(batch) == []
