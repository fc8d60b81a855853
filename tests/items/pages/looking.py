"""A person in front of the lists: what they get, and what stands on it in words."""

import html
import re
from typing import Any

from django.test import Client

from conderis.accounts.models import User

SWAP = {"HX-Request": "true"}


class Looking:
    """Signed in as ``user``, or as nobody; ``base`` is where the project's pages begin."""

    def __init__(self, user: User | None, base: str) -> None:
        self.client = Client()
        self.base = base
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str = "", status: int = 200, /, *, swap: bool = False, **query: Any) -> str:
        """The page, or with ``swap`` the piece of it that htmx would put in."""
        response = self.client.get(self.base + path, query, headers=SWAP if swap else None)
        assert response.status_code == status, (path, response.status_code)
        return response.content.decode()

    def post(self, path: str, status: int = 303, /, *, swap: bool = False, **sent: Any) -> Any:
        """The answer itself; a redirect isn't followed."""
        response = self.client.post(self.base + path, sent, headers=SWAP if swap else None)
        assert response.status_code == status, (path, response.status_code, response.content.decode()[-1500:])
        return response

    def told(self) -> str:
        """What the next page says was done, or wasn't."""
        page = self.client.get(self.base + "search/").content.decode()
        return words(page.partition('id="notices"')[2].partition("<h1")[0].partition(">")[2])


def words(page: str) -> str:
    """What is read of it, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def numbers(page: str) -> list[int]:
    """The numbers of the rows, cards or nodes, in their order."""
    return [int(found) for found in re.findall(r'<span class="number">#(\d+)</span>', page)]


def link(page: str, label: str) -> str:
    """Where the link with this label leads, as its address's query string."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>\s*{label}', page)
    assert found is not None, label
    return html.unescape(found[1])
