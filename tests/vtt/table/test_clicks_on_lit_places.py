"""A click on what is lit answers what the table asks, on the common screen, the GM's own and the players' alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseTargets
from engine.rulesets.classic_fantasy.damage.damage_commands import ChooseLocations, HarmSomebody
from engine.rulesets.future_imperfect.combat.hit_commands import ShiftHit
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.loader import game_of
from tests.engine.rulesets.classic_fantasy import table as d100
from tests.engine.rulesets.future_imperfect.attack_helpers import ACCEPT, THROW, goes
from tests.on_screen import put_up
from tests.vtt.shell_kit import open_house, play_at
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.storage.campaign_opening import create_campaign
from vtt.table.table_screen import TableScreen

SCREENS = (SHARED, "gm", "players")


def _demo(name: str, position: int | None = None) -> Table:
    """Return a demo's table after so many gestures; as it opens if None."""
    timeline = play_script(Path(f"assets/rulesets/{name}/demo.json").read_bytes(), game_of).history
    return timeline.table if position is None else timeline.table_at(position)


def _shot() -> Table:
    """Return the tug's crew before the fight, and a hit that raises let Quill move to the left arm."""
    shot = Shoot(seat="gm", actor="quill", target="raider_one", weapon="Blast rifle", distance=5)
    return goes(_demo("future_imperfect", 2), shot, THROW, ACCEPT, d8=[8, 6, 3, 2, 6], d20=[10]).table


def _harmed(*locations: str) -> Table:
    harm = HarmSomebody(seat="gm", actor="pell", damage="1d6", locations=locations)
    return d100.play(_demo("classic_fantasy", 9), harm)


def _battle() -> Table:
    return _demo("card_the_drawing", 16)


LIT: dict[str, tuple[Callable[[], Table], tuple[str, ...], Callable[[Command], bool]]] = {
    "card_the_drawing": (
        _battle,
        ("body", "reeve"),
        lambda command: isinstance(command, ChooseTargets) and command.targets == ("reeve",),
    ),
    "future_imperfect": (
        _shot,
        ("region", "raider_one", "location", "left_arm"),
        lambda command: isinstance(command, ShiftHit) and command.by != 0,
    ),
    "classic_fantasy, where it lands": (
        _harmed,
        ("region", "pell", "location", "Head"),
        lambda command: command == ChooseLocations(seat="leo", locations=("Head",)),
    ),
    "classic_fantasy, elsewhere": (
        lambda: _harmed("Head"),
        ("region", "pell", "location", "Chest"),
        lambda command: command == ChooseLocations(seat="gm", locations=("Chest",)),
    ),
}


def _lit(board: TableScreen, *names: str) -> QPoint:
    """Return a point on a part of a table where a click means that part and nothing else."""
    kind, *rest = names
    static_items = board.table_scene.static_items
    hot = next(h for h in static_items.regions if h.kind == kind and h.names[: len(rest)] == tuple(rest))
    box = hot.shape.boundingRect() if hot.shape is not None else hot.rect
    steps = [QPointF(box.width() * x / 12, box.height() * y / 12) + box.topLeft() for x in range(13) for y in range(13)]
    inside = [p for p in steps if static_items.at(p.toPoint().toPointF(), kind) == hot.names]
    return min(inside, key=lambda p: (p - box.center()).manhattanLength()).toPoint()


@pytest.mark.rule("CD-UI-8", "CF-UI-1", "CF-HITLOC-3", "FI-HITLOC-4")
def _on(players: PlayerWindow, kind: str, *names: str) -> QPoint:
    """Return where something lit is in the players' window, below its strip."""
    return players.table.mapTo(players, _lit(players.table, kind, *names))


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("lit", LIT)
def test_a_click_on_what_is_lit_answers_what_is_asked(lit: str, screen: str, qtbot: QtBot) -> None:
    make, names, is_meant = LIT[lit]
    table = make()
    hand = Hand(qtbot, OpenCampaign(game_of(table.ruleset), History(table), SeededChance(1)), viewer=SHARED)
    done: list[Command] = []
    opened: list[str] = []

    def submit(command: Command) -> bool:
        done.append(command)
        return True

    hand.view.submitter = submit
    hand.view.actor_activated.connect(opened.append)
    if screen == "players":
        hand.view.set_viewer("gm")
        players = PlayerWindow(hand.campaign, hand.hub, hand.faces)
        players.answered.connect(hand.view.answer)
        qtbot.addWidget(players)
        players.resize(1280, 720)
        put_up(players)
        players.table.bring_forward(names[1])
        QTest.mouseClick(players, Qt.MouseButton.LeftButton, pos=_on(players, *names))
    else:
        hand.view.set_viewer(screen)
        hand.view.bring_forward(names[1])
        hand.click(_lit(hand.view, *names))
    assert not opened, "no record comes up"
    assert hand.view.location_card.about is None
    assert [is_meant(command) for command in done] == [True], (done, hand.said)


def test_while_the_players_do_not_follow_a_click_on_their_screen_answers_nothing(qtbot: QtBot) -> None:
    hand = Hand(qtbot, OpenCampaign(game_of("card_the_drawing"), History(_battle()), SeededChance(1)))
    players = PlayerWindow(hand.campaign, hand.hub, hand.faces)
    told: list[str] = []
    players.answered.connect(lambda kind, _names: told.append(kind))
    qtbot.addWidget(players)
    players.resize(1280, 720)
    put_up(players)
    point = _on(players, "body", "reeve")
    for shown in (PlayerWindowMode.BLACKOUT, PlayerWindowMode.FREEZE):
        players.show_players(shown)
        QTest.mouseClick(players, Qt.MouseButton.LeftButton, pos=point)
    assert not told
    players.show_players(PlayerWindowMode.FOLLOW)
    QTest.mouseClick(players, Qt.MouseButton.LeftButton, pos=point)
    assert told == ["body"]


def test_the_players_window_of_a_campaign_hands_its_clicks_to_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    game, table = game_of("card_the_drawing"), _battle()
    path = tmp_path / "Ford.ktable"
    create_campaign(path, "Ford", table, game, backups=tmp_path / "backups").store.close()
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        house.window.named_actions["player_window"].trigger()
        eyes = house.window.viewer_switch
        assert eyes is not None
        assert eyes.player_window is not None
        eyes.see_gm(asked=False)
        assert page.viewer == "gm"
        put_up(eyes.player_window)
        for _ in eyes.player_window.table.draw_gradually():
            pass
        before = campaign.position
        QTest.mouseClick(eyes.player_window, Qt.MouseButton.LeftButton, pos=_on(eyes.player_window, "body", "reeve"))
        assert campaign.position == before + 1
