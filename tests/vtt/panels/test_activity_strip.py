from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.presentation.activity_view import ActivityView, TurnView
from tests.on_screen import lay_out
from tests.vtt.painted import written_on
from tests.vtt.panels_stage import Tiny, fight, say_as, stage, words_in
from vtt.panels.activity_strip import ActivityStrip
from vtt.panels.strip_tile import StripTile
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import ElidedLabel


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def strip_of(qtbot: QtBot, hub: ThemeHub, under_way: tuple[ActivityView, ...], size: tuple[int, int]) -> ActivityStrip:
    """Return a strip of some size that shows what is under way."""
    campaign = stage()
    rules = campaign.game.ruleset
    assert isinstance(rules, Tiny)
    strip = ActivityStrip(campaign, SHARED, hub)
    qtbot.addWidget(strip)
    assert strip.isHidden()
    rules.under_way = under_way
    campaign.log_look("x")
    strip.resize(*size)
    lay_out(strip)
    return strip


def spoken(strip: ActivityStrip) -> list[str]:
    """Return what a screen reader says of what can be seen of a strip."""
    return [w.accessibleName() for w in strip.findChildren(QWidget) if w.isVisible() and w.accessibleName()]


def test_the_strip_lights_the_present_step_and_tells_the_order_of_acting(qtbot: QtBot, hub: ThemeHub) -> None:
    strip = strip_of(qtbot, hub, fight(("tom",)), (1400, 300))
    words = words_in(strip)
    assert {"Reveal, now", "Declare, done", "Resist, later"} <= set(words)
    assert any("Turn 2 of the fight" in w for w in words)
    assert any("waiting for Tom" in w for w in words)
    assert any("Wil, has lost the action, counterattacked" in w for w in words)
    rules = strip.campaign.game.ruleset
    assert isinstance(rules, Tiny)
    rules.under_way = ()
    strip.campaign.log_look("x")
    assert strip.isHidden()


def test_a_narrower_strip_says_less_but_always_the_present_step_and_never_more_than_its_lines(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    strip = strip_of(qtbot, hub, fight(), (1800, 300))
    seen: list[int] = []
    numbers: set[str] = set()
    for width in (1800, 1200, 900, 700, 420):
        strip.resize(width, 300)
        QApplication.processEvents()
        words = spoken(strip)
        assert "Reveal, now" in words, width
        numbers |= {number.text() for number in strip.findChildren(QLabel) if number.isVisible()}
        seen.append(sum(word.endswith((", done", ", later")) for word in words))
        content = strip._content
        for part in content.findChildren(QFrame):
            if part.isVisible():
                assert part.mapTo(content, part.rect().bottomRight()).x() <= content.width(), (width, part.objectName())
        assert strip._scroll.heightForWidth(width) <= hub.theme.metrics.control * 3.6, width
    assert seen[0] == 4
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] <= 1
    assert "3 of 5" in numbers


def test_the_number_of_steps_is_the_same_however_many_parts_a_step_has(qtbot: QtBot, hub: ThemeHub) -> None:
    outer = fight()[-1]
    outer = replace(outer, steps=tuple(replace(step, name=f"step_{n}") for n, step in enumerate(outer.steps, 1)))
    present = next(number for number, step in enumerate(outer.steps) if step.state == "now")
    step, counts = outer.steps[present], list[set[str]]()
    for parts in (1, 2, 3):
        states = ["now", *["later"] * (parts - 1)]
        several = tuple(
            replace(step, name=f"{step.name}_{n}", state=state, part_of=step.name) for n, state in enumerate(states)
        )
        steps = (*outer.steps[:present], *several, *outer.steps[present + 1 :])
        strip = strip_of(qtbot, hub, (replace(outer, steps=steps),), (420, 300))
        counts.append({label.text() for label in strip.findChildren(QLabel) if " of " in label.text()})
        alone = strip_of(qtbot, hub, (replace(outer, steps=several),), (420, 300))
        assert not [label.text() for label in alone.findChildren(QLabel) if " of " in label.text()], "there is only one"
    assert counts == [{"3 of 5"}] * 3


