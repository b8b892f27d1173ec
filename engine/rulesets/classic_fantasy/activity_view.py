"""Activities in progress, as each viewer may see them: rolls, combat, attacks, damage, traps, rests, the session."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.continuation import name_of
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
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
    result_of_roll,
    roller_name,
    skill_calculation,
    skill_name_of,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import effect_words
from engine.rulesets.classic_fantasy.combat import action_points, turn_order
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, DamageStage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import incapacity
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.luck import luck_eligibility
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import ranges_of
from engine.rulesets.classic_fantasy.time.time_advance import is_mapped, length_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TimePassage
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.rulesets.classic_fantasy.traps.trap_procedure import TriggeredTrap
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import trap_of
from engine.rulesets.classic_fantasy.travel.travel_commands import round_feet

STAGES: tuple[DamageStage, ...] = ("where", "damage", "luck", "endurance", "consequences")


def activity_view(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    """Return the activities in progress for a viewer, outermost first."""
    return tuple(_activity_views(table, viewer))


def _activity_views(table: Table, viewer: str) -> Iterator[ActivityView]:
    for procedure in table.procedures:
        match procedure:
            case SessionState():
                yield session_view(table, viewer, procedure)
            case Rest():
                yield rest_view(table, viewer, procedure)
            case TimePassage():
                yield time_passage_view(table, procedure)
            case Combat():
                yield combat_view(table, viewer, procedure)
            case Attack():
                yield attack_view(table, procedure)
            case TriggeredTrap(victim=victim) if may_follow(table, viewer, audience_for(table, victim)):
                yield trap_view(table, procedure)
            case EffectRoll(actor=actor) if may_follow(table, viewer, audience_for(table, actor)):
                yield effect_roll_view(table, viewer, procedure)
            case DamageProcess(harm=harm) if may_follow(table, viewer, audience_for(table, harm.actor)):
                yield damage_view(table, viewer, procedure)
            case Check() if may_follow(table, viewer, audience_for_check(table, procedure)):
                yield check_view(table, viewer, procedure)
            case _:
                pass


def _may_read(table: Table, viewer: str, actor: str) -> bool:
    character = table.actors.get(actor)
    return character is None or table.may_read(character, viewer)


# ---- rolls ----------------------------------------------------------------------------------------------------------


def check_view(table: Table, viewer: str, check: Check) -> ActivityView:
    """Return the view of a roll or a contest: what is rolled against, and the result (CF-UI-2)."""
    all_thrown = not CHECKS.unthrown(table, check)
    first_roll, last_roll = check.rolls[0], check.rolls[-1]
    params: dict[str, Json] = {
        "actor": roller_name(table, first_roll),
        "other": roller_name(table, last_roll),
        "skill": first_roll.name,
        "what": check.what,
    }
    key = "contest" if len(check.rolls) > 1 else "roll"
    waiting = _waited_for(table, viewer, check, all_thrown)
    open_to_all = all(_may_read(table, viewer, roll.actor) for roll in check.rolls)
    return ActivityView(
        title=Message(key=f"glimpse.d100_{key}", params=params),
        steps=(
            StepView(name="throw", label=Message(key="glimpse.d100_step_throw"), state="done" if all_thrown else "now"),
            StepView(name="luck", label=Message(key="glimpse.d100_step_luck"), state="now" if all_thrown else "later"),
        ),
        sides=tuple(_side(table, viewer, check, index) for index in range(len(check.rolls))),
        actors=tuple(roll.actor for roll in check.rolls if roll.actor),
        waiting_for=waiting,
        outcome=_outcome(table, check) if all_thrown else None,
        reckoning=tuple(skill_calculation(effective_skills(table, check)[0])) if open_to_all else (),
        figures={"purpose": name_of(check.then)},
    )


def _waited_for(table: Table, viewer: str, check: Check, thrown: bool) -> tuple[str, ...]:
    if not thrown:
        hands = (check.rolls[index].actor for index in CHECKS.unthrown(table, check))
        return tuple(dict.fromkeys(controller_of(table, actor) if actor else table.gm() for actor in hands))
    return check_resolution.seats_awaited(table, viewer)


def _side(table: Table, viewer: str, check: Check, index: int) -> SideView:
    roll, against = check.rolls[index], effective_skills(table, check)[index]
    readable = _may_read(table, viewer, roll.actor)
    die = roll.stands.roll if roll.stands is not None else roll.thrown
    result = result_of_roll(table, check, index) if die is not None or against.certain is not None else None
    dice = () if against.certain is not None else (DieView(sides=100),)
    if die:
        dice = (DieView(sides=100, faces=(die,), state="kept"),)
    reasons = tuple(skill_calculation(against)) if readable else ()
    if readable and roll.stands is None and against.certain is None:
        reasons = (*reasons, ranges_of(against))
    return SideView(
        name=f"roll{index}",
        label=Message(key="glimpse.d100_side", params={"actor": roller_name(table, roll), "name": skill_name_of(roll)}),
        seat=controller_of(table, roll.actor) if roll.actor else table.gm(),
        reasons=reasons,
        dice=dice,
        target=None if not readable else roll.stands.value if roll.stands is not None else against.value,
        total=die or None,
        verdict=Message(key=f"glimpse.d100_{result.level}") if result is not None else None,
        verdict_good=result is not None and result.level not in ("failure", "fumble"),
        figures={"grade": against.grade, "critical": against.critical, "fumble": against.fumble} if readable else {},
    )


def _outcome(table: Table, check: Check) -> Message:
    result = check_result(table, check)
    if result.contest is None:
        return Message(key=f"glimpse.d100_{result.rolls[0].level}")
    if result.contest.winner is None:
        return result.contest.words
    ahead = check.rolls[0 if result.contest.winner == "acting" else 1]
    return Message(key="glimpse.d100_ahead", params={"actor": roller_name(table, ahead)})


def effect_roll_view(table: Table, viewer: str, effect: EffectRoll) -> ActivityView:
    """Return the view of an effect's dice that wait for a decision about luck (CF-LUCK-7)."""
    label = effect_words(table, effect)
    is_readable = _may_read(table, viewer, effect.actor)
    is_front = table.procedures[-1] is effect
    waiting = luck_eligibility.luck_awaited(table) or (effect.actor,) if is_front else ()
    return ActivityView(
        title=label,
        steps=(
            StepView(name="throw", label=Message(key="glimpse.d100_step_throw"), state="done"),
            StepView(name="luck", label=Message(key="glimpse.d100_step_luck"), state="now"),
        ),
        sides=(
            SideView(
                name="effect",
                label=label,
                seat=controller_of(table, effect.actor),
                dice=_dice(effect) if is_readable else (),
                total=effect.value if is_readable else None,
            ),
        ),
        actors=(effect.actor,),
        waiting_for=tuple(dict.fromkeys(controller_of(table, actor) for actor in waiting)),
        figures={"purpose": name_of(effect.then)},
    )


