"""The Rate of a character at the table, and its pace pick-up (FI-MOVE, FI-LOAD)."""

from __future__ import annotations

from typing import Final

from engine.core.dice_notation import parse_dice
from engine.core.draft import Draft
from engine.core.memo import memo
from engine.kit.calculation import CalculationStep, total
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import RowReader
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY, level_of
from engine.rulesets.future_imperfect.damage.wind import lose_wind
from engine.rulesets.future_imperfect.movement import movement_rules
from engine.rulesets.future_imperfect.movement.movement_rules import MovementMode
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, dice_purpose

CARRIED: tuple[MovementMode, ...] = ("riding", "driving")
UNLADEN: Final = "None"
"""The name on the record sheet of a load too light to count."""


class MovementRate(Frozen):
    """Metres a round, with the steps of the calculation."""

    metres: int
    parts: tuple[CalculationStep, ...]


@memo(fine=True)
def rate_of(table: Table, actor: str, going: MovementMode) -> MovementRate:
    """Return a character's Rate under its load (FI-MOVE-1, FI-MOVE-10, FI-LOAD-2).

    A riding or driving character has the Rate of the mount, which is on its own sheet.
    """
    character = table.actors[actor]
    if going == "climbing" or going == "swimming":
        own = movement_rules.rate_by(going, level_of(table, actor, going))
    elif going in CARRIED:
        mount = RowReader(character.sheet).whole("mount_rate")
        if mount is None:
            raise Refused("no_mount", "FI-MOVE-8", "FI-MOVE-9", actor=actor_name(table, actor))
        own = (movement_rules.rate(ORDINARY, mount),)
    else:
        own = (
            movement_rules.rate(
                character_sheet.trait(character, "dexterity") or ORDINARY, character_sheet.own_rate(character)
            ),
        )
    if going in CARRIED:
        return MovementRate(metres=total(own), parts=own)
    # The first step of the Rate under a load is the Rate itself; its own steps replace it here.
    loaded = movement_rules.rate_under(total(own), load_class(table, actor))
    return MovementRate(metres=total(loaded), parts=(*own, *loaded[1:]))


def load_class(table: Table, actor: str) -> str | None:
    """Return the load class of a character's load (FI-LOAD-1, FI-LOAD-3).

    A class that the GM writes on the sheet goes first: for a person on the shoulders, or another gravity (FI-LOAD-5,
    FI-LOAD-6).
    """
    character = table.actors[actor]
    estimated = RowReader(character.sheet).text("load_class").capitalize()
    if estimated in (*movement_rules.load_classes(), UNLADEN):
        return estimated if estimated != UNLADEN else None
    strength = character_sheet.trait(character, "strength")
    if strength is None:
        return None
    return movement_rules.load_class(
        character_sheet.load(character), strength, character_sheet.race(character, table.lists).load
    )


def reach(rate: int, going: MovementMode, *, running: bool, moves_made: int, picked_up: int) -> int:
    """Return the metres that one more action may carry a character (FI-MOVE-2 to FI-MOVE-5, FI-MOVE-10).

    Climbing and swimming allow no running, but a pace pick-up: half the Rate, plus the metres of the pick-up. With an
    odd Rate the first move has one metre more, so that the round has the whole Rate.
    """
    if going in ("climbing", "swimming"):
        half = rate // 2 if moves_made else rate - rate // 2
        return movement_rules.reach(half, running=True, moves_made=moves_made, picked_up=picked_up)
    return movement_rules.reach(rate, running=running, moves_made=moves_made, picked_up=picked_up)


def pace_increase(table: Table, actor: str, going: MovementMode, mount_fatigue: int = 0) -> movement_rules.PaceIncrease:
    """Return the cost and the effect of picking up the pace (FI-MOVE-7 to FI-MOVE-12)."""
    character = table.actors[actor]
    race = character_sheet.race(character, table.lists)
    return movement_rules.pickup(
        going,
        on_foot=race.pickup,
        claws=race.claws,
        webbed=race.webbed,
        no_fatigue=race.no_fatigue,
        mount_die=_mount_die(character),
        mount_fatigue=mount_fatigue,
    )


def _mount_die(actor: Actor) -> int:
    text = RowReader(actor.sheet).text("mount_pickup")
    try:
        return parse_dice(text).sides if text else 0
    except Refused:
        return 0


def throw_pace_die(draft: Draft, actor: str, going: MovementMode) -> int:
    """Throw the die, without Aces, and take the Wind for it; return the metres (FI-MOVE-7)."""
    increase = pace_increase(draft.table, actor, going)
    with dice_purpose(draft, actor, "dice_pace"):
        faces = draft.roll(increase.sides) if increase.sides else (0,)
    parts = (CalculationStep(reason="pickup_die", value=faces[0]), *increase.bonus)
    add_log_line(
        draft, actor, "picks_up_pace", "FI-MOVE-7", metres=total(parts), reckoning=[part.words for part in parts]
    )
    draft.record_results(picked_up=total(parts))
    if increase.pays == "mover":
        lose_wind(draft, actor, (CalculationStep(reason="fatigue", value=increase.fatigue),), "hit", "FI-MOVE-7")
    return total(parts)
