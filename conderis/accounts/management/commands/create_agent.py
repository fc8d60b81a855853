"""``manage.py create_agent EMAIL NAME [--review-always] [--read-only]``"""

from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.access import no_such_account
from conderis.accounts.selectors import user_by_email
from conderis.accounts.services.create_agent import create_agent
from conderis.core.actor import Actor
from conderis.core.commands import OperatorCommand, Outcome


class Command(OperatorCommand):
    help = "Make an agent that acts for a person, and show its key this once. Each call makes a new one."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL", help="whom the agent acts for")
        parser.add_argument("name", metavar="NAME", help="what people call it, such as claude-code")
        parser.add_argument("--review-always", action="store_true", help="its changes always become proposals")
        parser.add_argument("--read-only", action="store_true", help="it may read alone")

    def act(self, **options: Any) -> Outcome:
        owner = user_by_email(options["email"])
        if owner is None:
            raise no_such_account()
        agent, key = create_agent(
            actor=Actor(owner.id),
            name=options["name"],
            read_only=options["read_only"],
            review_always=options["review_always"],
        )
        lines = (f"Made {agent.name} for {owner.name}: {agent.ref}", f"Its key, shown this once: {key}")
        return Outcome({"agent": agent.ref, "key": key}, lines)
