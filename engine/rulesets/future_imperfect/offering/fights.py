"""What can be done about a conflict: taking part, drawing, keeping, the countdown, and holding back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.newcomers import openly_there
from engine.play.offers import AskKind, Drag, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import (
    aiming,
    conflicts,
    counting,
    decks,
    drawing,
    fighters,
    initiative,
    interrupting,
    preparing,
    reserving,
    rounds,
    states,
    surprise,
    turns,
)
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.offering.arms import Arms, arms_of
from engine.rulesets.future_imperfect.offering.scene import Scene
from engine.rulesets.future_imperfect.procedures.conflict import MASTER, Fight, Fighter, Phase, fight
from engine.table.frozen import kept
from engine.table.table import Table
from engine.table.zones import Zone

Hands = tuple[tuple[str, Fighter], ...]
"""Hands of cards by their names."""


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield what a seat can do about the conflict."""
    table, seat, now = scene.table, scene.seat, scene.conflict
    if now is None:
        if scene.gm:
            there = scene.living_first(scene.seen) or scene.seen
            yield checked(table, _start(seat, there, _fighters(scene)), conflicts.verify_start)
        return
    called = counting.called(table)
    own = [(n, f) for n, f in now.fighters.items() if leader(table, n) == seat and not _is_over(scene, now, n, f)]
    for name, fighter in own:
        if now.phase is Phase.DRAW:
            yield from _drawing(scene, name, fighter)
        elif name in called or now.turns:
            yield from _counting(scene, now, name, fighter, name in called)
        yield from _out_of_turn(scene, name, fighter)
    if scene.gm:
        yield from _master(scene, now, bool(called))
    for name, fighter in own:  # last of all what most often is not there
        yield from _red(scene, name, fighter, seen=False)
    if scene.gm:
        yield from _who_fights(scene, now)


def _is_over(scene: Scene, now: Fight, name: str, fighter: Fighter) -> bool:
    """Say whether whoever holds a hand is dead, and does not act at this very moment (FI-INIT-12)."""
    if not scene.is_over(fighter.members):
        return False
    return name not in now.together and all(turn.fighter != name for turn in now.turns)


def _drawing(scene: Scene, name: str, fighter: Fighter) -> Iterator[Offer]:
    table, seat = scene.table, scene.seat
    who = fighters.hand_name(table, fighter)
    if not fighter.drawn:
        yield checked(table, _reflex(seat, fighter.members[0], who, fighter.side != MASTER), drawing.verify_reflex)
        if fighters.reserved(table, name) is not None:
            yield checked(table, _keep_reserve(seat, fighter.members[0], who), drawing.verify_keep_reserve)
    elif not fighter.kept:
        zone = table.zones[fighter.hand]
        yield _keep(seat, fighter.members[0], who, fighter.hand, keepable(zone, scene.viewer))


