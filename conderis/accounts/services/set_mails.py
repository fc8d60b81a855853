"""A person says which mails they want."""

from django.db import transaction

from conderis.accounts.access import active_person
from conderis.accounts.models import User
from conderis.core.actor import Actor


@transaction.atomic
def set_mails(*, actor: Actor, outcomes: bool) -> User:
    """Whether a mail tells what became of each of their proposals, from the next decision on.

    Raises Denied for an agent and a disabled person.
    """
    user = active_person(actor, lock=True)
    user.mails_outcomes = outcomes
    user.save(update_fields=["mails_outcomes"])
    return user
