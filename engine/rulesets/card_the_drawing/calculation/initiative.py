"""Initiative: the order of turns from low to high, the stunned last, ties by discard piles, then dice (CD-INIT)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from engine.messages.message import Message
from engine.model.frozen import Frozen
from engine.rulesets.card_the_drawing.calculation.active_modifiers import CalculatedValue
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    BattleSnapshot,
    Combatant,
    EffectContext,
    FieldCard,
    RoundCard,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_lost
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import CHOOSING, Card, Effect

TieRoll = Mapping[str, int]
"""The d6 that some tied fighters rolled together, by fighter."""


class CardTurn(Frozen):
    """A card that waits for its turn.

    Attributes:
        card_id: this copy of the card.
        fighter: its owner; NOBODY for the surroundings, which come before everything of the same Initiative.
        entered: among cards of the same fighter the older one comes first.
        lost: the fighter is defeated, so the card will do nothing. It comes after all others and joins no tie
            (CD-DEF-2).
    """

    card_id: str
    card: Card
    fighter: str
    initiative: CalculatedValue
    stunned: bool = False
    entered: int = 0
    lost: bool = False

    @property
    def reasons(self) -> tuple[Message, ...]:
        """Why it does not act at its printed Initiative; empty if it does (CD-UI-7)."""
        changed = tuple(part.words for part in self.initiative.steps[1:])
        if self.lost:
            return (*changed, Message(key="drawing.turn.lost"))
        return (*changed, Message(key="drawing.turn.stunned")) if self.stunned else changed


class TieComparison(Frozen):
    """One comparison of a tie: the values of the fighters still tied (CD-INIT-4, CD-INIT-5).

    Attributes:
        depth: how far down the discard piles, from 1; 0 for dice.
        values: printed Initiative of the card there, or the die, by fighter; None where the pile has run out.
        cards: the names of the cards that were compared.
        kept: the fighters that are still among the first.
    """

    depth: int
    values: Mapping[str, int | None]
    cards: Mapping[str, str]
    kept: tuple[str, ...]

    @property
    def words(self) -> Message:
        """The comparison as a line."""
        if not self.depth:
            return Message(key="drawing.tie.dice", params={"least": _least(self.values)})
        if None in self.values.values():
            return Message(key="drawing.tie.empty", params={"depth": self.depth})
        return Message(key="drawing.tie.pile", params={"depth": self.depth, "least": _least(self.values)})


class UpcomingTurn(Frozen):
    """The turn that comes next.

    Attributes:
        turn: the turn; None if none is waiting, or dice must be rolled first.
        tied: how the tie was broken, step by step; empty without one.
        rolls: the fighters who must roll a d6 together before it is known (CD-INIT-5).
    """

    turn: CardTurn | None = None
    tied: tuple[TieComparison, ...] = ()
    rolls: tuple[str, ...] = ()


class OrderPlace(Frozen):
    """A place in the predicted order.

    Attributes:
        turn: the card.
        tied: the comparisons that put it before the rest.
        open: the dice are still to be rolled: this place is one of several equal ones.
    """

    turn: CardTurn
    tied: tuple[TieComparison, ...] = ()
    open: bool = False


def waiting_turns(calculator: BattleCalculator, step: int) -> tuple[CardTurn, ...]:
    """Return the cards of a step that wait for their turn, in the order of the table (CD-PLAY-2).

    When Stun lasts for the whole round (CD-AMB-26), stunned cards wait in no step, but in `stunned_turns`.
    """
    whole_round = calculator.snapshot.options.stun_scope == "round"
    return tuple(
        _planned(calculator, who, laid, stunned=stunned)
        for who in calculator.snapshot.fighters.values()
        for laid, stunned in _still_to_come(who)
        if laid.step == step and not (stunned and whole_round)
    )


def stunned_turns(calculator: BattleCalculator) -> tuple[CardTurn, ...]:
    """Return the stunned cards that act when all steps are over, which only happens by `stun_scope` = round."""
    if calculator.snapshot.options.stun_scope == "step":
        return ()
    return tuple(
        _planned(calculator, who, laid, stunned=stunned)
        for who in calculator.snapshot.fighters.values()
        for laid, stunned in _still_to_come(who)
        if stunned
    )


def _planned(calculator: BattleCalculator, fighter: Combatant, round_card: RoundCard, *, stunned: bool) -> CardTurn:
    return CardTurn(
        card_id=round_card.id,
        card=round_card.card,
        fighter=fighter.id,
        initiative=calculator.initiative(round_card.card, fighter.id),
        stunned=stunned,
        lost=is_lost(calculator.snapshot, fighter.id, round_card.step),
    )


def _still_to_come(fighter: Combatant) -> Iterable[tuple[RoundCard, bool]]:
    """Yield planned cards that wait for their turn, each with whether it is stunned: the first one is."""
    left = [laid for laid in fighter.laid if laid.step and not laid.dealt]
    first = min((laid.step for laid in left), default=0)
    return ((laid, fighter.stunned and laid.step == first) for laid in left)


def turn_of(
    calculator: BattleCalculator, fighter: str, card: Card, card_id: str, *, stunned: bool = False, entered: int = 0
) -> CardTurn:
    """Return the turn of a card; an Interrupt is never stunned (CD-INT-9)."""
    initiative = calculator.initiative(card, fighter)
    return CardTurn(
        card_id=card_id, card=card, fighter=fighter, initiative=initiative, stunned=stunned, entered=entered
    )


def triggered_turns(calculator: BattleCalculator, on: str, event: TriggerEvent = NO_EVENT) -> tuple[CardTurn, ...]:
    """Return the turns of the cards in the field and the surroundings that react to a trigger (5.5, CD-PLAY-1).

    Of several copies of a card on one bearer only the oldest does (CD-DMG-5). A card that needs its caster to act does
    nothing once the caster is defeated (CD-COND-6).
    """
    turns: dict[tuple[str, str, str], CardTurn] = {}
    for field_card in sorted(
        (*calculator.snapshot.surroundings, *calculator.snapshot.field), key=lambda field_card: field_card.entered
    ):
        if any(_fires(calculator, field_card, effect, event) for effect in field_effects(calculator, field_card, on)):
            stacks = calculator.snapshot.options.stack_same_name and field_card.bearer != NOBODY
            turn = turn_of(calculator, field_card.owner, field_card.card, field_card.id, entered=field_card.entered)
            turns.setdefault((field_card.card.name, field_card.bearer, field_card.id if stacks else ""), turn)
    return tuple(turns.values())


def field_effects(calculator: BattleCalculator, field_card: FieldCard, on: str) -> tuple[Effect, ...]:
    """Return the effects of a card in the field on a trigger: its own, then those of its tags."""
    own = tuple(effect for effect in field_card.card.effects if effect.on == on)
    return (*own, *(of_tag.effect for of_tag in calculator.tag_effects(field_card.card, field_card.owner, on)))


def _fires(calculator: BattleCalculator, field_card: FieldCard, effect: Effect, event: TriggerEvent) -> bool:
    context = EffectContext(
        card=field_card.card, owner=field_card.owner, bearer=field_card.bearer, id=field_card.id, event=event
    )
    acts = effect.target in CHOOSING or (effect.do == "damage" and effect.attack)
    able = field_card.owner == NOBODY or not acts or bool(calculator.snapshot.standing_bodies(field_card.owner))
    return able and condition_is_met(effect.if_, EffectScope(calculator, context))


def next_turn(snapshot: BattleSnapshot, turns: Sequence[CardTurn], throws: Sequence[TieRoll] = ()) -> UpcomingTurn:
    """Return which of some turns comes next (CD-INIT-3 to 6, CD-INT-5).

    Args:
        snapshot: the battle.
        turns: the cards that wait. Call it again after each card: Initiative and Stun may have changed.
        throws: the d6 that have been rolled for ties among these cards, in their order.
    """
    if not turns:
        return UpcomingTurn()
    first = min(map(_rank, turns))
    equal = [turn for turn in turns if _rank(turn) == first]
    if equal[0].lost:
        return UpcomingTurn(turn=equal[0])
    fighters = tuple(dict.fromkeys(turn.fighter for turn in equal))
    if NOBODY in fighters:
        kept: tuple[str, ...] = (NOBODY,)
        compared: tuple[TieComparison, ...] = ()
    else:
        kept, compared = _untied(snapshot, fighters, throws)
    if len(kept) > 1:
        return UpcomingTurn(tied=compared, rolls=kept)
    return UpcomingTurn(
        turn=min((t for t in equal if t.fighter == kept[0]), key=lambda turn: turn.entered), tied=compared
    )


def turn_order(
    snapshot: BattleSnapshot, turns: Sequence[CardTurn], throws: Sequence[TieRoll] = ()
) -> tuple[OrderPlace, ...]:
    """Return all turns in the order in which they will act if nothing changes.

    Turns with dice still to be rolled are in the order of the table, marked as `open`.
    """
    order_places: list[OrderPlace] = []
    for _, group in groupby(sorted(turns, key=_rank), key=_rank):
        left = list(group)
        while left:
            coming = next_turn(snapshot, left, throws)
            if coming.turn is not None:
                chosen = [coming.turn]
            else:
                chosen = [turn for turn in left if turn.fighter in coming.rolls]
            order_places += (OrderPlace(turn=turn, tied=coming.tied, open=coming.turn is None) for turn in chosen)
            left = [turn for turn in left if turn not in chosen]
    return tuple(order_places)


def _rank(turn: CardTurn) -> tuple[bool, bool, int]:
    return (True, False, 0) if turn.lost else (False, turn.stunned, turn.initiative.value)


def _untied(
    snapshot: BattleSnapshot, fighters: tuple[str, ...], throws: Sequence[TieRoll]
) -> tuple[tuple[str, ...], tuple[TieComparison, ...]]:
    """Compare the piles from the top down, then the dice; return the fighters that are left, and the comparisons."""
    kept, compared, depth = fighters, list[TieComparison](), 0
    while len(kept) > 1 and snapshot.options.tie_break == "discard_then_d6":
        cards = {who: _discarded(snapshot, who, depth) for who in kept}
        depth += 1
        tops = {who: None if card is None else card.init or 0 for who, card in cards.items()}
        names = {who: card.name for who, card in cards.items() if card is not None}
        ran_out = None in tops.values()
        kept = kept if ran_out else _lowest(kept, tops)
        compared.append(TieComparison(depth=depth, values=tops, cards=names, kept=kept))
        if ran_out:
            break
    for throw in throws:
        if len(kept) > 1 and set(kept) <= throw.keys():
            dice: dict[str, int | None] = {who: throw[who] for who in kept}
            kept = _lowest(kept, dice)
            compared.append(TieComparison(depth=0, values=dice, cards={}, kept=kept))
    return kept, tuple(compared)


def _discarded(snapshot: BattleSnapshot, fighter: str, depth: int) -> Card | None:
    pile = snapshot.fighters[fighter].discard
    return pile[depth] if depth < len(pile) else None


def _lowest(fighters: Collection[str], values: Mapping[str, int | None]) -> tuple[str, ...]:
    least = _least(values)
    return tuple(who for who in fighters if values[who] == least)


def _least(values: Mapping[str, int | None]) -> int:
    return min(value for value in values.values() if value is not None)
