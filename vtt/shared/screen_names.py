"""Names on the screen: seats, characters, cards, zones, conditions and the words of a game."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import key_in_game, say, template_of, texts
from engine.model.cards import card_label, suit_of
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.presentation.activity_view import TurnView
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.game_metadata import incapacitating_conditions, urgent_conditions
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.table_queries import (
    HELD_KINDS,
    is_of_one_of_several,
    kind_of_zone,
    may_read_record,
    owner_of_zone,
    stations_of,
    turn_order,
)
from vtt.widgets.plain_text import short


def word_for(key: str, *groups: str, ruleset: str = "") -> str:
    """Return the language file's words for a key: `<group>.<key>` of the first group that has it, else `word.<key>`.

    A key that no file has is shown as it is, made readable. The texts of the game that is named come first.
    """
    text_keys = (key_in_game(ruleset, f"{group}.{key}") for group in (*groups, "word"))
    text_key = next((text_key for text_key in text_keys if template_of(text_key) is not None), "")
    words = say(Message(key=text_key)) if text_key else plain_word(key)
    return words[:1].upper() + words[1:]


def is_card(name: str) -> bool:
    """Return whether a word is the id of a standard card or a joker."""
    return bool(suit_of(name))


def first_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the first name in each name, by its key, for places without room for the whole.

    Titles before it are left out: "Dr Sable" is "Sable". None is an article or initials, and none is a word of another
    name: "Toll" is none beside "The Toll-Reeve".
    """
    titles = table_text("titles").split(", ")
    articles = table_text("no_first_names").split(", ")
    words = {key: _first_word(name.split(" "), titles) for key, name in names.items()}
    counts = Counter(word for name in names.values() for word in {*name.replace("-", " ").split(" ")})
    return {
        key: word
        for key, word in words.items()
        if counts[word] == 1 and len(word) > 1 and word.isalpha() and word.lower() not in articles
    }


def _first_word(words: Sequence[str], titles: Sequence[str]) -> str:
    """Return the first word, or the name after titles; an empty string if none follows: "Old man" has no name."""
    for number, word in enumerate(words):
        if word.lower().rstrip(".") not in titles:
            return "" if number and word.islower() else word
    return ""


def name_of_actor(view: VisibleTable, actor: str) -> str:
    """Return a character's name."""
    character = view.actors.get(actor)
    return bidi_isolated(clean_name(character.name)) if character else clean_name(actor)


def name_of_body(view: VisibleTable, body: str) -> str:
    """Return the name of one of a character's several bodies (`rats#2`), or an empty string if it is none."""
    body_view = next((b for station in stations_of(view) for b in station.bodies if b.id == body), None)
    if body_view is not None:
        return bidi_isolated(clean_name(body_view.name))
    owner, _, number = body.partition("#")
    character = view.actors.get(owner)
    return f"{name_of_actor(view, owner)} {number}" if character is not None and number.isdecimal() else ""


LONGEST_NAME: Final = 160
"""Names are cut here before they are measured: a file from strangers may have one of 10,000 characters."""
_ISOLATE, _POP = "\u2068", "\u2069"


def table_text(key: str, /, **params: Json) -> str:
    """Return a text of the table by its key."""
    return say(Message(key=f"table.{key}", params=params))


def number_words(value: int, most: int | None = None) -> str:
    """Return a number as it is written on the table, with its maximum if given: a minus is as wide as a digit."""
    return (str(value) if most is None else f"{value}/{most}").replace("-", "−")


def sum_in_words(total: int, penalty: int) -> str:
    """Return the sum of a side; with a penalty, how it follows from the sum of the cards."""
    words = number_words(total)
    return table_text("lane.sum", cards=total + penalty, penalty=penalty, total=words) if penalty else words


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name in one line, without control characters, cut with an ellipsis."""
    return short(text, longest)


def bidi_isolated(text: str) -> str:
    """Return a name that cannot turn the direction of the sentence around it; Latin names stay as they are."""
    if text.isascii():
        return text
    if any(unicodedata.bidirectional(c) in {"R", "AL", "RLE", "RLO", "LRO", "LRE", "RLI", "PDF"} for c in text):
        return f"{_ISOLATE}{text.replace(_POP, '')}{_POP}"
    return text


def name_of_seat(view: VisibleTable, seat: str) -> str:
    """Return a person's name."""
    seat_model = view.seats.get(seat)
    return bidi_isolated(clean_name(seat_model.name)) if seat_model else clean_name(seat)


def caption_of(view: VisibleTable, zone: str) -> str:
    """Return the present purpose of a zone's cards, if the game has a caption for it."""
    caption = next((g.captions[zone] for g in view.under_way if zone in g.captions), None)
    return clean_name(say(caption)) if caption is not None else ""


