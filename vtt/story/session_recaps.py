"""Recaps of an open campaign, made in a worker, because a log can be long."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject

from engine.core.fault_isolation import isolated
from engine.kit.sessions.recap import Chapter, Recap, chapters_of, recap_of, start_lines
from engine.kit.sessions.recap_text import session_heading
from engine.kit.sessions.session_plan import session_plan_of
from engine.kit.sessions.session_records import Session, running_session, session_in
from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign
from vtt.widgets.tasks.task_runner import Progress, TaskRunner


class SessionRecap(NamedTuple):
    """A recap, and the sessions that there are: the id and the heading of each, in order."""

    id: str
    recap: Recap
    sessions: tuple[tuple[str, str], ...]


class SessionRecaps(QObject):
    """Makes recaps. A recap for players is made from what everybody may know, never from the texts of the GM."""

    def __init__(self, campaign: OpenCampaign, owner: QObject) -> None:
        super().__init__(owner)
        self._campaign = campaign
        self.runner = TaskRunner(self)
        self._wanted = 0
        owner.destroyed.connect(self.runner.close)

    def read(self, then: Callable[[SessionRecap], object], viewer: str = SHARED, session: str | None = None) -> None:
        """Make a recap and hand it over; of several that are wanted at once only the last one.

        Args:
            then: gets the recap.
            viewer: whose log it is made of.
            session: the id of the session; empty for the latest, None for the last one that is over.
        """
        self.drop()
        wanted = self._wanted
        work = _work(self._campaign, viewer, session)
        self.runner.start(work, lambda made: then(made) if wanted == self._wanted else None)

    def drop(self) -> None:
        """Hand over nothing that was wanted before."""
        self._wanted += 1
        self.runner.cancel()


def session_of(campaign: OpenCampaign, id_: str) -> Session:
    """Return the record of a session; of one without a record its number alone."""
    lists = campaign.viewer_campaign(SHARED).view.lists
    return session_in(lists, id_) or Session(id=id_, number=int(id_))


def _work(campaign: OpenCampaign, viewer: str, wanted: str | None) -> Callable[[Progress], SessionRecap]:
    viewer_campaign = campaign.viewer_campaign(viewer)
    read, lists = viewer_campaign.log_reader(), viewer_campaign.view.lists
    started = start_lines(campaign.game.commands.values())
    plan = session_plan_of(campaign.game.ruleset)
    is_running = running_session(lists) is not None

    def record(id_: str) -> Session:
        return session_in(lists, id_) or Session(id=id_, number=int(id_))

    def work(progress: Progress) -> SessionRecap:
        chapters = chapters_of(read(), started)
        progress.check()
        chosen = next((chapter for chapter in chapters if chapter.id == wanted), None)
        if chosen is None:
            over = chapters[:-1] if wanted is None and is_running and len(chapters) > 1 else chapters
            chosen = over[-1] if over else Chapter(id="0", lines=())
        session, lines = record(chosen.id), chosen.lines
        recap = isolated(lambda: recap_of(lines, session, plan.lines), None) or recap_of(lines, session, None)
        return SessionRecap(chosen.id, recap, tuple((c.id, session_heading(record(c.id))) for c in chapters))

    return work
