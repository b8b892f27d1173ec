"""Drawings of bodies: the outline of each region, and which regions an area of a hit chart covers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.asset_folder import ASSETS

FOLDER: Final = ASSETS / "art" / "figures"
HUMAN: Final = "human"
_OTHER_NAMES: Final = {
    "skull": "head",
    "torso": "chest",
    "upper_torso": "chest",
    "breast": "chest",
    "guts": "abdomen",
    "belly": "abdomen",
    "lower_torso": "abdomen",
    "vitals": "abdomen",
    "groin": "abdomen",
}
_TRUNK: Final = ("chest", "abdomen")


class BodyOutline(NamedTuple):
    """A drawing, in its own units.

    Attributes:
        width, height: its size.
        anchors: the middle of each of its regions.
        outlines: the outline of each as an SVG path: absolute `M`, `L`, `C` and `Z`.
        detail: fine lines over all of them.
    """

    width: float
    height: float
    anchors: Mapping[str, tuple[float, float]]
    outlines: Mapping[str, str]
    detail: str


@cache
def outline_of(chart: str) -> tuple[str, BodyOutline]:
    """Return the drawing for a hit chart and its name: its own if there is one, else the human."""
    name = chart if re.fullmatch(r"[a-z0-9_]+", chart) and (FOLDER / f"{chart}.svg").is_file() else HUMAN
    root = ET.fromstring((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    anchors: dict[str, tuple[float, float]] = {}
    outlines: dict[str, str] = {}
    detail = ""
    for path in root.iter():
        if "data-anchor" in path.attrib:
            x, y = map(float, path.attrib["data-anchor"].split())
            anchors[path.attrib["id"]] = (x, y)
            outlines[path.attrib["id"]] = path.attrib["d"]
        elif path.attrib.get("id") == "detail":
            detail = path.attrib["d"]
    return name, BodyOutline(width, height, anchors, outlines, detail)


def region_of(area: str, drawing: BodyOutline) -> str:
    """Return the region of a drawing for an area, or an empty string: `Right Arm` is `right_arm`, `guts` `abdomen`."""
    name = re.sub(r"[^a-z0-9]+", "_", area.casefold()).strip("_")
    found = _OTHER_NAMES.get(name, name)
    return found if found in drawing.anchors else ""


def regions_of(areas: Iterable[str], drawing: BodyOutline) -> Mapping[str, tuple[str, ...]]:
    """Return the regions of each area of a chart; none for an area that is not in the drawing.

    `arms` are both arms, and half a trunk is the whole trunk if the other half has no name: `guts` without `chest`.
    """
    found = {area: _all_of(area, drawing) for area in areas}
    taken = {region for regions in found.values() for region in regions}
    for half, other in (_TRUNK, _TRUNK[::-1]):
        if half in drawing.anchors and half not in taken:
            found |= {area: (*regions, half) for area, regions in found.items() if other in regions}
    return found


def _all_of(area: str, drawing: BodyOutline) -> tuple[str, ...]:
    region = region_of(area, drawing)
    if region:
        return (region,)
    word = area.casefold().removesuffix("s")
    return tuple(both for both in (f"right_{word}", f"left_{word}") if both in drawing.anchors)
