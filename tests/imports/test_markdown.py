"""A folder of Markdown notes as pages. The notes have the shape of kepano/kepano-obsidian's (MIT)."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from conderis.imports import Link
from tests.imports.reading import Found, as_tar, as_zip, found_in

VAULT = {
    ".obsidian/app.json": "{}",
    "Attachments/a.jpg": b"\xff\xd8",
    "Readme.md": "Start at [[Kyoto]].",
    "Categories/Places.md": "---\ntags:\n  - categories\n---\n![[Places.base]]",
    "Notes/2023 Trip.md": '---\ncategories:\n  - "[[Places]]"\nstart: 2023-09-12\n'
    'loc: ["[[Kyoto]]", "[[Japan]]"]\n---\nText',
    "References/Kyoto.md": "---\naliases: [Kyōto, The Old Capital]\ncreated: 2023-09-12\n"
    "rating: 7\ncover:\n---\n## Trips\n",
}


def vault(files: Mapping[str, str | bytes], pack: Callable[[Mapping[str, str | bytes]], bytes] = as_zip) -> Found:
    return found_in("markdown", pack(files))


@pytest.mark.parametrize("pack", [as_zip, as_tar])
def test_notes_and_their_folders_become_pages(pack: Callable[[Mapping[str, str | bytes]], bytes]) -> None:
    found = vault(VAULT, pack)
    assert {record.source_id: record.parent for record in found.records} == {
        "Readme.md": None,
        "Categories/": None, "Categories/Places.md": "Categories/",
        "Notes/": None, "Notes/2023 Trip.md": "Notes/",
        "References/": None, "References/Kyoto.md": "References/",
    }  # fmt: skip
    assert {problem.place for problem in found.problems} == {".obsidian/app.json", "Attachments/a.jpg"}
    assert found.failed == []


def test_properties_become_fields_and_the_others_stay_readable() -> None:
    records = vault(VAULT).by_id()
    kyoto, trip = records["References/Kyoto.md"], records["Notes/2023 Trip.md"]
    assert kyoto.fields == {
        "title": "Kyoto", "tags": [],
        "content": "## Trips\n\n\n---\n\n- aliases: Kyōto, The Old Capital\n- created: 2023-09-12\n- rating: 7",
    }  # fmt: skip
    assert kyoto.created == datetime(2023, 9, 12, tzinfo=UTC)
    assert trip.fields["content"] == (
        "Text\n\n---\n\n- categories: [[Places]]\n- start: 2023-09-12\n- loc: [[Kyoto]], [[Japan]]"
    )
    assert trip.relations == (
        Link("related", "Categories/Places.md", "categories"), Link("related", "References/Kyoto.md", "loc"),
    )  # fmt: skip
    assert "links" in trip.dropped, "Japan isn't among the notes"
    assert records["Categories/Places.md"].fields["tags"] == ["categories"]


@pytest.mark.parametrize(
    "link",
    ["[[Kyoto]]", "[[kyoto|the city]]", "[[Kyoto#Trips]]", "![[Kyoto]]", "[[References/Kyoto]]", "[[The Old Capital]]",
     "[Kyoto](References/Kyoto.md)", "[Kyoto](../References/Kyoto.md#trips)", "[[/References/Kyoto.md]]"],
)  # fmt: skip
def test_a_link_finds_its_note(link: str) -> None:
    record = vault({**VAULT, "Here.md": f"See {link}, twice {link}."}).by_id()["Here.md"]
    assert record.relations == (Link("related", "References/Kyoto.md"),)
    assert record.fields["content"] == f"See {link}, twice {link}."


@pytest.mark.parametrize(
    "text", ["`[[Kyoto]]`", "```\n[[Kyoto]] #tag\n```", "[[Elsewhere/Kyoto]]", "[[]]", "[[#Here]]", "\\[x]"]
)
def test_what_is_no_link_relates_nothing(text: str) -> None:
    record = vault({**VAULT, "Here.md": text}).by_id()["Here.md"]
    assert (record.relations, record.fields["tags"]) == ((), [])


def test_tags_come_from_properties_and_text() -> None:
    text = "---\ntags: music/genres, To-Read\n---\nAbout #jazz and #2024, not a#b, &#39; or #2023x"
    record = vault({"a.md": text}).only
    assert record.fields["tags"] == ["music-genres", "to-read", "jazz", "2023x"]


def test_a_folder_has_the_page_that_is_called_as_it_is() -> None:
    found = vault({"Guide/index.md": "In", "Guide/a.md": "A", "Guide/Deep/Deep.md": "D", "Guide/Deep/b.md": "B",
                   "Top.md": "T", "Top/c.md": "C", "x.md": ""})  # fmt: skip
    assert {record.source_id: (record.parent, record.fields["title"]) for record in found.records} == {
        "Guide/index.md": (None, "Guide"), "Guide/a.md": ("Guide/index.md", "a"),
        "Guide/Deep/Deep.md": ("Guide/index.md", "Deep"), "Guide/Deep/b.md": ("Guide/Deep/Deep.md", "b"),
        "Top.md": (None, "Top"), "Top/c.md": ("Top.md", "c"), "x.md": (None, "x"),
    }  # fmt: skip


def test_the_one_folder_around_everything_says_nothing() -> None:
    inside = {f"vault-main/{name}": content for name, content in VAULT.items()}
    plain, packed = vault(VAULT), vault(inside)
    assert [record.source_id for record in packed.records] == [record.source_id for record in plain.records]
    assert vault({"Notes/a.md": "A", ".obsidian/app.json": ""}).by_id().keys() == {"Notes/", "Notes/a.md"}


@pytest.mark.parametrize(
    "block",
    ["created: {{date}}", "a: [1, 2", "- a\n- b", "a: &x [1]\nb: *x", "a: !!python/object:os.system x\n : :\n\t-",
     "a: " + "[" * 9_000, "? {a: b}\n: c"],
)  # fmt: skip
def test_properties_that_cannot_be_read_stay_in_the_text(block: str) -> None:
    text = f"---\n{block}\n---\nBody"
    record = vault({"a.md": text}).only
    assert record.fields["content"] == text
    assert "front matter" in record.dropped


def test_a_tag_of_yaml_makes_no_object() -> None:
    record = vault({"a.md": "---\nx: !!python/object/apply:os.getpid []\ny: !!int 3\n---\nBody"}).only
    assert "- y: 3" in record.fields["content"]


def test_an_author_and_a_summary_are_taken() -> None:
    text = "---\nauthor:\n  - '[[Steph]]'\ndescription: One line\nupdated: 2024-01-02T03:04:05+02:00\n---\nBody"
    record = vault({"a.md": text}).only
    assert (record.author, record.fields["summary"]) == ("Steph", "One line")
    assert record.updated == datetime(2024, 1, 2, 1, 4, 5, tzinfo=UTC)
    long = vault({"a.md": f"---\nsummary: {'x' * 300}\n---\nBody"}).only
    assert "summary" not in long.fields or long.fields["summary"].startswith("(auto) ")
    assert "x" * 300 in long.fields["content"]


def test_a_name_may_hold_whatever_people_write() -> None:
    names = (
        "Tom & \N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}.md",
        "no\N{NO-BREAK SPACE}break.md",
        "Ärger (2).MD",
    )
    found = vault(dict.fromkeys(names, "x"))
    assert [record.source_id for record in found.records] == list(names)


def test_a_note_in_another_encoding_is_a_problem_of_its_own() -> None:
    found = vault(
        {"a.md": "Größe".encode("latin-1"), "b.md": "Größe".encode("utf-8-sig"), "c.md": "x".encode("utf-16")}
    )
    assert [problem.place for problem in found.failed] == ["a.md", "c.md"]
    assert found.only.fields["content"] == "Größe"
