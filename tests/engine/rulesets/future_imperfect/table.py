"""Tables of Future Imperfect with stacked decks and dice, for the tests.

Ada is the GM; Tom plays `frost`, Eve plays `chuk`; the GM plays `thug` and `guard`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.chance import SeededChance
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.scripts.script import ActorLine, Script, SeatLine, starting_table
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import StartConflict
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Conflict, current_conflict
from engine.rulesets.loader import game_of
from tests.engine.plays import Plays
from tests.engine.plays import dice as dice

GAME = game_of("future_imperfect")
PLAYS = Plays(GAME)
outcome, play, refused, notes = PLAYS.outcome, PLAYS.play, PLAYS.refused, PLAYS.notes
WHO = {"frost": "tom", "chuk": "eve", "thug": "gm", "guard": "gm"}
USUAL: Mapping[str, Json] = {"reflex": "2d8", "dexterity": "2d8", "strength": "2d6", "vigor": "2d6", "wind_start": 12}


def laid(
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    chips: Mapping[str, Mapping[str, int]] | None = None,
    who: Mapping[str, str] = WHO,
) -> Table:
    """Return a table with characters of usual make; `sheets` changes theirs."""
    script = Script(
        ruleset="future_imperfect",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in ("tom", "eve"))),
        actors=tuple(
            ActorLine(id=actor, seat=seat, name=actor.title(), sheet={**USUAL, **(sheets or {}).get(actor, {})})
            for actor, seat in who.items()
        ),
        options=options or {},
        tracks=tracks or {},
        chips=chips or {},
    )
    return starting_table(script, GAME, SeededChance(1))


def cards(table: Table, zone: str) -> list[str]:
    """Return the cards of a zone; none if it is not there."""
    pile = table.zones.get(zone)
    return list(pile.cards) if pile else []


def conflict(table: Table, *fighters: str) -> Table:
    """Return a table on which these fight."""
    return play(table, StartConflict(seat="gm", fighters=fighters or tuple(WHO)))


def stacked(table: Table, side: str, top: str) -> Table:
    """Return a table with these cards on top of a side's deck."""
    zone = table.zones[f"deck:{side}"]
    wanted = tuple(top.split())
    rest = tuple(card for card in zone.cards if card not in wanted)
    return replace(table, zones={**table.zones, zone.id: replace(zone, cards=(*wanted, *rest))})


def running_conflict(table: Table) -> Conflict:
    """Return the conflict."""
    running = current_conflict(table)
    assert running is not None
    return running


def rolling(table: Table) -> Check:
    """Return the check at the front."""
    check = current_check(table)
    assert check is not None
    return check


def dealt(table: Table, **hands: str) -> Table:
    """Return a conflict in which everybody has drawn and keeps these cards, before the countdown.

    The cards are taken out of the decks; of the GM's they are the second copies (`JS/2`).
    """
    zones, under_way = dict(table.zones), running_conflict(table)
    fighters = {name: replace(f, due=0, drawn=True, kept=True) for name, f in under_way.fighters.items()}
    for name, named in hands.items():
        fighter = fighters[name]
        wanted = tuple(named.split())
        deck = f"deck:{fighter.side}"
        zones[deck] = replace(zones[deck], cards=tuple(c for c in zones[deck].cards if c not in wanted))
        zones[fighter.hand] = replace(zones[fighter.hand], cards=wanted)
    procedures = tuple(replace(under_way, fighters=fighters) if p is under_way else p for p in table.procedures)
    return replace(table, zones=zones, procedures=procedures)


def counted(table: Table, rank: str) -> Table:
    """Return the table once the ranks down to this one have been called."""
    if running_conflict(table).phase != "count":
        table = play(table, BeginCount(seat="gm"))
    while True:
        table = play(table, CallStep(seat="gm"))
        if GAME.view_for(table, "gm").under_way[-1].figures["rank"] == rank:
            return table
