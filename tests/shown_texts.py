"""Records which texts a test run shows: `SHOWN_TEXTS=FOLDER python3 packaging/dev.py test`.

Each process of the run writes the keys to a file of its own in the folder, one a line. A text counts as shown when the
program, and not a test, makes a message of it or looks it up. `tests/engine/messages/unshown_texts.py` lists the
others. Without the variable nothing is recorded, and nothing is slower.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from engine.messages.message import Message

FOLDER: Final = "SHOWN_TEXTS"
"""The environment variable with the folder."""
_shown: set[str] = set()
_spoken: set[str] = set()
_HAS_WORDS = re.compile(r":(list:)?(word|name)\b")


class RecordedTexts(dict[str, str]):
    """The texts of a language, which note the keys that are looked up. `in` notes nothing."""

    def __getitem__(self, key: str) -> str:
        _note(key)
        return super().__getitem__(key)

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        """Return a text."""
        _note(key)
        return super().get(key, default)


def record_shown_texts() -> None:
    """Note the shown texts from here on. To be called before any module that makes messages is imported."""
    from engine.model.frozen import Frozen

    if "engine.messages.message" in sys.modules:
        raise RuntimeError("too late: the class of messages is made already")
    Frozen.__post_init__ = _note_message  # type: ignore[attr-defined]
    from engine.messages import texts  # makes the class of messages, which keeps this function

    del Frozen.__post_init__  # type: ignore[attr-defined]
    read = texts._texts
    recorded = RecordedTexts(read("en"))
    texts._texts = lambda language: recorded if language == "en" else read(language)  # type: ignore[assignment]


def write_shown_texts(folder: Path) -> None:
    """Write the keys that this process noted."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{os.getpid()}.txt").write_text("".join(f"{key}\n" for key in sorted(_shown)), encoding="utf-8")


def _note_message(message: Message) -> None:
    """Note the text of a message that is made, and the texts of the words in it."""
    from engine.messages.texts import _SPEAKER, texts

    _note(message.key)
    template = dict.get(cast("RecordedTexts", texts()), message.key, "")
    if _HAS_WORDS.search(template) and (id_ := repr(message)) not in _spoken:
        _spoken.add(id_)
        _SPEAKER.vformat(template, (), message.params)


def _note(key: str) -> None:
    if key not in _shown and not _asked_by_a_test():
        _shown.add(key)


def _asked_by_a_test() -> bool:
    """Return whether a test is the first caller outside this module, the package of messages, and what they call."""
    frame = sys._getframe(2)
    while frame.f_back is not None and _module(frame).startswith((__name__, "engine.messages.", "string")):
        frame = frame.f_back
    return _module(frame).startswith("tests.")


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))
