"""An owner takes an invitation back."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.outbox.services.take_back import take_back
from projects.capabilities import Capability
from projects.models import Invitation
from projects.permissions import require


@transaction.atomic
def withdraw_invitation(*, actor: Actor, invitation: Invitation) -> None:
    """Its links end, and a mail that wasn't sent yet isn't. Gone already: unchanged. Raises Denied without ``own``."""
    require(actor, Capability.OWN, invitation.place)
    if invitation.mail is not None:
        take_back(invitation.mail)
    Invitation.objects.filter(pk=invitation.pk).delete()
