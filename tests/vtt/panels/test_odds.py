"""Odds in the window: whose are shown, where, and that nothing hidden and no gesture has to do with them."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.history import History
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.scripts.script import play_script
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.loader import game_of
from tests.on_screen import lay_out
from vtt.campaign.odds_choice import ODDS_SETTING, OddsChoice
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.offers_bar import OffersBar
from vtt.player_window.next_odds import NextOdds
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import figure_of_ways, odds_figure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading
from vtt.shared.questions.question_dialog import QuestionDialog, _within_limit
from vtt.shared.questions.question_form import OfferInput
from vtt.shared.questions.settled_offers import MOST_WAYS, is_settled, settled, settled_ways
from vtt.widgets.look.theme import Theme, ThemeHub

HANDS = "imaginality"
ROLLS = "future_imperfect"
D100 = "classic_fantasy"


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def opened(game: str, change: Callable[[Table], Table] = lambda table: table) -> OpenCampaign:
    """Return the demo of a game; of the game with rolls, with one that waits for its dice."""
    played = play_script((game_folder(game) / "demo.json").read_bytes(), game_of)
    table = change(played.history.table)
    campaign = OpenCampaign(played.game, History(table), SeededChance(1))
    if game == ROLLS:
        command = TryRoll(seat="mia", actor="quill", name="shooting: blast rifle", tn=7)
        assert campaign.submit(command)
    return campaign


def bar_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str = SHARED, seat: str = "") -> OffersBar:
    bar = OffersBar(campaign, viewer, hub)
    qtbot.addWidget(bar)
    bar.resize(900, 300)
    lay_out(bar)
    if seat:
        bar.choose_seat(seat)
    return bar


def settle(qtbot: QtBot, *owners: QObject) -> None:
    """Wait until the odds of these widgets have come."""
    readings = [reading for owner in owners for reading in owner.findChildren(OddsReading)]
    assert readings
    qtbot.waitUntil(lambda: not any(reading.is_busy for reading in readings))


def shown(bar: OffersBar) -> dict[str, str]:
    """Return the figures that are seen, by offer."""
    return {
        tile.offer.name: tile.odds_figure.words
        for tile in bar.tiles
        if tile.odds is not None and tile.odds_figure is not None and tile.odds.isVisibleTo(tile)
    }


def words_of(campaign: OpenCampaign, viewer: str, seat: str, looking: str = "") -> dict[Hashable, object]:
    """Return the odds of every offer of a seat, and of each card that answers it, as the window calculates them."""
    viewer_campaign = campaign.viewer_campaign(viewer)
    count = viewer_campaign.odds_counter(seat, looking)
    found: dict[Hashable, object] = {}
    for offer in viewer_campaign.offers(seat) if count is not None else ():
        assert count is not None
        for key, wanted in every_way(offer):
            odds = count.odds(wanted)
            if odds is not None:
                found[offer.name, key] = odds
    return found


def every_way(offer: Offer) -> Iterator[tuple[str, Offer]]:
    if is_settled(offer):
        yield "", offer
    for question in offer.questions:
        for choice in question.choices[:12]:
            for answer in (choice, (choice,)):
                wanted = settled(offer, {question.field: answer})
                if wanted is not None:
                    yield f"{question.field}={answer}", wanted


def with_other_secrets(table: Table, knowing: tuple[str, ...], seed: int) -> Table:
    """Return the table with everything changed that none of some viewers may know: cards, and characters' numbers."""
    hidden = [
        (zone.id, at)
        for zone in table.zones.values()
        for at, card in enumerate(zone.cards)
        if not any(zone.may_see(card, viewer) for viewer in knowing)
    ]
    cards = [table.zones[zone].cards[at] for zone, at in hidden]
    random.Random(seed).shuffle(cards)
    zones = {zone.id: list(zone.cards) for zone in table.zones.values()}
    for (zone, at), card in zip(hidden, cards, strict=True):
        zones[zone][at] = card
    actors = {
        actor.id: actor
        if any(table.may_read(actor, viewer) for viewer in knowing)
        else replace(
            actor, tracks={name: replace(track, value=max(0, track.value - 1)) for name, track in actor.tracks.items()}
        )
        for actor in table.actors.values()
    }
    return replace(
        table,
        zones={zone.id: replace(zone, cards=tuple(zones[zone.id])) for zone in table.zones.values()},
        actors=actors,
    )


