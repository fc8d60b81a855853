"""MediaWiki's XML export (Special:Export, dumpBackup). Pages become pages, on request with their earlier texts.

A page is known by its title, which no two pages of a wiki share. Talk, users, files, templates and what else isn't
reading matter are left out, redirects too, but links through them are followed. Categories become tags, a subpage
stands under its page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from conderis.imports.bounds import EARLIER_MAX
from conderis.imports.draft import Draft
from conderis.imports.moments import moment_of
from conderis.imports.record import Earlier, Options, Problem, Record
from conderis.imports.texts import auto_summary
from conderis.imports.wiki_xml import Revision, WikiPage, pages_of
from conderis.imports.wikitext import leaves_markup, links_in, prose, redirect_in, title_of, to_markdown
from items.kinds.fields import SUMMARY_MAX

_NAMESPACES = frozenset({0, 4, 12, 14})  # articles, the wiki's own pages, help, categories
_OWN_FROM = 100  # from here on wikis have namespaces of their own; odd ones are talk
_CATEGORY = 14


@dataclass
class _Wiki:
    """Which titles there are, where redirects lead, and how the wiki calls its categories."""

    titles: set[str] = field(default_factory=set)
    redirects: dict[str, str] = field(default_factory=dict)
    category: set[str] = field(default_factory=lambda: {"category"})

    def page(self, title: str) -> str | None:
        """The title of the page that a link leads to, through at most one redirect, as MediaWiki follows them."""
        title = title if title in self.titles else self.redirects.get(title, "")
        return title if title in self.titles else None


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:
    wiki = _wiki(file)
    file.seek(0)
    for number, page in enumerate(pages_of(file), 1):
        place = f"page {number}, {page.title}"[:200]
        if reason := _left_out(page):
            yield Problem(place, reason, skipped=True)
        else:
            yield _page(place, page, wiki, options)


def sniff(head: bytes) -> bool:
    return b"<mediawiki" in head[:2_000]


def _wiki(file: BinaryIO) -> _Wiki:
    wiki = _Wiki()
    for page in pages_of(file):
        if redirect := _redirect(page):
            wiki.redirects.setdefault(page.title, title_of(redirect))
        else:
            wiki.titles.add(page.title)
        if page.namespace == str(_CATEGORY):  # its name is the wiki's language's
            wiki.category.add(page.title.partition(":")[0].casefold())
    return wiki


def _redirect(page: WikiPage) -> str:
    newest = page.revisions[-1].text if page.revisions else ""
    return page.redirect or redirect_in(newest[:1_000])


def _left_out(page: WikiPage) -> str:
    number = int(page.namespace) if re.fullmatch("-?[0-9]{1,9}", page.namespace) else 0
    if number not in _NAMESPACES and (number < _OWN_FROM or number % 2):
        return "Talk, users, files, templates and the wiki's own settings are left out."
    return "It leads to another page; links to it lead there." if _redirect(page) else ""


def _page(place: str, page: WikiPage, wiki: _Wiki, options: Options) -> Record | Problem:
    if not page.revisions or page.revisions[-1].deleted:
        return Problem(place, "The export has no text of it.")
    newest = page.revisions[-1]
    if newest.too_long:
        return Problem(place, "Its text is more than twice as long as an item's may be. Split it at the source.")
    draft = Draft("page", page.title, place)
    draft.title(page.title)
    text = to_markdown(newest.text)
    draft.say(text)
    if len(text) > SUMMARY_MAX and (summary := auto_summary(to_markdown(prose(newest.text)))):
        draft.fields["summary"] = summary
    if leaves_markup(newest.text):
        draft.lose("markup", "Templates, tables, files and references stay as wikitext.")
    above = page.title.rpartition("/")[0]
    draft.parent = above if above in wiki.titles else None
    _put_links(draft, newest.text, wiki)
    draft.author, draft.updated = newest.author, moment_of(newest.timestamp)
    draft.created = moment_of(page.revisions[0].timestamp) if len(page.revisions) > 1 and not page.left else None
    _put_earlier(draft, page, options)
    return draft.record()


def _put_links(draft: Draft, text: str, wiki: _Wiki) -> None:
    for target in links_in(text):
        prefix, colon, name = target.partition(":")
        if colon and prefix.casefold() in wiki.category:
            draft.tags([name], "categories")
        elif (title := wiki.page(target)) is None:
            draft.lose("links", "They lead to what isn't among the pages; they stay in the text.")
        elif title != draft.source_id:
            draft.relate("related", title)


def _put_earlier(draft: Draft, page: WikiPage, options: Options) -> None:
    earlier = [revision for revision in page.revisions[:-1] if not revision.deleted]
    if page.left and options.earlier:
        draft.lose("earlier", f"Of more than {EARLIER_MAX} earlier texts the newest are kept.")
    elif (earlier or page.left) and not options.earlier:
        draft.lose("earlier", "Earlier texts come only when they are asked for.")
    if options.earlier:
        draft.earlier = [_earlier(revision) for revision in earlier]


def _earlier(revision: Revision) -> Earlier:
    text = revision.text if revision.too_long else to_markdown(revision.text)
    return Earlier(text, revision.author, moment_of(revision.timestamp), revision.comment)
