"""Why a file could not be read or written, in plain words instead of those of the operating system."""

from __future__ import annotations

import errno
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say

_REASONS: Final = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "too_large",
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EROFS: "read_only",
    errno.ENOENT: "gone",
    errno.ENOTDIR: "gone",
    errno.EISDIR: "folder",
    errno.EEXIST: "folder",
    errno.ENAMETOOLONG: "long_name",
    errno.EBUSY: "busy",
    errno.ETXTBSY: "busy",
}


def disk_reason(error: OSError) -> str:
    """Return the reason of an error of the system, as a part of a sentence."""
    reason = _REASONS.get(error.errno or 0)
    return say(Message(key=f"save.reason.{reason}")) if reason else error.strerror or type(error).__name__
