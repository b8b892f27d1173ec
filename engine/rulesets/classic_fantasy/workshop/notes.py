"""Statistics of something prepared: what a trap's maker can build and what it costs (CF-TRAP-2, CF-TRAP-11)."""

from __future__ import annotations

from engine.play.words import say
from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop.choices import word_of
from engine.rulesets.classic_fantasy.workshop.records import PreparedTrap, Record, trap_of
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.workshop.bench import Bar, Note, NoteKind


def notes_of(record: Record, settings: Settings) -> tuple[Note, ...]:
    """Return the statistics of a trap; of nothing else there are any."""
    if not isinstance(record, PreparedTrap):
        return ()
    trap = trap_of(record, settings=settings)
    found = traps.choices(trap.maker, settings=settings)
    most = max(mixed(one.damage).most for one in found)
    rows = tuple(
        Bar(
            label=tell("note.row", spread=one.spread),
            told=tell("note.row_told", damage=one.damage, locations=one.locations, size=one.size),
            of=mixed(one.damage).most,
            among=most,
        )
        for one in found
    )
    prices = tuple(
        Bar(label=word_of("purposes", purpose), told=say(traps.price(trap.maker, purpose, settings=settings).words))
        for purpose in trap.purposes
    )
    limits = Note(id="rows", title=tell("note.rows"), kind=NoteKind.BARS, rows=rows, help=tell("note.rows_help"))
    costs = Note(id="price", title=tell("note.price"), kind=NoteKind.FIGURES, rows=prices, help=tell("note.price_help"))
    return (*((limits,) if trap.depth is None else ()), costs)