def test_a_name_is_letters_and_a_declaration_is_left_out_only_where_there_is_no_room(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    outer = fight()[0]
    order = tuple(replace(turn, state="waiting" if turn.state == "acted" else turn.state) for turn in outer.order)
    swing = replace(order[1], label=say_as("swings the boathook at whoever comes down the stairs first"))
    strip = strip_of(qtbot, hub, (replace(outer, order=(order[0], swing, *order[2:])),), (1800, 300))
    wide = [tile.sizeHint().width() for tile in strip.findChildren(StripTile, "turn")]
    declared, letters = set(), set()
    for width in range(sum(wide) + 20, 140, -10):
        strip.resize(width, 300)
        QApplication.processEvents()
        tiles = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        shown = [tile.text for tile in tiles]
        declared.add(declared_in(shown))
        short = [words for words in shown if len(words) <= 2]
        letters.add(len(short))
        assert not short or not declared_in(shown), "a name is letters beside a long declaration"
        assert len(shown) == len(order) or width < sum(wide) / 2, "somebody is left out although names have room"
        if len(shown) == len(order) and short:
            used = max(tile.geometry().right() for tile in strip.findChildren(StripTile, "turn") if tile.isVisible())
            assert width - used < max(wide), "the next name had no room"
            for tile, turn in zip(tiles, order, strict=True):
                bare = tile.sizeHint() == tile.size_with(tile.text, icon=False)
                assert bare == (turn.state == "waiting"), "an hourglass takes the room of a name"
    assert declared == {True, False}
    assert len(letters) > 2, "one name after the other becomes letters, not all at once"


@pytest.mark.parametrize("ranks", [(4, 3, 2, 1), (4, 4, 2, 1)], ids=["alone", "at once with another"])
def test_what_the_current_turn_declared_is_read_before_what_the_others_did(
    qtbot: QtBot, hub: ThemeHub, ranks: tuple[int, ...]
) -> None:
    outer = fight()[0]
    words = ("swings an oar at Finch", "shoots at Ottilie", "fires the flare gun at Pell", "waits")
    states = ("now", "waiting", "waiting", "waiting")
    order = tuple(
        replace(turn, rank=rank, state=state, label=say_as(label))
        for turn, rank, state, label in zip(outer.order, ranks, states, words, strict=True)
    )
    strip = strip_of(qtbot, hub, (replace(outer, order=order),), (1800, 300))
    for actor, name in (("orc", "Brock the wrecker"), ("tara", "Pell the wrecker"), ("wil", "Ottilie Brandt")):
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    others = set[bool]()
    for width in range(1500, 560, -20):
        strip.resize(width, 300)
        QApplication.processEvents()
        first, *rest = (tile.text for tile in strip.findChildren(StripTile, "turn") if tile.isVisible())
        is_declared = words[0] in first
        others.add(is_declared and not any(label in text for label, text in zip(words[1:], rest, strict=True)))
        assert is_declared or width < 760, (width, first, rest)
    assert others == {True, False}


def test_names_are_first_names_before_what_the_current_turn_declared_has_no_room(qtbot: QtBot, hub: ThemeHub) -> None:
    outer = fight()[0]
    words = ("hits Finch with the boathook", "waits", "attacks Brock", "throws a knife at Pell")
    states = ("now", "waiting", "waiting", "waiting")
    order = tuple(
        replace(turn, rank=9 - rank, state=state, label=say_as(label))
        for rank, (turn, state, label) in enumerate(zip(outer.order, states, words, strict=True))
    )
    names = (("orc", "Brock the wrecker"), ("tara", "Pell the wrecker"), ("wil", "Sidonie Ash"), ("ghost", "Finch"))
    called = set[str]()
    for width in range(1500, 500, -20):
        strip = strip_of(qtbot, hub, (replace(outer, order=order),), (width, 300))  # no names were shortened before
        for actor, name in names:
            assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
        QApplication.processEvents()
        first, *rest = (tile.text for tile in strip.findChildren(StripTile, "turn") if tile.isVisible())
        assert words[0] in first or width < 600, (width, first, rest)
        called.add(first.partition(":")[0])
    assert {"Brock the wrecker", "Brock"} <= called


def declared_in(shown: list[str]) -> bool:
    return any("swings" in words for words in shown)


def test_who_can_do_nothing_more_leaves_the_line_before_a_name_is_letters_or_cut(qtbot: QtBot, hub: ThemeHub) -> None:
    outer = fight()[0]
    states = ("waiting", "idle", "waiting", "acted")
    order = tuple(replace(t, rank=1, state=s, label=None) for t, s in zip(outer.order, states, strict=True))
    strip = strip_of(qtbot, hub, (replace(outer, order=order),), (1800, 300))
    written = set[tuple[str, ...]]()
    for width in range(560, 300, -15):
        strip.resize(width, 300)
        QApplication.processEvents()
        tiles = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        written.add(tuple(tile.text for tile in tiles))
        assert all(tile.width() >= tile.sizeHint().width() for tile in tiles), width
    whole, *fewer = sorted(written, key=lambda words: -len(" ".join(words)))
    assert len(whole) == len(order)
    assert fewer[0] == (whole[0], whole[2])


def test_of_many_who_act_at_once_names_are_whole_or_letters_before_any_is_cut(qtbot: QtBot, hub: ThemeHub) -> None:
    turns = fight()[0]
    order = [replace(turn, rank=1, state="waiting", label=say_as("2 AP")) for turn in turns.order * 2]
    strip = strip_of(qtbot, hub, (replace(turns, title=say_as("Round 1"), order=tuple(order)),), (1800, 300))
    kinds = set[str]()
    for width in range(1800, 320, -20):
        strip.resize(width, 300)
        QApplication.processEvents()
        shown = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        assert len(shown) == len(order)
        assert all(tile.width() >= tile.sizeHint().width() for tile in shown), width
        kinds |= {"all" if "2 AP" in tile.text else "name" if len(tile.text) > 2 else "letters" for tile in shown}
    assert kinds == {"all", "name", "letters"}


def test_a_brief_strip_is_one_line_at_the_largest_size(qtbot: QtBot) -> None:
    hub = ThemeHub(Theme(scale=3.0))
    strip = strip_of(qtbot, hub, fight(), (1120, 300))
    strip.set_lines(1)
    QApplication.processEvents()
    assert "Reveal, now" in spoken(strip)
    assert strip._scroll.heightForWidth(1120) <= strip.usual_height(), "one line"
    title = strip.findChild(ElidedLabel)
    assert title is not None
    assert title.text == "Tara attacks the orc"
    assert title.width() >= min(200, title.sizeHint().width())


def test_a_title_too_long_for_a_brief_strip_is_written_whole_in_two_lines(qtbot: QtBot) -> None:
    hub, long = ThemeHub(Theme(scale=2.0)), "Raider by the crane shoots at Ilse Quill: upper torso"
    strip = strip_of(qtbot, hub, (*fight()[:-1], replace(fight()[-1], title=say_as(long))), (700, 300))
    strip.set_lines(1)
    QApplication.processEvents()
    title = next(words for words in strip.findChildren(ElidedLabel) if words.text == long and words.isVisible())
    assert title.width() < title.sizeHint().width()
    assert title.written.count("\n") == 1
    assert title.written.split() == long.split()
    assert strip._scroll.heightForWidth(700) <= strip.usual_height()


@pytest.mark.parametrize(("state", "times"), [("waiting", 3), ("declared", 2)])
def test_beside_a_title_too_many_who_act_at_once_are_letters_before_those_waited_for(
    qtbot: QtBot, state: str, times: int
) -> None:
    hub = ThemeHub(Theme(scale=2.0))
    turns = fight()[0]
    first, *others = (replace(turn, rank=1, state=state, label=None) for turn in turns.order * times)
    order = (*others, replace(first, state="waiting"))
    strip = strip_of(qtbot, hub, (replace(turns, title=say_as("Everybody acts"), order=order),), (970, 300))
    strip.set_lines(1)
    QApplication.processEvents()
    assert [words.text for words in strip.findChildren(ElidedLabel) if words.isVisible()] == ["Everybody acts"]
    shown = [tile.text for tile in strip.findChildren(StripTile) if tile.isVisible()]
    assert [words[0] for words in shown] == ["T", "G", "W", "O"] * times
    assert sum(len(words) == 1 for words in shown) > len(shown) / 2
    assert state == "waiting" or shown[-1] == "Orc", "although those before it are letters"


@pytest.mark.parametrize(("width", "cut"), [(1400, False), (220, True), (160, True)])
def test_a_name_that_has_no_room_is_cut_and_its_tile_tells_the_whole_of_it(qtbot: QtBot, width: int, cut: bool) -> None:
    hub = ThemeHub(Theme(scale=3.0))
    long = "Sergeant Oriel Vanderbloom of the second salvage crew of the Gannet"
    under_way = fight()
    campaign = stage()
    rules = campaign.game.ruleset
    assert isinstance(rules, Tiny)
    assert campaign.submit(EditActor(seat="gm", actor="orc", name=long))
    strip = ActivityStrip(campaign, SHARED, hub)
    qtbot.addWidget(strip)
    order = tuple(replace(turn, state="now" if turn.actor == "orc" else "acted") for turn in under_way[0].order)
    rules.under_way = (replace(under_way[0], order=order),)
    campaign.log_look("x")
    strip.resize(width, 300)
    lay_out(strip)
    turns = (tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible())
    (tile,) = (tile for tile in turns if tile.accessibleName().startswith(long))
    content = strip._content
    qtbot.waitUntil(lambda: tile.mapTo(content, tile.rect().bottomRight()).x() <= content.width())
    assert (tile.width() < tile.sizeHint().width()) is cut
    written = written_on(tile)
    assert all(tile.text.startswith(line.rstrip("…")) for line in written), "cut where its tile ends"
    assert (written != [tile.text]) is cut
    assert tile.text.startswith("Sergeant Oriel")
    assert long in tile.toolTip()


def test_a_low_strip_scrolls_and_loses_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    strip = strip_of(qtbot, hub, fight(), (500, 40))
    bar = strip._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    content = strip._content

    def holds_all() -> None:
        for label in content.findChildren(QLabel):
            if label.isVisible():
                place = label.mapTo(content, label.rect().bottomRight())
                assert place.x() <= content.width()
                assert place.y() <= content.height()

    qtbot.waitUntil(holds_all)


def test_who_is_out_of_the_fight_waits_for_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    under_way = fight()
    order = tuple(replace(turn, state="out") if turn.actor == "orc" else turn for turn in under_way[0].order)
    strip = strip_of(qtbot, hub, (replace(under_way[0], order=order), *under_way[1:]), (1400, 300))
    (out,) = (words for words in spoken(strip) if words.startswith("Orc"))
    assert out == "Orc, can no longer act"


def test_an_order_without_numbers_words_or_anybody_on_leaves_no_line_behind_where_it_has_no_room(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    outer, inner = fight()
    waiting = tuple(replace(turn, state="waiting", label=None, brief=None) for turn in outer.order)
    strip = strip_of(qtbot, hub, (replace(outer, order=waiting), inner), (1800, 300))
    for actor in ("orc", "tara", "wil"):
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=f"{actor.title()} of the old harbour"))
    assert _dividers(strip) == 1
    strip.resize(320, 300)
    QApplication.processEvents()
    assert not any("Wil" in word for word in spoken(strip)), "there is no room for anybody"
    assert _dividers(strip) == 0


