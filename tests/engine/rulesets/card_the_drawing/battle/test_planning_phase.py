"""The Planning phase on the table (section 2.8)."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.manual_moves import MoveCards, SetTrack
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import FieldCardState, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import (
    LayCard,
    LockPlan,
    MarkDismissal,
    TakeCardBack,
)
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards, ReopenPlan, unaffordable_cards
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    cards,
    deck,
    duel,
    faces,
    fighter,
    in_hand,
    laid,
    next_round,
    notes,
    now,
    outcome,
    planned,
    planning,
    play,
    refused,
    started,
    why,
    with_tracks,
)

SPELLS = {"archetype": "Sorcerer", "deck": deck("so_meteor*3 so_cataclysm*3 so_arcane_lance*3 so_spark*3 punch*3")}


def _ready(hand: str, who: str = "tia", **more: object) -> Table:
    sheets = {"tia": SPELLS} if more.pop("spells", False) else None
    options = more.pop("options", None)
    assert not more
    table = arranged(duel(sheets=sheets, options=options), who, hand=hand)  # type: ignore[arg-type]
    return planning(table)


def _plan(table: Table, *named: str, actor: str = "tia", lock: bool = True) -> PlanCards:
    """Return a plan of cards named by faces; `-` is a gap."""
    plan: list[str] = []
    for face in named:
        lying = (*actor_zones.hand_cards(table, actor), *cards(table, actor_zones.plan_zone(actor)))
        left = [card for card in lying if card not in plan]
        plan.append("" if face == "-" else next(card for card in left if card.split("/")[0] == face))
    return PlanCards(seat="tom", actor=actor, cards=tuple(plan), lock=lock)


def _by_hand(table: Table, *named: str) -> Table:
    """Return the table after cards of the hand were moved into the plan by hand."""
    moved = tuple(in_hand(table, "tia", face) for face in named)
    return play(table, MoveCards(seat="gm", cards=moved, target="plan:tia"))


@pytest.mark.rule("CD-PLAN-1", "CD-PLAN-3", "CD-STAT-6", "CD-DECK-7")
def test_cards_lie_face_down_in_order_up_to_speed() -> None:
    table = _ready("punch swing_blade retreat")
    assert {"drawing_too_many", "CD-PLAN-1"} <= {*why(table, _plan(table, "punch", "swing_blade", "retreat"))}
    table = play(table, _plan(table, "swing_blade", "punch"))
    assert faces(table, "plan:tia") == ["swing_blade", "punch"]
    slots = fighter(table, "tia").slots
    assert [(slot.first, slot.last, slot.stand) for slot in slots] == [(1, 1, "down"), (2, 2, "down")]
    own, shared = GAME.view_for(table, "tom"), GAME.view_for(table, "shared")
    assert [card.split("/")[0] for card in own.zones["plan:tia"].cards if card] == ["swing_blade", "punch"]
    assert shared.zones["plan:tia"].count == 2
    assert not any(shared.zones["plan:tia"].cards)


@pytest.mark.rule("CD-PLAN-1")
def test_only_cards_of_the_own_hand_are_planned_each_once() -> None:
    table = _ready("punch swing_blade")
    punch = in_hand(table, "tia", "punch")
    for wrong in ((punch, punch), ("retreat",), (cards(table, "draw:tia")[0],), (cards(table, "hand:eve")[0],)):
        assert why(table, PlanCards(seat="tom", actor="tia", cards=wrong)) == ("drawing_not_in_hand", "CD-PLAN-1")
    placed = PlanCards(seat="tom", actor="tia", cards=("hand:tom#1", "hand:tom#0"))
    assert faces(play(table, placed), "plan:tia") == ["swing_blade", "punch"]


@pytest.mark.rule("CD-PLAN-2", "CD-TAG-INTERRUPT")
def test_interrupts_are_not_planned() -> None:
    table = _ready("counter_strike punch")
    assert why(table, _plan(table, "counter_strike")) == ("drawing_plans_interrupt", "CD-PLAN-2")


@pytest.mark.rule("CD-PLAN-3", "CD-AMB-14")
def test_a_plan_has_gaps_only_where_the_group_wishes() -> None:
    table = _ready("punch swing_blade")
    assert why(table, _plan(table, "-", "punch")) == ("drawing_no_gaps", "CD-PLAN-3")
    table = _ready("punch swing_blade", options={"empty_slots": True})
    table = play(table, _plan(table, "-", "punch"))
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(2, 2)]
    assert {"drawing_too_many", "CD-PLAN-1"} <= {*why(table, _plan(table, "-", "-", "punch"))}


@pytest.mark.rule("CD-PLAN-4", "CD-AMB-15", "CD-UI-5")
def test_who_plans_is_warned_in_private_of_what_is_too_dear() -> None:
    table = with_tracks(_ready("hamstring staggering_blow"), "tia", Adrenaline=3)
    result = outcome(table, _plan(table, "hamstring", "staggering_blow"))
    warning = next(e for e in result.events if isinstance(e, Noted) and e.message.key == "log.drawing_too_dear")
    assert warning.audience == ("tom",)
    assert warning.message.params == {"card": "Staggering Blow", "cost": 2, "has": 1}
    assert [dear.left for dear in unaffordable_cards(result.table, "tia", cards(result.table, "plan:tia"))] == [1]
    table = with_tracks(
        _ready("hamstring staggering_blow", options={"plan_unaffordable": "forbid"}), "tia", Adrenaline=3
    )
    assert why(table, _plan(table, "hamstring", "staggering_blow")) == ("drawing_plan_dear", "CD-PLAN-4")
    play(table, _plan(table, "hamstring"))


@pytest.mark.rule("CD-UI-5", "CD-PLAN-1", "CD-PLAN-4", "CD-TAG-RITUAL", "CD-AMB-15")
def test_the_cost_of_a_plan_is_known_before_it_is_made_and_to_its_planner_alone() -> None:
    hand = "so_arcane_lance so_cataclysm punch"
    for word, keys in (("warn", ["glimpse.drawing_plan_dear"]), ("forbid", ["refused.drawing_plan_dear"])):
        table = with_tracks(_ready(hand, spells=True, options={"plan_unaffordable": word}), "tia", Adrenaline=3)
        for faces_, slots, expected in (
            ((), 0, []),
            (("punch", "so_arcane_lance"), 2, []),  # the Ritual goes on in the next round
            (("so_cataclysm",), 2, keys),
            (("so_cataclysm", "punch"), 4, ["refused.drawing_too_many", *keys]),
        ):
            command = _plan(table, *faces_)
            budget = GAME.row_budget(table, command)
            assert budget is not None
            params = budget.words.params
            assert (params["slots"], params["speed"], [w.key for w in budget.warnings]) == (slots, 2, expected)
            assert all(GAME.row_budget(table, command, viewer) is None for viewer in ("gm", "eve", SHARED))
    table = _ready("counter_strike")
    interrupt = GAME.row_budget(table, _plan(table, "counter_strike"))
    assert interrupt is not None
    assert interrupt.warnings[0].key == "refused.drawing_plans_interrupt"
    assert GAME.row_budget(table, LockPlan(seat="tom", actor="tia")) is None


@pytest.mark.rule("CD-UI-6", "CD-PLAN-1")
def test_a_plan_may_be_reopened_until_the_last_one_stands() -> None:
    table = _ready("punch swing_blade")
    assert {"drawing_plan_open", "CD-PLAN-1"} <= {*why(table, ReopenPlan(seat="tom", actor="tia"))}
    table = play(table, _plan(table, "punch", "swing_blade"))
    assert unfinished_actors(table) == ("eli",)
    table = play(table, ReopenPlan(seat="tom", actor="tia"))
    assert unfinished_actors(table) == ("tia", "eli")
    table = play(table, _plan(table, "swing_blade", lock=False))
    assert faces(table, "plan:tia") == ["swing_blade"]
    assert faces(table, "hand:tom") == ["punch"]
    assert unfinished_actors(table) == ("tia", "eli")
    table = play(table, _plan(table, "swing_blade"), PlanCards(seat="eve", actor="eli"))
    assert now(table).phase is Phase.PLAYING
    assert why(table, ReopenPlan(seat="tom", actor="tia")) == ("drawing_not_planning", "CD-PLAN-1")


def _bears(table: Table, face: str, owner: str, bearer: str, *, permanent: bool = False) -> Table:
    """Return a battle in which a card of an owner lies before its bearer."""
    hand = table.zones[actor_zones.hand_zone(table, owner)]
    card = in_hand(table, owner, face)
    field = table.zones[actor_zones.field_zone(bearer)]
    battle = now(table)
    field_card = FieldCardState(card=card, owner=owner, bearer=bearer, entered=battle.entered, permanent=permanent)
    fight = replace(battle, field=(*battle.field, field_card), entered=battle.entered + 1)
    changed = {
        hand.id: replace(hand, cards=tuple(other for other in hand.cards if other != card)),
        field.id: replace(field, cards=(*field.cards, card)),
    }
    procedures = tuple(fight if procedure is battle else procedure for procedure in table.procedures)
    return replace(table, zones={**table.zones, **changed}, procedures=procedures)


@pytest.mark.rule("CD-PLAN-5", "CD-PLAN-6", "CD-COND-3", "CD-DECK-8", "CD-AMB-6")
def test_own_conditions_are_given_up_when_the_phase_ends_whoever_bears_them() -> None:
    table = _bears(_ready("hamstring polearm take_cover"), "hamstring", "tia", "eli")
    table = _bears(table, "polearm", "tia", "tia")
    table = _bears(table, "take_cover", "tia", "tia", permanent=True)
    hamstring, polearm, cover = (field_card.card for field_card in now(table).field)
    wrong = PlanCards(seat="eve", actor="eli", dismissed=(hamstring,))
    assert why(table, wrong) == ("drawing_not_dismissible", "CD-PLAN-5")
    assert why(table, PlanCards(seat="tom", actor="tia", dismissed=(cover,))) == (
        "drawing_not_dismissible",
        "CD-PLAN-5",
    )
    marked = play(table, MarkDismissal(seat="tom", actor="tia", card="field:tia#0"))
    assert fighter(marked, "tia").dismissed == (polearm,)
    kept = play(marked, PlanCards(seat="tom", actor="tia", lock=False))
    assert fighter(kept, "tia").dismissed == (polearm,), "another plan leaves what is marked"
    assert fighter(play(marked, PlanCards(seat="tom", actor="tia", dismissed=())), "tia").dismissed == ()
    table = play(table, PlanCards(seat="tom", actor="tia", dismissed=(hamstring, polearm)))
    assert [field_card.card for field_card in now(table).field] == [
        hamstring,
        polearm,
        cover,
    ]  # not before everybody has planned
    table = play(table, PlanCards(seat="eve", actor="eli"))
    assert sorted(cards(table, "discard:tia")) == sorted([hamstring, polearm])
    assert cards(table, "field:tia") == [cover]
    assert not cards(table, "field:eli")


@pytest.mark.rule("CD-TAG-RITUAL", "CD-PLAN-3", "CD-AMB-21")
def test_rituals_take_as_many_slots_as_they_say() -> None:
    table = _ready("so_arcane_lance so_spark so_cataclysm", spells=True)
    assert {"drawing_too_many", "CD-PLAN-1"} <= {*why(table, _plan(table, "so_arcane_lance", "so_spark"))}
    table = play(table, _plan(table, "so_spark", "so_arcane_lance"))
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(1, 1), (2, 3)]
    table = _ready("so_arcane_lance so_spark", spells=True, options={"ritual_overflow": "forbid"})
    assert why(table, _plan(table, "so_spark", "so_arcane_lance")) == ("drawing_no_overflow", "CD-TAG-RITUAL")
    play(table, _plan(table, "so_arcane_lance"))


@pytest.mark.rule("CD-TAG-RITUAL", "CD-CLEAN-5", "CD-EX-61")
def test_a_ritual_that_goes_on_takes_the_first_slots_of_the_next_round() -> None:
    table = _ready("so_cataclysm so_spark punch", spells=True)
    table = planned(table, tia="so_cataclysm")
    assert now(table).round == 2
    assert fighter(table, "tia").slots == (
        Slot(card=cards(table, "open:tia")[0], first=1, last=1, stand=SlotStatus.CHARGING),
    )
    assert faces(table, "open:tia") == ["so_cataclysm"]
    assert faces(table, "discard:tia") == []
    table = planning(table)
    assert {"drawing_too_many", "CD-PLAN-1"} <= {*why(table, _plan(table, "so_spark", "punch"))}
    table = play(table, _plan(table, "punch"))
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(1, 1), (2, 2)]


@pytest.mark.rule("CD-MINION-2", "CD-PLAN-1")
def test_a_mob_plans_one_card_for_each_head() -> None:
    table = planning(arranged(started(laid("tia", "rats")), "rats", hand="punch punch gm_gang_up gm_grapple"))
    plan = PlanCards(seat="gm", actor="rats", cards=actor_zones.hand_cards(table, "rats"))
    assert [slot.last for slot in fighter(play(table, plan), "rats").slots] == [1, 2, 3, 4]
    table = with_tracks(table, "rats", **{"Minion 2": 0})
    assert why(table, plan) == ("drawing_too_many", "CD-PLAN-1")


@pytest.mark.rule("CD-PLAN-7", "CD-AMB-17")
def test_targets_are_noted_while_planning_only_where_the_group_wishes() -> None:
    table = _ready("punch swing_blade")
    aimed = replace(_plan(table, "punch"), targets=(("eli",),))
    assert why(table, aimed) == ("drawing_targets_later", "CD-PLAN-7")
    table = _ready("punch swing_blade", options={"targets": "in_planning"})
    assert fighter(play(table, aimed), "tia").slots[0].targets == ("eli",)
    assert {"drawing_target.unknown", "CD-TGT-1"} <= {*why(table, replace(aimed, targets=(("nobody",),)))}
    assert why(table, replace(aimed, targets=(("eli",), ("eli",)))) == ("drawing_targets_count", "CD-PLAN-7")


@pytest.mark.rule("CD-UI-3", "CD-UI-13")
def test_the_gm_lets_plans_stand_as_they_lie() -> None:
    table = _ready("punch swing_blade retreat")
    table = play(table, _plan(table, "swing_blade", "punch", lock=False))
    result = outcome(table, ForceOn(seat="gm"))
    assert now(result.table).phase is Phase.PLAYING
    assert faces(result.table, "open:tia") == ["swing_blade"]
    assert faces(result.table, "plan:tia") == ["punch"]
    assert notes(result)[0] == "forced"


@pytest.mark.rule("CD-UI-13")
def test_cards_that_were_laid_by_hand_return_when_the_gm_goes_on() -> None:
    table = _by_hand(_lay(_ready("punch counter_strike swing_blade retreat"), "retreat"), "counter_strike", "punch")
    assert why(table, LockPlan(seat="tom", actor="tia")) == ("drawing_plan_by_hand", "CD-PLAN-1")
    gone_on = play(table, ForceOn(seat="gm"))
    assert faces(gone_on, "open:tia") == ["retreat"]
    assert faces(gone_on, "plan:tia") == []
    assert sorted(faces(gone_on, "hand:tom")) == ["counter_strike", "punch", "swing_blade"]
    again = play(table, _plan(table, "retreat", "punch"))
    assert faces(again, "plan:tia") == ["retreat", "punch"]
    assert fighter(again, "tia").ready


@pytest.mark.rule("CD-PLAN-1", "CD-PLAN-3")
def test_a_card_that_was_taken_out_of_a_plan_by_hand_leaves_no_gap() -> None:
    table = _lay(_lay(_ready("punch swing_blade retreat"), "punch"), "retreat")
    taken = table.zones["plan:tia"].cards[:1]
    table = play(table, MoveCards(seat="gm", cards=taken, target="hand:tom"), ForceOn(seat="gm"))
    assert faces(table, "open:tia") == ["retreat"]
    assert sorted(faces(table, "hand:tom")) == ["punch", "swing_blade"]


@pytest.mark.rule("CD-PLAN-1", "CD-PLAN-3", "CD-UI-5")
@pytest.mark.parametrize("gaps", [False, True])
def test_a_plan_goes_on_without_a_card_that_was_taken_out_of_the_battle_by_hand(gaps: bool) -> None:
    start = _lay(_lay(_ready("punch swing_blade retreat", options={"empty_slots": gaps}), "punch"), "retreat")
    taken = start.zones["plan:tia"].cards[:1]
    table = play(start, MoveCards(seat="gm", cards=taken, target="discard:tia"))
    assert faces(_lay(table, "swing_blade", 1), "plan:tia") == ["swing_blade", "retreat"]
    left = table.zones["plan:tia"].cards[0]
    assert faces(play(table, TakeCardBack(seat="tom", actor="tia", card=left)), "plan:tia") == []


@pytest.mark.rule("CD-PLAN-1", "CD-PLAN-2", "CD-UI-6")
def test_what_others_see_does_not_depend_on_the_cards_that_were_laid_by_hand() -> None:
    """An Interrupt and a card too many return like cards that could be planned."""
    start = _ready("punch counter_strike swing_blade retreat")
    seen = []
    for named in (("punch", "retreat"), ("counter_strike", "punch"), ("counter_strike", "swing_blade")):
        table = _by_hand(start, *named)
        offers = [GAME.offers(table, seat, "eve") for seat in table.seats]
        refusal, result = why(table, LockPlan(seat="tom", actor="tia")), outcome(table, ForceOn(seat="gm"))
        lines = [e for e in result.events if isinstance(e, Noted) and (e.audience is None or "eve" in e.audience)]
        counts = {name: len(zone.cards) for name, zone in result.table.zones.items()}
        seen.append((offers, refusal, lines, counts, GAME.view_for(result.table, "eve")))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("CD-DEF-2", "CD-PLAN-1")
def test_nobody_waits_for_who_has_fallen() -> None:
    table = planning(started(laid("tia", "tam", "eli"), sides={"tia": "red", "tam": "red", "eli": "blue"}))
    table = play(table, PlanCards(seat="tom", actor="tam"), PlanCards(seat="eve", actor="eli"))
    table = play(table, SetTrack(seat="gm", actor="tia", track="Health", value=0))
    assert now(table).round == 2
    assert unfinished_actors(table) == ("tam", "eli")
    assert {"drawing_fallen", "CD-DEF-2"} <= {*why(planning(table), PlanCards(seat="tom", actor="tia"))}


def test_what_others_see_does_not_depend_on_a_plan() -> None:
    """Two plans of as many cards look alike to everybody else, in what lies there and in what is told."""
    table = _ready("punch swing_blade hamstring staggering_blow retreat")
    table = with_tracks(table, "tia", Adrenaline=0)
    seen = []
    for named in (("punch", "retreat"), ("hamstring", "staggering_blow")):
        result = outcome(table, _plan(table, *named), SeededChance(3))
        lines = [e for e in result.events if isinstance(e, Noted) and (e.audience is None or "eve" in e.audience)]
        seen.append((GAME.view_for(result.table, "eve"), lines, result.title, "eve" in result.learned))
    assert seen[0] == seen[1]


@pytest.mark.rule("CD-ROUND-1", "CD-CLEAN-6")
def test_cards_left_in_hand_are_kept() -> None:
    table = arranged(duel(), "tia", hand="punch retreat", pile="swing_blade")
    assert faces(next_round(table), "hand:tom") == ["punch", "retreat", "swing_blade"]


@pytest.mark.rule("CD-PLAN-1")
def test_who_may_not_see_a_hand_does_not_plan_from_it() -> None:
    """Whether a card may be planned tells what it is, so not even the GM tries with cards unseen."""
    table = _ready("punch counter_strike")
    refusals = {refused(table, PlanCards(seat="gm", actor="tia", cards=(f"hand:tom#{n}",))).text for n in (0, 1)}
    assert len(refusals) == 1
    table = play(table, PlanCards(seat="gm", actor="tia"))
    assert fighter(table, "tia").ready


def _lay(table: Table, face: str, slot: int = 0, *, instead: bool = False) -> Table:
    """Return a battle in which Tia lays a card of the hand or of the plan into a slot."""
    lying = (*actor_zones.hand_cards(table, "tia"), *cards(table, actor_zones.plan_zone("tia")))
    card = next(card for card in lying if card.split("/")[0] == face)
    return play(table, LayCard(seat="tom", actor="tia", card=card, slot=slot, instead=instead))


@pytest.mark.rule("CD-PLAN-1", "CD-PLAN-3", "CD-UI-5")
def test_a_plan_is_laid_card_by_card() -> None:
    table = _ready("punch swing_blade retreat counter_strike")
    table = _lay(table, "punch")
    assert faces(_lay(table, "swing_blade"), "plan:tia") == ["punch", "swing_blade"]
    table = _lay(table, "swing_blade", 1)
    assert faces(table, "plan:tia") == ["swing_blade", "punch"]
    assert faces(_lay(table, "punch", 1), "plan:tia") == ["punch", "swing_blade"]
    assert faces(_lay(table, "swing_blade", 2), "plan:tia") == ["punch", "swing_blade"]
    full = LayCard(seat="tom", actor="tia", card=in_hand(table, "tia", "retreat"), slot=2)
    assert why(table, full) == ("drawing_too_many", "CD-PLAN-1"), (
        "the table would see by what comes back how wide they are"
    )
    assert refused(table, replace(full, slot=0, instead=True)).message.key == "refused.drawing_nothing_there"
    (swap,) = (offer for offer in GAME.offers(table, "tom", "tom") if offer.name == "swap_card:tia")
    assert {faces(table, "hand:tom")[int(p.partition("#")[2])] for p in swap.questions[0].choices} == {"retreat"}
    table = _lay(table, "retreat", 2, instead=True)
    assert faces(table, "plan:tia") == ["swing_blade", "retreat"]
    assert "punch" in faces(table, "hand:tom")
    interrupt = LayCard(seat="tom", actor="tia", card=in_hand(table, "tia", "counter_strike"), slot=1)
    assert why(table, interrupt) == ("drawing_plans_interrupt", "CD-PLAN-2")
    table = play(table, TakeCardBack(seat="tom", actor="tia", card="plan:tia#0"))
    assert faces(table, "plan:tia") == ["retreat"]
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(1, 1)]
    table = play(table, LockPlan(seat="tom", actor="tia"))
    assert fighter(table, "tia").ready
    for late in (TakeCardBack(seat="tom", actor="tia", card="plan:tia#0"), LockPlan(seat="tom", actor="tia")):
        assert why(table, late) == ("drawing_plan_closed", "CD-UI-6")


@pytest.mark.rule("CD-PLAN-3", "CD-AMB-14")
def test_where_gaps_are_wished_a_card_lies_in_the_slot_it_was_laid_in() -> None:
    table = _lay(_ready("punch swing_blade retreat", options={"empty_slots": True}), "punch", 2)
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(2, 2)]
    table = _lay(table, "retreat", 1)
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(1, 1), (2, 2)]
    table = play(table, TakeCardBack(seat="tom", actor="tia", card="plan:tia#0"))
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(2, 2)], "the other stays where it is"


@pytest.mark.rule("CD-PLAN-4", "CD-TAG-RITUAL", "CD-UI-5")
def test_laying_a_ritual_moves_what_follows_on() -> None:
    table = _lay(_ready("so_arcane_lance punch so_spark", spells=True), "punch", 1)
    table = _lay(table, "so_arcane_lance", 1, instead=True)
    assert [(slot.first, slot.last) for slot in fighter(table, "tia").slots] == [(1, 2)], "the card below gave way"
    assert "punch" in faces(table, "hand:tom")


@pytest.mark.rule("CD-UI-6", "CD-PLAN-6")
def test_laying_card_by_card_tells_others_how_many_cards_lie_there_and_no_more() -> None:
    start = _ready("punch swing_blade hamstring retreat")
    seen = []
    for named in (("punch", "retreat"), ("hamstring", "swing_blade")):
        table = _lay(_lay(start, named[0]), named[1], 1)
        result = outcome(table, LockPlan(seat="tom", actor="tia"))
        lines = [e for e in result.events if isinstance(e, Noted) and (e.audience is None or "eve" in e.audience)]
        seen.append((GAME.view_for(result.table, "eve"), lines, result.title))
    assert seen[0] == seen[1]


@pytest.mark.rule("CD-PLAN-1", "CD-UI-6")
def test_a_plan_without_a_card_is_locked_by_an_offer_that_says_so_and_by_no_slip() -> None:
    table = _ready("swing_blade punch")
    offers = {offer.base_name: offer for offer in GAME.offers(table, "tom", SHARED)}
    assert say(offers["lock_plan"].label) == "Tia: lock the plan (no card)"
    assert offers["plan_cards"].questions[0].least == 1, "OK waits for a first card"
    assert "plan_stands_bare" in notes(outcome(table, LockPlan(seat="tom", actor="tia")))
    table = _lay(table, "punch", 1)
    offers = {offer.base_name: offer for offer in GAME.offers(table, "tom", SHARED)}
    assert say(offers["lock_plan"].label) == "Tia: lock the plan"
    assert "plan_stands" in notes(outcome(table, LockPlan(seat="tom", actor="tia")))
