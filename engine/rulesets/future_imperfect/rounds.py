"""A conflict and its rounds: who takes part, who draws action cards, and what the end of a round brings (FI-INIT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ZoneGone, ZoneSet
from engine.play.moves.fields import ActorId, CardIds
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, initiative, minds, people, shooting, states
from engine.rulesets.future_imperfect import dread as dreads
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import skill_roll, trait_roll
from engine.rulesets.future_imperfect.leading import leader, need_known, need_leader, side_of
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures import (
    MASTER,
    SIDES,
    Check,
    Fight,
    Fighter,
    Phase,
    attack,
    check,
    fight,
    fighter_of,
    hurting,
)
from engine.rulesets.future_imperfect.settings import flag, limit, number, word
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Sight, Zone, hand_of

GUTS = "guts"
ROUND_BEGINS: Final[list[Callable[[Draft], None]]] = []
"""What comes before the draw of a round; rooms put in their own (FI-FIRE-3)."""
ROUND_ENDS: Final[list[Callable[[Draft], None]]] = []
"""What comes at the end of a round besides bleeding (FI-DROWN-4, FI-FIRE-2)."""


class StartConflict(Request):
    """The Master begins a conflict; play goes in rounds of action cards."""

    RULES = ("FI-INIT-1", "FI-INIT-8", "FI-INIT-9")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who take part")]


class JoinConflict(Request):
    """A character joins the conflict; cards come with the next round, or with this one while it draws."""

    RULES = ("FI-INIT-2",)
    actor: ActorId


class LeaveConflict(Request):
    """A character is out of the conflict."""

    RULES = ("FI-INIT-16",)
    actor: ActorId


class EndConflict(Request):
    """The Master ends the conflict; all action cards are laid off."""

    RULES = ("FI-INIT-14",)


class ShareHand(Request):
    """The Master lets like extras act from one hand of cards."""

    RULES = ("FI-INIT-15",)
    actors: Annotated[tuple[str, ...], Meta(description="two or more extras; the first one's Reflex is rolled")]


class CheckSurprise(Request):
    """The Master calls for a guts check of somebody who may be surprised."""

    RULES = ("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
    actor: ActorId
    expecting: Annotated[bool, Meta(description="expects some danger")] = False


class RollReflex(Request):
    """Roll Reflex for action cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-4", "FI-INIT-5", "FI-INIT-6", "FI-FATE-21")
    actor: ActorId


