"""The status page of experience: Experience Rolls, fumbled skills, studies, abilities (CF-UI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING
from engine.rulesets.classic_fantasy.character.character_sheet import CharacterSheet, Skill, character_sheet_of, rows_of
from engine.rulesets.classic_fantasy.character.session_state import SessionState
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_commands import needed_roll, progress_of, sessions_since
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    heading,
    living_characters,
    name_cell,
    plain_text,
)

KEY: Final = "learning"
TEXTS: Final = TextGroup("d100.ledger.learning")


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab out of play, with the number of characters that have Experience Rolls."""
    if table.procedures and not isinstance(table.procedures[-1], SessionState):
        return None
    people = _learners(table, viewer)
    if not people:
        return None
    count = sum(character_sheet_of(table, actor).experience > 0 for actor in people)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="story", count=count)


def _learners(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters that learn: those of players, and all with Experience Rolls or studies."""
    return tuple(
        actor
        for actor in living_characters(table, viewer)
        if character_sheet_of(table, actor).characteristics
        and (
            not table.is_gm(table.actors[actor].seat)
            or character_sheet_of(table, actor).experience
            or table.actors[actor].has_condition(STUDYING)
        )
    )


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    least, most = experience_rules.guideline(sessions_since(table))
    usual = TEXTS("guideline", least=least, most=most)
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        sentences=(usual,) if most else (),
        columns=TEXTS.columns("what", "now", "roll", "note"),
        lines=tuple(line for actor in _learners(table, viewer) for line in _character_lines(table, actor)),
        buttons=(TEXTS.button("d100_award", "award"), TEXTS.button("d100_lower", "lower")),
    )


def _character_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    sheet = character_sheet_of(table, actor)
    stock = TEXTS("stock", rolls=sheet.experience)
    improve_label = TEXTS("other_skill")
    buttons = [TEXTS.button(f"d100_study:{actor}", "study")]
    if sheet.experience:
        buttons.insert(0, OfferButton(offer="d100_improve", answers={"actor": actor}, label=improve_label))
    if _can_learn(table, sheet, sheet.rank):
        buttons.append(TEXTS.button(f"d100_learn:{actor}", "new_ability"))
    cells = (
        name_cell(table, actor),
        StatusPageCell(text=stock, tone="now" if sheet.experience else "dim"),
        BLANK,
        BLANK,
    )
    yield heading(actor, cells, actor, tuple(buttons))
    if sheet.rank_reached > sheet.rank:
        yield _rank_line(actor, sheet)
    # One button opens the whole sheet: here are only skills that something happened to in this session.
    yield from (_skill_line(table, actor, sheet, skill) for skill in sheet.skills if skill.fumbled)
    if sheet.experience:
        raised = (skill for skill in sheet.skills if skill.raised and not skill.fumbled)
        yield from (_skill_line(table, actor, sheet, skill) for skill in raised)
    yield from _study_lines(table, actor)
    yield from _ability_lines(table, actor, sheet)


def _rank_line(actor: str, sheet: CharacterSheet) -> StatusPageLine:
    """Return the Rank that a character can take."""
    rank_reached = TEXTS("rank_reached", rank=sheet.rank_reached)
    return StatusPageLine(
        key=f"{actor}:rank",
        cells=(
            TEXTS.cell("rank"),
            TEXTS.cell("of_rank", {"rank": sheet.rank}),
            BLANK,
            StatusPageCell(text=rank_reached, sign="flag", tone="good"),
        ),
        actor=actor,
        buttons=(TEXTS.button(f"d100_rank:{actor}", "take_rank"),),
        rules=("CF-X-22",),
    )


def _skill_line(table: Table, actor: str, sheet: CharacterSheet, skill: Skill) -> StatusPageLine:
    """Return a skill or a Passion: its value, what an Experience Roll needs, and whether one can be spent."""
    intelligence = sheet.characteristics.get("INT", 0)
    refused: Message | None = None
    try:
        experience_rules.check_raise(progress_of(skill).raised, sheet.experience, settings_of(table))
    except Refused as why:
        refused = why.message
    roll = TEXTS.cell(
        "needs",
        {"roll": needed_roll(table, actor, skill)},
        details=(
            TEXTS(
                "with_int",
                intelligence=intelligence,
                value=skill.value,
                die=experience_rules.numbers().improving.at_or_above,
            ),
        ),
    )
    note = BLANK
    if skill.fumbled:
        text = TEXTS("fumbled", points=experience_rules.numbers().improving.fumbled)
        note = StatusPageCell(text=text, sign="flag", tone="good")
    elif skill.raised:
        note = TEXTS.cell("raised", sign="check", tone="dim")
    elif skill.group == "passions":
        note = TEXTS.cell("passion", tone="dim")
    answers = {"actor": actor, "skill": skill.name}
    label = TEXTS("improve")
    return StatusPageLine(
        key=f"{actor}:{skill.group}:{skill.row}:{skill.name}",
        cells=(
            StatusPageCell(text=plain_text(skill.name)),
            StatusPageCell(text=Message(key="d100.percent", params={"value": skill.value})),
            roll if refused is None else BLANK,
            note,
        ),
        actor=actor,
        buttons=(OfferButton(offer="d100_improve", answers=answers, label=label),) if refused is None else (),
        rules=("CF-XP-5", "CF-XP-6", "CF-XP-7", "CF-XP-8"),
    )


def _study_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    teachers = {
        str(row.get("skill")): str(row.get("teacher") or "") for row in rows_of(table.actors[actor], "learning")
    }
    for condition in table.actors[actor].conditions_named(STUDYING):
        params = {"teacher": teachers.get(condition.note, "")}
        yield StatusPageLine(
            key=f"{actor}:{condition.id}",
            cells=(
                StatusPageCell(text=plain_text(condition.note)),
                TEXTS.cell("studies", params),
                TEXTS.cell("learned_in", sign="hourglass", until=condition.until),
                BLANK,
            ),
            actor=actor,
            buttons=(TEXTS.button(f"d100_end_study:{condition.id}", "end_study"),),
            rules=("CF-XP-12",),
        )


def _ability_lines(table: Table, actor: str, sheet: CharacterSheet) -> Iterator[StatusPageLine]:
    """Yield the abilities on the sheet with their costs; the button for a new one is in the heading."""
    for number, row in enumerate(rows_of(table.actors[actor], "abilities")):
        name, rank, paid = str(row.get("name") or ""), row.get("rank"), row.get("paid")
        if name:
            of_rank = rank if isinstance(rank, int) else 0
            paid_text = TEXTS("paid", paid=paid if isinstance(paid, int) else 0)
            yield _ability_line(table, actor, sheet, f"{actor}:ability:{number}", name, of_rank, paid_text)


def _can_learn(table: Table, sheet: CharacterSheet, rank: int) -> bool:
    try:
        experience_rules.ability_cost(sheet.rank, rank, sheet.experience, settings_of(table), qualified=True)
    except Refused:
        return False
    return True


def _ability_line(
    table: Table, actor: str, sheet: CharacterSheet, key: str, name: str, rank: int, paid_text: Message
) -> StatusPageLine:
    answers: dict[str, str | int] = {"ability": name, "rank": rank}
    price, note, buttons = BLANK, BLANK, list[OfferButton]()
    try:
        cost = experience_rules.ability_cost(sheet.rank, rank, sheet.experience, settings_of(table), qualified=True)
    except Refused as why:
        note = StatusPageCell(text=why.message, sign="lock", tone="dim")
    else:
        price = TEXTS.cell("costs", {"rolls": cost})
        label = TEXTS("learn")
        buttons.append(OfferButton(offer=f"d100_learn:{actor}", answers=answers, label=label))
    return StatusPageLine(
        key=key,
        cells=(
            StatusPageCell(text=plain_text(name)),
            TEXTS.cell("of_rank", {"rank": rank}),
            price if price.text is not None else StatusPageCell(text=paid_text),
            note,
        ),
        actor=actor,
        buttons=tuple(buttons),
        rules=("CF-XP-13",),
    )
