"""Archives that were made to break something: each is refused, or named, before it costs much."""

import gzip
import io
import struct
import tarfile
import time
import tracemalloc
import zipfile
from random import Random

import pytest

from conderis.core.errors import Invalid, TooLarge
from conderis.imports import archive_bounds, zip_archive
from tests.imports.reading import as_tar, as_zip, found_in

PATHS = ["../a.md", "/a.md", "a/../../b.md", "C:\\a.md", "C:a.md", "..\\a.md", "a//b.md", "a\tb.md", "d/" * 40 + "a.md",
         "x" * 500 + ".md"]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("pack", [as_zip, as_tar])
def test_a_path_that_no_honest_archive_has_is_named(path: str, pack: object) -> None:
    data = (as_zip if pack is as_zip else as_tar)({path: "Bad", "good.md": "Good"})
    found = found_in("markdown", data)
    assert found.only.source_id == "good.md"
    assert len(found.failed) == 1


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_left_out(kind: bytes) -> None:
    info = tarfile.TarInfo("trap.md")
    info.type, info.linkname = kind, "/etc/passwd"
    found = found_in("markdown", as_tar({"trap.md": info, "good.md": "Good"}))
    assert found.only.source_id == "good.md"
    assert [problem.place for problem in found.problems] == ["trap.md"]


def test_a_link_in_a_zip_is_left_out() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        link = zipfile.ZipInfo("trap.md")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    found = found_in("markdown", buffer.getvalue())
    assert found.records == []
    assert "link" in found.problems[0].reason


@pytest.mark.parametrize("pack", [as_zip, as_tar])
def test_a_bomb_is_refused_early_and_in_little_memory(pack: object) -> None:
    zeros = b"\0" * 3_000_000
    files = {f"{n}.md": zeros[:900_000] for n in range(40)} | {"a.jpg": zeros}
    data = (as_zip if pack is as_zip else as_tar)(files)
    tracemalloc.start()
    with pytest.raises(TooLarge) as refused:
        found_in("markdown", data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "limit" in refused.value.data
    assert peak < 30_000_000


def test_a_tar_that_unpacks_forever_is_refused() -> None:
    header = tarfile.TarInfo("a.jpg")
    header.size = 4_000_000_000
    data = gzip.compress(header.tobuf() + b"\0" * 50_000_000)
    with pytest.raises(TooLarge):
        found_in("markdown", data)


def test_all_that_is_unpacked_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_bounds, "UNPACKED_MAX", 10_000)
    noise = Random(1).randbytes(2_000).hex()
    for pack in (as_zip, as_tar):
        with pytest.raises(TooLarge, match="10,000"):
            found_in("markdown", pack({f"{n}.md": noise for n in range(5)}))


def test_the_entries_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_bounds, "ENTRIES_MAX", 3)
    for pack in (as_zip, as_tar):
        assert len(found_in("markdown", pack({f"{n}.md": "" for n in range(3)})).records) == 3
        with pytest.raises(TooLarge):
            found_in("markdown", pack({f"{n}.md": "" for n in range(4)}))


def test_the_list_of_a_zip_is_bounded_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_archive, "_DIRECTORY_MAX", 1_000)
    with pytest.raises(TooLarge):
        found_in("markdown", as_zip({f"{n}.jpg": "" for n in range(100)}))


def test_a_note_that_claims_or_has_too_much_is_a_problem_of_its_own() -> None:
    noise = Random(1).randbytes(1_100_000)
    for pack in (as_zip, as_tar):
        found = found_in("markdown", pack({"big.md": noise, "good.md": "Good"}))
        assert found.only.source_id == "good.md"
        assert "1,000,000 bytes" in found.failed[0].reason


def test_a_zip_that_claims_a_wrong_size_is_read_no_further_than_its_bound() -> None:
    data = bytearray(as_zip({"a.md": "x" * 1_000}))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 2_000_000_000)
    assert found_in("markdown", bytes(data)).only.fields["content"] == "x" * 1_000


def test_what_cannot_be_unpacked_is_named() -> None:
    encrypted = bytearray(as_zip({"a.md": "x" * 100}))
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in found_in("markdown", bytes(encrypted)).failed[0].reason
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a.md", b"\0" * 900_000)
    assert "deflate" in found_in("markdown", buffer.getvalue()).failed[0].reason
    broken = bytearray(as_zip({"a.md": "the same again, " * 100}))
    broken[45:55] = b"\xff" * 10
    assert "broken" in found_in("markdown", bytes(broken)).failed[0].reason


@pytest.mark.parametrize("size", [2**33, 2**63, 2**87])
def test_a_size_that_nothing_has_is_found_out_at_the_end(size: int) -> None:
    header = tarfile.TarInfo("a.jpg")
    header.size = size
    with pytest.raises(Invalid):
        found_in("markdown", gzip.compress(header.tobuf(tarfile.GNU_FORMAT) + b"\0" * 900_000))


