"""The question before something far-reaching that was found by its name: its default button is the harmless one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from vtt.shared.campaign_panel import text
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask


def ask_first(
    hub: ThemeHub,
    parent: QWidget,
    what: str,
    then: Callable[[], object],
    otherwise: Callable[[], object] = lambda: None,
    *,
    explanation: str = "",
) -> MessageDialog:
    """Ask whether something far-reaching is meant, and do it only if its own button is pressed.

    The explanation says what it does; without one, only that it changes much.
    """
    return ask(
        hub,
        parent,
        text("sure.title"),
        (explanation or text("sure.asks", what=what),),
        (DialogButton("", text("sure.leave"), "primary"), DialogButton("do", what, "danger")),
        lambda key: then() if key == "do" else otherwise(),
        icon="warning",
    )
