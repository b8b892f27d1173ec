"""The panels with a whole game behind them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QRadioButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import AddCards, LayCondition, SetOption
from engine.messages.texts import say
from engine.model.cards import card_label, is_joker
from engine.model.seats import SHARED, Role, Seat
from engine.presentation.offers import Offer, QuestionKind
from engine.rulesets.imaginality.action_resolution import Reveal
from engine.rulesets.imaginality.actions.card_play_commands import Play
from engine.rulesets.imaginality.advancement.advancement_commands import EndAdventure
from engine.rulesets.imaginality.combat.attack_commands import Respond, Strike
from engine.rulesets.imaginality.comparison_rules import card_value
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.rulesets.imaginality.lunch_money.lunch_money_commands import StartLunchMoney
from engine.rulesets.loader import card_face, game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.on_screen import put_up
from tests.vtt.panels_stage import words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.activity_strip import ActivityStrip
from vtt.panels.command_palette import CommandPalette
from vtt.panels.offer_shortcuts import OfferShortcuts, context_of
from vtt.panels.offers_bar import OffersBar, arranged
from vtt.panels.options_page import OptionsPage
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.question_form import OfferInput, QuestionForm
from vtt.shared.questions.typed_question_fields import NumberQuestionField, TextQuestionField
from vtt.shared.screen_names import name_of_zone
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.story.log_panel import LogPanel
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


def evening() -> OpenCampaign:
    game = game_of("imaginality")
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann"))
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {"character_creation": True}))
    campaign = OpenCampaign(game, History(table), SeededChance(5))
    for actor, name, leader in (("tara", "Tara", "tom"), ("wil", "Wil", "ann"), ("orc", "Orc", "gm")):
        assert campaign.submit(JoinActor(seat="gm", id=actor, name=name, leader=leader))
    return campaign


def take_somehow(campaign: OpenCampaign, bar: OffersBar, hub: ThemeHub, offer: Offer, chance: random.Random) -> None:
    """Take an offer as a person would: press it, or fill in its form and submit that."""
    if not offer.questions:
        bar.take(offer)
        return
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offer))
    for field in form.fields:
        if isinstance(field, CardQuestionField) and field.picker.cards:
            count = max(1, field.ask.least) if field.ask.kind is QuestionKind.CARDS else 1
            for card in chance.sample(field.picker.cards, min(count, len(field.picker.cards))):
                card.click()
        elif isinstance(field, TextQuestionField):
            field.line.setText("something bold")
    words = words_in(form)
    assert not hidden_words(campaign, words), offer.name
    form.submit()
    form.deleteLater()


def hidden_words(campaign: OpenCampaign, words: list[str]) -> list[str]:
    """What is told and names a card that the common screen may not know; no other of that name may lie open."""
    table = campaign._history.table
    shown = {c for zone in campaign.viewer_campaign(SHARED).view.zones.values() for c in zone.cards if c is not None}
    hidden = {card_label(c) for c in table.all_cards() if c not in shown and not is_joker(c)} - set(
        map(card_label, shown)
    )
    return [told for told in words if any(card in told for card in hidden)]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_group_does_every_panel_follows_and_keeps_its_secrets(
    qtbot: QtBot, hub: ThemeHub, seed: int
) -> None:
    chance = random.Random(seed)
    campaign = evening()
    window = QWidget()
    qtbot.addWidget(window)
    lay = QVBoxLayout(window)
    bar, steps = OffersBar(campaign, SHARED, hub), ActivityStrip(campaign, SHARED, hub)
    log, room = LogPanel(campaign, SHARED, hub), CharactersRoom(campaign, SHARED, hub)
    for panel in (steps, bar, log, room):
        lay.addWidget(panel)
    window.resize(1200, 900)
    window.show()
    palette = CommandPalette(campaign, SHARED, hub, window)
    done = set()
    for _ in range(40):
        offers = [
            o
            for seat in campaign.viewer_campaign(SHARED).view.seats
            for o in bar.viewer_campaign.offers(seat)
            if o.denial is None
        ]
        main = [o for o in offers if o.primary]
        offer = chance.choice(main if main and chance.random() < 0.7 else offers)
        position = campaign.position
        take_somehow(campaign, bar, hub, offer, chance)
        if campaign.position > position:
            done.add(offer.name.partition(":")[0])
        if chance.random() < 0.1:
            campaign.undo(consent=True)
        QApplication.processEvents()
    palette.open_over(window)
    # What lies openly now may since have been mixed in again, so only what is said of the present counts.
    told = [*words_in(bar), *words_in(steps), *words_in(palette), *words_in(room)]
    palette.put_away()
    assert not hidden_words(campaign, told)
    assert len(done) > 5


def test_a_locked_option_says_so_and_is_unlocked_by_the_gm(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = evening()
    bar = OffersBar(campaign, SHARED, hub)
    qtbot.addWidget(bar)
    page = OptionsPage(campaign, SHARED, hub)
    qtbot.addWidget(page)
    put_up(page)
    qtbot.waitUntil(lambda: page.is_built)
    row = page.rows["joker_refill_source"]
    assert row.field.isEnabled()
    bar.take(next(o for o in bar.viewer_campaign.offers("gm") if o.name == "start_adventure"), {})
    assert not row.field.isEnabled()
    assert row.trouble.text()
    row.lock.click()
    assert row.field.isEnabled()
    row.wanted.emit("joker_refill_source", "discard", False)
    assert page.view.options["joker_refill_source"] == "discard"


def offer_named(campaign: OpenCampaign, seat: str, name: str) -> Offer:
    return next(o for o in campaign.viewer_campaign(SHARED).offers(seat) if o.name == name)


def ends_in_a_hit(campaign: OpenCampaign) -> None:
    """Tara strikes at the orc, and the blow goes through."""
    table = campaign._history.table
    hands = {seat: [c for c in table.zones[f"hand:{seat}"].cards if not is_joker(c)] for seat in table.seats}
    cards = {seat: sorted(hand, key=lambda card: card_value(card) or 0) for seat, hand in hands.items()}
    for command in (
        Strike(seat="tom", actor="tara", target="orc"),
        Play(seat="tom", side="actor", cards=(cards["tom"][-1],)),
        Respond(seat="gm", response="block"),
        Play(seat="gm", side="opposition", cards=(cards["gm"][0],)),
        Reveal(seat="gm"),
    ):
        assert campaign.submit(command)


def test_from_the_line_of_a_hit_one_overrules_it_or_deals_its_damage(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = evening()
    campaign.submit(StartAdventure(seat="gm"))
    log = LogPanel(campaign, SHARED, hub)
    qtbot.addWidget(log)
    log.show()
    ends_in_a_hit(campaign)
    hit = next(row for row in range(log.model.rowCount()) if "hits Orc" in log.model.words(row))
    log.list.setCurrentIndex(log.model.index(0))
    assert not log.apply_button.isEnabled()
    assert not log.overrule_button.isEnabled()
    log.list.setCurrentIndex(log.model.index(hit))
    log.overrule_button.click()
    popup = log.taker.popup
    assert popup is not None
    assert popup.search.model.rowCount() == 3
    total = next(o for o in log.rulings() if o.name == "overrule:actor")
    log.taker.take(total)
    dialog = log.taker.dialog
    assert dialog is not None
    field = dialog.form.fields[0]
    assert isinstance(field, NumberQuestionField)
    computed = field.value()
    assert f"{computed} against" in log.model.words(hit), "the form begins with what was computed"
    field.spin.setValue(1)
    dialog.do.click()
    assert f"from {computed} to 1" in log.model.words(log.model.rowCount() - 2)
    log.list.setCurrentIndex(log.model.index(hit))
    assert log.rulings() == (), "a later line tells these figures now"
    missed = log.model.rowCount() - 1
    log.list.setCurrentIndex(log.model.index(missed))
    assert not log.apply_button.isEnabled(), "what was ruled a miss has no damage"
    campaign.undo(consent=True)
    log.list.setCurrentIndex(log.model.index(hit))
    log.taker.take(log.due()[0])
    assert "deals damage to Orc" in log.model.words(log.model.rowCount() - 1)
    assert log.due() == ()
    ann = LogPanel(campaign, "ann", hub)
    qtbot.addWidget(ann)
    ann.list.setCurrentIndex(ann.model.index(hit))
    assert (ann.due(), ann.rulings()) == ((), ()), "it is neither hers nor is she the GM"


def test_on_the_common_screen_a_hand_is_asked_for_once(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = evening()
    campaign.submit(StartAdventure(seat="gm"))
    campaign.submit(AddCards(seat="gm", zone="hand:tom", faces=("X",)))
    asking = OfferInput(campaign, SHARED, hub, offer_named(campaign, "tom", "refresh"), {"joker": "hand:tom#7"})
    form = QuestionForm(asking)
    qtbot.addWidget(form)
    (field,) = form.fields
    assert isinstance(field, CardQuestionField)
    assert field.picker.references() == ("hand:tom#7",), "what a gesture has named is chosen already"
    field.picker.cards[0].click()
    assert form.submit()
    assert len(campaign._history.table.zones["discard"].cards) == 2


def test_hands_are_raised_one_by_one_and_a_private_note_is_written_in_dots(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = evening()
    for command in (StartAdventure(seat="gm"), EndAdventure(seat="gm", success=True)):
        campaign.submit(command)
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offer_named(campaign, "gm", "show_of_hands")))
    qtbot.addWidget(form)
    assert "Enter at least one vote." in form.reason.text()
    for field, name in zip(form.fields, ("Tom", "Ann", "Tom"), strict=True):
        next(b for b in field.findChildren(QRadioButton) if b.accessibleName() == name).click()
    assert form.submit()
    told = [say(line.message) for line in campaign.viewer_campaign(SHARED).log()]
    assert "Ada votes openly for Tom" in told
    assert "Tom is the best entertainer" in told
    for viewer, mode in ((SHARED, QLineEdit.EchoMode.Password), ("tom", QLineEdit.EchoMode.Normal)):
        note = QuestionForm(OfferInput(campaign, viewer, hub, offer_named(campaign, "tom", "private_note")))
        qtbot.addWidget(note)
        (text,) = note.fields
        assert isinstance(text, TextQuestionField)
        assert text.line.echoMode() is mode


def test_a_record_asks_how_grave_a_wound_is_but_not_how_unconscious_somebody_is(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = evening()
    for condition in ("wound", "unconscious", "sea-sick"):
        campaign.submit(LayCondition(seat="gm", actor="tara", condition=condition))
    room = CharactersRoom(campaign, SHARED, hub)
    qtbot.addWidget(room)
    room.show()
    room.show_actor("tara")
    shown = {row.condition.name: not row.level.isHidden() for row in room.form.conditions.rows}
    assert shown == {"wound": True, "unconscious": False, "sea-sick": True}
    editor = room.form.conditions
    editor.name.setCurrentIndex(editor.name.findText("Dying"))
    assert editor.level.isHidden()
    editor.name.setEditText("Wound")
    assert editor.level.isHidden(), "the game asks for its points by itself"
    editor.name.setEditText("Homesick")
    assert not editor.level.isHidden()


def test_the_first_key_goes_to_what_comes_next_once_a_character_has_come() -> None:
    game = game_of("imaginality")
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann"))
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {}))
    campaign = OpenCampaign(game, History(table), SeededChance(5))
    assert campaign.submit(StartAdventure(seat="gm"))
    keys = {seat: OfferShortcuts() for seat in ("gm", "tom")}

    def first(seat: str) -> str:
        shown = campaign.viewer_campaign(SHARED)
        possible = [offer for offer in arranged(shown.offers(seat)) if offer.denial is None]
        return keys[seat].first(context_of(shown.view, seat), possible)

    assert [first(seat) for seat in keys] == ["new_character", "new_character"]
    assert campaign.submit(JoinActor(seat="tom", id="tara", name="Tara", leader="tom"))
    assert [first(seat) for seat in keys] == ["bring_party", "attempt:tara"]
    assert campaign.submit(JoinActor(seat="gm", id="orc", name="Orc", leader="gm"))
    assert first("gm") == "start_fight"


@pytest.mark.rule("IM-LM-1")
def test_the_cards_of_another_game_are_written_in_an_empty_list_and_shown_by_their_names(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    campaign = evening()
    page = OptionsPage(campaign, SHARED, hub)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    put_up(page)
    qtbot.waitUntil(lambda: page.is_built)
    table = page.tables["lunch_money"]
    model = table.model
    titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert titles == ["Name", "Damage", "Copies", "Note"]
    table.new.setText("Kick")
    table.add.click()
    assert model.setData(model.index(0, titles.index("Damage")), "4")
    assert not model.setData(model.index(0, titles.index("Copies")), "many")
    assert model.setData(model.index(0, titles.index("Note")), "Knocks down.")
    assert tuple(page.view.lists["lunch_money"]) == ({"name": "Kick", "damage": 4, "count": 1, "note": "Knocks down."},)
    assert campaign.submit(SetOption(seat="gm", option="hand_to_hand_system", value="lunch_money"))
    lines = [say(line.message) for line in campaign.viewer_campaign(SHARED).log()]
    assert "Option “Hand-to-hand combat”: the Lunch Money card game" in lines
    assert any(words.startswith("The list “Lunch Money cards” is changed") for words in lines)
    assert not any("lunch_money" in words for words in lines)
    assert campaign.submit(StartLunchMoney(seat="gm", seats=("tom",)))
    view = campaign.viewer_campaign("tom").view
    for zone in ("lm_deck", "lm_discard", "lm_hand:tom"):
        assert "Lunch Money" in name_of_zone(view, zone)
    (card,) = view.zones["lm_hand:tom"].cards
    face = card_face(view, str(card))
    assert face is not None
    assert (face.name, face.text, [number.value for number in face.numbers]) == ("Kick", "Knocks down.", [4])
    assert card_face(view, "QS") is None
