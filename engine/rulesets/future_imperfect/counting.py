"""The countdown: ranks are called; cards are acted on, held back, laid aside, and interrupt others (FI-ACT, FI-RES)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import CardsTurned
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, checks, decks, dread, initiative, states
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import need_weapon, trait_roll
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures import (
    Aim,
    Check,
    Fight,
    Fighter,
    Phase,
    Preparation,
    Turn,
    fight,
    fighter_of,
)
from engine.rulesets.future_imperfect.rounds import (
    ROUND_ENDS,
    become_fighter,
    begin_round,
    cards_of,
    laid_of,
    lay_off_reserve,
    need_fight,
    need_fighter,
    need_free,
    reserve_of,
    reserved,
)
from engine.rulesets.future_imperfect.settings import word
from engine.table.cards import is_joker, rank_of
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import EVERYONE

What = Annotated[str, Meta(description="what the character does, in words")]
Speed = Annotated[int, Meta(ge=2, le=99, description="how many cards it takes in all")]


class CallStep(Request):
    """The Master calls the next rank; cards of it are turned up, and whoever aims gets a counter."""

    RULES = ("FI-INIT-10", "FI-AIM-4", "FI-AIM-6")


class PlayCard(Request):
    """Act on the card of the called rank."""

    RULES = ("FI-ACT-1", "FI-ACT-2", "FI-ACT-3", "FI-INIT-11", "FI-RES-5", "FI-RES-7")
    actor: ActorId
    what: What = ""


class EndTurn(Request):
    """The action of a card is over."""

    RULES = ("FI-ACT-1",)
    actor: ActorId


class ReserveCard(Request):
    """Place the card of the called rank in reserve instead of acting on it."""

    RULES = ("FI-RES-1", "FI-RES-2", "FI-RES-8", "FI-JOKER-1")
    actor: ActorId


class DropCard(Request):
    """Lay the card of the called rank off without acting on it."""

    RULES = ("FI-RES-7",)
    actor: ActorId


class PrepareCard(Request):
    """Lay the card of the called rank aside for an action that takes several."""

    RULES = ("FI-ACT-4", "FI-ACT-5", "FI-EXT-1", "FI-EXT-2", "FI-EXT-3", "FI-EXT-5")
    actor: ActorId
    what: What = ""
    need: Speed = 2
    trigger: Annotated[str, Meta(description="on what it happens once it is ready; empty for as soon as it is")] = ""
    whole: Annotated[bool, Meta(description="its cards must follow one another without another action")] = False


class SpoilPreparation(Request):
    """What was being prepared comes to nothing."""

    RULES = ("FI-EXT-2", "FI-EXT-4")
    actor: ActorId


class AimCard(Request):
    """Lay the card of the called rank aside and aim; a counter comes with each rank that is called from now on."""

    RULES = ("FI-AIM-4", "FI-AIM-8", "FI-AIM-13")
    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="a weapon with an Aim value")]


class LoseAim(Request):
    """The aim is given up, or lost: all counters are taken away."""

    RULES = ("FI-AIM-7",)
    actor: ActorId


class PlayReserve(Request):
    """Act out of turn with the reserved card; against somebody who acts just now that takes an opposed Reflex roll."""

    RULES = ("FI-RES-3", "FI-RES-4", "FI-RES-7", "FI-RES-10", "FI-EXT-7")
    actor: ActorId
    what: What = ""
    on_trigger: Annotated[bool, Meta(description="a prepared action whose trigger is nobody's action")] = False


class PlayRedJoker(Request):
    """Act out of turn with the red joker; it goes first without a roll."""

    RULES = ("FI-JOKER-2", "FI-JOKER-3", "FI-JOKER-8")
    actor: ActorId
    card: Annotated[str, Meta(description="the red joker, by id or by place (`hand:tom#2`)")]
    what: What = ""


class EndRound(Request):
    """The round is over: cards that were not used are laid off, wounds bleed, marked decks are shuffled."""

    RULES = ("FI-INIT-14", "FI-JOKER-6", "FI-JOKER-8", "FI-JOKER-9", "FI-BLEED-2")


# ---- where the count stands ------------------------------------------------------------------------------------------


def rank_now(now: Fight) -> str:
    """Return the rank that was called last, or an empty string."""
    return initiative.steps()[now.step] if now.phase is Phase.COUNT and now.step >= 0 else ""


def called(table: Table) -> dict[str, str]:
    """Return the card of the called rank that each hand still holds, in the order of acting (FI-INIT-11)."""
    now = fight(table)
    rank = rank_now(now) if now else ""
    if now is None or not rank:
        return {}
    held = {
        name: card
        for name, fighter in now.fighters.items()
        for card in cards_of(table, fighter)
        if not is_joker(card) and rank_of(card) == rank
    }
    return {name: held[name] for group in initiative.order_of_step(held) for name in group}


def may_still_act(table: Table, name: str) -> bool:
    """Say whether everybody knows that a hand has something to act with this round: cards, a reserve, an aim."""
    fighter = need_fight(table).fighters[name]
    return bool(cards_of(table, fighter)) or reserved(table, name) is not None or fighter.aim is not None


def _next(table: Table) -> tuple[str, ...]:
    """Return the hands whose called cards are next: one, or two of the same suit (FI-INIT-12)."""
    groups = initiative.order_of_step(called(table))
    return groups[0] if groups else ()


def need_called(table: Table, actor: str, *, flees: bool = False) -> tuple[str, Fighter, str]:
    """Return the hand, and its card that was called. Raises Refused unless it is its turn; terror only flees."""
    name, fighter = need_fighter(table, actor)
    card = called(table).get(name)
    if card is None:
        raise Refused("not_called", "FI-INIT-10", actor=actor_name(table, actor))
    if name not in _next(table):
        first = need_fight(table).fighters[_next(table)[0]].members[0]
        raise Refused("not_yet_called", "FI-INIT-11", actor=actor_name(table, first))
    if not flees:
        dread.need_nerve(table, actor)
    return name, fighter, card


def need_no_turn(table: Table) -> None:
    """Raise Refused while a card is being acted on."""
    now = need_fight(table)
    if now.turns:
        first = now.fighters[now.turns[-1].fighter].members[0]
        raise Refused("turn_runs", "FI-ACT-1", actor=actor_name(table, first))


def need_turn(table: Table, actor: str) -> Turn:
    """Return the turn in which a character acts now. Raises Refused if it is somebody else's."""
    name, _ = need_fighter(table, actor)
    now = need_fight(table)
    if not now.turns or now.turns[-1].fighter != name:
        raise Refused("not_your_turn", "FI-ACT-1", actor=actor_name(table, actor))
    return now.turns[-1]


