"""The one table of who may do what."""

from enum import IntEnum, StrEnum


class Capability(StrEnum):
    """What a call needs. ``write``, ``moderate`` and ``own`` are the names that a refusal carries."""

    READ = "read"
    WRITE = "write"
    MODERATE = "moderate"
    OWN = "own"


class Role(IntEnum):
    """What a person is in a project, directly, through its organization, or as anyone in a public one."""

    READER = 1
    WRITER = 2
    MODERATOR = 3
    OWNER = 4

    @property
    def label(self) -> str:
        return self.name.lower()


ROLE_CHOICES = [(role.value, role.label) for role in Role]
ROLE_BY_LABEL = {role.label: role for role in Role}

CAPABILITIES: dict[Role, frozenset[Capability]] = {
    Role.READER: frozenset({Capability.READ}),
    Role.WRITER: frozenset({Capability.READ, Capability.WRITE}),
    Role.MODERATOR: frozenset({Capability.READ, Capability.WRITE, Capability.MODERATE}),
    Role.OWNER: frozenset(Capability),
}

# What is left of anyone's capabilities in an archived project.
ARCHIVED_PROJECT = frozenset({Capability.READ, Capability.OWN})
# What is left of the person's capabilities when an agent's key has a limit of its own.
READ_ONLY_KEY = frozenset({Capability.READ})
REVIEWED_KEY = frozenset({Capability.READ, Capability.WRITE})
