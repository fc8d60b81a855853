"""A person's own settings: their name, their shortcuts, their agents."""

from typing import Any

import pytest

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import agents_of, names_for, signature
from conderis.accounts.services.change_agent import change_agent
from conderis.accounts.services.rename_person import rename_person
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.accounts.services.set_keys_off import set_keys_off
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound, SecretFound
from tests.core.credentials import KEYS
from tests.factories import AgentFactory, acting, acting_through


class TestRename:
    def test_the_new_name_stands_everywhere(self, owner: User) -> None:
        assert rename_person(actor=acting(owner), name="  Ada Lovelace ").name == "Ada Lovelace"
        assert signature(owner.id, None, names_for([owner.id]))["name"] == "Ada Lovelace"

    def test_a_key_is_no_name(self, owner: User) -> None:
        with pytest.raises(SecretFound):
            rename_person(actor=acting(owner), name=KEYS["Conderis agent key"])

    @pytest.mark.parametrize(
        ("name", "refusal"), [("", Missing), ("\u200b", Missing), ("a\nb", Invalid), ("n" * 101, Invalid), (7, Invalid)]
    )
    def test_a_name_is_one_short_line(self, owner: User, name: object, refusal: type[Exception]) -> None:
        with pytest.raises(refusal):
            rename_person(actor=acting(owner), name=name)
        assert User.objects.get().name == "Ada"

    def test_an_agent_and_a_disabled_person_rename_nobody(self, owner: User) -> None:
        with pytest.raises(Denied):
            rename_person(actor=acting_through(AgentFactory(owner=owner)), name="Eve")
        User.objects.update(is_active=False)
        with pytest.raises(Denied):
            rename_person(actor=acting(owner), name="Eve")
        assert User.objects.get().name == "Ada"


class TestKeysOff:
    def test_they_are_kept_once_each(self, owner: User) -> None:
        set_keys_off(actor=acting(owner), keys=["g t", "?", "g t"])
        assert User.objects.get().keys_off == ["?", "g t"]
        set_keys_off(actor=acting(owner), keys=[])
        assert User.objects.get().keys_off == []

    @pytest.mark.parametrize("keys", ["?", None, {"?": 1}, [7], [""], ["x" * 21], ["\0"], ["a"] * 101])
    def test_others_are_refused(self, owner: User, keys: Any) -> None:
        with pytest.raises(Invalid):
            set_keys_off(actor=acting(owner), keys=keys)
        assert User.objects.get().keys_off == []

    def test_an_agent_switches_nothing(self, owner: User) -> None:
        with pytest.raises(Denied):
            set_keys_off(actor=acting_through(AgentFactory(owner=owner)), keys=[])


class TestAgents:
    def test_the_live_ones_come_first(self, owner: User, outsider: User) -> None:
        old, revoked, new = (AgentFactory(owner=owner, name=name) for name in ("old", "revoked", "new"))
        AgentFactory(owner=outsider)
        revoke_agent(actor=acting(owner), agent=revoked)
        assert list(agents_of(acting(owner))) == [new, old, revoked]

    def test_a_change_keeps_what_is_not_named(self, owner: User) -> None:
        agent = AgentFactory(owner=owner)
        change_agent(actor=acting(owner), agent=agent, read_only=True)
        change_agent(actor=acting(owner), agent=agent, name=" ci ")
        changed = change_agent(actor=acting(owner), agent=agent, review_always=True, read_only=False)
        assert Agent.objects.get() == changed
        assert (changed.name, changed.read_only, changed.review_always) == ("ci", False, True)

    @pytest.mark.parametrize(("name", "refusal"), [("", Missing), ("a\nb", Invalid)])
    def test_a_name_is_one_short_line(self, owner: User, name: str, refusal: type[Exception]) -> None:
        agent = AgentFactory(owner=owner)
        with pytest.raises(refusal):
            change_agent(actor=acting(owner), agent=agent, name=name, read_only=True)
        assert not Agent.objects.get().read_only

    def test_another_persons_is_not_there(self, owner: User, outsider: User) -> None:
        with pytest.raises(NotFound):
            change_agent(actor=acting(outsider), agent=AgentFactory(owner=owner), name="mine")

    def test_an_agent_does_not_lift_its_own_limits(self, owner: User) -> None:
        agent = AgentFactory(owner=owner, read_only=True)
        with pytest.raises(Denied):
            change_agent(actor=acting_through(agent), agent=agent, read_only=False)
        assert Agent.objects.get().read_only

    def test_one_whose_connection_has_ended_stays_as_it_was(self, owner: User) -> None:
        agent = AgentFactory(owner=owner)
        revoke_agent(actor=acting(owner), agent=agent)
        with pytest.raises(Conflict):
            change_agent(actor=acting(owner), agent=agent, name="again")


@pytest.mark.parametrize("name", ["\u202eadA", "Ada\u2066", "A\u202bda"])
def test_a_name_turns_nothing_around(writer: User, name: str) -> None:
    """It could read as someone else's."""
    with pytest.raises(Invalid, match="turns the direction"):
        rename_person(actor=acting(writer), name=name)
