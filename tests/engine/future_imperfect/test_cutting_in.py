"""Coming between a roll of stakes and its outcome: by Reflex, by others, and on the Master's word (FI-SIMPLE-6)."""

from __future__ import annotations

import pytest

from engine.play.codec import Codec
from engine.play.commands import Request
from engine.play.moves import LayCondition
from engine.play.sight import SHARED, Glimpse
from engine.play.timeline import Timeline
from engine.play.words import say
from engine.rulesets.future_imperfect.checks import Accept, CallOff
from engine.rulesets.future_imperfect.contests import TryRoll
from engine.rulesets.future_imperfect.cutting_in import CutIn, StopOutcome
from engine.rulesets.future_imperfect.procedures.check import check
from engine.rulesets.future_imperfect.rolling import SpendChip, ThrowDice
from engine.rulesets.future_imperfect.stakes import AgreeStakes, ProposeStakes
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.future_imperfect.by_offers import Group
from tests.engine.future_imperfect.table import GAME, dice, laid, notes, outcome, play, refused, rolling
from tests.engine.future_imperfect.test_contests import SHEETS

THROW = ThrowDice(seat="gm")
PROPOSE = ProposeStakes(
    seat="tom", actor="frost", target="thug", aptitude="overawe", success="he opens", failure="he shouts"
)
CHUK, STOP = CutIn(seat="eve", actor="chuk"), StopOutcome(seat="gm", why="the door is barred")
BOTH_SIDES, OTHERS = {"frost", "thug"}, {"chuk", "guard"}


def lies(*faces: int, **chips: dict[str, int]) -> Table:
    """Return a table on which Frost's dice for the stakes lie, with a target number of 5."""
    table = play(laid(sheets=SHEETS, chips=chips), PROPOSE, AgreeStakes(seat="gm"))
    return play(table, THROW, chance=dice(d8=faces or (5, 3)))


def between(table: Table, mine: int, theirs: int, by: CutIn = CHUK) -> Table:
    """Return a table once somebody has tried to come between: the best die of each Reflex roll."""
    return play(play(table, by), THROW, chance=dice(d8=[mine, 2, theirs, 2]))


def told(table: Table, viewer: str = SHARED) -> Glimpse:
    """Return what a viewer sees of what is at the front."""
    return GAME.view_for(table, viewer).under_way[-1]


@pytest.mark.rule("FI-SIMPLE-6", "FI-CORE-21")
def test_a_roll_of_stakes_waits_for_a_word_and_nothing_calls_it_off() -> None:
    table = lies()
    assert rolling(table).thrown
    for seat in table.seats:
        assert refused(table, CallOff(seat=seat)).message.key == "refused.dice_have_fallen"
        assert refused(table, replace(STOP, seat=seat)).message.key in ("refused.gm_only", "refused.nobody_between")
    main = {seat: [offer.name for offer in GAME.offers(table, seat) if offer.main] for seat in table.seats}
    assert main == {"gm": ["accept_roll"], "tom": ["accept_roll"], "eve": []}
    assert [(step.name, step.state) for step in told(table).steps] == [
        ("throw", "done"),
        ("chips", "done"),
        ("word", "now"),
    ]
    assert "he opens" in say(told(table).outcome or told(table).title)
    for seat in ("tom", "gm"):
        assert outcome(table, Accept(seat=seat)).figures["stake"] == 1
    plain = play(laid(), TryRoll(seat="tom", actor="frost", name="reflex", tn=5), THROW, chance=dice(d8=[5, 3]))
    assert check(plain) is None, "every other roll is decided at once where nothing helps"


@pytest.mark.rule("FI-SIMPLE-6", "FI-RES-4")
def test_who_is_faster_leaves_it_to_the_master_whether_it_still_comes_about() -> None:
    halted = between(lies(), 7, 4)
    found = rolling(halted)
    assert (found.purpose, [roll.actor for roll in found.rolls]) == ("stakes", ["frost"])
    assert (told(halted).waiting_for, told(halted).steps[-1].state) == (("gm",), "now")
    assert "Chuk" in say(told(halted).title)
    for seat in ("tom", "eve"):
        assert not {"accept_roll", "stop_outcome", "cut_in"} & {offer.name for offer in GAME.offers(halted, seat)}
    assert refused(halted, Accept(seat="tom")).message.key == "refused.masters_word"
    assert refused(halted, CutIn(seat="gm", actor="guard")).message.key == "refused.masters_word"

    stops = outcome(halted, STOP)
    assert (notes(stops)[-1], stops.figures["stake"], check(stops.table)) == ("stakes_stopped", 0, None)
    assert "the door is barred" in str(stops.events)
    left = GAME.view_for(stops.table, SHARED).under_way
    assert not any(seen.sides or seen.outcome for seen in left), "nothing on the table says that it came true"
    stands = outcome(halted, Accept(seat="gm"))
    assert (notes(stands)[-1], stands.figures["stake"], check(stands.table)) == ("stakes_won", 1, None)


