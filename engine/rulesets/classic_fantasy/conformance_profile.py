"""Classic Fantasy's profile for the conformance suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from engine.core.audience import may_read_numbers
from engine.kit.conformance.game_profile import GameProfile
from engine.model.frozen import Json, replace
from engine.model.table import Procedure, Table
from engine.rulesets.classic_fantasy.character.character_audience import may_follow
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckRoll, EffectRoll, audience_for_check
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, check_result, result_of_roll
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.editor.prepared_records import BROUGHT_FOES, VISITED_PLACES
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import ROLLED_HAZARDS
from engine.rulesets.classic_fantasy.health.ageing_commands import LAST_BIRTHDAYS


class ClassicFantasyProfile(GameProfile):
    """Rolls behind the screen, and prepared places with foes and traps."""

    preparations = ("d100_call_off", "d100_go_to_place", "d100_bring_foes")
    openings = ("d100_start_fight",)
    visible_fields = frozenset({"sheet", "key_character"})
    met_lists = frozenset({VISITED_PLACES, BROUGHT_FOES, ROLLED_HAZARDS, LAST_BIRTHDAYS})
    numbering_commands = frozenset({"bring_foes", "go_to_place"})
    # Dice of ignition are open; they fall after those of a secret attacker's strained wounds (CF-HEAL-3, CF-FIRE-10).
    outcome_lines = frozenset({"log.d100_wound_seen", "log.d100_fell_seen", "log.d100_ignites", "log.d100_ignites_not"})
    made_elsewhere = frozenset({"LaySample", "SaveHazard"})

    def hidden_variants(
        self, table: Table, procedure: Procedure, viewer: str, random: Random
    ) -> Iterator[tuple[str, Procedure]]:
        """Yield procedures with other dice behind the screen, or other numbers of a character with a secret record."""
        match procedure:
            case Check(rolls=rolls) if not may_follow(table, viewer, audience_for_check(table, procedure)):
                yield _with_roll(procedure, random.randrange(len(rolls)), _another_roll, random)
                yield "rolls for something else", replace(procedure, what="something else")
            case Check(rolls=rolls):
                for place in _unread(table, viewer, [roll.actor for roll in rolls]):
                    told, other = _with_roll(procedure, place, _another_skill, random)
                    if _seen_of(table, other) == _seen_of(table, procedure):
                        yield told, other
            case EffectRoll(actor=actor) if not may_read_numbers(table, viewer, actor):
                yield f"the dice of {actor}", replace(procedure, value=procedure.value + random.choice((-1, 1, 7)))
            case Combat(fighters=fighters):
                names = list(fighters)
                for place in _unread(table, viewer, names):
                    fighter = fighters[names[place]]
                    if fighter.die is not None:
                        other_die = replace(fighter, die=random.randint(1, 10))
                        yield (
                            f"initiative of {names[place]}",
                            replace(procedure, fighters={**fighters, names[place]: other_die}),
                        )
            case DamageProcess(harm=harm) if not may_read_numbers(table, viewer, harm.actor):
                yield f"hit points of {harm.actor}", replace(procedure, hp=procedure.hp + random.choice((-1, 1, 7)))
                yield f"turns of {harm.actor}", replace(procedure, turns=procedure.turns + random.choice((1, 2)))
            case _:
                pass

    def hidden_rows(self, list_name: str, rows: Sequence[Mapping[str, Json]]) -> Sequence[int]:
        """Return the rows that nobody has met: traps that are hidden and known to nobody."""
        return [
            place
            for place in super().hidden_rows(list_name, rows)
            if not rows[place].get("known") and rows[place].get("state", "hidden") == "hidden"
        ]


def _unread(table: Table, viewer: str, actors: Sequence[str]) -> list[int]:
    """Return the positions of the characters whose numbers a viewer may not read."""
    return [place for place, actor in enumerate(actors) if not may_read_numbers(table, viewer, actor)]


def _with_roll(
    check: Check, place: int, another: Callable[[CheckRoll, Random], CheckRoll], random: Random
) -> tuple[str, Check]:
    changed = another(check.rolls[place], random)
    return f"rolled {changed}", replace(check, rolls=(*check.rolls[:place], changed, *check.rolls[place + 1 :]))


def _seen_of(table: Table, check: Check) -> tuple[object, ...]:
    """Return what everybody sees of an open check: the level of each roll that is made, and in the end who wins."""
    unthrown = CHECKS.unthrown(table, check)
    made = [index for index in range(len(check.rolls)) if index not in unthrown]
    levels = [result_of_roll(table, check, index).level for index in made]
    result = None if unthrown else check_result(table, check)
    return levels, result and result.contest and result.contest.words, result and result.margin


def _another_skill(roll: CheckRoll, random: Random) -> CheckRoll:
    """Return a roll with another skill; one above 100 % changes that of the other side too (CF-X-9)."""
    return replace(roll, skill=random.randint(1, 250))


def _another_roll(roll: CheckRoll, random: Random) -> CheckRoll:
    """Return a roll with another result, or against another skill."""
    if roll.thrown is not None and random.random() < 0.7:
        return replace(roll, thrown=random.randint(1, 100))
    return replace(roll, skill=random.randint(0, 120), value=None)
