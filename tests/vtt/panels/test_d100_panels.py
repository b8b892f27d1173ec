"""The options page and the story of Classic d100 fantasy: every choice with its rules, every gesture with its line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.core.manual_moves import EditActor, Say, SetTrack
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.presentation.scripts.script import play_script, read_commands
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.checks.check_commands import RollSkill
from engine.rulesets.classic_fantasy.checks.check_procedure import Check
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import GiveTurn
from engine.rulesets.classic_fantasy.editor.deployment_commands import GoToPlace
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import CopyActor
from tests.engine.rulesets.classic_fantasy.table import GAME, LUCKLESS, laid, play, skilled
from tests.engine.rulesets.classic_fantasy.test_settings import SECTION_6
from tests.on_screen import put_up
from tests.vtt.panels_stage import words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.offers_bar import OffersBar
from vtt.panels.options_page import OptionsPage
from vtt.shared.offers.offer_tile import OfferTile
from vtt.shared.option_fields import ChoiceOption
from vtt.shared.questions.question_fields import DependentQuestionField
from vtt.shared.questions.question_form import OfferInput, QuestionForm
from vtt.storage.campaign_opening import create_campaign, open_campaign
from vtt.story.log_export import StoryFormat
from vtt.story.log_panel import LogPanel
from vtt.table.painting.commit_tray_painting import tray_outcome
from vtt.widgets.look.theme import Theme, ThemeHub

EVENING: tuple[dict[str, Json], ...] = (
    {"kind": "roll_skill", "seat": "leo", "actor": "pell", "skill": "Perception"},
    {"kind": "fall_down", "seat": "gm", "actor": "pell", "feet": 20},
    {"kind": "set_alight", "seat": "gm", "actor": "brannoch", "intensity": 1, "locations": ["Left Arm"]},
    {"kind": "advance_time", "seat": "gm", "unit": "combat_round"},
    {"kind": "put_out", "seat": "gm", "actor": "brannoch"},
    {"kind": "lose_breath", "seat": "gm", "actor": "orla"},
    {"kind": "advance_time", "seat": "gm", "unit": "minute"},
    {"kind": "breathe_again", "seat": "gm", "actor": "orla"},
    {"kind": "weary", "seat": "gm", "actor": "sidonie", "levels": 2, "cause": "exertion"},
    {"kind": "go_to_place", "seat": "gm", "place": "counting_room"},
    {"kind": "start_fight", "seat": "gm", "fighters": ["brannoch", "dog-1"]},
    {"kind": "end_fight", "seat": "gm"},
    {"kind": "advance_time", "seat": "gm", "unit": "day", "count": 20},
    {"kind": "award_rolls", "seat": "gm", "rolls": 2},
    {"kind": "improve", "seat": "mia", "actor": "brannoch", "skill": "Athletics"},
    {"kind": "skip_years", "seat": "gm", "years": 30},
    {"kind": "end_session", "seat": "gm"},
)
WORDS_ALONE: tuple[type[Command], ...] = (Say, KeepPrepared, GoToPlace)
"""What no rule of the game stands behind."""


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


@pytest.mark.rule("CF-UI-17")
def test_every_choice_of_section_6_is_on_the_page_with_its_rules_and_is_kept(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    path = tmp_path / "brine.ktable"
    made = create_campaign(path, "Brine", laid(), GAME, backups=tmp_path / "backups")
    campaign = OpenCampaign(made.game, made.history, SeededChance(1), made.store)
    page = OptionsPage(campaign, SHARED, hub)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    qtbot.waitUntil(lambda: page.is_built)
    assert SECTION_6.keys() <= page.rows.keys()
    for name, row in page.rows.items():
        assert row.spec.rules, name
        assert set(row.spec.rules) <= set(words_in(row)), name
    field = page.rows["fall_mode"].field
    assert isinstance(field, ChoiceOption)
    field.combo.setFocus()
    QTest.keyClick(field.combo, Qt.Key.Key_Down)
    assert settings_of(campaign.viewer_campaign("gm")._views.history.table).fall_mode == "one_roll"
    campaign.close()
    again = open_campaign(path, backups=tmp_path / "backups")
    assert settings_of(again.history.table).fall_mode == "one_roll"
    again.store.close()


@pytest.mark.rule("CF-UI-17")
def test_an_offer_tells_its_rules_to_whoever_rests_the_pointer_on_it(qtbot: QtBot, hub: ThemeHub) -> None:
    told = 0
    for offer in GAME.offers(laid(), "gm", "gm"):
        rules = [rule for rule in type(offer.command).RULES if rule.startswith("CF-")]
        if rules and offer.denial is None:
            tile = OfferTile(hub, offer)
            qtbot.addWidget(tile)
            assert all(rule in tile.toolTip() for rule in rules), offer.name
            told += 1
    assert told > 20


def settle(campaign: OpenCampaign) -> None:
    """Take whatever is main, for whoever it is there, until nothing is under way."""
    for _ in range(300):
        offers = (
            offer
            for seat in campaign.viewer_campaign("gm").view.seats
            for offer in campaign.viewer_campaign("gm").offers(seat)
        )
        ready = (
            one for one in offers if one.primary and one.denial is None and not any(a.least for a in one.questions)
        )
        main = next(ready, None)
        if main is None:
            return
        assert campaign.submit(main.command), main.name
    pytest.fail("it never ends")


@pytest.mark.rule("CF-UI-18")
def test_every_roll_and_change_has_its_line_with_rules_and_goes_back_and_out(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    told = json.loads((game_folder("classic_fantasy") / "demo.json").read_bytes())
    told["commands"].pop()
    played = play_script(json.dumps(told).encode(), game_of)
    campaign = OpenCampaign(played.game, played.history, SeededChance(5))
    began, start = campaign.position, played.history.table
    for command in read_commands(EVENING, played.game):
        assert campaign.submit(command), command
        settle(campaign)
    log = campaign.viewer_campaign("gm").log()
    for number, entry in enumerate(played.history.entries, 1):
        lines = [line for line in log if line.entry == number]
        assert lines, type(entry.command)
        if not isinstance(entry.command, WORDS_ALONE):
            assert any(rule.startswith("CF-") for line in lines for rule in line.rules), type(entry.command)
    words = [say(line.message) for line in log]
    for form in (
        r"Pell Underlow, Perception: \d+ against 52, (success|failure|critical|fumble)",
        r"Pell Underlow, .+: \d+ damage, Hit Points −?\d+ of \d+, (Minor|Serious|Major) Wound",
        r"Orla Greywater is suffocating: Endurance roll \d+ against \d+, (success|failure|critical|fumble)",
        r"Orla Greywater gains \d Fatigue levels? \(.+\): now .+",
        r"Brannoch Weir, .+: heals \d+ Hit Points?, now −?\d+ of \d+ \(.+\)",
        r"Brannoch Weir, Athletics: now \d+ %, rolled \d+",
    ):
        assert any(re.fullmatch(form, line) for line in words), form
    panel = LogPanel(campaign, "gm", hub)
    qtbot.addWidget(panel)
    for form in StoryFormat:
        path = tmp_path / f"story.{form.value}"
        assert panel.export_to(path)
        story = path.read_text(encoding="utf-8").replace("\\", "")
        assert all(rule in story for line in log for rule in line.rules)
        assert "Hit Points" in story
    end = played.history.table
    for position in range(campaign.position - 1, began - 1, -1):
        campaign.go_to(position, consent=True)
    assert campaign.position == began
    assert played.history.table == start
    assert [line for line in campaign.viewer_campaign("gm").log() if line.entry] == [
        line for line in log if line.entry <= began
    ]
    campaign.go_to(len(played.history.entries), consent=True)
    assert played.history.table == end


@pytest.mark.rule("CF-UI-2", "CF-X-7")
def test_a_contest_shows_the_per_cents_of_whoever_is_chosen(qtbot: QtBot, hub: ThemeHub) -> None:
    sheets = {actor: skilled(Evade=percent) for actor, percent in (("ana", 40), ("bor", 55), ("orc", 70))}
    campaign = OpenCampaign(GAME, History(laid(sheets=sheets)), SeededChance(1))
    offer = next(one for one in campaign.viewer_campaign(SHARED).offers("tom") if one.name == "d100_contest:ana")
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offer))
    qtbot.addWidget(form)
    form.show()
    theirs = next(one for one in form.fields if isinstance(one, DependentQuestionField))
    first = theirs.inner.findChild(QListWidget)
    assert first is not None
    assert not any("%" in first.item(row).text() for row in range(first.count())), "it is not said yet whose they are"
    for name, percent in (("Orc", 70), ("Bor", 55), ("Orc", 70)):
        button = next(one for one in form.findChildren(QRadioButton) if one.text().endswith(name))
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(8, button.height() // 2))
        shown = theirs.inner.findChild(QListWidget)
        assert shown is not None
        assert f"Evade ({percent} %)" in [shown.item(row).text() for row in range(shown.count())], name


def bar_with(campaign: OpenCampaign, viewer: str, hub: ThemeHub, qtbot: QtBot) -> OffersBar:
    """Return the offers bar on the screen of a viewer."""
    bar = OffersBar(campaign, viewer, hub)
    qtbot.addWidget(bar)
    put_up(bar)
    return bar


def test_on_the_shared_screen_it_is_said_where_the_gm_acts_for_a_secret_foe(qtbot: QtBot, hub: ThemeHub) -> None:
    secret = EditActor(seat="gm", actor="orc", secret=True)
    campaign = OpenCampaign(GAME, History(play(laid(tracks=LUCKLESS), secret)), SeededChance(1))
    bar = bar_with(campaign, SHARED, hub, qtbot)
    bar.choose_seat("gm")
    shown = bar.findChild(QPushButton, "offers_gm_screen")
    assert shown is not None
    assert shown.isHidden(), "nobody has noticed it yet"
    assert campaign.submit(StartFight(seat="gm", fighters=("orc", "ana")))
    assert campaign.submit(RollInitiative(seat="gm"))
    bar.choose_seat("gm")
    assert not any("Orc: attack" in say(offer.label) for offer in bar.viewer_campaign.offers("gm"))
    assert not shown.isHidden()
    assert bar.seat == "gm"
    assert shown.accessibleName() == "Open the GM screen to act for Orc"
    assert "Open the GM screen to act for Orc" in shown.toolTip()
    with qtbot.waitSignal(bar.gm_screen_wanted):
        shown.click()
    for turn, words in (("orc", "Orc: act on the GM screen (Alt+1)"), ("ana", "GM screen")):
        assert campaign.submit(GiveTurn(seat="gm", actor=turn))
        bar.choose_seat("gm")
        assert shown.text() == words
        assert "Alt+1" not in {tile.key for tile in bar.tiles}, "while the GM waits, or acts elsewhere, it does nothing"
    with qtbot.waitSignal(bar.gm_screen_wanted):
        assert campaign.submit(GiveTurn(seat="gm", actor="orc"))
        bar.choose_seat("gm")
        first_key = bar.findChild(QAction, "offer_1")
        assert first_key is not None
        first_key.trigger()
    bar.choose_seat("tom")
    assert shown.isHidden(), "it is for the GM"
    gms = bar_with(campaign, "gm", hub, qtbot)
    there = gms.findChild(QPushButton, "offers_gm_screen")
    assert there is not None
    assert there.isHidden()


def test_what_nobody_knows_of_secret_foes_changes_nothing_in_the_offers_bar(qtbot: QtBot, hub: ThemeHub) -> None:
    known = EditActor(seat="gm", actor="orc", secret=True)
    unmet = CopyActor(seat="gm", actor="orc", id="imp", name="Zorbulax")
    shown = []
    for name, more in (
        ("Zorbulax", (unmet,)),
        ("A much longer name", (unmet, EditActor(seat="gm", actor="imp", secret=True, name="A much longer name"))),
        ("", ()),
        ("", (SetTrack(seat="gm", actor="orc", track="Action Points", value=0),)),
    ):
        begin = (StartFight(seat="gm", fighters=("ana", "orc")), RollInitiative(seat="gm"))
        table = play(laid(tracks=LUCKLESS), known, *begin, *more)
        bar = bar_with(OpenCampaign(GAME, History(table), SeededChance(1)), SHARED, hub, qtbot)
        bar.choose_seat("gm")
        button = bar.findChild(QPushButton, "offers_gm_screen")
        assert button is not None
        assert not button.isHidden()
        words = words_in(bar)
        assert not name or not any(name in each for each in words)
        shown.append((words, button.accessibleName(), button.toolTip()))
    assert all(words == shown[0] for words in shown)


@pytest.mark.rule("CF-X-27")
def test_what_the_combat_asks_of_a_seat_has_a_key_also_while_a_page_has_buttons_for_it(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    begin = (StartFight(seat="gm", fighters=("orc", "ana", "bor")), RollInitiative(seat="gm"))
    table = play(laid(tracks=LUCKLESS), *begin, GiveTurn(seat="gm", actor="ana"))
    campaign = OpenCampaign(GAME, History(table), SeededChance(1))
    bar = bar_with(campaign, SHARED, hub, qtbot)
    bar.leave_out(frozenset(offer.name for seat in ("tom", "gm") for offer in bar.viewer_campaign.offers(seat)))
    keys = {tile.key: tile.offer.base_name for tile in bar.tiles}
    assert [keys[f"Alt+{number}"] for number in (1, 2)] == ["d100_attack", "d100_act"]
    assert "d100_pass_round" in keys.values()
    bar.choose_seat("gm")
    assert bar.tiles, "nor is the bar of somebody else empty, where the page has it all"
    assert campaign.submit(DeclareAttack(seat="tom", actor="ana", target="orc", damage="1d6", skill="Brawn"))
    while isinstance(campaign.viewer_campaign("gm")._views.history.table.procedures[-1], Check):
        offers = (offer for seat in ("tom", "gm") for offer in campaign.viewer_campaign(SHARED).offers(seat))
        assert campaign.submit(next(o for o in offers if o.name in ("d100_throw", "d100_let_stand")).command)
    bar.leave_out(frozenset(offer.name for offer in bar.viewer_campaign.offers("gm")))
    assert bar.seat == "gm"
    assert {"d100_parry", "d100_evade", "d100_no_defence"} <= {tile.offer.name for tile in bar.tiles}
    assert next(tile.offer.name for tile in bar.tiles if tile.key == "Alt+1") == "d100_parry"


def test_the_offer_with_the_first_key_stays_in_the_bar_whatever_page_is_open(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = OpenCampaign(GAME, History(laid()), SeededChance(1))
    bar = bar_with(campaign, SHARED, hub, qtbot)
    bar.choose_seat("gm")
    first, second, *_ = bar.tiles
    assert (first.key, first.offer.primary, second.key) == ("Alt+1", False, "Alt+2")
    names = first.offer.name, second.offer.name
    bar.leave_out(frozenset(names))
    shown = {tile.key: tile.offer.name for tile in bar.tiles}
    assert shown["Alt+1"] == names[0]
    assert names[1] not in shown.values()


@pytest.mark.rule("CF-UI-2")
def test_the_result_of_a_single_roll_is_written_once(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = OpenCampaign(GAME, History(laid()), SeededChance(1))
    assert campaign.submit(RollSkill(seat="tom", actor="ana", skill="Evade"))
    throw = next(one for one in campaign.viewer_campaign(SHARED).offers("tom") if one.name == "d100_throw")
    assert campaign.submit(throw.command)
    view = campaign.viewer_campaign(SHARED).view
    assert view.under_way[-1].outcome is not None
    assert view.under_way[-1].sides[0].verdict is not None
    assert tray_outcome(view) == ""
    contest = replace(view.under_way[-1], sides=view.under_way[-1].sides * 2)
    assert tray_outcome(replace(view, under_way=(contest,))) != ""
