"""POST alone: whatever else is answered at once, with no key and no body read."""

import io
import json
from typing import Any

import pytest
from django.test import Client


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("accept", ["application/json, text/event-stream", "text/event-stream", "*/*", ""])
def test_it_allows_post_alone(client: Client, method: str, accept: str) -> None:
    response = client.generic(method, "/mcp", headers={"Accept": accept})
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert json.loads(response.content)["error"]["message"] == "This endpoint takes POST alone."


def test_it_leaves_the_body_unread(client: Client) -> None:
    """A stream that fails when it is read proves that nothing reads it."""

    class Unreadable(io.RawIOBase):
        def readinto(self, buffer: object) -> int:
            raise AssertionError("read")

    sent: dict[str, Any] = {"wsgi.input": Unreadable(), "CONTENT_LENGTH": "9"}
    response = client.generic("DELETE", "/mcp", **sent)
    assert response.status_code == 405
