"""The panel of status pages with little room: menus of tabs and buttons, column heads, and the players' screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import SetTrack
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.presentation.status_pages import (
    LinkButton,
    OfferButton,
    PageButton,
    StatusPage,
    StatusPageCell,
    StatusPageLine,
    StatusPageTab,
)
from tests.on_screen import put_up
from tests.vtt.table.status_pages.test_status_pages import House
from tests.vtt.table_hand import CALM, shared_faces
from vtt.player_window.player_window import PlayerWindow
from vtt.table.status_pages import status_page_tabs
from vtt.table.status_pages.status_page_elements import ButtonElement, LaidOutStatusPage, TextElement
from vtt.table.status_pages.status_page_frame import LYING
from vtt.table.status_pages.status_page_layout import StatusPageLayouter
from vtt.table.status_pages.status_page_tabs import StatusPageTabRow
from vtt.table.status_pages.status_page_text import FontSpec, StatusPageButton, measured_width
from vtt.table.status_pages.status_page_widget import StatusPageColumnHeads, StatusPageWidget
from vtt.widgets.look.theme import ThemeHub


def said(words: str) -> Message:
    return Message(key="table.sign.left", params={"what": words, "left": "1"})


def hub() -> ThemeHub:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return ThemeHub(CALM, app)


def status_page(lines: int) -> StatusPage:
    return StatusPage(
        key="a",
        title=said("Title"),
        large=said("Day 1"),
        columns=(said("Who"), said("What")),
        lines=tuple(
            StatusPageLine(key=f"{n}", cells=(StatusPageCell(text=said(f"n{n}")), StatusPageCell(text=said("m"))))
            for n in range(lines)
        ),
        buttons=tuple(OfferButton(offer=f"offer{n}") for n in range(12)),
    )


def page(high: float) -> LaidOutStatusPage:
    return StatusPageLayouter().lay_out(status_page(30), 0, 440, CALM.metrics, button_of, high=high)


def button_of(page_button: PageButton) -> StatusPageButton:
    name = page_button.offer if isinstance(page_button, OfferButton) else page_button.target
    return StatusPageButton(page_button, f"Do {name}", name)


@pytest.fixture(autouse=True)
def no_popups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on


def test_tabs_are_measured_once_for_what_they_show(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def counted(words: str, face: FontSpec) -> float:
        measured.append(words)
        return measured_width(words, face)

    monkeypatch.setattr(status_page_tabs, "measured_width", counted)
    row = StatusPageTabRow(hub(), None, handled=True)  # type: ignore[arg-type]
    qtbot.addWidget(row)
    tabs = tuple(StatusPageTab(key=f"t{n}", label=said(f"Page {n}"), sign="clock", count=n + 1) for n in range(6))
    for opened in ("t0", "t0", "t1"):
        row.show_tabs(tabs, opened, CALM.metrics)
        for wide in (200, 400, 2000):
            row.resize(wide, 40)
            row.arrange()
    assert len(measured) == 2 * (len(tabs) + 2)  # the name and the count, again of those that open and close


def test_a_single_stop_is_the_same_as_among_all(qtbot: QtBot) -> None:
    laid = page(600)
    stops = laid.stops()
    assert len(stops) == laid.stop_count > 30
    assert [laid.stop(number) for number in range(len(stops))] == stops
    assert laid.stop(-1) is laid.stop(len(stops)) is None
    widget = StatusPageWidget(hub())
    qtbot.addWidget(widget)
    widget.show_page(laid, CALM.metrics, "")
    widget.focus_stop(7)
    assert widget.stop == stops[7] == widget.stops[7]


def test_tabs_without_room_wait_under_more_and_the_open_one_never_does(qtbot: QtBot) -> None:
    row = StatusPageTabRow(hub(), None, handled=True)  # type: ignore[arg-type]
    qtbot.addWidget(row)
    tabs = tuple(StatusPageTab(key=f"t{n}", label=said(f"Page {n}"), sign="clock", count=n) for n in range(10))
    row.show_tabs(tabs, "t9", CALM.metrics)
    row.resize(2000, 40)
    row.show()
    row.arrange()
    assert all(tab.isVisible() for tab in row.tabs)
    assert not row.more.isVisible()
    row.resize(240, 40)
    row.arrange()
    left = [tab.tab.key for tab in row.tabs if not tab.isVisible()]
    assert left
    assert "t9" not in left
    assert max(tab.geometry().right() for tab in row.tabs if tab.isVisible()) < row.more.x() + 1
    assert row.more.geometry().right() <= row.width()
    QTest.mouseClick(row.more, Qt.MouseButton.LeftButton)
    menu = row.findChild(QMenu)
    assert menu is not None
    assert len(menu.actions()) == len(left)
    with qtbot.waitSignal(row.chosen) as heard:
        menu.actions()[0].trigger()
    assert heard.args == [left[0]]
    menu.close()


def test_no_other_tab_is_named_where_the_open_one_is_not(qtbot: QtBot) -> None:
    row = StatusPageTabRow(hub(), None, handled=True)  # type: ignore[arg-type]
    qtbot.addWidget(row)
    names = ("Damage", "Combat", "Time", "Wounds", "Fatigue", "Years")
    tabs = tuple(StatusPageTab(key=name, label=said(name), sign="clock") for name in names)
    row.show_tabs(tabs, "Damage", CALM.metrics)
    named = dict.fromkeys(names, 0)
    for wide in range(200, 700, 3):
        row.resize(wide, 40)
        row.arrange()
        shown = [tab.tab.key for tab in row.tabs if tab.width() >= tab.width_with(tab.words_width)]
        assert not shown or "Damage" in shown, (wide, shown)
        named |= {name: named[name] + 1 for name in shown}
    assert named["Damage"] > max(named[name] for name in names[1:]) > 0


def test_on_a_low_page_lines_begin_higher_and_every_button_is_still_there(qtbot: QtBot) -> None:
    low, high = page(120), page(2000)
    begins = [next(top for row, top in zip(one.rows, one.tops, strict=True) if row.key == "0") for one in (low, high)]
    assert begins[0] < begins[1] / 2
    shown = [element.button for row in low.rows for element in row.elements if isinstance(element, ButtonElement)]
    wanted = [k.page_button for button in shown for k in (button.more or (button,))]
    assert {one.offer for one in wanted if isinstance(one, OfferButton)} == {f"offer{n}" for n in range(12)}
    shows = StatusPageWidget(hub())
    qtbot.addWidget(shows)
    shows.resize(440, 400)
    shows.show_page(low, CALM.metrics, "Title")
    shows.show()
    more = next(stop for stop in shows.stops if stop.button is not None and stop.button.more)
    QTest.mouseClick(shows, Qt.MouseButton.LeftButton, pos=more.rect.center().toPoint())
    menu = shows.findChild(QMenu)
    assert menu is not None
    with qtbot.waitSignal(shows.pressed) as heard:
        menu.actions()[-1].trigger()
    assert heard.args is not None
    assert heard.args[0].page_button.offer == "offer11"
    menu.close()


def test_a_page_that_is_read_grows_as_high_as_it_needs_and_shrinks_again(qtbot: QtBot) -> None:
    house = House(qtbot, (1500, 600))
    status_page_panel, table = house.status_page_panel, house.room.table
    lies = status_page_panel.geometry()

    def fits() -> bool:
        return status_page_panel.page_fits

    assert status_page_panel.mode == LYING
    assert not fits()
    in_view = status_page_panel.buttons_in_view
    QTest.mouseClick(
        status_page_panel.page,
        Qt.MouseButton.LeftButton,
        pos=status_page_panel.page.rect().bottomRight() - QPoint(2, 2),
    )
    assert fits(), "whoever clicks beside its buttons reads it"
    assert status_page_panel.geometry().contains(lies)
    assert table.rect().contains(status_page_panel.geometry())
    house.do(SetTrack(seat="gm", actor="orc", track="Health", value=3))
    assert fits(), "it stands while it is read, whatever happens"
    assert len(in_view) < len(status_page_panel.buttons)
    assert status_page_panel.buttons_in_view == in_view, "the bar stays as it is while somebody goes back to it"
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert status_page_panel.geometry() == lies, "it lies down when the keys go elsewhere"
    status_page_panel.take_focus()
    assert fits(), "who comes by keyboard reads it too"
    QTest.keyClick(status_page_panel.page, Qt.Key.Key_Escape)
    assert status_page_panel.geometry() == lies
    assert status_page_panel.opened, "it is still there"
    house.room.close()


@pytest.mark.parametrize("scrolled", [0, 300])
def test_column_heads_stay_visible_once_they_are_scrolled_away(qtbot: QtBot, scrolled: int) -> None:
    whole = StatusPageWidget(hub())
    qtbot.addWidget(whole)
    whole.show()
    heads = StatusPageColumnHeads(hub(), whole)
    heads.follow(page(120), scrolled, whole.rect(), CALM.metrics)
    assert heads.isVisible() == bool(scrolled)


def test_the_players_see_the_page_that_the_common_screen_shows(qtbot: QtBot) -> None:
    house = House(qtbot)
    window = PlayerWindow(house.campaign, house.hub, shared_faces(CALM))
    qtbot.addWidget(window)
    window.resize(1600, 1200)
    put_up(window)
    theirs, ours = window.table.status_page_panel, house.status_page_panel
    qtbot.waitUntil(lambda: bool(theirs.opened))
    ours.open_page_changed.connect(lambda: theirs.open_same_page(ours))
    other = next(tab.key for tab in ours.tabs if tab.key != theirs.opened)
    house.click_tab(other)
    assert theirs.opened == other
    house.room.set_viewer("gm")
    house.click_tab(next(tab.key for tab in ours.tabs if tab.key != other))
    assert theirs.opened == other  # what the GM reads alone is the GM's own business
    window.close()
    house.room.close()


def test_a_column_with_nothing_in_it_takes_no_room_from_the_others() -> None:
    heads = ("Who", "Initiative of the Round", "What happens at the end of the Round")
    heights, titles = [], []
    for words in ("", "dies"):
        last = StatusPageCell(text=said(words) if words else None)
        cells = (StatusPageCell(text=said("Madge of the Lantern")), StatusPageCell(text=said("21")), last)
        lines = (StatusPageLine(key="madge", cells=cells, buttons=(OfferButton(offer="react"),)),)
        page = StatusPage(key="a", title=said("Title"), columns=tuple(map(said, heads)), lines=lines)
        laid_out = StatusPageLayouter().lay_out(page, 0, 600, CALM.metrics, button_of, high=600)
        heights.append(next(row.height for row in laid_out.rows if row.key == "madge"))
        titles.append(sum(len(row.elements) for row in laid_out.rows if row.kind == "columns"))
    assert titles == [2, 3]
    assert heights[0] < heights[1], "without it the name is in one line"


@pytest.mark.parametrize(("count", "whole"), [(1, True), (2, False)])
def test_the_words_of_a_button_on_a_low_page_are_cut_only_where_others_need_the_room(count: int, whole: bool) -> None:
    words = "Reduce to a Serious Wound: Hit Points −4"
    buttons = tuple(OfferButton(offer=f"offer{n}") for n in range(count))
    line = StatusPageLine(key="a", cells=(StatusPageCell(text=said("Brannoch Weir, 3 of 3")),), buttons=buttons)
    laid = StatusPageLayouter().lay_out(
        StatusPage(key="a", title=said("Title"), columns=(said("Who"),), lines=(line,)),
        0,
        440,
        CALM.metrics,
        lambda page_button: StatusPageButton(page_button, words, words),
        high=120,
    )
    shown = [e.words for row in laid.rows for e in row.elements if isinstance(e, ButtonElement)]
    assert [one == words for one in shown] == [whole] * len(shown)
    assert shown


@pytest.mark.parametrize(
    ("wide", "high", "whole"), [(440, 60, True), (360, 60, False), (360, 150, True), (440, 150, True), (360, 400, True)]
)
def test_a_text_is_cut_only_where_the_page_has_no_room_for_more_lines(wide: float, high: float, whole: bool) -> None:
    """Three lines are never too many: a page scrolls, but what is cut cannot be read from a chair."""
    heals = "Brannoch Weir, Chest: heals 3 Hit Points, now 7 of 8 (Minor Wound)"
    words = Message(key="encounter_pages.words", params={"words": heals})
    cells = (StatusPageCell(text=said("1 d")), StatusPageCell(text=said("day 2, 9:05:00")), StatusPageCell(text=words))
    page = StatusPage(
        key="a",
        title=said("Title"),
        columns=tuple(map(said, ("In", "When", "What"))),
        lines=(StatusPageLine(key="a", cells=cells),),
    )
    laid = StatusPageLayouter().lay_out(page, 0, wide, CALM.metrics, button_of, high=high)
    texts = [e for row in laid.rows for e in row.elements if isinstance(e, TextElement)]
    (shown,) = [text.lines for text in texts if " ".join(text.lines).startswith(heals[:8])]
    assert (" ".join(shown) == heals) == whole
    assert laid.height <= high or len(shown) <= 3


@pytest.mark.parametrize("high", [120, 400])
def test_a_name_is_not_broken_for_a_long_status_of_somebody_else(high: float) -> None:
    """A second line of the name pushed the buttons of whose turn it is out of a low page."""

    def plain(words: str) -> Message:
        return Message(key="encounter_pages.words", params={"words": words})

    names, long = ("Pell Underlow", "Brannoch Weir"), "Fatigue 3 · No attacks or spells · Will be maimed"
    page = StatusPage(
        key="a",
        title=said("Title"),
        columns=tuple(map(plain, ("Who", "Initiative", "Action Points", "Status"))),
        lines=tuple(
            StatusPageLine(
                key=name,
                cells=tuple(StatusPageCell(text=plain(words), tone="now") for words in (name, "16", "2 of 2", status)),
            )
            for name, status in zip(names, ("has the Turn", long), strict=True)
        ),
    )
    laid = StatusPageLayouter().lay_out(page, 0, 400, CALM.metrics, button_of, high=high)
    texts = [e.lines for row in laid.rows for e in row.elements if isinstance(e, TextElement)]
    assert [texts.count((name,)) for name in names] == [1, 1]
    assert ("Action Points",) in texts, "gaps are narrow before a title is cut"


@pytest.mark.parametrize(("high", "whole_lines", "in_menus"), [(110, 2, True), (280, 4, False)])
def test_on_the_lowest_page_a_line_has_its_buttons_beside_it(high: float, whole_lines: int, in_menus: bool) -> None:
    """With the buttons below each line, the page of combat showed one line, and the buttons of the Turn were cut."""

    def plain(words: str) -> Message:
        return Message(key="encounter_pages.words", params={"words": words})

    offers = tuple(OfferButton(offer=name) for name in ("attack", "act", "cast", "pass"))
    rows = (
        ("Sidonie Ash", "has still had the Turn"),
        ("Cellar dog", ""),
        ("Tallow bat", ""),
        ("Madge of the Lantern", "Prone"),
    )
    page = StatusPage(
        key="a",
        title=said("Round"),
        columns=tuple(map(plain, ("Who", "Initiative", "Action Points", "Status"))),
        lines=tuple(
            StatusPageLine(
                key=name,
                cells=tuple(
                    StatusPageCell(text=plain(words), tone="now") for words in (name, "16", "2 of 2", status) if words
                ),
                buttons=offers if status else offers[1:2],
            )
            for name, status in rows
        ),
    )
    laid = StatusPageLayouter().lay_out(page, 0, 430, CALM.metrics, button_of, high=high)
    ends = [top + row.height for row, top in zip(laid.rows, laid.tops, strict=True) if row.kind == "line"]
    assert sum(end <= high for end in ends) >= whole_lines
    for line, row in zip(page.lines, (row for row in laid.rows if row.kind == "line"), strict=True):
        shown = [element for element in row.elements if isinstance(element, ButtonElement)]
        assert any(element.button.more for element in shown) == in_menus
        reached = [k.page_button for element in shown for k in (element.button.more or (element.button,))]
        assert reached == list(line.buttons)
        assert all(element.rect.right() <= 430 for element in shown)
        texts = [element for element in row.elements if isinstance(element, TextElement)]
        assert not in_menus or line.key == "Madge of the Lantern" or all(len(text.lines) == 1 for text in texts)
        assert not any(text.rect.intersects(element.rect) for text in texts for element in shown)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("high", [110, 280])
def test_a_page_of_any_width_is_laid_out_with_every_button(columns: int, high: float) -> None:
    """A page with one column, which has no gap between columns, could not be laid out at a few widths."""
    cells = tuple(StatusPageCell(text=said(f"n{n}" * 9)) for n in range(columns))
    heads = (said("Who"), said("What"))[:columns]
    for count in (1, 2, 4):
        buttons = tuple(OfferButton(offer=f"offer{n}") for n in range(count))
        lines = tuple(StatusPageLine(key=key, cells=cells, buttons=buttons) for key in "ab")
        status_page = StatusPage(key="a", title=said("Title"), columns=heads, lines=lines)
        for width in range(150, 600):
            laid = StatusPageLayouter().lay_out(status_page, 0, width, CALM.metrics, button_of, high=high)
            for row in (row for row in laid.rows if row.kind == "line"):
                shown = [element.button for element in row.elements if isinstance(element, ButtonElement)]
                assert [one.page_button for button in shown for one in (button.more or (button,))] == list(buttons)


def test_a_title_is_whole_where_the_buttons_beside_it_leave_room() -> None:
    """A page said “Damage to Madge of the La…” with nothing but a menu of buttons beside it."""
    page = StatusPage(key="a", title=said("Damage to Madge of the Lantern"), lines=status_page(3).lines)
    page = replace(page, buttons=tuple(OfferButton(offer=f"put the hit location elsewhere {n}") for n in range(5)))
    laid = StatusPageLayouter().lay_out(page, 0, 430, CALM.metrics, button_of, high=110)
    head = laid.rows[0]
    (title,) = [element for element in head.elements if isinstance(element, TextElement)]
    buttons = [element for element in head.elements if isinstance(element, ButtonElement)]
    assert "".join(title.lines).startswith("Damage to Madge of the Lantern")
    assert buttons
    assert all(title.rect.right() < element.rect.left() and element.rect.right() <= 430 for element in buttons)


@pytest.mark.parametrize(("times", "whole"), [(30, True), (4, False)])
def test_a_text_takes_the_room_of_buttons_that_its_line_does_not_have(times: int, whole: bool) -> None:
    words = Message(key="encounter_pages.words", params={"words": "the guards look away " * times})
    texts = [
        StatusPageLine(key=key, cells=(StatusPageCell(text=said("Part")), StatusPageCell(text=words, whole=whole)))
        for key in "ab"
    ]
    lines = (texts[0], replace(texts[1], buttons=tuple(OfferButton(offer=f"tick{n}") for n in range(4))))
    page = StatusPage(key="a", title=said("Title"), columns=(said("Who"), said("What")), lines=lines)
    laid_out = StatusPageLayouter().lay_out(page, 0, 900, CALM.metrics, button_of, high=600)
    wide, narrow = (row for row in laid_out.rows if row.key in ("a", "b"))
    assert wide.height < narrow.height
    assert all(element.rect.right() <= 900 for row in (wide, narrow) for element in row.elements)


@pytest.mark.parametrize("width", [300, 440, 900])
def test_a_long_text_is_read_to_its_end_with_its_paragraphs_and_others_are_cut(width: int) -> None:
    """The last word is on the page for a whole text of any shape; a button of its line is at the top, beside it."""
    long = "\n".join(f"{number} {'the guards look away until somebody shouts ' * 12}" for number in range(5))
    shapes = (f"{long} END", "x" * 3_000 + " END", "\n\n END \n", "\u202eEND")
    link = LinkButton(target="2d6", label=said("2d6"))
    for text in shapes:
        words = Message(key="encounter_pages.words", params={"words": text})
        shown, cut = (
            StatusPageLayouter().lay_out(
                StatusPage(
                    key="a",
                    title=said("Title"),
                    columns=(said("Who"), said("What")),
                    lines=(
                        StatusPageLine(
                            key="0",
                            cells=(
                                StatusPageCell(text=said("Notes")),
                                StatusPageCell(text=words, whole=whole, links=(link,)),
                            ),
                        ),
                    ),
                ),
                0,
                width,
                CALM.metrics,
                button_of,
                high=600,
            )
            for whole in (True, False)
        )
        lines = [line for row in shown.rows for part in row.elements for line in getattr(part, "lines", ())]
        assert any(line.endswith("END") for line in lines), text[:40]
        assert all("…" not in line for line in lines)
        assert all(row.height >= max((e.rect.bottom() for e in row.elements), default=0) - 1 for row in shown.rows)
        assert shown.height >= cut.height
        is_cut = any("…" in line for row in cut.rows for part in row.elements for line in getattr(part, "lines", ()))
        assert is_cut is (len(text) > 100)


def test_very_many_long_texts_are_laid_out_a_few_at_a_time_and_all_are_shown_to_their_end() -> None:
    text = "fog and rain " * 300 + "end"
    cells = StatusPageCell(text=said(text), whole=True)
    many = replace(
        status_page(0),
        lines=tuple(StatusPageLine(key=f"{n // 2}", cells=(cells, cells)) for n in range(20)),
        columns=(),
    )
    layouter, passes = StatusPageLayouter(), list[int]()
    laid = None
    while laid is None or not laid.is_complete:
        laid = layouter.lay_out(many, 0, 440, CALM.metrics, button_of, high=400)
        texts = [part for row in laid.rows for part in row.elements if isinstance(part, TextElement)]
        passes.append(sum("end" in " ".join(part.lines) for part in texts))
    assert passes == sorted(set(passes))
    assert passes[-1] == 40
    assert all(later - earlier <= 14 for earlier, later in pairwise([0, *passes])), "the window waits for a few only"


@pytest.mark.parametrize("high", [200, 900])
def test_lines_stay_where_they_are_when_a_button_above_them_is_pressed_and_goes(high: float) -> None:
    tick = (OfferButton(offer="tick"),)
    lines = [replace(line, buttons=tick) for line in status_page(4).lines]
    layouter = StatusPageLayouter()
    tops = set()
    for pressed in range(4):
        lines[:pressed] = status_page(pressed).lines
        shown = replace(status_page(4), lines=tuple(lines), buttons=())
        laid_out = layouter.lay_out(shown, 0, 440, CALM.metrics, button_of, high=high)
        tops.add(tuple(laid_out.tops))
    assert len(tops) == 1


def test_the_focus_never_goes_to_another_button_in_the_place_of_one_that_was_pressed_and_goes(qtbot: QtBot) -> None:
    def shown(*names: str) -> LaidOutStatusPage:
        buttons = tuple(OfferButton(offer=name) for name in names)
        lines = (replace(status_page(1).lines[0], buttons=buttons),)
        return StatusPageLayouter().lay_out(replace(status_page(1), lines=lines), 0, 440, CALM.metrics, button_of)

    widget = StatusPageWidget(hub())
    qtbot.addWidget(widget)
    widget.show_page(shown("search", "trigger", "remove"), CALM.metrics, "Traps")
    widget.focus_stop(next(at for at, stop in enumerate(widget.stops) if stop.name.endswith("trigger")))
    widget.show_page(shown("reset", "search", "trigger", "remove"), CALM.metrics, "Traps")
    assert widget.stop is not None
    assert widget.stop.name.endswith("trigger"), "it stays where the same button is now"
    widget.show_page(shown("reset", "hide", "remove"), CALM.metrics, "Traps")
    assert widget.stop is not None
    assert widget.stop.button is None, "Enter would remove the trap that was triggered"
