"""Card: the Drawing at the table: what the game brings, and how it answers to moves by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.play.commands import Command, Move
from engine.play.countdowns import Countdown
from engine.play.draft import Draft
from engine.play.events import ActorSet, SeatLeft, SheetEdited, TrackSet
from engine.play.faces import CardFace, FaceDeck, Lists, Reference
from engine.play.moves import EditSheet, RemoveActor, WriteRecord
from engine.play.names import actor_name
from engine.play.offers import Offer
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import Glimpse
from engine.rulesets.by_hand import ByHand
from engine.rulesets.card_the_drawing import (
    decks,
    drawing,
    encounters,
    ending,
    faces,
    facts,
    flow,
    laying,
    mobs,
    outside,
    people,
    picking,
    planning,
    starting,
    steering,
    targeting,
    windows,
    zones,
)
from engine.rulesets.card_the_drawing.glimpse import glimpse
from engine.rulesets.card_the_drawing.library import RULESET, SECRET
from engine.rulesets.card_the_drawing.offering import offers_of, worked_out
from engine.rulesets.card_the_drawing.procedures import PROCEDURES, Evening, battle
from engine.rulesets.card_the_drawing.settings import option_specs
from engine.rulesets.card_the_drawing.workshop import writing
from engine.table.frozen import Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table
from engine.table.zones import hand_of
from engine.workshop.bench import Workshop

ROOMS = (
    starting,
    encounters,
    ending,
    drawing,
    laying,
    planning,
    flow,
    targeting,
    picking,
    windows,
    steering,
    mobs,
    outside,
    writing,
)
DECK_FIELDS = ("deck", "deck_name", "automatic")
"""What on a sheet may not be changed while its cards are on the table (CD-DECK-4)."""


class CardTheDrawing(ByHand):
    """The game as the table knows it: a deck for everybody, and the rules on top."""

    moves: tuple[Move[Any], ...] = tuple(move for room in ROOMS for move in room.MOVES)
    procedures: tuple[type[Procedure], ...] = PROCEDURES
    secret_lists: frozenset[str] = SECRET
    """Whom the players have not met yet, and what waits for them."""

    def __init__(self) -> None:
        super().__init__(RULESET)
        self.options: Mapping[str, OptionSpec] = {**self.options, **option_specs()}

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with empty hands, and nothing under way."""
        return replace(super().lay_table(seats, options), procedures=(Evening(),))

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character at full Health (CD-STAT-7); a mob with a track for each minion (CD-MINION-3)."""
        made = people.first_tracks(actor, table, tracks)
        mob = people.is_mob(actor)
        known = {name: value for name, value in tracks.items() if not (mob and name in made)}
        found = super().new_actor(table, actor, known)
        kept = {name: track for name, track in found.tracks.items() if not mob or name != people.HEALTH}
        sheet = found.sheet
        if mob and not people.minion_rows(found):
            numbers = enumerate((track.value for track in made.values()), 1)
            sheet = {**sheet, mobs.ROWS: [{"name": f"{found.name} {n}", "health": health} for n, health in numbers]}
        return replace(found, sheet=sheet, tracks={**kept, **made, **actor.tracks})

    def full_tracks(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the Health at full, if the sheet says what Stamina is (CD-STAT-7)."""
        return {} if people.is_mob(actor) else {people.HEALTH: people.read_person(actor, table).health}

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from offers_of(table, seat, viewer)
        yield from super()._offers(table, seat, viewer)

    def countdowns(self, table: Table) -> tuple[Countdown, ...]:
        """Return who does not interrupt when their time is over (CD-UI-9)."""
        return windows.countdowns(table)

    def worked_out(self, table: Table, offer: Offer, viewer: str) -> Offer:
        """Return an offer with what is worked out only when somebody takes it."""
        return worked_out(table, offer, viewer)

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way as a viewer may see it."""
        return glimpse(table, viewer)

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return what stands on a card (CD-CARD-1)."""
        return faces.printed(card, faces.library_in(lists, options))

    def face_decks(
        self, lists: Lists, options: Mapping[str, Json], people: Iterable[Actor], *, foes: bool
    ) -> tuple[FaceDeck, ...]:
        """Return what can be printed together (CD-UI-26)."""
        return faces.decks_to_print(faces.library_in(lists, options), people, foes=foes)

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> Reference:
        """Return the player's reference (CD-UI-26)."""
        return faces.reference_of(faces.library_in(lists, options), options)

    @property
    def workshop(self) -> Workshop:
        """The editors of cards, decks and the rest; loaded when somebody opens them (CD-UI-20 to CD-UI-26)."""
        from engine.rulesets.card_the_drawing.workshop.making import CardWorkshop

        return CardWorkshop()

    def forbids(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        match command:
            case RemoveActor(actor=actor) if zones.has_cards(table, actor):
                raise Refused("drawing_actor_busy", "CD-ROUND-4", actor=actor_name(table, actor))
            case EditSheet(actor=actor, fields=fields) | WriteRecord(actor=actor, fields=fields):
                if actor in facts.taking_part(table) and any(
                    name in fields and fields[name] != table.actors[actor].sheet.get(name) for name in DECK_FIELDS
                ):
                    raise Refused("drawing_deck_locked", "CD-DECK-4", actor=actor_name(table, actor))
            case _:
                pass

    def after(self, draft: Draft, command: Command) -> None:
        """Answer to sheets that change and seats that come and go, and let the battle go on."""
        for event in tuple(draft.events):
            if isinstance(event, SeatLeft):
                for card in zones.cards_in(draft.table, hand_of(event.seat)):
                    facts.to_discard(draft, card)
        super().after(draft, command)
        for event in tuple(draft.events):
            match event:
                case SheetEdited(actor=actor, fields=fields):
                    decks.fill(draft, actor, fields, by_gm=draft.table.is_gm(command.seat))
                    if mobs.ROWS in fields or "minion_health" in fields:
                        mobs.follow_sheet(draft, actor)
                    _follow_stats(draft, actor)
                case ActorSet(actor=actor):
                    mobs.follow_name(draft, actor.id)
                    zones.follow_leader(draft, actor.id)
                    outside.hide_away(draft, actor.id)
                case _:
                    pass
        flow.settle(draft)
        before, now = battle(draft.before), battle(draft.table)
        fought = {} if before is None else before.fighters
        fights = {} if now is None else now.fighters
        for actor, found in tuple(draft.table.actors.items()):
            # Rows are made of the record and of what the fighter remembers; who is as before has them as they are.
            if draft.before.actors.get(actor) is not found or fought.get(actor) is not fights.get(actor):
                mobs.show_on_sheet(draft, actor)


def _follow_stats(draft: Draft, actor: str) -> None:
    """Let the most Health be what the sheet says now (CD-STAT-7, CD-STAT-10)."""
    found = draft.table.actors.get(actor)
    track = found.tracks.get(people.HEALTH) if found is not None else None
    if track is None:
        return
    most = people.person_of(draft.table, actor).health
    if most is not None and track.most != most:
        changed = replace(track, most=most)
        draft.emit(
            TrackSet(actor=actor, name=people.HEALTH, track=replace(changed, value=changed.clamped(track.value)))
        )
