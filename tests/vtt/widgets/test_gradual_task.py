"""Work in steps: the window answers in between, and what is broken or not wanted any more goes no further."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from tests.vtt.shell_kit import make_file, open_house
from vtt.shell.campaigns import campaign_loading
from vtt.shell.window.campaign_page import CampaignPage
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
