"""Battles begin and end, fighters join and leave (sections 2.3, 2.4, 2.6, 2.15, 2.16)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import EditActor, RemoveActor, SetTrack
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle, LeaveBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle
from engine.rulesets.card_the_drawing.battle.minion_commands import AddMinions, RemoveMinion
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, whole_amount
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.encounters.battle_start import AddSurroundings, JoinBattle, StartBattle
from engine.rulesets.card_the_drawing.outside_combat import NewScene
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.card_the_drawing.table import (
    ALL_TITAN,
    GAME,
    cards,
    counts,
    deck,
    duel,
    faces,
    fighter,
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

TWO = {"tia": "red", "eli": "blue"}


@pytest.mark.rule("CD-STAT-7", "CD-BOSS-1", "CD-MINION-3", "CD-MINION-6")
def test_everybody_comes_at_full_health() -> None:
    table = laid(sheets={"tam": {"archetype": "Shadow"}, "rats": {"minions": [], "minion_health": None}})
    health_tracks = {
        body.id: (body.health, body.most) for actor in table.actors for body in actor_sheet.bodies_of(table, actor)
    }
    assert (health_tracks["tia"], health_tracks["tam"], health_tracks["ogre"]) == ((35, 35), (30, 30), (45, 45))
    assert [health_tracks[f"rats#{number}"] for number in range(1, 6)] == [(8, 8)] * 5
    assert "rats" not in health_tracks
    assert actor_sheet.actor_sheet_of(table, "rats").stats.strength == 2


@pytest.mark.rule("CD-ROUND-2", "CD-DECK-7", "CD-ADR-1", "CD-ENV-1", "CD-ENV-2")
def test_a_battle_begins_with_whole_decks_shuffled_and_no_adrenaline() -> None:
    table = with_tracks(laid("tia", "eli", "rats"), "tia", Adrenaline=9, Health=20)
    result = outcome(
        table, StartBattle(seat="gm", fighters=("tia", "eli", "rats"), environment=("env_thin_air", "env_pitch_dark"))
    )
    table = result.table
    assert counts(table, "tia") == {"hand": 5, "pile": 25, "discard": 0, "adrenaline": 2, "health": 20}
    assert faces(table, "surroundings") == ["env_thin_air", "env_pitch_dark"]
    assert [fighter.side for fighter in now(table).fighters.values()] == ["party", "party", "opposition"]
    assert len({*cards(table, "draw:tia"), *cards(table, "hand:tom")}) == 30
    assert all(now(table).owners[card] == "eli" for card in (*cards(table, "draw:eli"), *cards(table, "hand:eve")))
    assert notes(result)[:3] == ["starts", "surroundings", "surroundings"]
    piles = {tuple(card.split("/")[0] for card in cards(table, f"draw:{actor}")) for actor in ("tia", "eli")}
    assert len(piles) == 2, "both decks lie in the same order: nobody has shuffled"
    assert snapshot_of(table).round == 1


@pytest.mark.rule("CD-ROUND-4")
def test_a_battle_needs_the_gm_and_two_sides_that_stand() -> None:
    table = laid("tia", "eli", "ogre")
    assert refused(table, StartBattle(seat="tom", fighters=("tia", "ogre"))).message.key == "refused.gm_only"
    for wrong in ((), ("tia", "tia", "ogre")):
        assert {"drawing_name_fighters", "CD-ROUND-2"} <= {*why(table, StartBattle(seat="gm", fighters=wrong))}
    assert {"drawing_two_sides", "CD-ROUND-4"} <= {*why(table, StartBattle(seat="gm", fighters=("tia", "eli")))}
    fallen = with_tracks(table, "ogre", Health=0)
    assert {"drawing_two_sides", "CD-ROUND-4"} <= {*why(fallen, StartBattle(seat="gm", fighters=("tia", "ogre")))}
    table = play(table, StartBattle(seat="gm", fighters=("tia", "eli"), sides={"eli": "rivals"}))
    assert {"drawing_battle_runs", "CD-ROUND-1"} <= {*why(table, StartBattle(seat="gm", fighters=("tia", "ogre")))}


@pytest.mark.rule("CD-EX-52", "CD-DECK-2", "CD-DECK-3", "CD-DECK-5", "CD-DECK-6", "CD-STAT-5")
@pytest.mark.parametrize(
    ("sheet", "rule"),
    [
        ({"deck": deck("punch*3")}, "CD-DECK-2"),
        ({"deck": ALL_TITAN}, None),
        ({"deck": [*ALL_TITAN, {"card": "Spark", "count": 1}]}, "CD-DECK-3"),
        ({"archetype": "Sorcerer", "deck": deck("punch*3")}, None),
        ({"archetype": "Sorcerer", "deck": deck("punch*4")}, "CD-DECK-2"),
        ({"deck": []}, "CD-DECK-5"),
        ({"deck": deck("punch")}, None),
        ({"deck": deck("no_such_card")}, "CD-DECK-3"),
        ({"wisdom": 1, "deck": deck("punch*2")}, "CD-DECK-2"),
    ],
)
def test_which_decks_enter_a_battle(sheet: dict[str, Json], rule: str | None) -> None:
    table = laid("tia", "eli", sheets={"tia": sheet})
    start = StartBattle(seat="gm", fighters=("tia", "eli"), sides=TWO)
    refusal = GAME.refusal(table, start)
    assert (refusal.rules[0] if refusal is not None else None) == rule
    played = play(table, StartBattle(seat="gm", fighters=("tia", "eli"), sides=TWO, override=True))
    assert current_battle(played) is not None, "the GM has the last word"


@pytest.mark.rule("CD-AMB-7", "CD-AMB-36")
def test_what_a_deck_needs_is_the_groups_choice() -> None:
    table = laid("tia", "rats", options={"min_deck": 10}, sheets={"tia": {"deck": deck("punch*2")}})
    assert {"drawing_deck", "CD-DECK-5"} <= {*why(table, StartBattle(seat="gm", fighters=("tia", "rats")))}
    many = {"rats": {"deck": deck("punch*9")}}
    started(laid("tia", "rats", sheets=many))
    table = laid("tia", "rats", sheets=many, options={"mob_copy_limit": True})
    assert {"drawing_deck", "CD-DECK-2"} <= {*why(table, StartBattle(seat="gm", fighters=("tia", "rats")))}


@pytest.mark.rule("CD-BOSS-2", "CD-DECK-3")
def test_a_boss_uses_the_lists_that_the_gm_allows() -> None:
    own = {"ogre": {"deck": deck("gm_gang_up punch so_spark")}}
    table = laid("tia", "ogre", sheets=own)
    assert {"drawing_deck", "CD-DECK-3"} <= {*why(table, StartBattle(seat="gm", fighters=("tia", "ogre")))}
    allowed = {"ogre": {**own["ogre"], "lists": "Sorcerer, GM/Minion"}}
    started(laid("tia", "ogre", sheets=allowed))


@pytest.mark.rule("CD-AUTO-1", "CD-AUTO-2", "CD-AUTO-3")
def test_automatic_cards_are_in_play_from_the_start_and_stay() -> None:
    table = duel(sheets={"tia": {"automatic": ["Timber Body"]}})
    field_card = now(table).field[0]
    assert (cards(table, "field:tia"), field_card.bearer, field_card.permanent) == ([field_card.card], "tia", True)
    assert counts(table, "tia")["hand"] + counts(table, "tia")["pile"] == 30
    table = planning(table)
    assert {"drawing_not_dismissible", "CD-PLAN-5"} <= {
        *why(table, PlanCards(seat="tom", actor="tia", dismissed=(field_card.card,)))
    }
    table = play(table, EndBattle(seat="gm"))
    assert not [zone for zone in table.zones if zone.startswith("field")]


@pytest.mark.rule("CD-ENV-1", "CD-ENV-3")
def test_surroundings_are_environment_cards() -> None:
    table = laid("tia", "ogre")
    wrong = StartBattle(seat="gm", fighters=("tia", "ogre"), environment=("punch",))
    assert why(table, wrong) == ("drawing_no_environment", "CD-ENV-1")
    table = play(started(table), AddSurroundings(seat="gm", environment=("env_thin_air",)))
    assert calculator_of(table).adrenaline_gain("tia").value == 2


@pytest.mark.rule("CD-ROUND-3")
def test_who_comes_late_begins_with_the_next_drawing_phase() -> None:
    table = planning(started(laid("tia", "tam", "ogre"), "tia", "ogre"))
    table = play(table, JoinBattle(seat="gm", actor="tam"))
    assert counts(table, "tam") == {"hand": 0, "pile": 30, "discard": 0, "adrenaline": 0, "health": 35}
    assert {"drawing_joined", "CD-ROUND-3"} <= {*why(table, JoinBattle(seat="gm", actor="tam"))}
    table = play(table, PlanCards(seat="tom", actor="tia"), PlanCards(seat="gm", actor="ogre"))
    assert now(table).round == 2
    assert counts(table, "tam") == {"hand": 5, "pile": 25, "discard": 0, "adrenaline": 3, "health": 35}
    table = planned(planning(table))
    assert (counts(table, "tam")["adrenaline"], counts(table, "tam")["pile"]) == (6, 25)


@pytest.mark.rule("CD-ROUND-3")
def test_who_comes_while_cards_are_drawn_draws_at_once() -> None:
    table = play(started(laid("tia", "tam", "ogre"), "tia", "ogre"), JoinBattle(seat="gm", actor="tam", side="red"))
    assert (counts(table, "tam")["hand"], counts(table, "tam")["adrenaline"]) == (5, 3)
    assert fighter(table, "tam").side == "red"


def told(table: Table) -> str:
    """Return what stands in the middle of the table."""
    return say(GAME.view_for(table, SHARED).under_way[0].title)


@pytest.mark.rule("CD-ROUND-4", "CD-ADR-1", "CD-DECK-8")
def test_the_gm_ends_a_battle_and_all_cards_go_back() -> None:
    table = play(started(laid(), environment=["env_thin_air"]), EndBattle(seat="gm"))
    assert current_battle(table) is None
    assert told(table) == "The GM has ended the battle"
    assert told(play(table, NewScene(seat="gm"))) == "Scene 2"
    assert sorted(table.zones) == ["hand:eve", "hand:gm", "hand:tom"]
    assert not table.all_cards()
    assert {actor_sheet.adrenaline(table, actor) for actor in table.actors} == {0}
    assert why(table, EndBattle(seat="gm")) == ("drawing_no_battle", "CD-ROUND-1")


@pytest.mark.rule("CD-AMB-5", "CD-AMB-4", "CD-STAT-11")
def test_adrenaline_and_health_from_one_battle_to_the_next() -> None:
    options: dict[str, Json] = {"adrenaline_carry": True, "health_between_fights": "full"}
    table = with_tracks(duel(options=options), "tia", Health=4)
    table = play(table, EndBattle(seat="gm"))
    assert actor_sheet.adrenaline(table, "tia") == 3
    assert actor_sheet.health_track(table, "tia") == actor_sheet.health_track(
        with_tracks(table, "tia", Health=4), "tia"
    )
    table = started(table, "tia", "eli", sides=TWO)
    assert (counts(table, "tia")["adrenaline"], counts(table, "tia")["health"]) == (6, 35)


@pytest.mark.rule("CD-ROUND-4", "CD-DEF-1", "CD-DEF-3")
def test_a_battle_ends_by_itself_when_one_side_stands() -> None:
    table = started(laid("tia", "ogre", "rats"))
    table = play(table, SetTrack(seat="gm", actor="ogre", track="Health", value=-2))
    assert current_battle(table) is not None
    assert participants.standing_actors(table) == ("tia", "rats")
    for number in range(1, 4):
        table = play(table, SetTrack(seat="gm", actor="rats", track=f"Minion {number}", value=0))
    result = outcome(table, SetTrack(seat="gm", actor="rats", track="Minion 4", value=0))
    assert current_battle(result.table) is None
    assert notes(result)[-1] == "won"
    assert told(result.table) == "The battle is over. Winner: The party"
    track = actor_sheet.health_track(result.table, "ogre")
    assert track is not None
    assert track.value == -2


@pytest.mark.rule("CD-ROUND-4")
def test_who_leaves_takes_all_cards_along() -> None:
    table = started(laid("tia", "tam", "ogre"))
    table = play(table, LeaveBattle(seat="gm", actor="tam"))
    assert [zone for zone in table.zones if zone.endswith(":tam")] == []
    assert {*now(table).owners.values()} == {"tia", "ogre"}
    assert {*table.all_cards()} == {*now(table).owners}
    result = outcome(table, LeaveBattle(seat="gm", actor="ogre"))
    assert current_battle(result.table) is None
    assert "won" in notes(result)


@pytest.mark.rule("CD-DECK-4")
def test_decks_do_not_change_during_a_battle() -> None:
    table = duel()
    change = EditSheet(seat="tom", actor="tia", fields={"deck": deck("punch")})
    assert why(table, change) == ("drawing_deck_locked", "CD-DECK-4")
    play(
        table, EditSheet(seat="tom", actor="tia", fields={"notes": "angry", "deck": table.actors["tia"].sheet["deck"]})
    )
    play(play(table, EndBattle(seat="gm")), change)
    assert why(table, RemoveActor(seat="gm", actor="tia")) == ("drawing_actor_busy", "CD-ROUND-4")


def test_a_hand_follows_whoever_leads_the_character() -> None:
    table = planning(duel())
    hand = cards(table, "hand:tom")
    table = play(table, PlanCards(seat="tom", actor="tia", cards=()))
    table = play(table, EditActor(seat="gm", actor="tia", leader="eve"))
    assert (cards(table, "hand:tom"), cards(table, "cards:tia")) == ([], hand)
    assert {table.zones[zone].owners for zone in ("cards:tia", "plan:tia", "draw:tia")} == {("eve",)}
    assert len(GAME.view_for(table, "eve").zones["cards:tia"].cards) == len(hand)
    assert not GAME.view_for(table, "tom").zones["cards:tia"].cards


@pytest.mark.rule("CD-STAT-9", "CD-STAT-10")
def test_a_stat_that_is_written_changes_what_follows_from_it() -> None:
    table = play(duel(), EditSheet(seat="gm", actor="tia", fields={"stamina": 5}))
    track = actor_sheet.health_track(table, "tia")
    assert track is not None
    assert (track.value, track.most) == (35, 45)
    table = play(table, EditSheet(seat="gm", actor="tia", fields={"stamina": 1, "intelligence": 3}))
    assert counts(table, "tia")["health"] == 25
    assert counts(next_round(table), "tia") == {"hand": 5, "pile": 25, "discard": 0, "adrenaline": 4, "health": 25}


# ---- mobs ------------------------------------------------------------------------------------------------------------


def _rows(table: Table) -> list[tuple[Json, Json]]:
    return [(row["name"], row["health"]) for row in actor_sheet.minion_rows(table.actors["rats"])]


@pytest.mark.rule("CD-MINION-1", "CD-MINION-2", "CD-MINION-3", "CD-UI-14")
def test_minions_come_and_go_by_hand() -> None:
    table = planning(started(laid("tia", "rats")))
    assert calculator_of(table).speed("rats").value == 4
    table = play(table, AddMinions(seat="gm", actor="rats", count=2))
    assert (len(actor_sheet.body_ids(table, "rats")), calculator_of(table).speed("rats").value) == (6, 6)
    table = play(table, RemoveMinion(seat="gm", body="rats#2"))
    assert actor_sheet.body_ids(table, "rats") == ("rats#1", "rats#3", "rats#4", "rats#5", "rats#6")
    assert [health for _, health in _rows(table)] == [8] * 5
    assert actor_sheet.body_name(table, "rats#3") == "Mob 3"
    assert why(table, RemoveMinion(seat="gm", body="rats#2")) == ("drawing_no_such_body", "CD-MINION-3")
    assert why(table, AddMinions(seat="gm", actor="tia")) == ("drawing_no_mob", "CD-MINION-1")


@pytest.mark.rule("CD-MINION-3")
def test_the_sheet_of_a_mob_shows_its_minions_and_may_be_written() -> None:
    table = play(laid("tia", "rats"), SetTrack(seat="gm", actor="rats", track="Minion 2", value=0))
    known = actor_sheet.first_tracks(table.actors["rats"], table, {"Minion 2": 5, "Minion " + "9" * 5000: 1})
    assert [track.value for track in known.values()] == [8, 5], "no minion has a number of so many digits"
    rows = actor_sheet.minion_rows(table.actors["rats"])
    assert [(row["health"], bool(row.get("fallen"))) for row in rows] == [(8, False), (0, True), (8, False), (8, False)]
    written: list[Json] = [{"name": "Gnaw", "health": 3}, {"name": "Bite"}]
    table = play(table, EditSheet(seat="gm", actor="rats", fields={"minions": written}))
    assert _rows(table) == [("Gnaw", 3), ("Bite", 0)]
    assert actor_sheet.body_ids(table, "rats") == ("rats#1", "rats#2")
    assert actor_sheet.body_name(table, "rats#1") == "Gnaw"
    table = play(table, EditSheet(seat="gm", actor="rats", fields={"minions": [*written, {}, {}]}))
    assert [health for _, health in _rows(table)] == [3, 0, 8, 8]


@pytest.mark.rule("CD-UI-25", "CD-BOSS-1", "CD-MINION-6")
def test_a_foe_of_the_book_has_a_sheet_that_says_the_same() -> None:
    library = library_of()
    for foe in library.foes.values():
        table = laid("foe", sheets={"foe": actor_sheet.sheet_of_foe(foe, library)}, leaders={"foe": "gm"})
        person = actor_sheet.actor_sheet_of(table, "foe")
        assert (person.stats.strength, person.stats.wisdom) == (foe.strength, foe.wisdom)
        assert person.deck == library.decks[foe.deck].cards
        assert {*foe.lists} <= {*person.lists}
        assert len(actor_sheet.body_ids(table, "foe")) == max(1, foe.minions)


def test_a_secret_foe_keeps_its_numbers_in_a_battle() -> None:
    table = laid("tia", "ogre", secret=("ogre",))
    result = outcome(table, StartBattle(seat="gm", fighters=("tia", "ogre")))
    log_lines = [e for e in result.events if isinstance(e, Noted) and "gains" in e.message.key]
    assert [(e.message.params["actor"], e.audience) for e in log_lines] == [
        ("Tia", None),
        ("Ogre", None),
        ("Ogre", ("gm",)),
    ]
    assert "count" not in log_lines[1].message.params
    assert now(result.table).phase is Phase.DRAWING


@pytest.mark.rule("CD-UI-27")
def test_the_options_that_differ_are_told_when_a_battle_begins() -> None:
    table = laid("tia", "ogre", options={"exhaustion_cost": 0, "mob_draw": "speed", "tie_break": "discard_then_d6"})
    result = outcome(table, StartBattle(seat="gm", fighters=("tia", "ogre")))
    line = next(e for e in result.events if isinstance(e, Noted) and e.message.key == "log.drawing_starts")
    assert [say(message) for message in line.reckoning] == [
        "Health lost for an empty draw pile: 0",
        "Cards that a mob draws: As many cards as the mob’s Speed",
    ]


@pytest.mark.rule("CD-CORE-3", "CD-GM-1", "CD-STAT-1", "CD-STAT-8")
def test_who_runs_whom_and_by_which_numbers() -> None:
    table = with_tracks(started(laid("tia", "ogre", "rats")), "tia", Health=20)
    scene = snapshot_of(table)
    assert {who.id: who.side for who in scene.fighters.values()} == {
        "tia": "party",
        "ogre": "opposition",
        "rats": "opposition",
    }
    stats = scene.fighters["tia"].stats
    assert (stats.strength, stats.stamina, stats.intelligence, stats.wisdom, stats.speed) == (4, 3, 5, 2, 2)
    lost = EffectScope(calculator_of(table), EffectContext(card=library_of().cards["punch"], owner="tia"))
    assert whole_amount("user.lost_health", lost) == 15
    assert (scene.fighters["rats"].is_mob, scene.speed("rats"), scene.speed("ogre")) == (True, 4, 3)


@pytest.mark.rule("CD-ROUND-4", "CD-DEF-1")
def test_a_battle_of_one_side_is_not_offered_but_sides_can_be_named_on_purpose() -> None:
    def denials(table: Table) -> dict[str, str]:
        offers = {offer.name: offer.denial for offer in GAME.offers(table, "gm")}
        names = ("start_battle", "start_battle_sides")
        return {name: "" if (why := offers[name]) is None else why.message.key for name in names}

    assert denials(laid("tia", "eli")) == {"start_battle": "refused.drawing_two_sides", "start_battle_sides": ""}
    assert denials(laid("tia", "eli", "ogre"))["start_battle"] == ""
    fallen = with_tracks(laid("tia", "eli", "ogre"), "ogre", Health=0)
    assert denials(fallen)["start_battle"] == "refused.drawing_two_sides"
    assert refused(fallen, StartBattle(seat="gm", fighters=("tia", "ogre"))).message.key == "refused.drawing_two_sides"
