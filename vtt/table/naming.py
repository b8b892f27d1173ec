"""What things on the table are called: on labels, in tooltips, and for a screen reader. All of it from a view alone."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Final

from engine.play.faces import CardFace
from engine.play.sight import TurnView, View, ZoneView
from engine.play.words import Message, say, texts
from engine.table.cards import face_of, label_of
from engine.table.frozen import Json
from engine.table.seats import Actor, Role
from vtt.table.places import HELD_KINDS, kind_of_zone, order_of_acting, owner_of
from vtt.table.printed import card_face
from vtt.widgets.text import short

LONGEST: Final = 160
"""Names are cut here before they are measured: a file from strangers may bring one of ten thousand characters."""

_LABEL: Final = 15
"""To so many letters a name is cut on the label of a shared hand, so that how many share it still stands there."""
_ISOLATE, _POP = "\u2068", "\u2069"


def tell(key: str, /, **params: Json) -> str:
    """Return a sentence of this room."""
    return say(Message(key=f"table.{key}", params=params))


def clean(text: str, longest: int = LONGEST) -> str:
    """Return a name in one line, without control characters, cut with an ellipsis."""
    return short(text, longest)


def isolated(text: str) -> str:
    """Return a name that cannot turn the direction of the sentence round it; Latin names stay as they are."""
    if text.isascii():
        return text
    if any(unicodedata.bidirectional(c) in {"R", "AL", "RLE", "RLO", "LRO", "LRE", "RLI", "PDF"} for c in text):
        return f"{_ISOLATE}{text.replace(_POP, '')}{_POP}"
    return text


def name_of_seat(view: View, seat: str) -> str:
    """Return a person's name."""
    found = view.seats.get(seat)
    return isolated(clean(found.name)) if found else clean(seat)


def caption_of(view: View, zone: str) -> str:
    """Return what the cards of a zone lie there for, if the game tells that just now."""
    told = next((g.captions[zone] for g in view.under_way if zone in g.captions), None)
    return clean(say(told)) if told is not None else ""


def name_of_zone(view: View, zone: str, *, whole: bool = True) -> str:
    """Return what a place for cards is called: what its cards lie there for, as far as that is told, else whose it is.

    On a label, where there is little room, those who share a hand are counted: `whole` names them all.
    """
    if told := caption_of(view, zone):
        return told
    kind = kind_of_zone(zone)
    rest = zone.partition(":")[2]
    owner = "" if kind in HELD_KINDS else owner_of(view, zone) or (rest if rest in view.seats else "")
    who = name_of_seat(view, owner) if owner else _actor_or_word(view, rest, whole=whole)
    # A game with several decks may call each by a name of its own: `deck_crew` is `deck:crew`.
    for key in (f"zone.{kind}_{rest}", f"zone.{kind}"):
        if f"table.{key}" in texts():
            return tell(key, name=who)
    word = plain_word(kind)
    return tell("zone.owned", kind=word, name=who) if who else word


def _actor_or_word(view: View, rest: str, *, whole: bool) -> str:
    last = rest.rpartition(":")[2]
    for key in (rest, last):
        if key in view.actors:
            turn = next((turn for turn in order_of_acting(view) if turn.actor == key), None)
            if turn is not None and turn.others:
                return name_of_turn(view, turn, _LABEL, whole=whole)
            return isolated(clean(view.actors[key].name))
        if key in view.seats:
            return name_of_seat(view, key)
    return plain_word(rest)


def name_of_turn(view: View, turn: TurnView, longest: int = LONGEST, *, whole: bool = False) -> str:
    """Return who has a place in the order of acting: `Raider +1`, or on the whole all who share it."""
    acting = (turn.actor, *turn.others)
    names = [isolated(clean(view.actors[who].name if who in view.actors else who)) for who in acting]
    return ", ".join(names) if whole or len(names) == 1 else f"{short(names[0], longest)} +{len(turn.others)}"


def plain_word(key: str) -> str:
    """Return a key as a word for people: `set_aside` is `Set aside`; `shooting: rifle` is one already."""
    word = ": ".join(part.replace(":", " ") for part in clean(key).replace("_", " ").split(": "))
    return word[:1].upper() + word[1:]


def name_of_card(view: View, card: str) -> str:
    """Return what a card is called on a label: `8♥`, `Swing Blade`."""
    printed = card_face(view, card)
    return clean(printed.name) if printed is not None else label_of(card)


