"""The commands of encounters: save, run, reset, pause, resume, remove, reveal, tick off, fire a trigger.

>>> from engine.core.chance import SeededChance
>>> from engine.core.history import History
>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.model.seats import Role, Seat
>>> game = make_game(ManualGame("example"))
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> bridge = {"id": "bridge", "name": "Bridge", "read_out": "Fog.", "notes": "It is unsafe."}
>>> table = Table(ruleset="example", seats=seats, lists={"encounters": (bridge,)})
>>> ran = game.apply(table, RunEncounter(seat="gm", encounter="bridge"), SeededChance(1))
>>> [(line.message.key, line.audience) for line in ran.events if hasattr(line, "audience")]
[('log.encounter_runs', ('gm',)), ('log.encounter_read_out', None), ('log.encounter_notes', ('gm',))]
>>> [tab.key for tab in game.status_page_tabs(ran.table, "gm")], game.status_page_tabs(ran.table, "shared")
(['encounters'], ())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_actor
from engine.core.draft import Draft
from engine.core.events import ActorLeft, ActorSet, ListSet, Noted
from engine.core.manual_moves import MoveCards, RemoveActor
from engine.kit.cast.cast_commands import bring
from engine.kit.cast.individuals import WishedName, bring_individual, free_actor_id
from engine.kit.cast.opening_tracks import opening_tracks, with_opening, with_opening_tracks
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.dice_numbers import DiceNumber, bounds_of_field, dice_range, roll_secretly, rolled
from engine.kit.content_editor.persistence import LARGEST, MOST_KEPT, id_stem, name_of, new_id, row_of, with_row
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.encounters.cast import casts_of, groups_of, has_own_encounters
from engine.kit.encounters.encounter_records import (
    ENCOUNTERS,
    KEPT,
    LONGEST_NAME,
    MOST_COUNT,
    MOST_LINES,
    CastRow,
    Encounter,
    KeptCharacter,
    OpeningCards,
    encounters_in,
    kept_in,
)
from engine.kit.encounters.encounter_runs import (
    RUNS,
    EncounterRun,
    arrivals_of,
    as_it_came,
    forget_run,
    is_of_player,
    need_not_paused,
    need_run,
    need_sound_arrivals,
    present_actors,
    remember_run,
)
from engine.kit.encounters.opening_positions import (
    ChipSupply,
    OpeningMove,
    cards_again,
    chip_supply,
    chips_given,
    deal_again,
    deal_cards,
    make_moves,
    opening_cards,
    opening_chips,
    opening_clock,
    positions_moves,
    removal_moves,
    reset_moves,
    verify_moves,
)
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.kit.notes.note_links import text_without_links
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.presentation.game import Ruleset
from engine.presentation.offers import Denial, denial

MOST_BROUGHT: Final = MOST_LINES * MOST_COUNT
"""The number of characters that an encounter brings at most."""
_COUNT = bounds_of_field(CastRow, "count")


class SaveEncounters(SaveContent):
    """Save or delete encounters and copies of characters."""

    WORDS = "encounter"
    FORMS: ClassVar[Mapping[str, type[Frozen]]] = {ENCOUNTERS: Encounter, KEPT: KeptCharacter}
    SECRET = frozenset({ENCOUNTERS, KEPT})


class KeepCharacter(GmActorRequest):
    """Keep a copy of a character, which encounters can add to the table."""

    name: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="what the copy is called; empty for the name"), Asks("kept_name")
    ] = ""


class RunEncounter(GmRequest):
    """Run a prepared encounter: add its characters, and show its text to everybody."""

    PROGRAM_DICE = True
    encounter: Annotated[str, Meta(description="the encounter, by its id")]


class _OfRun(GmRequest):
    """A command about a running encounter."""

    ABSTRACT = True
    run: Annotated[str, Meta(description="the running encounter, by its id")]

    def verify(self, table: Table) -> None:
        """Raise Refused unless the seat is the GM's and the encounter is running."""
        super().verify(table)
        need_run(table, self.run)


