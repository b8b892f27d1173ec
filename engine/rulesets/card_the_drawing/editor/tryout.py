"""A card tried out against dummies before it is saved (CD-UI-23): a battle on a table of its own, by the real rules.

Four fighters take part: the user, two dummies as enemies and a friend, all controlled by one seat. They follow a short
scenario; choices for the card are answered as given, or in the first possible way. Chance is always the same, so the
same card gives the same result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.evolve import evolve
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.tryout_run import Numbers, TryoutRun
from engine.kit.content_editor.view_models import EditorChoice, Lists, Options, Trial, TrialLine
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle, open_window
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import EMPTY, PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import (
    ChooseCards,
    ChoosePlace,
    ChooseTargets,
    UseEffect,
)
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    NobodyInterrupts,
    PlayInterrupt,
    interrupt_denial,
    unanswered_actors,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    PendingChoice,
    card_record,
    pending_choice,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library
from engine.rulesets.card_the_drawing.cards.card_records import Card, split_tag
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES, editor_text
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
from engine.rulesets.card_the_drawing.targeting import TargetChoice

MOST_WAYS = 24
"""The maximum number of answers that are offered."""
_AND, _FOR, _NONE = ",", ">", "-"
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
    return _Run(game, card, library, lists, options, plot, answers).result()


# ---- the battle ------------------------------------------------------------------------------------------------------


class _Run(TryoutRun):
    """A try-out in progress."""

    forms = SHAPES

    def __init__(
        self,
        game: Game,
        card: Card,
        library: Library,
        lists: Lists,
        options: Options,
        plot: TryoutScenario,
        answers: Sequence[str],
    ) -> None:
        super().__init__(game, answers)
        self._card = card
        self._content = library, lists, options
        self._plot = plot
        self._played = False
        self._over = False

    def prepare(self) -> None:
        """Begin the battle and put the planned cards into the hands."""
        self.table = tryout_table(self.game, self._card, *self._content, hurt=self._plot.hurt)
        surroundings = (self._card.id,) if ENVIRONMENT in self._card.lists else ()
        sides = {USER: "ours", FRIEND: "ours", FIRST: "theirs", SECOND: "theirs"}
        fighters = tuple(sides)
        self.apply(StartBattle(seat=SEAT, fighters=fighters, sides=sides, environment=surroundings, override=True))
        self.table = with_hand(self.table, USER, self._card.id, BLOW, BLOW)
        for actor in (FIRST, SECOND):
            self.table = with_hand(self.table, actor, BLOW, BLOW, THROW, THROW, WOUND)

    def numbers(self) -> Numbers:
        """Return the numbers of all fighters."""
        return fighter_numbers(self.table)

    def apply(self, command: Command) -> None:
        """Apply a command and note its log lines; the round after the last one is ignored."""
        outcome = self.game.apply(self.table, command, self.chance)
        table = self.table
        for event in outcome.events:
            if isinstance(event, Noted):
                round_ = event.message.params.get("round", 0)
                if event.message.key == "log.drawing_round" and round_ == len(self._plot.plans) + 1:
                    self._over, self.table = True, table
                    return
                self.note(event)
            table = evolve(table, event)
        self.table = outcome.table

    def note(self, event: Noted) -> None:
        """Note a line of the log, if it is about the card."""
        key, who = event.message.key, event.message.params.get("actor")
        if key == "log.drawing_round" and self.lines:
            self.lines.append(TrialLine(text=say(event.message)))
        in_play = bool({ENVIRONMENT, AUTO} & {*self._card.lists} or self.lines)
        by_card = who == editor_text(f"trial.{USER}") and in_play  # else the card cannot have caused a gain
        if key not in _SKIPPED_LINES and (key != "log.drawing_gains" or by_card):
            super().note(event)

    def next_command(self) -> Command | None:
        """Return the next command; None at the end."""
        battle = current_battle(self.table)
        if battle is None or self._over:
            return None
        if open_window(self.table) is not None:
            return self._in_window()
        choice = pending_choice(self.table)
        if choice is not None:
            return self._answer(choice)
        waited = unfinished_actors(self.table)
        if not waited or battle.round > len(self._plot.plans):
            return None
        if battle.phase is Phase.DRAWING:
            return ForceOn(seat=SEAT)
        return self._plan(waited[0], self._plot.plans[battle.round - 1].get(waited[0], ()))

    def _plan(self, actor: str, wanted: Sequence[str]) -> Command:
        """Return the plan of the scenario, or as much of it as the card leaves possible."""
        cards = _named(self.table, actor, wanted, self._card.id)
        while cards:
            command = PlanCards(seat=SEAT, actor=actor, cards=cards)
            refused = self.game.refusal(self.table, command)
            if refused is None:
                return command
            self.lines.append(TrialLine(text=refused.text, rules=refused.rules))
            cards = cards[:-1] if any(cards[:-1]) else ()
        return PlanCards(seat=SEAT, actor=actor)

    def _in_window(self) -> Command:
        """Return the card as an Interrupt where the scenario has one, or else pass for everybody."""
        window = open_window(self.table)
        copies = [card for card in actor_zones.hand_cards(self.table, USER) if face_of(card) == self._card.id]
        wanted = window is not None and window.stage == self._plot.window
        if wanted and copies and not self._played and USER in unanswered_actors(self.table):
            self._played = True
            refused = interrupt_denial(self.table, USER, copies[0])
            if refused is None:
                return PlayInterrupt(seat=SEAT, actor=USER, card=copies[0])
            self.lines.append(TrialLine(text=editor_text("trial_refused", why=refused.text), rules=refused.rules))
        return NobodyInterrupts(seat=SEAT)

    def _answer(self, choice: PendingChoice) -> Command:
        """Return an answer: for the card the given one or the first way, for all others what the scenario wants."""
        if face_of(choice.card) != self._card.id:
            return _usual(choice)
        ways = possible_answers(self.table, choice)
        if not ways:
            return CarryOn(seat=SEAT)
        chosen = self.answer(editor_text(f"ask.{choice.kind}"), ways)
        return answer_command(SEAT, choice, chosen)


def _usual(choice: PendingChoice) -> Command:
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


# ---- the answers to a choice, each as a word that can be handed back ------------------------------------------------


def possible_answers(table: Table, choice: PendingChoice) -> tuple[EditorChoice, ...]:
    """Return the possible answers; the first is the one with the largest effect."""
    match choice.kind:
        case "targets":
            return tuple(islice(_targets(table, choice.choice), MOST_WAYS))
        case "cards":
            sets = combinations(choice.cards, min(choice.count, len(choice.cards)))
            return tuple(
                EditorChoice(value=_AND.join(cards), label=_listed([card_record(table, card).name for card in cards]))
                for cards in islice(sets, MOST_WAYS)
            )
        case "place":
            pairs = ((source, taker) for source in choice.ways.sources for taker in choice.ways.takers)
            return tuple(
                EditorChoice(
                    value=f"{source}{_FOR}{taker}",
                    label=editor_text("way.place", source=_name(table, source), taker=_name(table, taker)),
                )
                for source, taker in islice(pairs, MOST_WAYS)
            )
        case "agree":
            return (
                EditorChoice(value="yes", label=editor_text("way.yes")),
                EditorChoice(value="no", label=editor_text("way.no")),
            )


def _targets(table: Table, choice: TargetChoice) -> Iterator[EditorChoice]:
    """Yield the allowed target lists, the longest first, the empty one last."""
    for count in range(choice.most, choice.least - 1, -1):
        for bodies in combinations(choice.allowed, count):
            if bodies and choice.refusal(bodies) is None:
                yield EditorChoice(value=_AND.join(bodies), label=_listed([_name(table, body) for body in bodies]))
    if choice.refusal(()) is None:
        yield EditorChoice(value=_NONE, label=editor_text("way.nobody"))


def answer_command(seat: str, choice: PendingChoice, way: str) -> Command:
    """Return the command that gives an answer."""
    match choice.kind:
        case "targets":
            return ChooseTargets(seat=seat, targets=() if way == _NONE else tuple(way.split(_AND)))
        case "cards":
            return ChooseCards(seat=seat, cards=tuple(filter(None, way.split(_AND))))
        case "place":
            source, _, taker = way.partition(_FOR)
            return ChoosePlace(seat=seat, source=source, taker=taker)
        case "agree":
            return UseEffect(seat=seat, use=way == "yes")


def _name(table: Table, body: str) -> str:
    fighter_body = snapshot_of(table).bodies.get(body)
    return fighter_body.name if fighter_body is not None else body


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(clipped, names)) or editor_text("way.nobody")
