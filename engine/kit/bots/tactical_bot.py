"""A bot that fights by a tactic: a game declares what its offers are for, and how healthy and dangerous fighters are.

The bot takes an offer of the first use in `OfferUse` that its tactic wants. Of a character that its seat may not read,
it knows nothing: it counts as unhurt and harmless.

A game says, for example, that its fighters lose Health, and that a fight continues with the clock:

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.model.seats import Actor, Role, Seat
>>> from engine.model.tracks import Track
>>> class Hunt(TacticalBot):
...     HINTS = {"set_clock": OfferHint(OfferUse.STEP)}
...     def fighters(self, table):
...         return tuple(table.actors)
...     def round(self, table):
...         return 1
...     def health(self, table, actor):
...         return table.actors[actor].tracks["Health"].value
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> def animal(name, seat, health, **more):
...     return Actor(id=name, name=name, seat=seat, tracks={"Health": Track(value=health)}, **more)
>>> wolves = (animal("grey", "gm", 90), animal("white", "gm", 20), animal("black", "gm", 5, secret=True))
>>> actors = {actor.id: actor for actor in (animal("hild", "p1", 100), *wolves)}
>>> position = SeatPosition(make_game(ManualGame("hunt")), Table(ruleset="hunt", seats=seats, actors=actors), "p1")
>>> Hunt().opponents(position, "hild", actors)  # nobody but the GM knows that the black wolf is almost beaten
('white', 'grey', 'black')
>>> Hunt().choose(SeatPosition(position.game, position.table, "gm"))
SetClock(seat='gm', seconds=0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from operator import itemgetter
from typing import Any, ClassVar, Final, Self

from engine.core.commands import Command
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.offer_answers import FirstAnswers, UnanswerableQuestion, answered_command
from engine.kit.bots.tactics import BALANCED, TacticsBySide, TargetPreference
from engine.kit.control import controller_of
from engine.model.frozen import replace
from engine.model.seats import GM_ROLE
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind

PARTY: Final = "party"
OPPOSITION: Final = "opposition"
SIDES: Final = (PARTY, OPPOSITION)
"""The sides of a fight: the characters of the players with their allies, and the others of the GM."""
UNHURT: Final = 100


class OfferUse(Enum):
    """The use of an offer in a fight, in the order in which a bot considers them."""

    PREPARE = auto()
    """It says beforehand when the fighter wants to be asked, and costs nothing."""
    SPEND = auto()
    """Chips, Luck or the like for the fighter."""
    DEFEND = auto()
    """An active defence against the attack in progress."""
    ENDURE = auto()
    """No defence."""
    RECOVER = auto()
    """It ends a state that hinders the fighter, or changes a poor hand of cards."""
    INTERRUPT = auto()
    """The fighter acts now, before its turn."""
    ATTACK = auto()
    STEP = auto()
    """The fight continues with it: dice are rolled, damage is applied, a round begins."""
    PASS = auto()
    """The fighter does nothing with its turn."""


@dataclass(frozen=True)
class OfferHint:
    """The use of an offer.

    Attributes:
        use: the use.
        risky: a defence that can also hurt the attacker, and protects less; only risky tactics take it.
        free: a defence that costs nothing; every tactic takes it.
        only_primary: it is taken only as the natural next step.
    """

    use: OfferUse
    risky: bool = False
    free: bool = False
    only_primary: bool = False


class TacticalBot(TacticsBySide):
    """A bot that fights by a tactic for each side.

    A game declares `HINTS`, and describes its fighters in `fighters`, `health` and `danger`. It may answer questions of
    its offers in `chosen_answers`.

    Attributes:
        HINTS: the use of offers, by their names up to a colon; the earlier ones of a use are preferred.
        allies: the characters of the GM that fight for the party.
    """

    HINTS: ClassVar[Mapping[str, OfferHint]] = {}
    allies: frozenset[str] = frozenset()

    def with_allies(self, allies: Iterable[str]) -> Self:
        """Return a bot of the same kind for a fight in which these characters of the GM fight for the party."""
        changed = copy(self)
        changed.allies = frozenset(allies)
        return changed

    # ---- what a game says

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return the characters that openly fight."""
        raise NotImplementedError

    def round(self, table: Table) -> int:
        """Return the number of the round, 1 or more; 0 without a fight."""
        raise NotImplementedError

    def health(self, table: Table, actor: str) -> int:
        """Return the Health of a character in per cent; 0 if it is out of the fight."""
        raise NotImplementedError

    def danger(self, table: Table, actor: str) -> float:
        """Return the damage that an attack of a character does on average."""
        return 0

    def subject(self, position: SeatPosition, offer: Offer) -> str:
        """Return the fighter that an offer is about whose command names none; empty if it is about nobody."""
        return ""

    def chosen_answers(self, position: SeatPosition, offer: Offer, actor: str) -> Mapping[str, object]:
        """Return answers to questions of an offer besides actor and target; the rest get their first answers."""
        return {}

    def wants(self, position: SeatPosition, offer: Offer, actor: str) -> bool:
        """Return whether an offer is of any use now, whatever the tactic; for example, whether Luck would help."""
        return True

    def is_last_action(self, position: SeatPosition, actor: str) -> bool:
        """Return whether a fighter has acted in this round, and has one action left for a defence."""
        return False

    # ---- the choice

    def side(self, table: Table, actor: str) -> str:
        """Return the side of a character."""
        if actor in self.allies:
            return PARTY
        actors, seats = table.actors, table.seats
        if actor in actors and (seat := actors[actor].seat) in seats:
            # Without a call, as it is asked for a dozen times a command.
            return OPPOSITION if seats[seat].role is GM_ROLE else PARTY
        return OPPOSITION if table.is_gm(controller_of(table, actor)) else PARTY

    def known_health(self, position: SeatPosition, actor: str) -> int:
        """Return the Health of a character in per cent, as its seat knows it."""
        actors = position.table.actors
        is_open = actor in actors and not actors[actor].secret  # looked at here, as it saves a call
        return self.health(position.table, actor) if is_open or _reads(position, actor) else UNHURT

    def opponents(self, position: SeatPosition, actor: str, among: Iterable[str]) -> tuple[str, ...]:
        """Return those of some characters that a fighter would attack, the best target first.

        Equal targets are shared out: each fighter begins with another one, and each round with the next.
        """
        table, side, fighters = position.table, self.side(position.table, actor), self.fighters(position.table)
        health = dict[str, int]()
        for other in among:
            if other in fighters and self.side(table, other) != side:
                left = self.known_health(position, other)
                if left > 0:
                    health[other] = left
        others = [*health]
        shift = self.round(table) + (fighters.index(actor) if actor in fighters else 0)
        shared = [others[(at + shift) % len(others)] for at in range(len(others))]
        if self.tactic(side).target is TargetPreference.MOST_DANGEROUS:
            danger = {o: self.danger(table, o) if _reads(position, o) else 0 for o in shared}
            return tuple(sorted(shared, key=lambda other: (-danger[other], health[other])))
        return tuple(sorted(shared, key=health.__getitem__))

    def is_weakest(self, position: SeatPosition, actor: str) -> bool:
        """Return whether no fighter of the own side that still fights has less Health, as its seat knows it."""
        side, health = self.side(position.table, actor), self.known_health(position, actor)
        own = (other for other in self.fighters(position.table) if self.side(position.table, other) == side)
        return all(share == 0 or share >= health for share in (self.known_health(position, other) for other in own))

    def only_step(self, position: SeatPosition) -> Command | None:
        """Return the command of a seat that waits for nothing but this, such as throwing dice; None if it has a choice.

        It saves time, as no offers are listed for it. It must be what the bot would choose among all offers; if the
        rules refuse it, the bot looks at the offers.
        """
        return None

    def with_acceptance(self, position: SeatPosition, command: Command) -> Command:
        """Return a chosen command that also accepts what its seat would accept after it; by default as it is."""
        return command

    def may_spend(self, position: SeatPosition, actor: str) -> bool:
        """Return whether the seat plays a fighter for which its tactic spends chips, Luck or the like."""
        is_own = controller_of(position.table, actor) == position.seat
        return is_own and self.spends_for(position, actor) and actor in self.fighters(position.table)

    def spends_for(self, position: SeatPosition, actor: str) -> bool:
        """Return whether the tactic of a fighter spends resources for it now."""
        tactic = self.tactic(self.side(position.table, actor))
        if not tactic.spends(self.known_health(position, actor)):
            return False
        return not tactic.only_weakest or self.is_weakest(position, actor)

    def choose(self, position: SeatPosition) -> Command | None:
        """Return the next command of a seat, for a character that it plays; None if it does nothing."""
        step = self.only_step(position)
        if step is not None:
            step = self.with_acceptance(position, step)
            if position.game.refusal(position.table, step) is None:
                return step
        return self.choose_among(position, *_ALL_USES)

    def choose_among(self, position: SeatPosition, *uses: OfferUse) -> Command | None:
        """Return the next command of a seat among its offers for some uses; None if it takes none of them."""
        kind: Any = type(self)
        ranked = _ranked(kind)
        named = [(offer.base_name, offer) for offer in position.fight_offers]
        hinted = [(*ranked[name], offer) for name, offer in named if name in ranked]
        if len(hinted) > 1:
            hinted.sort(key=itemgetter(0))
        for _, hint, offer in hinted:
            if hint.use not in uses or (hint.only_primary and not offer.primary):
                continue
            for actor in self._actors(position, hint, offer):
                command = self._taken(position, hint, offer, actor)
                if command is not None:
                    return self.with_acceptance(position, command)
        return None

    def _actors(self, position: SeatPosition, hint: OfferHint, offer: Offer) -> tuple[str, ...]:
        """Return the fighters for which an offer can be taken: those that the seat plays; anybody for a step."""
        table = position.table
        asked = next((question for question in offer.questions if question.field == _ACTOR), None)
        named = (
            asked.choices
            if asked is not None
            else (getattr(offer.command, _ACTOR, "") or self.subject(position, offer),)
        )
        if hint.use is OfferUse.STEP:
            return tuple(named[:1])
        fighters = self.fighters(table)  # others of the seat may be able to act, but it is not their fight
        return tuple(actor for actor in named if actor in fighters and controller_of(table, actor) == position.seat)

    def _taken(self, position: SeatPosition, hint: OfferHint, offer: Offer, actor: str) -> Command | None:
        """Return the command of an offer for a fighter, if its tactic wants it and the rules allow it."""
        if not self.is_in_tactic(position, hint, actor) or not self.wants(position, offer, actor):
            return None
        if not offer.questions and not offer.lazy:
            return offer.command if position.game.refusal(position.table, offer.command) is None else None
        offer = position.game.complete_offer(position.table, offer, position.seat)
        decided = dict(self._fighters_chosen(position, hint, offer, actor))
        decided |= self.chosen_answers(position, offer, actor)
        if hint.use is OfferUse.ATTACK and any(
            question.field in _TARGETS and not question.optional and question.field not in decided
            for question in offer.questions
        ):
            return None
        with suppress(UnanswerableQuestion):
            command = _answered(offer, position.table, decided)
            if position.game.refusal(position.table, command) is None:
                return command
        return None

    def is_in_tactic(self, position: SeatPosition, hint: OfferHint, actor: str) -> bool:
        """Return whether the tactic of a fighter takes offers of a use now."""
        tactic = self.tactic(self.side(position.table, actor)) if actor else BALANCED
        match hint.use:
            case OfferUse.SPEND:
                return self.spends_for(position, actor)
            case OfferUse.DEFEND if hint.risky:
                return tactic.takes_risks
            case OfferUse.DEFEND:
                always = hint.free or tactic.defends(UNHURT)
                return always or tactic.defends(self.known_health(position, actor))
            case OfferUse.ATTACK if tactic.keep_defence_at:
                keeps = tactic.keeps_defence(self.known_health(position, actor))
                return not (keeps and self.is_last_action(position, actor))
            case _:
                return True

    def _fighters_chosen(
        self, position: SeatPosition, hint: OfferHint, offer: Offer, actor: str
    ) -> Iterable[tuple[str, object]]:
        for question in offer.questions:
            if question.field == _ACTOR:
                yield question.field, actor
            elif question.field in _TARGETS and hint.use is OfferUse.ATTACK:
                targets = self.opponents(position, actor, question.choices_for(actor) or question.choices)
                if targets:
                    one = question.kind is QuestionKind.CHOICE
                    yield question.field, targets[0] if one else targets[: max(1, question.least)]


