"""What befalls somebody in a battle, as facts: Health, Adrenaline, cards that go somewhere, and defeat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play import leading
from engine.play.commands import Request, need_gm
from engine.play.draft import Draft
from engine.play.events import TrackSet
from engine.play.leading import leader
from engine.play.moves.fields import audience_of
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.card_the_drawing import people, settings, zones
from engine.rulesets.card_the_drawing.procedures import Battle, Combatant, InField, battle, carrying
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.frozen import Json, replace
from engine.table.table import Table
from engine.table.tracks import Track

# ---- who is there ----------------------------------------------------------------------------------------------------


def need_battle(table: Table) -> Battle:
    """Return the battle. Raises Refused if there is none."""
    now = battle(table)
    if now is None:
        raise Refused("drawing_no_battle", "CD-ROUND-1")
    return now


def need_fighter(table: Table, actor: str) -> Combatant:
    """Return what an actor remembers of this round. Raises Refused for one that takes no part."""
    found = need_battle(table).fighters.get(actor)
    if found is None:
        raise Refused("drawing_not_in_battle", "CD-ROUND-3", actor=actor_name(table, actor))
    return found


def need_standing(table: Table, actor: str) -> Combatant:
    """Return the same. Raises Refused for one that is defeated (CD-DEF-2)."""
    found = need_fighter(table, actor)
    if not people.standing(table, actor):
        raise Refused("drawing_fallen", "CD-DEF-2", actor=actor_name(table, actor))
    return found


def need_leader(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the one who asks leads the actor, or is the GM."""
    leading.need_leader(table, command, actor, *rules, noticed=taking_part(table))


def need_asked(table: Table, command: Request, actor: str) -> None:
    """Raise Refused unless the one who asks answers for an actor; for the surroundings the GM does."""
    if actor == NOBODY:
        need_gm(table, command, "CD-GM-1")
    else:
        need_leader(table, command, actor, "CD-CORE-3")


def need_between(table: Table) -> None:
    """Raise Refused while a card is being carried out."""
    if carrying(table) is not None:
        raise Refused("drawing_card_first", "CD-PLAY-3")


def need_master(table: Table, command: Request, rule: str) -> Battle:
    """Return the battle. Raises Refused without one, or for anybody but the GM."""
    need_gm(table, command, rule)
    return need_battle(table)


def taking_part(table: Table) -> tuple[str, ...]:
    """Return those who openly take part in the battle: everybody knows that they are there."""
    now = battle(table)
    return tuple(now.fighters) if now is not None else ()


