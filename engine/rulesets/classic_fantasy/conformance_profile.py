"""Classic Fantasy's profile for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.kit.conformance.game_profile import GameProfile
from engine.model.frozen import Json, replace
from engine.model.table import Procedure, Table
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckRoll, EffectRoll, audience_for_check
from engine.rulesets.classic_fantasy.editor.prepared_records import VISITED_PLACES
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage


class ClassicFantasyProfile(GameProfile):
    """Rolls behind the screen, and prepared places with foes and traps."""

    preparations = ("d100_call_off", "d100_go_to_place", "d100_bring_foes")
    openings = ("d100_start_fight",)
    visible_fields = frozenset({"sheet", "key_character"})
    numbering_commands = frozenset({"bring_foes", "go_to_place"})
    made_elsewhere = frozenset({"KeepPrepared", "LaySample", "SaveHazard", "TimePassage"})

    def hidden_variants(
        self, table: Table, procedure: Procedure, viewer: str, random: Random
    ) -> Iterator[tuple[str, Procedure]]:
        """Yield checks and rolls for effects, made behind the screen, with other dice."""
        match procedure:
            case Check(rolls=rolls) if not may_follow(table, viewer, audience_for_check(table, procedure)):
                place = random.randrange(len(rolls))
                changed = _another_roll(rolls[place], random)
                yield f"rolled {changed}", replace(procedure, rolls=(*rolls[:place], changed, *rolls[place + 1 :]))
                yield "rolls for something else", replace(procedure, what="something else")
            case EffectRoll(actor=actor) if not may_follow(table, viewer, audience_for(table, actor)):
                yield f"the dice of {actor}", replace(procedure, value=procedure.value + random.choice((-1, 1, 7)))
            case _:
                pass

    def are_ids_inside_words(self, table: Table) -> bool:
        """Time that passes keeps the names of the events that it has handled, with ids inside."""
        return time_passage(table) is not None

    def hidden_rows(self, list_name: str, rows: Sequence[Mapping[str, Json]]) -> Sequence[int]:
        """Return the rows that nobody has met: traps that are hidden and known to nobody."""
        if list_name == VISITED_PLACES:
            return ()
        return [
            place for place, row in enumerate(rows) if not row.get("known") and row.get("state", "hidden") == "hidden"
        ]


def _another_roll(roll: CheckRoll, random: Random) -> CheckRoll:
    """Return a roll with another result, or against another skill."""
    if roll.thrown is not None and random.random() < 0.7:
        return replace(roll, thrown=random.randint(1, 100))
    return replace(roll, skill=random.randint(0, 120), value=None)
