"""Reads the status pages of Classic d100 fantasy in tests, and makes the tables to open them on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.commands import Command
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, button_matches
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.damage.damage_commands import FindLocation, ThrowDamage
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page_tabs
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, play

DAY = 86400
SHARED = "shared"
CARERS: Mapping[str, Mapping[str, Json]] = {
    "bor": {"skills": [{"name": "First Aid", "total": 50}], "professional": [{"name": "Healing", "total": 60}]},
}


def keys(table: Table, viewer: str) -> list[str]:
    return [tab.key for tab in status_page_tabs(table, viewer)]


def opened(table: Table, viewer: str) -> str:
    """Return the ledger that opens by itself."""
    return next((tab.key for tab in status_page_tabs(table, viewer) if tab.now), "")


def count(table: Table, viewer: str, key: str) -> int:
    return next(tab.count for tab in status_page_tabs(table, viewer) if tab.key == key)


def line(page: StatusPage, key: str) -> StatusPageLine:
    found = [one for one in page.lines if one.key == key]
    assert len(found) == 1, (key, [one.key for one in page.lines])
    return found[0]


def said(cell: StatusPageCell) -> str:
    return " · ".join(map(say, cell.texts))


def touches(page: StatusPage) -> Iterator[OfferButton]:
    yield from page.buttons
    for one in page.lines:
        yield from one.buttons
        for cell in one.cells:
            yield from cell.buttons


def names(found: StatusPageLine | StatusPageCell) -> list[str]:
    return [touch.offer for touch in found.buttons]


def all_words(page: StatusPage) -> str:
    cells = [cell for one in page.lines for cell in one.cells]
    told = [message for cell in cells for message in (*cell.texts, *cell.details)]
    labels = [touch.label for touch in touches(page) if touch.label is not None]
    heads = [page.title, page.large, *page.sentences, *page.columns, page.empty]
    return "\n".join(say(message) for message in (*heads, *told, *labels) if message is not None)


def taken(table: Table, seat: str, touch: OfferButton) -> Command | None:
    """Return the command that a touch means without a question more; None where something is still asked."""
    offer = next((one for one in GAME.offers(table, seat, seat) if one.name == touch.offer), None)
    assert offer is not None, (touch.offer, seat)
    assert button_matches(touch, offer), touch
    assert offer.denial is None, say(offer.denial.message)
    if any(not ask.optional and ask.field not in touch.answers for ask in offer.questions):
        return None
    command: Command = replace(offer.command, **touch.answers)
    return command


def in_fight(table: Table) -> Table:
    """Return it after initiative: Bran before the orc before Mira."""
    table = play(table, StartFight(seat="gm", fighters=("bran", "mira", "orc")))
    return play(table, RollInitiative(seat="gm"), chance=dice(d10=[9, 3, 5]))


def struck(face: int = 8) -> Table:
    """Return a table where Bran's sword has struck the orc's head for so much."""
    attack = DeclareAttack(seat="gm", actor="bran", target="orc", weapon="sword", skill="Combat Skill (class)")
    table = play(fixed_dice_tables.laid(), attack, ThrowDice(seat="gm"), chance=dice(d100=[20]))
    table = play(table, Defend(seat="gm", how="none"), FindLocation(seat="gm"), chance=dice(d20=[19]))
    return play(table, ThrowDamage(seat="gm"), chance=dice(d8=[face]))
