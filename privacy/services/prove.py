"""Search every store for what was erased, then keep what was found and throw the key away."""

import time
from typing import Any

from django.db import transaction
from django.utils import timezone
from redis import RedisError

from conderis.core import logs
from conderis.core.locks import alone
from items.kinds.fields import moment_text
from privacy.marks import Wanted
from privacy.models import DeletionRequest, Proof
from privacy.stores import Store, all_stores

SECONDS = 40.0  # of one slice: the worker has other things to do


def prove(seconds: float = SECONDS) -> bool:
    """Search for one decision's texts, for ``seconds`` at most; the next call goes on there.

    False when nothing is left to search for, or another process is at it.
    """
    with alone("prove") as mine:
        proof = Proof.objects.select_related("request").order_by("pk").first() if mine else None
        if proof is None:
            return False
        if _search(proof, time.monotonic() + seconds):
            _certify(proof)
        return True


def _search(proof: Proof, until: float) -> bool:
    """Whether all stores were searched in time. Where it stands is kept with the proof."""
    wanted = Wanted(bytes(proof.key), bytes(proof.marks))
    searched = {entry["store"] for entry in proof.stores}
    for store in all_stores():
        if store.name not in searched and not _search_in(store, wanted, proof, until):
            return False
    return True


def _search_in(store: Store, wanted: Wanted, proof: Proof, until: float) -> bool:
    begun = proof.after if proof.after and proof.after["store"] == store.name else {"rows": 0, "hits": 0, "at": None}
    entry: dict[str, Any] = {"store": store.name, "rows": begun["rows"], "hits": begun["hits"]}
    try:
        for at, texts in store.rows(begun["at"]):
            entry["rows"] += 1
            entry["hits"] += wanted.stand_in(texts)
            if at is not None and time.monotonic() > until:
                proof.after = {**entry, "at": at}
                proof.save(update_fields=["after"])
                return False
    except (OSError, RedisError):
        proof.complete = False
    proof.stores, proof.after = [*proof.stores, entry], None
    proof.save(update_fields=["stores", "after", "complete"])
    return True


@transaction.atomic
def _certify(proof: Proof) -> None:
    certificate = {
        "searchedAt": moment_text(timezone.now()),
        "provable": True,
        "complete": proof.complete,
        "stores": proof.stores,
    }
    DeletionRequest.objects.filter(pk=proof.request_id).update(certificate=certificate)
    proof.delete()
    hits = sum(entry["hits"] for entry in proof.stores)
    logs.line("proof", level="warning" if hits else "info", deletion=proof.request_id, hits=hits)