def become_turn(draft: Draft, turn: Turn) -> None:
    """Let the present turn stand anew."""
    now = need_fight(draft.table)
    draft.become(replace(now, turns=(*now.turns[:-1], turn)))


def verify_call(table: Table, command: CallStep) -> None:
    """The Master, once nobody has a called card left."""
    need_gm(table, command, "FI-INIT-10")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.COUNT:
        raise Refused("draw_first", "FI-INIT-10")
    need_no_turn(table)
    left = called(table)
    if left:
        actor = now.fighters[next(iter(left))].members[0]
        raise Refused("card_is_called", "FI-INIT-10", actor=actor_name(table, actor))
    if now.step + 1 >= len(initiative.steps()):
        raise Refused("round_over", "FI-INIT-14")


def call_step(draft: Draft, command: CallStep) -> None:
    """A counter for every aim, before anybody acts; then the cards of this rank are turned up (FI-AIM-4)."""
    now = need_fight(draft.table)
    now = replace(now, step=now.step + 1, together=())
    draft.become(now)
    draft.note("step_called", "FI-INIT-10", rank=rank_now(now))
    for name, fighter in now.fighters.items():
        if fighter.aim is not None:
            aim = replace(fighter.aim, counters=fighter.aim.counters + 1)
            become_fighter(draft, name, replace(fighter, aim=aim))
    for name, card in called(draft.table).items():
        zone = now.fighters[name].hand
        if not draft.table.zones[zone].may_see(card, EVERYONE):
            draft.emit(CardsTurned(zone=zone, cards=(card,), shown_to=(EVERYONE,)))
    for group in initiative.order_of_step(called(draft.table)):
        names = [actor_name(draft.table, now.fighters[name].members[0]) for name in group]
        draft.note("card_called" if len(group) == 1 else "cards_together", "FI-INIT-11", "FI-INIT-12", actors=names)


