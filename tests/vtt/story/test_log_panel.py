from __future__ import annotations

import gc
import operator
import random
import time
from collections.abc import Callable, Iterator
from errno import ENOSPC
from pathlib import Path
from unittest.mock import patch

import platformdirs
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from engine.core.history import LogLine
from engine.core.manual_moves import EditSeat, MoveCards, Say
from engine.model.seats import SHARED
from tests.on_screen import put_up
from tests.vtt.panels_stage import Try, permuted, roll, stage, words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.story.log_export import StoryFormat
from vtt.story.log_line_delegate import LogLineDelegate
from vtt.story.log_model import OPEN_ROLE, LogModel
from vtt.story.log_panel import LogPanel
from vtt.story.story_room import StoryRoom
from vtt.widgets.look.stylesheet import stylesheet
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.message_dialog import MessageDialog
from vtt.widgets.model_index import Index


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def shown(model: LogModel) -> list[object]:
    return [model.line(row) for row in range(model.rowCount())]


def panel_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str = SHARED) -> LogPanel:
    panel = LogPanel(campaign, viewer, hub)
    qtbot.addWidget(panel)
    panel.resize(380, 500)
    put_up(panel)
    return panel


@pytest.mark.parametrize("seed", range(6))
def test_what_is_taken_in_bit_by_bit_is_what_a_fresh_reading_gives(qapp: QApplication, seed: int) -> None:
    chance = random.Random(seed)
    campaign = stage()
    models = {viewer: LogModel(campaign, viewer) for viewer in (SHARED, "gm", "tom", "ann")}
    for _ in range(120):
        match chance.randrange(7):
            case 0 | 1:
                roll(campaign, chance.randrange(1, 4))
            case 2:
                campaign.log_look(chance.choice(("Tom", "Ann")))
            case 3:
                campaign.go_to(chance.randrange(campaign.position + 1), consent=True)
            case 4:
                campaign.redo()
            case 5:
                source, target = chance.sample(("hand:gm", "hand:tom", "hand:ann", "deck"), 2)
                campaign.submit(MoveCards(seat="gm", cards=(f"{source}#0",), target=target))
            case _:
                campaign.undo(consent=True)
        for viewer, model in models.items():
            fresh = LogModel(campaign, viewer)
            assert shown(model) == shown(fresh), viewer
            assert list(model.lines) == list(campaign.viewer_campaign(viewer).log()), viewer
    for viewer, model in models.items():
        other = SHARED if viewer != SHARED else "gm"
        model.set_viewer(other)
        assert list(model.lines) == list(campaign.viewer_campaign(other).log())


def test_looks_of_one_seat_in_a_row_are_one_line_also_if_something_secret_is_done_between(qapp: QApplication) -> None:
    campaign = stage()

    def looks(viewer: str, *names: str) -> int:
        for name in names:
            campaign.log_look(name)
        return len([line for line in LogModel(campaign, viewer).lines if line.message.plain_key == "log.looked"])

    assert looks(SHARED, "Tom", "Tom") == 1
    assert looks(SHARED, "Ann", "Tom", "Tom") == 3
    campaign.submit(Say(seat="ann", text="a secret", private=True))
    assert looks(SHARED, "Tom") == 3
    assert looks("ann") == 4, "she wrote something between them"
    roll(campaign, 1)
    assert looks(SHARED, "Tom") == 4


