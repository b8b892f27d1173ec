"""Commands that bring prepared content to the table: place a trap, bring foes, go to a place (CF-UI-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.cast import cast_commands
from engine.kit.cast.opening_tracks import opening_tracks, with_opening
from engine.kit.cast.prepared_cast import PreparedCast, sheet_fields
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.content_library import Fault
from engine.kit.content_editor.declared_forms import LONGEST_LINE, LONGEST_NAME
from engine.kit.content_editor.dice_numbers import DiceNumber, roll_secretly, rolled
from engine.kit.encounters.encounter_records import notes_without_links
from engine.kit.encounters.encounter_runs import has_running_notes, remember_run
from engine.kit.encounters.opening_positions import opening_clock, remember_clock
from engine.kit.gm_requests import GmRequest
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_audience import taking_part
from engine.rulesets.classic_fantasy.character.character_sheet import OWN_TABLE
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    LIBRARY,
    MOST_FOES,
    PLACES,
    TRAPS,
    VISITED_PLACES,
    FoeInPlace,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    TrapInPlace,
    trap_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.health.fatigue_state import follow_track
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance
from engine.rulesets.classic_fantasy.traps.trap_commands import place_trap
from engine.rulesets.classic_fantasy.treatment.treatment_commands import need_nothing_pending
from engine.sheets.editing.new_character_moves import NewActorSetup

CREATURE = "creature"
"""The sheet of a foe's record."""


class LayPrepared(GmRequest):
    """The GM places a prepared trap, hidden."""

    RULES = ("CF-TRAP-17", "CF-TRAP-18", "CF-TRAP-19", "CF-UI-12")
    PROGRAM_DICE = True
    NEEDS = (lambda table, command: TRAP_RECORDS.record(table, command.trap),)
    trap: Annotated[str, Meta(description="which, by its id among the prepared ones"), Asks("which_trap")]
    place: Annotated[
        str,
        Meta(max_length=LONGEST_LINE, description="where it lies; empty for where it is planned to"),
        Asks("place_words", rare=True),
    ] = ""

    def decide(self, draft: Draft) -> None:
        """Place the trap, hidden."""
        _place_prepared_trap(draft, self.trap, self.place.strip())


class BringFoes(Request):
    """The GM brings foes to the table, each with a record of its own."""

    RULES = ("CF-HITLOC-2", "CF-HITLOC-4", "CF-X-20")
    PROGRAM_DICE = True
    foe: Annotated[str, Meta(description="which, by its id among the foes"), Asks("which_foe")]
    count: Annotated[int, Meta(ge=1, le=MOST_FOES, description="how many"), Asks("how_many_foes")] = 1
    name: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="what they are called; empty for as usual"), Asks("foe_name")
    ] = ""
    shown: Annotated[bool, Meta(description="everybody sees them at once"), Asks("foe_shown")] = False


class RollFoesAgain(Request):
    """The GM rolls the numbers of foes again, as far as they have not fought and nothing in them has changed."""

    RULES = ("CF-X-14", "CF-X-16", "CF-X-20")
    PROGRAM_DICE = True
    foe: Annotated[str, Meta(description="the prepared foe, by its id")]
    actors: Annotated[tuple[str, ...], Meta(description="characters"), Asks("which_individuals", least=1)]


class GoToPlace(Request):
    """The party arrives at a place: title and text for all, traps hidden, foes in secret, and nothing twice."""

    RULES = ("CF-TIME-8", "CF-UI-12")
    PROGRAM_DICE = True
    place: Annotated[str, Meta(description="which, by its id among the places"), Asks("which_place")]
    anew: Annotated[
        bool,
        Meta(description="as if nobody had ever been there: all of it comes once more"),
        Asks("place_anew", rare=True),
    ] = False


class VisitedPlace(Frozen):
    """The content that a visit to a place has already brought to the table, and the numbers of foes rolled there."""

    id: str
    name: str = ""
    brought: tuple[str, ...] = ()
    counts: Mapping[str, int] = {}


VISITED: Final = TableRecords(VISITED_PLACES, VisitedPlace, key="id")


def _faults(record: Record, table: Table) -> Iterable[Fault]:
    """Return the faults of a record, also those by the group's options or a manual edit since it was saved."""
    return faults_of(record, table.lists, settings_of(table))


def _roll(draft: Draft, number: DiceNumber) -> int:
    return throw(draft, number.text, secret=True)


