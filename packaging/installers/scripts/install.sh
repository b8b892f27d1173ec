#!/bin/sh
# Install Kitchen Table for the user who runs this, or remove it again: install.sh [--remove]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$HOME/.local/opt/kitchen-table
command=$HOME/.local/bin/kitchen-table
data=${XDG_DATA_HOME:-$HOME/.local/share}

# Remove a folder and those above it while they are empty, down from another folder.
remove_empty() {
    (cd "$1" && rmdir -p "$2") 2>/dev/null || true
}

# Let the desktop read its lists of programs, kinds of files and icons anew.
tell_desktop() {
    if [ -d "$data/mime/packages" ] && command -v update-mime-database >/dev/null; then
        update-mime-database "$data/mime"
    fi
    if [ -d "$data/applications" ] && command -v update-desktop-database >/dev/null; then
        update-desktop-database "$data/applications"
    fi
    if [ -d "$data/icons/hicolor" ]; then
        touch "$data/icons/hicolor"
        if [ -e "$data/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
            gtk-update-icon-cache --quiet --force --ignore-theme-index "$data/icons/hicolor"
        fi
    fi
}

# Remove the lists that the desktop made from our files alone.
remove_lists() {
    if [ -z "$(ls -A "$data/mime/packages" 2>/dev/null)" ]; then
        for list in aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version \
            XMLnamespaces; do
            rm -f "$data/mime/$list"
        done
        remove_empty "$data" mime/application
    fi
    if [ "$(ls -A "$data/applications" 2>/dev/null)" = mimeinfo.cache ]; then
        rm "$data/applications/mimeinfo.cache"
    fi
}

# Remove the files of the installed program; the folders stay for the moment.
remove_files() {
    for file in $shared; do
        rm -f "$data/$file"
    done
    if [ "$(readlink "$command" 2>/dev/null)" = "$program/kitchen-table" ]; then
        rm "$command"
    fi
    rm -rf "$program"
}

# What an installed program has put into the folder of shared data; no name has a space in it.
shared=$(cd "$program/share" 2>/dev/null && find * -type f) || true

if [ "${1:-}" = --remove ]; then
    remove_files
    tell_desktop
    remove_lists
    for file in $shared; do
        remove_empty "$data" "$(dirname "$file")"
    done
    for folder in .local/opt .local/bin .local/share; do
        remove_empty "$HOME" "$folder"
    done
    echo "Kitchen Table is removed. Your campaigns and settings are still there."
    exit 0
fi

if [ "$here" = "$program" ]; then
    echo "This is the installed program. Run install.sh in the folder of a newer version." >&2
    exit 1
fi
if [ ! -x "$here/kitchen-table" ]; then
    echo "The program is missing: unpack the whole archive, then run install.sh in its folder." >&2
    exit 1
fi
remove_files
mkdir -p "$program" "$(dirname "$command")"
cp -R "$here/." "$program"
(cd "$here/share" && find * -type f) | while read -r file; do
    mkdir -p "$(dirname "$data/$file")"
    cp "$here/share/$file" "$data/$file"
done
# In a desktop entry, a path may have spaces only between quotes, and a percent sign is written twice.
sed "s|^Exec=kitchen-table|Exec=\"$(printf %s "$program/kitchen-table" | sed 's/%/%%/g; s/[&|\\]/\\&/g')\"|" \
    "$here/share/applications/kitchen-table.desktop" >"$data/applications/kitchen-table.desktop"
if [ ! -e "$command" ]; then
    ln -s "$program/kitchen-table" "$command"
fi
tell_desktop
echo "Kitchen Table is installed: you find it in the menu, and campaigns open with a double click."
echo "To remove it: $program/uninstall.sh"