def _pax(**records: str) -> bytes:
    info = tarfile.TarInfo("a.md")
    info.pax_headers = records
    return info.tobuf(tarfile.PAX_FORMAT)


@pytest.mark.parametrize(
    "data",
    [
        _pax(size="9" * 19), _pax(size="-1"), _pax(size="9" * 400), _pax(size="x"),
        _pax(path="a.md").replace(b" path=", b"9path="), _pax(path="a.md").replace(b"13 path=", b"99 path="),
        _pax(path="a.md").replace(b"path=", b"path:"), _pax(comment="x" * 70_000),
    ],
)  # fmt: skip
def test_extended_headers_that_lie_are_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        found_in("markdown", gzip.compress(data + b"\0" * 2_000))


def test_a_sparse_file_is_left_out_whatever_its_map_says() -> None:
    found = found_in(
        "markdown", gzip.compress(_pax(**{"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}) + b"\0" * 1_024)
    )
    assert [problem.skipped for problem in found.problems] == [True]


def test_headers_in_a_row_are_read_one_by_one() -> None:
    once = _pax(comment="x")[:-512]
    data = gzip.compress(once * 900 + tarfile.TarInfo("a.md").tobuf() + b"\0" * 1_024, 0)
    assert found_in("markdown", data).only.source_id == "a.md"


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_each_form_of_tar_is_read_as_tarfile_writes_it(form: int) -> None:
    names = ["kurz.md", "Ordner/" + "Länge " * 12 + ".md", "d" * 80 + "/" + "e" * 60 + ".md"]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=form) as archive:
        folder = tarfile.TarInfo("Ordner")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name in names:
            info = tarfile.TarInfo(name)
            info.size, info.mtime = 700, 1.5  # type: ignore[assignment]
            archive.addfile(info, io.BytesIO(b"x" * 700))
    records = found_in("markdown", buffer.getvalue()).by_id()
    assert set(names) <= set(records)
    assert {len(records[name].fields["content"]) for name in names} == {700}


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_header_that_claims_much_is_refused_before_it_is_read(kind: bytes) -> None:
    header = tarfile.TarInfo("pax")
    header.type, header.size = kind, 2_000_000_000
    with pytest.raises(Invalid):
        found_in("markdown", gzip.compress(header.tobuf(tarfile.USTAR_FORMAT) + b"1" * 100_000))


def test_a_header_with_a_negative_size_is_refused() -> None:
    header = tarfile.TarInfo("a.md")
    raw = bytearray(header.tobuf(tarfile.GNU_FORMAT))
    raw[124:136] = b"\xff" * 11 + b"\x01"
    raw[148:156] = b" " * 8
    raw[148:156] = b"%06o\0 " % sum(raw)
    with pytest.raises(Invalid):
        found_in("markdown", gzip.compress(bytes(raw) * 3))


def test_a_tar_that_breaks_off_or_is_broken_in_the_middle_is_refused_not_cut() -> None:
    whole = gzip.decompress(as_tar({f"{n}.md": Random(n).randbytes(800).hex() for n in range(5)}))
    broken = bytearray(whole)
    broken[whole.index(b"3.md") + 20] ^= 0xFF
    cut = (gzip.compress(whole)[:-2_000], gzip.compress(whole[:4_000]), b"\x1f\x8b")
    for data in (gzip.compress(bytes(broken)), *cut):
        with pytest.raises(Invalid):
            found_in("markdown", data)


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\x03\x04", b"PK\x05\x06" + b"\xff" * 18, b"Text", b"\x1f\x8b" + b"\0" * 99]
)
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with pytest.raises((Invalid, TooLarge)):
        found_in("markdown", data)


def test_notes_made_to_be_slow_are_read_in_time() -> None:
    parts = ("[[", "#a", "`", "![](", "<!--", "**_", "---\n", "- [", "]](", "|", "[x](a.md", "[[a|", "> ", "a: ", "  ")
    files = {f"{n}.md": part * (90_000 // len(part)) for n, part in enumerate(parts)}
    files |= {f"f{n}.md": "---\n" + part * (9_000 // len(part)) for n, part in enumerate(parts)}
    files |= {f"g{n}.md": "---\n" + part * (9_000 // len(part)) + "\n---\n" for n, part in enumerate(parts)}
    started = time.process_time()
    for pack in (as_zip, as_tar):
        found_in("basic-memory", pack(files | {"noise.jpg": Random(1).randbytes(100_000)}))
    assert time.process_time() - started < 20


def test_an_entry_without_a_name_is_a_problem() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo(""), "x")
    (problem,) = found_in("markdown", buffer.getvalue()).failed
    assert problem.place == "an entry without a name"