def spoken_face(face: CardFace) -> str:
    """Return a game's own card in words: its name, what sort it is, its numbers, its tags."""
    numbers = [tell("spoken.face_number", label=number.label, value=number.value) for number in face.numbers]
    tags = [clean(tag.words) for tag in face.tags]
    kind = [] if any(tag.name == face.kind_words for tag in face.tags) else [face.kind_words]
    return ", ".join([isolated(clean(face.name)), *numbers, *kind, *tags, *([face.mark] if face.disabled else [])])


def spoken_known(view: View, card: str) -> str:
    """Return a card that is known in words that can be heard."""
    printed = card_face(view, card)
    return spoken_face(printed) if printed is not None else spoken_card(card)


def spoken_card(card: str) -> str:
    """Return a playing card in words that can be heard: `8 of hearts`."""
    face = face_of(card)
    if face.startswith("X"):
        key = f"spoken.joker_{face}"
        return tell(key if f"table.{key}" in texts() else "spoken.joker")
    rank, suit = face[:-1], face[-1:]
    suit_key, rank_key = f"table.spoken.suit_{suit}", f"table.spoken.rank_{rank}"
    if suit_key not in texts() or label_of(face) == face:
        return clean(face)
    return tell(
        "spoken.of",
        rank=tell(f"spoken.rank_{rank}") if rank_key in texts() else rank,
        suit=tell(f"spoken.suit_{suit}"),
    )


def spoken_place(view: View, zone: str, index: int, face: str | None) -> str:
    """Return what a screen reader says of one card: no more than the face given, None where it is not known."""
    lying = view.zones[zone]
    name = {"place": index + 1, "count": lying.count}
    owner = owner_of(view, zone) if kind_of_zone(zone) == "hand" else ""
    if owner:
        who = name_of_seat(view, owner)
        if face is None:
            return tell("spoken.hidden_hand", name=who, **name)
        return tell("spoken.hand_card", face=spoken_known(view, face), name=who, **name)
    where = name_of_zone(view, zone)
    if face is None:
        return tell("spoken.hidden", zone=where, **name)
    return tell("spoken.card", face=spoken_known(view, face), zone=where, **name)


def spoken_pile(view: View, lying: ZoneView) -> str:
    """Return what a screen reader says of a pile or an empty place."""
    kind, _, of = lying.id.partition(":")
    shared = f"spoken.pile_{kind}_{of}"  # of several decks each pile says whose it is
    zone = tell(shared) if f"table.{shared}" in texts() else name_of_zone(view, lying.id)
    if not lying.count:
        return tell("spoken.pile_empty", zone=zone)
    top = lying.face(0)
    if top is None:
        return tell("spoken.pile", zone=zone, count=lying.count)
    return tell("spoken.pile_top", zone=zone, count=lying.count, face=spoken_known(view, top))


def states_of(actor: Actor) -> tuple[str, ...]:
    """Return a character's states in short, the latest first, each with its levels' sum (`wound 3`) or its count.

    What a game only keeps in mind that way, as since when a wound is there, the language file leaves without words; of
    a number that counts something else than steps it says what (`unconscious, 4 hours`), and so of what lies at several
    places at once (`on fire, 3 places`).
    """
    counted: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    for condition in actor.conditions:
        counted[condition.name] += 1
        levels[condition.name] += condition.level
    states = []
    for name, count in reversed(counted.items()):
        key = f"condition.{name}"
        word = say(Message(key=key)) if key in texts() else clean(name, 40).replace("_", " ")
        own = f"table.state.{name}"
        if texts().get(own) == "":
            continue
        number = levels[name] or (count if count > 1 else 0)
        if count > 1 and f"table.state_at.{name}" in texts():
            states.append(tell(f"state_at.{name}", count=count))
        elif own in texts():
            states.append(tell(f"state.{name}", number=number))
        else:
            states.append(f"{word} {number}" if number else word)
    return tuple(states)


def may_read(view: View, actor: Actor) -> bool:
    """Say whether a viewer may know a character's record: a secret one only its leader and the GM."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or view.viewer == actor.seat or (seat is not None and seat.role is Role.GM)


def unseen(view: View, actor: Actor) -> tuple[str, ...]:
    """Return how a character is told as one that others do not see, to those who do."""
    return (tell("unseen"),) if actor.secret and may_read(view, actor) else ()


def spoken_actor(view: View, actor: Actor, brief: tuple[str, ...] = ()) -> str:
    """Return what a screen reader says of a character; `brief` tells how it is besides its states."""
    states = (*brief, *states_of(actor), *unseen(view, actor))
    name, seat = isolated(clean(actor.name)), name_of_seat(view, actor.seat)
    if states:
        return tell("spoken.actor_states", name=name, seat=seat, states=", ".join(states))
    return tell("spoken.actor", name=name, seat=seat)
