"""A check as everybody sees it: its dice before and after the throw, and the steps of each number."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.continuation import name_of
from engine.core.dice_notation import MOST_DICE
from engine.kit.activity_steps import steps_at
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView, DieView, SideView, StepView
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.checks.check_scores import open_rolls, result_of_scores, score_of
from engine.rulesets.future_imperfect.combat import hit_commands
from engine.rulesets.future_imperfect.combat.attack_commands import AttackPurpose
from engine.rulesets.future_imperfect.combat.defence_commands import has_defended
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import declared
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative.action_cards import cards_of, reserved
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import (
    Check,
    CheckResult,
    CheckRoll,
    current_check,
    side_name,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll, SessionState, session_state
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, ThrownDice, best_pile, piles
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.social.stakes_commands import StakesPurpose


def check_view(table: Table, viewer: str, check: Check) -> ActivityView:
    """Return the view of a check: its modifiers, then its result with every chip (FI-CORE-9, FI-CORE-18)."""
    first, last = check.rolls[0], check.rolls[-1]
    params: dict[str, Json] = {
        "actor": actor_name(table, first.actor),
        "name": first.name,
        "tn": check.tn,
        "other": actor_name(table, last.actor),
    }
    target, several = _aimed_at(table, check)
    if several:
        params["target"] = actor_name(table, target)
    params["called"] = called = check.then.called
    if whom := check.then.named_target(table):
        params["whom"] = whom
    key = "contest" if len(check.rolls) > 1 else "roll_at" if several else "roll"
    thrown = check.thrown
    scores = [score_of(table, roll) if roll.thrown is not None else None for roll in check.rolls]
    result = result_of_scores(table, check, tuple([one for one in scores if one is not None])) if thrown else None
    sides = tuple([_side_of_roll(table, viewer, check, index, score, target) for index, score in enumerate(scores)])
    view = ActivityView(
        title=Message(key=f"glimpse.{key}{'_as' if called else ''}", params=params),
        steps=steps_at(int(thrown), ("throw", "chips"), "glimpse.step_"),
        sides=sides,
        actors=(*[roll.actor for roll in check.rolls], *((target,) if target else ())),
        waiting_for=tuple(dict.fromkeys(seats_awaited(table, viewer, check))),
        outcome=_outcome(result, params) if result is not None else None,
        reckoning=tuple([line for side in sides for line in (*side.reasons, *side.target_reasons)]),
        figures={"tn": check.tn, "purpose": name_of(check.then)},
    )
    return _over_stakes(table, check, check.then, view, result) if isinstance(check.then, StakesPurpose) else view


def _over_stakes(
    table: Table, check: Check, stakes: StakesPurpose, view: ActivityView, result: CheckResult | None
) -> ActivityView:
    """Return the view of a roll of stakes: the outcome so far, and the seats that it waits for (FI-SIMPLE-6)."""
    halted = check.halted_by
    throw, chips = view.steps
    asked = Message(key="glimpse.step_masters_word" if halted else "glimpse.step_word")
    word = StepView(name="word", label=asked, state="later")
    if result is not None and (halted or not open_rolls(table, check)):
        chips, word = replace(chips, state="done"), replace(word, state="now")
    view = replace(view, steps=(throw, chips, word), outcome=_staked(stakes, view, result))
    if not halted:
        return view
    return replace(
        view,
        title=Message(key="glimpse.stakes_halted", params={"actor": actor_name(table, halted)}),
        actors=(*view.actors, halted),
        waiting_for=(table.gm(),),
    )


def _staked(stakes: StakesPurpose, view: ActivityView, result: CheckResult | None) -> Message | None:
    if result is None or view.outcome is None:
        return None
    _, outcomes = stakes.outcomes_reached(result)
    return Message(key="glimpse.stakes_bring", params={"made": say(view.outcome), "outcomes": list(outcomes)})


def seats_awaited(table: Table, viewer: str, check: Check) -> Iterator[str]:
    """Yield the seats that a check waits for, then those that may react before the dice fall; some perhaps twice."""
    yield from _waited_for(table, check)
    yield from _may_answer(table, viewer)


def _waited_for(table: Table, check: Check) -> tuple[str, ...]:
    """Return the seats that still throw, or that could improve a roll and have not accepted it (FI-CORE-18)."""
    unthrown = tuple(index for index, roll in enumerate(check.rolls) if roll.thrown is None)
    waiting = unthrown or open_rolls(table, check) or range(len(check.rolls))
    return tuple(controller_of(table, check.rolls[index].actor) for index in waiting)


def _aimed_at(table: Table, check: Check) -> tuple[str, bool]:
    """Return the present target of an attack's roll, and whether there are several targets (FI-AUTO-4)."""
    attack = current_attack(table)
    if attack is None or check is not current_check(table) or not isinstance(check.then, AttackPurpose):
        return "", False
    return attack.marks[attack.index].actor, len(attack.marks) > 1


