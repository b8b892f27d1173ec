"""Work in steps: the window answers in between, and what is broken or not wanted any more goes no further."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.shell.campaigns import campaign_loading
from vtt.shell.window.campaign_page import CampaignPage
from vtt.widgets.tasks.gradual_deletion import NEXT_PAGE, delete_in_parts
from vtt.widgets.tasks.gradual_task import BREATH, GradualTask


def steps(done: list[int], count: int) -> Iterator[None]:
    for number in range(count):
        time.sleep(BREATH * 0.6)
        done.append(number)
        yield


def test_the_window_answers_between_the_steps(qtbot: QtBot) -> None:
    owner, done, seen = QObject(), list[int](), list[int]()
    heart = QTimer(owner)
    heart.timeout.connect(lambda: seen.append(len(done)))
    heart.start(0)
    with qtbot.waitSignal(GradualTask(steps(done, 12), owner).done):
        assert done == []
    heart.stop()
    assert done == list(range(12))
    assert len({count for count in seen if 0 < count < 12}) > 3


def test_a_stopped_task_does_no_more_steps(qtbot: QtBot) -> None:
    owner, done = QObject(), list[int]()
    gradual = GradualTask(steps(done, 12), owner)
    qtbot.waitUntil(lambda: len(done) > 2)
    gradual.stop()
    so_far = len(done)
    with qtbot.assertNotEmitted(gradual.done, wait=50):
        pass
    assert len(done) == so_far < 12


def test_a_broken_step_is_heard_of_once(qtbot: QtBot) -> None:
    def broken() -> Iterator[None]:
        yield
        raise OSError("the disk is full")

    owner = QObject()
    with capture_exceptions() as caught:
        gradual = GradualTask(broken(), owner)
        qtbot.waitUntil(lambda: bool(caught))
        qtbot.wait(20)
    assert [kind for kind, _, _ in caught] == [OSError]
    assert not gradual.under_way


def test_a_page_with_many_widgets_goes_part_by_part_and_the_window_answers_in_between(qtbot: QtBot) -> None:
    whole, log = QWidget(), list[str]()
    parts = [QWidget(whole) for _ in range(4)]

    def go(number: int) -> None:
        time.sleep(BREATH)
        log.append(f"part {number}")

    for number, part in enumerate(parts):
        part.destroyed.connect(lambda _=None, number=number: go(number))
    whole.destroyed.connect(lambda: log.append("whole"))
    heart = QTimer()
    heart.timeout.connect(lambda: log.append("answered") if log[-1:] != ["answered"] else None)
    whole.show()
    heart.start(0)
    delete_in_parts(whole, parts)
    assert not whole.isVisible()
    qtbot.waitUntil(lambda: "whole" in log)
    heart.stop()
    gone = ("part 0", "part 1", "part 2", "part 3", "whole")
    assert [entry for entry in log if entry != "answered"] == [*gone]
    assert log[: len(gone) * 2] == [entry for one in gone for entry in ("answered", one)]


def test_the_first_page_is_painted_before_the_rooms_of_a_closed_campaign_go(qtbot: QtBot, tmp_path: Path) -> None:
    class Painted(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                log.append("painted")
            return False

    log, painted = list[str](), Painted()
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, make_file(tmp_path))
        for name in ("options", "story", "table"):
            page.show_room(name).destroyed.connect(lambda _=None, name=name: log.append(name))
        page.destroyed.connect(lambda: log.append("page"))
        campaign.destroyed.connect(lambda: log.append("campaign"))
        house.window.welcome.header.installEventFilter(painted)
        campaign.closing.connect(lambda: time.sleep(NEXT_PAGE * 1.5e-3))  # the disk is slow
        house.controller.close()
        qtbot.waitUntil(lambda: "campaign" in log)
    assert [entry for entry in log if entry != "painted"] == ["options", "story", "page", "table", "campaign"]
    assert log[0] == "painted"


def test_a_campaign_that_is_closed_while_its_page_is_made_leaves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        house.controller.show_opened(campaign_loading.open_file(path, house.settings.places))
        stack = house.window.stack
        assert stack.findChildren(CampaignPage)
        assert house.window.page is None
        house.controller.close()
        qtbot.waitUntil(lambda: not stack.findChildren(CampaignPage))
        assert house.window.page is None
        assert house.controller.campaign is None
        assert stack.currentWidget() is house.window.welcome
        again = campaign_loading.open_file(path, house.settings.places)
        again.store.close()