def foe_record(foe: PreparedFoe, _table: Table) -> Mapping[str, Json]:
    """Return the fields of a foe's record; a weapon of which it has none is not there."""
    foe = replace(foe, weapons=tuple(weapon for weapon in foe.weapons if weapon.count != 0))
    build = OWN_TABLE if foe.build == "own" else foe.build
    return {"sheet": CREATURE, **sheet_fields(foe, "id", "name", "names"), "build": build}


TRAP_RECORDS: Final[SoundRecords[PreparedTrap]] = SoundRecords(TRAPS, LIBRARY, _faults)
FOE_CAST: Final[PreparedCast[PreparedFoe]] = PreparedCast(
    FOES, LIBRARY, faults=_faults, sheet=foe_record, noticed=taking_part, arrived=follow_track, roll=_roll
)
"""The foes of a table."""


# ---- traps ----------------------------------------------------------------------------------------------------------


def _place_prepared_trap(draft: Draft, id_: str, place: str) -> None:
    trap = rolled(TRAP_RECORDS.record(draft.table, id_), partial(_roll, draft))
    place_trap(draft, trap_of(trap, settings=settings_of(draft.table)), place or trap.place)


# ---- foes -----------------------------------------------------------------------------------------------------------


def verify_bring(table: Table, command: BringFoes) -> None:
    """Allow only the GM, for a foe that exists."""
    need_gm(table, command)
    FOE_CAST.record(table, command.foe)


def bring(draft: Draft, command: BringFoes, new_actor: NewActorSetup) -> None:
    """Bring the foes, numbered where several have the same name."""
    cast_commands.bring(draft, FOE_CAST, new_actor, command.foe, command.count, command.name, shown=command.shown)


def _roll_foes_again_move(new_actor: NewActorSetup) -> Move[RollFoesAgain]:
    """Return the move of the kit for the game's own command, which the files of campaigns hold."""
    again = cast_commands.again_move(FOE_CAST, new_actor)

    def as_again(command: RollFoesAgain) -> cast_commands.RollCastAgain:
        return cast_commands.RollCastAgain(seat=command.seat, record=command.foe, actors=command.actors)

    return Move(
        RollFoesAgain,
        lambda table, command: again.verify(table, as_again(command)),
        lambda draft, command: again.decide(draft, as_again(command)),
    )


def forget_fighters(draft: Draft) -> None:
    """Forget the foes whose initiative is known in a combat: their numbers stay as they are from now on."""
    combat = current_combat(draft.table)
    if combat is not None and FOE_CAST.rolled.any(draft.table):
        FOE_CAST.rolled.forget(draft, {id_ for id_, fighter in combat.fighters.items() if fighter.has_initiative})


# ---- places ---------------------------------------------------------------------------------------------------------


def need_place(table: Table, id_: str) -> PreparedPlace:
    """Return a place. Raises Refused for one that does not exist."""
    record = LIBRARY.records(table.lists, PLACES).get(id_)
    if not isinstance(record, PreparedPlace):
        raise Refused("d100_no_such_place", place=id_[:60])
    return record


def visited_place(table: Table, place: str) -> VisitedPlace:
    """Return what a visit to a place has already brought."""
    return VISITED.find(table, place) or VisitedPlace(id=place)


def verify_go(table: Table, command: GoToPlace) -> None:
    """Allow only the GM, to a place that exists."""
    need_gm(table, command)
    moment = _opening_moment(table, need_place(table, command.place), anew=command.anew)
    if moment is not None and moment > table.clock:
        need_nothing_pending(table, "CF-TIME-1")


def _opening_moment(table: Table, place: PreparedPlace, *, anew: bool) -> int | None:
    """Return the moment at which a place is reached; None if it has no time of day, and on later visits."""
    was_here = not anew and VISITED.find(table, place.id) is not None
    return None if was_here else opening_clock(table, place)


