"""Who is how old, and what years that pass would bring (CF-UI-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import ageing, aging
from engine.rulesets.classic_fantasy.aging import Toll
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.foreseeing import foresee
from engine.rulesets.classic_fantasy.ledgers.saying import living, name_cell
from engine.rulesets.classic_fantasy.ledgers.time import DEATHS
from engine.rulesets.classic_fantasy.passing import clock_of, length_of
from engine.rulesets.classic_fantasy.rest_window import party
from engine.table.frozen import Json
from engine.table.table import Table

KEY: Final = "years"
SKIPS: Final = (1, 5, 10)
"""So many years have a column and a button."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab, as soon as somebody's age is written down."""
    if any(person_of(table, actor).age is not None for actor in living(table, viewer)):
        return LedgerTab(key=KEY, label=Message(key="d100.ledger.years.tab"), sign="hourglass")
    return None


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    people = [actor for actor in living(table, viewer) if person_of(table, actor).age is not None]
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.years.title"),
        said=tuple(_dying(table, viewer)),
        columns=(
            Message(key="d100.ledger.years.who"),
            Message(key="d100.ledger.years.age"),
            *(Message(key="d100.ledger.years.after", params={"years": years}) for years in SKIPS),
        ),
        lines=tuple(_line(table, actor) for actor in people),
        touches=(
            *(_skip(years) for years in SKIPS),
            Touch(offer="d100_skip_years", label=Message(key="d100.ledger.years.other")),
        ),
        empty=Message(key="d100.ledger.years.nobody"),
    )


def _skip(years: int) -> Touch:
    label = Message(key="d100.ledger.years.skip", params={"years": years})
    return Touch(offer="d100_skip_years", answers={"years": years}, label=label)


def _dying(table: Table, viewer: str) -> Iterator[Message]:
    """Say who will die within a year as things stand, of wounds that nobody has cared for."""
    found = foresee(table, length_of(table, "year"), viewer=viewer)
    for line in found.lines:
        if line.message.key in DEATHS:
            day, _ = clock_of(line.at)
            yield Message(key="d100.ledger.years.dies", params={"day": day, "actor": line.message.params["actor"]})
    if found.unknown is not None:
        day, _ = clock_of(found.unknown)
        yield Message(key="d100.ledger.years.unsure", params={"day": day})


def _line(table: Table, actor: str) -> LedgerLine:
    person = person_of(table, actor)
    age = person.age or 0
    try:
        bounds = ageing.bounds(table, actor)
    except Refused as refused:
        cells = (_age(table, actor, age, ()), Cell(text=refused.message, tone="warn"), *(Cell() for _ in SKIPS[1:]))
    else:
        counts = actor in party(table) or ageing.birthday(table, actor) is not None
        years = (_years(table, actor, number) if counts else _STILL for number in SKIPS)
        cells = (_age(table, actor, age, bounds), *years)
    owe = Touch(offer="d100_owe", answers={"actor": actor}, label=Message(key="d100.ledger.years.owe"))
    grow = Touch(offer="d100_grow", answers={"actor": actor}, label=Message(key="d100.ledger.years.grow"))
    return LedgerLine(
        key=actor,
        cells=(name_cell(table, actor), *cells),
        actor=actor,
        touches=(
            *((owe,) if _owed(table, actor) else ()),
            grow,
            *((_give_back(actor),) if any(person.lost.values()) else ()),
        ),
        rules=("CF-AGE-1", "CF-AGE-2", "CF-AGE-9"),
    )


def _owed(table: Table, actor: str) -> tuple[Toll, ...]:
    """Return the rolls of earlier bands that somebody owes, where the group wants them (CF-AMB-3)."""
    try:
        return ageing.owed(table, actor)
    except Refused:
        return ()


_STILL: Final = Cell(
    text=Message(key="d100.ledger.years.still"), tone="dim", told=(Message(key="d100.ledger.years.why_still"),)
)


def _give_back(actor: str) -> Touch:
    return Touch(offer="d100_restore", answers={"actor": actor}, label=Message(key="d100.ledger.years.restore"))


def _age(table: Table, actor: str, age: int, bounds: Sequence[int]) -> Cell:
    """Return how old somebody is, and in which band; told are the next one, the birthday, and what age has taken."""
    band = aging.band_at(age, bounds) if bounds else None
    names = aging.numbers().bands
    words = Message(
        key="d100.ledger.years.in_band" if band is not None else "d100.ledger.years.young",
        params={"age": age, "band": names[band] if band is not None else ""},
    )
    told = list[Message]()
    following = 0 if band is None else band + 1
    if following < len(bounds):
        begins = bounds[following]
        params: dict[str, Json] = {"band": names[following], "at": begins, "years": begins - age}
        told.append(Message(key="d100.ledger.years.next_band", params=params))
    born = ageing.birthday(table, actor)
    if born is not None:
        told.append(Message(key="d100.ledger.years.birthday", params={"month": born[0], "day": born[1]}))
    taken = [f"{points} {name}" for name, points in person_of(table, actor).lost.items() if points]
    if taken:
        told.append(Message(key="d100.ledger.years.lost", params={"lost": list(taken)}))
    owed = _owed(table, actor)
    if owed:
        owes: dict[str, Json] = {"rolls": len(owed) * len(ageing.ROLLS), "bands": [toll.name for toll in owed]}
        told.append(Message(key="d100.ledger.years.owes", params=owes))
    return Cell(text=words, told=tuple(told), tone="warn" if owed else "")


def _years(table: Table, actor: str, years: int) -> Cell:
    """Return what so many years bring somebody: the bands that it enters, how hard the rolls are, who may die."""
    found = ageing.tolls_in(table, actor, years)
    if not found:
        return Cell(text=Message(key="d100.ledger.years.nothing"), tone="dim")
    last = found[-1]
    rolls = len(found) * len(ageing.ROLLS)
    words = Message(key="d100.ledger.years.rolls", params={"rolls": rolls, "band": last.name, "grade": last.grade})
    frail = _frail(table, actor, found)
    taken = aging.numbers().loss
    params: dict[str, Json] = {
        "amount": taken.amount,
        "body": list(dict.fromkeys(taken.Endurance)),
        "mind": list(dict.fromkeys(taken.Willpower)),
    }
    loss = Message(key="d100.ledger.years.loss", params=params)
    told = (*(toll.words for toll in found), loss)
    if not frail:
        return Cell(text=words, tone="warn", sign="warning", told=told)
    dies = Message(key="d100.ledger.years.may_die", params={"rolls": rolls, "band": last.name, "grade": last.grade})
    of = Message(key="d100.ledger.years.frail", params={"characteristics": list(frail)})
    return Cell(text=dies, tone="bad", sign="skull", told=(of, *told))


def _frail(table: Table, actor: str, found: Sequence[Toll]) -> tuple[str, ...]:
    """Return the characteristics that age could take wholly in these rolls, each failed, so that somebody dies."""
    has, loss = person_of(table, actor).characteristics, aging.numbers().loss
    most = mixed(loss.amount).most * len(found)
    guarded = (*loss.Endurance, *loss.Willpower)
    return tuple(name for name in dict.fromkeys(guarded) if name in has and has[name] <= most)
