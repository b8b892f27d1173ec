"""Plays sounds in a thread of its own. Without a sound device, or without the library, it stays silent.

The library is miniaudio (MIT, 0.6 MB). Qt's own QtMultimedia would need the Addons of PySide, of 59 MB; sounddevice
needs a library that many systems lack; simpleaudio is no longer maintained.
"""

from __future__ import annotations

import os
import sys
import wave
from array import array
from collections.abc import Generator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from engine.asset_folder import ASSETS
from vtt.sounds.sound import Sound

if TYPE_CHECKING:
    import miniaudio

FOLDER: Final = ASSETS / "sounds"
RATE: Final = 22_050
_BUFFER_MS: Final = 60
_IDLE: Final = 3.0
"""Seconds without a sound after which the device is let go of, so that an idle program does not wake up for it."""
_MOST_AT_ONCE: Final = 6
_LOUDEST: Final = 32767


class SoundPlayer:
    """Plays sounds by name, each at once and over those that are still heard.

    Nothing is loaded before the first sound. No method waits for the device.
    """

    def __init__(self, volume: float = 1.0) -> None:
        self._volume = volume
        self._wanted: SimpleQueue[Sound | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._playing: list[tuple[array[int], int]] = []

    def play(self, name: str) -> None:
        """Play a sound, unless the volume is 0."""
        if self._volume <= 0.0:
            return
        if self._thread is None:
            self._thread = Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        self._wanted.put(Sound(name))

    def set_volume(self, volume: float) -> None:
        """Play at another volume from now on, from 0.0 to 1.0; at 0.0 what is heard ends."""
        self._volume = volume
        if volume <= 0.0:
            with self._lock:
                self._playing.clear()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is heard, or about to be."""
        return self._wanted.empty() and not self._playing

    def close(self) -> None:
        """End every sound, and the thread."""
        if self._thread is not None:
            self.set_volume(0.0)
            self._wanted.put(None)
            self._thread.join(timeout=2.0)
            self._thread = None

    # In the thread.

    def _run(self) -> None:
        recordings: dict[Sound, array[int]] = {}
        device: miniaudio.PlaybackDevice | None = None
        while True:
            try:
                sound = self._wanted.get(timeout=_IDLE if device is not None else None)
            except Empty:
                if device is not None and not self._playing:
                    device.close()
                    device = None
                continue
            if sound is None:
                break
            try:
                if sound not in recordings:
                    recordings[sound] = read_recording(FOLDER / f"{sound}.wav")
                with self._lock:
                    self._playing = [*self._playing, (recordings[sound], 0)][-_MOST_AT_ONCE:]
                if device is None:
                    device = self._open()
            except Exception:  # no library, no device, or one that was just unplugged
                device = None
            if device is None:
                with self._lock:
                    self._playing.clear()
        if device is not None:
            device.close()

    def _open(self) -> miniaudio.PlaybackDevice | None:
        """Return a device that plays; None if there is none."""
        names = backends()
        if not names:
            return None
        import miniaudio

        device = miniaudio.PlaybackDevice(
            output_format=miniaudio.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE,
            buffersize_msec=_BUFFER_MS,
            backends=[miniaudio.Backend[name] for name in names],
            app_name="Kitchen Table",
        )
        stream = self.stream()
        next(stream)
        device.start(stream)
        return device

    def stream(self) -> Generator[array[int], int, None]:
        """Yield the next samples of everything that is heard; the device sends how many it wants."""
        count = yield array("h")
        while True:
            with self._lock:
                heard, self._playing = (
                    self._playing,
                    [(samples, at + count) for samples, at in self._playing if at + count < len(samples)],
                )
            count = yield mixed([samples[at : at + count] for samples, at in heard], count, self._volume)


def mixed(parts: list[array[int]], count: int, volume: float) -> array[int]:
    """Return the sum of some samples, as many as are wanted."""
    total = [0.0] * count
    for part in parts:
        for number, value in enumerate(part):
            total[number] += value * volume
    return array("h", (round(max(-_LOUDEST, min(_LOUDEST, value))) for value in total))


def read_recording(path: Path) -> array[int]:
    """Return the samples of a file. Raises OSError or wave.Error."""
    with wave.open(str(path), "rb") as file:
        samples = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def backends() -> tuple[str, ...]:
    """Return the sound systems to try, by miniaudio's names; none where there is no device.

    On Linux they are found by their files: ALSA writes many lines to the terminal if it finds no device.
    """
    if sys.platform == "win32":
        return ("WASAPI", "DSOUND", "WINMM")
    if sys.platform == "darwin":
        return ("COREAUDIO",)
    found = []
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.environ.get("PULSE_SERVER") or (runtime and (Path(runtime) / "pulse" / "native").exists()):
        found.append("PULSEAUDIO")
    devices = Path("/dev/snd")
    if devices.is_dir() and any(path.name.startswith("pcm") and path.name.endswith("p") for path in devices.iterdir()):
        found.append("ALSA")
    return tuple(found)
