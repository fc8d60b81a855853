"""``manage.py revoke_agent AGENT``"""

from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.access import no_such_agent
from conderis.accounts.selectors import agent_by_ref
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.core.actor import Actor
from conderis.core.commands import OperatorCommand, Outcome


class Command(OperatorCommand):
    help = "End an agent's connection: its next call is a 401. Again: nothing changes."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("agent", metavar="AGENT", help="agent:<id>")

    def act(self, **options: Any) -> Outcome:
        agent = agent_by_ref(options["agent"])
        if agent is None:
            raise no_such_agent()
        revoke_agent(actor=Actor(agent.owner_id), agent=agent)
        return Outcome({"agent": agent.ref, "revoked": True}, (f"Revoked {agent.name}: {agent.ref}",))
