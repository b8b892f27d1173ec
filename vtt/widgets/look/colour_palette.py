"""The named colours of the three looks."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final


class Appearance(StrEnum):
    """Which set of colours the house wears."""

    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high_contrast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """Every colour of one look, as `#rrggbb`.

    `x` and `on_x` belong together: `on_x` is for text and signs upon `x`. Text colours hold at least 4.5:1 on `window`,
    `surface`, `raised`, `sunken` and `field`; focus rings and outlines hold at least 3:1 on what they surround.
    """

    window: str
    surface: str
    raised: str
    sunken: str
    field: str
    progress: str
    line: str
    outline: str
    text: str
    muted: str
    disabled: str
    accent: str
    accent_hover: str
    accent_down: str
    on_accent: str
    accent_text: str
    selection: str
    on_selection: str
    danger: str
    danger_fill: str
    on_danger: str
    ok: str
    warning: str
    focus: str
    cloth: str
    cloth_shade: str
    on_cloth: str
    muted_on_cloth: str
    cloth_line: str
    focus_on_cloth: str
    legal: str
    rail: str
    rail_light: str
    rail_dark: str
    on_rail: str
    inlay: str
    plate: str
    on_plate: str
    paper: str
    paper_edge: str
    ink: str
    suit_black: str
    suit_red: str
    suit_blue: str
    suit_green: str
    back: str
    back_line: str
    joker: str

    def suit(self, letter: str, four_colour: bool) -> str:
        """Return the colour of the suit `S`, `H`, `D` or `C`; any other letter is drawn in ink."""
        match letter, four_colour:
            case "S", _:
                return self.suit_black
            case "H", _:
                return self.suit_red
            case "D", True:
                return self.suit_blue
            case "D", False:
                return self.suit_red
            case "C", True:
                return self.suit_green
            case "C", False:
                return self.suit_black
            case _:
                return self.ink


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2) of `#rrggbb`, from 0.0 to 1.0."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio (WCAG 2) of two colours, from 1.0 to 21.0."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colour_names() -> tuple[str, ...]:
    """Return the name of every colour."""
    return tuple(field.name for field in fields(Colours))


_PRINTED: Final = {
    "ink": "#221d22",
    "suit_black": "#1d1b21",
    "suit_red": "#b31b2a",
    "suit_blue": "#1a5aa6",
    "suit_green": "#13703f",
    "back": "#5e1a26",
    "joker": "#5b3586",
}
"""The colours of printed cards, the same in every appearance."""

_DARK: Final = Colours(
    **_PRINTED,
    window="#191512",
    surface="#221d19",
    raised="#2d2621",
    sunken="#13100d",
    field="#13100d",
    progress="#5a4420",
    line="#43382f",
    outline="#9c8a74",
    text="#f4ebdc",
    muted="#bfb09b",
    disabled="#83776a",
    accent="#d6a64c",
    accent_hover="#e3b964",
    accent_down="#bd8d36",
    on_accent="#231706",
    accent_text="#e8bc69",
    selection="#5a4420",
    on_selection="#fff6e4",
    danger="#ff9a8a",
    danger_fill="#9f2f2a",
    on_danger="#ffffff",
    ok="#95d39a",
    warning="#f2c464",
    focus="#ffd585",
    cloth="#1d4c40",
    cloth_shade="#0c2621",
    on_cloth="#f5eddd",
    muted_on_cloth="#c9d3c2",
    cloth_line="#4b7a6a",
    focus_on_cloth="#ffe09a",
    legal="#ffd56b",
    rail="#4b2d1b",
    rail_light="#6e462b",
    rail_dark="#28170d",
    on_rail="#f7e9d2",
    inlay="#c59b4d",
    plate="#1a1410",
    on_plate="#f7ecd8",
    paper="#f8f1e1",
    paper_edge="#cfc2a4",
    back_line="#d8b36a",
)

_LIGHT: Final = Colours(
    **_PRINTED,
    window="#efe7d8",
    surface="#f9f4e9",
    raised="#fffdf8",
    sunken="#e6dcc9",
    field="#fffdf8",
    progress="#ecd3a4",
    line="#cfc0a7",
    outline="#857359",
    text="#2a211a",
    muted="#605242",
    disabled="#8d7f6d",
    accent="#7c4420",
    accent_hover="#8f5229",
    accent_down="#643515",
    on_accent="#fff7ea",
    accent_text="#7c4420",
    selection="#ecd3a4",
    on_selection="#2a1d0c",
    danger="#a3221f",
    danger_fill="#a82a26",
    on_danger="#ffffff",
    ok="#23652f",
    warning="#7d5100",
    focus="#1f5f9e",
    cloth="#2d6a57",
    cloth_shade="#17443a",
    on_cloth="#fffaee",
    muted_on_cloth="#eff4e8",
    cloth_line="#6fa28f",
    focus_on_cloth="#ffe7a8",
    legal="#ffdc7c",
    rail="#7a4a2a",
    rail_light="#946039",
    rail_dark="#4e2d17",
    on_rail="#fff4e2",
    inlay="#d9b569",
    plate="#fbf5e8",
    on_plate="#2a211a",
    paper="#fdf8ec",
    paper_edge="#cdbf9f",
    back_line="#dcb971",
)

_HIGH_CONTRAST: Final = Colours(
    window="#000000",
    surface="#000000",
    raised="#101010",
    sunken="#000000",
    field="#000000",
    progress="#5c4b00",
    line="#ffffff",
    outline="#ffffff",
    text="#ffffff",
    muted="#ececec",
    disabled="#a0a0a0",
    accent="#ffd83d",
    accent_hover="#ffe680",
    accent_down="#e0b800",
    on_accent="#000000",
    accent_text="#ffd83d",
    selection="#ffd83d",
    on_selection="#000000",
    danger="#ffa3a3",
    danger_fill="#ffb0b0",
    on_danger="#000000",
    ok="#8cff9b",
    warning="#ffd83d",
    focus="#35e0ff",
    cloth="#062a22",
    cloth_shade="#062a22",
    on_cloth="#ffffff",
    muted_on_cloth="#f0f0f0",
    cloth_line="#ffffff",
    focus_on_cloth="#35e0ff",
    legal="#ffd83d",
    rail="#000000",
    rail_light="#000000",
    rail_dark="#000000",
    on_rail="#ffffff",
    inlay="#ffffff",
    plate="#000000",
    on_plate="#ffffff",
    paper="#ffffff",
    paper_edge="#000000",
    ink="#000000",
    suit_black="#000000",
    suit_red="#b00014",
    suit_blue="#0047a8",
    suit_green="#00602c",
    back="#20104a",
    back_line="#ffffff",
    joker="#4a148c",
)

COLOURS: Final[dict[Appearance, Colours]] = {
    Appearance.DARK: _DARK,
    Appearance.LIGHT: _LIGHT,
    Appearance.HIGH_CONTRAST: _HIGH_CONTRAST,
}
"""The colours of each look."""
