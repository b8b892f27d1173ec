"""The panels with a whole game behind them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.moves import JoinActor
from engine.play.offers import AskKind, Offer
from engine.play.options import complete
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from engine.table.cards import is_joker, label_of
from engine.table.seats import Role, Seat
from tests.vtt.panels_stage import words_in
from vtt.panels.ask import AskForm
from vtt.panels.ask_fields import CardsField, TextField
from vtt.panels.card_picker import faces_of
from vtt.panels.characters import CharactersRoom
from vtt.panels.log import LogPanel
from vtt.panels.offers_bar import OffersBar
from vtt.panels.options import OptionsPage
from vtt.panels.palette import Palette
from vtt.panels.steps import StepsStrip
from vtt.session import Session
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
    form = AskForm(session, SHARED, hub, offer)
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
    page.show()
    assert QTest.qWaitForWindowExposed(page)
    row = page.rows["joker_refill_source"]
    assert row.field.isEnabled()
    bar.take(next(o for o in bar.lens.offers("gm") if o.name == "start_adventure"), {})
    assert not row.field.isEnabled()
    assert row.trouble.text()
    row.lock.click()
    assert row.field.isEnabled()
    row.wanted.emit("joker_refill_source", "discard", False)
    assert page.view.options["joker_refill_source"] == "discard"