def name_of_zone(view: VisibleTable, zone: str, *, whole: bool = True) -> str:
    """Return the name of a zone: the purpose of its cards, if the game has a caption for it, else with its owner.

    On a label with little room the owners of a shared hand are counted; `whole` names them all.
    """
    if caption := caption_of(view, zone):
        return caption
    kind = kind_of_zone(zone)
    rest = zone.partition(":")[2]
    of_character = kind in HELD_KINDS or is_of_one_of_several(view, zone)
    owner = "" if of_character else owner_of_zone(view, zone) or (rest if rest in view.seats else "")
    owner_name = name_of_seat(view, owner) if owner else _actor_or_word(view, rest, whole=whole)
    # A game with several decks may have a name for each: `deck_crew` is `deck:crew`.
    for key in (f"zone.{kind}_{rest}", f"zone.{kind}"):
        own = next((own for k in (f"table.{key}", key) if ":" in (own := key_in_game(view.ruleset, k))), "")
        if own:
            return say(Message(key=own, params={"name": owner_name}))
        if f"table.{key}" in texts():
            return table_text(key, name=owner_name)
    word = plain_word(kind)
    return table_text("zone.owned", kind=word, name=owner_name) if owner_name else word


def _actor_or_word(view: VisibleTable, rest: str, *, whole: bool) -> str:
    last = rest.rpartition(":")[2]
    for key in (rest, last):
        if key in view.actors:
            turn = next((turn for turn in turn_order(view) if turn.actor == key), None)
            if turn is not None and turn.others:
                return name_of_turn(view, turn, whole=whole)
            return bidi_isolated(clean_name(view.actors[key].name))
        if key in view.seats:
            return name_of_seat(view, key)
    return plain_word(rest)


def name_of_turn(view: VisibleTable, turn: TurnView, longest: int = LONGEST_NAME, *, whole: bool = False) -> str:
    """Return the characters of one place in the turn order: `Raider +1`, or with `whole` all their names."""
    acting = (turn.actor, *turn.others)
    names = [bidi_isolated(clean_name(view.actors[actor].name if actor in view.actors else actor)) for actor in acting]
    return ", ".join(names) if whole or len(names) == 1 else f"{short(names[0], longest)} +{len(turn.others)}"


def plain_word(key: str) -> str:
    """Return a key as readable words: `set_aside` is `Set aside`; `shooting: rifle` is readable already."""
    word = ": ".join(part.replace(":", " ") for part in clean_name(key).replace("_", " ").split(": "))
    return word[:1].upper() + word[1:]


def name_of_card(view: VisibleTable, card: str) -> str:
    """Return the label of a card: `8♥`, `Swing Blade`."""
    printed = card_face(view, card)
    return clean_name(printed.name) if printed is not None else card_label(card)


def condition_texts(actor: Actor, ruleset: str = "") -> tuple[str, ...]:
    """Return a character's conditions in short, with the sum of levels (`wound 3`) or the count.

    Those in which it cannot act come first, the most severe before all others, then those that are urgent, and then the
    latest.

    A condition that only stores something, such as the time of a wound, has no text in the language file. The text
    names the unit of a number that is no level (`unconscious, 4 hours`), or the number of places (`on fire, 3 places`).
    The texts of the game that is named come first.
    """
    counted: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    for condition in actor.conditions:
        counted[condition.name] += 1
        levels[condition.name] += condition.level
    states = []
    first = (*incapacitating_conditions(ruleset), *urgent_conditions(ruleset))
    matters = [name for name in dict.fromkeys(first) if name in counted]
    for name in (*matters, *(name for name in reversed(counted) if name not in matters)):
        count = counted[name]
        key, own, own_at = (
            key_in_game(ruleset, f"{group}.{name}") for group in ("condition", "table.state", "table.state_at")
        )
        word = say(Message(key=key)) if template_of(key) is not None else clean_name(name, 40).replace("_", " ")
        if template_of(own) == "":
            continue
        number = levels[name] or (count if count > 1 else 0)
        if count > 1 and template_of(own_at) is not None:
            states.append(say(Message(key=own_at, params={"count": count})))
        elif template_of(own) is not None:
            states.append(say(Message(key=own, params={"number": number})))
        else:
            states.append(f"{word} {number}" if number else word)
    return tuple(states)


def secret_notes(view: VisibleTable, actor: Actor) -> tuple[str, ...]:
    """Return the note that others do not see a character, for the viewers who do."""
    return (table_text("unseen"),) if actor.secret and may_read_record(view, actor) else ()
