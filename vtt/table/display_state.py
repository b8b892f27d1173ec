"""The display state of a table: everything beside the view that decides how the table is shown now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.stations import Station
from engine.presentation.visibility import VisibleZone
from vtt.shared.portraits.portrait_medallion import PortraitImage


@dataclass(frozen=True, slots=True)
class AnsweringCards:
    """The cards about which a question is asked.

    Attributes:
        possible: by zone, the indices of those that can be chosen; of a hand only while its faces are shown.
        chosen: the place of each that is chosen, as zone and index, in the order of choosing.
    """

    possible: Mapping[str, frozenset[int]] = field(default_factory=dict)
    chosen: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayState:
    """Everything beside the view that decides how the table is shown.

    Attributes:
        looks: zones that are turned up at present, as the seat that looks sees them.
        looking: the seat that looks at its hand; empty for none.
        enlarged: whether the hand that is looked at is larger than usual; not while cards are dragged.
        orders: by hand, the indices of its cards from left to right, if that is not as they are in the zone.
        playable: by zone that is turned up, the indices of the cards that the seat that looks can play now.
        answering: the cards about which a question is asked; None while no question is about cards.
        lit: zones where the cards in hand may be dropped.
        lit_bags: bags where the chips in hand may be dropped.
        lit_seats: seats that the cards in hand may be given to.
        active: the active seat of the window.
        opened: the pile that is spread out.
        fronts: by seat, the character that was brought to the front in this window.
        notes: by character, the game's annotations of the bodies that are shown.
        stations: by character, places as the seat that looks may see them: its own, and those that it knows more of.
        portraits: the characters' pictures that are there.
        chosen: the bodies that are chosen for the card in play, before the choice is confirmed.
        seen: the part of the table that is seen; empty for all of it.
        sets_numbers: whether − and + beside numbers set them; a table that is only shown has none.
        holds_result: whether characters and the seats that are waited for are shown as before the last change.
    """

    looks: Mapping[str, VisibleZone] = field(default_factory=dict)
    looking: str = ""
    enlarged: bool = True
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    playable: Mapping[str, frozenset[int]] = field(default_factory=dict)
    answering: AnsweringCards | None = None
    lit: frozenset[str] = frozenset()
    lit_bags: frozenset[str] = frozenset()
    lit_seats: frozenset[str] = frozenset()
    active: str = ""
    opened: str = ""
    fronts: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, BodyAnnotations] = field(default_factory=dict)
    stations: Mapping[str, Station] = field(default_factory=dict)
    portraits: Mapping[str, PortraitImage] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    seen: QRectF = field(default_factory=QRectF)
    sets_numbers: bool = True
    holds_result: bool = False

    @property
    def marked(self) -> Mapping[str, frozenset[int]]:
        """By zone, the indices of marked cards: those that answer a question, else those that can be played."""
        return self.playable if self.answering is None else self.answering.possible

    def is_chosen(self, zone: str, index: int) -> bool:
        """Return whether a card is chosen as an answer."""
        return self.answering is not None and (zone, index) in self.answering.chosen
