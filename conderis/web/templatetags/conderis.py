"""What templates say often: icons, people, moments, addresses of items."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide

from conderis.accounts.selectors import FORMER_MEMBER
from items.kinds import KINDS, Kind
from items.models import Item

register = template.Library()

_STEPS = ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"), (7 * 86_400, 86_400, "d"))


@register.simple_tag
@lru_cache(maxsize=512)
def icon(name: str, size: int = 16) -> SafeString:
    """A lucide icon beside a word that says the same: screen readers skip it."""
    return mark_safe(lucide(name, size=size, aria_hidden="true", focusable="false"))  # noqa: S308  the package's own


@register.simple_tag
def moment(value: datetime | str) -> SafeString:
    """How long ago, or the date when that is further away; the exact moment in the title."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        at.isoformat(),
        f"{at.astimezone(UTC):%d %b %Y, %H:%M:%S} UTC",
        ago(at),
    )


def ago(at: datetime, now: datetime | None = None) -> str:
    """``just now``, ``5 min ago``, ``3 d ago``, ``in 2 h``, or from a week on the date."""
    now = now or timezone.now()
    seconds = (now - at).total_seconds()
    if abs(seconds) < 45:
        return "just now"
    for end, unit, name in _STEPS:
        if abs(seconds) < end:
            count = round(abs(seconds) / unit)
            return f"{count} {name} ago" if seconds > 0 else f"in {count} {name}"
    return f"{at:%d %b}" if at.year == now.year else f"{at:%d %b %Y}"


@register.inclusion_tag("web/who.html")
def who(signed: dict[str, Any]) -> dict[str, Any]:
    """The person of a signature (``accounts.selectors.signature``), and the agent that acted for them."""
    return {"name": signed["name"], "agent": signed.get("via", {}).get("name")}


@register.inclusion_tag("web/avatar.html")
def avatar(name: str, size: str = "") -> dict[str, str]:
    """The first letters of a name in a circle."""
    words = [word for word in name.split() if word[0].isalnum()]
    letters = "".join(word[0] for word in (words[:1] + words[-1:] if len(words) > 1 else words[:1])).upper()
    return {"letters": "-" if name == FORMER_MEMBER else letters or "?", "size": size}


@register.simple_tag
def item_url(project: Any, entry: dict[str, Any]) -> str:
    """Where a short entry is read: in its project, or among the reader's own."""
    project_id = getattr(project, "pk", project)
    if entry.get("number") is not None:
        return reverse("item", args=[project_id, entry["number"]])
    ref = str(entry["ref"])
    kind, _, ident = ref.partition(":")
    return reverse("personal", args=[ident]) if ident else reverse(kind, args=[project_id])


@register.simple_tag
def url_of_item(item: Item, page: str = "") -> str:
    """The address of an item itself, or of a page of it such as ``compare/``."""
    return item_url(item.project_id, {"number": item.number, "ref": item.ref}) + page


@register.simple_tag
def written_url(signed: dict[str, Any]) -> str:
    """Everything that the agent of a signature wrote; blank where a person acted by themselves."""
    agent = signed.get("via", {}).get("ref", "").partition(":")[2]
    return reverse("written", args=[agent]) if agent else ""


@register.filter
def happened(change: Any) -> str:
    """What an entry of ``items.selectors.activity`` tells, in order: ``created and related``."""
    told = [{"stored": "changed"}.get(what, what) for what in reversed(change.what)]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


@register.simple_tag
def proposal_link(ref: str) -> SafeString:
    """The proposal of a reference, ``proposal:14``, by its number."""
    ident = int(ref.partition(":")[2])
    return format_html('<a href="{}">proposal {}</a>', reverse("proposal", args=[ident]), ident)


@register.inclusion_tag("web/change_link.html")
def change_link(change: Any) -> dict[str, Any]:
    """What changed (an entry of ``items.selectors.activity``), by its title where it has one to show."""
    entry = {"number": change.number, "ref": change.ref}
    title = change.title or ("locked" if change.number is not None else f"the {change.kind}")
    return {"url": item_url(change.project_id, entry), "title": title, "number": change.number}


@register.filter
def as_kind(name: str) -> Kind:
    """What the kind declares: its icon, its plural, its row."""
    return KINDS[name]


@register.simple_tag
def list_url(project: Any, kind: str) -> str:
    """Where the kind's list is: in the project, or one's own."""
    plural = KINDS[kind].plural
    return reverse(plural, args=[project.pk]) if project is not None else reverse(f"personal-{plural}")


@register.filter
def words(value: str) -> str:
    """A contract's word as people read it: ``in_progress`` is in progress."""
    return value.replace("_", " ")


@register.simple_tag(takes_context=True)
def query_with(context: template.Context, **changes: Any) -> str:
    """The page's own query string with some parameters set, or left out where None; begins with ``?``."""
    query = context["request"].GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value is not None:
            query[name] = str(value)
    return f"?{query.urlencode()}"
