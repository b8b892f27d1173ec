"""Modules of the window are imported in its own thread, a few at a time, each after those that it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vtt.widgets.tasks.window_imports import imported_by

ROOT = Path(__file__).parents[3]
WATCHED = """
import sys, threading
from PySide6.QtCore import QCoreApplication, QObject
from vtt.widgets.tasks import window_imports
from vtt.widgets.tasks.task_runner import TaskRunner
from vtt.widgets.tasks.window_imports import import_for_window

def watch(event, args):
    if event == "import" and args[0].startswith("vtt."):
        seen.setdefault(threading.current_thread() is threading.main_thread(), []).append(args[0])

seen, alone = {}, []
app = QCoreApplication([])
runner = TaskRunner()
window_imports.BATCH_SECONDS = 0.0
real = window_imports.import_module

def one(name):
    before = set(sys.modules)
    real(name)
    if threading.current_thread() is threading.main_thread():
        new = {found for found in sys.modules if found.startswith("vtt.")} - before
        alone.append({found for found in new if not hasattr(sys.modules[found], "__path__")} <= {name})

window_imports.import_module = one
sys.addaudithook(watch)
runner.start(lambda progress: import_for_window(progress, *sys.argv[1:]), lambda _none: app.quit())
app.exec()
with_qt = [
    name
    for name in seen.get(False, ())
    for value in vars(sys.modules[name]).values()
    if isinstance(value, type) and issubclass(value, QObject) and value.__module__ == name
]
print(len(alone), all(alone), with_qt)
print(all(name in sys.modules for name in sys.argv[1:]))
"""


@pytest.mark.parametrize("name", ["vtt.shell.application", "vtt.shell.window.campaign_page", "vtt.prep.prep_room"])
def test_each_module_is_imported_alone_and_in_the_windows_thread(name: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", WATCHED, name], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    (count, *words), (is_there,) = (line.split(maxsplit=2) for line in told.splitlines())
    assert int(count) > 20
    assert words == ["True", "[]"], "one turn of the window imports one module, and no thread makes a class of Qt"
    assert is_there == "True"


def test_storage_knows_nothing_of_qt() -> None:
    told = "import sys, vtt.storage.campaign_opening; print([m for m in sys.modules if m.startswith('PySide6')])"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", "a thread imports it"


def test_what_only_a_type_checker_reads_is_not_imported() -> None:
    text = """
from typing import TYPE_CHECKING
import engine.core.draft
if TYPE_CHECKING:
    from engine.core.rules import AppliedCommand
from vtt.widgets.ui_texts import ui_text
def later():
    import engine.core.evolve
"""
    names = ["typing", "engine.core.draft", "vtt.widgets.ui_texts"]
    assert list(imported_by(compile(text, "example", "exec"))) == names


def test_the_modules_that_a_long_module_imports_are_found() -> None:
    many = "\n".join(f"name_{number} = {number}" for number in range(300))
    checked = "\n".join(f"    from of_the_checker import checked_{number}" for number in range(300))
    text = f"{many}\nif TYPE_CHECKING:\n{checked}\nimport after.many\nfrom vtt.widgets import ui_texts\n"
    assert list(imported_by(compile(text, "example", "exec"))) == ["after.many", "vtt.widgets", "vtt.widgets.ui_texts"]
