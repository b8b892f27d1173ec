"""The status page of traps: their states; all numbers for the GM, and for players what they found (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import BLANK, as_list, heading, plain_text
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import PlacedTrap, all_traps, is_known_to_all, knows_trap
from engine.rulesets.classic_fantasy.traps.trap_procedure import TriggeredTrap, triggered_trap
from engine.rulesets.classic_fantasy.traps.trap_rules import State
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import trap_of

KEY: Final = "traps"
TEXTS: Final = TextGroup("d100.ledger.traps")
LOOK: Final[dict[State, tuple[str, str]]] = {
    "hidden": ("eye-off", ""),
    "spotted": ("eye", "warn"),
    "armed": ("warning", "warn"),
    "disarmed": ("check", "good"),
    "sprung": ("flag", "dim"),
}
"""The sign and the tone of each state."""


def known_traps(table: Table, viewer: str) -> tuple[PlacedTrap, ...]:
    """Return the traps that a viewer may know of."""
    return tuple(trap for trap in all_traps(table) if knows_trap(table, viewer, trap))


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab: for the GM always, for others while they know of a trap or one goes off."""
    is_triggered = _visible_triggered_trap(table, viewer) is not None
    traps = known_traps(table, viewer)
    if not (is_triggered or traps or table.is_gm(viewer)):
        return None
    is_front = is_triggered and isinstance(table.procedures[-1], TriggeredTrap)
    count = sum(placed_trap.state in ("spotted", "armed") for placed_trap in traps)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="warning", count=count, now=is_front)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    gm = table.is_gm(viewer)
    columns = [TEXTS("column_trap"), TEXTS("column_state")]
    if gm:
        columns += [TEXTS("column_skill"), TEXTS("column_does"), TEXTS("column_known")]
    lines = [
        *_triggered_trap_lines(table, viewer, len(columns)),
        *(_line(table, placed, gm=gm) for placed in known_traps(table, viewer)),
    ]
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        columns=tuple(columns),
        lines=tuple(lines),
        buttons=(OfferButton(offer="d100_lay_prepared"), OfferButton(offer="d100_build_trap")) if gm else (),
        empty=TEXTS("empty"),
    )


def _visible_triggered_trap(table: Table, viewer: str) -> TriggeredTrap | None:
    """Return the trap that goes off at a character that the viewer may know of."""
    triggered = triggered_trap(table)
    return (
        triggered
        if triggered is not None and may_follow(table, viewer, audience_for(table, triggered.victim))
        else None
    )


def _triggered_trap_lines(table: Table, viewer: str, columns: int) -> Iterator[StatusPageLine]:
    """Yield a trap that goes off, and the ways to resist it (CF-TRAP-9)."""
    triggered = _visible_triggered_trap(table, viewer)
    if triggered is None:
        return
    trap = trap_of(table, triggered)
    params = {"trap": trap.name, "actor": actor_name(table, triggered.victim)}
    text = TEXTS.cell("goes_off", params, sign="warning", tone="bad")
    buttons = (OfferButton(offer="d100_take_trap"), OfferButton(offer="d100_escape_trap"))
    yield heading("springing", (text, *(BLANK,) * (columns - 1)), triggered.victim, buttons)
    for index, resistance in enumerate(trap.resistance):
        way_out = {"skill": resistance.skill, "grade": resistance.grade, "how": resistance.how}
        text = TEXTS.cell("way", way_out)
        label = TEXTS("resist")
        button = OfferButton(offer=f"d100_resist_trap:{index}", label=label)
        yield StatusPageLine(
            key=f"way:{index}", cells=(text, *(BLANK,) * (columns - 1)), buttons=(button,), rules=("CF-TRAP-9",)
        )


def _line(table: Table, placed: PlacedTrap, *, gm: bool) -> StatusPageLine:
    sign, tone = LOOK[placed.state]
    state = TEXTS("state", state=f"trap-{placed.state}")
    name = TEXTS("name", name=placed.trap.name, place=placed.place)
    cells = [StatusPageCell(text=name), StatusPageCell(text=state, sign=sign, tone=tone)]
    if gm:
        cells += _gm_cells(table, placed)
    return StatusPageLine(
        key=placed.id, cells=tuple(cells), buttons=tuple(_buttons(table, placed)), rules=placed.trap.rules
    )


def _gm_cells(table: Table, placed: PlacedTrap) -> Iterator[StatusPageCell]:
    """Yield the cells for the GM only: Difficulty, effect, price, and the seats that have found the trap."""
    trap, settings = placed.trap, settings_of(table)
    price = trap_rules.price_of(trap, settings=settings).words
    skill = TEXTS("skill", value=trap.difficulty, skill=trap.skill)
    details = [TEXTS("price", price=say(price))]
    if trap.trigger:
        details.append(TEXTS("trigger", trigger=trap.trigger))
    yield StatusPageCell(text=skill, details=tuple(details))
    damage = trap_rules.damage_dice_of(trap, settings=settings)
    cells = list[Message]()
    if trap.depth is not None:
        cells.append(TEXTS("pit", feet=trap.depth))
    elif damage.damage:
        params = {"damage": damage.damage, "locations": damage.locations}
        key = "damage" if damage.locations == "1" else "damage_at"
        cells.append(TEXTS(key, **params))
        cells.append(TEXTS("force", size=trap_rules.force_of(trap, settings=settings)))
    if trap.poison:
        cells.append(TEXTS("poison", poison=trap.poison))
    if trap.auto_reset:
        cells.append(TEXTS("auto_reset"))
    effect = (plain_text(trap.effect),) if trap.effect else ()
    yield StatusPageCell(
        text=as_list(cells) if cells else (effect[0] if effect else None), details=effect if cells else ()
    )
    seats = [seat_name(table, seat) for seat in placed.known]
    if is_known_to_all(table, placed):
        yield TEXTS.cell("known_to_all", sign="people")
    elif seats:
        yield StatusPageCell(text=plain_text(", ".join(seats)), sign="eye")
    else:
        yield TEXTS.cell("known_to_none", tone="dim")


def _buttons(table: Table, placed: PlacedTrap) -> Iterator[OfferButton]:
    possible_acts = trap_rules.possible_acts(placed.state)
    choices = [
        *(("search",) if "spot" in possible_acts else ()),
        *(("reveal",) if not is_known_to_all(table, placed) else ()),
        *(act for act in ("disarm", "spring", "reset", "hide") if act in possible_acts),
        "remove",
    ]
    for word in choices:
        yield TEXTS.button(f"d100_{word}_trap:{placed.id}", f"do_{word}")
