"""Effects of damage: how bad a wound is, the penalty, and the collapse check."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.manual_moves import EditActor, LayCondition, LiftCondition
from engine.core.redaction import redact
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Overrule, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt, Judge
from engine.rulesets.imaginality.actions.gm_card_commands import ResolveShortage
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard, Inflict, wound_severity
from engine.rulesets.imaginality.turns.turn_commands import Declare, StartFight
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    all_figures,
    answers,
    arena,
    blow,
    draws,
    enough,
    lays,
    log,
    offers,
    shot,
    states,
    wounding,
    wounds,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, laid, play, refused, why

CHECK = CollapseCheck(seat="eve")


def bookkeeping(zones: dict[str, str] | None = None, damage: int = 0, scope: str = "all_played", **more: Any) -> Table:
    """Return a table that adds wounds up, with an old one on Sal."""
    options = {"damage_mode": "bookkeeping", "wound_penalty_scope": scope}
    return arena(zones, options=options, tracks={"sal": {"damage": damage}}, **more)


@pytest.mark.rule("IM-WOUND-1", "IM-WOUND-2")
def test_freeform_wounds_do_nothing_by_themselves() -> None:
    table = arena(tracks={"sal": {"damage": 8}})
    assert all_figures(table, *blow("9S", "block", "10H"))["opposition_total"] == 10
    hurt = play(table, *wounding("KC"))
    assert why(hurt, CHECK) == ("freeform_wounds", "IM-WOUND-2")
    assert "collapse_check" not in offers(hurt, "eve")
    assert GAME.refusal(hurt, Settle(seat="eve")) is None
    assert states(hurt, "sal") == set()


@pytest.mark.rule("IM-WOUND-1", "IM-WOUND-6")
def test_bookkeeping_asks_for_the_check_before_all_is_cleared_up() -> None:
    hurt = play(bookkeeping(), *wounding("KC"))
    assert offers(hurt, "eve")["collapse_check"]
    assert why(hurt, Settle(seat="eve")) == ("check_first", "IM-WOUND-6")
    assert GAME.refusal(hurt, SETTLE) is None, "the GM's word stands above it"


@pytest.mark.rule("IM-WOUND-3")
@pytest.mark.parametrize(
    ("points", "label"),
    [
        (0, "none"),
        (1, "light"),
        (5, "light"),
        (6, "serious"),
        (10, "serious"),
        (11, "severe"),
        (15, "severe"),
        (16, "critical"),
        (40, "critical"),
    ],
)
def test_how_bad_one_wound_is(points: int, label: str) -> None:
    assert wound_severity(points).label == label


@pytest.mark.rule("IM-WOUND-2", "IM-WOUND-3")
def test_the_log_says_how_bad_it_is() -> None:
    assert "Sal takes a serious wound of 10 points: acting is hard but possible" in log(arena(), wounding("10C"), "tom")


def total_with_wounds(what: str, scope: str) -> object:
    """Return Sal's total of 9 in some procedure, less the penalty of 5 if it counts there."""
    table = bookkeeping({"deck": "9D"}, damage=5, scope=scope)
    start: tuple[Command, ...]
    match what:
        case "attempt":
            start = (Attempt(seat="eve", actor="sal"), lays("opposition", "2C", "gm"), lays("actor", "9H", "eve"))
            return all_figures(table, *start, REVEAL)["actor_total"]
        case "difficulty":
            aimed = Attempt(seat="tom", actor="rex", target="sal")
            start = (aimed, lays("opposition", "9H", "eve"), lays("actor", "2S", "tom"))
            return all_figures(table, *start, REVEAL)["opposition_total"]
        case "attack":
            return all_figures(table, *blow("9H", "block", "2S", by="sal", at="rex"))["actor_total"]
        case "shot":
            return all_figures(table, *shot("9H", "dodge", "2S", by="sal", at="rex"))["actor_total"]
        case "block" | "counterattack":
            more = (enough("actor", "tom"),) if what == "counterattack" else ()
            start = (*blow("2S", what, "9H")[:3], *more, lays("opposition", "9H", "eve"))
            return all_figures(table, *start, REVEAL)["opposition_total"]
        case "dodge":
            return all_figures(table, *shot("2S", "dodge", "9H"))["opposition_total"]
        case "resistance":
            start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "KC", "gm"))
            return all_figures(table, *start, lays("resistance", "9H", "eve"), REVEAL)["resistance"]
        case "damage":
            hit = play(table, *blow("KH", "block", "2S", by="sal", at="rex"))
            start = (Inflict(seat="eve"), lays("damage", "9H", "eve"), enough("resistance", "tom"))
            return all_figures(hit, *start, REVEAL)["damage"]
        case "drawn for a target":
            start = (Shoot(seat="tom", actor="rex", target="sal", aware=False), lays("actor", "2S", "tom"))
            return all_figures(table, *start, REVEAL)["opposition_total"]
        case "drawn blow":
            return all_figures(table, Strike(seat="eve", actor="sal", target="rex", aware=False), REVEAL)["actor_total"]
        case _:
            return all_figures(table, *wounding("2C"), CHECK)["collapse"]


