"""`python -m vtt print`: what it prints, what it leaves alone, and what it says to nonsense."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageWriter

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.notes.note_commands import SaveNotes
from engine.model.frozen import Json
from engine.model.seats import Role, Seat
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.new_character_moves import JoinActor
from vtt.__main__ import main
from vtt.campaign.campaign_records import CampaignExtras, StoredPicture
from vtt.storage.campaign_opening import create_campaign

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[3]


def png() -> bytes:
    buffer = QBuffer()
    image = QImage(60, 80, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign at rest with a party of three, a spy whose record is secret, and a portrait."""
    game = game_of("imaginality")
    seats = (
        Seat(id="gm", name="Ines", role=Role.GM),
        Seat(id="tom", name="Tom"),
        Seat(id="ada", name="Ada"),
    )
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {"character_creation": True}))
    people = (
        JoinActor(seat="gm", id="rosa", name="Rosa Marsh", leader="tom", sheet={"background": "ferry " * 3000}),
        JoinActor(seat="gm", id="bert", name="Bert", leader="ada", sheet={"skills": ["Rowing"], "portrait": "face"}),
        JoinActor(seat="gm", id="spy", name="The Spy", leader="gm", secret=True, sheet={"background": "paid by X"}),
    )
    for command in people:
        table = game.apply(table, command, SeededChance(1)).table
    folder = tmp_path / "campaigns"
    path = folder / "evening.ktable"
    picture = StoredPicture(id="face", name="face.png", media_type="image/png", content=png())
    create_campaign(
        path, "Thursday", table, game, extras=CampaignExtras(pictures=(picture,)), backups=tmp_path / "backups"
    ).store.close()
    return path


