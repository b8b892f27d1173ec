"""Make the pictures of the README and of the help from the program as it is: `python3 packaging/dev.py pictures`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging" / "pictures"
HELP_FOLDER = ROOT / "assets" / "help" / "pictures"
DEMO = ("--demo", "imaginality")
HELP_SIZE = ("--size", "1280x720")
PICTURES: dict[str, tuple[str, ...]] = {
    "table": (*DEMO, "--size", "1600x900"),
    "light": (*DEMO, "--size", "1600x900", "--look", "light"),
    "television": (*DEMO, "--size", "1920x1080", "--scale", "1.75", "--look", "high_contrast"),
    "characters": (*DEMO, "--size", "1280x800", "--room", "characters"),
    "story": (*DEMO, "--size", "1280x800", "--room", "story"),
    "options": (*DEMO, "--size", "1280x800", "--room", "options"),
    "welcome": ("--size", "1280x720"),
}
HELP: dict[str, tuple[str, ...]] = {
    "welcome": HELP_SIZE,
    "table": (*DEMO, *HELP_SIZE),
    "turn": ("--demo", "future_imperfect", *HELP_SIZE),
    "story": (*DEMO, *HELP_SIZE, "--room", "story"),
    "television": (*DEMO, *HELP_SIZE, "--scale", "1.5", "--look", "high_contrast"),
}
"""The pictures of the help, each as the options of the program."""
HELP_QUALITY = 90
"""The quality of the pictures of the help, of 100: they are WebP, a quarter of the size, as every package has them."""
PLANNED: tuple[dict[str, object], ...] = (
    {"kind": "plan_cards", "seat": "mia", "actor": "hild", "cards": ["hand:mia#1", "hand:mia#2"]},
    {"kind": "plan_cards", "seat": "leo", "actor": "corwin", "cards": ["hand:leo#3", "hand:leo#2"]},
    {"kind": "plan_cards", "seat": "jonas", "actor": "wick", "cards": ["hand:jonas#2", "hand:jonas#1"]},
    {"kind": "plan_cards", "seat": "priya", "actor": "ysolde", "cards": ["hand:priya#3"]},
    {"kind": "choose_targets", "seat": "leo", "targets": ["reeve"]},
    {"kind": "nobody_interrupts", "seat": "gm"},
    {"kind": "nobody_interrupts", "seat": "gm"},
    {"kind": "choose_targets", "seat": "jonas", "targets": ["reeve"]},
    {"kind": "nobody_interrupts", "seat": "gm"},
    {"kind": "nobody_interrupts", "seat": "gm"},
    {"kind": "choose_targets", "seat": "gm", "targets": ["hild"]},
)
"""Everybody has planned; the third card of the step is aimed, and the table is asked whether anybody interrupts."""
HURT: tuple[dict[str, object], ...] = (
    {"kind": "throw_dice", "seat": "leo"},
    {"kind": "accept_roll", "seat": "leo"},
    {"kind": "set_location", "seat": "gm", "actor": "brannoch", "location": "Right Leg", "level": -2},
    {"kind": "set_location", "seat": "gm", "actor": "brannoch", "location": "Chest", "level": 5},
    {"kind": "set_location", "seat": "gm", "actor": "sidonie", "location": "Left Arm", "level": -4},
    {"kind": "set_location", "seat": "gm", "actor": "pell", "location": "Abdomen", "level": 3},
    {"kind": "weary", "seat": "gm", "actor": "orla", "cause": "exertion", "levels": 2},
    {"kind": "advance_time", "seat": "gm", "unit": "hour", "count": 2},
)
"""Wounds of all levels, and some time to think of them."""
SCENES: dict[str, tuple[str, tuple[dict[str, object], ...], tuple[str, ...]]] = {
    "firefight": (
        "future_imperfect",
        (
            {"kind": "set_location", "seat": "gm", "actor": "quill", "location": "left_arm", "level": 3},
            {"kind": "keep_cards", "seat": "mia", "actor": "quill", "cards": ["hand:mia#0", "hand:mia#1"]},
            {"kind": "keep_cards", "seat": "jonas", "actor": "bruno", "cards": ["hand:jonas#0", "hand:jonas#1"]},
            {"kind": "begin_count", "seat": "gm"},
            {"kind": "call_step", "seat": "gm"},
            {"kind": "call_step", "seat": "gm"},
            {"kind": "play_card", "seat": "gm", "actor": "raider_three"},
            {
                "kind": "shoot",
                "seat": "gm",
                "actor": "raider_three",
                "target": "bruno",
                "weapon": ".45 slugthrower",
                "distance": 12,
            },
            {"kind": "throw_dice", "seat": "gm"},
        ),
        ("--size", "1600x900"),
    ),
    "battle": ("card_the_drawing", PLANNED, ("--size", "1600x900")),
    "dungeon": ("classic_fantasy", HURT, ("--size", "1600x900")),
}
"""A demo, and what is played on from there."""
POSED: dict[str, tuple[str, str]] = {"large_card": ("table", "field:reeve#1"), "card_editor": ("prep", "hamstring")}
"""For each picture of the battle, the room and the card that the mouse pointer is on."""
CAMPAIGNS = {"firefight": "Gannet Station", "battle": "The ford at Low Sallow", "dungeon": "Brine House"}
PAPER: dict[str, tuple[str, ...]] = {"paper": ("--blank", "future_imperfect")}
"""First pages of what is printed."""


def main() -> int:
    """Draw each picture offscreen; return how many failed."""
    sys.path.insert(0, str(ROOT))
    played = {name: words for name, (_, _, words) in SCENES.items()}
    made = [_made(FOLDER / f"{name}.png", words) for name, words in (PICTURES | played | POSED | PAPER).items()]
    made += [_made(HELP_FOLDER / f"{name}.webp", words) for name, words in HELP.items()]
    return made.count(False)


def _made(picture: Path, words: tuple[str, ...]) -> bool:
    """Make a picture; one that cannot be made leaves the old one in its place."""
    picture.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as aside:
        drawn = Path(aside) / f"{picture.stem}.png"
        if all(_runs(command) for command in _commands(picture.stem, words, drawn)) and drawn.is_file():
            if picture.suffix == drawn.suffix:
                picture.write_bytes(drawn.read_bytes())
            else:
                _save_smaller(drawn, picture)
            print(picture.relative_to(ROOT))
            return True
    print(f"{picture.stem}: no picture was made", file=sys.stderr)
    return False


def _save_smaller(drawn: Path, picture: Path) -> None:
    from PySide6.QtGui import QImage

    if not QImage(str(drawn)).save(str(picture), None, HELP_QUALITY):
        raise SystemExit(f"{picture.name}: the picture could not be written")


def _commands(name: str, words: tuple[str, ...], drawn: Path) -> tuple[tuple[str, ...], ...]:
    """Return the commands that make a picture, one after the other."""
    program = (sys.executable, "-m", "vtt")
    if name in PICTURES | HELP:
        return ((*program, *words, "--screenshot", str(drawn)),)
    if name in POSED:
        return ((sys.executable, __file__, "--posed", str(_campaign("battle", drawn.parent)), *words, str(drawn)),)
    if name in SCENES:
        return ((*program, str(_campaign(name, drawn.parent)), *words, "--screenshot", str(drawn)),)
    pages = str(drawn.with_suffix(".pdf"))
    return (
        (*program, "print", *words, "--out", pages),
        ("pdftoppm", "-r", "110", "-png", "-singlefile", pages, str(drawn.with_suffix(""))),
    )


def _campaign(name: str, folder: Path) -> Path:
    """Play a demo on into a campaign file of its own."""
    from engine.presentation.scripts.script import play_script
    from engine.rulesets.loader import game_of
    from vtt.storage.campaign_opening import create_campaign

    demo, more, _ = SCENES[name]
    script = json.loads((ROOT / "assets" / "rulesets" / demo / "demo.json").read_bytes())
    script["commands"] += more
    played = play_script(json.dumps(script).encode(), game_of)
    if played.stopped is not None:
        raise SystemExit(f"{name}: {played.stopped}")
    found, past = folder / f"{CAMPAIGNS[name]}.ktable", played.history
    made = create_campaign(
        found, CAMPAIGNS[name], past.table_at(0), played.game, entries=tuple(past.entries), backups=folder
    )
    made.store.close()
    return found


def _posed(campaign: Path, room: str, card: str, drawn: Path) -> int:
    """Draw a campaign with the pointer on a card: the table shows it large, Prep opens it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))
    from PySide6.QtCore import QSize
    from PySide6.QtTest import QTest

    from vtt.shell.application import Application
    from vtt.shell.first_window import StartOptions
    from vtt.shell.screenshot import take_screenshot

    def read(house: Application) -> None:
        page = house.window.page
        assert page is not None
        view = page.table_room.table
        zone, _, index = card.partition("#")
        item = view.table_scene.card(zone, int(index))
        assert item is not None
        QTest.mouseMove(view.viewport(), item.spot.box().center().toPoint())

    def edit(house: Application) -> None:
        from vtt.prep.prep_room import PrepRoom

        rooms = house.window.findChildren(PrepRoom)
        assert rooms, "the prep room is open"
        rooms[0].open_entry(card)

    start = StartOptions(campaign=campaign, room=room, size=QSize(1600, 900))
    return take_screenshot(start, drawn, {"table": read, "prep": edit}[room])


def _runs(command: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


if __name__ == "__main__":
    if sys.argv[1:2] == ["--posed"]:
        found, place, which, file = sys.argv[2:6]
        sys.exit(_posed(Path(found), place, which, Path(file)))
    sys.exit(main())