def go(draft: Draft, command: GoToPlace, new_actor: NewActorSetup) -> None:
    """Show title and text to all and the notes to the GM, and bring what was not brought yet."""
    place, gm = need_place(draft.table, command.place), (command.seat,)
    moment = _opening_moment(draft.table, place, anew=command.anew)
    if moment is not None and moment > draft.table.clock:
        advance(draft, moment - draft.table.clock)
    session = session_state(draft.table)
    dark = {"dark": True, "light": False}.get(place.light, session.dark)
    if (place.name, dark) != (session.place, session.dark):
        draft.set_outermost(replace(session, place=place.name, dark=dark))
    draft.note("d100_place", place=place.name)
    texts = notes_without_links(place)
    if texts.read_out.strip():
        draft.note("d100_read_out", text=texts.read_out.strip())
    if texts.notes.strip():
        draft.note("d100_place_notes", audience=gm, place=place.name, text=texts.notes.strip())
    before = VisitedPlace(id=place.id) if command.anew else visited_place(draft.table, place.id)
    brought_keys, counts = list(before.brought), _rolled_counts(draft, place, before.counts)
    came: dict[str, str] = {}
    opening: dict[str, Mapping[str, int]] = {}
    for key, thing in _waiting_things(place, counts):
        if key in brought_keys:
            continue
        try:
            if isinstance(thing, TrapInPlace):
                _place_prepared_trap(draft, thing.trap, thing.place.strip())
            else:
                foe = _bring_foe(draft, thing, new_actor)
                came[foe], opening[foe] = thing.side, opening_tracks(thing.tracks)
            brought_keys.append(key)
        except Refused as refused:
            what = thing.trap if isinstance(thing, TrapInPlace) else thing.foe
            draft.note("d100_place_lacks", audience=gm, what=what, why=refused.text)
    if came or has_running_notes(place):
        run = remember_run(draft, PLACES, place.id, place.name, place, came, opening, new=command.anew)
        if moment is not None:
            remember_clock(draft, run, moment)
    _tell_dangers(draft, place, gm)
    visited = VisitedPlace(id=place.id, name=place.name, brought=tuple(brought_keys), counts=counts)
    if VISITED.find(draft.table, place.id) != visited:
        VISITED.write(draft, visited)


def _tell_dangers(draft: Draft, place: PreparedPlace, gm: tuple[str, ...]) -> None:
    """Remind the GM of the hazards and the fires of a place."""
    for hazard in place.hazards:
        draft.note(
            "d100_hazard_here",
            "CF-GEN-1",
            audience=gm,
            calls_for=("let_hazard",),
            name=hazard.hazard,
            where=hazard.place,
        )
    for number, prepared_fire in enumerate(place.fires):
        fire = rolled(prepared_fire, partial(roll_secretly, draft), f"fires[{number}].")
        draft.note(
            "d100_fire_here", audience=gm, calls_for=("expose_to_heat",), number=fire.intensity, where=fire.place
        )


def _count_keys(place: PreparedPlace) -> Iterator[tuple[str, FoeInPlace]]:
    """Yield the foes of a place, each row with a name that does not change when others are added or removed."""
    yield from zip(_numbered(f"{row.foe}:{row.count}" for row in place.foes), place.foes, strict=True)


def _rolled_counts(draft: Draft, place: PreparedPlace, before: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers of foes that are dice: as rolled on an earlier visit, or rolled now."""
    return {
        key: before[key] if key in before else throw(draft, row.count, secret=True)
        for key, row in _count_keys(place)
        if isinstance(row.count, str)
    }


def _waiting_things(place: PreparedPlace, counts: Mapping[str, int]) -> Iterator[tuple[str, TrapInPlace | FoeInPlace]]:
    """Yield all that waits in a place, each with a name that does not change when others are added or removed."""
    things: list[TrapInPlace | FoeInPlace] = [*place.traps]
    for key, row in _count_keys(place):
        number = counts[key] if isinstance(row.count, str) else row.count
        things += [replace(row, count=number)] * number
    names = (f"trap:{thing.trap}" if isinstance(thing, TrapInPlace) else f"foe:{thing.foe}" for thing in things)
    yield from zip(_numbered(names), things, strict=True)


def _numbered(names: Iterable[str]) -> Iterator[str]:
    """Yield each name with its number among equal ones: `foe:rat:1`, `foe:rat:2`."""
    counted = Counter[str]()
    for name in names:
        counted[name] += 1
        yield f"{name}:{counted[name]}"


def _bring_foe(draft: Draft, row: FoeInPlace, new_actor: NewActorSetup) -> str:
    """Bring one foe of a row, and return its id."""
    setup, alone = with_opening(new_actor, opening_tracks(row.tracks)), row.count == 1
    (foe,) = cast_commands.bring(draft, FOE_CAST, setup, row.foe, 1, row.name, shown=row.shown, alone=alone)
    return foe


def moves_for(new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the moves that bring prepared records to the table of a game, which makes its characters."""
    return (
        Move.of(LayPrepared),
        Move(BringFoes, verify_bring, partial(bring, new_actor=new_actor)),
        _roll_foes_again_move(new_actor),
        Move(GoToPlace, verify_go, partial(go, new_actor=new_actor)),
    )
