"""A property machine for any game: random offers and hand moves, and what must hold after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, kind_of
from engine.core.events import ChipsMoved, Event
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import NameCards
from engine.core.rules import AppliedCommand
from engine.core.unseen_cards import unknown_cards
from engine.kit.bots.offer_answers import answered_command
from engine.kit.conformance.command_checks import (
    CardCount,
    history_problems,
    learning_problems,
    secrecy_problems,
    storage_problems,
    swaps_in,
)
from engine.kit.conformance.message_checks import text_problems
from engine.kit.conformance.other_worlds import difference, swapped_command, swapped_message, swapped_table
from engine.messages import texts
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Denial, QuestionKind
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.hand_moves import hand_moves
from tests.engine.keys import core_refusals

_CARD_ASKS = (QuestionKind.CARD, QuestionKind.CARDS)
CHIPS_BY_HAND = ("move_chips", "write_record", "leave_seat")
"""With these people bring chips in and take them out; nothing else ever does."""
SEEDS = st.integers(0, 2**32)


def need_none(problems: Iterable[str]) -> None:
    """Fail with the first of some problems."""
    for problem in problems:
        raise AssertionError(problem)


def need_sentence(message: Message) -> None:
    """A message must have words, or nobody learns the reason."""
    assert message.key in texts.texts(), f"no sentence for {message.key}"


def need_reason(message: Message, rules: tuple[str, ...]) -> None:
    """A refusal has a sentence; one by a game's rules names them."""
    need_sentence(message)
    assert rules or message.key in core_refusals(), f"{message.key} names no rule"


def chips_on(table: Table) -> Counter[str]:
    """Return the number of chips of each colour on a table, in all bags together."""
    return +sum((Counter(bag) for bag in table.chips.values()), Counter())


def chips_brought_in(events: Iterable[Event]) -> Counter[str]:
    """Return how many chips of each colour come out of the box by some events; fewer than none go back to it."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ChipsMoved) and not event.source:
            found.update(event.chips)
        if isinstance(event, ChipsMoved) and not event.target:
            found.subtract(event.chips)
    return Counter({colour: count for colour, count in found.items() if count})


class Drawn:
    """Answers drawn by hypothesis."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw

    def one(self, among: Sequence[str]) -> str:
        return str(self._draw(st.sampled_from(among)))

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]:
        if not among and not least:
            return ()
        return tuple(self._draw(st.lists(st.sampled_from(among), min_size=least, max_size=most, unique=True)))

    def number(self, least: int, most: int) -> int:
        return int(self._draw(st.integers(least, most)))

    def flag(self) -> bool:
        return bool(self._draw(st.booleans()))


