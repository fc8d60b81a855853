"""Settings come from the environment, and .env.example lists every one of them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_lists_every_setting() -> None:
    read = set(
        re.findall(r"""(?:env\.\w+|_number)\(\s*"([A-Z_]+)\"""", (ROOT / "conderis" / "settings.py").read_text())
    )
    listed = set(re.findall(r"^#([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert "CONDERIS_URL" in read
    assert read <= listed


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "http", "PORT is 'http'; it must be a whole number from 1 to 65535."),
        ("CONDERIS_URL", "conderis.example.org", "it must begin with https:// or http://."),
        ("DATABASE_URL", "sqlite:///x.db", "DATABASE_URL must begin with postgresql://"),
    ],
)
def test_a_wrong_one_is_said_in_one_sentence(tmp_path: Path, name: str, value: str, said: str) -> None:
    told = {"PATH": os.defpath, "CONDERIS_DATA": str(tmp_path), name: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=told, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
