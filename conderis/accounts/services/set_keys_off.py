"""A person switches keyboard shortcuts off."""

from django.db import transaction

from conderis.accounts.access import active_person
from conderis.accounts.fields import keys_off_value
from conderis.accounts.models import User
from conderis.core.actor import Actor


@transaction.atomic
def set_keys_off(*, actor: Actor, keys: object) -> User:
    """The shortcuts that don't work for this person from now on; none switches all on again.

    Which there are is the pages' business, so one that has gone may stand here. Raises Denied for an agent and a
    disabled person, Invalid for the keys.
    """
    user = active_person(actor, lock=True)
    user.keys_off = keys_off_value(keys)
    user.save(update_fields=["keys_off"])
    return user
