"""The operators' pages of deletions: ids, dates and states, never a reason, never what is sealed."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from conderis.accounts.models import User
from privacy.models import DeletionRequest, Reveal
from tests.calls import Caller
from tests.factories import UserFactory
from tests.privacy.pages.asking import CANARY, ask

PRIVATE = "private-reason-5512"


@pytest.fixture
def operator(db: None) -> Client:
    person: User = UserFactory(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def asked(as_owner: Caller, as_writer: Caller, owner: User) -> DeletionRequest:
    request = ask(as_owner, as_owner.memory(CANARY, content=CANARY), f"It says {CANARY}.")
    Reveal.objects.create(request=request, user=owner, at=request.asked_at)
    hidden = ask(as_writer, as_writer.memory(visibility="private"), PRIVATE)
    Reveal.objects.create(request=hidden, user=owner, at=request.asked_at)
    return request


def test_no_text_on_any_page(operator: Client, asked: DeletionRequest) -> None:
    looked = Reveal.objects.get(request=asked)
    for path in (
        reverse("admin:privacy_deletionrequest_changelist"),
        reverse("admin:privacy_deletionrequest_change", args=[asked.pk]),
        reverse("admin:privacy_deletionrequest_history", args=[asked.pk]),
        reverse("admin:privacy_reveal_changelist"),
        reverse("admin:privacy_reveal_change", args=[looked.pk]),
        reverse("admin:privacy_deletionrequest_changelist") + f"?q={asked.pk}",
    ):
        answer = operator.get(path)
        assert answer.status_code == 200, path
        assert CANARY not in answer.content.decode()
        assert PRIVATE not in answer.content.decode()


def test_searching_finds_ids_and_no_text(operator: Client, asked: DeletionRequest) -> None:
    path = reverse("admin:privacy_deletionrequest_changelist")
    assert "1 deletion request" in operator.get(path, {"q": str(asked.pk)}).content.decode()
    assert "0 deletion requests" in operator.get(path, {"q": CANARY}).content.decode()
    assert operator.get(path, {"reason__contains": "quetzal"}).status_code == 400


def test_what_is_private_isnt_there(operator: Client, asked: DeletionRequest) -> None:
    hidden = DeletionRequest.objects.exclude(pk=asked.pk).get()
    assert "1 deletion request" in operator.get(reverse("admin:privacy_deletionrequest_changelist")).content.decode()
    assert operator.get(reverse("admin:privacy_deletionrequest_change", args=[hidden.pk])).status_code == 302
    look = Reveal.objects.get(request=hidden)
    assert operator.get(reverse("admin:privacy_reveal_change", args=[look.pk])).status_code == 302


def test_nothing_is_changed_or_deleted_there(operator: Client, asked: DeletionRequest) -> None:
    for name in ("add", "change", "delete"):
        args = [] if name == "add" else [asked.pk]
        answer = operator.post(reverse(f"admin:privacy_deletionrequest_{name}", args=args), {"post": "yes"})
        assert answer.status_code == 403
    with pytest.raises(NoReverseMatch):
        reverse("admin:privacy_sealed_changelist")