def _dividers(strip: ActivityStrip) -> int:
    return sum(part.kind == "divider" and part.tile.isVisible() for part in strip._tiles)


def test_a_number_that_decides_the_order_is_read_where_there_is_no_room_for_more(qtbot: QtBot, hub: ThemeHub) -> None:
    outer, inner = fight()
    numbered = tuple(replace(turn, number=at + 4) for at, turn in enumerate(outer.order))
    strip = strip_of(qtbot, hub, (replace(outer, order=numbered), inner), (1400, 300))
    shown = {tile.text for tile in strip.findChildren(StripTile) if tile.isVisible()}
    assert "5 Tara" in shown
    assert any(words.startswith("4 ") for words in shown)


@pytest.mark.rule("CD-UI-7")
@pytest.mark.parametrize(("width", "lines"), [(820, 3), (700, 3), (1000, 1), (660, 1)])
def test_the_order_of_acting_stays_where_there_is_no_room_for_all_steps(
    qtbot: QtBot, hub: ThemeHub, width: int, lines: int
) -> None:
    outer, inner = fight()
    order = tuple(
        TurnView(
            actor=actor,
            rank=at,
            state="now" if at == 11 else "waiting",
            number=at,
            label=say_as("Initiative with the reasons of all its changes"),
        )
        for at, actor in enumerate(("tara", "wil", "orc", "ghost", "tara", "wil"), 11)
    )
    strip = strip_of(qtbot, hub, (replace(outer, order=order), inner), (width, 300))
    strip.set_lines(lines)
    QApplication.processEvents()
    shown = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
    assert len(shown) == len(order)
    written = [tile.text for tile in shown]
    assert [words.split(" ")[0] for words in written] == [str(turn.number) for turn in order]
    assert all(words.split(" ")[1] for words in written)
    for tile in shown:
        assert tile.width() >= tile.sizeHint().width(), "nothing of it is cut off"
    is_counted = any(w.text() == "3 of 5" for w in strip.findChildren(QLabel) if w.isVisible())
    assert is_counted or all(len(words.split(" ")[1]) > 2 for words in written), "the number goes before a name does"
    title = next(label for label in strip.findChildren(ElidedLabel) if label.text == "Tara attacks the orc")
    assert title.width() >= min(100, title.sizeHint().width())