class ResetEncounter(_OfRun):
    """Restore the characters of a running encounter as they were when added, also removed ones, its clock and chips."""

    FAR_REACHING = True


class PauseEncounter(_OfRun):
    """Archive the characters of a running encounter as they are now."""


class ResumeEncounter(_OfRun):
    """Bring the characters of a paused encounter back as they were."""

    def verify(self, table: Table) -> None:
        """Raise Refused unless it is paused."""
        super().verify(table)
        run = need_run(table, self.run)
        if not run.paused:
            raise Refused("encounter_not_paused", encounter=run.name)

    def decide(self, draft: Draft) -> None:
        """Bring back the characters that were archived by the pause and still exist."""
        run = need_run(draft.table, self.run)
        back = [actor for actor in present_actors(draft.table, run.id) if actor.id in run.archived and actor.archived]
        for actor in back:
            draft.emit(ActorSet(actor=replace(actor, archived=False)))
        RUNS.write(draft, replace(run, paused=False, archived=()))
        _log(draft, self.seat, "encounter_resumed", run, back)


class RemoveEncounter(_OfRun):
    """Remove a running encounter and all its characters for good, and take back its chips that are not spent."""

    FAR_REACHING = True


RunChange = ResetEncounter | PauseEncounter | RemoveEncounter
"""A command that changes a running encounter as a whole."""


class RevealFoes(_OfRun):
    """Show secret characters of a running encounter to everybody."""

    actors: Annotated[tuple[ActorId, ...], Meta(description="characters"), Asks("which_foes", least=1)]

    def verify(self, table: Table) -> None:
        """Raise Refused unless all of them belong to the encounter and are secret."""
        super().verify(table)
        hidden = {actor.id for actor in hidden_actors(table, self.run)}
        if not self.actors:
            raise Refused("encounter_nobody_hidden")
        for actor in self.actors:
            need_actor(table, actor)
            if actor not in hidden:
                raise Refused("encounter_not_hidden", actor=actor_name(table, actor))

    def decide(self, draft: Draft) -> None:
        """Show them."""
        for id_ in dict.fromkeys(self.actors):
            actor = replace(draft.table.actors[id_], secret=False)
            draft.emit(ActorSet(actor=actor))
            draft.note("actor_shown", audience=None, actor=actor.name)


class TickEncounter(_OfRun):
    """Tick a line of the checklist of a running encounter, or clear its tick."""

    line: Annotated[str, Meta(max_length=3, description="the number of the line, from 1"), Asks("which_line")]
    done: Annotated[bool, Meta(description="false clears the tick")] = True

    def verify(self, table: Table) -> None:
        """Raise Refused unless there is such a line."""
        super().verify(table)
        _need_index(self.line, need_run(table, self.run).checklist)

    def decide(self, draft: Draft) -> None:
        """Tick it; only the GM reads the log line."""
        run = need_run(draft.table, self.run)
        index = _need_index(self.line, run.checklist)
        others = [number for number in run.ticked if number != index]
        RUNS.write(draft, replace(run, ticked=tuple(sorted([*others, index] if self.done else others))))
        key = "encounter_ticked" if self.done else "encounter_unticked"
        draft.note(key, audience=(self.seat,), line=text_without_links(run.checklist[index].text))


class FireTrigger(_OfRun):
    """Record that a trigger of a running encounter has happened."""

    trigger: Annotated[str, Meta(max_length=3, description="the number of the trigger, from 1"), Asks("which_trigger")]

    def verify(self, table: Table) -> None:
        """Raise Refused unless there is such a trigger."""
        super().verify(table)
        _need_index(self.trigger, need_run(table, self.run).triggers)

    def decide(self, draft: Draft) -> None:
        """Record it; only the GM reads the log line."""
        run = need_run(draft.table, self.run)
        fire(draft, run, (_need_index(self.trigger, run.triggers),))


