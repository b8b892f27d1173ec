"""Tables of Classic d100 fantasy for the tests: Ada is the GM; Tom plays `ana`, Eve plays `bor`; the GM leads `orc`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.draft import Draft
from engine.core.history import History, HistoryEntry
from engine.core.manual_moves import SetLocation
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.loader import game_of
from tests.engine.plays import Plays
from tests.engine.plays import dice as dice

GAME = game_of("classic_fantasy")
CODEC = Codec(GAME)
PLAYS = Plays(GAME)
outcome, play, refused, notes = PLAYS.outcome, PLAYS.play, PLAYS.refused, PLAYS.notes
WHO = {"ana": "tom", "bor": "eve", "orc": "gm"}
LUCKLESS: Mapping[str, Mapping[str, int]] = {actor: {"Luck": 0} for actor in WHO}
"""Nobody can change what dice show, so that nothing waits for luck."""
USUAL: Mapping[str, Json] = {
    "species": "Human",
    "rank": 1,
    "age": 30,
    "str": 12,
    "con": 12,
    "siz": 12,
    "dex": 12,
    "int": 13,
    "pow": 12,
    "cha": 12,
    "rations": 3,
}
"""Healing Rate 2; head 5, chest 7, abdomen 6, arms 4, legs 5 hit points (CON + SIZ 24)."""


def laid(
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    who: Mapping[str, str] = WHO,
    usual: Mapping[str, Json] = USUAL,
) -> Table:
    """Return a table with characters of usual make, asked about Luck after every roll; `sheets` changes theirs."""
    script = Script(
        ruleset="classic_fantasy",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in ("tom", "eve"))),
        actors=tuple(
            ActorLine(id=actor, seat=seat, name=actor.title(), sheet={**usual, **(sheets or {}).get(actor, {})})
            for actor, seat in who.items()
        ),
        options=options or {},
        tracks=tracks or {},
    )
    table = scripts.starting_table(script, GAME, SeededChance(1))
    asked = replace(session_state(table), luck_prompts=dict.fromkeys(who, "always"))
    inner = (procedure for procedure in table.procedures if not isinstance(procedure, SessionState))
    return replace(table, procedures=(asked, *inner))


def skilled(**values: int) -> Mapping[str, Json]:
    """Return the part of a sheet with these skills: `skilled(Endurance=60, First_Aid=50)`."""
    rows: list[Json] = [{"name": name.replace("_", " "), "total": value} for name, value in values.items()]
    return {"skills": rows}


def hp(table: Table, actor: str, location: str) -> int:
    """Return the hit points of a location."""
    body = table.actors[actor].body
    assert body is not None
    return body.locations[location].level


def hurt(table: Table, actor: str, **places: int) -> Table:
    """Return a table with hit points set by hand; `Left_Arm` is the left arm."""
    moves = (SetLocation(seat="gm", actor=actor, location=p.replace("_", " "), level=n) for p, n in places.items())
    return play(table, *moves)


def secretly(table: Table, actor: str) -> Table:
    """Return a table on which only its player and the GM know of a character."""
    return replace(table, actors={**table.actors, actor: replace(table.actors[actor], secret=True)})


def with_states(table: Table, *steps: Callable[[Draft], object]) -> Table:
    """Return the table after some writers of the rules."""
    draft = Draft(table, SeededChance(1))
    for step in steps:
        step(draft)
    return draft.table


def states(table: Table, actor: str) -> dict[str, int | None]:
    """Return the states of a character with their ends."""
    return {held.name: held.until for held in table.actors[actor].conditions}


def names(table: Table, seat: str, *, denied: bool = False) -> dict[str, str]:
    """Return the offers of a seat by name, with why they are denied; those that are not denied alone, if not asked."""
    found = GAME.offers(table, seat)
    return {o.name: o.denial.message.key if o.denial else "" for o in found if denied or o.denial is None}


def told_again(tables: Sequence[Table], entries: Sequence[HistoryEntry]) -> None:
    """Fail unless a history that is saved and loaded gives the same tables, visited in any order."""
    read = [CODEC.entry(CODEC.encode(entry)) for entry in entries]
    history = History(tables[0], read)
    for position in (len(read), 0, *range(len(read), -1, -2), *range(1, len(read) + 1, 2)):
        assert history.go_to(position, consent=True) == tables[position], position