def test_before_other_eyes_a_hidden_strip_has_no_word_of_what_it_told_before(qtbot: QtBot, hub: ThemeHub) -> None:
    strip = strip_of(qtbot, hub, fight(("tom",)), (1400, 300))
    rules = strip.campaign.game.ruleset
    assert isinstance(rules, Tiny)
    rules.under_way = ()
    strip.campaign.log_look("x")
    strip.set_viewer("tom")
    assert strip.isHidden()
    told = "\n".join(words_in(strip))
    assert "Wil" not in told
    assert "Turn 2" not in told
    rules.under_way = fight(("tom",))
    strip.campaign.log_look("x")
    lay_out(strip)
    assert "Reveal, now" in words_in(strip)


@pytest.mark.parametrize("declaration", ["", "swings the boathook at the stairs"])
def test_where_all_names_have_room_beside_the_step_no_wider_line_has_letters(
    qtbot: QtBot, hub: ThemeHub, declaration: str
) -> None:
    outer, inner = fight()
    label = say_as(declaration) if declaration else None
    order = tuple(replace(turn, label=label) for turn in outer.order)
    states = (*["done"] * (len(inner.steps) - 2), "now", "later")
    steps = tuple(replace(step, state=state) for step, state in zip(inner.steps, states, strict=True))
    strip = strip_of(qtbot, hub, (replace(outer, order=order), replace(inner, steps=steps)), (1200, 300))
    for actor, name in (("orc", "Ottilie Brandt"), ("tara", "Brock the wrecker"), ("wil", "Pell the wrecker")):
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    whole = []
    for width in range(400, 1200, 10):
        strip.resize(width, 300)
        QApplication.processEvents()
        shown = [tile.text for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        names = [words.partition(":")[0] for words in shown]
        whole.append(names == ["Ottilie Brandt", "Brock the wrecker", "ghost", "Pell the wrecker"])
        if sum(whole) == 1:
            assert not any(w.text()[:1].isdigit() for w in strip.findChildren(QLabel) if w.isVisible()), (
                "they come first"
            )
    assert whole == sorted(whole)
    assert set(whole) == {False, True}


@pytest.mark.parametrize(("name", "is_shared"), [("Ilse Quill", False), ("Raider in red", True)])
def test_a_first_name_comes_before_letters_if_nobody_else_has_it(
    qtbot: QtBot, hub: ThemeHub, name: str, is_shared: bool
) -> None:
    outer = fight()[0]
    order = tuple(replace(turn, state="now" if turn.state == "now" else "waiting", label=None) for turn in outer.order)
    strip = strip_of(qtbot, hub, (replace(outer, order=order),), (900, 300))
    for actor, called in (("orc", "Bruno Tarn"), ("tara", name), ("wil", "Raider by the crane")):
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=called))
    written = []
    for width in range(280, 800, 10):
        strip.resize(width, 300)
        QApplication.processEvents()
        tiles = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        written.append({tile.text for tile in tiles})
        whole = {called.split()[0]: called for called in (name, "Bruno Tarn", "Raider by the crane")}
        short = [tile for tile in tiles if tile.text in whole and not is_shared]
        growth = sum(tile.size_with(whole[tile.text], icon=False).width() - tile.width() for tile in short)
        free = width - max(tile.mapTo(strip, tile.rect().topRight()).x() for tile in tiles)
        step_may_grow = 3 * hub.theme.metrics.pad_l
        assert not short or growth + step_may_grow > free, "names are short although all have room"
    letters = [at for at, shown in enumerate(written) if "RC" in shown]
    first = [at for at, shown in enumerate(written) if "Raider" in shown]
    assert letters
    assert bool(first) is not is_shared
    assert not first or max(letters) < min(first)
    assert {name, "Raider by the crane"} <= written[-1]


