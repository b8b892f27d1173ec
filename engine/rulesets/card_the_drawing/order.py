"""Who acts next, and why: Initiative from low to high, the stunned last, ties by discard piles, then dice (CD-INIT)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from engine.play.words import Message
from engine.rulesets.card_the_drawing.hindering import is_lost
from engine.rulesets.card_the_drawing.parts import Reckoned
from engine.rulesets.card_the_drawing.records import Card, Effect
from engine.rulesets.card_the_drawing.scene import NOBODY, NOTHING, Acting, Event, Fielded, Fighter, Laid, Scene
from engine.rulesets.card_the_drawing.scopes import Words, holds
from engine.rulesets.card_the_drawing.selectors import CHOOSING
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.table.frozen import Frozen, replace

Throw = Mapping[str, int]
"""A d6 that each of some tied fighters rolled together, by the fighter."""


class Turn(Frozen):
    """A card whose turn is to come.

    Attributes:
        card_id: this copy of the card.
        fighter: whose it is; NOBODY for the surroundings, which come before all that is equally early.
        entered: among cards of the same fighter the older one comes first.
        lost: the fighter is defeated, so the card will do nothing. It comes after all others and joins no tie
            (CD-DEF-2).
    """

    card_id: str
    card: Card
    fighter: str
    initiative: Reckoned
    stunned: bool = False
    entered: int = 0
    lost: bool = False

    @property
    def reasons(self) -> tuple[Message, ...]:
        """Why it does not act at its printed Initiative; empty if it does (CD-UI-7)."""
        changed = tuple(part.words for part in self.initiative.parts[1:])
        if self.lost:
            return (*changed, Message(key="drawing.turn.lost"))
        return (*changed, Message(key="drawing.turn.stunned")) if self.stunned else changed


class Compared(Frozen):
    """One comparison of a tie: what each of those still tied has there, by the fighter (CD-INIT-4, CD-INIT-5).

    Attributes:
        depth: how far down the discard piles, from 1; 0 for dice.
        values: printed Initiative of the card there, or the die; None where the pile has run out.
        cards: the names of the cards that were compared.
        kept: who is still among the first.
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


class Next(Frozen):
    """Who comes next.

    Attributes:
        turn: the one whose turn it is; None if nobody is waiting, or dice must fall first.
        tied: how the tie was broken, step by step; empty without one.
        rolls: the fighters who must roll a d6 together before it is known (CD-INIT-5).
    """

    turn: Turn | None = None
    tied: tuple[Compared, ...] = ()
    rolls: tuple[str, ...] = ()


class Place(Frozen):
    """A place in the order that is foreseen.

    Attributes:
        turn: the card.
        tied: the comparisons that put it before the rest.
        open: the dice are still to be rolled: this place is one of several equal ones.
    """

    turn: Turn
    tied: tuple[Compared, ...] = ()
    open: bool = False


def waiting(at: Reckoner, step: int) -> tuple[Turn, ...]:
    """Return the cards of a step whose turn has not come, in the order of the table (CD-PLAY-2).

    When Stun is to last for the whole round (CD-AMB-26), stunned cards wait in no step, but in `waiting_last`.
    """
    whole_round = at.scene.options.stun_scope == "round"
    return tuple(
        _planned(at, who, laid, stunned=stunned)
        for who in at.scene.fighters.values()
        for laid, stunned in _still_to_come(who)
        if laid.step == step and not (stunned and whole_round)
    )


def waiting_last(at: Reckoner) -> tuple[Turn, ...]:
    """Return the stunned cards that act when all steps are over, which only happens by `stun_scope` = round."""
    if at.scene.options.stun_scope == "step":
        return ()
    return tuple(
        _planned(at, who, laid, stunned=stunned)
        for who in at.scene.fighters.values()
        for laid, stunned in _still_to_come(who)
        if stunned
    )


def _planned(at: Reckoner, who: Fighter, laid: Laid, *, stunned: bool) -> Turn:
    lost = is_lost(at.scene, who.id, laid.step)
    return replace(turn_of(at, who.id, laid.card, laid.id, stunned=stunned), lost=lost)


def _still_to_come(who: Fighter) -> Iterable[tuple[Laid, bool]]:
    """Go through planned cards whose turn has not come, with whether it is that card that is stunned: the first."""
    left = [laid for laid in who.laid if laid.step and not laid.dealt]
    first = min((laid.step for laid in left), default=0)
    return ((laid, who.stunned and laid.step == first) for laid in left)


def turn_of(at: Reckoner, fighter: str, card: Card, card_id: str, *, stunned: bool = False, entered: int = 0) -> Turn:
    """Return the turn of a card; an Interrupt is never stunned (CD-INT-9)."""
    initiative = at.initiative(card, fighter)
    return Turn(card_id=card_id, card=card, fighter=fighter, initiative=initiative, stunned=stunned, entered=entered)


