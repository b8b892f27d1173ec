"""The group's source of dice and cards: the screen, real ones, or both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from engine.core.manual_moves import NameCards
from engine.messages.display_names import zone_name
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.model.zones import EVERYONE, Sight, Zone
from engine.presentation.offers import Drag, Offer


class SourceKind(StrEnum):
    """The source of one kind of chance."""

    SCREEN = "screen"
    REAL = "real"
    BOTH = "both"


class SourceSettings(Frozen):
    """The group's source of dice, and its source of cards.

    With real cards, the program does not know any face-down card. With both, hands are on the screen, and a card drawn
    from a pile may be entered instead.
    """

    dice: SourceKind = SourceKind.SCREEN
    cards: SourceKind = SourceKind.SCREEN

    def preferring_screen(self) -> SourceSettings:
        """Return the settings for a gesture that a group with both sources leaves to the screen."""
        return SourceSettings(
            dice=SourceKind.SCREEN if self.dice is SourceKind.BOTH else self.dice,
            cards=SourceKind.SCREEN if self.cards is SourceKind.BOTH else self.cards,
        )


ON_SCREEN: Final = SourceSettings()
KINDS: Final = ("cards", "dice")
SETTING_PREFIX: Final = "by_hand."
"""The prefix of the campaign settings for the source; the kind follows."""


def read_source_settings(settings: Mapping[str, Json]) -> SourceSettings:
    """Return the source from a campaign's settings; missing or invalid values are the defaults."""
    means = {means.value: means for means in SourceKind}
    told = {kind: settings.get(f"{SETTING_PREFIX}{kind}") for kind in KINDS}
    return SourceSettings(
        **{kind: means[value] for kind, value in told.items() if isinstance(value, str) and value in means}
    )


def with_real_cards_hidden(table: Table) -> Table:
    """Return a table of real cards as it can be shown: every face that is not open is hidden from every viewer."""
    return replace(table, zones={name: _real_zone(zone) for name, zone in table.zones.items()})


def _real_zone(zone: Zone) -> Zone:
    shown = {card: who if EVERYONE in who else () for card, who in zone.shown.items()}
    if zone.sight is Sight.OWNERS:
        return replace(zone, sight=Sight.NOBODY, owners=(), shown=shown)
    return replace(zone, shown=shown) if shown else zone


def card_naming_offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the offers to enter the next real card of each hidden pile: for the GM, or anybody without one."""
    if table.is_gm(seat) or not table.gm():
        for zone in table.zones.values():
            if zone.cards and zone.sight is Sight.NOBODY and not zone.owners:
                yield Offer(
                    name=f"name_next:{zone.id}",
                    command=NameCards(seat=seat, cards=(f"{zone.id}#0",), faces=()),
                    label=Message(key="offer.name_next", params={"zone": zone_name(table, zone.id)}),
                    drag=Drag(source=zone.id, target=""),
                )
