"""Loads Qt as the program does, without PySide's hook in `import`; to be imported before anything of Qt.

The hook keeps the source text of every module. Then each example in a docstring asks the disk for the age of all of
them, which took five sixths of the time of these tests.
"""

from __future__ import annotations

from vtt.system.startup_tuning import load_qt

load_qt()
