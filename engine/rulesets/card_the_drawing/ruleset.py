"""Card: the Drawing as a ruleset, with its answers to moves by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from engine.core.commands import Command, Move
from engine.core.draft import Draft
from engine.core.events import ActorSet, SeatLeft, SheetEdited, TrackSet
from engine.core.manual_moves import RemoveActor
from engine.core.memo import memo_of_moment
from engine.kit.conformance.game_profile import GameProfile
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.encounters.printable_encounters import PrintableEncounter
from engine.kit.feature_moves import moves_in
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.model.zones import hand_of
from engine.odds.odds import Odds
from engine.presentation.card_faces import CardFace, FaceDeck, Lists, QuickReference
from engine.presentation.offer_fault_isolation import isolated_offers
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import (
    actor_sheet,
    health_recovery,
    outside_combat,
    planning_offers,
    printed_card_faces,
)
from engine.rulesets.card_the_drawing.battle import (
    actor_station_view,
    actor_zones,
    battle_changes,
    battle_end,
    drawing_phase,
    gm_override,
    minion_commands,
    participants,
    phase_flow,
)
from engine.rulesets.card_the_drawing.battle.activity_view import activity_view
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    PROCEDURES,
    SessionState,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, DrawDue
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.planning import plan_edit_commands, planning_phase
from engine.rulesets.card_the_drawing.battle.resolution import choice_commands, interrupts
from engine.rulesets.card_the_drawing.cards.card_library import BROUGHT_FOES, ENCOUNTERS, RULESET, SECRET
from engine.rulesets.card_the_drawing.decks import deck_rules
from engine.rulesets.card_the_drawing.editor import record_commands
from engine.rulesets.card_the_drawing.encounters import battle_start, encounter_commands, rolled_foes
from engine.rulesets.card_the_drawing.settings import option_specs
from engine.sheets.editing.record_moves import EditSheet, WriteRecord
from engine.simulate.simulation import FightBot

COMMAND_MODULES = (
    battle_start,
    encounter_commands,
    rolled_foes,
    battle_end,
    drawing_phase,
    plan_edit_commands,
    planning_phase,
    phase_flow,
    choice_commands,
    interrupts,
    gm_override,
    minion_commands,
    outside_combat,
    health_recovery,
    record_commands,
)
DECK_FIELDS = ("deck", "deck_name", "automatic")
"""Fields of a sheet that may not change while its cards are on the table (CD-DECK-4)."""


class CardTheDrawing(ManualGame):
    """The ruleset: a deck for each actor, and the rules."""

    moves: tuple[Move[Any], ...] = moves_in(*COMMAND_MODULES)
    procedures: tuple[type[Procedure], ...] = PROCEDURES
    starting_procedures = (SessionState(),)
    own_encounter_kinds: tuple[str, ...] = (ENCOUNTERS,)
    secret_lists: frozenset[str] = SECRET | {BROUGHT_FOES}
    """The lists of foes, their decks and encounters, which only the GM may know."""
    record_lists: frozenset[str] = frozenset({BROUGHT_FOES})
    answer_timeouts = staticmethod(interrupts.countdowns)
    activity_view = staticmethod(activity_view)
    row_budget = staticmethod(actor_station_view.row_budget)

    def __init__(self) -> None:
        super().__init__(RULESET, option_specs())

    def printable_encounters(self, table: Table) -> Iterator[PrintableEncounter]:
        """Return the encounters of a table for printing."""
        # Imported here: only printing needs it.
        from engine.rulesets.card_the_drawing.encounters.encounter_surroundings import printable_encounters

        return printable_encounters(table)

    def bot(self) -> FightBot:
        """Return the bot that plays all sides of a battle."""
        # Imported here: only a simulation needs it.
        from engine.rulesets.card_the_drawing.bot import BattleBot

        return BattleBot()

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character at full Health (CD-STAT-7); a mob with a track for each minion (CD-MINION-3)."""
        made = actor_sheet.first_tracks(actor, table, tracks)
        mob = actor_sheet.is_mob(actor)
        known = {name: value for name, value in tracks.items() if not (mob and name in made)}
        character = super().new_actor(table, actor, known)
        kept = {name: track for name, track in character.tracks.items() if not mob or name != actor_sheet.HEALTH}
        if mob and not actor_sheet.minion_rows(character):
            numbers = enumerate((track.value for track in made.values()), 1)
            rows = [{"name": f"{character.name} {number}", "health": health} for number, health in numbers]
            character = replace(character, sheet={**character.sheet, minion_commands.ROWS: rows})
        return replace(character, tracks={**kept, **made, **actor.tracks})

    def track_maximums(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the maximum Health, if the sheet has Stamina (CD-STAT-7)."""
        health = None if actor_sheet.is_mob(actor) else actor_sheet.read_actor_sheet(actor, table).health
        return {} if actor_sheet.is_mob(actor) else {actor_sheet.HEALTH: health}

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from offers_of(table, seat, viewer)
        yield from super()._offers(table, seat, viewer)

    def fight_offers(self, table: Table, seat: str) -> tuple[Offer, ...]:
        """Return those offers of a seat that a bot takes in a battle."""
        context = OfferContext(table, seat, seat)
        answers = (interrupts.offers, choice_commands.offers)
        steps = (drawing_phase.fight_offers, planning_offers.fight_offers)
        features = answers if current_resolution(table) is not None else steps
        return tuple(isolated_offers(seat, *[partial(offers, context) for offers in features]))

    def round_number(self, table: Table) -> int:
        """Return the number of the round of the battle in progress; 0 for none."""
        battle = current_battle(table)
        return battle.round if battle is not None else 0

    def complete_offer(self, table: Table, offer: Offer, viewer: str) -> Offer:
        """Return an offer with the parts that are calculated only when it is taken (CD-UI-18)."""
        if offer.base_name != planning_offers.SUGGEST_PLAN:
            return offer
        return planning_offers.complete_plan_offer(OfferContext(table, offer.command.seat, viewer), offer)

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of drawn cards."""
        if not isinstance(offer.command, BuyDraw | BuyReshuffle | DrawDue):
            return None
        # Imported here: only odds need it.
        from engine.rulesets.card_the_drawing.draw_odds import draw_odds

        return draw_odds(table, offer.command, viewer)

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return the printed face of a card (CD-CARD-1)."""
        return printed_card_faces.printed_face(card, printed_card_faces.library_in(lists, options))

    def face_decks(
        self, lists: Lists, options: Mapping[str, Json], people: Iterable[Actor], *, foes: bool
    ) -> tuple[FaceDeck, ...]:
        """Return what can be printed together (CD-UI-26)."""
        return printed_card_faces.decks_to_print(printed_card_faces.library_in(lists, options), people, foes=foes)

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> QuickReference:
        """Return the player's reference (CD-UI-26)."""
        return printed_card_faces.reference_of(printed_card_faces.library_in(lists, options), options)

    @cached_property
    def content_editor(self) -> ContentEditor:
        """The editors of cards, decks and other records; loaded on first use (CD-UI-20 to CD-UI-26)."""
        from engine.rulesets.card_the_drawing.editor.card_editor import CardEditor

        return CardEditor(make_game(self))

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        match command:
            case RemoveActor(actor=actor) if actor_zones.has_cards(table, actor):
                raise Refused("drawing_actor_busy", "CD-ROUND-4", actor=actor_name(table, actor))
            case EditSheet(actor=actor, fields=fields) | WriteRecord(actor=actor, fields=fields):
                if actor in participants.taking_part(table) and any(
                    name in fields and fields[name] != table.actors[actor].sheet.get(name) for name in DECK_FIELDS
                ):
                    raise Refused("drawing_deck_locked", "CD-DECK-4", actor=actor_name(table, actor))
            case _:
                pass

    def after_command(self, draft: Draft, command: Command) -> None:
        """Follow changes of sheets and seats, and continue the battle."""
        for left in [event for event in draft.events if type(event) is SeatLeft]:
            for card in draft.table.cards_in(hand_of(left.seat)):
                battle_changes.to_discard(draft, card)
        super().after_command(draft, command)
        for event in [event for event in draft.events if type(event) in (SheetEdited, ActorSet)]:
            match event:
                case SheetEdited(actor=actor, fields=fields):
                    deck_rules.write_chosen_deck(draft, actor, fields, by_gm=draft.table.is_gm(command.seat))
                    if minion_commands.ROWS in fields or "minion_health" in fields:
                        minion_commands.apply_sheet_rows(draft, actor)
                    _follow_stats(draft, actor)
                case ActorSet(actor=actor):
                    minion_commands.rename_minions(draft, actor.id)
                    actor_zones.follow_controller(draft, actor.id)
                    outside_combat.put_away_secret(draft, actor.id)
                case _:
                    pass
        phase_flow.settle(draft)
        rolled_foes.forget_fighters(draft)
        before, battle = current_battle(draft.before), current_battle(draft.table)
        fought = {} if before is None else before.fighters
        fights = {} if battle is None else battle.fighters
        known = draft.before.actors
        for actor, character in tuple(draft.table.actors.items()):
            # Rows depend on the record and the fighter's state; without a change they are up to date.
            if known.get(actor) is not character or fought.get(actor) is not fights.get(actor):
                minion_commands.write_minion_rows(draft, actor)

    def conformance_profile(self) -> GameProfile:
        """Return the facts about the game that the conformance suite needs."""
        from engine.rulesets.card_the_drawing.conformance_profile import CardTheDrawingProfile

        return CardTheDrawingProfile()


def _follow_stats(draft: Draft, actor: str) -> None:
    """Set the maximum Health to the sheet's present value (CD-STAT-7, CD-STAT-10)."""
    character = draft.table.actors.get(actor)
    track = character.tracks.get(actor_sheet.HEALTH) if character is not None else None
    most = actor_sheet.actor_sheet_of(draft.table, actor).health if track is not None else None
    if track is not None and most is not None and track.most != most:
        changed = replace(track, value=replace(track, most=most).clamped(track.value), most=most)
        draft.emit(TrackSet(actor=actor, name=actor_sheet.HEALTH, track=changed))


@memo_of_moment
def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return the seat's offers by the rules, pending answers first, with no more than a viewer may know."""
    context, resolving = OfferContext(table, seat, viewer), current_resolution(table) is not None
    first = (interrupts, choice_commands) if resolving else (drawing_phase, planning_offers)
    features = (*first, outside_combat, health_recovery, battle_start, encounter_commands, gm_override)
    offers = [partial(feature.offers, context) for feature in features]
    offers.insert(len(first), partial(interrupts.waiting_offers, context))
    return tuple(isolated_offers(seat, *offers))
