"""Since when a caller hasn't seen what changed."""

from datetime import timedelta

from django.db import connection
from django.utils import timezone

from conderis.core.actor import Actor
from projects.models import Project

SAME_RECALL = timedelta(minutes=10)  # repeated within this time, a recall shows the same changes again


# One statement, so that two recalls at once make one mark.
_NOTE = """
    INSERT INTO recall_recallmark AS mark (project_id, user_id, agent_id, shown_from, last_seen, moved_at)
    VALUES (%(project)s, %(user)s, %(agent)s, %(place)s, %(place)s, %(now)s)
    ON CONFLICT (project_id, user_id, agent_id) DO UPDATE SET
        shown_from = CASE WHEN mark.moved_at <= %(due)s THEN mark.last_seen ELSE mark.shown_from END,
        moved_at = CASE WHEN mark.moved_at <= %(due)s THEN %(now)s ELSE mark.moved_at END,
        last_seen = EXCLUDED.last_seen
    RETURNING shown_from, xmax = 0
"""


def seen_until(actor: Actor, project: Project | None) -> int | None:
    """The transaction from which on events are new to this key, and a note that it recalls now; None on its first.

    Without a project it is a visit of a person to all of theirs, which has a mark of its own.
    Events of transactions that were still open at the last recall count as new, so none is ever missed.
    """
    now = timezone.now()
    values = {
        "project": project.pk if project else None,
        "user": actor.user_id,
        "agent": actor.agent_id,
        "place": _horizon(),
    }
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {**values, "now": now, "due": now - SAME_RECALL})
        shown_from, first = cursor.fetchone()
    return None if first else int(shown_from)


def _horizon() -> int:
    """Every transaction below it has ended."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        return int(cursor.fetchone()[0])
