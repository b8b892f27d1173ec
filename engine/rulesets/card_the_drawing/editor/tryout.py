"""A card tried out against dummies before it is saved (CD-UI-23): a battle on a table of its own, by the real rules.

Four fighters take part: the user, two dummies as enemies and a friend, all controlled by one seat. They follow a short
scenario; choices for the card are answered as given, or in the first possible way. Chance is always the same, so the
same card gives the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.evolve import evolve
from engine.kit.content_editor.view_models import (
    EditorChoice,
    Lists,
    Options,
    Trial,
    TrialLine,
    TrialNumber,
    TrialQuestion,
)
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts import script as scripts
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle, open_window
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import EMPTY, PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseCards, ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    NobodyInterrupts,
    PlayInterrupt,
    interrupt_denial,
    unanswered_actors,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import PendingChoice, pending_choice
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library
from engine.rulesets.card_the_drawing.cards.card_records import Card, split_tag
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.rulesets.card_the_drawing.editor.tryout_answers import answer_command, possible_answers
from engine.rulesets.card_the_drawing.editor.tryout_fighters import (
    BLOW,
    FIRST,
    FRIEND,
    SEAT,
    SECOND,
    THROW,
    USER,
    WOUND,
    fighter_numbers,
    tryout_table,
    with_hand,
)
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle

MOST_COMMANDS = 120
"""The maximum number of commands in a try-out; no card needs a quarter of it."""
MOST_LINES = 200
_SKIPPED_LINES = frozenset(
    f"log.drawing_{key}"
    for key in (
        *("starts", "round", "planning", "playing", "step", "plan_stands", "plan_laid", "forced", "has_drawn"),
        *("nobody_interrupts", "answered", "body", "aims", "master_carries_on", "turns_up", "draws"),
    )
)
"""Log lines that are not about the card."""


class TryoutScenario(Frozen):
    """The course of a try-out.

    Attributes:
        plans: each fighter's plan in each round, by faces; TRIED is the card.
        hurt: the user and the friend have lost Health already.
        window: the stage at which the card is played as an Interrupt; empty for a card that is not one.
    """

    plans: tuple[Mapping[str, tuple[str, ...]], ...]
    hurt: bool = False
    window: str = ""


TRIED = "tried"
_FOUGHT: Mapping[str, tuple[str, ...]] = {FIRST: (BLOW,), SECOND: (THROW,), USER: (BLOW,)}
_BLOW: Mapping[str, tuple[str, ...]] = {FIRST: (BLOW,)}
_THROW: Mapping[str, tuple[str, ...]] = {SECOND: (THROW,)}
SCENARIOS: Mapping[str, TryoutScenario] = {
    "alone": TryoutScenario(plans=({USER: (TRIED,)},)),
    "lasting": TryoutScenario(plans=({USER: (TRIED,)}, _FOUGHT)),
    "pressed": TryoutScenario(plans=({USER: (EMPTY, TRIED), FIRST: (BLOW,), SECOND: (THROW,)},), hurt=True),
    "pressed_lasting": TryoutScenario(
        plans=({USER: (EMPTY, TRIED), FIRST: (BLOW,), SECOND: (THROW,)}, _FOUGHT), hurt=True
    ),
    "wounded": TryoutScenario(plans=({USER: (EMPTY, TRIED), FIRST: (WOUND,)},)),
    "before_close": TryoutScenario(plans=(_BLOW,), window="before"),
    "before_distant": TryoutScenario(plans=(_THROW,), window="before"),
    "after_close": TryoutScenario(plans=(_BLOW,), window="after"),
    "there": TryoutScenario(plans=(_FOUGHT, _FOUGHT)),
}


def situations(card: Card, library: Library) -> tuple[EditorChoice, ...]:
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
    return tuple(
        EditorChoice(value=name, label=editor_text(f"plot.{name}"), told=editor_text(f"plot_told.{name}"))
        for name in names
    )


def try_card(
    game: Game,
    card: Card,
    library: Library,
    lists: Lists,
    options: Options,
    situation: str,
    answers: Sequence[str],
) -> Trial:
    """Return the result of playing a card without problems."""
    known = [way.value for way in situations(card, library)]
    plot = SCENARIOS[situation if situation in known else known[0]]
    run = _Run(game, card, plot, answers)
    try:
        run.start(tryout_table(game, card, library, lists, options, hurt=plot.hurt))
        run.go()
    except (Refused, scripts.ScriptError) as error:
        return replace(run.told(), wrong=editor_text("trial_stopped", why=str(error)))
    return run.told()


# ---- the battle ------------------------------------------------------------------------------------------------------


class _Run:
    """A try-out in progress."""

    def __init__(self, game: Game, card: Card, plot: TryoutScenario, answers: Sequence[str]) -> None:
        self._game = game
        self._card = card
        self._plot = plot
        self._answers = answers
        self._table: Table | None = None
        self._before: Mapping[tuple[str, str], int] = {}
        self._lines: list[TrialLine] = []
        self._asked: list[TrialQuestion] = []
        self._chance = SeededChance(1)
        self._played = False
        self._over = False

    def start(self, table: Table) -> None:
        """Begin the battle and put the planned cards into the hands."""
        self._table = table
        self._before = fighter_numbers(table)
        surroundings = (self._card.id,) if ENVIRONMENT in self._card.lists else ()
        sides = {USER: "ours", FRIEND: "ours", FIRST: "theirs", SECOND: "theirs"}
        fighters = tuple(sides)
        self._do(StartBattle(seat=SEAT, fighters=fighters, sides=sides, environment=surroundings, override=True))
        assert self._table is not None
        self._table = with_hand(self._table, USER, self._card.id, BLOW, BLOW)
        for actor in (FIRST, SECOND):
            self._table = with_hand(self._table, actor, BLOW, BLOW, THROW, THROW, WOUND)
        self._before = fighter_numbers(self._table)

    def go(self) -> None:
        """Continue to the end of the scenario, or of the battle."""
        for _ in range(MOST_COMMANDS):
            command = None if self._over else self._next()
            if command is None:
                return
            self._do(command)
        self._lines.append(TrialLine(text=editor_text("trial_endless")))

    def told(self) -> Trial:
        """Return the result."""
        after = fighter_numbers(self._table) if self._table is not None else {}
        changes = [
            TrialNumber(
                who=editor_text(f"trial.{actor}"),
                what=editor_text(f"figure.{what}"),
                before=value,
                after=after[actor, what],
            )
            for (actor, what), value in self._before.items()
            if (actor, what) in after
        ]
        changes.sort(key=lambda change: change.before == change.after)
        return Trial(lines=tuple(self._lines[:MOST_LINES]), changes=tuple(changes), asked=tuple(self._asked))

    def _do(self, command: Command) -> None:
        """Apply a command and note its log lines; the round after the last one is ignored."""
        assert self._table is not None
        outcome = self._game.apply(self._table, command, self._chance)
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
            self._lines.append(TrialLine(text=say(event.message)))
        if key in _SKIPPED_LINES or (
            key == "log.drawing_gains" and (who != editor_text(f"trial.{USER}") or not self._tells_gain())
        ):
            return
        reckoning = tuple(say(message) for message in event.reckoning)
        self._lines.append(TrialLine(text=say(event.message), reckoning=reckoning, rules=event.rules))

    def _tells_gain(self) -> bool:
        """Return whether the card may have caused a gain: it has been played, or is in play from the start."""
        return bool(self._before) and bool({ENVIRONMENT, AUTO} & {*self._card.lists} or self._lines)

    def _next(self) -> Command | None:
        """Return the next command; None at the end."""
        assert self._table is not None
        battle = current_battle(self._table)
        if battle is None:
            return None
        if open_window(self._table) is not None:
            return self._in_window()
        choice = pending_choice(self._table)
        if choice is not None:
            return self._answer(choice)
        waited = unfinished_actors(self._table)
        if not waited or battle.round > len(self._plot.plans):
            return None
        if battle.phase is Phase.DRAWING:
            return ForceOn(seat=SEAT)
        return self._plan(waited[0], self._plot.plans[battle.round - 1].get(waited[0], ()))

    def _plan(self, actor: str, wanted: Sequence[str]) -> Command:
        """Return the plan of the scenario, or as much of it as the card leaves possible."""
        assert self._table is not None
        cards = _named(self._table, actor, wanted, self._card.id)
        while cards:
            command = PlanCards(seat=SEAT, actor=actor, cards=cards)
            refused = self._game.refusal(self._table, command)
            if refused is None:
                return command
            self._lines.append(TrialLine(text=refused.text, rules=refused.rules))
            cards = cards[:-1] if any(cards[:-1]) else ()
        return PlanCards(seat=SEAT, actor=actor)

    def _in_window(self) -> Command:
        """Return the card as an Interrupt where the scenario has one, or else pass for everybody."""
        assert self._table is not None
        window = open_window(self._table)
        copies = [card for card in actor_zones.hand_cards(self._table, USER) if face_of(card) == self._card.id]
        wanted = window is not None and window.stage == self._plot.window
        if wanted and copies and not self._played and USER in unanswered_actors(self._table):
            self._played = True
            refused = interrupt_denial(self._table, USER, copies[0])
            if refused is None:
                return PlayInterrupt(seat=SEAT, actor=USER, card=copies[0])
            self._lines.append(TrialLine(text=editor_text("trial_refused", why=refused.text), rules=refused.rules))
        return NobodyInterrupts(seat=SEAT)

    def _answer(self, choice: PendingChoice) -> Command:
        """Return an answer: for the card the given one or the first way, for all others what the scenario wants."""
        assert self._table is not None
        if face_of(choice.card) != self._card.id:
            return _usual(self._table, choice)
        ways = possible_answers(self._table, choice)
        if not ways:
            return CarryOn(seat=SEAT)
        at = len(self._asked)
        answer = self._answers[at] if at < len(self._answers) else None
        chosen = next((way.value for way in ways if way.value == answer), ways[0].value)
        self._asked.append(TrialQuestion(at=at, text=editor_text(f"ask.{choice.kind}"), ways=ways, chosen=chosen))
        return answer_command(SEAT, choice, chosen)


def _usual(table: Table, choice: PendingChoice) -> Command:
    """Return the others' choice: the dummies attack the user, the user attacks the first dummy."""
    if choice.kind == "targets":
        other = FRIEND if face_of(choice.card) == WOUND else USER
        wanted = FIRST if choice.actor in (USER, FRIEND) else other
        if choice.choice.refusal((wanted,)) is None:
            return ChooseTargets(seat=SEAT, targets=(wanted,))
    if choice.kind == "cards":
        return ChooseCards(seat=SEAT, cards=choice.cards[: choice.count])
    return CarryOn(seat=SEAT)


def _named(table: Table, actor: str, wanted: Sequence[str], tried: str) -> tuple[str, ...]:
    """Return the planned cards of a hand, as many as there are and as Speed allows."""
    hand = list(actor_zones.hand_cards(table, actor))
    names: list[str] = []
    for face in wanted:
        card = next((card for card in hand if face_of(card) == (tried if face == TRIED else face)), None)
        if face == EMPTY:
            names.append(EMPTY)
        elif card is not None:
            hand.remove(card)
            names.append(card)
    return tuple(names) if any(names) else ()
