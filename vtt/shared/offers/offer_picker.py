"""All offers of a seat in a list that can be searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable
from vtt.shared.campaign_panel import text
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.shared.offers.acting_character import acting_character
from vtt.shared.offers.offer_tile import denial_words, explanation_words, offer_words
from vtt.shared.screen_names import name_of_actor, name_of_seat
from vtt.widgets.basic_widgets import column
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.overlay import Overlay

_FEW: Final = 12
"""So many offers are found at a glance without any headings."""


def entry_of(offer: Offer, theme: Theme, person: str = "", group: str = "") -> ListEntry:
    """Return an offer as something that can be found; `person` is who would do it."""
    named = [say(words) for ask in offer.questions for words in ask.called.values()]
    return ListEntry(
        title=offer_words(offer),
        payload=offer,
        detail=" · ".join(filter(None, (person, denial_words(offer, theme) or explanation_words(offer)))),
        hint=", ".join(type(offer.command).RULES[:2]) if theme.rule_numbers else "",
        icon=_icon_of(offer),
        enabled=offer.denial is None,
        beside=(person, *named),
        group=group,
        far_reaching=offer.is_far_reaching,
    )


def entries_of(offers: Sequence[Offer], view: VisibleTable, theme: Theme) -> list[ListEntry]:
    """Return offers as list entries, primary ones first; where several people could do the same, it names them.

    Long lists have the headings of the game, or else the characters who can act, in their first order; headings with
    nothing possible are last.
    """
    order = sorted(offers, key=_order)
    alike = Counter(offer_words(o) for o in order)
    has_groups = any(offer.group is not None for offer in offers)
    heads = {id(o): _group_of(o) if has_groups else _actor_of(o, view) for o in offers}
    ranked = offers if has_groups else order
    groups = [heads[id(o)] for o in sorted(ranked, key=lambda o: (o.denial is not None, not heads[id(o)]))]
    is_grouped = len(offers) > _FEW and len(set(groups)) > 1
    if is_grouped:
        order.sort(key=lambda offer: groups.index(heads[id(offer)]))
    return [
        entry_of(
            o,
            theme,
            name_of_seat(view, o.command.seat) if alike[offer_words(o)] > 1 else "",
            (heads[id(o)] or text("offers.besides")) if is_grouped else "",
        )
        for o in order
    ]


def with_others(entries: Sequence[ListEntry], others: Sequence[ListEntry]) -> list[ListEntry]:
    """Return the entries of offers with further ones, which follow the last possible one, under the same heading."""
    end = max((number for number, entry in enumerate(entries, 1) if entry.enabled), default=0)
    group = entries[end - 1].group if end else ""
    return [*entries[:end], *(replace(entry, group=group) for entry in others), *entries[end:]]


def _group_of(offer: Offer) -> str:
    return say(offer.group) if offer.group is not None else ""


def _actor_of(offer: Offer, view: VisibleTable) -> str:
    """Return the name of the character who would act; empty if nobody, or nobody the viewer knows, would."""
    actor = acting_character(offer)
    return name_of_actor(view, actor) if actor in view.actors else ""


class OfferList(QFrame):
    """A list of offers over the window; those that cannot be taken say why.

    Signals:
        chosen: the payload of the entry that was taken, an Offer or a call; the list is closed.
        closed: the list is closed, in whatever way.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(
        self, hub: ThemeHub, entries: Sequence[ListEntry], above: QWidget, place: QPoint | None = None
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(text("offers.all"))
        self._hub = hub
        self._above = above
        self._at = place
        self._entries = entries
        self.search = SearchList(hub, text("offers.search"))
        self.search.field.lets_go = False
        self.search.set_entries(entries)
        self.search.chosen.connect(self._take)
        column(self, margin=hub.theme.metrics.pad_m).addWidget(self.search)
        self.overlay = Overlay(above.window(), self, self._place)
        self.overlay.closed.connect(self.closed)
        self.overlay.closed.connect(self.overlay.deleteLater)

    def open(self) -> None:
        """Show it."""
        self.overlay.open()
        self.search.field.setFocus()

    def put_away(self) -> None:
        """Put it away; nothing was chosen."""
        self.overlay.dismiss()

    def _place(self, room: QRect) -> QRect:
        """At the place asked for, or above the widget that opened it; always inside the window."""
        lengths = self._hub.theme.metrics
        rows, most = self.search.model.rowCount() + 1, 46 if self.search.model.is_grouped else 30
        # No wider than can be read at a glance, but nothing is cut for want of room that is there.
        whole = self.search.whole_width(self._entries) + 2 * lengths.pad_m
        wide = max(34 * lengths.font_body, min(whole, 72 * lengths.font_body))
        wanted = QSize(wide, min(most * lengths.font_body, rows * 4 * lengths.font_body))
        size = wanted.boundedTo(room.size() - QSize(16, 16))
        host = self._above.window()
        if self._at is None:
            at = self._above.mapTo(host, QPoint(lengths.pad_l, -size.height() - lengths.pad_xs))
        else:
            at = host.mapFromGlobal(self._at)
        at.setX(max(room.left() + 8, min(at.x(), room.right() - 8 - size.width())))
        at.setY(max(room.top() + 8, min(at.y(), room.bottom() - 8 - size.height())))
        return QRect(at, size)

    def _take(self, chosen: object) -> None:
        self.overlay.dismiss()
        self.chosen.emit(chosen)


def _icon_of(offer: Offer) -> str:
    if offer.denial is not None:
        return "lock"
    return "warning" if offer.is_far_reaching else "star" if offer.primary else "chevron-right"


def _order(offer: Offer) -> tuple[bool, bool]:
    return (offer.denial is not None, not offer.primary)
