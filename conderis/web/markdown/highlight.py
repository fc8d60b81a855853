"""Code in colours, as classes alone: ``static/css/components/code.css`` has the roles.

Pygments' lexers are sets of expressions that take quadratic time and worse on text made for it. So only languages whose
lexers were tried with such text are coloured, in blocks of the size that people read, and for so long. None of them
hands a part of the text to whatever lexer that part names.
"""

import functools
import time

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES

BLOCK_MAX, LINES_MAX, LINE_MAX = 8_000, 400, 300  # characters, lines, characters of a line; past them it stays plain
SECONDS = 0.3  # of the processor for one text, after which the rest of its blocks stay plain
CLASSES = frozenset(filter(None, STANDARD_TYPES.values()))
LANGUAGES = frozenset({
    "bash", "sh", "shell", "zsh", "console", "shell-session", "bat", "batch", "powershell", "ps1", "c", "cpp",
    "c++", "csharp", "c#", "objective-c", "swift", "rust", "rs", "go", "zig", "java", "kotlin", "scala", "groovy",
    "dart", "python", "python3", "py", "pycon", "pytb", "ruby", "rb", "php", "perl", "lua", "r", "julia", "elixir",
    "erlang", "haskell", "ocaml", "clojure", "javascript", "js", "jsx", "typescript", "ts", "tsx", "html", "xml",
    "css", "scss", "graphql", "vue", "jinja", "django", "json", "yaml", "yml", "toml", "ini", "properties", "hcl",
    "terraform", "nginx", "docker", "dockerfile", "make", "makefile", "cmake", "protobuf", "sql", "mysql", "diff",
    "markdown", "md",
})  # fmt: skip
_FORMATTER = HtmlFormatter[str](nowrap=True)


class Highlighter:
    """Spends one text's time, block by block."""

    def __init__(self) -> None:
        self._left = SECONDS

    def html(self, code: str, language: str) -> str | None:
        """The code as escaped HTML; None where it stays plain."""
        language = language.lower()
        if language not in LANGUAGES or self._left <= 0 or not _readable(code):
            return None
        began = time.thread_time()
        html = highlight(code, _lexer(language), _FORMATTER)
        self._left -= time.thread_time() - began
        return html


def _readable(code: str) -> bool:
    lines = code.split("\n") if len(code) <= BLOCK_MAX else []
    return 0 < len(lines) <= LINES_MAX and max(map(len, lines)) <= LINE_MAX


@functools.cache
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False, handlecodeblocks=False)
