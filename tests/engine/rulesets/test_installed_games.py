"""The list of games: folders of the user, distributions, broken and disabled games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import asset_folder
from engine.__main__ import main
from engine.asset_folder import BUNDLED_GAMES, game_folder, register_game_folder
from engine.core.chance import SeededChance
from engine.core.manual_moves import SetClock
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import game_texts, say
from engine.model.seats import Actor, Role, Seat
from engine.presentation.game import Ruleset
from engine.presentation.scripts.script import ScriptError, play_script
from engine.rulesets import loader
from engine.rulesets.game_folder import LARGEST, GameFolder, GameOrigin
from engine.rulesets.game_import import PRIVATE, import_ruleset
from engine.rulesets.loader import (
    GameState,
    add_games_folder,
    bot_of,
    game_of,
    games,
    import_games_by,
    printer_of,
    ruleset_ids,
)
from engine.rulesets.user_games_folder import user_games_folder
from engine.sheets.catalogue.game_metadata import game_name, games_with_sheets
from tests.engine.rulesets.game_folders import HEAD, RULESET, write_game
from vtt.system.user_folders import default_folders

OURS = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the games of a test when it is over."""
    fresh = loader._Installed()
    fresh.loaded.update(loader._installed.loaded)
    monkeypatch.setattr(loader, "_installed", fresh)
    monkeypatch.setattr(asset_folder, "_registered", {})
    yield
    for name in [name for name in sys.modules if name.startswith(PRIVATE)]:
        del sys.modules[name]
    asset_folder._clear_caches()


def why(ruleset: str) -> str:
    with pytest.raises(Refused) as refused:
        game_of(ruleset)
    assert not refused.value.text.startswith("refused."), "every reason has a sentence"
    return refused.value.message.key


def state_of(id_: str) -> tuple[str, str]:
    """Return the state of a listed game and the key of its fault."""
    found = next(game for game in games() if game.id == id_)
    return found.state, found.reason.key if found.reason else ""


def test_the_games_of_the_program_are_game_folders_like_all_others() -> None:
    assert tuple(game.id for game in games()) == OURS == ruleset_ids()
    for game in games():
        assert (game.origin, game.state) == (GameOrigin.BUNDLED, GameState.USABLE)
        assert game.folder is not None
        assert game.path == game_folder(game.id) == BUNDLED_GAMES / game.id
        assert game.folder.file.pitch
        assert game.folder.demo is not None
        assert game_of(game.id).ruleset.id == game.id


