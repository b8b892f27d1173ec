"""Movement within a round: walking, running, climbing, swimming, riding, and picking up the pace (FI-MOVE)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final

from msgspec import Meta

from engine.core.dice_notation import parse_dice
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.core.memo import memo
from engine.kit.calculation import CalculationStep, total
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.odds.odds import Odds, numbers
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import RowReader
from engine.rulesets.future_imperfect.checks.character_rolls import (
    ORDINARY,
    level_of,
    skill_roll,
    without_running_penalty,
)
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.damage.wind import lose_wind
from engine.rulesets.future_imperfect.initiative.action_cards import (
    need_conflict,
    need_fighter,
    need_free,
    replace_fighter,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_open_turn, need_turn, replace_turn
from engine.rulesets.future_imperfect.movement import movement_rules
from engine.rulesets.future_imperfect.movement.movement_rules import MovementMode
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, add_log_line, dice_purpose

MOST_WIND = 9999
NEVER_RUN: tuple[MovementMode, ...] = ("climbing", "swimming")
"""Modes that are never run, though their pace can be picked up (FI-MOVE-10)."""
ON_LEGS: tuple[MovementMode, ...] = ("walking",)
"""Modes that need legs."""
CARRIED: tuple[MovementMode, ...] = ("riding", "driving")
UNLADEN: Final = "None"
"""The name on the record sheet of a load too light to count."""
MovementModeField = Annotated[MovementMode, Meta(description="walking, climbing, swimming, riding or driving")]


class GoMetres(ParticipantRequest):
    """Move within the present action; more than half the Rate is running. A stunned character can only drag itself."""

    RULES = (
        "FI-MOVE-1",
        "FI-MOVE-2",
        "FI-MOVE-3",
        "FI-MOVE-4",
        "FI-MOVE-5",
        "FI-MOVE-6",
        "FI-MOVE-10",
        "FI-MOVE-14",
        "FI-LOAD-2",
        "FI-ACT-9",
    )
    CITED = ("FI-MOVE-4",)
    metres: Annotated[int, Meta(ge=1, le=9999, description="how far"), Asks()]
    going: MovementModeField = "walking"
    within_reach: Annotated[bool, Meta(description="stays in reach of those it fights hand to hand"), Asks()] = False

    def verify(self, table: Table) -> None:
        """Require the turn of the character; one unable to act crawls only if the GM allows it."""
        super().verify(table)
        need_free(table)
        turn = need_open_turn(table, self.actor)
        if not (
            table.is_gm(self.seat) and character_conditions.incapacity(table, self.actor) == character_conditions.WINDED
        ):
            character_conditions.need_able_to_act(table, self.actor)
        left = metres_left(table, self.actor, turn, self.going, running=True)
        if self.metres > left:
            if self.going in ON_LEGS and not character_conditions.is_stunned(table, self.actor):
                need_legs(table, self.actor, left)
            if turn.unhurried and not turn.running:
                raise Refused("rolled_unhurried", "FI-MOVE-6", actor=actor_name(table, self.actor), metres=left)
            raise Refused("gets_no_farther", "FI-MOVE-2", "FI-MOVE-3", actor=actor_name(table, self.actor), metres=left)

    def decide(self, draft: Draft) -> None:
        """Count the metres; running uses up the rest of this action, and moving ends an aim (FI-MOVE-6, FI-AIM-7)."""
        turn = need_turn(draft.table, self.actor)
        name, fighter = need_fighter(draft.table, self.actor)
        rate = rate_of(draft.table, self.actor, self.going)
        dragged = _gait(draft.table, self.actor, self.going) == "drags"
        moved = turn.moved + self.metres
        runs = not dragged and self.going not in NEVER_RUN and movement_rules.is_running(moved, rate.metres)
        moves = fighter.moves + (not turn.carried)
        replace_fighter(draft, name, replace(fighter, moves=moves, moved=fighter.moved + self.metres))
        replace_turn(draft, replace(turn, moved=moved, running=turn.running or runs, carried=True))
        action_cost.stop_aiming(draft, self.actor)
        add_log_line(
            draft,
            self.actor,
            "drags_on" if dragged else "runs" if runs else "goes",
            "FI-MOVE-2",
            metres=self.metres,
            moved=moved,
            reckoning=[] if dragged else [part.words for part in rate.parts],
        )
        draft.record_results(moved=moved, running=turn.running or runs)
        if not self.within_reach:
            _leave_reach(draft, self.actor)


class PickUpPace(ParticipantRequest):
    """Pick up the pace in a running action: more metres, for Wind. Mounts and vehicles need a roll."""

    RULES = ("FI-MOVE-5", "FI-MOVE-7", "FI-MOVE-8", "FI-MOVE-9", "FI-MOVE-10", "FI-MOVE-11", "FI-MOVE-12", "FI-MOVE-13")
    CITED = ("FI-MOVE-7",)
    going: MovementModeField = "walking"
    fatigue: Annotated[int, Meta(ge=0, le=99, description="the Wind that a mount pays")] = 0

    def verify(self, table: Table) -> None:
        """Require the turn of the character, once in an action."""
        super().verify(table)
        need_free(table)
        character_conditions.need_not_stunned(table, self.actor)
        name = actor_name(table, self.actor)
        turn = need_open_turn(table, self.actor)
        if turn.picked_up is not None:
            raise Refused("pace_picked_up", "FI-MOVE-7", actor=name)
        if self.going not in NEVER_RUN and turn.unhurried and not turn.running:
            left = metres_left(table, self.actor, turn, self.going, running=False)
            raise Refused("rolled_unhurried", "FI-MOVE-6", actor=name, metres=left)
        if self.going in ON_LEGS:
            need_legs(table, self.actor, metres_left(table, self.actor, turn, self.going, running=False))
        rate_of(table, self.actor, self.going)
        increase = pace_increase(table, self.actor, self.going)
        if not increase.sides:
            raise Refused("no_pickup_die", "FI-MOVE-8", actor=name)
        if increase.tn is not None:
            action_cost.need_card(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Run from now on; throw the die at once, or first make the roll for a mount or vehicle.

        Such a roll is without the penalty for running, and uses up the action (FI-MOVE-13).
        """
        increase = pace_increase(draft.table, self.actor, self.going, self.fatigue)
        if increase.tn is not None:
            CHECKS.open(draft, _pace_check(draft.table, self, increase, increase.tn))
            return
        _set_off(draft, self.actor, self.going)
        action_cost.stop_aiming(draft, self.actor)
        _record_pace(draft, self.actor, self.going, 0)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the metres, for who may read the character; a roll for a mount has its own odds."""
        self.verify(table)
        increase = pace_increase(table, self.actor, self.going, self.fatigue)
        if increase.tn is not None or not table.may_read(table.actors[self.actor], viewer):
            return None
        metres = {face + total(increase.bonus): Fraction(1, increase.sides) for face in range(1, increase.sides + 1)}
        die = Message(key="odds.rolled_dice", params={"dice": f"1d{increase.sides}"})
        explanation = (die, *(step.words for step in increase.bonus))
        return Odds(distributions=(numbers(Message(key="odds.metres"), metres),), explanation=explanation)


# ---- moving ----------------------------------------------------------------------------------------------------------


def metres_left(table: Table, actor: str, turn: CardTurn, going: MovementMode, *, running: bool) -> int:
    """Return the metres left to a character in its present action (FI-MOVE-3, FI-MOVE-5, FI-MOVE-6)."""
    fighter = need_conflict(table).fighters[turn.fighter]
    gait = _gait(table, actor, going)
    if gait == "drags":
        return max(0, movement_rules.dragging() * (fighter.moves - turn.carried == 0) - turn.moved)
    rate = rate_of(table, actor, going).metres
    moves_made, picked_up = fighter.moves - turn.carried, turn.picked_up or 0
    if going in NEVER_RUN:
        # They add a pick-up without running. With an odd Rate the first move has one metre more (FI-MOVE-10).
        rate, runs = rate // 2 if moves_made else rate - rate // 2, True
    else:
        runs = gait == "runs" and (turn.running or (running and not turn.unhurried))
    whole = movement_rules.reach(rate, running=runs, moves_made=moves_made, picked_up=picked_up)
    return max(0, whole - turn.moved)


def _gait(table: Table, actor: str, going: MovementMode) -> maimed_limbs.Gait:
    """Return a character's way of moving in a mode: dragging if stunned or without legs (FI-MOVE-14, FI-WOUND-5)."""
    if character_conditions.is_stunned(table, actor):
        return "drags"
    return maimed_limbs.gait(table, actor) if going in ON_LEGS else "runs"


