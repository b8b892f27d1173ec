"""A campaign as one viewer sees it. Widgets hold this, and never the full table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.commands import Command
from engine.core.history import LogLine
from engine.kit.handouts.handout_records import handout_in
from engine.kit.notes.note_records import note_in
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.card_faces import CardFace
from engine.presentation.card_flights import CardFlight
from engine.presentation.dice_and_card_source import SourceKind
from engine.presentation.game_capabilities import TimePreview
from engine.presentation.manual_move_offers import ManualMoveOffers
from engine.presentation.moments import Moment
from engine.presentation.offers import Offer, Question
from engine.presentation.stations import RowBudget
from engine.presentation.status_pages import StatusPage, StatusPageTab
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_views import CampaignViews, DiceAndCardCounter, OddsCounter
from vtt.campaign.shown_handout import (
    CardToShow,
    PortraitToShow,
    ShownHandout,
    shown_card,
    shown_handout,
    shown_note,
    shown_portrait,
)

if TYPE_CHECKING:
    from vtt.campaign.combat_simulation import CombatSimulation

_NEWCOMER = "guest_"


class CommandReceiver(Protocol):
    """The part of an open campaign that a viewer may use to act."""

    def submit(self, command: Command, initiator: object | None = None, *, on_screen: bool = False) -> bool:
        """Do a command. Return whether it was done."""
        ...

    def show_handout(self, handout: ShownHandout, logged: Message | None = None) -> bool:
        """Show a handout to everybody. Return whether that was done."""
        ...


class ViewerCampaign:
    """A campaign as one viewer sees it. It never gives out what that viewer may not know."""

    def __init__(self, viewer: str, views: CampaignViews, receiver: CommandReceiver) -> None:
        self.viewer = viewer
        self._views = views
        self._receiver = receiver

    @property
    def view(self) -> VisibleTable:
        """The table now."""
        return self._views.view(self.viewer)

    @property
    def entered_view(self) -> VisibleTable:
        """The table now, without the numbers of characters that nobody has entered or changed."""
        return self._views.entered_view(self.viewer)

    def view_at(self, position: int) -> VisibleTable:
        """The table after so many gestures, as this viewer may have known it then. Raises IndexError."""
        return self._views.view_at(self.viewer, position)

    def positions_before_changes(self, actor: str, most: int = 200) -> tuple[int, ...]:
        """The positions just before each gesture that changed a character, the latest first."""
        return self._views.positions_before_changes(actor, most)

    def flights(self) -> tuple[CardFlight, ...]:
        """Return how cards moved in the last change; empty after an undo, because then no card flies."""
        return self._views.flights(self.viewer)

    def moments(self) -> tuple[Moment, ...]:
        """Return what everybody at the table looks at in the last change; the same for every viewer."""
        return self._views.moments()

    def shuffled(self) -> bool:
        """Return whether everybody knows that cards were shuffled in the last change; the same for every viewer."""
        return self._views.shuffled()

    def offers(self, seat: str) -> tuple[Offer, ...]:
        """Return what a seat can do now, as far as this viewer may know it."""
        return self._views.offers(seat, self.viewer)

    def named_offers(self, seat: str, names: frozenset[str]) -> tuple[Offer, ...]:
        """Return those of `offers` that have one of these base names; the game need not be asked for all others."""
        return self._views.named_offers(seat, self.viewer, names)

    def offer_completion(self, offer: Offer) -> Callable[[], Offer]:
        """A call that completes a lazy offer (`Offer.lazy`) for the table as it is now; any thread may make it."""
        return self._views.offer_completion(offer, self.viewer)

    def odds_counter(self, seat: str, looking: str = "") -> OddsCounter | None:
        """A call that calculates the odds of what a seat can do, for the table as it is now; any thread may make it.

        None if this viewer is not shown the odds of that seat. `looking` is the seat whose cards are turned up on this
        viewer's screen now.
        """
        return self._views.odds_counter(self.viewer, seat, looking)

    def time_preview(self, command: Command) -> TimePreview | None:
        """Return what falls due while a command lets time pass, as this viewer may know it; None if none passes."""
        return self._views.time_preview(command, self.viewer)

    def row_budget(self, command: Command) -> RowBudget | None:
        """Return the cost of a row of cards as a command would leave it, as this viewer may know it; None if none."""
        return self._views.row_budget(command, self.viewer)

    def refusal(
        self, command: Command, *, seen: bool = False, tried: bool = False, live: bool = False
    ) -> Refused | None:
        """Return why a command may not be done now, or None.

        If the answer depends on which card the command names by its place, a viewer who may not know that card gets
        the refusal `unseen_card`, whether the command is allowed or not: either answer would reveal something of it.

        Args:
            command: what is to be done.
            seen: all cards that it names are face up for the person who asks.
            tried: it was filled in and sent, perhaps blindly: what can be done then is done.
            live: it is still being filled in, and the answer depends on no character that the viewer may not read.
        """
        refused = self._views.known_refusal(command, self.viewer) if live else self._views.refusal(command)
        places = () if seen else _hidden_places(self.view, command)
        if tried and refused is None:
            return None
        names_card = refused is not None and "card" in refused.message.params
        if places and (
            names_card or self._views.depends_on_hidden_cards(command, refused, places, self.viewer, live=live)
        ):
            return Refused("unseen_card")
        return refused

    def body_annotations(self, actor: str) -> BodyAnnotations:
        """The notes beside a character's body, for this viewer."""
        return self._views.body_annotations(actor, self.viewer)

    def conditions(self, actor: str) -> Mapping[str, tuple[Question, ...]]:
        """The conditions that can be added to a character, each with its questions."""
        return self._views.conditions(actor, self.viewer)

    def status_page_tabs(self) -> tuple[StatusPageTab, ...]:
        """The tabs of the status pages that this viewer may open."""
        return self._views.status_page_tabs(self.viewer)

    def status_page(self, key: str) -> StatusPage | None:
        """A status page; None if there is none of that key now."""
        return self._views.status_page(self.viewer, key)

    def combat_simulation(
        self, encounter: tuple[str, str] | None = None, preparation: Sequence[Command] = ()
    ) -> CombatSimulation | None:
        """The simulation of a combat, as this viewer knows the cards; for the GM only, else None.

        Args:
            encounter: the kind and the id of a prepared encounter; None for the combat in progress.
            preparation: commands that come first, such as saving the encounter.
        """
        seat = self.view.seats.get(self.viewer)
        if seat is None or not seat.is_gm:
            return None
        return self._views.combat_simulation(self.viewer, encounter, preparation)

    def manual_moves(self) -> ManualMoveOffers:
        """The manual moves of this viewer with seats, piles and cards."""
        return self._views.manual_moves(self.viewer)

    @property
    def next_guest_id(self) -> str:
        """A seat id that nobody has had in this history. Of two seats that join, the later has the higher number."""
        return f"{_NEWCOMER}{self._views.history.cursor}"

    def log(self, since: int = 0) -> Sequence[LogLine]:
        """The log lines that this viewer may read."""
        return self._views.log(self.viewer, since)

    def latest_lines(self) -> Sequence[LogLine]:
        """Return the log lines of the last gesture that counts, as far as this viewer may read them."""
        before = max(0, self._views.history.cursor - 1)
        return [line for line in self.log(before) if line.entry]

    def log_reader(self) -> Callable[[], Sequence[LogLine]]:
        """Return a call that returns all log lines that this viewer may read now; any thread may make it."""
        return self._views.log_reader(self.viewer)

    def dice_and_card_counter(self) -> DiceAndCardCounter:
        """Return a call that counts the dice and cards that this viewer saw come; any thread may make it."""
        return self._views.dice_and_card_counter(self.viewer)

    @property
    def cards_are_real(self) -> bool:
        """Whether the group plays with real cards, so that the program does not know the cards that are face down."""
        return self._views.sources.cards is SourceKind.REAL

    def undone(self) -> Sequence[LogLine]:
        """The steps that wait for redo, by the titles that every viewer may read."""
        return self._views.history.undone()

    def submit(self, command: Command, initiator: object | None = None, *, on_screen: bool = False) -> bool:
        """Do a command. It names cards by id, or by place where this viewer may not know them."""
        return self._receiver.submit(command, initiator, on_screen=on_screen)

    def show_handout(self, id_: str) -> bool:
        """Show a handout to everybody. Return whether that was done: only a viewer who may know it can show it."""
        handout = handout_in(self.view.lists, id_)
        if handout is None:
            return False
        return self._receiver.show_handout(shown_handout(handout))

    def show_note(self, id_: str) -> bool:
        """Show a note to everybody, like a handout. Return whether that was done: only the GM can show one."""
        note, seat = note_in(self.view.lists, id_), self.view.seats.get(self.viewer)
        if note is None or seat is None or not seat.is_gm:
            return False
        return self._receiver.show_handout(shown_note(note))

    def show_prepared(self, handout: ShownHandout) -> bool:
        """Show to everybody a handout or note that need not be in the campaign. Return whether the GM's did so."""
        seat = self.view.seats.get(self.viewer)
        return seat is not None and seat.is_gm and self._receiver.show_handout(handout)

    def portrait_to_show(self, actor: str, picture: str) -> PortraitToShow | None:
        """Return a portrait that this viewer can show to everybody; None for one that the viewer may not show.

        Anyone can show one that everybody sees; the GM can show every one.

        Args:
            actor: the id of the character.
            picture: the id of its portrait.
        """
        known, seen = (view.actors.get(actor) for view in (self.view, self._views.view(SHARED)))
        seat = self.view.seats.get(self.viewer)
        owner = known if seat is not None and seat.is_gm else seen
        if owner is None or picture not in owner.sheet.values():
            return None
        return PortraitToShow(picture=picture, name=seen.name if seen is not None else "")

    def show_portrait(self, portrait: PortraitToShow) -> bool:
        """Show a portrait to everybody, like a handout. Return whether that was done."""
        key = "picture_shown" if portrait.is_secret else "portrait_shown"
        params = {} if portrait.is_secret else {"actor": portrait.name}
        return self._receiver.show_handout(shown_portrait(portrait), Message(key=f"log.{key}", params=params))

    def show_unnamed_portrait(self, picture: str) -> bool:
        """Show to everybody the portrait of somebody who need not be in the campaign. Return whether the GM's did so.

        Args:
            picture: the id of the picture, which the campaign has.
        """
        seat = self.view.seats.get(self.viewer)
        return seat is not None and seat.is_gm and self.show_portrait(PortraitToShow(picture=picture))

    def card_to_show(self, zone: str, index: int, looking: str = "") -> CardToShow | None:
        """Return a card that this viewer can show to everybody; None for a card that the viewer may not show.

        A card that everybody sees can be shown by anyone. A secret one can be shown only by the seat that holds it, and
        the GM is the holder of cards that belong to nobody.

        Args:
            zone: the place of the card.
            index: its position there.
            looking: the seat that looks at its hand on the shared screen.
        """
        card = self._face_for(SHARED, zone, index)
        if card is not None:
            return CardToShow(zone=zone, index=index, card=card)
        holder = looking if self.viewer == SHARED else self.viewer
        seat, card = self.view.seats.get(holder), self._face_for(holder, zone, index)
        if seat is None or card is None:
            return None
        owners = self.view.zones[zone].owners
        is_holder = holder in owners or (not owners and seat.is_gm)
        return CardToShow(zone=zone, index=index, card=card, holder=holder) if is_holder else None

    def show_card(self, wanted: CardToShow) -> bool:
        """Show a card large to everybody. Return whether that was done: not if another card is in its place now."""
        view = self._views.view(wanted.holder or SHARED)
        if self._face_for(wanted.holder or SHARED, wanted.zone, wanted.index) != wanted.card:
            return False
        face = self._views.game.card_face(wanted.card, view.lists, {**view.options, **view.scene})
        return self._show_card(shown_card(wanted.card, face), wanted.holder)

    def show_face(self, face: CardFace) -> bool:
        """Show to everybody a card that is prepared, and on no table. Return whether that was done: only the GM can."""
        seat = self.view.seats.get(self.viewer)
        return seat is not None and seat.is_gm and self._show_card(shown_card("", face), self.viewer)

    def _face_for(self, viewer: str, zone: str, index: int) -> str | None:
        """Return the card at a place if a viewer may know it."""
        seen = self._views.view(viewer).zones.get(zone) if viewer else None
        return seen.face(index) if seen is not None and 0 <= index < seen.count else None

    def _show_card(self, card: ShownHandout, holder: str) -> bool:
        params: dict[str, str] = {"card": card.card or card.title}
        if holder:
            params["seat"] = self.view.seats[holder].name
        key = "log.card_shown" if holder else "log.card_enlarged"
        return self._receiver.show_handout(card, Message(key=key, params=params))


def _hidden_places(view: VisibleTable, command: Command) -> tuple[str, ...]:
    """Return the places in a command (`zone#index`) whose cards a viewer may not know."""
    struct: Any = command
    hidden: list[str] = []
    for field in struct.__struct_fields__:
        value = getattr(command, field)
        for place in value if isinstance(value, tuple) else (value,):
            name, _, index = place.rpartition("#") if isinstance(place, str) else ("", "", "")
            zone = view.zones.get(name)
            if zone is not None and index.isdecimal() and int(index) < zone.count and zone.face(int(index)) is None:
                hidden.append(place)
    return tuple(hidden)
