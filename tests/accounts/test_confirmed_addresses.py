"""Accounts from before sign-up keep working: their addresses count as confirmed."""

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client

from conderis.accounts.services.confirm_address import confirm_address
from tests.accounts.signing_in import ADA, account, sign_in
from tests.factories import UserFactory

confirm = import_module("conderis.accounts.migrations.0003_confirm_addresses").confirm


@pytest.mark.django_db
def test_the_migration_confirms_those_that_are_there() -> None:
    account("bea@example.org")
    old = UserFactory(email="Ada@example.org")
    old.set_password("correct-horse-7")
    old.save()
    for _ in range(2):
        confirm(apps, None)
    confirmed = EmailAddress.objects.filter(verified=True, primary=True)
    assert set(confirmed.values_list("email", flat=True)) == {ADA, "bea@example.org"}
    assert sign_in(Client())["Location"] == "/"


@pytest.mark.django_db
def test_an_address_that_changed_is_the_only_one() -> None:
    ada = account()
    ada.email = "Moved@example.org"
    ada.save()
    for _ in range(2):
        confirm_address(user=ada)
    kept = EmailAddress.objects.get()
    assert (kept.email, kept.verified, kept.primary) == ("moved@example.org", True, True)
