"""Who acts: ids and limits of one caller, taken from a key or a session, never from a parameter."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, or an agent acting for the person who made its key.

    ``read_only`` and ``review_always`` are the key's own limits; what the person may do in a
    project is the business of ``projects.permissions``.
    """

    user_id: str
    agent_id: str | None = None
    read_only: bool = False
    review_always: bool = False

    @property
    def ref(self) -> str:
        """The reference of whoever acts: ``agent:…`` for a key, ``user:…`` for a person in the browser."""
        return f"agent:{self.agent_id}" if self.agent_id else f"user:{self.user_id}"
