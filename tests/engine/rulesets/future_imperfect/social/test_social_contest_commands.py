"""Contests of will, stakes, and plain rolls at the table (FI-PSY, FI-SIMPLE, FI-CORE)."""

from __future__ import annotations

import pytest

from engine.core.events import Event, Noted
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import (
    Accept,
    AddModifier,
    CallOff,
    InvokeImpetus,
    SpendChip,
    ThrowDice,
)
from engine.rulesets.future_imperfect.chips.fate_pot import total_chips
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard, ReserveCard
from engine.rulesets.future_imperfect.conditions.character_conditions import UNNERVED, condition_names
from engine.rulesets.future_imperfect.procedures.check_procedure import Stakes, current_check
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills
from engine.rulesets.future_imperfect.social.stakes_commands import (
    AgreeStakes,
    ChangeStakes,
    DropStakes,
    LetStand,
    NamePrice,
    PayPrice,
    ProposeStakes,
)
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    notes,
    outcome,
    play,
    refused,
    rolling,
    running_conflict,
)

THROW = ThrowDice(seat="gm")
MINDS: Json = [
    {"name": "overawe", "level": 2, "trait": "Spirit"},
    {"name": "guts", "level": 2, "trait": "Spirit"},
    {"name": "persuasion", "level": 2, "trait": "Spirit"},
]
SPIRIT: Json = [{"name": "Spirit", "dice": "1d8"}]
SHEETS: dict[str, dict[str, Json]] = {
    actor: {"aptitudes": MINDS, "traits": SPIRIT} for actor in ("frost", "chuk", "thug", "guard")
}
RIFLE: dict[str, Json] = {"weapons": [{"name": "Blast rifle", "hand": "both"}]}
OVERAWE = ContestWills(seat="tom", actor="frost", target="thug", aptitude="overawe")


def facing(**hands: str) -> Table:
    """A conflict in which Frost acts on her Ace."""
    sheets = {**SHEETS, "thug": {**SHEETS["thug"], **RIFLE}}
    table = dealt(conflict(laid(sheets=sheets)), **{"frost": "AS 5S", **hands})
    return play(counted(table, "A"), PlayCard(seat="tom", actor="frost"))


def overawed(table: Table, *mine: int, others: tuple[int, ...] = (1, 2)) -> Table:
    """Frost overawes the thug with these dice."""
    return play(table, OVERAWE, THROW, chance=dice(d8=[*mine, *others]))


@pytest.mark.rule("FI-PSY-1", "FI-PSY-2", "FI-PSY-3", "FI-PSY-4", "FI-PSY-5")
def test_a_contest_takes_the_action_and_unnerves_until_the_end_of_the_next_one() -> None:
    table = facing(thug="KS/2 3S/2")
    result = outcome(play(table, OVERAWE), THROW, dice(d8=[3, 4, 1, 2]))
    assert result.results["effect"] == "unnerved"
    table = result.table
    assert UNNERVED in condition_names(table, "thug")
    assert cards(table, running_conflict(table).fighters["thug"].hand) == ["KS/2", "3S/2"]  # unnerved costs no card
    assert refused(table, OVERAWE).message.key == "refused.action_spent"
    table = counted(play(table, EndTurn(seat="tom", actor="frost")), "K")
    table = play(table, PlayCard(seat="gm", actor="thug"))
    roll = play(table, TryRoll(seat="gm", actor="thug", name="reflex", tn=5))
    assert [part.value for part in rolling(roll).rolls[0].parts] == [-4]
    table = play(table, EndTurn(seat="gm", actor="thug"))
    assert UNNERVED not in condition_names(table, "thug")


@pytest.mark.rule("FI-PSY-5")
def test_out_of_a_conflict_the_next_action_ends_it_and_nothing_else() -> None:
    shaken = play(laid(sheets=SHEETS), OVERAWE, THROW, chance=dice(d8=[3, 4, 1, 2]))
    resisting = play(shaken, OVERAWE, THROW, chance=dice(d8=[1, 2, 7, 7]))
    assert UNNERVED in condition_names(resisting, "thug"), "to resist is no action"
    frightened = play(shaken, FaceFear(seat="gm", actor="thug", tn=3, cause="the dark"), THROW, chance=dice(d8=[7, 7]))
    assert UNNERVED in condition_names(frightened, "thug"), "neither is fear"
    acts = play(shaken, TryRoll(seat="gm", actor="thug", name="reflex", tn=5))
    assert [part.value for part in rolling(acts).rolls[0].parts] == [-4]
    assert UNNERVED in condition_names(acts, "thug")
    assert UNNERVED not in condition_names(play(acts, THROW, chance=dice(d8=[2, 3])), "thug")
    blow = Strike(seat="gm", actor="thug", target="frost")
    assert UNNERVED not in condition_names(play(shaken, blow, THROW, chance=dice(d8=[2, 2])), "thug")