def text_of(path: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, check=True, timeout=60)
    return done.stdout.decode()


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_the_whole_party_is_one_document(campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(campaign.parent)
    out = tmp_path / "papers" / "party.pdf"
    assert main(["print", str(campaign), "--out", str(out)]) == 0
    assert re.fullmatch(r".*party\.pdf: \d+ pages\n", capsys.readouterr().out)
    text = text_of(out)
    assert text.count("ferry") == 3000
    assert text.index("Rosa Marsh") < text.index("Bert") < text.index("Rowing")
    assert "Spy" not in text
    assert "paid by X" not in text
    assert state(campaign.parent) == before, "reading must leave no trace"
    images = subprocess.run(["pdfimages", "-list", str(out)], capture_output=True, check=True, timeout=60)
    assert len(images.stdout.decode().splitlines()) == 3, "one portrait, and no more pixels than that"


def test_a_campaign_that_may_not_be_written_is_printed_all_the_same(campaign: Path, tmp_path: Path) -> None:
    campaign.chmod(0o444)
    campaign.parent.chmod(0o555)
    try:
        assert main(["print", str(campaign), "--sheet", "bert", "--out", str(tmp_path / "bert.pdf")]) == 0
    finally:
        campaign.parent.chmod(0o755)
    assert "Rosa" not in text_of(tmp_path / "bert.pdf")


def test_what_is_secret_is_printed_for_the_gm_only(
    campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "spy.pdf"
    assert main(["print", str(campaign), "--sheet", "The Spy", "--out", str(out)]) == 1
    # Whether there is such a one is not said either.
    assert capsys.readouterr().err == (
        "There is no character “The Spy” in this campaign. Use one of these: Rosa Marsh, Bert. "
        "Secret characters need --viewer gm.\n"
    )
    assert not out.exists()
    assert main(["print", str(campaign), "--sheet", "the spy", "--viewer", "gm", "--out", str(out)]) == 0
    assert "paid by X" in text_of(out)
    assert main(["print", str(campaign), "--gm-page", "--out", str(out)]) == 0
    assert {"Rosa Marsh", "Bert", "The Spy", "Summary of all characters"} <= set(text_of(out).splitlines()) | {
        line.partition(" played by ")[0] for line in text_of(out).splitlines()
    }


@pytest.mark.parametrize("kind", ["handout", "note"])
def test_where_there_is_no_text_nothing_is_proposed(
    campaign: Path, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", str(campaign), f"--{kind}", "Map", "--out", str(tmp_path / "none.pdf")]) == 1
    assert capsys.readouterr().err == f"This campaign has no {kind}s to print.\n"


def test_an_encounter_is_printed_by_its_name(
    campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "encounter.pdf"
    words = ["--encounter", "the bridge", "--ink-saver", "--out", str(out)]
    assert main(["print", str(campaign), *words]) == 1
    assert capsys.readouterr().err.startswith("There is no encounter “the bridge” to print.")
    game = game_of("imaginality")
    table = game.new_table((Seat(id="gm", name="Ines", role=Role.GM),), complete_options(game.ruleset.options, {}))
    bridge: dict[str, Json] = {
        "id": "bridge",
        "name": "The bridge",
        "notes": "It is unsafe.",
        "checklist": [{"text": "Light"}],
    }
    save = SaveEncounters(seat="gm", put={"encounters": (bridge,)})
    path = tmp_path / "prepared.ktable"
    prepared = game.apply(table, save, SeededChance(1)).table
    create_campaign(path, "Friday", prepared, game, backups=tmp_path / "backups").store.close()
    words = ["print", str(path), *words]
    assert main(words) == 0
    assert {"The bridge Encounter", "It is unsafe.", "Light"} <= {line.strip() for line in text_of(out).splitlines()}
    assert main([*words, "--encounter", "dragon"]) == 1
    assert re.search("There is no encounter “dragon” to print. Use one of these: .*The bridge", capsys.readouterr().err)


def test_beside_an_encounter_the_players_get_what_is_theirs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("imaginality")
    table = game.new_table((Seat(id="gm", name="Ines", role=Role.GM),), complete_options(game.ruleset.options, {}))
    for command in (
        SaveEncounters(seat="gm", put={"encounters": ({"id": "bridge", "name": "The bridge"},)}),
        JoinActor(seat="gm", id="rosa", name="Rosa Marsh", leader="gm"),
        JoinActor(seat="gm", id="spy", name="The Spy", leader="gm", secret=True),
        SaveHandouts(seat="gm", put={"handouts": ({"id": "map", "name": "Map", "text": "Dragons", "notes": "False"},)}),
        SaveNotes(seat="gm", put={"notes": ({"id": "mill", "name": "Old mill", "text": "Haunted"},)}),
    ):
        table = game.apply(table, command, SeededChance(1)).table
    path, out = tmp_path / "prepared.ktable", tmp_path / "evening.pdf"
    create_campaign(path, "Friday", table, game, backups=tmp_path / "backups").store.close()
    words = ["print", str(path), "--encounter", "the bridge", "--out", str(out)]
    assert main([*words, "--sheet", "Rosa Marsh"]) == 0
    assert all(name in text_of(out) for name in ("The bridge", "Rosa Marsh"))
    assert main([*words, "--sheet", "The Spy"]) == 1
    assert "Secret characters need --viewer gm." in capsys.readouterr().err
    assert main([*words, "--sheet", "The Spy", "--viewer", "gm"]) == 0
    words = ["print", str(path), "--handout", "map", "--out", str(out)]
    assert main(words) == 0
    assert ("Dragons" in text_of(out), "False" in text_of(out)) == (True, False)
    assert main([*words, "--note", "old mill"]) == 1
    assert capsys.readouterr().err.endswith("This campaign has no notes to print.\n"), "a page of the GM’s"
    assert main([*words, "--note", "old mill", "--viewer", "gm"]) == 0
    assert "Haunted" in text_of(out)


def test_only_some_sections_small_margins_and_letter_paper(campaign: Path, tmp_path: Path) -> None:
    out = tmp_path / "part.pdf"
    words = ["--sections", "identity, skills", "--paper", "letter", "--margin", "7", "--ink-saver", "--grey"]
    assert main(["print", str(campaign), "--sheet", "Bert", "--out", str(out), *words]) == 0
    text = text_of(out)
    assert "Rowing" in text
    assert "Background" not in text
    info = subprocess.run(["pdfinfo", str(out)], capture_output=True, check=True, timeout=60).stdout.decode()
    assert re.search(r"Page size: +612 x 792", info)


def test_the_games_own_cards_are_printed_by_the_form_that_is_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_of("card_the_drawing")
    seats = (Seat(id="gm", name="Ines", role=Role.GM), Seat(id="tom", name="Tom"))
    path = tmp_path / "cards.ktable"
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {}))
    create_campaign(path, "Cards", table, game, backups=tmp_path / "backups").store.close()
    texts = {}
    for form in ("card", "environment"):
        out = tmp_path / f"{form}.pdf"
        assert main(["print", str(path), "--form", form, "--backs", "--out", str(out)]) == 0
        texts[form] = text_of(out)
        backs = [side for at, side in enumerate(texts[form].split("\f")[:-1]) if at % 2]
        assert backs
        assert not "".join(backs).strip(), "every second side is one of backs"
    assert ["Swing Blade" in text for text in texts.values()] == [True, False]
    assert ["Knee-Deep Mud" in text for text in texts.values()] == [False, True]
    monkeypatch.setattr("vtt.sheets.print_room.printable_items.decks_of_forms", lambda _view: ())
    capsys.readouterr()
    assert main(["print", str(path), "--form", "card", "--out", str(tmp_path / "none.pdf")]) == 1
    assert capsys.readouterr().err.startswith("The list “Cards” of this campaign is empty.")


@pytest.mark.rule("CD-UI-26")
def test_a_deck_and_the_reference_without_a_campaign(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    words = ["--blank", "card_the_drawing", "--cards", "deck: titan", "--reference", "--paper", "letter"]
    assert main(["print", *words, "--out", str(out)]) == 0
    pages = text_of(out).split("\f")[:-1]
    assert len(pages) == 4, "eighteen cards, nine to a paper, and two pages to look things up"
    assert "".join(pages[:2]).count("Swing Blade") == 2
    assert "A round has four phases" in pages[2]
    assert "Stun" in pages[3]


@pytest.mark.parametrize("game", games_with_sheets())
def test_a_blank_of_every_sheet_of_every_game(game: str, tmp_path: Path) -> None:
    for sheet, description in sheets_of(game).items():
        out = tmp_path / f"{sheet}.pdf"
        assert main(["print", "--blank", game, "--form", sheet, "--out", str(out)]) == 0
        text = text_of(out)
        labels = [f.label for section in description.sections for f in section.fields if not section.when]
        flat = re.sub(r"\s", "", text).casefold()
        assert [label for label in labels if re.sub(r"\s", "", label).casefold() not in flat] == []
        assert "…" not in text, "no label and no head of a column is cut"


def test_a_game_without_a_reference_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vtt.sheets.print_room.printable_items.rules_reference_of", lambda _game: None)
    out = tmp_path / "none.pdf"
    assert main(["print", "--blank", "imaginality", "--reference", "--out", str(out)]) == 1
    assert capsys.readouterr().err == "Imaginality has no player reference.\n"
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--blank", "chess"], "There is no game “chess” with character sheets. Use one of these: .*imaginality"),
        (["--blank", "../imaginality"], "There is no game “../imaginality”"),
        (
            ["--blank", "imaginality", "--form", "ghost"],
            "There is no sheet “ghost” in this game. Use one of these: hero",
        ),
        (
            ["--blank", "imaginality", "--sections", "spells"],
            "The sheet has no section spells. Its sections are: identity",
        ),
        (["--blank", "imaginality", "--sheet", "Bert"], "A blank sheet belongs to no character"),
        (
            ["--blank", "card_the_drawing", "--cards", "Hand of Tom"],
            "There is no deck “Hand of Tom” to print. Use one of these: ",
        ),
        (["nowhere.ktable"], "The file “nowhere.ktable” is not in this folder"),
        (
            ["CAMPAIGN", "--sheet", "Nobody"],
            "There is no character “Nobody” in this campaign. Use one of these: Rosa Marsh, Bert",
        ),
        (["CAMPAIGN", "--form", "ghost"], "There is no sheet “ghost”"),
        ([__file__], "is not a Kitchen Table campaign"),
    ],
)
def test_nonsense_is_answered_in_one_sentence(
    words: list[str], said: str, campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none.pdf"
    given = [str(campaign) if word == "CAMPAIGN" else word for word in words]
    assert main(["print", *given, "--out", str(out)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert re.search(said, told.err), told.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "x.pdf"], "name either a campaign, or a game with --blank"),
        (["some.ktable", "--blank", "imaginality", "--out", "x.pdf"], "name either a campaign, or a game with --blank"),
        (["--blank", "imaginality", "--margin", "wide", "--out", "x.pdf"], "millimetres from 4 to 30"),
        (["--blank", "imaginality", "--margin", "80", "--out", "x.pdf"], "millimetres from 4 to 30"),
        (["--blank", "imaginality"], "--out"),
    ],
)
def test_a_command_that_cannot_be_meant_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["print", *words])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_it_needs_no_display(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    bare = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-m", "vtt", "print", "--blank", "imaginality", "--out", "blank.pdf"],
        cwd=tmp_path,
        env={**bare, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "blank.pdf: 2 pages\n"
    assert [path.name for path in tmp_path.iterdir()] == ["blank.pdf"]
