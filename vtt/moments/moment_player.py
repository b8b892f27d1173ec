"""The player of moments: it shows the scenes of a gesture one after the other, until they end or somebody skips them.

Nothing waits for it: a command is done, stored and shown on the table before its moments begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from engine.model.seats import SHARED
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.moments.moment_length import MomentLength
from vtt.moments.scenes import Scene, scenes_of
from vtt.sounds.sound import Sound
from vtt.system.key_repeat import is_repeat
from vtt.widgets.look.theme import ThemeHub

FRAME_MS: Final = 16
LONGEST_MS: Final = 6000
"""The longest time in which the scenes of one gesture are read, in milliseconds."""
BETWEEN_MS: Final = 1200
"""The longest time in which dice are read before more dice or cards follow: the result is held meanwhile."""
_MODIFIERS: Final = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
_KEYS: Final = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
_BUTTONS: Final = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseButtonRelease,
)


class Stage(Protocol):
    """A widget that shows the scenes."""

    @property
    def hold(self) -> ResultHold:
        """The hold of the results in its window."""
        ...

    @property
    def can_show(self) -> bool:
        """Whether its table is visible, and nothing private covers it."""
        ...

    def covers(self, event: QMouseEvent) -> bool:
        """Return whether a mouse event is on it."""
        ...

    @property
    def own_window(self) -> QWindow | None:
        """The window that it is in; None if that was never shown."""
        ...

    def isVisible(self) -> bool:
        """Return whether it is visible."""
        ...


class MomentPlayer(QObject):
    """Plays the moments of an open campaign for one or two stages.

    Args:
        campaign: the open campaign.
        hub: the theme; with reduced motion only final pictures are shown.
        parent: the Qt owner.

    Signals:
        began: another scene is shown.
        moved: time has passed in the scene.
        ended: nothing is shown any more.
        heard: the name of a sound, at the time when the event is seen.
        words_held: whether any dice or cards of a gesture have still to come to rest: until then no words should tell
            the result. The hold of each window that shows them begins before the change is reported, and ends when
            the last dice of a gesture and the cards after them lie, or its first cards if it has no dice: until then
            nobody should be asked what follows from them.
    """

    words_held = Signal(bool)
    began = Signal()
    moved = Signal()
    ended = Signal()
    heard = Signal(str)

    def __init__(self, campaign: OpenCampaign, hub: ThemeHub, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._hub = hub
        self._length = MomentLength.NORMAL
        self._stages: list[Stage] = []
        self._scenes: tuple[Scene, ...] = ()
        self._new_scenes: tuple[Scene, ...] = ()
        self._at = 0
        self._position = campaign.position
        self._has_moved = False
        self._reduced = False
        self._holds_result = self._holds_words = self._has_rested = False
        self._clock = QElapsedTimer()
        self._frames = QTimer(self)
        self._frames.setTimerType(Qt.TimerType.PreciseTimer)
        self._frames.setInterval(FRAME_MS)
        self._frames.timeout.connect(self._frame)
        self._reading = QTimer(self)
        self._reading.setSingleShot(True)
        self._reading.timeout.connect(self._next)
        self._held_keys: set[int] = set()
        self._released = (0, 0)
        self._holds_button = False
        self._watched: tuple[QWindow, ...] = ()
        campaign.changing.connect(self._prepare)
        campaign.changed.connect(self._changed)
        hub.changed.connect(self.skip)

    # What is shown.

    def add_stage(self, stage: Stage) -> None:
        """Show the scenes there too."""
        self._stages.append(stage)

    def remove_stage(self, stage: Stage) -> None:
        """Show nothing there any more."""
        if stage in self._stages:
            self._stages.remove(stage)

    @property
    def length(self) -> MomentLength:
        """The time for which moments are shown."""
        return self._length

    @length.setter
    def length(self, length: MomentLength) -> None:
        self.set_length(length)

    @Slot(object)
    def set_length(self, length: MomentLength) -> None:
        """Show moments for another time from now on."""
        self._length = length
        if length is MomentLength.OFF:
            self.skip()

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown; None for none."""
        return self._scenes[self._at] if self._at < len(self._scenes) else None

    @property
    def most_cards(self) -> int:
        """The greatest number of cards in a scene of the gesture that is shown."""
        return max((scene.card_count for scene in self._scenes), default=0)

    @property
    def is_moving(self) -> bool:
        """Whether something in the scene moves."""
        return self._frames.isActive()

    @property
    def is_running(self) -> bool:
        """Whether a timer runs."""
        return self._frames.isActive() or self._reading.isActive()

    @property
    def time(self) -> float:
        """The share of the motion that is over, from 0.0 to 1.0."""
        scene = self.scene
        lasts = scene.motion_ms(self._length, reduced=self._reduced) if scene is not None else 0
        return min(1.0, self._clock.elapsed() / lasts) if lasts and self._frames.isActive() else 1.0

    @property
    def holds_result(self) -> bool:
        """Whether any dice and cards after them, or the first cards without dice, have still to come to rest."""
        return self._holds_result

    def _hold_result(self) -> None:
        """Note whether dice hold the result; emit `words_held`, for all that moves.

        It is also held while dice, a line or cards before them are read: a button that asks for the location tells
        the damage, and of cards that tie, only dice tell which one acts. Many dice that lie there at once are told as
        little before they are shown.
        """
        words = self._frames.isActive() or self._tells(self._scenes[self._at + 1 :])
        if words != self._holds_words:
            self._holds_words = words
            self.words_held.emit(words)
        self._has_rested |= not self._frames.isActive() and not self._holds_to(self._at + 1)
        self._holds_result = bool(self._scenes) and not self._has_rested

    def _moves(self, scene: Scene) -> bool:
        return scene.motion_ms(self._length, reduced=self._reduced) > 0

    def _tells(self, scenes: Sequence[Scene]) -> bool:
        """Return whether scenes that are still to come tell something by dice or cards."""
        return not self._reduced and any(scene.dice or scene.groups for scene in scenes)

    def _holds_to(self, at: int) -> bool:
        """Return whether the result waits for any scene from this one on: without dice only for the first cards."""
        is_of_cards = not any(scene.dice for scene in self._scenes)
        are_cards_shown = any(scene.groups for scene in self._scenes[:at])
        return self._tells(self._scenes[at:]) and not (is_of_cards and are_cards_shown)

    def _end_holds(self) -> None:
        """Let the windows show the result, unless it is still held."""
        if not self._holds_result:
            for stage in self._stages:
                stage.hold.end()

    @Slot()
    def skip(self) -> None:
        """End all scenes at once."""
        self._end_scenes()
        self._end_holds()
        self._watch()

    def _end_scenes(self) -> None:
        if self._scenes:
            self._scenes = ()
            self._frames.stop()
            self._reading.stop()
            self.ended.emit()
            self._hold_result()

    @Slot(object)
    def _prepare(self, change: CampaignChange) -> None:
        """Find the scenes of a change, and hold its result in each window that shows them.

        A change that shows nothing ends what is held of another one: it may hide what the windows still show.
        """
        self._has_moved = self._campaign.position != self._position
        self._position = self._campaign.position
        self._new_scenes = ()
        if change.entry is not None:
            viewer_campaign = self._campaign.viewer_campaign(SHARED)
            if moments := viewer_campaign.moments():
                self._new_scenes = scenes_of(moments, viewer_campaign.view, str(self._position))
        elif not self._has_moved:
            return  # only the log has grown
        self._reduced = self._hub.theme.reduced_motion
        first, later = self._new_scenes[:1], self._new_scenes[1:]
        holds = self._length is not MomentLength.OFF and (any(map(self._moves, first)) or self._tells(later))
        for stage in self._stages:
            if holds and stage.can_show:
                stage.hold.begin()
            else:
                stage.hold.drop()

    @Slot(object)
    def _changed(self, change: CampaignChange) -> None:
        try:
            self._take(change)
        finally:
            self._watch()

    def _take(self, change: CampaignChange) -> None:
        if change.entry is None:
            if self._has_moved:  # an undo or a redo
                self.skip()
            return
        scenes, self._new_scenes = self._new_scenes, ()
        if not scenes:
            return
        self._end_scenes()
        if self._length is MomentLength.OFF or not any(stage.can_show for stage in self._stages):
            for scene in scenes[:1]:
                self._sound(scene)
            self._end_holds()
            return
        self._scenes, self._at, self._has_rested = scenes, 0, False
        self._watch()
        self._begin()

    def _begin(self) -> None:
        scene = self.scene
        assert scene is not None
        self._sound(scene)
        self._clock.restart()
        if scene.motion_ms(self._length, reduced=self._reduced):
            self._frames.start()
        else:
            self._read(scene)
        self.began.emit()
        self._hold_result()
        self._end_holds()

    def _sound(self, scene: Scene) -> None:
        if scene.dice:
            self.heard.emit(Sound.DICE)
        if scene.groups:
            self.heard.emit(Sound.CARD_TURNED)

    @Slot()
    def _frame(self) -> None:
        scene = self.scene
        if scene is not None and self.time >= 1.0:
            self._frames.stop()
            self._read(scene)
            self._hold_result()
            self._end_holds()
        self.moved.emit()

    def _read(self, scene: Scene) -> None:
        """Keep a scene at rest for as long as it takes to read; of a long gesture each scene is kept less long.

        Dice before others, or before cards, are read for a moment only: their headline says what comes next.
        """
        whole = sum(one.read_ms(self._length) for one in self._scenes)
        wanted = scene.read_ms(self._length)
        if scene.dice and self._holds_to(self._at + 1):
            wanted = min(wanted, round(BETWEEN_MS * self._length.share))
        self._reading.start(round(wanted * min(1.0, LONGEST_MS * self._length.share / max(1, whole))))

    @Slot()
    def _next(self) -> None:
        if self._at + 1 < len(self._scenes):
            self._at += 1
            self._begin()
        else:
            self.skip()

    # Any key or click skips.

    def _watch(self) -> None:
        """Watch keys and clicks while something is shown, and until a key that skipped it is released.

        The windows get them first. Nothing else is watched: in one change the widgets get hundreds of other events.
        """
        wanted = bool(self._scenes or self._held_keys or self._holds_button)
        if wanted != bool(self._watched):
            windows = (stage.own_window for stage in self._stages) if wanted else ()
            for window in filter(isValid, self._watched):
                window.removeEventFilter(self)
            self._watched = tuple(window for window in windows if window is not None)
            for window in self._watched:
                window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a key or a click skip the scenes, and do nothing else; what somebody types goes where it belongs."""
        if isinstance(event, QKeyEvent):
            return event.type() in _KEYS and self._key(watched, event)
        if isinstance(event, QMouseEvent):
            return event.type() in _BUTTONS and self._button(event)
        return False

    def _key(self, watched: QObject, event: QKeyEvent) -> bool:
        key, kind = event.key(), event.type()
        if key in _MODIFIERS:
            return False  # it begins a combination: the key that follows skips
        if key in self._held_keys and (event.isAutoRepeat() or kind == QEvent.Type.KeyRelease):
            if not event.isAutoRepeat():
                self._held_keys.discard(key)
                self._watch()
            event.accept()
            return True
        self._held_keys.discard(key)  # its release went elsewhere
        if kind == QEvent.Type.KeyRelease:
            self._released = key, event.timestamp()
            self._watch()
            return False
        if is_repeat(event, self._released):
            # The key is held since before the scenes: a person still looks at a hand. It does nothing a second time,
            # neither as a shortcut nor on a button.
            presses = isinstance(QApplication.focusWidget(), QAbstractButton)
            is_again = bool(self._scenes) and (presses or kind == QEvent.Type.ShortcutOverride)
            if is_again:
                event.accept()
            return is_again
        if not self._scenes or not self._is_shown_in(watched):
            self._watch()
            return False
        if _takes_text(QApplication.focusWidget()):
            self.skip()
            return False
        if kind == QEvent.Type.KeyPress:
            self._held_keys.add(key)
            self.skip()
        event.accept()  # of ShortcutOverride: the key is no shortcut now
        return True

    def _is_shown_in(self, window: QObject) -> bool:
        return any(stage.isVisible() and stage.own_window is window for stage in self._stages)

    def _button(self, event: QMouseEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            held, self._holds_button = self._holds_button, False
            self._watch()
            return held
        if not self._scenes:
            return self._holds_button
        self._holds_button = any(stage.covers(event) for stage in self._stages)
        self.skip()
        return self._holds_button


def _takes_text(widget: QWidget | None) -> bool:
    return isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox)