def keepable(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the places of the cards in a hand that may be chosen; the red joker's is left out for who may see it."""
    return tuple(
        f"{zone.id}#{place}"
        for place, card in enumerate(zone.cards)
        if not (decks.is_red(card) and zone.may_see(card, viewer))
    )


def maybe_red(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the places of the cards in a hand that may be a red joker, for all that a viewer knows."""
    return tuple(
        [
            f"{zone.id}#{place}"
            for place, card in enumerate(zone.cards)
            if decks.is_red(card) or not zone.may_see(card, viewer)
        ]
    )


def _fighters(scene: Scene) -> tuple[str, ...]:
    """Return all of both sides that can act, for they take part as a rule; else whoever is first: nobody secret."""
    able = (actor.id for actor in scene.there if not states.why_out(scene.table, actor.id))
    return openly_there(scene.table, able) or (openly_there(scene.table, scene.seen) or scene.seen)[:1]


@kept
def _start(seat: str, there: tuple[str, ...], heroes: tuple[str, ...]) -> Offer:
    fighters = ask("fighters", AskKind.CHOICES, there, least=1, most=max(1, len(there)))
    return offered("start_conflict", conflicts.StartConflict(seat=seat, fighters=heroes), asks=(fighters,))


@kept
def _reflex(seat: str, actor: str, name: str, main: bool) -> Offer:
    return offered(f"roll_reflex:{actor}", drawing.RollReflex(seat=seat, actor=actor), main=main, actor=name)


@kept
def _keep_reserve(seat: str, actor: str, name: str) -> Offer:
    return offered(f"keep_reserve:{actor}", drawing.KeepReserve(seat=seat, actor=actor), actor=name)


@kept
def _keep(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...]) -> Offer:
    most = initiative.initiative_tables().kept
    least = min(most, len(places) - 1)  # one of them may be a red Joker, which is kept besides
    cards = ask("keep", AskKind.CARDS, places, field="cards", zone=zone, least=least, most=most)
    bare = drawing.KeepCards(seat=seat, actor=actor, cards=())
    return offered(f"keep_cards:{actor}", bare, asks=(cards,), main=True, actor=name, count=most)


def _counting(scene: Scene, now: Fight, name: str, fighter: Fighter, called: bool) -> Iterator[Offer]:
    table, seat = scene.table, scene.seat
    actor, lead = fighter.members[0], scene.lead(fighter)
    who = fighters.hand_name(table, fighter)
    if now.turns and now.turns[-1].fighter == name:
        yield _end_turn(seat, actor, who, now.turns[-1].acted)
        return
    if not called:
        return
    played = _play(seat, actor, who, fighter.hand, decks.discard_of(fighter.side))
    yield checked(table, played, turns.verify_play)
    yield checked(table, _reserve(seat, actor, who, fighter.hand, fighters.reserve_of(name)), reserving.verify_reserve)
    arms = arms_of(table, table.actors[lead]) if scene.reads(lead) else Arms()
    targets = tuple(other for other in scene.foes_first(lead) if other not in fighter.members)
    if arms.aimed and targets:
        yield checked(table, _aim(seat, lead, who, arms.aimed, targets), aiming.verify_aim)
    yield from _preparing(scene, lead, who, fighter, arms, targets)
    yield checked(table, _drop(seat, actor, who), reserving.verify_drop)


@kept
def _play(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = turns.PlayCard(seat=seat, actor=actor)
    drag = Drag(source=source, target=target)
    return offered(f"play_card:{actor}", bare, drag=drag, main=True, actor=name)


@kept
def _end_turn(seat: str, actor: str, name: str, acted: bool) -> Offer:
    return offered(f"end_turn:{actor}", turns.EndTurn(seat=seat, actor=actor), main=acted, actor=name)


@kept
def _reserve(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = reserving.ReserveCard(seat=seat, actor=actor)
    return offered(f"reserve_card:{actor}", bare, drag=Drag(source=source, target=target), actor=name)


@kept
def _aim(seat: str, actor: str, name: str, weapons: tuple[str, ...], targets: tuple[str, ...]) -> Offer:
    asks = (ask("target", AskKind.CHOICE, targets), ask("weapon", AskKind.CHOICE, weapons))
    bare = aiming.AimCard(seat=seat, actor=actor, target=targets[0] if targets else "", weapon=weapons[0])
    return offered(f"aim_card:{actor}", bare, asks=asks, actor=name)


def _preparing(
    scene: Scene, lead: str, who: str, fighter: Fighter, arms: Arms, targets: tuple[str, ...]
) -> Iterator[Offer]:
    """Yield laying a card aside: for what is being prepared, for a slow weapon, for anything (FI-ACT-4, FI-AIM-13)."""
    table, seat, plan = scene.table, scene.seat, fighter.preparation
    if plan is not None:
        aims = fighter.aim is None and preparing.always_aimed(table, lead, plan.what) is not None
        made = _prepare_on(seat, lead, who, targets if aims and scene.reads(lead) else ())
        yield checked(table, made, preparing.verify_prepare)
        return
    slow = tuple(name for name, weapon in arms.by_name.items() if weapon.speed > 1)
    aimed = tuple(name for name in slow if preparing.always_aimed(table, lead, name) is not None)
    still = tuple(name for name in slow if name not in aimed)
    for weapons, whom in ((still, ()), (aimed, targets)):
        if weapons and (whom or weapons is still):
            made = _prepare_weapon(seat, lead, who, weapons, whom)
            yield checked(table, made, preparing.verify_prepare)
    yield checked(table, _prepare(seat, lead, who), preparing.verify_prepare)


@kept
def _prepare_on(seat: str, actor: str, name: str, targets: tuple[str, ...]) -> Offer:
    asks = (ask("target", AskKind.CHOICE, targets, optional=True),) if targets else ()
    return offered(f"prepare_on:{actor}", preparing.PrepareCard(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _prepare_weapon(seat: str, actor: str, name: str, weapons: tuple[str, ...], targets: tuple[str, ...]) -> Offer:
    asks = (
        *((ask("weapon", AskKind.CHOICE, weapons, field="what"),) if len(weapons) > 1 else ()),
        *((ask("target", AskKind.CHOICE, targets),) if targets else ()),
    )
    bare = preparing.PrepareCard(seat=seat, actor=actor, what=weapons[0], target=targets[0] if targets else "")
    key = "prepare_and_aim" if targets else "prepare_weapon"
    return offered(f"{key}:{actor}", bare, asks=asks, actor=name, weapon=weapons[0] if len(weapons) == 1 else None)


@kept
def _prepare(seat: str, actor: str, name: str) -> Offer:
    bare = preparing.PrepareCard(seat=seat, actor=actor)
    asks = (
        ask("what", AskKind.TEXT, optional=True),
        ask("need", AskKind.NUMBER, least=2, most=20),
        ask("trigger", AskKind.TEXT, optional=True),
        ask("whole", AskKind.FLAG, optional=True),
    )
    return offered(f"prepare_card:{actor}", bare, asks=asks, actor=name)


@kept
def _drop(seat: str, actor: str, name: str) -> Offer:
    return offered(f"drop_card:{actor}", reserving.DropCard(seat=seat, actor=actor), actor=name)


def _out_of_turn(scene: Scene, name: str, fighter: Fighter) -> Iterator[Offer]:
    seat, actor = scene.seat, fighter.members[0]
    yield from _at_any_moment(scene, name, fighter)
    if fighter.aim is not None:
        yield _lose_aim(seat, actor, fighters.hand_name(scene.table, fighter))
    if fighter.preparation is not None:
        yield _spoil(seat, actor, fighters.hand_name(scene.table, fighter))


@kept
def _lose_aim(seat: str, actor: str, name: str) -> Offer:
    return offered(f"lose_aim:{actor}", aiming.LoseAim(seat=seat, actor=actor), actor=name)


@kept
def _spoil(seat: str, actor: str, name: str) -> Offer:
    return offered(f"spoil:{actor}", preparing.SpoilPreparation(seat=seat, actor=actor), actor=name)


def interrupters(table: Table, seat: str) -> Hands:
    """Return the hands with which a seat may come before what has been declared, while its dice are in the hand."""
    now = fight(table)
    if now is None or interrupting.declared(table) is None:
        return ()
    acts = now.turns[-1].fighter
    return tuple([(n, f) for n, f in now.fighters.items() if n != acts and leader(table, n) == seat])


def interrupts(scene: Scene, hands: Hands) -> Iterator[Offer]:
    """Yield how a seat can come before an attack that has been declared (FI-RES-4)."""
    for name, fighter in hands:
        yield from _at_any_moment(scene, name, fighter)


def perhaps_interrupts(scene: Scene, hands: Hands) -> Iterator[Offer]:
    """Yield the red jokers that may lie in hands which the viewer does not see, before such an attack."""
    for name, fighter in hands:
        yield from _red(scene, name, fighter, seen=False)


def _at_any_moment(scene: Scene, name: str, fighter: Fighter) -> Iterator[Offer]:
    """Yield acting with the reserve, and with a red joker that the viewer sees (FI-RES-3, FI-JOKER-2)."""
    table, actor, plan = scene.table, fighter.members[0], fighter.preparation
    if fighters.reserved(table, name) is not None:
        zones = fighters.reserve_of(name), decks.discard_of(fighter.side)
        # Only what waits for something may happen without a contest, and only somebody who acts is there to contest.
        waits = plan is not None and bool(plan.trigger) and scene.conflict is not None and bool(scene.conflict.turns)
        made = _play_reserve(scene.seat, actor, fighters.hand_name(table, fighter), *zones, waits)
        yield checked(table, made, interrupting.verify_play_reserve)
    yield from _red(scene, name, fighter, seen=True)


def _red(scene: Scene, name: str, fighter: Fighter, *, seen: bool) -> Iterator[Offer]:
    table, actor, zone = scene.table, fighter.members[0], scene.table.zones[fighter.hand]
    if not fighter.kept or not zone.cards:
        return
    sees = [card for card in decks.reds(zone.cards) if zone.may_see(card, scene.viewer)]
    reds = maybe_red(zone, scene.viewer) if bool(sees) is seen else ()
    if reds:
        discard = decks.discard_of(fighter.side)
        made = _play_red(scene.seat, actor, fighters.hand_name(table, fighter), fighter.hand, reds, discard)
        yield made.unless(denial(interrupting.need_out_of_turn, table, actor))


@kept
def _play_reserve(seat: str, actor: str, name: str, source: str, target: str, waits: bool) -> Offer:
    asks = (ask("on_trigger", AskKind.FLAG, optional=True),) if waits else ()
    bare = interrupting.PlayReserve(seat=seat, actor=actor)
    return offered(f"play_reserve:{actor}", bare, asks=asks, drag=Drag(source=source, target=target), actor=name)


@kept
def _play_red(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...], target: str) -> Offer:
    asks = (ask("card", AskKind.CARD, places, zone=zone),)
    bare = interrupting.PlayRedJoker(seat=seat, actor=actor, card="")
    return offered(f"play_red:{actor}", bare, asks=asks, drag=Drag(source=zone, target=target), actor=name)


def _master(scene: Scene, now: Fight, called: bool) -> Iterator[Offer]:
    table, seat = scene.table, scene.seat
    if now.phase is Phase.DRAW:
        yield from _while_drawing(scene, now)
    else:
        over = checked(table, _end_round(seat), rounds.verify_end_round)
        yield _call(seat, not called and not now.turns and over.denial is not None).unless(
            denial(counting.verify_call, table, counting.CallStep(seat=seat))
        )
        yield over


def _who_fights(scene: Scene, now: Fight) -> Iterator[Offer]:
    """Yield who comes and goes, and the end of it all: what is seldom meant goes last."""
    table, seat, fighting = scene.table, scene.seat, scene.fighting
    others = scene.living_first(other for other in scene.seen if other not in fighting)
    if others:
        yield _join(seat, others)
    if fighting:
        members = tuple([actor for fighter in now.fighters.values() for actor in fighter.members])
        yield checked(table, _leave(seat, members), conflicts.verify_leave)
    yield checked(table, _end(seat), conflicts.verify_end)


def _while_drawing(scene: Scene, now: Fight) -> Iterator[Offer]:
    table, seat = scene.table, scene.seat
    left = [fighter for fighter in now.fighters.values() if not fighter.kept]
    extras = [fighter for fighter in left if fighter.side == MASTER]
    yield checked(table, _extras(seat, bool(extras)), drawing.verify_extras)
    yield checked(table, _begin(seat, not left), rounds.verify_begin_count)
    open_to = [f for f in now.fighters.values() if not f.drawn or f.why == states.SURPRISED]
    may_be = scene.living_first(actor for fighter in open_to for actor in fighter.members)
    if may_be:
        yield checked(table, _surprise(seat, may_be), surprise.verify_surprise)
    shared = tuple(f.members[0] for f in extras if not f.drawn)
    if len(shared) > 1:
        yield _share(seat, shared, _alike(scene, shared))


@kept
def _extras(seat: str, main: bool) -> Offer:
    return offered("roll_for_extras", drawing.RollForExtras(seat=seat), main=main)


@kept
def _begin(seat: str, main: bool) -> Offer:
    return offered("begin_count", rounds.BeginCount(seat=seat), main=main)


@kept
def _surprise(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (ask("surprised", AskKind.CHOICE, actors, field="actor"), ask("expecting", AskKind.FLAG, optional=True))
    return offered("check_surprise", surprise.CheckSurprise(seat=seat, actor=actors[0]), asks=asks)


def _alike(scene: Scene, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of some extras of whom there are several with the same record, as far as the viewer knows."""
    records = [(actor, scene.table.actors[actor].sheet) for actor in actors if scene.reads(actor)]
    for _, record in records:
        same = tuple(actor for actor, other in records if other == record)
        if len(same) > 1:
            return same
    return ()


@kept
def _share(seat: str, actors: tuple[str, ...], alike: tuple[str, ...]) -> Offer:
    asks = (ask("share", AskKind.CHOICES, actors, field="actors", least=2, most=len(actors), ordered=True),)
    return offered("share_hand", conflicts.ShareHand(seat=seat, actors=alike), asks=asks)


@kept
def _call(seat: str, main: bool) -> Offer:
    return offered("call_step", counting.CallStep(seat=seat), main=main)


@kept
def _end_round(seat: str) -> Offer:
    return offered("end_round", rounds.EndRound(seat=seat), main=True)


@kept
def _end(seat: str) -> Offer:
    return offered("end_conflict", conflicts.EndConflict(seat=seat), at_cost_of=seat)


@kept
def _join(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (ask("joins", AskKind.CHOICE, actors, field="actor"),)
    return offered("join_conflict", conflicts.JoinConflict(seat=seat, actor=actors[0]), asks=asks)


@kept
def _leave(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (ask("leaves", AskKind.CHOICE, actors, field="actor"),)
    bare = conflicts.LeaveConflict(seat=seat, actor=actors[0])
    return offered("leave_conflict", bare, asks=asks, at_cost_of=seat)
