from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.fault_isolation import FAULT, set_fault_handler
from engine.core.history import History
from engine.core.manual_moves import Say
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import Accept, ThrowDice
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import scripts_of
from tests.engine.rulesets.future_imperfect import table as future_imperfect
from tests.on_screen import lay_out, on_screen, put_up
from tests.patience import PATIENCE_MS
from tests.vtt.painted import written_on
from tests.vtt.panels_stage import Pass, Raise, Tiny, fight, permuted, say_as, stage, words_in
from tests.vtt.table_stage import word
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.panels.offer_shortcuts import OfferShortcuts, context_of
from vtt.panels.offers_bar import OffersBar, arranged
from vtt.panels.seat_switcher import SeatSwitcher
from vtt.shared.campaign_panel import text
from vtt.shared.card_choice.card_picker import CardPicker, faces_of
from vtt.shared.hand_order import HandOrder, HandOrders
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_reading import OddsReading
from vtt.shared.offers.offer_picker import entries_of, with_others
from vtt.shared.offers.offer_tile import OfferTile, SharedReason, offer_words
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import filled
from vtt.shared.screen_names import name_of_actor
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


def bar_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str = SHARED) -> OffersBar:
    bar = OffersBar(campaign, viewer, hub)
    qtbot.addWidget(bar)
    bar.resize(1000, 400)
    put_up(bar)
    return bar


def rules_of(campaign: OpenCampaign) -> Tiny:
    rules = campaign.game.ruleset
    assert isinstance(rules, Tiny)
    return rules


def offer_named(bar: OffersBar, name: str, seat: str = "") -> Offer:
    return next(o for o in bar.viewer_campaign.offers(seat or bar.seat) if o.name == name)


def dialog_of(bar: OffersBar) -> QuestionDialog:
    assert bar.taker.dialog is not None
    return bar.taker.dialog


def picker_of(dialog: QuestionDialog) -> CardPicker:
    field = dialog.form.fields[0]
    assert isinstance(field, CardQuestionField)
    return field.picker


def test_what_is_seldom_wanted_has_no_button_unless_it_is_the_next_step() -> None:
    offers = stage().viewer_campaign(SHARED).offers("gm")
    seldom = tuple(replace(offer, rare=offer.name == "pass") for offer in offers)
    assert [offer.name for offer in offers if offer not in arranged(seldom)] == ["pass"]
    assert arranged((replace(offers[0], rare=True, primary=True),)), "the natural next step has one"


