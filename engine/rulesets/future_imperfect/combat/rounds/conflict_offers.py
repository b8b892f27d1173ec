"""Offers about a conflict: participants, drawing, keeping, the countdown, and the reserve."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import publicly_present
from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.offers import Drag, Offer, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.future_imperfect.actions import aim_commands, preparation_commands
from engine.rulesets.future_imperfect.combat.available_weapons import AvailableWeapons, available_weapons
from engine.rulesets.future_imperfect.combat.rounds import (
    card_draw_commands,
    conflict_commands,
    interrupt_commands,
    reserve_commands,
    round_commands,
    surprise_commands,
    turn_commands,
)
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import (
    action_cards,
    action_decks,
    initiative_countdown,
    initiative_rules,
)
from engine.rulesets.future_imperfect.offer_context import OfferContext
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    MASTER,
    Conflict,
    Fighter,
    RoundPhase,
    current_conflict,
)

Hands = tuple[tuple[str, Fighter], ...]
"""Hands of cards by their names."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers of a seat for the conflict."""
    table, seat, conflict = context.table, context.seat, context.conflict
    if conflict is None:
        if context.gm:
            there = context.living_first(context.seen) or context.seen
            yield with_denial(table, _start_conflict(seat, there, _fighters(context)), conflict_commands.verify_start)
        return
    called = initiative_countdown.called_cards(table)
    own = [
        (n, f)
        for n, f in conflict.fighters.items()
        if controller_of(table, n) == seat and not _is_over(context, conflict, n, f)
    ]
    for name, fighter in own:
        if conflict.phase is RoundPhase.DRAW:
            yield from _draw_offers(context, name, fighter)
        elif name in called or conflict.turns:
            yield from _countdown_offers(context, conflict, name, fighter, name in called)
        yield from _out_of_turn(context, name, fighter)
    if context.gm:
        yield from _gm_round_offers(context, conflict, bool(called))
    for name, fighter in own:  # the rarest offers come last
        yield from _red_joker_offers(context, name, fighter, seen=False)
    if context.gm:
        yield from _who_fights(context, conflict)


def _is_over(context: OfferContext, conflict: Conflict, name: str, fighter: Fighter) -> bool:
    """Say whether the leader of a hand is dead, and not acting at this very moment (FI-INIT-12)."""
    if not context.is_over(fighter.members):
        return False
    return name not in conflict.together and all(turn.fighter != name for turn in conflict.turns)


