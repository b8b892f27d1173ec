"""Slow work that opens and creates campaigns. Each function runs on a worker thread, and none touches a widget.

The first of them imports the storage (and with it the database), not the start of the program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from engine.asset_folder import DEMO_FILE, game_folder
from engine.core.chance import Chance, SeededChance
from engine.core.fault_isolation import report_fault
from engine.core.game_options import complete_options
from engine.core.history import History, HistoryEntry, SideNote
from engine.messages.display_names import readable_id
from engine.messages.refusal import Refused
from engine.messages.texts import game_texts, remember_game_texts
from engine.model.frozen import Json
from engine.model.frozen import replace as changed
from engine.model.table import Table
from engine.model.zones import Sight
from engine.presentation.game import Game
from vtt.campaign.campaign_records import WHAT_IF
from vtt.shell.campaigns.installed_games import add_user_games
from vtt.system.user_folders import UserFolders, free_path, numbered_paths
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.campaign.campaign_records import StoredPicture
    from vtt.storage.campaign_opening import OpenedCampaign
    from vtt.storage.campaign_store import CampaignFileStore
    from vtt.welcome.new_campaign_dialog import NewCampaignPlan

DEMO = "demo"
"""The setting of a campaign that says which demo it was begun as."""
GAME = "game"
"""The setting of a campaign that says what it remembers of its game (`remembered_game`)."""
_LOADING = threading.Lock()
"""Held while the database is loaded ahead of time."""


def warm_up() -> None:
    """Import what the first campaign will need."""
    with _LOADING:
        for name in ("engine.rulesets.loader", "engine.presentation.scripts.script", "vtt.storage.campaign_opening"):
            import_module(name)


def _after_loading() -> None:
    """Wait until the database is loaded, if that is under way: a page that is made meanwhile would come in jerks."""
    with _LOADING:
        pass


def demos(places: UserFolders) -> tuple[str, ...]:
    """Return the games that have a demo, in the order of the games, by the names that the command line takes."""
    from engine.rulesets.loader import ruleset_ids

    add_user_games(places)
    return tuple(game for game in ruleset_ids() if (game_folder(game) / DEMO_FILE).is_file())


def open_file(path: Path, places: UserFolders, *, view_only: bool = False) -> OpenedCampaign:
    """Open a campaign where it was left; for viewing only if its game is missing. Raises CampaignError."""
    opened = _open_with_game(path, places, view_only=view_only)
    _drop_stray_mark(opened, places)
    return opened


def _drop_stray_mark(opened: OpenedCampaign, places: UserFolders) -> None:
    """Remove the mark of a what-if from a campaign: it was kept, and that was cut off, or the file is a copy."""
    from vtt.storage.campaign_errors import CampaignError

    if opened.view_only or places.what_ifs in opened.path.parents or WHAT_IF not in opened.store.settings():
        return
    with suppress(CampaignError):
        opened.store.keep_setting(WHAT_IF, None)


def _open_with_game(path: Path, places: UserFolders, *, view_only: bool) -> OpenedCampaign:
    add_user_games(places)
    from vtt.storage.campaign_database import ruleset_in
    from vtt.storage.campaign_errors import CampaignError, Damaged, UnknownGame
    from vtt.storage.campaign_opening import default_games_or_stand_in, open_campaign, stand_ins

    try:
        return open_campaign(path, view_only=view_only, backups=places.backups)
    except UnknownGame as error:
        opened = open_campaign(path, view_only=True, backups=places.backups, games=default_games_or_stand_in)
        name = opened.store.missing_game = _remembered_name(opened, error.ruleset)
        return replace(opened, missing_game=_why_missing(error.ruleset, name, error.reason))
    except Damaged:
        ruleset = ruleset_in(path)
        if remembered_game(ruleset) is None:
            raise
        # Perhaps only the game is another version than the one that wrote the file.
        with suppress(CampaignError):
            opened = open_campaign(path, view_only=True, backups=places.backups, games=stand_ins)
            name = opened.store.missing_game = _remembered_name(opened, ruleset)
            return replace(opened, missing_game=ui_text("shell", "said.game_other_version", game=name))
        raise


def _why_missing(ruleset: str, name: str, reason: str) -> str:
    """Return the sentence that says why a campaign cannot be played: its game is not here, or cannot be played."""
    from engine.rulesets.loader import installed_game

    if installed_game(ruleset) is None:
        return ui_text("shell", "said.game_missing", game=name)
    return ui_text("shell", "said.game_unusable", reason=reason)


def remembered_game(ruleset: str) -> Json:
    """Return what a campaign remembers of its game, in case it is missing one day; None for one of the program's own.

    With the sentences of the game its story stays readable, and says to each viewer what it said with the game.
    """
    from engine.rulesets.game_folder import GameOrigin
    from engine.rulesets.loader import installed_game

    game = installed_game(ruleset)
    if game is None or game.folder is None or game.origin is GameOrigin.BUNDLED:
        return None
    return {"name": game.name, "version": game.folder.file.version, "texts": dict(game_texts(ruleset))}


def _remembered_name(opened: OpenedCampaign, ruleset: str) -> str:
    """Take what a campaign remembers of its missing game, and return the name of the game."""
    remembered = opened.store.settings().get(GAME)
    name = remembered.get("name") if isinstance(remembered, dict) else None
    sentences = remembered.get("texts") if isinstance(remembered, dict) else None
    remember_game_texts(ruleset, sentences if isinstance(sentences, dict) else {})
    return " ".join(name.split())[:60] if isinstance(name, str) and name else readable_id(ruleset)


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignStart:
    """A table that is ready, of a campaign that has no file yet.

    Attributes:
        path: where the file goes; of a demo, where it goes if no file of this demo is there already.
        demo: which demo it is, if it is one.
    """

    path: Path
    name: str
    game: Game
    history: History
    backups: Path
    demo: str = ""

    def keep(self) -> OpenedCampaign:
        """Make the file; a demo begins anew in the file that it has. Raises CampaignError."""
        from vtt.storage.campaign_errors import OpenElsewhere

        if self.demo:
            for path in numbered_paths(self.path.parent, self.name):
                if not path.exists():
                    break
                if _is_demo(path, self.demo):
                    try:
                        return self._make(path, over=True)
                    except OpenElsewhere:
                        continue  # it is open in another window
        return self._make(free_path(self.path.parent, self.name) if self.demo else self.path)

    def _make(self, path: Path, *, over: bool = False) -> OpenedCampaign:
        from vtt.campaign.campaign_records import CampaignExtras
        from vtt.storage.campaign_opening import create_campaign

        history = self.history
        opened = create_campaign(
            path,
            self.name,
            history.table_at(0),
            self.game,
            entries=tuple(history.entries),
            asides=tuple(history.asides),
            extras=CampaignExtras(settings={DEMO: self.demo}) if self.demo else None,
            backups=self.backups,
            over=over,
        )
        # The window keeps its own history, which equals the file's.
        return replace(opened, history=history)


def _is_demo(path: Path, demo: str) -> bool:
    """Return whether a file was started as a demo. A user's own file of that name must not start anew."""
    from vtt.storage.campaign_database import setting_in

    return setting_in(path, DEMO) == f'"{demo}"'


