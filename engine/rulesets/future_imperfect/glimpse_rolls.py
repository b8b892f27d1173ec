"""A roll as everybody sees it on the table: its dice before and after they fall, and where each number comes from."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.sight import DieView, Glimpse, SideView, StepView
from engine.play.words import Message, say
from engine.rulesets.future_imperfect import landing, states
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, decided, score_of
from engine.rulesets.future_imperfect.fighters import cards_of, reserved
from engine.rulesets.future_imperfect.interrupting import declared
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.locations import charts
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit, attack
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check, Roll, check
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.procedures.evening import Effect, Evening, evening
from engine.rulesets.future_imperfect.rolling import open_rolls
from engine.rulesets.future_imperfect.rolls import Score, Thrown, best_pile, piles
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.stakes import come_true
from engine.table.frozen import Json, kept, replace
from engine.table.table import Table


def of_check(table: Table, viewer: str, found: Check) -> Glimpse:
    """Tell a roll: what it is made of, then what it comes to with every chip (FI-CORE-9, FI-CORE-18)."""
    first, last = found.rolls[0], found.rolls[-1]
    params: dict[str, Json] = {
        "actor": actor_name(table, first.actor),
        "name": first.name,
        "tn": found.tn,
        "other": actor_name(table, last.actor),
    }
    target, several = _aimed_at(table, found)
    if several:
        params["target"] = actor_name(table, target)
    params["called"] = called = PURPOSES[found.purpose].called
    key = "contest" if len(found.rolls) > 1 else "roll_at" if several else "roll"
    result = decided(table, found) if found.thrown else None
    scores = tuple(score_of(table, roll) if roll.thrown is not None else None for roll in found.rolls)
    sides = tuple(_side_of_roll(table, viewer, found, index, score) for index, score in enumerate(scores))
    told = Glimpse(
        title=Message(key=f"glimpse.{key}{'_as' if called else ''}", params=params),
        steps=_steps(found.thrown),
        sides=sides,
        actors=(*(roll.actor for roll in found.rolls), *((target,) if target else ())),
        waiting_for=tuple(dict.fromkeys((*_waited_for(table, found), *_may_answer(table, viewer)))),
        outcome=_outcome(result, params) if result is not None else None,
        reckoning=tuple(line for side in sides for line in (*side.reasons, *side.target_reasons)),
        figures={"tn": found.tn, "purpose": found.purpose},
    )
    return _over_stakes(table, found, told, result) if PURPOSES[found.purpose].waits else told


def _over_stakes(table: Table, found: Check, told: Glimpse, result: Decided | None) -> Glimpse:
    """Tell of a roll of stakes what it brings as it lies, and whose word it waits for (FI-SIMPLE-6)."""
    halted = str(found.about.get(HALTED_BY, ""))
    throw, chips = told.steps
    asked = Message(key="glimpse.step_masters_word" if halted else "glimpse.step_word")
    word = StepView(name="word", label=asked, state="later")
    if result is not None and (halted or not open_rolls(table, found)):
        chips, word = replace(chips, state="done"), replace(word, state="now")
    told = replace(told, steps=(throw, chips, word), outcome=_staked(told, result))
    if not halted:
        return told
    return replace(
        told,
        title=Message(key="glimpse.stakes_halted", params={"actor": actor_name(table, halted)}),
        actors=(*told.actors, halted),
        waiting_for=(table.gm(),),
    )


def _staked(told: Glimpse, result: Decided | None) -> Message | None:
    if result is None or told.outcome is None:
        return None
    _, outcomes = come_true(result)
    return Message(key="glimpse.stakes_bring", params={"made": say(told.outcome), "outcomes": list(outcomes)})


def _waited_for(table: Table, found: Check) -> tuple[str, ...]:
    """Return the seats that throw, or that could better what lies and have not let it stand (FI-CORE-18)."""
    unthrown = tuple(index for index, roll in enumerate(found.rolls) if roll.thrown is None)
    waiting = unthrown or open_rolls(table, found) or range(len(found.rolls))
    return tuple(leader(table, found.rolls[index].actor) for index in waiting)


def _aimed_at(table: Table, found: Check) -> tuple[str, bool]:
    """Return at whom the roll of an attack goes that is at hand, and whether there are several targets (FI-AUTO-4)."""
    now = attack(table)
    if now is None or found is not check(table) or found.purpose != "attack":
        return "", False
    return now.marks[now.index].actor, len(now.marks) > 1


def _may_answer(table: Table, viewer: str) -> Iterator[str]:
    """Yield the seats that may answer an action before its dice fall: with a reserve, or as the one who is attacked.

    Everybody sees who holds a reserve and how many cards; of a red joker in a hidden hand nothing is told.
    """
    now, held_up = fight(table), declared(table)
    if now is None or held_up is None:
        return
    attacked = held_up.marks[held_up.index].actor if isinstance(held_up, Attack) else ""
    for name, fighter in now.fighters.items():
        is_target = attacked in fighter.members
        if name == now.turns[-1].fighter or not (
            (is_target and cards_of(table, fighter)) or reserved(table, name) is not None
        ):
            continue
        who = table.actors[attacked if is_target else fighter.members[0]]
        if not (table.may_read(who, viewer) and states.why_out(table, who.id)):
            yield leader(table, name)


@kept
def _steps(thrown: bool) -> tuple[StepView, ...]:
    return (
        StepView(name="throw", label=Message(key="glimpse.step_throw"), state="done" if thrown else "now"),
        StepView(name="chips", label=Message(key="glimpse.step_chips"), state="now" if thrown else "later"),
    )


def side_name(index: int) -> str:
    """Return the name under which the dice of a roll lie on the table: of the first roll of a check, or the second."""
    return f"roll{index}"


def _side_of_roll(table: Table, viewer: str, found: Check, index: int, score: Score | None) -> SideView:
    """Return one roll of a check as a side.

    What a secret character could throw, and why, stands on its sheet. What its dice come to everybody is told, but not
    how they fell, or taking them from the total would tell the rest.
    """
    roll = found.rolls[index]
    actor = table.actors.get(roll.actor)
    may_read = actor is None or table.may_read(actor, viewer)
    reasons: tuple[Message, ...] = ()
    if may_read:
        reasons = _declared(roll) if score is None else tuple(part.words for part in score.parts)
    return SideView(
        name=side_name(index),
        label=Message(key="glimpse.side", params={"actor": actor_name(table, roll.actor), "name": roll.name}),
        seat=leader(table, roll.actor),
        reasons=reasons,
        dice=_dice_of_roll(table, roll, score) if may_read else (),
        target=found.tn if index == 0 else None,
        target_reasons=_target_reasons(table, found) if index == 0 else (),
        total=score.total if score is not None else None,
        verdict=Message(key="glimpse.bust") if score is not None and score.bust else None,
    )


def _target_reasons(table: Table, found: Check) -> tuple[Message, ...]:
    """Tell what a target number is made of, and what whoever is attacked stands behind (FI-COVER-4)."""
    target, _ = _aimed_at(table, found)
    cover = landing.told_cover(table, target) if target else ()
    return (*(part.words for part in found.tn_parts), *cover)


def side_of_place(table: Table, now: Attack, hit: Hit) -> SideView:
    """Return the die that says where a hit lands, with what has moved it since (FI-HITLOC-1 to FI-HITLOC-4)."""
    assert hit.natural is not None
    moved = [part.words for part in landing.moved_by(now, hit)]
    if hit.shift:
        moved.append(Part(reason="raises_shift", value=hit.shift).words)
    return SideView(
        name="place",
        label=_labelled(table, hit.target, "where"),
        seat=leader(table, now.actor),
        reasons=tuple(moved),
        dice=(DieView(sides=charts().sides, faces=(hit.natural,), state="summed"),),
        total=hit.at.number if hit.at is not None else None,
    )


def with_lying_dice(table: Table, viewer: str, under_way: tuple[Glimpse, ...]) -> tuple[Glimpse, ...]:
    """Add the dice that still lie from the last throw: beside those of what is under way, or outermost of all.

    An earlier roll does not lie beside a new one: the two would look like a contest.
    """
    now = evening(table)
    front = under_way[-1] if under_way else None
    if (now.rolled is None or check(table) is not None) and not now.effects:
        return under_way
    rollers = {roll.actor for roll in now.rolled.rolls} if now.rolled else {effect.actor for effect in now.effects}
    if not all(actor in table.actors and _noticed(table, viewer, actor) for actor in rollers):
        return under_way
    lying = _lying(table, viewer, now)
    if front is not None and front.sides:
        return (*under_way[:-1], replace(front, sides=(*lying.sides, *front.sides)))
    return (lying, *under_way)


def _lying(table: Table, viewer: str, now: Evening) -> Glimpse:
    if now.rolled is not None:
        return replace(of_check(table, viewer, now.rolled), steps=(), actors=(), waiting_for=(), figures={})
    sides = tuple(_side_of_effect(table, viewer, number, effect) for number, effect in enumerate(now.effects))
    return Glimpse(title=sides[0].label, sides=sides)


def _noticed(table: Table, viewer: str, actor: str) -> bool:
    return table.may_read(table.actors[actor], viewer) or actor in taking_part(table)


def _side_of_effect(table: Table, viewer: str, number: int, effect: Effect) -> SideView:
    totals = [die.total for die in effect.dice]
    readable = table.may_read(table.actors[effect.actor], viewer)
    best = totals.index(max(totals)) if effect.highest and totals else None
    return SideView(
        name=f"effect{number}",
        label=_labelled(table, effect.actor, effect.what),
        seat=leader(table, effect.actor),
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


def _declared(roll: Roll) -> tuple[Message, ...]:
    """Return what a roll is made of before the dice fall."""
    dice = Message(key="glimpse.dice", params={"dice": roll.dice.text})
    split = counting(Part(reason="per_die", value=1 - roll.targets))
    default = (Message(key="glimpse.halved"),) if roll.halved else ()
    return (dice, *(part.words for part in (*split, *roll.parts)), *default)


def _dice_of_roll(table: Table, roll: Roll, score: Score | None) -> tuple[DieView, ...]:
    """Return every die of a roll, those that chips brought last (FI-CORE-3, FI-CORE-12, FI-FATE-9 to FI-FATE-11)."""
    sides = roll.dice.sides
    if roll.thrown is None or score is None:
        return (DieView(sides=sides),) * roll.dice.count
    thrown = roll.thrown
    each = roll.dice.plus if word(table, "trait_plus") == "per_die" else 0
    best = () if score.bust else best_pile(thrown.dice, thrown.added, each)
    state = "kept" if len(best) == 1 else "summed"
    onto = {place: pile[0] for pile in piles(thrown.dice, thrown.added, each) for place in pile[1:]}
    dice = (*((die, "") for die in thrown.dice), *((more.die, more.colour) for more in thrown.added))
    return tuple(
        DieView(
            sides=sides,
            faces=die.faces,
            state=state if place in best else "bust" if score.bust and _spoils(thrown, place) else "passed",
            onto=onto.get(place),
            source=source,
        )
        for place, (die, source) in enumerate(dice)
    )


def _spoils(thrown: Thrown, place: int) -> bool:
    return place < len(thrown.dice) and thrown.dice[place].natural == 1


def _outcome(result: Decided, params: dict[str, Json]) -> Message | None:
    """Tell what a roll comes to as it stands; nothing for one whose total alone matters."""
    if result.outcome is not None:
        key = "makes_it" if result.successes else "goes_bust" if result.outcome.bust else "fails"
        return Message(key=f"glimpse.{key}", params={**params, "raises": result.outcome.raises})
    if result.contest is not None:
        ahead = {"initiator": params["actor"], "other": params["other"]}.get(result.contest.winner or "")
        key = "ahead" if ahead is not None else "tie" if result.contest.again else "none_ahead"
        return Message(key=f"glimpse.{key}", params={"actor": ahead, "successes": result.contest.successes})
    return None
