"""The links of invitations, as people get at them."""

import re

from projects.models import Invitation


def mailed(invitation: Invitation) -> str:
    """The token of the link in the mail that waits for the invited address."""
    invitation.refresh_from_db()
    assert invitation.mail is not None
    found = re.search(r"/invitations/([a-z0-9]{40})/", invitation.mail.text)
    assert found is not None
    return found[1]
