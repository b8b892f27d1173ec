"""What the eyes that look into the Prep room find in the drawers, and what of it they may not know."""

from __future__ import annotations

from collections.abc import Callable

from engine.play.sight import View
from engine.workshop.bench import Drawer, Entry, Facet, Lists, Options, Record, Workshop
from vtt.panels.panel import gm_seat
from vtt.prep.drafts import Draft


class Shelves:
    """The library as a viewer may know it just now.

    Args:
        workshop: what the game offers.
        view: tells what the viewer may know.
    """

    def __init__(self, workshop: Workshop, view: Callable[[], View]) -> None:
        self.workshop = workshop
        self.drawers = workshop.drawers()
        self._view = view

    @property
    def view(self) -> View:
        """What the viewer may know."""
        return self._view()

    @property
    def seat(self) -> str:
        """On whose behalf things are written."""
        return gm_seat(self.view)

    @property
    def lists(self) -> Lists:
        """The group's own lists, as far as the viewer may know them."""
        return self.view.lists

    @property
    def options(self) -> Options:
        """The options in force."""
        view = self.view
        return {**view.options, **view.scene}

    @property
    def is_gm(self) -> bool:
        """Whether the eyes are the GM's own."""
        view = self.view
        seat = view.seats.get(view.viewer)
        return seat is not None and seat.is_gm

    @property
    def closed(self) -> frozenset[str]:
        """The drawers that may not be opened before these eyes."""
        return frozenset() if self.is_gm else frozenset(drawer.kind for drawer in self.drawers if drawer.gm_only)

    def hides(self, draft: Draft) -> bool:
        """Say whether these eyes may not see something that is being written, be it a secret now or as it is saved."""
        if self.is_gm:
            return False
        if draft.kind in self.closed:
            return True
        held = (draft.record, draft.saved)
        return any(self.workshop.for_gm(draft.kind, record) for record in held if record is not None)

    def drawer(self, kind: str) -> Drawer:
        """Return a drawer."""
        return next(drawer for drawer in self.drawers if drawer.kind == kind)

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """Return what is in a drawer; of a closed one nothing."""
        return () if kind in self.closed else self.workshop.entries(self.lists, self.options, kind)

    def facets(self, kind: str) -> tuple[Facet, ...]:
        """Return by what the entries of a drawer can be filtered."""
        return self.workshop.facets(self.lists, self.options, kind)

    def record(self, kind: str, id_: str) -> Record | None:
        """Return what is saved under an id; None where nothing is."""
        known = any(drawer.kind == kind for drawer in self.drawers)
        return self.workshop.record(self.lists, self.options, kind, id_) if known and id_ else None
