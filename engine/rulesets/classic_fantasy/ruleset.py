"""Classic d100 fantasy: the features of the game, their hooks, and the answers to manual moves.

All features are listed here: their commands, their continuations, their scheduled events, and what they do for others.
The packages import downwards only: dice < wounds < character < time < checks < health < combat < damage < attacks,
hazards < traps < luck < travel, progression, treatment < status_pages, editor; the modules of this folder that view
the whole game (`offer_list`, `activity_view`, `body_view`, `command_preview`, `manual_edit_sync`) come last. A package
that needs a feature above it has hooks (`CHECK_HOOKS`, `DAMAGE_HOOKS`, `TIME_HOOKS`), which are connected here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.manual_moves import RemoveActor, SetClock
from engine.kit.conformance.game_profile import GameProfile
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.encounters.printable_encounters import PrintableEncounter
from engine.kit.feature_moves import continuations_in, moves_in
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.odds.odds import Odds
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.offers import Offer, Question, QuestionKind, question
from engine.rulesets.classic_fantasy import command_preview
from engine.rulesets.classic_fantasy.activity_view import activity_view
from engine.rulesets.classic_fantasy.attacks import attack_commands, bleeding_effect
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.body_view import body_annotations
from engine.rulesets.classic_fantasy.character import character_conditions, resource_pools
from engine.rulesets.classic_fantasy.character.activity import needs_answer
from engine.rulesets.classic_fantasy.character.character_audience import characters_in_progress
from engine.rulesets.classic_fantasy.character.character_sheet import read_character_sheet, tells_action_points
from engine.rulesets.classic_fantasy.character.record_writes import body_for, unsaid_locations
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.checks import check_commands, difficulty_modifiers, effect_roll_commands
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS, CheckHooks
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll
from engine.rulesets.classic_fantasy.combat import combat_commands, prone_commands, round_commands, turn_order
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.damage import damage_commands, damage_pipeline
from engine.rulesets.classic_fantasy.damage.damage_commands import FindLocation, ThrowDamage
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.damage.damage_sources import DAMAGE_HOOKS, WEAPON, DamageHooks
from engine.rulesets.classic_fantasy.editor import deployment_commands, prepared_commands, prepared_records
from engine.rulesets.classic_fantasy.hazards import (
    burning_commands,
    custom_hazard_commands,
    falling_commands,
    poison_commands,
)
from engine.rulesets.classic_fantasy.health import (
    ageing_commands,
    asphyxiation_commands,
    condition_expiry,
    fatigue_commands,
    fatigue_state,
    healing_commands,
    incapacity,
    natural_healing_schedule,
    rest_commands,
    spell_concentration,
)
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.luck import luck_commands, luck_eligibility, luck_prompts
from engine.rulesets.classic_fantasy.manual_edit_sync import sync_manual_edit
from engine.rulesets.classic_fantasy.offer_list import BUTTONS, complete_offer, fight_offers, named_offers, offers_of
from engine.rulesets.classic_fantasy.progression import experience_commands, experience_rules, session_commands
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import option_specs, settings_of
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page, status_page_tabs
from engine.rulesets.classic_fantasy.time import time_advance
from engine.rulesets.classic_fantasy.time.time_passage_procedure import (
    TIME_HOOKS,
    TimeHooks,
    TimePassage,
    continue_time,
)
from engine.rulesets.classic_fantasy.traps import trap_commands, trap_trigger_commands
from engine.rulesets.classic_fantasy.traps.placed_traps import SECRET, TriggeredTrap
from engine.rulesets.classic_fantasy.travel import party_travel
from engine.rulesets.classic_fantasy.treatment import (
    healing_magic_commands,
    treatment_commands,
)
from engine.rulesets.classic_fantasy.treatment.treatment_commands import need_nothing_pending
from engine.simulate.simulation import FightBot

COMMAND_MODULES = (
    check_commands,
    effect_roll_commands,
    luck_commands,
    luck_prompts,
    combat_commands,
    round_commands,
    prone_commands,
    attack_commands,
    damage_commands,
    bleeding_effect,
    spell_concentration,
    falling_commands,
    burning_commands,
    custom_hazard_commands,
    poison_commands,
    trap_commands,
    trap_trigger_commands,
    prepared_commands,
)
TIME_COMMAND_MODULES = (
    time_advance,
    fatigue_commands,
    healing_commands,
    asphyxiation_commands,
    treatment_commands,
    healing_magic_commands,
    rest_commands,
    session_commands,
    experience_commands,
    ageing_commands,
    party_travel,
)
CONTINUATIONS = continuations_in(*COMMAND_MODULES, damage_pipeline, *TIME_COMMAND_MODULES)
CHECK_HOOKS.connect(
    CheckHooks(
        modifiers=(
            difficulty_modifiers.spell_modifiers,
            party_travel.pace_modifiers,
            fatigue_state.fatigue_modifiers,
        ),
        flags_fumble=experience_rules.flags_fumble,
        luck_awaited=luck_eligibility.luck_awaited,
        luck_could_help=luck_eligibility.luck_could_help,
        incapacitating_state=incapacity.incapacitating_state,
    )
)
DAMAGE_HOOKS.connect(
    DamageHooks(
        sources={
            "weapon": WEAPON,
            "fall": falling_commands.FALL,
            "object": falling_commands.FALLING_OBJECT,
            "heat": burning_commands.HEAT,
            "trap": trap_trigger_commands.TRAP,
            "hazard": custom_hazard_commands.CUSTOM_HAZARD,
        },
        can_mitigate=luck_eligibility.can_mitigate,
        asks_about_luck=luck_eligibility.asks_about_luck,
        has_spent_luck=luck_eligibility.has_spent_luck,
        ignite=burning_commands.ignite,
    )
)
TIME_HOOKS.connect(
    TimeHooks(
        scheduled=(
            ageing_commands.BIRTHDAYS,
            natural_healing_schedule.WOUND_HEALING,
            burning_commands.FIRES,
            fatigue_commands.RECOVERY,
            asphyxiation_commands.SUFFOCATION,
            treatment_commands.EMERGENCIES,
            condition_expiry.UNTIL,
            condition_expiry.BLOOD_LOSS,
            custom_hazard_commands.HAZARD_STEPS,
            poison_commands.ONSETS,
            experience_commands.STUDIES,
        ),
        ends_elsewhere=(custom_hazard_commands.IN_HAZARD, poison_commands.COMING, character_conditions.STUDYING),
        before_time_passes=natural_healing_schedule.start_wound_histories,
        set_resting=rest_commands.set_resting,
    )
)


class ClassicFantasy(ManualGame):
    """The rules of the game: bodies, pools, the clock, and all commands."""

    secret_acting: bool = True
    procedures: tuple[type[Procedure], ...] = (
        SessionState,
        Rest,
        TimePassage,
        Combat,
        Attack,
        Check,
        EffectRoll,
        DamageProcess,
        TriggeredTrap,
    )
    starting_procedures = (SessionState(),)
    continuations: tuple[type[Continuation[Any]], ...] = CONTINUATIONS
    own_encounter_kinds: tuple[str, ...] = (prepared_records.PLACES,)
    secret_lists: frozenset[str] = (
        SECRET
        | {poison_commands.POISONS, custom_hazard_commands.ROLLED_HAZARDS, ageing_commands.LAST_BIRTHDAYS}
        | prepared_records.SECRET
    )
    """The hidden traps, the poisons, the rolled numbers of hazards, birthdays, and all that the GM has prepared."""
    record_lists: frozenset[str] = SECRET | {
        poison_commands.POISONS,
        custom_hazard_commands.ROLLED_HAZARDS,
        ageing_commands.LAST_BIRTHDAYS,
        prepared_records.VISITED_PLACES,
        prepared_records.BROUGHT_FOES,
    }
    """The traps on the table, the poisons, the places that the party has visited, what was rolled for hazards and
    foes, and birthdays."""
    fight_offers = staticmethod(fight_offers)
    complete_offer = staticmethod(complete_offer)
    time_preview = staticmethod(command_preview.time_preview)
    activity_view = staticmethod(activity_view)
    status_page_tabs = staticmethod(status_page_tabs)
    status_page = staticmethod(status_page)

    def __init__(self) -> None:
        super().__init__(RULESET, option_specs())
        self.moves: tuple[Move[Any], ...] = (
            *moves_in(*COMMAND_MODULES),
            *deployment_commands.moves_for(self.new_actor),
            *moves_in(*TIME_COMMAND_MODULES),
        )
        self._own = frozenset(move.command for move in self.moves)

    def printable_encounters(self, table: Table) -> Iterator[PrintableEncounter]:
        """Return the places of a table for printing."""
        # Imported here: only printing needs it.
        from engine.rulesets.classic_fantasy.editor.place_surroundings import printable_places

        return printable_places(table)

    def bot(self) -> FightBot:
        """Return the bot that plays both sides of a combat."""
        # Imported here: only a simulation needs it.
        from engine.rulesets.classic_fantasy.bot import CombatBot

        return CombatBot()

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the body of its record, and full pools unless told otherwise (CF-X-17, CF-X-18)."""
        full = {name: value for name, value in self.track_maximums(table, actor).items() if value is not None}
        new_actor = super().new_actor(table, actor, {**full, **tracks})
        return replace(new_actor, body=body_for(new_actor))

    def track_maximums(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the full pools, as far as the sheet determines them (CF-X-13, CF-X-17, CF-X-18)."""
        sheet = read_character_sheet(actor, settings_of(table))
        return {
            resource_pools.LUCK: sheet.luck_most,
            resource_pools.MAGIC: sheet.magic_most,
            resource_pools.ACTION_POINTS: sheet.action_points,
        }

    def tracks_without_maximum(self, table: Table, actor: Actor) -> frozenset[str]:
        """Return the pools that the sheet does not determine; Action Points need Rank, INT and DEX (CF-X-13)."""
        silent = super().tracks_without_maximum(table, actor)
        return silent if tells_action_points(actor) else silent | {resource_pools.ACTION_POINTS}

    @cached_property
    def content_editor(self) -> ContentEditor:
        """The editor of prepared content; made on demand, as a table does not need it."""
        from engine.rulesets.classic_fantasy.editor.prepared_editor import PreparedContentEditor

        return PreparedContentEditor(make_game(self))

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from offers_of(table, seat, viewer)
        if not needs_answer(table.procedures[-1] if table.procedures else None):
            for offer in super()._offers(table, seat, viewer):
                if offer.name != "set_clock":  # time passes by `advance_time`, so that every due event runs
                    yield offer

    def named_offers(self, table: Table, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        """Return the offers of a seat that have one of these base names."""
        if names <= BUTTONS and seat in table.seats:
            return named_offers(table, seat, viewer, names)
        return tuple([offer for offer in self.offers(table, seat, viewer) if offer.base_name in names])

    def round_number(self, table: Table) -> int:
        """Return the number of the Round of the combat in progress; 0 for none."""
        combat = current_combat(table)
        return combat.number if combat is not None else 0

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of dice for harm, effects and initiative; those of checks are the same for every game."""
        command, front = offer.command, front_procedure(table)
        # Imported here: only odds need them.
        if isinstance(command, FindLocation | ThrowDamage) and isinstance(front, DamageProcess):
            from engine.rulesets.classic_fantasy.damage.damage_odds import odds_of_damage

            return odds_of_damage(table, front, viewer)
        if isinstance(command, combat_commands.RollInitiative):
            from engine.rulesets.classic_fantasy.combat.initiative_odds import odds_of_initiative

            return odds_of_initiative(table, command, viewer)
        if isinstance(command, luck_commands.SpendLuck):
            from engine.rulesets.classic_fantasy.luck.luck_odds import luck_odds

            return luck_odds(table, command, viewer)
        return None

    def body_annotations(self, table: Table, actor: str) -> BodyAnnotations:
        """Return the notes beside a character's body; none for hit points that nobody has entered (CF-X-20)."""
        notes = body_annotations(table, actor)
        unsaid = unsaid_locations(table.actors[actor], self._person.body)
        return replace(notes, unsaid=unsaid) if unsaid else notes

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Question, ...]]:
        """Return the conditions that can be set by hand; heat and fire ask for intensity and location (CF-FIRE-2)."""
        body = table.actors[actor].body
        locations = tuple(body.locations) if body is not None else ()
        intensity = question("intensity", QuestionKind.NUMBER, field="level", least=1, most=5)
        location = question("hot_where", QuestionKind.CHOICE, locations, field="note")
        questions = (intensity, location) if locations else (intensity,)
        return {
            **dict.fromkeys(character_conditions.BY_NAME, ()),
            burning_commands.IN_HEAT: questions,
            character_conditions.BURNING: questions,
        }

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Raise Refused for a manual move that would break the state of the game."""
        if isinstance(command, RemoveActor) and command.actor in characters_in_progress(table):
            raise Refused("d100_actor_bound", "CF-X-27", actor=actor_name(table, command.actor))
        if isinstance(command, SetClock):
            need_nothing_pending(table, "CF-TIME-1")

    def after_command(self, draft: Draft, command: Command) -> None:
        """Follow up a command: records follow manual moves, time goes on, and a rest ends when its time is spent."""
        super().after_command(draft, command)
        if draft.table.lists.get(prepared_records.BROUGHT_FOES):
            deployment_commands.forget_fighters(draft)
        if type(command) not in self._own:
            sync_manual_edit(draft, command)
        # what is in front now may go on by itself
        front = front_procedure(draft.table)
        if isinstance(front, EffectRoll):
            effect_roll_commands.settle_effect_rolls(draft)
            front = front_procedure(draft.table)
        if isinstance(front, TimePassage):
            continue_time(draft)
            front = front_procedure(draft.table)
        if isinstance(front, Rest):
            rest_commands.settle(draft)
            front = front_procedure(draft.table)
        if isinstance(front, Combat):
            turn_order.end_spent_turn(draft)

    def conformance_profile(self) -> GameProfile:
        """Return the facts about the game that the conformance suite needs."""
        from engine.rulesets.classic_fantasy.conformance_profile import ClassicFantasyProfile

        return ClassicFantasyProfile()
