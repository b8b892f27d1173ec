"""What is under way, as each viewer may see it: the round with its cards, and what goes on in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final

from engine.play.names import actor_name
from engine.play.sight import Glimpse, StepView, TurnView
from engine.play.words import Message, say
from engine.rulesets.future_imperfect import counting, glimpse_attacks, glimpse_rolls, initiative, states
from engine.rulesets.future_imperfect.aiming import bonus_of
from engine.rulesets.future_imperfect.fighters import laid_of
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Fighter, Phase
from engine.rulesets.future_imperfect.procedures.evening import Evening
from engine.rulesets.future_imperfect.procedures.harm import Harm
from engine.rulesets.future_imperfect.procedures.stakes import Price, Stakes
from engine.rulesets.future_imperfect.stakes import who_agrees
from engine.rulesets.future_imperfect.steady import keeps_secrets
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, kept
from engine.table.table import Procedure, Table

_GLIMPSES: Final = Remembered[tuple[Glimpse, ...]]()
_FIGHTS: Final = Remembered[Glimpse]()
_RANK: Final = attrgetter("rank")


def glimpse(table: Table, viewer: str) -> tuple[Glimpse, ...]:
    """Return what is under way, outermost first."""
    made_of = (table.procedures, table.actors, table.zones, table.seats, table.options, table.lists, table.chips)
    # Whose eyes matter: where nobody is secret, everybody sees the same of what is under way.
    eyes = viewer if keeps_secrets(table) else ""
    return _GLIMPSES.get(eyes, made_of, lambda: _glimpse(table, viewer, eyes))


def _glimpse(table: Table, viewer: str, eyes: str) -> tuple[Glimpse, ...]:
    found = [_one(table, viewer, eyes, procedure) for procedure in table.procedures]
    return glimpse_rolls.with_lying_dice(table, viewer, tuple([seen for seen in found if seen is not None]))


def _one(table: Table, viewer: str, eyes: str, procedure: Procedure) -> Glimpse | None:
    match procedure:
        case Evening(session=number, running=running):
            return _evening(number, running)
        case Fight():
            # While something is rolled for, the round stays as it is.
            made_of = (procedure, table.actors, table.zones, table.seats, table.lists)
            return _FIGHTS.get(eyes, made_of, lambda: _fight(table, viewer, procedure))
        case Check():
            return glimpse_rolls.of_check(table, viewer, procedure)
        case Attack():
            return glimpse_attacks.of_attack(table, procedure)
        case Harm():
            return glimpse_attacks.of_harm(table, procedure)
        case Stakes():
            return _stakes(table, procedure)
        case Price():
            return _price(table, procedure)
        case _:
            return None


@kept
def _evening(number: int, running: bool) -> Glimpse:
    return Glimpse(title=Message(key=f"glimpse.session_{'runs' if running else 'over'}", params={"number": number}))


def _fight(table: Table, viewer: str, now: Fight) -> Glimpse:
    """Tell the round: who still draws, or the countdown with a step for each card that has been called."""
    called = counting.called(table)
    out = frozenset(
        [
            actor.id
            for actor in table.actors.values()
            if actor.conditions and states.why_out(table, actor.id) and table.may_read(actor, viewer)
        ]
    )
    places = {name: place for place, group in enumerate(initiative.order_of_step(called)) for name in group}
    acting = {turn.fighter: turn.declared for turn in reversed(now.turns)}
    order = [
        TurnView(
            actor=fighter.members[0],
            others=fighter.members[1:],
            rank=places[name] if name in places else len(places),
            state=_state(table, now, name, out, acting, called, places),
            label=_label(table, viewer, fighter, acting.get(name), called.get(name, ""))
            if fighter.why or fighter.aim or fighter.preparation or name in called or name in acting
            else None,
        )
        for name, fighter in now.fighters.items()
    ]
    order.sort(key=_RANK)
    key = "round_draws" if now.phase is Phase.DRAW else "round_counts" if now.step >= 0 else "round_ready"
    return Glimpse(
        title=Message(key=f"glimpse.{key}", params={"number": now.number, "rank": counting.rank_now(now)}),
        steps=_countdown(now.step, tuple(_next_cards(now, called))) if now.phase is Phase.COUNT else (),
        order=tuple(order),
        actors=tuple([actor for fighter in now.fighters.values() for actor in fighter.members]),
        waiting_for=tuple(dict.fromkeys(_waiting(table, now, called))) or (table.gm(),),
        figures={"round": now.number, "rank": counting.rank_now(now)},
        captions=_captions(table, viewer, now),
    )


@kept
def _countdown(called: int, cards: tuple[tuple[str, ...], ...]) -> tuple[StepView, ...]:
    """Return the ranks; in place of the one that was called each card that is still to act, in the order of acting.

    What nobody has called yet is told by its rank alone, and what is over lies on the discards. Cards of the same suit
    act at once, so they are one step (FI-INIT-11, FI-INIT-12).
    """
    found: list[StepView] = []
    for place, rank in enumerate(initiative.steps()):
        if cards and place == called:
            for number, those in enumerate(cards):
                label = Message(key="glimpse.cards", params={"cards": those})
                found.append(StepView(name=f"{rank}_{number}", label=label, state="later" if number else "now"))
        else:
            state = "now" if place == called else "done" if place < called else "later"
            label = Message(key="glimpse.rank", params={"rank": rank})
            found.append(StepView(name=rank, label=label, state=state))
    return tuple(found)


def _next_cards(now: Fight, called: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield what is acted on: the present card, those that it interrupted, then those that were called."""
    yield from ((turn.card,) for turn in reversed(now.turns) if turn.card)
    yield from (tuple(called[name] for name in group) for group in initiative.order_of_step(called))


