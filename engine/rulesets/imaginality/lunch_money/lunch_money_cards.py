"""The cards of the other game and their zones (IM-LM-1, IM-LM-7); its blindness, and the view of its fight.

None of that game's cards or words are in here: the group writes its own list `lunch_money` with name, damage, note and
count of each card. A poke in the eye blinds until the next character in order has finished acting (IM-LM-6).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.draft import Draft, find_procedure
from engine.core.events import ConditionGone
from engine.core.memo import memo
from engine.kit.card_piles import draw_cards, shuffle_in
from engine.kit.manual_game import hand_sight
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import needed
from engine.messages.texts import say
from engine.model.cards import face_of, new_copies
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.activity_view import ActivityView
from engine.presentation.card_faces import CardFace, FaceNumber, Lists
from engine.rulesets.imaginality.character_state import can_act, readers
from engine.rulesets.imaginality.procedures import Fight, OtherDeck, current_action, current_fight
from engine.rulesets.imaginality.settings import numbers

LIST, MARK = "lunch_money", "LM-"
LM_DECK, LM_DISCARD = "lm_deck", "lm_discard"
NEW_ROW: Mapping[str, Json] = {"damage": 0, "count": 1, "note": ""}
"""A new row of that list: the damage of the card, its copies and its text."""
MOST_COPIES = 99
BLINDED, BLINDED_ID = "blinded", "lm-blinded"
# In OtherDeck.blinded: nobody is left to act this turn, so it ends after the first to act in the next one.
NEXT_TURN, ANYBODY = "", "*"


def lm_hand(seat: str) -> str:
    """Return the zone of a seat's hand of the other game."""
    return f"lm_hand:{seat}"


def is_lm_zone(zone: str) -> bool:
    """Say whether a zone is for cards of the other game."""
    return zone in {LM_DECK, LM_DISCARD} or zone.startswith("lm_hand:")


def is_lm_card(card: str) -> bool:
    """Say whether a card is one of the other game."""
    return card.startswith(MARK)


@memo
def rows_by_face(lists: Lists) -> Mapping[str, Mapping[str, Json]]:
    """Return the group's rows by the faces of their cards: `LM-kick` for “Kick”."""
    rows: dict[str, Mapping[str, Json]] = {}
    for row in lists.get(LIST, ()):
        slug = re.sub(r"[^\w.]+", "-", str(row.get("name")).casefold()).strip("-")[:40] or "card"
        number = 1
        while (face := f"{MARK}{slug}" if number == 1 else f"{MARK}{slug}-{number}") in rows:
            number += 1
        rows[face] = row
    return rows


def card_row(table: Table, card: str) -> Mapping[str, Json]:
    """Return the group's row for a card: its name, damage and note; nothing if it is not in the list any more."""
    return rows_by_face(table.lists).get(face_of(card), {})


def card_damage(table: Table, card: str) -> int:
    """Return the damage of a card; 0 for a card without any."""
    return _damage_of(card_row(table, card))


def _damage_of(row: Mapping[str, Json]) -> int:
    damage = row.get("damage")
    return damage if isinstance(damage, int) and damage > 0 else 0


def lm_card_face(card: str, lists: Lists) -> CardFace | None:
    """Return the face of a card as the group has written it; None for a card of the main deck."""
    row = rows_by_face(lists).get(face_of(card)) if is_lm_card(card) else None
    if row is None:
        return None
    damage, words = _damage_of(row), say(Message(key="column.damage"))
    shown = (FaceNumber(key="damage", label=words, brief=words, value=damage),) if damage else ()
    kind = say(Message(key="table.zone.lm_deck"))
    name, note = str(row.get("name")), str(row.get("note") or "")
    return CardFace(key=face_of(card), name=name, kind_words=kind, numbers=shown, text=note)


def all_lm_cards(table: Table) -> tuple[str, ...]:
    """Return the cards of the group's list, each as often as it says."""
    faces: list[str] = []
    for face, row in rows_by_face(table.lists).items():
        count = row.get("count", 1)
        faces += [face] * min(MOST_COPIES, max(0, count if isinstance(count, int) else 1))
    return new_copies((), tuple(faces))


def card_label(table: Table, card: str) -> str:
    """Return the name of a card of the other game."""
    return str(card_row(table, card).get("name", face_of(card)))


def lm_hand_zone(table: Table, seat: str) -> Zone:
    """Return the zone for a hand of the other game, as private as the others."""
    return Zone(id=lm_hand(seat), sight=hand_sight(table), owners=(seat,))


def take_lm_cards(draft: Draft, seat: str, count: int) -> int:
    """Take cards of the other deck into a hand; its own discards are shuffled in when it runs out."""

    def refill(_: int) -> None:
        draft.note("lm_reshuffled", "IM-LM-3", count=shuffle_in(draft, LM_DECK, LM_DISCARD))

    got = draw_cards(draft, LM_DECK, lm_hand(seat), count, discard=LM_DISCARD, refill=refill)
    if got:
        draft.note("lm_takes", "IM-LM-2", "IM-LM-3", seat=seat_name(draft.table, seat), count=len(got))
    return len(got)


