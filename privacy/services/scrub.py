"""Take what was erased out of the database's files too: tables, indexes, statistics, write-ahead log."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import models, transaction
from django.utils import timezone

from conderis.core.errors import Conflict
from conderis.core.locks import alone
from conderis.outbox.models import Mail
from items.models import Item, Relation, Version
from privacy.models import DeletionRequest, Erasure, Proof, Scrub, Sealed
from privacy.services.prove import prove
from privacy.services.rewriting import recycle_log, rewrite, wait_for_readers
from proposals.models import BatchResult, Proposal

# What holds content, or held it: everything that a person or an agent writes goes into these.
HOLDING: tuple[type[models.Model], ...] = (
    Item, Version, Relation, Proposal, BatchResult, Sealed, DeletionRequest, Proof, Mail,
)  # fmt: skip
STATISTICS = "pg_catalog.pg_statistic"  # of what was written before its columns were left out
PAUSE = 1.0  # seconds
ROUNDS = 2  # the one that was broken off, and what was erased since it began


@dataclass(slots=True)
class Scrubbed:
    """Which tables were rewritten, how many bytes that freed, and what couldn't be done."""

    tables: list[str] = field(default_factory=list)
    freed: int = 0
    left: list[str] = field(default_factory=list)


def scrub(say: Callable[[str], None] = lambda _: None) -> Scrubbed:
    """Rewrite what held content that was erased since the last time; nothing where none was.

    It goes on where an earlier run was broken off. ``say`` gets a line for each table: what is locked, and for how
    long. Raises Conflict while another runs, and when older transactions or a busy table don't let it.
    """
    result = Scrubbed()
    with alone("scrub") as mine:
        if not mine:
            raise Conflict("Another scrub runs at this moment.")
        for _ in range(ROUNDS):
            run = _due()
            if run is None:
                break
            _throw_keys_away()
            _carry_out(run, result, say)
    return result


def _throw_keys_away() -> None:
    """The proofs' keys are thrown away first, so that they leave the files as well. Another process may be at it."""
    while Proof.objects.exists():
        if not prove():
            time.sleep(PAUSE)


@transaction.atomic
def _due() -> Scrub | None:
    """The run to go on with, or a new one for what was erased since the last began."""
    broken_off = Scrub.objects.filter(ended_at=None).first()
    if broken_off is not None:
        return broken_off
    if not Erasure.objects.filter(scrub=None).exists():
        return None
    run = Scrub.objects.create(began_at=timezone.now())
    Erasure.objects.filter(scrub=None).update(scrub=run)
    return run


def _carry_out(run: Scrub, result: Scrubbed, say: Callable[[str], None]) -> None:
    wait_for_readers()
    for table in [*(model._meta.db_table for model in HOLDING), STATISTICS]:
        if table in run.done:
            continue
        done = rewrite(table)
        if done is None:
            result.left.append(f"{table} is not this role's to rewrite.")
        else:
            say(f"{table}: locked for {done.seconds:.2f} s while it was rewritten.")
            result.tables.append(table)
            result.freed += done.freed
            run.freed += done.freed
        run.done = [*run.done, table]
        run.save(update_fields=["done", "freed"])
    result.left += recycle_log()
    run.ended_at = timezone.now()
    run.save(update_fields=["ended_at"])
