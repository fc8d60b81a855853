"""Relations, added and taken back on an item's page."""

import pytest

from items.models import Relation
from tests.calls import Caller
from tests.items.pages.browser import Browser, Page

WORDS = {
    "related": ("related to", "related to"),
    "depends_on": ("depends on", "blocks"),
    "supersedes": ("supersedes", "superseded by"),
    "contradicts": ("contradicts", "contradicts"),
    "implements": ("implements", "implemented by"),
    "derived_from": ("derived from", "source of"),
}


def removals(page: Page) -> list[dict[str, str]]:
    return [form.fields for form in page.forms if form.action == f"{page.path}relations/remove/"]


@pytest.mark.parametrize("relation", WORDS)
def test_it_reads_right_from_both_ends_and_goes_again(
    home: str, as_owner: Caller, at_moderator: Browser, relation: str
) -> None:
    one, other = as_owner.task("The one"), as_owner.task("The other")
    outward, inward = WORDS[relation]

    page = at_moderator.get(f"{home}{one}/").send("relations", relation=relation, target=f"#{other}", reason="A note")

    assert f"{outward} The other A note" in page.words
    assert f"{inward} The one A note" in at_moderator.get(f"{home}{other}/").words
    page = at_moderator.post(f"{page.path}relations/remove/", removals(page)[0])
    assert "Taken back." in page.words
    assert not Relation.objects.exists()


@pytest.mark.parametrize(("value", "outward"), [("depends_on:in", "depends on"), ("supersedes:in", "supersedes")])
def test_it_may_be_said_from_its_other_end(
    home: str, as_owner: Caller, at_moderator: Browser, value: str, outward: str
) -> None:
    one, other = as_owner.task("The one"), as_owner.task("The other")

    page = at_moderator.get(f"{home}{one}/").send("relations", relation=value, target=str(other))

    relation = Relation.objects.get()
    assert (relation.source.number, relation.target.number) == (other, one)
    assert f"{outward} The one" in at_moderator.get(f"{home}{other}/").words
    at_moderator.post(f"{page.path}relations/remove/", removals(page)[0])
    assert not Relation.objects.exists()


def test_a_repeated_one_is_there_already(home: str, as_owner: Caller, at_owner: Browser) -> None:
    one, other = as_owner.task(), as_owner.task()
    as_owner.relate(one, "related", other)

    page = at_owner.get(f"{home}{one}/")
    assert "It was there already." in page.send("relations", relation="related", target=str(other)).words
    gone = removals(page)[0]
    at_owner.post(f"{page.path}relations/remove/", gone)
    assert "It was gone already." in at_owner.post(f"{page.path}relations/remove/", gone).words


@pytest.mark.parametrize(
    ("relation", "target", "status", "field", "said"),
    [
        ("related", "99", 404, "target", "There is no such item here that you can see."),
        ("related", "words", 400, "target", "target must be the number of an item"),
        ("related", "", 400, "target", "target must be the number of an item"),
        ("related", "1", 400, "target", "can&#x27;t be related to itself"),
        ("envies", "2", 400, "relation", "relation must be one of"),
        ("depends_on", "3", 400, "relation", "depends_on is between tasks only"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    home: str, as_owner: Caller, at_owner: Browser, relation: str, target: str, status: int, field: str, said: str
) -> None:
    one = as_owner.task()
    as_owner.task()
    as_owner.page()

    page = at_owner.get(f"{home}{one}/").send(
        "relations", relation=relation, target=target, reason="My note", answer=status
    )

    assert said in page.text.partition(f'id="relation_{field}_error"')[2][:1500]
    kept = page.form("relations").fields
    assert (kept["target"], kept["reason"]) == (target, "My note")
    assert "item_list" not in page.words
    assert not Relation.objects.exists()


def test_a_private_end_is_not_there(home: str, as_owner: Caller, as_writer: Caller, at_owner: Browser) -> None:
    one, hidden = as_owner.task(), as_writer.memory("Hidden", visibility="private")

    page = at_owner.get(f"{home}{one}/").send("relations", relation="related", target=str(hidden), answer=404)

    assert "There is no such item here that you can see." in page.words


def test_what_weighs_is_offered_to_who_may(
    home: str, as_owner: Caller, as_writer: Caller, at_writer: Browser, at_reader: Browser
) -> None:
    memory, other = as_owner.memory(), as_owner.memory("Other")
    as_owner.relate(memory, "supersedes", other)
    as_owner.relate(memory, "related", other)

    page = at_writer.get(f"{home}{memory}/")

    offered = page.form("relations").options["relation"]
    assert "related" in offered
    assert not {"supersedes", "supersedes:in", "contradicts"} & set(offered)
    assert [fields["relation"] for fields in removals(page)] == ["related"]
    page.send("relations", relation="supersedes", target=str(other), answer=403)
    at_writer.post(f"{page.path}relations/remove/", {"relation": "supersedes", "target": str(other)}, 403)
    assert removals(at_reader.get(page.path)) == []
    at_reader.post(f"{page.path}relations/", {"relation": "related", "target": str(other)}, 403)
    at_reader.post(f"{page.path}relations/remove/", {"relation": "related", "target": str(other)}, 403)
    assert Relation.objects.count() == 2


def test_ones_own_private_memory_may_supersede(
    home: str, as_owner: Caller, as_writer: Caller, at_writer: Browser
) -> None:
    mine, shared = as_writer.memory("Mine", visibility="private"), as_owner.memory()

    at_writer.get(f"{home}{mine}/").send("relations", relation="supersedes", target=str(shared))
    page = at_writer.get(f"{home}{shared}/")

    at_writer.post(f"{page.path}relations/remove/", removals(page)[0])
    assert not Relation.objects.exists()


def test_dependencies_are_between_tasks(home: str, as_owner: Caller, at_owner: Browser) -> None:
    task, page = as_owner.task(), as_owner.page()

    assert "depends_on" in at_owner.get(f"{home}{task}/").form("relations").options["relation"]
    assert "depends_on" not in at_owner.get(f"{home}{page}/").form("relations").options["relation"]


def test_the_instructions_and_personal_ones_have_none(home: str, as_writer: Caller, at_writer: Browser) -> None:
    ref = as_writer.personal()

    for path in (f"{home}instructions/", f"/personal/{ref.removeprefix('memory:')}/"):
        assert "Relations" not in at_writer.get(path).words
    at_writer.post(f"{path}relations/", {"relation": "related", "target": "1"}, 400)


def test_others_are_led_to_the_sign_in_or_nowhere(
    home: str, as_owner: Caller, at_outsider: Browser, at_nobody: Browser
) -> None:
    number = as_owner.task()

    at_outsider.post(f"{home}{number}/relations/", {"relation": "related", "target": "1"}, 404)
    assert at_nobody.client.post(f"{home}{number}/relations/", {})["Location"].startswith("/login/")
