"""Interruption between a roll of stakes and its outcome: by Reflex, by others, and the GM's decision (FI-SIMPLE-6)."""

from __future__ import annotations

import pytest

from engine.core.codec import Codec
from engine.core.commands import Request
from engine.core.continuation import name_of
from engine.core.history import History
from engine.core.manual_moves import LayCondition
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import Accept, CallOff, SpendChip, ThrowDice
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.social.outcome_interruption import CutIn, StopOutcome
from engine.rulesets.future_imperfect.social.stakes_commands import AgreeStakes, ProposeStakes
from tests.engine.rulesets.future_imperfect.offer_player import Group
from tests.engine.rulesets.future_imperfect.social.test_social_contest_commands import SHEETS
from tests.engine.rulesets.future_imperfect.table import GAME, dice, laid, notes, outcome, play, refused, rolling

THROW = ThrowDice(seat="gm")
PROPOSE = ProposeStakes(
    seat="tom", actor="frost", target="thug", aptitude="overawe", success="he opens", failure="he shouts"
)
CHUK, STOP = CutIn(seat="eve", actor="chuk"), StopOutcome(seat="gm", why="the door is barred")
BOTH_SIDES, OTHERS = {"frost", "thug"}, {"chuk", "guard"}


def lies(*faces: int, **chips: dict[str, int]) -> Table:
    """Return a table with Frost's thrown dice for the stakes, against a target number of 5."""
    table = play(laid(sheets=SHEETS, chips=chips), PROPOSE, AgreeStakes(seat="gm"))
    return play(table, THROW, chance=dice(d8=faces or (5, 3)))


def between(table: Table, mine: int, theirs: int, by: CutIn = CHUK) -> Table:
    """Return a table after an attempt to interrupt: the best die of each Reflex roll."""
    return play(play(table, by), THROW, chance=dice(d8=[mine, 2, theirs, 2]))


def shown_activity(table: Table, viewer: str = SHARED) -> ActivityView:
    """Return what a viewer sees of what is at the front."""
    return GAME.view_for(table, viewer).under_way[-1]


@pytest.mark.rule("FI-SIMPLE-6", "FI-CORE-21")
def test_a_roll_of_stakes_waits_for_a_word_and_nothing_calls_it_off() -> None:
    table = lies()
    assert rolling(table).thrown
    for seat in table.seats:
        assert refused(table, CallOff(seat=seat)).message.key == "refused.dice_have_fallen"
        assert refused(table, replace(STOP, seat=seat)).message.key in ("refused.gm_only", "refused.nobody_between")
    main = {seat: [offer.name for offer in GAME.offers(table, seat) if offer.primary] for seat in table.seats}
    assert main == {"gm": ["accept_roll"], "tom": ["accept_roll"], "eve": []}
    assert [(step.name, step.state) for step in shown_activity(table).steps] == [
        ("throw", "done"),
        ("chips", "done"),
        ("word", "now"),
    ]
    assert "he opens" in say(shown_activity(table).outcome or shown_activity(table).title)
    for seat in ("tom", "gm"):
        assert outcome(table, Accept(seat=seat)).results["stake"] == 1
    plain = play(laid(), TryRoll(seat="tom", actor="frost", name="reflex", tn=5), THROW, chance=dice(d8=[5, 3]))
    assert current_check(plain) is None, "every other roll is decided at once where nothing helps"


@pytest.mark.rule("FI-SIMPLE-6", "FI-RES-4")
def test_a_faster_character_leaves_the_outcome_to_the_gm() -> None:
    halted = between(lies(), 7, 4)
    check = rolling(halted)
    assert (name_of(check.then), [roll.actor for roll in check.rolls]) == ("stakes", ["frost"])
    assert (shown_activity(halted).waiting_for, shown_activity(halted).steps[-1].state) == (("gm",), "now")
    assert "Chuk" in say(shown_activity(halted).title)
    for seat in ("tom", "eve"):
        assert not {"accept_roll", "stop_outcome", "cut_in"} & {offer.name for offer in GAME.offers(halted, seat)}
    assert refused(halted, Accept(seat="tom")).message.key == "refused.masters_word"
    assert refused(halted, CutIn(seat="gm", actor="guard")).message.key == "refused.masters_word"

    stops = outcome(halted, STOP)
    assert (notes(stops)[-1], stops.results["stake"], current_check(stops.table)) == ("stakes_stopped", 0, None)
    assert "the door is barred" in str(stops.events)
    left = GAME.view_for(stops.table, SHARED).under_way
    assert not any(seen.sides or seen.outcome for seen in left), "nothing on the table says that it came true"
    stands = outcome(halted, Accept(seat="gm"))
    assert (notes(stands)[-1], stands.results["stake"], current_check(stands.table)) == ("stakes_won", 1, None)


@pytest.mark.rule("FI-SIMPLE-6", "FI-CORE-18")
def test_a_slower_character_has_one_try_and_the_stakes_wait_on() -> None:
    slow = between(lies(), 4, 7)
    assert notes(outcome(play(lies(), CHUK), THROW, dice(d8=[4, 2, 7, 2])))[-1] == "cuts_in_too_late"
    assert refused(slow, CHUK).message.key == "refused.was_too_slow"
    assert refused(slow, STOP).message.key == "refused.nobody_between"
    assert "cut_in" not in {offer.name for offer in GAME.offers(slow, "eve")}
    guard = CutIn(seat="gm", actor="guard", against="thug")
    assert GAME.refusal(slow, guard) is None, "somebody else may try"
    assert [roll.actor for roll in rolling(play(slow, guard)).rolls] == ["guard", "thug"]
    assert rolling(between(slow, 7, 4, guard)).halted_by == "guard"
    assert outcome(slow, Accept(seat="tom")).results["stake"] == 1
    tried = play(play(lies(), CHUK), CallOff(seat="eve"))
    assert tried.procedures == lies().procedures, "before the dice of that roll fall, nothing is lost"


