"""What is under way, as each viewer may see it: the round with its cards, and the dice of a roll."""

from __future__ import annotations

from engine.play.names import actor_name
from engine.play.sight import Glimpse, StepView, TurnView
from engine.play.words import Message
from engine.rulesets.future_imperfect import counting, glimpse_attacks, initiative, states
from engine.rulesets.future_imperfect.checks import decided, faces_of, score_of
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.procedures import (
    Attack,
    Check,
    Evening,
    Fight,
    Fighter,
    Harm,
    Phase,
    Price,
    Stakes,
)
from engine.rulesets.future_imperfect.stakes import who_agrees
from engine.table.frozen import Json, kept
from engine.table.table import Procedure, Table


def glimpse(table: Table, viewer: str) -> tuple[Glimpse, ...]:
    """Return what is under way, outermost first."""
    found = (_one(table, viewer, procedure) for procedure in table.procedures)
    return tuple(seen for seen in found if seen is not None)


def _one(table: Table, viewer: str, procedure: Procedure) -> Glimpse | None:
    match procedure:
        case Evening(session=number, running=running):
            return _evening(number, running)
        case Fight():
            return _fight(table, viewer, procedure)
        case Check():
            return _check(table, procedure)
        case Stakes():
            return _stakes(table, procedure)
        case Price():
            return _price(table, procedure)
        case Attack():
            return glimpse_attacks.of_attack(table, procedure)
        case Harm():
            return glimpse_attacks.of_harm(table, procedure)
        case _:
            return None


@kept
def _evening(number: int, running: bool) -> Glimpse:
    return Glimpse(title=Message(key=f"glimpse.session_{'runs' if running else 'over'}", params={"number": number}))


def _fight(table: Table, viewer: str, now: Fight) -> Glimpse:
    """Tell the round: who still draws, or the countdown with a place for each card that has been called."""
    called = counting.called(table)
    places = {name: place for place, group in enumerate(initiative.order_of_step(called)) for name in group}
    order = [
        TurnView(
            actor=fighter.members[0],
            rank=places.get(name, len(places)),
            state=_state(table, viewer, now, name, fighter, called, places),
            label=_label(fighter, called.get(name, "")),
        )
        for name, fighter in now.fighters.items()
    ]
    order.sort(key=lambda turn: turn.rank)
    steps = tuple(
        StepView(
            name=rank,
            label=Message(key="glimpse.rank", params={"rank": rank}),
            state="now" if place == now.step else "done" if place < now.step else "later",
        )
        for place, rank in enumerate(initiative.steps())
    )
    key = "round_draws" if now.phase is Phase.DRAW else "round_counts" if now.step >= 0 else "round_ready"
    members = tuple(actor for fighter in now.fighters.values() for actor in fighter.members)
    return Glimpse(
        title=Message(key=f"glimpse.{key}", params={"number": now.number, "rank": counting.rank_now(now)}),
        steps=steps if now.phase is Phase.COUNT else (),
        order=tuple(order),
        actors=members,
        waiting_for=tuple(dict.fromkeys(_waiting(table, now, called))) or (table.gm(),),
        figures={"round": now.number, "rank": counting.rank_now(now)},
    )


def _state(
    table: Table,
    viewer: str,
    now: Fight,
    name: str,
    fighter: Fighter,
    called: dict[str, str],
    places: dict[str, int],
) -> str:
    known = all(table.may_read(table.actors[actor], viewer) for actor in fighter.members)
    if known and all(states.why_out(table, actor) for actor in fighter.members) and name not in now.together:
        return "out"
    if any(turn.fighter == name for turn in now.turns):
        return "now" if now.turns[-1].fighter == name else "waiting"
    if now.phase is Phase.DRAW:
        return "declared" if fighter.kept else "waiting"
    if name in called:
        return "now" if places[name] == 0 and not now.turns else "waiting"
    return "waiting" if counting.may_still_act(table, name) else "acted"


def _label(fighter: Fighter, card: str) -> Message | None:
    if card:
        return Message(key="glimpse.holds_card", params={"card": card})
    if fighter.aim is not None:
        return Message(key="glimpse.aims", params={"count": fighter.aim.counters})
    if fighter.preparation is not None:
        plan = fighter.preparation
        return Message(key="glimpse.prepares", params={"paid": plan.paid, "need": plan.need, "what": plan.what})
    return Message(key=f"no_draw.{fighter.why}") if fighter.why else None