def fire(draft: Draft, run: EncounterRun, numbers: Iterable[int]) -> None:
    """Log for the GM that triggers of a running encounter have happened, and record it."""
    happening = tuple(numbers)
    RUNS.write(draft, replace(run, fired=tuple(sorted({*run.fired, *happening}))))
    for number in happening:
        trigger = run.triggers[number]
        key = "encounter_trigger" if trigger.round is None else "encounter_trigger_round"
        params: dict[str, Json] = {
            "encounter": run.name,
            "when": text_without_links(trigger.when),
            "what": text_without_links(trigger.what),
            "round": trigger.round,
        }
        message = Message(key=f"log.{key}", params=params)
        draft.emit(Noted(message=message, audience=(draft.table.gm(),)))


def pending_triggers(run: EncounterRun) -> Mapping[int, int]:
    """Return the rounds of the triggers that have not happened yet, by their numbers from 0."""
    waiting = ((number, trigger.round) for number, trigger in enumerate(run.triggers) if number not in run.fired)
    return {number: round_ for number, round_ in waiting if isinstance(round_, int)}


def hidden_actors(table: Table, run: str) -> tuple[Actor, ...]:
    """Return the secret characters of a running encounter."""
    return tuple([actor for actor in present_actors(table, run) if actor.secret and not actor.archived])


def _need_index(number: str, lines: tuple[Any, ...]) -> int:
    """Return the index of a line by its number, from 1. Raises Refused for a number that no line has."""
    if not number.isdecimal() or not 1 <= int(number) <= len(lines):
        raise Refused("no_encounter_line", number=number[:3])
    return int(number) - 1


def _log(draft: Draft, seat: str, key: str, run: EncounterRun, actors: Iterable[Actor]) -> None:
    """Log for the GM what happened to a running encounter, and for others what they can see of it."""
    shown = list(dict.fromkeys(actor.name for actor in actors if not actor.secret))
    if shown:
        draft.note(f"{key}_for_all", names=shown)
    draft.note(key, audience=(seat,), encounter=run.name)


