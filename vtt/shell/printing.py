"""How the print room is reached: from the menu and its key, from the characters, and from the first page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.play.sight import PRINT
from engine.sheets.games import games_with_sheets
from engine.table.frozen import replace as frozen_replace
from vtt.session import SHARED
from vtt.shell.chosen import Chosen
from vtt.shell.steward import Steward
from vtt.widgets.gradual import Gradual
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Progress, Workshop
from vtt.window import MainWindow

if TYPE_CHECKING:
    from engine.play.sight import View
    from vtt.sheets.order import Habits
    from vtt.sheets.printing import PrintRoom
    from vtt.sheets.stock import Stock
    from vtt.welcome.page import WelcomePage

HABITS = "printing"


class Printing(QObject):
    """Opens the print room, for the campaign that is open or without one."""

    def __init__(self, window: MainWindow, hub: ThemeHub, chosen: Chosen, steward: Steward, workshop: Workshop) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._chosen = chosen
        self._steward = steward
        self._workshop = workshop
        self._is_coming = False
        self.room: PrintRoom | None = None
        window.named_actions.on("print", self.open)
        window.print_wanted.connect(self.open)
        window.hand_print_wanted.connect(self.open_hand)
        window.welcome_made.connect(self._welcome)

    def open(self, actor: str = "") -> None:
        """Print something of the campaign that is open, or blanks; `actor` is whose sheet is ticked at first."""
        page, session = self._window.page, self._steward.session
        if page is None or session is None:
            self.open_blanks()
            return
        viewer = PRINT if page.viewer == SHARED else page.viewer
        view = session.lens(viewer).view
        opened = self._steward.opened
        title = opened.name if opened is not None else self._window.windowTitle()
        self._open([view], title, actor)

    def open_hand(self, seat: str) -> None:
        """Print the hand of a seat for which the curtain is drawn. No card of it comes up on the screen."""
        page, session = self._window.page, self._steward.session
        if page is None or session is None or self._is_coming or self.room is not None:
            return
        view = session.lens(seat).view
        if seat not in view.seats:
            return
        session.looked(view.seats[seat].name)  # paper shows it as a look does, and the log says so beforehand
        self._is_coming = True

        def task(_progress: Progress) -> Stock:
            import vtt.sheets.printing  # noqa: F401  it takes a while, and the window does not wait
            from vtt.sheets.stock import stock_of_hands

            return stock_of_hands(view)

        def come(stock: Stock) -> None:
            if self._window.page is page and page.table_room.table.curtained == seat and stock.decks:
                self._show_hand(stock)

        self._workshop.start(task, come).ended.connect(self._came)

    def open_blanks(self) -> None:
        """Print blank sheets of any game."""
        self._open([], "", "")

    def _welcome(self, page: WelcomePage) -> None:
        page.print_wanted.connect(self.open_blanks)

    def _open(self, views: list[View], title: str, actor: str) -> None:
        """Read on a worker what there is to print, and then show it."""
        if self._is_coming or self.room is not None:
            return
        self._is_coming = True

        def task(_progress: Progress) -> list[Stock]:
            import vtt.sheets.printing  # noqa: F401  it takes a while, and the window does not wait
            from vtt.sheets.stock import stock_of_game, stock_of_view

            found = [stock_of_view(view, title, actor) for view in views]
            found = [stock for stock in found if stock.blanks]  # a game without sheets has nothing to print
            return found or [stock_of_game(game) for game in games_with_sheets()]

        eyes = self._eyes()

        def come(stocks: list[Stock]) -> None:
            # What only the GM may print must not come up on a screen that has become the players' meanwhile.
            if self._eyes() == eyes:
                self._show(stocks, actor)

        job = self._workshop.start(task, come)
        job.ended.connect(self._came)

    def _came(self) -> None:
        self._is_coming = False

    def _eyes(self) -> tuple[object, str]:
        """Return which campaign is open, and whose eyes look at it."""
        page = self._window.page
        return self._steward.session, page.viewer if page is not None else ""

    def _with_pictures(self, stock: Stock) -> Stock:
        """Return a stock with its portraits; the file is read in this thread only."""
        session = self._steward.session
        found = {key: session.picture(key) for key in stock.portraits} if session is not None else {}
        return replace(stock, pictures={key: picture.content for key, picture in found.items() if picture is not None})

    def _show(self, stocks: list[Stock], actor: str) -> None:
        if not self._window.isVisible():
            return
        stocks = [self._with_pictures(stock) for stock in stocks]
        folder = self._folder()
        known = any(form.record is not None and form.record.actor == actor for form in stocks[0].people)
        people = (actor,) if known else None
        self._furnish(stocks, self._habits(), self._keep, folder, people)

    def _show_hand(self, stock: Stock) -> None:
        """Show the room for a hand: how paper is used is as ever, but nothing of this is remembered."""
        from vtt.sheets.order import Picks

        if not self._window.isVisible():
            return
        habits = self._habits()
        names = tuple(deck.name for deck in stock.decks)
        order = frozen_replace(habits.order, sheets=False, brief=False, blanks=False, reference=False, cards=True)
        picks = {**habits.picks, stock.ruleset: Picks(decks=names)}
        habits = frozen_replace(habits, order=order, picks=picks)
        self._furnish([stock], habits, lambda _: None, self._folder(), None, unseen=True)

    def _furnish(
        self,
        stocks: list[Stock],
        habits: Habits,
        keep: Callable[[Habits], object],
        folder: Path,
        people: tuple[str, ...] | None,
        *,
        unseen: bool = False,
    ) -> None:
        from vtt.sheets.printing import PrintRoom

        room = PrintRoom(self._hub, self._workshop, stocks, habits, keep, folder, people, self._window, unseen=unseen)
        room.finished.connect(self._gone)
        page = self._window.page
        if page is not None:
            # What only the GM may print must not stay on a screen that has become the players'.
            page.viewer_changed.connect(room.leave)
        self.room = room
        making = Gradual(room.furnish(), room)
        making.done.connect(room.open)
        room.finished.connect(making.stop)  # who has left before it was furnished does not come back

    def _gone(self) -> None:
        self.room = None

    def _folder(self) -> Path:
        opened = self._steward.opened
        return opened.path.parent if opened is not None else self._chosen.places.campaigns.parent

    def _habits(self) -> Habits:
        from vtt.sheets.order import habits_from

        return habits_from(self._chosen.more(HABITS))

    def _keep(self, habits: Habits) -> None:
        from vtt.sheets.order import kept_habits

        self._chosen.keep_more(HABITS, kept_habits(habits))
