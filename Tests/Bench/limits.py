"""The physical limits of this machine: builds native/ into the scratch folder and runs it."""

import json
import subprocess
from pathlib import Path

from common import DATA

NATIVE = Path(__file__).parent / "native"


def build(output, *argv):
    target = DATA / output
    done = subprocess.run([*map(str, argv), "-o", str(target)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{argv[0]} could not build {output}: {done.stderr[-300:]}")
    return target


def measure(*argv):
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()] or [{"failed": done.stderr[-300:]}]
