"""The ruleset of Future Imperfect: its commands, offers and views, and its reactions to manual moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import ActorSet
from engine.core.manual_moves import LeaveSeat, MoveChips, RemoveActor, SetLocation
from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.cast.prepared_group import PreparedGroup
from engine.kit.conformance.game_profile import GameProfile
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.feature_moves import continuations_in, moves_in
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.model.zones import hand_of
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions import ammunition, plain_roll_commands, preparation_commands
from engine.rulesets.future_imperfect.character.character_sheet import hit_chart, wind_start, written_wind
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, unhurt_body
from engine.rulesets.future_imperfect.checks import check_commands
from engine.rulesets.future_imperfect.checks.check_resolution import clear_tray
from engine.rulesets.future_imperfect.combat import (
    attack_commands,
    damage_commands,
    defence_commands,
    hit_commands,
)
from engine.rulesets.future_imperfect.combat.melee import entangling_commands, melee_commands
from engine.rulesets.future_imperfect.combat.ranged import (
    aimed_shot_commands,
    shot_commands,
    throw_commands,
)
from engine.rulesets.future_imperfect.combat.rounds import (
    card_draw_commands,
    conflict_commands,
    gang_hands,
    round_commands,
    round_progress,
    turn_commands,
)
from engine.rulesets.future_imperfect.conditions.character_conditions import ENTANGLED
from engine.rulesets.future_imperfect.damage import wound_commands, wound_marks
from engine.rulesets.future_imperfect.damage.wind import WIND
from engine.rulesets.future_imperfect.editor import deployment_commands, prepared_records
from engine.rulesets.future_imperfect.editor.deployment_commands import FOE_CAST, GANG_GROUP
from engine.rulesets.future_imperfect.hazards import explosion_commands, hazard_commands
from engine.rulesets.future_imperfect.health import rest_commands, treatment_commands
from engine.rulesets.future_imperfect.health.health_offers import conditions
from engine.rulesets.future_imperfect.initiative import initiative_countdown
from engine.rulesets.future_imperfect.movement import movement_commands
from engine.rulesets.future_imperfect.offer_list import fight_offers, offers_of
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Conflict, current_conflict
from engine.rulesets.future_imperfect.procedures.participants import PROCEDURES, taking_part
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState
from engine.rulesets.future_imperfect.session import bounty_commands, session_commands
from engine.rulesets.future_imperfect.settings import first_lists, option_specs
from engine.rulesets.future_imperfect.social import (
    fear_commands,
    outcome_interruption,
    social_contest_commands,
    stakes_commands,
)
from engine.rulesets.future_imperfect.views.activity_view import activity_view
from engine.rulesets.future_imperfect.views.body_view import body_annotations
from engine.simulate.simulation import FightBot

FEATURES = (
    check_commands,
    conflict_commands,
    card_draw_commands,
    round_commands,
    initiative_countdown,
    turn_commands,
    preparation_commands,
    wound_commands,
    ammunition,
    attack_commands,
    hit_commands,
    damage_commands,
    shot_commands,
    throw_commands,
    melee_commands,
    entangling_commands,
    defence_commands,
    aimed_shot_commands,
    session_commands,
    bounty_commands,
    social_contest_commands,
    plain_roll_commands,
    stakes_commands,
    outcome_interruption,
    fear_commands,
    movement_commands,
    hazard_commands,
    explosion_commands,
    treatment_commands,
    rest_commands,
)
"""The modules with commands."""

CONTINUATIONS = continuations_in(*FEATURES)
"""The purposes of checks, the kinds of attack, and the continuations after wounds."""


class FutureImperfect(ManualGame):
    """The game: decks, chips and bodies as in manual play, with the rules on top."""

    procedures: tuple[type[Procedure], ...] = PROCEDURES
    continuations: tuple[type[Continuation[Any]], ...] = CONTINUATIONS
    linked_conditions: frozenset[str] = frozenset({ENTANGLED})
    secret_lists: frozenset[str] = prepared_records.SECRET
    """All that the GM has prepared, and what the game remembers of it."""
    record_lists: frozenset[str] = prepared_records.RECORD_LISTS
    casts: tuple[PreparedCast[Any], ...] = (FOE_CAST,)
    """The prepared records that can stand on the table."""
    groups: tuple[PreparedGroup[Any], ...] = (GANG_GROUP,)
    fight_offers = staticmethod(fight_offers)
    activity_view = staticmethod(activity_view)
    body_annotations = staticmethod(body_annotations)
    conditions = staticmethod(conditions)
    starting_procedures = (SessionState(),)

    def __init__(self) -> None:
        super().__init__("future_imperfect", option_specs())
        self.moves: tuple[Move[Any], ...] = (*moves_in(*FEATURES), *deployment_commands.moves_for(self.new_actor))
        self._own = frozenset(move.command for move in self.moves)

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with both Action Decks, the pot of chips, the group's lists, and nothing in progress."""
        return replace(super().new_table(seats, options), lists=first_lists())

    def track_maximums(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the Wind at full, if the sheet says it (FI-WIND-7)."""
        return {WIND: written_wind(actor)}

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the body of its hit chart, and by default its Wind at full (FI-WIND-7)."""
        chart = hit_chart(actor, table.lists)
        body = actor.body or (unhurt_body(chart) if chart != HUMAN else None)
        return super().new_actor(table, replace(actor, body=body), {WIND: wind_start(actor), **tracks})

    @cached_property
    def content_editor(self) -> ContentEditor:
        """The editor of prepared content; made on demand, as a table does not need it."""
        from engine.rulesets.future_imperfect.editor.prepared_editor import PreparedContentEditor

        return PreparedContentEditor(make_game(self))

    def bot(self) -> FightBot:
        """Return the bot that plays both sides of a conflict."""
        # Imported here: only a simulation needs it.
        from engine.rulesets.future_imperfect.bot import ConflictBot

        return ConflictBot()

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return the offers of a seat; manual moves wait until a roll or an attack is over."""
        if seat not in table.seats:
            return ()
        if not table.procedures or type(table.procedures[-1]) in (SessionState, Conflict):
            return offers_of(table, seat, viewer) + super().offers(table, seat, viewer)
        return offers_of(table, seat, viewer)

    def round_number(self, table: Table) -> int:
        """Return the number of the round of the conflict in progress; 0 for none."""
        conflict = current_conflict(table)
        return conflict.number if conflict is not None else 0

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of damage, aims, reserves, defences and hazards; those of checks every game has."""
        # Imported here: only odds need them.
        if isinstance(offer.command, damage_commands.RollDamage | hit_commands.ShiftHit):
            from engine.rulesets.future_imperfect.combat.damage_odds import odds_of_damage

            return odds_of_damage(table, offer.command, viewer)
        if isinstance(offer.command, preparation_commands.AimCard | turn_commands.ReserveCard):
            from engine.rulesets.future_imperfect.combat.aim_odds import aim_odds

            return aim_odds(table, offer.command, viewer)
        if isinstance(offer.command, defence_commands.Defend | check_commands.ThrowDice):
            from engine.rulesets.future_imperfect.combat.defence_odds import defence_odds

            return defence_odds(table, offer.command, viewer)
        if isinstance(offer.command, explosion_commands.Explode | hazard_commands.Fall | hazard_commands.Burn):
            from engine.rulesets.future_imperfect.hazards.hazard_odds import hazard_odds

            return hazard_odds(table, offer.command, viewer)
        return None

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Raise Refused for a manual move that would break the state of the game."""
        match command:
            case LeaveSeat(id=seat):
                conflict = current_conflict(table)
                if conflict is not None and any(
                    fighter.hand == hand_of(seat) for fighter in conflict.fighters.values()
                ):
                    raise Refused("seat_in_conflict", "FI-INIT-16", seat=seat)
            case RemoveActor(actor=actor) if actor in taking_part(table):
                raise Refused("actor_in_conflict", "FI-INIT-16", actor=actor)
            case _:
                pass

    def after_command(self, draft: Draft, command: Command) -> None:
        """React to changes of control, to cards that arrive, and to wounds set by hand; log chips added or removed."""
        super().after_command(draft, command)
        own = type(command) in self._own
        if own and not draft.has_rolled:  # the dice on the table stay until the gesture after the one that threw them
            clear_tray(draft)
        for actor in [event.actor.id for event in draft.events if type(event) is ActorSet]:
            conflict_commands.follow_leader(draft, actor)
        if draft.table.lists.get(gang_hands.GANG_HANDS):
            gang_hands.forget_gone_members(draft)
        if FOE_CAST.rolled.any(draft.table):
            FOE_CAST.rolled.forget(draft, taking_part(draft.table))
        arrived = initiative_countdown.arrived_cards(draft.table, draft.events)
        if arrived:
            initiative_countdown.turn_up_arrivals(draft, arrived)
        if own:
            front = draft.table.procedures[-1] if draft.table.procedures else None
            if type(front) is Conflict and (front.by_itself or (front.turns and front.turns[-1].ends)):
                round_progress.go_on(draft)
            return
        match command:
            case MoveChips(source=source, target=target) if "" in (source, target):
                draft.note("chips_changed", "FI-FATE-2")
            case SetLocation(actor=name, location=area, bleeding=None):
                wound_marks.bleed_by_hand(draft, name, area)
            case _:
                pass

    def conformance_profile(self) -> GameProfile:
        """Return the facts about the game that the conformance suite needs."""
        from engine.rulesets.future_imperfect.conformance_profile import FutureImperfectProfile

        return FutureImperfectProfile()
