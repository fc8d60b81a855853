"""A project's instructions: what every agent in it must know. One a project, at version 0 until first stored."""

from typing import ClassVar

from items.kinds.base import Kind, State
from items.kinds.fields import InstructionsContent


class InstructionsState(State):
    content: InstructionsContent = ""


class Instructions(Kind):
    name = "instructions"
    plural = "instructions"
    state = InstructionsState
    places = ()
    numbered = False
    listed = False
    batched = False
    sorts: ClassVar = {}
    icon = "scroll-text"
    about = (
        "What every agent in this project must know before it starts: how things are done here, what never to touch, "
        "whom to ask. Recall hands them out first."
    )
    fields_line = "content"
