"""Statements that are built once and filled in at each call."""

import pytest
from django.db.models import Value
from django.db.models.functions import Concat

from conderis.accounts.models import User
from conderis.core.statements import Among, Slot, Statement
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_a_slot_is_filled_anew_at_each_run() -> None:
    ada, bea = UserFactory(name="Ada"), UserFactory(name="Bea")
    named = Statement("{}", User.objects.filter(pk=Slot("user")).values_list("name"))

    assert named.run(user=ada.pk) == [("Ada",)]
    assert named.run(user=bea.pk) == [("Bea",)]
    assert named.run(user="nobody") == []


def test_what_isnt_a_text_has_a_slot_too() -> None:
    people = [UserFactory(), UserFactory(), UserFactory()]
    among = Statement("{} LIMIT {most}", User.objects.filter(Among("pk", Value(Slot("keys")))).order_by("pk"))
    keys = sorted(user.pk for user in people)

    assert [user.pk for user in among.load(User, keys=keys, most=2)] == keys[:2]
    assert among.load(User, keys=[], most=2) == []


def test_what_it_loads_is_what_the_queryset_gives() -> None:
    UserFactory(name="Ada")
    rows = User.objects.filter(name=Slot("name")).only("name").annotate(shout=Concat("name", Value("!")))

    [user] = Statement("{}", rows).load(User, name="Ada")

    assert user.__dict__["shout"] == "Ada!"
    assert "email" in user.get_deferred_fields()


def test_querysets_and_slots_stand_where_the_template_has_them() -> None:
    UserFactory(name="Ada"), UserFactory(name="100%")
    named = [User.objects.filter(name=Slot(name)).values("name") for name in ("first", "second")]
    both = Statement("SELECT {before}, name, '%%' FROM ({} UNION ALL {}) AS named WHERE name LIKE {pattern}", *named)

    assert both.run(first="Ada", second="100%", before="<", pattern="%0%") == [("<", "100%", "%")]


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        Statement("{}", User.objects.filter(pk=Slot("user"))).run()


@pytest.mark.parametrize("composed", [f"user:{Slot('user')}", Slot("user").upper(), Slot("user") + "x"])
def test_a_slot_within_another_value_is_refused(composed: str) -> None:
    """It would stay as it is, whoever calls."""
    with pytest.raises(ValueError, match="part of another value"):
        Statement("{}", User.objects.filter(pk=composed))


def test_a_value_is_never_sql() -> None:
    UserFactory(name="Ada")
    named = Statement("{}", User.objects.filter(name=Slot("name")).values_list("name"))

    for name in ("' OR 1=1 --", "%s", "{name}", "%(name)s"):
        assert named.run(name=name) == []