def _dice(effect: EffectRoll) -> tuple[DieView, ...]:
    """Return the die, if it is a single one: several dice are shown by their total."""
    mixed_dice = mixed(effect.dice)
    if len(mixed_dice.dice_sides) != 1:
        return ()
    return (DieView(sides=mixed_dice.dice_sides[0], faces=(effect.value - mixed_dice.plus,), state="kept"),)


# ---- fights ---------------------------------------------------------------------------------------------------------


def combat_view(table: Table, viewer: str, combat: Combat) -> ActivityView:
    """Return the view of a Round: the order of Turns, with the Action Points left (CF-UI-9)."""
    order = combat.order or tuple(combat.fighters)
    waiting = tuple(
        dict.fromkeys(
            controller_of(table, actor)
            for actor, fighter in combat.fighters.items()
            if fighter.die is None and fighter.ruled is None
        )
    )
    return ActivityView(
        title=Message(key="glimpse.d100_fight", params={"number": combat.number}),
        order=tuple(_turn(table, viewer, combat, actor) for actor in order if actor in combat.fighters),
        actors=tuple(combat.fighters),
        waiting_for=waiting or ((controller_of(table, combat.turn),) if combat.turn else (table.gm(),)),
        figures={"round": combat.number, "turn": combat.turn},
    )


