#!/bin/sh
# Installs scored for this account alone, without root: into ~/.local, or the folder PREFIX.
# Usage: sh install.sh [install | uninstall] [PREFIX]
# It starts nothing. The homes of devices (~/.local/state/scored) are never touched.
set -eu
order=${1:-install}
prefix=${2:-$HOME/.local}
cd "$(dirname "$0")"

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

[ -f files ] || fail "no file list beside it: run it in the folder that was unpacked"
case $order in
install)
    bin/scored version >/dev/null || fail "bin/scored does not run on this computer ($(uname -m)); nothing was installed"
    while read -r file; do
        mkdir -p "$prefix/$(dirname "$file")"
        # The new file takes the place of the old one at once: a daemon that runs keeps the old one.
        new=$prefix/$(dirname "$file")/.$(basename "$file").new
        case $file in
        share/systemd/*) sed "s|/usr/bin/scored|$prefix/bin/scored|g" "$file" >"$new" ;;
        *) cp "$file" "$new" ;;
        esac
        case $file in bin/*) chmod 755 "$new" ;; *) chmod 644 "$new" ;; esac
        mv "$new" "$prefix/$file"
    done <files
    echo "installed: $("$prefix/bin/scored" version) in $prefix"
    case :$PATH: in
    *:"$prefix/bin":*) echo "next: scored" ;;
    *)
        echo "$prefix/bin is not in PATH. For this terminal and later ones:"
        echo "    export PATH=\"$prefix/bin:\$PATH\"; echo 'export PATH=\"$prefix/bin:\$PATH\"' >>~/.profile"
        echo "next: scored"
        ;;
    esac
    ;;
uninstall)
    while read -r file; do rm -f "$prefix/$file"; done <files
    echo "removed from $prefix; the homes of devices (~/.local/state/scored) are still there"
    ! systemctl --user is-enabled --quiet scored 2>/dev/null || echo "to end its service: systemctl --user disable --now scored"
    ;;
-h | --help | help) sed -n 's/^# //p' install.sh ;;
*) fail "unknown order $order: say install or uninstall" ;;
esac
