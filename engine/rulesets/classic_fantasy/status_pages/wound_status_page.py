"""The status page of wounds: locations, healing, dangers, and care (CF-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.messages.message import Message
from engine.model.conditions import Condition
from engine.presentation.offers import denial
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    DEADLINE,
    INCAPACITATED,
    MAIMING,
    PRONE,
    SCAR,
    UNCONSCIOUS,
    USELESS,
    place_of,
)
from engine.rulesets.classic_fantasy.character.session_state import Injury
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import clock_of, seconds_of
from engine.rulesets.classic_fantasy.health import fatigue_rules, natural_healing_rules
from engine.rulesets.classic_fantasy.health.body_state import BodyLocation, healing_rate, injury_of, wounded_locations
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_of
from engine.rulesets.classic_fantasy.health.healing_commands import Strain
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import healing_state_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.status_pages.death_warnings import bleeding_levels, bleeds_to_death_at
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import is_severed
from engine.rulesets.classic_fantasy.wounds import bleeding_rules, healing_tables
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel
from engine.sheets.model.condition_names import condition_label

DANGERS: Final = (DEADLINE, BLEEDING, MAIMING)
"""The conditions counted on the tab, the worst first."""
TOLD_STATES: Final = (UNCONSCIOUS, INCAPACITATED, PRONE)
LOOK: Final[dict[WoundLevel, tuple[str, str]]] = {
    "none": ("", ""),
    "minor": ("minus", ""),
    "serious": ("warning", "warn"),
    "major": ("warning", "bad"),
}
"""The sign and the tone of a wound."""


class WoundPage(D100StatusPage):
    """The page of wounds."""

    KEY = "care"
    SIGN = "heart"
    COLUMNS = ("column_where", "column_hp", "column_care", "column_heals", "column_danger")
    EMPTY = "empty"

    def is_open(self) -> bool:
        """Say whether the viewer knows of a living character with a body."""
        return self.knows_bodies()

    def urgent_count(self) -> int:
        """Return the number of dangers."""
        conditions = (c for actor in self.living_characters() for c in self.table.actors[actor].conditions)
        return sum(condition.name in DANGERS for condition in conditions)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a heading for each wounded character, then its wounds and dangers; those in danger first."""
        actors = self.table.actors
        for actor in sorted(
            self.living_characters(), key=lambda actor: not any(map(actors[actor].has_condition, DANGERS))
        ):
            wounds, dangers = wounded_locations(self.table, actor), self._dangers(actor)
            blood_lost = fatigue_of(self.table, actor).of("blood")
            if wounds or dangers or blood_lost is not None:
                yield self._heading(actor, wounds)
            for wound in wounds:
                yield from self._wound_lines(actor, wound, dangers.pop(wound.place.name, []))
            for place, others in dangers.items():
                name = self.plain(place) if place else self.text("inside")
                yield from self._danger_lines(actor, place, name, others)
            if blood_lost is not None:
                yield self._blood_line(actor, blood_lost)

    def _heading(self, actor: str, wounds: tuple[BodyLocation, ...]) -> StatusPageLine:
        state = self.table.actors[actor]
        states = [self.plain(condition_label(name)) for name in TOLD_STATES if state.has_condition(name)]
        cell = self.cell(states, sign="warning", tone="warn") if states else None
        rate = self.text("rate", rate=healing_rate(self.table, actor))
        buttons = list[OfferButton]()
        if denial(Strain(seat=self.table.gm(), actor=actor).verify, self.table) is None:
            buttons.append(self.button("d100_strain", "strain", actor=actor))
        is_dying = state.has_condition(BLEEDING) or state.has_condition(DEADLINE)
        if is_dying or any(self._is_unstable(actor, wound) for wound in wounds):
            buttons.append(self.button("d100_stabilise", "stabilise", actor=actor))
        return self.line(actor, self.name(actor), rate, cell, actor=actor, buttons=buttons, head=True)

    def _is_unstable(self, actor: str, wound: BodyLocation) -> bool:
        injury = injury_of(self.table, actor, wound.place.name)
        return wound.level in ("serious", "major") and (injury is None or not injury.stabilised)

    # ---- a wound

    def _wound_lines(self, actor: str, wound: BodyLocation, dangers: list[StatusPageCell]) -> Iterator[StatusPageLine]:
        place, (sign, tone) = wound.place.name, LOOK[wound.level]
        injury = injury_of(self.table, actor, place) or Injury(injured=self.table.clock, since=self.table.clock)
        one_more = self.button(f"d100_set_hp:{actor}:{place}", "one_more", level=wound.hp + 1)
        yield self.line(
            f"{actor}:{place}",
            self.plain(place),
            self.cell(f"hp_{wound.level}", sign=sign, tone=tone, buttons=[one_more], hp=wound.hp, most=wound.most),
            self._care_cell(actor, wound, injury),
            self._healing_cell(actor, place),
            *dangers[:1],
            actor=actor,
            buttons=self._care_buttons(actor, wound, injury),
            rules=("CF-HEAL-1", "CF-HEAL-4", "CF-X-30"),
        )
        yield from self._danger_lines(actor, place, None, dangers[1:])

    def _care_cell(self, actor: str, wound: BodyLocation, injury: Injury) -> StatusPageCell:
        """Return the care that a wound has had; an untreated Major Wound is marked."""
        place = wound.place.name
        needs_care = wound.level == "major" and not injury.treated and not is_severed(self.table, actor, place)
        care_given = [
            self.text(word, points=injury.strain)
            for word, applies in (
                ("treated", injury.treated),
                ("stabilised", injury.stabilised),
                ("aided", injury.aided),
                ("maimed", injury.maimed),
                ("strained", injury.strain > 0),
                ("scar", self._has_condition_at(actor, SCAR, place)),
                ("useless", self._has_condition_at(actor, USELESS, place)),
            )
            if applies
        ]
        buttons = list[OfferButton]()
        if needs_care:
            care_given.insert(0, self.text("untreated"))
            buttons.append(self.button("d100_set_care", "has_been_treated", actor=actor, location=place, treated=True))
        if injury.strain:
            buttons.append(self.button("d100_set_strain", "unstrain", actor=actor, location=place, strain=0))
        if not care_given:
            return self.cell("nothing", tone="dim")
        is_cared_for = injury.treated or injury.aided or injury.stabilised
        sign, tone = ("warning", "warn") if needs_care else ("check", "good") if is_cared_for else ("", "")
        return self.cell(care_given, sign=sign, tone=tone, buttons=buttons)

    def _has_condition_at(self, actor: str, name: str, place: str) -> bool:
        return any(place_of(condition) == place for condition in self.table.actors[actor].conditions_named(name))

    def _healing_cell(self, actor: str, place: str) -> StatusPageCell:
        """Return the next hit points and their moment, or why there are none (CF-HEAL-1 to CF-HEAL-4)."""
        if is_severed(self.table, actor, place):
            return self.cell("off", tone="dim")
        healing = healing_state_of(self.table, actor, place)
        next_gain = natural_healing_rules.next_due(healing, settings=settings_of(self.table))
        if next_gain is None:
            return self.cell("heals_not", sign="lock", tone="warn")
        parts = natural_healing_rules.gain(healing, healing_rate(self.table, actor))
        details = [self.text(f"heals_{healing_tables.numbers().unit[healing.level]}"), *(part.words for part in parts)]
        points = total(parts)
        return self.countdown(self.cell("heals", sign="hourglass", until=next_gain, details=details, points=points))

    def _care_buttons(self, actor: str, wound: BodyLocation, injury: Injury) -> Iterator[OfferButton]:
        """Yield buttons for the care that can help before death; in combat only one."""
        settings, seconds_left = settings_of(self.table), self._seconds_left(actor)
        is_calm, is_stable = current_combat(self.table) is None, injury.stabilised

        def has_time(unit: Literal["rest_action", "hour"]) -> bool:
            return is_calm and (seconds_left is None or seconds_left > seconds_of(unit, settings))

        needs_aid = not injury.aided and not (wound.level == "major" and is_stable)
        needs_healing = not injury.treated if wound.level == "major" else wound.level == "serious" and not is_stable
        for offer, word, helps in (
            ("d100_stabilise_by:first_aid", "save", seconds_left is not None or not (is_calm or is_stable)),
            ("d100_tend:first_aid", "first_aid", needs_aid and has_time("rest_action")),
            ("d100_tend:healing", "healing", needs_healing and has_time("hour")),
            ("d100_cast", "spell", True),
        ):
            if helps:
                yield self.button(offer, word, patient=actor, location=wound.place.name)

    def _seconds_left(self, actor: str) -> int | None:
        """Return the seconds until a character dies without help; None for one that is not dying."""
        deadlines = [condition.until for condition in self.table.actors[actor].conditions_named(DEADLINE)]
        ends = [end for end in (*deadlines, bleeds_to_death_at(self.table, actor)) if end is not None]
        return min(ends) - self.table.clock if ends else None

    # ---- dangers, and blood

    def _dangers(self, actor: str) -> dict[str, list[StatusPageCell]]:
        """Return the dangers of each location, the worst first; one without a location counts as internal."""
        by_location = dict[str, list[StatusPageCell]]()
        for name in DANGERS:
            for condition in self.table.actors[actor].conditions_named(name):
                by_location.setdefault(place_of(condition), []).append(self._danger_cell(actor, condition))
        return by_location

    def _danger_lines(
        self, actor: str, place: str, name: Message | None, dangers: list[StatusPageCell]
    ) -> Iterator[StatusPageLine]:
        for number, danger in enumerate(dangers):
            yield self.line(f"{actor}:{place}:{number}", name, None, None, None, danger, actor=actor)

    def _danger_cell(self, actor: str, condition: Condition) -> StatusPageCell:
        if condition.name == DEADLINE:
            return self.countdown(self.cell("dies", sign="skull", tone="bad", until=condition.until))
        if condition.name == MAIMING:
            return self.countdown(self.cell("will_be_maimed", sign="severed", tone="warn", until=condition.until))
        levels, details = max(1, condition.level), list[Message]()
        at = bleeds_to_death_at(self.table, actor)
        if at is not None:
            day, time = clock_of(at)
            details.append(self.text("bled_white", day=day, time=time, levels=bleeding_levels(self.table, actor)))
        until = bleeding_rules.next_loss(Bleeding(since=0, levels=levels), self.table.clock)
        return self.cell("bleeds", sign="drop", tone="bad", until=until, details=details, levels=levels)

    def _blood_line(self, actor: str, lost: fatigue_rules.FatigueCause) -> StatusPageLine:
        """Return when levels lost to bleeding come back, day by day (CF-BLOOD-3)."""
        pace = fatigue_rules.numbers().pace_seconds["blood"]
        if lost.eased is not None:
            days = list[Message]()
            for number in range(1, min(lost.levels, fatigue_rules.dead()) + 1):
                day, time = clock_of(lost.eased + number * pace)
                days.append(self.text("blood_day", day=day, time=time, levels=lost.levels - number))
            back = self.countdown(self.cell("blood_back", sign="hourglass", until=lost.eased + pace, details=days))
        elif self.table.actors[actor].has_condition(BLEEDING):
            back = self.cell("blood_not_yet", sign="lock", tone="warn")
        else:
            end = self.button("d100_end_cause", "blood_stops", actor=actor, cause=lost.cause)
            back = self.cell("blood_stays", sign="lock", tone="warn", buttons=[end])
        cells = ("blood_name", self.text("blood", levels=lost.levels), None, back)
        return self.line(f"{actor}:blood lost", *cells, actor=actor, rules=("CF-BLOOD-3",))
