"""The visible dice: before the throw, after it, after each chip, and until somebody continues."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import Noted
from engine.core.manual_moves import SetLocation
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.activity_view import SideView
from engine.presentation.dice_and_card_source import SourceKind, SourceSettings
from engine.presentation.physical_input import rehearse
from engine.presentation.visibility import VisibleTable
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import Accept, AddModifier, SpendChip, ThrowDice
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import CheckStrays, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollForExtras
from engine.rulesets.future_imperfect.damage.wound_commands import inflict_wounds
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import Burn, Fall, SetOnFire
from engine.rulesets.future_imperfect.movement.movement_commands import PickUpPace
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose
from tests.engine.rulesets.future_imperfect.attack_helpers import DAMAGE, TAKE, THROW, acting, armed, goes
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, dice, laid, outcome, play

CHIPS = {"tom": {"white": 2, "red": 1, "blue": 1}}
TRY = TryRoll(seat="tom", actor="frost", name="reflex", tn=5)
THROWS = ThrowDice(seat="tom")


def seen(table: Table, viewer: str = SHARED) -> VisibleTable:
    """Return what a viewer sees."""
    return GAME.view_for(table, viewer)


def sides(table: Table, viewer: str = SHARED) -> tuple[SideView, ...]:
    """Return the sides with dice in the tray."""
    return next((g.sides for g in reversed(seen(table, viewer).under_way) if g.sides), ())


def lies(side: SideView) -> list[tuple[tuple[int, ...], str, int | None, str]]:
    """Return every die of a side: its faces, how it counts, onto which it was added, and what brought it."""
    return [(die.faces, die.state, die.onto, die.source) for die in side.dice]


def words(side: SideView) -> list[str]:
    """Return where its numbers come from."""
    return [say(reason) for reason in side.reasons]


@pytest.mark.rule("FI-CORE-9", "FI-CORE-21")
def test_before_the_throw_everybody_sees_blank_dice_and_every_reason() -> None:
    opened = play(laid(chips=CHIPS), TRY, AddModifier(seat="tom", value=-2, why="smoke"))
    (side,) = sides(opened)
    assert lies(side) == [((), "blank", None, "")] * 2
    assert [die.sides for die in side.dice] == [8, 8]
    assert (side.total, side.target, side.verdict) == (None, 5, None)
    assert words(side) == ["2d8", "Modifier −2: “smoke”"]
    assert say(side.label) == "Frost: Reflex"


@pytest.mark.rule("FI-CORE-3", "FI-CORE-8", "FI-FATE-9", "FI-FATE-10", "FI-FATE-12")
def test_chips_bring_dice_that_lie_beside_the_others_and_change_the_total_at_once() -> None:
    thrown = play(laid(chips=CHIPS), TRY, THROWS, chance=dice(d8=[8, 5, 3]))
    (side,) = sides(thrown)
    assert lies(side) == [((8, 3), "kept", None, ""), ((5,), "passed", None, "")]
    assert (side.total, seen(thrown).under_way[-1].outcome is not None) == (11, True)
    white = play(thrown, SpendChip(seat="tom", colour="white"), chance=dice(d8=[8, 7]))
    (side,) = sides(white)
    assert lies(side)[0] == ((8, 3), "passed", None, "")
    assert lies(side)[2] == ((8, 7), "kept", None, "white")
    assert (side.total, words(side)[0]) == (15, "Highest die: 15")
    red = play(white, SpendChip(seat="tom", colour="red"), chance=dice(d8=[4]))
    (side,) = sides(red)
    assert lies(side)[2:] == [((8, 7), "summed", None, "white"), ((4,), "summed", 2, "red")]
    assert side.total == 19
    offered = {
        o.command.colour for o in GAME.offers(red, "tom", "tom") if isinstance(o.command, SpendChip) and not o.denial
    }
    assert offered == {"white", "blue"}, "one red chip an action"


@pytest.mark.rule("FI-CORE-12", "FI-FATE-13")
def test_a_bust_replaces_the_total_and_a_blue_chip_cancels_it() -> None:
    bust = play(laid(chips=CHIPS), TRY, THROWS, chance=dice(d8=[1, 1]))
    (side,) = sides(bust)
    assert [die.state for die in side.dice] == ["bust", "bust"]
    assert side.verdict is not None
    lifted = play(bust, SpendChip(seat="tom", colour="blue"), chance=dice(d8=[6]))
    (side,) = sides(lifted)
    assert (side.verdict, side.total) == (None, 7)
    assert lies(side) == [((1,), "summed", None, ""), ((1,), "passed", None, ""), ((6,), "summed", 0, "blue")]


@pytest.mark.rule("FI-CORE-18")
def test_two_rolls_against_each_other_lie_side_by_side() -> None:
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="thug", against="vigor")
    own = play(laid(chips=CHIPS), contest, THROWS, chance=dice(d8=[6, 2]))
    first, other = sides(own)
    assert (first.total, other.total, lies(other)) == (6, None, [((), "blank", None, "")] * 2)
    thrown = play(own, replace(THROWS, seat="gm"), chance=dice(d6=[5, 4]))
    first, other = sides(thrown)
    assert (first.total, other.total, first.target, other.target) == (6, 5, None, None)
    assert [die.sides for die in other.dice] == [6, 6]


@pytest.mark.rule("FI-CORE-10")
def test_dice_without_a_useful_chip_stay_until_somebody_continues() -> None:
    settled = play(laid(), TRY, THROWS, chance=dice(d8=[6, 2]))
    (side,) = sides(settled)
    assert (side.total, len(settled.procedures)) == (6, 1), "the roll itself is over"
    outcomes = [say(g.outcome) for g in seen(settled).under_way if g.outcome is not None]
    assert outcomes == ["Frost succeeds"]
    again = play(settled, TRY)
    assert lies(sides(again)[0]) == [((), "blank", None, "")] * 2
    chosen = play(laid(chips=CHIPS), TRY, THROWS, Accept(seat="tom"), chance=dice(d8=[6, 2]))
    assert sides(chosen) == (), "who let it stand has seen it"


@pytest.mark.rule("FI-HITLOC-1", "FI-DMG-1", "FI-WIND-1")
def test_location_damage_and_wind_lie_on_the_table_too() -> None:
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)
    hit = goes(laid(sheets={"frost": armed("Blast rifle", hands=["right"])}), shot, THROW, d8=[3, 5, 7], d20=[16])
    roll, place = sides(hit.table)
    assert (roll.total, [die.faces for die in place.dice], place.total) == (7, [(16,)], 16)
    hurt = goes(hit, DAMAGE, d8=[4, 5, 5])
    (damage,) = sides(hurt.table)
    assert ([die.state for die in damage.dice], damage.total) == (["summed"] * 3, 14)
    taken = goes(hurt, TAKE, d6=[3, 6, 2])
    wind, stun = sides(taken.table)
    assert ([die.faces for die in wind.dice], wind.total) == ([(3,), (6, 2)], 11)
    assert (stun.total, stun.target) == (None, 7)


@pytest.mark.rule("FI-BOOM-1", "FI-BOOM-5")
def test_the_dice_of_an_explosion_replace_earlier_ones_side_by_side() -> None:
    settled = play(laid(sheets={"frost": {"size": 6.0}}), TRY, THROWS, chance=dice(d8=[6, 2]))
    victims = (Victim(actor="frost", distance=12), Victim(actor="chuk", distance=2))
    blast = play(settled, Explode(seat="gm", dice="2d20", victims=victims), chance=dice(d20=[9, 4, 7]))
    assert [([die.faces for die in side.dice], side.total) for side in sides(blast)] == [
        ([(9,)], 9),
        ([(4,), (7,)], 11),
    ]
    assert words(sides(blast)[0]) == ["2 dice at the centre", "Distance 12 m: −1"]


def test_the_dice_of_a_secret_character_are_hidden_before_the_throw() -> None:
    def rolls(strength: str, *commands: ThrowDice) -> Table:
        table = laid(sheets={"thug": {"strength": strength}})
        secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
        modified = AddModifier(seat="gm", value=-len(strength), why="wounded")
        opened = play(secret, TryRoll(seat="gm", actor="thug", name="strength", tn=5), modified)
        return play(opened, *commands, chance=dice(d6=[5, 4]))

    weak, strong = rolls("2d6"), rolls("5d12+2")
    assert sides(weak, "gm") != sides(strong, "gm")
    for viewer in (SHARED, "tom"):
        assert sides(weak, viewer) == sides(strong, viewer)
        assert sides(weak, viewer)[0].dice == ()
        assert seen(weak, viewer).under_way[-1] == seen(strong, viewer).under_way[-1]
    fallen = rolls("2d6", THROW)
    assert sides(fallen, "gm")[0].total == 2
    assert sides(fallen) == (), "once it is over nobody is known to be there"


def test_the_calculation_of_a_secret_character_is_only_in_the_gms_log() -> None:
    table = laid()
    secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    hurt = play(secret, SetLocation(seat="gm", actor="thug", location="head", level=2))
    opened = outcome(hurt, TryRoll(seat="gm", actor="thug", name="strength", tn=5))
    thrown = outcome(opened.table, THROW, dice(d6=[5, 4]))
    lines = [e for e in (*opened.events, *thrown.events) if isinstance(e, Noted)]
    assert [line.message.key for line in lines if line.reckoning and line.audience is None] == []
    assert {line.audience for line in lines if line.reckoning} == {("gm",)}


def asked_about(table: Table, command: Command, values: dict[str, int]) -> list[str]:
    """Return the purpose of each real die that a gesture asks for."""
    rehearsal = rehearse(GAME, table, command, SourceSettings(dice=SourceKind.REAL), values)
    return [say(blank.about) if blank.about is not None else "" for blank in rehearsal.fields]


@pytest.mark.rule("FI-CORE-9", "FI-INIT-15", "FI-HITLOC-1")
def test_each_real_die_is_asked_for_with_its_owner_and_purpose() -> None:
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle")
    table = play(laid(sheets={"frost": armed("Blast rifle", hands=["right"])}), shot)
    values = {"d8.0": 2, "d8.1": 8, "d8.2": 3, "d8.3": 5}
    assert asked_about(table, THROWS, values) == ["Frost: Shooting: blast rifle"] * 4 + ["Thug: hit location"]
    drawing = conflict(laid(), "frost", "thug", "guard")
    assert asked_about(drawing, RollForExtras(seat="gm"), {"d8.0": 2, "d8.1": 3}) == [
        *["Thug: Reflex"] * 2,
        *["Guard: Reflex"] * 2,
    ]


def _to_be_blown_up(rolled: str) -> tuple[Table, Command]:
    near = (Victim(actor="frost", distance=5), Victim(actor="thug", distance=15))
    return laid(options={"blast_roll": rolled}), Explode(seat="gm", dice="2d20", victims=near)


def _missed() -> tuple[Table, Command]:
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True)
    table = play(laid(sheets={"frost": armed("Blast rifle")}), shot)
    missed = play(table, THROW, chance=dice(d8=[2, 1]))
    return missed, CheckStrays(seat="gm", bystanders=("guard",))


def _running() -> tuple[Table, Command]:
    return acting({}, {"frost": "AS", "thug": "2D/2"}, "frost"), PickUpPace(seat="tom", actor="frost")


def _fallen() -> tuple[Table, Command]:
    return outcome(laid(), Fall(seat="gm", actor="frost", metres=10), dice(d6=[3, 4])).table, TAKE


def _passing_out() -> tuple[Table, Command]:
    draft = Draft(laid(), dice())
    inflict_wounds(draft, "frost", {"guts": 1}, what="shot")
    return play(draft.table, TAKE, chance=dice(d6=[2])), THROW


def _slipping() -> tuple[Table, Command]:
    grenade = ThrowWeapon(seat="gm", actor="frost", weapon="Plasma grenade", distance=10, free=True)
    return play(laid(sheets={"frost": armed("Plasma grenade")}), grenade), THROW


@pytest.mark.rule("FI-BOOM-1", "FI-STRAY-3", "FI-MOVE-7", "FI-FALL-5", "FI-STUN-6", "FI-THROW-4", "FI-CORE-9")
@pytest.mark.parametrize(
    ("begun", "told", "asked"),
    [
        (partial(_to_be_blown_up, "per_target"), {"d20.0": 3, "d20.1": 3}, ["Frost: damage"] * 2 + ["Thug: damage"]),
        (partial(_to_be_blown_up, "shared"), {}, ["Explosion damage"] * 2),
        (_missed, {}, ["Guard: stray shot"]),
        (_running, {}, ["Frost: pace die"]),
        (_fallen, {"d20.0": 19}, ["Frost: hit location"] * 2),
        (_passing_out, {"d6.0": 1, "d6.1": 1}, ["Frost: Vigor"] * 2 + ["Frost: hours unconscious"]),
        (
            _slipping,
            {"d8.0": 6, "d6.0": 3},
            ["Frost: Throwing: grenade", "Frost: scatter distance", "Frost: scatter direction"],
        ),
    ],
)
def test_real_dice_always_name_their_owner(
    begun: Callable[[], tuple[Table, Command]], told: dict[str, int], asked: list[str]
) -> None:
    assert asked_about(*begun(), told) == asked


def test_dice_for_a_secret_character_are_not_explained() -> None:
    table = laid()
    table = replace(table, actors={**table.actors, "guard": replace(table.actors["guard"], secret=True)})
    draft, purposes = Draft(table, dice()), []
    for actor in ("thug", "guard"):
        with dice_purpose(draft, actor, "dice_wind"):
            purposes.append(say(draft.about) if draft.about is not None else "")
    assert purposes == ["Thug: Wind loss", ""]
    assert draft.about is None, "later dice are for something else"


@pytest.mark.rule("FI-FALL-1", "FI-FIRE-3", "FI-FIRE-4")
def test_the_dice_of_a_fall_or_a_fire_are_on_the_table() -> None:
    fallen = outcome(laid(), Fall(seat="gm", actor="frost", metres=10), dice(d6=[3, 4])).table
    (side,) = sides(fallen)
    assert say(side.label) == "Frost: falling damage"
    assert sum(sum(die.faces) for die in side.dice) == 7
    assert words(side), "where the damage comes from is told beside it"
    burning = play(laid(), SetOnFire(seat="gm", actor="frost", blaze="small", areas=("left_arm",)))
    hurt = outcome(burning, Burn(seat="gm", actor="frost"), dice(d6=[5, 5, 5, 5])).table
    assert next(say(side.label) for side in sides(hurt)) == "Frost: fire damage"


@pytest.mark.rule("FI-CORE-1", "FI-CORE-9")
@pytest.mark.parametrize(
    ("name", "shown"),
    [("reflex", "Reflex"), ("guts", "Guts"), ("fighting: knives", "Fighting: knives"), ("Élan", "Élan")],
)
def test_what_is_rolled_has_a_capital_letter_in_new_lines_and_in_stored_ones(name: str, shown: str) -> None:
    opened = outcome(laid(), replace(TRY, name=name))
    assert [say(event.message) for event in opened.events if isinstance(event, Noted)] == [
        f"Frost rolls {shown} against 5"
    ]
    assert say(seen(opened.table).under_way[-1].title) == f"Frost rolls {shown} against 5"
    stored = Message(key="log.dice_bust", params={"actor": "Frost", "name": name, "dice": [1, 1], "total": 0})
    assert say(stored) == f"Frost rolls {shown}: bust (dice 1, 1)"


@pytest.mark.rule("FI-CORE-8")
def test_a_line_of_the_log_adds_up_by_itself() -> None:
    opened = play(laid(), TRY, AddModifier(seat="tom", value=-3))
    thrown = outcome(opened, THROWS, dice(d8=[8, 2, 5]))
    log_lines = [say(event.message) for event in thrown.events if isinstance(event, Noted)]
    assert "Frost rolls Reflex: 13 − 3 = 10 against 5 (dice 8+5, 2)" in log_lines