# ---- acting on a card ------------------------------------------------------------------------------------------------


def verify_play(table: Table, command: PlayCard) -> None:
    """Whose card is next, in a state to act, with nobody else acting; two of one suit may act beside each other."""
    need_leader(table, command, command.actor, "FI-ACT-1")
    need_free(table)
    need_called(table, command.actor)
    need_no_turn(table)
    states.need_able(table, command.actor)


def play_card(draft: Draft, command: PlayCard) -> None:
    """Lay the card off and begin the turn; a card in reserve is lost by it, the prepared one is not (FI-RES-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    together = _next(draft.table)
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    if len(together) > 1:
        draft.become(replace(need_fight(draft.table), together=together))
    begin_turn(draft, Turn(fighter=name, card=card, kind="card"), command.what)


def begin_turn(draft: Draft, turn: Turn, what: str) -> None:
    """Begin to act; a reserved card is lost by it, and so is a plan whose cards must follow one another (FI-RES-5)."""
    fighter = need_fight(draft.table).fighters[turn.fighter]
    who = actor_name(draft.table, fighter.members[0])
    draft.note(f"acts_{turn.kind}", "FI-ACT-1", actor=who, card=turn.card or None, what=what)
    if turn.kind == "card":
        lay_off_reserve(draft, turn.fighter)
        _spoil_if_whole(draft, turn.fighter)
    now = need_fight(draft.table)
    draft.become(replace(now, turns=(*now.turns, turn)))


def _spoil_if_whole(draft: Draft, name: str) -> None:
    fighter = need_fight(draft.table).fighters[name]
    plan = fighter.preparation
    if plan is not None and plan.whole and plan.paid < plan.need - 1:
        spoil(draft, name)


def lose_aim(draft: Draft, name: str, *rules: str) -> None:
    """Take all counters away, and lay the card off that was aimed with."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.aim is None:
        return
    become_fighter(draft, name, replace(fighter, aim=None))
    if fighter.preparation is None:
        decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))
    draft.note("aim_lost", *(rules or ("FI-AIM-7",)), actor=actor_name(draft.table, fighter.members[0]))


def verify_end_turn(table: Table, command: EndTurn) -> None:
    """Whoever leads the one who acts."""
    need_leader(table, command, command.actor, "FI-ACT-1")
    need_free(table)
    need_turn(table, command.actor)


def end_turn(draft: Draft, command: EndTurn) -> None:
    """End it. What somebody unnerved did is what the nerves spoiled; they are whole again (FI-PSY-5)."""
    finish_turn(draft)


def finish_turn(draft: Draft) -> None:
    """End the present turn; the one that it interrupted goes on."""
    now = need_fight(draft.table)
    turn = now.turns[-1]
    draft.become(replace(now, turns=now.turns[:-1]))
    for actor in now.fighters[turn.fighter].members:
        states.leave(draft, actor, states.UNNERVED, "FI-PSY-5")
    draft.note("turn_ends", actor=actor_name(draft.table, now.fighters[turn.fighter].members[0]))


# ---- holding back ----------------------------------------------------------------------------------------------------


def verify_reserve(table: Table, command: ReserveCard) -> None:
    """Whose card is next, and no other in reserve."""
    need_leader(table, command, command.actor, "FI-RES-1")
    need_free(table)
    need_no_turn(table)
    name, _, card = need_called(table, command.actor)
    refused = initiative.may_reserve(card, reserved(table, name))
    if refused is not None:
        raise refused


def reserve(draft: Draft, command: ReserveCard) -> None:
    """Lay it face down under the chips."""
    name, fighter, card = need_called(draft.table, command.actor)
    draft.move((card,), fighter.hand, reserve_of(name))
    draft.note("reserves", "FI-RES-1", actor=actor_name(draft.table, command.actor))


def verify_drop(table: Table, command: DropCard) -> None:
    """Whose card is next."""
    need_leader(table, command, command.actor, "FI-RES-7")
    need_free(table)
    need_no_turn(table)
    need_called(table, command.actor)


