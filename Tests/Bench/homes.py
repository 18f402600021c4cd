"""Homes with a recorded history, made by `benchmarks` through the real core and kept in the scratch folder. Their
bytes are those of the present build, so a home is kept under the digest of the program that made it."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

from common import DATA
from workload import columns

BINARY = Path(os.environ.get("SCORED_BINARY", ".build-release/release/scored")).absolute()
BENCHMARKS = Path(os.environ.get("SCORED_BENCHMARKS", BINARY.with_name("benchmarks"))).absolute()
COLUMNS = ("ts", "game", "author", "player", "kind")


@cache
def version():
    """Of the program that makes the homes."""
    return hashlib.sha256(BENCHMARKS.read_bytes()).hexdigest()[:16]


def workload_file(n):
    """The workload's columns as raw arrays, one after the other."""
    path = DATA / f"moves-{n}.bin"
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        drawn = columns(n)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(b"".join(np.ascontiguousarray(drawn[name]).tobytes() for name in COLUMNS))
        part.rename(path)
    return path


def benchmarks(*words):
    """Runs `benchmarks`; what it printed."""
    done = subprocess.run([BENCHMARKS, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"benchmarks {words[0]}: {done.stderr.strip()[-400:]}")
    return done.stdout


def built(name, make):
    """A folder of this build, made by `make(folder)` if it is not there; those of older builds go."""
    root = DATA / "homes"
    root.mkdir(parents=True, exist_ok=True)
    for old in root.iterdir():
        if not old.name.startswith(version()):
            shutil.rmtree(old)
    folder = root / f"{version()}-{name}"
    if not folder.exists():
        part = root / f"{folder.name}.{os.getpid()}"
        make(part)
        part.rename(folder)
    return folder


def recorded(n, extra=0):
    """Homes `full`, `other` and `fresh` of n moves; with extra ones also `left` and `right`."""
    def make(folder):
        more = ["--extra", extra] if extra else []
        benchmarks("home", workload_file(n + 2 * extra), n + 2 * extra, folder, *more)

    return built(f"{n}-{extra}", make)


@contextmanager
def copies(source, *names):
    """Copies of some homes, to be used up."""
    DATA.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=DATA))
    try:
        for name in names:
            shutil.copytree(source / name, folder / name)
        os.sync()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def expected_scores(n):
    """[home, away] of each game, from the workload alone."""
    drawn = columns(n)
    points = np.array((1, 2, 3, 0, 0, 0, 0, 0))[drawn["kind"]]
    total = np.zeros((int(drawn["game"].max()) + 1, 2), int)
    np.add.at(total, (drawn["game"], drawn["player"] & 1), points)
    return {f"hawks-{g}-owls-{g}": tuple(map(int, row)) for g, row in enumerate(total)}
