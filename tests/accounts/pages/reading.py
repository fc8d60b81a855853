"""What the tests read out of a page."""

import json
import re
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

KEY = re.compile(r"cnd_[a-z0-9]{40}")


def text(browser: Client, address: str) -> str:
    """The page at the address, which must be there."""
    response = browser.get(address)
    assert response.status_code == 200, address
    return str(response.content.decode())


def queries_of(browser: Client, address: str, **headers: str) -> int:
    """How many queries the page costs, after a first look: that one notes once a day that the session is in use."""
    browser.get(address, headers=headers)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address, headers=headers).status_code in (200, 204)
    return len(queries)


def ident_of(page: str) -> str:
    """What the form carries so that it makes one agent."""
    found = re.search(r'name="ident" value="([^"]+)"', page)
    assert found
    return found[1]


def code(page: str, ident: str) -> str:
    """The text that a copy button takes."""
    found = re.search(rf'<code id="{ident}">(.*?)</code>', page, re.DOTALL)
    assert found, ident
    return unescape(found[1])


def call_tools(client: Client, key: str) -> tuple[int, Any]:
    """A call of the endpoint as an agent makes it: the status and the body."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    response = client.post(
        "/mcp", json.dumps(asked), content_type="application/json", headers={"Authorization": f"Bearer {key}"}
    )
    return response.status_code, json.loads(response.content)
