"""``manage.py create_project NAME --owner EMAIL [--public] [--upstream PROJECT_ID] [--organization ORG]``"""

from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.access import no_such_account
from conderis.accounts.selectors import user_by_email
from conderis.core.actor import Actor
from conderis.core.commands import OperatorCommand, Outcome
from projects.services.ensure_project import ensure_project


class Command(OperatorCommand):
    help = "Make a project in the name of its owner. Same name and owner: the same one, unchanged."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--owner", metavar="EMAIL", required=True)
        parser.add_argument("--public", action="store_true", help="readable by everyone")
        parser.add_argument("--upstream", metavar="PROJECT_ID", help="the public project that this one is a fork of")
        parser.add_argument("--organization", metavar="ORG", help="org:<id>, of which the owner is an owner")

    def act(self, **options: Any) -> Outcome:
        owner = user_by_email(options["owner"])
        if owner is None:
            raise no_such_account()
        fields = {name: options[name] for name in ("name", "public", "upstream", "organization")}
        project, made = ensure_project(actor=Actor(owner.id), fields=fields)
        if not made:
            self.note("This project exists already and was left as it is.")
        line = f"{'Made' if made else 'Found'} {project.name}: {project.id}"
        return Outcome({"projectId": project.id, "name": project.name}, (line,))
