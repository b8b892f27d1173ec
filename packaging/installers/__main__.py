"""Make the packages to give away of the frozen program, and try them out: `python -m installers dist/kitchen-table`.

`packaging/dev.py build` starts this on a screen of its own. On Linux there is an archive for one user and a package for
Debian; on macOS a disk image; on Windows a zip and, where Inno Setup is installed, an installer.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from installers.third_party import without_text

MOST_MEGABYTES = 45
"""The size limit of a package. It was measured on Linux, so only the packages of Linux must keep it."""


def main(words: list[str]) -> int:
    """Make the packages of this system; the exit status."""
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    bundle = Path(words[0]).resolve()
    unknown = without_text(next(bundle.rglob("licences/list.tsv")).parent)
    if unknown:
        print(f"Nothing may be given away: no licence is known here of {', '.join(unknown)}.", file=sys.stderr)
        print("Build on Debian or Ubuntu, where each library belongs to a package with its licence.", file=sys.stderr)
        return 1
    make = {"darwin": make_macos_packages, "win32": make_windows_packages}.get(sys.platform, make_linux_packages)
    return make(bundle)


def make_linux_packages(bundle: Path) -> int:
    """Make the packages of Linux beside the folder of the program, and try them out; the exit status."""
    from installers.debian_package import debian_package, package_name
    from installers.icons import png
    from installers.try_out import Fault, missing_tools, try_archive, try_debian_package
    from installers.user_archive import archive_name, user_archive

    png(16)  # the application that draws pictures belongs to this thread
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    archive, package = bundle.parent / archive_name(), bundle.parent / package_name()
    with ThreadPoolExecutor() as pool:  # while one compresses, the other can
        packed = pool.submit(user_archive, bundle, moment)
        package.write_bytes(debian_package(bundle, moment))
        archive.write_bytes(packed.result())
    lacking = missing_tools()
    status = 0
    tries: dict[Path, Callable[[Path, Path], None]] = {archive: try_archive, package: try_debian_package}
    for path, try_package in tries.items():
        state = f"not tried out; missing: {', '.join(lacking)}"
        if not lacking:
            state = "installs, opens a campaign by double click, and is removed without a trace"
            try:
                with tempfile.TemporaryDirectory(prefix="kitchen-table-install-") as folder:
                    try_package(path, Path(folder))
            except Fault as fault:
                status, state = 1, f"does not pass: {fault}"
        if megabytes(path) > MOST_MEGABYTES:
            status, state = 1, f"{state}; {MOST_MEGABYTES} MB is the most"
        print(f"{path.name}: {megabytes(path):.1f} MB; {state}")
    return status


def make_macos_packages(bundle: Path) -> int:
    """Make the disk image of macOS; the exit status."""
    from installers.macos import make_disk_image

    return _tell([make_disk_image(bundle.parent)])


def make_windows_packages(bundle: Path) -> int:
    """Make the packages of Windows; the exit status."""
    from installers.windows import make_installer, make_zip

    return _tell([make_zip(bundle), *make_installer(bundle)])


def megabytes(path: Path) -> float:
    """Return the size of a file."""
    return path.stat().st_size / 1e6


def _tell(packages: Iterable[Path]) -> int:
    for path in packages:
        print(f"{path.name}: {megabytes(path):.1f} MB; not tried out")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