@pytest.fixture
def collector_rests() -> Iterator[None]:
    """Let no garbage of other tests be collected meanwhile; in the program that is done between events."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("collector_rests")
def test_ten_thousand_lines_never_hold_up_the_window(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 10_000)
    panel = panel_of(qtbot, hub, campaign)
    took = []
    acts: tuple[Callable[[], None], ...] = (
        lambda: roll(campaign, 1),
        lambda: campaign.undo(consent=True),
        campaign.redo,
        lambda: panel.resize(420, 500),
    )
    for act in acts:
        start = time.thread_time()
        act()
        QApplication.processEvents()
        took.append(time.thread_time() - start)
    panel.search.setText("= 12")
    while panel.model.searching:
        start = time.thread_time()
        QApplication.processEvents()
        took.append(time.thread_time() - start)
    assert 0 < panel.model.rowCount() < 10_000
    assert max(took) < 0.05


def test_the_list_stays_at_its_end_until_somebody_scrolls_away(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 60)
    panel = panel_of(qtbot, hub, campaign)
    bar = panel.list.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    roll(campaign, 5)
    assert bar.value() == bar.maximum()
    bar.setValue(3)
    roll(campaign, 60)
    assert bar.value() == 3
    came = panel.model.index(90)
    panel.list.scrollTo(came)
    assert not panel.list.visualRect(came).isEmpty(), "also a line that has just come can be scrolled to"


def test_a_search_finds_words_rules_and_people(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 5)
    campaign.submit(Try(seat="tom", cards=("8H",), target="orc"))
    campaign.submit(Say(seat="ann", text="Élan at the cellar door"))
    panel = panel_of(qtbot, hub, campaign)
    for query, count in (("elan DOOR", 1), ("TI-TRY-1", 1), ("nowhere", 0), ("", 7)):
        panel.search.setText(query)
        qtbot.waitUntil(lambda: not panel.model.searching)
        assert panel.model.rowCount() == count, query
    panel.person.setCurrentIndex(panel.person.findText("Ann <b>&co</b>"))
    assert panel.model.rowCount() == 1
    campaign.submit(Say(seat="ann", text="And in."))
    qtbot.waitUntil(lambda: panel.model.rowCount() == 2)


def test_escape_ends_the_search_and_shows_the_newest_line_again(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    for number in range(40):
        campaign.submit(Say(seat="ann", text=f"Word {number}"))
    panel = panel_of(qtbot, hub, campaign)
    panel.search.setFocus()
    QTest.keyClicks(panel.search, "word 7")
    qtbot.waitUntil(lambda: not panel.model.searching and panel.model.rowCount() == 1)
    campaign.submit(Say(seat="ann", text="And in."))
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not panel.model.searching and panel.model.rowCount() == 41)
    assert not panel.search.text()
    qtbot.waitUntil(lambda: not panel.list.visualRect(panel.model.index(40)).isEmpty())


def test_from_a_line_one_can_go_back_and_open_the_reckoning(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 2)
    campaign.submit(Try(seat="tom", cards=("8H",), target="orc"))
    roll(campaign, 2)
    panel = panel_of(qtbot, hub, campaign)
    panel.list.setCurrentIndex(panel.model.index(2))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    told = panel.model.data(panel.model.index(2), int(Qt.ItemDataRole.AccessibleTextRole))
    assert "ten in all" in str(told)
    with qtbot.waitSignal(panel.undo_to) as wanted:
        panel.undo_button.click()
    assert wanted.args == [3]
    campaign.go_to(3, consent=True)
    assert len(panel.model.lines) == 4  # and a line that says that something seen was undone
    panel.list.setCurrentIndex(panel.model.index(2))
    assert not panel.undo_button.isEnabled()
    panel.copy_line()
    assert QApplication.clipboard().text() == panel.model.words(2)


def test_a_line_without_end_is_cut_and_read_in_full_on_demand(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    words = "x" * 200 + " and so on" * 1000
    campaign.submit(Say(seat="tom", text=words))
    panel = panel_of(qtbot, hub, campaign)
    index = panel.model.index(0)
    assert panel.list.visualRect(index).height() < panel.list.viewport().height() / 2
    panel.list.setCurrentIndex(index)
    shut = panel.list.visualRect(index).height()
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert panel.list.visualRect(index).height() > shut
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    panel.copy_line()
    assert QApplication.clipboard().text() == f"Tom: {words}"
    panel.read_whole()
    dialogue = panel.window().findChild(MessageDialog)
    assert dialogue is not None
    whole = dialogue.findChild(QPlainTextEdit)
    assert whole is not None
    assert whole.toPlainText() == f"Tom: {words}"
    panel.set_viewer("ann")
    assert not dialogue.isVisible(), "what one viewer reads is gone when another looks"


def test_a_private_line_is_written_in_dots_on_the_common_screen(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = StoryRoom(campaign, SHARED, hub)
    qtbot.addWidget(room)
    room.show()
    room.private.click()
    QTest.keyClicks(room.line, "The lantern is a trap")
    assert room.line.echoMode() is QLineEdit.EchoMode.Password
    assert "lantern" not in room.line.displayText()
    room.write.click()
    assert not any("lantern" in str(line.message.params) for line in campaign.viewer_campaign(SHARED).log())
    assert any("lantern" in str(line.message.params) for line in campaign.viewer_campaign("gm").log())
    room.set_viewer("gm")
    room.private.click()
    assert room.line.echoMode() is QLineEdit.EchoMode.Normal
    QTest.keyClicks(room.line, "half a thought")
    room.set_viewer(SHARED)
    assert room.line.text() == ""


def test_a_story_taken_home_holds_what_its_viewer_may_read_and_no_markup(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    campaign = stage()
    campaign.submit(EditSeat(seat="gm", id="tom", name="<img src=x onerror=1> *Tom*"))
    campaign.submit(Say(seat="tom", text="Hello\n# no heading"))
    campaign.submit(MoveCards(seat="gm", cards=("KD",), target="hand:tom"))
    panel, path = panel_of(qtbot, hub, campaign), tmp_path / "story.txt"
    for viewer, knows in ((SHARED, False), ("ann", False), ("tom", True), ("gm", True)):
        panel.set_viewer(viewer)
        for form in StoryFormat:
            path = tmp_path / f"{viewer}.{form.value}"
            assert panel.export_to(path)
            story = path.read_text(encoding="utf-8")
            assert ("K♦" in story) is knows, (viewer, form)
            assert "\n# no" not in story
            if form is StoryFormat.PAGE:
                assert "<img" not in story
            if form is StoryFormat.MARKDOWN:
                assert "*Tom*" not in story.replace("\\*", "")
    path.write_text("precious")
    with patch("vtt.system.atomic_files.put_in_place", side_effect=OSError(ENOSPC, "No space left on device")):
        assert not panel.export_to(path)
    assert panel.said.property("role") == "danger"
    assert "the disk is full" in panel.said.text()
    assert path.read_text() == "precious"


def test_the_room_of_the_story_tells_the_shared_screen_no_secret(qtbot: QtBot, hub: ThemeHub) -> None:
    told = []
    for campaign in (stage(), permuted(stage())):
        campaign.submit(MoveCards(seat="gm", cards=("hand:gm#0",), target="hand:tom"))
        room = StoryRoom(campaign, "gm", hub)
        qtbot.addWidget(room)
        room.show()
        room.set_viewer(SHARED)
        told.append(words_in(room))
    assert told[0] == told[1]


def test_a_line_can_be_written_into_the_story(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = StoryRoom(campaign, SHARED, hub)
    qtbot.addWidget(room)
    room.show()
    QTest.keyClicks(room.line, "Rain over the wells")
    QTest.keyClick(room.line, Qt.Key.Key_Return)
    assert room.log.model.words(0) == "Ada: Rain over the wells"
    assert room.line.text() == ""


def test_rule_numbers_are_shown_on_request(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.submit(Try(seat="tom", cards=("8H",), target="orc"))
    panel = panel_of(qtbot, hub, campaign)
    index = panel.model.index(0)
    delegate = panel.list.itemDelegate()
    assert isinstance(delegate, LogLineDelegate)

    def tags() -> list[str]:
        return [rule for _, rule in delegate.parts(index, panel.list.visualRect(index))[1]]

    def spoken() -> str:
        return str(panel.model.data(index, int(Qt.ItemDataRole.AccessibleTextRole)))

    assert tags() == []
    assert "TI-TRY-1" not in spoken()
    panel.model.toggle(0)
    assert tags() == ["TI-TRY-1"]
    assert "TI-TRY-1" in spoken()
    panel.model.toggle(0)
    assert tags() == []
    hub.set_theme(Theme(rule_numbers=True))
    assert tags() == ["TI-TRY-1"]
    assert "TI-TRY-1" in spoken()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_signs_beside_a_line_stay_in_it_and_off_its_words(qtbot: QtBot, scale: float) -> None:
    """A line that is private and can be opened has two signs; the second one used to lie over the next line."""
    hub = ThemeHub(Theme(scale=scale))
    campaign = stage()
    campaign.submit(Say(seat="tom", text="A private thought " * 40, private=True))
    campaign.submit(Say(seat="tom", text="Short.", private=True))
    campaign.submit(Try(seat="tom", cards=("8H",), target="orc"))
    panel = panel_of(qtbot, hub, campaign, "tom")
    delegate = panel.list.itemDelegate()
    assert isinstance(delegate, LogLineDelegate)
    counts = []
    for row in range(panel.model.rowCount()):
        index = panel.model.index(row)
        rect = panel.list.visualRect(index)
        signs = [where for where, _ in delegate.signs(index, rect, is_near=True)]
        counts.append(len(signs))
        assert all(rect.contains(where) for where in signs)
        assert not any(where.intersects(other) for where in signs for other in signs if other is not where)
        said = delegate.parts(index, rect)[0]
        assert not any(where.intersects(said) for where in signs)
    assert counts[0] == 2
    assert counts[1] == 1


def test_what_is_undone_waits_at_the_end_and_is_redone_to_a_moment(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 12)
    panel = panel_of(qtbot, hub, campaign)
    panel.undo_to.connect(campaign.go_to)
    campaign.undo(consent=True)
    (step,) = (line for line in shown(panel.model) if isinstance(line, LogLine) and line.undone)
    assert step.entry == 12, "a single step needs no heading"
    assert panel.list.currentIndex().row() == panel.model.present()
    roll(campaign, 1)
    assert not panel.list.currentIndex().isValid(), "the story goes on, and nobody has chosen that line"
    campaign.go_to(3, consent=True)
    heading = panel.model.rowCount() - 1
    assert panel.model.words(heading) == "9 moves can be redone"
    assert not any(line.undone for line in panel.model.lines), "it is no part of what stands"
    index = panel.model.index(heading)
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualRect(index).center())
    assert panel.model.rowCount() == heading + 10
    panel.list.setCurrentIndex(panel.model.index(heading + 4))
    assert panel.undo_button.accessibleName() == "Redo to here"
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert campaign.position == 7
    assert panel.list.currentIndex().row() == panel.model.present(), "it shows where the story is now"
    panel.list.setCurrentIndex(panel.model.index(panel.model.rowCount() - 2))
    panel.undo_button.click()
    assert campaign.position == 11
    panel.list.setCurrentIndex(panel.model.index(0))
    panel.undo_button.click()
    assert campaign.position == 1
    panel.model.toggle(panel.model.rowCount() - 1)
    last = panel.model.index(panel.model.rowCount() - 1)
    panel.list.scrollTo(last)
    there = panel.list.visualRect(last).center()
    QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=there)
    QTest.mouseRelease(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=there)
    rows = range(panel.model.rowCount())
    assert not any(panel.model.index(row).data(OPEN_ROLE) for row in rows), "the same click opens no line"
    assert campaign.position == 12
    assert not any(line.undone for line in shown(panel.model) if isinstance(line, LogLine))
    campaign.go_to(5, consent=True)
    roll(campaign, 1)
    assert not campaign.undone(), "what waited is gone with something new"
    assert panel.model.rowCount() == len(campaign.viewer_campaign(SHARED).log())


def test_the_story_is_offered_for_the_documents_with_a_name(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path)
    campaign = stage()
    panel = panel_of(qtbot, hub, campaign)
    panel.ask_export()
    (dialog,) = panel.window().findChildren(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert [Path(name) for name in dialog.selectedFiles()] == [tmp_path / "Log.txt"]
    dialog.reject()


@pytest.mark.parametrize("seed", range(4))
def test_lines_that_are_moved_on_the_screen_look_as_if_drawn_anew(qtbot: QtBot, hub: ThemeHub, seed: int) -> None:
    chance = random.Random(seed)
    campaign = stage()
    roll(campaign, chance.choice((2, 60)))
    panel = panel_of(qtbot, hub, campaign)
    panel.setStyleSheet(stylesheet(hub.theme.look, hub.theme.colours, hub.theme.metrics))  # with round corners
    bar, lines = panel.list.verticalScrollBar(), panel.list.viewport()
    acts: tuple[Callable[[], object], ...] = (
        lambda: roll(campaign, chance.randrange(1, 4)),
        lambda: campaign.submit(Say(seat="ann", text="Into the cellar, where nothing is as it was before. " * 3)),
        lambda: campaign.undo(consent=True),
        lambda: campaign.go_to(chance.randrange(campaign.position + 1), consent=True),
        campaign.redo,
        lambda: bar.setValue(chance.randrange(bar.maximum() + 1)),
        panel.list.to_end,
        lambda: QTest.mouseMove(lines, QPoint(40, chance.randrange(lines.height()))),
        lambda: QTest.mouseClick(lines, Qt.MouseButton.LeftButton, pos=QPoint(40, chance.randrange(lines.height()))),
        lambda: panel.set_viewer(chance.choice((SHARED, "gm", "tom", "ann"))),
        lambda: panel.search.setText(chance.choice(("", "cellar"))),
        lambda: panel.resize(380, chance.choice((300, 400))),
    )
    for _ in range(60):
        for act in chance.choices(acts, k=chance.randrange(1, 4)):
            act()
            if chance.randrange(2):
                lines.update(0, chance.randrange(lines.height()), 90, 30)  # another window went over a part of it
        qtbot.waitUntil(lambda: not panel.model.searching)
        qtbot.waitUntil(lambda: operator.eq(*on_the_screen_and_anew(panel.list)))


def test_an_undo_draws_few_lines_anew_although_another_is_chosen(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 60)
    panel = panel_of(qtbot, hub, campaign)
    panel.resize(380, 800)
    drawn, paint = list[int](), LogLineDelegate.paint

    def settled() -> bool:
        return not panel.list._is_changed and operator.eq(*on_the_screen_and_anew(panel.list))

    def count(delegate: LogLineDelegate, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        drawn.append(index.row())
        paint(delegate, painter, option, index)

    campaign.undo(consent=True)
    qtbot.waitUntil(settled)
    for _ in range(3):
        drawn.clear()
        with patch.object(LogLineDelegate, "paint", count):
            campaign.undo(consent=True)
            qtbot.waitUntil(lambda: not panel.list._is_changed)
            qtbot.wait(20)
        assert len(panel.list._drawn) > 24
        assert len(drawn) < 10, "what was undone, is or was chosen or under the pointer, or lies at a corner"
        qtbot.waitUntil(settled)


def test_while_an_undo_takes_lines_away_nobody_asks_what_a_line_calls_for(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 6)
    panel = panel_of(qtbot, hub, campaign)
    campaign.undo(consent=True)
    marked = panel.list.currentIndex().row()
    standing, rows = LogModel.standing, list[int]()

    def asked(model: LogModel, row: int) -> tuple[frozenset[str], frozenset[str]]:
        rows.append(row)
        return standing(model, row)

    with patch.object(LogModel, "standing", asked):
        campaign.undo(consent=True)
    assert 0 < marked != panel.list.currentIndex().row()
    assert rows[-1] == panel.list.currentIndex().row()
    assert len(rows) <= 3, "before, without the lines, and with the line that is marked now"


def on_the_screen_and_anew(widget: QWidget) -> tuple[QImage, QImage]:
    """Return what the screen shows of a widget, and what it would show if the window were drawn anew."""
    window = widget.window()
    anew = window.grab().toImage()
    shown = window.screen().grabWindow(window.winId()).toImage().convertToFormat(anew.format())
    dots = anew.devicePixelRatio()
    place = QRect(widget.mapTo(window, QPoint(0, 0)) * dots, widget.size() * dots)
    return shown.copy(place), anew.copy(place)


def test_only_what_came_since_the_throw_is_held_back_also_in_a_search(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    roll(campaign, 3)
    panel = panel_of(qtbot, hub, campaign)
    list_view, model = panel.list, panel.list._log

    def drawn() -> list[int]:
        lines = [model.line(line.row) for line in list_view._lines()]
        return [line.entry for line in lines if line is not None]

    before = drawn()
    roll(campaign, 1)
    list_view.hold_news(True)
    assert drawn() == before
    campaign.submit(Say(seat="ann", text="Meanwhile 2d6"))
    assert drawn() == before, "another command brings nothing to light"
    model.set_search("2d6")
    qtbot.waitUntil(lambda: not model.searching)
    assert set(drawn()) == set(before) - {0}, "what was found before the throw stays"
    model.set_search("")
    assert drawn() == before
    list_view.hold_news(False)
    assert drawn()[-2:] == [4, 5]
