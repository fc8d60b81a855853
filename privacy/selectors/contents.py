"""What is sealed, as a reveal shows it: the one place that reads it out."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F

from items.diff import Comparison, compare
from items.diff.fields import label_of, text_of, whole
from items.kinds.base import Json
from items.models import Version
from privacy.models import DeletionRequest, Sealed

SHOWN_MOST = 20  # versions and proposals
TEXT_MOST = 20_000  # characters of one field


@dataclass(frozen=True, slots=True)
class Said:
    """A field as plain text; ``more`` is how many characters aren't shown."""

    label: str
    text: str
    more: int = 0


@dataclass(frozen=True, slots=True)
class Content:
    """One sealed row. ``flagged`` is the version that was asked for; ``change`` what it changed, where the one before
    it can be read."""

    name: str
    said: list[Said]
    flagged: bool = False
    change: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """``left_out`` is how many rows are sealed beside those that are shown."""

    rows: list[Content]
    left_out: int


def contents_of(request: DeletionRequest) -> Contents:
    """The newest versions first, then proposals. For `reveal`, which asks for permission and writes it down."""
    rows = request.sealed.select_related("version", "proposal")
    if rows.filter(version__isnull=False).exists():
        rows = rows.filter(item=None)  # it says the same as its current version
    ordered = rows.order_by(F("version__number").desc(nulls_last=True), F("proposal").desc(nulls_last=True))
    shown = [_content(request, row) for row in ordered[:SHOWN_MOST]]
    return Contents(shown, rows.count() - len(shown))


def _content(request: DeletionRequest, row: Sealed) -> Content:
    version, proposal = row.version, row.proposal
    about = proposal or request.item
    state = row.state or {}
    said = list(_said({**(whole(about.rules, state) if about is not None else state), **row.texts}))
    if version is None:
        return Content(proposal.ref if proposal is not None else request.shown, said)
    flagged = version.number == request.version
    return Content(f"Version {version.number}", said, flagged, _change(request, row, version) if flagged else None)


def _said(texts: Json) -> Iterator[Said]:
    for name, value in texts.items():
        text = ", ".join(value) if name == "tags" and value else text_of(value)
        if text and value != []:
            yield Said(label_of(name).replace("_", " "), text[:TEXT_MOST], max(len(text) - TEXT_MOST, 0))


def _change(request: DeletionRequest, row: Sealed, version: Version) -> Comparison | None:
    """To the version before, unless that is locked by a request of its own."""
    before = Version.objects.filter(item=request.item, number__lt=version.number, erased_at=None).order_by("-number")
    earlier = before.first()
    if request.item is None or earlier is None or earlier.state is None:
        return None
    return compare(request.item.rules, earlier.state, row.state or {})
