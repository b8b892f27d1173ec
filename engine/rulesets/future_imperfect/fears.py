"""Fear and terror at the table: the test, what it leaves, and the run that it ends in (FI-FEAR)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, dread, limbs, minds, movement, nerves, pacing, states
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.counting import called, need_called, need_no_turn
from engine.rulesets.future_imperfect.dice_of import skill_roll
from engine.rulesets.future_imperfect.fate import Kind
from engine.rulesets.future_imperfect.fighters import become_fighter, cards_of, need_fight, need_fighter, need_free
from engine.rulesets.future_imperfect.leading import figure_of, need_known, need_leader, note_of
from engine.rulesets.future_imperfect.moving import need_legs
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Phase, Turn, fight, fighter_of
from engine.rulesets.future_imperfect.rounds import prepare_round
from engine.rulesets.future_imperfect.surprise import GUTS
from engine.rulesets.future_imperfect.turns import begin_turn, finish_turn
from engine.table.frozen import replace
from engine.table.table import Table


class FaceFear(Request):
    """The Master calls for a guts check against something frightening, or terrible."""

    RULES = ("FI-FEAR-1", "FI-FEAR-2", "FI-FEAR-3", "FI-FEAR-5", "FI-FEAR-6", "FI-SIMPLE-8")
    actor: ActorId
    tn: Annotated[int, Meta(ge=0, le=99, description="how frightening it is")]
    terror: Annotated[bool, Meta(description="terror: no chip helps, and a bust freezes")] = False
    cause: Annotated[str, Meta(description="what frightens")] = ""
    more: Annotated[int, Meta(ge=0, le=99, description="what the source adds by an action of its own")] = 0


class Flee(Request):
    """A terrified character runs from the cause as far as it can, with its single card or a red joker."""

    RULES = ("FI-FEAR-7", "FI-FEAR-8")
    actor: ActorId
    pace: Annotated[bool, Meta(description="and picks up the pace")] = False


# ---- the test --------------------------------------------------------------------------------------------------------


def verify_test(table: Table, command: FaceFear) -> None:
    """The Master, for somebody who still has a mind to lose."""
    need_gm(table, command, "FI-FEAR-2")
    need_known(table, command.seat, command.actor)
    need_free(table)
    for state in (states.DEAD, states.UNCONSCIOUS):
        if table.actors[command.actor].has(state):
            raise Refused("out_of_action", "FI-FEAR-2", actor=actor_name(table, command.actor), why=state)
    skill_roll(table, command.actor, GUTS)


def face_fear(draft: Draft, command: FaceFear) -> None:
    """Open the roll; under terror no chip may be spent on it (FI-FATE-19)."""
    kind = Kind.TERROR if command.terror else Kind.CHECK
    roll = skill_roll(draft.table, command.actor, GUTS, kind=kind)
    parts = [Part(reason="terror" if command.terror else "fear", value=command.tn)]
    if command.more:
        parts.append(Part(reason="fear_more", value=command.more))
    started = Check(
        purpose="fear",
        what=command.cause,
        about={"terror": command.terror},
        rolls=(roll,),
        tn=command.tn + command.more,
        tn_parts=tuple(parts),
    )
    checks.open_check(draft, started)


def _fear_decided(draft: Draft, result: Decided) -> None:
    actor, terror = result.check.rolls[0].actor, bool(result.check.about.get("terror"))
    bust = result.scores[0].bust
    left = minds.fear_result(result.successes, bust=bust, terror=terror)
    figure_of(draft, actor, fear=left or "none")
    rule = "FI-FEAR-6" if terror else "FI-FEAR-3"
    match left:
        case None:
            note_of(draft, actor, "fearless", rule)
        case "terrified" | "catatonic":
            dread.seize(draft, actor, left, "FI-FEAR-5", "FI-FEAR-6")
            _feel_at_once(draft, actor)
        case _:
            note_of(draft, actor, "afraid", rule, effect=left)
            nerves.befall(draft, (actor,), left, "")
    if terror and not bust and not result.successes:
        dread.shake(draft, actor, drawn=_has_drawn(draft.table, actor))


PURPOSES["fear"] = Purpose(_fear_decided, called="fear_test")


def _has_drawn(table: Table, actor: str) -> bool:
    """Say whether the next draw phase of a character is another one than that of this round."""
    now = fight(table)
    name = fighter_of(now, actor) if now is not None else ""
    return now is None or not name or now.phase is not Phase.DRAW or now.fighters[name].drawn


def _feel_at_once(draft: Draft, actor: str) -> None:
    """While cards are drawn and the character has none yet, this is the draw phase that it spoils (FI-FEAR-7)."""
    if not _has_drawn(draft.table, actor):
        dread.before_draw(draft, actor)
        prepare_round(draft)


# ---- the run ---------------------------------------------------------------------------------------------------------


def verify_flee(table: Table, command: Flee) -> None:
    """Whoever leads somebody terrified, when its card is called, or with a red joker at once."""
    need_leader(table, command, command.actor, "FI-FEAR-7")
    need_free(table)
    name, fighter = need_fighter(table, command.actor)
    if not dread.must_flee(table, command.actor):
        raise Refused("not_terrified", "FI-FEAR-7", actor=actor_name(table, command.actor))
    states.need_able(table, command.actor)
    if command.pace:
        need_legs(table, command.actor, far(table, command.actor))
    if not decks.reds(cards_of(table, fighter)) or name in called(table):
        need_no_turn(table)
        need_called(table, command.actor, flees=True)


def far(table: Table, actor: str, picked: int = 0) -> int:
    """Return how many metres a terrified character gets: its full running distance, as far as its legs carry it."""
    gait = limbs.gait(table, actor)
    if gait == "drags":
        return movement.dragging()
    moves = need_fighter(table, actor)[1].moves
    rate = pacing.rate_of(table, actor, "walking").metres
    return movement.reach(rate, running=gait == "runs", moves_made=moves, picked_up=picked)


def flee(draft: Draft, command: Flee) -> None:
    """Lay the card off, run the whole way, and be terrified no more."""
    name, fighter = need_fighter(draft.table, command.actor)
    card = called(draft.table).get(name)
    kind = "card" if card is not None else "red"
    card = card or decks.reds(cards_of(draft.table, fighter))[0]
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    runs = limbs.gait(draft.table, command.actor) == "runs"
    begin_turn(draft, Turn(fighter=name, card=card, kind=kind, running=runs, acted=True, done=fighter.members), "")
    picked = pacing.throw_pickup(draft, command.actor, "walking") if command.pace else 0
    rate = pacing.rate_of(draft.table, command.actor, "walking")
    metres = far(draft.table, command.actor, picked)
    ran = replace(need_fight(draft.table).fighters[name], moves=fighter.moves + 1, moved=fighter.moved + metres)
    become_fighter(draft, name, ran)
    note_of(
        draft,
        command.actor,
        "flees",
        "FI-FEAR-7",
        metres=metres,
        reckoning=[part.words for part in rate.parts],
    )
    draft.figure(metres=metres)
    states.leave(draft, command.actor, states.TERRIFIED, "FI-FEAR-8")
    finish_turn(draft)


MOVES = (
    Move(FaceFear, verify_test, face_fear),
    Move(Flee, verify_flee, flee),
)
