"""Who stands there in a try-out, and what they hold: the user, a friend beside him, two dummies against him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.play import script as scripts
from engine.play.chance import Seeded
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing import people, zones
from engine.rulesets.card_the_drawing.language import parse
from engine.rulesets.card_the_drawing.library import AUTO, CARDS, RULESET, Library, with_row
from engine.rulesets.card_the_drawing.records import Archetype, Card, Effect
from engine.rulesets.card_the_drawing.review import LARGEST_NUMBER
from engine.rulesets.card_the_drawing.scene import Stats, split_tag
from engine.rulesets.card_the_drawing.settings import option_specs
from engine.rulesets.card_the_drawing.workshop.owners import bounded
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.rulesets.registry import game_of
from engine.table.cards import face_of
from engine.table.frozen import Json, replace
from engine.table.seats import Role
from engine.table.table import Table
from engine.workshop.bench import Lists, Options

SEAT = "gm"
USER, FRIEND, FIRST, SECOND = "user", "friend", "first", "second"
BLOW, THROW, WOUND = "trial_blow", "trial_throw", "trial_wound"
_WOUNDS, _ADRENALINE = 12, 9
_CHOSEN: Mapping[str, Json] = {
    "empty_slots": True,
    "targets": "on_resolution",
    "ritual_overflow": "carry",
    "health_between_fights": "keep",
    "adrenaline_carry": True,
}
"""What a try-out needs, whatever the group has chosen."""


def laid(card: Card, library: Library, lists: Lists, options: Options, *, hurt: bool) -> Table:
    """Return a table with everybody and their decks."""
    one = next((one for one in library.archetypes.values() if {*one.lists} & {*card.lists}), None)
    found = bounded(one or next(iter(library.archetypes.values()), _NOBODY))
    slots = sum(max(1, split_tag(tag)[1] or 1) for tag in card.tags if split_tag(tag)[0] in _slotted(library))
    need = min(LARGEST_NUMBER, max(1, slots)) + 1
    stats = Stats(
        strength=found.strength,
        stamina=found.stamina,
        intelligence=found.intelligence,
        wisdom=found.wisdom,
        speed=max(found.speed, need),
    )
    plain = Stats(strength=2, stamina=2, intelligence=5, wisdom=2, speed=2)
    automatic: list[Json] = [card.id] if AUTO in card.lists else []
    actors = (
        _line(USER, stats, (card.id,) * (0 if AUTO in card.lists else 2), automatic),
        _line(FRIEND, plain),
        _line(FIRST, plain),
        _line(SECOND, plain),
    )
    tracks = {actor.id: {people.ADRENALINE: _ADRENALINE} for actor in actors}
    script = Script(
        ruleset=RULESET,
        seats=(SeatLine(id=SEAT, name=tell("trial.master"), role=Role.GM),),
        actors=actors,
        options={**{name: value for name, value in options.items() if name in option_specs()}, **_CHOSEN},
        tracks=tracks,
    )
    table = scripts.lay(script, game_of(RULESET), Seeded(1))
    rows = lists.get(CARDS, ())
    for each in (replace(card, disabled=False), *_plain_cards(card, library)):
        rows = with_row(rows, each)
    table = replace(table, lists={**{name: tuple(rows) for name, rows in lists.items()}, CARDS: tuple(rows)})
    return _hurt(table, USER, FRIEND) if hurt else table


_NOBODY = Archetype(id="", name="", strength=2, stamina=2, intelligence=5, wisdom=2, speed=2)


def _slotted(library: Library) -> frozenset[str]:
    return frozenset(tag.id for tag in library.tags.values() if tag.slots is not None)


def _line(actor: str, stats: Stats, tried: Sequence[str] = (), automatic: Sequence[Json] = ()) -> ActorLine:
    held = {name: getattr(stats, name) for name in ("strength", "stamina", "intelligence", "wisdom", "speed")}
    cards = [*tried, *[BLOW] * 6, *[THROW] * 6, WOUND]
    deck: list[Json] = [{"card": face, "count": cards.count(face)} for face in dict.fromkeys(cards)]
    sheet: dict[str, Json] = {**held, "deck": deck, "automatic": list(automatic)}
    return ActorLine(id=actor, seat=SEAT, name=tell(f"trial.{actor}"), sheet=sheet)


def _plain_cards(tried: Card, library: Library) -> Iterator[Card]:
    """Go through what the dummies do: a blow, a throw, and a wound that stays; the throw bears what the card minds."""
    hit = Effect(on="resolve", do="damage", amount=3, target="one")
    minded = sorted(_minded(tried, library))
    name = tell("trial.throw_tagged", tags=minded) if minded else tell("trial.throw")
    yield Card(id=BLOW, name=tell("trial.blow"), lists=("",), cost=0, init=6, tags=("Close",), effects=(hit,))
    yield Card(id=THROW, name=name, lists=("",), cost=0, init=7, tags=("Distant", *minded), effects=(hit,))
    mark = Effect(on="resolve", do="damage", amount=1, target="one", attack=False)
    yield Card(
        id=WOUND,
        name=tell("trial.wound"),
        lists=("",),
        cost=0,
        init=6,
        tags=("Condition", "Injury"),
        attach="target",
        effects=(mark,),
    )


def _minded(card: Card, library: Library) -> Iterator[str]:
    """Go through the free tags for which a card looks, such as Fire."""
    texts = {text for effect in card.effects for text in (effect.if_, effect.where) if text}
    for name in {name for text in texts for name in parse(text).literals} - {"Close", "Distant", "Injury"}:
        tag = library.tags.get(name)
        if tag is not None and not (tag.param or tag.persist or tag.play_mode or tag.slots or tag.effects):
            yield name


def _hurt(table: Table, *actors: str) -> Table:
    for actor in actors:
        who = table.actors[actor]
        track = who.tracks[people.HEALTH]
        hurt = replace(track, value=max(1, track.value - _WOUNDS))
        who = replace(who, tracks={**who.tracks, people.HEALTH: hurt})
        table = replace(table, actors={**table.actors, actor: who})
    return table


def in_hand(table: Table, actor: str, *faces: str) -> Table:
    """Return a table on which an actor holds these cards and whatever else fills the hand."""
    hand, pile = zones.hand_zone(table, actor), zones.draw_pile(actor)
    held = zones.cards_in(table, hand)
    left = [*held, *zones.cards_in(table, pile)]
    found: list[str] = []
    for face in faces:
        card = next((card for card in left if face_of(card) == face), None)
        if card is not None:
            left.remove(card)
            found.append(card)
    more = max(0, len(held) - len(found))
    lying = {hand: (*found, *left[:more]), pile: tuple(left[more:])}
    changed = {zone: replace(table.zones[zone], cards=cards) for zone, cards in lying.items()}
    return replace(table, zones={**table.zones, **changed})


def figures(table: Table) -> Mapping[tuple[str, str], int]:
    """Return the numbers of everybody."""
    found: dict[tuple[str, str], int] = {}
    for actor in (USER, FIRST, SECOND, FRIEND):
        track = people.health_track(table, actor)
        found[actor, "health"] = track.value if track is not None else 0
        found[actor, "adrenaline"] = people.adrenaline(table, actor)
        found[actor, "hand"] = len(zones.hand_cards(table, actor))
    return found
