"""A line of text is cut where Qt would cut it, and not measured for that where it fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.properties import examples
from vtt.shared import fitted_text
from vtt.shared.fitted_text import Align, break_into_lines, font_that_fits, shrunk_font, text_width, write_line
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.ui_fonts import ui_font

TEXTS = st.sampled_from(["Draw pile", "", "two\nlines", "a\x9cb", "Ragnarök the Red", "0" * 60, " ", "שלום", "1 — 2"])


def drawn(text: str, wide: float, size: int, least: int, *, always_cut: bool) -> tuple[bytes, bool]:
    image = QImage(160, 30, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter, rect, font = QPainter(image), QRectF(3.3, 2.1, wide, 20.7), ui_font(size)
    if always_cut:
        font, text = font_that_fits(font, rect.height(), least), drawable(text)
        if text_width(text, font) > rect.width() > 0:
            font = shrunk_font(font, rect.width() / text_width(text, font), least)
        words = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, rect.width()))
        painter.setFont(font)
        painter.setPen(QColor("black"))
        flags = Align.AlignHCenter | Align.AlignVCenter
        painter.drawText(rect, int(flags.value | Qt.TextFlag.TextSingleLine.value), words)
        is_cut = words != text
    else:
        is_cut = write_line(painter, rect, text, font, QColor("black"), Align.AlignHCenter, least=least)
    painter.end()
    return bytes(image.constBits()), is_cut


@examples(80)
@given(text=TEXTS, wide=st.floats(-1, 150), size=st.integers(7, 24), least=st.integers(6, 20))
def test_a_line_looks_as_if_it_was_always_measured_for_cutting(
    qapp: QApplication, text: str, wide: float, size: int, least: int
) -> None:
    assert drawn(text, wide, size, least, always_cut=False) == drawn(text, wide, size, least, always_cut=True)


def test_what_fits_is_not_cut(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(fitted_text, "QFontMetricsF")
    assert not drawn("Draw pile", 150, 12, 9, always_cut=False)[1]


@pytest.mark.parametrize("wide", range(60, 700, 20))
def test_no_line_breaks_between_a_name_and_its_number_where_both_have_room(qapp: QApplication, wide: int) -> None:
    font = ui_font(14)
    names = ("Smuggler 1 (13)", "Smuggler 2 (9)", "Orla Greywater (12)", "Brannoch (7)")
    text = f"Initiative: {', '.join(names)}"
    for lines in (break_into_lines(text, font, wide, 99), break_in_two(text, font, wide)):
        assert " ".join(lines) == text
        fits = [name for name in ("Smuggler 1 (13),", "Greywater (12),") if text_width(name, font) <= wide]
        if max(text_width(line, font) for line in lines) <= wide:
            assert all(any(name in line for line in lines) for name in fits), lines
