"""Activities in progress, as each viewer may see them: rolls, combat, attacks, damage, traps, rests, the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.core.audience import may_read_numbers
from engine.core.continuation import name_of
from engine.kit.activity_steps import step_state, steps_at
from engine.kit.control import controller_of, controllers_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView, DieView, SideView, StepView, TurnView
from engine.presentation.body_annotations import LocationMark
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.character.session_state import SessionState
from engine.rulesets.classic_fantasy.checks import check_resolution
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll, audience_for_check
from engine.rulesets.classic_fantasy.checks.check_resolution import (
    CHECKS,
    check_result,
    effective_skills,
    known_sides,
    result_of_roll,
    roller_name,
    skill_calculation,
    skill_name_of,
    unknown_excess,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import effect_words
from engine.rulesets.classic_fantasy.combat import turn_order
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, DamageStage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import incapacity
from engine.rulesets.classic_fantasy.health.rest_commands import MOST_STEPS
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.luck import luck_eligibility
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import range_ends_of
from engine.rulesets.classic_fantasy.time.time_advance import is_mapped, length_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TimePassage
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.rulesets.classic_fantasy.traps.placed_traps import TriggeredTrap
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import trap_of
from engine.rulesets.classic_fantasy.travel.party_travel import round_feet

STAGES: Final[tuple[DamageStage, ...]] = ("where", "damage", "luck", "endurance", "consequences")
NEXT: Final = 5
"""The number of future events that the view of the session names."""


def activity_view(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    """Return the activities in progress for a viewer, outermost first."""
    return tuple(_activity_views(table, viewer, table.procedures))


def seats_awaited(table: Table, viewer: str) -> Iterator[str]:
    """Yield the seats that a combat and the rolls in it wait for, as a viewer sees it, innermost first."""
    for procedure in reversed(table.procedures):
        match procedure:
            case SessionState():
                pass
            case Combat():
                yield from _seats_awaited_in(table, procedure)
            case Check():
                if may_follow(table, viewer, audience_for_check(table, procedure)):
                    yield from _seats_awaited_by(table, viewer, procedure, CHECKS.unthrown(table, procedure))
            case DamageProcess(harm=harm):
                if may_follow(table, viewer, audience_for(table, harm.actor)):
                    yield _seat_awaited_for_harm(table, procedure)
            case _:
                for view in _activity_views(table, viewer, (procedure,)):
                    yield from view.waiting_for


def _activity_views(table: Table, viewer: str, procedures: Iterable[Procedure]) -> Iterator[ActivityView]:
    for procedure in procedures:
        match procedure:
            case SessionState():
                yield _session_view(table, viewer, procedure)
            case Rest():
                yield _rest_view(table, viewer, procedure)
            case TimePassage():
                yield _time_passage_view(procedure)
            case Combat():
                yield _combat_view(table, viewer, procedure)
            case Attack():
                yield _attack_view(table, procedure)
            case TriggeredTrap(victim=victim) if may_follow(table, viewer, audience_for(table, victim)):
                yield _trap_view(table, procedure)
            case EffectRoll(actor=actor) if may_follow(table, viewer, audience_for(table, actor)):
                yield _effect_roll_view(table, viewer, procedure)
            case DamageProcess(harm=harm) if may_follow(table, viewer, audience_for(table, harm.actor)):
                yield _damage_view(table, viewer, procedure)
            case Check() if may_follow(table, viewer, audience_for_check(table, procedure)):
                yield _check_view(table, viewer, procedure)
            case _:
                pass


def _text(name: str, /, **params: Json) -> Message:
    return Message(key=f"glimpse.d100_{name}", params=params)


def _roll_steps(thrown: bool) -> tuple[StepView, ...]:
    return steps_at(int(thrown), ("throw", "luck"), "glimpse.d100_step_")


# ---- rolls ----------------------------------------------------------------------------------------------------------


def _seats_awaited_by(table: Table, viewer: str, check: Check, unthrown: tuple[int, ...]) -> tuple[str, ...]:
    """Return the seats that throw dice for a check, or whose luck could change it."""
    throwers = controllers_of(table, [check.rolls[index].actor for index in unthrown])
    return throwers if unthrown else check_resolution.seats_awaited(table, viewer)


def _check_view(table: Table, viewer: str, check: Check) -> ActivityView:
    """Return the view of a roll or a contest: what is rolled against, and the result (CF-UI-2)."""
    unthrown, first = CHECKS.unthrown(table, check), check.rolls[0]
    open_to_all = all(may_read_numbers(table, viewer, roll.actor) for roll in check.rolls)
    kind = "contest" if len(check.rolls) > 1 else "attack_roll" if check.target else "roll"
    return ActivityView(
        title=_text(
            kind,
            actor=roller_name(table, first),
            other=actor_name(table, check.target) if check.target else roller_name(table, check.rolls[-1]),
            skill=first.name,
            what=check_resolution.task_of(check),
        ),
        steps=_roll_steps(not unthrown),
        sides=tuple(_side(table, viewer, check, index) for index in range(len(check.rolls))),
        actors=tuple(roll.actor for roll in check.rolls if roll.actor),
        waiting_for=_seats_awaited_by(table, viewer, check, unthrown),
        outcome=None if unthrown else _outcome(table, check),
        reckoning=tuple(skill_calculation(effective_skills(table, check)[0])) if open_to_all else (),
        figures={"purpose": name_of(check.then)},
    )


def _side(table: Table, viewer: str, check: Check, index: int) -> SideView:
    known = known_sides(table, check, viewer)
    roll, against = check.rolls[index], effective_skills(table, check, known)[index]
    die = roll.stands.roll if roll.stands is not None else roll.thrown
    is_certain = against.certain is not None
    level = result_of_roll(table, check, index).level if die is not None or is_certain else None
    dice = (DieView(sides=100, faces=(die,), state="kept"),) if die else () if is_certain else (DieView(sides=100),)
    reasons, target, figures = list[Message](), None, dict[str, Json]()
    if may_read_numbers(table, viewer, roll.actor):
        if roll.stands is None:  # else it was explained when it was rolled
            calculation = skill_calculation(against)
            if is_certain or len(calculation) > 1:  # else it is the target, which is written beside the dice
                reasons += calculation
            reasons += unknown_excess(check, index, known)
            reasons += () if is_certain else range_ends_of(against)
        target = against.value if roll.stands is None else roll.stands.value
        figures = {"grade": against.grade, "critical": against.critical, "fumble": against.fumble}
    return SideView(
        name=f"roll{index}",
        label=_text("side", actor=roller_name(table, roll), name=skill_name_of(roll)),
        seat=controller_of(table, roll.actor),
        reasons=tuple(reasons),
        dice=dice,
        target=target,
        total=die or None,
        verdict=_text(level) if level is not None else None,
        verdict_good=level in ("critical", "success"),
        figures=figures,
    )


def _outcome(table: Table, check: Check) -> Message:
    result = check_result(table, check)
    if result.contest is None:
        return _text(result.rolls[0].level)
    winner = result.contest.of_winner(*check.rolls)
    return result.contest.words if winner is None else _text("ahead", actor=roller_name(table, winner))


def _effect_roll_view(table: Table, viewer: str, effect: EffectRoll) -> ActivityView:
    """Return the view of an effect's dice that wait for a decision about luck (CF-LUCK-7)."""
    label, is_readable = effect_words(table, effect), may_read_numbers(table, viewer, effect.actor)
    is_front = table.procedures[-1] is effect
    side = SideView(
        name="effect",
        label=label,
        seat=controller_of(table, effect.actor),
        dice=_dice(effect) if is_readable else (),
        total=effect.value if is_readable else None,
    )
    return ActivityView(
        title=label,
        steps=_roll_steps(True),
        sides=(side,),
        actors=(effect.actor,),
        waiting_for=controllers_of(table, luck_eligibility.luck_awaited(table) or (effect.actor,)) if is_front else (),
        figures={"purpose": name_of(effect.then)},
    )


