"""Wind: its dice for a hit, losses, recovery, bleeding, and the effects of reaching 0 (FI-WIND, FI-BLEED, FI-DEATH)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engine.core.draft import Draft
from engine.core.events import TrackSet
from engine.core.memo import memo
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.calculation import total as total_of
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.wound_levels import WoundSource, wound_level_row
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, record_result
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState, session_state
from engine.rulesets.future_imperfect.settings import word

WIND = "Wind"
StoppedBy = Literal["", "armour", "cover"]
"""The thing that stopped a hit, if any."""
BleedStack = Literal["sum", "worst_only"]
WindState = Literal["well", "winded", "ask", "dead"]


def wind_dice(inflicted: int, *, cancelled: int, stopped: StoppedBy, wind_on_negated: bool) -> int:
    """Return the dice of Wind that a hit costs: one a level, one for no level (FI-WIND-1 to FI-WIND-4).

    Levels beyond the last one of an area count too (FI-WOUND-8). Behind cover there is no effect at all (FI-COVER-2);
    a hit that armour or chips negated may still cost a die, by the option `wind_on_negated`.
    """
    if stopped:
        return int(wind_on_negated and stopped == "armour")
    left = max(0, inflicted - cancelled)
    return int(wind_on_negated) if inflicted and not left else left or 1


def bleeding_parts(
    levels: Mapping[str, int], stopped: Collection[str], *, bleed_stack: BleedStack
) -> tuple[CalculationStep, ...]:
    """Return the Wind that wounds cost at the end of a round, area by area (FI-BLEED-1 to FI-BLEED-3).

    Areas whose bleeding was stopped, and that were not wounded since, cost none.
    """
    rows = {area: wound_level_row(level) for area, level in levels.items() if level and area not in stopped}
    parts = [
        CalculationStep(reason="bleeding", value=row.bleeds, params={"area": area, "level": row.name})
        for area, row in rows.items()
    ]
    if bleed_stack == "worst_only":
        parts = sorted(parts, key=lambda part: part.value, reverse=True)[:1]
    return effective_steps(*parts)


def wind_state(wind: int, start: int, source: WoundSource) -> WindState:
    """Return the state after a loss of Wind (FI-WIND-5, FI-WIND-6, FI-DEATH-1, FI-DEATH-2, FI-WOUND-6).

    At 0 or less a character is winded. At minus the starting Wind continuing losses kill; after a hit the GM decides;
    a hit on a limb never kills by itself.
    """
    if wind > 0:
        return "well"
    if not _is_deadly(wind, start) or source == "limb_hit":
        return "winded"
    return "dead" if source == "continuing" else "ask"


def _is_deadly(wind: int, start: int) -> bool:
    return wind <= -start


# ---- at the table ----------------------------------------------------------------------------------------------------


def wind_of(table: Table, actor: str) -> int:
    """Return the Wind that a character has now; the full amount for one without a track."""
    track = table.actors[actor].tracks.get(WIND)
    return track.value if track is not None else character_sheet.wind_start(table.actors[actor])


def has_deadly_wind(table: Table, actor: str) -> bool:
    """Say whether the Wind of a character is now so low that it may be death (FI-DEATH-2)."""
    return _is_deadly(wind_of(table, actor), character_sheet.wind_start(table.actors[actor]))


@memo
def lacks_wind(actor: Actor) -> bool:
    """Say whether a character has less than its full Wind."""
    track = actor.tracks.get(WIND)
    return track is not None and track.value < character_sheet.wind_start(actor)


def lose_wind(draft: Draft, actor: str, parts: Sequence[CalculationStep], source: WoundSource, *rules: str) -> None:
    """Take Wind, and apply the condition that follows (FI-WIND-5, FI-WIND-6, FI-DEATH-1, FI-DEATH-2)."""
    amount = total_of(parts)
    if amount <= 0:
        return
    character = draft.table.actors[actor]
    wind = wind_of(draft.table, actor) - amount
    _set_wind(draft, actor, wind)
    if draft.reports:
        reasons = [part.words for part in parts]
        seen, hides = "loses_wind_seen", ("left",)
        add_log_line(
            draft,
            actor,
            "loses_wind",
            "FI-WIND-8",
            *rules,
            seen=seen,
            hides=hides,
            count=amount,
            left=wind,
            reckoning=reasons,
        )
    _record_wind(draft, actor, wind_lost=amount, wind=wind)
    if character.has_condition(character_conditions.DEAD):
        return
    state = wind_state(wind, character_sheet.wind_start(character), source)
    if state != "well":
        character_conditions.add_condition(draft, actor, character_conditions.WINDED, "FI-WIND-5")
    if state == "ask":
        add_log_line(draft, actor, "may_be_dead", "FI-DEATH-2", calls_for=("rule_dead",))
        _ask_about_death(draft, actor)
    if state == "dead":
        character_conditions.add_condition(draft, actor, character_conditions.DEAD, "FI-DEATH-1", "FI-DEATH-2")


def _ask_about_death(draft: Draft, actor: str) -> None:
    session = draft.procedure(SessionState)
    if session is not None and actor not in session.may_be_dead:
        draft.replace_procedure(replace(session, may_be_dead=(*session.may_be_dead, actor)))


def perhaps_dead(table: Table) -> tuple[str, ...]:
    """Return the living characters about whose death the GM is asked, while their Wind is so low (FI-DEATH-2)."""
    return tuple(
        actor
        for actor in session_state(table).may_be_dead
        if actor in table.actors
        and has_deadly_wind(table, actor)
        and not table.actors[actor].has_condition(character_conditions.DEAD)
    )


def regain_wind(draft: Draft, actor: str, amount: int, *rules: str) -> None:
    """Restore Wind, never over the starting value (FI-FATE-17); with any Wind left a character is not winded."""
    character = draft.table.actors[actor]
    before = wind_of(draft.table, actor)
    wind = max(before, min(character_sheet.wind_start(character), before + amount))
    if wind == before:
        return
    _set_wind(draft, actor, wind)
    seen, hides = "regains_wind_seen", ("count", "left")
    add_log_line(draft, actor, "regains_wind", *rules, seen=seen, hides=hides, count=wind - before, left=wind)
    _record_wind(draft, actor, wind=wind)
    if wind > 0:
        character_conditions.remove_condition(draft, actor, character_conditions.WINDED, "FI-WIND-5")


def _record_wind(draft: Draft, actor: str, **figures: int) -> None:
    """Record what everybody may know: nothing of a secret character, whose Wind is on its record."""
    if not draft.table.actors[actor].secret:
        record_result(draft, actor, **figures)


def _set_wind(draft: Draft, actor: str, value: int) -> None:
    track = draft.table.actors[actor].tracks.get(WIND) or Track(value=value, least=None)
    draft.emit(TrackSet(actor=actor, name=WIND, track=replace(track, value=value)))


def bleeding(table: Table, actor: str) -> tuple[CalculationStep, ...]:
    """Return the Wind that open wounds cost a character in a round; the dead do not bleed (FI-BLEED-1, FI-BLEED-2)."""
    body = table.actors[actor].body
    if body is None or table.actors[actor].has_condition(character_conditions.DEAD):
        return ()
    levels = character_sheet.wound_levels(table.actors[actor])
    stopped = [area for area, place in body.locations.items() if place.level and not place.bleeding]
    return bleeding_parts(levels, stopped, bleed_stack=word(table, "bleed_stack"))


def bleeds_at(table: Table, actor: str, area: str) -> bool:
    """Say whether an area bleeds, also beside a worse one that alone costs Wind (FI-BLEED-2)."""
    body = table.actors[actor].body
    place = body.locations.get(area) if body is not None else None
    return place is not None and place.level > 0 and place.bleeding and wound_level_row(place.level).bleeds > 0


def bleed(draft: Draft, actor: str) -> None:
    """Take the Wind of open wounds at the end of a round (FI-BLEED-1, FI-BLEED-2)."""
    lose_wind(draft, actor, bleeding(draft.table, actor), "continuing", "FI-BLEED-1", "FI-BLEED-2")
