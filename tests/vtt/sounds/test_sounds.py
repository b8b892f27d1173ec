"""Sounds: the files are those that the script makes, and the program runs without a device, without a word."""

from __future__ import annotations

import importlib.util
import time
from array import array
from pathlib import Path
from types import ModuleType

import pytest

from vtt.sounds import sound_player
from vtt.sounds.sound import Sound
from vtt.sounds.sound_player import FOLDER, SoundPlayer, mixed, read_recording

SCRIPT = Path(__file__).resolve().parents[3] / "packaging" / "sounds.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sounds_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_what_the_script_makes_and_small() -> None:
    script = _script()
    assert {path.stem for path in FOLDER.glob("*.wav")} == {*Sound} == {*script.SOUNDS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 400_000
    for sound in Sound:
        stored, made = read_recording(FOLDER / f"{sound}.wav"), script.recording(sound.value)
        assert len(stored) == len(made)
        # A sine may differ in its last digit from system to system.
        assert max(abs(a - b) for a, b in zip(stored, made, strict=True)) <= 4, sound


@pytest.mark.parametrize("found", [(), ("ALSA",), ("NO_SUCH_SYSTEM",)])
def test_without_a_device_it_is_silent(
    found: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sound_player, "backends", lambda: found if found != ("ALSA",) else _broken())
    player = SoundPlayer()
    began = time.perf_counter()
    for sound in Sound:
        player.play(sound)
    assert time.perf_counter() - began < 0.5, "nobody waits for a device"
    thread = player._thread
    assert thread is not None
    player.close()
    assert not thread.is_alive()
    assert player._playing == []
    assert capfd.readouterr() == ("", "")


def _broken() -> tuple[str, ...]:
    raise OSError("the device was unplugged")


def test_switched_off_no_thread_is_started() -> None:
    player = SoundPlayer(0.0)
    player.play(Sound.DICE)
    assert player._thread is None
    player.close()


def test_sounds_are_mixed_and_end() -> None:
    player = SoundPlayer()
    player._playing = [(array("h", [1000] * 5), 0), (array("h", [30000] * 3), 0)]
    stream = player.stream()
    next(stream)
    assert list(stream.send(4)) == [31000, 31000, 31000, 1000]
    assert list(stream.send(4)) == [1000, 0, 0, 0]
    assert list(stream.send(2)) == [0, 0]
    assert player._playing == []
    assert list(mixed([array("h", [30000]), array("h", [30000])], 2, 1.0)) == [32767, 0]
    assert list(mixed([array("h", [30000])], 1, 0.5)) == [15000]
