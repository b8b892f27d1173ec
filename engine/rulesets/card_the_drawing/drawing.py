"""The Drawing phase: Adrenaline, the regular draw, and what can be bought (section 2.7).

Adrenaline that is not spent is kept (CD-ADR-3); here it pays for draws and reshuffles, later for cards (CD-ADR-4).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase
from engine.rulesets.card_the_drawing.reacting import begin_moment, use_up
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.stepping import AFTER_MOMENT
from engine.table.table import Table

BodyId = Annotated[str, Meta(description="the minion of a mob that bears it; empty for the first that stands")]
ON = "drawing_start"


class DrawDue(Request):
    """Make the regular draw that is still due: the GM says which minion pays, or it might be skipped."""

    RULES = ("CD-DRAW-2", "CD-DRAW-4", "CD-DRAW-10")
    actor: ActorId
    body: BodyId = ""


class BuyDraw(Request):
    """Pay Adrenaline for one more card."""

    RULES = ("CD-DRAW-5",)
    actor: ActorId
    body: BodyId = ""


class BuyReshuffle(Request):
    """Pay Adrenaline and Health: hand and discards join the draw pile, which is shuffled, and a new hand is drawn."""

    RULES = ("CD-DRAW-6",)
    actor: ActorId
    body: BodyId = ""
    sure: Annotated[bool, Meta(description="pay even if that defeats the payer")] = False


class FinishDrawing(Request):
    """Buy nothing more in this phase."""

    RULES = ("CD-DRAW-4", "CD-ROUND-1")
    actor: ActorId


# ---- what happens by itself ------------------------------------------------------------------------------------------


def begin_round(draft: Draft) -> None:
    """Begin the Drawing phase of a round; what cards do at its start comes first, then `gain_and_draw`."""
    now = facts.need_battle(draft.table)
    facts.alter(draft, phase=Phase.DRAWING, step=0)
    draft.note("drawing_round", "CD-ROUND-1", round=now.round)
    begin_moment(draft, ON)


def gain_and_draw(draft: Draft) -> None:
    """Let everybody who stands gain Adrenaline and make the regular draw, all at once (CD-ADR-2, CD-DRAW-1, 2)."""
    for actor in facts.standing(draft.table):
        gain_and_draw_for(draft, actor)


AFTER_MOMENT[ON] = gain_and_draw


def gain_and_draw_for(draft: Draft, actor: str) -> None:
    """Let one gain Adrenaline and draw; before it draws, the GM may have to say which minion pays (CD-DRAW-10)."""
    gain = reckoner(draft.table).adrenaline_gain(actor)
    facts.set_adrenaline(draft, actor, people.adrenaline(draft.table, actor) + gain.value)
    has = people.adrenaline(draft.table, actor)
    reckoning = tuple(part.words for part in gain.parts)
    facts.note_of(draft, actor, "drawing_gains", "CD-ADR-2", reckoning=reckoning, count=gain.value, has=has)
    use_up(draft, gain.spent)
    due = regular_draw(draft.table, actor)
    may_skip = settings.flag(draft.table, "may_skip_draw")
    fresh = facts.need_fighter(draft.table, actor).fresh
    facts.become(draft, actor, fresh=False, due=due)
    if not due or (may_skip and not fresh):
        return
    if _must_ask(draft.table, actor, due):
        draft.note("drawing_who_pays", "CD-DRAW-10", actor=actor_name(draft.table, actor))
    else:
        draw_due(draft, actor)


def regular_draw(table: Table, actor: str) -> int:
    """Return how many cards an actor draws now: a full hand the first time, then one (CD-DRAW-1 to CD-DRAW-3).

    Of a deck that is smaller than a hand all are drawn the first time; there is nothing else to say about that.
    """
    at = reckoner(table)
    room = max(0, at.hand_size(actor).value - len(zones.hand_cards(table, actor)))
    if facts.need_fighter(table, actor).fresh:
        piles = (zones.draw_pile(actor), zones.discard_of(actor))
        return min(room, sum(len(zones.own_cards(table, pile, actor)) for pile in piles))
    whole = at.scene.fighters[actor].is_mob and settings.word(table, "mob_draw") == "speed"
    return min(room, at.draw_count(actor, at.speed(actor).value if whole else 1).value)


def _must_ask(table: Table, actor: str, count: int) -> bool:
    several = len(people.standing(table, actor)) > 1 and settings.number(table, "exhaustion_cost") > 0
    return several and facts.would_exhaust(table, actor, count)


def draw_due(draft: Draft, actor: str, sufferer: str = "") -> None:
    """Make the regular draw."""
    due = facts.need_fighter(draft.table, actor).due
    facts.become(draft, actor, due=0)
    drawn = facts.draw_cards(draft, actor, due, sufferer=sufferer)
    if drawn:
        draft.note("drawing_draws", "CD-DRAW-1", "CD-DRAW-2", actor=actor_name(draft.table, actor), count=drawn)


def all_ready(table: Table) -> bool:
    """Say whether nobody who stands has anything more to do in this phase."""
    now = facts.need_battle(table)
    return all(now.fighters[actor].ready for actor in facts.standing(table))


# ---- what is asked for -----------------------------------------------------------------------------------------------


def need_drawing(table: Table, command: Request, actor: str, *rules: str) -> Combatant:
    """Return who draws. Raises Refused outside this phase, and for one who has finished it or is defeated."""
    facts.need_leader(table, command, actor, *rules)
    now = facts.need_battle(table)
    fighter = facts.need_standing(table, actor)
    if now.phase is not Phase.DRAWING or now.moment:
        raise Refused("drawing_not_drawing", "CD-ROUND-1")
    facts.need_between(table)
    if fighter.ready:
        raise Refused("drawing_finished", "CD-ROUND-1", actor=actor_name(table, actor))
    return fighter


def _need_body(table: Table, command: DrawDue | BuyDraw | BuyReshuffle) -> None:
    if command.body and command.body not in people.standing(table, command.actor):
        raise Refused("drawing_no_such_body", "CD-DRAW-10", actor=actor_name(table, command.actor))


def verify_due(table: Table, command: DrawDue) -> None:
    """Who has a draw to make."""
    fighter = need_drawing(table, command, command.actor, "CD-DRAW-2")
    if not fighter.due:
        raise Refused("drawing_nothing_due", "CD-DRAW-2", actor=actor_name(table, command.actor))
    _need_body(table, command)


def decide_due(draft: Draft, command: DrawDue) -> None:
    """Draw."""
    draw_due(draft, command.actor, command.body)


def _need_regular(table: Table, fighter: Combatant, actor: str) -> None:
    if fighter.due and not settings.flag(table, "may_skip_draw"):
        raise Refused("drawing_due", "CD-DRAW-4", actor=actor_name(table, actor))


def verify_buy(table: Table, command: BuyDraw) -> None:
    """Who can pay it and has room in hand, as long as there is a card."""
    fighter = need_drawing(table, command, command.actor, "CD-DRAW-5")
    _need_regular(table, fighter, command.actor)
    _need_body(table, command)
    name = actor_name(table, command.actor)
    most = settings.limit(table, "extra_draws_per_round")
    if most is not None and fighter.extra_draws >= most:
        raise Refused("drawing_no_more_draws", "CD-DRAW-5", actor=name, most=most)
    if not facts.has_room(table, command.actor):
        raise Refused("drawing_hand_full", "CD-DRAW-3", actor=name)
    _need_adrenaline(table, command.actor, settings.prices().draw, "CD-DRAW-5")
    piles = (zones.draw_pile(command.actor), zones.discard_of(command.actor))
    if not any(zones.cards_in(table, pile) for pile in piles):
        raise Refused("drawing_no_cards", "CD-DRAW-9", actor=name)


def _need_adrenaline(table: Table, actor: str, price: int, rule: str) -> None:
    has = people.adrenaline(table, actor)
    if has < price:
        raise Refused("drawing_cannot_pay", rule, actor=actor_name(table, actor), price=price, has=has)


def buy(draft: Draft, command: BuyDraw) -> None:
    """Pay, then draw."""
    fighter = facts.need_fighter(draft.table, command.actor)
    facts.become(draft, command.actor, extra_draws=fighter.extra_draws + 1)
    has = people.adrenaline(draft.table, command.actor) - settings.prices().draw
    facts.set_adrenaline(draft, command.actor, has)
    facts.note_of(draft, command.actor, "drawing_buys_draw", "CD-DRAW-5", count=settings.prices().draw, has=has)
    facts.draw_cards(draft, command.actor, 1, sufferer=command.body)


def verify_reshuffle(table: Table, command: BuyReshuffle) -> None:
    """Who can pay both; the last Health is paid only by who is sure of it, or not at all (CD-AMB-11)."""
    fighter = need_drawing(table, command, command.actor, "CD-DRAW-6")
    _need_regular(table, fighter, command.actor)
    _need_body(table, command)
    _need_adrenaline(table, command.actor, settings.prices().reshuffle, "CD-DRAW-6")
    body = reshuffle_payer(table, command.actor, command.body)
    track = people.health_track(table, body)
    health, name = track.value if track is not None else 0, people.body_name(table, body)
    if health < settings.prices().health:
        raise Refused("drawing_no_health", "CD-DRAW-6", body=name, price=settings.prices().health, has=health)
    if health == settings.prices().health:
        if settings.word(table, "lethal_payment") == "forbid":
            raise Refused("drawing_lethal", "CD-DRAW-6", body=name)
        if not command.sure:
            raise Refused("drawing_be_sure", "CD-DRAW-6", body=name, price=settings.prices().health)


def reshuffle_payer(table: Table, actor: str, wished: str = "") -> str:
    """Return the body that pays for a reshuffle: the one that is wished, else the first that survives it, if any."""
    tracks = ((body, people.health_track(table, body)) for body in people.standing(table, actor))
    hardy = next((body for body, track in tracks if track is not None and track.value > settings.prices().health), "")
    return facts.payer(table, actor, wished or hardy)


def reshuffle(draft: Draft, command: BuyReshuffle) -> None:
    """Pay, shuffle everything but what is in the field, or charging, and draw a new hand."""
    actor = command.actor
    body = reshuffle_payer(draft.table, actor, command.body)
    has = people.adrenaline(draft.table, actor) - settings.prices().reshuffle
    facts.set_adrenaline(draft, actor, has)
    facts.note_of(draft, actor, "drawing_buys_reshuffle", "CD-DRAW-6", count=settings.prices().reshuffle, has=has)
    facts.lose_health(draft, body, settings.prices().health, "drawing_loses", "CD-DRAW-6", "CD-DRAW-10")
    if not people.standing(draft.table, actor):
        return
    pile = zones.draw_pile(actor)
    for zone in (zones.hand_zone(draft.table, actor), zones.discard_of(actor)):
        draft.move(zones.own_cards(draft.table, zone, actor), zone, pile, None)
    draft.shuffle(pile)
    facts.become(draft, actor, due=0)
    facts.draw_cards(draft, actor, len(zones.cards_in(draft.table, pile)))


def verify_finish(table: Table, command: FinishDrawing) -> None:
    """Who has made the regular draw."""
    fighter = need_drawing(table, command, command.actor, "CD-ROUND-1")
    _need_regular(table, fighter, command.actor)


def finish(draft: Draft, command: FinishDrawing) -> None:
    """Wait for the others; when all have finished, planning begins (`flow.settle`)."""
    finish_for(draft, command.actor)
    draft.note("drawing_has_drawn", "CD-ROUND-1", actor=actor_name(draft.table, command.actor))


def finish_for(draft: Draft, actor: str) -> None:
    """Let one have finished; a draw that may be skipped is."""
    facts.become(draft, actor, ready=True, due=0)


MOVES = (
    Move(DrawDue, verify_due, decide_due),
    Move(BuyDraw, verify_buy, buy),
    Move(BuyReshuffle, verify_reshuffle, reshuffle),
    Move(FinishDrawing, verify_finish, finish),
)
