"""Slow work with travel files. Each function runs on a worker thread, and none touches a widget."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages.refusal import Refused
from engine.messages.texts import remember_game_texts, say
from engine.model.frozen import Json
from vtt.campaign.library_protocol import EntryLibrary
from vtt.library.entry_archive import write_entries_of
from vtt.shell.campaigns.campaign_loading import open_file
from vtt.shell.campaigns.installed_games import add_user_games
from vtt.system.user_folders import SUFFIX, UserFolders, file_stem, free_path
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.storage.campaign_opening import OpenedCampaign
    from vtt.storage.travel.story_comparison import OwnMoves, StoredStory, StoryComparison, StoryRelation
    from vtt.storage.travel.travel_file import TravelForm, TravelGame


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedCampaign:
    """A travel file that was looked into. Nothing is changed yet.

    Attributes:
        source: the travel file.
        form: what it says of itself.
        story: the story of its campaign; its file is gone again.
        relation: how it is to the copy that is here; None if there is no copy.
        copy: the copy on this computer that is nearest to it.
        of_file, of_copy: the moves that only one of them has.
        titles: the titles of both, as they are read.
        missing: the games that are not installed here.
        is_name_taken: another campaign has its name.
    """

    source: Path
    form: TravelForm
    story: StoredStory
    relation: StoryRelation | None = None
    copy: StoredStory | None = None
    of_file: OwnMoves | None = None
    of_copy: OwnMoves | None = None
    titles: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    missing: tuple[TravelGame, ...] = ()
    is_name_taken: bool = False


def needed_games(rulesets: Iterable[str]) -> tuple[TravelGame, ...]:
    """Return the games among these that do not come with the program."""
    from engine.rulesets.game_folder import GameOrigin
    from engine.rulesets.loader import installed_game
    from vtt.storage.travel.travel_file import MOST_GAMES, TravelGame

    listed = [game for ruleset in dict.fromkeys(rulesets) if (game := installed_game(ruleset)) is not None]
    return tuple(
        TravelGame(id=game.id[:200], name=game.name[:200], version=game.folder.file.version[:200])
        for game in listed
        if game.folder is not None and game.origin is not GameOrigin.BUNDLED
    )[:MOST_GAMES]


def write_travel(
    opened: OpenedCampaign,
    target: Path,
    library: EntryLibrary | None,
    entries: Sequence[str],
    preferences: Mapping[str, Json],
    progress: Progress,
) -> None:
    """Write the travel file of an open campaign. Raises CampaignError and ArchiveRefused."""
    from vtt.storage.travel.travel_file import write_travel_file

    chosen = [library.entries[id_] for id_ in entries if id_ in library.entries] if library is not None else []
    packed = write_entries_of(library, [entry.id for entry in chosen]) if library is not None and chosen else b""
    write_travel_file(
        opened.path,
        target,
        progress,
        games=needed_games([opened.game.ruleset.id, *(entry.game for entry in chosen)]),
        preferences=preferences,
        entries=len(chosen),
        write_entries=(lambda file: file.write(packed)) if packed else None,
        replace=True,
    )


def look_into(source: Path, places: UserFolders, recent: Iterable[Path], progress: Progress) -> ArrivedCampaign:
    """Read a travel file, and compare its campaign with the copies that are here. Raises CampaignError."""
    add_user_games(places)
    from engine.rulesets.loader import installed_game
    from vtt.storage.campaign_database import setting_in
    from vtt.storage.travel.story_comparison import copies_of, nearest_copy, read_story
    from vtt.storage.travel.travel_file import read_travel_form, travelling_campaign

    form = read_travel_form(source)
    with travelling_campaign(source, progress) as campaign:
        story = read_story(campaign)
        _remember_texts(story.ruleset, setting_in(campaign, "game"))
        nearest = nearest_copy(story, copies_of(story.uid, _campaigns(places, recent)))
    is_here = {game.id for game in form.games if (found := installed_game(game.id)) is not None and found.usable}
    missing = tuple(game for game in form.games if game.id not in is_here)
    if nearest is None:
        is_taken = (places.campaigns / f"{file_stem(story.name)}{SUFFIX}").exists()
        return ArrivedCampaign(source=source, form=form, story=story, missing=missing, is_name_taken=is_taken)
    return ArrivedCampaign(
        source=source,
        form=form,
        story=story,
        relation=nearest.relation,
        copy=nearest.other,
        of_file=nearest.of_one,
        of_copy=nearest.of_other,
        titles=(_titles(nearest.of_one), _titles(nearest.of_other)),
        missing=missing,
    )


def newer_copy(
    opened: OpenedCampaign, places: UserFolders, recent: Iterable[Path], left_out: Collection[Path] = ()
) -> StoryComparison | None:
    """Return the comparison with the copy that has most moves which an open campaign lacks; None if there is none.

    Args:
        opened: the campaign.
        places: where campaigns are.
        recent: the campaigns that were opened lately.
        left_out: copies that do not count.
    """
    from vtt.storage.travel.story_comparison import compare_stories, copies_of, read_story

    copies = copies_of(opened.uid, _campaigns(places, recent), but=opened.path)
    others = tuple(copy for copy in copies if copy.path not in left_out)
    if not others:
        return None
    story = read_story(opened.path)
    compared = [each for other in others if (each := compare_stories(story, other)).of_other.count]
    return max(compared, key=lambda each: each.of_other.count, default=None)


def open_beside(arrival: ArrivedCampaign, places: UserFolders, progress: Progress) -> OpenedCampaign:
    """Put the campaign of a travel file beside the others, under a name that is free, and open it."""
    from vtt.storage.travel.travel_file import unpack_campaign

    name = arrival.story.name
    path = free_path(places.campaigns, name)
    number = path.stem.removeprefix(file_stem(name))
    unpack_campaign(arrival.source, path, progress, name=f"{name}{number}" if number else "")
    return open_file(path, places)


def open_in_place(
    arrival: ArrivedCampaign, places: UserFolders, progress: Progress
) -> tuple[OpenedCampaign, Path | None]:
    """Put the campaign of a travel file in the place of the copy that is here, and open it.

    The copy is kept among the backups; if it has moves of its own, also as a campaign of its own.

    Returns:
        The campaign, and the file with the copy if it has moves of its own.
    """
    from vtt.storage.campaign_opening import backup_folder
    from vtt.storage.travel.travel_file import put_in_place_of

    copy = arrival.copy
    assert copy is not None
    name = ui_text("shell", "travel.kept_name", name=copy.path.stem, day=date.today().isoformat())
    beside = free_path(copy.path.parent, name)
    put_in_place_of(arrival.source, copy.path, backup_folder(copy.path, places.backups), progress, beside=beside)
    return open_file(copy.path, places), beside if beside.exists() else None


def _campaigns(places: UserFolders, recent: Iterable[Path]) -> tuple[Path, ...]:
    here = places.campaigns.glob(f"*{SUFFIX}") if places.campaigns.is_dir() else ()
    return (*recent, *here)


def _remember_texts(ruleset: str, remembered: str) -> None:
    """Have the sentences of a game, so that the titles of moves can be read; those in the campaign if it is missing."""
    from engine.rulesets.loader import game_of

    try:
        game_of(ruleset)
    except Refused:
        try:
            kept = json.loads(remembered or "null")
        except (ValueError, RecursionError):  # the file may come from anybody
            kept = None
        sentences = kept.get("texts") if isinstance(kept, dict) else None
        remember_game_texts(ruleset, sentences if isinstance(sentences, dict) else {})


def _titles(moves: OwnMoves) -> tuple[str, ...]:
    return tuple(say(title) for title in moves.titles)
