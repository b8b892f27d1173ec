"""Make the README's pictures from the program as it is: `python3 packaging/dev.py pictures`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging" / "pictures"
DEMO = ("--demo", "imaginality")
PICTURES: dict[str, tuple[str, ...]] = {
    "table": (*DEMO, "--size", "1600x900"),
    "light": (*DEMO, "--size", "1600x900", "--look", "light"),
    "television": (*DEMO, "--size", "1920x1080", "--scale", "1.75", "--look", "high_contrast"),
    "characters": (*DEMO, "--size", "1280x800", "--room", "characters"),
    "story": (*DEMO, "--size", "1280x800", "--room", "story"),
    "options": (*DEMO, "--size", "1280x800", "--room", "options"),
    "welcome": ("--size", "1280x720"),
}
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
}
"""A demo, and what is played on from there."""
PAPER: dict[str, tuple[str, ...]] = {"paper": ("--blank", "future_imperfect")}
"""First pages of what is printed."""


def main() -> int:
    """Draw each picture offscreen; return how many failed."""
    FOLDER.mkdir(exist_ok=True)
    failed = 0
    sys.path.insert(0, str(ROOT))
    played = {name: words for name, (_, _, words) in SCENES.items()}
    for name, words in (PICTURES | played | PAPER).items():
        # Drawn aside first, so that a picture that cannot be made leaves the old one in its place.
        with tempfile.TemporaryDirectory() as aside:
            drawn = Path(aside) / f"{name}.png"
            if all(_runs(command) for command in _commands(name, words, drawn)) and drawn.is_file():
                (FOLDER / drawn.name).write_bytes(drawn.read_bytes())
                print(f"packaging/pictures/{name}.png")
            else:
                failed += 1
                print(f"{name}: no picture was made", file=sys.stderr)
    return failed


def _commands(name: str, words: tuple[str, ...], drawn: Path) -> tuple[tuple[str, ...], ...]:
    """Return the commands that make a picture, one after the other."""
    program = (sys.executable, "-m", "vtt")
    if name in PICTURES:
        return ((*program, *words, "--screenshot", str(drawn)),)
    if name in SCENES:
        return ((*program, str(_campaign(name, drawn.parent)), *words, "--screenshot", str(drawn)),)
    pages = str(drawn.with_suffix(".pdf"))
    return (
        (*program, "print", *words, "--out", pages),
        ("pdftoppm", "-r", "110", "-png", "-singlefile", pages, str(drawn.with_suffix(""))),
    )


def _campaign(name: str, folder: Path) -> Path:
    """Play a demo on from where it stands, into a campaign file of its own."""
    from engine.play.script import play_script
    from engine.rulesets.registry import game_of
    from vtt.save.opening import create

    demo, more, _ = SCENES[name]
    script = json.loads((ROOT / "assets" / "demos" / f"{demo}.json").read_bytes())
    script["commands"] += more
    played = play_script(json.dumps(script).encode(), game_of)
    if played.stopped is not None:
        raise SystemExit(f"{name}: {played.stopped}")
    found, past = folder / "Gannet Station.ktable", played.timeline
    made = create(found, "Gannet Station", past.table_at(0), played.game, entries=tuple(past.entries), backups=folder)
    made.store.close()
    return found


def _runs(command: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


if __name__ == "__main__":
    sys.exit(main())