def need_legs(table: Table, actor: str, metres: int) -> None:
    """Raise Refused for a character that cannot run and walks less than so many metres (FI-WOUND-5)."""
    if maimed_limbs.gait(table, actor) != "runs":
        raise Refused("leg_lost", "FI-WOUND-5", actor=actor_name(table, actor), metres=metres)


def _leave_reach(draft: Draft, actor: str) -> None:
    """Take a moving character, with all who share its hand, out of the reach of others (FI-CLOSE-5)."""
    conflict, (_, fighter) = need_conflict(draft.table), need_fighter(draft.table, actor)
    inside = tuple(pair for pair in conflict.inside if set(fighter.members).isdisjoint(pair))
    if inside != conflict.inside:
        draft.replace_procedure(replace(conflict, inside=inside))
        add_log_line(draft, actor, "out_of_reach", "FI-CLOSE-5")


# ---- the Rate --------------------------------------------------------------------------------------------------------


class MovementRate(Frozen):
    """Metres a round, with the steps of the calculation."""

    metres: int
    parts: tuple[CalculationStep, ...]


def rate_of(table: Table, actor: str, going: MovementMode) -> MovementRate:
    """Return a character's Rate under its load (FI-MOVE-1, FI-MOVE-10, FI-LOAD-2).

    A riding or driving character has the Rate of the mount, which is on its own sheet.
    """
    character = table.actors[actor]
    if going not in CARRIED:
        return _rate_on_foot(character, going, table.lists)
    mount = RowReader(character.sheet).whole("mount_rate")
    if mount is None:
        raise Refused("no_mount", "FI-MOVE-8", "FI-MOVE-9", actor=actor_name(table, actor))
    own = (movement_rules.rate(ORDINARY, mount),)
    return MovementRate(metres=total(own), parts=own)


