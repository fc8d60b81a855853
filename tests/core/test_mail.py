"""Without a mail server a mail is printed where it disturbs nothing."""

import pytest
from django.core.mail import EmailMessage

from conderis.core.mail import Printed


def test_it_goes_to_stderr_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Printed().send_messages([EmailMessage("A subject", "A link", to=["ada@example.org"])])
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "A link" in printed.err
