"""Two hundred proposals decided by keyboard alone, while someone else works the same queue."""

import random
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable
from statistics import median
from time import sleep

import httpx
import pytest
from django.conf import settings
from playwright.sync_api import expect

from conderis.accounts.models import User
from items.models import Event, Item, Version
from projects.models import Project
from proposals.models import Proposal
from tests.browser.conftest import Visit, _session
from tests.browser.hands import COUNTING, LINES, Hands, fill_queue

ALL, MINE, THEIRS = 230, 200, 30


@pytest.fixture
def queue(project: Project, writer: User) -> list[Proposal]:
    return fill_queue(project, writer, ALL)


def other_reviewer(url: str, session: str, pks: list[int], done: list[int], stop: threading.Event) -> None:
    """Takes proposals of the same queue at random, over HTTP; whatever was decided before is left."""
    with httpx.Client(base_url=url, cookies={settings.SESSION_COOKIE_NAME: session}) as client:
        for pk in pks:
            if stop.is_set() or len(done) == THEIRS:
                return
            page = client.get(f"/proposals/{pk}/").text
            form = re.search(r'action="/proposals/\d+/approve/".*?name="csrfmiddlewaretoken" value="(\w+)".*?'
                             r'name="seen" value="(\d+)"', page, re.DOTALL)  # fmt: skip
            sleep(0.15)
            if form is None:
                continue
            sent = {"csrfmiddlewaretoken": form[1], "seen": form[2]}
            if client.post(f"/proposals/{pk}/approve/", data=sent).status_code == 303:
                done.append(pk)


def test_two_hundred_by_keyboard(
    visit: Visit, queue: list[Proposal], moderator: User, owner: User, record_property: Callable[[str, object], None]
) -> None:
    window = visit(moderator)
    window.page.add_init_script(COUNTING)
    page = window.goto(f"/proposals/{queue[0].pk}/")
    hands, done, stop = Hands(page), [], threading.Event()
    pks = [each.pk for each in queue]
    random.Random(5).shuffle(pks)
    other = threading.Thread(target=other_reviewer, args=(window.url, _session(owner), pks, done, stop))
    other.start()
    try:
        came = "next"
        while came != "end":
            came = hands.decide(sum(hands.decided.values()))
    finally:
        stop.set()
        other.join()

    typical = median(hands.times)
    record_property("median_seconds", round(typical, 3))
    said = f"{dict(hands.decided)}, {len(done)} by the other one; median {typical * 1000:.0f} ms\n"
    sys.stderr.write(said)
    expect(page.get_by_role("heading", name="Nothing waits any more")).to_be_visible()
    assert hands.decided["approved"] + hands.decided["rejected"] >= MINE
    assert done
    assert typical < 1
    assert not Proposal.objects.filter(status="pending").exists()
    by = Counter(Proposal.objects.values_list("decided_by", flat=True))
    assert by == {moderator.pk: ALL - len(done), owner.pk: len(done)}
    decisions = Counter(Event.objects.exclude(proposal=None).values_list("proposal", flat=True))
    assert decisions == dict.fromkeys((each.pk for each in queue), 1)
    _assert_nothing_was_lost()


def _assert_nothing_was_lost() -> None:
    """Each approved change is a version of its item, once, and its line is still there at the end."""
    made = Counter(Version.objects.exclude(proposal=None).values_list("proposal", flat=True))
    approved = Proposal.objects.filter(status="approved")
    assert made == dict.fromkeys(approved.values_list("pk", flat=True), 1)
    now = dict(Item.objects.values_list("pk", "state"))
    for each in approved.exclude(base_version=0):
        [said] = [line for line in each.state["content"].splitlines() if line + "\n" not in LINES]
        assert said in now[each.item_id]["content"]
