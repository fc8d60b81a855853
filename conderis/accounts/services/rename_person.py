"""A person changes what they are called."""

from django.db import transaction

from conderis.accounts.access import active_person
from conderis.accounts.fields import name_value
from conderis.accounts.models import User
from conderis.core.actor import Actor


@transaction.atomic
def rename_person(*, actor: Actor, name: object) -> User:
    """The new display name stands on everything that the person did, too.

    Raises Denied for an agent and a disabled person; Missing, Invalid or SecretFound for the name.
    """
    user = active_person(actor, lock=True)
    user.name = name_value(name)
    user.save(update_fields=["name"])
    return user
