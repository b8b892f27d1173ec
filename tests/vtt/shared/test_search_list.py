from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from tests.patience import PATIENCE_MS
from tests.vtt.panels_stage import permuted, stage, words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.command_palette import CommandPalette
from vtt.panels.dice_roller import DiceRoller
from vtt.shared.lists.fuzzy_match import match, matches
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def window_of(qtbot: QtBot) -> QWidget:
    window = QWidget()
    QVBoxLayout(window).addWidget(QLineEdit())
    qtbot.addWidget(window)
    window.resize(1000, 700)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, PATIENCE_MS)
    return window


def palette_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str, window: QWidget) -> CommandPalette:
    palette = CommandPalette(campaign, viewer, hub, window)
    palette.open_over(window)
    return palette


def titles(palette: CommandPalette) -> list[str]:
    entries = [palette.search.model.entry(row) for row in range(palette.search.model.rowCount())]
    return [e.title for e in entries if e is not None]


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("refill", "Refill your hand", "Hold Tom's refills"),
        ("st tom", "Strike at Tom", "Roast Tommy"),
        ("rest", "Rest…", "Restore from a backup…"),
        ("rest", "Take a rest", "Restore from a backup…"),
        ("hea", "Hear the news", "Ahead of everybody"),
        ("cafe", "Café", "Cafeteria"),
    ],
)
def test_what_fits_better_comes_first(query: str, better: str, worse: str) -> None:
    good, bad = match(query, better), match(query, worse)
    assert good is not None
    assert bad is None or (good.fit, good.order) < (bad.fit, bad.order)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("xyz", "Undo"),
        ("undo", ""),
        ("punch", "Polearm: a pole, unwieldy in narrow chambers"),
        ("heart", "Block refills for Tobi"),
        ("grenade", "Keep the great raider near the dead end for the GM alone"),
        ("sits", "Undo: this is it"),
        ("d", "Undo"),
    ],
)
def test_letters_that_lie_apart_find_nothing(query: str, words: str) -> None:
    assert match(query, words) is None
    assert match(query, "Elsewhere", (words,)) is None


def test_nothing_sought_finds_everything_and_every_word_must_be_found() -> None:
    assert matches("", "Undo")
    assert matches("gm’s own", "GM's own screen")
    assert matches("throw gren", "Throw…", ("Frag grenade", "Knife"))
    assert not matches("throw spear", "Throw…", ("Frag grenade", "Knife"))
    assert not matches("nade", "Throw…", ("Frag grenade",)), "beside the title only beginnings count"


def test_a_list_says_by_what_it_found_something_and_that_it_found_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    found = SearchList(hub, "Search")
    qtbot.addWidget(found)
    found.set_entries(
        [ListEntry(title="Throw…", payload=1, beside=("Frag grenade",)), ListEntry(title="Wait", payload=2)]
    )
    found.show()
    found.field.setText("gren")
    entry = found.model.entry(0)
    assert entry is not None
    assert (entry.title, entry.detail) == ("Throw…", "Frag grenade")
    assert not found.nothing.isVisible()
    found.field.setText("grenadier")
    assert found.model.rowCount() == 0
    assert found.nothing.isVisible()
    assert "grenadier" in found.nothing.text()
    found.field.clear()
    assert not found.nothing.isVisible()
    assert found.model.rowCount() == 2


def test_what_reaches_far_is_never_first_nor_marked_by_letters_alone(qtbot: QtBot, hub: ThemeHub) -> None:
    found = SearchList(hub, "Search")
    qtbot.addWidget(found)
    taken: list[object] = []
    found.chosen.connect(taken.append)
    far = ListEntry(title="Restore from a backup…", payload="far", far_reaching=True)
    near = ListEntry(title="Forest path", payload="near", enabled=False)
    found.set_entries([far, near])
    found.field.setText("rest")
    first = found.model.entry(0)
    assert first is not None
    assert first.payload == "near"
    QTest.keyClick(found.field, Qt.Key.Key_Return)
    found.field.setText("resto")
    assert found.model.rowCount() == 1
    assert found.current() is None
    QTest.keyClick(found.field, Qt.Key.Key_Return)
    assert taken == [], "Enter takes nothing that somebody has not chosen"
    assert found.current() == "far", "but it answers: the entry is marked"
    QTest.keyClick(found.field, Qt.Key.Key_Return)
    assert taken == ["far"]
    found.field.setText("restore")
    assert found.current() == "far", "its whole word was typed"


