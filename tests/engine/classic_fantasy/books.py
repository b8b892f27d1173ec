"""How a test reads the books of Classic d100 fantasy, and the tables that it opens them on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.commands import Command
from engine.play.ledgers import Cell, Ledger, LedgerLine, Touch, fits
from engine.play.words import say
from engine.rulesets.classic_fantasy.attacking import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.combat import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.harming import (
    FindLocation,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.ledgers import ledger_tabs
from engine.rulesets.classic_fantasy.rolling import ThrowDice
from engine.table.frozen import Json, replace
from engine.table.table import Table
from tests.engine.classic_fantasy import fighting
from tests.engine.classic_fantasy.table import GAME, dice, play

DAY = 86400
SHARED = "shared"
CARERS: Mapping[str, Mapping[str, Json]] = {
    "bor": {"skills": [{"name": "First Aid", "total": 50}], "professional": [{"name": "Healing", "total": 60}]},
}


def keys(table: Table, viewer: str) -> list[str]:
    return [tab.key for tab in ledger_tabs(table, viewer)]


def opened(table: Table, viewer: str) -> str:
    """Return the ledger that opens by itself."""
    return next((tab.key for tab in ledger_tabs(table, viewer) if tab.now), "")


def count(table: Table, viewer: str, key: str) -> int:
    return next(tab.count for tab in ledger_tabs(table, viewer) if tab.key == key)


def line(page: Ledger, key: str) -> LedgerLine:
    found = [one for one in page.lines if one.key == key]
    assert len(found) == 1, (key, [one.key for one in page.lines])
    return found[0]


def said(cell: Cell) -> str:
    return say(cell.text) if cell.text is not None else ""


def touches(page: Ledger) -> Iterator[Touch]:
    yield from page.touches
    for one in page.lines:
        yield from one.touches
        for cell in one.cells:
            yield from cell.touches


def names(found: LedgerLine | Cell) -> list[str]:
    return [touch.offer for touch in found.touches]


def all_words(page: Ledger) -> str:
    cells = [cell for one in page.lines for cell in one.cells]
    told = [message for cell in cells for message in (cell.text, *cell.told) if message is not None]
    labels = [touch.label for touch in touches(page) if touch.label is not None]
    heads = [page.title, page.large, *page.said, *page.columns, page.empty]
    return "\n".join(say(message) for message in (*heads, *told, *labels) if message is not None)


def taken(table: Table, seat: str, touch: Touch) -> Command | None:
    """Return the command that a touch means without a question more; None where something is still asked."""
    offer = next((one for one in GAME.offers(table, seat, seat) if one.name == touch.offer), None)
    assert offer is not None, (touch.offer, seat)
    assert fits(touch, offer), touch
    assert offer.denial is None, say(offer.denial.message)
    if any(not ask.optional and ask.field not in touch.answers for ask in offer.asks):
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
    table = play(fighting.laid(), attack, ThrowDice(seat="gm"), chance=dice(d100=[20]))
    table = play(table, Defend(seat="gm", how="none"), FindLocation(seat="gm"), chance=dice(d20=[19]))
    return play(table, ThrowDamage(seat="gm"), chance=dice(d8=[face]))