def current_other_deck(table: Table) -> OtherDeck | None:
    """Return the fight with the other cards that is in progress."""
    return find_procedure(table, OtherDeck)


def need_lunch_money(table: Table) -> OtherDeck:
    """Return the fight with the other cards, or raise Refused."""
    return needed(current_other_deck(table), "no_lm", "IM-LM-1")


def change_other_deck(draft: Draft, new: OtherDeck) -> None:
    """Change the fight with the other cards."""
    if new != current_other_deck(draft.table):
        draft.replace_procedure(new)


def next_in_order(fight: Fight | None, actor: str, table: Table) -> str:
    """Return the character that acts next after another, without the rest of a simultaneous group.

    Without a fight that is any character that acts next (`ANYBODY`); if nobody is left in this turn, the first of the
    next one (`NEXT_TURN`). Without an order of initiative, the order of declaring counts.
    """
    if fight is None:
        return ANYBODY
    order = fight.order or tuple((a,) for a in dict.fromkeys((*fight.declared, *fight.fighters)))
    place = next((i for i, group in enumerate(order) if actor in group), -1)
    later = [a for group in order[place + 1 :] for a in group]
    # Without an order, a fighter who declared earlier may still be the next to act.
    earlier = [] if fight.order else [a for group in order[: max(0, place)] for a in group]
    waiting = (a for a in (*later, *earlier) if a in fight.fighters and a not in fight.acted and can_act(table, a))
    return next(waiting, NEXT_TURN)


def is_blinded(actor: Actor) -> bool:
    """Return whether a character is blinded until another has acted; a condition set by hand stays until removed."""
    return any(condition.id == BLINDED_ID for condition in actor.conditions)


@memo
def anybody_blinded(actors: Mapping[str, Actor]) -> bool:
    """Return whether one of the characters is blinded until another has acted."""
    return any(map(is_blinded, actors.values()))


def end_blindness(draft: Draft, other_deck: OtherDeck) -> None:
    """End each blindness whose next character in order has finished acting (IM-LM-6)."""
    turns = current_fight(draft.table)
    left: dict[str, str] = {}
    for victim, until in other_deck.blinded.items():
        if victim not in draft.table.actors or not is_blinded(draft.table.actors[victim]):
            continue  # gone, or removed by hand
        if turns is None and until != ANYBODY:
            see_again(draft, victim)  # the order that it waited for has ended
        elif turns is not None and current_action(draft.table) is None and _has_acted(turns, until):
            see_again(draft, victim)
        else:
            left[victim] = until if turns is None else _blind_until(draft.table, turns, until)
    change_other_deck(draft, replace(other_deck, blinded=left))


def _blind_until(table: Table, turns: Fight, until: str) -> str:
    """Return for which character a blindness waits now: a new turn has begun, or the next in order cannot act."""
    if until == ANYBODY or until in turns.acted:
        return until
    if until == NEXT_TURN:
        return until if turns.acted else ANYBODY
    gone = until not in turns.fighters or not (can_act(table, until) or until in turns.standing)
    return next_in_order(turns, until, table) if gone else until


def next_has_acted(draft: Draft) -> None:
    """Outside a fight, treat the character that takes the next turn as the next in order."""
    other_deck = need_lunch_money(draft.table)
    for victim in other_deck.blinded:
        if victim in draft.table.actors:
            see_again(draft, victim)
    change_other_deck(draft, replace(other_deck, blinded={}))


def _has_acted(turns: Fight, until: str) -> bool:
    return bool(turns.acted) if until == ANYBODY else until in turns.acted


def see_again(draft: Draft, actor: str) -> None:
    """Remove the blindness, if it is there."""
    if is_blinded(draft.table.actors[actor]):
        draft.emit(ConditionGone(actor=actor, id=BLINDED_ID))
        name = actor_name(draft.table, actor)
        draft.note("lm_sees_again", "IM-LM-6", audience=readers(draft.table, actor), actor=name)


def other_deck_view(table: Table, viewer: str, procedure: OtherDeck) -> ActivityView:
    """Return such a fight as a viewer sees it: the seats involved, and the blinded with the end of it."""
    blinded = {
        victim: "" if until in {NEXT_TURN, ANYBODY} else until
        for victim, until in procedure.blinded.items()
        if victim in table.actors and table.may_read(table.actors[victim], viewer)
    }
    return ActivityView(
        title=Message(key="glimpse.lunch_money" if LM_DECK in table.zones else "glimpse.lunch_money_by_hand"),
        figures={"seats": list(procedure.seats), "blinded": blinded, "hand_size": numbers().lunch_money_hand},
    )
