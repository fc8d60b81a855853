"""What the beat starts. Tasks carry nothing: what is due, they find in the rows."""

from celery import shared_task

from conderis.core import logs
from conderis.core.errors import Refusal
from privacy.services.prove import prove
from privacy.services.remind import remind
from privacy.services.scrub import scrub


@shared_task
def prove_erasures() -> None:
    """Search for what was erased, a slice at a time."""
    prove()


@shared_task
def scrub_files() -> None:
    """Rewrite what held erased content, when there is something to scrub. Refused, it is tried again an hour later."""
    try:
        done = scrub()
    except Refusal as refusal:
        logs.line("scrub", level="warning", outcome=refusal.code)
        return
    if done.tables:
        logs.line("scrub", outcome="ok", tables=len(done.tables), freed=done.freed, left=len(done.left))


@shared_task
def remind_deciders() -> None:
    """Mail a batch of those whose decision is waited for."""
    remind()
