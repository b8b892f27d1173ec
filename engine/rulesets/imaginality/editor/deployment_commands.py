"""Commands that save and use prepared content; characters come by the commands of the kit."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move
from engine.core.draft import Draft
from engine.kit.cast import cast_commands
from engine.kit.cast.prepared_cast import PreparedCast, sheet_fields
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.dice_numbers import highest_result, roll_secretly, rolled
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.gm_requests import GmRequest
from engine.kit.notes.note_links import text_without_links
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.editor.prepared_records import (
    CHARACTERS,
    DIFFICULTIES,
    LIBRARY,
    SECRET,
    SEEDS,
    STRUCTS,
    PreparedCharacter,
    PreparedDifficulty,
    PreparedSeed,
)
from engine.rulesets.imaginality.editor.prepared_validation import faults_of
from engine.rulesets.imaginality.procedures import noticed
from engine.sheets.editing.new_character_moves import NewActorSetup

CHARACTER_CAST: PreparedCast[PreparedCharacter] = PreparedCast(
    CHARACTERS,
    LIBRARY,
    faults=lambda character, _table: faults_of(character),
    sheet=lambda character, _table: sheet_fields(character, "id", "name", "names"),
    noticed=lambda table: noticed(table, SHARED),
)
"""The prepared characters of a table."""
DIFFICULTY_RECORDS: SoundRecords[PreparedDifficulty] = SoundRecords(
    DIFFICULTIES, LIBRARY, lambda difficulty, _table: faults_of(difficulty)
)
SEED_RECORDS: SoundRecords[PreparedSeed] = SoundRecords(SEEDS, LIBRARY, lambda seed, _table: faults_of(seed))


class SavePrepared(SaveContent):
    """Save or remove characters, difficulties and adventure seeds of the GM; only the GM reads of it."""

    WORDS = "im"
    FORMS = STRUCTS
    SECRET = SECRET


class UseDifficulty(GmRequest):
    """The GM uses a prepared difficulty for a character; everybody reads the attempt and the stakes."""

    PROGRAM_DICE = True
    RULES = ("IM-ACT-1", "IM-ACT-2", "IM-SKILL-5", "IM-SKILL-6", "IM-ADV-1")
    difficulty: Annotated[str, Meta(description="which, by its id among the difficulties"), Asks("which_difficulty")]
    actor: Annotated[ActorId, Asks("who_tries", least=1, most=1)]

    def verify(self, table: Table) -> None:
        """The GM, a difficulty that exists, and a character that may try something now."""
        super().verify(table)
        found = DIFFICULTY_RECORDS.record(table, self.difficulty)
        _attempt(rolled(found, highest_result), self).verify(table)

    def decide(self, draft: Draft) -> None:
        """Tell the stakes to all and the value to the GM, then begin the attempt."""
        found = rolled(DIFFICULTY_RECORDS.record(draft.table, self.difficulty), partial(roll_secretly, draft))
        if found.stakes.strip():
            draft.note("im_stakes", text=found.stakes.strip())
        if found.value is not None:
            draft.note("im_value", "IM-ACT-2", audience=(self.seat,), name=found.name, value=found.value)
        _tell_notes(draft, self.seat, found.name, found.notes)
        _attempt(found, self).decide(draft)


class TellSeed(GmRequest):
    """The GM uses an adventure seed: title and text for all, goals and notes for the GM."""

    RULES = ("IM-GEN-5", "IM-ADVANCE-4")
    NEEDS = (lambda table, command: SEED_RECORDS.record(table, command.seed),)
    seed: Annotated[str, Meta(description="which, by its id among the seeds"), Asks("which_seed")]

    def decide(self, draft: Draft) -> None:
        """Tell it."""
        seed = SEED_RECORDS.record(draft.table, self.seed)
        draft.note("im_seed", name=seed.name)
        if seed.read_out.strip():
            draft.note("im_read_out", text=text_without_links(seed.read_out.strip()))
        for goal in seed.goal_lines():
            draft.note("im_goal", "IM-ADVANCE-4", audience=(self.seat,), goal=text_without_links(goal))
        _tell_notes(draft, self.seat, seed.name, seed.notes)


def _tell_notes(draft: Draft, seat: str, name: str, notes: str) -> None:
    if notes.strip():
        draft.note("im_notes", audience=(seat,), name=name, text=text_without_links(notes.strip()))


def _attempt(found: PreparedDifficulty, command: UseDifficulty) -> Attempt:
    """Return the attempt; its number of cards is not dice any more."""
    assert isinstance(found.extra, int)
    return Attempt(
        seat=command.seat,
        actor=command.actor,
        what=found.name,
        skill=found.skill,
        attribute=found.attribute,
        disadvantage=found.extra,
    )


def moves_for(new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the moves that use prepared records at the table of a game, which makes its characters."""
    cast_moves = cast_commands.moves_for(CHARACTER_CAST, new_actor)
    return (Move.of(SavePrepared), *cast_moves, Move.of(UseDifficulty), Move.of(TellSeed))
