"""Basic Memory's notes as memories."""

from conderis.imports import Link
from tests.imports.reading import as_zip, found_in

COFFEE = """---
title: Coffee Brewing
type: note
tags: [coffee, brewing]
permalink: drinks/coffee-brewing
rating: 4
---

# Coffee Brewing

- [method] Pour over is clearer than a press #pour-over
- [ ] Not an observation

## Relations
- relates_to [[Beans]]
- implements [[Tea]] (half of it)
- requires [[Beans]]
- contradicts [[Nowhere]]

Compare [[tea]].
"""
FILES = {
    "drinks/Coffee.md": COFFEE,
    "drinks/Beans.md": "---\ntitle: Beans\ntype: decision\npermalink: drinks/beans\n---\nBuy beans.\n",
    "Tea.md": "Leaves.\n",
}


def test_a_note_becomes_a_memory_with_its_relations() -> None:
    found = found_in("basic-memory", as_zip(FILES))
    coffee = found.by_id()["drinks/coffee-brewing"]
    assert coffee.kind == "memory"
    assert coffee.fields["title"] == "Coffee Brewing"
    assert coffee.fields["tags"] == ["coffee", "brewing", "pour-over"]
    assert coffee.fields["summary"].startswith("(auto) Coffee Brewing [method] Pour over is clearer")
    assert coffee.fields["content"].endswith("---\n\n- rating: 4")
    assert coffee.relations == (
        Link("related", "drinks/beans"), Link("implements", "Tea.md"), Link("related", "Tea.md"),
    )  # fmt: skip
    assert "relations" in coffee.dropped


def test_a_type_that_is_one_here_is_kept() -> None:
    records = found_in("basic-memory", as_zip(FILES)).by_id()
    assert records["drinks/beans"].fields["type"] == "decision"
    other = found_in("basic-memory", as_zip({"a.md": "---\ntype: Person\npermalink: a\n---\nText"})).only
    assert "type" not in other.fields
    assert "- type: Person" in other.fields["content"]


def test_a_note_is_the_same_one_after_it_moved() -> None:
    moved = {"elsewhere/Beans.md": FILES["drinks/Beans.md"], "Tea.md": "Leaves.\n"}
    assert "drinks/beans" in found_in("basic-memory", as_zip(moved)).by_id()


def test_a_note_that_says_nothing_is_summed_up_by_its_title() -> None:
    assert found_in("basic-memory", as_zip({"Tea.md": ""})).only.fields["summary"] == "(auto) Tea"
