"""The procedures in progress, as a viewer sees them: the round with its cards, and everything within it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final

from engine.core.memo import memo, memo_of_moment
from engine.kit.activity_steps import step_state
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.model.zones import Zone
from engine.presentation.activity_view import ActivityView, StepView, TurnView
from engine.rulesets.future_imperfect.actions.preparation_commands import aim_bonus
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_countdown, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import laid_aside_zone
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, SocialPrice, Stakes
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Conflict, Fighter, RoundPhase
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.future_imperfect.sheet_lookups import keeps_secrets
from engine.rulesets.future_imperfect.social.stakes_commands import who_agrees
from engine.rulesets.future_imperfect.views import attack_view, check_view

_RANK: Final = attrgetter("rank")


def activity_view(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    """Return the procedures in progress, outermost first."""
    # The viewer matters only with secret characters; otherwise all see the same.
    return _activity_views(table, viewer if keeps_secrets(table) else "")


def seats_awaited(table: Table, viewer: str) -> Iterator[str]:
    """Yield the seats that the procedures in progress wait for, as a viewer sees it, innermost first."""
    for procedure in reversed(table.procedures):
        match procedure:
            case Conflict():
                called = initiative_countdown.called_cards(table) if not procedure.turns else {}
                yield from _seats_awaited_in(table, procedure, called)
            case Check():
                yield from check_view.seats_awaited(table, viewer, procedure)
            case Attack() | PendingWounds():
                yield controller_of(table, procedure.actor)
            case _:
                view = _activity_view(table, viewer, procedure)
                yield from view.waiting_for if view is not None else ()


@memo_of_moment
def _activity_views(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    activities = [_activity_view(table, viewer, procedure) for procedure in table.procedures]
    return check_view.with_leftover_dice(table, viewer, tuple([seen for seen in activities if seen is not None]))


def _activity_view(table: Table, viewer: str, procedure: Procedure) -> ActivityView | None:
    match procedure:
        case SessionState(session=number, running=running):
            return _session_view(number, running)
        case Conflict():
            # During a roll the round does not change.
            return _fight(table.actors, table.zones, table.seats, table.lists, viewer, procedure)
        case Check():
            return check_view.check_view(table, viewer, procedure)
        case Attack():
            return attack_view.attack_view(table, procedure)
        case PendingWounds():
            return attack_view.wounds_view(table, viewer, procedure)
        case Stakes():
            return _stakes(table, procedure)
        case SocialPrice():
            return _price(table, procedure)
        case _:
            return None


@memo
def _session_view(number: int, running: bool) -> ActivityView:
    return ActivityView(
        title=Message(key=f"glimpse.session_{'runs' if running else 'over'}", params={"number": number})
    )


def _is_seen_out_of_action(table: Table, viewer: str, fighter: Fighter) -> bool:
    """Say whether a viewer sees all members of a hand to be unable to act."""
    for member in fighter.members:  # a plain loop: usually the first one is able, and it runs often
        actor = table.actors.get(member)
        if actor is None or not actor.conditions or not character_conditions.incapacity(table, member):
            return False
        if not table.may_read(actor, viewer):
            return False
    return True


@memo_of_moment
def _fight(
    actors: Mapping[str, Actor],
    zones: Mapping[str, Zone],
    seats: Mapping[str, Seat],
    lists: Mapping[str, tuple[Mapping[str, Json], ...]],
    viewer: str,
    conflict: Conflict,
) -> ActivityView:
    """Return the view of a round: the hands still to draw, or the countdown with a step for each called card."""
    table = Table(
        ruleset="future_imperfect", actors=actors, zones=zones, seats=seats, lists=lists, procedures=(conflict,)
    )
    called = initiative_countdown.called_cards(table)
    places = {name: place for place, group in enumerate(initiative_rules.order_of_step(called)) for name in group}
    acting = {turn.fighter: turn.declared for turn in reversed(conflict.turns)}
    order = [
        TurnView(
            actor=fighter.members[0],
            others=fighter.members[1:],
            rank=places[name] if name in places else len(places),
            state=_state(table, viewer, conflict, name, acting, called, places),
            label=_label(table, viewer, fighter, acting.get(name), called.get(name, ""))
            if fighter.why or fighter.aim or fighter.preparation or name in called or name in acting
            else None,
            brief=_brief_label(table, viewer, fighter, called.get(name, ""))
            if (name in called or fighter.aim or fighter.preparation) and not acting.get(name)
            else None,
        )
        for name, fighter in conflict.fighters.items()
    ]
    order.sort(key=_RANK)
    key = (
        "round_draws" if conflict.phase is RoundPhase.DRAW else "round_counts" if conflict.step >= 0 else "round_ready"
    )
    return ActivityView(
        title=Message(
            key=f"glimpse.{key}", params={"number": conflict.number, "rank": initiative_countdown.called_rank(conflict)}
        ),
        steps=_countdown(conflict.step, tuple(_next_cards(conflict, called)))
        if conflict.phase is RoundPhase.COUNT
        else (),
        order=tuple(order),
        actors=tuple([actor for fighter in conflict.fighters.values() for actor in fighter.members]),
        waiting_for=_seats_awaited_in(table, conflict, called),
        figures={"round": conflict.number, "rank": initiative_countdown.called_rank(conflict)},
        captions=_captions(table, viewer, conflict),
    )


@memo
def _countdown(called: int, cards: tuple[tuple[str, ...], ...]) -> tuple[StepView, ...]:
    """Return the ranks; the called one is replaced by its cards that are still to act, in the order of acting.

    Ranks not called yet show only their name; played cards are on the discards. Cards of the same suit act at once, so
    they are one step (FI-INIT-11, FI-INIT-12).
    """
    ranks = initiative_rules.steps()
    steps = [_rank_step(rank, place, called) for place, rank in enumerate(ranks)]
    if cards and called >= 0:
        acting: list[StepView] = []
        for number, those in enumerate(cards):
            label = Message(key="glimpse.cards", params={"cards": those})
            rank, state = ranks[called], "later" if number else "now"
            acting.append(StepView(name=f"{rank}_{number}", label=label, state=state, part_of=rank))
        steps[called : called + 1] = acting
    return tuple(steps)


@memo
def _rank_step(rank: str, place: int, called: int) -> StepView:
    label = Message(key="glimpse.rank", params={"rank": rank})
    return StepView(name=rank, label=label, state=step_state(place, called))


def _next_cards(conflict: Conflict, called: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the acting cards: the present one, those that it interrupted, then the called ones."""
    yield from ((turn.card,) for turn in reversed(conflict.turns) if turn.card)
    yield from (tuple(called[name] for name in group) for group in initiative_rules.order_of_step(called))


