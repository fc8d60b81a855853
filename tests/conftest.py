"""The five people who recur in every test, and the project that they are in."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from conderis.accounts.models import User
from conderis.core.actor import Actor
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.factories import AgentFactory, MembershipFactory, ProjectFactory, UserFactory, acting, acting_through

# Signing in hundreds of times, as tests do, needn't be as dear as guessing is to be.
Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost, Argon2PasswordHasher.parallelism = 1, 8, 1


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(name="Ada", email="ada@example.org")


@pytest.fixture
def project(owner: User) -> Project:
    """Private, and fresh: it hasn't come through the door, so the first question for a role asks the database."""
    return ProjectFactory(name="Lighthouse", owner=owner)


def _join(project: Project, role: Role, name: str) -> User:
    user: User = UserFactory(name=name, email=f"{name.lower()}@example.org")
    MembershipFactory(project=project, user=user, role=role)
    return user


@pytest.fixture
def moderator(project: Project) -> User:
    return _join(project, Role.MODERATOR, "Bea")


@pytest.fixture
def writer(project: Project) -> User:
    return _join(project, Role.WRITER, "Chi")


@pytest.fixture
def reader(project: Project) -> User:
    return _join(project, Role.READER, "Dee")


@pytest.fixture
def outsider(db: None) -> User:
    return UserFactory(name="Eve", email="eve@example.org")


@dataclass(frozen=True)
class Actors:
    """The five as callers of services; ``actors["writer"]`` for a parametrized test."""

    owner: Actor
    moderator: Actor
    writer: Actor
    reader: Actor
    outsider: Actor

    def __getitem__(self, name: str) -> Actor:
        actor: Actor = getattr(self, name)
        return actor


@pytest.fixture
def actors(owner: User, moderator: User, writer: User, reader: User, outsider: User) -> Actors:
    return Actors(acting(owner), acting(moderator), acting(writer), acting(reader), acting(outsider))


def through_agent(user: User, project: Project, **limits: bool) -> Caller:
    """The person's agent, calling tools in the project."""
    return Caller(acting_through(AgentFactory(owner=user, **limits)), project.id)


@pytest.fixture
def as_owner(owner: User, project: Project) -> Caller:
    return through_agent(owner, project)


@pytest.fixture
def as_moderator(moderator: User, project: Project) -> Caller:
    return through_agent(moderator, project)


@pytest.fixture
def as_writer(writer: User, project: Project) -> Caller:
    return through_agent(writer, project)


@pytest.fixture
def as_reader(reader: User, project: Project) -> Caller:
    return through_agent(reader, project)


@pytest.fixture
def as_outsider(outsider: User, project: Project) -> Caller:
    return through_agent(outsider, project)
