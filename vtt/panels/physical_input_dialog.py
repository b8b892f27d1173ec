"""Asking what real dice and cards tell, before a gesture is done: one field for each, and more as they are needed."""

from __future__ import annotations

import dataclasses
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.core.chance import ORDER
from engine.messages.texts import say
from engine.presentation.activity_view import SideView
from engine.presentation.physical_input import CARD, InputField, Rehearsal
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_changes import PendingInput
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.physical_input_fields import CardInput, DieInput, PhysicalInputField, create_input_field
from vtt.shared.campaign_panel import text
from vtt.shared.card_choice.card_grid import CardGrid
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.screen_names import name_of_zone
from vtt.shared.table_queries import kind_of_zone
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import short
from vtt.widgets.theme_binding import set_role

_WIDE: Final = 680
_LANES: Final = ("drawn", "standins")


def caption_of(view: VisibleTable, input_field: InputField) -> str:
    """Return the caption of a card to be named: its owner, or its place."""
    zone = input_field.zone if input_field.zone in view.zones else input_field.source
    side = _side(view, zone)
    if side is not None:
        name = short(say(side.label), 40)
        kind = kind_of_zone(zone)
        return text(f"telling.{kind}", name=name) if kind in _LANES else name
    if kind_of_zone(input_field.source) == "hand" and input_field.place:
        place = int(input_field.place.rpartition("#")[2]) + 1
        return text("telling.here", where=name_of_zone(view, input_field.source), place=place)
    return name_of_zone(view, input_field.source)


def _side(view: VisibleTable, zone: str) -> SideView | None:
    sides = (side for activity_view in reversed(view.under_way) for side in activity_view.sides)
    return next((side for side in sides if zone in side.zones), None)


