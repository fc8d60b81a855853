"""A person's agent and the eight tools, as a client meets them: arguments in, JSON or a refusal out."""

import json
from dataclasses import dataclass
from typing import Any

from conderis.core.actor import Actor
from conderis.mcp import toolset

Json = dict[str, Any]


@dataclass(frozen=True)
class Caller:
    """``projectId`` is sent with each call unless the call says otherwise; null leaves it out."""

    actor: Actor
    project_id: str | None = None

    @property
    def ref(self) -> str:
        return self.actor.ref

    def result(self, tool: str, arguments: Json) -> Json:
        """MCP's CallToolResult, whatever it says; exactly these arguments."""
        return toolset.call(self.actor, tool, arguments)

    def text(self, tool: str, /, **arguments: Any) -> str:
        """The one text block of a call that was carried out."""
        result = self.result(tool, self._sent(arguments))
        assert "isError" not in result, text_of(result)
        return text_of(result)

    def call(self, tool: str, /, **arguments: Any) -> Json:
        """The JSON object of a call that was carried out."""
        body: Json = json.loads(self.text(tool, **arguments))
        return body

    def refused(self, code: str, tool: str, /, **arguments: Any) -> Json:
        """The JSON object of a call that must be refused with this code."""
        result = self.result(tool, self._sent(arguments))
        text = text_of(result)
        assert result.get("isError") is True, f"carried out: {text[:300]}"
        body: Json = json.loads(text)
        assert body["error"] == code, text
        assert len(body["message"]) > 10, text
        return body

    def store(self, kind: str, /, **fields: Any) -> Any:
        """The number of a new item, or the reference of a personal one."""
        made = self.call("item_store", kind=kind, fields=fields)
        assert made["outcome"] == "published", made
        return made["number"] if "number" in made else made["ref"]

    def task(self, title: str = "A task", **fields: Any) -> int:
        number: int = self.store("task", title=title, **fields)
        return number

    def memory(self, title: str = "A memory", summary: str = "Why it matters", **fields: Any) -> int:
        number: int = self.store("memory", title=title, summary=summary, **fields)
        return number

    def page(self, title: str = "A page", **fields: Any) -> int:
        number: int = self.store("page", title=title, **fields)
        return number

    def personal(self, title: str = "My own", summary: str = "For me alone", **fields: Any) -> str:
        """The reference of a new personal memory."""
        sent = {"title": title, "summary": summary, **fields}
        ref: str = self.call("item_store", projectId=None, kind="memory", fields=sent)["ref"]
        return ref

    def get(self, number: int, **arguments: Any) -> Json:
        return self.call("item_get", number=number, **arguments)

    def change(self, kind: str, number: int, version: int | None = None, /, **fields: Any) -> Json:
        return self.call("item_store", kind=kind, number=number, version=version, fields=fields)

    def act(self, number: int, action: str, version: int | None = None, /, **arguments: Any) -> Json:
        return self.call("item_action", number=number, action=action, version=version, **arguments)

    def relate(self, number: int, relation: str, target: int, **arguments: Any) -> Json:
        return self.act(number, "relate", None, relation=relation, target=target, **arguments)

    def numbers(self, kind: str | None, /, **arguments: Any) -> list[int]:
        """The numbers of one page of a list, in its order."""
        found = self.call("item_list", kind=kind, **{"limit": 100, **arguments})
        return [entry["number"] for entry in found["items"]]

    def _sent(self, arguments: Json) -> Json:
        sent = {"projectId": self.project_id, **arguments}
        if sent["projectId"] is None:
            del sent["projectId"]
        return sent


def text_of(result: Json) -> str:
    """The text of a CallToolResult, which has exactly one block."""
    [block] = result["content"]
    assert block["type"] == "text"
    text: str = block["text"]
    return text
