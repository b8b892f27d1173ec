"""What is under way as each viewer may see it: rolls, fights, attacks, harm, traps, and the evening beneath."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.sight import DieView, Glimpse, Mark, SideView, StepView, TurnView
from engine.play.words import Message
from engine.rulesets.classic_fantasy import glimpse_time, lucky, turning
from engine.rulesets.classic_fantasy.blows import damage_of
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.checks import chances, decided, due, name_of, reckoning_of, rolled_of, skill_of
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.effects import words_of
from engine.rulesets.classic_fantasy.leading import leader, may_follow, told_of, told_of_check
from engine.rulesets.classic_fantasy.ledgers.saying import ranges_of
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Stage, Wounding
from engine.rulesets.classic_fantasy.springing_at import trap_of
from engine.table.frozen import Json
from engine.table.table import Table

STAGES: tuple[Stage, ...] = ("where", "damage", "luck", "endurance", "consequences")


def glimpse(table: Table, viewer: str) -> tuple[Glimpse, ...]:
    """Return it, outermost first."""
    return tuple(_glimpses(table, viewer))


def _glimpses(table: Table, viewer: str) -> Iterator[Glimpse]:
    for under_way in table.procedures:
        match under_way:
            case Evening():
                yield glimpse_time.of_evening(table, viewer, under_way)
            case Rest():
                yield glimpse_time.of_rest(table, viewer, under_way)
            case Passing():
                yield glimpse_time.of_passing(table, under_way)
            case Fight():
                yield of_fight(table, viewer, under_way)
            case Attack():
                yield of_attack(table, under_way)
            case Springing(victim=victim) if may_follow(table, viewer, told_of(table, victim)):
                yield of_springing(table, under_way)
            case Effect(actor=actor) if may_follow(table, viewer, told_of(table, actor)):
                yield of_effect(table, viewer, under_way)
            case Wounding(harm=harm) if may_follow(table, viewer, told_of(table, harm.actor)):
                yield of_wounding(table, viewer, under_way)
            case Check() if may_follow(table, viewer, told_of_check(table, under_way)):
                yield of_check(table, viewer, under_way)
            case _:
                pass


def _may_read(table: Table, viewer: str, actor: str) -> bool:
    found = table.actors.get(actor)
    return found is None or table.may_read(found, viewer)


# ---- rolls ----------------------------------------------------------------------------------------------------------


def of_check(table: Table, viewer: str, found: Check) -> Glimpse:
    """Tell a roll or a contest: what is rolled against, and what it comes to (CF-UI-2)."""
    thrown = not due(table, found)
    first, last = found.rolls[0], found.rolls[-1]
    params: dict[str, Json] = {
        "actor": name_of(table, first),
        "other": name_of(table, last),
        "skill": first.name,
        "what": found.what,
    }
    key = "contest" if len(found.rolls) > 1 else "roll"
    waiting = _waited_for(table, viewer, found, thrown)
    open_to_all = all(_may_read(table, viewer, roll.actor) for roll in found.rolls)
    return Glimpse(
        title=Message(key=f"glimpse.d100_{key}", params=params),
        steps=(
            StepView(name="throw", label=Message(key="glimpse.d100_step_throw"), state="done" if thrown else "now"),
            StepView(name="luck", label=Message(key="glimpse.d100_step_luck"), state="now" if thrown else "later"),
        ),
        sides=tuple(_side(table, viewer, found, index) for index in range(len(found.rolls))),
        actors=tuple(roll.actor for roll in found.rolls if roll.actor),
        waiting_for=waiting,
        outcome=_outcome(table, found) if thrown else None,
        reckoning=tuple(reckoning_of(chances(table, found)[0])) if open_to_all else (),
        figures={"purpose": found.purpose},
    )


def _waited_for(table: Table, viewer: str, found: Check, thrown: bool) -> tuple[str, ...]:
    if not thrown:
        hands = (found.rolls[index].actor for index in due(table, found))
        return tuple(dict.fromkeys(leader(table, actor) if actor else table.gm() for actor in hands))
    return lucky.seats_waited_for(table, viewer)


def _side(table: Table, viewer: str, found: Check, index: int) -> SideView:
    roll, against = found.rolls[index], chances(table, found)[index]
    readable = _may_read(table, viewer, roll.actor)
    fallen = roll.stands.roll if roll.stands is not None else roll.thrown
    went = rolled_of(table, found, index) if fallen is not None or against.certain is not None else None
    dice = () if against.certain is not None else (DieView(sides=100),)
    if fallen:
        dice = (DieView(sides=100, faces=(fallen,), state="kept"),)
    reasons = tuple(reckoning_of(against)) if readable else ()
    if readable and roll.stands is None and against.certain is None:
        reasons = (*reasons, ranges_of(against))
    return SideView(
        name=f"roll{index}",
        label=Message(key="glimpse.d100_side", params={"actor": name_of(table, roll), "name": skill_of(roll)}),
        seat=leader(table, roll.actor) if roll.actor else table.gm(),
        reasons=reasons,
        dice=dice,
        target=None if not readable else roll.stands.value if roll.stands is not None else against.value,
        total=fallen or None,
        verdict=Message(key=f"glimpse.d100_{went.level}") if went is not None else None,
        verdict_good=went is not None and went.level not in ("failure", "fumble"),
        figures={"grade": against.grade, "critical": against.critical, "fumble": against.fumble} if readable else {},
    )


def _outcome(table: Table, found: Check) -> Message:
    result = decided(table, found)
    if result.contest is None:
        return Message(key=f"glimpse.d100_{result.rolls[0].level}")
    if result.contest.winner is None:
        return result.contest.words
    ahead = found.rolls[0 if result.contest.winner == "acting" else 1]
    return Message(key="glimpse.d100_ahead", params={"actor": name_of(table, ahead)})


def of_effect(table: Table, viewer: str, lying: Effect) -> Glimpse:
    """Tell dice of an effect that lie until luck has spoken (CF-LUCK-7)."""
    label = words_of(table, lying)
    shown = _may_read(table, viewer, lying.actor)
    front = table.procedures[-1] is lying
    waiting = lucky.waited_for(table) or (lying.actor,) if front else ()
    return Glimpse(
        title=label,
        steps=(
            StepView(name="throw", label=Message(key="glimpse.d100_step_throw"), state="done"),
            StepView(name="luck", label=Message(key="glimpse.d100_step_luck"), state="now"),
        ),
        sides=(
            SideView(
                name="effect",
                label=label,
                seat=leader(table, lying.actor),
                dice=_dice(lying) if shown else (),
                total=lying.value if shown else None,
            ),
        ),
        actors=(lying.actor,),
        waiting_for=tuple(dict.fromkeys(leader(table, actor) for actor in waiting)),
        figures={"purpose": lying.purpose},
    )


def _dice(lying: Effect) -> tuple[DieView, ...]:
    """Return the die that is thrown, where it is one alone: how several lie is told by their sum."""
    read = mixed(lying.dice)
    if len(read.wanted) != 1:
        return ()
    return (DieView(sides=read.wanted[0], faces=(lying.value - read.plus,), state="kept"),)


# ---- fights ---------------------------------------------------------------------------------------------------------


def of_fight(table: Table, viewer: str, now: Fight) -> Glimpse:
    """Tell a Round: who acts when, and with how many Action Points left (CF-UI-9)."""
    order = now.order or tuple(now.fighters)
    waiting = tuple(
        dict.fromkeys(
            leader(table, actor) for actor, one in now.fighters.items() if one.die is None and one.ruled is None
        )
    )
    return Glimpse(
        title=Message(key="glimpse.d100_fight", params={"number": now.number}),
        order=tuple(_turn(table, viewer, now, actor) for actor in order if actor in now.fighters),
        actors=tuple(now.fighters),
        waiting_for=waiting or ((leader(table, now.turn),) if now.turn else (table.gm(),)),
        figures={"round": now.number, "turn": now.turn},
    )


def _turn(table: Table, viewer: str, now: Fight, actor: str) -> TurnView:
    readable = _may_read(table, viewer, actor)
    known = now.fighters[actor].die is not None or now.fighters[actor].ruled is not None
    state = "waiting"
    if actor == now.turn:
        state = "now"
    elif readable and turning.why_out(table, actor):
        state = "out"
    elif now.fighters[actor].passed or actor in now.had:
        state = "acted"
    label = Message(key="glimpse.d100_points", params={"points": turning.points(table, actor)}) if readable else None
    rank = total(turning.initiative(table, actor, now.fighters[actor])) if known and readable else 0
    return TurnView(actor=actor, rank=rank, state=state, label=label)


def of_attack(table: Table, now: Attack) -> Glimpse:
    """Tell an attack that waits for its roll, its answer or its harm."""
    params: dict[str, Json] = {
        "actor": actor_name(table, now.actor),
        "target": actor_name(table, now.target),
        "weapon": now.weapon,
    }
    waits = now is table.procedures[-1] and now.rolled is not None
    return Glimpse(
        title=Message(key="glimpse.d100_attack", params=params),
        actors=(now.actor, now.target),
        waiting_for=(leader(table, now.target),) if waits else (),
        outcome=Message(key=f"glimpse.d100_{now.rolled.level}") if now.rolled is not None else None,
    )


def of_springing(table: Table, now: Springing) -> Glimpse:
    """Tell a trap that goes off at somebody."""
    params: dict[str, Json] = {"actor": actor_name(table, now.victim), "trap": trap_of(table, now).name}
    return Glimpse(
        title=Message(key="glimpse.d100_springing", params=params),
        actors=(now.victim,),
        waiting_for=(leader(table, now.victim),) if now is table.procedures[-1] else (),
    )


# ---- harm -----------------------------------------------------------------------------------------------------------


def of_wounding(table: Table, viewer: str, now: Wounding) -> Glimpse:
    """Tell harm on its way: where it has come to, what the blow is made of, and what is proposed (CF-UI-10)."""
    actor = now.harm.actor
    readable = _may_read(table, viewer, actor)
    place = STAGES.index(now.stage)
    steps = tuple(
        StepView(
            name=stage,
            label=Message(key=f"glimpse.d100_stage_{stage}"),
            state="done" if index < place else "now" if index == place else "later",
        )
        for index, stage in enumerate(STAGES)
    )
    blow = now.blows[now.at] if now.blows else None
    lines: tuple[Message, ...] = ()
    outcome = None
    if blow is not None and blow.lies and readable:
        found = damage_of(table, now, now.at)
        lines = tuple(part.words for part in found.parts) if _may_read(table, viewer, now.harm.by) else ()
        params: dict[str, Json] = {"location": blow.location, "damage": found.value}
        outcome = Message(key="glimpse.d100_damage_is", params=params)
    if now.stage == "consequences" and readable:
        lines = tuple(line.words for index, line in enumerate(now.proposed) if index not in now.struck)
    thrower = now.harm.by if now.harm.by in table.actors else actor
    waiting = {
        "where": leader(table, thrower),
        "damage": table.gm() if blow is not None and blow.lies else leader(table, thrower),
        "luck": leader(table, actor),
    }.get(now.stage, table.gm())
    return Glimpse(
        title=Message(key="glimpse.d100_harm", params={"actor": actor_name(table, actor), "what": now.harm.what}),
        steps=steps,
        actors=(actor,),
        waiting_for=(waiting,),
        outcome=outcome,
        reckoning=lines,
        figures={"stage": now.stage, "blow": now.at, "blows": len(now.blows), "waiting": len(now.queue)},
        marks=_marks(table, now) if readable else (),
    )


def _marks(table: Table, now: Wounding) -> tuple[Mark, ...]:
    """Tell where it lands, and where a single blow can be made to land, at first or instead (CF-HITLOC-3, CF-UI-1)."""
    actor = now.harm.actor
    if now.stage == "where" and now.harm.locations == "1":
        return tuple(_reach(actor, name, "open") for name in chart_of_actor(table, actor).names)
    hits = tuple(Mark(actor=actor, location=one.location, state="hit") for one in now.blows)
    if now.stage != "damage" or len(now.blows) != 1:
        return hits
    others = (name for name in chart_of_actor(table, actor).names if name != now.blows[0].location)
    return (*hits, *(_reach(actor, name, "reach") for name in others))


def _reach(actor: str, name: str, state: str) -> Mark:
    return Mark(actor=actor, location=name, state=state, offer="d100_choose_locations", answers={"locations": (name,)})
