"""``manage.py create_organization NAME --owner EMAIL``"""

from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.access import no_such_account
from conderis.accounts.selectors import user_by_email
from conderis.core.actor import Actor
from conderis.core.commands import OperatorCommand, Outcome
from projects.services.create_organization import create_organization


class Command(OperatorCommand):
    help = "Make an organization. Same name and owner: the same one."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--owner", metavar="EMAIL", required=True)

    def act(self, **options: Any) -> Outcome:
        owner = user_by_email(options["owner"])
        if owner is None:
            raise no_such_account()
        organization, made = create_organization(actor=Actor(owner.id), name=options["name"])
        line = f"{'Made' if made else 'Found'} {organization.name}: {organization.ref}"
        return Outcome({"organization": organization.ref, "name": organization.name}, (line,))
