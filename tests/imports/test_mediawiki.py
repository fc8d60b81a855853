"""A MediaWiki export as pages. Its elements are those of MediaWiki's export format 0.10."""

import time
import tracemalloc
from datetime import UTC, datetime

import pytest

from conderis.core.errors import Invalid, TooLarge
from conderis.imports import Link, bounds
from tests.imports.reading import Found, found_in

HEAD = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="de"><siteinfo/>'


def revision(text: str, at: str = "2013-03-22T09:37:03Z", who: str = "Editor", comment: str = "") -> str:
    return (
        f"<revision><id>1</id><timestamp>{at}</timestamp><contributor><username>{who}</username><id>3</id></contributor>"
        f'<comment>{comment}</comment><model>wikitext</model><text xml:space="preserve">{text}</text></revision>'
    )


def page(title: str, *revisions: str, ns: int = 0, redirect: str = "") -> str:
    leads = f'<redirect title="{redirect}" />' if redirect else ""
    return f"<page><title>{title}</title><ns>{ns}</ns><id>1</id>{leads}{''.join(revisions)}</page>"


def wiki(*pages: str, earlier: bool = False) -> Found:
    return found_in("mediawiki", f"{HEAD}{''.join(pages)}</mediawiki>".encode(), earlier=earlier)


def test_a_page_becomes_one_that_reads_as_markdown() -> None:
    text = (
        "\n== The header ==\nSome '''bold''' and ''italic'' [https://example.org a link].\n* One\n** Two\n# First\n=x\n"
    )
    record = wiki(page("Hello", revision(text))).only
    assert record.fields == {
        "title": "Hello",
        "content": "## The header\nSome **bold** and *italic* [a link](https://example.org).\n"
        "- One\n   - Two\n1. First\n=x",
    }
    assert (record.kind, record.source_id, record.author) == ("page", "Hello", "Editor")
    assert record.updated == datetime(2013, 3, 22, 9, 37, 3, tzinfo=UTC)


def test_templates_and_tables_stay_and_are_told_and_the_summary_does_without() -> None:
    text = (
        "{{Infobox|name={{nested}}}}\n'''Toronto''' is a city.&lt;!-- no --&gt;\n{| class=x\n|a\n|}\n"
        + "More text. " * 40
    )
    record = wiki(page("Toronto", revision(text))).only
    assert "{{Infobox|name={{nested}}}}" in record.fields["content"]
    assert record.fields["summary"].startswith("(auto) Toronto is a city. More text.")
    assert "markup" in record.dropped


def test_links_lead_to_pages_also_through_a_redirect() -> None:
    found = wiki(
        page("A", revision("[[b]] [[C_d|shown]] [[Old]] [[Nowhere]] [[A]] [[Kategorie:Städte|x]]")),
        page("B", revision("x")), page("C d", revision("y")), page("Kategorie:Städte", revision("z"), ns=14),
        page("Old", revision("#WEITERLEITUNG [[B]]")), page("Older", revision(""), redirect="B"),
    )  # fmt: skip
    record = found.by_id()["A"]
    assert record.relations == (Link("related", "B"), Link("related", "C d"))
    assert record.fields["tags"] == ["stadte"]
    assert "links" in record.dropped
    assert [problem.skipped for problem in found.problems] == [True, True]


def test_a_subpage_stands_under_its_page() -> None:
    records = wiki(page("A/B", revision("x")), page("A", revision("y")), page("AC/DC", revision("z"))).by_id()
    assert (records["A/B"].parent, records["AC/DC"].parent) == ("A", None)
    assert records["AC/DC"].dropped == {}


@pytest.mark.parametrize(("ns", "taken"), [(0, True), (4, True), (12, True), (100, True), (1, False), (2, False),
                                           (6, False), (8, False), (10, False), (101, False), (-1, False)])  # fmt: skip
def test_namespaces_that_are_no_reading_matter_are_left_out(ns: int, taken: bool) -> None:
    found = wiki(page("X:Y", revision("x"), ns=ns))
    assert (len(found.records), [problem.skipped for problem in found.problems]) == ((1, []) if taken else (0, [True]))


@pytest.mark.parametrize("ns", ["", "--5", "x", "٣", "9" * 3_000])
def test_a_namespace_that_is_no_number_is_taken_for_the_first(ns: str) -> None:
    assert len(wiki(page("A", revision("x")).replace("<ns>0<", f"<ns>{ns}<")).records) == 1


