"""A person gets an account, once."""

import pytest
from django.contrib.auth import authenticate

from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.accounts.services.create_account import create_account
from conderis.core.errors import Invalid, Missing
from tests.factories import UserFactory
from tests.together import together

PASSWORD = "correct-horse-7"


def test_it_is_usable_at_once(db: None) -> None:
    user, made = create_account(email="Ada@Example.ORG", password=PASSWORD)
    assert made
    assert (user.email, user.name) == ("Ada@example.org", "Ada")
    assert not user.is_staff
    assert not user.is_superuser
    assert authenticate(username="ada@EXAMPLE.org", password=PASSWORD) == user
    assert user.password.startswith("argon2")


def test_a_name_and_the_admin(db: None) -> None:
    user, _ = create_account(email="a@example.org", password=PASSWORD, name=" Ada Lovelace ", admin=True)
    assert user.name == "Ada Lovelace"
    assert user.is_staff
    assert user.is_superuser


@pytest.mark.parametrize("again", ["ada@example.org", "ADA@EXAMPLE.ORG", " ada@example.org "])
def test_again_is_the_same_account_as_it_was(db: None, again: str) -> None:
    first, _ = create_account(email="ada@example.org", password=PASSWORD, name="Ada")
    second, made = create_account(email=again, password="another-password-9", name="Eve", admin=True)
    assert (second, made) == (first, False)
    kept = User.objects.get()
    assert kept.check_password(PASSWORD)
    assert (kept.name, kept.is_superuser) == ("Ada", False)


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_it_is_one_account() -> None:
    addresses = ["ada@example.org", "ADA@example.org", "Ada@Example.org", "ada@EXAMPLE.ORG"]
    results = together(*[lambda a=a: create_account(email=a, password=PASSWORD) for a in addresses])
    user = User.objects.get()
    assert [found for found, _ in results] == [user] * 4
    assert sorted(made for _, made in results) == [False, False, False, True]


@pytest.mark.parametrize(
    "email",
    [
        *("ada", "ada@", "@example.org", "a b@example.org", "ada@example..org", "ada@example.org,b@example.org"),
        *("a\0@example.org", "ada@ex\ud800mple.org", "ada\n@example.org", "a" * 250 + "@example.org"),
    ],
)
def test_an_address_has_its_form(db: None, email: str) -> None:
    with pytest.raises(Invalid) as refused:
        create_account(email=email, password=PASSWORD)
    assert refused.value.data["field"] == "email"


@pytest.mark.parametrize("email", ["", "   "])
def test_an_address_is_required(db: None, email: str) -> None:
    with pytest.raises(Missing) as refused:
        create_account(email=email, password=PASSWORD)
    assert refused.value.data["field"] == "email"


@pytest.mark.parametrize(
    ("password", "word"),
    [
        ("short", "8 characters"),
        ("password", "common"),
        ("lovelace@example", "similar"),
        ("horse\0-correct", "NUL"),
        ("correct\ud800-horse", "surrogate"),
    ],
)
def test_a_password_keeps_the_rules_and_is_never_repeated(db: None, password: str, word: str) -> None:
    with pytest.raises(Invalid) as refused:
        create_account(email="lovelace@example.org", password=password)
    assert refused.value.data["field"] == "password"
    assert word in refused.value.message
    assert f"'{password}'" not in refused.value.message
    assert not User.objects.exists()


def test_a_password_is_required(db: None) -> None:
    with pytest.raises(Missing):
        create_account(email="ada@example.org", password="")


@pytest.mark.parametrize("name", ["two\nlines", "tab\there", "n" * 101, "\0", "\ud800"])
def test_a_name_is_one_short_line(db: None, name: str) -> None:
    with pytest.raises(Invalid) as refused:
        create_account(email="ada@example.org", password=PASSWORD, name=name)
    assert refused.value.data["field"] == "name"


@pytest.mark.parametrize("name", ["  ", "\u200b\u200b", "\u2060"])
def test_a_name_can_be_seen(db: None, name: str) -> None:
    with pytest.raises(Missing):
        create_account(email="ada@example.org", password=PASSWORD, name=name)


@pytest.mark.parametrize("email", ["", "x\0@example.org", "nobody@example.org", "ada@ex\ud800.org"])
def test_an_unknown_address_is_nobodys(db: None, email: str) -> None:
    UserFactory()
    assert user_by_email(email) is None