@memo
def _rate_on_foot(character: Actor, going: MovementMode, lists: character_sheet.GroupLists) -> MovementRate:
    if going == "climbing" or going == "swimming":
        skill = character_sheet.aptitude(character, going, "", lists)
        own = movement_rules.rate_by(going, skill.level if skill is not None else 0)
    else:
        own = (
            movement_rules.rate(
                character_sheet.trait(character, "dexterity") or ORDINARY, character_sheet.own_rate(character)
            ),
        )
    # The first step of the Rate under a load is the Rate itself; its own steps replace it here.
    loaded = movement_rules.rate_under(total(own), _load_class(character, lists))
    return MovementRate(metres=total(loaded), parts=(*own, *loaded[1:]))


def _load_class(character: Actor, lists: character_sheet.GroupLists) -> str | None:
    """Return the load class of a character's load (FI-LOAD-1, FI-LOAD-3).

    A class that the GM writes on the sheet goes first: for a person on the shoulders, or another gravity (FI-LOAD-5,
    FI-LOAD-6).
    """
    estimated = RowReader(character.sheet).text("load_class").capitalize()
    if estimated in (*movement_rules.load_classes(), UNLADEN):
        return estimated if estimated != UNLADEN else None
    strength = character_sheet.trait(character, "strength")
    if strength is None:
        return None
    return movement_rules.load_class(
        character_sheet.load(character), strength, character_sheet.race(character, lists).load
    )


# ---- picking up the pace ---------------------------------------------------------------------------------------------


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


def _set_off(draft: Draft, actor: str, going: MovementMode) -> None:
    turn = need_turn(draft.table, actor)
    runs = going not in NEVER_RUN
    replace_turn(draft, replace(turn, running=turn.running or runs, picked_up=0))


def _pace_check(table: Table, command: PickUpPace, increase: movement_rules.PaceIncrease, tn: int) -> Check:
    levels = {skill: level_of(table, command.actor, skill) for skill in increase.aptitudes}
    best = max(levels, key=lambda skill: levels[skill])
    roll = without_running_penalty(skill_roll(table, command.actor, best))
    return Check.against(tn, "pace", roll, PacePurpose(going=command.going, fatigue=increase.fatigue), best)


def _record_pace(draft: Draft, actor: str, going: MovementMode, fatigue: int) -> None:
    metres = throw_pace_die(draft, actor, going)
    replace_turn(draft, replace(need_turn(draft.table, actor), picked_up=metres))
    wind = RowReader(draft.table.actors[actor].sheet).whole("mount_wind", least=-MOST_WIND)
    if fatigue and wind is not None:
        draft.emit(SheetEdited(actor=actor, fields={"mount_wind": wind - fatigue}))
        add_log_line(draft, actor, "mount_pays", "FI-MOVE-8", count=fatigue, left=wind - fatigue)


class PacePurpose(Frozen, action_cost.ActionPurpose, tag_field="then", tag="pace"):
    """The roll to pick up the pace of a mount or vehicle; `fatigue` is the Wind that the mount pays."""

    called = "picking_up_pace"
    runs = True
    going: MovementMode
    fatigue: int = 0

    def pay(self, draft: Draft, check: Check) -> None:
        """Run from now on, and take the action."""
        _set_off(draft, check.rolls[0].actor, self.going)
        super().pay(draft, check)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Throw the die after a success; a vehicle may malfunction."""
        actor, driving = result.check.rolls[0].actor, self.going == "driving"
        if driving and RowReader(draft.table.actors[actor].sheet).text("malfunction"):
            add_log_line(draft, actor, "may_malfunction", "FI-MOVE-9")
        if result.successes:
            _record_pace(draft, actor, self.going, self.fatigue)
        else:
            add_log_line(draft, actor, "pace_fails", "FI-MOVE-9" if driving else "FI-MOVE-8")
