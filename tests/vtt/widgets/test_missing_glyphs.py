"""Signs that no font has are drawn as one neutral sign each; nothing else changes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from vtt.widgets.look import missing_glyphs
from vtt.widgets.look.missing_glyphs import UNKNOWN, drawable, has_glyph

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"
FLAG = "\u2691\ufe0f"


@pytest.fixture(autouse=True)
def no_emoji(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no font have any sign beyond the first plane, whatever is installed here."""
    monkeypatch.setattr(missing_glyphs, "has_glyph", lambda letter: ord(letter) < 0x10000)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Mirjam", "Mirjam"),
        ("Zoë · 8♥", "Zoë · 8♥"),
        ("שלום", "שלום"),
        ("\U0001f3b2 Ben", f"{UNKNOWN} Ben"),
        (f"Ben {FAMILY}!", f"Ben {UNKNOWN}!"),
        (f"{THUMB}{THUMB}", UNKNOWN * 2),
        (f"go {FLAG}", f"go {FLAG}"),
    ],
)
def test_what_belongs_to_one_sign_becomes_one_neutral_sign(text: str, shown: str) -> None:
    assert drawable(text) == shown


def test_the_neutral_sign_and_the_suits_can_be_drawn_everywhere(qapp: QApplication) -> None:
    assert all(map(has_glyph, f"{UNKNOWN}♠♥♦♣→·…“”"))