NAMED = (("orc", "Bruno Tarn"), ("tara", "Madge of the Lantern"), ("wil", "Ilse Quill"))


@pytest.mark.parametrize("state", ["waiting", "acted", "idle"])
def test_first_names_are_those_of_all_and_turns_of_one_state_have_all_their_declarations_or_none(
    qtbot: QtBot, hub: ThemeHub, state: str
) -> None:
    outer = fight()[0]
    order = tuple(replace(turn, state=state, label=say_as("2 AP")) for turn in outer.order)
    strip = strip_of(qtbot, hub, (replace(outer, order=order),), (900, 300))
    for actor, name in NAMED:
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    called = set[bool]()
    for width in range(280, 900, 10):
        strip.resize(width, 300)
        QApplication.processEvents()
        written = {tile.text for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()}
        names = {words.partition(":")[0] for words in written}
        silent = {"Bruno", "Madge", "Ilse"} & written
        assert not silent or not any(words.endswith("2 AP") for words in written), (width, written)
        if "Madge" in names:
            assert not names & {name for _, name in NAMED}, (width, written)
            called.add(bool(silent))
    assert called == {True, False}


def test_names_stay_as_short_as_a_step_has_made_them(qtbot: QtBot, hub: ThemeHub) -> None:
    outer, *inner = fight()
    states = ("now", *["waiting"] * (len(outer.order) - 1))
    turns = zip(outer.order, states, strict=True)
    order = tuple(replace(turn, state=state, label=say_as("2 AP")) for turn, state in turns)
    round_alone = replace(outer, order=order, steps=())
    strip = strip_of(qtbot, hub, (round_alone,), (900, 300))
    for actor, name in NAMED:
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    rules = strip.campaign.game.ruleset
    assert isinstance(rules, Tiny)

    def names_in(*under_way: ActivityView) -> set[str]:
        rules.under_way = under_way
        strip.campaign.log_look("x")
        QApplication.processEvents()
        tiles = strip.findChildren(StripTile, "turn")
        return {tile.text.partition(":")[0] for tile in tiles if tile.isVisible()}

    shortened = 0
    for width in range(500, 1000, 10):
        strip.resize(width, 300)
        before, meanwhile = names_in(round_alone), names_in(round_alone, *inner)
        if {"Bruno", "Madge", "Ilse"} <= meanwhile:
            assert names_in(round_alone) == meanwhile, width
            shortened += before != meanwhile
    assert shortened
    strip.resize(1400, 300)
    assert {name for _, name in NAMED} <= names_in(round_alone), "another width has room for all"


