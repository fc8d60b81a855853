"""Requests that no browser sends, and those that are too large: refused in words, never a 500."""

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from conderis.accounts.models import User
from conderis.web.wsgi import Handler, Request


def environ(**more: Any) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "wsgi.input": BytesIO(),
        "wsgi.errors": BytesIO(),
        "wsgi.url_scheme": "http",
        **more,
    }


@pytest.mark.parametrize("charset", ["hex", "idna", "rot13", "undefined", "base64", "utf-7", "raw_unicode_escape"])
def test_an_encoding_of_its_own_is_not_tried(charset: str) -> None:
    request = Request(environ(CONTENT_TYPE=f"text/plain; charset={charset}", QUERY_STRING="q=%5Cud800"))

    assert request.GET["q"] == "\\ud800"


def test_the_server_reads_requests_so() -> None:
    assert Handler.request_class is Request


class TestTooLarge:
    @pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])
    def test_is_refused_before_it_is_read(self, db: None, kind: str) -> None:
        answer = Client().generic("POST", "/login/", b"x" * (settings.MAX_BODY + 1), content_type=kind)

        assert answer.status_code == 413
        assert "That is too large" in answer.content.decode()

    def test_too_many_fields_are_too(self, owner: User) -> None:
        client = Client()
        client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")

        answer = client.post("/projects/new/", {f"field{n}": "" for n in range(1_100)})

        assert answer.status_code == 413


def test_a_head_has_no_body(db: None) -> None:
    answer = Client().head("/guide/")

    assert (answer.status_code, answer.content) == (200, b"")


def test_pages_of_the_signed_in_are_asked_for_anew(owner: User) -> None:
    client = Client()
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")

    assert client.get("/")["Cache-Control"] == "private, no-cache"
    assert "no-store" in client.get("/2fa/")["Cache-Control"]
