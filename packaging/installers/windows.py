"""The zip and the installer of Windows. Written by the documents; nobody has tried them on Windows yet."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

from installers.icons import ico
from installers.program_details import CAMPAIGN_TYPE, NAME, PROGRAM, SUFFIXES, TRAVEL_TYPE, TYPE_NAMES, VERSION, licence

SETUP = Path(__file__).with_name("scripts") / "kitchen_table.iss"
"""The script of Inno Setup."""


def make_zip(bundle: Path) -> Path:
    """Make the zip of the frozen program in a folder; it is started where it is unpacked."""
    target = bundle.parent / f"{PROGRAM}-{VERSION}-windows.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(bundle.rglob("*")):
            archive.write(path, Path(f"{PROGRAM}-{VERSION}") / path.relative_to(bundle))
        archive.writestr(f"{PROGRAM}-{VERSION}/LICENSE.txt", licence())
    return target


def make_installer(bundle: Path) -> list[Path]:
    """Make the installer; none where Inno Setup is not there."""
    compiler = shutil.which("iscc") or shutil.which("ISCC")
    if compiler is None:
        return []
    work = bundle.parent / "inno_setup"
    work.mkdir(exist_ok=True)
    (work / "program.ico").write_bytes(ico())
    (work / "licence.txt").write_text(licence(), encoding="utf-8")
    words = [f"/D{name}={value}" for name, value in definitions(bundle, work).items()]
    subprocess.run([compiler, *words, f"/O{bundle.parent}", str(SETUP)], check=True)
    return [bundle.parent / f"{definitions(bundle, work)['Installer']}.exe"]


def definitions(bundle: Path, work: Path) -> dict[str, str]:
    """Return the words that the script leaves open.

    Args:
        bundle: the folder of the frozen program.
        work: the folder of the icon and the licence.
    """
    return {
        "Name": NAME,
        "Program": PROGRAM,
        "Version": VERSION,
        "Bundle": str(bundle),
        "Work": str(work),
        "Installer": f"{PROGRAM}-{VERSION}-windows-setup",
        "Suffix": SUFFIXES[CAMPAIGN_TYPE],
        "Type": CAMPAIGN_TYPE,
        "TypeName": TYPE_NAMES[CAMPAIGN_TYPE],
        "TravelSuffix": SUFFIXES[TRAVEL_TYPE],
        "TravelType": TRAVEL_TYPE,
        "TravelTypeName": TYPE_NAMES[TRAVEL_TYPE],
    }
