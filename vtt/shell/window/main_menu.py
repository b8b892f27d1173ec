"""The menu behind the button at the head of the window: everything that can be done, in four groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from vtt.shell.window.window_actions import WindowActions
from vtt.system.user_settings_file import RecentCampaign
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text

FILE = (
    "new",
    "open",
    "recent",
    "",
    "save_copy",
    "restore",
    "check",
    "",
    "travel",
    "export",
    "import",
    "",
    "print",
    "",
    "close",
    "quit",
)
EDIT = (
    "undo",
    "redo",
    "what_if",
    "simulate",
    "",
    "session",
    "free_hand",
    "curtain",
    "dice",
    "quick_note",
    "palette",
    "messages",
)
HELP = ("help", "about")
ROOM_LINES = ("room_table", "room_characters", "room_prep", "room_library", "room_story", "room_options")
EYES = ("eyes_shared", "eyes_gm", "", "gm_screen_hides")
PLAYERS = ("player_window", "player_monitor", "", "follow", "freeze", "blackout", "", "show_card", "hide_handout")
LOOKS = (
    *("look_light", "look_dark", "look_high_contrast", ""),
    *("frame_round", "frame_square", "frame_hexagon", ""),
    *("reduced_motion", "four_colour", "suit_letters"),
)
ZOOM = ("zoom_in", "zoom_out", "zoom_reset")
MOMENTS = ("moments_normal", "moments_short", "moments_off")
GM_ODDS = ("gm_odds_off", "gm_odds_own", "gm_odds_all")
SOUND = ("sound", "", "volume_loud", "volume_medium", "volume_quiet")


class MainMenu(QMenu):
    """File, Edit, View and Help as one menu."""

    def __init__(
        self, actions: WindowActions, open_recent: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._open_recent = open_recent
        self.recent = QMenu(ui_text("shell", "action.recent"), self)
        file = self._group("file", FILE)
        file.setObjectName("file")
        self._group("edit", EDIT)
        view = self._group("view", (*ROOM_LINES, ""))
        menus = {
            "eyes": EYES,
            "players": PLAYERS,
            "look": LOOKS,
            "zoom": ZOOM,
            "moments": MOMENTS,
            "sound": SOUND,
            "gm_odds": GM_ODDS,
        }
        for name, lines in menus.items():
            self._fill(view.addMenu(ui_text("shell", f"menu.{name}")), lines)
        self._fill(view, ("log_column", "tool_bar", "table_only", "rule_numbers", "full_screen"))
        self._group("help", HELP)
        self.show_recent(())
        self.aboutToShow.connect(actions.draw_icons)

    def show_recent(self, recents: Sequence[RecentCampaign]) -> None:
        """List campaigns to open again."""
        self.recent.clear()
        for recent in recents:
            line = self.recent.addAction(button_text(short(recent.name or Path(recent.path).stem)))
            line.setToolTip(tip(recent.path))
            line.triggered.connect(lambda _=False, path=recent.path: self._open_recent(path))
        if not recents:
            self.recent.addAction(ui_text("shell", "menu.no_recent")).setEnabled(False)

    def _group(self, name: str, lines: Sequence[str]) -> QMenu:
        menu = self.addMenu(ui_text("shell", f"menu.{name}"))
        self._fill(menu, lines)
        return menu

    def _fill(self, menu: QMenu, lines: Sequence[str]) -> None:
        for line in lines:
            if not line:
                menu.addSeparator()
            elif line == "recent":
                menu.addMenu(self.recent)
            else:
                menu.addAction(self._actions[line])
