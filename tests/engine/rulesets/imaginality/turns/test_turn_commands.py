"""Combat turns: one action each, declared first, and what a counterattack or a dodge costs."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.manual_moves import LayCondition, SetOption
from engine.core.redaction import redact
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel
from engine.rulesets.imaginality.actions.action_commands import Attempt, Judge
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard
from engine.rulesets.imaginality.deck.hand_commands import Refresh
from engine.rulesets.imaginality.turns.turn_commands import (
    Declare,
    EndFight,
    JoinFight,
    Lapse,
    LeaveFight,
    MarkActed,
    NextTurn,
    ResolveTurn,
    StartFight,
)
from engine.rulesets.imaginality.turns.turn_order import PickOrder
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    answers,
    arena,
    blow,
    declared,
    enough,
    fighting,
    lays,
    log,
    offers,
    shot,
    turn,
    wounding,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, play, refused, why


def states_in(table: Table, viewer: str = SHARED) -> dict[str, str]:
    """Return how each fighter stands in the turn, as a viewer is shown it."""
    return {place.actor: place.state for shown in activity_view(table, viewer) for place in shown.order}


def words_in(table: Table, viewer: str) -> dict[str, object]:
    """Return what each fighter has declared, as far as a viewer may read it."""
    places = [place for shown in activity_view(table, viewer) for place in shown.order]
    return {place.actor: place.label.params["what"] for place in places if place.label is not None}


@pytest.mark.rule("IM-TURN-1")
def test_a_fight_takes_two_and_play_goes_in_turns() -> None:
    table = play(arena(), StartFight(seat="gm", fighters=("rex", "orc"), length="two seconds"))
    shown = activity_view(table, SHARED)[-1]
    assert shown.title.params == {"turn": 1, "length": "two seconds"}
    assert why(arena(), StartFight(seat="gm", fighters=("rex",))) == ("two_fighters", "IM-TURN-1")
    assert refused(table, StartFight(seat="gm", fighters=("sal", "elf"))).message.key == "refused.fight_runs"
    assert refused(arena(), StartFight(seat="tom", fighters=("rex", "orc"))).message.key == "refused.gm_only"


@pytest.mark.rule("IM-TURN-1")
def test_without_the_combat_module_there_are_no_fights_blows_or_shots() -> None:
    table = arena(options={"combat_module": False})
    for command in (
        StartFight(seat="gm", fighters=("rex", "orc")),
        Strike(seat="tom", actor="rex", target="orc"),
        Shoot(seat="tom", actor="rex", target="orc"),
    ):
        assert refused(table, command).message.key == "refused.no_combat_rules"
        assert GAME.refusal(arena(), command) is None


@pytest.mark.rule("IM-TURN-2")
@pytest.mark.parametrize(
    "second",
    [
        Strike(seat="tom", actor="rex", target="orc"),
        Shoot(seat="tom", actor="rex", target="orc"),
        Attempt(seat="tom", actor="rex", what="run"),
    ],
)
def test_a_character_acts_once_a_turn_and_again_in_the_next(second: Command) -> None:
    table = play(fighting(arena()), *blow("9S", "block", "10H"), SETTLE)
    assert why(table, second) == ("has_acted", "IM-TURN-2")
    assert GAME.refusal(play(table, NextTurn(seat="gm"), ResolveTurn(seat="gm")), second) is None


@pytest.mark.rule("IM-TURN-2")
def test_the_gm_sets_and_clears_the_marker_and_the_order_goes_back() -> None:
    table = play(fighting(arena()), PickOrder(seat="gm", actors=("rex", "sal")))
    marked = play(table, MarkActed(seat="gm", actor="rex"))
    assert states_in(marked)["rex"] == "acted"
    assert states_in(marked)["sal"] == "now"
    assert why(marked, Strike(seat="tom", actor="rex", target="orc")) == ("has_acted", "IM-TURN-2")
    again = play(marked, MarkActed(seat="gm", actor="rex", acted=False))
    assert states_in(again)["rex"] == "now"
    assert GAME.refusal(again, Strike(seat="tom", actor="rex", target="orc")) is None
    assert refused(table, MarkActed(seat="tom", actor="rex")).message.key == "refused.gm_only"


@pytest.mark.rule("IM-TURN-3")
def test_resolving_starts_once_all_have_declared() -> None:
    table = play(arena(), StartFight(seat="gm", fighters=("rex", "sal", "orc")))
    strike = Strike(seat="tom", actor="rex", target="orc")
    table = play(table, Declare(seat="tom", actor="rex", what="hit"), Declare(seat="gm", actor="orc", what="roar"))
    assert activity_view(table, SHARED)[-1].waiting_for == ("eve",)
    assert why(table, strike) == ("declare_first", "IM-TURN-3")
    assert GAME.refusal(play(table, Declare(seat="eve", actor="sal")), strike) is None


@pytest.mark.rule("IM-TURN-3", "IM-WOUND-12")
def test_nobody_waits_for_the_unconscious_and_the_gm_may_skip_the_absent() -> None:
    asleep = arena(tracks={"sal": {"unconscious": 1}})
    table = play(asleep, StartFight(seat="gm", fighters=("rex", "sal")))
    assert activity_view(table, SHARED)[-1].waiting_for == ("tom",)
    assert turn(play(table, Declare(seat="tom", actor="rex"))).resolving
    absent = play(arena(), StartFight(seat="gm", fighters=("rex", "sal")), ResolveTurn(seat="gm"))
    assert turn(absent).resolving
    begun, starts = play(arena(), StartFight(seat="gm", fighters=("rex", "sal"))), (ResolveTurn(seat="gm"),)
    assert log(begun, starts, "tom") == "Turn 1: the actions start without declarations"
    one = play(begun, Declare(seat="tom", actor="rex"))
    assert log(one, starts, "tom") == "Turn 1: the actions start without a declaration from Sal"
    assert GAME.refusal(absent, Strike(seat="tom", actor="rex", target="sal")) is None


@pytest.mark.rule("IM-TURN-3")
def test_each_declares_for_the_own_character_and_the_gm_for_the_others() -> None:
    table = play(arena(), StartFight(seat="gm", fighters=("rex", "orc")))
    assert refused(table, Declare(seat="eve", actor="rex")).message.key == "refused.not_your_character"
    assert refused(table, Declare(seat="tom", actor="orc")).message.key == "refused.not_your_character"
    assert refused(table, Declare(seat="eve", actor="sal")).message.key == "refused.not_in_fight"


@pytest.mark.rule("IM-TURN-3")
def test_open_declarations_are_read_at_once() -> None:
    start = play(arena(), StartFight(seat="gm", fighters=("rex", "sal")))
    secret = Declare(seat="tom", actor="rex", what="stab the lamp")
    assert words_in(play(start, secret), "eve") == {"rex": "stab the lamp"}
    assert "stab the lamp" in log(start, (secret,), "eve")


@pytest.mark.rule("IM-TURN-3")
@pytest.mark.parametrize("viewer", ["eve", "gm", SHARED])
def test_hidden_declarations_stay_hidden_until_all_are_in(viewer: str) -> None:
    options = {"declaration_visibility": "hidden_until_all_in"}
    start = play(arena(options=options), StartFight(seat="gm", fighters=("rex", "sal")))
    secret, last = Declare(seat="tom", actor="rex", what="stab the lamp"), Declare(seat="eve", actor="sal", what="flee")
    result = GAME.apply(start, secret, SeededChance(1))
    assert words_in(result.table, viewer) == {}
    order = activity_view(result.table, viewer)[-1].order
    assert {at.actor: at.state for at in order} == {"rex": "declared", "sal": "waiting"}, "who has, but not what"
    assert words_in(result.table, "tom") == {"rex": "stab the lamp"}
    for text in (log(start, (secret,), viewer), repr(redact(start, result.events, viewer)), repr(result.title)):
        assert "lamp" not in text
    assert "lamp" not in repr(GAME.view_for(result.table, viewer))
    assert result.learned == frozenset()
    out = GAME.apply(result.table, last, SeededChance(1))
    assert words_in(out.table, viewer) == {"rex": "stab the lamp", "sal": "flee"}
    assert "stab the lamp" in log(result.table, (last,), viewer)
    assert viewer in out.learned


@pytest.mark.rule("IM-TURN-3")
@pytest.mark.parametrize("viewer", ["tom", "eve", "gm", SHARED])
def test_what_was_declared_goes_into_the_action_for_whoever_may_know_it(viewer: str) -> None:
    options = {"declaration_visibility": "hidden_until_all_in"}
    start = play(arena(options=options), StartFight(seat="gm", fighters=("rex", "sal")))
    secret, last = Declare(seat="tom", actor="rex", what="stab the lamp"), Declare(seat="eve", actor="sal", what="flee")

    def begun(table: Table) -> dict[str, object]:
        commands = {offer.name: offer.command for offer in GAME.offers(table, "tom", viewer)}
        return {key: getattr(commands[f"{key}:rex"], "what", None) for key in ("strike", "shoot", "attempt")}

    with_secret = play(start, secret)
    assert set(begun(with_secret).values()) == ({"stab the lamp"} if viewer == "tom" else {""})
    assert viewer == "tom" or "lamp" not in repr(GAME.offers(with_secret, "tom", viewer))
    assert set(begun(play(with_secret, last)).values()) == {"stab the lamp"}


@pytest.mark.rule("IM-WOUND-12")
def test_of_a_secret_fighter_nobody_else_learns_that_it_is_out() -> None:
    table = declared(arena(), sal="first", rex="second")
    hidden = replace(table.actors["sal"], secret=True)
    table = replace(table, actors={**table.actors, "sal": hidden})
    down = play(table, LayCondition(seat="gm", actor="sal", condition="unconscious"))
    assert states_in(down, "eve")["sal"] == states_in(down, "gm")["sal"] == "out"
    assert states_in(down, "tom")["sal"] != "out"


@pytest.mark.rule("IM-TURN-4")
def test_what_is_no_action_uses_none_up() -> None:
    options = {"damage_mode": "bookkeeping"}
    base = fighting(arena({"hand:eve": "2H 4H 5H 6H 9H 10H X"}, options=options))
    blocked = play(base, *blow("9S", "block", "10H"), SETTLE)
    still = play(base, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"), answers("nothing"))
    unaware = play(base, Shoot(seat="tom", actor="rex", target="sal", aware=False), lays("actor", "9S", "tom"))
    fell = play(base, Hazard(seat="gm", target="sal", cards=1), lays("damage", "10C", "gm"))
    hurt = play(fell, lays("resistance", "2H", "eve"), REVEAL, CollapseCheck(seat="eve"), SETTLE)
    refreshed = play(base, Refresh(seat="eve", joker="X"))
    call = CallInitiative(seat="gm")
    initiative = play(base, call, lays("init-sal", "2H", "eve"))
    for name, table in {"block": blocked, "nothing": still, "drawn card": unaware, "hurt": hurt}.items():
        assert "sal" not in turn(table).acted, name
    for name, table in {"refresh": refreshed, "initiative": initiative}.items():
        assert turn(table).acted == (), name


@pytest.mark.rule("IM-TURN-4", "IM-TURN-5", "IM-HTH-9", "IM-RANGED-5")
@pytest.mark.parametrize("attack", [blow("9S", "counterattack", "10H")[:4], shot("9S", "dodge", "10H")[:4]])
def test_counterattack_and_dodge_use_the_action_up_and_cancel_the_declared_one(attack: tuple[Command, ...]) -> None:
    before = declared(arena(), rex="hit", sal="run away")
    table = play(before, *attack)
    assert states_in(table) == {"rex": "now", "sal": "lost"}
    assert "Sal loses the declared action" in log(before, attack, "tom")
    over = play(table, Cancel(seat="gm"))
    assert states_in(over) == {"rex": "now", "sal": "waiting"}
    assert turn(over).acted == ()


@pytest.mark.rule("IM-TURN-5", "IM-HTH-8", "IM-RANGED-5")
def test_who_has_acted_neither_counterattacks_nor_dodges() -> None:
    acted = play(fighting(arena()), *blow("9H", "block", "10C", by="sal", at="orc"), SETTLE)
    struck = play(acted, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"))
    assert why(struck, answers("counterattack")) == ("has_acted", "IM-HTH-8", "IM-TURN-5")
    assert not offers(struck, "eve")["respond_counterattack"]
    assert offers(struck, "eve")["respond_block"]
    aimed = play(fighting(arena()), Shoot(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"))
    late = play(aimed, MarkActed(seat="gm", actor="sal"))
    assert why(late, answers("dodge")) == ("has_acted", "IM-RANGED-5", "IM-TURN-5")


@pytest.mark.rule("IM-HTH-3", "IM-WOUND-12")
def test_the_responses_of_a_secret_target_show_nobody_else_what_state_it_is_in() -> None:
    struck = play(fighting(arena()), Strike(seat="tom", actor="rex", target="orc"), lays("actor", "9S", "tom"))
    orc = replace(struck.actors["orc"], secret=True)
    well = replace(struck, actors={**struck.actors, "orc": orc})
    helpless = play(well, LayCondition(seat="gm", actor="orc", condition="helpless"))
    seen, own = ([GAME.offers(table, "gm", viewer) for table in (well, helpless)] for viewer in ("tom", "gm"))
    responses = [[offer for offer in offers if offer.name.startswith("respond")] for offers in seen]
    assert responses[0] == responses[1] != []
    assert own[0] != own[1]


@pytest.mark.rule("IM-TURN-6")
def test_without_initiative_the_order_of_declaration_is_proposed_and_the_gm_picks_another() -> None:
    table = declared(arena(), sal="first", rex="second", orc="third")
    assert states_in(table) == {"sal": "now", "rex": "waiting", "orc": "waiting"}
    of_actors = [name.partition(":")[::2] for name in offers(table, "gm")]
    assert next(actor for word, actor in of_actors if word == "lapse") == "sal", "who is on comes first"
    assert of_actors.index(("lapse", "sal")) < of_actors.index(("strike", "orc")), "and the others' after all of it"
    picked = play(table, PickOrder(seat="gm", actors=("orc", "rex")))
    assert [place.actor for place in activity_view(picked, SHARED)[-1].order] == ["orc", "rex", "sal"]
    early = refused(picked, Strike(seat="eve", actor="sal", target="rex"))
    assert early.rules == ("IM-INIT-2",)
    after = play(picked, *blow("9C", "block", "10S", by="orc", at="rex"))
    assert states_in(after)["rex"] == "waiting", "one action is settled before the next begins"
    assert states_in(play(after, SETTLE))["rex"] == "now"
    assert refused(table, PickOrder(seat="tom", actors=("rex",))).message.key == "refused.gm_only"


@pytest.mark.rule("IM-TURN-6", "IM-WOUND-12")
def test_who_was_felled_is_passed_over() -> None:
    table = declared(arena(), sal="first", rex="second")
    down = play(table, LayCondition(seat="gm", actor="sal", condition="unconscious"))
    assert states_in(down) == {"sal": "out", "rex": "now"}


@pytest.mark.rule("IM-TURN-7")
def test_a_pointless_action_is_changed_by_the_gm_or_lapses_as_used() -> None:
    table = declared(arena(), rex="hit the orc", orc="run")
    assert why(table, Declare(seat="tom", actor="rex", what="hide")) == ("change_by_gm", "IM-TURN-7")
    changed = play(table, Declare(seat="gm", actor="rex", what="hide"))
    assert words_in(changed, "eve")["rex"] == "hide"
    lapsed = play(table, Lapse(seat="tom", actor="rex"))
    assert states_in(lapsed) == {"rex": "acted", "orc": "now"}
    assert why(lapsed, Strike(seat="tom", actor="rex", target="orc")) == ("has_acted", "IM-TURN-2")


@pytest.mark.rule("IM-TURN-8")
def test_a_fight_brings_pressure_and_refills_nobody() -> None:
    table = arena({"hand:tom": "2S 9S"})
    in_it = fighting(table)
    assert cards(in_it, "hand:tom") == ["2S", "9S"]
    after = play(in_it, *blow("9S", "block", "10H"), SETTLE)
    assert cards(after, "hand:tom") == ["2S"]
    over = play(after, EndFight(seat="gm"))
    assert over.option("refill_mode") == "calm"
    assert cards(over, "hand:tom") == ["2S"]
    calm = play(table, StartFight(seat="gm", fighters=("rex", "sal"), pressure=False))
    assert calm.option("refill_mode") == "calm"


@pytest.mark.rule("IM-TURN-8", "IM-HAND-6")
def test_the_end_of_a_fight_leaves_the_gms_own_choice_of_refills_alone() -> None:
    by_gm = SetOption(seat="gm", option="refill_mode", value="gm_only", scene=True)
    before = play(fighting(play(arena(), by_gm)), EndFight(seat="gm"))
    meanwhile = play(fighting(arena()), by_gm, EndFight(seat="gm"))
    assert before.option("refill_mode") == meanwhile.option("refill_mode") == "gm_only"


@pytest.mark.rule("IM-TURN-8")
def test_a_calm_scene_is_calm_again_after_the_fight_that_interrupted_it() -> None:
    calm = SetOption(seat="gm", option="refill_mode", value="calm", scene=True)
    before = play(arena(options={"refill_mode": "pressure"}), calm)
    in_it = fighting(before)
    assert in_it.option("refill_mode") == "pressure"
    assert play(in_it, EndFight(seat="gm")).option("refill_mode") == "calm"


@pytest.mark.rule("IM-TURN-9")
def test_a_new_turn_clears_markers_and_declarations_and_leaves_hands_alone() -> None:
    table = declared(arena({"hand:tom": "9S 2S"}), rex="hit", sal="flee")
    table = play(table, PickOrder(seat="gm", actors=("rex", "sal")), *blow("9S", "counterattack", "10H")[:-1])
    table = play(table, enough("actor", "tom"), REVEAL, SETTLE)
    assert refused(play(table, Attempt(seat="gm", actor="orc")), NextTurn(seat="gm")).message.key == (
        "refused.action_under_way"
    )
    following = turn(new := play(table, NextTurn(seat="gm")))
    assert (following.turn, following.acted, following.countered) == (2, (), ())
    assert (dict(following.declared), following.order, following.resolving) == ({}, (), False)
    assert cards(new, "hand:tom") == ["2S"]
    kept = turn(play(table, NextTurn(seat="gm", keep_initiative=True)))
    assert (kept.order, kept.group) == ((("rex",), ("sal",)), 0)


@pytest.mark.rule("IM-TURN-1", "IM-TURN-6")
def test_who_leaves_holds_nobody_up_and_who_joins_acts_last() -> None:
    table = play(fighting(arena(), "rex", "sal", "orc"), PickOrder(seat="gm", actors=("rex", "sal", "orc")))
    left = play(table, LeaveFight(seat="gm", actor="sal"), *blow("9S", "block", "10C", at="orc"), SETTLE)
    assert states_in(left) == {"rex": "acted", "orc": "now"}
    joined = play(left, JoinFight(seat="gm", actor="elf"))
    assert why(joined, Attempt(seat="gm", actor="elf")) == ("not_yet", "IM-INIT-2")
    last = play(joined, Lapse(seat="gm", actor="orc"))
    assert states_in(last)["elf"] == "now"
    late = play(left, Lapse(seat="gm", actor="orc"), JoinFight(seat="gm", actor="elf"))
    assert states_in(late)["elf"] == "now"
    assert GAME.refusal(late, Attempt(seat="gm", actor="elf")) is None


@pytest.mark.rule("IM-ACT-11", "IM-TURN-2")
@pytest.mark.parametrize("answer", ["block", "counterattack", "nothing"])
def test_cancelling_in_mid_attack_gives_everything_back(answer: str) -> None:
    before = fighting(arena({"deck": "2D 3D"}))
    struck = play(before, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"), answers(answer))
    if answer != "nothing":
        struck = play(struck, lays("opposition", "10H", "eve"))
    after = play(struck, Cancel(seat="gm"))
    for hand in ("hand:tom", "hand:eve"):
        assert sorted(cards(after, hand)) == sorted(cards(before, hand))
    assert turn(after) == turn(before)
    assert cards(after, "discard") == (["2D"] if answer == "nothing" else []), "a drawn card is never put back"
    assert activity_view(after, SHARED)[-1].order, "only the fight is under way"


@pytest.mark.rule("IM-HAND-1", "IM-ACT-11", "IM-HTH-10")
@pytest.mark.parametrize("end", [Respond(seat="eve", response="nothing"), Cancel(seat="gm")])
def test_a_hand_filled_meanwhile_takes_no_more_than_seven_back(end: Command) -> None:
    deck = "2D 3D 4D 5D 6D 7D 8D 9D"
    table = arena({"hand:tom": "9S", "deck": deck}, options={"advantage_extra_cards": {"actor": 1}})
    struck = play(table, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"))
    assert len(cards(struck, "hand:tom")) == 7, "an empty hand was refilled, for a second card is due"
    two = play(struck, enough("actor", "tom"))
    after = play(two, end)
    assert len(cards(after, "hand:tom")) == 7
    assert "9S" in cards(after, "discard")


@pytest.mark.rule("IM-GEN-4", "IM-TURN-2")
def test_a_refused_attempt_costs_no_action_and_a_judged_one_does() -> None:
    tried = play(fighting(arena()), Attempt(seat="tom", actor="rex", what="fly"))
    assert turn(play(tried, Judge(seat="gm", outcome="refused"))).acted == ()
    assert turn(play(tried, Judge(seat="gm", outcome="failure"))).acted == ("rex",)


@pytest.mark.rule("IM-TURN-2")
def test_the_order_waits_for_the_action_under_way() -> None:
    table = play(fighting(arena()), CallInitiative(seat="gm"))
    for side, card, seat in (("init-rex", "9S", "tom"), ("init-sal", "9H", "eve"), ("init-orc", "4C", "gm")):
        table = play(table, lays(side, card, seat))
    table = play(table, lays("init-elf", "2C", "gm"), REVEAL, SETTLE)
    struck = play(table, Strike(seat="tom", actor="rex", target="orc"), Lapse(seat="eve", actor="sal"))
    assert states_in(struck)["orc"] == "waiting"
    cancelled = play(struck, Cancel(seat="gm"))
    assert states_in(cancelled)["rex"] == "now", "it was cancelled, so it is still the turn of the first group"
    assert GAME.refusal(cancelled, Strike(seat="tom", actor="rex", target="orc")) is None


@pytest.mark.rule("IM-HTH-11", "IM-WOUND-5")
def test_a_mishap_hurts_without_costing_anybody_an_action() -> None:
    table = play(fighting(arena()), *wounding("9C"), SETTLE)
    assert turn(table).acted == ()
