"""A round of a conflict: what it begins with, when the countdown starts, and what its end brings (2.34 ROUND)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, decks, initiative, states
from engine.rulesets.future_imperfect import dread as dreads
from engine.rulesets.future_imperfect.counting import need_countdown
from engine.rulesets.future_imperfect.drawing import draw_cards
from engine.rulesets.future_imperfect.fighters import (
    cards_of,
    hand_name,
    laid_of,
    lead_of,
    need_fight,
    need_free,
    reserved,
    wait_out,
)
from engine.rulesets.future_imperfect.procedures.conflict import Phase
from engine.rulesets.future_imperfect.settings import flag
from engine.table.frozen import replace
from engine.table.table import Table

ROUND_BEGINS: Final[list[Callable[[Draft], None]]] = []
"""What comes before the draw of a round; rooms put in their own (FI-FIRE-3)."""
ROUND_ENDS: Final[list[Callable[[Draft], None]]] = []
"""What comes at the end of a round besides bleeding (FI-DROWN-4, FI-FIRE-2)."""


class BeginCount(Request):
    """All have drawn: the Master begins to count down. Who has not drawn by then draws no more this round."""

    RULES = ("FI-INIT-10",)


class EndRound(Request):
    """The round is over: cards that were not used are laid off, wounds bleed, marked decks are shuffled."""

    RULES = ("FI-INIT-14", "FI-JOKER-6", "FI-JOKER-8", "FI-JOKER-9", "FI-BLEED-2")


# ---- beginning -------------------------------------------------------------------------------------------------------


def verify_begin_count(table: Table, command: BeginCount) -> None:
    """The Master, once everybody who has drawn has kept."""
    need_gm(table, command, "FI-INIT-10")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.DRAW:
        raise Refused("counting_already", "FI-INIT-10")
    waiting = [fighter for fighter in now.fighters.values() if fighter.drawn and not fighter.kept]
    if waiting:
        raise Refused("keep_first", "FI-INIT-7", actor=hand_name(table, waiting[0]))


def begin_count(draft: Draft, command: BeginCount) -> None:
    """Who has not drawn draws no more; the dread of this draw phase moves on."""
    for name, fighter in need_fight(draft.table).fighters.items():
        if not fighter.drawn:
            wait_out(draft, name, "late")
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
        held = states.states_of(draft.table, lead_of(draft.table, fighter))
        ready = fighter.preparation is not None and fighter.preparation.paid >= fighter.preparation.need
        drawing = initiative.drawing(
            held,
            keeps_reserve=False,
            prepared=ready and reserved(draft.table, name) is not None,
            prepared_no_draw=flag(draft.table, "prepared_no_draw"),
        )
        if drawing.how == "none":
            wait_out(draft, name, drawing.why or "")
        elif drawing.how == "single":
            draw_cards(draft, name, initiative.initiative_tables().terrified)


# ---- ending ----------------------------------------------------------------------------------------------------------


def verify_end_round(table: Table, command: EndRound) -> None:
    """The Master, when the Twos have been called and nobody acts; sooner if nobody has a card left."""
    now = need_countdown(table, command, "FI-INIT-14")
    ranks_left = now.step + 1 < len(initiative.steps())
    if ranks_left and any(decks.ordinary(cards_of(table, fighter)) for fighter in now.fighters.values()):
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
        name: replace(
            fighter,
            due=None,
            drawn=False,
            kept=False,
            why="",
            acted=False,
            moves=0,
            moved=0,
        )
        for name, fighter in now.fighters.items()
    }
    draft.become(
        replace(
            now,
            number=now.number + 1,
            phase=Phase.DRAW,
            step=-1,
            fighters=fresh,
            reshuffle=(),
            together=(),
            standing={},
        )
    )
    draft.note("round_begins", "FI-INIT-1", number=now.number + 1)
    begin_round(draft)


def _bleed_all(draft: Draft) -> None:
    """Let everybody bleed who does, in the conflict or beside it (FI-BLEED-1)."""
    for actor in draft.table.actors.values():
        if not actor.archived:
            breath.bleed(draft, actor.id)


MOVES = (
    Move(BeginCount, verify_begin_count, begin_count),
    Move(EndRound, verify_end_round, end_round),
)
