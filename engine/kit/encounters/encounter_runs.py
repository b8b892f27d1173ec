"""Running encounters: each stores its notes, and its characters as they were when added.

Both are rows of lists that only the GM may know, and that only commands write.

>>> from engine.core.chance import SeededChance
>>> draft = Draft(Table(ruleset="tiny", actors={"wolf-1": Actor(id="wolf-1", name="Wolf", seat="gm")}), SeededChance(1))
>>> remember_run(draft, "encounters", "ambush", "Ambush", EncounterNotes(loot="A ring"), {"wolf-1": "Pack"})
'ambush'
>>> need_run(draft.table, "ambush").loot, as_it_came(arrivals_of(draft.table, "ambush")[0]).name
('A ring', 'Wolf')
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.core.memo import memo
from engine.kit.cast.arrivals import ARRIVALS, Arrival
from engine.kit.content_editor.dice_numbers import roll_secretly, rolled
from engine.kit.content_editor.persistence import row_of
from engine.kit.encounters.encounter_records import EncounterNotes
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table

LONGEST_SHOWN: Final = 60


class DealtCards(Frozen):
    """Cards that a running encounter moved when it began.

    Attributes:
        source, target: the places on the table.
        count: how many came.
        filled: the number of cards in the target when the encounter had begun; after a reset only what that restored.
    """

    source: str
    target: str
    count: Annotated[int, Meta(ge=0)]
    filled: Annotated[int, Meta(ge=0)]


class EncounterRun(EncounterNotes):
    """A running encounter; its notes are those of the prepared one when it began.

    Attributes:
        kind: the kind of the prepared record.
        record: the id of the prepared record.
        ticked: the lines of the checklist that are done, from 0.
        fired: the triggers that have happened, from 0.
        paused: its characters are archived until it is resumed.
        archived: the characters that were archived when it was paused.
        clock: the moment to which it set the story's clock; None if it did not.
        chips: the chips that it gave the GM, by colour.
        chips_before: the chips of these colours that the GM had before.
        cards: the cards that it moved; of their faces nothing is remembered.
    """

    id: str
    kind: str
    record: str
    name: str = ""
    ticked: tuple[int, ...] = ()
    fired: tuple[int, ...] = ()
    paused: bool = False
    archived: tuple[str, ...] = ()
    clock: Annotated[int, Meta(ge=0)] | None = None
    chips: Mapping[str, Annotated[int, Meta(ge=0)]] = {}
    chips_before: Mapping[str, Annotated[int, Meta(ge=0)]] = {}
    cards: tuple[DealtCards, ...] = ()


RUNS: Final = TableRecords("encounter_runs", EncounterRun, key="id")
RECORD_LISTS: Final = frozenset({RUNS.name, ARRIVALS.name})
"""The lists that only commands write."""
_NOTES: Final[tuple[str, ...]] = EncounterNotes.__struct_fields__  # type: ignore[attr-defined]


def need_run(table: Table, id_: str) -> EncounterRun:
    """Return a running encounter. Raises Refused if it does not run."""
    run = RUNS.find(table, id_)
    if run is None:
        raise Refused("no_encounter_run", encounter=id_[:LONGEST_SHOWN])
    return run


def arrivals_of(table: Table, run: str) -> tuple[Arrival, ...]:
    """Return the characters that a running encounter added, in their order."""
    return tuple([arrival for arrival in ARRIVALS.all(table) if arrival.run == run])


def present_actors(table: Table, run: str) -> tuple[Actor, ...]:
    """Return the characters of a running encounter that are still in the story, and that no player plays now."""
    here = [table.actors[arrival.id] for arrival in arrivals_of(table, run) if arrival.id in table.actors]
    return tuple([actor for actor in here if not is_of_player(table, actor)])


def is_of_player(table: Table, actor: Actor) -> bool:
    """Say whether a player plays a character: the GM gave it away, so it no longer belongs to its encounter."""
    return actor.seat in table.seats and not table.is_gm(actor.seat)


def as_it_came(arrival: Arrival) -> Actor:
    """Return a character as it was when added. Raises Refused for a row that a manual change broke."""
    try:
        return msgspec.convert(dict(arrival.character), Actor)
    except msgspec.ValidationError as error:
        raise Refused("encounter_arrival_spoilt", actor=arrival.id[:LONGEST_SHOWN]) from error


@memo
def need_sound_arrivals(table: Table, run: str) -> None:
    """Raise Refused if the stored state of a character of a running encounter cannot be read."""
    for arrival in arrivals_of(table, run):
        as_it_came(arrival)


def need_not_paused(table: Table, id_: str) -> None:
    """Raise Refused for a paused encounter."""
    run = need_run(table, id_)
    if run.paused:
        raise Refused("encounter_paused", encounter=run.name)


def remember_run(
    draft: Draft,
    kind: str,
    record: str,
    name: str,
    notes: EncounterNotes,
    came: Mapping[str, str],
    opening: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    *,
    new: bool = True,
) -> str:
    """Remember that an encounter began, and return the id of the run.

    Args:
        draft: the draft, with the characters as they come.
        kind: the kind of the prepared record.
        record: its id.
        name: its name.
        notes: its notes.
        came: the side of each character that came, by its id.
        opening: the values with which characters begin, by their ids.
        new: it is another run; otherwise the characters join the one of this record, if there is one.
    """
    runs = RUNS.all(draft.table)
    run = None if new else next((run for run in runs if (run.kind, run.record) == (kind, record)), None)
    if run is None:
        shared: dict[str, Any] = {field: getattr(notes, field) for field in _NOTES}
        roll = partial(roll_secretly, draft)
        shared["triggers"] = tuple([rolled(each, roll, f"triggers[{n}].") for n, each in enumerate(notes.triggers)])
        again = free_name(name, {run.name for run in runs})
        run = EncounterRun(id=RUNS.free_key(draft.table, record), kind=kind, record=record, name=again, **shared)
        RUNS.write(draft, run)
    arrivals = [
        Arrival(id=id_, run=run.id, side=side, character=row_of(draft.table.actors[id_]), opening=opening.get(id_, {}))
        for id_, side in came.items()
    ]
    if arrivals:
        _set_arrivals(draft, [*(old for old in ARRIVALS.all(draft.table) if old.id not in came), *arrivals])
    return run.id


def free_name(name: str, taken: Container[str]) -> str:
    """Return the name of another run, so that two of one encounter can be told apart: `Ambush`, then `Ambush (2)`."""
    return name if name not in taken else next(other for n in count(2) if (other := f"{name} ({n})") not in taken)


def has_running_notes(notes: EncounterNotes) -> bool:
    """Say whether notes have anything for the GM to look at while the encounter runs, besides what the log has."""
    return bool(notes.loot.strip() or notes.checklist or notes.triggers or notes.handouts)


def forget_run(draft: Draft, run: str) -> None:
    """Forget a running encounter."""
    RUNS.remove(draft, run)
    left = [arrival for arrival in ARRIVALS.all(draft.table) if arrival.run != run]
    if len(left) < len(ARRIVALS.all(draft.table)):
        _set_arrivals(draft, left)


def _set_arrivals(draft: Draft, arrivals: Iterable[Arrival]) -> None:
    draft.emit(ListSet(name=ARRIVALS.name, rows=tuple([row_of(arrival) for arrival in arrivals])))
