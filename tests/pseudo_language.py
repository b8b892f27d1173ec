"""A pseudo-language: every text with accents and a third longer; names and numbers stay as they are."""

from __future__ import annotations

import string
from collections.abc import Mapping

from engine.messages import texts as texts_module

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_WITH_WORDS = ("plural", "some", "given", "changes")
_LONGER = 3
"""One letter more for so many."""


def pseudo(template: str) -> str:
    """Return a template with accents, and a third longer; its parameters stay as they are."""
    parts = []
    for literal, name, spec, _ in string.Formatter().parse(template):
        parts.append(_longer(literal).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append("{" + name + (f":{_spec(spec)}" if spec else "") + "}")
    return "".join(parts)


def _spec(spec: str) -> str:
    """Return a format with its own words changed."""
    kind, colon, words = spec.partition(":")
    return f"{kind}{colon}{'|'.join(_longer(part) for part in words.split('|'))}" if kind in _WITH_WORDS else spec


def _longer(literal: str) -> str:
    return " ".join(_stretched(word) for word in literal.translate(_ACCENTS).split(" "))


def _stretched(word: str) -> str:
    """Return a word with one more of its last letter for every third."""
    letters = sum(map(str.isalpha, word))
    last = next((at for at in range(len(word) - 1, -1, -1) if word[at].isalpha()), -1)
    return word if last < 0 else word[: last + 1] + word[last] * (letters // _LONGER) + word[last + 1 :]


def pseudo_texts() -> Mapping[str, str]:
    """Return all texts of the program in the pseudo-language."""
    return {key: pseudo(template) for key, template in texts_module.texts().items()}
