"""Tables of Card: the Drawing with stacked decks, for the tests.

Who sits there: Ada is the GM; Tom plays `tia` and `tam`, Eve `eli`; the GM leads `ogre`, a boss, and `rats`, a mob.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.play import script as scripts
from engine.play.chance import Chance, Scripted, Seeded
from engine.play.leading import leader
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing import people, zones
from engine.rulesets.card_the_drawing.drawing import FinishDrawing
from engine.rulesets.card_the_drawing.facts import standing
from engine.rulesets.card_the_drawing.library import library_of
from engine.rulesets.card_the_drawing.planning import PlanCards
from engine.rulesets.card_the_drawing.procedures import Battle, Combatant, Phase, battle, carrying
from engine.rulesets.card_the_drawing.starting import StartBattle
from engine.rulesets.card_the_drawing.steering import CarryOn
from engine.rulesets.registry import game_of
from engine.table.cards import face_of
from engine.table.frozen import Json, replace
from engine.table.seats import Role
from engine.table.table import Table
from engine.table.tracks import Track
from tests.engine.plays import Plays

GAME = game_of("card_the_drawing")
PLAYS = Plays(GAME, "drawing_")
outcome, play, refused, notes = PLAYS.outcome, PLAYS.play, PLAYS.refused, PLAYS.notes
why = PLAYS.why
WHO = {"tia": "tom", "tam": "tom", "eli": "eve", "ogre": "gm", "rats": "gm"}
TITAN: Mapping[str, Json] = {"archetype": "Titan"}
SHADOW: Mapping[str, Json] = {"archetype": "Shadow"}
SORCERER: Mapping[str, Json] = {"archetype": "Sorcerer"}


def deck(cards: str) -> list[Json]:
    """Return rows of a sheet: `deck("punch*2 retreat")`."""
    rows: list[Json] = []
    for each in cards.split():
        name, _, count = each.partition("*")
        rows.append({"card": name, "count": int(count or 1)})
    return rows


ALL_TITAN = deck(
    " ".join(f"{id_}*2" for id_, card in library_of().cards.items() if {*card.lists} & {"Universal", "Titan"})
)
"""Two of each printed card: 30, and legal (CD-EX-52)."""
USUAL: Mapping[str, Mapping[str, Json]] = {
    "tia": {**TITAN, "deck": ALL_TITAN},
    "tam": {**TITAN, "deck": ALL_TITAN},
    "eli": {**TITAN, "deck": ALL_TITAN},
    "ogre": {**people.sheet_of_foe(library_of().foes["boss"], library_of())},
    "rats": {**people.sheet_of_foe(library_of().foes["mob"], library_of(), minions=4)},
}


def laid(
    *who: str,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    leaders: Mapping[str, str] | None = None,
    secret: Sequence[str] = (),
) -> Table:
    """Return a table with these characters, or all of them; `sheets` changes what stands on theirs."""
    changed, seats = sheets or {}, {**WHO, **(leaders or {})}
    script = Script(
        ruleset="card_the_drawing",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in ("tom", "eve"))),
        actors=tuple(
            ActorLine(
                id=actor,
                seat=seats.get(actor, "gm"),
                name=actor.title(),
                sheet={**USUAL.get(actor, USUAL["eli"]), **changed.get(actor, {})},
                secret=actor in secret,
            )
            for actor in who or tuple(WHO)
        ),
        options=options or {},
        tracks=tracks or {},
    )
    return scripts.lay(script, GAME, Seeded(1))


def dice(*faces: int) -> Chance:
    """Return chance whose d6 fall as written."""
    return Scripted({"d6": faces}, Seeded(1))


def now(table: Table) -> Battle:
    """Return the battle."""
    found = battle(table)
    assert found is not None
    return found


def fighter(table: Table, actor: str) -> Combatant:
    """Return what an actor remembers of this round."""
    return now(table).fighters[actor]


def started(table: Table, *who: str, sides: Mapping[str, str] | None = None, environment: Sequence[str] = ()) -> Table:
    """Return a table on which these fight, or all; everybody has drawn the first hand."""
    command = StartBattle(
        seat="gm", fighters=who or tuple(table.actors), sides=sides or {}, environment=tuple(environment)
    )
    return play(table, command)


def duel(
    one: str = "tia",
    other: str = "eli",
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
) -> Table:
    """Return a battle of two against each other, in its first Drawing phase."""
    table = laid(one, other, sheets=sheets, options=options, tracks=tracks)
    return started(table, one, other, sides={one: "red", other: "blue"})


def cards(table: Table, zone: str) -> list[str]:
    """Return the cards of a zone; none if it is not there."""
    return list(zones.cards_in(table, zone))


def faces(table: Table, zone: str) -> list[str]:
    """Return what is printed on the cards of a zone."""
    return [face_of(card) for card in cards(table, zone)]


def counts(table: Table, actor: str) -> dict[str, int]:
    """Return how many cards of an actor lie where, and its numbers."""
    body = people.bodies(table, actor)[0]
    track = people.health_track(table, body)
    return {
        "hand": len(zones.hand_cards(table, actor)),
        "pile": len(cards(table, zones.draw_pile(actor))),
        "discard": len(cards(table, zones.discard_of(actor))),
        "adrenaline": people.adrenaline(table, actor),
        "health": track.value if track is not None else 0,
    }


def arranged(
    table: Table,
    actor: str,
    *,
    hand: str | int | None = None,
    pile: str | int | None = None,
    discard: str | int | None = None,
) -> Table:
    """Return a battle in which an actor's cards lie so: named by faces, or so many of whatever is left.

    What is not named comes to nobody: it is taken out of the battle. None leaves a zone to the rest of the deck.
    """
    own = {card: None for card, owner in now(table).owners.items() if owner == actor}
    wanted = {
        zones.hand_zone(table, actor): hand,
        zones.discard_of(actor): discard,
        zones.draw_pile(actor): pile,
    }
    elsewhere = {card for zone in table.zones.values() if zone.id not in wanted for card in zone.cards}
    free = [card for card in own if card not in elsewhere]
    found: dict[str, list[str]] = {}
    for zone, asked in wanted.items():
        if isinstance(asked, str):
            found[zone] = [*taken(free, asked.split())]
    for zone, asked in wanted.items():
        if isinstance(asked, int):
            found[zone] = [free.pop(0) for _ in range(asked)]
    for zone, asked in wanted.items():
        if asked is None:
            found[zone], free = ([*free], []) if zone == zones.draw_pile(actor) else ([], free)
    gone = {*free}
    held = now(table)
    fight = replace(held, owners={card: owner for card, owner in held.owners.items() if card not in gone})
    return with_battle(lying(table, found), fight)


def taken(free: list[str], faces: Iterable[str]) -> tuple[str, ...]:
    """Take cards out of those that are free, each the first on which this is printed."""
    found = []
    for face in faces:
        card = next((card for card in free if face_of(card) == face), None)
        assert card is not None, f"there is no {face} left"
        free.remove(card)
        found.append(card)
    return tuple(found)


def lying(table: Table, cards: Mapping[str, Sequence[str]]) -> Table:
    """Return a table on which these cards lie in these zones, and nothing else."""
    changed = {name: replace(table.zones[name], cards=tuple(found)) for name, found in cards.items()}
    return replace(table, zones={**table.zones, **changed})


def with_battle(table: Table, changed: Battle) -> Table:
    """Return a table on which the battle stands so."""
    procedures = tuple(changed if isinstance(one, Battle) else one for one in table.procedures)
    return replace(table, procedures=procedures)


def with_tracks(table: Table, actor: str, **values: int) -> Table:
    """Return a table on which numbers of an actor are so: `Adrenaline=3`, `Health=22`."""
    who = table.actors[actor]
    changed = {name: replace(who.tracks.get(name, Track(value=0)), value=value) for name, value in values.items()}
    return replace(table, actors={**table.actors, actor: replace(who, tracks={**who.tracks, **changed})})


def finished(table: Table, *but: str) -> Table:
    """Return a battle in which everybody has finished drawing but for these."""
    for actor in standing(table):
        if actor not in but and battle(table) is not None and not fighter(table, actor).ready:
            table = play(table, FinishDrawing(seat="gm", actor=actor))
    return table


def planning(table: Table) -> Table:
    """Return a battle in its Planning phase."""
    table = finished(table)
    assert now(table).phase is Phase.PLANNING
    return table


def in_hand(table: Table, actor: str, face: str) -> str:
    """Return a card of a hand by what is printed on it."""
    return next(card for card in zones.hand_cards(table, actor) if face_of(card) == face)


def planned(table: Table, **plans: str) -> Table:
    """Return a battle in which these plan these cards, named by faces, and everybody else nothing."""
    for actor in standing(table):
        found: list[str] = []
        for face in plans.get(actor, "").split():
            held = [card for card in zones.hand_cards(table, actor) if card not in found]
            found.append(next(card for card in held if face_of(card) == face))
        table = play(table, PlanCards(seat=leader(table, actor), actor=actor, cards=tuple(found)))
    return table


def next_round(table: Table) -> Table:
    """Return a battle in the Drawing phase of its next round, in which nobody has planned anything."""
    before = now(table).round
    table = planned(planning(table) if now(table).phase is Phase.DRAWING else table)
    assert now(table).round == before + 1
    return table


def carried_on(table: Table, chance: Chance | None = None) -> Table:
    """Return a battle once nothing is being carried out: whatever is asked is answered by the first way there is."""
    chance = chance or Seeded(1)
    while carrying(table) is not None:
        table = play(table, CarryOn(seat="gm"), chance=chance)
    return table