def test_earlier_texts_come_when_they_are_asked_for() -> None:
    pages = page("A", revision("2", "2012-01-01T00:00:00Z", "Bea", "mended"), revision("3", "2013-01-01T00:00:00Z"),
                 revision("1", "2011-01-01T00:00:00Z", "Ada", "new"))  # fmt: skip
    record = wiki(pages, earlier=True).only
    assert [(text.content, text.author, text.note) for text in record.earlier] == [
        ("1", "Ada", "new"),
        ("2", "Bea", "mended"),
    ]
    assert record.fields["content"] == "3"
    assert record.created == datetime(2011, 1, 1, tzinfo=UTC)
    unasked = wiki(pages).only
    assert (unasked.earlier, "earlier" in unasked.dropped) == ((), True)


def test_of_many_earlier_texts_the_newest_are_kept_and_that_is_told() -> None:
    many = [revision(str(n), f"20{n:02}-01-01T00:00:00Z") for n in range(80)]
    record = wiki(page("A", *many), earlier=True).only
    assert [text.content for text in record.earlier] == [str(n) for n in range(29, 79)]
    assert "earlier" in record.dropped
    long = [revision("x" * 99_000, f"20{n:02}-01-01T00:00:00Z") for n in range(40)]
    record = wiki(page("A", *long), earlier=True).only
    assert sum(len(text.content) for text in record.earlier) <= bounds.EARLIER_SIZE_MAX
    assert "earlier" in record.dropped


def test_pages_that_cannot_be_stored_are_named() -> None:
    found = wiki(
        page("Long", revision("x" * 100_001)), page("Longer", revision("x" * 1_000_000)),
        page("Empty"), page("", revision("x")),
        page("Gone", '<revision><text deleted="deleted" /></revision>'),
        page("A", revision("1")), page("A", revision("2")),
    )  # fmt: skip
    assert found.only.fields["content"] == "1"
    assert len(found.failed) == 6


BOMB = """<!DOCTYPE mediawiki [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"""


@pytest.mark.parametrize(
    "head",
    [BOMB, '<!DOCTYPE x SYSTEM "file:///etc/passwd">', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
     "<!DOCTYPE mediawiki>"],
)  # fmt: skip
def test_a_document_type_is_refused_and_with_it_every_entity(head: str) -> None:
    data = f'<?xml version="1.0"?>{head}{HEAD}{page("A", revision("x"))}</mediawiki>'
    with pytest.raises(Invalid, match="document type"):
        found_in("mediawiki", data.encode())


@pytest.mark.parametrize(
    "data",
    [b"", b"<html></html>", HEAD.encode(), f"{HEAD}<page>".encode(), f"{HEAD}&nbsp;</mediawiki>".encode(), b"{}",
     f"{HEAD}{page('Größe')}</mediawiki>".encode("latin-1"), f"{HEAD}</mediawiki>".encode("utf-16"),
     f'<?xml version="1.0" encoding="latin-1"?>{HEAD}{page("ß")}</mediawiki>'.encode("latin-1"),
     f"{HEAD}{page('nul' + chr(0))}</mediawiki>".encode(), HEAD.encode() + b"<a>" * 100_000],
)  # fmt: skip
def test_what_is_no_export_in_utf8_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        found_in("mediawiki", data)


def test_a_tag_that_never_ends_is_refused_in_time() -> None:
    started = time.process_time()
    for start in ("<page a='", "<!--", "<?x ", "<page "):
        with pytest.raises(TooLarge):
            found_in("mediawiki", HEAD.encode() + start.encode() + b"x" * 40_000_000)
    assert time.process_time() - started < 10


def test_a_text_that_never_ends_is_not_held() -> None:
    data = f"{HEAD}{page('A', revision('x' * 40_000_000))}</mediawiki>".encode()
    tracemalloc.start()
    found = found_in("mediawiki", data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found.failed) == 1
    assert peak < 10_000_000


def test_wikitext_made_to_be_slow_is_read_in_time() -> None:
    texts = ("=" * 90_000, "= " * 45_000, "=" + " " * 90_000 + "x", "'''a" * 20_000, "''" * 40_000, "[[a" * 30_000,
             "{{" * 45_000, "[http://a" * 10_000, "*" * 90_000,
             "'a" * 45_000, "[[a|" * 20_000, " \n" * 40_000)  # fmt: skip
    started = time.process_time()
    wiki(*(page(str(n), revision(text)) for n, text in enumerate(texts)))
    assert time.process_time() - started < 10
