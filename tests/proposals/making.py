"""Proposals as agents make them, and what a list of them says."""

from tests.calls import Caller

HOSTILE = '<script>alert(1)</script>"onload=x \u202eabc' + "x" * 150


def propose(caller: Caller, number: int, version: int = 1, reason: str = "It moved.", **fields: object) -> int:
    sent = caller.call("item_store", kind="memory", number=number, version=version, fields=fields, reason=reason)
    return int(sent["ref"].partition(":")[2])


def propose_new(caller: Caller, title: str = "Shards", **more: object) -> int:
    fields = {"title": title, "summary": "There are four.", **more}
    return int(caller.call("item_store", kind="memory", fields=fields, propose=True)["ref"].partition(":")[2])


def order(page: str, *titles: str) -> list[str]:
    """The titles as they come one after the other."""
    places = {title: page.find(f"<bdi>{title}</bdi>") for title in titles}
    return sorted((title for title in titles if places[title] >= 0), key=lambda title: places[title])