class EncounterRules:
    """The checks and effects of the commands that need the rules of a game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    # ---- run

    def denials_of(self, table: Table, commands: Sequence[RunChange]) -> list[Denial | None]:
        """Return why commands that change the same running encounter are not allowed now; None for each that is.

        Whether its characters are held by something in progress is asked once for all of them.
        """
        busy = denial(self._need_nobody_busy, table, commands[0])
        if busy is not None:
            return [busy] * len(commands)
        return [denial(self._verify_unless_busy, table, command) for command in commands]

    def _verify_unless_busy(self, table: Table, command: RunChange) -> None:
        match command:
            case ResetEncounter():
                self._verify_moves(table, command)
                need_sound_arrivals(table, command.run)
            case PauseEncounter():
                need_not_paused(table, command.run)
            case RemoveEncounter():
                self._verify_moves(table, command)

    def verify_run(self, table: Table, command: RunEncounter) -> None:
        """Raise Refused unless the GM runs an encounter that exists, with a cast that exists."""
        GmRequest.verify(command, table)
        encounter = need_encounter(table, command.encounter)
        for row in encounter.cast:
            self._need_cast(table, row)
        if sum(self._most_of(table, row) for row in encounter.cast) > MOST_BROUGHT:
            raise Refused("encounter_crowd", encounter=encounter.name, most=MOST_BROUGHT)
        verify_moves(self._ruleset, table, self._opening_moves(table, command.seat, encounter))
        cards = [self._cards_of(command.seat, row, table) for row in encounter.cards]
        verify_moves(self._ruleset, table, filter(None, cards))

    def _cards_of(self, seat: str, row: OpeningCards, table: Table) -> MoveCards | None:
        return opening_cards(self._ruleset, table, seat, row)

    def run(self, draft: Draft, command: RunEncounter) -> None:
        """Add the characters, set clock and chips, move cards, and log the texts."""
        encounter = need_encounter(draft.table, command.encounter)
        draft.note("encounter_runs", audience=(command.seat,), encounter=encounter.name)
        log_notes(draft, command.seat, encounter.name, encounter.read_out, encounter.notes)
        came: dict[str, str] = {}
        opening: dict[str, Mapping[str, int]] = {}
        for number, row in enumerate(encounter.cast):
            ids = self._bring(draft, row, _count(draft, row, number))
            came |= dict.fromkeys(ids, self._side_of(draft.table, row))
            opening |= dict.fromkeys(ids, opening_tracks(row.tracks))
        id_ = remember_run(draft, ENCOUNTERS, encounter.id, encounter.name, encounter, came, opening)
        roll = partial(roll_secretly, draft)
        chips = tuple([rolled(row, roll, f"chips[{n}].") for n, row in enumerate(encounter.chips)])
        self._set_out(draft, command.seat, replace(encounter, chips=chips), id_)
        cards = [rolled(row, roll, f"cards[{n}].") for n, row in enumerate(encounter.cards)]
        deal_cards(draft, [partial(self._cards_of, command.seat, row) for row in cards], id_)

    def _set_out(self, draft: Draft, seat: str, encounter: Encounter, id_: str) -> None:
        """Set the clock and give the GM chips, and remember it."""
        moves = self._opening_moves(draft.table, seat, encounter)
        clock, chips = opening_clock(draft.table, encounter), chips_given(moves)
        if clock is None and not encounter.chips:
            return
        held = draft.table.chips.get(draft.table.gm(), {})
        before = {colour: held.get(colour, 0) for colour in chips}
        make_moves(draft, moves)
        run = need_run(draft.table, id_)
        RUNS.write(draft, replace(run, clock=clock, chips=chips, chips_before=before))
        if sum(chips.values()) < sum(opening_chips(self._supply(draft.table), encounter).values()):
            draft.note("encounter_few_chips", audience=(seat,), encounter=run.name)

    def _opening_moves(self, table: Table, seat: str, encounter: Encounter) -> tuple[OpeningMove, ...]:
        """Return the moves that set the clock and give the GM chips. Raises Refused for a fault in them."""
        supply = self._supply(table) if encounter.chips else ChipSupply("", ())
        clock, chips = opening_clock(table, encounter), opening_chips(supply, encounter)
        return positions_moves(table, seat, supply, clock, chips)

    def _supply(self, table: Table) -> ChipSupply:
        return chip_supply(self._ruleset, table.options)

    def _need_cast(self, table: Table, row: CastRow) -> None:
        """Raise Refused if those of a row cannot come."""
        opening_tracks(row.tracks)
        kept = kept_in(table.lists).get(row.id) if row.kind == KEPT else None
        records = self._records_of(row)
        if kept is not None and kept.character:
            _actor_of(kept)
        elif records is not None:
            records.record(table, row.id)
        elif row.who:
            raise Refused("encounter_unknown_cast", who=row.who[:LONGEST_NAME])
        else:
            raise Refused("encounter_no_cast")

    def _records_of(self, row: CastRow) -> SoundRecords[Any] | None:
        """Return the records of the kind of a row; None for a kind that the game does not have."""
        return casts_of(self._ruleset).get(row.kind) or groups_of(self._ruleset).get(row.kind)

    def _most_of(self, table: Table, row: CastRow) -> int:
        """Return how many characters come by a row at most."""
        group, count = groups_of(self._ruleset).get(row.kind), dice_range(row.count).most
        return count if group is None else count * group.size(group.record(table, row.id))

    def _side_of(self, table: Table, row: CastRow) -> str:
        """Return the side of those of a row; a group without one is a side of its own."""
        group = groups_of(self._ruleset).get(row.kind)
        return row.side or ("" if group is None else row.name or name_of(group.record(table, row.id)))

    def _bring(self, draft: Draft, row: CastRow, count: int) -> tuple[str, ...]:
        """Bring those of a row, and return their ids."""
        if row.kind == KEPT:
            return _bring_copies(draft, kept_in(draft.table.lists)[row.id], row, count)
        new_actor = with_opening(self._ruleset.new_actor, opening_tracks(row.tracks))
        group = groups_of(self._ruleset).get(row.kind)
        if group is None:
            cast = casts_of(self._ruleset)[row.kind]
            return bring(draft, cast, new_actor, row.id, count, row.name, shown=row.shown)
        record = group.record(draft.table, row.id)
        brought = [group.bring(draft, record, new_actor, shown=row.shown, name=row.name) for _ in range(count)]
        return tuple([id_ for ids in brought for id_ in ids])

    # ---- reset, pause, remove

    def verify_change(self, table: Table, command: RunChange) -> None:
        """Raise Refused while something in progress holds a character of the encounter.

        Also if the stored state of a character cannot be read that a reset needs, and for a pause of a paused one.
        """
        self._need_nobody_busy(table, command)
        self._verify_unless_busy(table, command)

    def _need_nobody_busy(self, table: Table, command: RunChange) -> None:
        command.verify(table)
        for actor in present_actors(table, command.run):
            try:
                self._ruleset.verify_manual_move(table, RemoveActor(seat=command.seat, actor=actor.id))
            except Refused as refused:
                raise Refused("encounter_busy", *refused.rules, actor=actor.name, why=refused.text) from refused

    def _verify_moves(self, table: Table, command: ResetEncounter | RemoveEncounter) -> None:
        verify_moves(self._ruleset, table, self._later_moves(table, command))
        if isinstance(command, ResetEncounter):
            verify_moves(self._ruleset, table, cards_again(table, command.seat, need_run(table, command.run)))

    def _later_moves(self, table: Table, command: ResetEncounter | RemoveEncounter) -> tuple[OpeningMove, ...]:
        """Return the moves of clock and chips that belong to a command about a running encounter."""
        run = need_run(table, command.run)
        if run.clock is None and not run.chips:
            return ()
        moves = reset_moves if isinstance(command, ResetEncounter) else removal_moves
        return moves(table, command.seat, self._supply(table), run)

    def reset(self, draft: Draft, command: ResetEncounter) -> None:
        """Restore clock, chips and characters, deal missing cards again, and clear ticks and triggers.

        The clock comes first: it moves the ends of all conditions, and those of restored characters are right already.
        """
        run = need_run(draft.table, command.run)
        make_moves(draft, self._later_moves(draft.table, command))
        touched: list[Actor] = []
        for arrival in arrivals_of(draft.table, run.id):
            before, came = draft.table.actors.get(arrival.id), as_it_came(arrival)
            if before is not None and is_of_player(draft.table, before):
                continue
            if came.seat not in draft.table.seats:
                came = replace(came, seat=draft.table.gm())
            if before != came:
                draft.emit(ActorSet(actor=came))
                touched += [came] if before is None else [before, came]
        RUNS.write(draft, replace(run, ticked=(), fired=(), paused=False, archived=()))
        _log(draft, command.seat, "encounter_reset", run, touched)
        deal_again(draft, command.seat, run.id)

    def pause(self, draft: Draft, command: PauseEncounter) -> None:
        """Archive them as they are."""
        run = need_run(draft.table, command.run)
        away = [actor for actor in present_actors(draft.table, run.id) if not actor.archived]
        for actor in away:
            draft.emit(ActorSet(actor=replace(actor, archived=True)))
        RUNS.write(draft, replace(run, paused=True, archived=tuple([actor.id for actor in away])))
        _log(draft, command.seat, "encounter_paused", run, away)

    def remove(self, draft: Draft, command: RemoveEncounter) -> None:
        """Remove them, take back the chips that are not spent, and forget the run."""
        run = need_run(draft.table, command.run)
        gone = present_actors(draft.table, run.id)
        for actor in gone:
            draft.emit(ActorLeft(actor=actor.id))
        moves = self._later_moves(draft.table, command)
        forget_run(draft, run.id)
        _log(draft, command.seat, "encounter_removed", run, gone)
        make_moves(draft, moves)


def log_notes(draft: Draft, seat: str, name: str, read_out: str, notes: str) -> None:
    """Log the text of an encounter for all, and its notes for the GM alone."""
    if read_out.strip():
        draft.note("encounter_read_out", text=text_without_links(read_out.strip()))
    if notes.strip():
        draft.note("encounter_notes", audience=(seat,), encounter=name, text=text_without_links(notes.strip()))


def need_encounter(table: Table, id_: str) -> Encounter:
    """Return an encounter. Raises Refused for one that does not exist."""
    encounter = encounters_in(table.ruleset, table.lists).get(id_)
    if encounter is None:
        raise Refused("no_encounter", encounter=id_[:LONGEST_NAME])
    return encounter


def _actor_of(kept: KeptCharacter) -> Actor:
    """Return a kept character. Raises Refused for one that cannot be read."""
    try:
        return msgspec.convert(dict(kept.character), Actor)
    except msgspec.ValidationError as error:
        raise Refused("kept_character_spoilt", name=kept.name) from error


def _count(draft: Draft, row: CastRow, number: int) -> int:
    """Return how many come by a row, the one with a number from 0; dice are rolled."""
    if isinstance(row.count, int):
        return row.count
    assert _COUNT is not None
    return roll_secretly(draft, DiceNumber(f"cast[{number}].count", row.count, _COUNT))


def _bring_copies(draft: Draft, kept: KeptCharacter, row: CastRow, count: int) -> tuple[str, ...]:
    """Bring copies of a kept character, which are the GM's, and return their ids."""
    original, stem = _actor_of(kept), id_stem(kept.id) or KEPT
    names = (" ".join(name.split()) for name in (row.name, kept.name, original.name))
    wished = WishedName(next(filter(None, names), stem), alone=count == 1)
    gms = replace(original, seat=draft.table.gm(), secret=not row.shown, archived=False)
    copied = with_opening_tracks(gms, opening_tracks(row.tracks))

    def make(name: str) -> Actor:
        return replace(copied, id=free_actor_id(draft.table, stem), name=name)

    return tuple([bring_individual(draft, wished, make, shown=row.shown).id for _ in range(count)])


