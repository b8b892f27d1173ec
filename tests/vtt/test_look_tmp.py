import sys
from pathlib import Path
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.vtt.shell_kit import open_house
from vtt.shell.first_window import StartOptions
from vtt.shell.campaigns import campaign_loading
from vtt.system.user_folders import folders_under
from engine.core.chance import SeededChance
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice, AcceptRoll
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight, RollInitiative
from engine.rulesets.classic_fantasy.combat.round_commands import EndTurn

def shot(house, name):
    QTest.qWait(500); house.window.grab().save(f"/tmp/p2w/{name}.png")

def test_look(tmp_path, qtbot):
    path = tmp_path / "x"
    with open_house(tmp_path, StartOptions(size=QSize(1280,720))) as house:
        house.controller.play_demo("classic_fantasy", tmp_path)
        qtbot.waitUntil(lambda: house.controller.campaign is not None and house.window.page is not None, timeout=20000)
        c = house.controller.campaign
        def do(cmd):
            assert c.submit(cmd), cmd
            QTest.qWait(100)
        t = lambda: c.history.table if hasattr(c,'history') else c.table
        do(ThrowDice(seat="leo"))
        while t().procedures[-1].__class__.__name__=="Check":
            do(AcceptRoll(seat="leo"))
        from engine.core.commands import kind_of
        kinds=c.game.commands
        do(kinds["bring_foes"](seat="gm", foe="smuggler", count=2, shown=True))
        f=tuple(a for a in t().actors if not t().actors[a].archived and t().actors[a].name)
        f=tuple(a for a in f if a.split("-")[0] in ("brannoch","pell","orla","sidonie","smuggler"))
        from tests.look_steps import go
        go(house, c, do, t, f, lambda n: shot(house,n), qtbot)
