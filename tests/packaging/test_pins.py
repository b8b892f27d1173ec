"""The exact versions: all of them pinned, all of them installed so, and PySide6 one that does not fall over."""

import gc
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[2]


def pins() -> dict[str, str]:
    lines = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in wanted), "a pin is a name, == and a version"
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in wanted)}


def asked_for() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [*project["dependencies"], *(name for extra in extras for name in extra)]


def test_all_that_is_asked_for_is_pinned_down_to_the_last_dependency() -> None:
    pinned, seen, waiting = pins(), set[str](), [*asked_for()]
    while waiting:
        requirement = Requirement(waiting.pop())
        name = canonicalize_name(requirement.name)
        if name in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        assert name in pinned, f"{name} is not pinned"
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            assert name in {"pyinstaller"}, f"{name} is not installed"
            continue
        assert installed.version == pinned[name]
        waiting += installed.requires or []
    assert {"pyside6-essentials", "sqlalchemy", "pytest"} <= seen


class Painted(QWidget):
    """A widget whose paintEvent is Python's: in some releases each call lost a reference to None."""

    times = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.times += 1
        QPainter(self).end()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None cannot die from Python 3.12 on")
def test_a_thousand_paints_cost_none_no_reference(qtbot: QtBot) -> None:
    widget = Painted()
    qtbot.addWidget(widget)
    page = QPixmap(20, 20)
    widget.render(page)
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(1000):
        widget.render(page)
    gc.collect()
    assert widget.times == 1001
    assert sys.getrefcount(None) > before - 100