def test_the_bar_follows_whom_the_table_waits_for(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    rules = rules_of(campaign)
    bar = bar_of(qtbot, hub, campaign)
    assert bar.seat == "gm"
    rules.under_way = fight(("ann", "tom"))
    campaign.log_look("x")
    assert bar.seat == "ann"
    bar.choose_seat("gm")
    campaign.log_look("x")  # nobody else is waited for than before, so the choice stands
    assert bar.seat == "gm"
    outer, inner = fight(("ann", "tom"))
    steps = tuple(replace(step, state="now" if step.state == "later" else "done") for step in inner.steps)
    rules.under_way = (outer, replace(inner, steps=steps))
    campaign.log_look("x")
    assert bar.seat == "ann", "the next step waits for the same seats, but not for the one that was chosen"
    rules.under_way = fight(("tom",))
    campaign.log_look("x")
    assert bar.seat == "tom"
    rules.under_way = fight(("ann", "tom"))
    campaign.log_look("x")
    assert bar.seat == "tom", "who acts now keeps the bar"
    for shown in ("tom", "ann"):
        bar.choose_seat(shown)
        bar.set_looking("gm")
        bar.choose_seat("gm")
        assert any(tile.offer.primary and not tile.is_denied for tile in bar.tiles), (
            "nor does a next step keep it there"
        )
        bar.set_looking("")
        bar.turn_back()
        assert bar.seat == shown


def test_the_bar_goes_to_whose_move_was_undone_unless_the_log_hides_it(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign, bars = stage(), list[OffersBar]()
    campaign.changed.connect(lambda change: bars[0].follow(change.undone_by))  # before the bar, as its room does
    rules, bar = rules_of(campaign), bar_of(qtbot, hub, campaign)
    bars.append(bar)
    for private, seat in ((False, "ann"), (True, "tom")):
        rules.under_way = fight(("tom",))
        assert campaign.submit(Say(seat="ann", text="Now!", private=private))
        assert bar.seat == "tom"
        rules.under_way = fight(("tom", "ann"))
        campaign.undo(consent=True)
        assert bar.seat == seat


def test_what_cannot_be_done_says_why(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    flee = next(t for t in bar.tiles if t.offer.name == "flee")
    assert flee.is_denied
    assert "Nobody runs" in flee.accessibleDescription()
    assert "TI-RUN-1" not in flee.accessibleDescription(), "rule numbers are shown on request"
    assert "TI-RUN-1" in flee.toolTip()
    hub.set_theme(Theme(rule_numbers=True))
    bar.refresh()
    flee = next(t for t in bar.tiles if t.offer.name == "flee")
    assert "TI-RUN-1" in flee.accessibleDescription()
    with qtbot.waitSignal(campaign.refused) as refused:
        bar.take(flee.offer)
    assert refused.args is not None
    assert isinstance(refused.args[0], Refused)
    assert campaign.position == 0


@pytest.mark.parametrize("many", [0, 2])
def test_the_keyboard_reaches_what_cannot_be_done_and_only_learns_why(qtbot: QtBot, hub: ThemeHub, many: int) -> None:
    campaign = stage()
    rules_of(campaign).many_denied = many
    bar = bar_of(qtbot, hub, campaign, "tom")
    reached = []
    bar.tiles[0].setFocus()
    for _ in bar.tiles[1:]:
        QTest.keyClick(bar.window().focusWidget(), Qt.Key.Key_Tab)
        reached.append(bar.window().focusWidget())
    assert reached == list(bar.tiles[1:])
    denied = [tile for tile in bar.tiles if tile.is_denied]
    assert len(denied) == 1 + many
    for tile in denied:
        assert tile.accessibleDescription() == f"Not possible: {tile.reason}"
        for by_key in (True, False):
            with qtbot.waitSignal(campaign.refused) as refused:
                if by_key:
                    QTest.keyClick(tile, Qt.Key.Key_Space)
                else:
                    QTest.mouseClick(tile, Qt.MouseButton.LeftButton)
            assert refused.args is not None
            assert refused.args[0].text == tile.reason
    assert campaign.position == 0


def test_no_button_of_another_viewer_is_used_again(qtbot: QtBot, hub: ThemeHub) -> None:
    """The order in which a screen reader meets the buttons is that in which they were made."""
    bar = bar_of(qtbot, hub, stage(), "gm")
    of_gm = [part.widget for part in bar._parts]
    assert of_gm
    bar.set_viewer(SHARED)
    assert bar._parts
    assert not any(part.widget is widget for part in bar._parts for widget in of_gm)


def test_buttons_that_are_not_needed_say_nothing_and_wait_for_other_offers(qtbot: QtBot, hub: ThemeHub) -> None:
    bar = bar_of(qtbot, hub, stage())
    counts, tiles, laid_by = [], list[OfferTile](), list[OfferTile]()
    for seat in ("gm", "ann", "tom") * 2:
        bar.choose_seat(seat)
        tiles = bar.findChildren(OfferTile)
        counts.append(len(tiles))
        shown = [tile for part in bar._parts for tile in part.tiles]
        laid_by = [tile for tile in tiles if tile not in shown]
        assert not any(tile.isVisible() for tile in laid_by)
        assert {tile.text() + tile.toolTip() + tile.objectName() for tile in laid_by} <= {""}
        assert {tile.accessibleName() + tile.accessibleDescription() for tile in laid_by} <= {""}
        assert all(tile.text() and tile.accessibleName() == say(tile.offer.label) for tile in shown)
    assert len(set(counts[2:])) == 1, "once there are enough, none is made anew"
    assert laid_by
    bar.set_viewer("ann")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not set(bar.findChildren(OfferTile)) & set(tiles)


def test_no_seat_moves_when_the_table_waits_for_others(qtbot: QtBot, hub: ThemeHub) -> None:
    view = stage().viewer_campaign(SHARED).view
    seats = tuple(view.seats)
    switcher = SeatSwitcher(hub)
    qtbot.addWidget(switcher)
    switcher.resize(900, 100)
    switcher.show()
    places = []
    for waiting in ((), seats, seats[:1], seats[1:]):
        switcher.show_people(view, seats, seats[0], waiting)
        lay_out(switcher)
        places.append([button.geometry() for button in switcher.buttons])
    assert len(seats) > 2
    assert all(place == places[0] for place in places)


def test_a_reason_that_several_share_is_said_once(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    rules_of(campaign).many_denied = 2
    bar = bar_of(qtbot, hub, campaign, "tom")
    denied = [t for t in bar.tiles if t.is_denied]
    assert [t.offer.name for t in denied] == ["flee", "flee_1", "flee_2"]
    assert all("Nobody runs" in t.accessibleDescription() for t in denied), "a screen reader hears it at each"
    (shared,) = bar.findChildren(SharedReason)
    assert all(shared.isAncestorOf(t) for t in denied)
    assert sum("Nobody runs" in label.text() for label in bar.findChildren(QLabel)) == 1


@pytest.mark.parametrize("width", [420, 800, 1000, 1300, 1900])
def test_words_wrap_in_a_button_only_where_its_row_has_no_free_room(qtbot: QtBot, hub: ThemeHub, width: int) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    flow = TileFlow(place)
    names = ("Brock the wrecker: attack hand-to-hand…", "Pell the wrecker: attack hand-to-hand…", "Brock: shoot…", "On")
    tiles = [OfferTile(hub, _offer(f"do_{at}", words=name), "Alt+1", place) for at, name in enumerate(names)]
    flow.hold(tiles)
    place.resize(width, 300)
    put_up(place)
    assert [flow.heightForWidth(width)] == [max(tile.geometry().bottom() + 1 for tile in tiles)]
    for top in {tile.y() for tile in tiles}:
        row = [tile for tile in tiles if tile.y() == top]
        free = width - row[-1].geometry().right() - 1
        assert free >= 0
        assert all(tile.width() >= tile.line_width() or tile.line_width() - tile.width() > free for tile in row)


@pytest.mark.parametrize("chance", ["52 %", "0 % → 52 %", "100 % → 100 %"])
def test_the_words_of_a_low_button_have_room_beside_any_odds(qtbot: QtBot, hub: ThemeHub, chance: str) -> None:
    tile = OfferTile(hub, _offer("again", words="Pell Underlow, Luck: roll again"), "Alt+1")
    qtbot.addWidget(tile)
    tile.keep_odds_room(True)
    tile.be_brief(True)
    tile.show_odds(OddsFigure("", chance, "", 0.5, 0.5, Odds()))
    tile.resize(tile.line_width(), tile.sizeHint().height())
    put_up(tile)
    assert "Pell Underlow, Luck: roll again" in written_on(tile)


def test_a_second_click_while_the_dice_of_the_first_fly_is_no_fault(qtbot: QtBot, hub: ThemeHub) -> None:
    table = future_imperfect.laid(chips={"tom": {"white": 1}})
    roll = TryRoll(seat="tom", actor="frost", name="reflex", tn=5), ThrowDice(seat="tom")
    table = future_imperfect.play(table, *roll, chance=future_imperfect.dice(d8=[3, 2]))
    campaign = OpenCampaign(future_imperfect.GAME, History(table), SeededChance(1))
    bar, refused = bar_of(qtbot, hub, campaign), QSignalSpy(campaign.refused)
    hold = ResultHold(bar)
    bar.hold_results(hold)
    accept = next(o for o in bar.viewer_campaign.offers("tom") if isinstance(o.command, Accept))
    hold.begin()
    bar.take(accept)
    bar.take(accept)
    assert (campaign.position, refused.count()) == (1, 0)
    hold.end()
    bar.take(accept)
    assert (campaign.position, refused.count()) == (1, 1), "later it is one"


def test_a_key_takes_the_offer_with_its_number(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    number = [t.offer.name for t in bar.tiles if not t.is_denied].index("pass") + 1
    cut = line_of_offers(qtbot, 380)
    assert "pass" not in [t.offer.name for t in cut.tiles], "its button has no room"
    for one in (bar, cut):
        action = next(a for a in one.actions() if a.shortcut().toString() == f"Alt+{number}")
        action.trigger()
        assert one.campaign.position == 1


def _offer(name: str, *, main: bool = False, at_cost_of: str = "", words: str = "") -> Offer:
    return Offer(name=name, command=Pass(seat="gm"), label=say_as(words or name), primary=main, at_cost_of=at_cost_of)


def test_the_first_key_is_free_and_what_others_pay_for_has_none() -> None:
    luck, own, accept = _offer("luck", at_cost_of="tom"), _offer("chip", at_cost_of="gm"), _offer("accept")
    laid = arranged((luck, own, accept))
    assert [one.name for one in laid] == ["accept", "chip", "luck"]
    numbered = OfferShortcuts().numbered("a roll", laid)
    assert [(one.name, number) for one, number in numbered] == [("accept", 1), ("chip", 2), ("luck", 0)]
    alone = OfferShortcuts().numbered("a roll", (own,))
    assert [number for _, number in alone] == [2], "nobody spends by the first key"


def test_while_others_are_waited_for_the_first_key_does_nothing_but_the_next_step() -> None:
    harder, force, on = _offer("harder"), _offer("force"), _offer("reveal", main=True)
    keys = OfferShortcuts()
    waits = keys.numbered("waits for tom", (harder, force), idle=True)
    assert [(one.name, number) for one, number in waits] == [("harder", 2), ("force", 3)]
    comes = keys.numbered("waits for tom", (on, harder, force), idle=True)
    assert [(one.name, number) for one, number in comes] == [("reveal", 1), ("harder", 2), ("force", 3)]
    assert OfferShortcuts().numbered("waits for gm", (harder, force))[0] == (harder, 1)


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_gm_who_waits_for_others_does_nothing_rash_by_the_first_key(
    qtbot: QtBot, hub: ThemeHub, ruleset: str
) -> None:
    table = scripts_of(ruleset)[0].history.table
    campaign = OpenCampaign(game_of(ruleset), History(table), SeededChance(1))
    gm = table.gm()
    waited = campaign.viewer_campaign(gm).view.under_way[-1].waiting_for
    assert waited, "every demo opens where somebody is waited for"
    assert gm not in waited
    bar = bar_of(qtbot, hub, campaign, gm)
    bar.choose_seat(gm)
    assert [tile.key for tile in bar.tiles if not tile.is_denied and not tile.offer.primary][:1] == ["Alt+2"]
    bar.resize(1300, 400)
    bar.open_more()
    popup = bar.taker.popup
    assert popup is not None
    lay_out(popup)
    rows = [popup.search.model.entry(row) for row in range(popup.search.model.rowCount())]
    known = {words for entry in rows if entry is not None for words in (entry.title, entry.detail, entry.hint)}
    cut = {words for words in written_on(popup.search.list) if words.endswith("…")} - known
    assert all(len(words) > 120 for words in cut), "only what is wider than anybody reads a line"


def test_dice_that_leave_the_table_change_no_key() -> None:
    """A chip that saves somebody takes the dice away: the next key in the row must not cancel the attack."""
    table = scripts_of("future_imperfect")[0].history.table
    campaign = OpenCampaign(game_of("future_imperfect"), History(table), SeededChance(1))
    view = campaign.viewer_campaign(table.gm()).view
    wounds = ActivityView(title=say_as("wounds"), waiting_for=("gm",))
    dice = ActivityView(title=say_as("dice"), outcome=say_as("hit"))
    before, after = (replace(view, under_way=activities) for activities in ((dice, wounds), (wounds,)))
    assert context_of(before, "gm") == context_of(after, "gm")
    attack = ActivityView(title=say_as("attack"), waiting_for=("gm",))
    assert context_of(replace(view, under_way=(attack, wounds)), "gm") != context_of(after, "gm")


def test_a_key_keeps_its_meaning_while_the_same_is_under_way() -> None:
    keys = OfferShortcuts()

    def numbers(context: str, *names: str) -> dict[str, int]:
        offers = tuple(_offer(name.strip("!"), main=name.endswith("!")) for name in names)
        return {offer.name: number for offer, number in keys.numbered(context, offers)}

    assert numbers("a", "throw", "grade", "skill") == {"throw": 1, "grade": 2, "skill": 3}
    assert numbers("a", "throw", "skill", "new") == {"throw": 1, "skill": 3, "new": 4}, "2 means nothing else"
    assert numbers("a", "throw", "grade", "skill") == {"throw": 1, "grade": 2, "skill": 3}
    assert numbers("a", "grade", "accept!") == {"accept": 1, "grade": 2}, "the first one is the natural next step"
    assert numbers("a", "grade!", "new") == {"grade": 1, "new": 4}, "also where it had a key of its own"
    assert numbers("a", "grade!", "newer") == {"grade": 1, "newer": 5}
    assert numbers("a", "grade", "other!") == {"other": 1, "grade": 6}, (
        "it gives way where it is no longer the next step"
    )
    assert numbers("b", "skill", "grade") == {"skill": 1, "grade": 2}
    assert numbers("c", *map(str, range(12))) == {**{str(n): n + 1 for n in range(9)}, "9": 0, "10": 0, "11": 0}
    assert numbers("c", "0", "1", "4", "end", "also") == {"0": 1, "1": 2, "4": 5, "end": 3, "also": 4}, "all were given"
    assert numbers("c", "0", "1", "4", "end", "2") == {"0": 1, "1": 2, "4": 5, "end": 3, "2": 6}, (
        "keys stay as they are"
    )
    assert numbers("d", *map(str, range(9)))["8"] == 9
    assert numbers("d", "3!", "5") == {"3": 1, "5": 6}
    assert numbers("d", "3!", "5", "also") == {"3": 1, "also": 4, "5": 6}, "its own key is not lost"
    assert numbers("e", "act!", "keep", "aim", "roll") == {"act": 1, "keep": 2, "aim": 3, "roll": 4}
    assert numbers("e", "shoot!", "end", "walk", "roll") == {"shoot": 1, "end": 2, "walk": 3, "roll": 4}, "all is new"


def test_buttons_carry_the_keys_that_take_them(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    offers = [_offer("throw"), _offer("grade"), _offer("luck", at_cost_of="tom")]
    rules_of(campaign).offers = lambda *_: tuple(offers)  # type: ignore[method-assign]
    bar = bar_of(qtbot, hub, campaign)
    bar.choose_seat("gm")
    assert [(tile.offer.name, tile.key) for tile in bar.tiles] == [("throw", "Alt+1"), ("grade", "Alt+2"), ("luck", "")]
    del offers[0]
    campaign.log_look("x")
    assert [(tile.offer.name, tile.key) for tile in bar.tiles] == [("grade", "Alt+2"), ("luck", "")]


def test_at_no_width_is_there_a_scroll_bar_beside_what_would_fit_without_it(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    offers = tuple(
        Offer(name=f"o{n}", command=Pass(seat="tom"), label=say_as(f"Offer of some words {n}")) for n in range(12)
    )
    rules_of(campaign).offers = lambda *_: offers  # type: ignore[method-assign]
    bar = OffersBar(campaign, SHARED, hub)
    qtbot.addWidget(bar)
    lay_out(bar)
    bar.setFixedHeight(130)
    seen = set()
    for width in range(600, 1000, 5):
        bar.reserve(None)
        bar.resize(width, bar.height())
        QApplication.processEvents()
        bar.reserve(160)  # what scrolled a moment ago must leave no bar behind that takes the room
        QApplication.processEvents()
        shown = [tile for tile in bar.tiles if tile.isVisible()]
        seen.add(len(shown))
        assert bar.tiles == tuple(shown)
        assert not bar._scroll.verticalScrollBar().isVisible(), width
        assert all(t.mapTo(bar, t.rect().bottomRight()).y() < bar.height() for t in shown), width
    assert len(seen) > 1, "there was room for more and for fewer"


def test_where_there_is_room_for_one_line_no_button_is_cut(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = ThemeHub(Theme(scale=2.25))
    campaign = stage()
    plain = Tiny.offers
    long = say_as("A white chip for the raider by the crane on the second deck")

    def wordy(rules: Tiny, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        first, *others = (offer for offer in plain(rules, table, seat, viewer) if offer.denial is None)
        return (first, *(replace(offer, label=long) for offer in others))

    monkeypatch.setattr(Tiny, "offers", wordy)
    bar = OffersBar(campaign, SHARED, hub)
    qtbot.addWidget(bar)
    lay_out(bar)
    lengths = hub.theme.metrics
    line = lengths.control + 3 * lengths.pad_s + lengths.hair
    bar.reserve(None)
    bar.setFixedHeight(line)
    bar.resize(1100, line)
    QApplication.processEvents()
    row = [tile for tile in bar.tiles if tile.y() == bar.tiles[0].y()]
    assert len(row) > 1, "one of many words stands beside one of few"
    assert all(tile.mapTo(bar, tile.rect().bottomLeft()).y() < line for tile in row)
    assert long.key in row[1].toolTip()
    bar.setFixedHeight(4 * line)
    bar.resize(1100, 4 * line)
    whole = bar.tiles[1]
    qtbot.waitUntil(lambda: whole.height() > line or whole.width() >= whole.line_width())


def test_the_words_of_every_usual_offer_are_one_line(qtbot: QtBot, hub: ThemeHub) -> None:
    """A second line makes the whole row higher, and then offers lose their keys to the list of more."""
    few, many = say_as("Pass"), say_as("Nobody interrupts before or after it")
    tiles = [OfferTile(hub, Offer(name="pass", command=Pass(seat="p1"), label=label), "Alt+3") for label in (few, many)]
    for tile in tiles:
        qtbot.addWidget(tile)
    assert tiles[0].sizeHint().height() == tiles[1].sizeHint().height()


def line_of_offers(qtbot: QtBot, width: int) -> OffersBar:
    """A bar of one line in large type; it has its size before it is shown, as a table room that is folded away."""
    hub = ThemeHub(Theme(scale=2.0))
    bar = OffersBar(stage(), SHARED, hub)
    qtbot.addWidget(bar)
    bar.set_one_line(True)
    bar.reserve(None)
    bar.resize(width, hub.theme.metrics.control * 2)
    lay_out(bar)
    QApplication.processEvents()
    return bar


def test_a_line_that_gets_its_size_while_it_is_hidden_shows_all_that_fits(qtbot: QtBot) -> None:
    bar = line_of_offers(qtbot, 1800)
    shown = [tile.offer.name for tile in bar.tiles if tile.isVisible()]
    bar.resize(1801, bar.height())
    assert shown == [tile.offer.name for tile in bar.tiles if tile.isVisible()]
    assert len(shown) > 1


def test_what_a_single_line_leaves_out_is_counted_under_more(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Tiny.offers

    def few(rules: Tiny, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        offers = plain(rules, table, seat, viewer)
        return (*[o for o in offers if o.denial is None][:2], *[o for o in offers if o.denial is not None][:1])

    monkeypatch.setattr(Tiny, "offers", few)
    bar = line_of_offers(qtbot, 3000)
    assert [(tile.isVisible(), tile.is_denied) for tile in bar.tiles] == [(True, False)] * 2
    more = bar.findChild(QPushButton, "offers_more")
    assert more is not None
    assert more.isVisible()
    assert more.text() == text("offers.more", count=len(bar.viewer_campaign.offers(bar.seat)) - 2)


def test_further_entries_of_a_list_follow_all_that_is_possible() -> None:
    entries = [
        ListEntry("wait", 1, group="Turns"),
        ListEntry("flee", 2, enabled=False, group="Turns"),
        ListEntry("draw", 3, group="Cards"),
        ListEntry("discard", 4, enabled=False, group="Cards"),
    ]
    listed = with_others(entries, [ListEntry("show", 5)])
    assert [(entry.title, entry.group) for entry in listed] == [
        ("wait", "Turns"),
        ("flee", "Turns"),
        ("draw", "Cards"),
        ("show", "Cards"),
        ("discard", "Cards"),
    ]
    assert [entry.title for entry in with_others(entries[1:2], [ListEntry("show", 5)])] == ["show", "flee"]


def test_many_offers_are_found_by_a_few_letters(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage(many=30)
    bar = bar_of(qtbot, hub, campaign, "gm")
    assert len(bar.tiles) < 10
    bar.open_more()
    popup = bar.taker.popup
    assert popup is not None
    model = popup.search.model
    listed = [entry for row in range(model.rowCount()) if (entry := model.entry(row)) is not None]
    assert len(listed) == len(bar.viewer_campaign.offers("gm"))
    QTest.keyClicks(popup.search.field, "story 17")
    QTest.keyClick(popup.search.field, Qt.Key.Key_Return)
    assert campaign.position == 1
    assert any("17" in str(line.message.params) for line in campaign.viewer_campaign("gm").log())


def test_many_offers_stand_under_the_headings_of_their_game_until_somebody_seeks(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage(many=30)
    plain = campaign.viewer_campaign("gm").offers("gm")
    groups = [word(name) if name else None for name in ("Harm", "", "Time", "Harm")]
    offers = [replace(offer, group=groups[at % 4]) for at, offer in enumerate(plain)]
    bar = bar_of(qtbot, hub, campaign, "gm")
    bar.taker.list(offers)
    popup = bar.taker.popup
    assert popup is not None
    search = popup.search
    model, rows = search.model, range(search.model.rowCount())
    said = [str(model.index(row).data()) for row in rows]
    heads = [row for row in rows if model.entry(row) is None]
    assert [said[row] for row in heads] == ["Harm", "Time", "Other"], "what has no heading comes last"
    assert len(said) == len(offers) + len(heads)
    time = {offer_words(offer) for offer in offers if offer.group == word("Time")}
    assert set(said[heads[1] + 1 : heads[2]]) == time
    assert search.list.currentIndex().row() == 1, "a heading cannot be taken"
    for _ in rows:
        QTest.keyClick(search.field, Qt.Key.Key_Down)
        assert search.current() is not None
    assert search.list.currentIndex().row() == rows[-1]
    search.field.setText("story 17")
    assert all(model.entry(row) is not None for row in range(model.rowCount())), "what is found stands best first"
    view = campaign.viewer_campaign("gm").view
    who = [*view.actors][:2]
    fights = [
        replace(offer, group=None, command=Raise(seat="gm", actor=a)) for offer in plain for a in (*who, "unseen")
    ]
    heads_of_fights = list(dict.fromkeys(entry.group for entry in entries_of(fights, view, Theme())))
    assert heads_of_fights == [*(name_of_actor(view, a) for a in who), "Other"], "else those who act, as far as known"
    few = entries_of(offers[:8], campaign.viewer_campaign("gm").view, Theme())
    assert not any(entry.group for entry in few), "a few are found at a glance"


def test_a_list_says_who_would_do_what_several_can_do(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    viewer_campaign = campaign.viewer_campaign(SHARED)
    mine, theirs = ([o for o in viewer_campaign.offers(seat) if o.denial is None] for seat in ("ann", "tom"))
    alone = {offer_words(o) for o in mine}
    assert not any(entry.detail for entry in entries_of(mine, viewer_campaign.view, Theme()) if entry.enabled)
    both = [entry for entry in entries_of([*mine, *theirs], viewer_campaign.view, Theme()) if entry.title in alone]
    assert {entry.detail for entry in both if entry.title == "Let it go"} == {"Ann <b>&co</b>", "Tom"}
    assert len({(entry.title, entry.detail) for entry in both}) == len(both)


def test_a_form_is_filled_and_sent_by_the_keyboard_alone(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    bar.take(offer_named(bar, "try", "tom"))
    dialog = dialog_of(bar)
    on_screen(dialog)
    cards = picker_of(dialog).cards
    assert [c.slot.face for c in cards] == [None] * 4
    QTest.keyClick(cards[0], Qt.Key.Key_Right)
    QTest.keyClick(cards[1], Qt.Key.Key_Space)
    assert "Against whom?" in dialog.form.reason.text()  # whom it hits is never chosen beforehand
    target = next(f for f in dialog.form.fields if f.ask.field == "target")
    assert target.value() is None
    first = target.focusProxy()
    assert first is not None
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    force = next(f for f in dialog.form.fields if f.ask.field == "force")
    spin = force.findChild(QSpinBox)
    assert spin is not None
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, "7")  # more than the rules allow, but typing is never blocked
    assert not dialog.form.reason.text()  # a hidden card is chosen: what the rules think of it is told when it is tried
    QTest.keyClick(spin, Qt.Key.Key_Return)
    assert campaign.position == 0
    assert "force cannot be 7" in dialog.form.reason.text()
    assert dialog.form.reason.property("role") == "danger"
    spin.selectAll()
    QTest.keyClicks(spin, "2")
    how = next(f for f in dialog.form.fields if f.ask.field == "how").findChild(QLineEdit)
    assert how is not None
    QTest.keyClicks(how, "by a hair")
    with qtbot.waitSignal(bar.taken):
        QTest.keyClick(how, Qt.Key.Key_Return)
    command = campaign._history.entries[0].command
    assert filled(command, {}) == command
    with pytest.raises(Refused) as refused:
        filled(command, {"force": "much"})
    assert refused.value.message.key == "refused.answer_form"
    assert "a whole number is needed, not text" in refused.value.text
    assert (command.cards, command.force, command.how) == (("2C",), 2, "by a hair")  # type: ignore[attr-defined]


def test_esc_leaves_the_form_and_nothing_has_happened(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    bar.take(offer_named(bar, "try", "tom"))
    dialog = dialog_of(bar)
    on_screen(dialog)
    QTest.keyClick(dialog.form.fields[0], Qt.Key.Key_Escape)
    assert bar.taker.dialog is None
    assert campaign.position == 0


def test_answers_that_a_gesture_gave_are_not_asked_again(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    offer = offer_named(bar, "try", "tom")
    bar.take(offer, {"cards": ["hand:tom#0"]})
    assert picker_of(dialog_of(bar)).references() == ("hand:tom#0",)
    dialog_of(bar).reject()
    bar.take(offer, {"cards": ["hand:tom#0"], "target": "orc"})
    assert bar.taker.dialog is None
    assert campaign.position == 1


def test_an_offer_that_is_gone_takes_its_form_with_it(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    rules = rules_of(campaign)
    rules.many = 1
    bar.take(offer_named(bar, "try", "gm"))
    assert bar.taker.dialog is not None
    rules.closed = True
    campaign.log_look("x")
    assert bar.taker.dialog is None


def test_cards_are_in_the_order_of_the_hand_while_they_are_seen_and_as_they_came_while_not(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    campaign = stage()
    HandOrders(campaign).choose_next(["hand:tom"])
    assert HandOrders(campaign).order("hand:tom") is HandOrder.SUIT
    bar = bar_of(qtbot, hub, campaign)
    bar.take(offer_named(bar, "try", "tom"))
    dialog = dialog_of(bar)
    on_screen(dialog)
    picker = picker_of(dialog)
    came = [card.slot.index for card in picker.cards]
    assert came == sorted(came)
    down = dialog.grab().toImage()
    QTest.mousePress(picker.look, Qt.MouseButton.LeftButton)
    assert [card.peeked for card in picker.cards] == ["10S", "8H", "2C", "X"]
    QApplication.processEvents()
    lefts = [card.x() for card in picker.cards]
    assert lefts == sorted(lefts)
    first = picker.cards[0]
    picker.choose([first.slot.reference])
    QTest.mouseRelease(picker.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not any(card.peeked for card in picker.cards))
    assert [card.slot.index for card in picker.cards] == came
    assert picker.references() == (first.slot.reference,), "the card that was chosen, not its place"
    picker.choose([])
    QApplication.processEvents()
    assert dialog.grab().toImage().size() == down.size()


def test_hidden_cards_turn_up_only_while_they_are_held(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign)
    bar.take(offer_named(bar, "try", "tom"))
    dialog = dialog_of(bar)
    on_screen(dialog)
    picker = picker_of(dialog)
    down = dialog.grab().toImage()
    assert picker.look.isVisible()
    for let_go in ("release", "focus", "hide"):
        QTest.mousePress(picker.look, Qt.MouseButton.LeftButton)
        assert [c.peeked for c in picker.cards] == ["8H", "2C", "X", "10S"]
        assert not any("8♥" in words or "hearts" in words for words in words_in(dialog))
        match let_go:
            case "release":
                QTest.mouseRelease(picker.look, Qt.MouseButton.LeftButton)
            case "focus":
                QApplication.sendEvent(picker.look, QEvent(QEvent.Type.WindowDeactivate))
            case _:
                dialog.hide()
        qtbot.waitUntil(lambda: not any(card.peeked for card in picker.cards))
        if let_go != "release":
            QTest.mouseRelease(bar, Qt.MouseButton.LeftButton)  # wherever the pointer is by then
        picker.look.setDown(False)
    dialog.show()
    picker.cards[0].setFocus()
    qtbot.waitUntil(lambda: dialog.grab().toImage().size() == down.size())
    looked = [line.message for line in campaign.viewer_campaign(SHARED).log()]
    assert len(looked) == 1, "one line for looks that follow one another"
    assert all(m.key == "log.looked" and "8H" not in str(m.params) for m in looked)


def test_the_shared_screen_tells_nothing_that_its_viewers_may_not_know(qtbot: QtBot, hub: ThemeHub) -> None:
    told = []
    pictures: list[QImage] = []
    for campaign in (stage(), permuted(stage())):
        rules_of(campaign).under_way = fight(("tom",))
        bar = bar_of(qtbot, hub, campaign)
        bar.take(offer_named(bar, "try", "tom"))
        dialog = dialog_of(bar)
        on_screen(dialog)
        # Who has the keys has a frame round the button that takes them.
        assert QTest.qWaitForWindowActive(dialog, PATIENCE_MS)
        qtbot.waitUntil(lambda over=dialog: not any(r.is_busy for r in over.findChildren(OddsReading)))  # type: ignore[misc]
        told.append(words_in(bar) + words_in(dialog))
        pictures.append(dialog.grab().toImage())
        qtbot.waitUntil(lambda grab=dialog.grab: grab().toImage() == pictures[0])  # type: ignore[misc]
        dialog.reject()
    assert told[0] == told[1]


def test_another_viewer_gets_only_what_is_its_own(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    bar = bar_of(qtbot, hub, campaign, "gm")
    bar.take(offer_named(bar, "try", "gm"))
    assert any(c.slot.face == "KD" for c in picker_of(dialog_of(bar)).cards)
    bar.set_viewer("tom")
    assert bar.taker.dialog is None
    assert bar.seat == "tom"
    assert not any(t.offer.command.seat != "tom" for t in bar.tiles)


def test_a_fault_in_a_button_leaves_nobodys_name_over_anothers_offers(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = bar_of(qtbot, hub, stage())
    assert bar.tiles
    (other,) = [seat for seat in bar.view.seats if seat not in ("gm", bar.seat)][:1]
    with monkeypatch.context() as broken:
        broken.setattr(bar._offer_parts, "_part", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            bar.choose_seat(other)
        heard = list[Exception]()
        set_fault_handler(heard.append)
        try:
            bar._known = None
            bar.refresh()
        finally:
            set_fault_handler(None)
    assert [type(fault) for fault in heard] == [ZeroDivisionError]
    assert (bar.seat, bar.tiles) == (other, ())
    assert say(FAULT) in words_in(bar)
    bar._known = None
    bar.refresh()
    assert bar.tiles
    assert say(FAULT) not in words_in(bar)
