"""The status page of combat: order of Turns, Action Points, conditions, and deaths that threaten (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, ProgressBox, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.attacks.attack_offers import weapons_with_damage
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack, current_attack
from engine.rulesets.classic_fantasy.character.character_conditions import (
    ASLEEP,
    BLEEDING,
    BREATHLESS,
    BURNING,
    CASTING,
    DEAD,
    INCAPACITATED,
    LAST_ACT,
    NO_OFFENCE,
    PRONE,
    SPELL_SHAKEN,
    UNCONSCIOUS,
)
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.combat import turn_order
from engine.rulesets.classic_fantasy.combat.combat_offers import spell_comes_first
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health import incapacity
from engine.rulesets.classic_fantasy.health.spell_concentration import spell_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.status_pages.death_warnings import deaths_in_round
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.sheets.model.condition_names import condition_label

_MOST_BOXES: Final = 20
"""The maximum number of Action Points that are shown as boxes; the text beside them has the number."""
TOLD_STATES: Final = (
    DEAD,
    UNCONSCIOUS,
    INCAPACITATED,
    ASLEEP,
    LAST_ACT,
    PRONE,
    "surprised",
    NO_OFFENCE,
    SPELL_SHAKEN,
    CASTING,
    BURNING,
    BLEEDING,
    BREATHLESS,
)
"""The conditions that matter in combat, the worst first; surprise is set by the GM."""


class CombatPage(D100StatusPage):
    """The page of combat, open during combat or an attack."""

    KEY = "fight"
    SIGN = "sword"
    COLUMNS = ("column_who", "column_initiative", "column_points", "column_state", "column_end")

    def __init__(self, table: Table, viewer: str) -> None:
        super().__init__(table, viewer)
        self.combat, self.attack = current_combat(table), current_attack(table)

    def is_open(self) -> bool:
        """Say whether there is combat or an attack."""
        return self.combat is not None or self.attack is not None

    def is_current(self) -> bool:
        """Say whether a Turn or an attack waits for an answer."""
        return isinstance(self.table.procedures[-1], Combat | Attack)

    def urgent_count(self) -> int:
        """Return the number of characters that may die in this Round."""
        fighters = self.combat.fighters if self.combat is not None else {}
        return sum(bool(deaths_in_round(self.table, actor)) for actor in fighters if self.may_read(actor))

    def title(self) -> Message:
        """Return the number of the Round."""
        return self.text("title") if self.combat is None else self.text("round", number=self.combat.number)

    def sentences(self) -> Iterator[Message]:
        """Yield the attack in progress, an action that is over, and the end of the Round."""
        combat, attack = self.combat, self.attack
        if attack is not None:
            is_waiting = self.table.procedures[-1] is attack
            yield self.text(
                "attack" if attack.rolled is None else "attacked" if is_waiting else "attack_came",
                actor=actor_name(self.table, attack.actor),
                target=actor_name(self.table, attack.target),
                weapon=attack.weapon,
                level=f"d100-{attack.rolled.level}" if attack.rolled is not None else "",
            )
        elif combat is not None and combat.turn and combat.acted:
            name = actor_name(self.table, combat.turn)
            if spell_comes_first(self.table, self.viewer, combat.turn):
                yield self.text("casts", actor=name, spell=spell_of(self.table, combat.turn))
            else:
                yield self.text("acted", actor=name)
        if combat is not None and combat.order and not combat.turn:
            yield self.text("round_done")

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons of the defence, and those of the Round."""
        if self.attack is not None:
            names = ("d100_parry", "d100_evade", "d100_no_defence", "d100_it_hits", "d100_it_misses", "d100_attack_off")
            yield from map(self.button, names)
        if self.combat is not None:
            if not self.combat.order:
                yield self.button("d100_initiative")
            if self.combat.turn:
                yield self.button("d100_end_turn")
            yield from map(self.button, ("d100_end_round", "d100_act_together", "d100_join_fight", "d100_end_fight"))

    # ---- who fights

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a line for each fighter: the one with the Turn first, then in order; last the end of the Round."""
        combat = self.combat
        if combat is None:
            return
        order = combat.order or tuple(combat.fighters)
        first = order.index(combat.turn) if combat.turn in order else 0
        for actor in (*order[first:], *order[:first]):
            if actor in combat.fighters and actor in self.table.actors:
                yield self._fighter(combat, actor)
        if isinstance(self.table.procedures[-1], Combat):
            yield from self._round_end()

    def _round_end(self) -> Iterator[StatusPageLine]:
        """Yield the events at the end of the Round and the start of the next, up to the first dice (2.16)."""
        upcoming = forecast(self.table, units().combat_round_seconds, viewer=self.viewer)
        details = [line.message for line in upcoming.lines]
        if upcoming.unknown is not None:
            details.append(self.text("dice"))
        if details:
            label = self.cell("end", sign="hourglass")
            yield self.line("end", label, self.cell(details, details=details), head=True)

    def _fighter(self, combat: Combat, actor: str) -> StatusPageLine:
        sign, tone = ("chevron-right", "now") if actor == combat.turn else ("", "")
        cells = [self.cell(self.name(actor), sign=sign, tone=tone)]
        buttons = list(self._attack_buttons(combat, actor))
        if self.may_read(actor):
            cells += (self._initiative(combat, actor), self._points(actor), self._state(combat, actor))
            cells.append(self._round_end_warning(actor))
            buttons += self._action_buttons(combat, actor)
        else:
            hidden = self.cell("hidden", sign="eye-off", tone="dim")
            cells += (hidden, self.cell(), self._turn_state(combat, actor))
        buttons += self._turn_buttons(combat, actor)
        return self.line(actor, *cells, actor=actor, buttons=buttons, rules=("CF-X-16", "CF-X-27"))

    def _initiative(self, combat: Combat, actor: str) -> StatusPageCell:
        parts = turn_order.initiative_parts(self.table, actor, combat.fighters[actor])
        if not parts:
            return self.cell("not_thrown", sign="hourglass", tone="now")
        return self.cell(self.plain(total(parts)), details=[part.words for part in parts])

    def _points(self, actor: str) -> StatusPageCell:
        """Return a box for each Action Point of a Round; those left are filled."""
        points = turn_order.action_points_left(self.table, actor)
        most = turn_order.max_action_points(self.table, actor)
        left = [ProgressBox(filled=True, tone="good", mark=say(self.text("point")))] * min(points, _MOST_BOXES)
        spent = [ProgressBox(tone="good")] * min(most - points, _MOST_BOXES - len(left))
        return self.cell("points", boxes=left + spent, tone="" if points else "dim", have=points, most=most)

    def _state(self, combat: Combat, actor: str) -> StatusPageCell:
        """Return the conditions that matter, and the state of the fighter in the Round."""
        state = self.table.actors[actor]
        told = (DEAD,) if state.has_condition(DEAD) else TOLD_STATES
        conditions = [state.conditions_named(name)[0] for name in told if state.has_condition(name)]
        timed = [found for found in conditions if found.until is not None and found.until > self.table.clock]
        next_to_end = min(timed, key=lambda condition: condition.until or 0, default=None)
        conditions.sort(key=lambda condition: condition is next_to_end)  # the time that is left follows its name
        states = [self._condition_text(condition) for condition in conditions]
        incapacitated_by = incapacity.incapacitating_state(self.table, actor)
        if incapacitated_by == "helpless":
            states.insert(0, self.text("helpless"))
        if not states:
            return self._turn_state(combat, actor)
        until = next_to_end.until if next_to_end is not None else None
        sign, tone = ("warning", "bad" if incapacitated_by else "warn")
        if state.has_condition(DEAD):
            sign, tone = "skull", "bad"
        return self.cell(states, sign=sign, tone=tone, until=until)

    def _condition_text(self, condition: Condition) -> Message:
        if condition.name == NO_OFFENCE and condition.until is None:
            return self.text("no_offence", turns=max(1, condition.level))
        return self.plain(condition_label(condition.name))

    def _turn_state(self, combat: Combat, actor: str) -> StatusPageCell:
        if actor == combat.turn:
            return self.cell("turn", tone="now")
        if combat.fighters[actor].passed:
            return self.cell("passed", tone="dim")
        return self.cell("had", tone="dim") if actor in combat.had else self.cell()

    def _round_end_warning(self, actor: str) -> StatusPageCell:
        """Return a warning of what may kill a fighter before the end of the Round."""
        threats = deaths_in_round(self.table, actor)
        if not threats:
            return self.cell()
        key = "dies" if any(death.certain for death in threats) else "may_die"
        what = ", ".join(say(death.what) for death in threats)
        return self.countdown(self.cell(key, sign="skull", tone="bad", until=threats[0].at, what=what))

    def _attack_buttons(self, combat: Combat, actor: str) -> Iterator[OfferButton]:
        """Yield a button to attack a foe for the fighter with the Turn; a single weapon is chosen already."""
        table, attacker = self.table, combat.turn
        if not attacker or actor == attacker or combat.acted or table.actors[actor].has_condition(DEAD):
            return
        are_foes = table.is_gm(controller_of(table, actor)) != table.is_gm(controller_of(table, attacker))
        if are_foes and self.may_read(attacker):
            weapons = weapons_with_damage(table, attacker)
            weapon = {"weapon": weapons[0]} if len(weapons) == 1 else {}
            yield self.button(f"d100_attack:{attacker}", "do_attack", target=actor, **weapon)

    def _action_buttons(self, combat: Combat, actor: str) -> Iterator[OfferButton]:
        """Yield buttons for what a fighter can do now: the actions of its own Turn, else those out of turn."""
        state, has_turn = self.table.actors[actor], actor == combat.turn
        is_prone = state.has_condition(PRONE)
        out_of_points = not turn_order.action_points_left(self.table, actor)
        for offer, label, is_possible in (
            ("attack", "do_attack", has_turn and not combat.acted),
            ("act", "do_act", has_turn and not combat.acted),
            ("begin_spell", "do_spell", has_turn and not combat.acted),
            ("smother", "do_smother", is_prone and state.has_condition(BURNING)),
            ("stand_up", "do_stand_up", is_prone),
            ("react", "do_react", not has_turn),
            ("luck_desperate_effort", "do_effort", out_of_points and pool(self.table, actor, LUCK)),
        ):
            if is_possible:
                yield from self.actor_buttons(f"d100_{offer}", actor, label)

    def _turn_buttons(self, combat: Combat, actor: str) -> Iterator[OfferButton]:
        """Yield the button to pass the Round; to give a fighter a Turn while nobody has it."""
        if combat.order and not combat.turn:
            yield from self.actor_buttons("d100_give_turn", actor, "do_give_turn")
        if actor == combat.turn and not combat.fighters[actor].passed:
            yield from self.actor_buttons("d100_pass_round", actor, "do_pass")
