"""What a card that is being carried out waits for: whom somebody must choose, which cards, whose place, or whether."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.rulesets.card_the_drawing.choosing import (
    NO_TARGETS,
    Choice,
    Redirection,
    aiming,
    choice_for,
    redirection,
    removable,
    selector_of,
    targets_of,
)
from engine.rulesets.card_the_drawing.current import acting_of, card_record, doing, in_front, may_happen, steps_of
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner, scene_of
from engine.rulesets.card_the_drawing.scopes import Words, whole
from engine.rulesets.card_the_drawing.selectors import CHOOSING
from engine.rulesets.card_the_drawing.values import Reckoner, TagEffect
from engine.rulesets.card_the_drawing.zones import hand_cards
from engine.table.frozen import Frozen
from engine.table.table import Table


class Question(Frozen):
    """What somebody has to say before a card is carried on.

    Attributes:
        kind: `targets`, the `cards` that are taken out of play or discarded, whose `place` passes to whom, or whether
            one will `agree` to what the card may do.
        actor: who is asked; the GM for the surroundings.
        card: the card that asks.
        effect: the effect at hand; None for the targets of the card.
        choice: for `targets`, what may be chosen.
        served: for `cards`, whose cards they are, as it is noted in `Carrying.served`.
        cards: for `cards`, those among which to choose.
        count: for `cards`, how many.
        ways: for `place`, whose place may pass to whom.
    """

    kind: Literal["targets", "cards", "place", "agree"]
    actor: str
    card: str
    effect: Effect | None = None
    choice: Choice = NO_TARGETS
    served: str = ""
    cards: tuple[str, ...] = ()
    count: int = 0
    ways: Redirection = Redirection(sources=(), takers=())

    def only_cards(self) -> tuple[str, ...] | None:
        """Return the cards if there is but one way to choose them."""
        return self.cards if len(self.cards) <= self.count else None


def aimed(at: Reckoner, acting: Acting, on: str) -> Effect | None:
    """Return which effect fixes whom a card is aimed at."""
    return aiming(at, doing(at, acting, on))


def choice_now(table: Table, found: Carrying) -> Choice:
    """Return at whom a card may be aimed (CD-PLAY-3, point 2)."""
    at, acting = reckoner(table), acting_of(table, found)
    effect = aimed(at, acting, found.on)
    return NO_TARGETS if effect is None else choice_for(at, acting, effect)


def question(table: Table) -> Question | None:
    """Return what is asked now; None if nothing is, or a window is open."""
    found = in_front(table)
    if found is None or found.due:
        return None
    if found.stage is Stage.TARGETS:
        choice = choice_now(table, found)
        if choice.chooses and choice.only_way() is None:
            return Question(kind="targets", actor=found.actor, card=found.card, choice=choice)
    if found.stage is not Stage.EFFECTS:
        return None
    steps = steps_of(scene_of(table), card_record(table, found.card), found)
    return asked_by(table, found, steps[found.effect]) if found.effect < len(steps) else None


def asked_by(table: Table, found: Carrying, one: TagEffect) -> Question | None:
    """Return what an effect asks next, now that its turn has come."""
    at, acting, effect = reckoner(table), acting_of(table, found), one.effect
    if not may_happen(at, acting, effect, one.number):
        return None
    reached = _reached(at, acting, effect)
    if effect.optional and not found.agreed and not _was_chosen(at, acting, effect):
        return Question(kind="agree", actor=found.actor, card=found.card, effect=effect) if reached else None
    match effect.do:
        case "redirect" if not found.chosen:
            ways = redirection(at, acting, effect)
            if ways.sources and ways.takers and len(ways.sources) * len(ways.takers) > 1:
                return Question(kind="place", actor=found.actor, card=found.card, effect=effect, ways=ways)
        case "discard" if effect.mode == "random":
            pass  # which cards is not for anybody to say
        case "remove_condition" | "discard" if not found.chosen:
            asked = next(picks(table, found, one), None)
            return asked if asked is not None and asked.only_cards() is None else None
        case _:
            pass
    return None


def picks(table: Table, found: Carrying, one: TagEffect) -> Iterator[Question]:
    """Go through the cards that an effect still takes out of play, or out of hands, with who says which."""
    at, acting, effect = reckoner(table), acting_of(table, found), one.effect
    count = max(0, whole(_how_many(effect), Words(at, acting, number=one.number)))
    for body in targets_of(at, acting, effect):
        fighter = at.scene.bodies[body].fighter
        if fighter in found.served:
            continue
        if effect.do == "remove_condition":
            cards = tuple(lies.id for lies in removable(at, acting, effect, body))
            asked = found.actor
        else:
            count = max(0, whole(effect.amount, Words(at, acting, it=body, number=one.number)))
            cards, asked = hand_cards(table, fighter), fighter
        yield Question(
            kind="cards", actor=asked, card=found.card, effect=effect, served=fighter, cards=cards, count=count
        )


def _how_many(effect: Effect) -> int | str:
    return 1 if effect.count is None else effect.count


def _reached(at: Reckoner, acting: Acting, effect: Effect) -> bool:
    """Say whether there is anything that an optional effect could do."""
    if effect.do == "redirect":
        ways = redirection(at, acting, effect)
        return bool(ways.sources and ways.takers)
    return not effect.target or bool(targets_of(at, acting, effect))


def _was_chosen(at: Reckoner, acting: Acting, effect: Effect) -> bool:
    """Say whether the user has said yes by choosing targets for this very effect."""
    return effect == aimed(at, acting, effect.on) and selector_of(at, effect) in CHOOSING