def start_new(plan: NewCampaignPlan, places: UserFolders) -> CampaignStart:
    """Set up the table of a new campaign and deal. Raises Refused.

    The piles are shuffled before anything else. Whatever happens in the deal, no card comes off a pile that is in
    order.
    """
    _after_loading()
    add_user_games(places)
    from engine.rulesets.loader import game_of
    from vtt.shared.game_choices import game_name

    game = game_of(plan.ruleset)
    try:
        history = _begun(game, plan)
    except Refused:
        raise
    except Exception as fault:  # the code of somebody else may raise anything
        report_fault(fault)
        reason = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise Refused("game_cannot_begin", name=game_name(plan.ruleset), reason=reason) from fault
    return CampaignStart(path=plan.path, name=plan.name, game=game, history=history, backups=places.backups)


def _begun(game: Game, plan: NewCampaignPlan) -> History:
    """Return the history of a new table with the first deal."""
    players = sum(not person.gm for person in plan.people)
    options = complete_options(game.ruleset.options, plan.options)
    options |= game.ruleset.advised_options(players, options)
    history = History(_shuffled(game.new_table(plan.seats, options), chance()))
    _deal(game, history)
    return history


def _shuffled(table: Table, by: Chance) -> Table:
    """Return a table with all that nobody may see shuffled."""
    hidden = {zone.id: zone for zone in table.zones.values() if zone.sight is Sight.NOBODY and zone.cards}
    mixed = {name: changed(zone, cards=by.shuffle(zone.cards)) for name, zone in hidden.items()}
    return changed(table, zones={**table.zones, **mixed})


