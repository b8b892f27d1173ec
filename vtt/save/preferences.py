"""What a person has chosen for the program itself: the recent campaigns, the look, the size, where the window stood."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from engine.table.frozen import Frozen, Json, replace
from vtt.save.files import write_whole
from vtt.save.places import Places, picture_path

RECENT = 12
"""How many campaigns the welcome room remembers: two rows of six."""
_LARGEST = 1 << 20


class Recent(Frozen):
    """A campaign that was open not long ago. `opened` is an ISO time with its zone; `picture` may be missing."""

    path: str
    name: str
    ruleset: str = ""
    opened: str = ""
    picture: str = ""


class WindowPlace(Frozen):
    """Where a window stood, in the pixels of the desktop."""

    x: int = 0
    y: int = 0
    width: Annotated[int, msgspec.Meta(ge=1)] = 1280
    height: Annotated[int, msgspec.Meta(ge=1)] = 720
    maximized: bool = False
    screen: str = ""


class Preferences(Frozen):
    """A person's choices; what was never chosen has its default.

    Attributes:
        look: the colours by name; empty follows the system.
        scale: the size of everything in per cent.
        windows: where each window stood, by its name.
        more: small choices of single rooms by their dotted name, such as `table.four_colours`.
    """

    recent: tuple[Recent, ...] = ()
    look: str = ""
    scale: Annotated[int, msgspec.Meta(ge=75, le=300)] = 100
    reduced_motion: bool = False
    language: str = "en"
    windows: Mapping[str, WindowPlace] = {}
    more: Mapping[str, Json] = {}


def load_preferences(path: Path) -> tuple[Preferences, Path | None]:
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
            return msgspec.json.decode(data, type=Preferences), None
        except msgspec.ValidationError:
            readable = _readable(msgspec.json.decode(data))
            return readable, _set_aside(path, path.with_suffix(".broken.json"))
    except FileNotFoundError:
        return Preferences(), None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Preferences(), _set_aside(path, path.with_suffix(".broken.json"))
    except OSError:
        return Preferences(), path


def _set_aside(path: Path, aside: Path) -> Path:
    try:
        path.replace(aside)
    except OSError:
        return path
    return aside


def _readable(found: object) -> Preferences:
    """Return what can be used of choices of which some cannot: each by itself, and each recent campaign by itself."""
    if not isinstance(found, dict):
        return Preferences()
    kinds = {field.name: field.type for field in msgspec.structs.fields(Preferences)}  # type: ignore[arg-type]
    parts = {name: value for name, value in found.items() if name in kinds}
    if isinstance(recent := found.get("recent"), list):
        lines = [_known(Recent, line) for line in recent]
        parts["recent"] = [line for line in lines if _fits(line, Recent)]
    if isinstance(windows := found.get("windows"), dict):
        stood = {name: _known(WindowPlace, place) for name, place in windows.items()}
        parts["windows"] = {name: place for name, place in stood.items() if _fits(place, WindowPlace)}
    return msgspec.convert({name: part for name, part in parts.items() if _fits(part, kinds[name])}, Preferences)


def _known(kind: type[Frozen], found: object) -> object:
    """Return a record without the keys that its kind does not have."""
    names = kind.__struct_fields__  # type: ignore[attr-defined]
    return {key: value for key, value in found.items() if key in names} if isinstance(found, dict) else found


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def keep_preferences(path: Path, preferences: Preferences) -> None:
    """Write a person's choices, whole or not at all. Raises OSError."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(preferences), indent=2))


def with_recent(preferences: Preferences, recent: Recent) -> Preferences:
    """Return the choices with a campaign put first among the recent ones, there only once."""
    others = tuple(r for r in preferences.recent if r.path != recent.path)
    return replace(preferences, recent=(recent, *others)[:RECENT])


def without_recent(preferences: Preferences, path: str) -> Preferences:
    """Return the choices without a campaign that is no longer there or not wanted."""
    return replace(preferences, recent=tuple(r for r in preferences.recent if r.path != path))


def forget_pictures(places: Places, preferences: Preferences) -> None:
    """Take away small pictures of campaigns that are no longer among the recent ones."""
    wanted = {picture_path(places, Path(r.path)).name for r in preferences.recent}
    for path in places.pictures.glob("*.png"):
        if path.name not in wanted:
            path.unlink(missing_ok=True)