def _dice(effect: EffectRoll) -> tuple[DieView, ...]:
    """Return the die, if it is a single one: several dice are shown by their total."""
    mixed_dice = mixed(effect.dice)
    if len(mixed_dice.dice_sides) != 1:
        return ()
    return (DieView(sides=mixed_dice.dice_sides[0], faces=(effect.value - mixed_dice.plus,), state="kept"),)


# ---- fights ---------------------------------------------------------------------------------------------------------


def _seats_awaited_in(table: Table, combat: Combat) -> tuple[str, ...]:
    """Return the seats that a combat waits for: those without initiative, or the one on Turn."""
    return controllers_of(table, combat.without_initiative() or [combat.turn])


def _combat_view(table: Table, viewer: str, combat: Combat) -> ActivityView:
    """Return the view of a Round: the order of Turns, with the Action Points left (CF-UI-9)."""
    order = combat.order or tuple(combat.fighters)
    return ActivityView(
        title=_text("fight", number=combat.number),
        order=tuple(_turn(table, viewer, combat, actor) for actor in order if actor in combat.fighters),
        actors=tuple(combat.fighters),
        waiting_for=_seats_awaited_in(table, combat),
        figures={"round": combat.number, "turn": combat.turn},
    )


def _turn(table: Table, viewer: str, combat: Combat, actor: str) -> TurnView:
    fighter, is_readable = combat.fighters[actor], may_read_numbers(table, viewer, actor)
    is_out = is_readable and bool(incapacity.incapacitating_state(table, actor))
    has_acted = fighter.passed or actor in combat.had
    label, rank = None, 0
    if is_readable:
        label = _text("points", points=turn_order.action_points_left(table, actor))
        if fighter.has_initiative:
            rank = total(turn_order.initiative_parts(table, actor, fighter))
    state = "now" if actor == combat.turn else "out" if is_out else "acted" if has_acted else "waiting"
    return TurnView(actor=actor, rank=rank, state=state, label=label)


