"""A box with choices of any length."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QComboBox, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from engine.kit.content_editor.view_models import Facet, FacetValue
from vtt.prep.entry_filters import EntryFilters
from vtt.prep.record_form.choice_controls import ChoiceControl
from vtt.prep.trial_run_pane import TrialRunPane
from vtt.widgets.basic_widgets import NarrowComboBox
from vtt.widgets.look.theme import Theme, ThemeHub


def filter_box(hub: ThemeHub, parent: QWidget) -> QComboBox:
    filters = EntryFilters(hub, parent)
    filters.show_facets([Facet(id="kind", label="Kind", values=(FacetValue(value="", label=""),))])
    return filters.combos["kind"]


@pytest.mark.parametrize(
    "make",
    [
        lambda _hub, parent: NarrowComboBox(8, parent),
        lambda hub, parent: ChoiceControl(hub, parent, own_words=False).combo,
        lambda hub, parent: TrialRunPane(hub, parent).situation,
        filter_box,
    ],
    ids=["box", "form", "trial", "filter"],
)
def test_a_choice_that_is_too_long_ends_with_a_sign_and_is_read_out_whole(
    qtbot: QtBot, make: Callable[[ThemeHub, QWidget], QComboBox]
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    box = make(ThemeHub(Theme()), parent)
    for words, shown in (("I", "I"), ("Session 12: The mill by the river", "S")):
        box.addItem(words)
        box.setCurrentText(words)
        box.resize(box.minimumSizeHint())
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText.startswith(shown)
        assert option.currentText.endswith("…") is (shown != words)
        assert box.currentText() == words
