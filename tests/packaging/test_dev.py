"""packaging/dev.py: what it makes ready and when, what it says where it cannot, and in which order it tests."""

import contextlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATH = ROOT / "packaging" / "dev.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kitchen_table_dev", PATH)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


dev: Any = load()


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "platform", "linux")


@pytest.fixture
def checkout(tmp_path: Path) -> Any:
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "constraints.txt").write_text("alpha==1\n")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["alpha"]\noptional-dependencies.dev = ["beta", "gamma"]\n'
    )
    return dev.Checkout(tmp_path)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What setting up would have done, in order, without doing any of it."""
    steps: list[str] = []

    def environment(folder: Path) -> None:
        steps.append("environment")
        python = dev.python_of(folder)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    def packages(checkout: Any, python: Path, extras: tuple[str, ...]) -> None:
        steps.append("packages " + " ".join(dev.requirements(checkout.project, extras)))

    monkeypatch.setattr(dev, "add_system_packages", lambda needs: steps.append(f"system {len(needs)}"))
    monkeypatch.setattr(dev, "fits", lambda folder: dev.python_of(folder).exists())
    monkeypatch.setattr(dev, "make_environment", environment)
    monkeypatch.setattr(dev, "add_python_packages", packages)
    return steps


class TestStamp:
    def test_first_start_makes_everything_in_order(self, checkout: Any, made: list[str]) -> None:
        assert dev.prepare(checkout, dev.RUN_KIT) == dev.python_of(checkout.environment)
        assert made == [f"system {len(dev.WINDOW_NEEDS)}", "environment", "packages alpha"]

    def test_second_start_starts_no_process_and_makes_nothing(
        self, checkout: Any, made: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dev.prepare(checkout, dev.RUN_KIT)
        made.clear()
        monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: pytest.fail(f"started {a}"))
        monkeypatch.setattr(dev, "is_here", lambda need: pytest.fail(f"looked for {need}"))
        dev.prepare(checkout, dev.RUN_KIT)
        assert made == []

    def test_what_the_tests_need_is_enough_to_run_but_not_the_other_way_round(
        self, checkout: Any, made: list[str]
    ) -> None:
        dev.prepare(checkout, dev.RUN_KIT)
        made.clear()
        dev.prepare(checkout, dev.TEST_KIT)
        assert made[-1] == "packages alpha beta gamma"
        assert "environment" not in made
        made.clear()
        dev.prepare(checkout, dev.RUN_KIT)
        dev.prepare(checkout, dev.TEST_KIT)
        assert made == []

    @pytest.mark.parametrize(
        "change",
        [
            lambda checkout: checkout.constraints.write_text("alpha==2\n"),
            lambda checkout: checkout.project.write_text('[project]\ndependencies = ["beta"]\n'),
            lambda checkout: dev.python_of(checkout.environment).unlink(),
            lambda checkout: checkout.stamp.write_text("{"),
            lambda checkout: checkout.stamp.write_text("[]"),
            lambda checkout: checkout.stamp.unlink(),
        ],
        ids=["other pins", "other packages", "no interpreter", "torn stamp", "odd stamp", "no stamp"],
    )
    def test_a_change_makes_it_anew(self, checkout: Any, made: list[str], change: Callable[[Any], None]) -> None:
        dev.prepare(checkout, dev.TEST_KIT)
        change(checkout)
        assert dev.ready_kits(checkout) == frozenset()
        made.clear()
        dev.prepare(checkout, dev.RUN_KIT)
        assert made[-1].startswith("packages")
        # What the tests need may be gone with the change: only what was just made counts.
        assert dev.ready_kits(checkout) == {"run"}

    def test_another_python_makes_it_anew(
        self, checkout: Any, made: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dev.prepare(checkout, dev.RUN_KIT)
        monkeypatch.setattr(dev.sys, "implementation", type("Other", (), {"cache_tag": "cpython-399"}))
        assert dev.ready_kits(checkout) == frozenset()

    def test_a_set_up_that_breaks_off_leaves_no_stamp(
        self, checkout: Any, made: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dev.prepare(checkout, dev.RUN_KIT)

        def fail(*_: object) -> None:
            raise dev.Trouble("no network")

        monkeypatch.setattr(dev, "add_python_packages", fail)
        with pytest.raises(dev.Trouble):
            dev.prepare(checkout, dev.TEST_KIT)
        assert dev.ready_kits(checkout) == frozenset()


class TestEnvironment:
    def make(self, folder: Path, version: str, *, pip: bool = True) -> Path:
        python = dev.python_of(folder)
        python.parent.mkdir(parents=True)
        python.touch()
        (folder / "pyvenv.cfg").write_text(f"home = somewhere\nversion = {version}\n")
        if pip:
            main = folder / "lib" / "python3" / "site-packages" / "pip" / "__main__.py"
            main.parent.mkdir(parents=True)
            main.touch()
        return folder

    def test_one_of_this_python_is_kept(self, tmp_path: Path) -> None:
        assert dev.fits(self.make(tmp_path / "it", f"{dev.PYTHON}.99"))

    def test_one_of_another_python_or_without_pip_or_without_interpreter_is_not(self, tmp_path: Path) -> None:
        assert not dev.fits(tmp_path / "nothing")
        assert not dev.fits(self.make(tmp_path / "older", "3.1.5"))
        assert not dev.fits(self.make(tmp_path / "no pip", f"{dev.PYTHON}.1", pip=False))
        gone = self.make(tmp_path / "gone", f"{dev.PYTHON}.1")
        dev.python_of(gone).unlink()
        assert not dev.fits(gone)


@pytest.mark.usefixtures("linux")
class TestDisplay:
    def test_none_says_so_in_one_sentence_before_anything_is_made(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(dev, "prepare", lambda *_: pytest.fail("made something"))
        assert dev.main(["run", "--demo", "imaginality"]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert said.err.endswith(".\n")
        assert "no display" in said.err
        assert "--screenshot FILE" in said.err

    @pytest.mark.parametrize("arguments", [["--screenshot", "a.png"], ["--demo", "x", "--screenshot=a.png"]])
    def test_a_screenshot_is_drawn_offscreen(self, arguments: list[str]) -> None:
        for environ in ({}, {"DISPLAY": ":0"}):
            env = dev.program_environment(dev.Checkout(ROOT), arguments, environ)
            assert env["QT_QPA_PLATFORM"] == "offscreen"

    @pytest.mark.parametrize(
        "environ", [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}, {"QT_QPA_PLATFORM": "vnc"}]
    )
    def test_one_that_is_there_is_left_to_qt(self, environ: dict[str, str]) -> None:
        env = dev.program_environment(dev.Checkout(ROOT), [], environ)
        assert env == environ | {"PYTHONPATH": str(ROOT)}

    def test_help_needs_none(self) -> None:
        assert "QT_QPA_PLATFORM" not in dev.program_environment(dev.Checkout(ROOT), ["--help"], {})

    def test_other_systems_always_have_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dev.sys, "platform", "win32")
        assert "QT_QPA_PLATFORM" not in dev.program_environment(dev.Checkout(ROOT), [], {})

    def test_the_program_starts_where_the_command_was_typed_with_its_arguments_untouched(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        became: list[str] = []

        def become(command: list[Any], env: dict[str, str]) -> int:
            became.extend(map(str, command))
            return 4

        monkeypatch.setattr(dev, "prepare", lambda *_: Path("python"))
        monkeypatch.setattr(dev, "become", become)
        assert dev.main(["run", "--screenshot", "a b.png", "--", "-h"]) == 4
        assert became == ["python", "-P", "-m", "vtt", "--screenshot", "a b.png", "--", "-h"]


@pytest.mark.usefixtures("linux")
class TestSystemPackages:
    @pytest.fixture
    def machine(self, monkeypatch: pytest.MonkeyPatch) -> set[str]:
        """The programs that this machine has; whatever else is asked for comes from packages it lacks."""
        programs = {"apt-get", "sudo"}
        monkeypatch.setattr(dev.shutil, "which", lambda name: name if name in programs else None)
        monkeypatch.setattr(dev, "is_here", lambda need: need.package not in ("libegl1", "xvfb", "openbox"))
        monkeypatch.setattr(dev, "way_to_root", lambda: None)
        monkeypatch.setattr(dev, "apt_install", lambda *_: pytest.fail("installed something"))
        return programs

    def test_the_one_line_is_said_where_root_is_out_of_reach(self, machine: set[str]) -> None:
        with pytest.raises(dev.Trouble) as caught:
            dev.add_system_packages(dev.TEST_KIT.needs)
        assert caught.value.status == 1
        _, line = str(caught.value).splitlines()
        assert line == "sudo apt-get install -y --no-install-recommends libegl1 xvfb openbox"

    def test_the_line_does_without_sudo_where_there_is_none(self, machine: set[str]) -> None:
        machine.remove("sudo")
        with pytest.raises(dev.Trouble, match=r"\nsu -c 'apt-get install -y .* libegl1'$"):
            dev.add_system_packages(dev.RUN_KIT.needs)

    @pytest.mark.parametrize("as_root", [[], ["sudo", "-n"]])
    def test_they_are_installed_where_root_is_in_reach(
        self, machine: set[str], as_root: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[list[str]] = []
        monkeypatch.setattr(dev, "way_to_root", lambda: as_root)
        monkeypatch.setattr(dev, "apt_install", lambda prefix, install: asked.append([*prefix, *install]))
        dev.add_system_packages(dev.RUN_KIT.needs)
        assert asked == [[*as_root, "apt-get", "install", "-y", "--no-install-recommends", "libegl1"]]

    def test_nothing_is_asked_where_nothing_is_missing(
        self, machine: set[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dev, "is_here", lambda need: True)
        monkeypatch.setattr(dev, "way_to_root", lambda: pytest.fail("asked for root"))
        dev.add_system_packages(dev.TEST_KIT.needs)

    def test_without_apt_libraries_are_named_and_tools_are_done_without(self, machine: set[str]) -> None:
        machine.clear()
        dev.add_system_packages(dev.DESK_NEEDS)
        with pytest.raises(dev.Trouble, match=r"libEGL\.so\.1$"):
            dev.add_system_packages(dev.TEST_KIT.needs)

    def test_stale_package_lists_are_refreshed_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tried: list[str] = []

        def fails(command: list[str]) -> bool:
            tried.append(" ".join(command))
            return False

        monkeypatch.setattr(dev, "succeeds", fails)
        monkeypatch.setattr(dev, "quietly", lambda command, trouble: tried.append(" ".join(command)))
        dev.apt_install(["sudo", "-n"], ["apt-get", "install", "xvfb"])
        first, refresh, again = tried
        assert refresh == "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update"
        assert first == again
        assert first.startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get ")
        assert first.endswith(" install xvfb")

    def test_what_is_here_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert dev.is_here(dev.Need("module", "json", ""))
        assert not dev.is_here(dev.Need("module", "no_such_module", ""))
        assert dev.is_here(dev.Need("program", Path(sys.executable).name, "")) == bool(
            shutil.which(Path(sys.executable).name)
        )
        assert not dev.is_here(dev.Need("program", "no-such-program", ""))
        assert not dev.is_here(dev.Need("library", "libno-such-library.so.1", ""))
        assert not dev.is_here(dev.Need("font", "NoSuchFont.ttf", ""))


class TestTests:
    @pytest.fixture
    def ran(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The checks in the order they ran; "desk" stands for the screen that pytest gets."""
        order: list[str] = []

        @contextlib.contextmanager
        def desk() -> Iterator[dict[str, str]]:
            order.append("desk")
            yield {"DISPLAY": ":9"}
            order.append("cleared")

        def pytest_runs(command: list[Any], *, cwd: Path, env: dict[str, str]) -> int:
            assert cwd == ROOT
            assert env == {"DISPLAY": ":9"}
            order.append(" ".join(map(str, command[1:])))
            return 5

        monkeypatch.setattr(dev, "prepare", lambda *_: Path("python"))
        monkeypatch.setattr(dev, "desk", desk)
        monkeypatch.setattr(dev, "quietly", lambda command, trouble, cwd: order.append(trouble.split(" found")[0]))
        monkeypatch.setattr(dev.subprocess, "call", pytest_runs)
        return order

    def test_pytest_comes_last_on_its_own_screen_and_its_status_counts(
        self, ran: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert dev.main(["test", "-k", "x"]) == 5
        checks = ["ruff check", "ruff format", "mypy", "import-linter"]
        assert ran == [*checks, "desk", "-m pytest -k x", "cleared"]
        assert capsys.readouterr().out == ""

    def test_the_whole_lot_is_spread_over_desks_that_share_nothing(
        self, ran: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dev.os, "cpu_count", lambda: 64)
        assert dev.main(["test"]) == 5
        assert ran[4:] == ["desk", "desk", "-m pytest --dist worksteal --tx popen --tx popen", "cleared", "cleared"]
        first, second = {"DISPLAY": ":9", "HOME": "/h", "A": "1"}, {"DISPLAY": ":10", "HOME": "/h", "A": "2"}
        assert dev.spread_over([first, second])[2:] == ["--tx", "popen", "--tx", "popen//env:DISPLAY=:10//env:A=2"]

    def test_a_long_run_is_spread_too(self, ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dev.os, "cpu_count", lambda: 2)
        assert dev.main(["test", "--long"]) == 5
        assert ran[6] == "-m pytest --dist worksteal --tx popen --tx popen --long"

    def test_a_fast_run_takes_the_files_that_are_chosen_for_it_in_their_order(
        self, ran: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dev.os, "cpu_count", lambda: 2)
        monkeypatch.setattr(dev.subprocess, "check_output", lambda *_, **__: "tests/b.py\ntests/a.py\n")
        assert dev.main(["test", "--fast"]) == 5
        assert ran[6] == "-m pytest --dist loadfile --tx popen --tx popen tests/b.py tests/a.py"

    def test_a_check_that_finds_fault_ends_it(
        self, ran: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def finds_fault(command: list[Any], trouble: str, cwd: Path) -> None:
            raise dev.Trouble(f"line 1: bad\n{trouble}", status=3)

        monkeypatch.setattr(dev, "quietly", finds_fault)
        assert dev.main(["test"]) == 3
        assert ran == []
        assert "line 1: bad" in capsys.readouterr().err


class TestBuild:
    @pytest.fixture
    def steps(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """What a build does, in order, without doing any of it; the smoke test fails if `smoke fails` is in it."""
        done: list[str] = []

        @contextlib.contextmanager
        def desk() -> Iterator[dict[str, str]]:
            done.append("desk")
            yield {"DISPLAY": ":9"}

        def call(command: list[Any], *, cwd: Path, env: dict[str, str] | None = None) -> int:
            done.append(" ".join(Path(word).name for word in command[1:]))
            if "installers" in command:
                assert env is not None
                assert (env["DISPLAY"], env["SOURCE_DATE_EPOCH"]) == (":9", "5")
            return 3 if "smoke fails" in done else 0

        def quietly(command: list[Any], trouble: str, *, cwd: Path, env: dict[str, str]) -> None:
            assert (env["SOURCE_DATE_EPOCH"], env["PYTHONHASHSEED"]) == ("5", "1")
            done.append(command[2])

        monkeypatch.setenv("SOURCE_DATE_EPOCH", "5")
        for name in ("add_system_packages", "make_environment", "add_python_packages"):
            monkeypatch.setattr(dev, name, lambda *_: None)
        monkeypatch.setattr(dev, "desk", desk)
        monkeypatch.setattr(dev, "quietly", quietly)
        monkeypatch.setattr(dev.subprocess, "call", call)
        return done

    def test_packages_are_made_of_a_program_that_passes(self, checkout: Any, steps: list[str]) -> None:
        assert dev.build(checkout, []) == 0
        assert steps == ["PyInstaller", "smoke.py kitchen-table", "desk", "-m installers kitchen-table"]

    def test_no_package_is_made_of_one_that_does_not(self, checkout: Any, steps: list[str]) -> None:
        steps.append("smoke fails")
        assert dev.build(checkout, []) == 3
        assert steps[1:] == ["PyInstaller", "smoke.py kitchen-table"]

    def test_files_are_as_old_as_the_last_commit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
        assert 1_600_000_000 < int(dev.moment_of(dev.Checkout(ROOT))) <= time.time()


class TestRunningThings:
    def test_a_failure_shows_its_output_and_keeps_its_status(self) -> None:
        with pytest.raises(dev.Trouble, match=r"^heard\nIt broke\.$") as caught:
            dev.quietly([sys.executable, "-c", "import sys; print('heard'); sys.exit(7)"], "It broke.")
        assert caught.value.status == 7

    def test_a_success_says_nothing(self, capfd: pytest.CaptureFixture[str]) -> None:
        dev.quietly([sys.executable, "-c", "print('heard')"], "It broke.")
        assert capfd.readouterr() == ("", "")

    def test_a_signal_becomes_the_status_that_shells_give(self) -> None:
        assert [dev.exit_status(code) for code in (0, 3, -11)] == [0, 3, 139]

    @pytest.mark.parametrize("words", [[], ["bake"]])
    def test_an_unknown_command_is_answered_with_the_known_ones(
        self, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert dev.main(words) == 2
        said = capsys.readouterr().err
        assert all(f"dev.py {name}" in said for name in dev.COMMANDS)


class TestDesk:
    def test_python_keeps_its_bytecode_whatever_the_environment_says(self, tmp_path: Path) -> None:
        theirs = {"PYTHONDONTWRITEBYTECODE": "1", "DISPLAY": ":0"}
        assert "PYTHONDONTWRITEBYTECODE" not in dev.clean_environment(theirs, tmp_path)
        assert "PYTHONDONTWRITEBYTECODE" not in dev.program_environment(dev.Checkout(ROOT), [], theirs)

    def test_nothing_of_the_persons_own_desktop_shows_through(self, tmp_path: Path) -> None:
        theirs = {"QT_SCALE_FACTOR": "2", "QT_STYLE_OVERRIDE": "x", "WAYLAND_DISPLAY": "w", "PATH": "p"}
        env = dev.clean_environment(theirs, tmp_path)
        assert env["PATH"] == "p"
        assert env["QT_QPA_PLATFORM"] == "offscreen"
        assert not env.keys() & {"QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "WAYLAND_DISPLAY"}

    @pytest.mark.skipif(sys.platform != "linux", reason="these are folders of Linux")
    def test_preferences_and_campaigns_go_to_a_home_of_its_own(self, tmp_path: Path) -> None:
        env = dev.clean_environment({"XDG_CONFIG_HOME": "/theirs"}, tmp_path)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
            folder = Path(env[name])
            assert folder.parent == tmp_path
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    @pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
    def test_it_is_a_screen_with_a_window_manager_and_is_gone_afterwards(self) -> None:
        def ask(*question: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(["xdotool", *question], env=env, capture_output=True, text=True, check=False)

        with dev.desk() as env:
            assert env["DISPLAY"] != os.environ.get("DISPLAY")
            assert ask("getdisplaygeometry").stdout.split() == ["1920", "1080"]
            assert int(ask("get_num_desktops").stdout) >= 1
        assert ask("getdisplaygeometry").returncode != 0
        assert not Path(env["XDG_DATA_HOME"]).exists()


def test_trace_finds_a_script_beside_the_person_who_types(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "tests/golden/classic_fantasy/first_aid.json", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dev, "prepare", lambda checkout, kit: Path(sys.executable))
    assert dev.trace(dev.Checkout(ROOT), ["first_aid.json"]) == 0
    assert "modules" in capfd.readouterr().out
