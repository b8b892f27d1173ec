"""Make the sounds of the program: `python packaging/sounds.py` writes assets/sounds.

Each sound is synthesised here from noise and sines; nothing is recorded. The sounds are our own work, free for any use
(CC0). They are mono, 22,050 samples a second, 16 bits.
"""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "sounds"
RATE: Final = 22_050
_PEAK: Final = 0.7
Samples = list[float]


def silence(seconds: float) -> Samples:
    """Return samples of nothing."""
    return [0.0] * round(seconds * RATE)


def mix(target: Samples, sound: Sequence[float], at: float, level: float = 1.0) -> None:
    """Add a sound to another one, from a time in seconds on; what would be longer is cut off."""
    start = round(at * RATE)
    for number, value in enumerate(sound[: max(0, len(target) - start)]):
        target[start + number] += value * level


def noise(seconds: float, low: float, high: float, random: Random) -> Samples:
    """Return noise between two frequencies in hertz, by two filters of one pole each."""
    slow, fast = (1 - math.exp(-2 * math.pi * f / RATE) for f in (low, high))
    kept, base, samples = 0.0, 0.0, []
    for _ in range(round(seconds * RATE)):
        kept += fast * (random.uniform(-1.0, 1.0) - kept)
        base += slow * (kept - base)
        samples.append(kept - base)
    return samples


def ringing(seconds: float, partials: Sequence[tuple[float, float, float]]) -> Samples:
    """Return dying sines: each partial has a frequency in hertz, a level, and a time in seconds to die to 1/e."""
    return [
        sum(
            level * math.exp(-n / RATE / dies) * math.sin(2 * math.pi * frequency * n / RATE)
            for frequency, level, dies in partials
        )
        for n in range(round(seconds * RATE))
    ]


def shaped(samples: Sequence[float], envelope: Callable[[float], float]) -> Samples:
    """Return samples under an envelope, a function of the share of the time that is over."""
    return [value * envelope(number / len(samples)) for number, value in enumerate(samples)]


def tap(random: Random) -> Samples:
    """Return a card that is laid on felt."""
    body = shaped(noise(0.12, 900, 5200, random), lambda t: math.exp(-t * 9))
    mix(body, ringing(0.1, ((118, 0.35, 0.02), (196, 0.15, 0.014))), 0.0)
    return body


def knock(random: Random, pitch: float = 1.0) -> Samples:
    """Return a die that hits wood."""
    partials = ((1480 * pitch, 0.5, 0.011), (2630 * pitch, 0.35, 0.007), (3900 * pitch, 0.2, 0.005), (240, 0.4, 0.02))
    body = ringing(0.09, partials)
    mix(body, shaped(noise(0.02, 1500, 7000, random), lambda t: math.exp(-t * 6)), 0.0, 1.2)
    return body


def card_laid(random: Random) -> Samples:
    """Return a card that is laid."""
    sound = silence(0.16)
    mix(sound, shaped(noise(0.06, 1200, 4500, random), lambda t: t * t), 0.0, 0.25)
    mix(sound, tap(random), 0.045)
    return sound


def card_turned(random: Random) -> Samples:
    """Return a card that turns over and falls flat."""
    sound = silence(0.42)
    mix(sound, shaped(noise(0.24, 1400, 6000, random), lambda t: math.sin(math.pi * t) ** 2), 0.0, 0.45)
    mix(sound, tap(random), 0.27)
    return sound


def cards_dealt(random: Random) -> Samples:
    """Return some cards that are dealt."""
    sound = silence(0.56)
    for number in range(5):
        mix(sound, card_laid(random), number * 0.09, 1.0 - number * 0.1)
    return sound


def shuffle(random: Random) -> Samples:
    """Return two halves of a deck that are riffled and pushed together."""
    sound = silence(0.95)
    at = 0.03
    for number in range(34):
        click = shaped(noise(0.02, 1800, 6500, random), lambda t: math.exp(-t * 7))
        mix(sound, click, at, 0.35 + 0.4 * random.random())
        at += 0.026 - 0.012 * math.sin(math.pi * number / 34)
    mix(sound, shaped(noise(0.16, 900, 4000, random), lambda t: math.sin(math.pi * t)), 0.66, 0.5)
    mix(sound, tap(random), 0.8, 1.1)
    return sound


def dice(random: Random) -> Samples:
    """Return dice that fall, hop and roll to rest, as the dice on the stage do."""
    sound = silence(1.25)
    hops = ((0.27, 1.0), (0.53, 0.75), (0.7, 0.5), (0.8, 0.4))
    for at, level in hops:
        for more in range(2):
            mix(sound, knock(random, random.uniform(0.9, 1.12)), at + more * random.uniform(0.012, 0.04), level)
    for at, level in ((0.88, 0.3), (0.95, 0.24), (1.03, 0.2), (1.13, 0.26)):
        mix(sound, knock(random, random.uniform(0.95, 1.1)), at, level)
    return sound


def chips(random: Random) -> Samples:
    """Return a few chips that clink."""
    sound = silence(0.34)
    for at, level, pitch in ((0.0, 0.8, 1.0), (0.07, 1.0, 1.09), (0.13, 0.6, 0.96), (0.18, 0.4, 1.04)):
        clink = ringing(0.12, ((3350 * pitch, 0.5, 0.012), (5120 * pitch, 0.35, 0.008), (1750 * pitch, 0.25, 0.01)))
        mix(clink, shaped(noise(0.012, 2500, 8000, random), lambda t: 1 - t), 0.0, 0.7)
        mix(sound, clink, at, level)
    return sound


def curtain_closes(random: Random) -> Samples:
    """Return a heavy curtain that is drawn to."""
    return shaped(noise(0.7, 260, 1900, random), lambda t: _sweep(t**0.7, t))


def curtain_opens(random: Random) -> Samples:
    """Return a heavy curtain that is drawn aside."""
    return shaped(noise(0.55, 340, 2600, random), lambda t: _sweep(t**1.4, t))


def _sweep(bent: float, time: float) -> float:
    """Return the envelope of cloth in folds."""
    return math.pow(math.sin(math.pi * bent), 1.5) * (0.8 + 0.2 * math.sin(time * 65))


def turn_bell(random: Random) -> Samples:
    """Return a soft bell."""
    partials = ((784, 0.5, 0.42), (784 * 2.01, 0.2, 0.26), (784 * 2.98, 0.1, 0.14), (784 * 4.2, 0.05, 0.07))
    return shaped(ringing(1.1, partials), lambda t: min(1.0, t * 180) * (1 - t) ** 0.5)


SOUNDS: Final[dict[str, Callable[[Random], Samples]]] = {
    "card_laid": card_laid,
    "card_turned": card_turned,
    "cards_dealt": cards_dealt,
    "chips": chips,
    "curtain_closes": curtain_closes,
    "curtain_opens": curtain_opens,
    "dice": dice,
    "shuffle": shuffle,
    "turn_bell": turn_bell,
}


def recording(name: str) -> array[int]:
    """Return a sound by its name, as samples of 16 bits."""
    samples = SOUNDS[name](Random(name))
    fade = round(0.01 * RATE)
    for number in range(fade):
        samples[-1 - number] *= number / fade
    loudest = max(map(abs, samples))
    return array("h", (round(value / loudest * _PEAK * 32767) for value in samples))


def main() -> None:
    """Write every sound."""
    FOLDER.mkdir(exist_ok=True)
    for name in SOUNDS:
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(recording(name).tobytes())


if __name__ == "__main__":
    main()