class RollForExtras(Request):
    """The Master rolls for every extra that has not drawn; each keeps its two highest cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-15")


class KeepReserve(Request):
    """Give up the draw of this round to keep a reserved card."""

    RULES = ("FI-RES-6", "FI-EXT-6")
    actor: ActorId


class KeepCards(Request):
    """Keep up to two of the drawn cards; the others are laid off. A red joker stays besides."""

    RULES = ("FI-INIT-7", "FI-JOKER-3")
    actor: ActorId
    cards: CardIds


class BeginCount(Request):
    """All have drawn: the Master begins to count down. Who has not drawn by then draws no more this round."""

    RULES = ("FI-INIT-10",)


# ---- zones -----------------------------------------------------------------------------------------------------------


def reserve_of(fighter: str) -> str:
    """Return the zone of a reserved card."""
    return f"reserve:{fighter}"


def laid_of(fighter: str) -> str:
    """Return the zone of the cards that are laid aside to prepare or to aim."""
    return f"laid:{fighter}"


def need_fight(table: Table) -> Fight:
    """Return the conflict. Raises Refused if there is none."""
    now = fight(table)
    if now is None:
        raise Refused("no_conflict", "FI-INIT-1")
    return now


def need_free(table: Table) -> None:
    """Raise Refused while dice are being rolled or an attack is under way."""
    if check(table) is not None:
        raise Refused("roll_first", "FI-CORE-21")
    if attack(table) is not None:
        raise Refused("attack_first")
    if hurting(table) is not None:
        raise Refused("harm_first", "FI-FATE-16")


def need_fighter(table: Table, actor: str) -> tuple[str, Fighter]:
    """Return the hand of cards from which a character acts. Raises Refused for one who takes no part."""
    now = need_fight(table)
    name = fighter_of(now, actor)
    if not name:
        raise Refused("not_in_conflict", "FI-INIT-2", actor=actor_name(table, actor))
    return name, now.fighters[name]


def become_fighter(draft: Draft, name: str, fighter: Fighter) -> None:
    """Let a hand of cards stand anew."""
    now = need_fight(draft.table)
    draft.become(replace(now, fighters={**now.fighters, name: fighter}))


def reserved(table: Table, name: str) -> str | None:
    """Return the card that is held in reserve."""
    zone = table.zones.get(reserve_of(name))
    return zone.cards[0] if zone is not None and zone.cards else None


def cards_of(table: Table, fighter: Fighter) -> tuple[str, ...]:
    """Return the action cards in hand."""
    zone = table.zones.get(fighter.hand)
    return zone.cards if zone is not None else ()


# ---- taking part -----------------------------------------------------------------------------------------------------


def verify_start(table: Table, command: StartConflict) -> None:
    """The Master, and no other conflict."""
    need_gm(table, command, "FI-INIT-1")
    if fight(table) is not None:
        raise Refused("conflict_runs", "FI-INIT-1")
    need_free(table)
    if not command.fighters or len(set(command.fighters)) != len(command.fighters):
        raise Refused("name_fighters", "FI-INIT-1")
    for actor in command.fighters:
        need_known(table, command.seat, actor)


def start(draft: Draft, command: StartConflict) -> None:
    """Shuffle both decks and let everybody in."""
    draft.begin(Fight())
    for side in SIDES:
        draft.shuffle(decks.deck_of(side))
    for actor in command.fighters:
        _let_in(draft, actor)
    names = [actor_name(draft.table, actor) for actor in command.fighters]
    draft.note("conflict_starts", "FI-INIT-1", fighters=names)
    begin_round(draft)


def _let_in(draft: Draft, actor: str) -> None:
    now = need_fight(draft.table)
    seat = leader(draft.table, actor)
    own = hand_of(seat)
    taken = {fighter.hand for fighter in now.fighters.values()}
    at_seat = own in draft.table.zones and own not in taken and not draft.table.is_gm(seat)
    hand = own if at_seat else f"cards:{actor}"
    owners = (seat,)
    if not at_seat:
        draft.emit(ZoneSet(zone=Zone(id=hand, sight=Sight.OWNERS, owners=owners)))
    for zone in (reserve_of(actor), laid_of(actor)):
        draft.emit(ZoneSet(zone=Zone(id=zone, sight=Sight.OWNERS, owners=owners, passing=True)))
    fighter = Fighter(side=side_of(draft.table, actor), hand=hand, members=(actor,))
    draft.become(replace(now, fighters={**now.fighters, actor: fighter}))


def verify_join(table: Table, command: JoinConflict) -> None:
    """The Master lets somebody in."""
    need_gm(table, command, "FI-INIT-2")
    now = need_fight(table)
    need_known(table, command.seat, command.actor)
    if fighter_of(now, command.actor):
        raise Refused("already_so", "FI-INIT-2")


def join(draft: Draft, command: JoinConflict) -> None:
    """Let in."""
    _let_in(draft, command.actor)
    if need_fight(draft.table).phase is not Phase.DRAW:
        _wait_out(draft, command.actor, "late")
    draft.note("joins_conflict", "FI-INIT-2", actor=actor_name(draft.table, command.actor))


def _wait_out(draft: Draft, name: str, why: str) -> None:
    fighter = need_fight(draft.table).fighters[name]
    become_fighter(draft, name, replace(fighter, due=0, drawn=True, kept=True, why=why))


def verify_leave(table: Table, command: LeaveConflict) -> None:
    """The Master takes somebody out, between actions."""
    need_gm(table, command, "FI-INIT-16")
    need_fighter(table, command.actor)
    need_free(table)


def leave(draft: Draft, command: LeaveConflict) -> None:
    """Take out; the last one of a hand lays its cards off."""
    name, fighter = need_fighter(draft.table, command.actor)
    rest = tuple(actor for actor in fighter.members if actor != command.actor)
    if rest and command.actor != name:
        become_fighter(draft, name, replace(fighter, members=rest))
    elif rest:
        _hand_over(draft, name, rest)
    else:
        _take_out(draft, name)
    draft.note("leaves_conflict", actor=actor_name(draft.table, command.actor))


def _hand_over(draft: Draft, name: str, rest: tuple[str, ...]) -> None:
    """Let the others of a hand keep its cards; it goes by the name of the first of them from now on."""
    heir, old = rest[0], need_fight(draft.table).fighters[name]
    _let_in(draft, heir)
    new = need_fight(draft.table).fighters[heir]
    pairs = ((old.hand, new.hand), (reserve_of(name), reserve_of(heir)), (laid_of(name), laid_of(heir)))
    for source, target in pairs:
        draft.move(draft.table.zones[source].cards, source, target)
    become_fighter(draft, heir, replace(old, hand=new.hand, members=rest))
    now = need_fight(draft.table)
    heirs = {name: heir}
    draft.become(
        replace(
            now,
            turns=tuple(replace(turn, fighter=heirs.get(turn.fighter, turn.fighter)) for turn in now.turns),
            together=tuple(heirs.get(each, each) for each in now.together),
        )
    )
    _take_out(draft, name)


def follow_leader(draft: Draft, actor: str) -> None:
    """Let who leads a character now see its cards, and nobody else."""
    now = fight(draft.table)
    name = fighter_of(now, actor) if now is not None else ""
    if now is None or name != actor:
        return
    for zone in (now.fighters[name].hand, reserve_of(name), laid_of(name)):
        lying = draft.table.zones[zone]
        owners = (leader(draft.table, actor),)
        if lying.owners != owners and zone != hand_of(lying.owners[0] if lying.owners else ""):
            draft.emit(ZoneSet(zone=replace(lying, owners=owners, cards=(), shown={})))


def _take_out(draft: Draft, name: str) -> None:
    now = need_fight(draft.table)
    fighter = now.fighters[name]
    for zone in (fighter.hand, reserve_of(name), laid_of(name)):
        decks.discard(draft, fighter.side, draft.table.zones[zone].cards, zone)
        if zone != hand_of(leader(draft.table, name)):
            draft.emit(ZoneGone(zone=zone))
    draft.become(
        replace(
            now,
            fighters={other: held for other, held in now.fighters.items() if other != name},
            turns=tuple(turn for turn in now.turns if turn.fighter != name),
            together=tuple(other for other in now.together if other != name),
            closed=tuple(pair for pair in now.closed if name not in pair),
        )
    )


def verify_end(table: Table, command: EndConflict) -> None:
    """The Master, between actions."""
    need_gm(table, command, "FI-INIT-1")
    need_fight(table)
    need_free(table)


def end(draft: Draft, command: EndConflict) -> None:
    """Lay off every card and end it; what only lasts for a round ends with it."""
    for name, fighter in need_fight(draft.table).fighters.items():
        for actor in fighter.members:
            states.leave(draft, actor, states.SURPRISED)
        _take_out(draft, name)
    draft.finish(Fight)
    draft.note("conflict_ends")


def verify_share(table: Table, command: ShareHand) -> None:
    """The Master, for extras of one side before they draw."""
    need_gm(table, command, "FI-INIT-15")
    now = need_fight(table)
    if len(set(command.actors)) < 2:
        raise Refused("two_to_share", "FI-INIT-15")
    names = [need_fighter(table, actor)[0] for actor in command.actors]
    if len(set(names)) != len(command.actors) or any(now.fighters[name].drawn for name in names):
        raise Refused("share_before_draw", "FI-INIT-15")
    if len({now.fighters[name].side for name in names}) > 1 or len({leader(table, a) for a in command.actors}) > 1:
        raise Refused("share_one_side", "FI-INIT-15")


def share(draft: Draft, command: ShareHand) -> None:
    """Put the others' cards away; they act from the hand of the first."""
    first, *others = (need_fighter(draft.table, actor)[0] for actor in command.actors)
    members = tuple(a for n in (first, *others) for a in need_fight(draft.table).fighters[n].members)
    for name in others:
        _take_out(draft, name)
    become_fighter(draft, first, replace(need_fight(draft.table).fighters[first], members=members))
    draft.note("share_hand", "FI-INIT-15", actors=[actor_name(draft.table, actor) for actor in members])