@pytest.mark.parametrize("game", [HANDS, ROLLS])
@pytest.mark.parametrize(("viewer", "looking"), [(SHARED, ""), (SHARED, "jonas"), ("jonas", "")])
def test_what_is_hidden_changes_no_odds(game: str, viewer: str, looking: str) -> None:
    knowing = tuple(filter(None, (viewer, looking)))
    for seat in ("jonas", "mia", "gm"):
        answers, tables = [], []
        for seed in (None, 1, 2):
            campaign = opened(game, lambda table, s=seed: table if s is None else with_other_secrets(table, knowing, s))  # type: ignore[misc]
            campaign.store_setting(ODDS_SETTING, OddsChoice.ALL.value)
            answers.append(words_of(campaign, viewer, seat, looking))
            tables.append(campaign.viewer_campaign("gm").view)
        assert tables[0] != tables[1] != tables[2], "something hidden is another"
        assert answers[0] == answers[1] == answers[2]


def test_a_look_turns_up_the_odds_of_its_cards_and_nothing_else_that_its_seat_knows() -> None:
    campaign = opened(HANDS)
    alone, looking, own = (
        words_of(campaign, *who) for who in ((SHARED, "jonas"), (SHARED, "jonas", "jonas"), ("jonas", "jonas"))
    )
    cards = {key for key in own if "hand:jonas" in str(key)}
    assert len(cards) > 3
    assert not cards & alone.keys()
    assert {key: looking[key] for key in cards} == {key: own[key] for key in cards}
    assert words_of(campaign, SHARED, "mia", "jonas") == words_of(campaign, SHARED, "mia")


def test_a_look_at_the_gms_cards_shows_no_number_that_only_the_gm_knows() -> None:
    for game in (HANDS, ROLLS):
        campaign = opened(game)
        campaign.store_setting(ODDS_SETTING, OddsChoice.ALL.value)
        for seat in ("jonas", "mia"):
            assert words_of(campaign, SHARED, seat, "gm") == words_of(campaign, SHARED, seat)