@cache
def _ranked(bot: type[TacticalBot]) -> Mapping[str, tuple[tuple[int, bool, int], OfferHint]]:
    """Return the hints of a bot by the names of offers, each with its rank."""
    hints = bot.HINTS.items()
    return {name: ((hint.use.value, not hint.risky, rank), hint) for rank, (name, hint) in enumerate(hints)}


def best_answer(field: str, choices: Iterable[str], worth: Callable[[str], float]) -> Mapping[str, object]:
    """Return the choice that is worth most as the answer to a question; no answer without a choice.

    >>> best_answer("weapon", ("stick", "longsword"), len), best_answer("weapon", (), len)
    ({'weapon': 'longsword'}, {})
    """
    best = max(choices, key=worth, default="")
    return {field: best} if best else {}


_ALL_USES = tuple(OfferUse)
_ACTOR = "actor"
"""The field of a command that names the fighter; without one, the game says which fighter it is about."""
_TARGETS = frozenset({"target", "targets"})


def _reads(position: SeatPosition, actor: str) -> bool:
    known = position.table.actors.get(actor)
    return known is not None and (not known.secret or position.table.may_read(known, position.seat))


def _answered(offer: Offer, table: Table, decided: Mapping[str, object]) -> Command:
    """Return the command of an offer with some answers; the other questions get their first ones."""
    questions: list[Question] = []
    command: Any = offer.command
    fields = getattr(type(command), "__struct_fields__", ())
    command = replace(command, **{field: answer for field, answer in decided.items() if field in fields})
    for question in offer.questions:
        if question.field not in decided:
            questions.append(question.after(decided[question.by]) if question.by in decided else question)
    return answered_command(replace(offer, command=command, questions=tuple(questions)), table, FirstAnswers())