@pytest.mark.rule("IM-WOUND-4", "IM-VAL-3")
@pytest.mark.parametrize("what", ["attempt", "difficulty", "attack", "shot", "block", "counterattack", "dodge"])
def test_wounds_weigh_on_what_is_played_to_attempt_or_oppose(what: str) -> None:
    assert total_with_wounds(what, "all_played") == 4
    assert total_with_wounds(what, "actions_only") == 4


@pytest.mark.rule("IM-WOUND-4")
@pytest.mark.parametrize("what", ["damage", "resistance"])
def test_and_on_damage_and_resistance_unless_only_actions_suffer(what: str) -> None:
    assert total_with_wounds(what, "all_played") == 4
    assert total_with_wounds(what, "actions_only") == 9


@pytest.mark.rule("IM-WOUND-4")
@pytest.mark.parametrize("what", ["drawn for a target", "drawn blow", "collapse check"])
def test_but_not_on_what_is_drawn_by_rule(what: str) -> None:
    assert total_with_wounds(what, "all_played") == 9


@pytest.mark.rule("IM-WOUND-4")
def test_the_penalty_is_taken_once_and_not_from_each_card() -> None:
    strike = Strike(seat="gm", actor="sal", target="rex", advantage=1)
    start = (strike, lays("actor", "9H 10H", "eve"), answers("block", "rex"), lays("opposition", "2S", "tom"))
    assert all_figures(bookkeeping(damage=5), *start, REVEAL)["actor_total"] == 14


@pytest.mark.rule("IM-WOUND-4")
def test_the_total_of_a_secret_character_tells_nobody_of_its_wounds() -> None:
    table = arena({"deck": "9D"}, options={"damage_mode": "bookkeeping"}, tracks={"orc": {"damage": 5}})
    open_fight = play(table, *blow("2S", "block", at="orc")[:3], draws("opposition"), REVEAL)
    secret = play(open_fight, EditActor(seat="gm", actor="orc", secret=True))
    totals = {
        viewer: [side.total for side in GAME.view_for(secret, viewer).under_way[-1].sides] for viewer in ("gm", SHARED)
    }
    assert totals == {"gm": [2, 4], SHARED: [2, None]}
    told = [len(GAME.view_for(secret, viewer).under_way[-1].reckoning) for viewer in ("gm", SHARED)]
    assert told == [2, 1]


TRIES = (Attempt(seat="gm", actor="orc"), draws("opposition"), lays("actor", "KC", "gm"), REVEAL)
BLOCKS_LITTLE = blow("9S", "block", "2C", at="orc")
SECRET_ACTIONS: dict[str, tuple[Command, ...]] = {
    "its attack misses": blow("2C", "block", "9H", by="orc"),
    "its attack hits": blow("KC", "block", "2H", by="orc"),
    "it does not block": BLOCKS_LITTLE,
    "its counterattack hits": (*blow("2S", "counterattack", "KC", at="orc")[:-1], enough("actor", "tom"), REVEAL),
    "it dodges a shot": shot("2S", "dodge", "KC", at="orc"),
    "it tries something": TRIES,
    "its total is changed": (*BLOCKS_LITTLE, Overrule(seat="gm", figure="opposition", value=3)),
    "it is hurt, and stays up": (*wounding("2C", at="orc"), CollapseCheck(seat="gm")),
    "its order is drawn": (
        StartFight(seat="gm", fighters=("orc", "rex")),
        CallInitiative(seat="gm"),
        lays("init-orc", "KC", "gm"),
        lays("init-rex", "2S", "tom"),
        REVEAL,
    ),
}


