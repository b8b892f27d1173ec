"""Statistics of prepared content: the choices of a trap's maker, and its price (CF-TRAP-2, CF-TRAP-11)."""

from __future__ import annotations

from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar
from engine.messages.texts import say
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor.prepared_choices import word_label
from engine.rulesets.classic_fantasy.editor.prepared_messages import editor_text
from engine.rulesets.classic_fantasy.editor.prepared_records import PreparedTrap, Record, trap_of
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules


def notes_of(record: Record, settings: Settings) -> tuple[Note, ...]:
    """Return the statistics of a trap; other kinds have none."""
    if not isinstance(record, PreparedTrap):
        return ()
    trap = trap_of(record, settings=settings)
    options = trap_rules.damage_options(trap.maker, settings=settings)
    most = max(mixed(option.damage).most for option in options)
    rows = tuple(
        StatisticBar(
            label=editor_text("note.row", spread=option.spread),
            told=editor_text("note.row_told", damage=option.damage, locations=option.locations, size=option.size),
            of=mixed(option.damage).most,
            among=most,
        )
        for option in options
    )
    prices = tuple(
        StatisticBar(
            label=word_label("purposes", purpose),
            told=say(trap_rules.price(trap.maker, purpose, settings=settings).words),
        )
        for purpose in trap.purposes
    )
    limits = Note(
        id="rows", title=editor_text("note.rows"), kind=NoteKind.BARS, rows=rows, help=editor_text("note.rows_help")
    )
    costs = Note(
        id="price",
        title=editor_text("note.price"),
        kind=NoteKind.FIGURES,
        rows=prices,
        help=editor_text("note.price_help"),
    )
    return (*((limits,) if trap.depth is None else ()), costs)