@pytest.mark.rule("FI-PSY-5", "FI-PSY-2")
def test_an_unnerved_character_resists_worse_and_resisting_costs_nothing() -> None:
    table = overawed(facing(), 3, 4)
    second = play(play(table, EndTurn(seat="tom", actor="frost")))
    check = rolling(play(second, TryRoll(seat="gm", actor="thug", name="guts", tn=3)))
    assert sum(part.value for part in check.rolls[0].parts) == -4
    fresh = play(facing(), OVERAWE)
    lost = outcome(fresh, THROW, dice(d8=[2, 4, 3, 4]))  # a tie goes against who began it
    assert lost.results["effect"] == "none"
    assert UNNERVED not in condition_names(lost.table, "thug")


@pytest.mark.rule("FI-PSY-7", "FI-RES-9", "FI-PSY-9", "FI-AIM-7", "FI-RES-5")
def test_distracted_costs_the_reserved_card_or_else_the_highest_and_the_aim() -> None:
    reserve = dealt(
        conflict(laid(sheets={**SHEETS, "thug": {**SHEETS["thug"], **RIFLE}})), frost="KS", thug="AS/2 QS/2"
    )
    reserve = play(counted(reserve, "A"), ReserveCard(seat="gm", actor="thug"))
    reserve = play(counted(reserve, "K"), PlayCard(seat="tom", actor="frost"))
    table = overawed(reserve, 7, 2)
    assert cards(table, "reserve:thug") == []
    assert cards(table, running_conflict(table).fighters["thug"].hand) == ["QS/2"]
    aims = dealt(conflict(laid(sheets={**SHEETS, "thug": {**SHEETS["thug"], **RIFLE}})), frost="KS", thug="AS/2 QS/2")
    aims = play(counted(aims, "A"), AimCard(seat="gm", actor="thug", target="frost", weapon="Blast rifle"))
    aims = play(counted(aims, "K"), PlayCard(seat="tom", actor="frost"))
    table = overawed(aims, 7, 2)
    assert running_conflict(table).fighters["thug"].aim is None
    assert cards(table, running_conflict(table).fighters["thug"].hand) == []
    assert "QS/2" in cards(table, "discard:master")


@pytest.mark.rule("FI-PSY-8", "FI-PSY-10", "FI-FATE-7")
def test_broken_gives_the_winner_a_chip_drawn_blindly_and_no_card_is_owed() -> None:
    before = facing()
    result = outcome(play(before, OVERAWE), THROW, dice(d8=[8, 5, 5, 1, 2]))  # 13 against 2: three successes
    assert result.results["effect"] == "broken"
    assert "no_card_to_lose" in notes(result)
    assert sum(result.table.chips["tom"].values()) == sum(before.chips["tom"].values()) + 1
    assert total_chips(result.table) == 85


@pytest.mark.rule("FI-PSY-2", "FI-PSY-8")
def test_a_group_resists_by_its_leader_and_all_of_it_suffers() -> None:
    table = play(facing(thug="9S/2", guard="8S/2 7S/2"), OVERAWE)
    whole = ContestWills(seat="tom", actor="frost", target="thug", group=("guard",), aptitude="overawe")
    table = play(facing(thug="9S/2", guard="8S/2 7S/2"), whole, THROW, chance=dice(d8=[7, 2, 1, 2]))
    assert UNNERVED in condition_names(table, "thug") & condition_names(table, "guard")
    assert [cards(table, running_conflict(table).fighters[name].hand) for name in ("thug", "guard")] == [[], ["7S/2"]]


@pytest.mark.rule("FI-PSY-1")
def test_persuasion_has_no_opponent_of_its_own() -> None:
    table = laid(sheets=SHEETS)
    wish = ContestWills(seat="tom", actor="frost", target="thug", aptitude="persuasion")
    assert refused(table, wish).message.key == "refused.resist_with"
    named = ContestWills(seat="tom", actor="frost", target="thug", aptitude="persuasion", against="guts")
    assert rolling(play(table, named)).rolls[1].name == "guts"


PROPOSE = ProposeStakes(
    seat="tom",
    actor="frost",
    target="thug",
    aptitude="overawe",
    success="he lets her in",
    raises=("nobody sees her",),
    failure="he remembers her",
)


