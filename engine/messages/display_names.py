"""Names of people, characters, bags and zones as a sentence uses them."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import key_in_game, say, template_of
from engine.model.table import Table


def seat_name(table: Table, seat: str) -> str:
    """Return a person's name."""
    found = table.seats.get(seat)
    return found.name if found else seat


def actor_name(table: Table, actor: str) -> str:
    """Return a character's name."""
    found = table.actors.get(actor)
    return found.name if found else actor


def bag_name(table: Table, bag: str) -> str:
    """Return the name of a bag of chips: that of its person or character, or else its own."""
    if bag in table.seats:
        return seat_name(table, bag)
    return actor_name(table, bag) if bag in table.actors else bag.replace("_", " ").capitalize()


def zone_name(table: Table, zone: str) -> str:
    """Return the name of a zone: "the deck", "Tom's hand", "the reserve of Frost"."""
    kind, _, rest = zone.partition(":")
    for key in (key_in_game(table.ruleset, f"zone.{kind}_{rest}"), key_in_game(table.ruleset, f"zone.{kind}")):
        if template_of(key) is not None:
            name = actor_name(table, rest) if rest in table.actors else seat_name(table, rest)
            return say(Message(key=key, params={"name": name}))
    words = kind.replace("_", " ").capitalize()
    if rest in table.seats or rest in table.actors:
        owner = actor_name(table, rest) if rest in table.actors else seat_name(table, rest)
        return say(Message(key="zone_of", params={"zone": words, "name": owner}))
    return words if not rest else zone


def readable_id(ruleset: str) -> str:
    """Return the id of a game as a name, for a game whose name nobody knows: `high_card` is High card.

    Examples:
        >>> readable_id("high_card")
        'High card'
    """
    words = " ".join(ruleset.replace("_", " ").split())[:60]
    return words[:1].upper() + words[1:]
