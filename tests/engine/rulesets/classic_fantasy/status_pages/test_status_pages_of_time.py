"""The status pages of time, travel, rests, sessions and years: content, viewers, and working buttons."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.manual_moves import EditActor, SetLocation
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.presentation.status_pages import OfferButton, StatusPage, button_matches
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, RestOn
from engine.rulesets.classic_fantasy.progression.session_commands import StartSession
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.travel.party_travel import SetWay, Walk
from tests.engine.rulesets.classic_fantasy.status_page_reader import line as line_of
from tests.engine.rulesets.classic_fantasy.status_page_reader import said, touches
from tests.engine.rulesets.classic_fantasy.table import GAME, hurt, laid, outcome, play, refused, skilled

OURS = ("time", "way", "rest", "evening", "years")
MINUTE, HOUR, DAY = 60, 3600, 86400
ABLE = {name: skilled(Endurance=60, Healing=60, First_Aid=55) for name in ("ana", "bor", "orc")}


def page(table: Table, key: str, viewer: str = "gm") -> StatusPage:
    found = GAME.status_page(table, viewer, key)
    assert found is not None
    return found


def row(found: StatusPage, key: str) -> list[str]:
    return [said(cell) for cell in line_of(found, key).cells]


def label(touch: OfferButton) -> str:
    assert touch.label is not None
    return say(touch.label)


def touched(table: Table, touch: OfferButton, seat: str = "gm", chance: Any = None) -> Table:
    """Do what a button does: the offer of its name, with its answers, as a window would."""
    offer = next(one for one in GAME.offers(table, seat) if one.name == touch.offer)
    return play(table, _filled(offer, touch), chance=chance or SeededChance(1))


def _filled(offer: Offer, touch: OfferButton) -> Any:
    command: Any = offer.command
    types = {field.name: field.type for field in msgspec.structs.fields(type(command))}
    return replace(command, **{name: msgspec.convert(value, types[name]) for name, value in touch.answers.items()})


def all_words(found: StatusPage) -> str:
    """Return all that a page tells, whatever shows it."""
    return msgspec.json.encode(found).decode()


def bleeding(table: Table, actor: str) -> Table:
    return play(table, SetLocation(seat="gm", actor=actor, location="Chest", level=3, bleeding=True))


# ---- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-8")
def test_each_button_of_the_clock_does_what_its_preview_says() -> None:
    table = hurt(laid(sheets=ABLE), "ana", Chest=4, Left_Arm=-1)
    table = play(table, Weary(seat="gm", actor="bor", cause="blood", levels=2), AdvanceTime(seat="gm", unit="hour"))
    found = page(table, "time")
    assert found.large is not None
    assert say(found.large) == "Day 1, 1:00:00"
    buttons = {touch.offer: touch for touch in found.buttons}
    assert [label(buttons[f"d100_pass:{unit}"]) for unit in ("hour", "day", "week")] == [
        "Hour",
        "Day · 1 event",
        "Week · 3 events",
    ]
    due = [line for line in found.lines if not line.head]
    assert due[0].cells[0].until == DAY
    assert (due[0].actor, said(due[0].cells[1])) == ("ana", "day 2, 0:00:00")
    day = touched(table, buttons["d100_pass:day"])
    assert day.clock == HOUR + DAY
    told = outcome(table, AdvanceTime(seat="gm", unit="day")).events
    happened = [say(event.message) for event in told if isinstance(event, Noted)]
    within = [line for line in due if (line.cells[0].until or 0) <= day.clock]
    assert within
    assert all(said(line.cells[2]) in happened for line in within)


@pytest.mark.rule("CF-UI-8")
def test_the_clock_shows_where_dice_decide_and_what_comes_after() -> None:
    table = hurt(laid(sheets=ABLE), "ana", Chest=4)
    table = play(table, LoseBreath(seat="gm", actor="bor"))
    found = page(table, "time")
    dice = line_of(found, "dice")
    assert dice.actor == "bor"
    assert said(dice.cells[2]) == "Bor rolls against suffocation"
    assert [said(line.cells[2]) for line in found.lines if line.key.startswith("as:")] == ["Ana, Chest: heals"]
    assert "dice" in label(next(touch for touch in found.buttons if touch.offer == "d100_pass:month"))
    assert next(tab for tab in GAME.status_page_tabs(table, "gm") if tab.key == "time").count == 1


@pytest.mark.rule("CF-UI-8")
def test_a_coming_death_is_shown_in_advance() -> None:
    table = laid(sheets=ABLE)
    table = play(table, Weary(seat="gm", actor="ana", cause="exertion", levels=8))
    found = page(bleeding(table, "ana"), "time")
    dying = [line for line in found.lines if any(cell.sign == "skull" for cell in line.cells)]
    assert [line.actor for line in dying] == ["ana"]
    assert "dies" in said(dying[0].cells[2])


@pytest.mark.parametrize("viewer", ["shared", "tom", "eve"])
def test_pages_show_others_nothing_of_a_secret_character(viewer: str) -> None:
    """All pages are the same word by word, whatever happens to a character that the viewer may not know of."""
    plain = laid(sheets=ABLE)
    known = play(plain, EditActor(seat="gm", actor="orc", secret=True))
    tired = play(hurt(known, "orc", Chest=-9), Weary(seat="gm", actor="orc", cause="blood", levels=3))
    dying = play(bleeding(tired, "orc"), LoseBreath(seat="gm", actor="orc"))
    rest = (BeginRest(seat="gm", steps=3, actors=("ana", "orc")), RestOn(seat="gm"))
    for one, other in ((known, dying), (play(known, *rest), play(tired, *rest))):
        assert one.clock == other.clock
        tabs = [tab for tab in GAME.status_page_tabs(one, viewer) if tab.key in OURS]
        assert tabs == [tab for tab in GAME.status_page_tabs(other, viewer) if tab.key in OURS]
        assert len(tabs) >= 4
        for key in (tab.key for tab in tabs):
            assert page(one, key, viewer) == page(other, key, viewer)
            assert "orc" not in all_words(page(other, key, viewer)).casefold()
        assert page(one, "time", "gm") != page(other, "time", "gm")


# ---- the way ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-15", "CF-TIME-4", "CF-TIME-6")
def test_the_rest_of_a_round_that_is_begun_costs_no_more_time() -> None:
    table = play(laid(who={"ana": "tom"}), Walk(seat="gm", feet=100))
    found = page(table, "way")
    assert found.large is not None
    assert say(found.large) == "60 feet in 5 minutes"
    assert row(found, "gone") == ["Travelled this Round", "40 of 60 feet"]
    assert table.clock == 10 * MINUTE
    (rest,) = line_of(found, "gone").buttons
    assert label(rest) == "Travel 20 more feet"
    after = touched(table, rest)
    assert after.clock == 10 * MINUTE
    assert "gone" not in {line.key for line in page(after, "way").lines}
    assert play(after, Walk(seat="gm", feet=1)).clock == 15 * MINUTE
    assert play(table, Walk(seat="gm", feet=21)).clock == 15 * MINUTE
    waited = play(table, AdvanceTime(seat="gm", unit="minute"))
    assert play(waited, Walk(seat="gm", feet=20)).clock == 16 * MINUTE
    hurried = play(table, SetWay(seat="gm", pace="combat_rounds"))
    assert play(hurried, Walk(seat="gm", feet=20)).clock == 10 * MINUTE + 5


@pytest.mark.rule("CF-UI-15", "CF-TIME-7", "CF-TIME-8", "CF-TIME-9")
def test_the_travel_page_shows_both_sides_perception_and_changes_the_pace() -> None:
    table = laid(sheets={"bor": {"species": "Dwarf"}})
    found = page(table, "way")
    assert row(found, "enemy")[1] == "1 grade harder"
    assert row(found, "own")[1] == "No modifier"
    assert row(found, "who:bor")[1] == "15 feet: slowest, sets the pace"
    dark = touched(table, line_of(found, "light").buttons[0])
    assert row(page(dark, "way"), "enemy")[1] == "No modifier"
    unlit = touched(dark, line_of(page(dark, "way"), "light").buttons[1])
    assert row(page(unlit, "way"), "enemy")[1] == "1 grade harder"
    quick = touched(table, line_of(found, "pace").buttons[0])
    assert [row(page(quick, "way"), side)[1] for side in ("own", "enemy")] == [
        "1 grade harder",
        "No modifier",
    ]
    wandered = play(table, Walk(seat="gm", feet=45))
    counter = line_of(page(wandered, "way"), "wandered")
    assert said(counter.cells[1]) == "0:05:00"
    assert not line_of(page(touched(wandered, counter.buttons[0]), "way"), "wandered").buttons


# ---- rests -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-5", "CF-REST-2", "CF-REST-7", "CF-REST-10")
def test_actions_are_chosen_quarter_by_quarter_and_the_default_is_dithering() -> None:
    table = hurt(laid(sheets=ABLE), "bor", Chest=4)
    assert "rest" not in {tab.key for tab in GAME.status_page_tabs(table, "shared")}
    table = play(table, BeginRest(seat="gm", steps=5))
    tab = GAME.status_page_tabs(table, "shared")[0]
    assert (tab.key, tab.now, tab.count) == ("rest", True, 2)

    def choices(table: Table, actor: str) -> dict[str, OfferButton]:
        return {touch.offer.partition(":")[2]: touch for touch in line_of(page(table, "rest"), actor).buttons}

    assert "prepare_spell" not in choices(table, "ana"), "there is no book, and nobody has slept"
    assert "healing" not in choices(play(laid(), BeginRest(seat="gm", steps=5)), "ana"), "nobody is hurt"
    table = touched(table, choices(table, "ana")["healing"])
    assert GAME.status_page_tabs(table, "shared")[0].count == 1
    assert row(page(table, "rest"), "ana")[1] == "Healing"
    assert row(page(table, "rest"), "bor")[1] == "not chosen yet"
    table = play(table, RestOn(seat="gm"))
    assert row(page(table, "rest"), "bor")[1:3] == ["(Dithers)", "not chosen yet"]
    assert row(page(table, "rest"), "ana")[-1] == "Healing: 1 of 4"
    assert not any(offer.name.startswith("d100_tend") for offer in GAME.offers(table, "tom")), "there is time first"
    assert row(page(table, "rest"), "ana")[2] == "Healing", "she goes on with it, unless she chooses something else"
    assert "eat_ration" in choices(table, "ana")
    table = touched(table, choices(table, "bor")["eat_ration"])
    assert table.clock == 30 * MINUTE, "all have chosen, so time passes"
    assert row(page(table, "rest"), "bor")[2] == "Eats"
    assert row(page(table, "rest"), "bor")[-1].endswith("2 rations")
    for _ in range(2):
        table = play(table, RestOn(seat="gm"))
    ready = line_of(page(table, "rest"), "ana").cells[-1]
    assert said(ready) == "Ready for: Healing"
    assert table.clock == HOUR
    (care,) = ready.buttons
    offers = {offer.name: offer for offer in GAME.offers(table, "tom")}
    assert offers[care.offer].denial is None
    assert care.answers == {"actor": "ana"}


@pytest.mark.rule("CF-UI-5")
def test_a_rest_is_made_longer_shorter_and_ended() -> None:
    table = play(laid(), BeginRest(seat="gm", steps=4))
    buttons = {label(touch): touch for touch in page(table, "rest").buttons}
    longer, shorter = (touched(table, buttons[words]) for words in ("Extend the rest", "Shorten the rest"))
    assert [say(large) for one in (table, longer, shorter) if (large := page(one, "rest").large)] == [
        "Quarter of an hour: 1 of 4",
        "Quarter of an hour: 1 of 5",
        "Quarter of an hour: 1 of 3",
    ]
    ended = touched(table, buttons["End the rest"])
    assert GAME.status_page(ended, "gm", "rest") is None
    assert play(touched(table, buttons["Advance 15 minutes"])).clock == 15 * MINUTE


# ---- sessions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-16", "CF-LUCK-3", "CF-XP-3", "CF-XP-6")
def test_a_session_begins_and_ends_and_an_award_clears_fumbles() -> None:
    rows: list[Any] = [{"name": "Stealth", "total": 40, "fumbled": True}]
    table = laid(sheets={"ana": {"skills": rows}}, tracks={"ana": {"Luck": 0}})
    before = page(table, "evening")
    assert before.large is not None
    assert say(before.large) == "Before the first session"
    assert row(before, "ana")[1:] == ["0 of 3", "0", "Stealth"]
    assert line_of(before, "ana").cells[1].tone == "bad"
    started = touched(table, before.buttons[0])
    found = page(started, "evening")
    assert row(found, "ana")[1] == "3 of 3"
    assert any("1–3 Experience Rolls" in say(message) for message in found.sentences)
    award = next(touch for touch in found.buttons if touch.offer == "d100_award")
    awarded = touched(started, replace(award, answers={"rolls": 2}))
    assert row(page(awarded, "evening"), "ana")[2:] == ["2", "none"]
    ended = touched(awarded, found.buttons[0])
    assert label(page(ended, "evening").buttons[0]) == "Start a session"
    one = touched(started, replace(line_of(found, "bor").buttons[0], answers={"actors": ["bor"], "rolls": 1}))
    assert [row(page(one, "evening"), actor)[2] for actor in ("ana", "bor")] == ["0", "1"]


# ---- years -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-14", "CF-AGE-2", "CF-AGE-8", "CF-AGE-9")
def test_the_page_of_years_shows_bands_grades_and_possible_deaths() -> None:
    people: dict[str, dict[str, Any]] = {"ana": {"age": 58}, "bor": {"age": 89, "con": 3}, "orc": {"age": 20}}
    found = page(laid(sheets=people), "years")
    assert row(found, "ana") == [
        "Ana",
        "58 – Middle Age",
        "nothing",
        "Late Middle Age, Hard: 2 rolls",
        "Late Middle Age, Hard: 2 rolls",
    ]
    assert row(found, "bor")[2] == "Dotage, Hopeless: 2 rolls, can die"
    assert row(found, "bor")[3] == "Dotage, Hopeless: 10 rolls, can die"
    frail = line_of(found, "bor").cells[2]
    assert (frail.sign, frail.tone) == ("skull", "bad")
    assert "CON" in say(frail.details[0])
    assert "STR" not in say(frail.details[0])
    assert row(found, "orc")[2:] == ["does not age"] * 3
    assert row(page(laid(sheets={"orc": {"age": 39, "birthday": "2-3"}}), "years"), "orc")[2].startswith("Early Middle")
    lost = page(laid(sheets={"ana": {"age": 58, "con_lost": 2}}), "years")
    assert "Lost to age so far: 2 CON" in [say(message) for message in line_of(lost, "ana").cells[1].details]
    assert line_of(lost, "ana").buttons[-1].offer == "d100_restore"
    assert [touch.answers for touch in found.buttons] == [{"years": 1}, {"years": 5}, {"years": 10}, {}]


@pytest.mark.rule("CF-UI-14")
def test_deaths_by_wounds_are_shown_before_years_pass() -> None:
    table = hurt(laid(sheets=ABLE), "ana", Chest=4)
    assert not page(table, "years").sentences
    table = play(table, Weary(seat="gm", actor="ana", cause="exertion", levels=8))
    table = bleeding(table, "ana")
    assert "Day 1: Ana dies if nothing changes." in [say(message) for message in page(table, "years").sentences]


# ---- what can be done in a calm moment -------------------------------------------------------------------------------


def test_the_gms_most_likely_offers_come_first() -> None:
    able = laid(sheets=ABLE)
    names = [offer.name for offer in GAME.offers(able, "gm") if not offer.rare]
    assert names[:4] == ["d100_pass_any", "d100_begin_rest", "d100_roll", "d100_start_fight"]
    (prone,) = (offer for offer in GAME.offers(able, "gm") if offer.name.startswith("d100_lie_down"))
    assert (prone.rare, [ask.field for ask in prone.questions]) == (True, ["actor"])
    roll = next(offer for offer in GAME.offers(able, "gm") if offer.name == "d100_roll")
    assert [ask.field for ask in roll.questions][:2] == ["actor", "skill"]
    assert roll.questions[0].choices == ("ana", "bor", "orc")
    assert [offer.name for offer in GAME.offers(able, "tom") if offer.name.startswith("d100_roll")] == ["d100_roll:ana"]


@pytest.mark.rule("CF-UI-5", "CF-UI-8", "CF-UI-14", "CF-UI-15", "CF-UI-16")
def test_every_button_of_these_pages_is_an_offer_of_the_gm() -> None:
    calm = play(hurt(laid(sheets=ABLE), "ana", Chest=4), StartSession(seat="gm"))
    resting = play(calm, BeginRest(seat="gm", steps=4))
    seen = set[str]()
    for table in (calm, resting):
        offers = {offer.name: offer for offer in GAME.offers(table, "gm")}
        for key in (tab.key for tab in GAME.status_page_tabs(table, "gm")):
            for touch in touches(page(table, key)) if key in OURS and (key == "rest") == (table is resting) else ():
                assert offers[touch.offer].denial is None
                assert button_matches(touch, offers[touch.offer]), touch
                _filled(offers[touch.offer], touch)
                seen.add(touch.offer)
    assert len(seen) > 15
    assert refused(calm, AdvanceTime(seat="tom")).rules == ("CF-TIME-1",)