def test_where_those_who_are_done_have_no_room_the_others_say_what_they_declare(qtbot: QtBot, hub: ThemeHub) -> None:
    outer, inner = fight()
    names = (("orc", "Cellar dog"), ("tara", "Madge of the Lantern"), ("wil", "Sidonie Ash"), ("ghost", "Tallow bat"))
    states, ranks = ("acted", "acted", "acted", "waiting"), (4, 3, 3, 1)
    order = tuple(
        replace(outer.order[0], actor=actor, rank=rank, state=state, label=say_as("2 AP"))
        for (actor, _), rank, state in zip(names, ranks, states, strict=True)
    )
    strip = strip_of(qtbot, hub, (replace(outer, order=order), inner), (900, 300))
    for actor, name in names:
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    alone = set[str]()
    for width in range(300, 900, 10):
        strip.resize(width, 300)
        QApplication.processEvents()
        tiles = [tile for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()]
        if len(tiles) == 1 and width - tiles[0].geometry().right() > tiles[0].size_with(": 2 AP").width():
            alone.add(tiles[0].text)
    assert alone
    assert all(words.endswith("2 AP") for words in alone), alone


def test_from_step_to_step_the_turns_stay_as_they_are_written(qtbot: QtBot, hub: ThemeHub) -> None:
    outer, inner = fight()
    strip = strip_of(qtbot, hub, (outer, inner), (1200, 300))
    for actor, name in (("orc", "Ottilie Brandt"), ("tara", "Brock the wrecker"), ("wil", "Pell the wrecker")):
        assert strip.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    rules = strip.campaign.game.ruleset
    assert isinstance(rules, Tiny)
    labelled = [*inner.steps[:-1], replace(inner.steps[-1], label=say_as("Collapse check"))]
    for width in range(560, 1240, 40):
        strip.resize(width, 300)
        written = set[tuple[str, ...]]()
        for current in range(len(labelled)):
            states = (*["done"] * current, "now", *["later"] * (len(labelled) - current - 1))
            steps = tuple(replace(step, state=state) for step, state in zip(labelled, states, strict=True))
            rules.under_way = (outer, replace(inner, steps=steps))
            strip.campaign.log_look("x")
            QApplication.processEvents()
            assert any(words.endswith(", now") for words in words_in(strip))
            written.add(tuple(tile.text for tile in strip.findChildren(StripTile, "turn") if tile.isVisible()))
        assert len(written) == 1, (width, written)
