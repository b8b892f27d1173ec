from __future__ import annotations

import sys
from threading import Thread, get_ident

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication

from tests.properties import examples
from vtt.widgets.look.text_measures import exact_width, whole_width, wrapped_height
from vtt.widgets.look.ui_fonts import title_font, ui_font

_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
_TEXTS = st.sampled_from(["1111", "Sergeant Wolf", "two\nlines of words", "", "Ragnarök", "0" * 40])


@st.composite
def _fonts(draw: st.DrawFn) -> QFont:
    """Draw fonts that differ in one thing: the face, the size, the weight, a line through it, the figures."""
    made = draw(st.sampled_from([ui_font, title_font]))
    weight = draw(st.sampled_from([QFont.Weight.Normal, QFont.Weight.Bold]))
    font = QFont(made(draw(st.integers(8, 12)), weight=weight))
    font.setItalic(draw(st.booleans()))
    font.setStrikeOut(draw(st.booleans()))
    if draw(st.booleans()):
        font.unsetFeature(QFont.Tag("tnum"))
    return font


@examples(60)
@given(text=_TEXTS, font=_fonts(), width=st.integers(20, 24))
def test_a_remembered_size_is_the_one_that_is_measured_anew(
    qapp: QApplication, text: str, font: QFont, width: int
) -> None:
    for _ in range(2):
        assert exact_width(text, font) == QFontMetricsF(font).horizontalAdvance(text)
        assert whole_width(text, font) == QFontMetrics(font).horizontalAdvance(text)
        box = QFontMetrics(font).boundingRect(QRect(0, 0, width, 10_000), _WRAP, text)
        assert wrapped_height(text, font, width, _WRAP) == box.height()


def test_each_thread_measures_for_itself_and_only_once(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def metrics(font: QFont) -> QFontMetricsF:
        measured.append(get_ident())
        return QFontMetricsF(font)

    monkeypatch.setattr("vtt.widgets.look.text_measures.QFontMetricsF", metrics)
    found: list[float] = []

    def measure() -> None:
        found.extend(exact_width("Sergeant Wolf of the watch", ui_font(11)) for _ in range(3))

    measure()
    thread = Thread(target=measure)
    thread.start()
    thread.join()
    assert len(set(found)) == 1
    assert len(measured) == len(set(measured)) == 2, "no font of one thread is held by another"


def test_a_long_text_is_measured_and_not_kept(qapp: QApplication) -> None:
    font, text = ui_font(11), "wolf " * 400
    before = sys.getrefcount(text)
    assert exact_width(text, font) == QFontMetricsF(font).horizontalAdvance(text)
    assert whole_width(text, font) == QFontMetrics(font).horizontalAdvance(text)
    assert wrapped_height(text, font, 200, _WRAP) > QFontMetrics(font).height()
    assert sys.getrefcount(text) == before
