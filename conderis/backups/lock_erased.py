"""SQL that locks what a restored backup still holds of what was erased, in the transaction that restores it.

Otherwise a running site would serve it until the ledger is replayed a moment later.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any


def statements(ledger: Iterable[str]) -> str:
    """For the lines of `privacy.services.export_erasures`; only numbers and moments of them go into the SQL."""
    return "\n".join(each for line in ledger for each in _of(json.loads(line)))


def _of(entry: dict[str, Any]) -> Iterable[str]:
    at = f"'{datetime.fromisoformat(entry['at']).isoformat()}'::timestamptz"
    if entry["item"] is not None:
        item = int(entry["item"])
        doomed = f"item_id = {item} AND erased_at IS NULL AND at <= {at}"
        if entry["versions"] is not None:
            doomed += f" AND number IN ({_numbers(entry['versions'])})"
        yield (
            f"UPDATE public.items_item SET state = NULL, sealed = true WHERE id = {item} AND version IN "  # noqa: S608
            f"(SELECT number FROM public.items_version WHERE {doomed});"
        )
        yield f"UPDATE public.items_version SET state = NULL, sealed = true, reason = '' WHERE {doomed};"  # noqa: S608
        proposals = f"item_id = {item}"
        if entry["versions"] is not None:
            numbers = _numbers(entry["versions"])
            proposals += f" AND (base_version IN ({numbers}) OR version IN ({numbers}))"
        yield _lock_proposals(proposals, at)
    if entry["proposals"]:
        yield _lock_proposals(f"id IN ({_numbers(entry['proposals'])})", at)


def _lock_proposals(which: str, at: str) -> str:
    return (
        "UPDATE public.proposals_proposal SET state = NULL, sealed = true, reason = '', decision_reason = '' "  # noqa: S608
        f"WHERE {which} AND erased_at IS NULL AND created_at <= {at};"
    )


def _numbers(values: Iterable[Any]) -> str:
    return ", ".join(str(int(value)) for value in values) or "NULL"