def _waiting(table: Table, now: Fight, called: dict[str, str]) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if now.turns:
        return (leader(table, now.turns[-1].fighter),)
    if now.phase is Phase.DRAW:
        return tuple(leader(table, name) for name, fighter in now.fighters.items() if not fighter.kept)
    first = initiative.order_of_step(called)[:1]
    return tuple(leader(table, name) for group in first for name in group)


def _check(table: Table, found: Check) -> Glimpse:
    """Tell a roll: before the throw what it is made of, after it what it comes to, die by die."""
    first = found.rolls[0]
    params: dict[str, Json] = {
        "actor": actor_name(table, first.actor),
        "name": first.name,
        "dice": first.dice.text,
        "tn": found.tn,
        "other": actor_name(table, found.rolls[-1].actor),
    }
    reckoning: list[Message] = []
    for roll in found.rolls:
        params_of: dict[str, Json] = {"actor": actor_name(table, roll.actor), "name": roll.name, "dice": roll.dice.text}
        if roll.thrown is None:
            reckoning.append(Message(key="glimpse.pool", params=params_of))
            reckoning += [part.words for part in roll.parts]
        else:
            score = score_of(table, roll)
            key = "glimpse.fallen_bust" if score.bust else "glimpse.fallen"
            shown: dict[str, Json] = {**params_of, "faces": faces_of(roll.thrown), "total": score.total}
            reckoning.append(Message(key=key, params=shown))
            reckoning += [part.words for part in score.parts]
    reckoning += [part.words for part in found.tn_parts]
    outcome = None
    if found.thrown:
        result = decided(table, found)
        if result.outcome is not None:
            key = "makes_it" if result.successes else "fails"
            outcome = Message(key=f"glimpse.{key}", params={**params, "raises": result.outcome.raises})
        elif result.contest is not None:
            ahead = {"initiator": params["actor"], "other": params["other"]}.get(result.contest.winner or "")
            outcome = Message(key="glimpse.ahead", params={"actor": ahead, "successes": result.contest.successes})
    return Glimpse(
        title=Message(key="glimpse.contest" if len(found.rolls) > 1 else "glimpse.roll", params=params),
        steps=(
            StepView(name="throw", label=Message(key="glimpse.step_throw"), state="done" if found.thrown else "now"),
            StepView(name="chips", label=Message(key="glimpse.step_chips"), state="now" if found.thrown else "later"),
        ),
        actors=tuple(roll.actor for roll in found.rolls),
        waiting_for=tuple(dict.fromkeys(leader(table, roll.actor) for roll in found.rolls)),
        outcome=outcome,
        reckoning=tuple(reckoning),
        figures={"tn": found.tn, "purpose": found.purpose},
    )


def _stakes(table: Table, found: Stakes) -> Glimpse:
    """Tell what each outcome is to bring, and who has to agree."""
    said: dict[str, Json] = {"success": found.success, "failure": found.failure}
    reckoning = [Message(key="glimpse.stakes_success", params=said)]
    reckoning += [Message(key="glimpse.stakes_raise", params={"what": more}) for more in found.raises]
    reckoning.append(Message(key="glimpse.stakes_failure", params=said))
    sides: dict[str, Json] = {"actor": actor_name(table, found.actor), "other": actor_name(table, found.target)}
    return Glimpse(
        title=Message(key="glimpse.stakes", params=sides),
        actors=(found.actor, found.target),
        waiting_for=(who_agrees(table, found),),
        reckoning=tuple(reckoning),
        figures={"purpose": "stakes"},
    )


def _price(table: Table, found: Price) -> Glimpse:
    """Tell what is threatened, and what it costs to resist."""
    params: dict[str, Json] = {"actor": actor_name(table, found.actor), "count": found.chips, "what": found.what}
    return Glimpse(
        title=Message(key="glimpse.price", params=params),
        actors=(found.actor,),
        waiting_for=(leader(table, found.actor),),
        figures={"purpose": "price", "chips": found.chips},
    )
