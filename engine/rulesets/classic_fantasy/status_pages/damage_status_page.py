"""The status page of damage in progress: location, steps with numbers, wound, luck, consequences (CF-UI-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.kit.calculation import CalculationStep
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.damage.damage_pipeline import wound_of_blow
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, current_damage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of, dice_of_blow
from engine.rulesets.classic_fantasy.status_pages.check_status_page import CheckPage
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import OVERRULE, D100StatusPage
from engine.rulesets.classic_fantasy.status_pages.wound_status_page import LOOK
from engine.rulesets.classic_fantasy.wounds.wound_rules import tests_endurance

RULED: Final = {
    "weapon_damage": "base",
    "damage_modifier": "modifier",
    "magic_damage": "magic",
    "parry_all": "parry",
    "parry_half": "parry",
    "armour": "worn",
    "natural_armour": "natural",
    "ruled": "ruled",
}
"""The step of a part of the calculation, by its reason; damage without a weapon counts as base."""
SHORT: Final = frozenset(
    {
        "d100_find_and_damage",
        "d100_find_location",
        "d100_choose_locations",
        "d100_throw_damage",
        "d100_waive_luck",
        "d100_make_bleed",
        "d100_stop_harm",
    }
)
"""Offers with a shorter text here, where the victim is obvious."""
STEPS: Final = ("base", "modifier", "magic", "parry", "worn", "natural")
"""The steps in their fixed order; armour has two (CF-DMG-5)."""


class DamagePage(D100StatusPage):
    """The page of damage; of a character that the viewer may not read it says only that there is damage."""

    KEY = "harm"
    SIGN = "drop"
    COLUMNS = ("column_step", "column_value", "column_left")

    def is_open(self) -> bool:
        """Say whether damage is in progress that the viewer may know of."""
        process = current_damage(self.table)
        return process is not None and self.follows(process.harm.actor)

    def is_current(self) -> bool:
        """Say whether the damage waits for an answer."""
        return self.table.procedures[-1] is self._process()

    def _process(self) -> DamageProcess:
        process = current_damage(self.table)
        assert process is not None
        return process

    def page(self) -> StatusPage:
        """Return the page."""
        if not self.may_read(self._process().harm.actor):
            return StatusPage(key=self.KEY, title=self.title(), empty=self.text("hidden"))
        return super().page()

    def title(self) -> Message:
        """Return the victim and the cause."""
        harm = self._process().harm
        return self.text("title", actor=actor_name(self.table, harm.actor), what=harm.what)

    def large(self) -> Message | None:
        """Return the location and the damage."""
        process = self._process()
        if not process.blows or not process.blow.lies or process.stage == "consequences":
            return None
        damage = damage_of(self.table, process, process.at).value
        return self.text("large", location=process.blow.location, damage=damage)

    def sentences(self) -> Iterator[Message]:
        """Yield that luck may help."""
        if self._process().stage == "luck":
            yield self.text("luck_may")

    def empty(self) -> Message:
        """Return the dice that must be thrown."""
        return self.text("nothing_yet", dice=dice_of_blow(self._process()))

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons of the stage."""
        process = self._process()
        names = {
            "where": ("d100_find_and_damage", "d100_find_location", "d100_choose_locations"),
            "damage": ("d100_throw_damage", "d100_accept_damage", "d100_choose_locations"),
            "luck": ("d100_waive_luck",),
            "consequences": (
                "d100_accept_consequences",
                "d100_limb_kind",
                "d100_rule_turns",
                "d100_last_act_allow",
                "d100_last_act_deny",
                *((f"d100_luck_last_act:{process.harm.actor}",) if process.last_act else ()),
            ),
        }.get(process.stage, ())
        for name in (*names, "d100_make_bleed", "d100_stop_harm"):
            yield self.button(name, f"do_{name}" if name in SHORT else None)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield consequences, luck, the blows, and the damage to others that comes later."""
        process = self._process()
        luck = CheckPage(self.table, self.viewer).luck_lines(fitting=True)
        if process.stage == "consequences":
            yield from self._consequence_lines(process)
        if process.stage in ("luck", "consequences"):
            yield from luck
        for index, blow in enumerate(process.blows):
            yield from self._blow_lines(process, index, blow)
        if process.stage == "damage":
            yield from luck
        for index, queued in enumerate(process.queue):
            if self.may_read(queued.actor):
                cell = self.cell("later", tone="dim", actor=actor_name(self.table, queued.actor), what=queued.what)
                yield self.line(f"later:{index}", cell, actor=queued.actor)

    # ---- a blow

    def _blow_lines(self, process: DamageProcess, index: int, blow: Blow) -> Iterator[StatusPageLine]:
        is_current, is_done = index == process.at, index < process.at
        sign, tone = ("check", "dim") if is_done else ("chevron-right", "now") if is_current else ("", "dim")
        level = self._level(process.worst[index]) if is_done and index < len(process.worst) else None
        yield self.line(f"blow:{index}", self.cell(self.plain(blow.location), sign=sign, tone=tone), level, head=True)
        if is_done:
            return
        if not blow.lies:
            dice, tone = dice_of_blow(process), "now" if is_current else "dim"
            yield self.line(f"dice:{index}", self.cell("to_be_thrown", sign="hourglass", tone=tone, dice=dice))
            return
        yield from self._step_lines(process, index, blow, is_open=is_current and process.stage == "damage")
        if is_current:
            yield from self._wound_lines(process)

    def _level(self, level: str, *, sign: str = "", tone: str = "") -> StatusPageCell:
        return self.cell("level", sign=sign, tone=tone, level=f"d100-wound-{level}")

    def _step_lines(self, process: DamageProcess, index: int, blow: Blow, *, is_open: bool) -> Iterator[StatusPageLine]:
        """Yield the steps in order, each with the damage left after it; the fixed steps are shown even at 0."""
        damage, is_weapon = damage_of(self.table, process, index), process.harm.source == "weapon"
        parts_of_step = dict[str, list[CalculationStep]]()
        for part in damage.parts:  # a cap at 0 belongs to the step before it
            before = next(reversed(parts_of_step), "base")
            step = before if part.reason == "not_below_0" else RULED.get(part.reason, "base")
            parts_of_step.setdefault(step, []).append(part)
        fixed_steps = {*(STEPS[:4] if is_weapon else STEPS[:1]), *(["worn"] if blow.worn + blow.natural else [])}
        damage_left = 0
        for step in (*STEPS, "ruled"):
            parts = parts_of_step.get(step, [])
            if not parts and step not in fixed_steps:
                continue
            value = sum(part.value for part in parts if part.reason != "not_below_0")
            damage_left += sum(part.value for part in parts)
            buttons = [self.button(f"d100_rule_{step}", OVERRULE)] if is_open and step in STEPS else []
            if is_open and step == "worn" and blow.natural and is_weapon:
                buttons.append(self.button("d100_rule_natural", "overrule_natural"))
            text, tone = self.text("value", value=value) if step != "base" else self.plain(value), ""
            if not parts:
                text, tone = self.plain("–"), "dim"
            cell = self.cell(text, tone=tone, details=[part.words for part in parts], buttons=buttons)
            yield self.line(f"{step}:{index}", f"step_{step}", cell, self.plain(damage_left), rules=("CF-DMG-5",))
        result = self.cell(
            self.plain(damage.value),
            tone="warn" if damage.value else "good",
            details=[part.words for part in damage.parts],
            buttons=[self.button("d100_rule_damage", OVERRULE)] if is_open else (),
        )
        yield self.line(f"through:{index}", "through", None, result, rules=("CF-DMG-2", "CF-DMG-6"))

    def _wound_lines(self, process: DamageProcess) -> Iterator[StatusPageLine]:
        """Yield the resulting wound of the location, and the Endurance roll that decides about it."""
        try:
            wound = wound_of_blow(self.table, process)
        except Refused:  # the body was changed meanwhile
            return
        actor, (sign, tone) = process.harm.actor, LOOK[wound.level]
        hit_points = self.text("hp", before=wound.before, hp=wound.hp, most=wound.most)
        level = self._level(wound.level, sign=sign, tone=tone)
        rules = ("CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3")
        yield self.line("wound", "wound", hit_points, level, actor=actor, rules=rules)
        if not tests_endurance(wound):
            return
        cell = self.cell("endurance_due", sign="hourglass", tone="dim")
        if process.stage == "consequences" and process.lost:
            buttons = [self.button("d100_endurance_won")]
            cell = self.cell("endurance_lost", sign="warning", tone="bad", buttons=buttons)
        elif process.stage == "consequences":
            buttons = [self.button("d100_endurance_lost")]
            cell = self.cell("endurance_won", sign="check", tone="good", buttons=buttons)
        yield self.line("endurance", "endurance", cell, actor=actor, rules=("CF-WOUND-4",))

    def _consequence_lines(self, process: DamageProcess) -> Iterator[StatusPageLine]:
        """Yield the consequences line by line, for the GM to strike out or to accept."""
        yield self.line("follows", "follows", head=True)
        for index, line in enumerate(process.proposed):
            is_struck = index in process.struck
            state = self.cell("struck", sign="close", tone="dim") if is_struck else self.cell("stands", sign="check")
            way, label = ("in", "let_stand") if is_struck else ("out", "strike")
            yield self.line(
                f"follows:{index}",
                self.cell(line.words, tone="dim" if is_struck else ""),
                state,
                buttons=[self.button(f"d100_strike_line_{way}:{index}", label)],
                rules=line.rules,
            )
