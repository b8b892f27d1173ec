"""Everything that the window itself can do, by name: its words, its keys, its icon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from vtt.widgets.action_properties import ASKS, BESIDE, DETAIL, FAR_REACHING, TITLE
from vtt.widgets.icon_button import sharp_icon
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import button_text, tip
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action of the window.

    Attributes:
        name: its words are under `shell.action.<name>`.
        icon: by name.
        keys: its shortcuts.
        group: of actions one of which is checked.
        checkable: it is on or off.
        far_reaching: it destroys, hides or goes far: found by its name it asks first.
        asks: it is far-reaching, and its own dialog asks, with a harmless default.
        has_further_words: it is also found by those under `shell.found_by.<name>`, such as what is in a room.
    """

    name: str
    icon: str = ""
    keys: tuple[str, ...] = ()
    group: str = ""
    checkable: bool = False
    far_reaching: bool = False
    asks: bool = False
    has_further_words: bool = False


ACTIONS = (
    ActionSpec("new", "plus", ("Ctrl+N",), far_reaching=True),
    ActionSpec("open", "folder", ("Ctrl+O",)),
    ActionSpec("save_copy", "file", ("Ctrl+Shift+S",)),
    ActionSpec("restore", "clock", far_reaching=True, asks=True),
    ActionSpec("check", "check"),
    ActionSpec("travel", "folder"),
    ActionSpec("export", "chevron-up"),
    ActionSpec("import", "chevron-down"),
    ActionSpec("print", "print", ("Ctrl+P",)),
    ActionSpec("close", "close", ("Ctrl+W",), far_reaching=True),
    ActionSpec("quit", "", ("Ctrl+Q",), far_reaching=True),
    ActionSpec("undo", "undo", ("Ctrl+Z",)),
    ActionSpec("redo", "redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec("room_table", "table", ("Ctrl+1",), "room", True),
    ActionSpec("room_characters", "people", ("Ctrl+2",), "room", True),
    ActionSpec("room_prep", "prep", ("Ctrl+3",), "room", True, has_further_words=True),
    ActionSpec("room_library", "library", ("Ctrl+6",), "room", True),
    ActionSpec("room_story", "story", ("Ctrl+4",), "room", True),
    ActionSpec("room_options", "options", ("Ctrl+,", "Ctrl+5"), "room", True),
    ActionSpec("eyes_shared", "people", ("Ctrl+Shift+1",), "eyes", True),
    ActionSpec("eyes_gm", "crown", ("Ctrl+Shift+2",), "eyes", True, far_reaching=True, asks=True),
    ActionSpec("session", "clock", ("Ctrl+E",)),
    ActionSpec("what_if", "undo", ("Ctrl+Shift+E",)),
    ActionSpec("simulate", "dice", ("Ctrl+Shift+F",)),
    ActionSpec("gm_screen_hides", checkable=True),
    ActionSpec("free_hand", "hand", ("Ctrl+H",), checkable=True),
    ActionSpec("curtain", "curtain", ("F9",)),
    ActionSpec("log_column", "story", ("Ctrl+L",), checkable=True),
    ActionSpec("tool_bar", "menu", ("Ctrl+B",), checkable=True),
    ActionSpec("table_only", "table", ("F12",), checkable=True),
    ActionSpec("player_window", "monitor", ("F5",), checkable=True),
    ActionSpec("player_monitor", "monitor", ("Shift+F5",)),
    ActionSpec("blackout", "curtain", ("F6",), "shown", True),
    ActionSpec("freeze", "hourglass", ("F7",), "shown", True),
    ActionSpec("follow", "eye", ("F8",), "shown", True),
    ActionSpec("show_card", "eye", ("Ctrl+Shift+C",)),
    ActionSpec("hide_handout", "eye-off", ("Ctrl+Shift+H",)),
    ActionSpec("full_screen", "fullscreen", ("F11",), checkable=True),
    ActionSpec("zoom_in", "plus", ("Ctrl++", "Ctrl+=")),
    ActionSpec("zoom_out", "minus", ("Ctrl+-",)),
    ActionSpec("zoom_reset", "", ("Ctrl+0",)),
    ActionSpec("look_light", "", (), "look", True),
    ActionSpec("look_dark", "", (), "look", True),
    ActionSpec("look_high_contrast", "", (), "look", True),
    ActionSpec("reduced_motion", checkable=True),
    ActionSpec("moments_normal", "", (), "moments", True),
    ActionSpec("moments_short", "", (), "moments", True),
    ActionSpec("moments_off", "", (), "moments", True),
    ActionSpec("sound", "", ("Ctrl+Shift+M",), checkable=True),
    ActionSpec("volume_loud", "", (), "volume", True),
    ActionSpec("volume_medium", "", (), "volume", True),
    ActionSpec("volume_quiet", "", (), "volume", True),
    ActionSpec("frame_round", "", (), "frame", True),
    ActionSpec("frame_square", "", (), "frame", True),
    ActionSpec("frame_hexagon", "", (), "frame", True),
    ActionSpec("four_colour", checkable=True),
    ActionSpec("suit_letters", checkable=True),
    ActionSpec("rule_numbers", checkable=True),
    ActionSpec("gm_odds_off", "", (), "gm_odds", True),
    ActionSpec("gm_odds_own", "", (), "gm_odds", True),
    ActionSpec("gm_odds_all", "", (), "gm_odds", True),
    ActionSpec("palette", "search", ("Ctrl+K",)),
    ActionSpec("dice", "dice", ("Ctrl+D",)),
    ActionSpec("quick_note", "note", ("Ctrl+J",)),
    ActionSpec("messages", "note", ("Ctrl+M",)),
    ActionSpec("help", "help", ("F1", "?")),
    ActionSpec("about"),
    ActionSpec("menu", "more", ("F10",)),
)

IN_CAMPAIGN = (
    *("save_copy", "restore", "check", "travel", "export", "import", "close"),
    *("room_table", "room_characters", "room_prep", "room_library", "room_story", "room_options"),
    *(
        "eyes_shared",
        "eyes_gm",
        "session",
        "what_if",
        "simulate",
        "gm_screen_hides",
        "free_hand",
        "curtain",
        "log_column",
        "tool_bar",
        "table_only",
        "player_window",
        "player_monitor",
        "show_card",
        "palette",
        "dice",
        "quick_note",
    ),
)
"""WindowActions that need an open campaign."""


class WindowActions:
    """The window's actions. Their shortcuts work wherever the focus is in the window."""

    def __init__(self, hub: ThemeHub, window: QWidget) -> None:
        self._hub = hub
        self._made: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            action = QAction(button_text(ui_text("shell", f"action.{spec.name}")), window)
            action.setObjectName(spec.name)
            action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
            action.setCheckable(spec.checkable)
            action.setAutoRepeat(not spec.checkable)  # a held key does not darken the players' screen and show it again
            action.setProperty("group", ui_text("shell", "keys"))  # the heading under which the help lists it
            action.setProperty(FAR_REACHING, spec.far_reaching)
            action.setProperty(ASKS, spec.asks)
            if spec.has_further_words:
                action.setProperty(BESIDE, ui_text("shell", f"found_by.{spec.name}"))
            if spec.group:
                group = groups.setdefault(spec.group, QActionGroup(window))
                group.addAction(action)
            self._made[spec.name] = action
            window.addAction(action)
            self.set_tip(spec.name, ui_text("shell", f"action.{spec.name}"))
        self._window = window
        self._icons: _Icons | None = None

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._made.values())

    def draw_icons(self) -> None:
        """Give the actions their icons. Only menus show them, so that no start waits for it."""
        if self._icons is None:
            self._icons = _Icons(self._hub, self._made, self._window)

    def on(self, name: str, act: Callable[[], object]) -> None:
        """Do something whenever an action is triggered by a person."""
        self._made[name].triggered.connect(lambda _checked=False: act())

    def set_words(self, name: str, words: str, detail: str = "") -> None:
        """Give an action other words, as undo has them for each step.

        Args:
            name: of the action.
            words: its text and its tip.
            detail: what these words tell of the moment; by its name the action is still found as what it always is.
        """
        action = self._made[name]
        title = ui_text("shell", f"action.{name}")
        action.setText(button_text(words))
        action.setIconText(title)
        action.setProperty(TITLE, title)
        action.setProperty(DETAIL, detail)
        self.set_tip(name, words)

    def set_tip(self, name: str, words: str) -> None:
        """Give an action a tooltip, with its first key."""
        action = self._made[name]
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(tip(f"{words} ({keys})" if keys else words))


class _Icons(QWidget):
    """Keeps the icons in the colours of the theme; never shown."""

    def __init__(self, hub: ThemeHub, actions: dict[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._hub = hub
        self._actions = actions
        follow_theme(hub, self._apply_theme)

    def _apply_theme(self, theme: Theme) -> None:
        for spec in ACTIONS:
            if spec.icon:
                self._actions[spec.name].setIcon(sharp_icon(self._hub, spec.icon, "text", self.devicePixelRatioF()))
