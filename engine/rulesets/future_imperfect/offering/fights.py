"""What can be done about a conflict: taking part, drawing, keeping, the countdown, and holding back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.newcomers import readable
from engine.play.offers import AskKind, Drag, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import counting, decks, initiative, people, rounds
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.procedures import MASTER, Fight, Fighter, Phase, attack, fight, hurting
from engine.table.frozen import kept
from engine.table.table import Table
from engine.table.zones import Zone

WHAT = ask("what", AskKind.TEXT, optional=True)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the conflict."""
    now = fight(table)
    gm = table.is_gm(seat)
    if now is None:
        if gm:
            yield checked(table, _start(seat, present(table, viewer)), rounds.verify_start)
        return
    if attack(table) is not None or hurting(table) is not None:
        return
    mine = [name for name in now.fighters if leader(table, name) == seat]
    for name in mine:
        fighter = now.fighters[name]
        if now.phase is Phase.DRAW:
            yield from _drawing(table, seat, viewer, name, fighter)
        else:
            yield from _counting(table, seat, viewer, now, name, fighter)
        yield from _out_of_turn(table, seat, viewer, name, fighter)
    if gm:
        yield from _master(table, seat, viewer, now)


def present(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters that a viewer knows to be there."""
    known = [actor.id for actor in readable(table, viewer)]
    return (*known, *(actor for actor in taking_part(table) if actor not in known))


def _drawing(table: Table, seat: str, viewer: str, name: str, fighter: Fighter) -> Iterator[Offer]:
    who = actor_name(table, fighter.members[0])
    if not fighter.drawn:
        yield checked(table, _reflex(seat, fighter.members[0], who, fighter.side != MASTER), rounds.verify_reflex)
        if rounds.reserved(table, name) is not None:
            yield checked(table, _keep_reserve(seat, fighter.members[0], who), rounds.verify_keep_reserve)
    elif not fighter.kept:
        zone = table.zones[fighter.hand]
        yield _keep(seat, fighter.members[0], who, fighter.hand, keepable(zone, viewer))


def keepable(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the places of the cards in a hand that may be chosen; the red joker's is left out for who may see it."""
    return tuple(
        f"{zone.id}#{place}"
        for place, card in enumerate(zone.cards)
        if not (zone.may_see(card, viewer) and decks.reds((card,)))
    )


def maybe_red(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the places of the cards in a hand that may be a red joker, for all that a viewer knows."""
    return tuple(
        f"{zone.id}#{place}"
        for place, card in enumerate(zone.cards)
        if not zone.may_see(card, viewer) or decks.reds((card,))
    )


@kept
def _start(seat: str, there: tuple[str, ...]) -> Offer:
    fighters = ask("fighters", AskKind.CHOICES, there, least=1, most=max(1, len(there)))
    return offered("start_conflict", rounds.StartConflict(seat=seat, fighters=there[:1]), asks=(fighters,))


@kept
def _reflex(seat: str, actor: str, name: str, main: bool) -> Offer:
    return offered(f"roll_reflex:{actor}", rounds.RollReflex(seat=seat, actor=actor), main=main, actor=name)


@kept
def _keep_reserve(seat: str, actor: str, name: str) -> Offer:
    return offered(f"keep_reserve:{actor}", rounds.KeepReserve(seat=seat, actor=actor), actor=name)


@kept
def _keep(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...]) -> Offer:
    most = initiative.initiative_tables().kept
    cards = ask("cards", AskKind.CARDS, places, zone=zone, least=0, most=most)
    bare = rounds.KeepCards(seat=seat, actor=actor, cards=())
    return offered(f"keep_cards:{actor}", bare, asks=(cards,), main=True, actor=name, count=most)


def _counting(table: Table, seat: str, viewer: str, now: Fight, name: str, fighter: Fighter) -> Iterator[Offer]:
    actor = fighter.members[0]
    who = actor_name(table, actor)
    if now.turns and now.turns[-1].fighter == name:
        yield _end_turn(seat, actor, who)
        return
    card = counting.called(table).get(name)
    if card is None:
        return
    for member in fighter.members:
        played = _play(seat, member, actor_name(table, member), fighter.hand, decks.discard_of(fighter.side))
        yield checked(table, played, counting.verify_play)
    yield checked(table, _reserve(seat, actor, who, fighter.hand, rounds.reserve_of(name)), counting.verify_reserve)
    aims = [weapon.name for weapon in people.weapons(table.actors[actor], table.lists) if weapon.aim is not None]
    if aims and table.may_read(table.actors[actor], viewer):
        targets = tuple(other for other in taking_part(table) if other != actor)
        yield _aim(seat, actor, who, tuple(aims), targets)
    plan = fighter.preparation
    yield checked(table, _prepare(seat, actor, who, plan is not None), counting.verify_prepare)
    yield checked(table, _drop(seat, actor, who), counting.verify_drop)


@kept
def _play(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = counting.PlayCard(seat=seat, actor=actor)
    drag = Drag(source=source, target=target)
    return offered(f"play_card:{actor}", bare, asks=(WHAT,), drag=drag, main=True, actor=name)


@kept
def _end_turn(seat: str, actor: str, name: str) -> Offer:
    return offered(f"end_turn:{actor}", counting.EndTurn(seat=seat, actor=actor), main=True, actor=name)


@kept
def _reserve(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    bare = counting.ReserveCard(seat=seat, actor=actor)
    return offered(f"reserve_card:{actor}", bare, drag=Drag(source=source, target=target), actor=name)


@kept
def _aim(seat: str, actor: str, name: str, weapons: tuple[str, ...], targets: tuple[str, ...]) -> Offer:
    asks = (ask("target", AskKind.CHOICE, targets), ask("weapon", AskKind.CHOICE, weapons))
    bare = counting.AimCard(seat=seat, actor=actor, target=targets[0] if targets else "", weapon=weapons[0])
    return offered(f"aim_card:{actor}", bare, asks=asks, actor=name)


@kept
def _prepare(seat: str, actor: str, name: str, goes_on: bool) -> Offer:
    bare = counting.PrepareCard(seat=seat, actor=actor)
    asks = (
        ()
        if goes_on
        else (
            ask("what", AskKind.TEXT, optional=True),
            ask("need", AskKind.NUMBER, least=2, most=20),
            ask("trigger", AskKind.TEXT, optional=True),
            ask("whole", AskKind.FLAG, optional=True),
        )
    )
    return offered(f"{'prepare_on' if goes_on else 'prepare_card'}:{actor}", bare, asks=asks, actor=name)


@kept
def _drop(seat: str, actor: str, name: str) -> Offer:
    return offered(f"drop_card:{actor}", counting.DropCard(seat=seat, actor=actor), actor=name)


def _out_of_turn(table: Table, seat: str, viewer: str, name: str, fighter: Fighter) -> Iterator[Offer]:
    actor = fighter.members[0]
    who = actor_name(table, actor)
    if rounds.reserved(table, name) is not None:
        yield checked(
            table,
            _play_reserve(seat, actor, who, rounds.reserve_of(name), decks.discard_of(fighter.side)),
            counting.verify_play_reserve,
        )
    reds = maybe_red(table.zones[fighter.hand], viewer)
    if reds and fighter.kept:
        bare = _play_red(seat, actor, who, fighter.hand, reds, decks.discard_of(fighter.side))
        yield bare.unless(denial(counting.need_out_of_turn, table, actor))
    if fighter.aim is not None:
        yield offered(f"lose_aim:{actor}", counting.LoseAim(seat=seat, actor=actor), actor=who)
    if fighter.preparation is not None:
        yield offered(f"spoil:{actor}", counting.SpoilPreparation(seat=seat, actor=actor), actor=who)


@kept
def _play_reserve(seat: str, actor: str, name: str, source: str, target: str) -> Offer:
    asks = (WHAT, ask("on_trigger", AskKind.FLAG, optional=True))
    bare = counting.PlayReserve(seat=seat, actor=actor)
    return offered(f"play_reserve:{actor}", bare, asks=asks, drag=Drag(source=source, target=target), actor=name)


@kept
def _play_red(seat: str, actor: str, name: str, zone: str, places: tuple[str, ...], target: str) -> Offer:
    asks = (ask("card", AskKind.CARD, places, zone=zone), WHAT)
    bare = counting.PlayRedJoker(seat=seat, actor=actor, card="")
    return offered(f"play_red:{actor}", bare, asks=asks, drag=Drag(source=zone, target=target), actor=name)


def _master(table: Table, seat: str, viewer: str, now: Fight) -> Iterator[Offer]:
    if now.phase is Phase.DRAW:
        left = [fighter for fighter in now.fighters.values() if not fighter.kept]
        extras = [fighter for fighter in left if fighter.side == MASTER]
        yield checked(table, _extras(seat, bool(extras)), rounds.verify_extras)
        yield checked(table, _begin(seat, not left), rounds.verify_begin_count)
        for fighter in left:
            for actor in fighter.members:
                yield checked(table, _surprise(seat, actor, actor_name(table, actor)), rounds.verify_surprise)
        shared = tuple(f.members[0] for f in extras if not f.drawn)
        if len(shared) > 1:
            yield _share(seat, shared)
    else:
        busy = bool(counting.called(table)) or bool(now.turns)
        over = checked(table, _end_round(seat), counting.verify_end_round)
        yield _call(seat, not busy and over.denial is not None).unless(
            checked(table, _call(seat, False), counting.verify_call).denial
        )
        yield over
    yield checked(table, _end(seat), rounds.verify_end)
    for other in present(table, viewer):
        if other not in taking_part(table):
            yield checked(table, _join(seat, other, actor_name(table, other)), rounds.verify_join)
    for fighter in now.fighters.values():
        for actor in fighter.members:
            yield checked(table, _leave(seat, actor, actor_name(table, actor)), rounds.verify_leave)


@kept
def _extras(seat: str, main: bool) -> Offer:
    return offered("roll_for_extras", rounds.RollForExtras(seat=seat), main=main)


@kept
def _begin(seat: str, main: bool) -> Offer:
    return offered("begin_count", rounds.BeginCount(seat=seat), main=main)


@kept
def _surprise(seat: str, actor: str, name: str) -> Offer:
    asks = (ask("expecting", AskKind.FLAG, optional=True),)
    return offered(f"check_surprise:{actor}", rounds.CheckSurprise(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _share(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (ask("share", AskKind.CHOICES, actors, field="actors", least=2, most=len(actors)),)
    return offered("share_hand", rounds.ShareHand(seat=seat, actors=actors[:2]), asks=asks)


@kept
def _call(seat: str, main: bool) -> Offer:
    return offered("call_step", counting.CallStep(seat=seat), main=main)


@kept
def _end_round(seat: str) -> Offer:
    return offered("end_round", counting.EndRound(seat=seat), main=True)


@kept
def _end(seat: str) -> Offer:
    return offered("end_conflict", rounds.EndConflict(seat=seat))


@kept
def _join(seat: str, actor: str, name: str) -> Offer:
    return offered(f"join_conflict:{actor}", rounds.JoinConflict(seat=seat, actor=actor), actor=name)


@kept
def _leave(seat: str, actor: str, name: str) -> Offer:
    return offered(f"leave_conflict:{actor}", rounds.LeaveConflict(seat=seat, actor=actor), actor=name)
