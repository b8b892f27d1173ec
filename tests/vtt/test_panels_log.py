from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from engine.play.moves import EditSeat, MoveCards, Say
from engine.play.sight import SHARED
from engine.play.timeline import LogLine
from tests.on_screen import put_up
from tests.vtt.panels_stage import Try, permuted, roll, stage, words_in
from vtt.panels.log import LogPanel
from vtt.panels.log_export import StoryForm
from vtt.panels.log_line import LogDelegate
from vtt.panels.log_model import OPEN_ROLE, LogModel
from vtt.panels.story import StoryRoom
from vtt.session import Session
from vtt.widgets.dialogue import Dialogue
from vtt.widgets.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def shown(model: LogModel) -> list[object]:
    return [model.line(row) for row in range(model.rowCount())]


def panel_of(qtbot: QtBot, hub: ThemeHub, session: Session, viewer: str = SHARED) -> LogPanel:
    panel = LogPanel(session, viewer, hub)
    qtbot.addWidget(panel)
    panel.resize(380, 500)
    put_up(panel)
    return panel


@pytest.mark.parametrize("seed", range(6))
def test_what_is_taken_in_bit_by_bit_is_what_a_fresh_reading_gives(qapp: QApplication, seed: int) -> None:
    chance = random.Random(seed)
    session = stage()
    models = {viewer: LogModel(session, viewer) for viewer in (SHARED, "gm", "tom", "ann")}
    for _ in range(120):
        match chance.randrange(7):
            case 0 | 1:
                roll(session, chance.randrange(1, 4))
            case 2:
                session.looked(chance.choice(("Tom", "Ann")))
            case 3:
                session.go_to(chance.randrange(session.position + 1))
            case 4:
                session.redo()
            case 5:
                source, target = chance.sample(("hand:gm", "hand:tom", "hand:ann", "deck"), 2)
                session.submit(MoveCards(seat="gm", cards=(f"{source}#0",), target=target))
            case _:
                session.undo()
        for viewer, model in models.items():
            fresh = LogModel(session, viewer)
            assert shown(model) == shown(fresh), viewer
            assert list(model.lines) == list(session.lens(viewer).log()), viewer
    for viewer, model in models.items():
        other = SHARED if viewer != SHARED else "gm"
        model.set_viewer(other)
        assert list(model.lines) == list(session.lens(other).log())


