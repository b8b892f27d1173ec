"""The main window: the bar at its head, and below it the welcome page, a moment of waiting, or an open campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QDialog, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from vtt import __version__
from vtt.campaign.campaign_records import WHAT_IF
from vtt.library.open_libraries import OpenLibraries
from vtt.player_window.monitors import Monitors, place_on_screens
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.appearance_actions import AppearanceActions
from vtt.shell.window.folding import Folding
from vtt.shell.window.main_menu import MainMenu
from vtt.shell.window.moment_actions import MomentActions
from vtt.shell.window.notices import Notices
from vtt.shell.window.odds_actions import OddsActions
from vtt.shell.window.room_rail import ROOMS
from vtt.shell.window.top_bar import TopBar
from vtt.shell.window.waiting_page import WaitingPage
from vtt.shell.window.window_actions import IN_CAMPAIGN, WindowActions
from vtt.sounds.sound import Sound
from vtt.widgets.layouts.pending_layouts import handle_paint_request
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.campaign.open_campaign import OpenCampaign
    from vtt.help.licences import ThirdParty
    from vtt.moments.moment_player import MomentPlayer
    from vtt.player_window.player_window import PlayerWindow
    from vtt.shell.window.campaign_page import CampaignPage
    from vtt.shell.window.undo_redo import UndoRedo
    from vtt.shell.window.viewer_switch import ViewerSwitch
    from vtt.welcome.welcome_page import WelcomePage

NAME = "main"
PLAYER_ICONS = {
    "closed": "monitor",
    "waiting": "warning",
    "follow": "monitor",
    "freeze": "hourglass",
    "blackout": "curtain",
}
"""The icon of the player window in the toolbar, by its state."""


class MainWindow(QMainWindow):
    """The one window, with at most one campaign.

    Args:
        hub: the theme.
        faces: the pictures of cards.
        user_settings: the user's settings.

    Signals:
        recent_wanted: the path of a recent campaign to open.
        print_wanted: a request to print, with the id of the character whose sheet is likely.
        hand_print_wanted: a request to print the hand of this seat; the curtain is drawn for it.
        encounter_print_wanted: a request to print the encounter of this kind and id.
        library_wanted: a LibraryItem, to be saved to the library.
        closing: the window closes; whatever is open must be closed now.
        heard: the name of a sound to play.
        what_if_wanted: a position of the history from which the GM wants to try something.
    """

    _welcome_made = Signal(object)
    recent_wanted = Signal(str)
    print_wanted = Signal(str)
    hand_print_wanted = Signal(str)
    encounter_print_wanted = Signal(str, str)
    library_wanted = Signal(object)
    closing = Signal()
    help_pdf_wanted = Signal()
    heard = Signal(str)
    what_if_wanted = Signal(int)

    def __init__(self, hub: ThemeHub, faces: CardFaceCache, user_settings: UserSettings) -> None:
        super().__init__()
        self._hub = hub
        self._faces = faces
        self._user_settings = user_settings
        self.libraries = OpenLibraries(self)
        self.monitors = Monitors(self)
        self.page: CampaignPage | None = None
        self.viewer_switch: ViewerSwitch | None = None
        self._coming: tuple[CampaignPage, GradualTask] | None = None
        self._history: UndoRedo | None = None
        self.moments: MomentPlayer | None = None
        self.setWindowTitle(ui_text("shell", "name"))
        self.setMinimumSize(640, 400)
        self.resize(1280, 720)

        self.named_actions = WindowActions(hub, self)
        self.appearance = AppearanceActions(hub, self.named_actions, self)
        self.moment_actions = MomentActions(self.named_actions, user_settings, self)
        self.odds_actions = OddsActions(self.named_actions, user_settings, self)
        self.menu = MainMenu(self.named_actions, self.recent_wanted.emit, self)
        self.bar = TopBar(hub, self.named_actions, self.menu, self.appearance.steps)
        self.first_page: WelcomePage | None = None
        self.waiting = WaitingPage(hub)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.waiting)
        centre = QWidget()
        self._column = QVBoxLayout(centre)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.stack, 1)
        self.setCentralWidget(centre)
        self.notices = Notices(hub, centre)
        self._wire()
        self.folding = Folding(hub, self.named_actions, user_settings, self)
        self.folding.changed.connect(self._fold)
        self.stack.currentChanged.connect(self._fold)
        self._set_campaign_actions(False)

    @property
    def welcome(self) -> WelcomePage:
        """The first page. A start with a campaign does not wait for it."""
        page = self.first_page
        if page is None:
            from vtt.welcome.welcome_page import WelcomePage

            page = self.first_page = WelcomePage(self._hub, self._faces, self.stack)
            self.stack.insertWidget(0, page)
            self._welcome_made.emit(page)
        return page

    def on_welcome(self, hear: Callable[[WelcomePage], object]) -> None:
        """Call this with the first page once it is there."""
        if self.first_page is None:
            self._welcome_made.connect(hear)
        else:
            hear(self.first_page)

    def show_welcome(self) -> None:
        """Show the first page."""
        self.stack.setCurrentWidget(self.welcome)
        self.bar.show_campaign(None)
        self.setWindowTitle(ui_text("shell", "name"))
        self.welcome.take_focus()

    def show_waiting(self, sentence: str) -> None:
        """Show that something is about to come."""
        self.waiting.begin(sentence)
        self.bar.show_campaign(None)
        self.stack.setCurrentWidget(self.waiting)

    def show_campaign(self, campaign: OpenCampaign, name: str, then: Callable[[], object]) -> None:
        """Make the page of an open campaign step by step and show it, at the table; then `page` is there.

        Args:
            campaign: the game.
            name: of the campaign.
            then: called when everything is there.
        """
        from vtt.shell.window.campaign_page import CampaignPage

        campaign.choose_gm_odds(self.odds_actions.choice)
        self.odds_actions.choice_changed.connect(campaign.choose_gm_odds)
        page = CampaignPage(campaign, self._hub, self._faces, self.named_actions, self.libraries, self.stack)
        making = GradualTask(self._bring(page, name), page)
        making.done.connect(then)
        self._coming = page, making

    def _bring(self, page: CampaignPage, name: str) -> Iterator[None]:
        yield from page.furnish()
        self.stack.addWidget(page)
        yield
        self.bar.show_campaign(name)  # with the name it is higher: the page is laid out once, in the room that it keeps
        self._column.activate()
        yield
        self.stack.setCurrentWidget(page)
        yield
        yield from page.table_room.table.draw_gradually()
        yield
        self._open(page, name)
        page.read_ahead()

    def _open(self, page: CampaignPage, name: str) -> None:
        from vtt.shell.window.undo_redo import UndoRedo
        from vtt.shell.window.viewer_switch import ViewerSwitch

        self._coming, self.page = None, page
        self._history = UndoRedo(page.campaign, self.named_actions, self._hub, self)
        self.viewer_switch = ViewerSwitch(
            page, self._hub, self._faces, self.named_actions, self._user_settings, self.notices, self, self.monitors
        )
        self._show_moments(page, self.viewer_switch)
        page.said.connect(lambda text, rules: self.notices.note(text, rules, page.viewer))
        page.announced.connect(lambda text, rules: self.notices.say(text, rules, page.viewer))
        page.viewer_changed.connect(self.notices.set_viewer)
        self.notices.toast.read_boxes = page.table_room.names_on_table
        table = page.table_room.table
        for gesture in (page.campaign.changed, table.look_changed, table.question_input.begun):
            gesture.connect(self.notices.make_way)
        page.undo_to.connect(self._history.go_to)
        page.what_if_from.connect(self.what_if_wanted)
        page.print_wanted.connect(self.print_wanted)
        page.library_wanted.connect(self.library_wanted)
        page.hand_print_wanted.connect(self.hand_print_wanted)
        page.encounter_print_wanted.connect(self.encounter_print_wanted)
        page.banner_wanted.connect(lambda action: self.named_actions[action].trigger())
        page.room_changed.connect(self._room_changed)
        page.campaign.refused.connect(self._refused)
        self.setWindowTitle(short(name, 120))
        self._set_campaign_actions(True)
        for room in ROOMS:
            self.named_actions[f"room_{room}"].setVisible(room in page.rooms)
            self.named_actions[f"room_{room}"].setEnabled(room in page.rooms)
        self.viewer_switch.follow_actions()
        self._room_changed(page.room)
        page.show_room("table")
        page.table_room.show_side(self.named_actions["log_column"].isChecked())
        page.table_room.gm_screen_wanted.connect(self.named_actions["eyes_gm"].trigger)
        page.table_room.everything_wanted.connect(lambda: self.named_actions["table_only"].setChecked(False))
        self._fold()
        self.viewer_switch.players.changed.connect(self._players_changed)
        if page.campaign.setting(WHAT_IF) is None:  # the players are not shown what did not happen unasked
            self.viewer_switch.players.open_again()

    def _show_moments(self, page: CampaignPage, viewer_switch: ViewerSwitch) -> None:
        """Show the moments of a campaign over its table, here and in the player window, and let them be heard."""
        from vtt.moments.moment_player import MomentPlayer
        from vtt.moments.moment_stage import MomentStage
        from vtt.sounds.campaign_sounds import CampaignSounds

        sounds = CampaignSounds(page.campaign, page)
        player = self.moments = MomentPlayer(page.campaign, self._hub, page)
        player.length = self.moment_actions.length
        self.moment_actions.length_changed.connect(player.set_length)
        room, table = page.table_room, page.table_room.table
        stage = MomentStage(player, room.camera, self._hub, self._faces, lambda: not table.curtain_seat)
        player.words_held.connect(lambda hold: room.hold_words(hold and stage.isVisible()))
        room.camera.keep_under(stage)
        room.news.keep_off(stage)
        player.ended.connect(room.news.make_room)
        room.hold_results(stage.hold)
        if self._history is not None:
            self._history.hold_results(stage.hold)
        for part in (room.offers, table.status_page_panel):
            stage.add_covered_part(part)

        def show_players(window: PlayerWindow) -> None:
            players_stage = MomentStage(player, window.camera, window.hub, self._faces)
            window.camera.keep_under(players_stage)
            window.hold_results(players_stage.hold)
            sounds.hold_results(players_stage.hold)
            players_stage.add_covered_part(window.table.status_page_panel)

        viewer_switch.player_window_opened.connect(show_players)
        player.began.connect(page.put_dice_away)
        player.heard.connect(self._hear)
        table.curtain_drawn.connect(self._curtain_drawn)
        sounds.hold_results(stage.hold)
        sounds.heard.connect(self._hear)

    @Slot()
    def _players_changed(self) -> None:
        """Show in the toolbar what the players see."""
        if self.viewer_switch is not None:
            state = self.viewer_switch.players.state
            self.bar.show_players(PLAYER_ICONS[state])
            self.named_actions.set_tip("player_window", ui_text("shell", f"players.bar_{state}"))

    @Slot(bool)
    def _curtain_drawn(self, drawn: bool) -> None:
        self._hear(Sound.CURTAIN_CLOSES if drawn else Sound.CURTAIN_OPENS)

    @Slot(str)
    def _hear(self, sound: str) -> None:
        """Let a sound be heard, unless the players' screen is dark or frozen: it would tell that something goes on."""
        window = self.viewer_switch.player_window if self.viewer_switch is not None else None
        if window is None or window.shown is PlayerWindowMode.FOLLOW:
            self.heard.emit(sound)

    def leave_campaign(self) -> None:
        """Remove the open campaign from the window. The caller closes the campaign, which is deleted after its page."""
        page, self.page = self.page, None
        if self._coming is not None:
            (page, making), self._coming = self._coming, None
            making.stop()
        if page is None:
            return
        if self.viewer_switch is not None:
            self.viewer_switch.close()
            self.viewer_switch = None
        if self._history is not None:
            self._history.rest()
            self._history.deleteLater()
            self._history = None
        if self.moments is not None:
            self.moments.skip()
            self.moments = None
        self.notices.forget()
        self._set_campaign_actions(False)
        self.stack.removeWidget(page)
        page.destroyed.connect(page.campaign.deleteLater)
        page.leave()

    def show_help(self) -> QDialog:
        """Show the help, beginning with what can be done now."""
        from vtt.help.current_page import CurrentMoment
        from vtt.help.help_dialog import HelpDialog

        actions = dict.fromkeys((*self.named_actions, *self.findChildren(QAction)))
        moment = self.page.current_moment() if self.page is not None else CurrentMoment()
        dialog = HelpDialog(self._hub, tuple(actions), self, moment)
        dialog.pdf_wanted.connect(self.help_pdf_wanted)
        dialog.open()
        return dialog

    def show_about(self) -> MessageDialog:
        """Say what this program is."""
        from vtt.help.licences import third_party

        works = third_party()
        choices = [DialogButton("", ui_text("shell", "button.close"), "primary")]
        if works:
            choices.insert(0, DialogButton("licences", ui_text("shell", "button.licences")))
        return ask(
            self._hub,
            self,
            ui_text("shell", "name"),
            (
                ui_text("shell", "about.text"),
                *_credits(),
                *([ui_text("shell", "about.licences")] if works else []),
                ui_text("shell", "about.version", version=__version__),
            ),
            choices,
            lambda key: self.show_licences(works) if key == "licences" else None,
            icon="deck",
        )

    def show_licences(self, works: Sequence[ThirdParty]) -> QDialog:
        """Show works of other people with their licences."""
        from vtt.help.licences_dialog import LicencesDialog

        dialog = LicencesDialog(self._hub, works, self)
        dialog.open()
        return dialog

    def restore_place(self) -> None:
        """Move to the stored position, if that is still on a screen: a smaller screen shows the whole window too."""
        stood = self._user_settings.window(NAME)
        if stood is None:
            return
        place = place_on_screens(
            QRect(stood.x, stood.y, stood.width, stood.height),
            [screen.availableGeometry() for screen in QGuiApplication.screens()],
        )
        if place is not None:
            self.setGeometry(place)
        if stood.maximized:
            self.showMaximized()

    def event(self, event: QEvent) -> bool:
        """Paint nothing before it is laid out."""
        return handle_paint_request(event, super().event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus, as Space does: Qt does so in dialogs only.

        Esc, where it ends nothing else, leaves the table that is shown alone.
        """
        if event.key() == Qt.Key.Key_Escape and self.folding.table_only:
            self.named_actions["table_only"].setChecked(False)
            return
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton):
            if not event.isAutoRepeat():
                focus.click()
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let go of everything first."""
        self._user_settings.keep_window(
            NAME, self.normalGeometry(), self.screen().name(), maximized=self.isMaximized() or self.isFullScreen()
        )
        self.closing.emit()
        super().closeEvent(event)

    def _wire(self) -> None:
        on = self.named_actions.on
        on("undo", lambda: self._history.undo() if self._history else None)
        on("redo", lambda: self._history.redo() if self._history else None)
        for room in ROOMS:
            on(f"room_{room}", partial(self._go_to, room))
        on("eyes_shared", lambda: self.viewer_switch.see_shared() if self.viewer_switch else None)
        on("eyes_gm", lambda: self.viewer_switch.turn_gm() if self.viewer_switch else None)
        on("gm_screen_hides", lambda: self.viewer_switch.keep_hides() if self.viewer_switch else None)
        on("player_window", lambda: self.viewer_switch.toggle_player_window() if self.viewer_switch else None)
        on("player_monitor", lambda: self.viewer_switch.players.pick_monitor() if self.viewer_switch else None)
        on("show_card", self._show_card)
        on("hide_handout", lambda: self.viewer_switch.hide_handout() if self.viewer_switch else None)
        for shown in PlayerWindowMode:
            on(shown, partial(self._show_players, shown))
        self.named_actions["free_hand"].toggled.connect(self._free_hand)
        self.named_actions["log_column"].toggled.connect(self._log_column)
        self.named_actions["full_screen"].triggered.connect(self._full_screen)
        on("curtain", self._draw_curtain)
        on("palette", self._open_palette)
        on("simulate", lambda: self.page.open_simulation(self) if self.page else None)
        on("session", lambda: self.page.open_session(self) if self.page else None)
        on("dice", lambda: self.page.open_dice(self) if self.page else None)
        on("quick_note", lambda: self.page.open_quick_note(self) if self.page else None)
        on("help", self.show_help)
        on("messages", self.notices.show_list)
        on("about", self.show_about)
        on("menu", self._open_menu)
        on("quit", self.close)

    def _set_campaign_actions(self, there: bool) -> None:
        for name in IN_CAMPAIGN:
            self.named_actions[name].setEnabled(there)
        for name in (*PlayerWindowMode, "hide_handout"):
            self.named_actions[name].setEnabled(False)
        if not there:
            for name in ("undo", "redo"):
                self.named_actions[name].setEnabled(False)
            self.named_actions["free_hand"].setChecked(False)
            self.named_actions["table_only"].setChecked(False)
            self.named_actions["player_window"].setChecked(False)
            self.named_actions.set_tip("player_window", ui_text("shell", "players.bar_closed"))
            self.bar.show_players(PLAYER_ICONS["closed"])

    def _open_palette(self) -> None:
        if self.page is not None:
            self.page.open_palette(self, tuple(self.named_actions))

    def _go_to(self, room: str) -> None:
        if self.viewer_switch is not None:
            self.viewer_switch.go_to_room(room)

    def _show_players(self, shown: PlayerWindowMode) -> None:
        if self.viewer_switch is not None:
            self.viewer_switch.show_players(shown)

    def _room_changed(self, room: str) -> None:
        if room != "table":
            self.named_actions["table_only"].setChecked(False)
        self.named_actions[f"room_{room}"].setChecked(True)

    def _refused(self, refused: Refused) -> None:
        self.notices.say(refused.text, refused.rules, self.page.viewer if self.page is not None else SHARED)

    def _free_hand(self, on: bool) -> None:
        if self.page is not None:
            self.page.table_room.table.set_free_hand(on)

    def _show_card(self) -> None:
        if self.page is not None:
            self.page.show_room("table")
            self.page.table_room.table.show_card_to_all()

    def _draw_curtain(self) -> None:
        if self.viewer_switch is not None and self.viewer_switch.hide_from_all():
            return
        if self.page is not None:
            self.page.show_room("table")
            self.page.table_room.draw_curtain()

    def _log_column(self, on: bool) -> None:
        if self.page is not None:
            self.page.table_room.show_side(on)

    @Slot()
    def _fold(self) -> None:
        """Show around the open campaign what is to be shown; any other page has the toolbar."""
        page = self.page if self.page is not None and self.stack.currentWidget() is self.page else None
        shown = self.folding.tool_bar
        self.bar.setVisible(page is None or shown)
        if page is not None:
            page.rail.setVisible(not self.folding.table_only)
            page.rail.show_folded(not shown)
            page.table_room.show_table_only(self.folding.table_only)
            if self.folding.table_only:
                page.show_room("table")
                if self.viewer_switch is not None:
                    self.viewer_switch.hide_from_all()

    def _open_menu(self) -> None:
        """Open the menu at its button, or in the corner while the toolbar is folded away."""
        if self.bar.isVisible():
            self.bar.menu_button.showMenu()
        else:
            self.menu.popup(self.mapToGlobal(self.rect().topLeft()))

    def _full_screen(self, on: bool) -> None:
        if on:
            self.showFullScreen()
        else:
            self.showNormal()


def _credits() -> tuple[str, ...]:
    """Return the authors and licences of the games, as far as the window must name them."""
    from engine.rulesets.loader import games

    files = (game.folder.file for game in games() if game.folder is not None and game.usable)
    return tuple(file.credits for file in files if file.credits)