def _captions(table: Table, viewer: str, conflict: Conflict) -> dict[str, Message]:
    """Return captions for cards laid aside: their purpose and progress (FI-AIM-4, FI-ACT-5)."""
    purposes = {
        name: _laid_aside_purpose(table, viewer, fighter)
        for name, fighter in conflict.fighters.items()
        if fighter.aim is not None or fighter.preparation is not None
    }
    return {
        laid_aside_zone(name): replace(purpose, key=f"{purpose.key}_caption")
        for name, purpose in purposes.items()
        if purpose is not None
    }


def _laid_aside_purpose(table: Table, viewer: str, fighter: Fighter) -> Message | None:
    """Return the aim or preparation of a hand; its effect only for those who may read the record."""
    aim, plan, actor = fighter.aim, fighter.preparation, fighter.members[0]
    if aim is not None:
        target, count = actor_name(table, aim.target), aim.counters
        if not table.may_read(table.actors[actor], viewer):
            return Message(key="glimpse.aims", params={"target": target, "count": count})
        bonus = aim_bonus(table, actor, aim)
        return Message(key="glimpse.aims_for", params={"target": target, "count": count, "bonus": bonus})
    if plan is not None:
        return Message(key="glimpse.prepares", params={"paid": plan.paid, "need": plan.need, "what": plan.what})
    return None


