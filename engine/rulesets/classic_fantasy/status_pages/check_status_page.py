"""The status page of a roll or a contest in progress, side by side, and of luck for it (CF-UI-2, CF-UI-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckRoll, audience_for_check, current_check
from engine.rulesets.classic_fantasy.checks.check_resolution import (
    CHECKS,
    check_result,
    effective_skills,
    result_of_roll,
    roller_name,
    skill_calculation,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import effect_words
from engine.rulesets.classic_fantasy.checks.effect_roll_procedure import EffectRoll, current_effect_roll
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill
from engine.rulesets.classic_fantasy.luck import luck_eligibility
from engine.rulesets.classic_fantasy.luck.luck_offers import fits_the_moment
from engine.rulesets.classic_fantasy.luck.luck_rules import LuckOption
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    d100_face,
    heading,
    may_read,
    name_cell,
    plain_text,
    ranges_of,
)

KEY: Final = "roll"
TEXTS: Final = TextGroup("d100.ledger.roll")
SIDES: Final = 2
TONES: Final[dict[SuccessLevel, tuple[str, str]]] = {
    "critical": ("star", "good"),
    "success": ("check", "good"),
    "failure": ("close", "warn"),
    "fumble": ("warning", "bad"),
}
"""The sign and the tone of each result of a roll."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab while a roll is in progress that the viewer may know of."""
    check, effect_roll = current_check(table), current_effect_roll(table)
    is_open = effect_roll is not None and may_follow(table, viewer, audience_for(table, effect_roll.actor))
    if not is_open and (check is None or not may_follow(table, viewer, audience_for_check(table, check))):
        return None
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="dice", now=True)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    check, effect_roll = current_check(table), current_effect_roll(table)
    if effect_roll is not None:
        return _effect_roll_page(table, viewer, effect_roll)
    assert check is not None
    sides = range(len(check.rolls))
    names = [
        TEXTS("side", actor=roller_name(table, roll), name=roll.name) if roll.actor else plain_text(roll.name)
        for roll in check.rolls
    ]
    params = {
        "what": check.what,
        "actor": roller_name(table, check.rolls[0]),
        "other": roller_name(table, check.rolls[-1]),
    }
    return StatusPage(
        key=KEY,
        title=TEXTS("contest", **params) if len(check.rolls) > 1 else TEXTS("title", **params),
        large=_verdict(table, viewer, check),
        columns=(plain_text(""), *names, *(plain_text("") for _ in range(SIDES - len(sides)))),
        lines=tuple(_lines(table, viewer, check)),
        buttons=tuple(OfferButton(offer=name) for name in ("d100_throw", "d100_let_stand", "d100_call_off")),
    )


def _effect_roll_page(table: Table, viewer: str, effect: EffectRoll) -> StatusPage:
    """Return the page of an effect's dice: their total, and what luck can do with it (CF-LUCK-7)."""
    shown = may_read(table, viewer, effect.actor)
    params: dict[str, Json] = {"dice": effect.dice, "value": effect.value}
    return StatusPage(
        key=KEY,
        title=effect_words(table, effect),
        large=TEXTS("effect" if shown else "hidden", **params),
        columns=(plain_text(""), *(plain_text("") for _ in range(SIDES))),
        lines=tuple(luck_lines(table, viewer)),
        buttons=tuple(OfferButton(offer=name) for name in ("d100_let_stand", "d100_rule_effect")),
    )


def _verdict(table: Table, viewer: str, check: Check) -> Message:
    """Return the largest text: the result, or what must be thrown."""
    first, against = check.rolls[0], effective_skills(table, check)[0]
    if CHECKS.unthrown(table, check):
        open_to = len(check.rolls) == 1 and may_read(table, viewer, first.actor)
        return TEXTS("wanted", value=against.value) if open_to else TEXTS("thrown_for")
    result = check_result(table, check)
    if result.contest is None:
        level = f"d100-{result.rolls[0].level}"
        if not result.rolls[0].roll:
            return TEXTS("certain", level=level)
        shown = say(d100_face(result.rolls[0].roll))
        return TEXTS("came", roll=shown, level=level)
    if result.contest.winner is None:
        return TEXTS("neither")
    winner = check.rolls[0 if result.contest.winner == "acting" else 1]
    params: dict[str, Json] = {
        "actor": roller_name(table, winner),
        "levels": abs(result.margin) if check.sort == "differential" else 0,
    }
    return TEXTS("ahead", **params)


