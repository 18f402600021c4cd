#!/usr/bin/env python3
"""A keeper types moves into `scored keep` at a real terminal, at 2, 8 and 16 keys a second, while the daemon behind the
screen is killed -9 at drawn instants; the screen starts it again. Each move typed must be in the log once, in the order in
which it was typed, and no key may be without a word.

Usage: typing.py BINARY [--seconds N] [--kills K] [--seed S] [--rate KEYS...]
  --seconds  how long is typed at each rate (20)
  --kills    kills at each rate (4)
"""
import argparse
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Bench"), str(HERE.parent / "Browser"), str(HERE.parent / "Budgets")]
from budgets import SECONDS_MAX, Table, await_text  # noqa: E402
from common import until  # noqa: E402
from screens import Screen, drain, rest  # noqa: E402

# Two keys a move: number and kind. Another player each time, since the same keys at once would be a key held down.
KINDS = {"k": "twoPoints", "t": "freeThrow", "r": "rebound", "f": "foul"}
WORDS = {"k": "two points", "t": "free throw", "r": "rebound", "f": "foul"}


def processes(home):
    """The daemons of a home."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if "daemon" in words and str(home) in words:
                found.append(int(entry.name))
    return found


def typed(binary, rate, given, drawn):
    moves = rate * given.seconds // 2
    with Table(binary, ["ana"]) as table:
        device = table.devices[0]
        # The screen's own daemon from now on: it starts one again.
        device.end()
        words = [str(binary), "keep", "--state", str(device.home)]
        with Screen(words, {**os.environ, "TERM": "xterm-256color", "SCORED_HOME": str(device.home)}) as screen:
            await_text(screen, r"\d+ ?: ?\d+")
            rest([screen], 1)
            kills = set(drawn.sample(range(2 * moves * 3 // 4), given.kills))
            wanted, waits, killed, due = [], [], 0, 0
            for place in range(moves):
                player, letter = place % 10, "ktrf"[place // 10 % 4]
                wanted.append((f"h#{player + 1}", KINDS[letter]))
                for half, key in enumerate((str(4 + player), letter)):
                    begun = time.monotonic()
                    due += 2 * place + half in kills
                    # Where the last one has not been started again yet, the next one is killed.
                    if due and (running := processes(device.home)):
                        os.kill(running[0], signal.SIGKILL)
                        killed, due = killed + 1, due - 1
                    screen.type(key)
                    if half == 1:
                        waits.append(answered(screen, f"{player + 4} Player {player} {WORDS[letter]}", begun))
                    while (left := begun + 1 / rate - time.monotonic()) > 0:
                        drain([screen], left)
            if not until(lambda: rest([screen], 0.2) or settled(screen), SECONDS_MAX, 0):
                raise SystemExit(f"typing: moves are left open:\n{screen.text}")
            held = logged(binary, device.home)
        if held != wanted:
            missing = [move for move in wanted if move not in held]
            raise SystemExit(f"typing: at {rate} keys a second the log holds {len(held)} moves of {len(wanted)}: {missing}\n{screen.text}")
        return killed, waits


def answered(screen, words, begun):
    """The seconds until the line under the prompt says the move."""
    while not screen.lines[-3].startswith(words):
        drain([screen], 0.5)
        if time.monotonic() - begun > SECONDS_MAX:
            raise SystemExit(f"typing: the screen never said {words}:\n{screen.text}")
    return time.monotonic() - begun


def settled(screen):
    return not re.search(r"pending|not recorded|waits|no daemon", screen.text)


def logged(binary, home):
    """Player and kind of each move of the log, in the order in which they were recorded."""
    done = subprocess.run([str(binary), "log", "--json", "--limit", "500", "--state", str(home)], check=True,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS_MAX)
    entries = [entry for entry in json.loads(done.stdout)["entries"] if entry.get("player")]
    entries.sort(key=lambda entry: int(entry["name"].split(".")[1]))
    return [(entry["player"], entry["kind"]) for entry in entries]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary", type=lambda path: Path(path).absolute())
    for option, default in (("--seconds", 20), ("--kills", 4), ("--seed", 1)):
        parser.add_argument(option, type=int, default=default)
    parser.add_argument("--rate", type=int, nargs="*", default=[2, 8, 16])
    given = parser.parse_args()
    drawn = random.Random(given.seed)
    for rate in given.rate:
        killed, waits = typed(given.binary, rate, given, drawn)
        if not killed:
            raise SystemExit("typing: no daemon was killed")
        print(f"{rate:3} keys a second: {len(waits)} moves, {killed} daemons killed, each move once and in order; "
              f"key to its words p50 {1000 * statistics.median(waits):.1f} ms, longest {1000 * max(waits):.0f} ms", flush=True)


if __name__ == "__main__":
    main()
