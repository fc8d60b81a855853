"""Make the demo, once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from conderis.accounts.selectors import user_by_email
from conderis.accounts.services.create_account import create_account
from conderis.accounts.services.create_agent import create_agent
from conderis.core.actor import Actor
from conderis.core.ids import new_id
from conderis.core.locks import hold
from conderis.demo.load_proposals import demo_proposals
from conderis.demo.story import PROJECT, STORY, Entry, Step
from items.access import item_for, singleton_for
from items.kinds import KINDS
from items.models import Item
from items.services.block import block
from items.services.change import Outcome
from items.services.claim import claim
from items.services.complete import complete
from items.services.relate import relate
from projects.capabilities import Role
from projects.models import Project
from projects.selectors import project_for
from projects.services.create_project import create_project
from projects.services.set_role import set_role
from proposals.services.contribute import contribute, contribute_new
from proposals.services.propose import Proposed

OWNER = "ada"
CAST = {OWNER: ("Ada", Role.OWNER), "bea": ("Bea", Role.MODERATOR), "chi": ("Chi", Role.WRITER)}
AGENT = "claude-code"
_ACTIONS = {"claim": claim, "complete": complete, "block": block}


@dataclass(frozen=True, slots=True)
class Demo:
    """What a newcomer signs in and connects with. The password, the same for all three people, and the key are
    random, and told this once."""

    email: str
    password: str
    key: str
    project: Project


@transaction.atomic
def load_demo() -> Demo | None:
    """The demo's people, project and items; None, and nothing is touched, where its owner has an account already.

    All of it or nothing, and of two calls at the same moment the second finds the first one's.
    """
    hold("demo")
    email = _email(OWNER)
    if user_by_email(email) is not None:
        return None
    password = f"{new_id()}-{new_id()}"  # read off a terminal and typed
    people = {key: create_account(email=_email(key), password=password, name=CAST[key][0])[0] for key in CAST}
    agent, key = create_agent(actor=Actor(people[OWNER].id), name=AGENT)
    project = create_project(actor=Actor(people[OWNER].id), fields=PROJECT)
    for name, (_, role) in CAST.items():
        set_role(project=project, user=people[name], role=role)
    actors = {name: Actor(user.id) for name, user in people.items()} | {OWNER: Actor(people[OWNER].id, agent.id)}
    written = demo_items(project, actors)
    helper, _ = create_agent(actor=actors["chi"], name="codex")
    demo_proposals(project, written, asks=Actor(people["chi"].id, helper.id), decides=actors["bea"])
    return Demo(email, password, key, project)


def _email(name: str) -> str:
    return f"{name}@example.org"


def demo_items(project: Project, actors: Mapping[str, Actor]) -> dict[str, Item]:
    """The story's items by key, each written by its author through the services that everyone uses."""
    rooms = {name: project_for(actor, project.id) for name, actor in actors.items()}
    written: dict[str, Item] = {}
    for entry in STORY:
        written[entry.key] = _write(entry, actors, rooms, written)
        for step in entry.then:
            _do(step, written[entry.key], actors[step.by], rooms[step.by], written)
    return written


def _write(
    entry: Entry, actors: Mapping[str, Actor], rooms: Mapping[str, Project], written: Mapping[str, Item]
) -> Item:
    fields: dict[str, Any] = dict(entry.fields)
    if "assignee" in fields:
        fields["assignee"] = fields["assignee"].format(**{name: f"user:{who.user_id}" for name, who in actors.items()})
    if entry.parent is not None:
        fields["parent"] = written[entry.parent].number
    actor, kind = actors[entry.by], KINDS[entry.kind]
    if not kind.numbered:
        item = singleton_for(rooms[entry.by], kind)
        return _published(contribute(actor=actor, item=item, fields=fields, version=item.version))
    return _published(contribute_new(actor=actor, kind=kind, project=rooms[entry.by], fields=fields))


def _published(outcome: Outcome | Proposed) -> Item:
    """The item. Raises TypeError for a proposal: the story's authors may publish what they write."""
    if isinstance(outcome, Proposed):
        raise TypeError(f"{outcome.proposal.ref} waits for review.")
    return outcome.item


def _do(step: Step, item: Item, actor: Actor, room: Project, written: Mapping[str, Item]) -> None:
    item = item_for(actor, room, item.number or 0)
    if step.action == "store":
        contribute(actor=actor, item=item, fields=step.fields, version=item.version, reason=step.reason)
    elif step.action == "relate":
        target = item_for(actor, room, written[step.target].number or 0)
        relate(actor=actor, source=item, target=target, relation=step.relation, note=step.reason)
    else:
        _ACTIONS[step.action](actor=actor, item=item, version=item.version, reason=step.reason)
