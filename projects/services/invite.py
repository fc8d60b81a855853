"""An owner invites an address to a project or an organization."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils import timezone

from conderis.accounts.fields import email_value
from conderis.accounts.keys import hash_of
from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.core.text import one_line
from conderis.outbox.models import Mail
from conderis.outbox.services.post import post
from conderis.outbox.services.take_back import take_back
from projects.access import lock
from projects.capabilities import Capability, Role
from projects.models import Invitation, Place, Project
from projects.permissions import require
from projects.tokens import new_token

LIFETIME = timedelta(days=14)
MOST_OPEN = 50  # of one place
NAME_SHOWN = 60  # characters of a name in a mail


@transaction.atomic
def invite(*, actor: Actor, place: Place, email: str, role: Role) -> tuple[Invitation, str]:
    """The open invitation of this address, and the token of the link to copy, which is told this once.

    It is good for 14 days. Inviting an open one again renews it with this role: the links of before end. Where the
    site has a mail server the address gets a link of its own by mail; whether it has an account makes no difference.
    Raises NotFound, Denied without ``own``; Missing or Invalid for the address; Conflict for a member and where 50
    are open; RateLimited after a hundred mails within an hour.
    """
    require(actor, Capability.OWN, place)
    held = lock(place)
    require(actor, Capability.OWN, held)
    address = email_value(email)
    member = user_by_email(address)
    if member is not None and held.memberships.filter(user=member).exists():
        raise Conflict(f"This address belongs to a member of the {held.noun} already. Change their role instead.")
    now = timezone.now()
    invitation = _open(held, address, now)
    token, mailed = new_token(), new_token()
    invitation.email, invitation.role = address, role
    invitation.link_hash, invitation.mail_hash = hash_of(token), hash_of(mailed)
    invitation.invited_by_id, invitation.invited_at, invitation.expires_at = actor.user_id, now, now + LIFETIME
    if invitation.mail is not None:
        take_back(invitation.mail)
    invitation.mail = _post(invitation, mailed)
    invitation.save()
    return invitation, token


def _open(place: Place, address: str, now: datetime) -> Invitation:
    """The address's invitation, or one that isn't stored yet. Raises Conflict where 50 others are open."""
    others = place.invitations.alias(address=Lower("email")).exclude(address=Lower(Value(address)))
    if others.filter(expires_at__gt=now).count() >= MOST_OPEN:
        raise Conflict(f"This {place.noun} has {MOST_OPEN} open invitations. Withdraw one that nobody needs first.")
    mine = place.invitations.alias(address=Lower("email")).filter(address=Lower(Value(address)))
    found = mine.select_related("mail").first()
    if found is not None:
        return found
    return Invitation(project=place) if isinstance(place, Project) else Invitation(organization=place)


def _post(invitation: Invitation, token: str) -> Mail | None:
    place, inviter = invitation.place, User.objects.get(pk=invitation.invited_by_id)
    who, where = one_line(inviter.name, NAME_SHOWN), f"the {place.noun} {_named(place)}"
    until = f"{invitation.expires_at:%d %B %Y}".lstrip("0")
    return post(
        to=invitation.email,
        subject=f"{who} invites you to {_named(place)}",
        text=(
            f"{who} invites you to {where} on Conderis, as {Role(invitation.role).label}.\n\n"
            f"Accept until {until}:\n{settings.PUBLIC_URL}/invitations/{token}/\n\n"
            "The link is for this address: sign in or sign up with it. If you don't know who invites you, leave it "
            "alone, and nothing happens.\n"
        ),
        on_behalf_of=inviter.pk,
    )


def _named(place: Place) -> str:
    return one_line(place.name, NAME_SHOWN)
