"""Suggestions while someone types which item they mean."""

import re

from tests.calls import Caller
from tests.items.pages.browser import Browser


def found(browser: Browser, path: str, typed: str, **more: str) -> list[str]:
    query = {"of": "target", "target": typed, **more}
    page = browser.client.get(path, query)
    assert page.status_code == 200, page.content
    return re.findall(r'value="([^"]*)"', page.content.decode())


def test_by_words_and_by_number(home: str, as_owner: Caller, at_writer: Browser) -> None:
    task, page = as_owner.task("Warm the shader cache"), as_owner.page("How shaders are built")
    path = f"{home}find/"

    assert set(found(at_writer, path, "shader")) == {f"#{task}", f"#{page}"}
    assert found(at_writer, path, "shader", kind="page") == [f"#{page}"]
    assert found(at_writer, path, f"#{task}") == [f"#{task}"]
    assert found(at_writer, path, f"{task}", kind="page") == []
    assert found(at_writer, path, "") == found(at_writer, path, "  ") == found(at_writer, path, "99") == []


def test_a_few_of_many(home: str, as_owner: Caller, at_writer: Browser) -> None:
    for place in range(12):
        as_owner.task(f"Shader {place}")

    assert len(found(at_writer, f"{home}find/", "shader")) == 8


def test_nobody_elses(home: str, as_owner: Caller, as_writer: Caller, at_owner: Browser, at_writer: Browser) -> None:
    hidden = as_writer.memory("Hidden shader", visibility="private")
    ref = as_writer.personal("Personal shader")

    assert found(at_writer, f"{home}find/", "shader") == [f"#{hidden}"]
    assert found(at_owner, f"{home}find/", "shader") == found(at_owner, f"{home}find/", str(hidden)) == []
    assert found(at_writer, "/personal/find/", "shader", kind="memory") == [ref]
    assert found(at_owner, "/personal/find/", "shader", kind="memory") == []


def test_whatever_is_typed(home: str, as_owner: Caller, at_writer: Browser) -> None:
    as_owner.task("<script>shader</script>")

    for typed in ("x" * 5_000, "\0", "&|!:*", "%", "'", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")):
        found(at_writer, f"{home}find/", typed)
    page = at_writer.get(f"{home}find/?q=shader")
    assert "<script>" not in page.text


def test_who_may_not_see_the_project(home: str, at_outsider: Browser, at_nobody: Browser) -> None:
    at_outsider.get(f"{home}find/?q=a", 404)
    assert at_nobody.client.get(f"{home}find/?q=a")["Location"].startswith("/login/")
