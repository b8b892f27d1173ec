"""What an id is called on the screen."""

from __future__ import annotations

from engine.play.sight import View
from engine.play.words import Message, say, texts
from engine.table.cards import SUITS, face_of, label_of
from vtt.table.naming import clean, isolated, name_of_card, name_of_seat, name_of_zone, plain_word, spoken_place
from vtt.table.places import stations_of

SEAT_FIELDS = ("seat", "seats", "holder", "holders", "leader", "player", "voter", "winner", "candidate", "votes")
ACTOR_FIELDS = ("actor", "target", "defender", "attacker", "victim")


def word_for(key: str, *groups: str) -> str:
    """Return what the language file calls a word: `<group>.<key>` of the first group that has it, else `word.<key>`.

    A key that no file names is shown as it stands, made readable.
    """
    known = texts()
    found = next((f"{group}.{key}" for group in (*groups, "word") if f"{group}.{key}" in known), "")
    words = say(Message(key=found)) if found else plain_word(key)
    return words[:1].upper() + words[1:]


def is_card(name: str) -> bool:
    """Say whether a word is the id of a standard card or a joker."""
    face = face_of(name)
    return face in {"X", "XR", "XB"} or (face[-1:] in SUITS and label_of(face) != face)


def name_of_actor(view: View, actor: str) -> str:
    """Return a character's name."""
    found = view.actors.get(actor)
    return isolated(clean(found.name)) if found else clean(actor)


def place_title(view: View, place: str) -> str:
    """Return what a place of a card (`hand:tom#2`) is called: the card if the viewer knows it, else where it lies."""
    zone, _, index = place.rpartition("#")
    lying = view.zones.get(zone)
    if lying is None or not index.isdecimal() or int(index) >= lying.count:
        return clean(place)
    face = lying.face(int(index))
    return name_of_card(view, face) if face is not None else spoken_place(view, zone, int(index), None)


def name_of_body(view: View, body: str) -> str:
    """Return what one of several bodies of a character is called (`rats#2`), or an empty string if it is none."""
    told = next((b for station in stations_of(view) for b in station.bodies if b.id == body), None)
    if told is not None:
        return isolated(clean(told.name))
    owner, _, number = body.partition("#")
    found = view.actors.get(owner)
    return f"{name_of_actor(view, owner)} {number}" if found is not None and number.isdecimal() else ""


def choice_title(view: View, choice: str, field: str = "") -> str:
    """Return what a choice is called: a person, a character, a card, a zone, or a word of the game.

    Args:
        view: what the viewer may know.
        choice: the id.
        field: the field of the command that it would fill, which tells a person from a character of the same id.
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
        label_of(choice)
        if is_card(choice)
        else word_for(choice, f"{view.ruleset}.{field}", f"choice.{field}", "choice")
    )
