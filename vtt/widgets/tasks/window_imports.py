"""Imports of the window's modules ahead of time, a few between the events of the window.

PySide reads the descriptions of classes that derive from Qt's without the interpreter's lock whenever the window
handles an event. A thread that makes such a class at that moment, because it imports a module, ends the program with a
segmentation fault. So a thread only finds the order of the modules, and imports those that know nothing of Qt; all
others are imported in the window's own thread.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from opcode import EXTENDED_ARG, opmap
from sys import modules
from time import perf_counter
from types import CodeType
from typing import Final

from vtt.widgets.tasks.task_runner import Progress

BATCH_SECONDS: Final = 0.008
"""The window's thread imports modules for so long, and at least one, before it handles its events again."""
_WINDOW: Final = "vtt"
_WITHOUT_QT: Final = "vtt.storage"
_IMPORT_NAME, _IMPORT_FROM, _LOAD_NAME = opmap["IMPORT_NAME"], opmap["IMPORT_FROM"], opmap["LOAD_NAME"]
_JUMPS: Final = frozenset(kind for name, kind in opmap.items() if name.startswith("POP_JUMP") and kind < 256)
_TELLING: Final = re.compile(b"[%s]" % re.escape(bytes((_IMPORT_NAME, _IMPORT_FROM, _LOAD_NAME, *_JUMPS))))
"""The kinds of instructions that say what a module imports."""


def import_for_window(progress: Progress, *names: str) -> None:
    """Import modules of the window, and all that they need, from a worker thread.

    Raises:
        TaskCancelled: the work is to stop.
        Exception: what a module raises that is imported.
    """
    left = deque(_order(names, set()))
    while left:
        progress.in_window(partial(_import_some, left))


def _import_some(left: deque[str]) -> None:
    end = perf_counter() + BATCH_SECONDS
    while left:
        import_module(left.popleft())
        if perf_counter() >= end:
            break


def _order(names: tuple[str, ...], seen: set[str]) -> Iterator[str]:
    """Yield the modules of the window that are not imported yet, each after those that it needs; import all others."""
    for name in names:
        if name in seen or name in modules:
            continue
        seen.add(name)
        if not _is_of_window(name):
            if not name.startswith("PySide6"):
                with suppress(ImportError):  # what needs it says so when it is run
                    import_module(name)
            continue
        code = code_of(name)
        if code is not None:
            yield from _order(tuple(imported_by(code)), seen)
        yield name


def code_of(name: str) -> CodeType | None:
    """Return the code of a module without importing it; None if what loads it gives none."""
    spec = find_spec(name)
    get_code = getattr(spec.loader, "get_code", None) if spec is not None else None
    code = get_code(name) if get_code is not None else None
    return code if isinstance(code, CodeType) else None


def _is_of_window(name: str) -> bool:
    return f"{name}.".startswith(f"{_WINDOW}.") and not f"{name}.".startswith(f"{_WITHOUT_QT}.")


def imported_by(code: CodeType) -> Iterator[str]:
    """Yield the modules that a module imports while it is run, not those that only a type checker reads.

    `dis` would say the same, but describes every instruction: it made the start a tenth of a second longer.
    """
    kinds, arguments = code.co_code[::2], code.co_code[1::2]
    module, skipped_to, is_checked = "", 0, False
    for found in _TELLING.finditer(kinds):
        at, kind = found.start(), kinds[found.start()]
        if at < skipped_to:
            continue
        if kind in _JUMPS:
            if is_checked:
                skipped_to = _after_caches(kinds, at) + _argument(kinds, arguments, at)
            is_checked = False
            continue
        name = code.co_names[_argument(kinds, arguments, at)]
        is_checked = kind == _LOAD_NAME and name == "TYPE_CHECKING"
        if kind == _IMPORT_NAME:
            module = name
            yield module
        elif kind == _IMPORT_FROM and _is_package(module) and find_spec(f"{module}.{name}") is not None:
            yield f"{module}.{name}"


def _argument(kinds: bytes, arguments: bytes, at: int) -> int:
    """Return the argument of an instruction; instructions before it hold what does not fit into one byte."""
    argument, place = arguments[at], 0
    while at > 0 and kinds[at - 1] == EXTENDED_ARG:
        at, place = at - 1, place + 8
        argument |= arguments[at] << place
    return argument


def _after_caches(kinds: bytes, at: int) -> int:
    """Return the place of the next instruction; the interpreter's notes between two have the kind 0."""
    return next(place for place in range(at + 1, len(kinds)) if kinds[place] != 0)


@cache
def _is_package(name: str) -> bool:
    spec = find_spec(name) if _is_of_window(name) else None
    return spec is not None and spec.submodule_search_locations is not None
