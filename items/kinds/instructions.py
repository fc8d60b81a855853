"""A project's instructions: what every agent in it must know. One a project, at version 0 until first stored."""

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
    sorts = ()
    fields_line = "content"
