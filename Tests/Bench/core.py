"""The core alone: median nanoseconds, and instructions a move as callgrind counts them, which are the same in every
run. They are those of a process that repeats a case twice less those of one that does it once. What SHA-256 has of them
is told apart, since callgrind hides the processor's own instructions for it.

    python3 core.py BINARIES_FOLDER [--moves N] [NAME]...
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CASES = ("append", "encode", "decode", "merge", "foldGame", "foldAll", "newGame", "frontier", "digest", "grouped")
# Per call, and not per move.
CALLS = ("frontier", "digest")
# What it works on; callgrind takes some 50 times as long.
MOVES = 9_000


def nanoseconds(binary, case, moves):
    done = subprocess.run([binary, "core", case, "--moves", str(moves), "--repeat", "7"], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def instructions(binary, case, moves, repeat):
    with tempfile.NamedTemporaryFile(prefix="callgrind-") as out:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", binary, "core", case, "--moves",
             str(moves), "--repeat", str(repeat)], capture_output=True, text=True)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode or not found:
            raise RuntimeError(done.stderr[-300:])
        listed = subprocess.run(["callgrind_annotate", out.name], capture_output=True, text=True).stdout
    hashing = [int(line.split()[0].replace(",", "")) for line in listed.splitlines() if "sha256_block" in line]
    return int(found[1]), sum(hashing)


def main(folder, *words):
    words = list(words)
    moves = MOVES
    if "--moves" in words:
        at = words.index("--moves")
        moves = int(words[at + 1])
        del words[at:at + 2]
    binary = os.path.join(folder, "benchmarks")
    has_valgrind = shutil.which("valgrind")
    if not has_valgrind:
        print("bench: no valgrind: no instructions are counted", file=sys.stderr)
    print("| case | median ns | instructions | of these SHA-256 | per |\n|---|---|---|---|---|")
    for case in words or CASES:
        said = nanoseconds(binary, case, moves)
        counted = ["–", "–"]
        if has_valgrind:
            both = zip(*(instructions(binary, case, moves, repeat) for repeat in (1, 2)))
            counted = [f"{(twice - once) / said['n']:,.0f}" for once, twice in both]
        per = "call" if case in CALLS else "game" if case == "newGame" else "move"
        print(f"| {case} | {said['ns']:,.1f} | {' | '.join(counted)} | {per} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
