"""The conformance suite: all checks on one game, and a report of findings and measurements.

>>> from engine.kit.conformance.suite import RunLength, check_conformance
>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> report = check_conformance(make_game(ManualGame("example")), length=RunLength(commands=20, moments=1))
>>> report.findings
()
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, Move, kind_of
from engine.core.history import History
from engine.core.rules import AppliedCommand
from engine.kit.bots.bot import RandomOfferBot, allowed_offers
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.conformance.command_checks import (
    CardCount,
    deck_change_problems,
    history_problems,
    learning_problems,
    replay_problems,
    secrecy_problems,
    storage_problems,
)
from engine.kit.conformance.content_checks import brought_content_problems
from engine.kit.conformance.creation_checks import advancement_problems, creation_problems
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.hidden_changes import interference_problems, shown_to
from engine.kit.conformance.listed_kinds import listing_problems
from engine.kit.conformance.message_checks import text_problems
from engine.kit.conformance.rich_tables import play_on, rich_table
from engine.kit.conformance.sheet_checks import bound_track_problems, sheet_problems
from engine.kit.sessions.session_plan import session_plan_of, step_messages
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen
from engine.model.seats import SHARED, Role
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.game_capabilities import HasNamedOffers
from engine.presentation.offers import Offer
from engine.presentation.scripts.script import ActorLine, Script, SeatLine, starting_table

BUDGETS: Final = {"offers": 100.0, "view": 50.0, "command": 200.0}
"""Milliseconds that are allowed in the middle of all measurements: many times as long as the four games need."""
SAME_FINDINGS: Final = 3
"""The number of findings of one check that are reported; the rest are only counted."""
_TRIES = 40
"""The number of offers that the bot tries to take before it gives up."""
_GAMES = 20
"""The maximum number of games that the bot plays; a short game is played several times."""


class RunLength(Frozen):
    """The length of a run.

    Attributes:
        commands: the number of commands that the bot plays.
        moments: the number of rich tables on which secrets are changed.
        every: each so many commands, the slow checks are made as well.
    """

    commands: int = 500
    moments: int = 20
    every: int = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, as a sentence, with advice."""

    check: str
    sentence: str

    @property
    def hint(self) -> str:
        """The advice."""
        return say(Message(key=f"conformance.hint.{self.check}"))


@dataclass(frozen=True, slots=True)
class Measurement:
    """A time in milliseconds, in the middle of all that were measured, and the budget for it."""

    what: str
    milliseconds: float
    budget: float


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """The result of a run.

    Attributes:
        findings: everything that is wrong; empty for a game that conforms.
        unreported: the number of further findings of the same checks.
        measurements: times; empty without a clock.
        commands: the number of commands that the bot played.
        never_offered: the game's own kinds of command that no seat was offered in this run.
    """

    findings: tuple[Finding, ...]
    unreported: int
    measurements: tuple[Measurement, ...]
    commands: int
    never_offered: tuple[str, ...]


def check_conformance(
    game: Game,
    histories: Sequence[History] = (),
    *,
    length: RunLength | None = None,
    seed: int = 0,
    clock: Callable[[], float] | None = None,
) -> ConformanceReport:
    """Run all checks on a game.

    Args:
        game: the game.
        histories: played evenings, such as its demo; the checks begin from their moments too.
        length: the length of the run; the usual one if None.
        seed: the seed of everything that is random.
        clock: returns seconds; without one, nothing is measured.
    """
    run = _Run(game, histories, length or RunLength(), seed, clock)
    return run.report()