@pytest.mark.rule("FI-SIMPLE-6", "FI-CORE-18")
def test_who_is_too_slow_has_tried_and_the_stakes_wait_on() -> None:
    slow = between(lies(), 4, 7)
    assert notes(outcome(play(lies(), CHUK), THROW, dice(d8=[4, 2, 7, 2])))[-1] == "cuts_in_too_late"
    assert refused(slow, CHUK).message.key == "refused.was_too_slow"
    assert refused(slow, STOP).message.key == "refused.nobody_between"
    assert "cut_in" not in {offer.name for offer in GAME.offers(slow, "eve")}
    guard = CutIn(seat="gm", actor="guard", against="thug")
    assert GAME.refusal(slow, guard) is None, "somebody else may try"
    assert [roll.actor for roll in rolling(play(slow, guard)).rolls] == ["guard", "thug"]
    assert rolling(between(slow, 7, 4, guard)).about["halted_by"] == "guard"
    assert outcome(slow, Accept(seat="tom")).figures["stake"] == 1
    tried = play(play(lies(), CHUK), CallOff(seat="eve"))
    assert tried.procedures == lies().procedures, "before the dice of that roll fall, nothing is lost"


@pytest.mark.rule("FI-SIMPLE-6", "FI-STUN-4", "FI-FEAR-7")
def test_only_others_who_can_act_come_between() -> None:
    table = lies()
    for actor in BOTH_SIDES:
        assert refused(table, CutIn(seat="gm", actor=actor)).message.key == "refused.staked_it"
    assert refused(table, CutIn(seat="tom", actor="chuk")).message.key == "refused.not_your_character"
    assert refused(table, replace(CHUK, against="guard")).message.key == "refused.staked_nothing"
    offers = {seat: {o.name: o for o in GAME.offers(table, seat)} for seat in table.seats}
    assert {seat for seat, found in offers.items() if "cut_in" in found} == {"eve", "gm"}
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
    assert told(table).steps[1].state == "now"
    better = play(table, SpendChip(seat="tom", colour="white"), chance=dice(d8=[7]))
    assert rolling(better).thrown, "the last chip decides nothing by itself"
    tries = play(play(better, CHUK), THROW, chance=dice(d8=[4, 2, 7, 2]))
    assert rolling(tries).purpose == "cut_in", "Eve has a chip for her Reflex"
    faster = play(tries, SpendChip(seat="eve", colour="white"), chance=dice(d8=[8, 1]))
    assert rolling(faster).about["halted_by"] == "chuk"
    failed = between(lies(3, 2), 7, 4)
    assert outcome(failed, Accept(seat="gm")).figures["stake"] == 0


@pytest.mark.rule("FI-SIMPLE-6")
def test_nobody_learns_of_a_secret_bystander_by_the_moment() -> None:
    table = lies()
    spy = replace(table, actors={**table.actors, "guard": replace(table.actors["guard"], secret=True)})
    none = replace(table, actors={name: actor for name, actor in table.actors.items() if name != "guard"})
    for viewer, seat in ((SHARED, "gm"), (SHARED, "tom"), ("tom", "tom"), ("eve", "eve")):
        assert GAME.offers(spy, seat, viewer) == GAME.offers(none, seat, viewer)
        assert told(spy, viewer) == told(none, viewer)
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
    assert check(group.table) is None
    codec = Codec(GAME)
    for command in (CHUK, replace(CHUK, against="thug"), STOP):
        assert codec.command(codec.encode(command)) == command
    before = lies()
    history = Timeline(before)
    steps: tuple[tuple[Request, tuple[int, ...]], ...] = ((CHUK, ()), (THROW, (7, 2, 4, 2)), (STOP, ()))
    for step, faces in steps:
        done = outcome(history.table, step, dice(d8=faces))
        history.add(done.entry(), done.table)
    assert check(history.table) is None
    assert history.go_to(2) == between(before, 7, 4)
    assert history.go_to(0) == before


@pytest.mark.parametrize("viewer", ["tom", "gm", "shared"])
def test_who_is_alone_with_characters_of_their_own_is_offered_no_contest(viewer: str) -> None:
    alone = laid(who={"frost": "tom", "chuk": "tom"})
    assert {"propose_stakes", "roll_against"}.isdisjoint(offer.name for offer in GAME.offers(alone, "tom", viewer))
    two = laid(who={"frost": "tom", "chuk": "tom", "thug": "gm"})
    assert "propose_stakes" in {offer.name for offer in GAME.offers(two, "tom", viewer)}