@pytest.mark.rule("FI-EX-8", "FI-SIMPLE-1", "FI-SIMPLE-4", "FI-SIMPLE-9")
@pytest.mark.parametrize(
    ("faces", "stake", "said"),
    [
        ((2, 3), 0, ["he remembers her"]),
        ((5, 3), 1, ["he lets her in"]),
        ((8, 7, 4), 2, ["he lets her in", "nobody sees her"]),
    ],
)
def test_the_declared_outcome_happens(faces: tuple[int, ...], stake: int, said: list[str]) -> None:
    table = play(laid(sheets=SHEETS), PROPOSE)
    assert refused(table, THROW).message.key == "refused.nothing_rolled"  # no roll before the GM agrees
    assert refused(table, AgreeStakes(seat="tom")).message.key == "refused.others_agree"
    table = play(table, AgreeStakes(seat="gm"))
    assert rolling(table).tn == 5
    result = outcome(play(table, THROW, chance=dice(d8=faces)), Accept(seat="tom"))
    assert result.results["stake"] == stake
    lines = [e.message for e in result.events if isinstance(e, Noted)]
    (line,) = [line.params["outcomes"] for line in lines if line.key in ("log.stakes_won", "log.stakes_lost")]
    assert line == said
    assert UNNERVED not in condition_names(result.table, "thug")


def said_by(lines: tuple[Event, ...]) -> list[str]:
    """Return the log lines of a command."""
    return [say(line.message) for line in lines if isinstance(line, Noted)]


@pytest.mark.rule("FI-SIMPLE-4")
def test_stakes_are_logged_word_for_word_and_raises_only_if_there_are_any() -> None:
    with_raises = replace(PROPOSE, raises=("nobody sees her", "KH"))
    (line,) = said_by(outcome(laid(sheets=SHEETS), with_raises).events)
    assert line.endswith(" Success: he lets her in. Raises: nobody sees her, KH. Failure: he remembers her")
    (line,) = said_by(outcome(laid(sheets=SHEETS), replace(PROPOSE, raises=())).events)
    assert line.endswith(" Success: he lets her in. Failure: he remembers her")


@pytest.mark.rule("FI-CORE-18")
@pytest.mark.parametrize(
    ("faces", "line"),
    [
        ([1, 1, 1, 1], "Nobody wins the opposed roll: “arm wrestling”"),
        ([6, 2, 1, 3], "Frost wins the opposed roll with 1 success: “arm wrestling”"),
        ([1, 1, 1, 3], "Thug wins the opposed roll with 1 success: “arm wrestling”"),
    ],
)
def test_an_opposed_roll_tells_its_winner_if_there_is_one(faces: list[int], line: str) -> None:
    contest = TryRoll(seat="gm", actor="frost", name="reflex", target="thug", what="arm wrestling")
    assert said_by(outcome(play(laid(), contest), THROW, dice(d8=faces)).events)[-1] == line


@pytest.mark.rule("FI-SIMPLE-4")
def test_the_other_side_agrees_and_either_side_may_drop_stakes_before_the_roll() -> None:
    table = play(laid(sheets=SHEETS), PROPOSE)
    changed = play(table, ChangeStakes(seat="gm", success="he looks away", failure="he cries out"))
    assert refused(changed, AgreeStakes(seat="gm")).message.key == "refused.others_agree"
    stakes = changed.procedures[-1]
    assert isinstance(stakes, Stakes)
    assert (stakes.success, stakes.raises) == ("he looks away", ())
    assert rolling(play(changed, AgreeStakes(seat="tom"))).tn == 5
    assert not any(isinstance(procedure, Stakes) for procedure in play(changed, DropStakes(seat="tom")).procedures)
    assert refused(changed, DropStakes(seat="eve")).message.key == "refused.not_your_stakes"


@pytest.mark.rule("FI-SIMPLE-7", "FI-SIMPLE-8")
def test_a_price_in_chips_instead_of_a_roll() -> None:
    table = laid(chips={"tom": {"white": 2}, POT: {"white": 48, "red": 25, "blue": 10}})
    table = play(table, NamePrice(seat="gm", actor="frost", chips=2, what="she talks"))
    short = refused(table, PayPrice(seat="tom", chips={"white": 1}))
    assert short.message.key == "refused.price_is"
    assert notes(outcome(table, LetStand(seat="tom"))) == ["price_not_paid"]
    paid = play(table, PayPrice(seat="tom", chips={"white": 2}))
    assert (paid.chips[POT]["white"], len(paid.procedures)) == (50, 1)