def test_ten_thousand_lines_never_hold_up_the_window(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    roll(session, 10_000)
    panel = panel_of(qtbot, hub, session)
    took = []
    acts: tuple[Callable[[], None], ...] = (
        lambda: roll(session, 1),
        session.undo,
        session.redo,
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
    session = stage()
    roll(session, 60)
    panel = panel_of(qtbot, hub, session)
    bar = panel.list.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    roll(session, 5)
    assert bar.value() == bar.maximum()
    bar.setValue(3)
    roll(session, 5)
    assert bar.value() == 3


def test_a_search_finds_words_rules_and_people(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    roll(session, 5)
    session.submit(Try(seat="tom", cards=("8H",), target="orc"))
    session.submit(Say(seat="ann", text="Élan at the cellar door"))
    panel = panel_of(qtbot, hub, session)
    for query, count in (("elan DOOR", 1), ("TI-TRY-1", 1), ("nowhere", 0), ("", 7)):
        panel.search.setText(query)
        qtbot.waitUntil(lambda: not panel.model.searching)
        assert panel.model.rowCount() == count, query
    panel.person.setCurrentIndex(panel.person.findText("Ann <b>&co</b>"))
    assert panel.model.rowCount() == 1
    session.submit(Say(seat="ann", text="And in."))
    qtbot.waitUntil(lambda: panel.model.rowCount() == 2)


def test_from_a_line_one_can_go_back_and_open_the_reckoning(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    roll(session, 2)
    session.submit(Try(seat="tom", cards=("8H",), target="orc"))
    roll(session, 2)
    panel = panel_of(qtbot, hub, session)
    panel.list.setCurrentIndex(panel.model.index(2))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    told = panel.model.data(panel.model.index(2), int(Qt.ItemDataRole.AccessibleTextRole))
    assert "ten in all" in str(told)
    with qtbot.waitSignal(panel.undo_to) as wanted:
        panel.undo_button.click()
    assert wanted.args == [3]
    session.go_to(3)
    assert len(panel.model.lines) == 4  # and a line that says that something seen was undone
    panel.list.setCurrentIndex(panel.model.index(2))
    assert not panel.undo_button.isEnabled()
    panel.copy_line()
    assert QApplication.clipboard().text() == panel.model.words(2)


def test_a_line_without_end_is_cut_and_read_in_full_on_demand(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    words = "x" * 200 + " and so on" * 1000
    session.submit(Say(seat="tom", text=words))
    panel = panel_of(qtbot, hub, session)
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
    dialogue = panel.window().findChild(Dialogue)
    assert dialogue is not None
    whole = dialogue.findChild(QPlainTextEdit)
    assert whole is not None
    assert whole.toPlainText() == f"Tom: {words}"
    panel.set_viewer("ann")
    assert not dialogue.isVisible(), "what one viewer reads is gone when another looks"


def test_a_private_line_is_written_in_dots_on_the_common_screen(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = StoryRoom(session, SHARED, hub)
    qtbot.addWidget(room)
    room.show()
    room.private.click()
    QTest.keyClicks(room.line, "The lantern is a trap")
    assert room.line.echoMode() is QLineEdit.EchoMode.Password
    assert "lantern" not in room.line.displayText()
    room.write.click()
    assert not any("lantern" in str(line.message.params) for line in session.lens(SHARED).log())
    assert any("lantern" in str(line.message.params) for line in session.lens("gm").log())
    room.set_viewer("gm")
    room.private.click()
    assert room.line.echoMode() is QLineEdit.EchoMode.Normal
    QTest.keyClicks(room.line, "half a thought")
    room.set_viewer(SHARED)
    assert room.line.text() == ""


def test_a_story_taken_home_holds_what_its_viewer_may_read_and_no_markup(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    session = stage()
    session.submit(EditSeat(seat="gm", id="tom", name="<img src=x onerror=1> *Tom*"))
    session.submit(Say(seat="tom", text="Hello\n# no heading"))
    session.submit(MoveCards(seat="gm", cards=("KD",), target="hand:tom"))
    panel = panel_of(qtbot, hub, session)
    for viewer, knows in ((SHARED, False), ("ann", False), ("tom", True), ("gm", True)):
        panel.set_viewer(viewer)
        for form in StoryForm:
            path = tmp_path / f"{viewer}.{form.value}"
            assert panel.export_to(path)
            story = path.read_text(encoding="utf-8")
            assert ("K♦" in story) is knows, (viewer, form)
            assert "\n# no" not in story
            if form is StoryForm.PAGE:
                assert "<img" not in story
            if form is StoryForm.MARKDOWN:
                assert "*Tom*" not in story.replace("\\*", "")
    assert not panel.export_to(tmp_path / "nowhere" / "story.txt")
    assert panel.said.property("role") == "danger"


def test_the_room_of_the_story_tells_the_shared_screen_no_secret(qtbot: QtBot, hub: ThemeHub) -> None:
    told = []
    for session in (stage(), permuted(stage())):
        session.submit(MoveCards(seat="gm", cards=("hand:gm#0",), target="hand:tom"))
        room = StoryRoom(session, "gm", hub)
        qtbot.addWidget(room)
        room.show()
        room.set_viewer(SHARED)
        told.append(words_in(room))
    assert told[0] == told[1]


def test_a_line_can_be_written_into_the_story(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = StoryRoom(session, SHARED, hub)
    qtbot.addWidget(room)
    room.show()
    QTest.keyClicks(room.line, "Rain over the wells")
    QTest.keyClick(room.line, Qt.Key.Key_Return)
    assert room.log.model.words(0) == "Ada: Rain over the wells"
    assert room.line.text() == ""


def test_rule_numbers_are_shown_on_request(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    session.submit(Try(seat="tom", cards=("8H",), target="orc"))
    panel = panel_of(qtbot, hub, session)
    index = panel.model.index(0)
    delegate = panel.list.itemDelegate()
    assert isinstance(delegate, LogDelegate)

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
    session = stage()
    session.submit(Say(seat="tom", text="A private thought " * 40, private=True))
    session.submit(Say(seat="tom", text="Short.", private=True))
    session.submit(Try(seat="tom", cards=("8H",), target="orc"))
    panel = panel_of(qtbot, hub, session, "tom")
    delegate = panel.list.itemDelegate()
    assert isinstance(delegate, LogDelegate)
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
    session = stage()
    roll(session, 12)
    panel = panel_of(qtbot, hub, session)
    panel.undo_to.connect(session.go_to)
    session.undo()
    (step,) = (line for line in shown(panel.model) if isinstance(line, LogLine) and line.undone)
    assert step.entry == 12, "a single step needs no heading"
    session.go_to(3)
    heading = panel.model.rowCount() - 1
    assert panel.model.words(heading) == "9 steps can be redone"
    assert not any(line.undone for line in panel.model.lines), "it is no part of what stands"
    index = panel.model.index(heading)
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualRect(index).center())
    assert panel.model.rowCount() == heading + 10
    panel.list.setCurrentIndex(panel.model.index(heading + 4))
    assert panel.undo_button.accessibleName() == "Redo to here"
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert session.position == 7
    assert panel.list.currentIndex().row() == panel.model.present(), "it shows where the story is now"
    panel.list.setCurrentIndex(panel.model.index(panel.model.rowCount() - 2))
    panel.undo_button.click()
    assert session.position == 11
    panel.list.setCurrentIndex(panel.model.index(0))
    panel.undo_button.click()
    assert session.position == 1
    panel.model.toggle(panel.model.rowCount() - 1)
    last = panel.model.index(panel.model.rowCount() - 1)
    panel.list.scrollTo(last)
    there = panel.list.visualRect(last).center()
    QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=there)
    QTest.mouseRelease(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=there)
    rows = range(panel.model.rowCount())
    assert not any(panel.model.index(row).data(OPEN_ROLE) for row in rows), "the same click opens no line"
    assert session.position == 12
    assert not any(line.undone for line in shown(panel.model) if isinstance(line, LogLine))
    session.go_to(5)
    roll(session, 1)
    assert not session.undone(), "what waited is gone with something new"
    assert panel.model.rowCount() == len(session.lens(SHARED).log())


def test_the_story_is_offered_for_the_documents_with_a_name(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path)
    session = stage()
    panel = panel_of(qtbot, hub, session)
    panel.ask_export()
    (dialog,) = panel.window().findChildren(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert [Path(name) for name in dialog.selectedFiles()] == [tmp_path / "The story so far.txt"]
    dialog.reject()
