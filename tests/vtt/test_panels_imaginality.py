"""The panels with a whole game behind them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QRadioButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.moves import AddCards, JoinActor, LayCondition
from engine.play.offers import AskKind, Offer
from engine.play.options import complete
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.play.words import say
from engine.rulesets.imaginality.advancement import EndAdventure
from engine.rulesets.imaginality.contest import card_value
from engine.rulesets.imaginality.hands import StartAdventure
from engine.rulesets.imaginality.laying import Play
from engine.rulesets.imaginality.melee import Respond, Strike
from engine.rulesets.imaginality.resolving import Reveal
from engine.rulesets.registry import game_of
from engine.table.cards import is_joker, label_of
from engine.table.seats import Role, Seat
from tests.on_screen import put_up
from tests.vtt.panels_stage import words_in
from vtt.panels.ask import AskForm, Asking
from vtt.panels.ask_fields import CardsField
from vtt.panels.ask_plain import NumberField, TextField
from vtt.panels.card_picker import faces_of
from vtt.panels.log import LogPanel
from vtt.panels.offers_bar import OffersBar
from vtt.panels.options import OptionsPage
from vtt.panels.palette import Palette
from vtt.panels.steps import StepsStrip
from vtt.session import Session
from vtt.sheets.characters import CharactersRoom
from vtt.widgets.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


def evening() -> Session:
    game = game_of("imaginality")
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann"))
    table = game.ruleset.lay_table(seats, complete(game.ruleset.options, {"character_creation": True}))
    session = Session(game, Timeline(table), Seeded(5))
    for actor, name, leader in (("tara", "Tara", "tom"), ("wil", "Wil", "ann"), ("orc", "Orc", "gm")):
        assert session.submit(JoinActor(seat="gm", id=actor, name=name, leader=leader))
    return session


def take_somehow(session: Session, bar: OffersBar, hub: ThemeHub, offer: Offer, chance: random.Random) -> None:
    """Take an offer as a person would: press it, or fill in its form and submit that."""
    if not offer.asks:
        bar.take(offer)
        return
    form = AskForm(Asking(session, SHARED, hub, offer))
    for field in form.fields:
        if isinstance(field, CardsField) and field.picker.cards:
            count = max(1, field.ask.least) if field.ask.kind is AskKind.CARDS else 1
            for card in chance.sample(field.picker.cards, min(count, len(field.picker.cards))):
                card.click()
        elif isinstance(field, TextField):
            field.line.setText("something bold")
    words = words_in(form)
    assert not hidden_words(session, words), offer.name
    form.submit()
    form.deleteLater()


def hidden_words(session: Session, words: list[str]) -> list[str]:
    """What is told and names a card that the common screen may not know; no other of that name may lie open."""
    table = session._timeline.table
    shown = {c for zone in session.lens(SHARED).view.zones.values() for c in zone.cards if c is not None}
    hidden = {label_of(c) for c in table.all_cards() if c not in shown and not is_joker(c)} - set(map(label_of, shown))
    return [told for told in words if any(card in told for card in hidden)]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_group_does_every_panel_follows_and_keeps_its_secrets(
    qtbot: QtBot, hub: ThemeHub, seed: int
) -> None:
    chance = random.Random(seed)
    session = evening()
    window = QWidget()
    qtbot.addWidget(window)
    lay = QVBoxLayout(window)
    bar, steps = OffersBar(session, SHARED, hub), StepsStrip(session, SHARED, hub)
    log, room = LogPanel(session, SHARED, hub), CharactersRoom(session, SHARED, hub)
    for panel in (steps, bar, log, room):
        lay.addWidget(panel)
    window.resize(1200, 900)
    window.show()
    palette = Palette(session, SHARED, hub, window)
    done = set()
    for _ in range(40):
        offers = [o for seat in session.lens(SHARED).view.seats for o in bar.lens.offers(seat) if o.denial is None]
        main = [o for o in offers if o.main]
        offer = chance.choice(main if main and chance.random() < 0.7 else offers)
        position = session.position
        take_somehow(session, bar, hub, offer, chance)
        if session.position > position:
            done.add(offer.name.partition(":")[0])
        if chance.random() < 0.1:
            session.undo()
        QApplication.processEvents()
    palette.open_over(window)
    # What lies openly now may since have been mixed in again, so only what is said of the present counts.
    told = [*words_in(bar), *words_in(steps), *words_in(palette), *words_in(room)]
    palette.put_away()
    assert not hidden_words(session, told)
    assert len(done) > 5


def test_a_locked_option_says_so_and_is_unlocked_by_the_gm(qtbot: QtBot, hub: ThemeHub) -> None:
    session = evening()
    bar = OffersBar(session, SHARED, hub)
    qtbot.addWidget(bar)
    page = OptionsPage(session, SHARED, hub)
    qtbot.addWidget(page)
    put_up(page)
    qtbot.waitUntil(lambda: page.is_built)
    row = page.rows["joker_refill_source"]
    assert row.field.isEnabled()
    bar.take(next(o for o in bar.lens.offers("gm") if o.name == "start_adventure"), {})
    assert not row.field.isEnabled()
    assert row.trouble.text()
    row.lock.click()
    assert row.field.isEnabled()
    row.wanted.emit("joker_refill_source", "discard", False)
    assert page.view.options["joker_refill_source"] == "discard"


def offer_named(session: Session, seat: str, name: str) -> Offer:
    return next(o for o in session.lens(SHARED).offers(seat) if o.name == name)


def ends_in_a_hit(session: Session) -> None:
    """Tara strikes at the orc, and the blow goes through."""
    table = session._timeline.table
    hands = {seat: [c for c in table.zones[f"hand:{seat}"].cards if not is_joker(c)] for seat in table.seats}
    cards = {seat: sorted(hand, key=lambda card: card_value(card) or 0) for seat, hand in hands.items()}
    for command in (
        Strike(seat="tom", actor="tara", target="orc"),
        Play(seat="tom", side="actor", cards=(cards["tom"][-1],)),
        Respond(seat="gm", response="block"),
        Play(seat="gm", side="opposition", cards=(cards["gm"][0],)),
        Reveal(seat="gm"),
    ):
        assert session.submit(command)


def test_from_the_line_of_a_hit_one_overrules_it_or_deals_its_damage(qtbot: QtBot, hub: ThemeHub) -> None:
    session = evening()
    session.submit(StartAdventure(seat="gm"))
    log = LogPanel(session, SHARED, hub)
    qtbot.addWidget(log)
    log.show()
    ends_in_a_hit(session)
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
    assert isinstance(field, NumberField)
    computed = field.value()
    assert f"{computed} against" in log.model.words(hit), "the form begins with what was computed"
    field.spin.setValue(1)
    dialog.do.click()
    assert "(computed: " in log.model.words(log.model.rowCount() - 2)
    log.list.setCurrentIndex(log.model.index(hit))
    assert log.rulings() == (), "a later line tells these figures now"
    missed = log.model.rowCount() - 1
    log.list.setCurrentIndex(log.model.index(missed))
    assert not log.apply_button.isEnabled(), "what was ruled a miss has no damage"
    session.undo()
    log.list.setCurrentIndex(log.model.index(hit))
    log.taker.take(log.due()[0])
    assert "deals damage to Orc" in log.model.words(log.model.rowCount() - 1)
    assert log.due() == ()
    ann = LogPanel(session, "ann", hub)
    qtbot.addWidget(ann)
    ann.list.setCurrentIndex(ann.model.index(hit))
    assert (ann.due(), ann.rulings()) == ((), ()), "it is neither hers nor is she the GM"


def test_on_the_common_screen_a_hand_is_asked_for_once(qtbot: QtBot, hub: ThemeHub) -> None:
    session = evening()
    session.submit(StartAdventure(seat="gm"))
    session.submit(AddCards(seat="gm", zone="hand:tom", faces=("X",)))
    asking = Asking(session, SHARED, hub, offer_named(session, "tom", "refresh"), {"joker": "hand:tom#7"})
    form = AskForm(asking)
    qtbot.addWidget(form)
    (field,) = form.fields
    assert isinstance(field, CardsField)
    assert field.picker.references() == ("hand:tom#7",), "what a gesture has named is chosen already"
    field.picker.cards[0].click()
    assert form.submit()
    assert len(session._timeline.table.zones["discard"].cards) == 2


def test_hands_are_raised_one_by_one_and_a_private_note_is_written_in_dots(qtbot: QtBot, hub: ThemeHub) -> None:
    session = evening()
    for command in (StartAdventure(seat="gm"), EndAdventure(seat="gm", success=True)):
        session.submit(command)
    form = AskForm(Asking(session, SHARED, hub, offer_named(session, "gm", "show_of_hands")))
    qtbot.addWidget(form)
    assert "Nobody raised a hand" in form.reason.text()
    for field, name in zip(form.fields, ("Tom", "Ann", "Tom"), strict=True):
        next(b for b in field.findChildren(QRadioButton) if b.accessibleName() == name).click()
    assert form.submit()
    told = [say(line.message) for line in session.lens(SHARED).log()]
    assert "Ada raises a hand for Tom" in told
    assert "Tom was the best entertainer" in told
    for viewer, mode in ((SHARED, QLineEdit.EchoMode.Password), ("tom", QLineEdit.EchoMode.Normal)):
        note = AskForm(Asking(session, viewer, hub, offer_named(session, "tom", "private_note")))
        qtbot.addWidget(note)
        (text,) = note.fields
        assert isinstance(text, TextField)
        assert text.line.echoMode() is mode


def test_a_record_asks_how_grave_a_wound_is_but_not_how_unconscious_somebody_is(qtbot: QtBot, hub: ThemeHub) -> None:
    session = evening()
    for condition in ("wound", "unconscious", "sea-sick"):
        session.submit(LayCondition(seat="gm", actor="tara", condition=condition))
    room = CharactersRoom(session, SHARED, hub)
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
