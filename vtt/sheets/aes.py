"""AES for PDFs that anybody may read but only their owner may change: pypdf leaves it to a library that we do not ship.

The algorithm is FIPS 197. It reads files; it is no guard of secrets, for its time depends on what it reads.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final


def _multiplied(a: int, b: int) -> int:
    """Multiply in the field of the algorithm."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _box() -> bytes:
    """Make the substitution box: the inverse of each byte, turned and added up."""
    box = bytearray(256)
    value = inverse = 1
    while True:
        value = _multiplied(value, 3)
        inverse = _multiplied(inverse, 0xF6)  # 0xF6 is the inverse of 3
        twice = inverse * 0x101
        box[value] = (inverse ^ twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4) & 0xFF ^ 0x63
        if value == 1:
            break
    box[0] = 0x63
    return bytes(box)


def _table(box: bytes, factors: tuple[int, int, int, int]) -> list[list[int]]:
    """Make what a round looks up for each of the four bytes of a word."""
    first = [int.from_bytes(bytes(_multiplied(box[byte], factor) for factor in factors)) for byte in range(256)]
    return [[(word >> turn | word << 32 - turn) & 0xFFFFFFFF for word in first] for turn in (0, 8, 16, 24)]


_BOX: Final = _box()
_BACK: Final = bytes(_BOX.index(byte) for byte in range(256))
_FORTH_TABLES: Final = _table(_BOX, (2, 1, 1, 3))
_BACK_TABLES: Final = _table(_BACK, (14, 9, 13, 11))
_MIX_BACK: Final = _table(bytes(range(256)), (14, 9, 13, 11))


class Aes:
    """A key of 16, 24 or 32 bytes, ready to encrypt and decrypt whole blocks of 16."""

    def __init__(self, key: bytes) -> None:
        words = [int.from_bytes(key[at : at + 4]) for at in range(0, len(key), 4)]
        length, rounds, constant = len(words), len(words) + 6, 1
        for at in range(length, 4 * (rounds + 1)):
            word = words[-1]
            if at % length == 0:
                word = _substituted((word << 8 | word >> 24) & 0xFFFFFFFF) ^ constant << 24
                constant = _multiplied(constant, 2)
            elif length > 6 and at % length == 4:
                word = _substituted(word)
            words.append(words[-length] ^ word)
        self._forth = [tuple(words[at : at + 4]) for at in range(0, len(words), 4)]
        back = self._forth[::-1]
        self._back = [back[0], *(tuple(map(_mixed_back, part)) for part in back[1:-1]), back[-1]]

    def encrypt_block(self, block: bytes) -> bytes:
        """Encrypt 16 bytes."""
        return _through(block, self._forth, _FORTH_TABLES, _BOX, (1, 3))

    def decrypt_block(self, block: bytes) -> bytes:
        """Decrypt 16 bytes."""
        return _through(block, self._back, _BACK_TABLES, _BACK, (3, 1))


@lru_cache(512)  # the same password is tried twice
def cbc_encrypt(key: bytes, start: bytes, data: bytes) -> bytes:
    """Encrypt whole blocks, each mixed with the one before."""
    aes, last, found = Aes(key), start, []
    for at in range(0, len(data), 16):
        last = aes.encrypt_block(_mixed(data[at : at + 16], last))
        found.append(last)
    return b"".join(found)


def cbc_decrypt(key: bytes, start: bytes, data: bytes) -> bytes:
    """Decrypt whole blocks, each mixed with the one before."""
    return _decrypted(Aes(key), start, data)


def ecb_encrypt(key: bytes, data: bytes) -> bytes:
    """Encrypt whole blocks, each for itself."""
    aes = Aes(key)
    return b"".join(aes.encrypt_block(data[at : at + 16]) for at in range(0, len(data), 16))


def ecb_decrypt(key: bytes, data: bytes) -> bytes:
    """Decrypt whole blocks, each for itself."""
    aes = Aes(key)
    return b"".join(aes.decrypt_block(data[at : at + 16]) for at in range(0, len(data), 16))


def _through(
    block: bytes, keys: list[tuple[int, ...]], tables: list[list[int]], box: bytes, turn: tuple[int, int]
) -> bytes:
    """Send a block through all the rounds, in the one direction or the other."""
    t0, t1, t2, t3 = tables
    i, k = turn
    whole, first = int.from_bytes(block), keys[0]
    a, b = whole >> 96 ^ first[0], whole >> 64 & 0xFFFFFFFF ^ first[1]
    c, d = whole >> 32 & 0xFFFFFFFF ^ first[2], whole & 0xFFFFFFFF ^ first[3]
    for key in keys[1:-1]:  # written out, for this is nearly all the time that it takes
        w, x, y, z = (b, c, d, a) if i == 1 else (d, a, b, c)
        e, f, g, h = (d, a, b, c) if k == 3 else (b, c, d, a)
        a, b, c, d = (
            t0[a >> 24] ^ t1[w >> 16 & 255] ^ t2[c >> 8 & 255] ^ t3[e & 255] ^ key[0],
            t0[b >> 24] ^ t1[x >> 16 & 255] ^ t2[d >> 8 & 255] ^ t3[f & 255] ^ key[1],
            t0[c >> 24] ^ t1[y >> 16 & 255] ^ t2[a >> 8 & 255] ^ t3[g & 255] ^ key[2],
            t0[d >> 24] ^ t1[z >> 16 & 255] ^ t2[b >> 8 & 255] ^ t3[h & 255] ^ key[3],
        )
    s, out = (a, b, c, d), 0
    for n, part in enumerate(keys[-1]):
        word = box[s[n] >> 24] << 24 | box[s[n + i & 3] >> 16 & 255] << 16
        word |= box[s[n + 2 & 3] >> 8 & 255] << 8 | box[s[n + k & 3] & 255]
        out = out << 32 | word ^ part
    return out.to_bytes(16)


def _decrypted(aes: Aes, start: bytes, data: bytes) -> bytes:
    plain = b"".join(aes.decrypt_block(data[at : at + 16]) for at in range(0, len(data), 16))
    return _mixed(plain, (start + data)[: len(plain)])


def _substituted(word: int) -> int:
    return int.from_bytes(bytes(_BOX[byte] for byte in word.to_bytes(4)))


def _mixed_back(word: int) -> int:
    found = 0
    for table, byte in zip(_MIX_BACK, word.to_bytes(4), strict=True):
        found ^= table[byte]
    return found


def _mixed(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(len(one))


class AesCrypt:
    """What pypdf wants of a key: strings and streams, each with its own start before it and padding behind it."""

    def __init__(self, key: bytes) -> None:
        self._aes = Aes(key)

    def decrypt(self, data: bytes, *, strict: bool = True) -> bytes:
        """Decrypt a string or a stream; one that is cut off is read as far as it goes."""
        whole = data[16 : 16 + (len(data) - 16) // 16 * 16]
        plain = _decrypted(self._aes, data[:16], whole)
        return plain[: -plain[-1]] if plain and 1 <= plain[-1] <= 16 else plain
