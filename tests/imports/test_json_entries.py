"""A JSON file is read piece by piece, and the pieces are what the whole would have been."""

import contextlib
import io
import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conderis.core.errors import Invalid, TooLarge
from conderis.imports import bounds, json_entries
from conderis.imports.json_entries import entries_of

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(alphabet=st.characters(codec="utf-8"))
    | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def values_of(data: bytes) -> list[tuple[str, Any]]:
    return [(entry.key, entry.value) for entry in entries_of(io.BytesIO(data))]


@given(st.lists(VALUES, max_size=6), st.booleans(), st.sampled_from([None, 1]), st.integers(1, 9))
def test_an_array_is_its_entries(whole: list[Any], ascii_only: bool, indent: int | None, step: int) -> None:
    data = json.dumps(whole, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_entries, "CHUNK", step)  # so that a piece ends within everything
        assert values_of(data) == [("", value) for value in whole]


@given(st.dictionaries(st.text(max_size=8), VALUES, max_size=6), st.integers(1, 9))
def test_an_object_is_its_names_with_what_their_arrays_hold(whole: dict[str, Any], step: int) -> None:
    expected = []
    for key, value in whole.items():
        expected += [(key, each) for each in value] if isinstance(value, list) else [(key, value)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_entries, "CHUNK", step)
        assert values_of(json.dumps(whole).encode()) == expected


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\ 1tn', max_size=40).map(str.encode))
def test_whatever_comes_is_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(Invalid, TooLarge):
        values_of(data)


def test_an_entry_that_never_ends_is_refused_before_it_is_held() -> None:
    data = b'[{"a": "' + b"x" * (bounds.ELEMENT_MAX * 3)
    with pytest.raises(TooLarge):
        values_of(data)


def test_more_rows_than_are_read_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_entries, "ROWS_MAX", 10)
    assert len(values_of(b"[" + b"1," * 9 + b"1]")) == 10
    with pytest.raises(TooLarge) as refused:
        values_of(b"[" + b"1," * 10 + b"1]")
    assert refused.value.data == {"limit": "10 rows"}


def test_many_entries_take_no_more_memory_than_few(tmp_path: Any) -> None:
    path = tmp_path / "many.json"
    row = json.dumps({"id": "x" * 24, "desc": "y" * 400}).encode()
    path.write_bytes(b"[" + b",".join([row] * 40_000) + b"]")  # 18 MB
    with path.open("rb") as file:
        tracemalloc.start()
        count = sum(1 for _ in entries_of(file))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert count == 40_000
    assert peak < 2_000_000