class TableMachine(RuleBasedStateMachine):
    """Two to nine holders who do whatever is on offer, and whatever is not.

    Derive from it with a `game` and the `options` that it may be played with.
    """

    game: Game
    options: st.SearchStrategy[Mapping[str, Json]] = st.just({})
    all_chips = 0
    """The number of chips at the start; 0 for a game without chips, or with an unlimited number."""
    together: Mapping[str, Sequence[str]] = {}
    """Commands with answers that must fit together, by kind, with the rules that refuse others."""

    @initialize(data=st.data(), holders=st.integers(2, 9), seed=SEEDS)
    def sit_down(self, data: st.DataObject, holders: int, seed: int) -> None:
        """Make the table, shuffle, and create a character for each seat and a secret one for the GM."""
        self.draw = data.draw
        self.codec = Codec(self.game)
        seats = (Seat(id="gm", name="Ada", role=Role.GM), *(Seat(id=f"p{n}", name=f"P {n}") for n in range(1, holders)))
        options = complete_options(self.game.ruleset.options, self.draw(self.options_for(holders)))
        table = self.game.ruleset.new_table(seats, options)
        chance = SeededChance(seed)
        zones = {z.id: replace(z, cards=chance.shuffle(z.cards)) for z in table.zones.values()}
        self.history = History(replace(table, zones=zones))
        self.tables = [self.history.table]
        self.brought_in = [chips_on(table)]
        self.cards = CardCount(table)
        self.chips = chips_on(table)
        assert not self.all_chips or self.chips.total() == self.all_chips
        for seat in seats:
            self.do(JoinActor(seat="gm", id=f"of_{seat.id}", name=f"Of {seat.name}", leader=seat.id), seed)
        self.do(JoinActor(seat="gm", id="spy", name="Spy", leader="gm", secret=True), seed)

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """The options that a table of so many may be played with."""
        return self.options

    @rule(data=st.data(), seed=SEEDS)
    def take_an_offer(self, data: st.DataObject, seed: int) -> None:
        """Every offer can be taken; take one, and continue with others."""
        for _ in range(data.draw(st.integers(1, 4))):
            self._take_one(data, seed)

    def _take_one(self, data: st.DataObject, seed: int) -> None:
        table = self.history.table
        seat = data.draw(st.sampled_from(sorted(table.seats)))
        open_offers = []
        for offer in self.game.offers(table, seat):
            need_sentence(offer.label)
            for ask in offer.questions:
                need_sentence(ask.label)
            if offer.denial is not None:
                need_reason(offer.denial.message, offer.denial.rules)
                if all(ask.optional for ask in offer.questions):
                    refused = self.game.refusal(table, offer.command)
                    assert refused is not None, f"{offer.name} was denied, but {offer.command} can be done"
                    assert Denial.of(refused) == offer.denial, f"{offer.name} was denied for another reason"
            else:
                command = answered_command(offer, table, Drawn(data.draw))
                refused = self.game.refusal(table, command)
                apart = refused is not None and {*refused.rules} & {*self.together.get(kind_of(command), ())}
                assert refused is None or apart, f"{offer.name} was on offer, but {command}: {refused}"
                open_offers += [command] if refused is None else []
        if open_offers:
            self.do(data.draw(st.sampled_from(open_offers)), seed)

    @rule(data=st.data(), seed=SEEDS)
    def move_by_hand(self, data: st.DataObject, seed: int) -> None:
        """Move any piece by hand; what is refused says why and changes nothing."""
        command = data.draw(hand_moves(self.history.table, self.game))
        try:
            self.do(command, seed)
        except Refused as refused:
            self._refuses_alike(command, refused, seed)
            assert self.history.table == self.tables[self.history.cursor]

    @rule(data=st.data(), seed=SEEDS)
    def guess(self, data: st.DataObject, seed: int) -> None:
        """A seat that names cards that it cannot know is refused, with a text that does not reveal where they are."""
        table = self.history.table
        seat = data.draw(st.sampled_from(sorted(table.seats)))
        unknown = sorted(unknown_cards(table, seat))
        offers = [o for o in self.game.offers(table, seat) if any(a.kind in _CARD_ASKS for a in o.questions)]
        if not unknown or not offers:
            return
        offer = data.draw(st.sampled_from(offers))
        command: Any = offer.command
        for ask in offer.questions:
            if ask.kind in _CARD_ASKS:
                card = data.draw(st.sampled_from(unknown))
                command = replace(command, **{ask.field: card if ask.kind is QuestionKind.CARD else (card,)})
        refused = self.game.refusal(table, command)
        if refused is not None:
            self._refuses_alike(command, refused, seed)

    @precondition(lambda self: len(self.tables) > 1)
    @rule(data=st.data())
    def go_back_or_forth(self, data: st.DataObject) -> None:
        """Undo and redo find every table as it was."""
        position = data.draw(st.integers(0, len(self.history.entries)))
        # From a table as long ago as can be, so that every gesture up to here is done once more.
        again = History(self.tables[0], self.history.entries, cursor=position)
        assert self.history.go_to(position, consent=True) == again.table == self.tables[position]
        self.cards = CardCount(self.history.table)
        self.chips = chips_on(self.history.table)
        assert self.chips == self.brought_in[position], "undo has lost or made a chip"

    def do(self, command: Command, seed: int) -> None:
        """Do a command and look at what came of it."""
        before = self.history.table
        outcome = self.game.apply(before, command, SeededChance(seed))
        need_none(self.cards.problems(outcome))
        self._conserves_chips(outcome)
        need_none(storage_problems(self.codec, before, outcome))
        need_none(sentence for _, sentence in text_problems((outcome.events, outcome.title)))
        random = Random(seed)
        for viewer in {SHARED, "gm", command.seat, random.choice(sorted(before.seats))}:
            need_none(learning_problems(before, outcome, viewer))
            need_none(secrecy_problems(self.game, self.codec, before, outcome, command, seed, viewer))
        self.history.add(outcome.entry(), outcome.table)
        del self.tables[self.history.cursor :], self.brought_in[self.history.cursor :]
        self.tables.append(outcome.table)
        self.brought_in.append(self.chips)

    def _refuses_alike(self, command: Command, refused: Refused, seed: int) -> None:
        """The one who asks is refused in the same words in every world that they cannot tell from this one."""
        need_reason(refused.message, refused.rules)
        table, seat = self.history.table, command.seat
        if kind_of(command) in {"join_actor", "join_seat", "copy_actor"} and refused.message.key == "refused.id_taken":
            return  # two of one id cannot be; a screen proposes none that are taken
        hidden = unknown_cards(table, seat).union(table.away)
        swaps = swaps_in(self.game, table, hidden, self.game.view_for(table, seat).actors, seed)
        other_table = swapped_table(self.codec, table, swaps)
        # The GM may name any card; whoever else asks means what they wrote down, in whichever world they are.
        if table.is_gm(seat):
            command = swapped_command(self.codec, command, swaps)
        other = self.game.refusal(other_table, command)
        assert other is not None, f"{seat} was refused {command} ({refused}), in another world not"
        # A face that is told is no card of either world.
        swapped = table.is_gm(seat) and not isinstance(command, NameCards)
        message = swapped_message(refused.message, swaps) if swapped else refused.message
        told = difference((message, refused.rules), (other.message, other.rules))
        assert told is None, f"refused {command}, {seat} can tell other worlds apart by {told}"

    def _conserves_chips(self, outcome: AppliedCommand) -> None:
        by_hand = chips_brought_in(outcome.events)
        assert not by_hand or kind_of(outcome.entry().command) in CHIPS_BY_HAND, "only people fetch chips from a box"
        self.chips = +Counter({colour: self.chips[colour] + by_hand[colour] for colour in {*self.chips, *by_hand}})
        assert chips_on(outcome.table) == self.chips, "a chip was lost or made"

    def teardown(self) -> None:
        """The journal as it is read from a file gives every table again."""
        if hasattr(self, "history"):
            need_none(history_problems(self.codec, self.history, self.tables))