def test_figures_come_aside_move_nothing_and_go_with_their_viewer(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    odds = Game.odds

    def watched(game: Game, table: Table, offer: Offer, viewer: str | None = None) -> object:
        threads.append(threading.get_ident())
        return odds(game, table, offer, viewer)

    monkeypatch.setattr(Game, "odds", watched)
    bar = bar_of(qtbot, hub, opened(ROLLS), seat="mia")
    places = [tile.geometry() for tile in bar.tiles]
    assert shown(bar) == {}
    settle(qtbot, bar)
    assert shown(bar) == {"throw_dice": "68 %"}
    assert [tile.geometry() for tile in bar.tiles] == places
    assert threading.get_ident() not in threads
    tile = bar.tiles[0]
    assert "68 %" in tile.accessibleDescription()
    assert tile.odds is not None
    assert tile.rect().contains(tile.odds.geometry())
    assert tile.childAt(tile.rect().center()) is None, "a click in the middle takes the offer"
    bar.set_viewer("jonas")
    assert shown(bar) == {}
    assert all("%" not in tile.accessibleDescription() for tile in bar.tiles)


def test_the_group_and_the_gm_choose_whose_odds_are_shown(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = opened(ROLLS)
    assert campaign.odds_choices.group is OddsChoice.OWN
    bars = {
        "the table": bar_of(qtbot, hub, campaign, SHARED, "mia"),
        "the GM's on the table": bar_of(qtbot, hub, campaign, SHARED, "gm"),
        "the GM": bar_of(qtbot, hub, campaign, "gm", "gm"),
        "of a player for the GM": bar_of(qtbot, hub, campaign, "gm", "mia"),
    }

    def seen() -> set[str]:
        settle(qtbot, *bars.values())
        return {name for name, bar in bars.items() if shown(bar)}

    assert seen() == {"the table", "the GM"}
    plain = bar_of(qtbot, hub, opened(ROLLS), SHARED, "mia")
    for group, gm, expected in (
        (OddsChoice.OFF, OddsChoice.OWN, {"the GM"}),
        (OddsChoice.OFF, OddsChoice.ALL, {"the GM", "of a player for the GM"}),
        (OddsChoice.ALL, OddsChoice.OFF, {"the table", "the GM's on the table"}),
        (OddsChoice.OFF, OddsChoice.OFF, set()),
    ):
        campaign.store_setting(ODDS_SETTING, group.value)
        campaign.choose_gm_odds(gm)
        assert seen() == expected, (group, gm)
    without, kept = (bar.tiles[0].sizeHint() for bar in (bars["the table"], plain))
    assert without.width() < kept.width(), "no room is kept for what is off"
    refusals: list[str] = []
    campaign.refused.connect(lambda refused: refusals.append(refused.message.key))
    bars["the table"].open_odds()
    assert refusals == ["refused.no_odds"]
    campaign.store_setting(ODDS_SETTING, "nonsense")
    assert campaign.odds_choices.group is OddsChoice.OWN


def test_the_list_of_all_offers_has_the_odds_that_its_viewer_is_shown(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = opened(ROLLS)
    for viewer, seat, expected in ((SHARED, "mia", {"throw_dice": "68 %"}), ("gm", "mia", {}), (SHARED, "gm", {})):
        bar = bar_of(qtbot, hub, campaign, viewer, seat)
        bar.show()
        bar.open_more()
        popup = bar.taker.popup
        assert popup is not None
        settle(qtbot, popup)
        model = popup.search.model
        found = [entry for row in range(model.rowCount()) if (entry := model.entry(row))]
        assert "throw_dice" in {entry.payload.name for entry in found if isinstance(entry.payload, Offer)}
        assert {e.payload.name: e.odds for e in found if isinstance(e.payload, Offer) and e.odds} == expected
        for row in range(model.rowCount()) if expected else ():
            entry, place = model.entry(row), popup.search.list.visualRect(model.index(row))
            if entry is not None and entry.odds:
                where = QPoint(place.right() - hub.theme.metrics.font_body, place.center().y())
                position = campaign.position
                QTest.mouseClick(popup.search.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
                assert [panel.figure.words for panel in bar.window().findChildren(OddsPanel)] == [entry.odds]
                assert campaign.position == position, "they are read, and nothing is done"
        bar.taker.close()


def test_a_dialog_has_the_odds_of_each_choice_while_others_are_open(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = opened(D100)
    roll = next(offer for offer in campaign.viewer_campaign("gm").offers("gm") if offer.name == "d100_call_off")
    assert campaign.submit(roll.command)
    offer = next(o for o in campaign.viewer_campaign(SHARED).offers("mia") if o.name == "d100_attack:brannoch")
    dialog = QuestionDialog(OfferInput(campaign, SHARED, hub, offer))
    qtbot.addWidget(dialog)
    dialog.form.show_all()

    def places(dialog: QuestionDialog) -> dict[str, QPoint]:
        lay_out(dialog)
        seen = (button for button in dialog.findChildren(QRadioButton) if button.isVisible())
        return {button.text(): button.mapTo(dialog, QPoint()) for button in seen}

    def figures(field: str) -> dict[str, str]:
        control = next(control for control in dialog.form.fields if control.ask.field == field)
        buttons = control.findChildren(QRadioButton)
        odds = [both.findChild(OddsButton) for both in (button.parentWidget() for button in buttons) if both]
        pairs = zip(buttons, odds, strict=True)
        return {button.text(): one.figure.words for button, one in pairs if one is not None and one.figure is not None}

    before = places(dialog)
    qtbot.waitUntil(lambda: dialog.height() == dialog.sizeHint().height())  # as high as its fields with their room
    settle(qtbot, dialog)
    assert places(dialog) == before, "no choice moves from under the mouse when odds arrive"
    again = QuestionDialog(OfferInput(campaign, SHARED, hub, offer))
    qtbot.addWidget(again)
    known = places(again)
    settle(qtbot, again)
    assert places(again) == known, "the room is that of the odds that were there before"
    assert {"Standard": "60 %", "Hard": "40 %"}.items() <= figures("grade").items()
    assert set(figures("target")) == {"Pell Underlow", "Orla Greywater", "Sidonie Ash"}
    assert dialog.odds.figure is not None
    assert len(dialog.odds.figure.in_full) == 6, "three targets, two weapons"
    next(button for button in dialog.findChildren(QRadioButton) if button.text() == "Hard").setChecked(True)
    settle(qtbot, dialog)
    assert set(figures("target").values()) == {"40 %"}
    assert campaign.submit(
        next(o for o in campaign.viewer_campaign("gm").offers("gm") if "reveal_trap" in o.name).command
    )
    assert figures("target") == {}, "those of the table before are gone, although the offer is the same"
    settle(qtbot, dialog)
    assert set(figures("target").values()) == {"40 %"}
    campaign.store_setting(ODDS_SETTING, OddsChoice.OFF.value)
    dialog.form.check()
    assert figures("grade") == figures("target") == {}
    assert dialog.odds.figure is None


@pytest.mark.parametrize("secret", [False, True])
def test_a_way_that_the_viewer_may_not_know_leaves_no_range(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    """It may be worse than the least chance and better than the best one; a way that is refused is no way at all."""

    def odds(_game: Game, _table: Table, offer: Offer, _viewer: str) -> Odds | None:
        name = getattr(offer.command, "name", "")
        return None if name == "other" else Odds(chance=Fraction(1, len(name)))

    def hide(table: Table) -> Table:
        other = replace(table.actors["quill"], id="other", secret=secret)
        return replace(table, actors={**table.actors, other.id: other})

    monkeypatch.setattr(Game, "odds", odds)
    campaign = opened(ROLLS, hide)
    owner = QObject(campaign)
    reading = OddsReading(campaign, owner)
    told: list[Figures] = []
    reading.ready.connect(told.append)
    commands = (TryRoll(seat="mia", actor="quill", name=name, tn=5) for name in ("some", "other", "xx"))
    ways = [(command.name, Offer(name="x", command=command, label=Message(key="x"))) for command in commands]
    reading.ask(SHARED, {1: ways})
    settle(qtbot, owner)
    (figures,) = told
    assert (figures[1].words, len(figures[1].in_full)) == ("Odds" if secret else "25–50 %", 2)


def test_choices_without_odds_lose_their_room(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept until it is known that there are none."""
    monkeypatch.setattr(Game, "odds", lambda *_: None)
    campaign = opened(D100)
    offer = next(o for o in campaign.viewer_campaign("gm").offers("gm") if o.name == "d100_call_off")
    assert campaign.submit(offer.command)
    offer = next(o for o in campaign.viewer_campaign(SHARED).offers("mia") if o.name == "d100_attack:brannoch")
    kept = []
    for _ in range(2):
        dialog = QuestionDialog(OfferInput(campaign, SHARED, hub, offer))
        qtbot.addWidget(dialog)
        kept.append(any(odds.minimumWidth() for odds in dialog.form.findChildren(OddsButton)))
        settle(qtbot, dialog)
    assert kept == [True, False]


def test_several_ways_have_the_least_and_the_best_chance() -> None:
    some, more = (odds_figure(name, Odds(chance=Fraction(1, part))) for name, part in (("x", 5), ("y", 2)))
    together = figure_of_ways([some, more])
    assert (together.words, together.share, together.in_full) == ("20–50 %", 0.5, (some, more))
    assert figure_of_ways([some]) == some
    assert [figure_of_ways(known, is_whole=False).share for known in ([some], [some, more])] == [None, None]
    assert figure_of_ways([some, some]).words == "20 %"
    assert figure_of_ways([some, odds_figure("z", Odds())]).share is None
    told = odds_figure("z", Odds(chance=Fraction(1, 4), success_word=Message(key="Hit")))
    assert (told.words, told.chance) == ("Hit 25 %", "25 %")
    assert figure_of_ways([told, more]).words == "Hit 25–50 %"
    assert figure_of_ways([told], is_whole=False).words == "Odds"


def test_open_choices_have_ways_unless_they_are_too_many() -> None:
    def asking(count: int, kind: QuestionKind = QuestionKind.CHOICE) -> Offer:
        question = Question(field="name", kind=kind, label=Message(key="x"), choices=tuple(map(str, range(count))))
        command = TryRoll(seat="mia", actor="quill", name="0", tn=5)
        return Offer(name="x", command=command, label=Message(key="x"), questions=(question,))

    assert [way.offer.command.name for way in settled_ways(asking(3), {})] == ["0", "1", "2"]  # type: ignore[attr-defined]
    assert [way.added for way in settled_ways(asking(3), {"name": "2"})] == [()]
    assert settled_ways(asking(MOST_WAYS + 1), {}) == ()
    assert settled_ways(asking(2, QuestionKind.CARD), {}) == ()


def test_the_players_window_has_the_odds_that_everybody_may_know(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign, window = opened(ROLLS), QWidget()
    qtbot.addWidget(window)
    odds = NextOdds(campaign, hub, window)
    qtbot.waitUntil(lambda: odds.words == ("Roll the dice: 68 %",))
    campaign.store_setting(ODDS_SETTING, OddsChoice.OFF.value)
    assert odds.words == ()
    qtbot.waitUntil(odds.isHidden)
    assert odds.words == ()
    modifier = next(o for o in campaign.viewer_campaign("mia").offers("mia") if o.name.startswith("add_modifier"))
    campaign.store_setting(ODDS_SETTING, OddsChoice.OWN.value)
    qtbot.waitUntil(lambda: odds.words == ("Roll the dice: 68 %",))
    wide = odds.sizeHint().width()
    window.show()
    QTest.mouseClick(odds._lines[0], Qt.MouseButton.LeftButton)
    (panel,) = window.findChildren(OddsPanel)
    assert (panel.isVisible(), panel.figure.words, panel.figure.title) == (True, "68 %", "Roll the dice")
    assert campaign.submit(replace(modifier.command, value=3))
    assert odds.words == (), "those of the table before are gone at once"
    assert not panel.isVisible()
    assert (odds.isHidden(), odds.sizeHint().width()) == (False, wide), "what is beside them stays where it is"
    qtbot.waitUntil(lambda: odds.words == ("Roll the dice: 98 %",))


def test_the_players_window_calculates_nothing_for_what_has_no_chance(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "may_have_odds", lambda *_: False)
    window = QWidget()
    qtbot.addWidget(window)
    odds = NextOdds(opened(ROLLS), hub, window)
    odds._ask()
    assert not odds._reading.is_busy
    assert odds.isHidden()


def test_the_chance_is_seen_on_the_players_window_however_long_its_offer_is(qtbot: QtBot, hub: ThemeHub) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    odds = NextOdds(opened(ROLLS), hub, window)
    pictures = []
    for chance in (Fraction(1, 4), Fraction(3, 4)):
        odds._show({1: odds_figure("Wandering " * 30, Odds(chance=chance))})
        odds.setGeometry(0, 0, odds.sizeHint().width() // 2, odds.sizeHint().height())
        pictures.append(odds.grab().toImage())
    assert pictures[0] != pictures[1]


def test_a_change_brings_new_odds_and_closes_those_in_full(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = opened(ROLLS)
    bar = bar_of(qtbot, hub, campaign, seat="mia")
    settle(qtbot, bar)
    bar.open_odds()
    (panel,) = bar.window().findChildren(OddsPanel)
    assert panel.isVisibleTo(bar)
    assert panel.figure.words == "68 %"
    modifier = next(o for o in bar.viewer_campaign.offers("mia") if o.name.startswith("add_modifier"))
    assert bar.viewer_campaign.submit(replace(modifier.command, value=3))
    assert not panel.isVisibleTo(bar)
    settle(qtbot, bar)
    assert shown(bar) == {"throw_dice": f"{round(100 * (1 - (3 / 8) ** 4))} %"}, "the highest of 4d8 is 4 or more"


def test_a_button_whose_odds_take_long_says_so_and_can_be_clicked_there(qtbot: QtBot, hub: ThemeHub) -> None:
    bar = bar_of(qtbot, hub, opened(ROLLS), seat="mia")
    (tile,) = [tile for tile in bar.tiles if tile.offer.name == "throw_dice"]
    size = tile.size()
    assert bar._odds.is_busy
    assert not tile.findChildren(OddsButton), "a short wait needs no sign"
    bar._odds.ready.emit({})  # as when a moment is over, and others are still calculated
    assert tile.odds is not None
    assert (tile.odds._words, tile.odds.isVisibleTo(tile), tile.odds.accessibleName()) == ("…", True, "")
    assert tile.childAt(tile.odds.geometry().center()) is None, "a click there takes the offer"
    assert not [one for one in bar.tiles if one is not tile and one.odds is not None], "nothing promises others"
    settle(qtbot, bar)
    assert shown(bar) == {"throw_dice": "68 %"}
    assert tile.childAt(tile.odds.geometry().center()) is tile.odds
    assert tile.size() == size


def test_what_arrives_too_late_is_not_shown(qtbot: QtBot) -> None:
    campaign = opened(ROLLS)
    offer = next(o for o in campaign.viewer_campaign(SHARED).offers("mia") if o.name == "throw_dice")
    owner = QObject(campaign)
    reading = OddsReading(campaign, owner)
    told: list[Figures] = []
    reading.ready.connect(told.append)
    reading.ask(SHARED, {1: [("roll", offer)]})
    reading._start()  # as when the window has settled; its answer can only arrive in a later turn of the event loop
    assert reading._task is not None
    reading.forget()
    reading.ask(SHARED, {2: [("roll", offer)]})
    settle(qtbot, owner)
    assert [set(figures) for figures in told] == [{2}]


def test_a_field_has_the_odds_of_all_its_choices_or_of_none() -> None:
    """“Head 17 %, Hand 17 %, Foot” would look as if nobody could hit a foot."""
    way = ("Shoot", next(o for o in opened(ROLLS).viewer_campaign(SHARED).offers("mia") if o.name == "throw_dice"))
    targets = [(("target", str(number)), [way]) for number in range(7)]
    parts = [(("called", str(number)), [way] * 7) for number in range(12)]
    weapon, whole = (("weapon", "rifle"), [way] * 7), (("", ""), [way] * 7)
    shown = [key for key, _ in _within_limit(iter([whole, *targets, weapon, *parts]))]
    assert {key[0] for key in shown if isinstance(key, tuple)} == {"", "target", "weapon"}
    assert len(shown) == 9
    assert len([*_within_limit(iter([(("", ""), [way]), *parts[:7]]))]) == 8, "those that fit are all there"


@pytest.mark.parametrize(("has_bar", "shown"), [(True, "0 % → 13 %"), (False, "13 %")])
def test_in_one_line_what_a_chip_changes_is_only_the_new_chance(
    qtbot: QtBot, hub: ThemeHub, has_bar: bool, shown: str
) -> None:
    """Its button keeps the room of one chance there; a longer figure would cut its words."""
    parent = QWidget()
    qtbot.addWidget(parent)
    button = OddsButton(hub, parent, has_bar=has_bar)
    button.show_figure(odds_figure("Chip", Odds(chance=Fraction(1, 8), before=Fraction(0))))
    assert button._words == shown
    assert has_bar or button.sizeHint().width() <= OddsButton.widest(hub, gain=False)


def test_in_one_line_a_chance_also_says_of_what_it_is(qtbot: QtBot, hub: ThemeHub) -> None:
    """“Do not defend 95 %” would read as if it were good: it is the chance of being hit."""
    parent = QWidget()
    qtbot.addWidget(parent)
    hit = Odds(chance=Fraction(19, 20), success_word=Message(key="odds.word_hit"))
    gain = Odds(chance=Fraction(3, 4), before=Fraction(1, 2), success_word=Message(key="odds.word_hit"))
    shown: dict[bool, list[str]] = {}
    for has_word in (True, False):
        button = OddsButton(hub, parent, has_bar=False, has_word=has_word)
        for odds in (hit, gain):
            button.show_figure(odds_figure("Do not defend", odds))
            shown.setdefault(has_word, []).append(button._words)
    assert shown == {True: ["Hit 95 %", "Hit 75 %"], False: ["95 %", "75 %"]}, "in a form one line says it for all"
