"""The status page of a rest: the actions of all characters in each quarter of an hour (CF-UI-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.presentation.offers import denial
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import rest_commands, rest_rules
from engine.rulesets.classic_fantasy.health.fatigue_commands import level_name
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest, rest
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage

MOST_SHOWN: Final = 4
"""The maximum number of quarters shown at once: Healing takes that many."""
ACTIONS: Final[tuple[RestAction, ...]] = get_args(RestAction)
CARE: Final[tuple[RestAction, ...]] = ("first_aid", "healing")


class RestPage(D100StatusPage):
    """The page of a rest."""

    KEY = "rest"
    SIGN = "moon"
    EMPTY = "nobody"

    def is_open(self) -> bool:
        """Say whether there is a rest."""
        return rest(self.table) is not None

    def is_current(self) -> bool:
        """Say whether the rest waits for choices."""
        return self.table.procedures[-1] is self._rest()

    def urgent_count(self) -> int:
        """Return the number of characters that have not chosen yet."""
        if not self.is_current():
            return 0
        chosen = self._rest().chosen
        return sum(member not in chosen and not is_dead(self.table, member) for member in self._members())

    def _rest(self) -> Rest:
        found = rest(self.table)
        assert found is not None
        return found

    def _members(self) -> list[str]:
        return [actor for actor in self._rest().members if actor in self.table.actors and self.may_read(actor)]

    def title(self) -> Message:
        """Return the time."""
        day, time = clock_of(self.table.clock)
        return self.text("title", day=day, time=time)

    def large(self) -> Message:
        """Return the number of the present quarter of an hour."""
        done, steps = self._rest().done, self._rest().steps
        return self.text("over") if done >= steps else self.text("large", number=done + 1, steps=steps)

    def columns(self) -> Iterator[Message]:
        """Yield the columns: one for each quarter that is shown."""
        yield self.text("who")
        yield from (self.text("step", number=number + 1) for number in self._quarters())
        yield self.text("state")

    def _quarters(self) -> range:
        """Return the numbers of the quarters shown: the present one, and those just before it."""
        done = self._rest().done
        return range(max(0, done + 1 - MOST_SHOWN), done + 1)

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons to go on, to change the length, and to end the rest."""
        done, steps = self._rest().done, self._rest().steps
        yield self.button("d100_rest_on", "on")
        more_steps = min(rest_commands.MOST_STEPS, max(steps, done) + 1)
        if more_steps > steps:
            yield self.button("d100_set_rest", "longer", steps=more_steps)
        if steps - 1 > done:
            yield self.button("d100_set_rest", "shorter", steps=steps - 1)
        yield self.button("d100_end_rest", "end")

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a line for each member."""
        for actor in self._members():
            chooses = self.is_current() and not is_dead(self.table, actor)
            yield self.line(
                actor,
                self.name(actor),
                *(self._quarter_cell(actor, number) for number in self._quarters()),
                self._state_cell(actor),
                actor=actor,
                buttons=self._choice_buttons(actor) if chooses else (),
                rules=("CF-REST-2", "CF-REST-10"),
            )

    def _quarter_cell(self, actor: str, number: int) -> StatusPageCell:
        """Return the action of a character in a quarter of an hour."""
        current = self._rest()
        if is_dead(self.table, actor):
            return self.cell("dead", sign="skull", tone="bad")
        if number < current.done:
            past_actions = current.past[number] if number < len(current.past) else {}
            if actor not in past_actions:
                return self.cell("by_default", tone="dim")
            return self.cell(f"did.{past_actions[actor]}", sign="check", tone="dim")
        choice, details = current.chosen.get(actor), self._actions_under_way(actor)
        if choice is None:
            return self.cell("open", sign="hourglass", tone="now", details=details)
        return self.cell(f"did.{choice.action}", sign="check", tone="good", details=details)

    def _state_cell(self, actor: str) -> StatusPageCell:
        """Return what matters of a character in a rest: actions of several steps, and actions ready to be done."""
        current, under_way = self._rest(), self._actions_under_way(actor)
        has = rest_commands.resting_of(self.table, actor, current)
        level = level_name(fatigue_level(self.table, actor))
        words = self.text("has", level=level, magic=has.magic, most=has.magic_most, rations=has.rations)
        if actor in current.ready:
            button = self._ready_button(actor, current.ready[actor])
            return self.cell(under_way[0], sign="star", tone="now", details=[words], buttons=[button])
        if under_way:
            return self.cell(under_way[0], sign="hourglass", tone="now", details=[words])
        return self.cell(words, tone="dim")

    def _actions_under_way(self, actor: str) -> list[Message]:
        """Return an action that is ready to be done, then one of several steps."""
        current, actions = self._rest(), list[Message]()
        if actor in current.ready:
            actions.append(self.text("ready", action=current.ready[actor]))
        if actor in current.doing:
            action, done = current.doing[actor]
            steps = rest_rules.numbers().actions[action].steps
            actions.append(self.text("going", action=action, done=done, steps=steps))
        return actions

    def _ready_button(self, actor: str, action: RestAction) -> OfferButton:
        """Return the button to carry out an action after its time is spent."""
        label = f"do.{action}"
        if action in CARE:
            return self.button(f"d100_tend:{action}", label, actor=actor)
        if action == "cast_spells":
            return self.button("d100_cast", label, actor=actor)
        return self.button(f"d100_prepare_spell:{actor}", label)

    def _choice_buttons(self, actor: str) -> Iterator[OfferButton]:
        """Yield the choices of a character for the present quarter of an hour, a button each."""
        chosen, seat = self._rest().chosen.get(actor), controller_of(self.table, actor)
        for action in self._useful_actions(actor):
            command = rest_commands.ChooseRest(seat=seat, actor=actor, action=action)
            is_chosen = chosen is not None and chosen.action == action
            if not is_chosen and denial(command.verify, self.table) is None:
                yield self.button(f"d100_choose_rest:{action}", f"do.{action}", actor=actor)

    def _useful_actions(self, actor: str) -> tuple[RestAction, ...]:
        """Return the useful actions: no care if the viewer knows of no wounds, no spells without a book."""
        hurt = any(wounded_location_names(self.table, other) for other in self.living_characters())
        useless_actions = set[RestAction](() if hurt else CARE)
        if not rows_of(self.table.actors[actor], "spells"):
            useless_actions.add("prepare_spell")
        return tuple([action for action in ACTIONS if action not in useless_actions])
