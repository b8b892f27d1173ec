"""The ways into the print room: the menu and its key, the characters room, Prep, and the first page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.model.frozen import replace as frozen_replace
from engine.model.seats import PRINT, SHARED
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from engine.presentation.visibility import VisibleTable
    from vtt.campaign.open_campaign import OpenCampaign
    from vtt.sheets.print_room.print_options import PrintedNames, PrintPreferences
    from vtt.sheets.print_room.print_room import PrintRoom
    from vtt.sheets.print_room.printable_items import PrintableItems
    from vtt.welcome.welcome_page import WelcomePage

HABITS = "printing"
NAMES = "printed"
"""The campaign's setting with the names that a viewer ticked last, before the viewer's id."""
_CONTENT = (
    "sheets",
    "brief",
    "encounters",
    "handouts",
    "notes",
    "blanks",
    "cards",
    "reference",
    "printer_check",
    "some",
)
"""The options of what is printed."""


class _CampaignPictures(Mapping[str, bytes]):
    """Pictures of a campaign, each read from its file when it is first wanted."""

    def __init__(self, campaign: OpenCampaign, ids: tuple[str, ...]) -> None:
        self._campaign = campaign
        self._ids = ids

    def __getitem__(self, key: str) -> bytes:
        picture = self._campaign.picture(key) if key in self._ids else None
        if picture is None:
            raise KeyError(key)
        return picture.content

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


class PrintRoomOpener(QObject):
    """Opens the print room, for the campaign that is open or without one."""

    def __init__(
        self,
        window: MainWindow,
        hub: ThemeHub,
        user_settings: UserSettings,
        controller: CampaignController,
        task_runner: TaskRunner,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._user_settings = user_settings
        self._controller = controller
        self._task_runner = task_runner
        self._is_coming = False
        self.room: PrintRoom | None = None
        window.named_actions.on("print", self.open)
        window.print_wanted.connect(self.open)
        window.hand_print_wanted.connect(self.open_hand)
        window.encounter_print_wanted.connect(self.open_encounter)
        window.on_welcome(self._welcome)

    def open(self, actor: str = "", encounter: str = "") -> None:
        """Open the print room for the open campaign, or for blank sheets.

        Args:
            actor: the character whose sheet is ticked; empty for all.
            encounter: the key of the encounter that alone is ticked; empty for what was ticked last.
        """
        page, campaign = self._window.page, self._controller.campaign
        if page is None or campaign is None:
            self.open_blanks()
            return
        viewer = PRINT if page.viewer == SHARED else page.viewer
        view = campaign.viewer_campaign(viewer).view
        opened = self._controller.opened
        title = opened.name if opened is not None else self._window.windowTitle()
        self._open([view], title, actor, encounter)

    def open_encounter(self, kind: str, id_: str) -> None:
        """Open the print room for one encounter."""
        self.open(encounter=f"{kind}/{id_}")

    def open_hand(self, seat: str) -> None:
        """Print the hand of a seat for which the curtain is drawn. No card of it comes up on the screen."""
        page, campaign = self._window.page, self._controller.campaign
        if page is None or campaign is None or self._is_coming or self.room is not None:
            return
        view = campaign.viewer_campaign(seat).view
        if seat not in view.seats:
            return
        campaign.log_look(view.seats[seat].name)  # paper shows it as a look does, and the log says so beforehand
        self._is_coming = True

        def task(_progress: Progress) -> PrintableItems:
            import vtt.sheets.print_room.print_room  # noqa: F401  it takes a while, and the window does not wait
            from vtt.sheets.print_room.printable_items import items_of_hands

            return items_of_hands(view)

        def come(stock: PrintableItems) -> None:
            if self._window.page is page and page.table_room.table.curtain_seat == seat and stock.decks:
                self._show_hand(stock)

        self._task_runner.start(task, come).ended.connect(self._came)

    def open_blanks(self) -> None:
        """Print blank sheets of any game."""
        self._open([], "", "")

    def _welcome(self, page: WelcomePage) -> None:
        page.print_wanted.connect(self.open_blanks)

    def _open(self, views: list[VisibleTable], title: str, actor: str, encounter: str = "") -> None:
        """Read on a worker what there is to print, and then show it."""
        if self._is_coming or self.room is not None:
            return
        self._is_coming = True

        def task(_progress: Progress) -> list[PrintableItems]:
            import vtt.sheets.print_room.print_room  # noqa: F401  it takes a while, and the window does not wait
            from engine.rulesets.loader import ruleset_ids
            from vtt.sheets.print_room.printable_items import items_of_game, items_of_view

            printables = [items_of_view(view, title, actor) for view in views]
            printables = printables if views else [items_of_game(game) for game in ruleset_ids()]
            return [stock for stock in printables if not stock.is_empty]

        eyes = self._campaign_and_viewer()

        def come(stocks: list[PrintableItems]) -> None:
            # The GM's pages must not appear on a screen that the players have seen since.
            if self._campaign_and_viewer() != eyes:
                return
            if stocks:
                self._show(stocks, actor, encounter)
            else:
                self._window.notices.say(ui_text("printing", "nothing_there"))

        job = self._task_runner.start(task, come)
        job.ended.connect(self._came)

    def _came(self) -> None:
        self._is_coming = False

    def _campaign_and_viewer(self) -> tuple[object, str]:
        """Return the open campaign and its viewer."""
        page = self._window.page
        return self._controller.campaign, page.viewer if page is not None else ""

    def _with_pictures(self, stock: PrintableItems) -> PrintableItems:
        """Return a stock with its pictures, each read when it is wanted; the file is read in this thread only."""
        campaign = self._controller.campaign
        texts = (*stock.handouts.values(), *stock.notes.values())
        ids = dict.fromkeys((*stock.portraits, *(text.picture for text in texts if text.picture)))
        return stock if campaign is None else replace(stock, pictures=_CampaignPictures(campaign, tuple(ids)))

    def _show(self, stocks: list[PrintableItems], actor: str, encounter: str) -> None:
        if not self._window.isVisible():
            return
        stocks = [self._with_pictures(stock) for stock in stocks]
        folder = self._folder()
        has_sheet = any(form.record is not None and form.record.actor == actor for form in stocks[0].people)
        habits = self._habits()
        if has_sheet:
            others = [f.record.actor for f in stocks[0].people if f.record is not None and f.record.actor != actor]
            only_one = frozen_replace(self._names(), left_out=tuple(others))
            self._furnish(stocks, habits, self._keep, folder, only_one)
            return
        if not encounter:
            self._furnish(stocks, habits, self._keep, folder, self._names(), keep_names=self._keep_names())
            return

        def keep(now: PrintPreferences) -> None:
            """Keep how paper is used; what was ticked before stays."""
            order = frozen_replace(now.order, **{name: getattr(habits.order, name) for name in _CONTENT})
            self._keep(frozen_replace(now, order=order, picks=habits.picks))

        order = frozen_replace(habits.order, **{**dict.fromkeys(_CONTENT, False), "encounters": True})
        ticked = frozen_replace(self._names(), encounters=(encounter,))
        self._furnish(stocks, frozen_replace(habits, order=order), keep, folder, ticked)

    def _show_hand(self, stock: PrintableItems) -> None:
        """Show the room for a hand: how paper is used is as ever, but nothing of this is remembered."""
        from vtt.sheets.print_room.print_options import PrintSelection

        if not self._window.isVisible():
            return
        habits = self._habits()
        names = tuple(deck.name for deck in stock.decks)
        order = frozen_replace(habits.order, **{**dict.fromkeys(_CONTENT, False), "cards": True})
        picks = {**habits.picks, stock.ruleset: PrintSelection(decks=names)}
        habits = frozen_replace(habits, order=order, picks=picks)
        self._furnish([stock], habits, lambda _: None, self._folder(), None, unseen=True)

    def _names(self) -> PrintedNames:
        """Return which names this viewer ticked last in this campaign."""
        from vtt.sheets.print_room.print_options import names_from

        campaign, setting = self._controller.campaign, self._setting()
        return names_from(campaign.setting(setting) if campaign is not None and setting else None)

    def _keep_names(self) -> Callable[[PrintedNames], object] | None:
        """Return what stores the ticked names with the campaign, each viewer's on their own; None to forget them."""
        from vtt.sheets.print_room.print_options import stored_names

        campaign, setting = self._controller.campaign, self._setting()
        if campaign is None or not setting:
            return None

        def keep(names: PrintedNames) -> None:
            if self._controller.campaign is campaign:  # it may have been closed meanwhile
                campaign.store_setting(setting, stored_names(names))

        return keep

    def _setting(self) -> str:
        """Return the setting of this viewer; empty on the shared screen, where everybody would see the last ticks."""
        page = self._window.page
        return "" if page is None or page.viewer == SHARED else f"{NAMES}.{page.viewer}"

    def _furnish(
        self,
        stocks: list[PrintableItems],
        habits: PrintPreferences,
        keep: Callable[[PrintPreferences], object],
        folder: Path,
        ticked: PrintedNames | None,
        *,
        keep_names: Callable[[PrintedNames], object] | None = None,
        unseen: bool = False,
    ) -> None:
        from vtt.sheets.print_room.print_options import ALL_NAMES
        from vtt.sheets.print_room.print_room import PrintRoom

        room = PrintRoom(
            self._hub,
            self._task_runner,
            stocks,
            habits,
            keep,
            folder,
            ticked if ticked is not None else ALL_NAMES,
            self._window,
            keep_names=keep_names,
            unseen=unseen,
        )
        room.finished.connect(self._gone)
        page = self._window.page
        if page is not None:
            # The GM's pages must not stay on a screen that has become the players'.
            page.viewer_changed.connect(room.leave)
        self.room = room
        making = GradualTask(room.furnish(), room)
        making.done.connect(room.open)
        room.finished.connect(making.stop)  # who has left before it was furnished does not come back

    def _gone(self) -> None:
        self.room = None

    def _folder(self) -> Path:
        if self._controller.opened is None:
            return self._user_settings.places.campaigns.parent
        return self._controller.folder_to_save

    def _habits(self) -> PrintPreferences:
        from vtt.sheets.print_room.print_options import preferences_from

        return preferences_from(self._user_settings.extra(HABITS))

    def _keep(self, habits: PrintPreferences) -> None:
        from vtt.sheets.print_room.print_options import stored_preferences

        self._user_settings.keep_extra(HABITS, stored_preferences(habits))
