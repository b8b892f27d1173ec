"""How the interpreter is kept from holding up the window, and the start above all."""

from __future__ import annotations

import builtins
import gc


def get_ready() -> None:
    """Load Qt, and have the collector of garbage wait until `settle`. The first thing that a program does."""
    gc.disable()
    load_qt()


def load_qt() -> None:
    """Load PySide without its hook in `import`.

    The hook reads the source text of every module that is imported from then on and keeps it, in search of modules that
    ask for names in snake case. None of ours do; without it the database comes in a quarter faster and 25 MB smaller.
    """
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain


def settle() -> None:
    """Let the collector never again walk through what is there to stay: all modules and classes.

    It goes on resting by itself: `collecting.Collector` has it work.
    """
    gc.freeze()