def _turn(table: Table, viewer: str, combat: Combat, actor: str) -> TurnView:
    readable = _may_read(table, viewer, actor)
    is_known = combat.fighters[actor].die is not None or combat.fighters[actor].ruled is not None
    state = "waiting"
    if actor == combat.turn:
        state = "now"
    elif readable and incapacity.incapacitating_state(table, actor):
        state = "out"
    elif combat.fighters[actor].passed or actor in combat.had:
        state = "acted"
    label = (
        Message(key="glimpse.d100_points", params={"points": action_points.action_points_left(table, actor)})
        if readable
        else None
    )
    rank = total(turn_order.initiative_parts(table, actor, combat.fighters[actor])) if is_known and readable else 0
    return TurnView(actor=actor, rank=rank, state=state, label=label)


def attack_view(table: Table, attack: Attack) -> ActivityView:
    """Return the view of an attack that waits for its roll, its defence or its damage."""
    params: dict[str, Json] = {
        "actor": actor_name(table, attack.actor),
        "target": actor_name(table, attack.target),
        "weapon": attack.weapon,
    }
    waits = attack is table.procedures[-1] and attack.rolled is not None
    return ActivityView(
        title=Message(key="glimpse.d100_attack", params=params),
        actors=(attack.actor, attack.target),
        waiting_for=(controller_of(table, attack.target),) if waits else (),
        outcome=Message(key=f"glimpse.d100_{attack.rolled.level}") if attack.rolled is not None else None,
    )


def trap_view(table: Table, triggered: TriggeredTrap) -> ActivityView:
    """Return the view of a trap that goes off."""
    params: dict[str, Json] = {"actor": actor_name(table, triggered.victim), "trap": trap_of(table, triggered).name}
    return ActivityView(
        title=Message(key="glimpse.d100_springing", params=params),
        actors=(triggered.victim,),
        waiting_for=(controller_of(table, triggered.victim),) if triggered is table.procedures[-1] else (),
    )


# ---- harm -----------------------------------------------------------------------------------------------------------


def damage_view(table: Table, viewer: str, process: DamageProcess) -> ActivityView:
    """Return the view of damage in progress: its stage, its calculation, and the proposed consequences (CF-UI-10)."""
    actor = process.harm.actor
    readable = _may_read(table, viewer, actor)
    place = STAGES.index(process.stage)
    steps = tuple(
        StepView(
            name=stage,
            label=Message(key=f"glimpse.d100_stage_{stage}"),
            state="done" if index < place else "now" if index == place else "later",
        )
        for index, stage in enumerate(STAGES)
    )
    blow = process.blows[process.at] if process.blows else None
    lines: tuple[Message, ...] = ()
    outcome = None
    if blow is not None and blow.lies and readable:
        damage = damage_of(table, process, process.at)
        lines = tuple(part.words for part in damage.parts) if _may_read(table, viewer, process.harm.by) else ()
        params: dict[str, Json] = {"location": blow.location, "damage": damage.value}
        outcome = Message(key="glimpse.d100_damage_is", params=params)
    if process.stage == "consequences" and readable:
        lines = tuple(line.words for index, line in enumerate(process.proposed) if index not in process.struck)
    thrower = process.harm.by if process.harm.by in table.actors else actor
    waiting = {
        "where": controller_of(table, thrower),
        "damage": table.gm() if blow is not None and blow.lies else controller_of(table, thrower),
        "luck": controller_of(table, actor),
    }.get(process.stage, table.gm())
    return ActivityView(
        title=Message(key="glimpse.d100_harm", params={"actor": actor_name(table, actor), "what": process.harm.what}),
        steps=steps,
        actors=(actor,),
        waiting_for=(waiting,),
        outcome=outcome,
        reckoning=lines,
        figures={
            "stage": process.stage,
            "blow": process.at,
            "blows": len(process.blows),
            "waiting": len(process.queue),
        },
        marks=_marks(table, process) if readable else (),
    )


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
    return LocationMark(
        actor=actor, location=name, state=state, offer="d100_choose_locations", answers={"locations": (name,)}
    )


