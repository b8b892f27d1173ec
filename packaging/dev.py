"""Commands for this checkout: run the program, test it, build it, measure it, and make its pictures.

    python3 packaging/dev.py run [arguments of the program]
    python3 packaging/dev.py test [--fast | --long] [arguments of pytest]
    python3 packaging/dev.py build
    python3 packaging/dev.py bench [arguments of tests.bench]
    python3 packaging/dev.py pictures [arguments of pictures.py]
    python3 packaging/dev.py trace SCRIPT [--all]

Each command first installs what it needs: an environment in .venv with the exact versions of constraints.txt and,
on Linux, the system libraries that Qt loads. A stamp file records what is installed, so later starts skip this.
This script uses only the standard library, because it runs before anything is installed.

`test --fast` runs the tests near your change. `test --long` draws many more examples of each property and also runs
the tests marked `long`; it takes hours.
"""

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, Literal, NamedTuple, NoReturn, assert_never

Command = Sequence[str | Path]
Environment = dict[str, str]

DRAWN_UNSEEN = ("--screenshot", "--smoke-test", "print")
"""Arguments of the program that draw its window without showing it."""
NO_WINDOW = ("-h", "--help", "--version")
"""Arguments of the program that open no window at all."""

FAST = "--fast"
"""The argument of `test` that asks for what a change most likely breaks."""

NO_DISPLAY = "There is no display to show a window on; --screenshot FILE draws the same window to a picture."
DESKS = 2
"""Maximum number of parallel workers, for tests and for type checks."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


class Trouble(Exception):
    """Something that the person at the keyboard must mend; its text tells what."""

    def __init__(self, text: str, *, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


# What must be there ----------------------------------------------------------------------------------------


class Need(NamedTuple):
    """A thing outside Python that must be on a Linux machine, and the Debian package that brings it."""

    kind: Literal["library", "program", "module", "font"]
    name: str
    package: str


# Python's own part first, then what Qt and its xcb platform plugin load, then letters to write with.
WINDOW_NEEDS = (
    Need("module", "ensurepip", f"python{PYTHON}-venv"),
    Need("library", "libEGL.so.1", "libegl1"),
    Need("library", "libGL.so.1", "libgl1"),
    Need("library", "libX11-xcb.so.1", "libx11-xcb1"),
    Need("library", "libdbus-1.so.3", "libdbus-1-3"),
    Need("library", "libfontconfig.so.1", "libfontconfig1"),
    Need("library", "libglib-2.0.so.0", "libglib2.0-0"),
    Need("library", "libxcb-cursor.so.0", "libxcb-cursor0"),
    Need("library", "libxcb-icccm.so.4", "libxcb-icccm4"),
    Need("library", "libxcb-image.so.0", "libxcb-image0"),
    Need("library", "libxcb-keysyms.so.1", "libxcb-keysyms1"),
    Need("library", "libxcb-randr.so.0", "libxcb-randr0"),
    Need("library", "libxcb-render-util.so.0", "libxcb-render-util0"),
    Need("library", "libxcb-shape.so.0", "libxcb-shape0"),
    Need("library", "libxcb-sync.so.1", "libxcb-sync1"),
    Need("library", "libxcb-util.so.1", "libxcb-util1"),
    Need("library", "libxcb-xfixes.so.0", "libxcb-xfixes0"),
    Need("library", "libxcb-xkb.so.1", "libxcb-xkb1"),
    Need("library", "libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    Need("font", "DejaVuSans.ttf", "fonts-dejavu-core"),
)
DESK_NEEDS = (
    Need("program", "Xvfb", "xvfb"),
    Need("program", "openbox", "openbox"),
    Need("program", "xdotool", "xdotool"),
    Need("program", "pdftotext", "poppler-utils"),
    Need("library", "libpoppler-glib.so.8", "libpoppler-glib8"),
    Need("program", "qpdf", "qpdf"),
)
INSTALL_NEEDS = (
    Need("program", "desktop-file-validate", "desktop-file-utils"),
    Need("program", "update-desktop-database", "desktop-file-utils"),
    Need("program", "update-mime-database", "shared-mime-info"),
    Need("program", "gio", "libglib2.0-bin"),
    Need("program", "fakeroot", "fakeroot"),
)
FREEZE_NEEDS = (
    Need("program", "objdump", "binutils"),
    Need("library", str(sysconfig.get_config_var("INSTSONAME")), f"libpython{PYTHON}"),
)


class Kit(NamedTuple):
    """The needs of a command: extras of pyproject.toml, things of the machine; and the kits that it covers."""

    name: str
    extras: tuple[str, ...]
    needs: tuple[Need, ...]
    covers: frozenset[str]


RUN_KIT = Kit("run", (), WINDOW_NEEDS, frozenset({"run"}))
TEST_KIT = Kit("test", ("dev",), WINDOW_NEEDS + DESK_NEEDS, frozenset({"run", "test"}))


class Checkout(NamedTuple):
    """The project's folder, and the places of the files that matter here."""

    root: Path

    @property
    def project(self) -> Path:
        """The file that says which packages are asked for."""
        return self.root / "pyproject.toml"

    @property
    def constraints(self) -> Path:
        """The file that says in which versions."""
        return self.root / "packaging" / "constraints.txt"

    @property
    def environment(self) -> Path:
        """The environment that the program and its tests run in."""
        return self.root / ".venv"

    @property
    def stamp(self) -> Path:
        """The note of what was made ready, inside the environment so that it goes when that goes."""
        return self.environment / "kitchen-table-ready.json"