class PhysicalInputForm(QWidget):
    """The input fields of a command that waits for real dice or cards; they follow from the input so far.

    Signals:
        changed: input or fields changed.
        entered: the field that has the keyboard now.
    """

    changed = Signal()
    entered = Signal(QWidget)

    def __init__(self, campaign: OpenCampaign, pending: PendingInput, viewer: str, hub: ThemeHub) -> None:
        super().__init__()
        self._campaign = campaign
        self._pending = pending
        self._viewer = viewer
        self._hub = hub
        self._current_input: CardInput | None = None
        self.grid: CardGrid | None = None
        self.fields: dict[str, PhysicalInputField] = {}
        self.rehearsal = Rehearsal(())
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m)
        self.hint = prose("", "muted")
        lay.addWidget(self.hint)
        self.about = prose("", "heading")
        self.about.hide()
        lay.addWidget(self.about)
        self._holder = QWidget()
        self._flow = TileFlow(self._holder, spacing=lengths.pad_l)
        lay.addWidget(self._holder)
        self.reason = prose("", "danger")
        lay.addWidget(self.reason)
        self._lay = lay
        self.follow()

    @property
    def complete(self) -> bool:
        """Whether the input is complete."""
        return self.rehearsal.outcome is not None

    @property
    def input_fields(self) -> tuple[InputField, ...]:
        """The input fields, in order."""
        return tuple(field.input_field for field in self.fields.values())

    def input_so_far(self) -> dict[str, int | str]:
        """Return the input so far, by the keys of the fields."""
        answers = {key: field.value() for key, field in self.fields.items()}
        return {key: answer for key, answer in answers.items() if answer is not None}

    def begun(self) -> bool:
        """Say whether anything was written, rightly or not."""
        return any(field.written() for field in self.fields.values() if field.input_field.kind != ORDER)

    @Slot()
    def follow(self) -> None:
        """Rehearse the command with the input so far, and show the fields that are then missing."""
        while True:
            self.rehearsal = self._campaign.rehearse(self._pending, self.input_so_far())
            if not self._show_fields(self.rehearsal):
                break
        refused = self.rehearsal.refused
        trouble = next(filter(None, (field.trouble() for field in self.fields.values())), "")
        words = trouble or ("" if refused is None else refused.text)
        set_prose(self.reason, words)
        self.reason.setVisible(bool(words))
        self._show_doubts(refused is not None)
        self._show_hint()
        self.changed.emit()

    def advance(self) -> None:
        """Go to the next field that is still empty; the last one stays, so that one digit too many is seen there."""
        self.follow()
        empty = next((f for f in self.fields.values() if f.value() is None), None)
        if empty is not None:
            empty.setFocus(Qt.FocusReason.TabFocusReason)

    def focus_first(self) -> None:
        """Put the keyboard into the first field that takes something."""
        first = next((f for f in self.fields.values() if f.focusProxy() is not None), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_fields(self, rehearsal: Rehearsal) -> bool:
        """Make the fields that are new, and let go of what is asked no more; say whether there are new answers."""
        fields_by_key = {input_field.key: input_field for input_field in rehearsal.fields}
        if rehearsal.refused is None:
            for key in [key for key in self.fields if key not in fields_by_key]:
                field = self.fields.pop(key)
                self._current_input = None if self._current_input is field else self._current_input
                self._flow.removeWidget(field)
                field.hide()
                field.deleteLater()
        new = [input_field for key, input_field in fields_by_key.items() if key not in self.fields]
        thrown = [(input_field.kind, input_field.about) for input_field in self.input_fields]
        for input_field in new:
            self._add(input_field, again=(input_field.kind, input_field.about) in thrown)
        if new:
            self._name_alike()
        return any(self.fields[input_field.key].value() is not None for input_field in new)

    def _show_doubts(self, refused: bool) -> None:
        """Give no tick to a card of what is refused; a cross to the one that must be the reason."""
        card_inputs = [f for f in self.fields.values() if isinstance(f, CardInput) and f.value() is not None]
        for field in card_inputs:
            field.doubt(refused=refused, wrong=len(card_inputs) == 1 or not field.may_be())

    def _add(self, input_field: InputField, *, again: bool) -> None:
        view = self._campaign.viewer_campaign(self._viewer).view
        dice = sum(isinstance(field, DieInput) for field in self.fields.values())
        kind = text("telling.again", kind=input_field.kind) if again else input_field.kind
        caption = caption_of(view, input_field) if input_field.kind == CARD else kind
        faces = self._campaign.possible_faces(input_field) if input_field.kind == CARD else {}
        printed = {face: printed_face for face in faces if (printed_face := card_face(view, face)) is not None}
        field = create_input_field(input_field, caption, self._hub, faces, printed, dice + 1)
        field.setObjectName(f"blank_{input_field.key}")
        field.changed.connect(self.follow)
        field.full.connect(self.advance)
        field.emptied.connect(lambda f=field: self._go_back(f))
        field.entered.connect(lambda f=field: self._entered(f))
        self.fields[input_field.key] = field
        self._flow.addWidget(field)
        if isinstance(field, CardInput) and self.grid is None and not input_field.secret:
            self.grid = CardGrid(self._hub, faces, {face: printed_face.name for face, printed_face in printed.items()})
            self.grid.chosen.connect(self._chosen)
            self._lay.addWidget(self.grid)

    def _name_alike(self) -> None:
        """Count the cards that would have the same name."""
        view = self._campaign.viewer_campaign(self._viewer).view
        cards = [field for field in self.fields.values() if isinstance(field, CardInput)]
        names = [caption_of(view, field.input_field) for field in cards]
        for index, (field, name) in enumerate(zip(cards, names, strict=True)):
            many = names.count(name) > 1
            number = names[: index + 1].count(name)
            field.show_caption(text("telling.card", where=name, number=number) if many else name)

    def _show_hint(self) -> None:
        kinds = {input_field.kind for input_field in self.input_fields}
        secret = any(input_field.secret for input_field in self.input_fields)
        hints = []
        if kinds - {CARD, ORDER}:
            hints.append(text("telling.die_hint"))
        if CARD in kinds:
            named = any(isinstance(field, CardInput) and field.named for field in self.fields.values())
            what = "name" if named else "" if secret else "card"
            hints.append(text("telling." + "_".join(filter(None, ("secret" if secret else "", what, "hint")))))
        set_prose(self.hint, " ".join(hints))
        self.hint.setVisible(bool(hints))

    def _entered(self, field: PhysicalInputField) -> None:
        self.entered.emit(field)
        about = field.input_field.about
        set_prose(self.about, short(say(about), 80) if about is not None else "")
        self.about.setVisible(about is not None)
        if isinstance(field, CardInput):
            self._current_input = field
            if self.grid is not None:
                self.grid.show_faces(self._campaign.possible_faces(field.input_field))

    def _go_back(self, field: PhysicalInputField) -> None:
        stops = [f for f in self.fields.values() if f.focusProxy() is not None]
        at = stops.index(field)
        if at > 0:
            stops[at - 1].setFocus(Qt.FocusReason.BacktabFocusReason)

    @Slot(str)
    def _chosen(self, face: str) -> None:
        cards = [field for field in self.fields.values() if isinstance(field, CardInput)]
        open_ones = (field for field in cards if field.value() is None)
        field = self._current_input if self._current_input in cards else next(open_ones, None)
        if field is not None:
            field.tell(face)


class PhysicalInputDialog(MessageDialog):
    """The form in a window: Enter goes on once the input is complete, Esc cancels the command.

    Where the screen may roll or deal instead, Enter leaves it to the screen as long as nothing was typed.
    """

    def __init__(
        self, campaign: OpenCampaign, pending: PendingInput, viewer: str, hub: ThemeHub, parent: QWidget | None = None
    ) -> None:
        self._campaign = campaign
        self._pending = pending
        self.form = PhysicalInputForm(campaign, pending, viewer, hub)
        kinds = [input_field.kind for input_field in self.form.input_fields]
        has_dice = any(kind not in (CARD, ORDER) for kind in kinds)
        secret = any(input_field.secret for input_field in self.form.input_fields)
        key = "dice" if has_dice else "secret" if secret else "cards" if CARD in kinds else "shuffle"
        choices = [DialogButton("done", text("telling.done")), DialogButton("", text("telling.leave"))]
        self._may_leave = pending.sources.preferring_screen() != pending.sources and not secret
        if self._may_leave:
            words = text("telling.screen_dice" if has_dice else "telling.screen_cards")
            choices.insert(1, DialogButton("screen", words))
        icon = "dice" if has_dice else "deck"
        title = text(f"telling.{key}", count=kinds.count(CARD))
        super().__init__(hub, title, (), choices, parent, icon=icon, content=self.form, wide=_WIDE)
        self.form.changed.connect(self._changed)
        self.form.entered.connect(self._area.ensureWidgetVisible)
        self.chosen.connect(self._answered)
        self._changed()
        self.form.focus_first()

    @Slot()
    def _changed(self) -> None:
        done = self.buttons["done"]
        done.setEnabled(self.form.complete)
        screen = self.buttons.get("screen")
        leave_it = screen is not None and not self.form.begun()
        for button, primary in ((done, not leave_it), (screen, leave_it)):
            if button is not None:
                button.setDefault(primary)
                set_role(button, "primary" if primary else "")

    @Slot(str)
    def _answered(self, key: str) -> None:
        if key == "done":
            self._campaign.submit_input(self._pending, self.form.input_so_far())
        elif key == "screen":
            sources = self._pending.sources.preferring_screen()
            self._campaign.submit_input(dataclasses.replace(self._pending, sources=sources), self.form.input_so_far())
