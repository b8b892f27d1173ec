"""The travel status page: pace, distance of a Round, map, light, and perception (CF-UI-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.messages.message import Message
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import party
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.time.time_advance import is_mapped
from engine.rulesets.classic_fantasy.travel import party_travel, travel_rules

_OTHER_PACE: Final = {"exploration": "combat_rounds", "combat_rounds": "exploration"}


class TravelPage(D100StatusPage):
    """The page of travel, closed in combat."""

    KEY = "way"
    SIGN = "target"

    def is_open(self) -> bool:
        """Say whether there is no combat."""
        return current_combat(self.table) is None

    def title(self) -> Message:
        """Return the pace."""
        return self.text("title", pace=session_state(self.table).pace)

    def large(self) -> Message:
        """Return the distance and the time of a Round."""
        pace = session_state(self.table).pace
        seconds = travel_rules.round_seconds(pace, settings_of(self.table), mapped=is_mapped(self.table))
        minutes, odd_seconds = divmod(seconds, units().minute_seconds)
        unit, count = ("seconds", seconds) if odd_seconds else ("minutes", minutes)
        return self.text(unit, feet=self._round_feet(), count=count)

    def _round_feet(self) -> int:
        return total(party_travel.round_feet(self.table, self.viewer))

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons to go for a Round, to go any distance, and to stay for a Round."""
        feet = self._round_feet()
        if feet:
            yield self.button("d100_walk", self.text("round", feet=feet), feet=feet)
        yield self.button("d100_walk", "walk")
        unit = "exploration_round" if session_state(self.table).pace == "exploration" else "combat_round"
        yield self.button(f"d100_pass:{unit}", self.text("stay", unit=unit), count=1)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the lines of a begun Round, pace, map, light, perception of both sides, time, and party members."""
        session, mapped = session_state(self.table), is_mapped(self.table)
        yield from self._begun_round()
        pace = _OTHER_PACE[session.pace]
        go_by = self.button("d100_way", self.text("go_by", pace=pace), pace=pace)
        rules = ("CF-TIME-3", "CF-TIME-4", "CF-TIME-5")
        yield self._fact("pace", self.text("pace", pace=session.pace), go_by, rules=rules)
        map_cell = self.cell(
            "mapped" if mapped else "unmapped", details=[self.text("shown")] if session.map_shown else ()
        )
        switches = [self._switch("map_shown", session.map_shown)]
        if not session.map_shown:
            switches.append(self._switch("mapping", mapped))
        yield self._fact("map", map_cell, *switches, rules=("CF-TIME-6", "CF-TIME-10"))
        light = f"{'dark' if session.dark else 'bright'}_{'light' if session.light else 'unlit'}"
        reveals_party = session.dark and session.light
        light_cell = self.cell(light, sign="eye" if reveals_party else "", tone="warn" if reveals_party else "")
        switches = [self._switch("dark", session.dark), self._switch("light", session.light)]
        yield self._fact("light", light_cell, *switches, rules=("CF-TIME-8",))
        own, enemy = party_travel.own_perception(self.table), party_travel.enemy_perception(self.table)
        yield self._fact("own", self._perception(own), rules=("CF-TIME-7", "CF-TIME-9"))
        yield self._fact("enemy", self._perception(enemy), rules=("CF-TIME-8", "CF-TIME-9"))
        restart = [self.button("d100_count_anew", "anew")] if session.wandered else []
        yield self._fact("wandered", self.text("wandered", time=session.wandered), *restart, rules=("CF-TIME-4",))
        yield from self._members()

    def _begun_round(self) -> Iterator[StatusPageLine]:
        """Yield the distance gone of a begun Round, with a button for the rest of it, which costs no more time."""
        feet, gone = self._round_feet(), party_travel.feet_gone(self.table)
        if 0 < gone < feet:
            left = feet - gone
            button = self.button("d100_walk", self.text("rest_of_round", feet=left), feet=left)
            yield self._fact("gone", self.text("gone", feet=gone, of=feet), button, rules=("CF-TIME-4",))

    def _fact(
        self, key: str, cell: StatusPageCell | Message, *buttons: OfferButton, rules: tuple[str, ...]
    ) -> StatusPageLine:
        """Return a line with its heading and one cell."""
        return self.line(key, self.cell(f"line.{key}", tone="dim"), cell, buttons=buttons, rules=rules)

    def _switch(self, field: str, is_on: bool) -> OfferButton:
        """Return a button that switches a field of the command `SetWay` to the other value."""
        return self.button("d100_way", f"{'no_' if is_on else ''}{field}", **{field: not is_on})

    def _perception(self, modifiers: Sequence[DifficultyModifier]) -> StatusPageCell:
        """Return the change of difficulty for one side to notice the other."""
        if not modifiers:
            return self.cell("no_steps")
        steps = sum(modifier.steps for modifier in modifiers)
        return self.cell("steps", tone="warn", details=[modifier.words for modifier in modifiers], steps=steps)

    def _members(self) -> Iterator[StatusPageLine]:
        """Yield a heading, and the movement of each party member that the viewer may read; the slowest are marked."""
        members = {
            actor: party_travel.feet_of(self.table, actor) for actor in party(self.table) if self.may_read(actor)
        }
        if members:
            yield self.line("who", "who", head=True)
        all_feet = {total(steps) for steps in members.values()}
        for actor, steps in members.items():
            feet = total(steps)
            slows_party = feet == min(all_feet) and len(all_feet) > 1
            key = "still" if not feet else "slowest" if slows_party else "goes"
            tone = "" if key == "goes" else "warn"
            cell = self.cell(key, tone=tone, details=[step.words for step in steps], feet=feet)
            yield self.line(f"who:{actor}", self.name(actor), cell, actor=actor, rules=("CF-TIME-4",))
