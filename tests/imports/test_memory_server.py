"""The MCP memory server's entities as memories."""

from conderis.imports import Link
from tests.imports.reading import as_lines, found_in


def test_an_entity_becomes_a_memory_with_its_relations() -> None:
    found = found_in(
        "memory-server",
        as_lines(
            {"type": "entity", "name": "Ada", "entityType": "Person", "observations": ["Likes tea", "Leads\nthe team"]},
            {"type": "relation", "from": "Ada", "to": "Acme", "relationType": "works at"},
            {"type": "relation", "from": "Ada", "to": "Acme", "relationType": "supersedes"},
            {"type": "entity", "name": "Acme", "entityType": "Company", "observations": []},
        ),
    )
    ada, acme = found.records
    assert ada.fields == {
        "title": "Ada", "tags": ["person"], "content": "- Likes tea\n- Leads\n  the team",
        "summary": "(auto) Likes tea Leads the team",
    }  # fmt: skip
    assert ada.relations == (Link("related", "Acme", "works at"), Link("supersedes", "Acme"))
    assert acme.fields["summary"] == "(auto) Acme"
    assert found.problems == []


def test_lines_that_lead_nowhere_are_named() -> None:
    found = found_in(
        "memory-server",
        as_lines(
            {"type": "entity", "name": "Ada", "entityType": "", "observations": [{"content": "Versioned", "id": 1}]},
            {"type": "relation", "from": "Ada", "to": "Nobody", "relationType": "knows"},
            {"type": "thought"}, {"type": "entity", "name": ""}, {"type": "entity", "name": "Ada"},
        ),
    )  # fmt: skip
    assert found.only.fields["content"] == "- Versioned"
    assert [problem.place for problem in found.failed] == ["line 2", "line 3", "line 4", "line 5"]
    assert "Nobody" in found.failed[0].reason