def _attack_view(table: Table, attack: Attack) -> ActivityView:
    """Return the view of an attack that waits for its roll, its defence or its damage."""
    actor, target = actor_name(table, attack.actor), actor_name(table, attack.target)
    waits = attack is table.procedures[-1] and attack.rolled is not None
    return ActivityView(
        title=_text("attack", actor=actor, target=target, weapon=attack.weapon),
        actors=(attack.actor, attack.target),
        waiting_for=(controller_of(table, attack.target),) if waits else (),
        outcome=_text(attack.rolled.level) if attack.rolled is not None else None,
    )


def _trap_view(table: Table, triggered: TriggeredTrap) -> ActivityView:
    """Return the view of a trap that goes off."""
    victim = triggered.victim
    return ActivityView(
        title=_text("springing", actor=actor_name(table, victim), trap=trap_of(table, triggered).name),
        actors=(victim,),
        waiting_for=(controller_of(table, victim),) if triggered is table.procedures[-1] else (),
    )


# ---- damage ---------------------------------------------------------------------------------------------------------


def _damage_view(table: Table, viewer: str, process: DamageProcess) -> ActivityView:
    """Return the view of damage in progress: its stage, its calculation, and the proposed consequences (CF-UI-10)."""
    actor, by = process.harm.actor, process.harm.by
    is_readable = may_read_numbers(table, viewer, actor)
    blow = process.blows[process.at] if process.blows else None
    is_thrown = blow is not None and blow.lies
    lines, outcome = tuple[Message, ...](), None
    if blow is not None and is_thrown and is_readable:
        damage = damage_of(table, process, process.at)
        lines = tuple(part.words for part in damage.parts) if may_read_numbers(table, viewer, by) else ()
        outcome = _text("damage_is", location=blow.location, damage=damage.value)
    if process.stage == "consequences" and is_readable:
        lines = tuple(line.words for index, line in enumerate(process.proposed) if index not in process.struck)
    return ActivityView(
        title=_text("harm", actor=actor_name(table, actor), what=process.harm.what),
        steps=steps_at(STAGES.index(process.stage), STAGES, "glimpse.d100_stage_"),
        actors=(actor,),
        waiting_for=(_seat_awaited_for_harm(table, process),),
        outcome=outcome,
        reckoning=lines,
        figures={
            "stage": process.stage,
            "blow": process.at,
            "blows": len(process.blows),
            "waiting": len(process.queue),
        },
        marks=_marks(table, process) if is_readable else (),
    )


def _seat_awaited_for_harm(table: Table, process: DamageProcess) -> str:
    """Return the seat that throws for harm, decides about luck or, for everything else, that of the GM."""
    actor, by = process.harm.actor, process.harm.by
    match process.stage:
        case "where":
            return controller_of(table, by if by in table.actors else actor)
        case "damage" if not (process.blows and process.blow.lies):
            return controller_of(table, by if by in table.actors else actor)
        case "luck":
            return controller_of(table, actor)
        case _:
            return table.gm()


