"""The form of a batch and the example, served to whoever asks."""

import json

import pytest
from django.conf import settings
from django.test import Client

FILES = {
    "schemas/conderis-batch-v2.schema.json": "application/schema+json",
    "examples/conderis-batch-v2.json": "application/json",
}

published = pytest.mark.parametrize(("name", "content_type"), FILES.items())


@published
def test_it_is_the_file_without_a_key_or_a_query(client: Client, name: str, content_type: str) -> None:
    response = client.get(f"/{name}")  # no database mark: a query would fail the test
    assert response.status_code == 200
    assert response.headers["Content-Type"] == content_type
    assert response.content == (settings.BASE_DIR / name).read_bytes()
    assert json.loads(response.content)


@published
def test_head_has_the_headers_alone(client: Client, name: str, content_type: str) -> None:
    response = client.head(f"/{name}")
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["Content-Type"] == content_type


@published
def test_it_may_be_kept_and_asked_for_again(client: Client, name: str, content_type: str) -> None:
    response = client.get(f"/{name}")
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    assert "Set-Cookie" not in response.headers
    again = client.get(f"/{name}", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@published
@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(client: Client, name: str, content_type: str, method: str) -> None:
    assert getattr(client, method)(f"/{name}").status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/examples/import_issues.py", "/examples/", "/schemas/", "/schemas/../manage.py", "/examples/%2e%2e/manage.py"],
)
def test_nothing_else_of_these_folders_is_served(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
