"""The first page that a newcomer sees."""

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client


def test_it_says_where_agents_connect() -> None:
    page = Client().get("/")

    assert page.status_code == 200
    assert f"{settings.PUBLIC_URL}/mcp" in page.content.decode()
    assert "unsafe-inline" not in page["Content-Security-Policy"]


def test_its_style_is_served() -> None:
    assert 'href="/static/css/home.css"' in Client().get("/").content.decode()
    assert finders.find("css/home.css") is not None


def test_it_is_only_read() -> None:
    assert Client().post("/").status_code == 405
