"""The status page of traps: their states; all numbers for the GM, and for players what they found (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import (
    PlacedTrap,
    TriggeredTrap,
    all_traps,
    is_known_to_all,
    knows_trap,
    triggered_trap,
)
from engine.rulesets.classic_fantasy.traps.trap_rules import State
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import trap_of

LOOK: Final[dict[State, tuple[str, str]]] = {
    "hidden": ("eye-off", ""),
    "spotted": ("eye", "warn"),
    "armed": ("warning", "warn"),
    "disarmed": ("check", "good"),
    "sprung": ("flag", "dim"),
}
"""The sign and the tone of each state."""
GM_COLUMNS: Final = ("column_skill", "column_does", "column_known")


class TrapPage(D100StatusPage):
    """The page of traps: for the GM always, for others while they know of a trap or one goes off."""

    KEY = "traps"
    SIGN = "warning"
    COLUMNS = ("column_trap", "column_state")
    EMPTY = "empty"

    def is_open(self) -> bool:
        """Say whether the viewer may know of a trap."""
        return self.is_gm or self._triggered() is not None or bool(self._known_traps())

    def is_current(self) -> bool:
        """Say whether the viewer knows of a trap that goes off."""
        return self._triggered() is not None and isinstance(self.table.procedures[-1], TriggeredTrap)

    def urgent_count(self) -> int:
        """Return the number of dangerous traps."""
        return sum(placed.state in ("spotted", "armed") for placed in self._known_traps())

    def columns(self) -> Iterator[Message]:
        """Yield the columns; those with numbers are for the GM."""
        yield from super().columns()
        if self.is_gm:
            yield from map(self.text, GM_COLUMNS)

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the GM's buttons for a new trap."""
        if self.is_gm:
            yield from map(self.button, ("d100_lay_prepared", "d100_build_trap"))

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the trap that goes off, with the ways to resist it (CF-TRAP-9), then all known traps."""
        triggered = self._triggered()
        if triggered is not None:
            trap = trap_of(self.table, triggered)
            name = actor_name(self.table, triggered.victim)
            cell = self.cell("goes_off", sign="warning", tone="bad", trap=trap.name, actor=name)
            answers = map(self.button, ("d100_take_trap", "d100_escape_trap"))
            yield self.line("springing", cell, actor=triggered.victim, buttons=answers, head=True)
            for index, way in enumerate(trap.resistance):
                text = self.text("way", skill=way.skill, grade=way.grade, how=way.how)
                button = self.button(f"d100_resist_trap:{index}", "resist")
                yield self.line(f"way:{index}", text, buttons=[button], rules=("CF-TRAP-9",))
        for placed in self._known_traps():
            sign, tone = LOOK[placed.state]
            yield self.line(
                placed.id,
                self.text("name", name=placed.trap.name, place=placed.place),
                self.cell("state", sign=sign, tone=tone, state=f"trap-{placed.state}"),
                *(self._gm_cells(placed) if self.is_gm else ()),
                buttons=self._trap_buttons(placed),
                rules=placed.trap.rules,
            )

    def _known_traps(self) -> tuple[PlacedTrap, ...]:
        """Return the traps that the viewer may know of."""
        return tuple([trap for trap in all_traps(self.table) if knows_trap(self.table, self.viewer, trap)])

    def _triggered(self) -> TriggeredTrap | None:
        """Return the trap that goes off at a character that the viewer may know of."""
        triggered = triggered_trap(self.table)
        return triggered if triggered is not None and self.follows(triggered.victim) else None

    def _gm_cells(self, placed: PlacedTrap) -> Iterator[StatusPageCell]:
        """Yield the cells for the GM only: Difficulty, effect, price, and the seats that have found the trap."""
        trap, settings = placed.trap, settings_of(self.table)
        details = [self.text("price", price=say(trap_rules.price_of(trap, settings=settings).words))]
        if trap.trigger:
            details.append(self.text("trigger", trigger=trap.trigger))
        yield self.cell("skill", details=details, value=trap.difficulty, skill=trap.skill)
        damage = trap_rules.damage_dice_of(trap, settings=settings)
        effects = list[Message]()
        if trap.depth is not None:
            effects.append(self.text("pit", feet=trap.depth))
        elif damage.damage:
            key = "damage" if damage.locations == "1" else "damage_at"
            effects.append(self.text(key, damage=damage.damage, locations=damage.locations))
            effects.append(self.text("force", size=trap_rules.force_of(trap, settings=settings)))
        if trap.poison:
            effects.append(self.text("poison", poison=trap.poison))
        if trap.auto_reset:
            effects.append(self.text("auto_reset"))
        words = [self.plain(trap.effect)] if trap.effect else []
        yield self.cell(effects, details=words) if effects else self.cell(*words)
        if is_known_to_all(self.table, placed):
            yield self.cell("known_to_all", sign="people")
        elif placed.known:
            names = ", ".join(seat_name(self.table, seat) for seat in placed.known)
            yield self.cell(self.plain(names), sign="eye")
        else:
            yield self.cell("known_to_none", tone="dim")

    def _trap_buttons(self, placed: PlacedTrap) -> Iterator[OfferButton]:
        possible = {*trap_rules.possible_acts(placed.state), "remove"}
        if not is_known_to_all(self.table, placed):
            possible.add("reveal")
        for act in ("spot", "reveal", "disarm", "spring", "reset", "hide", "remove"):
            if act in possible:
                word = "search" if act == "spot" else act
                yield self.button(f"d100_{word}_trap:{placed.id}", f"do_{word}")
