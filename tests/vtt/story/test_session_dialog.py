"""The steps of a session, its chapter in the log, and its recap, in the window."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor, Say
from engine.kit.sessions.recap_text import recap_markdown
from engine.kit.sessions.session_records import running_session, sessions_in
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED
from tests.on_screen import put_up
from tests.vtt.panels_stage import roll, stage
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.campaign import open_campaign
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.offers.offer_tile import offer_words
from vtt.story.kept_recaps import LONGEST_KEPT, KeptRecaps
from vtt.story.log_model import CHAPTER_ROLE, LogModel
from vtt.story.log_panel import LogPanel
from vtt.story.recap_dialog import RECAP, RecapDialog
from vtt.story.session_dialog import END, LAST, RESTS, START, SessionDialog, SessionSteps
from vtt.story.session_dialog import RECAP as RECAP_STEP
from vtt.story.session_recaps import SessionRecap, SessionRecaps
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.message_dialog import MessageDialog


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    put_up(window)
    return window


def steps_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, window: QWidget, viewer: str = "gm") -> SessionSteps:
    dialog = SessionDialog(campaign, viewer, hub, window)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.steps._last is not None)
    return dialog.steps


def start(campaign: OpenCampaign, **fields: object) -> None:
    assert campaign.submit(campaign.game.commands["start_session"](seat="gm", **fields))  # type: ignore[call-arg]


def end(campaign: OpenCampaign) -> None:
    assert campaign.submit(campaign.game.commands["end_session"](seat="gm"))  # type: ignore[call-arg]


def recap(qtbot: QtBot, campaign: OpenCampaign, viewer: str = SHARED, session: str | None = "") -> SessionRecap:
    made: list[SessionRecap] = []
    owner = QWidget()
    qtbot.addWidget(owner)
    recaps = SessionRecaps(campaign, owner)
    recaps.read(made.append, viewer, session)
    qtbot.waitUntil(lambda: bool(made))
    return made[0]


def dialog_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, window: QWidget, viewer: str) -> RecapDialog:
    dialog = RecapDialog(campaign, viewer, hub, window)
    dialog.open()
    qtbot.waitUntil(dialog.session.isEnabled)
    return dialog


def test_the_gm_starts_and_ends_a_session_in_steps(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    campaign = stage()
    steps = steps_of(qtbot, hub, campaign, window)
    assert steps.tabs.currentIndex() == 0
    steps.list.setCurrentRow(1)
    steps.title_field.setText("The mill")
    steps.people["tom"].setCurrentIndex(steps.people["tom"].findData(RESTS))
    steps.start_button.click()
    view = campaign.viewer_campaign(SHARED).view
    session = running_session(view.lists)
    assert session is not None
    assert (session.title, session.absent) == ("The mill", ("Tom",))
    assert session.date
    assert view.actors["tara"].archived
    steps = steps_of(qtbot, hub, campaign, window)
    assert steps.tabs.currentIndex() == 1
    steps.tabs.setCurrentIndex(0)
    steps.list.setCurrentRow(1)
    assert not steps.start_button.isEnabled()
    steps.tabs.setCurrentIndex(1)
    steps.end_button.click()
    assert not steps.end_button.isEnabled()
    assert running_session(campaign.viewer_campaign(SHARED).view.lists) is None
    assert not campaign.viewer_campaign(SHARED).view.actors["tara"].archived
    assert steps.number.value() == 2


def test_only_the_page_that_is_shown_is_made_and_none_is_made_twice(
    qtbot: QtBot, hub: ThemeHub, window: QWidget
) -> None:
    steps = steps_of(qtbot, hub, stage(), window)
    assert list(steps._pages) == [LAST]
    for _ in range(3):
        for tab in (1, 0):
            steps.tabs.setCurrentIndex(tab)
            for row in range(steps.list.count()):
                steps.list.setCurrentRow(row)
    assert sorted(steps._pages) == sorted((LAST, START, END, RECAP_STEP))
    assert steps.stack.count() == 4


def test_a_session_without_a_record_that_is_in_progress_can_be_ended_at_once(
    qtbot: QtBot, hub: ThemeHub, window: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stage()
    assert steps_of(qtbot, hub, campaign, window).tabs.currentIndex() == 0
    start(campaign)
    monkeypatch.setattr("vtt.story.session_dialog.running_session", lambda _lists: None)
    steps = steps_of(qtbot, hub, campaign, window)
    assert steps.tabs.currentIndex() == 1
    assert steps.end_button.isEnabled()


def test_last_time_is_shown_to_everybody_on_one_click(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    campaign = stage()
    start(campaign, title="Fog")
    campaign.submit(Say(seat="tom", text="The bell rings"))
    campaign.submit(Say(seat="gm", text="It is the ghost", private=True))
    end(campaign)
    steps = steps_of(qtbot, hub, campaign, window)
    steps.tabs.setCurrentIndex(0)
    assert "The bell rings" in steps.last_text.toPlainText()
    assert "ghost" not in steps.last_text.toPlainText()
    steps.show_last.click()
    assert campaign.handout is not None
    assert campaign.handout.id == RECAP
    assert campaign.handout.title == "Session 1: Fog"
    assert "The bell rings" in campaign.handout.text
    assert "ghost" not in campaign.handout.text


def test_last_time_is_the_session_before_while_one_is_in_progress(qtbot: QtBot) -> None:
    campaign = stage()
    start(campaign)
    end(campaign)
    start(campaign)
    assert recap(qtbot, campaign, session=None).id == "1"
    assert recap(qtbot, campaign).id == "2"
    assert recap(qtbot, campaign, session="9").id == "2"


def played(secret: str, *, rises: bool) -> OpenCampaign:
    campaign = stage()
    start(campaign, title="Fog")
    roll(campaign, 1)
    campaign.submit(Say(seat="gm", text=secret, private=True))
    if rises:
        campaign.submit(EditActor(seat="gm", actor="ghost", name=secret))
    campaign.submit(Say(seat="tom", text="Hm"))
    end(campaign)
    return campaign


def test_the_players_recap_of_two_tables_that_differ_only_in_secrets_is_the_same(qtbot: QtBot) -> None:
    one, other = played("The ghost wakes", rises=False), played("A long, long secret " * 20, rises=False)
    for viewer in (SHARED, "tom", "ann"):
        assert recap(qtbot, one, viewer) == recap(qtbot, other, viewer)
    more = played("The lady", rises=True)
    assert recap_markdown(recap(qtbot, one).recap) == recap_markdown(recap(qtbot, more).recap)
    assert recap(qtbot, one, "gm") != recap(qtbot, other, "gm")
    assert recap(qtbot, one, "gm").recap.private


def test_only_the_gm_can_choose_the_gms_recap_and_nobody_can_show_it(
    qtbot: QtBot, hub: ThemeHub, window: QWidget
) -> None:
    campaign = played("The ghost wakes", rises=False)
    for viewer in (SHARED, "tom"):
        assert dialog_of(qtbot, hub, campaign, window, viewer).version.count() == 1
    dialog = dialog_of(qtbot, hub, campaign, window, "gm")
    assert "ghost" not in dialog.editor.toPlainText()
    dialog.version.setCurrentIndex(1)
    dialog.version.activated.emit(1)
    qtbot.waitUntil(dialog.session.isEnabled)
    assert "The ghost wakes" in dialog.editor.toPlainText()
    assert not dialog.show_all.isEnabled()
    dialog._show()
    assert campaign.handout is None


def test_an_edited_recap_is_saved_as_markdown_and_as_pdf(
    qtbot: QtBot, hub: ThemeHub, window: QWidget, tmp_path: Path
) -> None:
    dialog = dialog_of(qtbot, hub, played("x", rises=False), window, "gm")
    dialog.editor.setPlainText(dialog.editor.toPlainText() + "\nWritten by hand\n")
    dialog.save_to(tmp_path / "recap.md")
    qtbot.waitUntil(lambda: "recap.md" in dialog.said.text())
    dialog.save_to(tmp_path / "recap.pdf")
    qtbot.waitUntil(lambda: "recap.pdf" in dialog.said.text())
    assert "Written by hand" in (tmp_path / "recap.md").read_text()
    page = " ".join(pypdf.PdfReader(tmp_path / "recap.pdf").pages[0].extract_text().split())
    assert "Session 1: Fog" in page
    assert "Written by hand" in page
    dialog.save_to(tmp_path / "recap.md" / "no_folder.md")
    qtbot.waitUntil(lambda: "recap.md" not in dialog.said.text() and not dialog._tasks.busy)
    assert dialog.said.text()


def test_an_edited_recap_closes_once_it_is_saved_or_discarded(
    qtbot: QtBot, hub: ThemeHub, window: QWidget, tmp_path: Path
) -> None:
    campaign = played("x", rises=False)
    dialog = dialog_of(qtbot, hub, campaign, window, "gm")
    dialog.editor.insertPlainText("By hand")
    dialog.reject()
    (question,) = dialog.findChildren(MessageDialog)
    question.choose("")
    assert dialog.isVisible()
    dialog.save_to(tmp_path / "recap.md")
    qtbot.waitUntil(lambda: not dialog.editor.document().isModified())
    dialog.reject()
    assert dialog.isHidden()
    other = dialog_of(qtbot, hub, campaign, window, "gm")
    other.editor.insertPlainText("By hand")
    other.reject()
    (question,) = other.findChildren(MessageDialog)
    question.choose("discard")
    assert other.isHidden()
    assert not dialog_of(qtbot, hub, campaign, window, "gm").editor.toPlainText().startswith("By hand")


def choose_version(qtbot: QtBot, dialog: RecapDialog, at: int) -> None:
    dialog.version.setCurrentIndex(at)
    dialog.version.activated.emit(at)
    if not dialog.findChildren(MessageDialog):
        qtbot.waitUntil(dialog.session.isEnabled)


def test_a_kept_recap_opens_again_for_the_gm_alone(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    campaign = played("x", rises=False)
    dialog = dialog_of(qtbot, hub, campaign, window, "gm")
    made = dialog.editor.toPlainText()
    assert dialog.anew.isHidden()
    dialog.editor.insertPlainText("By hand ")
    dialog.keep.click()
    assert not dialog.editor.document().isModified()
    choose_version(qtbot, dialog, 1)
    assert not dialog.editor.toPlainText().startswith("By hand"), "each version has a text of its own"
    dialog.editor.insertPlainText("Secret ")
    dialog.keep.click()
    dialog.reject()
    again = dialog_of(qtbot, hub, campaign, window, "gm")
    assert again.editor.toPlainText() == f"By hand {made}"
    assert again.said.text() == "This is your saved text."
    choose_version(qtbot, again, 1)
    assert again.editor.toPlainText().startswith("Secret ")
    for viewer in (SHARED, "tom"):
        theirs = dialog_of(qtbot, hub, campaign, window, viewer)
        assert theirs.editor.toPlainText() == made
        assert theirs.keep.isHidden()
        assert theirs.anew.isHidden()
        assert not theirs.keep_text()
    roll(campaign, 2)
    later = dialog_of(qtbot, hub, campaign, window, "gm")
    assert later.editor.toPlainText() == f"By hand {made}"
    assert "has changed since then" in later.said.text()
    later.anew.click()
    fresh = later.editor.toPlainText()
    assert "By hand" not in fresh
    later.keep.click()
    assert later.anew.isHidden(), "what the log gives need not be kept"
    last = dialog_of(qtbot, hub, campaign, window, "gm")
    assert last.editor.toPlainText() == fresh
    last.editor.setPlainText("x" * (LONGEST_KEPT + 1))
    last.editor.document().setModified(True)
    last.keep.click()
    assert last.editor.document().isModified(), "what is too long to be kept is not taken for kept"
    assert str(LONGEST_KEPT) in last.said.text()
    session = recap(qtbot, campaign).id
    assert not KeptRecaps(campaign, "gm").keep(session, SHARED, "x" * (LONGEST_KEPT + 1), "")


@pytest.mark.parametrize("kept", [7, {"text": 7}, {"text": "x" * 100_000, "made": ""}, {"made": "y"}])
def test_a_damaged_kept_recap_is_passed_over(qtbot: QtBot, hub: ThemeHub, window: QWidget, kept: Json) -> None:
    campaign = played("x", rises=False)
    made = dialog_of(qtbot, hub, campaign, window, "gm").editor.toPlainText()
    assert campaign.store_setting("recap.1.players", kept)
    assert dialog_of(qtbot, hub, campaign, window, "gm").editor.toPlainText() == made


def test_another_version_replaces_edits_only_after_a_question(qtbot: QtBot, hub: ThemeHub, window: QWidget) -> None:
    campaign = played("x", rises=False)
    dialog = dialog_of(qtbot, hub, campaign, window, "gm")
    dialog.editor.insertPlainText("By hand ")
    choose_version(qtbot, dialog, 1)
    (question,) = dialog.findChildren(MessageDialog)
    assert dialog.version.currentIndex() == 0
    question.choose("")
    assert dialog.editor.toPlainText().startswith("By hand ")
    question.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    choose_version(qtbot, dialog, 1)
    (question,) = dialog.findChildren(MessageDialog)
    question.choose("keep")
    qtbot.waitUntil(dialog.session.isEnabled)
    assert dialog.version.currentIndex() == 1
    choose_version(qtbot, dialog, 0)
    assert dialog.editor.toPlainText().startswith("By hand ")
    dialog.editor.setPlainText("x" * (LONGEST_KEPT + 1))
    dialog.editor.document().setModified(True)
    assert not dialog.keep_text()
    assert dialog.editor.document().isModified()


def test_an_edited_recap_of_the_gm_hides_and_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, make_file(tmp_path))
        switch = house.window.viewer_switch
        assert switch is not None
        switch.see_gm(asked=False)
        page.open_session(house.window)
        (steps,) = house.window.findChildren(SessionDialog)
        steps.steps._open_recap()
        (dialog,) = house.window.findChildren(RecapDialog)
        qtbot.waitUntil(dialog.session.isEnabled)
        dialog.editor.insertPlainText("By hand")
        assert switch.hide_from_all()
        assert not any(seen.isVisible() for seen in house.window.findChildren(QDialog))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        switch.see_gm(asked=False)
        assert dialog.isVisible()
        assert dialog.editor.toPlainText().startswith("By hand")
        assert switch.hide_from_all()
        house.controller.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not house.window.findChildren(RecapDialog)


def test_a_session_is_a_chapter_of_the_log_with_its_present_title(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_campaign, "now_text", lambda: "2026-11-27T20:14:00")
    campaign = stage()
    roll(campaign, 1)
    start(campaign, title="Fog", date="1 May")
    for _ in range(60):
        campaign.submit(Say(seat="tom", text="Hm"))
    end(campaign)
    start(campaign)
    panel = LogPanel(campaign, SHARED, hub)
    qtbot.addWidget(panel)
    panel.resize(500, 300)
    put_up(panel)
    assert [panel.chapter.itemText(at) for at in range(panel.chapter.count())] == ["Session 1: Fog", "Session 2"]
    row = panel.model.row_of_session("1")
    assert panel.model.words(row) == "Session 1: Fog · 1 May"
    assert panel.model.index(row).data(CHAPTER_ROLE)
    panel.jump_to("1")
    assert panel.list.verticalScrollBar().value() == row
    panel.edit_session("1")
    assert panel._whole is not None
    panel._whole.chosen.emit("")
    assert campaign.submit(campaign.game.commands["edit_session"](seat="gm", session="1", title="Mist"))  # type: ignore[call-arg]
    assert panel.model.words(row) == "Session 1: Mist · Friday 27 November 2026, 20:14", "no date is given any more"
    assert panel.chapter.itemText(0) == "Session 1: Mist"
    campaign.go_to(campaign.position - 2, consent=True)
    assert panel.model.words(row) == "Session 1: Fog · 1 May"
    assert panel.model.chapters() == (("1", "Session 1: Fog"),)
    campaign.go_to(0, consent=True)
    assert panel.model.chapters() == ()
    assert panel.chapter.isHidden()


def test_chapters_taken_in_bit_by_bit_are_those_of_a_fresh_reading(qapp: QApplication) -> None:
    campaign = stage()
    model = LogModel(campaign, SHARED)
    for step in range(4):
        start(campaign, title=f"Part {step}")
        roll(campaign, 1)
        end(campaign)
        if step == 2:
            campaign.go_to(campaign.position - 3, consent=True)
        fresh = LogModel(campaign, SHARED)
        assert model.chapters() == fresh.chapters()
        assert [model.words(row) for row in range(model.rowCount())] == [
            fresh.words(row) for row in range(fresh.rowCount())
        ]


def test_the_dialog_closes_when_another_viewer_looks(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, make_file(tmp_path))
        house.window.named_actions["session"].trigger()
        dialog = house.window.findChild(SessionDialog)
        assert dialog is not None
        assert dialog.isVisible()
        gone: list[int] = []
        dialog.finished.connect(gone.append)
        page.set_viewer(next(iter(campaign.viewer_campaign(SHARED).view.seats)))
        assert gone
        assert sessions_in(campaign.viewer_campaign(SHARED).view.lists) == ()


def test_a_step_takes_the_offers_of_the_game(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, make_file(tmp_path, ruleset="card_the_drawing"))
        page.open_session(house.window)
        dialog = house.window.findChild(SessionDialog)
        assert dialog is not None
        steps = dialog.steps
        steps.list.setCurrentRow(1)
        steps.start_button.click()
        assert steps.list.currentRow() == 2
        (scene,) = [found for found in steps.stack.findChildren(QPushButton) if found.isVisible()]
        scene.click()

        def told() -> list[str]:
            return [line.message.plain_key for line in campaign.viewer_campaign(SHARED).log()]

        qtbot.waitUntil(lambda: told()[-2:] == ["log.session_starts", "log.drawing_scene"])
        assert dialog.isVisible()
        shown = campaign.viewer_campaign(SHARED)
        drawn, done = say(shown.log()[-1].message), shown.offers(next(iter(shown.view.seats)))[0]
        assert steps.done_said.text() == drawn
        campaign.log_look("Tom")
        steps.taker.taken.emit(done)
        assert steps.done_said.text() == drawn, "what was done, not what else is in the log"
        campaign.go_to(0, consent=True)
        steps.taker.taken.emit(done)
        assert steps.done_said.text() == f"Done: {offer_words(done)}", "it has no line of its own"
        steps.next.click()
        assert dialog.result() == SessionDialog.DialogCode.Accepted