@pytest.mark.rule("FI-CORE-6", "FI-CORE-15", "FI-CORE-16", "FI-CORE-18", "FI-CORE-20")
def test_anything_is_rolled_by_anybody_as_it_is_known() -> None:
    rows: Json = [{"name": "shooting", "concentration": "blasters", "level": 3}]
    table = laid(sheets={"frost": {"aptitudes": rows}})
    assert table.actors["frost"].sheet["aptitudes"] == rows
    plain = rolling(play(table, TryRoll(seat="tom", actor="frost", name="Strength", tn=5)))
    assert (plain.rolls[0].dice.text, plain.rolls[0].halved) == ("2d6", False)
    skill = TryRoll(seat="tom", actor="frost", name="shooting", concentration="blasters", tn=5)
    assert rolling(play(table, skill)).rolls[0].dice.text == "3d8"
    forced = TryRoll(seat="tom", actor="frost", name="shooting", concentration="blasters", known="default", tn=5)
    assert refused(table, forced).message.key == "refused.not_known_so"
    unskilled = TryRoll(seat="tom", actor="frost", name="throwing", tn=5)
    result = outcome(play(table, unskilled), THROW, dice(d8=[7, 4]))
    assert (result.results["total"], result.results["success"]) == (3, False)
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="thug")
    result = outcome(play(table, contest), THROW, dice(d8=[7, 4, 5, 6]))
    assert (result.results["winner"], result.results["successes"]) == ("initiator", 1)
    assert refused(table, TryRoll(seat="eve", actor="frost", name="reflex")).message.key == "refused.not_your_character"
    both = TryRoll(seat="tom", actor="frost", name="reflex", target="thug", tn=5)
    assert refused(table, both).message.key == "refused.number_or_other"


@pytest.mark.rule("FI-CORE-17", "FI-FATE-14", "FI-SIMPLE-5")
def test_an_impetus_and_chips_better_a_plain_roll() -> None:
    table = laid(chips={"tom": {"white": 2}, POT: {"white": 48, "red": 25, "blue": 10}})
    table = play(table, TryRoll(seat="tom", actor="frost", name="throwing", tn=8))
    table = play(table, InvokeImpetus(seat="gm", colour="white", impetus="her brother"))
    table = play(table, THROW, chance=dice(d8=[5, 4]))
    result = outcome(table, SpendChip(seat="tom", colour="white"), dice(d8=[7]))  # the last chip: it stands
    assert (result.results["total"], result.results["success"]) == (7, False)


@pytest.mark.rule("FI-CORE-18", "FI-FATE-8", "FI-CORE-21")
def test_each_seat_throws_its_own_dice_and_accepts_only_its_own_roll() -> None:
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="chuk")
    mine, hers = ThrowDice(seat="tom"), ThrowDice(seat="eve")
    table = play(laid(chips={"tom": {"white": 1}, "eve": {"white": 1}}), contest)
    first = play(table, mine, chance=dice(d8=[5, 3]))
    assert [roll.thrown is not None for roll in rolling(first).rolls] == [True, False]
    modifies = AddModifier(seat="tom", value=2)
    for late in (mine, CallOff(seat="tom"), CallOff(seat="gm"), modifies):
        assert refused(first, late).message.key == "refused.dice_have_fallen"
    assert GAME.refusal(first, replace(modifies, seat="eve", roll=1)) is None
    both = play(first, hers, chance=dice(d8=[6, 2]))
    assert set(GAME.view_for(both, "gm").under_way[-1].waiting_for) == {"tom", "eve"}

    stands = outcome(both, Accept(seat="eve"))
    assert notes(stands) == ["lets_it_stand"], "Tom still has a chip"
    assert refused(stands.table, Accept(seat="eve")).message.key == "refused.others_let_stand"
    assert GAME.view_for(stands.table, "gm").under_way[-1].waiting_for == ("tom",)
    lost = outcome(stands.table, Accept(seat="tom"))
    assert (lost.results["winner"], current_check(lost.table)) == ("other", None)
    better = play(stands.table, SpendChip(seat="tom", colour="white"), chance=dice(d8=[7]))
    assert rolling(better).stands == (), "now Eve may think again, and Tom has nothing left to decide"
    won = outcome(better, Accept(seat="eve"))
    assert won.results["winner"] == "initiator"
    assert current_check(outcome(both, Accept(seat="gm")).table) is None, "the GM may for all who dawdle"


@pytest.mark.rule("FI-CORE-18", "FI-FATE-8")
def test_the_gm_accepts_the_own_roll_before_those_of_others() -> None:
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="thug")
    chips = {"tom": {"white": 1}, "gm": {"white": 1}}
    table = play(laid(chips=chips), contest, ThrowDice(seat="gm"), chance=dice(d8=[5, 3, 6, 2]))
    waits = play(table, Accept(seat="gm"))
    assert rolling(waits).stands == (1,)
    assert current_check(play(waits, Accept(seat="gm"))) is None
