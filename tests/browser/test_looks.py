"""The design system itself: every component in both themes, wide and narrow."""

from typing import Any

import pytest

from conderis.accounts.models import User
from tests.browser.conftest import NARROW, WIDE, Visit


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_component_is_accessible_and_fits(visit: Visit, owner: User, settings: Any, size: dict[str, int]) -> None:
    settings.DEBUG = True
    window = visit(owner, viewport=size)

    window.goto("/styleguide/")

    window.assert_accessible()
    window.assert_fits()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_first_page_is_accessible_and_fits(visit: Visit, size: dict[str, int]) -> None:
    window = visit(viewport=size)

    window.goto("/")

    window.assert_accessible()
    window.assert_fits()