def _lines(table: Table, viewer: str, check: Check) -> Iterator[StatusPageLine]:
    """Yield the sides, then luck; luck first once the dice are thrown."""
    if CHECKS.unthrown(table, check):
        yield from _side_lines(table, viewer, check)
        yield from luck_lines(table, viewer)
    else:
        yield from luck_lines(table, viewer)
        yield from _side_lines(table, viewer, check)


# ---- side beside side ------------------------------------------------------------------------------------------------


def _side_lines(table: Table, viewer: str, check: Check) -> Iterator[StatusPageLine]:
    against = effective_skills(table, check)

    def row(
        key: str,
        label: Message,
        cell_of: Callable[[int, CheckRoll, EffectiveSkill], StatusPageCell],
        *,
        open_to_all: bool,
    ) -> StatusPageLine:
        cells = [
            cell_of(index, roll, against[index])
            if open_to_all or may_read(table, viewer, roll.actor)
            else TEXTS.cell("hidden", sign="eye-off", tone="dim")
            for index, roll in enumerate(check.rolls)
        ]
        blanks = [BLANK] * (SIDES - len(cells))
        return StatusPageLine(key=key, cells=(StatusPageCell(text=label), *cells, *blanks), rules=RULES[key])

    yield row("grade", TEXTS("grade"), _grade_cell, open_to_all=False)
    yield row("value", TEXTS("value"), _value_cell, open_to_all=False)
    yield row("bounds", TEXTS("bounds"), _bounds_cell, open_to_all=False)
    yield row("thrown", TEXTS("thrown"), _dice_cell, open_to_all=True)

    def outcome(index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        if index in CHECKS.unthrown(table, check):
            return BLANK
        level = result_of_roll(table, check, index).level
        sign, tone = TONES[level]
        text = TEXTS("level", level=f"d100-{level}")
        label = Message(key="d100.ledger.overrule")
        buttons = () if roll.stands is not None else (OfferButton(offer=f"d100_rule_level:{index}", label=label),)
        return StatusPageCell(text=text, sign=sign, tone=tone, buttons=buttons)

    yield row("outcome", TEXTS("outcome"), outcome, open_to_all=True)
    if len(check.rolls) > 1 and not CHECKS.unthrown(table, check):
        yield _winner_line(table, check)


RULES: Final[dict[str, tuple[str, ...]]] = {
    "grade": ("CF-X-5", "CF-X-6"),
    "value": ("CF-X-5", "CF-X-9"),
    "bounds": ("CF-X-2", "CF-X-3"),
    "thrown": ("CF-X-1",),
    "outcome": ("CF-X-4",),
}


def _grade_cell(index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
    if roll.stands is not None:
        return TEXTS.cell("stands", sign="lock", tone="dim")
    details = tuple(bearing.words for bearing in against.bearings)
    button = OfferButton(offer=f"d100_grade:{index}", label=Message(key="d100.ledger.overrule"))
    return StatusPageCell(
        text=plain_text(against.grade), tone="warn" if details else "", details=details, buttons=(button,)
    )


def _value_cell(index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
    if roll.stands is not None:
        return StatusPageCell(text=Message(key="d100.percent", params={"value": roll.stands.value}))
    if against.certain is not None:
        return TEXTS.cell("no_roll", tone="dim")
    button = OfferButton(offer=f"d100_rule_skill:{index}", label=Message(key="d100.ledger.overrule"))
    text = Message(key="d100.percent", params={"value": against.value})
    return StatusPageCell(text=text, details=tuple(skill_calculation(against)), buttons=(button,))


def _bounds_cell(index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
    if roll.stands is not None or against.certain is not None:
        return BLANK
    return StatusPageCell(text=ranges_of(against))


def _dice_cell(index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
    fallen = roll.stands.roll if roll.stands is not None else roll.thrown
    label = Message(key="d100.ledger.overrule")
    buttons = () if roll.stands is not None else (OfferButton(offer=f"d100_rule_die:{index}", label=label),)
    if fallen:
        return StatusPageCell(text=d100_face(fallen), sign="dice", buttons=buttons)
    if against.certain is not None or roll.level is not None or roll.stands is not None:
        return BLANK
    return TEXTS.cell("to_be_thrown", sign="hourglass", tone="now", buttons=buttons)


def _winner_line(table: Table, check: Check) -> StatusPageLine:
    contest = check_result(table, check).contest
    assert contest is not None
    winner_side = {"acting": 0, "resisting": 1}.get(contest.winner or "")
    winner_cell = TEXTS.cell("is_ahead", sign="crown", tone="good", details=(contest.words,))
    neither_cell = TEXTS.cell("neither", details=(contest.words,))
    cells = [
        winner_cell if index == winner_side else BLANK if winner_side is not None else neither_cell
        for index in range(SIDES)
    ]
    label = TEXTS.cell("wins")
    return StatusPageLine(key="ahead", cells=(label, *cells), rules=("CF-X-7", "CF-X-8"))


# ---- luck ------------------------------------------------------------------------------------------------------------


def luck_lines(table: Table, viewer: str, *, fitting: bool = False) -> Iterator[StatusPageLine]:
    """Yield the uses of luck for each participant: their result, or why not (CF-UI-4).

    Args:
        table: the present table.
        viewer: the reader.
        fitting: show only characters that can use luck at this moment.
    """
    actors = (actor for actor in luck_eligibility.affected_characters(table) if may_read(table, viewer, actor))
    people = [actor for actor in actors if not _is_luckless(table, actor)]
    if fitting:
        people = [
            actor for actor in people if any(map(fits_the_moment, luck_eligibility.luck_options_of(table, actor)))
        ]
    if not people:
        return
    yield heading("luck", (TEXTS.cell("luck", sign="star"), *(BLANK,) * SIDES))
    for actor in people:
        yield _luck_line(table, actor)


def _is_luckless(table: Table, actor: str) -> bool:
    """Say whether a character never has Luck Points (CF-AMB-42)."""
    keys = {use.refused.key for use in luck_eligibility.luck_options_of(table, actor) if use.refused is not None}
    return "refused.d100_luck_not_theirs" in keys


def _luck_line(table: Table, actor: str) -> StatusPageLine:
    uses = luck_eligibility.luck_options_of(table, actor)
    fitting_uses = [use for use in uses if fits_the_moment(use)]
    points_left, most = pool(table, actor, LUCK), character_sheet_of(table, actor).luck_most
    params = {"have": points_left, "most": points_left if most is None else most}
    points = TEXTS.cell("points", params, tone="" if points_left else "dim")
    return StatusPageLine(
        key=f"luck:{actor}",
        cells=(name_cell(table, actor), points, _luck_cell(table, actor, uses)),
        actor=actor,
        buttons=tuple(
            OfferButton(offer=f"d100_luck_{use.use}:{actor}", label=_use_label(table, actor, use))
            for use in fitting_uses
            if use.refused is None
        ),
        rules=tuple(dict.fromkeys(rule for use in fitting_uses for rule in use.rules)),
    )


def _luck_cell(table: Table, actor: str, uses: tuple[LuckOption, ...]) -> StatusPageCell:
    """Return whether a point can be spent now, and if not, why."""
    if any(use.refused is None for use in uses):
        return TEXTS.cell("luck_now", sign="check", tone="good")
    if luck_eligibility.has_spent_luck(table, actor):
        return TEXTS.cell("luck_spent", sign="lock", tone="dim")
    reasons = list(dict.fromkeys(say(use.refused) for use in uses if fits_the_moment(use) and use.refused is not None))
    first = plain_text(reasons[0]) if reasons else TEXTS("luck_not_now")
    return StatusPageCell(
        text=first, sign="lock", tone="dim", details=tuple(plain_text(reason) for reason in reasons[1:])
    )


def _use_label(table: Table, actor: str, use: LuckOption) -> Message:
    """Return the effect of a use before it is bought: 75 becomes 57."""
    before = luck_eligibility.pending_roll(table, actor)
    if use.use == "swap" and before is not None and use.shows is not None:
        params = {"roll": say(d100_face(before.value)), "shows": say(d100_face(use.shows))}
        return TEXTS("swap", **params)
    return use.words
