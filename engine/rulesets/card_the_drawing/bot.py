"""The bot: it plays the seats of a battle, each by its offers and by what that seat may know.

It rates cards by `card_evaluation`; without a rating it takes the first offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.core.chance import SeededChance
from engine.core.commands import Command, card_at
from engine.core.memo import memo_of_moment
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactics import Tactic, TacticsBySide, TargetPreference
from engine.kit.control import controller_of, controllers_of
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import (
    actor_zones,
    battle_changes,
    drawing_phase,
    minion_commands,
    participants,
    phase_flow,
)
from engine.rulesets.card_the_drawing.battle.battle_end import LeaveBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle, current_resolution, open_window
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseTargets, is_asked
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    NobodyInterrupts,
    PlayInterrupt,
    interruptible_event,
    unanswered_actors,
    unpaid_after,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_record,
    effect_context_of,
    pending_choice,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY, EffectContext, opposed
from engine.rulesets.card_the_drawing.calculation.play_restrictions import (
    has_interrupt_tag,
    interrupt_refusal,
    is_interrupt,
)
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, printed_tags
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.encounters import encounter_commands
from engine.rulesets.card_the_drawing.encounters.battle_start import JoinBattle
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter
from engine.rulesets.card_the_drawing.tactics.card_evaluation import (
    best_card_worth,
    best_targets,
    card_worth,
    points_by_target,
)
from engine.rulesets.card_the_drawing.tactics.known_battle import known_calculator
from engine.simulate.fight_variants import FightFacts, FightVariant
from engine.simulate.simulation import FightBot
from engine.simulate.simulation_results import FightResult

BUY_RESERVE = 2
"""The bot buys a draw only with at least this many times its price in Adrenaline, unless its tactic spends now."""
UNPAID_PENALTY = 2
"""The points that an Interrupt loses for each planned card that is unaffordable after it."""


class BattleBot(TacticsBySide, FightBot):
    """Plays all sides of a battle.

    A side defends itself with Interrupts, and spends Adrenaline on draws.
    """

    FACTS: ClassVar[FightFacts] = FightFacts((actor_sheet.HEALTH,), minion_commands.ROWS)

    def variants(self, game: Game, table: Table, opening: Command | None) -> Iterator[FightVariant]:
        """Yield the usual variants; the foes of an encounter are put on the table first."""
        if isinstance(opening, BeginEncounter) and opening.begin:
            run = replace(opening, begin=False, fighters=())
            placed = game.apply(table, run, SeededChance(0)).table
            foes = tuple(actor for actor in placed.actors if actor not in table.actors)
            table, opening = placed, self.opening(game, placed, run, (*opening.fighters, *foes))
        return super().variants(game, table, opening)

    def standing_foes(self, table: Table) -> tuple[str, ...]:
        """Return the actors of the GM that are not defeated and not on the party's side."""
        standing = participants.standing_actors(table)
        own = (actor for actor in standing if table.is_gm(controller_of(table, actor)))
        return tuple(actor for actor in own if _side(table, actor) != actor_sheet.PARTY)

    def leaving(self, game: Game, table: Table, fighter: str) -> Command:
        """Return the command that takes an actor out of the battle."""
        return LeaveBattle(seat=table.gm(), actor=fighter)

    def joining(self, game: Game, table: Table, fighter: str, newcomer: str) -> Command:
        """Return the command that adds an actor, whose deck is as legal as that of the other one."""
        return JoinBattle(seat=table.gm(), actor=newcomer, side=_side(table, fighter), override=True)

    def member_leaving(self, table: Table, group: str) -> Command | None:
        """Return the command that takes the last minion that is not defeated out of a mob; None for a single one."""
        standing = actor_sheet.standing_bodies(table, group)
        return minion_commands.RemoveMinion(seat=table.gm(), body=standing[-1]) if len(standing) > 1 else None

    def member_joining(self, table: Table, group: str) -> Command | None:
        """Return the command that adds a minion to a mob."""
        is_mob = actor_sheet.is_mob(table.actors[group])
        return minion_commands.AddMinions(seat=table.gm(), actor=group) if is_mob else None

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether an actor has Health left."""
        return health_share(table, actor) > 0

    def opening(self, game: Game, table: Table, run: Command, fighters: tuple[str, ...]) -> Command | None:
        """Return the command that begins the battle of an encounter, with its Environment cards."""
        if not isinstance(run, BeginEncounter):
            return super().opening(game, table, run, fighters)
        environment = encounter_commands.need_encounter(table, run.encounter).environment
        return encounter_commands.battle_with(run, environment, fighters)

    def deck_of(self, table: Table, card: str) -> str:
        """Return the actor whose card it is: each one has a deck of its own."""
        return actor_zones.owner_of(table, card)

    def is_fight_running(self, table: Table) -> bool:
        """Return whether a battle is in progress."""
        return current_battle(table) is not None

    def awaited_seats(self, game: Game, table: Table) -> tuple[str, ...]:
        """Return the seats with a choice to make, or with a phase to finish."""
        choice = pending_choice(table)
        if choice is not None:
            return (controller_of(table, choice.actor) if choice.actor != NOBODY else table.gm(),)
        return controllers_of(table, phase_flow.unfinished_actors(table))

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Return the next command of an awaited seat.

        In an Interrupt window the first actor with a card worth playing plays it; else nobody interrupts.
        """
        if open_window(table) is None:
            return super().next_command(game, table)
        calculator, library = calculator_of(table), settings.library(table)
        for actor in unanswered_actors(table):
            cards = interrupts_among(calculator, library, actor, actor_zones.hand_cards(table, actor))
            card = self.interrupt(table, actor, cards) if cards else ""
            if card:
                return PlayInterrupt(seat=controller_of(table, actor), actor=actor, card=card)
        return NobodyInterrupts(seat=table.gm() or next(iter(table.seats)))

    def choose(self, position: SeatPosition) -> Command | None:
        """Return a seat's next command for its own actors; None if nothing waits for the seat."""
        table, context = position.table, OfferContext(position.table, position.seat, position.seat)
        step = self._finish_drawing(context) if current_resolution(table) is None else self._aim(context)
        if step is not None:
            return step
        offers = {offer.name: offer for offer in position.fight_offers}
        if open_window(table) is not None:
            response = self._answer_window(table, offers)
            if response is not None:
                return response
        if current_resolution(table) is not None:
            return _answer_choice(table, position.seat, offers)
        return self._draw_cards(context, offers) or _plan_cards(position, offers)

    def tactic_of(self, table: Table, actor: str) -> Tactic:
        """Return the tactic of an actor's side."""
        return self.tactic(_side(table, actor))

    def interrupt(self, table: Table, actor: str, cards: Sequence[str]) -> str:
        """Return the card that an actor interrupts with; empty if none gains anything, or its tactic wants none."""
        defends = self.tactic_of(table, actor).defends(health_share(table, actor))
        return best_interrupt(table, actor, cards) if defends else ""

    def _aim(self, context: OfferContext) -> Command | None:
        """Return the best targets of a card being resolved; None if the seat has none to choose."""
        table = context.table
        asked, resolution = pending_choice(table), current_resolution(table)
        if asked is None or resolution is None or asked.kind != "targets" or not is_asked(context, asked.actor):
            return None
        choice, calculator = asked.choice, known_calculator(table, context.seat)
        points = points_by_target(calculator, effect_context_of(table, resolution), choice, resolution.on)
        side = _side(table, asked.actor) if asked.actor != NOBODY else ""
        if self.tactic(side).target is TargetPreference.MOST_DANGEROUS:
            points = _points_by_health(calculator, points)
        targets = best_targets(choice, points)
        if choice.refusal(targets) is not None:
            targets = choice.likeliest()
        return ChooseTargets(seat=context.seat, targets=targets)

    def _finish_drawing(self, context: OfferContext) -> Command | None:
        """Return that an actor has drawn enough; None if it has draws to make, or wants to buy one."""
        actor, fighter = drawing_phase.first_drawing(context)
        if fighter is None or fighter.due or self._wants_to_buy(context.table, actor):
            return None
        return drawing_phase.FinishDrawing(seat=context.seat, actor=actor)

    def _draw_cards(self, context: OfferContext, offers: Mapping[str, Offer]) -> Command | None:
        """Return the next command of an actor that draws on: what is due, else a draw to buy; it ends if it cannot."""
        actor, fighter = drawing_phase.first_drawing(context)
        if fighter is None:
            return None
        draw = offers.get(f"{'draw_due' if fighter.due else 'buy_draw'}:{actor}")
        if draw is not None:
            return _with_payer(context.table, draw)
        return None if fighter.due else drawing_phase.FinishDrawing(seat=context.seat, actor=actor)

    def _wants_to_buy(self, table: Table, actor: str) -> bool:
        """Return whether to buy a draw: the hand is smaller than Speed, and there is Adrenaline to spare."""
        tactic = self.tactic_of(table, actor)
        has, price = actor_sheet.adrenaline(table, actor), settings.prices().draw
        if not tactic.spend_at or has < price:
            return False
        weakest = not tactic.only_weakest or _is_weakest(table, actor)
        if has < BUY_RESERVE * price and not tactic.spends(health_share(table, actor), weakest):
            return False
        hand_is_small = len(actor_zones.hand_cards(table, actor)) < calculator_of(table).speed(actor).value
        return hand_is_small and not battle_changes.would_exhaust(table, actor, 1)

    def _answer_window(self, table: Table, offers: Mapping[str, Offer]) -> Command | None:
        """Return the best Interrupt of an actor that is asked, or a pass; None if nobody of this seat is asked."""
        for actor, pass_window in _offers_of_kind(offers, "pass_window", primary=True):
            interrupt = offers.get(f"interrupt:{actor}")
            if interrupt is not None:
                places = {
                    card_at(table, place): place for question in interrupt.questions for place in question.choices
                }
                card = self.interrupt(table, actor, tuple(places))
                if card:
                    return _answered(interrupt, card=places[card])
            return pass_window.command
        return None

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the result of a battle: the side that is left, and the Health of each body."""
        battle = current_battle(last)
        if battle is None:
            return FightResult(winner="", rounds=0, decided=False)
        fighter_by_body = {body: fighter for fighter in battle.fighters for body in actor_sheet.body_ids(end, fighter)}
        sides = {body: battle.fighters[fighter].side for body, fighter in fighter_by_body.items()}
        standing = tuple(dict.fromkeys(side for body, side in sides.items() if actor_sheet.is_standing(end, body)))
        return FightResult(
            winner=standing[0] if len(standing) == 1 else "",
            rounds=battle.round,
            health_left={body: actor_sheet.health_left(end, body) for body in sides},
            defeated=tuple(body for body in sides if not actor_sheet.is_standing(end, body)),
            names={
                **{fighter: actor_name(end, fighter) for fighter in battle.fighters},
                **{body: actor_sheet.body_name(end, body) for body in sides},
            },
            sides=sides,
            decided=len(standing) <= 1,
        )


def _answered(offer: Offer, **answers: object) -> Command:
    """Return the command of an offer with answers."""
    command: Any = offer.command
    answered: Command = replace(command, **answers)
    return answered


def _offers_of_kind(offers: Mapping[str, Offer], kind: str, *, primary: bool = False) -> Sequence[tuple[str, Offer]]:
    """Return the offers of a kind with their actors; with `primary` only those that are a natural next step."""
    named = ((name.partition(":"), offer) for name, offer in offers.items() if offer.primary or not primary)
    return [(actor, offer) for (of_kind, _, actor), offer in named if of_kind == kind]


# ---- the phases ------------------------------------------------------------------------------------------------------


def _with_payer(table: Table, offer: Offer) -> Command:
    """Return the command of an offer; if it asks which minion pays, the one with the most Health does."""
    bodies = next((question.choices for question in offer.questions if question.field == "body"), ())
    return (
        _answered(offer, body=max(bodies, key=lambda body: actor_sheet.health_left(table, body)))
        if bodies
        else offer.command
    )


def _plan_cards(position: SeatPosition, offers: Mapping[str, Offer]) -> Command | None:
    """Return an actor's plan, locked: the suggested one, else the planning offer with its default answers."""
    for _, offer in (*_offers_of_kind(offers, "suggest_plan"), *_offers_of_kind(offers, "plan_cards")):
        return _answered(position.game.complete_offer(position.table, offer), lock=True)
    return None