def test_the_list_imports_no_game() -> None:
    code = (
        "import sys\nfrom engine.rulesets.loader import games, ruleset_ids\n"
        "assert len(games()) == 4 == len(ruleset_ids())\n"
        "assert not [m for m in sys.modules if m.startswith('engine.rulesets.') and m.count('.') > 2]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])


def test_a_game_in_the_games_folder_can_be_played(tmp_path: Path) -> None:
    path = write_game(tmp_path, folder="any name")
    add_games_folder(tmp_path)
    assert ruleset_ids() == (*OURS, "duel")
    assert state_of("duel") == (GameState.USABLE, "")
    assert PRIVATE not in sys.modules, "the list imports nothing"
    game = game_of("duel")
    assert game is game_of("duel")
    assert type(game.ruleset).__module__ == "kitchen_table_games.duel.ruleset"
    assert "duel" not in sys.modules, "it hides nothing"
    table = game.ruleset.new_table((Seat(id="gm", name="Ada", role=Role.GM),), {})
    assert game.apply(table, SetClock(seat="gm", seconds=60), SeededChance(1)).table.ruleset == "duel"
    assert (game_folder("duel"), game_name("duel")) == (path, "Duel")
    assert (bot_of("duel"), printer_of("duel")) == (None, None)


def test_a_games_folder_that_is_not_there_holds_no_games(tmp_path: Path) -> None:
    add_games_folder(tmp_path / "games")
    assert ruleset_ids() == OURS
    write_game(tmp_path / "games")
    (tmp_path / "games" / "readme.txt").write_text("no game", encoding="utf-8")
    (tmp_path / "games" / ".hidden").mkdir()
    assert ruleset_ids() == OURS
    add_games_folder(tmp_path / "games")
    assert ruleset_ids() == (*OURS, "duel")


def test_a_removed_game_is_forgotten(tmp_path: Path) -> None:
    path = write_game(tmp_path)
    (path / "sheets").mkdir()
    (path / "sheets" / "hero.toml").write_text('id = "hero"\ntitle = "T"\nsections = []\n', encoding="utf-8")
    add_games_folder(tmp_path)
    game_of("duel")
    assert (game_name("duel"), "duel" in games_with_sheets()) == ("Duel", True)
    path.rename(tmp_path / ".away")
    loader.refresh_games()
    assert ruleset_ids() == OURS
    assert why("duel") == "refused.no_such_ruleset"
    assert (game_name("duel"), "duel" in games_with_sheets()) == ("duel", False)


def test_the_modules_of_two_games_do_not_meet(tmp_path: Path) -> None:
    for id_ in ("red", "blue"):
        write_game(tmp_path, id_)
    add_games_folder(tmp_path)
    assert [game_of(id_).ruleset.id for id_ in ("red", "blue")] == ["red", "blue"]


def test_a_game_without_code_is_played_by_hand(tmp_path: Path) -> None:
    write_game(tmp_path, game=HEAD.format(id="duel", name="Duel"))
    add_games_folder(tmp_path)
    assert game_of("duel").ruleset.moves == ()
    assert PRIVATE not in sys.modules


FLIP = '''
from engine.core.commands import Move, Request
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import make_offer, with_denial


class Flip(Request):
    """Flip a coin."""

    coin: str = ""

    def verify(self, table):
        if not self.coin:
            raise Refused("no_coin")

    def decide(self, draft):
        if self.coin == "lost":
            raise Refused("gm_only")
        draft.note("flips", coin=self.coin)


class Duel(ManualGame):
    """Flip coins."""

    moves = (Move.of(Flip),)

    def __init__(self):
        super().__init__("duel")

    def new_table(self, seats, options):
        if len(seats) > 1:
            raise Refused("no_coin")
        return super().new_table(seats, options)

    def new_actor(self, table, actor, tracks):
        raise Refused("gm_only")

    def offers(self, table, seat, viewer):
        return (with_denial(table, make_offer("flip", Flip(seat=seat))),)

    def activity_view(self, table, viewer):
        return (ActivityView(title=Message(key="glimpse.coins")),)
'''
FLIP_TEXTS = """
[offer]
flip = "Flip a coin"
[refused]
no_coin = "There is no coin here."
gm_only = "This coin is lost."
[log]
flips = "{coin:word} is flipped"
[word]
penny = "a penny"
[glimpse]
coins = "Coins"
"""


def test_all_that_a_game_says_is_looked_up_in_its_own_texts(tmp_path: Path) -> None:
    path = write_game(tmp_path, ruleset=FLIP)
    (path / "texts" / "en").mkdir(parents=True)
    (path / "texts" / "en" / "coins.toml").write_text(FLIP_TEXTS, encoding="utf-8")
    add_games_folder(tmp_path)
    game = game_of("duel")
    gm = Seat(id="gm", name="Ada", role=Role.GM)
    table = game.new_table((gm,), {})
    with pytest.raises(Refused) as two_seats:
        game.new_table((gm, gm), {})
    with pytest.raises(Refused) as nobody:
        game.new_actor(table, Actor(id="a", name="A", seat="gm"), {})
    assert (two_seats.value.text, nobody.value.text) == ("There is no coin here.", "This coin is lost.")
    (offer,) = game.offers(table, "gm")
    assert offer.denial is not None
    assert (say(offer.label), say(offer.denial.message)) == ("Flip a coin", "There is no coin here.")
    assert [say(activity.title) for activity in game.view_for(table, "gm").under_way] == ["Coins"]
    flip = game.commands["flip"]
    for coin, text in (("", "There is no coin here."), ("lost", "This coin is lost.")):
        with pytest.raises(Refused) as refused:
            game.apply(table, flip(seat="gm", coin=coin), SeededChance(1))  # type: ignore[call-arg]
        assert refused.value.text == text
    outcome = game.apply(table, flip(seat="gm", coin="penny"), SeededChance(1))  # type: ignore[call-arg]
    assert say(outcome.title) == "a penny is flipped"
    assert outcome.title.key == "duel:log.flips"
    assert say(Message(key="refused.gm_only")) == "Only the GM can do this."


def test_faulty_texts_are_told_in_one_sentence(tmp_path: Path) -> None:
    path = write_game(tmp_path)
    (path / "texts" / "en").mkdir(parents=True)
    (path / "texts" / "en" / "coins.toml").write_text("[log", encoding="utf-8")
    add_games_folder(tmp_path)
    assert why("duel") == "refused.game_texts_wrong"


BROKEN_FILES = {
    "refused.game_file_wrong": (
        "id = ",
        'id = "duel"\n',
        HEAD.format(id="duel", name="Duel") + "pich = 1\n",
        HEAD.format(id="duel", name="x" * 81),
        HEAD.format(id="duel", name="a\\nb"),
        HEAD.format(id="duel", name="Duel") + "interface = 0\n",
        HEAD.format(id="duel", name="Duel") + 'interface = "new"\n',
        "x = " + "[" * 5000,
    ),
    "refused.game_file_large": ("#" * (LARGEST + 1),),
    "refused.game_too_new": (HEAD.format(id="duel", name="Duel") + "interface = 999\nnew_key = 1\n",),
    "refused.game_id_wrong": tuple(HEAD.format(id=id_, name="Duel") for id_ in ("../x", "Duel", "9x", "a-b", "_x")),
    "refused.game_entry_wrong": tuple(
        HEAD.format(id="duel", name="Duel") + f'ruleset = "{entry}"\n'
        for entry in ("duel.ruleset", "os:system", "duel.ruleset:", "duel..x:Y", "other.ruleset:Duel", "duel.x:a.b")
    ),
}


@pytest.mark.parametrize(
    ("key", "text"), [(key, text) for key, texts in BROKEN_FILES.items() for text in texts], ids=lambda text: text[:40]
)
def test_a_wrong_game_file_is_told_in_one_sentence_and_hinders_no_other(key: str, text: str, tmp_path: Path) -> None:
    write_game(tmp_path, folder="aaa", game=text)
    write_game(tmp_path, "chess")
    add_games_folder(tmp_path)
    assert state_of("aaa") == (GameState.BROKEN, key)
    assert ruleset_ids() == (*OURS, "chess")
    assert why("aaa") == key
    assert game_of("chess").ruleset.id == "chess"


def test_a_folder_without_a_game_file_is_broken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    add_games_folder(tmp_path)
    assert state_of("empty") == (GameState.BROKEN, "refused.game_file_missing")


def test_an_id_that_is_taken_stays_with_the_first(tmp_path: Path) -> None:
    write_game(tmp_path, "imaginality", folder="copy")
    write_game(tmp_path, "duel", folder="one")
    write_game(tmp_path, "duel", folder="two")
    add_games_folder(tmp_path)
    taken = [game for game in games() if game.state is GameState.BROKEN]
    assert [(game.path.name, game.reason.key) for game in taken if game.reason] == [
        ("copy", "refused.game_id_taken"),
        ("two", "refused.game_id_taken"),
    ]
    assert (game_folder("imaginality"), game_folder("duel")) == (BUNDLED_GAMES / "imaginality", tmp_path / "one")
    assert type(game_of("imaginality").ruleset).__module__ == "engine.rulesets.imaginality.ruleset"
    with pytest.raises(ValueError, match="imaginality"):
        register_game_folder("imaginality", tmp_path)


@pytest.mark.parametrize(
    ("key", "ruleset"),
    [
        ("refused.game_import_failed", "import nothing_of_this_name"),
        ("refused.game_import_failed", "this is no Python"),
        ("refused.game_import_failed", "raise SystemExit(1)"),
        ("refused.game_import_failed", "from duel.rules import NAME"),
        ("refused.game_class_missing", ""),
        ("refused.game_class_missing", "Duel = 1"),
        ("refused.game_ruleset_failed", "class Duel:\n    def __init__(self) -> None:\n        1 / 0"),
        ("refused.game_ruleset_failed", RULESET + "    moves = None"),
        ("refused.game_ruleset_failed", RULESET + '    moves = ("draw",)'),
        ("refused.game_ruleset_failed", RULESET + "    procedures = (int,)"),
        ("refused.game_ruleset_failed", RULESET + "    continuations = (3,)"),
        ("refused.game_ruleset_failed", RULESET + "    secret_lists = 7"),
        ("refused.game_ruleset_failed", RULESET + "    record_lists = 7"),
        ("refused.game_ruleset_failed", RULESET + '    row_templates = {"tools": 7}'),
        ("refused.game_ruleset_failed", RULESET + "        self.options = None"),
        ("refused.game_ruleset_failed", RULESET + '        self.options = {"dark": True}'),
        ("refused.game_ruleset_lacks", 'class Duel:\n    id = "duel"'),
        ("refused.game_ruleset_id", RULESET.replace("(NAME)", '("other")')),
    ],
)
def test_faulty_code_is_told_in_one_sentence(key: str, ruleset: str, tmp_path: Path) -> None:
    write_game(tmp_path, ruleset=ruleset)
    add_games_folder(tmp_path)
    assert state_of("duel") == (GameState.USABLE, ""), "nobody has imported it yet"
    assert why("duel") == key == why("duel")
    assert state_of("duel") == (GameState.BROKEN, key)
    with pytest.raises(Refused) as refused:
        game_of("duel")
    with pytest.raises(ScriptError) as unfit:
        play_script(b'{"ruleset": "duel", "seats": [{"id": "tom"}]}', game_of)
    assert unfit.value.text == refused.value.text, "the fault is not in the script"
    assert (ruleset_ids(), bot_of("duel"), printer_of("duel")) == (OURS, None, None)


@pytest.mark.parametrize("templates", ["7", "[{}]", '{"tools": 7}'])
def test_rows_of_a_faulty_game_that_are_no_mapping_are_named(templates: str, tmp_path: Path) -> None:
    write_game(tmp_path, ruleset=f"{RULESET}    row_templates = {templates}")
    add_games_folder(tmp_path)
    with pytest.raises(Refused) as refused:
        game_of("duel")
    assert refused.value.message.key == "refused.game_ruleset_failed"
    assert "row_templates: a mapping of mappings is needed" in refused.value.text


def test_a_repaired_game_is_read_again(tmp_path: Path) -> None:
    path = write_game(tmp_path, ruleset="import nothing_of_this_name")
    add_games_folder(tmp_path)
    assert why("duel") == "refused.game_import_failed"
    (path / "duel" / "ruleset.py").write_text(RULESET, encoding="utf-8")
    loader.refresh_games()
    assert game_of("duel").ruleset.id == "duel"


def test_a_game_is_played_as_it_is_now_after_its_files_have_changed(tmp_path: Path) -> None:
    path = write_game(tmp_path)
    add_games_folder(tmp_path)
    before = type(game_of("duel").ruleset)
    loader.refresh_games()
    assert type(game_of("duel").ruleset) is before
    (path / "duel" / "ruleset.py").write_text(RULESET + "    weapons = 2\n", encoding="utf-8")
    loader.refresh_games()
    assert vars(type(game_of("duel").ruleset))["weapons"] == 2
    assert "log.parry" not in game_texts("duel")
    (path / "texts" / "en").mkdir(parents=True)
    (path / "texts" / "en" / "duel.toml").write_text('[log]\nparry = "En garde"\n', encoding="utf-8")
    loader.refresh_games()
    assert game_of("duel").ruleset.id == "duel"
    assert game_texts("duel")["log.parry"] == "En garde"


def test_what_is_known_of_a_game_stays_known_while_its_files_stay_the_same(tmp_path: Path) -> None:
    write_game(tmp_path, ruleset="import nothing_of_this_name")
    write_game(tmp_path, "other")
    add_games_folder(tmp_path)
    imported: list[str] = []

    def importing(folder: GameFolder) -> Ruleset:
        imported.append(folder.id)
        return import_ruleset(folder)

    import_games_by(importing)
    for _ in range(3):
        assert why("duel") == "refused.game_import_failed"
        assert game_of("other").ruleset.id == "other"
        loader.refresh_games()
        (tmp_path / "duel" / ".git").mkdir(exist_ok=True)
        (tmp_path / "duel" / ".git" / "index").write_text(str(len(imported)), encoding="utf-8")  # not of the game
    assert imported == ["duel", "other"]


def test_many_threads_import_a_game_once_and_the_list_is_always_whole(tmp_path: Path) -> None:
    write_game(tmp_path, ruleset=f"import time\ntime.sleep(0.05)\n{RULESET}")
    add_games_folder(tmp_path)
    imported: list[str] = []

    def importing(folder: GameFolder) -> Ruleset:
        imported.append(folder.id)
        return import_ruleset(folder)

    import_games_by(importing)

    def ask(number: int) -> tuple[str, bool]:
        if number % 3 == 0:
            loader.refresh_games()
        return game_of("duel").ruleset.id, {"duel", "imaginality"} <= {game.id for game in games()}

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(ask, range(64))} == {("duel", True)}
    assert imported == ["duel"]


