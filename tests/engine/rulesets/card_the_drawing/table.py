"""Tables of Card: the Drawing with stacked decks, for the tests.

Who sits there: Ada is the GM; Tom plays `tia` and `tam`, Eve `eli`; the GM leads `ogre`, a boss, and `rats`, a mob.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.kit.control import controller_of
from engine.model.cards import face_of
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.model.tracks import Track
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    FighterState,
    Phase,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.drawing_phase import FinishDrawing
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn
from engine.rulesets.card_the_drawing.battle.participants import standing_actors
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.loader import game_of
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
    "ogre": {**actor_sheet.sheet_of_foe(library_of().foes["boss"], library_of())},
    "rats": {**actor_sheet.sheet_of_foe(library_of().foes["mob"], library_of(), minions=4)},
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
    return scripts.starting_table(script, GAME, SeededChance(1))


def dice(*faces: int) -> Chance:
    """Return chance whose d6 fall as written."""
    return ScriptedChance({"d6": faces}, SeededChance(1))


def now(table: Table) -> Battle:
    """Return the battle."""
    battle = current_battle(table)
    assert battle is not None
    return battle


def fighter(table: Table, actor: str) -> FighterState:
    """Return what an actor remembers of this round."""
    return now(table).fighters[actor]


def started(table: Table, *who: str, sides: Mapping[str, str] | None = None, environment: Sequence[str] = ()) -> Table:
    """Return a table on which these fight, or all; everybody has drawn the first hand."""
    command = StartBattle(
        seat="gm", fighters=who or tuple(table.actors), sides=sides or {}, environment=tuple(environment)
    )
    return play(table, command)


def duel(
    fighter: str = "tia",
    other: str = "eli",
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
) -> Table:
    """Return a battle of two against each other, in its first Drawing phase."""
    table = laid(fighter, other, sheets=sheets, options=options, tracks=tracks)
    return started(table, fighter, other, sides={fighter: "red", other: "blue"})


def cards(table: Table, zone: str) -> list[str]:
    """Return the cards of a zone; none if it is not there."""
    return list(table.cards_in(zone))


def faces(table: Table, zone: str) -> list[str]:
    """Return what is printed on the cards of a zone."""
    return [face_of(card) for card in cards(table, zone)]


def counts(table: Table, actor: str) -> dict[str, int]:
    """Return how many cards of an actor lie where, and its numbers."""
    body = actor_sheet.body_ids(table, actor)[0]
    track = actor_sheet.health_track(table, body)
    return {
        "hand": len(actor_zones.hand_cards(table, actor)),
        "pile": len(cards(table, actor_zones.draw_pile_zone(actor))),
        "discard": len(cards(table, actor_zones.discard_zone(actor))),
        "adrenaline": actor_sheet.adrenaline(table, actor),
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
        actor_zones.hand_zone(table, actor): hand,
        actor_zones.discard_zone(actor): discard,
        actor_zones.draw_pile_zone(actor): pile,
    }
    elsewhere = {card for zone in table.zones.values() if zone.id not in wanted for card in zone.cards}
    free = [card for card in own if card not in elsewhere]
    cards: dict[str, list[str]] = {}
    for zone, asked in wanted.items():
        if isinstance(asked, str):
            cards[zone] = [*taken(free, asked.split())]
    for zone, asked in wanted.items():
        if isinstance(asked, int):
            cards[zone] = [free.pop(0) for _ in range(asked)]
    for zone, asked in wanted.items():
        if asked is None:
            cards[zone], free = ([*free], []) if zone == actor_zones.draw_pile_zone(actor) else ([], free)
    gone = {*free}
    battle = now(table)
    fight = replace(battle, owners={card: owner for card, owner in battle.owners.items() if card not in gone})
    return with_battle(lying(table, cards), fight)


def taken(free: list[str], faces: Iterable[str]) -> tuple[str, ...]:
    """Take cards out of those that are free, each the first on which this is printed."""
    taken_cards = []
    for face in faces:
        card = next((card for card in free if face_of(card) == face), None)
        assert card is not None, f"there is no {face} left"
        free.remove(card)
        taken_cards.append(card)
    return tuple(taken_cards)


def lying(table: Table, cards: Mapping[str, Sequence[str]]) -> Table:
    """Return a table on which these cards lie in these zones, and nothing else."""
    changed = {name: replace(table.zones[name], cards=tuple(zone_cards)) for name, zone_cards in cards.items()}
    return replace(table, zones={**table.zones, **changed})


def with_battle(table: Table, changed: Battle) -> Table:
    """Return a table on which the battle stands so."""
    procedures = tuple(changed if isinstance(procedure, Battle) else procedure for procedure in table.procedures)
    return replace(table, procedures=procedures)


def with_tracks(table: Table, actor: str, **values: int) -> Table:
    """Return a table on which numbers of an actor are so: `Adrenaline=3`, `Health=22`."""
    who = table.actors[actor]
    changed = {name: replace(who.tracks.get(name, Track(value=0)), value=value) for name, value in values.items()}
    return replace(table, actors={**table.actors, actor: replace(who, tracks={**who.tracks, **changed})})


def finished(table: Table, *but: str) -> Table:
    """Return a battle in which everybody has finished drawing but for these."""
    for actor in standing_actors(table):
        if actor not in but and current_battle(table) is not None and not fighter(table, actor).ready:
            table = play(table, FinishDrawing(seat="gm", actor=actor))
    return table


def planning(table: Table) -> Table:
    """Return a battle in its Planning phase."""
    table = finished(table)
    assert now(table).phase is Phase.PLANNING
    return table


def in_hand(table: Table, actor: str, face: str) -> str:
    """Return a card of a hand by what is printed on it."""
    return next(card for card in actor_zones.hand_cards(table, actor) if face_of(card) == face)


def planned(table: Table, **plans: str) -> Table:
    """Return a battle in which these plan these cards, named by faces, and everybody else nothing."""
    for actor in standing_actors(table):
        planned_cards: list[str] = []
        for face in plans.get(actor, "").split():
            hand_cards = [card for card in actor_zones.hand_cards(table, actor) if card not in planned_cards]
            planned_cards.append(next(card for card in hand_cards if face_of(card) == face))
        table = play(table, PlanCards(seat=controller_of(table, actor), actor=actor, cards=tuple(planned_cards)))
    return table


def next_round(table: Table) -> Table:
    """Return a battle in the Drawing phase of its next round, in which nobody has planned anything."""
    before = now(table).round
    table = planned(planning(table) if now(table).phase is Phase.DRAWING else table)
    assert now(table).round == before + 1
    return table


def carried_on(table: Table, chance: Chance | None = None) -> Table:
    """Return a battle once nothing is being carried out: whatever is asked is answered by the first way there is."""
    chance = chance or SeededChance(1)
    while current_resolution(table) is not None:
        table = play(table, CarryOn(seat="gm"), chance=chance)
    return table