# ---- windows ---------------------------------------------------------------------------------------------------------


def health_share(table: Table, actor: str) -> int:
    """Return the Health of all bodies of an actor in per cent."""
    bodies = actor_sheet.bodies_of(table, actor)
    return 100 * sum(max(0, body.health) for body in bodies) // max(1, sum(body.most for body in bodies))


def _side(table: Table, actor: str) -> str:
    """Return the side on which an actor fights, which a battle may name as it likes."""
    battle = current_battle(table)
    fighter = battle.fighters.get(actor) if battle is not None else None
    return fighter.side if fighter is not None else actor_sheet.side_of(table, actor)


def _is_weakest(table: Table, actor: str) -> bool:
    """Return whether no standing companion that the actor's seat may read has less Health in per cent."""
    battle, seat, side = current_battle(table), controller_of(table, actor), _side(table, actor)
    fighters = battle.fighters if battle is not None else ()
    readable = (other for other in fighters if table.may_read(table.actors[other], seat))
    shares = (health_share(table, other) for other in readable if _side(table, other) == side)
    return all(share == 0 or share >= health_share(table, actor) for share in shares)


def interrupts_among(
    calculator: BattleCalculator, library: Library, actor: str, cards: tuple[str, ...]
) -> tuple[str, ...]:
    """Return those cards of an actor that may be played in a window at all."""
    if not calculator.may_be_modified("tags"):
        return _printed_interrupts(library, cards)
    known = [(card, actor_zones.card_record_in(library, card)) for card in cards]
    return tuple([card for card, record in known if is_interrupt(calculator, record, actor)])


