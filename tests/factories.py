"""Rows for tests. People have no password that works: a test that signs in gives one."""

from typing import Any

import factory
from factory.django import DjangoModelFactory

from conderis.accounts.keys import SHOWN_LENGTH, hash_of, new_key
from conderis.accounts.models import Agent, User
from conderis.core.actor import Actor
from projects.capabilities import Role
from projects.models import Membership, Organization, OrganizationMembership, Project


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    name = factory.Sequence(lambda n: f"Person {n}")
    email = factory.Sequence(lambda n: f"person-{n}@example.org")
    password = "!"


class AgentFactory(DjangoModelFactory[Agent]):
    """``AgentFactory(owner=…, key=…)`` for a test that has to know the key."""

    class Meta:
        model = Agent

    class Params:
        key = factory.LazyFunction(new_key)

    owner = factory.SubFactory(UserFactory)
    name = "claude-code"
    prefix = factory.LazyAttribute(lambda agent: agent.key[:SHOWN_LENGTH])
    key_hash = factory.LazyAttribute(lambda agent: hash_of(agent.key))


class OrganizationFactory(DjangoModelFactory[Organization]):
    class Meta:
        model = Organization

    name = factory.Sequence(lambda n: f"Organization {n}")
    created_by = factory.SubFactory(UserFactory)


class ProjectFactory(DjangoModelFactory[Project]):
    """A project that nobody is in yet; ``ProjectFactory(owner=user)`` makes its owner a member too."""

    class Meta:
        model = Project

    name = factory.Sequence(lambda n: f"Project {n}")
    created_by = factory.SubFactory(UserFactory)

    @classmethod
    def _create(cls, model_class: type[Project], *args: Any, **kwargs: Any) -> Project:
        owner = kwargs.pop("owner", None)
        if owner is not None:
            kwargs["created_by"] = owner
        project: Project = super()._create(model_class, *args, **kwargs)
        if owner is not None:
            MembershipFactory(project=project, user=owner, role=Role.OWNER)
        return project


class MembershipFactory(DjangoModelFactory[Membership]):
    class Meta:
        model = Membership

    project = factory.SubFactory(ProjectFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.READER


class OrganizationMembershipFactory(DjangoModelFactory[OrganizationMembership]):
    class Meta:
        model = OrganizationMembership

    organization = factory.SubFactory(OrganizationFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.READER


def acting(user: User) -> Actor:
    """The person themselves, as in the browser."""
    return Actor(user.id)


def acting_through(agent: Agent) -> Actor:
    """The agent's key, with its limits."""
    return Actor(agent.owner_id, agent.id, read_only=agent.read_only, review_always=agent.review_always)
