"""Starts, opens, compares, keeps and deletes what-ifs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit

from engine.messages.texts import say
from engine.presentation.dice_and_card_source import SourceKind
from vtt.shared.campaign_panel import may_open_library
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.campaigns.what_if_loading import (
    LONGEST_NAME,
    ComparedStories,
    WhatIf,
    WhatIfTree,
    compare,
    delete_what_if,
    keep_what_if,
    open_what_if,
    read_what_ifs,
    start_what_if,
    what_if_of,
)
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.storage.campaign_errors import CampaignError
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.shell.what_if.what_if_dialog import Compare
    from vtt.storage.campaign_opening import OpenedCampaign


class WhatIfController(QObject):
    """Connects “What if…” with its dialog, and with the log.

    Attributes:
        current: the what-if that is open; None in a campaign.
    """

    def __init__(
        self,
        window: MainWindow,
        hub: ThemeHub,
        user_settings: UserSettings,
        controller: CampaignController,
        task_runner: TaskRunner,
    ) -> None:
        super().__init__(window)
        self._window, self._hub, self._user_settings = window, hub, user_settings
        self._controller, self._task_runner = controller, task_runner
        self.current: WhatIf | None = None
        self._seen_by_gm = ""
        """The campaign whose GM screen stays while another of its stories opens; empty if it was not shown to all."""
        controller.failed.connect(self._forget_gm)
        window.waiting.cancelled.connect(self._forget_gm)
        window.named_actions.on("what_if", self.show_list)
        window.what_if_wanted.connect(self.ask_name)
        controller.laid.connect(self._laid)

    def show_list(self) -> None:
        """Show the what-ifs of the open campaign, once they are read."""
        opened = self._controller.opened
        if opened is None or not self._may():
            return
        uid, places = opened.uid, self._user_settings.places
        campaign = self.current.campaign if self.current is not None else opened.path
        self._task_runner.start(
            lambda _: read_what_ifs(uid, campaign, places),
            lambda tree: self._show(opened, tree),
            self._controller.work_failed,
            lambda: (CampaignError,),
        )

    def ask_name(self, step: int) -> MessageDialog | None:
        """Ask for the name of a what-if that begins after a step, then begin it."""
        opened, page = self._controller.opened, self._window.page
        if opened is None or page is None or not self._may():
            return None
        entries = opened.history.entries
        title = short(say(entries[step - 1].title).rstrip("."), 80) if 0 < step <= len(entries) else ""
        asks = (
            ui_text("what_if", "name_asks", step=step, title=title) if title else ui_text("what_if", "name_asks_start")
        )
        sentences = [asks]
        if page.campaign.sources.cards is not SourceKind.SCREEN:
            sentences.append(ui_text("what_if", "real_cards"))
        name = QLineEdit(ui_text("what_if", "unnamed"))
        name.setMaxLength(LONGEST_NAME)
        name.setAccessibleName(ui_text("what_if", "name"))
        name.selectAll()
        dialog = MessageDialog(
            self._hub,
            ui_text("what_if", "name_title"),
            sentences,
            (
                DialogButton("begin", ui_text("what_if", "begin"), "primary"),
                DialogButton("", ui_text("shell", "button.cancel")),
            ),
            self._window,
            content=name,
        )
        dialog.chosen.connect(lambda key: self.begin(step, name.text()) if key == "begin" else None)
        page.viewer_changed.connect(dialog.reject)
        dialog.open()
        name.setFocus()
        return dialog

    def begin(self, step: int, name: str) -> None:
        """Begin a what-if after a step of what is open now, and open it."""
        opened = self._controller.opened
        if opened is None:
            return
        path, uid, places = opened.path, opened.uid, self._user_settings.places
        self._keep_gm()
        clean = " ".join(name.split())[:LONGEST_NAME] or ui_text("what_if", "unnamed")
        self._controller.open_in_background(
            ui_text("what_if", "beginning"),
            lambda progress: start_what_if(path, uid, step, clean, places, progress),
        )

    def _may(self) -> bool:
        """Say whether the GM looks on, or say that only the GM can do this."""
        page = self._window.page
        if page is not None and may_open_library(page.campaign.viewer_campaign(page.viewer).view):
            return True
        self._window.notices.say(ui_text("what_if", "gm_only"))
        return False

    def _show(self, opened: OpenedCampaign, tree: WhatIfTree) -> None:
        from vtt.shell.what_if.what_if_dialog import WhatIfDialog

        page = self._window.page
        if self._controller.opened is not opened or page is None or not self._may():
            return
        dialog = WhatIfDialog(self._hub, tree, opened.path, _comparison(page.viewer), self._window)
        dialog.begin_wanted.connect(lambda: self.ask_name(opened.history.cursor))
        dialog.open_wanted.connect(lambda what_if: self._open(tree.campaign, what_if))
        dialog.keep_wanted.connect(lambda what_if: self._ask_keep(replace(what_if, campaign=tree.campaign), tree.moves))
        dialog.delete_wanted.connect(self._ask_delete)
        page.viewer_changed.connect(dialog.reject)
        dialog.open()

    def _open(self, campaign: Path, what_if: WhatIf | None) -> None:
        places = self._user_settings.places
        self._keep_gm()
        if what_if is None:
            self._controller.open(campaign)
            return
        self._controller.open_in_background(
            ui_text("shell", "wait.opening"), lambda _: open_what_if(what_if, campaign, places)
        )

    def _ask_keep(self, what_if: WhatIf, moves: int) -> None:
        """Ask the GM, because what people saw in the moves that are replaced counts no more."""
        replaced = max(0, moves - what_if.start)
        asks = "keep_asks" if what_if.start_title else "keep_asks_start"
        sentences: tuple[str, ...] = (
            ui_text("what_if", asks, name=what_if.name, count=replaced, title=what_if.start_title),
            ui_text("what_if", "keep_reveals"),
            ui_text("what_if", "keep_stays"),
        )
        if not replaced:
            sentences = (ui_text("what_if", "keep_asks_nothing", name=what_if.name),)
        ask(
            self._hub,
            self._window,
            ui_text("what_if", "keep_title"),
            sentences,
            (
                DialogButton("keep", ui_text("what_if", "keep_now")),
                DialogButton("", ui_text("shell", "button.cancel"), "primary"),
            ),
            lambda key: self.keep(what_if) if key == "keep" else None,
        )

    def keep(self, what_if: WhatIf) -> None:
        """Make a what-if what happened."""
        opened = self._controller.opened
        if opened is None:
            return
        uid, places, controller = opened.uid, self._user_settings.places, self._controller

        def keeping(progress: Progress) -> OpenedCampaign:
            made = keep_what_if(what_if, uid, places, progress)
            controller.say_once_open(ui_text("what_if", "kept", name=what_if.name))
            return made

        self._keep_gm()
        controller.open_in_background(ui_text("what_if", "keeping"), keeping)

    def _ask_delete(self, what_if: WhatIf) -> None:
        ask(
            self._hub,
            self._window,
            ui_text("what_if", "delete_title"),
            (ui_text("what_if", "delete_asks", name=what_if.name, count=what_if.moves),),
            (
                DialogButton("delete", ui_text("what_if", "delete_now"), "danger"),
                DialogButton("", ui_text("shell", "button.cancel"), "primary"),
            ),
            lambda key: self.delete(what_if) if key == "delete" else None,
        )

    def delete(self, what_if: WhatIf) -> None:
        """Delete a what-if that is not open, and show the others again."""
        self._task_runner.start(
            lambda _: delete_what_if(what_if),
            lambda _: self.show_list(),
            self._controller.work_failed,
            lambda: (CampaignError,),
        )

    def _keep_gm(self) -> None:
        """Let the GM screen stay, where everybody may see it already, while another story of the campaign opens."""
        opened, switch = self._controller.opened, self._window.viewer_switch
        is_shown = opened is not None and switch is not None and switch.shows_gm_to_all
        self._seen_by_gm = opened.uid if opened is not None and is_shown else ""

    def _forget_gm(self) -> None:
        self._seen_by_gm = ""

    def _laid(self) -> None:
        """Note what is open now, and connect the way back from a what-if."""
        switch, uid = self._window.viewer_switch, self._seen_by_gm
        self._forget_gm()
        if switch is not None and uid and self._controller.opened is not None and self._controller.opened.uid == uid:
            switch.see_gm_again()
        opened, page = self._controller.opened, self._window.page
        self.current = what_if_of(opened, self._user_settings.places) if opened is not None else None
        what_if = self.current
        if what_if is None or page is None or page.what_if is None:
            return
        page.what_if.back_wanted.connect(lambda: self._open(what_if.campaign, None))
        self._window.setWindowTitle(ui_text("what_if", "window", name=what_if.name))


def _comparison(viewer: str) -> Compare:
    def prepare(paths: Sequence[tuple[str, Path]], start: int) -> Callable[[Progress], ComparedStories]:
        return lambda _progress: compare(paths, viewer, start)

    return prepare