def _verify_keep(table: Table, command: KeepCharacter) -> None:
    command.verify(table)
    if len(table.lists.get(KEPT, ())) >= MOST_KEPT:
        raise Refused("kept_characters_full", most=MOST_KEPT)
    if len(msgspec.json.encode(table.actors[command.actor])) > LARGEST:
        raise Refused("kept_character_large", actor=actor_name(table, command.actor))


def _keep(draft: Draft, command: KeepCharacter) -> None:
    actor, kept = draft.table.actors[command.actor], kept_in(draft.table.lists)
    name = " ".join(command.name.split()) or actor.name[:LONGEST_NAME]
    id_ = new_id(name, kept.__contains__, otherwise="character")
    record = KeptCharacter(id=id_, name=name, character=row_of(actor))
    draft.emit(ListSet(name=KEPT, rows=with_row(draft.table.lists.get(KEPT, ()), row_of(record))))
    draft.note("character_kept", audience=(command.seat,), actor=actor.name, name=name)


def moves_for(ruleset: Ruleset) -> tuple[Move[Any] | type[Request], ...]:
    """Return the moves of encounters for a game; without those of preparing where it has its own."""
    game = EncounterRules(ruleset)
    running = (
        Move(ResetEncounter, game.verify_change, game.reset),
        Move(PauseEncounter, game.verify_change, game.pause),
        ResumeEncounter,
        Move(RemoveEncounter, game.verify_change, game.remove),
        RevealFoes,
        TickEncounter,
        FireTrigger,
    )
    if has_own_encounters(ruleset):
        return running
    preparing = (
        SaveEncounters,
        Move(KeepCharacter, _verify_keep, _keep),
        Move(RunEncounter, game.verify_run, game.run),
    )
    return (*preparing, *running)