def drop(draft: Draft, command: DropCard) -> None:
    """Lay it off."""
    _, fighter, card = need_called(draft.table, command.actor)
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    draft.note("drops_card", "FI-RES-7", actor=actor_name(draft.table, command.actor), card=card)


# ---- taking long -----------------------------------------------------------------------------------------------------


def verify_prepare(table: Table, command: PrepareCard) -> None:
    """Whose card is next. A new plan while another is under way takes its place."""
    need_leader(table, command, command.actor, "FI-ACT-4")
    need_free(table)
    need_no_turn(table)
    name, fighter, _ = need_called(table, command.actor)
    states.need_able(table, command.actor)
    last = fighter.preparation is not None and fighter.preparation.paid + 1 >= fighter.preparation.need
    if last and fighter.preparation is not None and not fighter.preparation.trigger:
        raise Refused("prepared_now_act", "FI-ACT-4", actor=actor_name(table, command.actor))
    if last and reserved(table, name) is not None:
        raise Refused("reserve_taken", "FI-RES-2")


def prepare(draft: Draft, command: PrepareCard) -> None:
    """Lay the card aside and count it; the one that makes a triggered action complete goes into reserve (FI-EXT-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    plan = fighter.preparation or Preparation(
        what=command.what, need=command.need, trigger=command.trigger, whole=command.whole
    )
    plan = replace(plan, paid=plan.paid + 1)
    ready = plan.paid >= plan.need
    draft.move((card,), fighter.hand, reserve_of(name) if ready else laid_of(name))
    become_fighter(draft, name, replace(fighter, preparation=plan))
    key = "prepared" if ready else "prepares"
    who = actor_name(draft.table, command.actor)
    draft.note(key, "FI-ACT-4", "FI-EXT-3", actor=who, what=plan.what, paid=plan.paid, need=plan.need)
    draft.figure(prepared=plan.paid, ready=ready)


def verify_spoil(table: Table, command: SpoilPreparation) -> None:
    """Whoever leads the one who prepares."""
    need_leader(table, command, command.actor, "FI-EXT-4")
    _, fighter = need_fighter(table, command.actor)
    if fighter.preparation is None:
        raise Refused("nothing_prepared", "FI-EXT-3")


def spoil_by_hand(draft: Draft, command: SpoilPreparation) -> None:
    """Let it come to nothing."""
    spoil(draft, need_fighter(draft.table, command.actor)[0])


def spoil(draft: Draft, name: str) -> None:
    """Lay the cards off that were laid aside."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.preparation is None:
        return
    become_fighter(draft, name, replace(fighter, preparation=None))
    if fighter.aim is None:
        decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))
    who = actor_name(draft.table, fighter.members[0])
    draft.note("preparation_over", "FI-EXT-2", actor=who, what=fighter.preparation.what)


def use_preparation(draft: Draft, name: str, speed: int) -> bool:
    """Say whether a slow action can be done with the present card, and use up what was prepared for it (FI-ACT-4)."""
    fighter = need_fight(draft.table).fighters[name]
    paid = fighter.preparation.paid if fighter.preparation else 0
    if initiative.preparation_left(speed, paid):
        return False
    if fighter.preparation is not None and speed > 1:
        become_fighter(draft, name, replace(fighter, preparation=None))
        if fighter.aim is None:
            decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))
    return True


# ---- aiming ----------------------------------------------------------------------------------------------------------


def verify_aim(table: Table, command: AimCard) -> None:
    """Whose card is next, with a weapon that can aim."""
    need_leader(table, command, command.actor, "FI-AIM-4")
    need_free(table)
    need_no_turn(table)
    _, fighter, _ = need_called(table, command.actor)
    states.need_able(table, command.actor)
    weapon = need_weapon(table, command.actor, command.weapon)
    if weapon.aim is None:
        raise Refused("cannot_aim", "FI-AIM-12", weapon=weapon.name)
    if command.target not in table.actors:
        raise Refused("no_such_actor", actor=command.target)
    if fighter.aim is not None and fighter.aim.target == command.target and fighter.aim.weapon == weapon.name:
        raise Refused("aims_already", "FI-AIM-4", actor=actor_name(table, command.actor))


