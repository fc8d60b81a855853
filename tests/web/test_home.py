"""The first page that a newcomer sees."""

import re

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client


def test_it_says_where_agents_connect() -> None:
    page = Client().get("/")

    assert page.status_code == 200
    assert f"{settings.PUBLIC_URL}/mcp" in page.content.decode()


def test_its_styles_and_scripts_are_there() -> None:
    named = re.findall(r'(?:href|src)="/static/([^"]+)"', Client().get("/").content.decode())

    assert "css/layers.css" in named
    assert [name for name in named if finders.find(name) is None] == []


def test_it_is_only_read() -> None:
    assert Client().post("/").status_code == 405
