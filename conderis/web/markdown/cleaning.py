"""The one door through which HTML of a text reaches a page: what isn't named here doesn't pass."""

import nh3
from django.utils.safestring import SafeString

from conderis.web.markdown.highlight import CLASSES

SCHEMES = frozenset({"http", "https", "mailto"})
DONE, TO_DO, BACK = "Done", "To do", "Back to the text"

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_CELLS = {"align-left", "align-center", "align-right"}
_CLEANER = nh3.Cleaner(
    tags={
        "a", "blockquote", "br", "code", "em", "hr", "input", "li", "ol", "p", "pre", "s", "section", "span", "strong",
        "sup", "table", "tbody", "td", "th", "thead", "tr", "ul", *_HEADINGS,
    },
    clean_content_tags=set(),
    attributes={"a": {"href", "title", "id"}, "li": {"id"}, "ol": {"start"}, **{name: {"id"} for name in _HEADINGS}},
    tag_attribute_values={
        "a": {"aria-label": {BACK}},
        "input": {"type": {"checkbox"}, "checked": {""}, "aria-label": {DONE, TO_DO}},
        "pre": {"tabindex": {"0"}},
        "table": {"tabindex": {"0"}},
    },
    set_tag_attribute_values={"input": {"disabled": ""}},
    allowed_classes={
        "a": {"ref", "ref-closed"},
        "hr": {"footnotes-sep"},
        "li": {"footnote-item", "task-list-item"},
        "ol": {"contains-task-list", "footnotes-list"},
        "pre": {"hl"},
        "section": {"footnotes"},
        "span": set(CLASSES),
        "sup": {"footnote-ref"},
        "td": _CELLS,
        "th": _CELLS,
        "ul": {"contains-task-list"},
    },
    link_rel="nofollow noopener noreferrer",
    url_schemes=set(SCHEMES),
)  # fmt: skip


def clean(html: str) -> SafeString:
    """HTML that a template may show as it is."""
    return SafeString(_CLEANER.clean(html))
