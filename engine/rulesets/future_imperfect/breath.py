"""Wind at the table: lost, regained, and what its end means (FI-WIND, FI-BLEED, FI-DEATH)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.draft import Draft
from engine.play.events import TrackSet
from engine.rulesets.future_imperfect import harm, people, states
from engine.rulesets.future_imperfect.leading import figure_of, note_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.parts import total as total_of
from engine.rulesets.future_imperfect.settings import word
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.tracks import Track

WIND = "Wind"


def wind_of(table: Table, actor: str) -> int:
    """Return the Wind that a character has now; the full amount for one without a track."""
    track = table.actors[actor].tracks.get(WIND)
    return track.value if track is not None else people.wind_start(table.actors[actor])


def lose_wind(draft: Draft, actor: str, parts: Sequence[Part], source: harm.Source, *rules: str) -> None:
    """Take Wind, and bring the character to where that leaves it (FI-WIND-5, FI-WIND-6, FI-DEATH-1, FI-DEATH-2)."""
    amount = total_of(parts)
    if amount <= 0:
        return
    found = draft.table.actors[actor]
    now = wind_of(draft.table, actor) - amount
    _set(draft, actor, now)
    reasons = [part.words for part in parts]
    note_of(draft, actor, "loses_wind", "FI-WIND-8", *rules, count=amount, left=now, reckoning=reasons)
    figure_of(draft, actor, wind_lost=amount, wind=now)
    if found.has(states.DEAD):
        return
    match harm.breath(now, people.wind_start(found), source):
        case "winded":
            states.enter(draft, actor, states.WINDED, "FI-WIND-5")
        case "ask":
            states.enter(draft, actor, states.WINDED, "FI-WIND-5")
            note_of(draft, actor, "may_be_dead", "FI-DEATH-2")
        case "dead":
            states.enter(draft, actor, states.WINDED, "FI-WIND-5")
            states.enter(draft, actor, states.DEAD, "FI-DEATH-1", "FI-DEATH-2")
        case "well":
            pass


def regain_wind(draft: Draft, actor: str, amount: int, *rules: str) -> None:
    """Give Wind back, never over the starting value (FI-FATE-17); who has any again is winded no more."""
    found = draft.table.actors[actor]
    before = wind_of(draft.table, actor)
    now = max(before, min(people.wind_start(found), before + amount))
    if now == before:
        return
    _set(draft, actor, now)
    note_of(draft, actor, "regains_wind", *rules, count=now - before, left=now)
    figure_of(draft, actor, wind=now)
    if now > 0:
        states.leave(draft, actor, states.WINDED, "FI-WIND-5")


def _set(draft: Draft, actor: str, value: int) -> None:
    track = draft.table.actors[actor].tracks.get(WIND) or Track(value=value, least=None)
    draft.emit(TrackSet(actor=actor, name=WIND, track=replace(track, value=value)))


def bleeding(table: Table, actor: str) -> tuple[Part, ...]:
    """Return what open wounds cost a character in a round; the dead bleed no more (FI-BLEED-1, FI-BLEED-2)."""
    body = table.actors[actor].body
    if body is None or table.actors[actor].has(states.DEAD):
        return ()
    levels = people.wound_levels(table.actors[actor])
    stopped = [area for area, place in body.locations.items() if place.level and not place.bleeding]
    return harm.bleeding_parts(levels, stopped, bleed_stack=word(table, "bleed_stack"))


def bleed(draft: Draft, actor: str) -> None:
    """Take what open wounds cost at the end of a round (FI-BLEED-1, FI-BLEED-2)."""
    lose_wind(draft, actor, bleeding(draft.table, actor), "continuing", "FI-BLEED-1", "FI-BLEED-2")
