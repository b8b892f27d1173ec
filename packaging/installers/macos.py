"""The application bundle and the disk image of macOS. Written by the documents; nobody has tried them on a Mac yet."""

from __future__ import annotations

import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from installers.program_details import MACOS_ID, NAME, PROGRAM, SUFFIXES, TYPE_NAMES, VERSION

APPLICATION = f"{NAME}.app"
"""The application bundle, which PyInstaller makes beside the folder of the program."""
_BASES = ("public.database", "public.zip-archive", "public.zip-archive")
"""What a campaign, an export and a travel file are to macOS, in the order of `SUFFIXES`."""


def info_plist() -> dict[str, object]:
    """Return what the application bundle says about itself besides its name and version: the files that it opens."""
    names = {kind: f"{MACOS_ID}.{suffix.strip('.').replace('.', '-')}" for kind, suffix in SUFFIXES.items()}
    return {
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "LSApplicationCategoryType": "public.app-category.role-playing-games",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": TYPE_NAMES[kind],
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [name],
            }
            for kind, name in names.items()
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": name,
                "UTTypeDescription": TYPE_NAMES[kind],
                "UTTypeConformsTo": [base],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [SUFFIXES[kind].removeprefix(".")],
                    "public.mime-type": [kind],
                },
            }
            for (kind, name), base in zip(names.items(), _BASES, strict=True)
        ],
    }


def make_disk_image(dist: Path) -> Path:
    """Make the disk image: the application, and a link to the folder that it is dragged to."""
    image = dist / f"{PROGRAM}-{VERSION}-macos-{platform.machine()}.dmg"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(dist / APPLICATION, Path(folder) / APPLICATION, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")
        create = ["hdiutil", "create", "-volname", NAME, "-srcfolder", folder, "-format", "ULMO", "-ov", str(image)]
        subprocess.run(create, check=True)
    return image
