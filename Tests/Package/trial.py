#!/usr/bin/env python3
"""Makes the packages of a binary twice and compares them, reads them with lintian, mandoc and
pyspdxtools, and installs both into a bare Debian 12 without Swift: the .deb as root, the archive as
another account. There two devices join, record and agree, and a purge leaves their homes.

Usage: Scripts/package --check [--binary FILE], or Tests/Package/trial.py --binary FILE [--root TAR]
TAR is a bare root made before (mmdebstrap --variant=minbase bookworm TAR). What cannot be tried here
is said to be "not run". Every wait has a limit; the chroot has a network of its own with loopback only.
"""
import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND_LIMIT = 120  # seconds; the slowest is dpkg on a loaded machine
ROOT_LIMIT = 480  # seconds to download and unpack a bare root

# The commands of a new user, in one shell without terminal. Bo's device listens on another port because
# both devices share one loopback here.
GAME = """
set -eu
export SCORED_HOME=$HOME/mia
scored up --name Mia
scored new Hawks Owls --rules 3x3 --home "4 Ana, 7 Bo" --away "5 Dee, 8 Eli"
scored move 7 2
code=$(scored invite | grep -Eo '[0-9A-Z]{4}(-[0-9A-Z]{4}){3}' | head -n 1)
export SCORED_HOME=$HOME/bo
scored up --name Bo --listen 127.0.0.1:7520
scored join "$code" --via 127.0.0.1:7420
scored move 5 1
for home in mia bo; do
    for attempt in $(seq 100); do
        if scored --state "$HOME/$home" status | grep -q 'Hawks  2 : 1  Owls'; then break; fi
        sleep 0.1
    done
    scored --state "$HOME/$home" status | grep 'Hawks  2 : 1  Owls'
done
scored down --now
scored --state "$HOME/mia" down --now
"""


class Failure(Exception):
    """A sentence: what was wrong, and where."""


def run(*command, limit=COMMAND_LIMIT, **options):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, timeout=limit, text=True, errors="replace",
                          **options)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command))[:200]} exited {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


def need(condition, text):
    if not condition:
        raise Failure(text)


def make(binary, to):
    run(sys.executable, ROOT / "Scripts/package", "--binary", binary, "--to", to)
    return sorted(path.name for path in to.iterdir())


def compare(scratch, binary):
    first, second = scratch / "first", scratch / "second"
    names = make(binary, first)
    time.sleep(1.1)  # So that a time of day in a package shows: file times have whole seconds.
    need(names == make(binary, second), "the second time other files were made")
    need(len(names) == 4, f"four files are made, not {names}")
    for name in names:
        need(filecmp.cmp(first / name, second / name, shallow=False), f"{name} differs the second time")
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=first)
    return f"{len(names)} files, equal in every byte"


def pages(scratch, _):
    folder = scratch / "pages"
    run("dpkg-deb", "--extract", next((scratch / "first").glob("*.deb")), folder)
    files = sorted(folder.glob("usr/share/man/man*/*.gz"))
    need(len(files) > 50, f"only {len(files)} manual pages")
    plain = []
    for file in files:
        plain.append(folder / file.name.removesuffix(".gz"))
        plain[-1].write_text(run("gzip", "--decompress", "--stdout", file))
    run("mandoc", "-T", "lint", "-W", "warning", *plain)
    if shutil.which("man"):
        for file in plain:
            said = subprocess.run(["man", "--warnings", "--local-file", file], capture_output=True,
                                  timeout=COMMAND_LIMIT, env={**os.environ, "MANWIDTH": "80"})
            need(not said.returncode and not said.stderr, f"man: {file.name}: {said.stderr.decode()}")
    return f"{len(files)} manual pages without a warning"


def lint(scratch, _):
    options = ["--fail-on", "error", "--tag-display-limit", "0", "--allow-root"]
    said = run("lintian", *options, next((scratch / "first").glob("*.deb")))
    return "no error" + (f"; {said.count(chr(10))} lines:\n{said.rstrip()}" if said.strip() else ", no warning")


def bill(scratch, _):
    run("pyspdxtools", "--infile", next((scratch / "first").glob("*.spdx.json")))
    return "valid SPDX 2.3"


