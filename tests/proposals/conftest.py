"""Ada's agent that went wrong, for the tests of what is done about it."""

import pytest

from conderis.accounts.models import Agent, User
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent


@pytest.fixture
def wrong(owner: User, project: Project) -> Caller:
    return through_agent(owner, project)


@pytest.fixture
def agent(wrong: Caller) -> Agent:
    return Agent.objects.get(pk=wrong.actor.agent_id)