@pytest.mark.rule("IM-WOUND-4", "IM-WOUND-7", "IM-ACT-7", "IM-INIT-3")
@pytest.mark.parametrize("commands", SECRET_ACTIONS.values(), ids=SECRET_ACTIONS)
def test_others_read_the_same_of_a_secret_character_however_wounded_it_is(commands: tuple[Command, ...]) -> None:
    """Two worlds in which it has more and less of an old wound; the GM reads the totals in both."""
    read: list[Any] = []
    for damage in (2, 3):
        options = {"damage_mode": "bookkeeping", "initiative": True}
        table = arena({"deck": "9D QD"}, options=options, tracks={"orc": {"damage": damage}})
        table = play(table, commands[0], EditActor(seat="gm", actor="orc", secret=True))
        shown: dict[str, list[Any]] = {"gm": [], "tom": [], SHARED: []}
        for command in commands[1:]:
            outcome = GAME.apply(table, command, SeededChance(1))
            for viewer, seen in shown.items():
                seen += redact(table, outcome.events, viewer, GAME.secret_lists)
                seen.append(GAME.view_for(outcome.table, viewer))
            table = outcome.table
        read.append(shown)
    less, more = read
    assert (less["tom"], less[SHARED]) == (more["tom"], more[SHARED])
    assert less["gm"] != more["gm"]


@pytest.mark.rule("IM-WOUND-4", "IM-ACT-7")
def test_the_gm_and_its_player_read_the_totals_of_a_secret_character_and_the_others_the_outcome() -> None:
    table = arena(options={"damage_mode": "bookkeeping"}, tracks={"sal": {"damage": 5}})
    begins, *attack = blow("9S", "block", "10H")
    begun = play(table, begins)
    secret, whole = play(begun, EditActor(seat="gm", actor="sal", secret=True)), "Rex hits Sal: 9 against 5"
    assert [whole in log(secret, tuple(attack), viewer) for viewer in ("gm", "eve", "tom")] == [True, True, False]
    assert log(secret, tuple(attack), "tom").splitlines()[-1] == "Rex hits Sal"
    both = play(secret, EditActor(seat="gm", actor="rex", secret=True))
    assert [whole in log(both, tuple(attack), viewer) for viewer in ("gm", "eve", "tom")] == [True, False, False]
    assert log(begun, tuple(attack), "tom").splitlines()[-1] == whole, "her wounds are open to all"


@pytest.mark.rule("IM-DMG-10")
def test_damage_that_is_revealed_first_is_open_to_all_also_from_a_secret_character() -> None:
    options = {"damage_mode": "bookkeeping", "open_damage_reveal": True}
    table = arena(options=options, tracks={"orc": {"damage": 2}})
    begins, *attack = blow("KC", "block", "2H", by="orc")
    hit = play(table, begins, EditActor(seat="gm", actor="orc", secret=True), *attack)
    damage = (Inflict(seat="gm", weapon="Unarmed"), lays("damage", "9C", "gm"))
    assert "The damage is revealed: 7" in log(hit, damage, "eve")
    sides = GAME.view_for(play(hit, *damage), "eve").under_way[-1].sides
    assert [side.total for side in sides if side.name in {"actor", "damage"}] == [None, 7]


@pytest.mark.rule("IM-WOUND-4", "IM-GM-2")
def test_a_draw_instead_of_a_play_suffers_like_a_play() -> None:
    table = arena({"deck": "9D"}, options={"damage_mode": "bookkeeping"}, tracks={"orc": {"damage": 5}})
    start = (*blow("2S", "block", at="orc")[:3], draws("opposition"))
    assert all_figures(table, *start, REVEAL)["opposition_total"] == 4


@pytest.mark.rule("IM-WOUND-4")
def test_totals_sink_below_nothing_but_damage_and_resistance_do_not() -> None:
    table = bookkeeping(damage=12)
    assert all_figures(table, *blow("2S", "block", "9H"))["opposition_total"] == -3
    start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "5C", "gm"), lays("resistance", "9H", "eve"))
    figures = all_figures(table, *start, REVEAL)
    assert (figures["resistance"], figures["net"]) == (0, 5)


@pytest.mark.rule("IM-WOUND-4", "IM-GEN-1")
def test_a_first_wound_leaves_the_penalty_of_a_wounded_attacker_as_it_was() -> None:
    options, tracks = {"damage_mode": "bookkeeping"}, {"rex": {"damage": 4}}
    hit = play(arena(options=options, tracks=tracks), *blow("KS", "block", "2H"))
    dealt = play(
        hit, Inflict(seat="tom", weapon="Unarmed"), lays("damage", "10S", "tom"), lays("resistance", "4H", "eve")
    )
    hurt = play(dealt, REVEAL)
    sides = {side.name: side.total for side in GAME.view_for(hurt, "eve").under_way[-1].sides}
    assert sides == {"actor": 9, "opposition": 2, "damage": 6, "resistance": 4}
    assert wounds(hurt, "sal") == [2], "what the table shows is what got through"
    milder = play(hurt, Overrule(seat="gm", figure="resistance", value=5))
    assert wounds(milder, "sal") == [1]


