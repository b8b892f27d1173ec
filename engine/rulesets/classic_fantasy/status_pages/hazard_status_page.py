"""The status page of hazards in progress, each with its next step: lack of air, flames, heat, others (CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import BURNING, PRONE, place_of
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.hazards import (
    burning_commands,
    burning_rules,
    custom_hazard_commands,
    poison_commands,
)
from engine.rulesets.classic_fantasy.health import asphyxiation_rules
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import next_roll
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.status_pages.death_warnings import deaths_in_round
from engine.rulesets.classic_fantasy.wounds import bleeding_rules
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding

UNDER_WAY: Final = (
    BURNING,
    burning_commands.IN_HEAT,
    burning_commands.KINDLING,
    custom_hazard_commands.IN_HAZARD,
    poison_commands.POISONED,
)


class HazardPage(D100StatusPage):
    """The page of hazards: characters in danger, and the hazards that the GM can start."""

    KEY = "hazards"
    SIGN = "flame"
    COLUMNS = ("column_who", "column_what", "column_next", "column_warning")
    BUTTONS = (
        ("d100_fall", "do_fall"),
        ("d100_object", "do_object"),
        ("d100_harm", "do_harm"),
        ("d100_heat", "do_heat"),
        ("d100_set_alight", "do_set_alight"),
        ("d100_lose_breath", "do_lose_breath"),
        ("d100_hazard", "do_hazard"),
        ("d100_poison", "do_poison"),
        ("d100_make_hazard_that_hurts", "do_make_hazard_hurts"),
        ("d100_make_hazard_that_tires", "do_make_hazard_tires"),
        ("d100_make_poison", "do_make_poison"),
    )
    EMPTY = "empty"

    def is_open(self) -> bool:
        """Say whether the viewer knows of a living character with a body."""
        return self.knows_bodies()

    def urgent_count(self) -> int:
        """Return the number of characters in danger."""
        breathless = session_state(self.table).breathless
        return sum(
            actor in breathless or any(map(self.table.actors[actor].has_condition, UNDER_WAY))
            for actor in self.living_characters()
        )

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the hazards of each character; its first line has the name, and its warning comes before all others."""
        for actor in self.living_characters():
            hazards = [
                *self._breath_lines(actor),
                *self._flame_lines(actor),
                *self._heat_lines(actor),
                *self._custom_hazard_lines(actor),
                *self._poison_lines(actor),
            ]
            if hazards:
                _, what, following, note = hazards[0].cells
                cells = (self.cell(self.name(actor)), what, following, self._death_warning(actor) or note)
                yield replace(hazards[0], cells=cells)
            yield from hazards[1:]

    def _death_warning(self, actor: str) -> StatusPageCell | None:
        what = ", ".join(say(death.what) for death in deaths_in_round(self.table, actor))
        return self.cell("may_die", sign="skull", tone="bad", what=what) if what else None

    # ---- what goes on

    def _breath_lines(self, actor: str) -> Iterator[StatusPageLine]:
        breath = session_state(self.table).breathless.get(actor)
        if breath is None:
            return
        left = max(0, breath.begun + breath.seconds - self.table.clock)
        text = self.text("breath", seconds=left) if left else self.text("suffocates")
        roll = next_roll(self.table, actor)
        yield self.line(
            f"{actor}:air",
            None,
            self.cell(text, sign="hourglass", tone="warn" if left else "bad"),
            self.cell("spared", tone="dim")
            if roll is None
            else self.countdown(self.cell("endurance", sign="dice", until=int(roll.at))),
            self.cell("soonest", tone="dim", rounds=asphyxiation_rules.rounds_left(fatigue_level(self.table, actor))),
            actor=actor,
            buttons=(
                self.button("d100_breathe", "do_breathe", actor=actor),
                self.button("d100_set_breath", "do_breath", actor=actor),
            ),
            rules=("CF-ASPHYX-1", "CF-ASPHYX-4"),
        )

    def _burns(self, dice: str) -> StatusPageCell:
        """Return the damage by heat at the end of the Round."""
        until = bleeding_rules.next_loss(Bleeding(since=0), self.table.clock)
        return self.cell("burns", sign="hourglass", until=until, dice=dice)

    def _flame_lines(self, actor: str) -> Iterator[StatusPageLine]:
        controlled = self.table.actors[actor].has_condition(burning_commands.CONTROLLED)
        spread = self.cell("held", tone="dim") if controlled else self.cell("spreads", tone="warn")
        burning = [flame for flame in burning_commands.flames(self.table, actor) if not flame.out]
        for number, flame in enumerate(burning):
            yield self.line(
                f"{actor}:flame:{flame.location}",
                None,
                self.cell(
                    "flame" if flame.intensity else "lit",
                    sign="flame",
                    tone="bad",
                    details=[self.text("fuel", points=flame.fuel)] if flame.fuel is not None else (),
                    location=flame.location,
                    intensity=flame.intensity,
                ),
                self._burns(burning_rules.burn_dice(flame)),
                None if number else spread,
                actor=actor,
                buttons=() if number else self._flame_buttons(actor, controlled),
                rules=("CF-FIRE-8", "CF-FIRE-9", "CF-FIRE-15"),
            )

    def _flame_buttons(self, actor: str, controlled: bool) -> Iterator[OfferButton]:
        """Yield the buttons against flames: to smother them a character must be prone (CF-FIRE-15)."""
        if self.table.actors[actor].has_condition(PRONE):
            yield self.button(f"d100_smother:{actor}", "do_smother")
        else:
            yield from self.actor_buttons("d100_lie_down", actor, "do_lie_down")
        yield self.button(f"d100_put_out:{actor}", "do_put_out")
        offer, word = ("fire_free", "free") if controlled else ("fire_held", "hold")
        yield self.button(f"d100_{offer}:{actor}", f"do_{word}")

    def _heat_lines(self, actor: str) -> Iterator[StatusPageLine]:
        kindling = self.table.actors[actor].conditions_named(burning_commands.KINDLING)
        rounds_by_place = {place_of(condition): condition.level for condition in kindling}
        for number, (place, row) in enumerate(burning_commands.heat_on(self.table, actor)):
            rounds = rounds_by_place.get(place)
            yield self.line(
                f"{actor}:heat:{place}",
                None,
                self.cell("in_heat", sign="warning", tone="warn", location=place, intensity=row.intensity),
                self._burns(row.damage),
                None if rounds is None else self.cell("catches", sign="hourglass", tone="warn", rounds=rounds),
                actor=actor,
                buttons=() if number else [self.button(f"d100_end_exposure:{actor}", "do_leave")],
                rules=("CF-FIRE-2", "CF-FIRE-6"),
            )

    def _custom_hazard_lines(self, actor: str) -> Iterator[StatusPageLine]:
        for condition in self.table.actors[actor].conditions_named(custom_hazard_commands.IN_HAZARD):
            name = condition.id.partition(":")[2]
            yield self.line(
                f"{actor}:{condition.id}",
                None,
                self.cell(self.plain(name), sign="warning", tone="warn"),
                self.countdown(self.cell("step", sign="hourglass", until=condition.until, step=condition.level + 1)),
                None,
                actor=actor,
                buttons=[self.button(f"d100_end_hazard:{actor}", "do_leave", name=name)],
                rules=("CF-GEN-1",),
            )

    def _poison_lines(self, actor: str) -> Iterator[StatusPageLine]:
        """Yield poisons at work; those that have no effect yet are shown to the GM only."""
        for condition in self.table.actors[actor].conditions:
            is_coming = condition.name == poison_commands.COMING and self.is_gm
            if not is_coming and condition.name != poison_commands.POISONED:
                continue
            end = self.cell("poison_stays", tone="dim")
            if condition.until is not None:
                word = "poison_sets_in" if is_coming else "poison_over"
                end = self.countdown(self.cell(word, sign="hourglass", until=condition.until))
            yield self.line(
                f"{actor}:{condition.id}",
                None,
                self.cell("poison_coming" if is_coming else "poison", sign="warning", tone="warn"),
                end,
                self.plain(condition.note) if condition.note and not is_coming else None,
                actor=actor,
                buttons=[self.button(f"d100_end_poison:{actor}", "do_end_poison")],
                rules=("CF-X-37",),
            )
