"""What an account knows of its person goes."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models.functions import Coalesce, Now

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import FORMER_MEMBER
from conderis.accounts.services.disable_account import disable_account
from conderis.core.ids import new_id
from conderis.outbox.models import Mail


@transaction.atomic
def erase_person(*, user: User) -> None:
    """Nobody can sign in as them or act for them, and what they wrote is a former member's from now on.

    Their address is free for a new account. It asks for nobody's right and looks at no project: `close_account` does.
    """
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    disable_account(user=held)
    Agent.objects.filter(owner=held).update(name="agent", revoked_at=Coalesce("revoked_at", Now()))
    EmailAddress.objects.filter(user=held).delete()
    Authenticator.objects.filter(user=held).delete()
    Mail.objects.filter(to__iexact=held.email).delete()
    held.groups.clear()
    held.user_permissions.clear()
    # An operator's changes are noted with the names of what they were made to.
    about = ContentType.objects.get_for_models(User, Agent)
    LogEntry.objects.filter(content_type=about[User], object_id=held.pk).update(object_repr=FORMER_MEMBER)
    agents = held.agents.values("pk")
    LogEntry.objects.filter(content_type=about[Agent], object_id__in=agents).update(object_repr=FORMER_MEMBER)
    held.set_unusable_password()
    # Nobody has this address (RFC 2606), and nobody can take it first: ids are known to others.
    held.name, held.email, held.keys_off = FORMER_MEMBER, f"{new_id()}@former.invalid", []
    held.is_active = held.is_staff = held.is_superuser = False
    held.save(update_fields=["password", "name", "email", "keys_off", "is_active", "is_staff", "is_superuser"])