def _may_answer(table: Table, viewer: str) -> Iterator[str]:
    """Yield the seats that may react before the dice fall: those with a reserve, and the target until it has defended.

    Reserves and numbers of cards are visible to all; a red joker in a hidden hand is not revealed.
    """
    conflict, rolled = current_conflict(table), current_check(table)
    held_up = declared(table) if conflict is not None and rolled is not None and not rolled.fallen else None
    if conflict is None or rolled is None or held_up is None:
        return
    attacked = held_up.marks[held_up.index].actor if isinstance(held_up, Attack) else ""
    for name, fighter in conflict.fighters.items():
        is_target = attacked in fighter.members
        if name == conflict.turns[-1].fighter or not (
            (is_target and cards_of(table, fighter) and not has_defended(table, rolled, attacked))
            or reserved(table, name) is not None
        ):
            continue
        character = table.actors[attacked if is_target else fighter.members[0]]
        if not (table.may_read(character, viewer) and character_conditions.incapacity(table, character.id)):
            yield controller_of(table, name)


def _side_of_roll(
    table: Table, viewer: str, check: Check, index: int, score: RollScore | None, target: str
) -> SideView:
    """Return one roll of a check as a side; `target` is the attacked character, if there is one.

    The dice and modifiers of a secret character are on its sheet. Everybody sees its total but not its dice: the
    difference would reveal the modifiers.
    """
    roll = check.rolls[index]
    actor = table.actors.get(roll.actor)
    may_read = actor is None or table.may_read(actor, viewer)
    reasons = _declared(roll) if score is None else tuple([part.words for part in score.parts])
    return SideView(
        name=side_name(index),
        label=Message(key="glimpse.side", params={"actor": actor_name(table, roll.actor), "name": roll.name}),
        seat=controller_of(table, roll.actor),
        reasons=reasons if may_read else (),
        dice=_dice_of_roll(table, roll, score) if may_read else (),
        target=check.tn if index == 0 else None,
        target_reasons=_target_reasons(table, check, target) if index == 0 else (),
        total=score.total if score is not None else None,
        verdict=Message(key="glimpse.bust") if score is not None and score.bust else None,
    )


def _target_reasons(table: Table, check: Check, target: str) -> tuple[Message, ...]:
    """Return the steps of a target number, and the cover of an attacked character (FI-COVER-4)."""
    cover = hit_commands.cover_messages(table, target) if target else ()
    return (*[part.words for part in check.tn_parts], *cover)


def location_side(table: Table, attack: Attack, hit: AttackHit) -> SideView:
    """Return the location die of a hit, with its modifiers (FI-HITLOC-1 to FI-HITLOC-4)."""
    assert hit.natural is not None
    moved = [part.words for part in hit_commands.location_steps(attack, hit)]
    if hit.shift:
        moved.append(CalculationStep(reason="raises_shift", value=hit.shift).words)
    return SideView(
        name="place",
        label=_labelled(table, hit.target, "where"),
        seat=controller_of(table, attack.actor),
        reasons=tuple(moved),
        dice=(DieView(sides=hit_charts().sides, faces=(hit.natural,), state="summed"),),
        total=hit.at.number if hit.at is not None else None,
    )


def with_leftover_dice(table: Table, viewer: str, under_way: tuple[ActivityView, ...]) -> tuple[ActivityView, ...]:
    """Add the dice left from the last throw: beside those of the procedure in front, or as the outermost entry.

    An earlier roll is not shown beside a new one: the two would look like a contest.
    """
    session = session_state(table)
    if session.rolled is not None and current_check(table) is not None:
        session = replace(session, rolled=None)
    front = under_way[-1] if under_way else None
    if session.rolled is None and not session.effects:
        return under_way
    rollers = {roll.actor for roll in session.rolled.rolls} if session.rolled is not None else set[str]()
    rollers |= {effect.actor for effect in session.effects}
    if not all(actor in table.actors and _is_noticed(table, viewer, actor) for actor in rollers):
        return under_way
    dice_view = _dice_tray_view(table, viewer, session)
    if front is not None and front.sides:
        return (*under_way[:-1], replace(front, sides=(*dice_view.sides, *front.sides)))
    if front is not None and front.outcome is not None:  # the wounds that the dice made
        dice_view = replace(dice_view, outcome=front.outcome)
    return (dice_view, *under_way)


