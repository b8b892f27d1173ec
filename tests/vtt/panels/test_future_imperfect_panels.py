"""The forms of Future Imperfect: what a person fills in with mouse and keys is what the rules get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QListWidget, QRadioButton
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.combat.available_weapons import available_weapons
from engine.rulesets.future_imperfect.combat.hit_commands import SetCover
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Stakes
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.future_imperfect.session.session_commands import StartSession
from engine.rulesets.future_imperfect.social.stakes_commands import ProposeStakes
from tests.engine.rulesets.future_imperfect.attack_helpers import acting, armed
from tests.engine.rulesets.future_imperfect.table import GAME, laid, play
from tests.on_screen import put_up
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.options_page import OptionsPage
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_fields import ChoiceQuestionField, DependentQuestionField
from vtt.shared.questions.question_form import OfferInput, QuestionForm
from vtt.shared.questions.table_question_field import TableQuestionField
from vtt.shared.questions.typed_question_fields import LinesField, NumberQuestionField
from vtt.shared.screen_names import condition_texts
from vtt.table.game_table_view import GameTableView
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


@pytest.fixture
def forms(qtbot: QtBot, hub: ThemeHub) -> Iterator[list[QuestionForm]]:
    made: list[QuestionForm] = []
    yield made
    for form in made:
        form.close()
        form.deleteLater()


def session_on(table: Table) -> OpenCampaign:
    return OpenCampaign(GAME, History(table), SeededChance(3))


def form_of(campaign: OpenCampaign, hub: ThemeHub, forms: list[QuestionForm], seat: str, name: str) -> QuestionForm:
    offers: dict[str, Offer] = {offer.name: offer for offer in campaign.viewer_campaign(SHARED).offers(seat)}
    assert name in offers, sorted(offers)
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offers[name]))
    form.resize(700, 600)
    form.show()
    forms.append(form)
    return form


def dialog_of(qtbot: QtBot, campaign: OpenCampaign, hub: ThemeHub, seat: str, name: str) -> QuestionDialog:
    offer = next(offer for offer in campaign.viewer_campaign(SHARED).offers(seat) if offer.name == name)
    dialog = QuestionDialog(OfferInput(campaign, SHARED, hub, offer))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.open()
    put_up(dialog)
    return dialog


def titles(field: ChoiceQuestionField) -> list[str]:
    """Return what can be read on a choice: on its buttons, or in its list."""
    lists = field.findChildren(QListWidget)
    return [
        *(one.text() for one in field.findChildren(QRadioButton)),
        *(shown.item(n).text() for shown in lists for n in range(shown.count())),
    ]


def field(form: QuestionForm, name: str, kind: type[Any]) -> Any:
    return next(one for one in form.fields if one.ask.field == name and isinstance(one, kind))


def table_of(campaign: OpenCampaign) -> Table:
    return campaign._history.table


def tick(form: QuestionForm, text: str) -> None:
    """Click a box or a button by its words."""
    boxes = [*form.findChildren(QCheckBox), *form.findChildren(QRadioButton)]
    box = next(b for b in boxes if b.text().partition(". ")[2] == text or b.text() == text)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center().__class__(8, box.height() // 2))


@pytest.mark.rule("FI-AUTO-4")
def test_a_burst_is_split_by_ticking_targets_and_stepping_shares(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    sheets = {"frost": armed("Heavy blaster")}
    campaign = session_on(acting(sheets, {"frost": "AS", "thug": "2S/2", "guard": "3S/2"}, "frost"))
    form = form_of(campaign, hub, forms, "tom", "burst:frost:Heavy blaster")
    rows = field(form, "targets", TableQuestionField)
    assert not form.submit(), "nobody is chosen yet"
    tick(form, "Thug")
    (alone,) = (cells for box, cells in zip(rows.boxes, rows.cells, strict=True) if box.isChecked())
    assert [cell.value() for cell in alone[1:]] == [5, 5], "one target gets all rounds and dice"
    tick(form, "Guard")
    shares = [[c.value() for c in cells] for box, cells in zip(rows.boxes, rows.cells, strict=True) if box.isChecked()]
    assert sorted(shares) == [[10, 2, 2], [10, 3, 3]], "shared out evenly, as far away as for a single shot"
    rows.cells[0][1].spin.setValue(1)
    assert form.reason.text(), "four rounds of five are shared out"
    rows.cells[1][1].spin.setValue(4)
    rows.cells[0][0].spin.setValue(12)
    assert form.submit(), form.reason.text()
    now = current_attack(table_of(campaign))
    assert now is not None
    told = {mark.actor: (mark.distance, mark.rounds, mark.dice) for mark in now.marks}
    assert told == {rows.ask.choices[0]: (12, 1, 3), rows.ask.choices[1]: (10, 4, 2)}


def test_of_targets_that_were_chosen_on_the_table_only_their_shares_are_asked(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    sheets = {"frost": armed("Heavy blaster")}
    campaign = session_on(acting(sheets, {"frost": "AS", "thug": "2S/2", "guard": "3S/2"}, "frost"))
    offers = {offer.name: offer for offer in campaign.viewer_campaign(SHARED).offers("tom")}
    chosen = {"targets": ("guard",)}
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offers["burst:frost:Heavy blaster"], chosen))
    forms.append(form)
    form.show()
    rows = field(form, "targets", TableQuestionField)
    assert [choice for choice, box in zip(rows.ask.choices, rows.boxes, strict=True) if box.isVisible()] == ["guard"]
    assert rows.focusProxy() in [cells[0].spin for cells in rows.cells if cells[0].isVisible()], "how far off, first"
    assert form.missing() == ""
    QTest.mouseClick(rows.others, Qt.MouseButton.LeftButton)
    assert all(box.isVisible() for box in rows.boxes)
    assert not rows.others.isVisible()
    assert rows.value() == ("guard",), "nobody else is chosen by looking"


@pytest.mark.rule("FI-SIMPLE-4")
def test_stakes_say_line_by_line_what_each_raise_brings(qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]) -> None:
    said = ProposeStakes(seat="tom", actor="frost", target="thug", aptitude="bluff", success="in", failure="out")
    campaign = session_on(play(laid(), said))
    form = form_of(campaign, hub, forms, "gm", "change_stakes")
    lines = field(form, "raises", LinesField)
    QTest.keyClicks(lines.lines[0], "unseen")
    assert len(lines.lines) == 2, "the next line comes by itself"
    QTest.keyClicks(lines.lines[1], "and with the papers")
    assert form.submit(), form.reason.text()
    found = table_of(campaign).procedures[-1]
    assert isinstance(found, Stakes)
    assert found.raises == ("unseen", "and with the papers")
    assert (found.success, found.failure) == ("in", "out")


@pytest.mark.rule("FI-BOOM-1", "FI-BOOM-5")
def test_a_blast_asks_of_each_victim_how_far_off_it_is_and_what_is_in_between(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    campaign = session_on(laid())
    form = form_of(campaign, hub, forms, "gm", "explode")
    rows = field(form, "victims", TableQuestionField)
    tick(form, "3d20")
    for name in ("Frost", "Thug"):
        tick(form, name)
    at = dict(zip(rows.ask.choices, rows.cells, strict=True))
    at["frost"][0].spin.setValue(3)
    at["thug"][0].spin.setValue(14)
    at["thug"][1].spin.setValue(7)
    command: Any = form.command()
    assert {one.actor: (one.distance, one.cover) for one in command.victims} == {"frost": (3, None), "thug": (14, 7)}
    assert form.submit(), form.reason.text()
    hurt = {found.actor for found in table_of(campaign).procedures if isinstance(found, PendingWounds)}
    assert hurt == {"frost"}, "Armor value 7 holds the blast off"


@pytest.mark.rule("FI-SHOOT-1", "FI-CORE-20")
def test_the_master_lets_anybody_attack_before_cards_are_drawn(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    sheets = {"thug": armed("Blast rifle"), "frost": armed("Laser pistol", "Musket")}
    campaign = session_on(laid(sheets=sheets))
    form = form_of(campaign, hub, forms, "gm", "free_shot")
    weapon = field(form, "weapon", DependentQuestionField)
    tick(form, "Frost")
    assert weapon.inner.ask.choices == ("Laser pistol", "Musket")
    tick(form, "Thug")
    assert weapon.inner.ask.choices == ("Blast rifle",), "the weapons are those of whoever attacks"
    assert weapon.value() == "Blast rifle", "of one there is nothing to choose"
    target = field(form, "target", DependentQuestionField)
    assert "thug" not in target.inner.ask.choices
    QTest.mouseClick(target.inner._buttons[target.inner._choices.index("chuk")], Qt.MouseButton.LeftButton)
    assert form.more.isVisible()
    QTest.mouseClick(form.more, Qt.MouseButton.LeftButton)
    assert field(form, "counters", object).isVisible()
    field(form, "counters", object).spin.setValue(4)
    assert form.submit(), form.reason.text()
    now = current_attack(table_of(campaign))
    assert now is not None
    assert (now.actor, now.targets, now.counters, now.free) == ("thug", ("chuk",), 4, True)


@pytest.mark.rule("FI-CALL-1", "FI-DMG-8")
def test_a_choice_says_what_it_costs_and_what_it_means_to_leave_it(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    sheets = {"frost": armed("Blast rifle", "Vibro knife")}
    campaign = session_on(acting(sheets, {"frost": "AS", "thug": "2S/2"}, "frost"))
    shot = form_of(campaign, hub, forms, "tom", "shoot:frost")
    QTest.mouseClick(shot.more, Qt.MouseButton.LeftButton)
    words = titles(field(shot, "called", ChoiceQuestionField))
    assert {"Guts (−2)", "Arm (−4)", "Head (−6)"} <= set(words)
    blow = form_of(campaign, hub, forms, "tom", "strike:frost")
    assert titles(field(blow, "weapon", ChoiceQuestionField))[-1] == "Bare hands"


def test_a_form_that_asks_for_more_grows_and_never_shrinks_under_the_mouse(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_on(laid(sheets={"thug": armed("Blast rifle"), "frost": armed("Laser pistol")}))
    dialog = dialog_of(qtbot, campaign, hub, "gm", "free_shot")
    before = dialog.height()
    qtbot.waitUntil(lambda: dialog.form.height() > 0)
    QTest.mouseClick(dialog.form.more, Qt.MouseButton.LeftButton)
    room = dialog.screen().availableGeometry()
    qtbot.waitUntil(lambda: dialog.height() == dialog.sizeHint().height() > before)
    qtbot.waitUntil(lambda: dialog.windowHandle().frameGeometry().bottom() <= room.bottom())
    grown = dialog.height()
    for question in dialog.form.fields[2:]:
        question.hide()
    dialog.form.grown.emit()
    qtbot.wait(20)
    assert dialog.height() == grown
    dialog.reject()


@pytest.mark.rule("FI-STUN-6")
def test_of_somebody_unconscious_it_is_said_for_how_many_hours() -> None:
    hours = [Condition(id="unconscious", name="unconscious", level=level) for level in (4, 1, 0)]
    frost = laid().actors["frost"]
    assert [condition_texts(replace(frost, conditions=(one,))) for one in hours] == [
        ("Unconscious, 4 hours",),
        ("Unconscious, 1 hour",),
        ("Unconscious",),
    ]


@pytest.mark.rule("FI-COVER-4", "FI-CORE-9")
def test_the_lane_of_a_roll_says_on_demand_what_its_number_is_made_of(qtbot: QtBot, hub: ThemeHub) -> None:
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=9, free=True)
    cover = SetCover(seat="gm", target="thug", obstacle="", value=3)
    campaign = session_on(play(laid(sheets={"frost": armed("Blast rifle")}), shot, cover))
    faces = CardFaceCache(hub.theme)
    view = GameTableView(campaign, SHARED, hub, faces)
    qtbot.addWidget(view)
    view.resize(1280, 720)
    put_up(view)
    (told,) = (words for _, words in view.table_scene.static_items.tips if "Target number: 5" in words)
    assert told.splitlines()[-2:] == ["Base target number: 5", "Behind cover, armour 3"]
    faces.close()


@pytest.mark.rule("FI-FATE-4", "FI-FATE-5")
def test_chips_from_a_real_pot_are_told_colour_by_colour(
    qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]
) -> None:
    campaign = session_on(play(laid(), StartSession(seat="gm", by_hand=True)))
    form = form_of(campaign, hub, forms, "tom", "tell_chips:tom")
    spins = {one.ask.part: one.spin for one in form.fields if isinstance(one, NumberQuestionField)}
    spins["white"].setValue(2)
    assert not form.submit(), "three are due"
    spins["blue"].setValue(1)
    assert form.submit(), form.reason.text()
    assert {colour: n for colour, n in table_of(campaign).chips["tom"].items() if n} == {"white": 2, "blue": 1}


@pytest.mark.rule("FI-STRAY-3")
def test_whoever_stands_nearest_is_ticked_first(qtbot: QtBot, hub: ThemeHub, forms: list[QuestionForm]) -> None:
    campaign = session_on(laid())
    form = form_of(campaign, hub, forms, "gm", "start_conflict")
    for name in ("Frost", "Chuk", "Thug", "Guard"):
        if not next(b for b in form.findChildren(QCheckBox) if b.text() == name).isChecked():
            tick(form, name)
    assert form.submit(), form.reason.text()
    form = form_of(campaign, hub, forms, "gm", "share_hand")
    for name in ("Thug", "Guard"):
        box = next(b for b in form.findChildren(QCheckBox) if name in b.text())
        box.setChecked(False)
    tick(form, "Guard")
    tick(form, "Thug")
    command: Any = form.command()
    assert command.actors == ("guard", "thug"), "in the order in which they were ticked"
    assert [b.text() for b in form.findChildren(QCheckBox)] == ["2. Thug", "1. Guard"]


@pytest.mark.rule("FI-SHOOT-1", "FI-AUTO-1", "FI-HITLOC-9")
def test_a_weapon_written_into_the_list_can_be_fired_with_all_its_properties(qtbot: QtBot, hub: ThemeHub) -> None:
    sheets = {"frost": {"weapons": [{"name": "Rail gun", "hand": "both"}]}}
    campaign = session_on(laid(sheets=sheets))
    page = OptionsPage(campaign, SHARED, hub)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: "weapons" in page.tables)
    weapons = page.tables["weapons"]
    assert weapons.model.add("Rail gun")
    row = weapons.model.rowCount() - 1
    wanted = {
        "concentration": "shooting: blast rifle", "tech": "9", "damage": "3d10", "range": "40", "rof": "2",
        "burst": "4", "speed": "3/2", "aim": "2/-3", "pn": "4", "ae": "1", "db": "0", "reload": "2",
        "ammunition": "40", "properties": "rifle, automatic, suppression, harmonic", "note": "ours",
    }  # fmt: skip
    assert set(wanted) <= set(weapons.model.columns)
    for key, words in wanted.items():
        index = weapons.model.index(row, weapons.model.columns.index(key))
        assert weapons.model.setData(index, words), key
    table = table_of(campaign)
    arms = available_weapons(table, table.actors["frost"])
    gun = arms.by_name["Rail gun"]
    assert arms.guns == ("Rail gun",)
    assert (gun.tech, str(gun.damage and gun.damage.sides), gun.increment, gun.rof, gun.burst) == (9, "10", 40, 2, 4)
    assert (gun.speed, gun.harness_speed, gun.pn, gun.ae, gun.reload, gun.capacity) == (3, 2, 4, 1, 2, 40)
    assert (gun.rifle, gun.automatic, gun.suppression, gun.own, gun.unread) == (True, True, True, ("harmonic",), ())
    names = {offer.name for offer in campaign.viewer_campaign(SHARED).offers("gm")}
    assert {"free_shot", "free_burst:Rail gun:2"} <= names, names
