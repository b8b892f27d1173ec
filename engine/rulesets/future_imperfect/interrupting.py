"""Acting out of turn: the reserved card and the red joker (FI-RES-3, FI-RES-4, FI-JOKER-2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, dread, states
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.counting import What, become_turn
from engine.rulesets.future_imperfect.dice_of import trait_roll
from engine.rulesets.future_imperfect.fighters import (
    cards_of,
    hand_name,
    lead_of,
    need_able,
    need_fight,
    need_fighter,
    need_free,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.attack import Attack, attack
from engine.rulesets.future_imperfect.procedures.check import Check, Roll, check
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Turn, fight, fighter_of
from engine.rulesets.future_imperfect.turns import begin_turn
from engine.table.frozen import replace
from engine.table.table import Table


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


def declared(table: Table) -> Attack | Check | None:
    """Return the action of the present turn that has been declared, while no dice of it have fallen (FI-RES-4)."""
    found, rolled, now = attack(table), check(table), fight(table)
    if rolled is None or rolled.fallen or now is None or not now.turns:
        return None
    if found is not None:
        waits = table.procedures[-2:] == (found, rolled) and rolled.purpose == "attack"
        return found if waits and not (found.index or found.free) and _acts(now, found.actor) else None
    return rolled if PURPOSES[rolled.purpose].acts and _acts(now, rolled.rolls[0].actor) else None


def _acts(now: Fight, actor: str) -> bool:
    return fighter_of(now, actor) == now.turns[-1].fighter


def need_moment(table: Table) -> None:
    """Raise Refused while nobody can interrupt: dice have fallen, or something else is being done."""
    if declared(table) is None:
        need_free(table)


def verify_play_reserve(table: Table, command: PlayReserve) -> None:
    """Who holds a reserved card and can act, once cards are being drawn or counted; not into a turn of one's own."""
    need_leader(table, command, command.actor, "FI-RES-3")
    name, _ = need_fighter(table, command.actor)
    if reserved(table, name) is None:
        raise Refused("nothing_reserved", "FI-RES-3")
    need_out_of_turn(table, command.actor)


def need_out_of_turn(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or acts already."""
    need_moment(table)
    need_able(table, actor)
    name, fighter = need_fighter(table, actor)
    dread.need_nerve(table, lead_of(table, fighter))
    if any(turn.fighter == name for turn in need_fight(table).turns):
        raise Refused("acts_already", "FI-RES-4", actor=hand_name(table, fighter))


def play_reserve(draft: Draft, command: PlayReserve) -> None:
    """Act with it; who interrupts an action rolls Reflex against whoever does it (FI-RES-4)."""
    name, _ = need_fighter(draft.table, command.actor)
    _interrupt(draft, Turn(fighter=name, card="", kind="reserve"), command.what, contest=not command.on_trigger)


def verify_red(table: Table, command: PlayRedJoker) -> None:
    """Who holds a red joker and can act."""
    need_leader(table, command, command.actor, "FI-JOKER-2")
    _, fighter = need_fighter(table, command.actor)
    if command.card not in decks.reds(cards_of(table, fighter)):
        raise Refused("no_red_joker", "FI-JOKER-2")
    need_out_of_turn(table, command.actor)


def play_red(draft: Draft, command: PlayRedJoker) -> None:
    """Go first; only against another red joker that is rolled for (FI-JOKER-8)."""
    name, _ = need_fighter(draft.table, command.actor)
    now = need_fight(draft.table)
    other = bool(now.turns) and now.turns[-1].kind == "red"
    _interrupt(draft, Turn(fighter=name, card=command.card, kind="red"), command.what, contest=other)


def _reveal(draft: Draft, turn: Turn) -> Turn:
    """Lay off the card that is acted with, and return the turn with it (FI-RES-3, FI-JOKER-2)."""
    fighter = need_fight(draft.table).fighters[turn.fighter]
    if turn.kind == "red" and turn.card in cards_of(draft.table, fighter):
        decks.discard(draft, fighter.side, (turn.card,), fighter.hand)
    if turn.kind == "reserve" and reserved(draft.table, turn.fighter) is not None:
        return replace(turn, card=spend_reserve(draft, turn.fighter))
    return turn


def _come_first(draft: Draft, turn: Turn, what: str) -> None:
    """Begin a turn before what has been declared; that is put aside, nothing of it has happened yet."""
    found = declared(draft.table)
    if found is not None:
        rolled = check(draft.table) if isinstance(found, Attack) else None
        draft.finish(type(found))
        become_turn(draft, replace(need_fight(draft.table).turns[-1], declared=found, rolled=rolled))
    begin_turn(draft, turn, what)


def _interrupt(draft: Draft, turn: Turn, what: str, *, contest: bool) -> None:
    """Act at once, or roll for it over what has been declared; the card is laid off when the dice fall."""
    now = need_fight(draft.table)
    if not contest or not now.turns:
        _come_first(draft, _reveal(draft, turn), what)
        return
    who, other = (lead_of(draft.table, now.fighters[each]) for each in (turn.fighter, now.turns[-1].fighter))
    rolls = reflexes(draft.table, who, other)
    about = {"fighter": turn.fighter, "card": turn.card, "kind": turn.kind, "what": what}
    checks.open_check(draft, Check(purpose="interrupt", what="interrupt", rolls=rolls, about=about))


def reflexes(table: Table, who: str, other: str) -> tuple[Roll, Roll]:
    """Return the opposed roll of who interrupts and who is interrupted (FI-RES-4)."""
    return trait_roll(table, who, "reflex"), trait_roll(table, other, "reflex")


def is_faster(result: Decided) -> bool:
    """Say whether who interrupts comes first."""
    return result.contest is not None and result.contest.winner == "initiator"


def _turn_of(found: Check) -> Turn:
    """Return the turn that is rolled for; what chips went into that roll went into its action (FI-FATE-10)."""
    about, spent = found.about, found.rolls[0].spent
    return Turn(fighter=str(about["fighter"]), card=str(about["card"]), kind=str(about["kind"]), spent=spent)


def _pay_interruption(draft: Draft, found: Check) -> None:
    turn = _reveal(draft, _turn_of(found))
    draft.become(replace(found, about={**found.about, "card": turn.card}))


def _interrupt_decided(draft: Draft, result: Decided) -> None:
    """Who wins acts first, the other afterwards if that is still possible (FI-RES-4)."""
    about, turn = result.check.about, _turn_of(result.check)
    first = is_faster(result)
    actor = result.check.rolls[0].actor
    even = turn.kind == "red" and result.scores[0].total == result.scores[1].total
    draft.note("interrupts" if first else "too_slow", "FI-RES-4", actor=actor_name(draft.table, actor))
    if even:
        now = need_fight(draft.table)
        states.act_together(draft, tuple(fighter_of(now, roll.actor) for roll in result.check.rolls))
    if first:
        _come_first(draft, turn, str(about["what"]))
        return
    begin_turn(draft, turn, str(about["what"]))
    now = need_fight(draft.table)
    draft.become(replace(now, turns=(*now.turns[:-2], now.turns[-1], now.turns[-2])))


PURPOSES["interrupt"] = Purpose(
    _interrupt_decided, off=CallingOff.BEGINNER, pays=_pay_interruption, called="interrupting"
)


MOVES = (
    Move(PlayReserve, verify_play_reserve, play_reserve),
    Move(PlayRedJoker, verify_red, play_red),
)