def told_of(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return who may read what befalls an actor: everybody; of a secret one that takes no part only its own."""
    return None if actor in taking_part(table) else audience_of(table, table.actors[actor])


def standing(table: Table) -> tuple[str, ...]:
    """Return the actors in the battle that are not defeated, in the order in which they joined."""
    return tuple(actor for actor in taking_part(table) if people.standing(table, actor))


def sides_standing(table: Table) -> tuple[str, ...]:
    """Return the sides that have somebody who stands."""
    now = battle(table)
    return tuple(dict.fromkeys(now.fighters[actor].side for actor in standing(table))) if now is not None else ()


def is_over(table: Table) -> bool:
    """Say whether at most one side stands: nothing more happens then, `flow.settle` ends the battle (CD-ROUND-4)."""
    return battle(table) is not None and len(sides_standing(table)) <= 1


# ---- what is written -------------------------------------------------------------------------------------------------


def become(draft: Draft, actor: str, **changes: object) -> None:
    """Let an actor remember something else of this round."""
    now = need_battle(draft.table)
    changed = replace(now.fighters[actor], **changes)
    if changed != now.fighters[actor]:
        draft.become(replace(now, fighters={**now.fighters, actor: changed}))


def alter(draft: Draft, **changes: object) -> None:
    """Let the battle stand anew."""
    draft.become(replace(need_battle(draft.table), **changes))


def note_of(
    draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **numbers: Json
) -> None:
    """Write a line on an actor's numbers; of a secret one only those who may read its record are told them.

    For everybody else there is the same line without the numbers, `<key>_openly`.
    """
    table = draft.table
    found = table.actors[actor]
    if found.secret:
        draft.note(f"{key}_openly", *rules, actor=found.name)
    audience = audience_of(table, found)
    draft.note(key, *rules, audience=audience, reckoning=reckoning, tells=(), calls_for=(), actor=found.name, **numbers)


def set_adrenaline(draft: Draft, actor: str, value: int) -> int:
    """Let an actor have so much Adrenaline, never less than 0 (CD-ADR-1); return by how much it changed."""
    had = people.adrenaline(draft.table, actor)
    value = max(0, value)
    track = draft.table.actors[actor].tracks.get(people.ADRENALINE) or Track(value=0)
    if track.value != value:
        draft.emit(TrackSet(actor=actor, name=people.ADRENALINE, track=replace(track, value=value)))
    return value - had


def set_health(draft: Draft, body: str, value: int) -> int:
    """Let a body have so much Health, never above its most (CD-STAT-10); return by how much it changed.

    Nothing is said of it, and nobody is told to have fallen: `lose_health` and `heal` do that.
    """
    track = people.health_track(draft.table, body)
    if track is None:
        return 0
    new = replace(track, value=track.clamped(value))
    if new != track:
        actor, name = people.track_of(body)
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
    """Let a body lose Health, say so, and say whether it fell by that.

    The line has `{body}`, `{count}`, `{left}` and what else is handed in; `<key>_openly` has `{body}` alone.
    """
    stood = people.stands(draft.table, body)
    set_health(draft, body, (_health(draft.table, body)) - count)
    tell_health(draft, body, key, *rules, reckoning=reckoning, count=count, **more)
    fell = stood and not people.stands(draft.table, body)
    if fell:
        fall(draft, body)
    return fell


def heal(
    draft: Draft, body: str, count: int, key: str = "drawing_heals", *rules: str, reckoning: Sequence[Message] = ()
) -> int:
    """Let a body that stands recover Health, and return how much it was (5.6)."""
    if not people.stands(draft.table, body):
        return 0
    gained = set_health(draft, body, _health(draft.table, body) + max(0, count))
    tell_health(draft, body, key, *rules, reckoning=reckoning, count=gained)
    return gained


def tell_health(
    draft: Draft, body: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **more: Json
) -> None:
    """Write a line on the Health of a body, which it has lost or gained already."""
    table = draft.table
    actor = table.actors[people.track_of(body)[0]]
    name = people.body_name(table, body)
    if actor.secret:
        draft.note(f"{key}_openly", *rules, body=name)
    audience = audience_of(table, actor)
    left = _health(table, body)
    draft.note(
        key, *rules, audience=audience, reckoning=reckoning, tells=(), calls_for=(), body=name, left=left, **more
    )


def _health(table: Table, body: str) -> int:
    track = people.health_track(table, body)
    return track.value if track is not None else 0


def fall(draft: Draft, body: str) -> None:
    """Say that a body is defeated."""
    draft.note("drawing_falls", "CD-DEF-1", body=people.body_name(draft.table, body))


def is_permanent(table: Table, card: str) -> bool:
    """Say whether a card in the field stays there whatever happens (CD-AUTO-3, CD-ENV-2)."""
    now = battle(table)
    marked = now is not None and any(lies.card == card and lies.permanent for lies in now.field)
    return marked or zones.card_of(settings.library(table), card).permanent


# ---- cards that go somewhere -----------------------------------------------------------------------------------------


def to_discard(draft: Draft, card: str) -> None:
    """Put a card on its owner's discard pile, from wherever it lies; out of the field it is in force no more."""
    source = draft.table.where(card)
    target = zones.discard_of(zones.owner_of(draft.table, card))
    if source is None or target not in draft.table.zones:
        return
    now = battle(draft.table)
    if source != target:
        draft.move((card,), source, target)
    if now is not None and any(lies.card == card for lies in now.field):
        alter(draft, field=tuple(lies for lies in now.field if lies.card != card))


def to_field(draft: Draft, card: str, bearer: str, *, permanent: bool = False) -> None:
    """Let a card enter the field before its bearer; NOBODY is the surroundings (CD-COND-2)."""
    now = need_battle(draft.table)
    source = draft.table.where(card)
    target = zones.SURROUNDINGS if bearer == NOBODY else zones.field_of(bearer)
    owner = NOBODY if bearer == NOBODY else zones.owner_of(draft.table, card)
    if source is not None and source != target:
        draft.move((card,), source, target, None)
    lies = InField(card=card, owner=owner, bearer=bearer, entered=now.entered, permanent=permanent)
    others = tuple(other for other in now.field if other.card != card)
    alter(draft, field=(*others, lies), entered=now.entered + 1)


def to_open(draft: Draft, card: str) -> None:
    """Turn a card up before its owner: a planned one in its step, an Interrupt as it is played."""
    source, target = draft.table.where(card), zones.open_of(zones.owner_of(draft.table, card))
    if source is not None and source != target:
        draft.move((card,), source, target, None)


def draw_cards(draft: Draft, actor: str, count: int, *, sufferer: str = "") -> int:
    """Let an actor draw, and return how many cards came (CD-DRAW-3, CD-DRAW-7 to CD-DRAW-10).

    Nobody draws beyond a full hand. Who finds the pile empty loses Health, and goes on unless defeated by it.

    Args:
        draft: what is being decided.
        actor: who draws.
        count: how many cards at most.
        sufferer: which minion of a mob bears an exhaustion; the first that stands if none is named.
    """
    drawn = 0
    while drawn < count and has_room(draft.table, actor) and people.standing(draft.table, actor):
        pile = zones.cards_in(draft.table, zones.draw_pile(actor))
        if pile:
            draft.move(pile[:1], zones.draw_pile(actor), zones.hand_zone(draft.table, actor), None)
            drawn += 1
        elif not exhaust(draft, actor, sufferer):
            break
    return drawn


def has_room(table: Table, actor: str) -> bool:
    """Say whether a hand is not full (CD-DRAW-3)."""
    return len(zones.hand_cards(table, actor)) < reckoner(table).hand_size(actor).value


def would_exhaust(table: Table, actor: str, count: int) -> bool:
    """Say whether drawing so many cards finds the pile empty, with something to shuffle (CD-DRAW-8, CD-DRAW-9)."""
    room = reckoner(table).hand_size(actor).value - len(zones.hand_cards(table, actor))
    pile = len(zones.cards_in(table, zones.draw_pile(actor)))
    return min(count, room) > pile and bool(zones.own_cards(table, zones.discard_of(actor), actor))


def exhaust(draft: Draft, actor: str, sufferer: str = "") -> bool:
    """Pay for an empty pile and shuffle the discards into a new one; say whether the draw goes on (CD-DRAW-7)."""
    table = draft.table
    left = zones.own_cards(table, zones.discard_of(actor), actor)
    if not left:
        draft.note("drawing_no_cards", "CD-DRAW-9", actor=actor_name(table, actor))
        return False
    cost = settings.number(table, "exhaustion_cost")
    draft.note("drawing_exhausted", "CD-DRAW-7", actor=actor_name(table, actor), count=cost)
    if cost:
        lose_health(draft, payer(table, actor, sufferer), cost, "drawing_loses", "CD-DRAW-10")
        if not people.standing(draft.table, actor):
            return False
    draft.move(left, zones.discard_of(actor), zones.draw_pile(actor), None)
    draft.shuffle(zones.draw_pile(actor))
    return True


def payer(table: Table, actor: str, wished: str = "") -> str:
    """Return the body that loses what its actor loses: of a mob the minion that the GM wishes (CD-DRAW-10)."""
    up = people.standing(table, actor)
    return wished if wished in up else next(iter(up), actor)


def hand_of_leader(table: Table, actor: str) -> tuple[str, ...]:
    """Return who may read what is said of an actor's hand and plan: whoever leads it."""
    return (leader(table, actor),)
