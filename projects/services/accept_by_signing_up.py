"""Who has no account yet gets one by an invitation's link, and joins."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.accounts.services.create_account import create_account
from conderis.core.errors import Conflict, Denied
from projects.capabilities import Capability
from projects.models import Place
from projects.selectors.invitations import opens_account
from projects.services.joining import held_invitation, join


@transaction.atomic
def accept_by_signing_up(*, token: str, name: str, password: str) -> tuple[User, Place]:
    """The new account of the invited address, usable at once since the mail reached it, and the place.

    Where the site sends mail the link that the owner copied makes none, or owners could make accounts of other people's
    addresses.
    Raises NotFound for a link that isn't open; Denied for the copied link; Conflict where the address has an account;
    Missing, Invalid or SecretFound for name and password, and then the invitation stays open.
    """
    invitation = held_invitation(token)
    if not opens_account(invitation, token):
        raise Denied(
            "Sign up with the invited address as usual, then open this link again. Only the link of the mail signs up "
            "at once.",
            missing=Capability.OWN.value,
        )
    user, made = create_account(email=invitation.email, password=password, name=name)
    if not made:
        raise Conflict("This address has an account already. Sign in with it, then open the link again.")
    return user, join(invitation, user)
