"""The strips over a table on which something is only tried: in colour and words, this is not what happened."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from engine.presentation.dice_and_card_source import SourceKind
from vtt.campaign.campaign_records import WHAT_IF
from vtt.campaign.open_campaign import OpenCampaign
from vtt.widgets.basic_widgets import button
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label, short
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

LONGEST_NAME = 60


class WhatIfStrip(QFrame):
    """A strip that cannot be closed."""

    def __init__(self, campaign: OpenCampaign, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "what_if")
        setting = campaign.setting(WHAT_IF)
        name = setting.get("name") if isinstance(setting, dict) else None
        self._name = short(name, LONGEST_NAME) if isinstance(name, str) else ui_text("what_if", "unnamed")
        self._campaign = campaign
        self.row = QHBoxLayout(self)
        self.words = label("", wrap=True)
        self.row.addWidget(self.words, 1)
        campaign.changed.connect(self._show_words)
        self._show_words()
        follow_theme(hub, self._apply_theme)

    @Slot()
    def _show_words(self) -> None:
        """Say what this is, and what becomes of real cards as long as the group plays with them."""
        words = ui_text("what_if", "banner", name=self._name)
        if self._campaign.sources.cards is not SourceKind.SCREEN:
            words = f"{words} {ui_text('what_if', 'real_cards')}"
        if words != self.words.text():
            self.words.setText(words)
            self.setAccessibleName(words)

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self.row.setContentsMargins(lengths.pad_l, lengths.pad_s, lengths.pad_l, lengths.pad_s)
        self.row.setSpacing(lengths.pad_m)


class WhatIfBanner(WhatIfStrip):
    """The strip over the rooms of a what-if, with the ways out of it.

    Signals:
        back_wanted: the campaign is to be opened again.
        more_wanted: the list of what-ifs is to be shown.
    """

    back_wanted = Signal()
    more_wanted = Signal()

    def __init__(self, campaign: OpenCampaign, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, hub, parent)
        self.back = button(ui_text("what_if", "back"))
        self.more = button(ui_text("what_if", "more"))
        self.row.addWidget(self.more)
        self.row.addWidget(self.back)
        self.back.clicked.connect(self.back_wanted)
        self.more.clicked.connect(self.more_wanted)