def python_of(environment: Path) -> Path:
    """The interpreter of an environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


# The stamp -------------------------------------------------------------------------------------------------


def stamp_key(checkout: Checkout) -> str:
    """Return a digest of what the environment was made from; after a change it must be made anew."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {sys.platform}\n".encode())
    digest.update(checkout.project.read_bytes())
    digest.update(checkout.constraints.read_bytes())
    return digest.hexdigest()


def ready_kits(checkout: Checkout) -> frozenset[str]:
    """Return the names of the kits that are ready; none if anything that they were made from has changed."""
    try:
        note = json.loads(checkout.stamp.read_text(encoding="utf-8"))
        if note["key"] == stamp_key(checkout) and python_of(checkout.environment).exists():
            return frozenset(note["kits"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return frozenset()


def remember(checkout: Checkout, kits: Iterable[str]) -> None:
    """Note in one write that these kits are ready, so that a stamp is either whole or not there."""
    draft = checkout.stamp.with_suffix(".new")
    draft.write_text(json.dumps({"key": stamp_key(checkout), "kits": sorted(kits)}), encoding="utf-8")
    draft.replace(checkout.stamp)


def prepare(checkout: Checkout, kit: Kit) -> Path:
    """Make a kit ready if it is not, and return the interpreter to run things with."""
    python = python_of(checkout.environment)
    ready = ready_kits(checkout)
    if kit.name in ready:
        return python
    checkout.stamp.unlink(missing_ok=True)
    add_system_packages(kit.needs)
    if not fits(checkout.environment):
        make_environment(checkout.environment)
    add_python_packages(checkout, python, kit.extras)
    remember(checkout, ready | kit.covers)
    return python


# Python packages -------------------------------------------------------------------------------------------


def fits(environment: Path) -> bool:
    """Return whether an environment is whole and of this version of Python."""
    try:
        lines = (environment / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    settings = {key.strip(): value.strip() for key, _, value in (line.partition("=") for line in lines)}
    version = settings.get("version", settings.get("version_info", ""))
    has_pip = any(environment.glob("[Ll]ib/**/site-packages/pip/__main__.py"))
    return version.split(".")[:2] == PYTHON.split(".") and has_pip and python_of(environment).exists()


def make_environment(environment: Path) -> None:
    """Make an empty environment, in place of any that was there."""
    say(f"Making the environment {environment.name} …")
    # We may run on the very environment that is about to go: start from the interpreter below it.
    base = getattr(sys, "_base_executable", sys.executable)
    quietly([base, "-m", "venv", "--clear", environment], "An environment could not be made.")


def requirements(project: Path, extras: Sequence[str]) -> list[str]:
    """Return the requirements of pyproject.toml: the program's own packages and those of the extras."""
    import tomllib  # Only read when something must be installed, so only loaded then.

    table = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    return [
        *table["dependencies"],
        *(name for extra in extras for name in table["optional-dependencies"][extra]),
    ]


def add_python_packages(checkout: Checkout, python: Path, extras: Sequence[str]) -> None:
    """Install the program's packages and those of the extras, in the exact versions of the constraints."""
    wanted = requirements(checkout.project, extras)
    say(f"Installing {', '.join(wanted)} …")
    pip: Command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    quietly([*pip, "--constraint", checkout.constraints, *wanted], "Python packages could not be installed.")


# System packages -------------------------------------------------------------------------------------------


def is_here(need: Need) -> bool:
    """Return whether this machine has a thing already, from whatever source."""
    match need.kind:
        case "library":
            try:
                ctypes.CDLL(need.name)
            except OSError:
                return False
            return True
        case "program":
            return shutil.which(need.name) is not None
        case "module":
            return importlib.util.find_spec(need.name) is not None
        case "font":
            folders = ["/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts"]
            # os.walk passes over what may not be read.
            walks = (os.walk(Path(folder).expanduser()) for folder in folders)
            return any(need.name in files for walk in walks for _, _, files in walk)
        case _:
            assert_never(need.kind)


def add_system_packages(needs: Iterable[Need]) -> None:
    """Install what this Linux machine lacks; where that is not allowed, say the one line that does it.

    Raises:
        Trouble: something is missing that only the machine's owner can add.
    """
    if not sys.platform.startswith("linux"):
        return
    missing = [need for need in needs if not is_here(need)]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        # Without Xvfb and its companions the tests draw offscreen, and any font will do.
        grave = [need.name for need in missing if need.kind in ("library", "module")]
        if grave:
            raise Trouble(f"These are missing, and your system's package manager has them: {', '.join(grave)}")
        return
    packages = list(dict.fromkeys(need.package for need in missing))
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    as_root = way_to_root()
    if as_root is None:
        line = shlex.join(["sudo", *install] if shutil.which("sudo") else ["su", "-c", shlex.join(install)])
        raise Trouble(f"Some system packages are missing; type this line, then start again:\n{line}")
    say(f"Installing system packages: {' '.join(packages)} …")
    apt_install(as_root, install)


def way_to_root() -> list[str] | None:
    """Return the words before a command for root: none, or sudo if it asks for no password; None if there is no way."""
    if sys.platform != "win32" and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def apt_install(as_root: Sequence[str], install: Sequence[str]) -> None:
    """Run apt-get install; if it fails, refresh the package lists and try once more."""
    prefix = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive"]
    waiting = [install[0], "-o", "DPkg::Lock::Timeout=120", *install[1:]]
    if succeeds([*prefix, *waiting]):
        return
    # A refresh that fails is no trouble yet: the install that follows tells.
    succeeds([*prefix, "apt-get", "update"])
    quietly([*prefix, *waiting], "The system packages could not be installed.")


# Running things --------------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Tell the person at the keyboard how it goes, beside the output proper."""
    print(text, file=sys.stderr, flush=True)


def succeeds(command: Command, env: Mapping[str, str] | None = None) -> bool:
    """Run a command for its answer alone."""
    done = subprocess.run(command, check=False, env=env, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode == 0


def quietly(command: Command, trouble: str, *, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> None:
    """Run a command whose output matters only when it fails.

    Raises:
        Trouble: it failed; its output comes first, then what that means.
    """
    pipe, merged = subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(command, check=False, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=pipe, stderr=merged)
    if done.returncode != 0:
        output = done.stdout.decode(errors="replace").rstrip()
        raise Trouble(f"{output}\n{trouble}", status=exit_status(done.returncode))


def exit_status(code: int) -> int:
    """A child's return code as our own exit status: 128 + n if signal n ended it, as shells have it."""
    return code if code >= 0 else 128 - code


def become(command: Command, env: Mapping[str, str]) -> int:
    """Hand this process over to another program; where that cannot be done, wait for it."""
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(command[0], [str(part) for part in command], env)
    return subprocess.call(command, env=env)


# A desk of its own -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def desk() -> Iterator[Environment]:
    """A screen, a window manager and a home for the time of a run: the environment to start things in.

    Nothing of the person's own desktop shows through: no style, no scale, no preferences. Where there is no
    Xvfb, Qt draws offscreen.
    """
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kitchen-table-")))
        env = clean_environment(os.environ, home)
        if sys.platform.startswith("linux") and shutil.which("Xvfb"):
            stack.enter_context(ending_on_terminate())
            env |= {"DISPLAY": stack.enter_context(screen()), "QT_QPA_PLATFORM": "xcb"}
            if shutil.which("openbox"):
                stack.enter_context(window_manager(env))
        yield env


def clean_environment(environ: Mapping[str, str], home: Path) -> Environment:
    """The environment of a run that no setting of this machine or person leaks into."""
    foreign = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SESSION_MANAGER", "DESKTOP_STARTUP_ID")
    env = {
        key: value for key, value in with_bytecode(environ).items() if not key.startswith("QT_") and key not in foreign
    }
    env["QT_QPA_PLATFORM"] = "offscreen"
    if sys.platform.startswith("linux"):
        env["LC_ALL"] = "C.UTF-8"
        for name in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "RUNTIME_DIR", "STATE_HOME"):
            folder = home / name.lower()
            folder.mkdir(mode=0o700)
            env[f"XDG_{name}"] = str(folder)
    return env


def with_bytecode(environ: Mapping[str, str]) -> Environment:
    """The environment in which Python keeps the bytecode of its modules: to compile them doubles a start."""
    return {key: value for key, value in environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """An Xvfb of 1920 × 1080 on whichever display is free; its name."""
    from_server, to_us = os.pipe()
    options = ["-screen", "0", "1920x1080x24", "-dpi", "96", "-nolisten", "tcp", "-noreset"]
    with tempfile.TemporaryFile() as complaints, os.fdopen(from_server, "rb") as answer:
        server = ["Xvfb", "-displayfd", str(to_us), *options]
        with running(server, dict(os.environ), stderr=complaints, pass_fds=(to_us,)):
            os.close(to_us)
            readable, _, _ = select.select([answer], [], [], 30)
            number = answer.readline().strip().decode() if readable else ""
            if not number:
                complaints.seek(0)
                raise Trouble(f"{complaints.read().decode(errors='replace')}\nXvfb did not start.")
            yield f":{number}"


@contextlib.contextmanager
def window_manager(env: Mapping[str, str]) -> Iterator[None]:
    """Openbox on the desk's screen, once it answers."""
    with running(["openbox", "--sm-disable"], env, stderr=subprocess.DEVNULL):
        until = time.monotonic() + 15
        # xdotool finds a number of desktops only where a window manager has said one.
        while shutil.which("xdotool") and time.monotonic() < until:
            if succeeds(["xdotool", "get_num_desktops"], env):
                break
            time.sleep(0.05)
        yield


@contextlib.contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], *, stderr: IO[bytes] | int, pass_fds: Sequence[int] = ()
) -> Iterator[None]:
    """A program in the background, gone afterwards; it does not hear the Ctrl+C that is meant for us."""
    process = subprocess.Popen(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        pass_fds=pass_fds,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def ending_on_terminate() -> Iterator[None]:
    """While this lasts, a plain kill unwinds us, so that nothing we started is left behind."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# The commands ----------------------------------------------------------------------------------------------


def names_any(arguments: Iterable[str], flags: Sequence[str]) -> bool:
    """Return whether the arguments name one of these flags, as `--flag value` or `--flag=value`."""
    return any(argument.partition("=")[0] in flags for argument in arguments)


def program_environment(checkout: Checkout, arguments: Sequence[str], environ: Mapping[str, str]) -> Environment:
    """The environment to start the program in, with the display that its arguments ask for.

    Raises:
        Trouble: a window is asked for, and there is nothing to show it on.
    """
    env = with_bytecode(environ)
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(checkout.root), environ.get("PYTHONPATH"))))
    if "QT_QPA_PLATFORM" in environ or names_any(arguments, NO_WINDOW):
        return env
    if names_any(arguments, DRAWN_UNSEEN):
        return env | {"QT_QPA_PLATFORM": "offscreen"}
    has_display = environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not has_display:
        raise Trouble(NO_DISPLAY, status=2)
    return env


def run(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Start the program, in the folder where the command was typed so that file names mean what they say."""
    env = program_environment(checkout, arguments, os.environ)
    python = prepare(checkout, RUN_KIT)
    return become([python, "-P", "-m", "vtt", *arguments], env)


def test(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Check style, types and imports, then run the tests; return the exit status of the tests."""
    python = prepare(checkout, TEST_KIT)
    at_once = min(DESKS, os.cpu_count() or 1)
    imports = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_logo=True))"
    checks: dict[str, Sequence[str]] = {
        "ruff check": ["-m", "ruff", "check", "--quiet"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "mypy": ["-m", "mypy", "--num-workers", str(at_once)],
        "import-linter": ["-c", imports],
    }
    for name, check in checks.items():
        quietly([python, *check], f"{name} found fault: see above.", cwd=checkout.root)
        say(f"{name}: good")
    fast, words = FAST in arguments, [word for word in arguments if word != FAST]
    if fast:
        choose: Command = [python, "-m", "tests.fast"]
        words += subprocess.check_output(choose, cwd=checkout.root, text=True).split("\n")[:-1]
    # Named tests run in one process, where a debugger can be had; all of them on as many desks as there are cores.
    named = not fast and not all(word.startswith("--") for word in words)
    with contextlib.ExitStack() as stack:
        desks = [stack.enter_context(desk()) for _ in range(1 if named else at_once)]
        command: Command = [python, "-m", "pytest", *spread_over(desks, by_file=fast), *words]
        status = subprocess.call(command, cwd=checkout.root, env=desks[0])
    return exit_status(status)


def spread_over(desks: Sequence[Environment], *, by_file: bool = False) -> list[str]:
    """The arguments by which pytest works at several desks at once; none for a single one.

    Args:
        desks: where to work.
        by_file: whether the tests of a file stay together, so that the order of the files is kept.
    """
    if len(desks) == 1:
        return []
    own = [
        "//".join(f"env:{key}={value}" for key, value in desk.items() if desks[0].get(key) != value) for desk in desks
    ]
    return [
        "--dist",
        "loadfile" if by_file else "worksteal",
        *(word for spec in own for word in ("--tx", f"popen//{spec}".rstrip("/"))),
    ]


def build(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Freeze the program into dist/ from an environment with nothing else in it, and try it out.

    Then make the packages to give away from it, and try them out, too.
    """
    if arguments:
        raise Trouble("build takes no arguments.", status=2)
    add_system_packages((*WINDOW_NEEDS, *FREEZE_NEEDS, *DESK_NEEDS, *INSTALL_NEEDS))
    work, dist = checkout.root / "build", checkout.root / "dist"
    work.mkdir(exist_ok=True)
    make_environment(work / "venv")
    python = python_of(work / "venv")
    add_python_packages(checkout, python, ("build",))
    say("Freezing …")
    freeze: Command = [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--distpath", dist]
    recipe: Command = ["--workpath", work / "freeze", checkout.root / "packaging" / "kitchen_table.spec"]
    same = {"SOURCE_DATE_EPOCH": moment_of(checkout), "PYTHONHASHSEED": "1"}
    env = dict(os.environ) | same | {"PYINSTALLER_CONFIG_DIR": str(work / "cache")}
    quietly([*freeze, *recipe], "PyInstaller failed: see above.", cwd=checkout.root, env=env)
    packaging = checkout.root / "packaging"
    status = subprocess.call([python, packaging / "smoke.py", dist / "kitchen-table"], cwd=checkout.root)
    if status == 0:
        say("Packing …")
        with desk() as env:
            env |= same | {"PYTHONPATH": os.pathsep.join(map(str, (packaging, checkout.root)))}
            packed: Command = [python, "-m", "installers", dist / "kitchen-table"]
            status = subprocess.call(packed, cwd=checkout.root, env=env)
    return exit_status(status)


def moment_of(checkout: Checkout) -> str:
    """Return the time of packed files, in seconds since 1970: that of the last commit, so that builds are alike."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return os.environ["SOURCE_DATE_EPOCH"]
    log = ["git", "-C", str(checkout.root), "log", "-1", "--format=%ct"]
    done = subprocess.run(log, check=False, capture_output=True, text=True) if shutil.which("git") else None
    return done.stdout.strip() if done is not None and done.returncode == 0 else str(int(time.time()))


def bench(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Measure the budgets of the plan and print them as a table."""
    return at_the_desk(checkout, ["-m", "tests.bench", *arguments])


def pictures(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Make the pictures that the README shows."""
    return at_the_desk(checkout, ["packaging/pictures.py", *arguments])


def trace(checkout: Checkout, arguments: Sequence[str]) -> int:
    """Print the modules of a game that the last command of a script passes through."""
    env = {**os.environ, "PYTHONPATH": str(checkout.root)}
    return exit_status(subprocess.call([prepare(checkout, TEST_KIT), "-m", "tests.trace", *arguments], env=env))


def at_the_desk(checkout: Checkout, command: Sequence[str]) -> int:
    """Run one of the checkout's own Python programs on a screen of its own."""
    python = prepare(checkout, TEST_KIT)
    with desk() as env:
        env["PYTHONPATH"] = str(checkout.root)
        return exit_status(subprocess.call([python, *command], cwd=checkout.root, env=env))


COMMANDS: dict[str, Callable[[Checkout, Sequence[str]], int]] = {
    "run": run,
    "test": test,
    "build": build,
    "bench": bench,
    "pictures": pictures,
    "trace": trace,
}


def main(words: Sequence[str]) -> int:
    """Do what was typed; the exit status."""
    if words and words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if not words or words[0] not in COMMANDS:
        say(str(__doc__))
        return 2
    checkout = Checkout(Path(__file__).resolve().parent.parent)
    try:
        return COMMANDS[words[0]](checkout, words[1:])
    except Trouble as trouble:
        say(str(trouble))
        return trouble.status
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
