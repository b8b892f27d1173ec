"""The file of the user's settings: recent campaigns, appearance, scale, window positions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from engine.model.frozen import Frozen, Json, replace
from vtt.system.atomic_files import discard, write_atomically
from vtt.system.user_folders import UserFolders, thumbnail_path

RECENT = 12
"""The number of recent campaigns: two rows of six on the first page."""
_LARGEST = 1 << 20


class RecentCampaign(Frozen):
    """A campaign that was open not long ago. `opened` is an ISO time with its zone; `picture` may be missing."""

    path: str
    name: str
    ruleset: str = ""
    opened: str = ""
    picture: str = ""


_FARTHEST = 2**20
"""No desktop has so many pixels; Qt takes 32 bits."""
_Position = Annotated[int, msgspec.Meta(ge=-_FARTHEST, le=_FARTHEST)]
_Length = Annotated[int, msgspec.Meta(ge=1, le=_FARTHEST)]


class WindowPlace(Frozen):
    """The stored position of a window, in pixels of the desktop."""

    x: _Position = 0
    y: _Position = 0
    width: _Length = 1280
    height: _Length = 720
    maximized: bool = False
    screen: str = ""


class StoredSettings(Frozen):
    """The user's settings; one that was never chosen has its default.

    Attributes:
        look: the colours by name; empty follows the system.
        scale: the size of everything in per cent.
        windows: the position of each window, by its name.
        more: settings of single rooms by their dotted name, such as `table.four_colours`.
    """

    recent: tuple[RecentCampaign, ...] = ()
    look: str = ""
    scale: Annotated[int, msgspec.Meta(ge=75, le=300)] = 100
    reduced_motion: bool = False
    language: str = "en"
    windows: Mapping[str, WindowPlace] = {}
    more: Mapping[str, Json] = {}


def load_settings(path: Path) -> tuple[StoredSettings, Path | None]:
    """Return a person's choices, and where a file was set aside of which something could not be read.

    A broken file never stops the program. What can be read of it counts; the file as it was is kept as
    `….broken.json`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise msgspec.DecodeError("the preferences are too large")
        try:
            return msgspec.json.decode(data, type=StoredSettings), None
        except msgspec.ValidationError:
            readable = _readable(msgspec.json.decode(data))
            return readable, _set_aside(path, path.with_suffix(".broken.json"))
    except FileNotFoundError:
        return StoredSettings(), None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return StoredSettings(), _set_aside(path, path.with_suffix(".broken.json"))
    except OSError:
        return StoredSettings(), path


def _set_aside(path: Path, aside: Path) -> Path:
    try:
        path.replace(aside)
    except OSError:
        return path
    return aside


def _readable(content: object) -> StoredSettings:
    """Return what can be used of choices of which some cannot: each by itself, and each recent campaign by itself."""
    if not isinstance(content, dict):
        return StoredSettings()
    kinds = {field.name: field.type for field in msgspec.structs.fields(StoredSettings)}  # type: ignore[arg-type]
    parts = {name: value for name, value in content.items() if name in kinds}
    if isinstance(recent := content.get("recent"), list):
        lines = [_known(RecentCampaign, line) for line in recent]
        parts["recent"] = [line for line in lines if _fits(line, RecentCampaign)]
    if isinstance(windows := content.get("windows"), dict):
        stood = {name: _known(WindowPlace, place) for name, place in windows.items()}
        parts["windows"] = {name: place for name, place in stood.items() if _fits(place, WindowPlace)}
    return msgspec.convert({name: part for name, part in parts.items() if _fits(part, kinds[name])}, StoredSettings)


def _known(kind: type[Frozen], stored: object) -> object:
    """Return a record without the keys that its kind does not have."""
    names = kind.__struct_fields__  # type: ignore[attr-defined]
    return {key: value for key, value in stored.items() if key in names} if isinstance(stored, dict) else stored


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def save_settings(path: Path, preferences: StoredSettings) -> None:
    """Write a person's choices, whole or not at all. Raises OSError."""
    write_atomically(path, msgspec.json.format(msgspec.json.encode(preferences), indent=2))


def with_recent(preferences: StoredSettings, recent: RecentCampaign) -> StoredSettings:
    """Return the choices with a campaign put first among the recent ones, there only once."""
    others = tuple(r for r in preferences.recent if r.path != recent.path)
    return replace(preferences, recent=(recent, *others)[:RECENT])


def without_recent(preferences: StoredSettings, path: str) -> StoredSettings:
    """Return the choices without a campaign that is no longer there or not wanted."""
    return replace(preferences, recent=tuple(r for r in preferences.recent if r.path != path))


def remove_unused_thumbnails(places: UserFolders, preferences: StoredSettings) -> None:
    """Take away small pictures of campaigns that are no longer among the recent ones, if the disk lets them go."""
    thumbnail_names = {thumbnail_path(places, Path(r.path)).name for r in preferences.recent}
    for path in places.pictures.glob("*.png"):
        if path.name not in thumbnail_names:
            discard(path)
