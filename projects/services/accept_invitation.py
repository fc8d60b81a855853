"""A person follows an invitation's link and joins."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Denied
from projects.capabilities import Capability
from projects.models import Place
from projects.permissions import require_person
from projects.selectors.invitations import is_for
from projects.services.joining import held_invitation, join


@transaction.atomic
def accept_invitation(*, actor: Actor, token: str) -> Place:
    """The place that the person is in from now on, with the invited role or the higher one that they had.

    Raises NotFound for a link that isn't open, also for the second of two who use it at once; Denied for an agent, a
    disabled person, and who signed in with another address than the invited one.
    """
    require_person(actor)
    invitation = held_invitation(token)
    user = User.objects.filter(pk=actor.user_id, is_active=True).first()
    if user is None or not is_for(invitation, user):
        raise Denied(
            "This invitation is for another address. Sign in with the address that it was sent to, or sign up with it, "
            "then open the link again.",
            missing=Capability.OWN.value,
        )
    return join(invitation, user)
