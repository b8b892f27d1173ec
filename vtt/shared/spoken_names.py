"""Texts for screen readers: cards, piles, card places and characters in words that can be heard."""

from __future__ import annotations

from engine.messages.texts import texts
from engine.model.cards import card_label, face_of
from engine.model.seats import Actor
from engine.presentation.card_faces import CardFace
from engine.presentation.visibility import VisibleTable, VisibleZone
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.screen_names import (
    bidi_isolated,
    clean_name,
    condition_texts,
    name_of_seat,
    name_of_zone,
    secret_notes,
    table_text,
)
from vtt.shared.table_queries import kind_of_zone, owner_of_zone


def spoken_card_face(face: CardFace) -> str:
    """Return a game's own card in words: its name, its kind, its numbers, its tags."""
    numbers = [table_text("spoken.face_number", label=number.label, value=number.value) for number in face.numbers]
    tags = [clean_name(tag.words) for tag in face.tags]
    kind = [] if any(tag.name == face.kind_words for tag in face.tags) else [face.kind_words]
    return ", ".join(
        [bidi_isolated(clean_name(face.name)), *numbers, *kind, *tags, *([face.mark] if face.disabled else [])]
    )


def spoken_texts_of_face(face: CardFace) -> list[str]:
    """Return every text of a game's own card besides its name and numbers."""
    second = f"{face.second_title}: {face.second}. {face.second_text}" if face.second else ""
    tags = (f"{tag.words}: {tag.meaning}" for tag in face.tags if tag.meaning)
    return [clean_name(part, 1000) for part in (face.text, second, *tags) if part]


def spoken_known_card(view: VisibleTable, card: str) -> str:
    """Return a known card in words."""
    printed = card_face(view, card)
    return spoken_card_face(printed) if printed is not None else spoken_playing_card(card)


def spoken_playing_card(card: str) -> str:
    """Return a playing card in words: `8 of hearts`."""
    face = face_of(card)
    if face.startswith("X"):
        key = f"spoken.joker_{face}"
        return table_text(key if f"table.{key}" in texts() else "spoken.joker")
    rank, suit = face[:-1], face[-1:]
    suit_key, rank_key = f"table.spoken.suit_{suit}", f"table.spoken.rank_{rank}"
    if suit_key not in texts() or card_label(face) == face:
        return clean_name(face)
    return table_text(
        "spoken.of",
        rank=table_text(f"spoken.rank_{rank}") if rank_key in texts() else rank,
        suit=table_text(f"spoken.suit_{suit}"),
    )


def spoken_card_at(view: VisibleTable, zone: str, place: int, face: str | None) -> str:
    """Return the text of a card at a place, counted from 0 as it is shown.

    It tells no more than the given face; None if that is unknown.
    """
    visible_zone = view.zones[zone]
    name = {"place": place + 1, "count": visible_zone.count}
    owner = owner_of_zone(view, zone) if kind_of_zone(zone) == "hand" else ""
    if owner:
        owner_name = name_of_seat(view, owner)
        if face is None:
            return table_text("spoken.hidden_hand", name=owner_name, **name)
        return table_text("spoken.hand_card", face=spoken_known_card(view, face), name=owner_name, **name)
    where = name_of_zone(view, zone)
    if face is None:
        return table_text("spoken.hidden", zone=where, **name)
    return table_text("spoken.card", face=spoken_known_card(view, face), zone=where, **name)


def spoken_pile(view: VisibleTable, lying: VisibleZone) -> str:
    """Return the text of a pile or an empty place."""
    kind, _, of = lying.id.partition(":")
    shared = f"spoken.pile_{kind}_{of}"  # with several decks, each pile has a text of its own
    zone = table_text(shared) if f"table.{shared}" in texts() else name_of_zone(view, lying.id)
    if not lying.count:
        return table_text("spoken.pile_empty", zone=zone)
    top = lying.face(0)
    if top is None:
        return table_text("spoken.pile", zone=zone, count=lying.count)
    return table_text("spoken.pile_top", zone=zone, count=lying.count, face=spoken_known_card(view, top))


def spoken_actor(view: VisibleTable, actor: Actor, brief: tuple[str, ...] = ()) -> str:
    """Return the text of a character; `brief` is its brief state beside its conditions."""
    states = (*brief, *condition_texts(actor, view.ruleset), *secret_notes(view, actor))
    name, seat = bidi_isolated(clean_name(actor.name)), name_of_seat(view, actor.seat)
    if states:
        return table_text("spoken.actor_states", name=name, seat=seat, states=", ".join(states))
    return table_text("spoken.actor", name=name, seat=seat)
