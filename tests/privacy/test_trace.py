"""What a trace recognises a text by: enough of it to tell it from others, and not what stands everywhere."""

from conderis.core.actor import Actor
from privacy.access import deletion_for
from privacy.models import DeletionRequest
from privacy.runs import runs_of
from privacy.selectors.trace import trace_of
from tests.calls import Caller
from tests.conftest import Actors


def places(actor: Actor, caller: Caller, number: int) -> set[str]:
    ref = caller.call("item_delete", number=number, reason="r")["ref"]
    request = DeletionRequest.objects.get(pk=int(ref.partition(":")[2]))
    return {f"#{found.item.number}" for found in trace_of(actor, deletion_for(actor, request.pk)).places if found.item}


def test_a_shared_tag_is_no_trace(as_owner: Caller, actors: Actors) -> None:
    number = as_owner.memory("Something else entirely", "Said nowhere but here", tags=["checkout"])
    as_owner.memory("Another", "The checkout and its form", tags=["checkout"])
    assert places(actors.owner, as_owner, number) == set()


def test_a_title_of_three_words_is_one(as_owner: Caller, actors: Actors) -> None:
    number = as_owner.memory("Vault door code", "Said nowhere but here")
    other = as_owner.task("Change it", content="The vault door code is old.")
    assert places(actors.owner, as_owner, number) == {f"#{other}"}


def test_so_is_a_single_word_where_there_is_nothing_else() -> None:
    assert runs_of([{"title": "Swordfish"}]).shared([{"content": "They say swordfish."}]) == 1
    assert runs_of([{"title": "Swordfish", "content": "It opens the back door."}]).shared([{"title": "Swordfish"}]) == 0
