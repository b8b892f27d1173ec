"""The countdown: which rank is called, whose card is next, and whose turn it is (FI-INIT-10 to FI-INIT-12)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import CardsTurned
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import dread, initiative
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    cards_of,
    hand_name,
    lead_of,
    need_fight,
    need_fighter,
    need_free,
    reserved,
    whole_name,
)
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Fighter, Phase, Turn, fight
from engine.rulesets.remembering import Remembered
from engine.table.cards import rank_of
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import EVERYONE

What = Annotated[str, Meta(description="what the character does, in words")]


class CallStep(Request):
    """The Master calls the next rank; cards of it are turned up, and whoever aims gets a counter."""

    RULES = ("FI-INIT-10", "FI-AIM-4", "FI-AIM-6")


def rank_now(now: Fight) -> str:
    """Return the rank that was called last, or an empty string."""
    return initiative.steps()[now.step] if now.phase is Phase.COUNT and now.step >= 0 else ""


_CALLED: Final = Remembered[dict[str, str]]()


def called(table: Table) -> dict[str, str]:
    """Return the card of the called rank that each hand still holds, in the order of acting (FI-INIT-11)."""
    return _CALLED.get("", (table.procedures, table.zones), lambda: _called(table))


def _called(table: Table) -> dict[str, str]:
    now = fight(table)
    rank = rank_now(now) if now else ""
    if now is None or not rank:
        return {}
    held = {
        name: card
        for name, fighter in now.fighters.items()
        for card in cards_of(table, fighter)
        if rank_of(card) == rank
    }
    return {name: held[name] for group in initiative.order_of_step(held) for name in group}


def may_still_act(table: Table, name: str, fighter: Fighter) -> bool:
    """Say whether everybody knows that a hand has something to act with this round: cards, a reserve, an aim."""
    return bool(cards_of(table, fighter)) or reserved(table, name) is not None or fighter.aim is not None


def next_called(table: Table) -> tuple[str, ...]:
    """Return the hands whose called cards are next: one, or two of the same suit (FI-INIT-12)."""
    groups = initiative.order_of_step(called(table))
    return groups[0] if groups else ()


def need_called(table: Table, actor: str, *, flees: bool = False) -> tuple[str, Fighter, str]:
    """Return the hand, and its card that was called. Raises Refused unless it is its turn; terror only flees."""
    name, fighter = need_fighter(table, actor)
    held = called(table)
    card = held.get(name)
    if card is None:
        raise Refused("not_called", "FI-INIT-10", actor=actor_name(table, actor))
    following = initiative.order_of_step(held)[0]
    if name not in following:
        first = need_fight(table).fighters[following[0]]
        raise Refused("not_yet_called", "FI-INIT-11", actor=hand_name(table, first))
    if not flees:
        dread.need_nerve(table, lead_of(table, fighter))
    return name, fighter, card


def need_card(table: Table, command: Request, actor: str, rule: str) -> tuple[str, Fighter, str]:
    """Return the hand, and its called card, with which whoever leads a character may do something now."""
    need_leader(table, command, actor, rule)
    need_free(table)
    need_no_turn(table)
    return need_called(table, actor)


def need_countdown(table: Table, command: Request, rule: str) -> Fight:
    """Return the conflict if the Master asks, the ranks are being called, and nobody acts or has a called card left."""
    need_gm(table, command, rule)
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.COUNT:
        raise Refused("draw_first", "FI-INIT-10")
    need_no_turn(table)
    left = called(table)
    if left:
        first = now.fighters[next(iter(left))]
        raise Refused("card_is_called", "FI-INIT-10", actor=hand_name(table, first))
    return now


def need_no_turn(table: Table) -> None:
    """Raise Refused while a card is being acted on."""
    now = need_fight(table)
    if now.turns:
        first = now.fighters[now.turns[-1].fighter]
        raise Refused("turn_runs", "FI-ACT-1", actor=hand_name(table, first))


def need_turn(table: Table, actor: str) -> Turn:
    """Return the turn in which a character acts now. Raises Refused if it is somebody else's."""
    name, _ = need_fighter(table, actor)
    now = need_fight(table)
    if not now.turns or now.turns[-1].fighter != name:
        raise Refused("not_your_turn", "FI-ACT-1", actor=actor_name(table, actor))
    return now.turns[-1]


def need_open_turn(table: Table, actor: str) -> Turn:
    """Return the turn in which a character acts as it likes. Raises Refused in one for the aimed shot (FI-AIM-11)."""
    turn = need_turn(table, actor)
    if turn.kind == "aim":
        raise Refused("aimed_shot_only", "FI-AIM-11", actor=actor_name(table, actor))
    return turn


def become_turn(draft: Draft, turn: Turn) -> None:
    """Let the present turn stand anew."""
    now = need_fight(draft.table)
    draft.become(replace(now, turns=(*now.turns[:-1], turn)))


def verify_call(table: Table, command: CallStep) -> None:
    """The Master, once nobody has a called card left."""
    if need_countdown(table, command, "FI-INIT-10").step + 1 >= len(initiative.steps()):
        raise Refused("round_over", "FI-INIT-14")


def call_step(draft: Draft, command: CallStep) -> None:
    """A counter for every aim, before anybody acts; then the cards of this rank are turned up (FI-AIM-4)."""
    now = need_fight(draft.table)
    now = replace(now, step=now.step + 1, together=(), standing={})
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
        names = [whole_name(draft.table, now.fighters[name]) for name in group]
        draft.note("card_called" if len(group) == 1 else "cards_together", "FI-INIT-11", "FI-INIT-12", actors=names)


MOVES = (Move(CallStep, verify_call, call_step),)
