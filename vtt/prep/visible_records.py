"""The records that the viewer of the Prep room may see."""

from __future__ import annotations

from collections.abc import Callable

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import Category, CategoryEntry, Facet, Lists, Options, Record
from engine.presentation.visibility import VisibleTable
from vtt.prep.unsaved_records import UnsavedRecord
from vtt.shared.campaign_panel import gm_seat, may_open_library


class VisibleRecords:
    """The library as a viewer may know it just now.

    Args:
        content_editor: what the game offers.
        view: tells what the viewer may know.
    """

    def __init__(self, workshop: ContentEditor, view: Callable[[], VisibleTable]) -> None:
        self.content_editor = workshop
        self.categories = workshop.categories()
        self._view = view

    @property
    def view(self) -> VisibleTable:
        """The table as the viewer may know it."""
        return self._view()

    @property
    def seat(self) -> str:
        """The seat that writes."""
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
        """Whether the viewer is the GM."""
        view = self.view
        seat = view.seats.get(view.viewer)
        return seat is not None and seat.is_gm

    @property
    def may_open_library(self) -> bool:
        """Whether the library may be open before these eyes."""
        return may_open_library(self.view)

    @property
    def closed(self) -> frozenset[str]:
        """The categories that the viewer may not open."""
        return (
            frozenset() if self.is_gm else frozenset(category.kind for category in self.categories if category.gm_only)
        )

    def hides(self, unsaved_record: UnsavedRecord) -> bool:
        """Say whether these eyes may not see something that is being written, be it a secret now or as it is saved."""
        if self.is_gm:
            return False
        if unsaved_record.kind in self.closed:
            return True
        versions = (unsaved_record.record, unsaved_record.saved)
        return any(self.content_editor.for_gm(unsaved_record.kind, record) for record in versions if record is not None)

    def category(self, kind: str) -> Category:
        """Return a category."""
        return next(category for category in self.categories if category.kind == kind)

    def entries(self, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a category; none of a closed one."""
        return () if kind in self.closed else self.content_editor.entries(self.lists, self.options, kind)

    def facets(self, kind: str) -> tuple[Facet, ...]:
        """Return the facets by which the entries of a category can be filtered."""
        return self.content_editor.facets(self.lists, self.options, kind)

    def record(self, kind: str, id_: str) -> Record | None:
        """Return what is saved under an id; None where nothing is."""
        is_category = any(category.kind == kind for category in self.categories)
        return self.content_editor.record(self.lists, self.options, kind, id_) if is_category and id_ else None