@pytest.mark.rule("FI-SIMPLE-6", "FI-STUN-4", "FI-FEAR-7")
def test_only_other_able_characters_interrupt() -> None:
    table = lies()
    for actor in BOTH_SIDES:
        assert refused(table, CutIn(seat="gm", actor=actor)).message.key == "refused.staked_it"
    assert refused(table, CutIn(seat="tom", actor="chuk")).message.key == "refused.not_your_character"
    assert refused(table, replace(CHUK, against="guard")).message.key == "refused.staked_nothing"
    offers = {seat: {o.name: o for o in GAME.offers(table, seat)} for seat in table.seats}
    assert {seat for seat, names in offers.items() if "cut_in" in names} == {"eve", "gm"}
    for state in ("stunned", "dead", "unconscious"):
        out = play(table, LayCondition(seat="gm", actor="chuk", condition=state))
        assert GAME.refusal(out, CHUK) is not None
        assert "cut_in" not in {offer.name for offer in GAME.offers(out, "eve")}
    plain = play(laid(chips={"tom": {"white": 1}}), TryRoll(seat="tom", actor="frost", name="reflex", tn=9))
    waits = play(plain, THROW, chance=dice(d8=[5, 3]))
    assert refused(waits, CHUK).message.key == "refused.nothing_staked"
    unthrown = play(laid(sheets=SHEETS), PROPOSE, AgreeStakes(seat="gm"))
    assert refused(unthrown, CHUK).message.key == "refused.throw_first"


@pytest.mark.rule("FI-SIMPLE-6", "FI-FATE-8")
def test_chips_help_before_and_between() -> None:
    table = lies(3, 2, tom={"white": 1}, eve={"white": 1})
    assert shown_activity(table).steps[1].state == "now"
    better = play(table, SpendChip(seat="tom", colour="white"), chance=dice(d8=[7]))
    assert rolling(better).thrown, "the last chip decides nothing by itself"
    tries = play(play(better, CHUK), THROW, chance=dice(d8=[4, 2, 7, 2]))
    assert name_of(rolling(tries).then) == "cut_in", "Eve has a chip for her Reflex"
    faster = play(tries, SpendChip(seat="eve", colour="white"), chance=dice(d8=[8, 1]))
    assert rolling(faster).halted_by == "chuk"
    failed = between(lies(3, 2), 7, 4)
    assert outcome(failed, Accept(seat="gm")).results["stake"] == 0


@pytest.mark.rule("FI-SIMPLE-6")
def test_the_pause_reveals_no_secret_bystander() -> None:
    table = lies()
    spy = replace(table, actors={**table.actors, "guard": replace(table.actors["guard"], secret=True)})
    none = replace(table, actors={name: actor for name, actor in table.actors.items() if name != "guard"})
    for viewer, seat in ((SHARED, "gm"), (SHARED, "tom"), ("tom", "tom"), ("eve", "eve")):
        assert GAME.offers(spy, seat, viewer) == GAME.offers(none, seat, viewer)
        assert shown_activity(spy, viewer) == shown_activity(none, viewer)
    assert "guard" in repr([o for o in GAME.offers(spy, "gm") if o.name == "cut_in"])


@pytest.mark.rule("FI-SIMPLE-6")
def test_it_is_played_by_offers_written_down_and_undone() -> None:
    group = Group(laid(sheets=SHEETS), {})
    group.does("tom", "propose_stakes", target="thug", aptitude="overawe", success="he opens", failure="he shouts")
    group.does("gm", "agree_stakes").does("tom", "throw_dice", fall={"d8": [2, 3]})
    group.does("eve", "cut_in", against="thug")
    assert [roll.actor for roll in rolling(group.table).rolls] == ["chuk", "thug"]
    group.does("eve", "throw_dice", fall={"d8": [7, 5]}).does("gm", "throw_dice", fall={"d8": [3, 2]})
    group.does("gm", "stop_outcome", why="a hand over his mouth")
    assert current_check(group.table) is None
    codec = Codec(GAME)
    for command in (CHUK, replace(CHUK, against="thug"), STOP):
        assert codec.command(codec.encode(command)) == command
    before = lies()
    history = History(before)
    steps: tuple[tuple[Request, tuple[int, ...]], ...] = ((CHUK, ()), (THROW, (7, 2, 4, 2)), (STOP, ()))
    for step, faces in steps:
        done = outcome(history.table, step, dice(d8=faces))
        history.add(done.entry(), done.table)
    assert current_check(history.table) is None
    assert history.go_to(2, consent=True) == between(before, 7, 4)
    assert history.go_to(0, consent=True) == before


@pytest.mark.parametrize("viewer", ["tom", "gm", "shared"])
def test_a_seat_with_only_its_own_characters_gets_no_contest_offer(viewer: str) -> None:
    alone = laid(who={"frost": "tom", "chuk": "tom"})
    assert {"propose_stakes", "roll_against"}.isdisjoint(offer.name for offer in GAME.offers(alone, "tom", viewer))
    two = laid(who={"frost": "tom", "chuk": "tom", "thug": "gm"})
    assert "propose_stakes" in {offer.name for offer in GAME.offers(two, "tom", viewer)}
