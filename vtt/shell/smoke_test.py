"""A short try of the whole program, for a machine that it has just been put on: a demo, a game of other people."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop

from engine.messages.refusal import Refused
from engine.rulesets.loader import bot_of, game_finder
from engine.simulate.simulation import PreparedFight
from engine.simulate.worker_processes import WorkerFault, simulate_in_processes
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading, installed_games
from vtt.shell.first_window import StartOptions, make_application
from vtt.system.user_folders import UserFolders, folders_under
from vtt.welcome.new_campaign_dialog import NewCampaignPlan
from vtt.welcome.people_list import default_people

FIGHTS = 2


def smoke_test(folder: Path) -> int:
    """Start a demo in a folder, do one action, close it, open it again, and check that the action is there.

    Then do the same with each game whose zip is in the folder, after installing it. At last simulate a fight.
    """
    trouble = _fault(folder)
    print(f"smoke test: {trouble or 'good'}", file=sys.stderr if trouble else sys.stdout)
    return 1 if trouble else 0


def _fault(folder: Path) -> str:
    places = folders_under(folder / "kitchen-table")
    demo_names = campaign_loading.demos(places)
    if not demo_names:
        return "there is no demo"
    house = Application(make_application([]), StartOptions(), places, keep=False)
    try:
        house.window.resize(1280, 720)
        house.window.show()
        fault = _played(house, campaign_loading.start_demo(demo_names[0], folder, places))
        for path in sorted(folder.glob("*.zip")):
            fault = fault or _installed_and_played(house, path, places)
        return fault or _simulated(folder, places)
    finally:
        house.end()


def _installed_and_played(house: Application, path: Path, places: UserFolders) -> str:
    """Install the game of a zip and play its first offer."""
    try:
        archive, older = installed_games.preview_game(path, places)
        _, games = installed_games.install_game(archive, older, places, lambda _done, _total: True)
        game = next(game for game in games if game.id == archive.file.id)
        plan = NewCampaignPlan(game.name, game.id, default_people(), places.campaigns / f"{game.id}.ktable")
        fault = _played(house, campaign_loading.start_new(plan, places))
    except Refused as refused:
        fault = refused.text
    return f"{path.name}: {fault}" if fault else ""


def _played(house: Application, start: campaign_loading.CampaignStart) -> str:
    """Keep a campaign, open it, do something, close it, and open it again."""
    opened = start.keep()
    laid = QEventLoop()
    house.controller.laid.connect(laid.quit)
    house.controller.show_opened(opened)
    laid.exec()
    campaign = house.controller.campaign
    if campaign is None:
        return "the table did not open"
    before = campaign.position
    if not _do_something(house):
        return "nothing could be done at the table"
    if house.window.grab().isNull():
        return "the window could not be drawn"
    house.controller.close()
    again = campaign_loading.open_file(opened.path, house.settings.places)
    cursor = again.history.cursor
    again.store.close()
    return "" if cursor == before + 1 else f"after reopening there were {cursor} gestures, not {before + 1}"


def _simulated(folder: Path, places: UserFolders) -> str:
    """Let bots fight the fight of a demo in worker processes, each of which is this program again."""
    for name in campaign_loading.demos(places):
        start = campaign_loading.start_demo(name, folder, places)
        bot = bot_of(name)
        if bot is not None and bot.is_fight_running(start.history.table):
            fight = PreparedFight(start.game, start.history.table, bot, seed=0)
            try:
                results = simulate_in_processes(fight, game_finder(name), FIGHTS)
            except WorkerFault as fault:
                return f"{name}: {fault}"
            return "" if results.times else f"{name}: no fight was simulated"
    return "there is no fight in a demo"


def _do_something(house: Application) -> bool:
    """Take the first offer that asks for nothing, of any seat."""
    campaign = house.controller.campaign
    if campaign is None:
        return False
    for seat in campaign.viewer_campaign("shared").view.seats:
        for offer in campaign.viewer_campaign(seat).offers(seat):
            if offer.denial is None and not offer.questions and campaign.submit(offer.command):
                return True
    return False