def triggered(at: Reckoner, on: str, event: Event = NOTHING) -> tuple[Turn, ...]:
    """Return the cards in the field and around it that do something of themselves on a trigger (5.5, CD-PLAY-1).

    Of several copies of a card on one bearer only the oldest does (CD-DMG-5). What needs its caster to act stops when
    the caster is defeated (CD-COND-6).
    """
    found: dict[tuple[str, str, str], Turn] = {}
    for lies in sorted((*at.scene.surroundings, *at.scene.field), key=lambda lies: lies.entered):
        if any(_fires(at, lies, effect, event) for effect in effects_on(at, lies, on)):
            stacks = at.scene.options.stack_same_name and lies.bearer != NOBODY
            turn = turn_of(at, lies.owner, lies.card, lies.id, entered=lies.entered)
            found.setdefault((lies.card.name, lies.bearer, lies.id if stacks else ""), turn)
    return tuple(found.values())


def effects_on(at: Reckoner, lies: Fielded, on: str) -> tuple[Effect, ...]:
    """Return what a card in the field does on a trigger: by itself, then by its tags."""
    own = tuple(effect for effect in lies.card.effects if effect.on == on)
    return (*own, *(of_tag.effect for of_tag in at.tag_effects(lies.card, lies.owner, on)))


def _fires(at: Reckoner, lies: Fielded, effect: Effect, event: Event) -> bool:
    acting = Acting(card=lies.card, owner=lies.owner, bearer=lies.bearer, id=lies.id, event=event)
    acts = effect.target in CHOOSING or (effect.do == "damage" and effect.attack)
    able = lies.owner == NOBODY or not acts or bool(at.scene.standing(lies.owner))
    return able and holds(effect.if_, Words(at, acting))


def next_of(scene: Scene, turns: Sequence[Turn], throws: Sequence[Throw] = ()) -> Next:
    """Return which of some cards comes next (CD-INIT-3 to 6, CD-INT-5).

    Args:
        scene: the battle.
        turns: the cards that wait. Ask anew after each card: Initiative and Stun may have changed.
        throws: the d6 that have been rolled for ties among these cards, in their order.
    """
    if not turns:
        return Next()
    first = min(map(_rank, turns))
    equal = [turn for turn in turns if _rank(turn) == first]
    if equal[0].lost:
        return Next(turn=equal[0])
    fighters = tuple(dict.fromkeys(turn.fighter for turn in equal))
    if NOBODY in fighters:
        kept: tuple[str, ...] = (NOBODY,)
        compared: tuple[Compared, ...] = ()
    else:
        kept, compared = _untied(scene, fighters, throws)
    if len(kept) > 1:
        return Next(tied=compared, rolls=kept)
    return Next(turn=min((t for t in equal if t.fighter == kept[0]), key=lambda turn: turn.entered), tied=compared)


def order_of(scene: Scene, turns: Sequence[Turn], throws: Sequence[Throw] = ()) -> tuple[Place, ...]:
    """Return all of them in the order in which they will act if nothing changes.

    Those whose dice are still to be rolled stand in the order of the table, marked as `open`.
    """
    found: list[Place] = []
    for _, group in groupby(sorted(turns, key=_rank), key=_rank):
        left = list(group)
        while left:
            coming = next_of(scene, left, throws)
            if coming.turn is not None:
                chosen = [coming.turn]
            else:
                chosen = [turn for turn in left if turn.fighter in coming.rolls]
            found += (Place(turn=turn, tied=coming.tied, open=coming.turn is None) for turn in chosen)
            left = [turn for turn in left if turn not in chosen]
    return tuple(found)


def _rank(turn: Turn) -> tuple[bool, bool, int]:
    return (True, False, 0) if turn.lost else (False, turn.stunned, turn.initiative.value)


def _untied(
    scene: Scene, fighters: tuple[str, ...], throws: Sequence[Throw]
) -> tuple[tuple[str, ...], tuple[Compared, ...]]:
    """Compare the piles from the top down, then the dice; return who is left, and the comparisons."""
    kept, compared, depth = fighters, list[Compared](), 0
    while len(kept) > 1 and scene.options.tie_break == "discard_then_d6":
        cards = {who: _discarded(scene, who, depth) for who in kept}
        depth += 1
        tops = {who: None if card is None else card.init or 0 for who, card in cards.items()}
        names = {who: card.name for who, card in cards.items() if card is not None}
        ran_out = None in tops.values()
        kept = kept if ran_out else _lowest(kept, tops)
        compared.append(Compared(depth=depth, values=tops, cards=names, kept=kept))
        if ran_out:
            break
    for throw in throws:
        if len(kept) > 1 and set(kept) <= throw.keys():
            dice: dict[str, int | None] = {who: throw[who] for who in kept}
            kept = _lowest(kept, dice)
            compared.append(Compared(depth=0, values=dice, cards={}, kept=kept))
    return kept, tuple(compared)


def _discarded(scene: Scene, fighter: str, depth: int) -> Card | None:
    pile = scene.fighters[fighter].discard
    return pile[depth] if depth < len(pile) else None


def _lowest(fighters: Collection[str], values: Mapping[str, int | None]) -> tuple[str, ...]:
    least = _least(values)
    return tuple(who for who in fighters if values[who] == least)


def _least(values: Mapping[str, int | None]) -> int:
    return min(value for value in values.values() if value is not None)