def _marks(table: Table, process: DamageProcess) -> tuple[LocationMark, ...]:
    """Return the locations that are hit, and those that a single hit can be moved to (CF-HITLOC-3, CF-UI-1)."""
    actor = process.harm.actor
    if process.stage == "where" and process.harm.locations == "1":
        return tuple(_reach(actor, name, "open") for name in hit_chart_of(table, actor).names)
    hits = tuple(LocationMark(actor=actor, location=blow.location, state="hit") for blow in process.blows)
    if process.stage != "damage" or len(process.blows) != 1:
        return hits
    other_locations = (name for name in hit_chart_of(table, actor).names if name != process.blows[0].location)
    return (*hits, *(_reach(actor, name, "reach") for name in other_locations))


def _reach(actor: str, name: str, state: str) -> LocationMark:
    answers: dict[str, Json] = {"locations": (name,)}
    return LocationMark(actor=actor, location=name, state=state, offer="d100_choose_locations", answers=answers)


# ---- session, time and rest -----------------------------------------------------------------------------------------


def _session_view(table: Table, viewer: str, session: SessionState) -> ActivityView:
    """Return the view of the session: time, pace, and the next events that the viewer may know (CF-UI-8, CF-UI-15).

    It has the events only while nothing else is in progress.
    """
    day, time = clock_of(table.clock)
    way: dict[str, Json] = {
        "pace": session.pace,
        "feet": total(round_feet(table, viewer)),
        "mapped": is_mapped(table),
        "wandered": session.wandered,
    }
    is_current = table.procedures[-1] is session
    lines = (_text("way", **way), *(_next_events(table, viewer) if is_current else ()))
    return ActivityView(
        title=_text(
            "evening_runs" if session.running else "evening_over",
            day=day,
            time=time,
            number=session.session,
            place=session.place,
        ),
        reckoning=lines,
        figures={"clock": table.clock, "day": day, "session": session.session, "place": session.place, **way},
    )


def _next_events(table: Table, viewer: str) -> Iterator[Message]:
    upcoming = forecast(table, length_of(table, "day"), viewer=viewer)
    for line in upcoming.lines[:NEXT]:
        day, time = clock_of(line.at)
        yield _text("next", day=day, time=time, what=say(line.message))
    if upcoming.unknown is not None and len(upcoming.lines) < NEXT:
        day, time = clock_of(upcoming.unknown)
        yield _text("dice_next", day=day, time=time)


def _time_passage_view(passage: TimePassage) -> ActivityView:
    """Return the view of time that goes on once the question that has come up is answered."""
    day, time = clock_of(passage.until)
    figures: dict[str, Json] = {"purpose": "passing", "until": passage.until}
    return ActivityView(title=_text("time_passes", day=day, time=time), figures=figures)


def _rest_view(table: Table, viewer: str, rest: Rest) -> ActivityView:
    """Return the view of a rest: its progress, and what each member has chosen (CF-UI-5)."""
    members = {
        actor: "out" if is_dead(table, actor) else "declared" if actor in rest.chosen else "waiting"
        for actor in rest.members
        if actor in table.actors and table.may_read(table.actors[actor], viewer)
    }
    slow = rest.outstanding if rest.used_up else [actor for actor in members if actor not in rest.chosen]
    waiting = [actor for actor, state in members.items() if actor in slow and state != "out"]
    return ActivityView(
        title=_text("rest", done=rest.done, steps=rest.steps),
        steps=tuple(
            StepView(
                name=str(place + 1), label=_text("rest_step", number=place + 1), state=step_state(place, rest.done)
            )
            for place in range(min(rest.steps, MOST_STEPS))
        ),
        order=tuple(
            TurnView(actor=actor, rank=0, state=state, label=_rest_label(rest, actor))
            for actor, state in members.items()
        ),
        waiting_for=controllers_of(table, waiting) or (table.gm(),),
        reckoning=tuple(
            _text("ready", actor=actor_name(table, actor), what=action)
            for actor, action in rest.ready.items()
            if actor in members
        ),
        figures={"purpose": "rest", "done": rest.done, "steps": rest.steps},
    )


def _rest_label(rest: Rest, actor: str) -> Message | None:
    if actor in rest.chosen:
        return _text("rest_action", action=rest.chosen[actor].action)
    return _text("rest_action", action=rest.doing[actor][0]) if actor in rest.doing else None