@pytest.mark.rule("IM-WOUND-5")
def test_wounds_add_up_and_each_is_kept() -> None:
    table = play(bookkeeping({"deck": "AD AH"}, damage=3), *wounding("4C"), CHECK, SETTLE, *wounding("5C"))
    assert wounds(table, "sal") == [3, 4, 5]
    assert all_figures(table, CHECK)["accumulated"] == 12


@pytest.mark.rule("IM-WOUND-6")
def test_the_wounded_draws_after_each_damage_that_got_through() -> None:
    table = play(bookkeeping({"deck": "KD 2D"}), *wounding("4C"))
    assert refused(table, CollapseCheck(seat="tom")).message.key == "refused.not_your_character"
    drawn = play(table, CHECK)
    assert cards(drawn, "drawn:collapse") == ["KD"]
    assert why(drawn, CHECK) == ("no_check_due", "IM-WOUND-6")
    assert cards(play(drawn, SETTLE), "discard")[0] == "KD"
    npc = play(arena(options={"damage_mode": "bookkeeping"}), *wounding("4C", at="orc"))
    assert GAME.refusal(npc, CollapseCheck(seat="gm")) is None
    with_hazard = play(bookkeeping(), Hazard(seat="gm", target="sal", cards=1), lays("damage", "4C", "gm"))
    with_hazard = play(with_hazard, lays("resistance", "9H", "eve"), REVEAL)
    assert why(with_hazard, CHECK) == ("no_check_due", "IM-WOUND-6")


@pytest.mark.rule("IM-WOUND-7")
@pytest.mark.parametrize(
    ("drawn", "fallen"),
    [
        ("10D", set()),
        ("9D", {"unconscious"}),
        ("4D", {"unconscious"}),
        ("3D", {"unconscious", "dying"}),
    ],
)
def test_below_all_wounds_unconscious_below_this_one_dying(drawn: str, fallen: set[str]) -> None:
    table = play(bookkeeping({"deck": drawn}, damage=6), *wounding("4C"), CHECK)
    assert states(table, "sal") == fallen


@pytest.mark.rule("IM-GEN-1", "IM-WOUND-7")
def test_the_gms_word_on_the_check_or_on_what_got_through_is_read_anew() -> None:
    fell = play(bookkeeping({"deck": "3D"}, damage=6), *wounding("4C"), CHECK)
    assert states(fell, "sal") == {"unconscious", "dying"}
    names = {"collapse": "Sal’s collapse check", "damage": "the damage", "net": "the net damage"}
    for figure, value, left in (
        ("collapse", 5, {"unconscious"}),
        ("collapse", 10, set()),
        ("damage", 3, {"unconscious"}),
        ("net", 3, {"unconscious"}),
        ("net", 0, set()),
    ):
        ruled = Overrule(seat="gm", figure=figure, value=value)
        assert states(play(fell, ruled), "sal") == left, (figure, value)
        assert re.search(
            rf"^The GM changes {names[figure]} from \d+ to {value}$", log(fell, (ruled,), "eve"), re.MULTILINE
        )
    there_before = play(bookkeeping({"deck": "3D"}), *wounding("2C"), SETTLE)
    down = LayCondition(seat="gm", actor="sal", condition="unconscious")
    again = play(there_before, down, *wounding("4C"), CHECK, Overrule(seat="gm", figure="collapse", value=99))
    assert states(again, "sal") == {"unconscious"}, "what the check did not lay it does not lift"
    unchecked = play(bookkeeping(), *wounding("4C"))
    assert why(unchecked, Overrule(seat="gm", figure="collapse", value=9)) == ("no_such_side", "IM-GEN-1")


@pytest.mark.rule("IM-WOUND-7")
@pytest.mark.parametrize(("drawn", "key"), [("10D", "stands"), ("9D", "unconscious"), ("3D", "dying"), ("X", "dying")])
def test_how_the_wounded_came_through_is_shown_to_all(drawn: str, key: str) -> None:
    table = play(bookkeeping({"deck": drawn}, damage=6), *wounding("4C"), CHECK)
    shown = GAME.view_for(table, "shared").under_way[-1].outcome
    assert shown is not None
    assert shown.key == f"glimpse.outcome_{key}"


