"""The status page of ages, with a preview of years that pass (CF-UI-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import ageing_commands, ageing_rules
from engine.rulesets.classic_fantasy.health.ageing_rules import AgeingYear
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import living_characters, name_cell
from engine.rulesets.classic_fantasy.status_pages.time_status_page import DEATHS
from engine.rulesets.classic_fantasy.time.time_advance import length_of
from engine.rulesets.classic_fantasy.time.time_preview import forecast

KEY: Final = "years"
TEXTS: Final = TextGroup("d100.ledger.years")
SKIPS: Final = (1, 5, 10)
"""The numbers of years that have a column and a button."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab, once a character has an age."""
    if any(character_sheet_of(table, actor).age is not None for actor in living_characters(table, viewer)):
        return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="hourglass")
    return None


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    people = [actor for actor in living_characters(table, viewer) if character_sheet_of(table, actor).age is not None]
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        sentences=tuple(_dying(table, viewer)),
        columns=(TEXTS("who"), TEXTS("age"), *(TEXTS("after", years=years) for years in SKIPS)),
        lines=tuple(_line(table, actor) for actor in people),
        buttons=(*(_skip_button(years) for years in SKIPS), TEXTS.button("d100_skip_years", "other")),
        empty=TEXTS("nobody"),
    )


def _skip_button(years: int) -> OfferButton:
    label = TEXTS("skip", years=years)
    return OfferButton(offer="d100_skip_years", answers={"years": years}, label=label)


def _dying(table: Table, viewer: str) -> Iterator[Message]:
    """Yield the characters that will die within a year by the present state, of untreated wounds."""
    upcoming = forecast(table, length_of(table, "year"), viewer=viewer)
    for line in upcoming.lines:
        if line.message.key in DEATHS:
            day, _ = clock_of(line.at)
            yield TEXTS("dies", day=day, actor=line.message.params["actor"])
    if upcoming.unknown is not None:
        day, _ = clock_of(upcoming.unknown)
        yield TEXTS("unsure", day=day)


def _line(table: Table, actor: str) -> StatusPageLine:
    sheet = character_sheet_of(table, actor)
    age = sheet.age or 0
    try:
        bounds = ageing_commands.bounds(table, actor)
    except Refused as refused:
        cells = (
            _age_cell(table, actor, age, ()),
            StatusPageCell(text=refused.message, tone="warn"),
            *(StatusPageCell() for _ in SKIPS[1:]),
        )
    else:
        counts = actor in party(table) or ageing_commands.birthday(table, actor) is not None
        years = (_years_cell(table, actor, number) if counts else _STILL for number in SKIPS)
        cells = (_age_cell(table, actor, age, bounds), *years)
    owe_button = TEXTS.button("d100_owe", "owe", actor=actor)
    button = TEXTS.button("d100_grow", "grow", actor=actor)
    return StatusPageLine(
        key=actor,
        cells=(name_cell(table, actor), *cells),
        actor=actor,
        buttons=(
            *((owe_button,) if _owed_rolls(table, actor) else ()),
            button,
            *((_restore_button(actor),) if any(sheet.lost.values()) else ()),
        ),
        rules=("CF-AGE-1", "CF-AGE-2", "CF-AGE-9"),
    )


def _owed_rolls(table: Table, actor: str) -> tuple[AgeingYear, ...]:
    """Return the rolls of earlier bands that a character owes, if the group plays with them (CF-AMB-3)."""
    try:
        return ageing_commands.owed(table, actor)
    except Refused:
        return ()


_STILL: Final = TEXTS.cell("still", tone="dim", details=(TEXTS("why_still"),))


def _restore_button(actor: str) -> OfferButton:
    return TEXTS.button("d100_restore", "restore", actor=actor)


def _age_cell(table: Table, actor: str, age: int, bounds: Sequence[int]) -> StatusPageCell:
    """Return age and band, with details: the next band, the birthday, and what was lost to age."""
    band = ageing_rules.band_at(age, bounds) if bounds else None
    names = ageing_rules.numbers().bands
    words = TEXTS("in_band" if band is not None else "young", age=age, band=names[band] if band is not None else "")
    details = list[Message]()
    next_band = 0 if band is None else band + 1
    if next_band < len(bounds):
        begins = bounds[next_band]
        params: dict[str, Json] = {"band": names[next_band], "at": begins, "years": begins - age}
        details.append(TEXTS("next_band", **params))
    day_of_birth = ageing_commands.birthday(table, actor)
    if day_of_birth is not None:
        details.append(TEXTS("birthday", month=day_of_birth[0], day=day_of_birth[1]))
    losses = [f"{points} {name}" for name, points in character_sheet_of(table, actor).lost.items() if points]
    if losses:
        details.append(TEXTS("lost", lost=list(losses)))
    owed_rolls = _owed_rolls(table, actor)
    if owed_rolls:
        owes: dict[str, Json] = {
            "rolls": len(owed_rolls) * len(ageing_commands.ROLLS),
            "bands": [toll.name for toll in owed_rolls],
        }
        details.append(TEXTS("owes", **owes))
    return StatusPageCell(text=words, details=tuple(details), tone="warn" if owed_rolls else "")


def _years_cell(table: Table, actor: str, years: int) -> StatusPageCell:
    """Return the result of a number of years: the bands entered, the grades of the rolls, and possible deaths."""
    tolls = ageing_commands.ageing_years_in(table, actor, years)
    if not tolls:
        return TEXTS.cell("nothing", tone="dim")
    last = tolls[-1]
    rolls = len(tolls) * len(ageing_commands.ROLLS)
    words = TEXTS("rolls", rolls=rolls, band=last.name, grade=last.grade)
    frail = _frail_characteristics(table, actor, tolls)
    loss_numbers = ageing_rules.numbers().loss
    params: dict[str, Json] = {
        "amount": loss_numbers.amount,
        "body": list(dict.fromkeys(loss_numbers.Endurance)),
        "mind": list(dict.fromkeys(loss_numbers.Willpower)),
    }
    loss = TEXTS("loss", **params)
    details = (*(toll.words for toll in tolls), loss)
    if not frail:
        return StatusPageCell(text=words, tone="warn", sign="warning", details=details)
    dies = TEXTS("may_die", rolls=rolls, band=last.name, grade=last.grade)
    warning = TEXTS("frail", characteristics=list(frail))
    return StatusPageCell(text=dies, tone="bad", sign="skull", details=(warning, *details))


def _frail_characteristics(table: Table, actor: str, years: Sequence[AgeingYear]) -> tuple[str, ...]:
    """Return the characteristics that could fall to 0 if all these rolls fail, so that the character dies."""
    characteristics, loss = character_sheet_of(table, actor).characteristics, ageing_rules.numbers().loss
    most = mixed(loss.amount).most * len(years)
    at_risk = (*loss.Endurance, *loss.Willpower)
    return tuple(name for name in dict.fromkeys(at_risk) if name in characteristics and characteristics[name] <= most)
