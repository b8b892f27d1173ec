"""The cards of the other game, as the group itself has listed them, and their zones (IM-LM-1, IM-LM-7).

None of that game's cards or words are in here: the group writes its own list `lunch_money` with name, damage, note and
count of each card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.draft import Draft, find_procedure
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.cards import face_of, new_copies
from engine.model.frozen import Json
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.rulesets.imaginality.procedures import OtherDeck
from engine.rulesets.imaginality.settings import flag

LIST, MARK = "lunch_money", "LM-"
LM_DECK, LM_DISCARD = "lm_deck", "lm_discard"
MOST_COPIES = 99


def lm_hand(seat: str) -> str:
    """Return the zone of a seat's hand of the other game."""
    return f"lm_hand:{seat}"


def is_lm_zone(zone: str) -> bool:
    """Say whether a zone is for cards of the other game."""
    return zone in {LM_DECK, LM_DISCARD} or zone.startswith("lm_hand:")


def is_lm_card(card: str) -> bool:
    """Say whether a card is one of the other game."""
    return card.startswith(MARK)


def rows_by_face(table: Table) -> Mapping[str, Mapping[str, Json]]:
    """Return the group's rows by the faces of their cards: `LM-kick` for “Kick”."""
    rows: dict[str, Mapping[str, Json]] = {}
    for row in table.lists.get(LIST, ()):
        slug = re.sub(r"[^\w.]+", "-", str(row.get("name")).casefold()).strip("-")[:40] or "card"
        number = 1
        while (face := f"{MARK}{slug}" if number == 1 else f"{MARK}{slug}-{number}") in rows:
            number += 1
        rows[face] = row
    return rows


def card_row(table: Table, card: str) -> Mapping[str, Json]:
    """Return the group's row for a card: its name, damage and note; nothing if it is not in the list any more."""
    return rows_by_face(table).get(face_of(card), {})


def card_damage(table: Table, card: str) -> int:
    """Return the damage of a card; 0 for a card without any."""
    damage = card_row(table, card).get("damage")
    return damage if isinstance(damage, int) and damage > 0 else 0


def all_lm_cards(table: Table) -> tuple[str, ...]:
    """Return the cards of the group's list, each as often as it says."""
    faces: list[str] = []
    for face, row in rows_by_face(table).items():
        count = row.get("count", 1)
        faces += [face] * min(MOST_COPIES, max(0, count if isinstance(count, int) else 1))
    return new_copies((), tuple(faces))


def card_label(table: Table, card: str) -> str:
    """Return the name of a card of the other game."""
    return str(card_row(table, card).get("name", face_of(card)))


def lm_hand_zone(table: Table, seat: str) -> Zone:
    """Return the zone for a hand of the other game, as private as the others."""
    sight = Sight.OWNERS if flag(table, "hands_private") else Sight.EVERYONE
    return Zone(id=lm_hand(seat), sight=sight, owners=(seat,))


def take_lm_cards(draft: Draft, seat: str, count: int) -> int:
    """Take cards of the other deck into a hand; its own discards are shuffled in when it runs out."""
    got: tuple[str, ...] = ()
    while len(got) < count:
        deck = draft.table.zones[LM_DECK].cards
        if not deck:
            laid = draft.table.zones[LM_DISCARD].cards
            if not laid:
                break
            draft.move(laid, LM_DISCARD, LM_DECK)
            draft.shuffle(LM_DECK)
            draft.note("lm_reshuffled", "IM-LM-3", count=len(laid))
            continue
        some = deck[: count - len(got)]
        draft.move(some, LM_DECK, lm_hand(seat), at=None)
        got += some
    if got:
        draft.note("lm_takes", "IM-LM-2", "IM-LM-3", seat=seat_name(draft.table, seat), count=len(got))
    return len(got)


def current_other_deck(table: Table) -> OtherDeck | None:
    """Return the fight with the other cards that is in progress."""
    return find_procedure(table, OtherDeck)


def need_lunch_money(table: Table) -> OtherDeck:
    """Return the fight with the other cards, or raise Refused."""
    other_deck = current_other_deck(table)
    if other_deck is None:
        raise Refused("no_lm", "IM-LM-1")
    return other_deck


def change_other_deck(draft: Draft, new: OtherDeck) -> None:
    """Change the fight with the other cards."""
    if new != current_other_deck(draft.table):
        draft.replace_procedure(new)