@pytest.mark.rule("IM-WOUND-8")
@pytest.mark.parametrize(("physical", "total"), [(1, 2), (2, 5), (3, 9)])
def test_physical_draws_as_many_cards_as_its_level(physical: int, total: int) -> None:
    table = bookkeeping({"deck": "2D 3D 4D"}, sheets={"sal": {"physical": physical}})
    assert all_figures(table, *wounding("4C"), CHECK)["collapse"] == total


@pytest.mark.rule("IM-WOUND-9", "IM-JOKER-4")
def test_a_joker_is_the_worst_that_can_be_drawn() -> None:
    table = bookkeeping({"deck": "AD X"}, sheets={"sal": {"physical": 2}})
    assert states(play(table, *wounding("2C"), CHECK), "sal") == {"unconscious", "dying"}


@pytest.mark.rule("IM-WOUND-10")
@pytest.mark.parametrize("drawn", ["2D", "3D", "4D", "5D"])
def test_on_a_first_wound_who_falls_is_dying(drawn: str) -> None:
    fallen = states(play(bookkeeping({"deck": drawn}), *wounding("4C"), CHECK), "sal")
    assert fallen == (set() if drawn in {"4D", "5D"} else {"unconscious", "dying"})


@pytest.mark.rule("IM-WOUND-11")
def test_who_lies_unconscious_and_is_hit_again_can_only_be_dying_now() -> None:
    options = {"damage_mode": "bookkeeping"}
    asleep = arena({"deck": "3D"}, options=options, tracks={"sal": {"unconscious": 1}})
    table = play(asleep, *wounding("4C"), CHECK)
    assert [c.name for c in table.actors["sal"].conditions if c.name != "wound"] == ["unconscious", "dying"]


@pytest.mark.rule("IM-WOUND-11")
@pytest.mark.parametrize(("card", "left"), [("9S", {"unconscious"}), ("2S", {"unconscious", "dying"})])
def test_a_treatment_that_succeeds_stabilises(card: str, left: set[str]) -> None:
    table = arena(tracks={"sal": {"unconscious": 1, "dying": 1}})
    treat = Attempt(seat="tom", actor="rex", treating="sal")
    done = play(table, treat, lays("opposition", "5C", "gm"), lays("actor", card, "tom"), REVEAL, SETTLE)
    assert states(done, "sal") == left
    judged = play(table, treat, Judge(seat="gm", outcome="success"))
    assert states(judged, "sal") == {"unconscious"}
    won = play(table, treat, lays("opposition", "5C", "gm"), lays("actor", "9S", "tom"), REVEAL)
    assert "Sal is stable" in log(won, (SETTLE,), "tom")
    by_hand = play(won, LiftCondition(seat="gm", actor="sal", condition="dying"))
    assert "Sal is stable" not in log(by_hand, (SETTLE,), "tom")
    assert why(arena(), treat) == ("not_dying", "IM-WOUND-11")


@pytest.mark.rule("IM-WOUND-12")
@pytest.mark.parametrize("state", ["unconscious", "dying", "dead"])
def test_who_is_down_neither_acts_nor_answers(state: str) -> None:
    table = arena(tracks={"sal": {state: 1}})
    for command in (
        Strike(seat="eve", actor="sal", target="rex"),
        Shoot(seat="eve", actor="sal", target="rex"),
        Attempt(seat="eve", actor="sal"),
        Declare(seat="eve", actor="sal"),
    ):
        fight = play(table, StartFight(seat="gm", fighters=("rex", "orc", "sal")))
        assert why(fight, command) == ("cannot_act", "IM-WOUND-12")
    struck = play(table, Strike(seat="tom", actor="rex", target="sal"))
    assert refused(struck, answers("block")).message.key == "refused.no_response_due"
    aimed = play(table, Shoot(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"))
    assert len(cards(aimed, "drawn:opposition")) == 1


@pytest.mark.rule("IM-DECK-7", "IM-WOUND-6")
def test_a_check_for_which_nothing_is_left_waits_for_the_gms_word() -> None:
    table = laid(
        {"hand:gm": "4C 2C"}, options={"damage_mode": "bookkeeping", "refill_mode": "gm_only"}, rest="hand:eve"
    )
    table = play(table, *wounding("4C"), CHECK)
    assert why(table, CHECK) == ("nothing_to_take", "IM-DECK-7")
    named = play(table, ResolveShortage(seat="gm", side="collapse", how="value", value=4))
    assert all_figures(named, CHECK)["collapse"] == 4
    assert states(play(named, CHECK), "sal") == set()
    without = play(table, ResolveShortage(seat="gm", side="collapse", how="without"), CHECK)
    assert states(without, "sal") == {"unconscious", "dying"}
