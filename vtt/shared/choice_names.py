"""Names of what a question offers as a choice: seats, characters, bodies, cards, zones and words of the game."""

from __future__ import annotations

from engine.model.cards import card_label
from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import (
    clean_name,
    is_card,
    name_of_actor,
    name_of_body,
    name_of_card,
    name_of_seat,
    name_of_zone,
    word_for,
)
from vtt.shared.spoken_names import spoken_card_at

SEAT_FIELDS = ("seat", "seats", "holder", "holders", "leader", "player", "voter", "winner", "candidate", "votes")
ACTOR_FIELDS = ("actor", "target", "defender", "attacker", "victim")


def place_title(view: VisibleTable, place: str) -> str:
    """Return the name of a card's place (`hand:tom#2`): the card if the viewer knows it, else the place in words."""
    zone, _, index = place.rpartition("#")
    visible_zone = view.zones.get(zone)
    if visible_zone is None or not index.isdecimal() or int(index) >= visible_zone.count:
        return clean_name(place)
    face = visible_zone.face(int(index))
    return name_of_card(view, face) if face is not None else spoken_card_at(view, zone, int(index), None)


def choice_title(view: VisibleTable, choice: str, field: str = "") -> str:
    """Return the name of a choice: a person, a character, a card, a zone, or a word of the game.

    Args:
        view: what the viewer may know.
        choice: the id.
        field: the field of the command that it fills, which tells a person from a character with the same id.
    """
    if choice in view.seats and (choice not in view.actors or field in SEAT_FIELDS):
        return name_of_seat(view, choice)
    if choice in view.actors:
        return name_of_actor(view, choice)
    if "#" in choice:
        return name_of_body(view, choice) or place_title(view, choice)
    if choice in view.zones:
        return name_of_zone(view, choice)
    return (
        card_label(choice)
        if is_card(choice)
        else word_for(choice, f"{view.ruleset}.{field}", f"choice.{field}", "choice", ruleset=view.ruleset)
    )
