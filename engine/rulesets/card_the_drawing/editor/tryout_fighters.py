"""The fighters of a try-out and their cards: the user, a friend, and two dummies as enemies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.chance import SeededChance
from engine.kit.content_editor.persistence import row_of, with_row
from engine.kit.content_editor.tryout_run import Numbers
from engine.kit.content_editor.view_models import Lists, Options
from engine.model.cards import face_of
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import Stats
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, CARDS, RULESET, Library
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, Effect, split_tag
from engine.rulesets.card_the_drawing.cards.expressions import parse
from engine.rulesets.card_the_drawing.cards.record_validation import LARGEST_NUMBER
from engine.rulesets.card_the_drawing.editor.deck_owner import with_bounded_numbers
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.rulesets.card_the_drawing.settings import option_specs

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
"""The options that a try-out needs, whatever the group has chosen."""


def tryout_table(game: Game, card: Card, library: Library, lists: Lists, options: Options, *, hurt: bool) -> Table:
    """Return a table with all fighters and their decks."""
    user = next((candidate for candidate in library.archetypes.values() if {*candidate.lists} & {*card.lists}), None)
    archetype = with_bounded_numbers(user or next(iter(library.archetypes.values()), _NOBODY))
    slotted = frozenset(tag.id for tag in library.tags.values() if tag.slots is not None)
    slots = sum(max(1, split_tag(tag)[1] or 1) for tag in card.tags if split_tag(tag)[0] in slotted)
    need = min(LARGEST_NUMBER, max(1, slots)) + 1
    stats = Stats(
        strength=archetype.strength,
        stamina=archetype.stamina,
        intelligence=archetype.intelligence,
        wisdom=archetype.wisdom,
        speed=max(archetype.speed, need),
    )
    plain = Stats(strength=2, stamina=2, intelligence=5, wisdom=2, speed=2)
    automatic: list[Json] = [card.id] if AUTO in card.lists else []
    actors = (
        _line(USER, stats, (card.id,) * (0 if AUTO in card.lists else 2), automatic),
        _line(FRIEND, plain),
        _line(FIRST, plain),
        _line(SECOND, plain),
    )
    tracks = {actor.id: {actor_sheet.ADRENALINE: _ADRENALINE} for actor in actors}
    script = Script(
        ruleset=RULESET,
        seats=(SeatLine(id=SEAT, name=editor_text("trial.master"), role=Role.GM),),
        actors=actors,
        options={**{name: value for name, value in options.items() if name in option_specs()}, **_CHOSEN},
        tracks=tracks,
    )
    table = scripts.starting_table(script, game, SeededChance(1))
    rows = lists.get(CARDS, ())
    for each in (replace(card, disabled=False), *_plain_cards(card, library)):
        rows = with_row(rows, row_of(each))
    table = replace(table, lists={**{name: tuple(rows) for name, rows in lists.items()}, CARDS: tuple(rows)})
    return _hurt(table, USER, FRIEND) if hurt else table


_NOBODY = Archetype(id="", name="", strength=2, stamina=2, intelligence=5, wisdom=2, speed=2)


def _line(actor: str, stats: Stats, tried: Sequence[str] = (), automatic: Sequence[Json] = ()) -> ActorLine:
    stat_values = {name: getattr(stats, name) for name in ("strength", "stamina", "intelligence", "wisdom", "speed")}
    cards = [*tried, *[BLOW] * 6, *[THROW] * 6, WOUND]
    deck: list[Json] = [{"card": face, "count": cards.count(face)} for face in dict.fromkeys(cards)]
    sheet: dict[str, Json] = {**stat_values, "deck": deck, "automatic": list(automatic)}
    return ActorLine(id=actor, seat=SEAT, name=editor_text(f"trial.{actor}"), sheet=sheet)


def _plain_cards(tried: Card, library: Library) -> Iterator[Card]:
    """Yield the dummies' cards: a blow, a throw, a lasting wound; the throw has the tags the card looks for."""
    hit = Effect(on="resolve", do="damage", amount=3, target="one")
    minded = sorted(_minded(tried, library))
    name = editor_text("trial.throw_tagged", tags=minded) if minded else editor_text("trial.throw")
    yield Card(id=BLOW, name=editor_text("trial.blow"), lists=("",), cost=0, init=6, tags=("Close",), effects=(hit,))
    yield Card(id=THROW, name=name, lists=("",), cost=0, init=7, tags=("Distant", *minded), effects=(hit,))
    mark = Effect(on="resolve", do="damage", amount=1, target="one", attack=False)
    yield Card(
        id=WOUND,
        name=editor_text("trial.wound"),
        lists=("",),
        cost=0,
        init=6,
        tags=("Condition", "Injury"),
        attach="target",
        effects=(mark,),
    )


def _minded(card: Card, library: Library) -> Iterator[str]:
    """Yield the free tags that a card looks for, such as Fire."""
    texts = {text for effect in card.effects for text in (effect.if_, effect.where) if text}
    for name in {name for text in texts for name in parse(text).literals} - {"Close", "Distant", "Injury"}:
        tag = library.tags.get(name)
        if tag is not None and not (tag.param or tag.persist or tag.play_mode or tag.slots or tag.effects):
            yield name


def _hurt(table: Table, *actors: str) -> Table:
    for actor in actors:
        who = table.actors[actor]
        track = who.tracks[actor_sheet.HEALTH]
        hurt = replace(track, value=max(1, track.value - _WOUNDS))
        who = replace(who, tracks={**who.tracks, actor_sheet.HEALTH: hurt})
        table = replace(table, actors={**table.actors, actor: who})
    return table


def with_hand(table: Table, actor: str, *faces: str) -> Table:
    """Return a table on which an actor holds these cards and others up to the size of the hand."""
    hand, pile = actor_zones.hand_zone(table, actor), actor_zones.draw_pile_zone(actor)
    hand_cards = table.cards_in(hand)
    left = [*hand_cards, *table.cards_in(pile)]
    drawn: list[str] = []
    for face in faces:
        card = next((card for card in left if face_of(card) == face), None)
        if card is not None:
            left.remove(card)
            drawn.append(card)
    more = max(0, len(hand_cards) - len(drawn))
    lying = {hand: (*drawn, *left[:more]), pile: tuple(left[more:])}
    changed = {zone: replace(table.zones[zone], cards=cards) for zone, cards in lying.items()}
    return replace(table, zones={**table.zones, **changed})


def fighter_numbers(table: Table) -> Numbers:
    """Return the numbers of all fighters."""
    numbers: dict[tuple[str, str], int] = {}
    for actor in (USER, FIRST, SECOND, FRIEND):
        track = actor_sheet.health_track(table, actor)
        who = editor_text(f"trial.{actor}")
        numbers[who, editor_text("figure.health")] = track.value if track is not None else 0
        numbers[who, editor_text("figure.adrenaline")] = actor_sheet.adrenaline(table, actor)
        numbers[who, editor_text("figure.hand")] = len(actor_zones.hand_cards(table, actor))
    return numbers
