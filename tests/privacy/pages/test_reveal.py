"""Reveal what is sealed: asked for explicitly, by who decides, written down, shown once."""

import pytest

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, NotFound
from privacy.access import deletion_for
from privacy.models import DeletionRequest, Reveal
from privacy.services.reveal import reveal
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, approve, ask, reject
from tests.privacy.pages.conftest import strict

ROLES = ("nobody", "outsider", "reader", "writer", "moderator", "owner")


@pytest.fixture
def asked(as_owner: Caller, as_writer: Caller) -> DeletionRequest:
    number = as_owner.memory(f"T {CANARY}", "S", content="one\ntwo", tags=["api", "db"])
    as_owner.call(
        "item_store", kind="memory", number=number, version=1, fields={"content": f"one\n{CANARY}"}, reason="Because"
    )
    as_writer.change("memory", number, 2, content="a proposal of mine")
    return ask(as_writer, number)


def test_it_shows_what_is_sealed_once(ada: Looking, asked: DeletionRequest) -> None:
    path = f"/privacy/{asked.pk}/"
    answer = ada.post(f"{path}reveal/", 200)
    text = words(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    assert f"Version 2 title T {CANARY} summary S content one {CANARY}" in text
    assert "tags api, db" in text
    assert "reason Because" in text
    assert "Version 1" in text
    assert "a proposal of mine" in text
    assert text.count(f"one {CANARY}") == 1  # the item's own state says what its current version does
    page = ada.get(path)
    assert CANARY not in page
    assert "Revealed to Ada just now" in words(page)
    assert list(Reveal.objects.values_list("request", "user__name")) == [(asked.pk, "Ada")]


def test_each_time_is_written_down(ada: Looking, asked: DeletionRequest) -> None:
    for _ in range(22):
        ada.post(f"/privacy/{asked.pk}/reveal/", 200)
    assert "and 2 times before" in words(ada.get(f"/privacy/{asked.pk}/"))
    assert Reveal.objects.count() == 22


def test_reading_the_page_reveals_nothing(ada: Looking, asked: DeletionRequest) -> None:
    assert CANARY not in ada.get(f"/privacy/{asked.pk}/")
    ada.get(f"/privacy/{asked.pk}/reveal/", 405)
    assert not Reveal.objects.exists()


def test_who_may(lookers: dict[str, Looking], asked: DeletionRequest) -> None:
    path = f"/privacy/{asked.pk}/reveal/"
    found = {role: lookers[role].client.post(path).status_code for role in ROLES}
    assert found == {"nobody": 302, "outsider": 404, "reader": 404, "writer": 404, "moderator": 404, "owner": 200}
    assert Reveal.objects.count() == 1


def test_a_private_ones_author_and_nobody_else(ada: Looking, chi: Looking, as_writer: Caller) -> None:
    request = ask(as_writer, as_writer.memory(CANARY, visibility="private"))
    ada.post(f"/privacy/{request.pk}/reveal/", 404)
    assert CANARY in chi.post(f"/privacy/{request.pk}/reveal/", 200).content.decode()


def test_the_service_asks_for_itself(actors: Actors, as_owner: Caller, asked: DeletionRequest) -> None:
    held = deletion_for(actors.owner, asked.pk)
    with pytest.raises(Denied):
        reveal(actor=as_owner.actor, request=held)
    for role in ("moderator", "writer", "outsider"):
        with pytest.raises(NotFound):
            reveal(actor=actors[role], request=held)
    assert not Reveal.objects.exists()


@pytest.mark.parametrize("decide", [approve, reject])
def test_once_decided_there_is_nothing_to_reveal(
    ada: Looking, actors: Actors, asked: DeletionRequest, decide: object
) -> None:
    decide(ada, asked)  # type: ignore[operator]
    ada.post(f"/privacy/{asked.pk}/reveal/", 409)
    with pytest.raises(Conflict):
        reveal(actor=actors.owner, request=deletion_for(actors.owner, asked.pk))
    assert not Reveal.objects.exists()


def test_a_forged_form(owner: User, asked: DeletionRequest) -> None:
    assert strict(owner).post(f"/privacy/{asked.pk}/reveal/").status_code == 403
    assert not Reveal.objects.exists()


def test_of_a_version_what_it_changed(ada: Looking, as_owner: Caller) -> None:
    number = as_owner.memory("T", content="one\ntwo\nthree")
    as_owner.change("memory", number, 1, content=f"one\n{CANARY}\nthree")
    as_owner.change("memory", number, 2, content="one\nagain\nthree")
    request = ask(as_owner, number, version=2)
    page = ada.post(f"/privacy/{request.pk}/reveal/", 200).content.decode()
    text = words(page)
    assert "Version 2 asked for What it changed" in text
    assert "All that it says" in text
    assert "again" not in text


def test_the_version_before_stays_locked_by_its_own_request(ada: Looking, as_owner: Caller) -> None:
    number = as_owner.memory("T", content=f"one {CANARY}")
    as_owner.change("memory", number, 1, content="two")
    as_owner.change("memory", number, 2, content="three")
    ask(as_owner, number, version=1)
    request = ask(as_owner, number, version=2)
    assert CANARY not in ada.post(f"/privacy/{request.pk}/reveal/", 200).content.decode()


def test_hostile_text_is_text(ada: Looking, as_owner: Caller) -> None:
    request = ask(as_owner, as_owner.memory("T", content=f"{HOSTILE}\n[x](javascript:alert(1))"))
    page = ada.post(f"/privacy/{request.pk}/reveal/", 200).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert 'href="javascript' not in page


def test_much_of_it_is_bounded(ada: Looking, as_owner: Caller) -> None:
    number = as_owner.memory("T", content="x" * 100_000)
    for version in range(1, 31):
        as_owner.change("memory", number, version, content=f"{version} " + "y" * 30_000)
    page = ada.post(f"/privacy/{ask(as_owner, number).pk}/reveal/", 200).content.decode()
    assert "11 older ones are locked as well" in words(page)
    assert "characters more, not shown here" in words(page)
    assert len(page) < 600_000
