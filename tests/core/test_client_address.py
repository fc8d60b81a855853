"""Which machine a request comes from, whatever its headers claim."""

from typing import Any

import pytest
from django.test import RequestFactory

from conderis.core.client_address import client_address


def address(remote: str, forwarded: str | None = None) -> str:
    sent = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    return client_address(RequestFactory().get("/", REMOTE_ADDR=remote, **sent))


@pytest.mark.parametrize(
    ("remote", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_it_is_the_one_that_asked(remote: str, expected: str) -> None:
    assert address(remote) == expected
    assert address(remote, "203.0.113.9") == expected


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.9, 192.0.2.1", "192.0.2.1"),
        (2, "203.0.113.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        (2, "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.9, unknown", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, None, "10.0.0.1"),
    ],
)
def test_behind_proxies_it_is_what_ours_wrote(
    settings: Any, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address("10.0.0.1", forwarded) == expected
