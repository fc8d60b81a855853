"""Invitations: the list that owners see, and the door of a link."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from conderis.accounts.keys import hash_of
from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.core.ids import is_id
from projects.capabilities import Capability, Role
from projects.models import Invitation, Place
from projects.permissions import require
from projects.tokens import is_token


@dataclass(frozen=True, slots=True)
class Invited:
    """What the page of a link shows. It names neither the address nor, but for ``can_sign_up``, who has an account."""

    noun: str  # project, organization
    name: str
    role: str
    invited_by: str
    expires_at: datetime
    mine: bool  # whether the visitor is signed in with the invited address, and so may accept
    can_sign_up: bool  # whether the link makes an account, of an address that has none yet


def open_invitations(actor: Actor, place: Place) -> QuerySet[Invitation]:
    """The place's open ones with their addresses, for its owners alone, newest first; with mail and inviter loaded.

    Raises NotFound, Denied without ``own``.
    """
    require(actor, Capability.OWN, place)
    return (
        place.invitations.filter(expires_at__gt=timezone.now())
        .select_related("mail", "invited_by")
        .order_by("-invited_at", "pk")
    )


def invitation_for(actor: Actor, place: Place, invitation_id: object) -> Invitation:
    """The door for the place's owners. Raises NotFound, Denied without ``own``."""
    shown = open_invitations(actor, place)
    found = shown.filter(pk=invitation_id).first() if is_id(invitation_id) else None
    if found is None:
        raise NotFound(
            f"This {place.noun} has no open invitation like this. It was accepted, withdrawn or has expired."
        )
    return found


def by_token(token: object) -> Invitation:
    """The open invitation of a link, whichever of its two.

    Raises NotFound, which reads the same for a used, expired, withdrawn and unknown one.
    """
    found = None
    if is_token(token):
        digest = hash_of(str(token))
        links = Invitation.objects.filter(Q(link_hash=digest) | Q(mail_hash=digest), expires_at__gt=timezone.now())
        found = links.select_related("project", "organization", "invited_by").first()
    if found is None:
        raise no_such_invitation()
    return found


def opens_account(invitation: Invitation, token: str) -> bool:
    """Whether the link makes an account of the invited address: the one of the mail, which whoever has it received.

    A site without a mail server can't ask for that, and takes its owners' word: there the copied link does too.
    """
    return not settings.SENDS_MAIL or invitation.mail_hash == hash_of(token)


def is_for(invitation: Invitation, user: User) -> bool:
    """Whether the person signs in with the invited address."""
    return invitation.email.lower() == user.email.lower()


def invited(token: str, visitor: Actor | None) -> Invited:
    """What the link shows to the visitor; None is one who isn't signed in. Raises NotFound as `by_token` does."""
    invitation = by_token(token)
    user = User.objects.filter(pk=visitor.user_id, is_active=True).first() if visitor is not None else None
    return Invited(
        noun=invitation.place.noun,
        name=invitation.place.name,
        role=Role(invitation.role).label,
        invited_by=invitation.invited_by.name,
        expires_at=invitation.expires_at,
        mine=user is not None and is_for(invitation, user),
        can_sign_up=opens_account(invitation, token) and user_by_email(invitation.email) is None,
    )


def no_such_invitation() -> NotFound:
    return NotFound(
        "This invitation isn't open: it was used or withdrawn, or has expired. Ask whoever invited you for a new one."
    )