def _dice_tray_view(table: Table, viewer: str, session: SessionState) -> ActivityView:
    sides = tuple(_side_of_effect(table, viewer, number, effect) for number, effect in enumerate(session.effects))
    if session.rolled is not None:
        seen = check_view(table, viewer, session.rolled)
        return replace(seen, sides=(*sides, *seen.sides), steps=(), actors=(), waiting_for=(), figures={})
    return ActivityView(title=sides[0].label, sides=sides)


def _is_noticed(table: Table, viewer: str, actor: str) -> bool:
    return table.may_read(table.actors[actor], viewer) or actor in taking_part(table)


def _side_of_effect(table: Table, viewer: str, number: int, effect: EffectRoll) -> SideView:
    totals = [die.total for die in effect.dice]
    readable = table.may_read(table.actors[effect.actor], viewer)
    best = totals.index(max(totals)) if effect.highest and totals else None
    return SideView(
        name=f"effect{number}",
        label=_labelled(table, effect.actor, effect.what),
        seat=controller_of(table, effect.actor),
        reasons=effect.reasons if readable else (),
        dice=tuple(
            DieView(
                sides=effect.sides,
                faces=die.faces,
                state="summed" if best is None else "kept" if place == best else "passed",
            )
            for place, die in enumerate(effect.dice)
            if readable or effect.what != "strength"  # whose dice they are, and so what else counts, is on the record
        ),
        total=effect.total,
    )


def _labelled(table: Table, actor: str, what: str) -> Message:
    return Message(key=f"glimpse.dice_{what}", params={"actor": actor_name(table, actor)})


def _declared(roll: CheckRoll) -> tuple[Message, ...]:
    """Return the modifiers of a roll before the dice fall."""
    dice = Message(key="glimpse.dice", params={"dice": roll.dice.text})
    split = effective_steps(CalculationStep(reason="per_die", value=1 - roll.targets))
    default = (Message(key="glimpse.halved"),) if roll.halved else ()
    return (dice, *[part.words for part in (*split, *roll.parts)], *default)


def _dice_of_roll(table: Table, roll: CheckRoll, score: RollScore | None) -> tuple[DieView, ...]:
    """Return every die of a roll, those of chips last (FI-CORE-3, FI-CORE-12, FI-FATE-9 to FI-FATE-11)."""
    sides = roll.dice.sides
    if roll.thrown is None or score is None:
        return (DieView(sides=sides),) * min(roll.dice.count, MOST_DICE)
    thrown = roll.thrown
    each = roll.dice.plus if word(table, "trait_plus") == "per_die" else 0
    best = () if score.bust else best_pile(thrown.dice, thrown.added, each)
    state = "kept" if len(best) == 1 else "summed"
    together = piles(thrown.dice, thrown.added, each) if thrown.added else ()
    onto = {place: pile[0] for pile in together for place in pile[1:]}
    dice = (*[(die, "") for die in thrown.dice], *[(more.die, more.colour) for more in thrown.added])
    return tuple(
        [
            DieView(
                sides=sides,
                faces=die.faces,
                state=state if place in best else "bust" if score.bust and _is_one(thrown, place) else "passed",
                onto=onto.get(place),
                source=source,
            )
            for place, (die, source) in enumerate(dice)
        ]
    )


def _is_one(thrown: ThrownDice, place: int) -> bool:
    return place < len(thrown.dice) and thrown.dice[place].natural == 1


def _outcome(result: CheckResult, params: dict[str, Json]) -> Message | None:
    """Return the present outcome of a check; None for one where only the total matters."""
    if result.outcome is not None:
        key = "makes_it" if result.successes else "goes_bust" if result.outcome.bust else "fails"
        return Message(key=f"glimpse.{key}", params={**params, "raises": result.outcome.raises})
    if result.contest is not None:
        ahead = result.contest.of_winner(params["actor"], params["other"])
        key = "ahead" if ahead is not None else "tie" if result.contest.again else "none_ahead"
        return Message(key=f"glimpse.{key}", params={"actor": ahead, "successes": result.contest.successes})
    return None
