"""What waits for one person alone: their personal memories, and their private ones in projects."""

from projects.models import Membership
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, ask

AT = "/privacy/"


def test_it_lists_what_is_mine_alone(chi: Looking, ada: Looking, as_owner: Caller, as_writer: Caller) -> None:
    ask(as_writer, as_owner.task())
    ask(as_writer, as_writer.memory(CANARY, visibility="private"))
    ref = as_writer.personal(CANARY)
    as_writer.call("item_delete", projectId=None, ref=ref, reason="r")

    page = chi.get(AT)

    assert f"{ref} a memory as a whole" in words(page)
    assert "#2 a memory as a whole" in words(page)
    assert "#1" not in words(page)
    assert CANARY not in page
    assert "Nothing waits" in words(ada.get(AT))
    assert "Nothing waits" in words(chi.get(AT, show="nonsense")) or "#2" in words(chi.get(AT, show="nonsense"))
    assert "Nothing was decided yet" in words(chi.get(AT, show="decided"))


def test_whoever_left_the_project_isnt_led_to_a_404(chi: Looking, as_writer: Caller) -> None:
    ask(as_writer, as_writer.memory(visibility="private"))
    Membership.objects.filter(user=as_writer.actor.user_id).delete()
    assert "Nothing waits" in words(chi.get(AT))
    assert "Locked until you decide" not in words(chi.get("/"))
