"""After the decision: who decided what and when, the certificate, and what was derived."""

from typing import Any

import pytest

from items.models import Item
from privacy.models import DeletionRequest
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, approve, ask, button, reject
from tests.privacy.test_life import rows_with


class TestDecided:
    def test_approved_it_says_who_and_when(self, ada: Looking, asked: DeletionRequest) -> None:
        answer = approve(ada, asked)
        assert answer["Location"] == f"/privacy/{asked.pk}/"
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "#1 is erased." in text
        assert "Decided by Ada just now : erased" in text
        assert "It names a customer." not in text
        assert button(ada.get(f"/privacy/{asked.pk}/")) == ""
        assert rows_with(CANARY) == {}

    def test_rejected_it_is_back(self, ada: Looking, chi: Looking, home: str, asked: DeletionRequest) -> None:
        reject(ada, asked)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "It stays. #1 reads as it did before." in text
        assert "Decided by Ada just now : kept Why it stays “ It is no secret. ”" in text
        assert f'href="{home}1/"' in ada.get(f"/privacy/{asked.pk}/")
        assert f"three {CANARY}" in chi.get(f"{home}1/")

    @pytest.mark.parametrize("first", [approve, reject])
    @pytest.mark.parametrize("second", [approve, reject])
    def test_the_second_of_two_decisions(self, ada: Looking, asked: DeletionRequest, first: Any, second: Any) -> None:
        first(ada, asked)
        decided = DeletionRequest.objects.values().get()
        page = words(second(ada, asked, 409).content.decode())
        assert "by Ada already. " in page or "by Ada already." in page
        assert DeletionRequest.objects.values().get() == decided

    def test_a_certificate_is_shown_where_there_is_one(
        self, ada: Looking, asked: DeletionRequest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        approve(ada, asked)
        assert "Certificate" not in words(ada.get(f"/privacy/{asked.pk}/"))
        found: dict[str, Any] = {"searchedAt": "2026-11-30T10:00:00.000Z", "provable": True, "complete": True}
        found["stores"] = [{"store": "items_item", "rows": 41, "hits": 0}, {"store": "valkey", "rows": 7, "hits": 0}]
        self._stored(asked, found, monkeypatch)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "None was found." in text
        assert "Store Rows searched Found items_item 41 0 valkey 7 0" in text
        found["stores"][1]["hits"], found["complete"] = 2, False
        self._stored(asked, found, monkeypatch)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "Words of it were found 2 times" in text
        assert "couldn’t be read to its end" in text
        self._stored(asked, {"searchedAt": "2026-11-30T10:00:00.000Z", "provable": False}, monkeypatch)
        assert "can’t be proved by a search" in words(ada.get(f"/privacy/{asked.pk}/"))

    def _stored(self, asked: DeletionRequest, found: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        """As the search stores it, whether or not the model has the column here."""
        if any(field.name == "certificate" for field in DeletionRequest._meta.get_fields()):
            DeletionRequest.objects.filter(pk=asked.pk).update(certificate=found)
        else:
            monkeypatch.setattr(DeletionRequest, "certificate", found, raising=False)


class TestWhatWasDerived:
    def test_it_is_listed_once_erased(self, ada: Looking, home: str, as_owner: Caller, asked: DeletionRequest) -> None:
        source = as_owner.memory("Another source")
        stale, unlike = as_owner.task("Stale by now"), as_owner.task("Unlike")
        as_owner.relate(unlike, "derived_from", source)
        reject(ada, asked)
        as_owner.relate(stale, "derived_from", 1)
        request = ask(as_owner, 1)
        assert "Stale by now" not in ada.get(f"/privacy/{request.pk}/")
        approve(ada, request)
        text = words(ada.get(f"/privacy/{request.pk}/"))
        assert "Derived from it 1 These derive from it and are marked stale." in text
        assert f"Stale by now #{stale} task stale" in text
        assert "Unlike" not in text

    def test_of_what_went_along_too(self, ada: Looking, as_owner: Caller) -> None:
        number = as_owner.memory("T", content=f"The key is {CANARY} for now.")
        other = as_owner.memory("U", content=f"See, the key is {CANARY} for now.")
        as_owner.relate(as_owner.memory("Stale by now"), "derived_from", other)
        request = ask(as_owner, number)
        approve(ada, request, include=[f"item:{Item.objects.get(number=other).pk}@1"])
        assert "Stale by now" in ada.get(f"/privacy/{request.pk}/")

    def test_another_persons_private_one_isnt(self, ada: Looking, as_owner: Caller, as_writer: Caller) -> None:
        number = as_owner.memory()
        hidden = as_writer.memory("Hidden", visibility="private")
        as_writer.relate(hidden, "derived_from", number)
        request = ask(as_owner, number)
        approve(ada, request)
        assert "Hidden" not in ada.get(f"/privacy/{request.pk}/")
