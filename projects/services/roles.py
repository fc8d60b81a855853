"""How a membership row changes, in a project as in an organization."""

from typing import Any

from django.db.models import Manager, Model

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Invalid
from projects.capabilities import Role


def assign(*, members: Manager[Any], of: Model, user: User, role: Role | None) -> Any:
    """The person's row among ``of``'s ``members`` from now on, None once it is gone. The caller holds ``of``'s lock.

    Raises Conflict where no active owner would be left, Invalid for a role to a disabled person.
    """
    if role is not None and not user.is_active:
        raise Invalid("account", "This account is disabled. Enable it first, then give it a role.")
    membership = members.filter(user=user).first()
    if membership is None:
        return None if role is None else members.create(user=user, role=role)
    if membership.role == Role.OWNER and role != Role.OWNER:
        others = members.filter(role=Role.OWNER, user__is_active=True).exclude(user=user)
        if not others.exists():
            raise Conflict(f"This is the only owner of {of}. Make someone else an owner first.")
    if role is None:
        membership.delete()
        return None
    if membership.role != role:
        membership.role = role
        membership.save(update_fields=["role"])
    return membership
