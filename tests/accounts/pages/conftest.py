"""Ada's browser, and what its pages say."""

import pytest
from django.test import Client

from conderis.accounts.models import User


@pytest.fixture
def browser(client: Client, owner: User) -> Client:
    """Ada, signed in."""
    client.force_login(owner)
    return client