@memo_of_moment
def _printed_interrupts(library: Library, cards: tuple[str, ...]) -> tuple[str, ...]:
    records = ((card, actor_zones.card_record_in(library, card)) for card in cards)
    return tuple([card for card, record in records if has_interrupt_tag(library.tags, printed_tags(record.tags).names)])


def best_interrupt(table: Table, actor: str, cards: Sequence[str]) -> str:
    """Return the card that gains most as an Interrupt now, after its cost; empty if none gains anything."""
    calculator = calculator_of(table)
    best, best_gain = "", 0
    for card in cards:
        record, event = card_record(table, card), interruptible_event(table)
        context = EffectContext(card=record, owner=actor, id=card, event=event)
        if interrupt_refusal(calculator, context) is not None:
            continue
        worth = best_card_worth(known_calculator(table, controller_of(table, actor)), context)
        unpaid = UNPAID_PENALTY * len(unpaid_after(table, actor, card))
        gain = worth.points - calculator.cost(record, actor).value - unpaid
        if gain > best_gain:
            best, best_gain = card, gain
    return best


# ---- choices in a resolution -----------------------------------------------------------------------------------------


def _answer_choice(table: Table, seat: str, offers: Mapping[str, Offer]) -> Command | None:
    """Return the answer to the pending choice of the resolution; None if this seat has no offer for one."""
    choice, resolution = pending_choice(table), current_resolution(table)
    if choice is None or resolution is None:
        return None
    calculator, context = known_calculator(table, seat), effect_context_of(table, resolution)
    name = next((name for name in _CHOICES if name in offers), "")
    match name:
        case "discard_cards" | "remove_conditions":
            return _answered(offers[name], cards=_chosen_cards(table, choice.actor, offers[name].questions[0], name))
        case "choose_place":
            snapshot, takers = calculator.snapshot, choice.ways.takers
            against = (body for body in takers if opposed(snapshot, choice.actor, snapshot.bodies[body].fighter))
            return _answered(offers[name], taker=next(against, takers[0]))
        case "use_effect":
            is_worth_using = card_worth(calculator, context, resolution.on).points >= 0
            return offers[name if is_worth_using else "decline_effect"].command
        case _:
            return None


def _points_by_health(calculator: BattleCalculator, points: Mapping[str, int]) -> Mapping[str, int]:
    """Return the known Health as points, for targets with points: whoever has most left is the most dangerous."""
    bodies = calculator.snapshot.bodies
    return {body: max(1, bodies[body].health) if worth > 0 else worth for body, worth in points.items()}


_CHOICES = ("discard_cards", "remove_conditions", "choose_place", "use_effect")
"""The offers that answer a choice."""


def _chosen_cards(table: Table, actor: str, question: Question, offer_name: str) -> tuple[str, ...]:
    """Return the places of cards: the most expensive ones to discard, or opponents' Conditions to remove."""
    calculator = calculator_of(table)

    def rank(place: str) -> int:
        card = card_at(table, place)
        if offer_name == "discard_cards":
            return -calculator.cost(card_record(table, card), actor).value
        return 0 if opposed(calculator.snapshot, actor, actor_zones.owner_of(table, card)) else 1

    return tuple(sorted(question.choices, key=rank)[: question.least])