def _state(
    table: Table,
    viewer: str,
    conflict: Conflict,
    name: str,
    acting: Mapping[str, Attack | Check | None],
    called: dict[str, str],
    places: dict[str, int],
) -> str:
    """Return the state of a hand in the round.

    `acting` are those that act or are interrupted, with their declared attacks, and `places` is the order of the called
    cards.
    """
    fighter = conflict.fighters[name]
    if name not in conflict.together and _is_seen_out_of_action(table, viewer, fighter):
        return "out"
    if name in acting:
        return "now" if conflict.turns[-1].fighter == name else "waiting"
    if conflict.phase is RoundPhase.DRAW:
        return "declared" if fighter.kept else "waiting"
    if name in called:
        return "now" if places[name] == 0 and not conflict.turns else "waiting"
    if initiative_countdown.may_still_act(table, name, fighter):
        return "waiting"
    return "acted" if fighter.acted else "idle"


def _label(table: Table, viewer: str, fighter: Fighter, attack: Attack | Check | None, card: str) -> Message | None:
    """Return the label of a hand: its declared action, the purpose of its laid cards, or why it does not draw."""
    if attack is not None:
        return Message(key=f"glimpse.{'attack' if isinstance(attack, Attack) else 'action'}_waits")
    laid_for = _laid_aside_purpose(table, viewer, fighter)
    if card:
        more = "; " + say(laid_for) if laid_for is not None else ""
        return Message(key="glimpse.holds_card", params={"card": card, "more": more})
    if laid_for is not None:
        return laid_for
    return Message(key=f"no_draw.{fighter.why}") if fighter.why else None


def _brief_label(table: Table, viewer: str, fighter: Fighter, card: str) -> Message | None:
    """Return the label of a hand in few words: its called card, or what its laid cards are for."""
    if card:
        return Message(key="glimpse.holds_card", params={"card": card, "more": ""})
    laid_for = _laid_aside_purpose(table, viewer, fighter)
    return replace(laid_for, key=f"{laid_for.key}_brief") if laid_for is not None else None


def _seats_awaited_in(table: Table, conflict: Conflict, called: dict[str, str]) -> tuple[str, ...]:
    """Return the seats that must do something next; the GM's seat if there is none."""
    return tuple(dict.fromkeys(_seats_to_act(table, conflict, called))) or (table.gm(),)


def _seats_to_act(table: Table, conflict: Conflict, called: dict[str, str]) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if conflict.turns:
        return (controller_of(table, conflict.turns[-1].fighter),)
    if conflict.phase is RoundPhase.DRAW:
        return tuple(controller_of(table, name) for name, fighter in conflict.fighters.items() if not fighter.kept)
    first = initiative_rules.order_of_step(called)[:1]
    return tuple(controller_of(table, name) for group in first for name in group)


def _stakes(table: Table, stakes: Stakes) -> ActivityView:
    """Return the view of stakes: the outcomes, and the seat that must agree."""
    params: dict[str, Json] = {"success": stakes.success, "failure": stakes.failure}
    reckoning = [Message(key="glimpse.stakes_success", params=params)]
    reckoning += [Message(key="glimpse.stakes_raise", params={"what": more}) for more in stakes.raises]
    reckoning.append(Message(key="glimpse.stakes_failure", params=params))
    sides: dict[str, Json] = {"actor": actor_name(table, stakes.actor), "other": actor_name(table, stakes.target)}
    return ActivityView(
        title=Message(key="glimpse.stakes", params=sides),
        actors=(stakes.actor, stakes.target),
        waiting_for=(who_agrees(table, stakes),),
        reckoning=tuple(reckoning),
        figures={"purpose": "stakes"},
    )


def _price(table: Table, price: SocialPrice) -> ActivityView:
    """Return the view of a price: the threatened event, and the chips to resist it."""
    params: dict[str, Json] = {"actor": actor_name(table, price.actor), "count": price.chips, "what": price.what}
    return ActivityView(
        title=Message(key="glimpse.price", params=params),
        actors=(price.actor,),
        waiting_for=(controller_of(table, price.actor),),
        figures={"purpose": "price", "chips": price.chips},
    )
