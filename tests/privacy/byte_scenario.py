"""Stores a canary wherever one can be stored and erases it, on the servers of the environment: `test_bytes` runs it.

Prints the project's id and what each part holds, as JSON, on its last line.
"""

import json
import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "conderis.settings"
django.setup()

from django.db import connection  # noqa: E402

from conderis.accounts.models import Agent, User  # noqa: E402
from conderis.accounts.services.create_account import create_account  # noqa: E402
from privacy.access import deletion_for  # noqa: E402
from privacy.services.approve_deletion import approve_deletion  # noqa: E402
from projects.capabilities import Role  # noqa: E402
from projects.models import Membership, Project  # noqa: E402
from proposals.models import Proposal  # noqa: E402
from tests.calls import Caller  # noqa: E402
from tests.factories import AgentFactory, MembershipFactory, ProjectFactory, UserFactory, acting, acting_through  # noqa: E402

PASSWORD = "a-long-enough-password"


def through(user: User, project: Project) -> Caller:
    agent = Agent.objects.filter(owner=user).first() or AgentFactory(owner=user)
    return Caller(acting_through(agent), project.id)


def store(canary: str, filling: str) -> None:
    """As title, summary, content, tag, reason, proposal, batch and note; statistics are gathered meanwhile."""
    user, _ = create_account(email="ada@example.org", password=PASSWORD, name="Ada")
    project = ProjectFactory(owner=user, id="bytesbytesby")
    writer = UserFactory(name="Chi")
    MembershipFactory(project=project, user=writer, role=Role.WRITER)
    ada, chi = through(user, project), through(writer, project)
    long = f"{filling} {canary} {filling}"
    number = ada.memory(f"T {canary}", f"S {canary}", content=long, tags=[canary])
    ada.call("item_store", kind="memory", number=number, version=1, fields={"weight": 5}, reason=f"R {canary}")
    for _ in range(2):
        chi.call("item_store", kind="memory", number=number, version=2, reason=canary, fields={"content": f"{long}!"})
    other = ada.memory("Another", content=filling)
    ada.relate(other, "derived_from", number, reason=f"N {canary}")
    items = [{"kind": "memory", "key": f"K {canary}", "fields": {"title": f"B {canary}", "summary": "S"}}]
    ada.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    chi.call("item_store", kind="memory", fields={"title": canary, "summary": canary}, reason=canary)
    for _ in range(6):  # what is common gets into the statistics, where they are kept
        ada.memory(f"T {canary}", f"S {canary}", tags=[canary])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("CHECKPOINT")


def erase(canary: str) -> None:
    user, project = User.objects.get(email="ada@example.org"), Project.objects.get(id="bytesbytesby")
    writer = User.objects.get(pk__in=Membership.objects.filter(project=project, role=Role.WRITER).values("user"))
    ada, chi = through(user, project), through(writer, project)
    calls = [(ada, {"number": item.number}) for item in project.items.filter(title__contains=canary)]
    calls += [(chi, {"ref": proposal.ref}) for proposal in Proposal.objects.filter(item=None)]
    for caller, what in calls:
        ref = caller.call("item_delete", reason=f"It says {canary}.", **what)["ref"]
        held = deletion_for(acting(user), ref.removeprefix("deletion:"))
        approve_deletion(actor=acting(user), request=held, password=PASSWORD, confirm=held.shown)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    what, canary, *rest = sys.argv[1:]
    {"store": store, "erase": erase}[what](canary, *rest)
    print(json.dumps({"done": what}))  # noqa: T201
