"""A wrong password, confirmation or reason: nothing changes, and what was typed stays but for the password."""

import re
from typing import Any

import pytest

from items.models import Item
from privacy.models import DeletionRequest, Sealed
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, PASSWORD, approve, button, reject


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("sent", "status", "said"),
        [
            ({"password": "wrong-password"}, 400, "This isn't your password."),
            ({"password": ""}, 422, "This field is required."),
            ({"confirm": "#2"}, 400, "Type #1, as it is shown, to confirm."),
            ({"confirm": "1"}, 400, "Type #1, as it is shown, to confirm."),
            ({"confirm": ""}, 422, "This field is required."),
            ({"confirm": HOSTILE}, 422, "Ensure this value has at most 60 characters"),
            ({"password": "x\x00"}, 422, "Null characters are not allowed."),
        ],
    )
    def test_nothing_changes_and_the_ticks_stay(
        self, ada: Looking, as_owner: Caller, asked: DeletionRequest, sent: dict[str, Any], status: int, said: str
    ) -> None:
        other = Item.objects.get(number=as_owner.task("Other", content=f"It has {CANARY} too", summary="S"))
        place = f"item:{other.pk}@1"
        page = approve(ada, asked, status, include=[place], **sent).content.decode()
        assert said in words(page)
        assert f'value="{place}"' in page
        assert re.search(rf'value="{place}"[^>]* checked', page)
        assert button(page) == "Erase #1: 3 versions, 1 proposal , and 1 further place"
        typed = sent.get("password", PASSWORD)
        assert not typed or typed not in page
        assert CANARY not in page
        assert DeletionRequest.objects.get().pending
        assert Sealed.objects.count() == 5

    def test_a_reason_to_keep_it_is_needed_and_stays_typed(self, ada: Looking, asked: DeletionRequest) -> None:
        reject(ada, asked, 422, reason=" ")
        page = reject(ada, asked, 422, reason="x" * 2_001).content.decode()
        assert "x" * 2_001 in page
        reject(ada, asked, 400, reason="AKIAIOSFODNN7EXAMPLF")
        assert DeletionRequest.objects.get().pending

    @pytest.mark.parametrize("decision", ["", "erase", "APPROVE", HOSTILE])
    def test_another_decision(self, ada: Looking, asked: DeletionRequest, decision: str) -> None:
        answer = ada.post(f"/privacy/{asked.pk}/", 400, decision=decision, password=PASSWORD, confirm="#1", reason="r")
        assert "decision must be approve or reject." in words(answer.content.decode())
        assert DeletionRequest.objects.get().pending

    def test_too_many_guesses(self, ada: Looking, asked: DeletionRequest, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 2
        statuses = [
            ada.client.post(
                f"/privacy/{asked.pk}/", {"decision": "approve", "password": f"wrong-{n}", "confirm": "#1"}
            ).status_code
            for n in range(5)
        ]
        assert statuses[0] == 400
        assert statuses[-1] == 429
        approve(ada, asked, 429)
        assert DeletionRequest.objects.get().pending