def _captions(table: Table, viewer: str, now: Fight) -> dict[str, Message]:
    """Tell of the cards laid aside what they lie there for, and how far that has come (FI-AIM-4, FI-ACT-5)."""
    laying = [
        (name, held) for name, held in now.fighters.items() if held.aim is not None or held.preparation is not None
    ]
    told = [(name, _laid_for(table, viewer, fighter)) for name, fighter in laying]
    return {laid_of(name): words for name, words in told if words is not None}


def _laid_for(table: Table, viewer: str, fighter: Fighter) -> Message | None:
    """Return what somebody aims at or prepares; what the weapon makes of it only for who may read the record."""
    aim, plan, actor = fighter.aim, fighter.preparation, fighter.members[0]
    if aim is not None:
        target, count = actor_name(table, aim.target), aim.counters
        if not table.may_read(table.actors[actor], viewer):
            return Message(key="glimpse.aims", params={"target": target, "count": count})
        bonus = bonus_of(table, actor, aim)
        return Message(key="glimpse.aims_for", params={"target": target, "count": count, "bonus": bonus})
    if plan is not None:
        return Message(key="glimpse.prepares", params={"paid": plan.paid, "need": plan.need, "what": plan.what})
    return None


def _state(
    table: Table,
    now: Fight,
    name: str,
    out: frozenset[str],
    acting: Mapping[str, Attack | Check | None],
    called: dict[str, str],
    places: dict[str, int],
) -> str:
    """Return how far a hand has come.

    Args:
        table: the table.
        now: the conflict.
        name: whose hand.
        out: those who are seen to be able to do nothing.
        acting: who acts, or is interrupted, and what they have declared.
        called: the cards of the called rank.
        places: who of those is next.
    """
    fighter = now.fighters[name]
    if out and out.issuperset(fighter.members) and name not in now.together:
        return "out"
    if name in acting:
        return "now" if now.turns[-1].fighter == name else "waiting"
    if now.phase is Phase.DRAW:
        return "declared" if fighter.kept else "waiting"
    if name in called:
        return "now" if places[name] == 0 and not now.turns else "waiting"
    if counting.may_still_act(table, name, fighter):
        return "waiting"
    return "acted" if fighter.acted else "idle"


def _label(table: Table, viewer: str, fighter: Fighter, held: Attack | Check | None, card: str) -> Message | None:
    """Return what is told of a hand: what it has declared, what its cards lie there for, or why it draws none."""
    if held is not None:
        return Message(key=f"glimpse.{'attack' if isinstance(held, Attack) else 'action'}_waits")
    laid_for = _laid_for(table, viewer, fighter)
    if card:
        more = "; " + say(laid_for) if laid_for is not None else ""
        return Message(key="glimpse.holds_card", params={"card": card, "more": more})
    if laid_for is not None:
        return laid_for
    return Message(key=f"no_draw.{fighter.why}") if fighter.why else None


def _waiting(table: Table, now: Fight, called: dict[str, str]) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if now.turns:
        return (leader(table, now.turns[-1].fighter),)
    if now.phase is Phase.DRAW:
        return tuple(leader(table, name) for name, fighter in now.fighters.items() if not fighter.kept)
    first = initiative.order_of_step(called)[:1]
    return tuple(leader(table, name) for group in first for name in group)


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
