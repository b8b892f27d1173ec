"""Offers outside the conflict: the next step, no secrets revealed, and a stable file form."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.codec import Codec
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.combat.hit_commands import SetCover
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand, StartConflict
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard, ReserveCard
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.future_imperfect.session.session_commands import StartSession
from engine.rulesets.future_imperfect.social.stakes_commands import NamePrice, PayPrice, ProposeStakes
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    outcome,
    play,
    stacked,
)


def offers(table: Table, seat: str, viewer: str = "") -> Mapping[str, Offer]:
    return {offer.name: offer for offer in GAME.offers(table, seat, viewer or seat)}


def afflicted(table: Table, actor: str, name: str, **more: object) -> Table:
    old = table.actors[actor]
    condition = replace(Condition(id=name, name=name), **more)
    return replace(table, actors={**table.actors, actor: replace(old, conditions=(*old.conditions, condition))})


@pytest.mark.rule("FI-FATE-3", "FI-FATE-6")
def test_a_session_is_begun_before_anything_else() -> None:
    table = laid()
    assert offers(table, "gm")["start_session"].primary
    assert not offers(table, "gm")["start_session"].questions, "one press starts it"
    assert "start_session" not in offers(table, "tom")
    running = play(table, StartSession(seat="gm"))
    assert "start_session" not in offers(running, "gm")
    in_the_bar = [name for name, offer in offers(running, "gm").items() if not offer.rare]
    assert in_the_bar[-1] in ("end_session", "new_character", "set_clock")


@pytest.mark.rule("FI-INIT-1")
def test_all_able_characters_take_part_by_default() -> None:
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
    shown = [offers(state, "gm", SHARED)["start_conflict"].command for state in (hidden, alive)]
    assert shown[0] == shown[1], "how a secret one is nobody learns by it"


@pytest.mark.rule("FI-DROWN-1")
def test_a_drowning_character_swims_with_the_first_action() -> None:
    table = afflicted(conflict(laid()), "frost", "in_water", note="river")
    table = play(counted(dealt(table, frost="AS"), "A"), PlayCard(seat="tom", actor="frost"))
    assert offers(table, "tom")["swim_now:frost"].primary
    swum = play(table, offers(table, "tom")["swim_now:frost"].command)
    assert not any(name.startswith(("swim", "go_", "try_")) for name in offers(swum, "tom")), "first the dice"


@pytest.mark.rule("FI-FEAR-7")
def test_a_flight_with_a_red_joker_shows_only_to_those_who_see_the_hand() -> None:
    table = afflicted(conflict(laid()), "frost", "terrified", level=1)
    table = counted(dealt(table, frost="XR", chuk="AH"), "A")
    assert offers(table, "tom")["flee:frost"].primary
    assert "flee:frost" not in offers(table, "tom", SHARED)
    called = afflicted(conflict(laid()), "frost", "terrified", level=1)
    called = counted(dealt(called, frost="AS"), "A")
    assert offers(called, "tom", SHARED)["flee:frost"].primary, "the called card is open"


@pytest.mark.rule("FI-SIMPLE-4", "FI-SIMPLE-7")
def test_stakes_wait_for_the_other_side_and_a_price_for_chips() -> None:
    table = laid(chips={"tom": {"white": 2, "red": 1}, "gm": {"white": 5}})
    proposal = ProposeStakes(seat="tom", actor="frost", target="thug", aptitude="bluff", success="in", failure="out")
    asked = play(table, proposal)
    assert offers(asked, "tom")["agree_stakes"].denial is not None
    assert offers(asked, "gm")["agree_stakes"].denial is None
    assert GAME.view_for(asked, SHARED).under_way[-1].waiting_for == ("gm",)
    priced = play(table, NamePrice(seat="gm", actor="frost", chips=2, what="kneel"))
    ways = [offer.command for name, offer in offers(priced, "tom").items() if name.startswith("pay_price")]
    assert [dict(way.chips) for way in ways if isinstance(way, PayPrice)] == [{"white": 2}, {"white": 1, "red": 1}]
    assert not any(name.startswith("pay_price") for name in offers(priced, "gm")), "the GM's chips pay for nobody's"
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
def test_effects_on_a_secret_target_change_no_offer_for_other_viewers() -> None:
    table = laid(sheets={"frost": armed("Blast rifle")})
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True)
    well, ill = (play(state, shot) for state in (table, afflicted(table, "thug", "stunned")))
    assert offers(well, "gm", SHARED) == offers(ill, "gm", SHARED)
    assert offers(well, "gm") != offers(ill, "gm")
    missed = play(well, ThrowDice(seat="gm"), chance=dice(d8=[2, 1]))
    assert "check_strays" in offers(missed, "gm")
    assert "check_strays" not in offers(missed, "gm", SHARED)


@pytest.mark.rule("FI-BOOM-1")
def test_a_blast_names_those_near_by_and_is_read_back() -> None:
    command = Explode(seat="gm", dice="3d20", pn=2, near={"frost": 0, "thug": 12})
    result = outcome(laid(), command)
    assert {h.actor for h in result.table.procedures if isinstance(h, PendingWounds)} == {"frost", "thug"}
    codec = Codec(GAME)
    assert codec.command(codec.encode(command)) == command


@pytest.mark.rule("FI-CLOSE-1", "FI-CALL-3", "FI-AUTO-4")
def test_a_secret_foes_state_changes_no_offer_for_other_viewers() -> None:
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
def test_possible_reactions_are_offered_and_waited_for_until_the_dice_fall() -> None:
    table = conflict(laid(sheets={"thug": armed("Blast pistol", hands=["main"])}, chips={"gm": {"white": 1}}))
    table = counted(dealt(table, frost="AS 3S", chuk="XR 4H", thug="KS/2"), "A")
    table = counted(play(table, ReserveCard(seat="tom", actor="frost")), "K")
    assert offers(table, "gm")["play_card:thug"].questions == (), "one click begins a turn"
    between = {
        seat: offers(table, seat, SHARED)[f"play_red:{who}"].rare for seat, who in (("tom", "frost"), ("eve", "chuk"))
    }
    assert between == {"tom": False, "eve": False}, "all find it at once, with the joker or without"
    own = counted(dealt(conflict(laid()), frost="KS 3S", chuk="XR 4H"), "K")
    assert {offers(own, "tom", SHARED)["play_red:frost"].rare, offers(own, "eve", SHARED)["play_red:chuk"].rare} == {
        True,
        False,
    }
    table = play(table, PlayCard(seat="gm", actor="thug"))
    shot = Shoot(seat="gm", actor="thug", target="chuk", weapon="Blast pistol", distance=9)
    declared = play(table, shot)
    assert GAME.view_for(declared, SHARED).under_way[-1].waiting_for == ("gm", "tom", "eve")
    for viewer in ("tom", SHARED):
        reserve_offer = offers(declared, "tom", viewer)["play_reserve:frost"]
        assert reserve_offer.denial is None
        assert reserve_offer.questions == ()
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
def test_keeping_too_few_cards_by_mistake_is_prevented(viewer: str, choices: int) -> None:
    """A viewer who does not see the hand may not learn that one of its cards is a red joker, which stays besides."""
    table = play(stacked(conflict(laid()), "crew", "KS 9H 4D XR"), RollReflex(seat="tom", actor="frost"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d8=[3, 8, 5]))
    (cards,) = offers(table, "tom", viewer)["keep_cards:frost"].questions
    assert (cards.least, cards.most, len(cards.choices)) == (2, 2, choices)


@pytest.mark.rule("FI-INIT-15")
def test_extras_with_the_same_record_are_the_first_to_share_a_hand() -> None:
    twins = {"guard": {"reflex": "1d6"}, "chuk": {"reflex": "1d6"}}
    table = conflict(laid(sheets=twins, who={"frost": "tom", "thug": "gm", "guard": "gm", "chuk": "gm"}))
    share = offers(table, "gm")["share_hand"]
    assert share.questions[0].choices == ("chuk", "thug", "guard")
    assert isinstance(share.command, ShareHand)
    assert share.command.actors == ("chuk", "guard")


@pytest.mark.rule("FI-AIM-2", "FI-AIM-4", "FI-AIM-7")
def test_an_aiming_character_gets_the_offer_of_its_shot() -> None:
    table = laid(sheets={"frost": armed("Blast pistol", "Blast rifle")})
    table = counted(dealt(conflict(table), frost="KS 9H", thug="2D/2"), "K")
    table = play(table, AimCard(seat="tom", actor="frost", target="chuk", weapon="Blast rifle"))
    table = counted(table, "9")
    (fight,) = [activity_view for activity_view in GAME.view_for(table, SHARED).under_way if activity_view.captions]
    assert say(fight.captions["laid:frost"]) == "Aim +2", "there is room for no more below a card"
    (turn,) = [turn for turn in fight.order if turn.actor == "frost"]
    assert turn.label is not None
    assert "aims at Chuk: " in say(turn.label)
    shot = offers(play(table, PlayCard(seat="tom", actor="frost")), "tom")["shoot:frost"]
    assert isinstance(shot.command, Shoot)
    assert (shot.command.target, shot.command.weapon) == ("chuk", "Blast rifle")
    assert "at Chuk" in say(shot.label)
    (whom,) = [ask for ask in shot.questions if ask.field == "target"]
    assert whom.optional
    assert "Any other shot ends the aim" in say(whom.label)


@pytest.mark.rule("FI-ACT-1", "FI-MELEE-1", "FI-MOVE-5", "FI-MOVE-6")
def test_the_first_offer_suits_the_weapon_and_never_wastes_the_card() -> None:
    table = dealt(conflict(laid(sheets={"frost": armed("Vibro knife")})), frost="KS", thug="2D/2")
    acting = offers(play(counted(table, "K"), PlayCard(seat="tom", actor="frost")), "tom")
    assert acting["strike:frost"].primary
    assert not acting["end_turn:frost"].primary
    assert "run up to" in say(acting["go_walking:frost"].label)


@pytest.mark.rule("FI-COVER-1", "FI-COVER-4")
def test_cover_is_seen_on_the_body_and_asked_for_by_parts() -> None:
    table = laid(sheets={"frost": armed("Blast rifle")})
    table = play(table, Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True))
    (parts,) = [ask for ask in offers(table, "gm")["set_cover:thug"].questions if ask.field == "places"]
    assert "guts" not in parts.choices
    assert {"vitals", "upper_torso", "lower_torso"} <= set(parts.choices)
    table = play(table, SetCover(seat="gm", target="thug", obstacle="", value=3))
    notes = GAME.body_annotations(table, "thug", SHARED)
    assert notes.cover["guts"] == 3
    assert "Behind cover, armour 3" in [say(words) for words in notes.penalties]
    side = next(
        activity_view.sides[0]
        for activity_view in reversed(GAME.view_for(table, SHARED).under_way)
        if activity_view.sides
    )
    assert "Behind cover, armour 3" in [say(words) for words in side.target_reasons]
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True)
    part = SetCover(seat="gm", target="thug", places=("upper_torso", "left_arm"), obstacle="a crate", value=3)
    notes = GAME.body_annotations(play(laid(sheets={"frost": armed("Blast rifle")}), shot, part), "thug", SHARED)
    assert "Behind a crate (upper torso, left arm), armour 3" in [say(words) for words in notes.penalties]


@pytest.mark.rule("FI-DEATH-3")
def test_nothing_is_offered_to_the_dead() -> None:
    table = afflicted(conflict(laid()), "frost", "dead")
    assert not [name for name in offers(table, "tom") if name.endswith(":frost")]
