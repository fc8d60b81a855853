"""A project's remote: a repository's address, and nothing secret in it."""

import pytest

from conderis.core.errors import Invalid
from projects.fields import remote_value


@pytest.mark.parametrize(
    "remote",
    [
        "https://example.org/ada/lighthouse.git",
        "http://example.org:8080/lighthouse",
        "https://[2001:db8::1]/lighthouse.git",
        "ssh://git@example.org:2222/ada/lighthouse.git",
        "git://example.org/lighthouse.git",
        "git@example.org:ada/lighthouse.git",
        "ada@host.internal:lighthouse",
        "https://größe.example/lighthouse",
    ],
)
def test_the_forms_of_an_address(remote: str) -> None:
    assert remote_value(f" {remote} ") == remote


@pytest.mark.parametrize("remote", ["", "  ", None])
def test_blank_clears(remote: str | None) -> None:
    assert remote_value(remote) == ""


@pytest.mark.parametrize(
    "remote",
    [
        *("javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/x", "data:text/html,x", "//example.org/x"),
        *("example.org/lighthouse", "https://", "https:///path", "https:example.org", "https://[::1/x", "git@:x"),
        *("https://example.org:port/x", "https://example.org:99999/x", "https://exa mple.org/x", "not an address"),
        *("https://example.org/a\nb", "https://example.org/a\u200bb", "https://example.org\\@evil.example/x"),
        *(
            "git@example.org:a\nb",
            "git@example.org: a",
            "-oProxyCommand=x",
            "ext::sh -c x",
            "https://example.org/a\x1bb",
        ),
    ],
)
def test_anything_else_is_refused_with_the_forms(remote: str) -> None:
    with pytest.raises(Invalid, match="git@host:path") as refused:
        remote_value(remote)
    assert refused.value.data["field"] == "remote"


@pytest.mark.parametrize(
    "remote",
    [
        *("https://ada:hunter2@example.org/x", "https://hunter2@example.org/x", "http://:hunter2@example.org/x"),
        *("ssh://git:hunter2@example.org/x", "git://hunter2@example.org/x", "https://@example.org/x"),
    ],
)
def test_credentials_are_refused_and_not_repeated(remote: str) -> None:
    with pytest.raises(Invalid, match="must not hold") as refused:
        remote_value(remote)
    assert "hunter2" not in refused.value.message


@pytest.mark.parametrize("remote", ["a\0b", "https://example.org/\ud800"])
def test_what_cannot_be_stored_is_refused(remote: str) -> None:
    with pytest.raises(Invalid):
        remote_value(remote)
