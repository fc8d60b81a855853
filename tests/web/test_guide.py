"""The guide as people read it: an introduction, and word for word what agents are told."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from conderis.recall import guide
from conderis.web.guide import sections


def words(text: str) -> list[str]:
    """The words of a text or of a page, in lower case, without bullets."""
    plain = unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?(?:b|code)>", "", text)))
    return re.sub(r"^(- |\d+\. )", "", plain.lower(), flags=re.MULTILINE).split()


@pytest.fixture
def page(client: Client, db: None) -> str:
    response = client.get("/guide/")
    assert response.status_code == 200
    return str(response.content.decode())


def test_it_holds_every_word_that_agents_are_told(page: str) -> None:
    told = words(guide.TEXT.removeprefix(guide.LABEL))
    read = words(page[page.index('id="for-agents"') :])
    at = read.index(told[0], read.index(guide.LABEL.split()[1]))
    assert read[at : at + len(told)] == told


def test_every_heading_of_the_text_is_one(page: str) -> None:
    headings = re.findall(r"^[A-Z][A-Z ]+$", guide.TEXT, flags=re.MULTILINE)
    assert len(headings) > 5
    for heading in headings:
        assert f">{heading.capitalize()}</h3>" in page
        assert heading not in page


def test_its_links_lead_somewhere(page: str) -> None:
    for anchor in re.findall(r'href="#([\w-]+)"', page):
        assert page.count(f'id="{anchor}"') == 1, anchor


def test_bullets_paragraphs_and_code_are_set() -> None:
    text = f"{guide.LABEL}\n\nFirst <b>.\n\nPART ONE\n1. item_get it\n2. again\n- tag: a & b\nThe end.\n"
    opening, part = sections(text)
    assert (opening.title, opening.blocks[0].lines) == ("", ["First &lt;b&gt;."])
    assert (part.title, part.anchor) == ("Part one", "agents-part-one")
    assert [block.tag for block in part.blocks] == ["ol", "ul", "p"]
    assert part.blocks[0].lines == ["<code>item_get</code> it", "again"]
    assert part.blocks[1].lines == ["<b>tag</b>: a &amp; b"]


def test_anyone_reads_it_without_a_query(client: Client) -> None:
    assert client.get("/guide/").status_code == 200  # no database mark: a query would fail the test
    assert client.post("/guide/").status_code == 405


def test_the_signed_in_find_the_way_to_connect(client: Client, owner: User) -> None:
    client.force_login(owner)
    assert 'href="/connect/"' in client.get("/guide/").content.decode()
    with CaptureQueriesContext(connection) as queries:
        client.get("/guide/")
    assert len(queries) == 3  # the session, the person, the rail's projects
