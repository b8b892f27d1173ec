"""A card tried out against dummies before it is saved (CD-UI-23): a battle on a table of its own, by the very rules.

Four stand there: the user, two dummies against him and a friend beside him, all led by one seat. What they do is a
short plot; what the rules ask of the card on the way is answered as told, or by the first way there is. Chance is
always the same, so the same card tells the same story.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play import script as scripts
from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.events import Noted
from engine.play.evolve import evolve
from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.card_the_drawing import zones
from engine.rulesets.card_the_drawing.asking import Question, question
from engine.rulesets.card_the_drawing.flow import ForceOn, waited_for
from engine.rulesets.card_the_drawing.library import AUTO, ENVIRONMENT, RULESET, Library
from engine.rulesets.card_the_drawing.picking import ChooseCards
from engine.rulesets.card_the_drawing.planning import EMPTY, PlanCards
from engine.rulesets.card_the_drawing.procedures import Phase, battle, window
from engine.rulesets.card_the_drawing.records import Card
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.starting import StartBattle
from engine.rulesets.card_the_drawing.steering import CarryOn
from engine.rulesets.card_the_drawing.targeting import ChooseTargets
from engine.rulesets.card_the_drawing.windows import NobodyInterrupts, PlayInterrupt, cannot_play, still_asked
from engine.rulesets.card_the_drawing.workshop.answers import answering, ways_of
from engine.rulesets.card_the_drawing.workshop.dummies import (
    BLOW,
    FIRST,
    FRIEND,
    SEAT,
    SECOND,
    THROW,
    USER,
    WOUND,
    figures,
    in_hand,
    laid,
)
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.rulesets.registry import game_of
from engine.table.cards import face_of
from engine.table.frozen import Frozen, replace
from engine.table.table import Table
from engine.workshop.bench import Asked, Change, Line, Lists, Options, Trial, Way

MOST_COMMANDS = 120
"""How much may happen in a try-out; no card needs a quarter of it."""
MOST_LINES = 200
_DULL = frozenset(
    f"log.drawing_{key}"
    for key in (
        *("starts", "round", "planning", "playing", "step", "plan_stands", "plan_laid", "forced", "has_drawn"),
        *("nobody_interrupts", "answered", "body", "aims", "master_carries_on", "turns_up", "draws"),
    )
)
"""Lines that say nothing of the card."""


class Plot(Frozen):
    """What happens in a try-out.

    Attributes:
        plans: what everybody plans in each round, by their faces; TRIED is the card.
        hurt: the user and the friend have lost Health already.
        window: at which moment the card is played as an Interrupt; empty for a card that is not.
    """

    plans: tuple[Mapping[str, tuple[str, ...]], ...]
    hurt: bool = False
    window: str = ""


TRIED = "tried"
_FOUGHT: Mapping[str, tuple[str, ...]] = {FIRST: (BLOW,), SECOND: (THROW,), USER: (BLOW,)}
_BLOW: Mapping[str, tuple[str, ...]] = {FIRST: (BLOW,)}
_THROW: Mapping[str, tuple[str, ...]] = {SECOND: (THROW,)}
PLOTS: Mapping[str, Plot] = {
    "alone": Plot(plans=({USER: (TRIED,)},)),
    "lasting": Plot(plans=({USER: (TRIED,)}, _FOUGHT)),
    "pressed": Plot(plans=({USER: (EMPTY, TRIED), FIRST: (BLOW,), SECOND: (THROW,)},), hurt=True),
    "pressed_lasting": Plot(plans=({USER: (EMPTY, TRIED), FIRST: (BLOW,), SECOND: (THROW,)}, _FOUGHT), hurt=True),
    "wounded": Plot(plans=({USER: (EMPTY, TRIED), FIRST: (WOUND,)},)),
    "before_close": Plot(plans=(_BLOW,), window="before"),
    "before_distant": Plot(plans=(_THROW,), window="before"),
    "after_close": Plot(plans=(_BLOW,), window="after"),
    "there": Plot(plans=(_FOUGHT, _FOUGHT)),
}


def situations(card: Card, library: Library) -> tuple[Way, ...]:
    """Return the situations in which a card can be tried; the likeliest first."""
    tags = [library.tags[name] for name, _ in map(split_tag, card.tags) if name in library.tags]
    if {ENVIRONMENT, AUTO} & {*card.lists}:
        names = ["there"]
    elif any(tag.play_mode == "interrupt" for tag in tags):
        names = ["before_close", "before_distant", "after_close"]
    elif any(tag.persist for tag in tags):
        names = ["lasting", "pressed_lasting", "alone"]
    else:
        heals = any(effect.do == "remove_condition" for effect in card.effects)
        names = [*(("wounded",) if heals else ()), "alone", "pressed"]
    return tuple(Way(value=name, label=tell(f"plot.{name}"), told=tell(f"plot_told.{name}")) for name in names)


def try_card(
    card: Card, library: Library, lists: Lists, options: Options, situation: str, answers: Sequence[str]
) -> Trial:
    """Return what happens when a card without problems is played."""
    known = [way.value for way in situations(card, library)]
    plot = PLOTS[situation if situation in known else known[0]]
    run = _Run(card, plot, answers)
    try:
        run.start(laid(card, library, lists, options, hurt=plot.hurt))
        run.go()
    except (Refused, scripts.Unfit) as error:
        return replace(run.told(), wrong=tell("trial_stopped", why=str(error)))
    return run.told()


# ---- the battle ------------------------------------------------------------------------------------------------------


class _Run:
    """A try-out under way."""

    def __init__(self, card: Card, plot: Plot, answers: Sequence[str]) -> None:
        self._card = card
        self._plot = plot
        self._answers = answers
        self._table: Table | None = None
        self._before: Mapping[tuple[str, str], int] = {}
        self._lines: list[Line] = []
        self._asked: list[Asked] = []
        self._chance = Seeded(1)
        self._played = False
        self._over = False

    def start(self, table: Table) -> None:
        """Begin the battle and put into the user's hand what is planned."""
        self._table = table
        self._before = figures(table)
        surroundings = (self._card.id,) if ENVIRONMENT in self._card.lists else ()
        sides = {USER: "ours", FRIEND: "ours", FIRST: "theirs", SECOND: "theirs"}
        fighters = tuple(sides)
        self._do(StartBattle(seat=SEAT, fighters=fighters, sides=sides, environment=surroundings, override=True))
        assert self._table is not None
        self._table = in_hand(self._table, USER, self._card.id, BLOW, BLOW)
        for actor in (FIRST, SECOND):
            self._table = in_hand(self._table, actor, BLOW, BLOW, THROW, THROW, WOUND)
        self._before = figures(self._table)

    def go(self) -> None:
        """Go on to the end of the plot, or of the battle."""
        for _ in range(MOST_COMMANDS):
            command = None if self._over else self._next()
            if command is None:
                return
            self._do(command)
        self._lines.append(Line(text=tell("trial_endless")))

    def told(self) -> Trial:
        """Return what came of it."""
        after = figures(self._table) if self._table is not None else {}
        changes = [
            Change(who=tell(f"trial.{actor}"), what=tell(f"figure.{what}"), before=value, after=after[actor, what])
            for (actor, what), value in self._before.items()
            if (actor, what) in after
        ]
        changes.sort(key=lambda change: change.before == change.after)
        return Trial(lines=tuple(self._lines[:MOST_LINES]), changes=tuple(changes), asked=tuple(self._asked))

    def _do(self, command: Command) -> None:
        """Do a command, and write down what it says; what the round after the last one brings is no matter."""
        assert self._table is not None
        outcome = game_of(RULESET).apply(self._table, command, self._chance)
        table = self._table
        for event in outcome.events:
            if isinstance(event, Noted):
                round_ = event.message.params.get("round", 0)
                if event.message.key == "log.drawing_round" and round_ == len(self._plot.plans) + 1:
                    self._over = True
                    break
                self._note(event)
            table = evolve(table, event)
        self._table = table if self._over else outcome.table

    def _note(self, event: Noted) -> None:
        key, who = event.message.key, event.message.params.get("actor")
        if key == "log.drawing_round" and self._lines:
            self._lines.append(Line(text=say(event.message)))
        if key in _DULL or (key == "log.drawing_gains" and (who != tell(f"trial.{USER}") or not self._tells_gain())):
            return
        reckoning = tuple(say(message) for message in event.reckoning)
        self._lines.append(Line(text=say(event.message), reckoning=reckoning, rules=event.rules))

    def _tells_gain(self) -> bool:
        """Say whether the card may have a hand in what is gained: it has been played, or lies there from the start."""
        return bool(self._before) and bool({ENVIRONMENT, AUTO} & {*self._card.lists} or self._lines)

    def _next(self) -> Command | None:
        """Return what comes next; None at the end."""
        assert self._table is not None
        now = battle(self._table)
        if now is None:
            return None
        if window(self._table) is not None:
            return self._in_window()
        asked = question(self._table)
        if asked is not None:
            return self._answer(asked)
        waited = waited_for(self._table)
        if not waited or now.round > len(self._plot.plans):
            return None
        if now.phase is Phase.DRAWING:
            return ForceOn(seat=SEAT)
        return self._plan(waited[0], self._plot.plans[now.round - 1].get(waited[0], ()))

    def _plan(self, actor: str, wanted: Sequence[str]) -> Command:
        """Return a plan as the plot has it, or as much of it as the card leaves possible."""
        assert self._table is not None
        cards = _named(self._table, actor, wanted, self._card.id)
        while cards:
            command = PlanCards(seat=SEAT, actor=actor, cards=cards)
            refused = game_of(RULESET).refusal(self._table, command)
            if refused is None:
                return command
            self._lines.append(Line(text=refused.text, rules=refused.rules))
            cards = cards[:-1] if any(cards[:-1]) else ()
        return PlanCards(seat=SEAT, actor=actor)

    def _in_window(self) -> Command:
        """Return the card as an Interrupt where the plot has it, or else nobody's."""
        assert self._table is not None
        open_now = window(self._table)
        held = [card for card in zones.hand_cards(self._table, USER) if face_of(card) == self._card.id]
        wanted = open_now is not None and open_now.stage == self._plot.window
        if wanted and held and not self._played and USER in still_asked(self._table):
            self._played = True
            refused = cannot_play(self._table, USER, held[0])
            if refused is None:
                return PlayInterrupt(seat=SEAT, actor=USER, card=held[0])
            self._lines.append(Line(text=tell("trial_refused", why=refused.text), rules=refused.rules))
        return NobodyInterrupts(seat=SEAT)

    def _answer(self, asked: Question) -> Command:
        """Return an answer: for the card as told or by the first way, for everybody else what the plot wants."""
        assert self._table is not None
        if face_of(asked.card) != self._card.id:
            return _usual(self._table, asked)
        ways = ways_of(self._table, asked)
        if not ways:
            return CarryOn(seat=SEAT)
        at = len(self._asked)
        told = self._answers[at] if at < len(self._answers) else None
        chosen = next((way.value for way in ways if way.value == told), ways[0].value)
        self._asked.append(Asked(at=at, text=tell(f"ask.{asked.kind}"), ways=ways, chosen=chosen))
        return answering(SEAT, asked, chosen)


def _usual(table: Table, asked: Question) -> Command:
    """Return what the others do: the dummies strike the user, the user the first dummy."""
    if asked.kind == "targets":
        other = FRIEND if face_of(asked.card) == WOUND else USER
        wanted = FIRST if asked.actor in (USER, FRIEND) else other
        if asked.choice.fault((wanted,)) is None:
            return ChooseTargets(seat=SEAT, targets=(wanted,))
    if asked.kind == "cards":
        return ChooseCards(seat=SEAT, cards=asked.cards[: asked.count])
    return CarryOn(seat=SEAT)


def _named(table: Table, actor: str, wanted: Sequence[str], tried: str) -> tuple[str, ...]:
    """Return the cards of a hand that are planned, as many as are there and as there is Speed for."""
    held = list(zones.hand_cards(table, actor))
    found: list[str] = []
    for face in wanted:
        card = next((card for card in held if face_of(card) == (tried if face == TRIED else face)), None)
        if face == EMPTY:
            found.append(EMPTY)
        elif card is not None:
            held.remove(card)
            found.append(card)
    return tuple(found) if any(found) else ()
