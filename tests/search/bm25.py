"""The yardstick: BM25 in its textbook form, over the same items that the product searches."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

K1 = 1.2
B = 0.75
STOP_WORDS = frozenset(
    (
        "a", "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
        "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "could", "did",
        "do", "does", "doing", "down", "during", "each", "few", "for", "from", "further", "had", "has", "have",
        "having", "he", "her", "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just",
        "me", "more", "most", "my", "no", "nor", "not", "of", "off", "on", "once", "only", "or", "other", "our",
        "out", "over", "own", "same", "she", "should", "so", "some", "such", "than", "that", "the", "their",
        "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up",
        "very", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will",
        "with", "would", "you", "your",
    )
)  # fmt: skip


def words(text: str) -> list[str]:
    """Stems without case, accents and stop words."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return [stem(word) for word in re.findall(r"\w+", folded) if word not in STOP_WORDS]


def stem(word: str) -> str:
    """English endings away, after the first step of Porter's algorithm."""
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and re.search("[aeiouy]", base):
            word = base
            if word.endswith(("at", "bl", "iz")):
                word += "e"
            elif re.search(r"([^aeioulsz])\1$", word):
                word = word[:-1]
            break
    return word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")


class Index:
    """Texts by their ids, ranked by what a question's words say about them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._counts = {name: Counter(words(text)) for name, text in texts.items()}
        self._lengths = {name: counts.total() for name, counts in self._counts.items()}
        self._average = sum(self._lengths.values()) / len(texts)
        self._holding = Counter(word for counts in self._counts.values() for word in counts)

    def best(self, question: str, limit: int = 10) -> list[str]:
        """The ids that score highest, best first; none that holds no word of the question."""
        asked = set(words(question))
        scores = {name: self._score(name, asked) for name in self._counts}
        return sorted((name for name in scores if scores[name] > 0), key=lambda name: -scores[name])[:limit]

    def _score(self, name: str, asked: Iterable[str]) -> float:
        counts, norm = self._counts[name], 1 - B + B * self._lengths[name] / self._average
        return sum(
            self._rarity(word) * counts[word] * (K1 + 1) / (counts[word] + K1 * norm)
            for word in asked
            if word in counts
        )

    def _rarity(self, word: str) -> float:
        holding = self._holding[word]
        return math.log(1 + (len(self._counts) - holding + 0.5) / (holding + 0.5))
