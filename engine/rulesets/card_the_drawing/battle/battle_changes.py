"""Changes of the battle and its actors: Health, Adrenaline, cards that move, and defeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import TrackSet
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.model.tracks import Track
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import FieldCardState, current_battle
from engine.rulesets.card_the_drawing.battle.participants import BATTLES, need_battle
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY

# ---- writing ---------------------------------------------------------------------------------------------------------


change_battle, change_fighter = BATTLES.change, BATTLES.change_fighter


def add_log_line(
    draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), body: str = "", **numbers: Any
) -> None:
    """Add a log line with an actor's numbers; for a secret actor only those who may read its record see it.

    Everybody else gets the same line without the numbers, `<key>_openly`. The line names the actor as `{actor}`, or
    only one `body` of it.
    """
    character = draft.table.actors[actor]
    named: dict[str, Any] = {"body": actor_sheet.body_name(draft.table, body)} if body else {"actor": character.name}
    if character.secret:
        draft.note(f"{key}_openly", *rules, **named)
    draft.note(key, *rules, audience=record_readers(draft.table, character), reckoning=reckoning, **named, **numbers)


def set_adrenaline(draft: Draft, actor: str, value: int) -> int:
    """Set an actor's Adrenaline, never below 0 (CD-ADR-1); return the change."""
    had = actor_sheet.adrenaline(draft.table, actor)
    value = max(0, value)
    track = draft.table.actors[actor].tracks.get(actor_sheet.ADRENALINE) or Track(value=0)
    if track.value != value:
        draft.emit(TrackSet(actor=actor, name=actor_sheet.ADRENALINE, track=replace(track, value=value)))
    return value - had


def pay_adrenaline(draft: Draft, actor: str, price: int, key: str, rule: str) -> None:
    """Reduce an actor's Adrenaline by a price that it can pay, and log it."""
    has = actor_sheet.adrenaline(draft.table, actor) - price
    set_adrenaline(draft, actor, has)
    add_log_line(draft, actor, key, rule, count=price, has=has)


def set_health(draft: Draft, body: str, value: int) -> int:
    """Set the Health of a body, never above its maximum (CD-STAT-10); return the change.

    It adds no log line and reports no defeat: `lose_health` and `heal` do that.
    """
    track = actor_sheet.health_track(draft.table, body)
    if track is None:
        return 0
    new = replace(track, value=track.clamped(value))
    if new != track:
        actor, name = actor_sheet.track_of(body)
        draft.emit(TrackSet(actor=actor, name=name, track=new))
    return new.value - track.value


def lose_health(
    draft: Draft,
    body: str,
    count: int,
    key: str = "drawing_loses",
    *rules: str,
    reckoning: Sequence[Message] = (),
    **more: Json,
) -> bool:
    """Reduce the Health of a body, log it, and return whether that defeated it.

    The line has `{body}`, `{count}`, `{left}` and the other parameters; `<key>_openly` has `{body}` alone.
    """
    stood = actor_sheet.is_standing(draft.table, body)
    set_health(draft, body, actor_sheet.health_left(draft.table, body) - count)
    log_health(draft, body, key, *rules, reckoning=reckoning, count=count, **more)
    fell = stood and not actor_sheet.is_standing(draft.table, body)
    if fell:
        draft.note("drawing_falls", "CD-DEF-1", body=actor_sheet.body_name(draft.table, body))
    return fell


def heal(
    draft: Draft, body: str, count: int, key: str = "drawing_heals", *rules: str, reckoning: Sequence[Message] = ()
) -> int:
    """Restore Health of a body that is not defeated, and return how much (5.6)."""
    if not actor_sheet.is_standing(draft.table, body):
        return 0
    gained = set_health(draft, body, actor_sheet.health_left(draft.table, body) + max(0, count))
    log_health(draft, body, key, *rules, reckoning=reckoning, count=gained)
    return gained


def log_health(draft: Draft, body: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **more: Json) -> None:
    """Log a change of a body's Health that has already happened."""
    (actor, _), left = actor_sheet.track_of(body), actor_sheet.health_left(draft.table, body)
    add_log_line(draft, actor, key, *rules, reckoning=reckoning, body=body, left=left, **more)


def is_permanent(table: Table, card: str) -> bool:
    """Return whether a card in the field can never leave it (CD-AUTO-3, CD-ENV-2)."""
    battle = current_battle(table)
    marked = battle is not None and any(field_card.card == card and field_card.permanent for field_card in battle.field)
    return marked or actor_zones.card_record_in(settings.library(table), card).permanent


# ---- moving cards ----------------------------------------------------------------------------------------------------


