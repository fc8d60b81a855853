"""What comes first among the items that a query finds."""

from itertools import permutations

import pytest

from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items


@pytest.mark.parametrize(
    "words",
    [("granite", "harbour"), ("granite", "harbour", "lantern"), ("kestrel", "granite", "harbour", "lantern")],
)
def test_all_of_the_words_before_some_of_them(as_owner: Caller, words: tuple[str, ...]) -> None:
    some = [as_owner.memory(" ".join(words[:-1]).title(), summary=" ".join(words[:-1])) for _ in range(3)]
    everything = as_owner.page("Notes", content=" and then came ".join(words) + ", as everybody knows.")

    found = as_owner.numbers(None, query=" ".join(words))

    assert found[0] == everything
    assert set(found[1:]) == set(some)


def test_a_title_before_a_summary_or_a_tag_before_a_content(as_owner: Caller) -> None:
    content = as_owner.memory("Of stone", summary="Of the coast", content="A lighthouse of granite")
    summary = as_owner.memory("Of stone", summary="A lighthouse of granite", content="Of the coast")
    tag = as_owner.memory("Of stone", summary="Of granite", content="Of the coast", tags=["lighthouse"])
    title = as_owner.memory("A lighthouse", summary="Of granite", content="Of the coast")

    found = as_owner.numbers("memory", query="lighthouse")

    assert found[0] == title
    assert set(found[1:3]) == {summary, tag}
    assert found[3] == content


def test_a_rare_word_weighs_more_than_a_common_one(as_owner: Caller, project: Project) -> None:
    add_items(project, "task", ({"title": f"Server {place}"} for place in range(40)))
    rare = as_owner.task("Kestrel")
    as_owner.task("Server of the tower")

    assert as_owner.numbers("task", query="server kestrel")[0] == rare
    assert as_owner.numbers("task", query="kestrel server")[0] == rare


def test_a_short_text_before_a_long_one_that_mentions_it_in_passing(as_owner: Caller) -> None:
    passing = " ".join(f"word{place}" for place in range(4_000)) + " kestrel " + "and so on " * 200
    short = as_owner.page("First", content="The kestrel nests in the tower.")
    long = as_owner.page("Second", content=passing)

    assert as_owner.numbers("page", query="kestrel") == [short, long]


def test_a_long_page_that_mentions_everything_isnt_the_answer_to_everything(as_owner: Caller, project: Project) -> None:
    subjects = [f"{a} {b} {c}" for a, b, c in permutations(("granite", "harbour", "lantern", "kestrel", "sextant"), 3)]
    answers = {
        words: as_owner.page(f"About {words}", content=f"Here is what we know of the {words}, in short.")
        for words in subjects[:6]
    }
    digest = as_owner.page(
        "Digest", content="\n".join(f"On day {day}: {words}." for day, words in enumerate(subjects)) * 30
    )

    for words, answer in answers.items():
        found = as_owner.numbers("page", query=words)
        assert found.index(answer) < found.index(digest)


def test_a_word_before_a_part_of_another_word(as_owner: Caller) -> None:
    part = as_owner.task("Concatenate the files")
    word = as_owner.task("Feed the cat of the house and mind its door")

    assert as_owner.numbers("task", query="cat") == [word, part]


def test_an_identifier_as_it_stands_before_its_pieces(as_owner: Caller) -> None:
    pieces = as_owner.page("Store", content="An item of the store. Each store has an item, and an item has a store.")
    whole = as_owner.page("Calls", content="One is written with item_store, whatever its kind and wherever it stands.")

    assert as_owner.numbers("page", query="item_store") == [whole, pieces]


def test_an_identifier_counts_only_for_what_holds_it(as_owner: Caller, project: Project) -> None:
    add_items(project, "task", ({"title": f"Upgrade {place}", "content": "node"} for place in range(15)))
    holding = as_owner.task("Review and merge the newest of actions/setup-node")

    assert as_owner.numbers("task", query="setup-node upgrade")[0] == holding


def test_the_words_order_and_repetition_dont_count(as_owner: Caller) -> None:
    for title in ("Granite harbour", "Harbour of granite", "Granite", "Harbour"):
        as_owner.task(title)

    found = as_owner.numbers("task", query="granite harbour")

    assert as_owner.numbers("task", query="harbour granite") == found
    assert as_owner.numbers("task", query="granite harbour granite  GRANITE") == found


def test_equals_come_newest_first_every_time(as_owner: Caller) -> None:
    numbers = [as_owner.task("Lighthouse") for _ in range(5)]

    for _ in range(3):
        assert as_owner.numbers("task", query="lighthouse") == numbers[::-1]


def test_what_others_keep_private_doesnt_show_in_the_order(as_owner: Caller, as_writer: Caller) -> None:
    """Rarity is counted over what the caller may see, or an order would tell of what is hidden."""
    granite, harbour = as_owner.task("Granite"), as_owner.task("Harbour")
    before = as_owner.numbers("task", query="granite harbour")
    for place in range(10):
        as_writer.memory(f"Harbour {place}", visibility="private")

    assert as_owner.numbers("task", query="granite harbour") == before
    assert set(before) == {granite, harbour}