def test_a_game_without_its_package_is_told(tmp_path: Path) -> None:
    path = write_game(tmp_path)
    (path / "duel").rename(path / "code")
    add_games_folder(tmp_path)
    assert why("duel") == "refused.game_package_missing"


def test_a_disabled_game_is_listed_and_not_played_also_in_later_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game(tmp_path)
    add_games_folder(tmp_path)
    game_of("duel")
    loader.set_game_enabled("duel", False)
    loader.set_game_enabled("classic_fantasy", False)
    for _ in range(2):
        assert state_of("duel") == (GameState.DISABLED, "")
        assert ruleset_ids() == OURS[:3]
        assert why("duel") == "refused.game_disabled" == why("classic_fantasy")
        monkeypatch.setattr(loader, "_installed", loader._Installed())
        add_games_folder(tmp_path)
    loader.set_game_enabled("duel", True)
    loader.set_game_enabled("classic_fantasy", True)
    assert ruleset_ids() == (*OURS, "duel")
    assert game_of("duel").ruleset.id == "duel"


def test_an_installed_distribution_offers_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(tmp_path, "duel", folder="duel_game")
    about = tmp_path / "duel_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: duel-game\nVersion: 1.0\n", encoding="utf-8")
    entries = "duel = duel_game\ngone = nothing_of_this_name\nodd = nothing.of.this_name\n"
    (about / "entry_points.txt").write_text(f"[kitchen_table.games]\n{entries}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert ruleset_ids() == (*OURS, "duel")
    assert game_of("duel").ruleset.id == "duel"
    assert next(game.origin for game in games() if game.id == "duel") is GameOrigin.DISTRIBUTION
    assert state_of("nothing_of_this_name") == (GameState.BROKEN, "refused.game_file_missing")


def test_no_id_leads_out_of_the_folder_of_games() -> None:
    for id_ in ("", "../engine", "a/b", "A", ".", "x" * 41):
        with pytest.raises(ValueError, match="no id"):
            game_folder(id_)
        with pytest.raises(ValueError, match="no id"):
            register_game_folder(id_, Path())


def test_the_command_line_lists_all_games_with_their_state(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    write_game(tmp_path / "user")
    write_game(tmp_path / "user", "chess", ruleset="import nothing_of_this_name")
    write_game(tmp_path / "user", "whist")
    (tmp_path / "user" / loader.DISABLED_FILE).write_text("whist\n", encoding="utf-8")
    draft = write_game(tmp_path / "author", folder="draft")
    assert main(["games", "--games", str(draft)], games_folder=tmp_path / "user") == 0
    lines = [line.split(maxsplit=4) for line in capsysbinary.readouterr().out.decode().splitlines()]
    assert [words[:3] for words in lines[:4]] == [[id_, "bundled", "ready"] for id_ in OURS]
    assert [(words[:3], words[4][:30]) for words in lines[4:]] == [
        (["duel", "folder", "ready"], "Duel"),
        (["chess", "folder", "broken"], "Chess cannot be played, becaus"),
        (["whist", "folder", "disabled"], "Whist"),
        (["duel", "folder", "broken"], "The game in “duel” has the id "),
    ]
    assert game_folder("duel") == draft, "the folder that the command line names comes first"
    assert main(["--games", str(tmp_path / "user"), "commands", "duel"]) == 0
    assert main(["rulesets"]) == 0
    listed = capsysbinary.readouterr().out.decode().splitlines()
    assert "duel                folder    One card each." in listed


def test_a_script_plays_a_game_of_the_games_folder(tmp_path: Path) -> None:
    write_game(tmp_path / "Games")
    script = {"ruleset": "duel", "seats": [{"id": "gm", "name": "Ada", "role": "gm"}], "commands": []}
    (tmp_path / "evening.json").write_text(json.dumps(script), encoding="utf-8")
    words = [sys.executable, "-m", "engine", "play", str(tmp_path / "evening.json"), "--games", str(tmp_path / "Games")]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert (done.returncode, json.loads(done.stdout)["view"]["ruleset"]) == (0, "duel")


def test_the_window_and_the_command_line_look_into_the_same_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: Path("/documents"))
    assert user_games_folder() == Path("/documents/Kitchen Table/Games") == default_folders().games
