"""Rules for every test: it leaves nothing behind, and no fault goes unnoticed.

Exceptions in slots, in paint and in threads fail the test (pytest-qt and pytest's own hooks), and so do Qt's warnings
(`qt_log_level_fail` in pyproject.toml). A test that shows a window closes it.
"""

from __future__ import annotations

import tests.qt_without_hook  # noqa: F401

# isort: split
import gc
import importlib
import os
import pkgutil
import sys
import threading
import traceback
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QThread, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

import engine
import vtt
from tests import fast, properties, shown_texts
from tests.patience import PatientBot

if not any(os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # without any, Qt would abort the whole run

_USUAL_COLLECTIONS = gc.get_threshold()
_RARE_COLLECTIONS = (50_000, 20, 100)
"""Python's usual, frequent collections take two thirds of the time in which a test reads all modules."""
gc.set_threshold(*_RARE_COLLECTIONS)

if shown_texts.FOLDER in os.environ:
    shown_texts.record_shown_texts()

_took: defaultdict[str, float] = defaultdict(float)
OF_THE_ENGINE = Path(__file__).parent / "engine"
QT_FIXTURES = {"qapp", "qtbot"}
PATIENCE = 30.0
"""Seconds that a thread may take to end."""
HARMLESS = (
    # The offscreen platform says this of every window with a least size.
    "This plugin does not support propagateSizeHints",
    "This plugin does not support raise",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be a long one (`dev.py test --long`)."""
    parser.addoption("--long", action="store_true", help="draw many more examples and run the tests marked long")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed of the property tests before anybody reads it; workers get it with the other options."""
    properties.load_profile(long=config.getoption("long"))
    if config.getoption("hypothesis_seed") is None:
        config.option.hypothesis_seed = properties.new_seed()
    if folder := os.environ.get(shown_texts.FOLDER):
        config.add_cleanup(lambda: shown_texts.write_shown_texts(Path(folder)))


def pytest_report_header(config: pytest.Config) -> str:
    """Say from which seed the property tests draw."""
    return f"property tests draw from --hypothesis-seed={config.getoption('hypothesis_seed')}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how long each file takes."""
    _took[report.location[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Keep how long each file took; say the seed again where something failed."""
    fast.keep_durations(_took)
    if exitstatus:
        terminalreporter.write_line(pytest_report_header(terminalreporter.config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the offscreen platform say what it always says; every other warning of Qt's fails the test.

    Journeys come first: of what is shared out at the end, while one desk waits for the other, each test is short.
    Tests marked `long` belong to a long run only.
    """
    if not config.getoption("long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        item.add_marker(pytest.mark.qt_log_ignore(*HARMLESS, extend=True))
    items.sort(key=lambda item: "journeys" not in item.path.parts)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load the whole program before the first test.

    Hypothesis tries numbers and words from the loaded source. Without this, its examples would depend on the tests that
    the same process ran before.
    """
    rooms = [engine] if all(item.path.is_relative_to(OF_THE_ENGINE) for item in session.items) else [engine, vtt]
    for room in rooms:
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not found.name.endswith(".__main__"):
                importlib.import_module(found.name)


@pytest.fixture(scope="session", autouse=True)
def _a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test away from the preferences and campaigns of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    before = dict(os.environ)
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    os.environ["XDG_DOCUMENTS_DIR"] = str(home / "documents")
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """A bot that waits for what a test means, however slow the machine is."""
    return PatientBot(request)


@pytest.fixture(scope="module", autouse=True)
def _what_is_there_stays() -> None:
    """Let the collector pass over what earlier tests left in memory, or it would walk through all of it every time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_theme_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take off the theme that a test applies: the next one measures letters and margins as if it ran alone."""
    app = QApplication.instance() if QT_FIXTURES & set(request.fixturenames) else None
    if not isinstance(app, QApplication):
        yield
        return
    font, palette, sheet = app.font(), app.palette(), app.styleSheet()
    yield
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)
        app.setPalette(palette)
        app.setFont(font)


@pytest.fixture(autouse=True)
def _nothing_left_behind(request: pytest.FixtureRequest, _no_theme_stays: None) -> Iterator[None]:
    """Fail a test that leaves a thread, a window, a running timer or the mouse held down; say where a thread was."""
    threads = set(threading.enumerate())
    uses_qt = bool(QT_FIXTURES & set(request.fixturenames))
    windows = set(map(id, _windows())) if uses_qt else set()
    timers = set(map(id, _running_timers())) if uses_qt else set()
    if uses_qt:
        # As in the application (`vtt.system.gui_thread_gc`): no other thread may take windows apart.
        gc.disable()
        gc.set_threshold(*_USUAL_COLLECTIONS)
    yield
    left = [_thread_left(thread) for thread in threading.enumerate() if thread not in threads and _goes_on(thread)]
    if uses_qt:
        _settle()
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            left.append("a button of the mouse that is still down")
        left += [f"the window {_name(w)}" for w in _windows() if id(w) not in windows]
        gc.set_threshold(*_RARE_COLLECTIONS)
        gc.enable()
        left += [
            f"the timer of {_name(t.parent())}, {t.interval()} ms" for t in _running_timers() if id(t) not in timers
        ]
    if left:
        pytest.fail("left behind: " + "; ".join(left), pytrace=False)


def _settle() -> None:
    """Let everything go that only waits for the event loop to do so."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
    gc.collect()


def _windows() -> list[QWidget]:
    if QApplication.instance() is None:
        return []
    return [w for w in QApplication.topLevelWidgets() if w.parent() is None and w.isVisible()]


def _running_timers() -> list[QTimer]:
    """Return the timers that run in this thread and were made in Python."""
    found = [thing for thing in gc.get_objects() if type(thing) is QTimer]
    here = QThread.currentThread()
    return [timer for timer in found if isValid(timer) and timer.thread() is here and timer.isActive()]


def _goes_on(thread: threading.Thread) -> bool:
    # Python calls a thread that Qt started a dummy; Qt's pools keep theirs for a while, and close them themselves.
    if isinstance(thread, threading._DummyThread):
        return False
    thread.join(PATIENCE)
    return thread.is_alive()


def _thread_left(thread: threading.Thread) -> str:
    frame = sys._current_frames().get(thread.ident or 0)
    place = traceback.extract_stack(frame)[-1] if frame is not None else None
    where = f", in {Path(place.filename).name}:{place.lineno}" if place is not None else ""
    return f"the thread {thread.name}{where}"


def _name(thing: object) -> str:
    name = getattr(thing, "objectName", str)()
    return f"{type(thing).__name__} {name}".strip()
