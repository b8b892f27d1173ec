"""Imports of the window's modules ahead of time, a few between the events of the window.

PySide reads the descriptions of classes that derive from Qt's without the interpreter's lock whenever the window
handles an event. A thread that makes such a class at that moment, because it imports a module, ends the program with a
segmentation fault. So a thread only finds the order of the modules, and imports those that know nothing of Qt; all
others are imported in the window's own thread.
"""

from __future__ import annotations

import dis
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from sys import modules
from time import perf_counter
from types import CodeType
from typing import Final

from vtt.widgets.tasks.task_runner import Progress

BATCH_SECONDS: Final = 0.008
"""The window's thread imports modules for so long, and at least one, before it handles its events again."""
_WINDOW: Final = "vtt"
_WITHOUT_QT: Final = "vtt.storage"


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
                with suppress(ImportError):  # whoever needs it says so when it is run
                    import_module(name)
            continue
        code = _code_of(name)
        if code is not None:
            yield from _order(tuple(imported_by(code)), seen)
        yield name


def _code_of(name: str) -> CodeType | None:
    spec = find_spec(name)
    get_code = getattr(spec.loader, "get_code", None) if spec is not None else None
    code = get_code(name) if get_code is not None else None
    return code if isinstance(code, CodeType) else None


def _is_of_window(name: str) -> bool:
    return f"{name}.".startswith(f"{_WINDOW}.") and not f"{name}.".startswith(f"{_WITHOUT_QT}.")


def imported_by(code: CodeType) -> Iterator[str]:
    """Yield the modules that a module imports while it is run, not those that only a type checker reads."""
    instructions = list(dis.get_instructions(code))
    module, end_of_skipped = "", 0
    for number, instruction in enumerate(instructions):
        if instruction.offset < end_of_skipped:
            continue
        match instruction.opname:
            case "LOAD_NAME" if instruction.argval == "TYPE_CHECKING":
                jumps = (later for later in instructions[number:] if later.opname.startswith("POP_JUMP"))
                end_of_skipped = next(jumps).argval
            case "IMPORT_NAME":
                module = instruction.argval
                yield module
            case "IMPORT_FROM" if _is_package(module) and find_spec(f"{module}.{instruction.argval}") is not None:
                yield f"{module}.{instruction.argval}"


@cache
def _is_package(name: str) -> bool:
    spec = find_spec(name) if _is_of_window(name) else None
    return spec is not None and spec.submodule_search_locations is not None
