"""Static files get names that change with their content."""

import re
from pathlib import Path
from typing import Any

from django.test import Client

from conderis.web.static import Collected, collect


def test_collected_ones_have_their_content_in_their_name(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    assert collect()
    assert not collect()  # nothing has changed since

    collected = Collected(location=tmp_path)

    assert re.fullmatch(r"/static/css/base\.[0-9a-f]{12}\.css", collected.url("css/base.css"))
    main = (tmp_path / collected.stored_name("js/main.js")).read_text()
    imported = re.findall(r'import\s*"\./([^"]+)"', main)
    assert imported
    assert all((tmp_path / "js" / name).is_file() and name.count(".") == 2 for name in imported)


def test_others_are_served_as_they_stand() -> None:
    assert 'href="/static/css/base.css"' in Client().get("/").content.decode()
