"""The dialog in which a character advances: what can be raised and learned, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.core.history import LogLine
from engine.kit.creation.advancement import CharacterAdvancement, can_be_overruled
from engine.kit.creation.advancement_commands import AdvanceCharacter
from engine.kit.creation.character_creation import DerivedValue, StepState
from engine.kit.creation.creation_draft import UNANSWERED, StepAnswer
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.sheets.creation.draft_history import DraftHistory
from vtt.sheets.creation.step_pages import creation_text
from vtt.sheets.creation.steps_dialog import StepsDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short


class AdvancementDialog(StepsDialog):
    """The steps in which a character advances.

    Args:
        campaign: the open campaign.
        viewer: the viewer; the command is that of the viewer's seat.
        hub: the theme.
        making: the steps, on the sheet of the character.
        history: the draft.
        actor: the character.
        parent: the window.

    Attributes:
        lines: what has happened, in sentences of the log, once it has.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        making: CharacterAdvancement,
        history: DraftHistory,
        actor: str,
        parent: QWidget,
    ) -> None:
        self._steps = making
        self._actor = actor
        self._was = _values(making)
        self.lines: tuple[str, ...] = ()
        title = creation_text("advance_title", name=short(making.start.record.name, 60))
        super().__init__(campaign, viewer, hub, making, history, title, creation_text("advance_finish"), parent)
        self.fill.hide()
        self._head.addWidget(label(title, "title", wrap=True), 1)
        campaign.changed.connect(self._look_again)
        self._refresh()

    def _before(self, value: DerivedValue) -> str:
        return self._was.get(value.label, "")

    def _step_of_finished(self, keys: Sequence[str]) -> str:
        return keys[0]

    def _mark(self, state: StepState) -> Literal["done", "open", "free"]:
        """Mark only the steps in which something is chosen: none is needed."""
        return super()._mark(state) if _is_used(state.answer) or not state.is_complete else "free"

    def _can_overrule(self, state: StepState) -> bool:
        return can_be_overruled(state)

    def _command(self) -> AdvanceCharacter:
        """Return the command of what is chosen. Raises Refused while something is missing."""
        seat = acting_seat(self._campaign.viewer_campaign(self._viewer).view)
        return self._steps.finish_advancing(self.history.draft, seat=seat, actor=self._actor)

    def _why_not(self) -> str:
        """Return what is missing, or why the table would refuse what is chosen."""
        try:
            refusal = self._campaign.refusal(self._command())
        except Refused as refused:
            refusal = without_traceback(refused)
        return refusal.text if refusal is not None else ""

    def _refresh(self) -> None:
        super()._refresh()
        is_used = any(map(_is_used, self.history.draft.answers.values()))
        if is_used and not self.finish.isEnabled() and not self.missing.text():
            self._say(self.said.text() or self._obstacle)

    @Slot()
    def _finish(self) -> None:
        why_not = self._why_not()
        if why_not:
            self._say(why_not)
            return
        self._campaign.viewer_campaign(self._viewer).submit(self._command(), self)  # real dice are asked for first

    @Slot(object)
    def _look_again(self, change: CampaignChange) -> None:
        """End after the own change; after any other one, go on with the sheet as it is now."""
        viewer_campaign = self._campaign.viewer_campaign(self._viewer)
        if change.initiator is self:
            self.lines = tuple(map(_sentence, viewer_campaign.latest_lines()))
            self.finished_by.emit(self._actor)
            self.accept()
            return
        view = viewer_campaign.view
        sheet = sheet_of_actor(view, self._actor) if self._actor in view.actors else None
        if sheet is None:
            self.reject()
        elif sheet.record != self._steps.start.record:
            self._steps.begin_on(sheet)
            self._was = _values(self._steps)
            self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the step."""
        super().showEvent(event)
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)


def _is_used(answer: StepAnswer) -> bool:
    """Say whether something is chosen in a step: to ignore its limits is nothing yet."""
    return replace(answer, overruled=False) != UNANSWERED


def _values(making: CharacterAdvancement) -> dict[str, str]:
    """Return the derived numbers of the character as they are now."""
    return {value.label: value.text or "–" for value in making.derived_on(making.start)}


def _sentence(line: LogLine) -> str:
    """Return a line of the log with its calculation."""
    parts = "; ".join(say(part) for part in line.reckoning)
    return creation_text("happened", line=say(line.message), parts=parts)
