import pytest

from conderis.core import rate_limit


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    """All tests come from one network address: each begins with nothing counted."""
    rate_limit._connected().flushdb()
