"""What accepting an invitation does, whoever accepts it."""

from conderis.accounts.models import User
from conderis.outbox.services.take_back import take_back
from projects.access import lock
from projects.capabilities import Role
from projects.models import Invitation, Place
from projects.selectors.invitations import by_token, no_such_invitation
from projects.services.roles import assign


def held_invitation(token: str) -> Invitation:
    """The open invitation of the link, locked after its place. Raises NotFound.

    Of two who bring it at once the second waits for the place's lock, and then finds the row gone.
    """
    invitation = by_token(token)
    lock(invitation.place)
    held = Invitation.objects.select_for_update().filter(pk=invitation.pk, link_hash=invitation.link_hash).first()
    if held is None:
        raise no_such_invitation()
    return held


def join(invitation: Invitation, user: User) -> Place:
    """Give the person the role, never a lower one than they have, and end the held invitation."""
    place = invitation.place
    own = place.memberships.filter(user=user).values_list("role", flat=True).first()
    assign(members=place.memberships, of=place, user=user, role=Role(max(own or 0, invitation.role)))
    if invitation.mail is not None:
        take_back(invitation.mail)
    invitation.delete()
    return place