def aim(draft: Draft, command: AimCard) -> None:
    """Leave the card on the table; an earlier aim is over, a reserved card stays (FI-AIM-8)."""
    name, _, card = need_called(draft.table, command.actor)
    lose_aim(draft, name)
    fighter = need_fight(draft.table).fighters[name]
    draft.move((card,), fighter.hand, laid_of(name))
    plan = fighter.preparation
    weapon = need_weapon(draft.table, command.actor, command.weapon)
    if weapon.speed > 1 and word(draft.table, "prep_card_aims") != "never" and plan is None:
        plan = Preparation(what=weapon.name, need=weapon.speed, paid=1)
    aiming = Aim(target=command.target, weapon=weapon.name)
    become_fighter(draft, name, replace(fighter, aim=aiming, preparation=plan))
    who, target = actor_name(draft.table, command.actor), actor_name(draft.table, command.target)
    draft.note("aims", "FI-AIM-4", actor=who, target=target, weapon=weapon.name)


def verify_lose_aim(table: Table, command: LoseAim) -> None:
    """Whoever leads the one who aims."""
    need_leader(table, command, command.actor, "FI-AIM-7")
    _, fighter = need_fighter(table, command.actor)
    if fighter.aim is None:
        raise Refused("not_aiming", "FI-AIM-7", actor=actor_name(table, command.actor))


def lose_aim_by_hand(draft: Draft, command: LoseAim) -> None:
    """Give it up."""
    lose_aim(draft, need_fighter(draft.table, command.actor)[0])


# ---- out of turn -----------------------------------------------------------------------------------------------------


def verify_play_reserve(table: Table, command: PlayReserve) -> None:
    """Who holds a reserved card and can act, once cards are being drawn or counted; not into a turn of one's own."""
    need_leader(table, command, command.actor, "FI-RES-3")
    need_free(table)
    name, _ = need_fighter(table, command.actor)
    if reserved(table, name) is None:
        raise Refused("nothing_reserved", "FI-RES-3")
    need_out_of_turn(table, command.actor)