def test_the_palette_runs_what_is_found(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage(many=3)
    window = window_of(qtbot)
    action = QAction("Full && &screen", window)
    action.setShortcut(QKeySequence("F11"))
    off = QAction("Not now", window)
    off.setEnabled(False)
    palette = palette_of(qtbot, hub, campaign, "gm", window)
    palette.set_actions([action, off])
    assert "Full & screen" in titles(palette)
    assert "Not now" not in titles(palette)
    field = palette.search.field

    def run(query: str) -> None:
        palette.open_over(window)
        QTest.keyClicks(field, query)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert not palette.isVisible()

    with qtbot.waitSignal(action.triggered):
        run("full screen")
    with qtbot.waitSignal(palette.offer_chosen) as chosen:
        run("story 2")
    assert chosen.args is not None
    assert chosen.args[0].name == "more_2"
    with qtbot.waitSignal(palette.actor_chosen) as actor:
        run("tara character")
    assert actor.args == ["tara"]
    with qtbot.waitSignal(palette.seat_chosen) as seat:
        run("ann co at the")
    assert seat.args == ["ann"]
    with qtbot.waitSignal(palette.card_chosen) as card:
        run("king of diamonds")
    assert card.args == ["hand:gm", 0]


def test_the_palette_knows_no_card_that_its_viewer_may_not(qtbot: QtBot, hub: ThemeHub) -> None:
    window = window_of(qtbot)
    told = []
    for campaign in (stage(), permuted(stage())):
        palette = palette_of(qtbot, hub, campaign, SHARED, window)
        assert "J♦" in titles(palette)
        told.append(words_in(palette))
        palette.set_viewer("tom")
        palette.set_viewer(SHARED)
        assert words_in(palette) == told[-1]
        palette.put_away()
        assert not titles(palette)
    assert told[0] == told[1]


def test_esc_and_a_click_beside_it_close_the_palette_and_give_the_focus_back(qtbot: QtBot, hub: ThemeHub) -> None:
    window = window_of(qtbot)
    line = window.findChild(QLineEdit)
    assert line is not None
    line.setFocus()
    palette = palette_of(qtbot, hub, stage(), SHARED, window)
    QTest.keyClick(palette.search.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert QApplication.focusWidget() is line
    palette.open_over(window)
    overlay = palette.parentWidget()
    assert overlay is not None
    QTest.mouseClick(overlay, Qt.MouseButton.LeftButton, pos=overlay.rect().bottomLeft())
    assert not palette.isVisible()


def test_real_dice_are_typed_in_and_their_fields_advance_by_themselves(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    window = window_of(qtbot)
    box = DiceRoller(campaign, SHARED, hub, window)
    box.open_over(window, "tom")
    box.notation.setText("3d20+1")
    box.real.setFocus()
    box.real.click()
    assert len(box.faces) == 3
    qtbot.waitUntil(box.faces[0].hasFocus)
    QTest.keyClicks(box.faces[0], "7")  # no face of a d20 begins with 7 but 7
    assert QApplication.focusWidget() is box.faces[1]
    QTest.keyClicks(box.faces[1], "1")  # it could become 10 to 19
    assert QApplication.focusWidget() is box.faces[1]
    QTest.keyClicks(box.faces[1], "9")
    assert QApplication.focusWidget() is box.faces[2]
    QTest.keyClick(box.faces[2], Qt.Key.Key_Backspace)
    assert QApplication.focusWidget() is box.faces[1]
    box.faces[2].setFocus()
    assert not box.roll()
    assert campaign.position == 0
    QTest.keyClicks(box.faces[2], "0")
    assert QApplication.focusWidget() is box.throw
    box.throw.click()
    params = campaign.viewer_campaign(SHARED).log()[0].message.params
    assert (params["faces"], params["total"], params["seat"]) == ([7, 19, 20], 47, "Tom")
    assert "47" in box.result.text()


def test_dice_are_thrown_and_wrong_ones_are_explained(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    window = window_of(qtbot)
    box = DiceRoller(campaign, SHARED, hub, window)
    box.open_over(window)
    box.notation.setText("many")
    assert not box.roll()
    assert "many" in box.result.text()
    box.notation.setText("2d6")
    assert box.roll()
    assert campaign.position == 1
    box.put_away()
    assert not box.isVisible()


def test_dice_of_several_kinds_are_thrown_together(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    window = window_of(qtbot)
    box = DiceRoller(campaign, SHARED, hub, window)
    box.open_over(window, "tom")
    box.notation.setText("1d8+1d2-1d4+3")
    box.real.click()
    assert [field.sides for field in box.faces] == [8, 2, 4]
    for field, face in zip(box.faces, "524", strict=True):
        field.setText(face)
    assert box.roll(), box.result.text()
    params = campaign.viewer_campaign(SHARED).log()[0].message.params
    assert (params["faces"], params["total"]) == ([5, 2, 4], 5 + 2 - 4 + 3)
    box.real.click()
    box.notation.setText("1d8+1d2")
    assert box.roll(), box.result.text()
    thrown = campaign.viewer_campaign(SHARED).log()[-1].message.params
    assert thrown["dice"] == "1d8+1d2"
    assert thrown["total"] in range(2, 11)


@pytest.mark.parametrize(
    ("start", "end", "read", "taken"),
    [("odds", "odds", ["b"], []), ("odds", "title", [], []), ("title", "odds", [], ["b"]), ("above", "odds", [], [])],
)
def test_only_a_click_that_begins_and_ends_on_odds_reads_them(
    qtbot: QtBot, hub: ThemeHub, start: str, end: str, read: list[str], taken: list[str]
) -> None:
    search = SearchList(hub, "Search")
    qtbot.addWidget(search)
    search.resize(400, 300)
    search.set_entries([ListEntry(payload="a", title="Above"), ListEntry(payload="b", title="Roll", odds="68 %")])
    search.show()
    told: dict[str, list[object]] = {"read": [], "taken": []}
    search.odds_wanted.connect(told["read"].append)
    search.chosen.connect(told["taken"].append)
    above, place = (search.list.visualRect(search.model.index(row)) for row in (0, 1))
    odds = QPoint(place.right() - hub.theme.metrics.pad_m - 4, place.center().y())
    points = {"odds": odds, "title": place.center(), "above": above.center()}
    port, left = search.list.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, pos=points[start])
    QTest.mouseRelease(port, left, pos=points[end])
    assert told == {"read": read, "taken": taken}
    QTest.mouseDClick(port, left, pos=odds)
    QTest.mouseRelease(port, left, pos=odds)
    assert told["taken"] == taken, "a double click does nothing either"
