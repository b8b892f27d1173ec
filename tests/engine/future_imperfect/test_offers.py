"""What is offered besides the conflict itself: what comes next, whom it may tell of, and that it can be read back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.play.codec import Codec
from engine.play.offers import Offer
from engine.play.sight import SHARED
from engine.play.words import say
from engine.rulesets.future_imperfect.aiming import AimCard
from engine.rulesets.future_imperfect.blasts import Explode
from engine.rulesets.future_imperfect.conflicts import ShareHand, StartConflict
from engine.rulesets.future_imperfect.drawing import RollReflex
from engine.rulesets.future_imperfect.landing import SetCover
from engine.rulesets.future_imperfect.procedures.harm import Harm
from engine.rulesets.future_imperfect.reserving import ReserveCard
from engine.rulesets.future_imperfect.rolling import ThrowDice
from engine.rulesets.future_imperfect.sessions import StartSession
from engine.rulesets.future_imperfect.shots import Shoot
from engine.rulesets.future_imperfect.stakes import NamePrice, PayPrice, ProposeStakes
from engine.rulesets.future_imperfect.turns import PlayCard
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.future_imperfect.skirmish import armed
from tests.engine.future_imperfect.table import GAME, conflict, counted, dealt, dice, laid, outcome, play, stacked


def offers(table: Table, seat: str, viewer: str = "") -> Mapping[str, Offer]:
    return {offer.name: offer for offer in GAME.offers(table, seat, viewer or seat)}


def afflicted(table: Table, actor: str, name: str, **more: object) -> Table:
    old = table.actors[actor]
    condition = replace(Condition(id=name, name=name), **more)
    return replace(table, actors={**table.actors, actor: replace(old, conditions=(*old.conditions, condition))})


@pytest.mark.rule("FI-FATE-3", "FI-FATE-6")
def test_a_session_is_begun_before_anything_else() -> None:
    table = laid()
    assert offers(table, "gm")["start_session"].main
    assert "start_session" not in offers(table, "tom")
    running = play(table, StartSession(seat="gm"))
    assert "start_session" not in offers(running, "gm")
    assert [*offers(running, "gm")][-1] in ("end_session", "new_character", "set_clock")


@pytest.mark.rule("FI-INIT-1")
def test_whoever_can_act_takes_part_without_being_ticked() -> None:
    table = afflicted(laid(who={"frost": "tom", "chuk": "eve", "vale": "tom", "thug": "gm"}), "chuk", "unconscious")
    start = offers(table, "gm")["start_conflict"].command
    assert isinstance(start, StartConflict)
    assert start.fighters == ("frost", "vale", "thug")
    villains = offers(laid(who={"thug": "gm", "guard": "gm"}), "gm")["start_conflict"].command
    assert isinstance(villains, StartConflict)
    assert villains.fighters == ("thug", "guard")
    down = afflicted(laid(who={"thug": "gm"}), "thug", "unconscious")
    last = offers(down, "gm")["start_conflict"].command
    assert isinstance(last, StartConflict)
    assert last.fighters == ("thug",), "somebody has to"
    secret = replace(table.actors["vale"], secret=True)
    hidden = replace(table, actors={**table.actors, "vale": afflicted(table, "vale", "dead").actors["vale"]})
    hidden = replace(hidden, actors={**hidden.actors, "vale": replace(hidden.actors["vale"], secret=True)})
    alive = replace(table, actors={**table.actors, "vale": secret})
    shown = [offers(one, "gm", SHARED)["start_conflict"].command for one in (hidden, alive)]
    assert shown[0] == shown[1], "how a secret one is nobody learns by it"


@pytest.mark.rule("FI-DROWN-1")
def test_whoever_drowns_swims_with_the_first_action() -> None:
    table = afflicted(conflict(laid()), "frost", "in_water", note="river")
    table = play(counted(dealt(table, frost="AS"), "A"), PlayCard(seat="tom", actor="frost"))
    assert offers(table, "tom")["swim_now:frost"].main
    swum = play(table, offers(table, "tom")["swim_now:frost"].command)
    assert not any(name.startswith(("swim", "go_", "try_")) for name in offers(swum, "tom")), "first the dice"


@pytest.mark.rule("FI-FEAR-7")
def test_whom_terror_lets_run_with_a_red_joker_only_those_learn_who_see_the_hand() -> None:
    table = afflicted(conflict(laid()), "frost", "terrified", level=1)
    table = counted(dealt(table, frost="XR", chuk="AH"), "A")
    assert offers(table, "tom")["flee:frost"].main
    assert "flee:frost" not in offers(table, "tom", SHARED)
    called = afflicted(conflict(laid()), "frost", "terrified", level=1)
    called = counted(dealt(called, frost="AS"), "A")
    assert offers(called, "tom", SHARED)["flee:frost"].main, "the called card is open"


@pytest.mark.rule("FI-SIMPLE-4", "FI-SIMPLE-7")
def test_stakes_wait_for_the_other_side_and_a_price_for_chips() -> None:
    table = laid(chips={"tom": {"white": 2, "red": 1}, "gm": {"white": 5}})
    said = ProposeStakes(seat="tom", actor="frost", target="thug", aptitude="bluff", success="in", failure="out")
    asked = play(table, said)
    assert offers(asked, "tom")["agree_stakes"].denial is not None
    assert offers(asked, "gm")["agree_stakes"].denial is None
    assert GAME.view_for(asked, SHARED).under_way[-1].waiting_for == ("gm",)
    priced = play(table, NamePrice(seat="gm", actor="frost", chips=2, what="kneel"))
    ways = [offer.command for name, offer in offers(priced, "tom").items() if name.startswith("pay_price")]
    assert [dict(way.chips) for way in ways if isinstance(way, PayPrice)] == [{"white": 2}, {"white": 1, "red": 1}]
    assert not any(name.startswith("pay_price") for name in offers(priced, "gm")), "the Master's chips pay for nobody's"
    assert GAME.view_for(priced, SHARED).under_way[-1].waiting_for == ("tom",)


@pytest.mark.rule("FI-HEAL-2", "FI-PSY-1")
def test_of_a_secret_character_nothing_is_offered_before_other_eyes() -> None:
    table = laid()
    spy = replace(table.actors["guard"], secret=True)
    table = afflicted(replace(table, actors={**table.actors, "guard": spy}), "guard", "in_water", note="river")
    seen = repr(GAME.offers(table, "gm", SHARED)) + repr(GAME.offers(table, "tom"))
    assert "guard" not in seen.lower()
    assert "guard" in repr(GAME.offers(table, "gm"))


@pytest.mark.rule("FI-DEFEND-9", "FI-STRAY-1")
def test_what_befell_a_secret_target_changes_no_offer_before_other_eyes() -> None:
    table = laid(sheets={"frost": armed("Blast rifle")})
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True)
    well, ill = (play(one, shot) for one in (table, afflicted(table, "thug", "stunned")))
    assert offers(well, "gm", SHARED) == offers(ill, "gm", SHARED)
    assert offers(well, "gm") != offers(ill, "gm")
    missed = play(well, ThrowDice(seat="gm"), chance=dice(d8=[2, 1]))
    assert "check_strays" in offers(missed, "gm")
    assert "check_strays" not in offers(missed, "gm", SHARED)


@pytest.mark.rule("FI-BOOM-1")
def test_a_blast_names_those_near_by_and_is_read_back() -> None:
    command = Explode(seat="gm", dice="3d20", pn=2, near={"frost": 0, "thug": 12})
    result = outcome(laid(), command)
    assert {h.actor for h in result.table.procedures if isinstance(h, Harm)} == {"frost", "thug"}
    codec = Codec(GAME)
    assert codec.command(codec.encode(command)) == command


@pytest.mark.rule("FI-CLOSE-1", "FI-CALL-3", "FI-AUTO-4")
def test_what_a_secret_foe_holds_and_is_changes_no_offer_before_other_eyes() -> None:
    def offered(sheet: Mapping[str, object]) -> tuple[tuple[Offer, ...], ...]:
        sheets = {"frost": armed("Vibro knife", "Laser pistol", hands=["right"]), "guard": sheet}
        table = laid(sheets=sheets)
        table = replace(table, actors={**table.actors, "guard": replace(table.actors["guard"], secret=True)})
        table = play(
            counted(dealt(conflict(table), frost="AS", guard="KS/2"), "A"), PlayCard(seat="tom", actor="frost")
        )
        return GAME.offers(table, "tom"), GAME.offers(table, "tom", SHARED), GAME.offers(table, "gm", SHARED)

    bare = offered({})
    assert any("guard" in repr(offer) for offers in bare for offer in offers), "the foe itself is known to be there"
    assert offered(armed("Boarding pike", "Heavy blaster", hands=["right"], race="Hexapod")) == bare


@pytest.mark.rule("FI-RES-4", "FI-JOKER-2", "FI-DEFEND-1")
def test_who_may_answer_an_attack_is_offered_it_and_waited_for_until_the_dice_fall() -> None:
    table = conflict(laid(sheets={"thug": armed("Blast pistol", hands=["main"])}, chips={"gm": {"white": 1}}))
    table = counted(dealt(table, frost="AS 3S", chuk="XR 4H", thug="KS/2"), "A")
    table = counted(play(table, ReserveCard(seat="tom", actor="frost")), "K")
    assert offers(table, "gm")["play_card:thug"].asks == (), "one click begins a turn"
    table = play(table, PlayCard(seat="gm", actor="thug"))
    shot = Shoot(seat="gm", actor="thug", target="chuk", weapon="Blast pistol", distance=9)
    declared = play(table, shot)
    assert GAME.view_for(declared, SHARED).under_way[-1].waiting_for == ("gm", "tom", "eve")
    for viewer in ("tom", SHARED):
        held = offers(declared, "tom", viewer)["play_reserve:frost"]
        assert held.denial is None
        assert held.asks == ()
    assert not any(name.startswith("play_re") for name in offers(declared, "gm"))
    assert offers(declared, "eve")["play_red:chuk"].denial is None
    assert "play_red:frost" not in offers(declared, "tom")
    alike = {seat: [name for name in offers(declared, seat, SHARED) if "play_red" in name] for seat in ("tom", "eve")}
    assert alike == {"tom": ["play_red:frost"], "eve": ["play_red:chuk"]}, "who has the joker is not to be seen"
    fallen = play(declared, ThrowDice(seat="gm"), chance=dice(d8=[2, 3]))
    assert GAME.view_for(fallen, SHARED).under_way[-1].waiting_for == ("gm",)
    assert not any(name.startswith("play_re") for seat in ("tom", "eve") for name in offers(fallen, seat))


@pytest.mark.rule("FI-INIT-7", "FI-JOKER-3")
@pytest.mark.parametrize(("viewer", "choices"), [("tom", 3), (SHARED, 4)])
def test_nobody_keeps_too_few_cards_by_a_slip(viewer: str, choices: int) -> None:
    """Who does not see the hand may not learn that one of its cards is a red Joker, which stays besides."""
    table = play(stacked(conflict(laid()), "crew", "KS 9H 4D XR"), RollReflex(seat="tom", actor="frost"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d8=[3, 8, 5]))
    (cards,) = offers(table, "tom", viewer)["keep_cards:frost"].asks
    assert (cards.least, cards.most, len(cards.choices)) == (2, 2, choices)


@pytest.mark.rule("FI-INIT-15")
def test_extras_with_the_same_record_are_the_first_to_share_a_hand() -> None:
    twins = {"guard": {"reflex": "1d6"}, "chuk": {"reflex": "1d6"}}
    table = conflict(laid(sheets=twins, who={"frost": "tom", "thug": "gm", "guard": "gm", "chuk": "gm"}))
    share = offers(table, "gm")["share_hand"]
    assert share.asks[0].choices == ("chuk", "thug", "guard")
    assert isinstance(share.command, ShareHand)
    assert share.command.actors == ("chuk", "guard")


@pytest.mark.rule("FI-AIM-2", "FI-AIM-4", "FI-AIM-7")
def test_whoever_has_aimed_is_offered_the_shot_of_the_aim_and_told_of_it() -> None:
    table = laid(sheets={"frost": armed("Blast pistol", "Blast rifle")})
    table = counted(dealt(conflict(table), frost="KS 9H", thug="2D/2"), "K")
    table = play(table, AimCard(seat="tom", actor="frost", target="chuk", weapon="Blast rifle"))
    table = counted(table, "9")
    (fight,) = [glimpse for glimpse in GAME.view_for(table, SHARED).under_way if glimpse.captions]
    caption = say(fight.captions["laid:frost"])
    assert caption.startswith("aims at Chuk: ")
    assert any(turn.label is not None and caption in say(turn.label) for turn in fight.order), "on its tile as well"
    shot = offers(play(table, PlayCard(seat="tom", actor="frost")), "tom")["shoot:frost"]
    assert isinstance(shot.command, Shoot)
    assert (shot.command.target, shot.command.weapon) == ("chuk", "Blast rifle")
    assert "at Chuk" in say(shot.label)
    (whom,) = [ask for ask in shot.asks if ask.field == "target"]
    assert whom.optional
    assert "lost at anybody else" in say(whom.label)


@pytest.mark.rule("FI-ACT-1", "FI-MELEE-1", "FI-MOVE-5", "FI-MOVE-6")
def test_the_first_offer_is_what_ones_weapon_does_and_the_card_is_never_wasted() -> None:
    table = dealt(conflict(laid(sheets={"frost": armed("Vibro knife")})), frost="KS", thug="2D/2")
    acting = offers(play(counted(table, "K"), PlayCard(seat="tom", actor="frost")), "tom")
    assert acting["strike:frost"].main
    assert not acting["end_turn:frost"].main
    assert "runs up to" in say(acting["go_walking:frost"].label)


@pytest.mark.rule("FI-COVER-1", "FI-COVER-4")
def test_cover_is_seen_on_the_body_and_asked_for_by_parts() -> None:
    table = laid(sheets={"frost": armed("Blast rifle")})
    table = play(table, Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True))
    (parts,) = [ask for ask in offers(table, "gm")["set_cover:thug"].asks if ask.field == "places"]
    assert "guts" not in parts.choices
    assert {"vitals", "upper_torso", "lower_torso"} <= set(parts.choices)
    table = play(table, SetCover(seat="gm", target="thug", obstacle="", value=3))
    notes = GAME.figure_notes(table, "thug", SHARED)
    assert notes.cover["guts"] == 3
    assert "behind cover, armour 3" in [say(words) for words in notes.penalties]
    side = next(glimpse.sides[0] for glimpse in reversed(GAME.view_for(table, SHARED).under_way) if glimpse.sides)
    assert "behind cover, armour 3" in [say(words) for words in side.target_reasons]


@pytest.mark.rule("FI-DEATH-3")
def test_nothing_is_offered_to_the_dead() -> None:
    table = afflicted(conflict(laid()), "frost", "dead")
    assert not [name for name in offers(table, "tom") if name.endswith(":frost")]