# ---- surprise --------------------------------------------------------------------------------------------------------


def verify_surprise(table: Table, command: CheckSurprise) -> None:
    """The Master, before the character draws."""
    need_gm(table, command, "FI-SURP-1")
    need_free(table)
    _, fighter = need_fighter(table, command.actor)
    if need_fight(table).phase is not Phase.DRAW or (fighter.drawn and fighter.why != states.SURPRISED):
        raise Refused("surprise_before_draw", "FI-SURP-1")


def check_surprise(draft: Draft, command: CheckSurprise) -> None:
    """Roll guts: the first time by whether danger is expected, in later rounds to come to oneself."""
    later = draft.table.actors[command.actor].has(states.SURPRISED)
    tn = initiative.surprise_tn(expecting=command.expecting, later=later)
    reason = "surprise_later" if later else "surprise_expecting" if command.expecting else "surprise_unexpecting"
    roll = skill_roll(draft.table, command.actor, GUTS)
    parts = (Part(reason=reason, value=tn),)
    checks.open_check(draft, Check(purpose="surprise", what="surprise", rolls=(roll,), tn=tn, tn_parts=parts))


def _surprise_decided(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    name, fighter = need_fighter(draft.table, actor)
    if result.successes:
        states.leave(draft, actor, states.SURPRISED, "FI-SURP-3")
        if fighter.why == states.SURPRISED:
            become_fighter(draft, name, replace(fighter, due=None, drawn=False, kept=False, why=""))
        draft.note("not_surprised", "FI-SURP-3", actor=actor_name(draft.table, actor))
    else:
        states.enter(draft, actor, states.SURPRISED, "FI-SURP-2")
        _wait_out(draft, name, states.SURPRISED)


PURPOSES["surprise"] = Purpose(_surprise_decided)


# ---- drawing ---------------------------------------------------------------------------------------------------------


def verify_reflex(table: Table, command: RollReflex) -> None:
    """The one who leads the first of a hand, once a round, while cards are drawn."""
    need_leader(table, command, command.actor, "FI-INIT-2")
    need_free(table)
    _need_draw(table, command.actor)


def _need_draw(table: Table, actor: str) -> Fighter:
    now = need_fight(table)
    _, fighter = need_fighter(table, actor)
    if now.phase is not Phase.DRAW:
        raise Refused("not_drawing", "FI-INIT-2")
    if fighter.drawn:
        raise Refused("has_drawn", "FI-INIT-2", actor=actor_name(table, actor), why=fighter.why)
    return fighter


def roll_reflex(draft: Draft, command: RollReflex) -> None:
    """Open the roll, with what wounds and a weapon at the ready take from it."""
    name, _ = need_fighter(draft.table, command.actor)
    checks.open_check(draft, reflex_check(draft.table, name))


def reflex_check(table: Table, name: str) -> Check:
    """Return the Reflex roll of a hand of cards (FI-INIT-2, FI-INIT-4, FI-INIT-6)."""
    actor = need_fight(table).fighters[name].members[0]
    roll = trait_roll(table, actor, "reflex", *_readied(table, name, actor))
    tn = initiative.initiative_tables().tn
    parts = (Part(reason="initiative", value=tn),)
    return Check(purpose="initiative", what="initiative", rolls=(roll,), tn=tn, tn_parts=parts)


def _readied(table: Table, name: str, actor: str) -> tuple[Part, ...]:
    aim = need_fight(table).fighters[name].aim
    held = [weapon for weapon in people.weapons(table.actors[actor], table.lists) if weapon.hand is not None]
    readied = [
        shooting.Readied(
            counters=aim.counters if aim is not None and aim.weapon == weapon.name else 0,
            steps=weapon.aim.steps,
            unaimed=weapon.aim.unaimed,
        )
        for weapon in held
        if weapon.aim is not None
    ]
    part = shooting.initiative_part(readied, initiative_weapon_penalty=word(table, "initiative_weapon_penalty"))
    return counting(part)


def _initiative_decided(draft: Draft, result: Decided) -> None:
    name, _ = need_fighter(draft.table, result.check.rolls[0].actor)
    count = initiative.cards_to_draw(
        result.scores[0], raise_step=number(draft.table, "raise_step"), max_draw=limit(draft.table, "max_draw")
    )
    draw_cards(draft, name, count)


PURPOSES["initiative"] = Purpose(_initiative_decided)


def draw_cards(draft: Draft, name: str, count: int) -> None:
    """Draw action cards; jokers do what they do before any are kept (FI-INIT-7, FI-JOKER-4 to FI-JOKER-7)."""
    fighter = need_fight(draft.table).fighters[name]
    who = actor_name(draft.table, fighter.members[0])
    drawn = decks.draw(draft, fighter.side, count, fighter.hand)
    draft.note("draws_cards", "FI-INIT-3", actor=who, count=len(drawn))
    draft.figure(cards_drawn=len(drawn))
    become_fighter(draft, name, replace(fighter, due=len(drawn), drawn=True))
    _mind_jokers(draft, name, drawn)
    keep = initiative.initiative_tables().kept
    fighter = need_fight(draft.table).fighters[name]
    hand = decks.ordinary(cards_of(draft.table, fighter))
    if len(hand) <= keep:
        become_fighter(draft, name, replace(fighter, kept=True))


def _mind_jokers(draft: Draft, name: str, drawn: tuple[str, ...]) -> None:
    fighter = need_fight(draft.table).fighters[name]
    preparing = fighter.preparation.paid if fighter.preparation else 0
    sorted_ = initiative.sort_draw(
        drawn,
        reserved(draft.table, name),
        preparing,
        black_joker_takes_red=flag(draft.table, "black_joker_takes_red"),
    )
    if not sorted_.reshuffle:
        return
    who = actor_name(draft.table, fighter.members[0])
    decks.discard(draft, fighter.side, sorted_.lost, fighter.hand)
    draft.note("black_joker", "FI-JOKER-4", "FI-JOKER-6", actor=who, cards=list(sorted_.lost))
    if sorted_.lost_reserve:
        lay_off_reserve(draft, name)
    if sorted_.lost_preparation and fighter.preparation is not None:
        left = replace(fighter.preparation, paid=preparing - sorted_.lost_preparation)
        become_fighter(draft, name, replace(need_fight(draft.table).fighters[name], preparation=left))
        draft.note("preparation_lost", "FI-JOKER-5", "FI-EXT-8", actor=who, paid=left.paid, need=left.need)
    now = need_fight(draft.table)
    if fighter.side not in now.reshuffle:
        draft.become(replace(now, reshuffle=(*now.reshuffle, fighter.side)))
    for actor in fighter.members:
        held = states.states_of(draft.table, actor)
        dread = minds.joker_under_terror(
            black_joker=True, failed_terror=states.TERROR_FAILED in held, terrified=states.TERRIFIED in held
        )
        if dread is not None:
            dreads.seize(draft, actor, dread, "FI-JOKER-10", "FI-FEAR-6")


def lay_off_reserve(draft: Draft, name: str) -> None:
    """Lose a reserved card; a prepared action that waited with it is lost, too (FI-RES-5)."""
    card = reserved(draft.table, name)
    if card is None:
        return
    fighter = need_fight(draft.table).fighters[name]
    decks.discard(draft, fighter.side, (card,), reserve_of(name))
    draft.note("reserve_lost", "FI-RES-5", actor=actor_name(draft.table, fighter.members[0]), card=card)


def verify_extras(table: Table, command: RollForExtras) -> None:
    """The Master, while some extra still has to draw."""
    need_gm(table, command, "FI-INIT-15")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.DRAW or not _extras_to_draw(now):
        raise Refused("no_extra_to_draw", "FI-INIT-15")


def _extras_to_draw(now: Fight) -> tuple[str, ...]:
    return tuple(name for name, fighter in now.fighters.items() if fighter.side == MASTER and not fighter.kept)


def roll_for_extras(draft: Draft, command: RollForExtras) -> None:
    """Roll, draw and keep for each, one after the other; no chip is spent."""
    for name in _extras_to_draw(need_fight(draft.table)):
        if not need_fight(draft.table).fighters[name].drawn:
            draft.begin(reflex_check(draft.table, name))
            checks.throw_all(draft)
            checks.decide(draft)
        fighter = need_fight(draft.table).fighters[name]
        if not fighter.kept:
            hand = decks.ordinary(cards_of(draft.table, fighter))
            best = initiative.by_rank(hand)[: initiative.initiative_tables().kept]
            keep(draft, KeepCards(seat=command.seat, actor=fighter.members[0], cards=best))


def verify_keep_reserve(table: Table, command: KeepReserve) -> None:
    """Who holds a reserved card and has not drawn."""
    need_leader(table, command, command.actor, "FI-RES-6")
    need_free(table)
    _need_draw(table, command.actor)
    name, _ = need_fighter(table, command.actor)
    if reserved(table, name) is None:
        raise Refused("nothing_reserved", "FI-RES-6")


def keep_reserve(draft: Draft, command: KeepReserve) -> None:
    """Draw nothing."""
    name, _ = need_fighter(draft.table, command.actor)
    _wait_out(draft, name, initiative.KEEPS_RESERVE)
    draft.note("keeps_reserve", "FI-RES-6", actor=actor_name(draft.table, command.actor))


def verify_keep(table: Table, command: KeepCards) -> None:
    """Who has drawn, of the own cards, up to two."""
    need_leader(table, command, command.actor, "FI-INIT-7")
    _, fighter = need_fighter(table, command.actor)
    if not fighter.drawn or fighter.kept:
        raise Refused("nothing_to_keep", "FI-INIT-7")
    hand = cards_of(table, fighter)
    red = decks.reds(hand)
    draw = initiative.Draw(
        lost=(),
        keepable=tuple(card for card in hand if card not in red),
        red=red,
        lost_reserve=False,
        lost_preparation=0,
        reshuffle=False,
    )
    initiative.need_kept(draw, command.cards)


def keep(draft: Draft, command: KeepCards) -> None:
    """Lay the others off; a red joker stays (FI-JOKER-3)."""
    name, fighter = need_fighter(draft.table, command.actor)
    hand = cards_of(draft.table, fighter)
    gone = tuple(card for card in hand if card not in command.cards and card not in decks.reds(hand))
    decks.discard(draft, fighter.side, gone, fighter.hand)
    become_fighter(draft, name, replace(fighter, kept=True))
    draft.note("keeps_cards", "FI-INIT-7", actor=actor_name(draft.table, command.actor), count=len(hand) - len(gone))


# ---- from round to round ---------------------------------------------------------------------------------------------


def verify_begin_count(table: Table, command: BeginCount) -> None:
    """The Master, once everybody who has drawn has kept."""
    need_gm(table, command, "FI-INIT-10")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.DRAW:
        raise Refused("counting_already", "FI-INIT-10")
    waiting = [name for name, fighter in now.fighters.items() if fighter.drawn and not fighter.kept]
    if waiting:
        raise Refused("keep_first", "FI-INIT-7", actor=actor_name(table, waiting[0]))


def begin_count(draft: Draft, command: BeginCount) -> None:
    """Who has not drawn draws no more; the dread of this draw phase moves on."""
    for name, fighter in need_fight(draft.table).fighters.items():
        if not fighter.drawn:
            _wait_out(draft, name, "late")
        for actor in fighter.members:
            dreads.after_draw(draft, actor)
    draft.become(replace(need_fight(draft.table), phase=Phase.COUNT, step=-1))
    draft.note("count_begins", "FI-INIT-10", number=need_fight(draft.table).number)


def begin_round(draft: Draft) -> None:
    """What comes before cards are drawn, and then who does not draw, or a single card (2.34 ROUND 0 and 1)."""
    for begins in ROUND_BEGINS:
        begins(draft)
    for fighter in need_fight(draft.table).fighters.values():
        for actor in fighter.members:
            dreads.before_draw(draft, actor)
    prepare_round(draft)


def prepare_round(draft: Draft) -> None:
    """In a draw phase: who does not draw as things are now, who draws a single card (FI-INIT-16, FI-FEAR-7)."""
    for name, fighter in need_fight(draft.table).fighters.items():
        if fighter.drawn:
            continue
        held: set[str] = set()
        for actor in fighter.members[:1]:
            held |= states.states_of(draft.table, actor)
        ready = fighter.preparation is not None and fighter.preparation.paid >= fighter.preparation.need
        drawing = initiative.drawing(
            held,
            keeps_reserve=False,
            prepared=ready and reserved(draft.table, name) is not None,
            prepared_no_draw=flag(draft.table, "prepared_no_draw"),
        )
        if drawing.how == "none":
            _wait_out(draft, name, drawing.why or "")
        elif drawing.how == "single":
            draw_cards(draft, name, initiative.initiative_tables().terrified)


MOVES = (
    Move(StartConflict, verify_start, start),
    Move(JoinConflict, verify_join, join),
    Move(LeaveConflict, verify_leave, leave),
    Move(EndConflict, verify_end, end),
    Move(ShareHand, verify_share, share),
    Move(CheckSurprise, verify_surprise, check_surprise),
    Move(RollReflex, verify_reflex, roll_reflex),
    Move(RollForExtras, verify_extras, roll_for_extras),
    Move(KeepReserve, verify_keep_reserve, keep_reserve),
    Move(KeepCards, verify_keep, keep),
    Move(BeginCount, verify_begin_count, begin_count),
)
