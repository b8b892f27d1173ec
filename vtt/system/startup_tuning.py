"""Tuning of the interpreter for a fast start, and for a window that does not wait for work in the background."""

from __future__ import annotations

import builtins
import gc
import sys
from collections.abc import Coroutine
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any, Final

_TURN: Final = 0.0005
"""Seconds after which a thread in the background lets the window run.

Python's default is ten times longer, and the window, which needs many turns to draw itself once, would visibly wait.
"""


def prepare_process() -> None:
    """Load Qt, and turn the garbage collector off until `freeze_startup_objects`. The first call of the program."""
    sys.setswitchinterval(_TURN)
    gc.disable()
    load_qt()
    defer_asyncio()
    leave_openssl_out()


def load_qt() -> None:
    """Load PySide without its hook in `import`.

    The hook reads the source text of every module that is imported from then on and keeps it, in search of modules that
    ask for names in snake case. None of ours do; without it the database comes in a quarter faster and 25 MB smaller.
    """
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain


_GIVING_WAY: Final = Lock()
"""Held while the stand-in of `asyncio` is removed; nothing is loaded under it."""


class DeferredAsyncio(ModuleType):
    """Takes the place of `asyncio` until somebody asks for more than whether something is a coroutine."""

    @staticmethod
    def iscoroutine(value: object) -> bool:
        """Return whether a value is a coroutine."""
        return isinstance(value, Coroutine)

    def __getattr__(self, name: str) -> Any:
        """Load the module, and return what is asked for."""
        with _GIVING_WAY:  # or a second thread would remove the module that the first one has loaded
            if sys.modules.get("asyncio") is self:
                del sys.modules["asyncio"]
        return getattr(import_module("asyncio"), name)


def defer_asyncio() -> None:
    """Load `asyncio` only when somebody uses it.

    SQLAlchemy imports it, for databases that are not on this disk. It takes 3 MB, most of them for encrypted networks.
    """
    sys.modules.setdefault("asyncio", DeferredAsyncio("asyncio"))


def leave_openssl_out() -> None:
    """Let `hashlib` use Python's own digests, as in the packaged program. OpenSSL would take 4 MB for nothing."""
    sys.modules.setdefault("_hashlib", None)  # type: ignore[arg-type]


def freeze_startup_objects() -> None:
    """Exclude all modules and classes that are loaded now from garbage collection.

    The collector stays off: `gui_thread_gc.GuiThreadCollector` runs it.
    """
    gc.freeze()
