"""From which hand of cards a character acts, and what lies in it: cards, the reserve, what is laid aside."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import decks, states
from engine.rulesets.future_imperfect.procedures.attack import Attack, attack
from engine.rulesets.future_imperfect.procedures.check import Check, check
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Fighter, fight, fighter_of
from engine.rulesets.future_imperfect.procedures.harm import Harm, hurting
from engine.table.frozen import Json, replace
from engine.table.table import Table

_BUSY = frozenset({Check, Attack, Harm})
"""What keeps everybody from doing something else."""


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
    if _BUSY.isdisjoint(map(type, table.procedures)):
        return
    if check(table) is not None:
        raise Refused("roll_first", "FI-CORE-21")
    if attack(table) is not None:
        raise Refused("attack_first", "FI-CORE-21")
    if hurting(table) is not None:
        raise Refused("harm_first", "FI-FATE-16")


def need_fighter(table: Table, actor: str) -> tuple[str, Fighter]:
    """Return the hand of cards from which a character acts. Raises Refused for one who takes no part."""
    now = need_fight(table)
    name = fighter_of(now, actor)
    if not name:
        raise Refused("not_in_conflict", "FI-INIT-2", actor=actor_name(table, actor))
    return name, now.fighters[name]


def lead_of(table: Table, fighter: Fighter) -> str:
    """Return who speaks for a hand of cards: the first that can act, and freely if one can; else the first of all.

    Like extras who share a hand wait only once all of them are out (FI-INIT-15, FI-INIT-16).
    """
    dazed = afraid = ""
    for actor in fighter.members:  # a plain loop: most often the first one will do, and it is asked for often
        if states.why_out(table, actor):
            continue
        if states.TERRIFIED in states.states_of(table, actor):
            afraid = afraid or actor
        elif states.is_stunned(table, actor):
            dazed = dazed or actor
        else:
            return actor
    return dazed or afraid or fighter.members[0]


def need_able(table: Table, actor: str) -> None:
    """Raise Refused unless somebody can act of those who act from the same hand as a character (FI-INIT-15)."""
    states.need_able(table, lead_of(table, need_fighter(table, actor)[1]))


def need_senses(table: Table, actor: str) -> None:
    """Raise Refused unless somebody of those who share the hand can hold a card back or prepare (FI-STUN-4)."""
    states.need_senses(table, lead_of(table, need_fighter(table, actor)[1]))


def hand_name(table: Table, fighter: Fighter) -> str:
    """Return in short who acts from a hand of cards: `Raider +1`."""
    first, *others = fighter.members
    return f"{actor_name(table, first)} +{len(others)}" if others else actor_name(table, first)


def whole_name(table: Table, fighter: Fighter) -> str:
    """Return everybody who acts from a hand of cards, for the log."""
    return " + ".join(actor_name(table, actor) for actor in fighter.members)


def note_of_hand(draft: Draft, fighter: Fighter, key: str, *rules: str, **params: Json) -> None:
    """Write a line of the log on all who act from a hand of cards; of several it speaks as of several."""
    told = {"actor": whole_name(draft.table, fighter), **params}
    if len(fighter.members) > 1:
        told["sharing"] = len(fighter.members)
    draft.note(key, *rules, audience=None, reckoning=(), tells=(), calls_for=(), **told)


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


def moved_by(table: Table, actor: str) -> int:
    """Return how many metres a character has moved in this round; 0 for one that takes no part (FI-SHOOT-8)."""
    now = fight(table)
    name = fighter_of(now, actor) if now is not None else ""
    return now.fighters[name].moved if now is not None and name else 0


def wait_out(draft: Draft, name: str, why: str) -> None:
    """Let a hand draw no cards this round, and say why."""
    fighter = need_fight(draft.table).fighters[name]
    become_fighter(draft, name, replace(fighter, due=0, drawn=True, kept=True, why=why))


def clear_laid(draft: Draft, name: str) -> None:
    """Lay off what lies aside once neither an aim nor a preparation needs it."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.aim is None and fighter.preparation is None:
        decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))


def spend_reserve(draft: Draft, name: str) -> str:
    """Lay off the reserved card that is acted with, and return it; the others of the round are free (FI-RES-7)."""
    card = reserved(draft.table, name)
    assert card is not None
    decks.discard(draft, need_fight(draft.table).fighters[name].side, (card,), reserve_of(name))
    return card


def lay_off_reserve(draft: Draft, name: str) -> None:
    """Lose a reserved card; a prepared action that waited with it is lost, too (FI-RES-5)."""
    card = reserved(draft.table, name)
    if card is None:
        return
    fighter = need_fight(draft.table).fighters[name]
    decks.discard(draft, fighter.side, (card,), reserve_of(name))
    note_of_hand(draft, fighter, "reserve_lost", "FI-RES-5", card=card)