class Bare:
    """A bare Debian root in a folder. Commands run in a network namespace with loopback alone."""

    def __init__(self, scratch, given):
        self.folder = scratch / "root"
        self.folder.mkdir()
        if given:
            run("tar", "--extract", "--file", given, "--directory", self.folder, limit=ROOT_LIMIT)
        else:
            run("mmdebstrap", "--variant=minbase", "--mode=root", "bookworm", self.folder, limit=ROOT_LIMIT)
        need(not list(self.folder.glob("usr/**/libswift*")), "the root has Swift in it")

    def shell(self, text, account=None):
        inner = ["su", "-", account, "-c", text] if account else ["sh", "-c", text]
        # The process namespace ends every daemon with the shell.
        return run("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                   "sh", "-c", 'ip link set lo up && mount --bind "$0" "$0" && mount -t proc proc "$0/proc" '
                   '&& mount -t tmpfs tmpfs "$0/dev/shm" 2>/dev/null; exec chroot "$@"',
                   self.folder, self.folder, *inner)


def deb(scratch, root):
    package = next((scratch / "first").glob("*.deb"))
    shutil.copy(package, root.folder / "opt/scored_trial.deb")
    start = time.monotonic()
    root.shell("apt-get install --yes --no-install-recommends /opt/scored_trial.deb")
    root.shell("useradd --create-home --shell /bin/sh mia")
    said = root.shell(GAME, "mia")
    took = time.monotonic() - start
    need(said.count("Hawks  2 : 1  Owls") >= 2, f"the devices do not agree:\n{said}")
    need((root.folder / "usr/share/man/man1/scored.1.gz").exists(), "no manual page was installed")
    root.shell("apt-get purge --yes scored")
    need(not (root.folder / "usr/bin/scored").exists(), "the program is still there after a purge")
    for home in ("mia", "bo"):
        folder = root.folder / "home/mia" / home
        need(folder.exists() and any(folder.iterdir()), f"the purge took the home {home}")
    return f"installed, two devices agree, purged, homes kept; {took:.1f} s from apt-get to both scores"


def archive(scratch, root):
    package = next((scratch / "first").glob("*.tar.gz"))
    root.shell("useradd --create-home --shell /bin/sh bo")
    shutil.copy(package, root.folder / "home/bo/scored.tar.gz")
    start = time.monotonic()
    said = root.shell("tar xzf scored.tar.gz && cd scored-*/ && sh install.sh", "bo")
    need("is not in PATH" in said, f"a shell without ~/.local/bin is not told so:\n{said}")
    said = root.shell('PATH=$HOME/.local/bin:$PATH\n' + GAME, "bo")
    took = time.monotonic() - start
    need(said.count("Hawks  2 : 1  Owls") >= 2, f"the devices do not agree:\n{said}")
    need((root.folder / "home/bo/.local/share/man/man1/scored.1.gz").exists(), "no manual page")
    root.shell("cd scored-*/ && sh install.sh uninstall", "bo")
    left = [path for path in (root.folder / "home/bo/.local").rglob("*") if path.is_file()]
    need(not left, f"uninstall leaves {left}")
    need(any((root.folder / "home/bo/mia").iterdir()), "uninstall took a home")
    return f"installed without root, two devices agree, uninstalled, homes kept; {took:.1f} s"


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--binary", type=Path, required=True)
    reader.add_argument("--root", type=Path, help="a tar file with a bare root")
    given = reader.parse_args()
    failed = False

    def step(name, work, tool, *arguments):
        nonlocal failed
        if tool and not shutil.which(tool):
            print(f"{name}: not run: there is no {tool} here", flush=True)
            return None
        try:
            result = work(*arguments)
        except (Failure, subprocess.TimeoutExpired) as error:
            failed = True
            print(f"{name}: FAILED: {error}", flush=True)
            return None
        if isinstance(result, str):
            print(f"{name}: {result}", flush=True)
        return result

    with tempfile.TemporaryDirectory(prefix="scored-trial-") as scratch:
        scratch = Path(scratch)
        if not step("twice", compare, "dpkg-deb", scratch, given.binary.resolve()):
            sys.exit("nothing else can be tried without the packages")
        step("manual pages", pages, "mandoc", scratch, None)
        step("lintian", lint, "lintian", scratch, None)
        step("SBOM", bill, "pyspdxtools", scratch, None)
        if os.geteuid() or subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True).returncode:
            print("bare root: not run: it needs root and namespaces", flush=True)
        else:
            root = step("bare root", Bare, None if given.root else "mmdebstrap", scratch, given.root)
            if root:
                step("deb", deb, None, scratch, root)
                step("archive", archive, None, scratch, root)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
