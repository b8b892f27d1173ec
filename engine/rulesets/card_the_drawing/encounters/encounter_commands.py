"""A prepared encounter on the table: its foes as characters of the GM, and the battle with them (CD-UI-25)."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from itertools import count
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import need_id
from engine.core.draft import Draft
from engine.core.events import ActorSet
from engine.core.memo import memo
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.cast.cast_offers import roll_again_offers
from engine.kit.content_editor.dice_numbers import DiceNumber, highest_result, roll_secretly, rolled
from engine.kit.encounters.encounter_commands import log_notes
from engine.kit.encounters.encounter_runs import remember_run
from engine.kit.encounters.opening_positions import begin_at_time, opening_clock
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused, needed
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.cards.card_library import ENCOUNTERS
from engine.rulesets.card_the_drawing.cards.card_records import PreparedEncounter
from engine.rulesets.card_the_drawing.encounters import rolled_foes
from engine.rulesets.card_the_drawing.encounters.battle_start import (
    NamedChoices,
    Override,
    StartBattle,
    begin_battle,
    choice_labels,
    usual_fighters,
)
from engine.rulesets.card_the_drawing.encounters.rolled_foes import foe_as_placed, with_numbers

_NO_ID = re.compile(r"[^a-z0-9]+")
_MOST_LETTERS = 24


class BeginEncounter(GmRequest):
    """The GM puts a prepared encounter on the table; the battle with it may begin at once."""

    PROGRAM_DICE = True
    RULES = ("CD-UI-25", "CD-GM-1", "CD-MINION-1", "CD-BOSS-1", "CD-ENV-1")
    encounter: Annotated[str, Meta(description="the encounter, by its id in the library"), Asks()]
    fighters: Annotated[
        tuple[str, ...],
        Meta(description="the characters who fight against them"),
        Asks("who_fights", least=1, optional=False),
    ] = ()
    begin: Annotated[bool, Meta(description="false only puts the foes there, without surroundings")] = True
    secret: Annotated[bool, Meta(description="only the GM may read the records of the foes"), Asks("unseen")] = False
    number: Annotated[
        int, Meta(ge=0, le=9999, description="what the ids of the foes end with; 0 for the first that is free")
    ] = 0
    override: Override = False

    def verify(self, table: Table) -> None:
        """To begin the battle, everything that a battle with these foes needs."""
        super().verify(table)
        encounter = need_encounter(table, self.encounter)
        opening_clock(table, encounter)
        foes = encounter_actors(table, encounter, self)
        for foe in foes:
            need_id(foe.id, table.actors)
        if self.begin:
            there = replace(table, actors={**table.actors, **{foe.id: foe for foe in foes}})
            _as_battle(self, encounter, foes).verify(there)

    def decide(self, draft: Draft) -> None:
        """Add the foes, and begin the battle; they keep the Adrenaline of the encounter (CD-UI-25)."""
        prepared = need_encounter(draft.table, self.encounter)
        encounter = rolled(prepared, partial(roll_secretly, draft))
        foes = encounter_actors(draft.table, encounter, self, partial(roll_secretly, draft))
        for foe in foes:
            draft.emit(ActorSet(actor=foe))
        secret = [foe.name for foe in foes if foe.secret and not self.begin]  # in a battle they are seen
        known = [foe.name for foe in foes if self.begin or not foe.secret]
        for audience, names in ((None, known), ((self.seat,), secret)):
            if names:
                draft.note("drawing_encounter", "CD-GM-1", audience=audience, names=names)
        draft.note("drawing_encounter_of", "CD-UI-25", audience=(self.seat,), encounter=encounter.name)
        log_notes(draft, self.seat, encounter.name, encounter.read_out, encounter.notes)
        came = {foe.id: placed.side for foe, placed in zip(foes, encounter.foes, strict=True)}
        run = remember_run(draft, ENCOUNTERS, encounter.id, encounter.name, encounter, came)
        begin_at_time(draft, self.seat, encounter, run)
        if self.begin:
            given = {foe.id: foe.tracks[actor_sheet.ADRENALINE].value for foe in foes}
            begin_battle(draft, _as_battle(self, encounter, foes), given)
        else:
            rolled_foes.remember(draft, {foe.id: row for foe, row in zip(foes, prepared.foes, strict=True)})


def need_encounter(table: Table, id_: str) -> PreparedEncounter:
    """Return an encounter of the library. Raises Refused for an unknown or empty one, or one with unknown foes."""
    library = settings.library(table)
    encounter = needed(library.encounters.get(id_), "drawing_no_encounter", "CD-UI-25", encounter=id_[:60])
    if not encounter.foes:
        raise Refused("drawing_encounter_empty", "CD-UI-25")
    for placed in encounter.foes:
        if placed.foe not in library.foes:
            raise Refused("drawing_encounter_foe", "CD-UI-25", encounter=encounter.name, foe=placed.foe)
    return encounter


def free_number(table: Table) -> int:
    """Return a number that no id ends with; ids must not reveal characters that a player does not know."""
    ids = (*table.actors, *(arrival.id for arrival in ARRIVALS.all(table)))
    return next(number for number in count(1) if not any(actor.endswith(f"-{number}") for actor in ids))


def encounter_actors(
    table: Table,
    encounter: PreparedEncounter,
    command: BeginEncounter,
    roll: Callable[[DiceNumber], int] = highest_result,
) -> tuple[Actor, ...]:
    """Return the foes of an encounter as characters of the GM; `roll` rolls the dice of their records."""
    number = command.number or free_number(table)
    library = settings.library(table)
    named: dict[str, int] = {}
    actors: dict[int, Actor] = {}
    # Those that are seen come first, so that no number of theirs counts one that is not.
    for at, placed in sorted(enumerate(encounter.foes), key=lambda numbered: numbered[1].unseen):
        foe = foe_as_placed(rolled(library.foes[placed.foe], roll), placed)
        named[foe.name] = named.get(foe.name, 0) + 1
        if named[foe.name] > 1:
            foe = replace(foe, name=f"{foe.name} {named[foe.name]}")
        id_ = _id_of(foe.name, number, {other.id for other in actors.values()})
        bare = Actor(id=id_, name=foe.name, seat=command.seat, secret=command.secret or placed.unseen)
        actors[at] = with_numbers(table, bare, foe, placed.adrenaline)
    return tuple(actor for _, actor in sorted(actors.items()))


def _id_of(name: str, number: int, taken: Container[str]) -> str:
    bare = _NO_ID.sub("-", name.casefold()).strip("-")[:_MOST_LETTERS].strip("-") or "foe"
    tried = (f"{bare}-{more}-{number}" if more else f"{bare}-{number}" for more in count())
    return next(id_ for id_ in tried if id_ not in taken)


def _as_battle(command: BeginEncounter, encounter: PreparedEncounter, foes: tuple[Actor, ...]) -> StartBattle:
    return battle_with(command, encounter.environment, tuple(foe.id for foe in foes))


def battle_with(command: BeginEncounter, environment: tuple[str, ...], foes: tuple[str, ...]) -> StartBattle:
    """Return the command that begins the battle with an encounter whose foes are on the table."""
    return StartBattle(
        seat=command.seat,
        fighters=(*command.fighters, *foes),
        environment=tuple(dict.fromkeys(environment)),
        override=command.override,
    )


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers to begin an encounter, to add its foes, or to roll them again, only for the GM's own view."""
    table = context.table
    if not context.gm or not table.is_gm(context.viewer):
        return
    yield from _roll_again_offers(table, context.seat)
    ready = tuple(_ready(table))
    known = (actor.id for actor in context.known_actors if context.battle is None)
    party = tuple(actor for actor in known if actor_sheet.side_of(table, actor) == actor_sheet.PARTY)
    if ready:
        yield from _offers_of(context.seat, ready, party, usual_fighters(table, party), free_number(table))


@memo
def _roll_again_offers(table: Table, seat: str) -> Iterator[Offer]:
    names = {id_: foe.name for id_, foe in settings.library(table).foes.items()}
    yield from roll_again_offers(table, seat, rolled_foes.to_roll_again(table), names)


@memo
def _offers_of(
    seat: str, ready: NamedChoices, party: tuple[str, ...], usual: tuple[str, ...], number: int
) -> Iterator[Offer]:
    which = Asks(choices=tuple(id_ for id_, _ in ready), called=choice_labels(ready))
    place = BeginEncounter(seat=seat, encounter=ready[0][0], begin=False, number=number)
    if party:
        asks: dict[str, Answers] = {"encounter": which, "fighters": party, "secret": Asks(rare=True)}
        yield offer_of(None, replace(place, begin=True, fighters=usual), asks=asks)
    fields = ("encounter", "secret")
    yield offer_of(None, place, name="place_encounter", fields=fields, asks={"encounter": which})


def _ready(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the encounters that can be used, with their names."""
    for id_, encounter in settings.library(table).encounters.items():
        try:
            need_encounter(table, id_)
        except Refused:
            continue
        yield id_, encounter.name
