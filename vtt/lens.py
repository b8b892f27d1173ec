"""A session as one viewer sees it: all that a widget ever gets to hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.play.commands import Command
from engine.play.game import Foretold
from engine.play.handling import Handling
from engine.play.ledgers import Ledger, LedgerTab
from engine.play.offers import Ask, Offer
from engine.play.refusal import Refused
from engine.play.sight import CardFlight, FigureNotes, View
from engine.play.timeline import LogLine

if TYPE_CHECKING:
    from vtt.session import Fights, Session

_NEWCOMER = "guest_"


class Lens:
    """A session as one viewer sees it. It never gives out what that viewer may not know."""

    def __init__(self, session: Session, viewer: str) -> None:
        self.session = session
        self.viewer = viewer

    @property
    def view(self) -> View:
        """The table now."""
        return self.session._view(self.viewer)

    @property
    def said_view(self) -> View:
        """The table now, without the numbers of characters that nobody has entered or touched."""
        return self.session._said_view(self.viewer)

    def view_at(self, position: int) -> View:
        """The table after so many gestures, as this viewer might have known it then. Raises IndexError."""
        return self.session._view_at(self.viewer, position)

    def moments_of(self, actor: str, most: int = 200) -> tuple[int, ...]:
        """The positions just before each gesture that changed a character, the last one first."""
        return self.session._moments_of(actor, most)

    def flights(self) -> tuple[CardFlight, ...]:
        """How cards went in the last change; empty when it went backwards, for then nothing flies."""
        return self.session._flights(self.viewer)

    def offers(self, seat: str) -> tuple[Offer, ...]:
        """What a seat can do now, told with no more than this viewer may know."""
        return self.session._offers(seat, self.viewer)

    def working_out(self, offer: Offer) -> Callable[[], Offer]:
        """How an offer is worked out that is only then whole (`Offer.later`): for another thread, as the table is."""
        return self.session._working_out(offer, self.viewer)

    def foretold(self, command: Command) -> Foretold | None:
        """What falls due while a command lets time pass, as far as this viewer may know it; None if none passes."""
        return self.session._foretold(command, self.viewer)

    def refusal(self, command: Command, *, seen: bool = False, tried: bool = False) -> Refused | None:
        """Why a command may not be done now, or None.

        Where it hangs on which card the command names by its place, whoever may not know that card is told so, be it
        refused or not: either answer would tell something of the card.

        Args:
            command: what is to be done.
            seen: whether all cards that it names are turned up before whoever asks.
            tried: whether it was filled in and sent off, be it blindly: what can be done then is done.
        """
        refused = self.session.refusal(command)
        places = () if seen else _hidden_places(self.view, command)
        if tried and refused is None:
            return None
        speaks = refused is not None and "card" in refused.message.params
        if places and (speaks or self.session._hangs_on_cards(command, refused, places, self.viewer)):
            return Refused("unseen_card")
        return refused

    def figure_notes(self, actor: str) -> FigureNotes:
        """What the game tells this viewer beside a character's body."""
        return self.session._figure_notes(actor, self.viewer)

    def conditions(self, actor: str) -> Mapping[str, tuple[Ask, ...]]:
        """The conditions that can be laid on a character by hand, each with its questions, as the game says."""
        return self.session._conditions(actor, self.viewer)

    def ledger_tabs(self) -> tuple[LedgerTab, ...]:
        """The books of the game that this viewer may open."""
        return self.session._ledger_tabs(self.viewer)

    def ledger(self, key: str) -> Ledger | None:
        """One of them; None where there is none of that name now."""
        return self.session._ledger(self.viewer, key)

    def fights(self, before: Sequence[Command], opening: Command) -> Fights | None:
        """How a fight is fought beforehand, many times and off the table; for the GM alone, else None.

        Args:
            before: what is done first, such as saving what is fought.
            opening: what begins the fight.
        """
        seat = self.view.seats.get(self.viewer)
        return self.session._fights(before, opening) if seat is not None and seat.is_gm else None

    def by_hand(self) -> Handling:
        """What this viewer can do by hand with seats, piles and cards."""
        return self.session._by_hand(self.viewer)

    @property
    def newcomer(self) -> str:
        """A seat's id that nobody has had in this history: of two that join, the later has the higher number."""
        return f"{_NEWCOMER}{self.session.position}"

    def log(self, since: int = 0) -> Sequence[LogLine]:
        """The lines that this viewer may read."""
        return self.session._log(self.viewer, since)

    def undone(self) -> Sequence[LogLine]:
        """The steps that wait for redo, by the names that everybody may read."""
        return self.session.undone()

    def submit(self, command: Command, initiator: object | None = None, *, on_screen: bool = False) -> bool:
        """Do a command. Cards are named by id, or by place where this viewer may not know them."""
        return self.session.submit(command, initiator, on_screen=on_screen)


def _hidden_places(view: View, command: Command) -> tuple[str, ...]:
    """Return the cards that a command names by places whose faces a viewer may not know."""
    named: Any = command
    found: list[str] = []
    for field in named.__struct_fields__:
        value = getattr(command, field)
        for place in value if isinstance(value, tuple) else (value,):
            zone, _, index = place.rpartition("#") if isinstance(place, str) else ("", "", "")
            lying = view.zones.get(zone)
            if lying is not None and index.isdecimal() and int(index) < lying.count and lying.face(int(index)) is None:
                found.append(place)
    return tuple(found)
