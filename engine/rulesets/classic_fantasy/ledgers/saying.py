"""What all pages have in common: whom they may tell of, and how words stand in a cell."""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.ledgers import Cell, LedgerLine, Touch
from engine.play.names import actor_name
from engine.play.newcomers import readable
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.grades import Chance
from engine.rulesets.classic_fantasy.states import is_dead
from engine.sheets.condition_names import called
from engine.table.table import Table

BLANK = Cell()


def known(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters in the story of whom a viewer may be told."""
    return tuple(actor.id for actor in readable(table, viewer))


def living(table: Table, viewer: str) -> tuple[str, ...]:
    """Return those of them that live."""
    return tuple(actor for actor in known(table, viewer) if not is_dead(table, actor))


def may_read(table: Table, viewer: str, actor: str) -> bool:
    """Say whether a viewer may be told the numbers of somebody; what is nobody's is told to all."""
    found = table.actors.get(actor)
    return found is None or table.may_read(found, viewer)


def words(text: object) -> Message:
    """Return words or a number that stand for themselves."""
    return Message(
        key="d100.ledger.words", params={"words": str(text).replace("-", "−") if _whole(text) else str(text)}
    )


def _whole(text: object) -> bool:
    return isinstance(text, int) and not isinstance(text, bool)


def listed(found: Iterable[Message]) -> Message:
    """Return some messages one after another."""
    return Message(key="d100.ledger.list", params={"what": " · ".join(say(one) for one in found)})


def name_cell(table: Table, actor: str, sign: str = "", tone: str = "") -> Cell:
    """Return who it is."""
    return Cell(text=words(actor_name(table, actor)), sign=sign, tone=tone)


def state_words(name: str) -> Message:
    """Return what a state is called."""
    return words(called(name))


def heading(key: str, cells: Iterable[Cell], actor: str = "", touches: tuple[Touch, ...] = ()) -> LedgerLine:
    """Return the head of a group."""
    return LedgerLine(key=key, cells=tuple(cells), actor=actor, head=True, touches=touches)


def by_one(offer: str, actor: str, label: Message) -> tuple[Touch, ...]:
    """Return what somebody can do, be it an offer of its own or one that asks whose it is."""
    return (
        Touch(offer=f"{offer}:{actor}", label=label),
        Touch(offer=offer, answers={"actor": actor}, label=label),
    )


def face(roll: int) -> Message:
    """Return what a d100 shows: 00 for 100."""
    return words(f"{roll % 100:02}")


def ranges_of(against: Chance) -> Message:
    """Return up to what a roll is a critical success, and from what on a fumble."""
    params = {"critical": say(face(against.critical)), "fumble": say(face(against.fumble))}
    return Message(key="d100.ledger.roll.critical_fumble", params=params)
