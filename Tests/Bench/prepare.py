"""Puts what the peers need into a scratch folder, and goes on as `run.py`: packages of PyPI in an environment of
their own, and Debian's programs that are missing here, unpacked and not installed, so that no service begins.

    python3 prepare.py BINARIES_FOLDER [ARGUMENT OF run.py]...
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
SCRATCH = Path(os.environ.get("SCORED_BENCH_FOLDER") or Path(tempfile.gettempdir()) / "scored-bench")
# A program that is missing, and the packages that hold it with the libraries that are not on every machine.
PROGRAMS = {
    "redis-server": ["redis-server", "redis-tools", "libjemalloc2", "liblzf1", "liblua5.1-0", "libhiredis0.14"],
    "nats-server": ["nats-server"],
    "sqlite3": ["sqlite3"],
    "ss": ["iproute2"],
}


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def environment():
    """The interpreter of the environment; packages that cannot be had are missing in it."""
    folder = SCRATCH / "venv"
    python = folder / "bin" / "python"
    wanted = (HERE / "requirements.txt").read_text()
    mark = folder / "requirements"
    if mark.exists() and mark.read_text() == wanted:
        return python
    if not python.exists():
        venv.create(folder, with_pip=True)
    for package in wanted.split():
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", package], capture_output=True, text=True)
        if done.returncode:
            say(f"no {package} from PyPI: {(done.stderr.strip().splitlines() or [''])[-1][:200]}")
    if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode:
        sys.exit("bench: numpy is needed, which draws the workload: pip could not install it")
    mark.write_text(wanted)
    return python


def unpack(packages, root):
    """Unpacks packages of this Debian below `root`; those that another release does not have are passed over."""
    folder = Path(tempfile.mkdtemp(prefix="packages-", dir=SCRATCH))
    try:
        for package in packages:
            subprocess.run(["apt-get", "download", "--quiet", package], cwd=folder, capture_output=True)
        for file in folder.glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", file, root], check=True, capture_output=True)
    finally:
        shutil.rmtree(folder)


def programs():
    """Variables with which the programs are found, whether they are installed or unpacked."""
    root = SCRATCH / "root"
    folders = [root / "usr" / "bin", root / "bin", root / "sbin", root / "usr" / "sbin"]
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders), "/usr/sbin", "/sbin"])
    absent = [name for name in PROGRAMS if shutil.which(name, path=path) is None]
    if absent and shutil.which("apt-get"):
        root.mkdir(exist_ok=True)
        lists = Path("/var/lib/apt/lists")
        if os.geteuid() == 0 and not any(lists.glob("*Packages*")):
            subprocess.run(["apt-get", "update", "--quiet=2"], capture_output=True)
        for name in absent:
            unpack(PROGRAMS[name], root)
    for name in [*PROGRAMS, "gcc"]:
        if shutil.which(name, path=path) is None:
            say(f"no {name}: its cases are left out")
    libraries = [str(folder) for folder in root.glob("usr/lib/*-linux-*")]
    found = {"PATH": path}
    if libraries:
        found["LD_LIBRARY_PATH"] = os.pathsep.join([*libraries, os.environ.get("LD_LIBRARY_PATH", "")]).strip(":")
    return found


def installed(binaries):
    """A folder with copies of what was built, as an installation makes them, and as the peers were installed: what a
    linker wrote here and there lies in the page cache in small pieces, and starts a tenth slower until it is read again."""
    folder = SCRATCH / "programs"
    folder.mkdir(exist_ok=True)
    for name in ["scored", "benchmarks"]:
        part = folder / f"{name}.part"
        shutil.copy(Path(binaries) / name, part)
        part.replace(folder / name)
    return folder


def main(binaries, *words):
    SCRATCH.mkdir(parents=True, exist_ok=True)
    python = environment()
    mine = installed(binaries)
    variables = programs() | {
        "SCORED_BINARY": str(mine / "scored"), "SCORED_BENCHMARKS": str(mine / "benchmarks"),
        "PEERS_DATA": str(SCRATCH / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
    os.execve(python, [str(python), str(HERE / "run.py"), *words], os.environ | variables)


if __name__ == "__main__":
    main(*sys.argv[1:])
