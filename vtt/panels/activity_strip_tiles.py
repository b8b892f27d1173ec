"""The tiles of the strip's line: a step, a turn, and the dividers between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from engine.messages.texts import say
from engine.presentation.activity_view import StepView, TurnView
from vtt.panels.activity_strip_layout import StripPart
from vtt.panels.strip_tile import StripTile, TileLook
from vtt.shared.campaign_panel import text
from vtt.shared.portraits.portrait_medallion import initials_of
from vtt.widgets.basic_widgets import frame, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short, tip

_TURN_ICONS: Final = {
    "waiting": "hourglass",
    "declared": "note",
    "ready": "check",
    "now": "chevron-right",
    "acted": "check",
    "idle": "minus",
    "lost": "close",
    "out": "skull",
}

_FEW_LETTERS: Final = 16
"""The greatest number of letters of a declaration where there is no room for all of it."""

_BLANK: Final = TileLook(fill="", line="line", ink="muted", bold=False, left=0, right=0)


@dataclass(frozen=True, slots=True)
class NamedTurn:
    """A turn with its actor's names: cut to the room of a tile, whole, and the first name if nobody else has it."""

    turn: TurnView
    name: str
    whole: str
    first: str = ""


class ActivityStripTiles:
    """Makes tiles as they look in the theme that is worn now, and dresses tiles anew that show something else.

    Args:
        hub: the theme.
    """

    def __init__(self, hub: ThemeHub) -> None:
        self._hub = hub

    def step(self, step: StepView, inside_of: QWidget, spare: StripPart | None = None, *, near: bool) -> StripPart:
        """Return the tile of a step; `near` is the one that comes next, `spare` a step that is no longer shown."""
        words = short(say(step.label), 40)
        looks = {state: self._look_of_step(state) for state in ("done", "now", "later")}
        look = looks.get(step.state) or self._look_of_step(step.state)
        tile = self._tile(look, inside_of, spare)
        tile.setObjectName(f"step_{step.name}")
        tile.write(words)
        spoken = text(f"steps.{step.state}", step=words)
        tile.setAccessibleName(spoken)
        tile.setToolTip(tip(spoken))
        return StripPart(tile, "step", step.state, tile, words, words, near=near, looks=looks)

    def _look_of_step(self, state: str) -> TileLook:
        lengths, is_current, done = self._hub.theme.metrics, state == "now", state == "done"
        return TileLook(
            fill="accent" if is_current else "raised" if done else "",
            line="accent" if is_current else "line",
            ink="on_accent" if is_current else "text" if done else "muted",
            bold=is_current,
            left=lengths.pad_m,
            right=lengths.pad_m,
            icon="check" if done else "",
        )

    def count(self, words: str, inside_of: QWidget) -> StripPart:
        """Return the number of the current step, which replaces the other steps."""
        return StripPart(label(words, "muted", parent=inside_of), "count", "now")

    def chevron(self, state: str, inside_of: QWidget) -> StripPart:
        """Return the arrow behind a step in this state."""
        return StripPart(self.picture("chevron-right", "muted", inside_of), "chevron", state, near=state == "now")

    def divider(self, inside_of: QWidget, state: str, *, has_labels: bool) -> StripPart:
        """Return the line before the turns; with `has_labels` one of them has a declaration or a state."""
        lengths = self._hub.theme.metrics
        line = QFrame(inside_of)
        line.setStyleSheet(f"background: {self._hub.theme.colours.line};")
        return StripPart(
            line, "divider", state, near=has_labels, size=QSize(2 * lengths.hair, lengths.control * 3 // 4)
        )

    def turns(self, turns: list[NamedTurn], inside_of: QWidget, spare: StripPart | None) -> StripPart:
        """Return the tile of one turn; actors of simultaneous turns share a frame.

        Args:
            turns: the turns.
            inside_of: what holds the tile.
            spare: a tile that is no longer shown, of one turn for one turn, of as many for several.
        """
        if len(turns) == 1:
            return self._turn(turns[0], inside_of, spare)
        if spare is not None:
            group, before = spare.tile, spare.members
            members = tuple(self._turn(turn, group, member) for turn, member in zip(turns, before, strict=True))
        else:
            lengths = self._hub.theme.metrics
            group = frame("sunken", inside_of)
            group.setAccessibleName(text("steps.together"))
            group.setToolTip(tip(text("steps.together")))
            inside = row(group, gap=lengths.pad_xs, margin=lengths.pad_xs)
            members = tuple(self._turn(turn, group, None) for turn in turns)
            for part in members:
                inside.addWidget(part.tile)
        state = "now" if any(named.turn.state == "now" for named in turns) else ""
        return StripPart(group, "group", state, members=members)

    def _turn(self, named: NamedTurn, inside_of: QWidget, spare: StripPart | None) -> StripPart:
        lengths = self._hub.theme.metrics
        turn, name, whole = named.turn, named.name, named.whole
        is_current, over = turn.state == "now", turn.state in ("acted", "idle", "lost", "out")
        ink = "on_accent" if is_current else "muted" if over else "text"
        look = TileLook(
            fill="accent" if is_current else "surface",
            line="accent" if is_current else "line",
            ink=ink,
            bold=is_current,
            left=lengths.pad_s,
            right=lengths.pad_m,
            struck=turn.state == "out",
            icon=_TURN_ICONS.get(turn.state, "minus"),
            icon_ink=ink,
        )
        tile = self._tile(look, inside_of, spare)
        tile.setObjectName("turn")
        state = text(f"steps.turn_{turn.state}") if turn.state in _TURN_ICONS else turn.state
        more = say(turn.label) if turn.label is not None else ""
        brief = say(turn.brief) if turn.brief is not None else more
        number = "" if turn.number is None else f"{turn.number} "
        numbered, sign, first = (number + words for words in (name, initials_of(name), named.first or name))
        full = f"{numbered}: {short(brief, 40)}" if brief else numbered
        first_full = f"{first}: {short(brief, 40)}" if brief else first
        tile.write(full)
        tile.setAccessibleName(", ".join(filter(None, (whole, state, short(more, 160)))))
        tile.setToolTip(tip("\n".join(filter(None, (f"{whole}, {state}", short(more, 600))))))
        is_long = len(brief) > _FEW_LETTERS
        cut = f"{numbered}: {short(brief, _FEW_LETTERS)}" if is_long else full
        brief = numbered if is_long else full
        return StripPart(tile, "turn", turn.state, tile, full, numbered, sign, first, first_full, cut, brief)

    def blank(self, part: StripPart) -> StripPart:
        """Return the hidden tile of turns without anything of them, to be dressed for others later."""
        if part.words is None:
            return StripPart(part.tile, part.kind, "", members=tuple(map(self.blank, part.members)))
        part.words.dress(_BLANK)
        part.words.write("")
        part.words.setAccessibleName("")
        part.words.setToolTip("")
        return StripPart(part.tile, part.kind, "", part.words)

    def _tile(self, look: TileLook, inside_of: QWidget, spare: StripPart | None) -> StripTile:
        """Return the tile of a spare part in another look, or a new one."""
        if spare is None or spare.words is None:
            return StripTile(self._hub, look, inside_of)
        spare.words.dress(look)
        return spare.words

    def picture(self, icon: str, role: str, inside_of: QWidget) -> QLabel:
        """Return a small icon; what holds it says what it means."""
        size = self._hub.theme.metrics.icon_s
        picture = label(parent=inside_of)
        picture.setPixmap(self._hub.pixmap(icon, size, role=role, dpr=inside_of.devicePixelRatioF()))
        picture.setFixedSize(QSize(size, size))
        picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return picture
