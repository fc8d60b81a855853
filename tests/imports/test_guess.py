"""What a file is, by what is in it."""

import io

import pytest

from conderis.core.errors import TooLarge
from conderis.imports import READERS, bounds, guess
from tests.imports.reading import as_json, as_lines, as_tar, as_zip, found_in

FILES = {
    "batch": as_json({"idempotencyKey": "k", "items": []}),
    "trello": as_json({"id": "b", "name": "B", "idOrganization": None, "cards": []}),
    "github": as_json([{"number": 1, "title": "A", "html_url": "https://github.com/a/b/issues/1"}]),
    "beads": as_lines({"id": "bd-1", "title": 'trello.com and "idempotencyKey"', "issue_type": "task"}),
    "memory-server": as_lines({"type": "entity", "name": "A", "entityType": "b", "observations": []}),
    "mediawiki": b"\xef\xbb\xbf<mediawiki></mediawiki>",
    "basic-memory": as_zip({"a.md": "---\npermalink: a\n---\n"}),
    "markdown": as_tar({"a.md": "Text"}),
    "csv": b"title;tags\n",
}


def test_every_reader_has_a_file_here() -> None:
    assert list(FILES) == list(READERS)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_known_by_its_beginning(name: str) -> None:
    file = io.BytesIO(FILES[name])
    file.seek(3)
    assert guess(file) is READERS[name]
    assert file.tell() == 0


@pytest.mark.parametrize("data", [b"", b"\0\0\0", b"Text", b"PK\x03\x04 broken", b"{}", b"<html>"])
def test_what_is_none_of_them_is_none_of_them_or_refused_when_read(data: bytes) -> None:
    assert guess(io.BytesIO(data)) in (None, READERS["markdown"])


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_too_large_is_refused_before_it_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        """Claims a size, and fails when it is read."""

        def seek(self, offset: int, whence: int = 0) -> int:
            return 2_000_000_000 if whence == 2 else offset

    with pytest.raises(TooLarge) as refused:
        next(READERS[name].read(Endless()))  # type: ignore[arg-type]
    assert refused.value.data["limit"] == f"{READERS[name].most} bytes"


def test_a_million_rows_are_refused_early() -> None:
    row = as_lines({"id": "x", "issue_type": "task"})
    with pytest.raises(TooLarge, match="100,000"):
        found_in("beads", row * 1_000_000)
    assert bounds.ROWS_MAX == 100_000
