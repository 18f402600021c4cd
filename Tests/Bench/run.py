"""Runs scored beside its peers and the floor, round by round, and prints the table of targets.

    Scripts/bench peers [--moves N] [--rounds R] [--case NAME]... [--json FILE]
                        [--devices N,N,N] [--rate MOVES_A_SECOND] [--only-scored]
"""

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import table
from requirements import missing
from targets import CATCHUP_SMALL, M, ROWS, SMALL, crowd_rows

LIMIT_S = 600
CASES = ("catchup", "open", "durable", "live", "resync", "shell", "idle", "crowd")
# The loop of 50 daemons, the keepers and their screens needs cores of its own.
CORES_FOR_FIFTY = 4


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n", 1)[1].strip("\n"), add_help=False)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--case", action="append", choices=CASES)
    parser.add_argument("--json")
    parser.add_argument("--devices")
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--only-scored", action="store_true")
    asked = parser.parse_args()
    has_cores = (os.cpu_count() or 1) >= CORES_FOR_FIFTY
    sizes = asked.devices or ("10,25,50" if has_cores else "3,5,10")
    asked.sizes = [int(size) for size in sizes.split(",")]
    asked.note = "" if has_cores or asked.devices else (
        f"With {os.cpu_count()} cores tables have {sizes} devices instead of 10,25,50.")
    return asked


def size_of(run, moves):
    return {M: moves, SMALL: min(moves, 100_000)}.get(run.size, run.size)


def measure(run, n):
    """One case in a process of its own; the figures, or why there are none."""
    words = [sys.executable, "case.py", run.source, run.case, str(n), *(f"{k}={v}" for k, v in run.options)]
    child = subprocess.Popen(words, cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True)
    try:
        out, said = child.communicate(timeout=LIMIT_S)
    except BaseException as error:
        child.terminate()
        try:
            child.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            child.kill()
        if isinstance(error, subprocess.TimeoutExpired):
            return {"failed": f"over {LIMIT_S} s"}
        raise
    if child.returncode:
        return {"failed": (said.strip().splitlines() or ["it ended"])[-1][:200]}
    return json.loads(out)


def main():
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    rows = [row for row in ROWS + crowd_rows(asked.sizes, asked.rate) if not asked.case or row.case in asked.case]
    # Where no more is asked for than that, a row of 100,000 moves says nothing new.
    rows = [row for row in rows if asked.moves > 100_000 or row.ours.run != CATCHUP_SMALL]
    runs = []
    for row in rows:
        others = [] if asked.only_scored else [figure.run for figure in row.against.values()]
        for run in [row.ours.run, *others]:
            if run not in runs:
                runs.append(run)
    results, lines = defaultdict(list), []
    left_out = {run: reason for run in runs if (reason := missing(run))}
    for round_number in range(asked.rounds):
        for run in runs:
            if run in left_out:
                continue
            n = size_of(run, asked.moves)
            figures = measure(run, n)
            results[run].append(figures)
            lines.append({"round": round_number, "source": run.source, "case": run.case, "n": n,
                          **dict(run.options), **figures})
            print(f"# {json.dumps(lines[-1])}", file=sys.stderr, flush=True)
    head = {"date": time.strftime("%Y-%m-%d"), "moves": asked.moves, "rounds": asked.rounds,
            "load": f"{os.getloadavg()[0]:.1f}", "cores": os.cpu_count(), "processor": processor(),
            "kernel": platform.release()}
    judged = [table.judge(row, results, left_out) for row in rows]
    note = asked.note if any(row.case == "crowd" for row in rows) else ""
    print(table.text(head, judged, note, left_out))
    if asked.json:
        Path(asked.json).write_text(json.dumps({"machine": head, "rows": judged, "runs": lines}, indent=1) + "\n")
    sys.exit(0 if all("failed" not in figures for some in results.values() for figures in some) else 1)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


if __name__ == "__main__":
    main()