def _draw_offers(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    hand = action_cards.hand_name(table, fighter)
    if not fighter.drawn:
        yield with_denial(
            table, _reflex(seat, fighter.members[0], hand, fighter.side != MASTER), card_draw_commands.verify_reflex
        )
        if action_cards.reserved(table, name) is not None:
            yield with_denial(
                table, _keep_reserve(seat, fighter.members[0], hand), card_draw_commands.verify_keep_reserve
            )
    elif not fighter.kept:
        zone = table.zones[fighter.hand]
        yield _keep_cards(seat, fighter.members[0], hand, fighter.hand, keepable(zone, context.viewer))


def keepable(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the positions of the cards in a hand that may be chosen, without a red joker that the viewer sees."""
    return tuple(
        f"{zone.id}#{place}"
        for place, card in enumerate(zone.cards)
        if not (action_decks.is_red(card) and zone.may_see(card, viewer))
    )


def maybe_red(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the positions of the cards in a hand that may be a red joker, as far as the viewer knows."""
    return tuple(
        [
            f"{zone.id}#{place}"
            for place, card in enumerate(zone.cards)
            if action_decks.is_red(card) or not zone.may_see(card, viewer)
        ]
    )


def _fighters(context: OfferContext) -> tuple[str, ...]:
    """Return all able characters of both sides, or the first character if there are none; never secret ones."""
    able = (actor.id for actor in context.there if not character_conditions.incapacity(context.table, actor.id))
    return publicly_present(context.table, able) or (publicly_present(context.table, context.seen) or context.seen)[:1]


@memo
def _start_conflict(seat: str, there: tuple[str, ...], heroes: tuple[str, ...]) -> Offer:
    fighters = question("fighters", QuestionKind.CHOICES, there, least=1, most=max(1, len(there)))
    return make_offer(
        "start_conflict", conflict_commands.StartConflict(seat=seat, fighters=heroes), questions=(fighters,)
    )


@memo
def _reflex(seat: str, actor: str, name: str, main: bool) -> Offer:
    return make_offer(
        f"roll_reflex:{actor}", card_draw_commands.RollReflex(seat=seat, actor=actor), primary=main, actor=name
    )


@memo
def _keep_reserve(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"keep_reserve:{actor}", card_draw_commands.KeepReserve(seat=seat, actor=actor), actor=name)


@memo
def _keep_cards(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...]) -> Offer:
    most = initiative_rules.initiative_tables().kept
    least = min(most, len(places) - 1)  # one of them may be a red joker, which stays besides
    cards = question("keep", QuestionKind.CARDS, places, field="cards", zone=zone, least=least, most=most)
    bare = card_draw_commands.KeepCards(seat=seat, actor=actor, cards=())
    return make_offer(f"keep_cards:{actor}", bare, questions=(cards,), primary=True, actor=name, count=most)


def _countdown_offers(
    context: OfferContext, conflict: Conflict, name: str, fighter: Fighter, called: bool
) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    actor, lead = fighter.members[0], context.lead(fighter)
    hand = action_cards.hand_name(table, fighter)
    if conflict.turns and conflict.turns[-1].fighter == name:
        yield _end_turn(seat, actor, hand, conflict.turns[-1].acted)
        return
    if not called:
        return
    played = _play(seat, actor, hand, fighter.hand, action_decks.discard_zone(fighter.side))
    yield with_denial(table, played, turn_commands.verify_play)
    yield with_denial(
        table,
        _reserve(seat, actor, hand, fighter.hand, action_cards.reserve_zone(name)),
        reserve_commands.verify_reserve,
    )
    arms = available_weapons(table, table.actors[lead]) if context.reads(lead) else AvailableWeapons()
    targets = tuple(other for other in context.foes_first(lead) if other not in fighter.members)
    if arms.aimed and targets:
        yield with_denial(table, _aim(seat, lead, hand, arms.aimed, targets))
    yield from _preparing(context, lead, hand, fighter, arms, targets)
    yield with_denial(table, _drop_card(seat, actor, hand), reserve_commands.verify_drop)


@memo
def _play(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = turn_commands.PlayCard(seat=seat, actor=actor)
    drag = Drag(source=source, target=target)
    return make_offer(f"play_card:{actor}", bare, drag=drag, primary=True, actor=name)


@memo
def _end_turn(seat: str, actor: str, name: str, acted: bool) -> Offer:
    return make_offer(f"end_turn:{actor}", turn_commands.EndTurn(seat=seat, actor=actor), primary=acted, actor=name)


@memo
def _reserve(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = reserve_commands.ReserveCard(seat=seat, actor=actor)
    return make_offer(f"reserve_card:{actor}", bare, drag=Drag(source=source, target=target), actor=name)


@memo
def _aim(seat: str, actor: str, name: str, weapons: tuple[str, ...], targets: tuple[str, ...]) -> Offer:
    questions = (question("target", QuestionKind.CHOICE, targets), question("weapon", QuestionKind.CHOICE, weapons))
    bare = aim_commands.AimCard(seat=seat, actor=actor, target=targets[0] if targets else "", weapon=weapons[0])
    return make_offer(f"aim_card:{actor}", bare, questions=questions, actor=name)


def _preparing(
    context: OfferContext, lead: str, who: str, fighter: Fighter, arms: AvailableWeapons, targets: tuple[str, ...]
) -> Iterator[Offer]:
    """Yield laying a card aside: for a preparation in progress, a slow weapon, anything (FI-ACT-4, FI-AIM-13)."""
    table, seat, plan = context.table, context.seat, fighter.preparation
    if plan is not None:
        aims = fighter.aim is None and preparation_commands.always_aimed(table, lead, plan.what) is not None
        offer = _prepare_on(seat, lead, who, targets if aims and context.reads(lead) else ())
        yield with_denial(table, offer)
        return
    slow = tuple(name for name, weapon in arms.by_name.items() if weapon.speed > 1)
    aimed = tuple(name for name in slow if preparation_commands.always_aimed(table, lead, name) is not None)
    still = tuple(name for name in slow if name not in aimed)
    for weapons, whom in ((still, ()), (aimed, targets)):
        if weapons and (whom or weapons is still):
            offer = _prepare_weapon(seat, lead, who, weapons, whom)
            yield with_denial(table, offer)
    yield with_denial(table, _prepare(seat, lead, who))


@memo
def _prepare_on(seat: str, actor: str, name: str, targets: tuple[str, ...]) -> Offer:
    questions = (question("target", QuestionKind.CHOICE, targets, optional=True),) if targets else ()
    return make_offer(
        f"prepare_on:{actor}", preparation_commands.PrepareCard(seat=seat, actor=actor), questions=questions, actor=name
    )


@memo
def _prepare_weapon(seat: str, actor: str, name: str, weapons: tuple[str, ...], targets: tuple[str, ...]) -> Offer:
    questions = (
        *((question("weapon", QuestionKind.CHOICE, weapons, field="what"),) if len(weapons) > 1 else ()),
        *((question("target", QuestionKind.CHOICE, targets),) if targets else ()),
    )
    bare = preparation_commands.PrepareCard(
        seat=seat, actor=actor, what=weapons[0], target=targets[0] if targets else ""
    )
    key = "prepare_and_aim" if targets else "prepare_weapon"
    return make_offer(
        f"{key}:{actor}", bare, questions=questions, actor=name, weapon=weapons[0] if len(weapons) == 1 else None
    )


@memo
def _prepare(seat: str, actor: str, name: str) -> Offer:
    bare = preparation_commands.PrepareCard(seat=seat, actor=actor)
    questions = (
        question("what", QuestionKind.TEXT, optional=True),
        question("need", QuestionKind.NUMBER, least=2, most=20),
        question("trigger", QuestionKind.TEXT, optional=True),
        question("whole", QuestionKind.FLAG, optional=True),
    )
    return make_offer(f"prepare_card:{actor}", bare, questions=questions, actor=name)


@memo
def _drop_card(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"drop_card:{actor}", reserve_commands.DropCard(seat=seat, actor=actor), actor=name)


def _out_of_turn(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    seat, actor = context.seat, fighter.members[0]
    yield from _at_any_moment(context, name, fighter)
    if fighter.aim is not None:
        yield _lose_aim(seat, actor, action_cards.hand_name(context.table, fighter))
    if fighter.preparation is not None:
        yield _spoil(seat, actor, action_cards.hand_name(context.table, fighter))


@memo
def _lose_aim(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"lose_aim:{actor}", aim_commands.LoseAim(seat=seat, actor=actor), actor=name)


@memo
def _spoil(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"spoil:{actor}", preparation_commands.SpoilPreparation(seat=seat, actor=actor), actor=name)


def interrupters(table: Table, seat: str) -> Hands:
    """Return the hands of a seat that may interrupt a declared action before its dice fall."""
    conflict = current_conflict(table)
    if conflict is None or interrupt_commands.declared(table) is None:
        return ()
    acts = conflict.turns[-1].fighter
    return tuple([(n, f) for n, f in conflict.fighters.items() if n != acts and controller_of(table, n) == seat])


def interrupts(context: OfferContext, hands: Hands) -> Iterator[Offer]:
    """Yield the interruptions of a declared attack (FI-RES-4)."""
    for name, fighter in hands:
        yield from _at_any_moment(context, name, fighter)


def perhaps_interrupts(context: OfferContext, hands: Hands) -> Iterator[Offer]:
    """Yield interruptions with red jokers that may be in hands hidden from the viewer."""
    for name, fighter in hands:
        yield from _red_joker_offers(context, name, fighter, seen=False)


def _at_any_moment(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    """Yield acting with the reserve, and with a red joker that the viewer sees (FI-RES-3, FI-JOKER-2)."""
    table, actor, plan = context.table, fighter.members[0], fighter.preparation
    if action_cards.reserved(table, name) is not None:
        zones = action_cards.reserve_zone(name), action_decks.discard_zone(fighter.side)
        # Only an action with a trigger may go without a contest, and a contest needs an acting character.
        waits = (
            plan is not None and bool(plan.trigger) and context.conflict is not None and bool(context.conflict.turns)
        )
        offer = _play_reserve(context.seat, actor, action_cards.hand_name(table, fighter), *zones, waits)
        yield with_denial(table, offer, interrupt_commands.verify_play_reserve)
    yield from _red_joker_offers(context, name, fighter, seen=True)


def _red_joker_offers(context: OfferContext, name: str, fighter: Fighter, *, seen: bool) -> Iterator[Offer]:
    table, actor, zone = context.table, fighter.members[0], context.table.zones[fighter.hand]
    if not fighter.kept or not zone.cards:
        return
    sees = [card for card in action_decks.red_jokers(zone.cards) if zone.may_see(card, context.viewer)]
    reds = maybe_red(zone, context.viewer) if bool(sees) is seen else ()
    if reds:
        discard = action_decks.discard_zone(fighter.side)
        offer = _play_red(context.seat, actor, action_cards.hand_name(table, fighter), fighter.hand, reds, discard)
        yield offer.unless(denial(interrupt_commands.need_out_of_turn, table, actor))


@memo
def _play_reserve(seat: str, actor: str, name: str, source: str, target: str, waits: bool) -> Offer:
    questions = (question("on_trigger", QuestionKind.FLAG, optional=True),) if waits else ()
    bare = interrupt_commands.PlayReserve(seat=seat, actor=actor)
    return make_offer(
        f"play_reserve:{actor}", bare, questions=questions, drag=Drag(source=source, target=target), actor=name
    )


@memo
def _play_red(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...], target: str) -> Offer:
    questions = (question("card", QuestionKind.CARD, places, zone=zone),)
    bare = interrupt_commands.PlayRedJoker(seat=seat, actor=actor, card="")
    return make_offer(f"play_red:{actor}", bare, questions=questions, drag=Drag(source=zone, target=target), actor=name)


def _gm_round_offers(context: OfferContext, conflict: Conflict, called: bool) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    if conflict.phase is RoundPhase.DRAW:
        yield from _while_drawing(context, conflict)
    else:
        end_round = with_denial(table, _end_round(seat), round_commands.verify_end_round)
        yield _call(seat, not called and not conflict.turns and end_round.denial is not None).unless(
            denial(initiative_countdown.verify_call, table, initiative_countdown.CallStep(seat=seat))
        )
        yield end_round


def _who_fights(context: OfferContext, conflict: Conflict) -> Iterator[Offer]:
    """Yield joining, leaving and the end of the conflict; rare offers come last."""
    table, seat, fighting = context.table, context.seat, context.fighting
    others = context.living_first(other for other in context.seen if other not in fighting)
    if others:
        yield _join(seat, others)
    if fighting:
        members = tuple([actor for fighter in conflict.fighters.values() for actor in fighter.members])
        yield with_denial(table, _leave_conflict(seat, members), conflict_commands.verify_leave)
    yield with_denial(table, _end_conflict(seat), conflict_commands.verify_end)


def _while_drawing(context: OfferContext, conflict: Conflict) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    without_cards = [fighter for fighter in conflict.fighters.values() if not fighter.kept]
    extras = [fighter for fighter in without_cards if fighter.side == MASTER]
    yield with_denial(table, _roll_for_extras(seat, bool(extras)), card_draw_commands.verify_extras)
    yield with_denial(table, _begin(seat, not without_cards), round_commands.verify_begin_count)
    open_to = [f for f in conflict.fighters.values() if not f.drawn or f.why == character_conditions.SURPRISED]
    may_be = context.living_first(actor for fighter in open_to for actor in fighter.members)
    if may_be:
        yield with_denial(table, _surprise(seat, may_be), surprise_commands.verify_surprise)
    shared = tuple(f.members[0] for f in extras if not f.drawn)
    if len(shared) > 1:
        yield _share_hand(seat, shared, _same_extras(context, shared))


@memo
def _roll_for_extras(seat: str, main: bool) -> Offer:
    return make_offer("roll_for_extras", card_draw_commands.RollForExtras(seat=seat), primary=main)


@memo
def _begin(seat: str, main: bool) -> Offer:
    return make_offer("begin_count", round_commands.BeginCount(seat=seat), primary=main)


@memo
def _surprise(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        question("surprised", QuestionKind.CHOICE, actors, field="actor"),
        question("expecting", QuestionKind.FLAG, optional=True),
    )
    return make_offer(
        "check_surprise", surprise_commands.CheckSurprise(seat=seat, actor=actors[0]), questions=questions
    )


def _same_extras(context: OfferContext, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of several extras with the same record, as far as the viewer knows."""
    records = [(actor, context.table.actors[actor].sheet) for actor in actors if context.reads(actor)]
    for _, record in records:
        same = tuple(actor for actor, other in records if other == record)
        if len(same) > 1:
            return same
    return ()


@memo
def _share_hand(seat: str, actors: tuple[str, ...], alike: tuple[str, ...]) -> Offer:
    questions = (
        question("share", QuestionKind.CHOICES, actors, field="actors", least=2, most=len(actors), ordered=True),
    )
    return make_offer("share_hand", conflict_commands.ShareHand(seat=seat, actors=alike), questions=questions)


@memo
def _call(seat: str, main: bool) -> Offer:
    return make_offer("call_step", initiative_countdown.CallStep(seat=seat), primary=main)


@memo
def _end_round(seat: str) -> Offer:
    return make_offer("end_round", round_commands.EndRound(seat=seat), primary=True)


@memo
def _end_conflict(seat: str) -> Offer:
    return make_offer("end_conflict", conflict_commands.EndConflict(seat=seat), at_cost_of=seat)


@memo
def _join(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (question("joins", QuestionKind.CHOICE, actors, field="actor"),)
    return make_offer("join_conflict", conflict_commands.JoinConflict(seat=seat, actor=actors[0]), questions=questions)


@memo
def _leave_conflict(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (question("leaves", QuestionKind.CHOICE, actors, field="actor"),)
    bare = conflict_commands.LeaveConflict(seat=seat, actor=actors[0])
    return make_offer("leave_conflict", bare, questions=questions, at_cost_of=seat)
