"""Static files under names that change with their content, so that browsers keep them for good."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

# htmx's extensions import by names that only a bundler resolves, and no page uses them.
LEFT_OUT = ["ext"]
MARK = "collected"


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Once `collect` has run, each file is served compressed and forever; before, as it stands."""

    support_js_module_import_aggregation = True  # a module imports the others under their new names too

    def stored_name(self, name: str) -> str:
        stored: str = super().stored_name(name) if self.hashed_files else name
        return stored


def collect() -> bool:
    """Collect the files into STATIC_ROOT, which takes two seconds; False where they are those of the last time."""
    mark, found = Path(settings.STATIC_ROOT) / MARK, _digest()
    if mark.is_file() and mark.read_text() == found:
        return False
    call_command("collectstatic", "--no-input", verbosity=0, ignore_patterns=LEFT_OUT)
    mark.write_text(found)
    return True


def _digest() -> str:
    """Of the names, sizes and times of all files."""
    files = []
    for finder in get_finders():
        for path, storage in finder.list(LEFT_OUT):
            about = Path(storage.path(path)).stat()
            files.append(f"{path} {about.st_size} {about.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()