def need_out_of_turn(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or acts already."""
    need_free(table)
    states.need_able(table, actor)
    dread.need_nerve(table, actor)
    name, _ = need_fighter(table, actor)
    if any(turn.fighter == name for turn in need_fight(table).turns):
        raise Refused("acts_already", "FI-RES-4", actor=actor_name(table, actor))


def play_reserve(draft: Draft, command: PlayReserve) -> None:
    """Reveal and lay off the card; who interrupts an action rolls Reflex against whoever does it (FI-RES-4)."""
    name, fighter = need_fighter(draft.table, command.actor)
    card = reserved(draft.table, name)
    assert card is not None
    decks.discard(draft, fighter.side, (card,), reserve_of(name))
    become_fighter(draft, name, replace(fighter, reserve_played=True))
    _interrupt(draft, Turn(fighter=name, card=card, kind="reserve"), command.what, contest=not command.on_trigger)


def verify_red(table: Table, command: PlayRedJoker) -> None:
    """Who holds a red joker and can act."""
    need_leader(table, command, command.actor, "FI-JOKER-2")
    need_free(table)
    _, fighter = need_fighter(table, command.actor)
    if command.card not in decks.reds(cards_of(table, fighter)):
        raise Refused("no_red_joker", "FI-JOKER-2")
    need_out_of_turn(table, command.actor)


def play_red(draft: Draft, command: PlayRedJoker) -> None:
    """Go first; only against another red joker that is rolled for (FI-JOKER-8)."""
    name, fighter = need_fighter(draft.table, command.actor)
    decks.discard(draft, fighter.side, (command.card,), fighter.hand)
    now = need_fight(draft.table)
    other = bool(now.turns) and now.turns[-1].kind == "red"
    _interrupt(draft, Turn(fighter=name, card=command.card, kind="red"), command.what, contest=other)


def _interrupt(draft: Draft, turn: Turn, what: str, *, contest: bool) -> None:
    now = need_fight(draft.table)
    if not contest or not now.turns:
        begin_turn(draft, turn, what)
        return
    who, other = (now.fighters[each].members[0] for each in (turn.fighter, now.turns[-1].fighter))
    rolls = (trait_roll(draft.table, who, "reflex"), trait_roll(draft.table, other, "reflex"))
    about = {"fighter": turn.fighter, "card": turn.card, "kind": turn.kind, "what": what}
    checks.open_check(draft, Check(purpose="interrupt", what="interrupt", rolls=rolls, about=about))


def _interrupt_decided(draft: Draft, result: Decided) -> None:
    """Who wins acts first, the other afterwards if that is still possible (FI-RES-4)."""
    about = result.check.about
    turn = Turn(fighter=str(about["fighter"]), card=str(about["card"]), kind=str(about["kind"]))
    contest = result.contest
    first = contest is not None and contest.winner == "initiator"
    actor = result.check.rolls[0].actor
    even = turn.kind == "red" and result.scores[0].total == result.scores[1].total
    draft.note("interrupts" if first else "too_slow", "FI-RES-4", actor=actor_name(draft.table, actor))
    if even:
        now = need_fight(draft.table)
        draft.become(replace(now, together=tuple(fighter_of(now, roll.actor) for roll in result.check.rolls)))
    begin_turn(draft, turn, str(about["what"]))
    if not first:
        now = need_fight(draft.table)
        draft.become(replace(now, turns=(*now.turns[:-2], now.turns[-1], now.turns[-2])))


PURPOSES["interrupt"] = Purpose(_interrupt_decided)


# ---- the end of a round ----------------------------------------------------------------------------------------------


def verify_end_round(table: Table, command: EndRound) -> None:
    """The Master, when the Twos have been called and nobody acts; sooner if nobody has a card left."""
    need_gm(table, command, "FI-INIT-14")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.COUNT:
        raise Refused("draw_first", "FI-INIT-10")
    need_no_turn(table)
    if called(table):
        raise Refused("card_is_called", "FI-INIT-10", actor="")
    left = [name for name, fighter in now.fighters.items() if decks.ordinary(cards_of(table, fighter))]
    if left and now.step + 1 < len(initiative.steps()):
        raise Refused("count_on", "FI-INIT-10")


def end_round(draft: Draft, command: EndRound) -> None:
    """Lay off, bleed, shuffle, and begin the next round with its draw."""
    for fighter in need_fight(draft.table).fighters.values():
        decks.discard(draft, fighter.side, cards_of(draft.table, fighter), fighter.hand)
    _bleed_all(draft)
    for ends in ROUND_ENDS:
        ends(draft)
    for side in need_fight(draft.table).reshuffle:
        mine = [name for name, fighter in need_fight(draft.table).fighters.items() if fighter.side == side]
        decks.gather(draft, side, tuple(laid_of(name) for name in mine))
        draft.note("deck_shuffled", "FI-JOKER-6", "FI-JOKER-9", side=side)
    now = need_fight(draft.table)
    fresh = {
        name: replace(fighter, due=None, drawn=False, kept=False, why="", reserve_played=False, moves=0)
        for name, fighter in now.fighters.items()
    }
    draft.become(
        replace(now, number=now.number + 1, phase=Phase.DRAW, step=-1, fighters=fresh, reshuffle=(), together=())
    )
    draft.note("round_begins", "FI-INIT-1", number=now.number + 1)
    begin_round(draft)


def _bleed_all(draft: Draft) -> None:
    for fighter in need_fight(draft.table).fighters.values():
        for actor in fighter.members:
            breath.bleed(draft, actor)


MOVES = (
    Move(CallStep, verify_call, call_step),
    Move(PlayCard, verify_play, play_card),
    Move(EndTurn, verify_end_turn, end_turn),
    Move(ReserveCard, verify_reserve, reserve),
    Move(DropCard, verify_drop, drop),
    Move(PrepareCard, verify_prepare, prepare),
    Move(SpoilPreparation, verify_spoil, spoil_by_hand),
    Move(AimCard, verify_aim, aim),
    Move(LoseAim, verify_lose_aim, lose_aim_by_hand),
    Move(PlayReserve, verify_play_reserve, play_reserve),
    Move(PlayRedJoker, verify_red, play_red),
    Move(EndRound, verify_end_round, end_round),
)