@dataclass
class _Run:
    """One run of the suite, with all that it has found so far."""

    game: Game
    histories: Sequence[History]
    length: RunLength
    seed: int
    clock: Callable[[], float] | None
    findings: list[Finding] = field(default_factory=list)
    unreported: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)
    commands: int = 0
    offered: set[type[Command]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.bot = RandomOfferBot(self.random)
        self.codec = Codec(self.game)

    def report(self) -> ConformanceReport:
        with self._reporting("lists"):
            self._add("lists", listing_problems(self.game))
        with self._reporting("sheets"):
            self._add("sheets", sheet_problems(self.game))
        with self._reporting("texts"):
            ruleset = self.game.ruleset
            self._add_texts(tuple(step_messages(ruleset.id, step) for step in session_plan_of(ruleset).steps))
        with self._reporting("creation"):
            self._add("creation", creation_problems(self.game, self.seed))
        with self._reporting("advancement"):
            self._add("advancement", advancement_problems(self.game, self.seed))
        self._check_few_people()
        played = list(self.histories)
        for _ in range(_GAMES):
            start = self._start() if self.commands < self.length.commands else None
            if start is not None:
                played.append(self._play(start, self.length.commands - self.commands))
        for history in self.histories[:1]:
            self._play(history.table, self.length.commands // 5)
        self._keeps_secrets(played)
        measurements = tuple(
            Measurement(say(Message(key=f"conformance.measured.{what}")), 1000 * median(times), BUDGETS[what])
            for what, times in self.times.items()
        )
        for one in measurements:
            if one.milliseconds > one.budget:
                took, budget = round(one.milliseconds), round(one.budget)
                self._add("speed", (finding_text("too_slow", what=one.what, took=took, budget=budget),))
        own = [Move.of(listed).command for listed in self.game.ruleset.moves]
        never = tuple(kind_of(kind) for kind in own if kind not in self.offered)
        return ConformanceReport(tuple(self.findings), self.unreported, measurements, self.commands, never)

    def _add_texts(self, value: object) -> None:
        for check, sentence in text_problems(value):
            self._add(check, (sentence,))

    def _add(self, check: str, sentences: Iterator[str] | tuple[str, ...]) -> None:
        for sentence in sentences:
            known = [finding.sentence for finding in self.findings if finding.check == check]
            if sentence in known:
                continue
            if len(known) < SAME_FINDINGS:
                self.findings.append(Finding(check, sentence))
            else:
                self.unreported += 1

    @contextmanager
    def _reporting(self, check: str) -> Iterator[None]:
        """Report any fault of the game in the block as a finding."""
        try:
            yield
        except Exception as fault:  # whatever a game does wrong is a finding
            self._add(check, (fault_sentence(fault),))

    @contextmanager
    def _measuring(self, what: str) -> Iterator[None]:
        begun = self.clock() if self.clock is not None else 0.0
        yield
        if self.clock is not None:
            self.times.setdefault(what, []).append(self.clock() - begun)

    def _start(self) -> Table | None:
        """Return a table with a GM, two players, a character for each, and a secret character of the GM."""
        table: Table | None = None
        with self._reporting("start"):
            seats = (SeatLine(id="gm", role=Role.GM), SeatLine(id="ann"), SeatLine(id="bob"))
            actors = (
                *(ActorLine(id=f"of_{seat.id}", seat=seat.id, name=f"Of {seat.id}") for seat in seats),
                ActorLine(id="spy", seat="gm", name="Spy", secret=True),
            )
            script = Script(ruleset=self.game.ruleset.id, seats=seats, actors=actors)
            table = starting_table(script, self.game, SeededChance(self.random.randrange(2**32)))
            if self.codec.table(self.codec.encode(table)) != table:
                self._add("start", (finding_text("start_not_stored"),))
            if not allowed_offers(self.game, table, table.seats):
                self._add("start", (finding_text("no_first_offer"),))
        return table

    def _check_few_people(self) -> None:
        """Check the offers at tables with nobody but the GM, and with one player without a character."""
        gm = SeatLine(id="gm", role=Role.GM)
        for seats in ((gm,), (gm, SeatLine(id="ann"))):
            with self._reporting("start"):
                script = Script(ruleset=self.game.ruleset.id, seats=seats)
                table = starting_table(script, self.game, SeededChance(self.seed))
                self._add("sheets", bound_track_problems(self.game, table))
                self._add("content", brought_content_problems(self.game, table))
                for seat in table.seats:
                    self._check_offers_of(table, seat)

    def _play(self, table: Table, most: int) -> History:
        """Play by random offers, check every command, and return the history."""
        history, tables, cards = History(table), [table], CardCount(table)
        for number in range(most):
            thorough = number % self.length.every == 0
            seed = self.random.randrange(2**32)
            done = self._next(table, seed, thorough)
            if done is None:
                break
            command, outcome = done
            self._check(table, outcome, command, cards, seed, thorough)
            table = outcome.table
            history.add(outcome.entry(), table)
            tables.append(table)
            self.commands += 1
        with self._reporting("undo"):
            self._add("undo", history_problems(self.codec, history, tables))
        return history

    def _next(self, table: Table, seed: int, thorough: bool) -> tuple[Command, AppliedCommand] | None:
        """Return the command of a random offer and its result; None if the game is over or nothing can be taken."""
        with self._reporting("offers"):
            if thorough:
                self._check_offers(table)
            with self._measuring("offers"):
                self.game.offers(table, self.random.choice(sorted(table.seats)))
            offers = allowed_offers(self.game, table, table.seats)
            self.offered.update(type(offer.command) for offer in offers)
            for _ in range(_TRIES if offers else 0):
                command = self._command(table, self.bot.pick(offers))
                if command is not None and self.game.refusal(table, command) is None:
                    with self._measuring("command"):
                        return command, self.game.apply(table, command, SeededChance(seed))
            if offers:
                names = sorted({offer.name for offer in offers})[:5]
                self._add("bot", (finding_text("bot_stuck", count=self.commands, names=names),))
            elif table.procedures:
                self._add("bot", (finding_text("nobody_goes_on", count=self.commands),))
        return None

    def _command(self, table: Table, offer: Offer) -> Command | None:
        try:
            return self.bot.take(self.game, table, offer)
        except UnanswerableQuestion as error:
            self._add("offers", (finding_text("unanswerable", offer=offer.name, why=str(error)),))
            return None

    def _check_offers(self, table: Table) -> None:
        """Check all offers of some seat."""
        self._check_offers_of(table, self.random.choice(sorted(table.seats)))

    def _check_offers_of(self, table: Table, seat: str) -> None:
        """Check all offers of a seat: their texts, their denials, and that each is accepted or refused in words."""
        offers = self.game.offers(table, seat)
        self._check_named_offers(table, seat, offers)
        for listed in offers:
            offer = self.game.complete_offer(table, listed)
            self._add_texts(offer)
            self.offered.add(type(offer.command))
            if offer.denial is None:
                command = self._command(table, offer)
                refused = None if command is None else self.game.refusal(table, command)
            else:
                refused = self.game.refusal(table, offer.command)
                if refused is None and all(question.optional for question in offer.questions):
                    self._add("offers", (finding_text("denied_and_accepted", offer=offer.name),))
            if refused is not None:
                self._add_texts(refused.message)

    def _check_named_offers(self, table: Table, seat: str, offers: Sequence[Offer]) -> None:
        """Check that the offers with a name are the same as among all; each time it is the name of another offer."""
        if offers and isinstance(self.game.ruleset, HasNamedOffers):
            name = offers[len(self.offered) % len(offers)].base_name
            expected = tuple([offer for offer in offers if offer.base_name == name])
            if self.game.named_offers(table, seat, seat, frozenset({name})) != expected:
                self._add("offers", (finding_text("other_offers_by_name", name=name),))

    def _check(
        self, before: Table, outcome: AppliedCommand, command: Command, cards: CardCount, seed: int, thorough: bool
    ) -> None:
        kind = kind_of(command)
        with self._reporting("storage"):
            self._add("storage", storage_problems(self.codec, before, outcome))
        self._add("cards", (*cards.problems(outcome), *deck_change_problems(self.game, outcome)))
        self._add_texts((outcome.events, outcome.title))
        viewers = [SHARED, *sorted(outcome.table.seats)]
        for viewer in viewers:
            self._add("secrets", learning_problems(before, outcome, viewer))
        if thorough:
            viewer = self.random.choice(viewers)
            with self._reporting("replay"):
                self._add("replay", replay_problems(self.game, before, outcome, command, seed))
            with self._reporting("secrets"):
                with self._measuring("view"):
                    self.game.view_for(outcome.table, viewer)
                self._add_texts(shown_to(self.game, outcome.table, viewer))
                found = secrecy_problems(self.game, self.codec, before, outcome, command, seed, viewer, in_order=True)
                self._add("secrets", (finding_text("by_command", finding=sentence, kind=kind) for sentence in found))

    def _keeps_secrets(self, histories: Sequence[History]) -> None:
        """Change hidden things on rich tables, and compare everything that a viewer gets."""
        for _ in range(self.length.moments if histories else 0):
            with self._reporting("secrets"):
                table = rich_table(self.game, histories, self.random)
                steps = play_on(self.game, table, self.random, self.random.randint(1, 6))
                command: Command | None = None
                seed = 0
                if steps:
                    table, command, seed = steps[-1]
                viewer = self.random.choice([SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
                found = interference_problems(self.game, self.codec, table, viewer, self.random, command, seed, each=1)
                self._add("secrets", found)


def fault_sentence(fault: Exception) -> str:
    """Return an exception as a sentence with the place in the game's own code, if it went through any."""
    frames = traceback.extract_tb(fault.__traceback__)
    engine = Path(__file__).parents[2]
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(engine)]
    place = (own or frames)[-1]
    words = fault.text if isinstance(fault, Refused) else str(fault)
    file, line = Path(place.filename).name, place.lineno
    return finding_text("fault", kind=type(fault).__name__, words=words, file=file, line=line)
