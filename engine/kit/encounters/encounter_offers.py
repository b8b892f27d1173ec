"""The GM's offers about encounters: run a prepared one, and change a running one.

>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> run = {"id": "bridge", "kind": "encounters", "record": "bridge", "name": "Bridge"}
>>> table = Table(ruleset="tiny", seats=seats, lists={"encounter_runs": (run,)})
>>> from engine.kit.manual_game import ManualGame
>>> rules = EncounterRules(ManualGame("example"))
>>> [offer.name for offer in encounter_offers(table, "gm", "gm", rules)]
['reset_encounter:bridge', 'pause_encounter:bridge', 'remove_encounter:bridge']
>>> encounter_offers(table, "gm", "shared", rules), encounter_offers(table, "p1", "p1", rules)
((), ())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.memo import memo, memo_of_last, memo_of_rows
from engine.kit.encounters.encounter_commands import (
    EncounterRules,
    FireTrigger,
    KeepCharacter,
    PauseEncounter,
    RemoveEncounter,
    ResetEncounter,
    ResumeEncounter,
    RevealFoes,
    RunChange,
    RunEncounter,
    TickEncounter,
    hidden_actors,
)
from engine.kit.encounters.encounter_records import ENCOUNTERS, encounters_in
from engine.kit.encounters.encounter_runs import RUNS, EncounterRun
from engine.kit.heroes.people_at_table import table_of_people
from engine.kit.notes.note_links import text_without_links
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks, offer_of, unchecked
from engine.presentation.offers import Denial, Offer, make_offer

RUN: Final = "run_encounter"
RESET: Final = "reset_encounter"
PAUSE: Final = "pause_encounter"
RESUME: Final = "resume_encounter"
REMOVE: Final = "remove_encounter"
REVEAL: Final = "reveal_foes"
TICK: Final = "tick_encounter"
UNTICK: Final = "untick_encounter"
FIRE: Final = "fire_trigger"
KEEP: Final = "keep_character"
_GROUP: Final = Message(key="encounter.group")
OffersOfRun = tuple[tuple[RunChange, ...], tuple[Offer, ...], tuple[Offer, ...]]
"""The commands that change a running encounter as a whole, their offers, and the other offers."""


def encounter_offers(
    table: Table, seat: str, viewer: str, rules: EncounterRules, *, prepares: bool = True
) -> tuple[Offer, ...]:
    """Return the offers of the GM; another viewer does not even see that something is prepared.

    Args:
        table: the table.
        seat: the seat that acts.
        viewer: the viewer.
        rules: the rules of the game.
        prepares: whether the game has the encounters of the kit, and not those of its own.
    """
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return ()
    offers: list[Offer] = []
    known = _with_lists(table_of_people(table), table.lists)
    if prepares:
        offers += _prepared(known, seat)
    if table.lists.get(RUNS.name):
        offers += _running(table, _offers_of_runs(known, seat), rules)
    return tuple(offers)


@memo_of_last
def _with_lists(people: Table, lists: Mapping[str, tuple[Mapping[str, Json], ...]]) -> Table:
    """Return a table with its people and its lists alone, which hardly any command changes."""
    return replace(people, lists=lists)


@memo
def _prepared(table: Table, seat: str) -> Iterator[Offer]:
    for id_, encounter in encounters_in(table.ruleset, table.lists).items():  # the command says what is wrong with one
        offer = make_offer(f"{RUN}:{id_}", RunEncounter(seat=seat, encounter=id_), rare=True, encounter=encounter.name)
        yield replace(offer, group=_GROUP)
    actors = tuple(table.actors)
    if actors and table.lists.get(ENCOUNTERS):
        keep = KeepCharacter(seat=seat, actor=actors[0])
        asks = {"actor": Asks("which_kept", choices=actors, optional=False)}
        yield replace(offer_of(table, keep, unchecked, name=KEEP, asks=asks, rare=True), group=_GROUP)


def _running(table: Table, found: Iterable[OffersOfRun], rules: EncounterRules) -> Iterator[Offer]:
    checked = _checked({commands: (changes, *rules.denials_of(table, commands)) for commands, changes, _ in found})
    for changes, (_, _, others) in zip(checked, found, strict=True):
        yield from changes
        yield from others


@memo_of_rows
def _checked(offers: tuple[Offer, ...], *denials: Denial | None) -> tuple[Offer, ...]:
    return tuple([offer.unless(denial) for offer, denial in zip(offers, denials, strict=True)])


@memo
def _offers_of_runs(table: Table, seat: str) -> Iterator[OffersOfRun]:
    """Yield the commands that change each running encounter as a whole, their unchecked offers, and the other offers.

    What they depend on changes rarely, but what allows the changes may do so with every command.
    """
    for run in RUNS.all(table):
        commands = _changes(seat, run)
        changes = [
            make_offer(f"{name}:{run.id}", command, rare=True, encounter=run.name) for name, command in commands.items()
        ]
        yield tuple(commands.values()), _grouped(changes), _grouped(_of_run(table, seat, run))


def _grouped(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple([replace(offer, group=_GROUP) for offer in offers])


def _changes(seat: str, run: EncounterRun) -> Mapping[str, RunChange]:
    commands: dict[str, RunChange] = {RESET: ResetEncounter(seat=seat, run=run.id)}
    if not run.paused:
        commands[PAUSE] = PauseEncounter(seat=seat, run=run.id)
    commands[REMOVE] = RemoveEncounter(seat=seat, run=run.id)
    return commands


def _of_run(table: Table, seat: str, run: EncounterRun) -> Iterator[Offer]:
    if run.paused:
        resume = ResumeEncounter(seat=seat, run=run.id)
        yield make_offer(f"{RESUME}:{run.id}", resume, rare=True, encounter=run.name)
    hidden = tuple(actor.id for actor in hidden_actors(table, run.id))
    if hidden:
        reveal = RevealFoes(seat=seat, run=run.id, actors=hidden)
        asks = {"actors": Asks(choices=hidden)}
        yield offer_of(table, reveal, unchecked, name=f"{REVEAL}:{run.id}", asks=asks, rare=True, encounter=run.name)
    label: dict[str, Any] = {"rare": True, "encounter": run.name}
    texts = [text_without_links(line.text) for line in run.checklist]
    open_lines = [number for number in range(len(texts)) if number not in run.ticked]
    ticked = [number for number in range(len(texts)) if number in run.ticked]
    for name, numbers, done in ((TICK, open_lines, True), (UNTICK, ticked, False)):
        lines, given = {"line": _question(texts, numbers)}, {"run": run.id, "done": done}
        yield from choice_offers(TickEncounter, seat, lines, given, name=f"{name}:{run.id}", **label)
    happenings = [text_without_links(trigger.when or trigger.what) for trigger in run.triggers]
    which = {"trigger": _question(happenings, range(len(happenings)))}
    yield from choice_offers(FireTrigger, seat, which, {"run": run.id}, name=f"{FIRE}:{run.id}", **label)


def _question(texts: Sequence[str], numbers: Sequence[int]) -> Asks:
    """Return the question for one of some lines, by their numbers from 1."""
    called: Mapping[str, Message] = {
        str(number + 1): Message(key="encounter.line", params={"number": number + 1, "text": texts[number]})
        for number in numbers
    }
    return Asks(choices=tuple(called), called=called)
