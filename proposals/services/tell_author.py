"""Mail an author what became of proposals, where they asked for it."""

from django.conf import settings

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import people
from conderis.core.actor import Actor
from conderis.core.text import one_line
from conderis.outbox.services.post import post
from proposals.models import Proposal

NAME_SHOWN = 60  # characters of a name in a mail


def tell_author(proposal: Proposal) -> None:
    """Puts the outcome and its reason into the outbox, in the transaction of the decision.

    Not for what the author decided themselves. Where mails are only printed the reason stays out: no log holds one.
    """
    about = proposal.item.ref if proposal.item is not None else f"a new {proposal.kind}"
    what = f"your proposal on {about} in {one_line(proposal.project.name, NAME_SHOWN)}"
    _tell(
        proposal.author_id,
        str(proposal.decided_by_id),
        subject=f"{proposal.ref} was {proposal.status}",
        said=f"{proposal.status} {what}",
        reason=proposal.decision_reason,
        link=f"/proposals/{proposal.pk}/",
        about=proposal.ref,
    )


def tell_of_many(agent: Agent, *, actor: Actor, count: int, reason: str) -> None:
    """One mail to the agent's owner, who is the author, for as many rejections."""
    what = "a proposal" if count == 1 else f"{count} proposals"
    _tell(
        agent.owner_id,
        actor.user_id,
        subject=f"{what.capitalize()} of {one_line(agent.name, NAME_SHOWN)} rejected",
        said=f"rejected {what} that your agent {one_line(agent.name, NAME_SHOWN)} made",
        reason=reason,
        link=f"/written/{agent.pk}/",
        about=agent.ref,
    )


def _tell(author_id: str, by_id: str, *, subject: str, said: str, reason: str, link: str, about: str) -> None:
    if by_id == author_id:
        return
    author = User.objects.filter(pk=author_id, is_active=True, mails_outcomes=True).first()
    if author is None:
        return
    by = one_line(people([by_id]).get(by_id, ""), NAME_SHOWN)
    why = f"\n\nThe reason:\n{reason}" if reason and settings.SENDS_MAIL else ""
    post(
        to=author.email,
        subject=subject,
        text=(
            f"{by} {said}.{why}\n\n{settings.PUBLIC_URL}{link}\n\n"
            f"You get this because your settings say so: {settings.PUBLIC_URL}/settings/notifications/\n"
        ),
        printed=True,
        about=about,
    )