def _deal(game: Game, history: History) -> None:
    """Do what naturally comes first at a new table.

    Where the GM must choose something for it, or the game refuses what it has offered, nothing is done. No character is
    added: people choose theirs.
    """
    table = history.table
    gm = table.gm()
    for offer in game.offers(table, gm) if gm else ():
        if offer.command.ADDS_CHARACTERS:
            continue
        if offer.primary and offer.denial is None and all(ask.optional for ask in offer.questions):
            with suppress(Refused):
                outcome = game.apply(table, offer.command, chance())
                history.add(outcome.entry(), outcome.table)
            return


def start_demo(name: str, folder: Path, places: UserFolders) -> CampaignStart:
    """Play a demo up to where it waits for the group. Raises Refused, Unfit."""
    _after_loading()
    add_user_games(places)
    from engine.presentation.scripts.script import play_script
    from engine.rulesets.loader import game_of
    from vtt.shared.game_choices import game_name

    played = play_script((game_folder(name) / DEMO_FILE).read_bytes(), game_of)
    if played.stopped is not None:
        raise played.stopped[1]
    title = ui_text("shell", "file.demo_name", name=game_name(name))
    return CampaignStart(
        path=free_path(folder, title),
        name=title,
        game=played.game,
        history=played.history,
        backups=places.backups,
        demo=name,
    )


def chance() -> Chance:
    """Return chance that nobody can foresee."""
    return SeededChance(SystemRandom().getrandbits(64))


class DeferredStore:
    """The store of a table that is played already while its file is being made.

    A gesture still waits until it is in the file; at the worst that is a part of the first second of the program.

    Args:
        coming: the open file.
        begin: has it made, if that has not begun.
    """

    def __init__(self, coming: Future[OpenedCampaign], begin: Callable[[], None]) -> None:
        self._coming = coming
        self._begin = begin

    def commit(self, entry: HistoryEntry, position: int, table: Table) -> None:
        """Keep a gesture. Raises CampaignError, also where there is no file."""
        self._store().commit(entry, position, table)

    def move_cursor(self, position: int, aside: SideNote | None = None) -> None:
        """Keep the number of gestures that count now, and the log line of the move, if any, in one step."""
        self._store().move_cursor(position, aside)

    def add_aside(self, aside: SideNote) -> None:
        """Keep a line of the log that belongs to no gesture."""
        self._store().add_aside(aside)

    def keep_setting(self, name: str, value: Json) -> None:
        """Keep a choice that goes with the campaign; None takes it away."""
        self._store().keep_setting(name, value)

    def keep_picture(self, picture: StoredPicture) -> None:
        """Keep a picture."""
        self._store().keep_picture(picture)

    def picture(self, picture: str) -> StoredPicture | None:
        """Return a picture by its id, or None."""
        return self._store().picture(picture)

    def close(self) -> None:
        """Let go of the file, as soon as it is made."""
        self._begin()
        if self._coming.exception() is None:
            self._coming.result().store.close()

    def _store(self) -> CampaignFileStore:
        self._begin()
        return self._coming.result().store


def restore_backup(
    backup: Path, path: Path, places: UserFolders, progress: Callable[[int, int], bool]
) -> tuple[OpenedCampaign, Path | None]:
    """Put a backup in the place of a campaign and open it. Return also where the replaced file is stored.

    Raises CampaignError.
    """
    from vtt.storage.backups import restore

    kept = restore(backup, path, progress)
    return open_file(path, places), kept