def to_discard(draft: Draft, card: str) -> None:
    """Move a card from any zone to its owner's discard pile; a card that leaves the field loses its effect."""
    source = draft.table.zone_of(card)
    target = actor_zones.discard_zone(actor_zones.owner_of(draft.table, card))
    if source is None or target not in draft.table.zones:
        return
    battle = current_battle(draft.table)
    if source != target:
        draft.move((card,), source, target)
    if battle is not None and any(field_card.card == card for field_card in battle.field):
        change_battle(draft, field=tuple(field_card for field_card in battle.field if field_card.card != card))


def to_field(draft: Draft, card: str, bearer: str, *, permanent: bool = False) -> None:
    """Move a card into the field of its bearer; NOBODY is the surroundings (CD-COND-2)."""
    battle = need_battle(draft.table)
    source = draft.table.zone_of(card)
    target = actor_zones.SURROUNDINGS if bearer == NOBODY else actor_zones.field_zone(bearer)
    owner = NOBODY if bearer == NOBODY else actor_zones.owner_of(draft.table, card)
    if source is not None and source != target:
        draft.move((card,), source, target, None)
    field_card = FieldCardState(card=card, owner=owner, bearer=bearer, entered=battle.entered, permanent=permanent)
    others = tuple(other for other in battle.field if other.card != card)
    change_battle(draft, field=(*others, field_card), entered=battle.entered + 1)


def to_open(draft: Draft, card: str) -> None:
    """Turn a card up before its owner: a planned one in its step, an Interrupt as it is played."""
    source, target = draft.table.zone_of(card), actor_zones.open_zone(actor_zones.owner_of(draft.table, card))
    if source is not None and source != target:
        draft.move((card,), source, target, None)


def draw_cards(draft: Draft, actor: str, count: int, *, sufferer: str = "") -> int:
    """Draw cards for an actor, and return how many were drawn (CD-DRAW-3, CD-DRAW-7 to CD-DRAW-10).

    No actor draws beyond a full hand. An actor whose pile is empty loses Health, and draws on unless that defeats it.
    Of a mob the `sufferer` pays for an exhaustion; by default the first minion that is not defeated.
    """
    drawn, room = 0, hand_room(draft.table, actor)
    may_vary = calculator_of(draft.table).may_be_modified("hand_size")  # by a card that looks at hands
    while drawn < count and room > 0 and actor_sheet.standing_bodies(draft.table, actor):
        pile = draft.table.cards_in(actor_zones.draw_pile_zone(actor))
        if pile:
            draft.move(pile[:1], actor_zones.draw_pile_zone(actor), actor_zones.hand_zone(draft.table, actor), None)
            drawn += 1
            room = hand_room(draft.table, actor) if may_vary else room - 1
        elif exhaust(draft, actor, sufferer):
            room = hand_room(draft.table, actor)
        else:
            break
    return drawn


def hand_room(table: Table, actor: str) -> int:
    """Return how many cards fit into a hand (CD-DRAW-3); below 0 if it holds too many."""
    return calculator_of(table).hand_size(actor).value - len(actor_zones.hand_cards(table, actor))


def would_exhaust(table: Table, actor: str, count: int) -> bool:
    """Return whether a draw of so many cards empties the pile, with discards to shuffle (CD-DRAW-8, CD-DRAW-9)."""
    room = hand_room(table, actor)
    pile = len(table.cards_in(actor_zones.draw_pile_zone(actor)))
    return min(count, room) > pile and bool(actor_zones.own_cards(table, actor_zones.discard_zone(actor), actor))


def exhaust(draft: Draft, actor: str, sufferer: str = "") -> bool:
    """Pay for an empty pile and shuffle the discards into a new one; return whether the draw continues (CD-DRAW-7)."""
    table = draft.table
    left = actor_zones.own_cards(table, actor_zones.discard_zone(actor), actor)
    if not left:
        draft.note("drawing_no_cards", "CD-DRAW-9", actor=actor_name(table, actor))
        return False
    cost = settings.number(table, "exhaustion_cost")
    draft.note("drawing_exhausted", "CD-DRAW-7", actor=actor_name(table, actor), count=cost)
    if cost:
        lose_health(draft, paying_body(table, actor, sufferer), cost, "drawing_loses", "CD-DRAW-10")
        if not actor_sheet.standing_bodies(draft.table, actor):
            return False
    draft.move(left, actor_zones.discard_zone(actor), actor_zones.draw_pile_zone(actor), None)
    draft.shuffle(actor_zones.draw_pile_zone(actor))
    return True


def paying_body(table: Table, actor: str, wished: str = "") -> str:
    """Return the body that pays for its actor: of a mob the minion that the GM chose (CD-DRAW-10)."""
    up = actor_sheet.standing_bodies(table, actor)
    return wished if wished in up else next(iter(up), actor)


def hand_readers(table: Table, actor: str) -> tuple[str, ...]:
    """Return who may read about an actor's hand and plan: its controller."""
    return (controller_of(table, actor),)
