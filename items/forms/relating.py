"""A relation of an item, in words that read right from either end."""

from collections.abc import Callable, Iterator, Mapping

from django import forms
from django.http import QueryDict

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, NotFound, Refusal
from conderis.core.text import REASON_MAX
from conderis.web.forms import Form
from items.access import item_for, number_of
from items.forms.asking import Suggesting, field_of
from items.kinds.base import Control
from items.models import Item
from items.services.change import Outcome
from items.services.relate import RELATIONS, may_relate, relate, unrelate

# How each reads from its source, and from its target.
WORDS: Mapping[str, tuple[str, str]] = {
    "related": ("related to", "related to"),
    "depends_on": ("depends on", "blocks"),
    "supersedes": ("supersedes", "superseded by"),
    "contradicts": ("contradicts", "contradicts"),
    "implements": ("implements", "implemented by"),
    "derived_from": ("derived from", "source of"),
}
INWARD = ":in"  # behind a relation that leads to this item


def words_of(relation: str, direction: str) -> str:
    """``depends on``, or from the other end ``blocks``."""
    return WORDS[relation][direction == "in"]


class RelationForm(Form):
    """A relation to add, or one of those that are there to take back."""

    reason = forms.CharField(
        required=False, max_length=REASON_MAX, label="Note", widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(self, actor: Actor, item: Item, data: QueryDict | None = None) -> None:
        self.actor, self.item = actor, item
        choices = [(value, words) for value, words in _choices() if may_relate(actor, item, value.removesuffix(INWARD))]
        target = Control("To", "Its number, or type words that stand in it.")
        self.base_fields = {  # type: ignore[misc]  # Django copies them from here
            "relation": field_of(Control("Relation", shape="choice"), required=True, options=choices),
            "target": field_of(target, required=True, widget=Suggesting("target", item.project)),
            **type(self).base_fields,
        }
        super().__init__(data, auto_id="relation_%s")

    def relate(self) -> Outcome:
        """Raises what the service does, and NotFound for the other end."""
        return self._by(relate)

    def unrelate(self) -> Outcome:
        return self._by(unrelate)

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, NotFound):
            del self.errors["__all__"]
            self.add_error("target", "There is no such item here that you can see.")

    def _by(self, service: Callable[..., Outcome]) -> Outcome:
        said, item = self.cleaned_data, self.item
        if item.project is None:
            raise Invalid("target", "Relations are between items of a project.")
        relation, inward = said["relation"].removesuffix(INWARD), said["relation"].endswith(INWARD)
        other = item_for(self.actor, item.project, number_of("target", said["target"]))
        source, target = (other, item) if inward else (item, other)
        return service(actor=self.actor, source=source, target=target, relation=relation, note=said["reason"])


def _choices() -> Iterator[tuple[str, str]]:
    for relation in RELATIONS:
        outward, inward = WORDS[relation]
        yield relation, outward
        if inward != outward:
            yield f"{relation}{INWARD}", inward