NEXT = 5
"""The number of future events that the view names."""


def session_view(table: Table, viewer: str, session: SessionState) -> ActivityView:
    """Return the view of the session: time, pace, and the next events that the viewer may know (CF-UI-8, CF-UI-15)."""
    day, time = clock_of(table.clock)
    feet = round_feet(table, viewer)
    key = "runs" if session.running else "over"
    lines = [
        Message(
            key="glimpse.d100_way",
            params={
                "pace": session.pace,
                "feet": total(feet),
                "mapped": is_mapped(table),
                "wandered": session.wandered,
            },
        )
    ]
    next_events = forecast(table, length_of(table, "day"), viewer=viewer)
    for line in next_events.lines[:NEXT]:
        day_of_line, time_of_line = clock_of(line.at)
        lines.append(
            Message(
                key="glimpse.d100_next", params={"day": day_of_line, "time": time_of_line, "what": say(line.message)}
            )
        )
    if next_events.unknown is not None and len(next_events.lines) < NEXT:
        day_of_line, time_of_line = clock_of(next_events.unknown)
        lines.append(Message(key="glimpse.d100_dice_next", params={"day": day_of_line, "time": time_of_line}))
    return ActivityView(
        title=Message(
            key=f"glimpse.d100_evening_{key}",
            params={"day": day, "time": time, "number": session.session, "place": session.place},
        ),
        reckoning=tuple(lines),
        figures={
            "clock": table.clock,
            "day": day,
            "session": session.session,
            "place": session.place,
            "pace": session.pace,
            "feet": total(feet),
            "mapped": is_mapped(table),
            "wandered": session.wandered,
        },
    )


def time_passage_view(table: Table, passage: TimePassage) -> ActivityView:
    """Return the view of time that goes on once the question that has come up is answered."""
    day, time = clock_of(passage.until)
    return ActivityView(
        title=Message(key="glimpse.d100_time_passes", params={"day": day, "time": time}),
        figures={"purpose": "passing", "until": passage.until},
    )


def rest_view(table: Table, viewer: str, rest: Rest) -> ActivityView:
    """Return the view of a rest: its progress, and what each member has chosen (CF-UI-5)."""
    members = [actor for actor in rest.members if actor in table.actors and table.may_read(table.actors[actor], viewer)]
    order = tuple(
        TurnView(
            actor=actor,
            rank=0,
            state="out" if is_dead(table, actor) else "declared" if actor in rest.chosen else "waiting",
            label=_rest_label(rest, actor),
        )
        for actor in members
    )
    steps = tuple(
        StepView(
            name=str(number + 1),
            label=Message(key="glimpse.d100_rest_step", params={"number": number + 1}),
            state="done" if number < rest.done else "now" if number == rest.done else "later",
        )
        for number in range(rest.steps)
    )
    slow = rest.outstanding if rest.used_up else [a for a in members if a not in rest.chosen]
    waiting = (controller_of(table, a) for a in members if a in slow and not is_dead(table, a))
    return ActivityView(
        title=Message(key="glimpse.d100_rest", params={"done": rest.done, "steps": rest.steps}),
        steps=steps,
        order=order,
        waiting_for=tuple(dict.fromkeys(waiting)) or (table.gm(),),
        reckoning=tuple(
            Message(key="glimpse.d100_ready", params={"actor": actor_name(table, actor), "what": action})
            for actor, action in rest.ready.items()
            if actor in members
        ),
        figures={"purpose": "rest", "done": rest.done, "steps": rest.steps},
    )


def _rest_label(rest: Rest, actor: str) -> Message | None:
    choice = rest.chosen.get(actor)
    if choice is not None:
        return Message(key="glimpse.d100_rest_action", params={"action": choice.action})
    doing = rest.doing.get(actor)
    return Message(key="glimpse.d100_rest_action", params={"action": doing[0]}) if doing is not None else None
