#!/usr/bin/env python3
"""The turns of a daemon with a whole season, whatever it is asked for: each kind of request alone,
all at once while a keeper scores, and what creating a game costs. Prints tables, and marks with *
what is over 25 ms of processor time; fails on no number.

Usage: turns.py BINARY [--moves N] [--games G] [--home-cache FOLDER] [--only WORD]...
                       [--without WORD]... [--seconds S] [--json FILE]

A word chooses the kinds of requests whose names have it, or leaves them out, the clients of the
crowd too; `alone`, `crowd` and `creating` are the three parts. The season is made once and kept in
the folder, which is ${TMPDIR:-/tmp}/scored-bench/turns unless said otherwise.
"""

import argparse
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

import turn_cases
import turn_creating
import turn_crowd
import turn_homes
import turn_trace
from common import now
from turn_watch import TURN_SECONDS_MAX, Watched, trace_cost

PARTS = ("alone", "crowd", "creating")
TURN_MS_MAX = TURN_SECONDS_MAX * 1e3


def arguments():
    parser = argparse.ArgumentParser(
        usage=__doc__.split("Usage: ")[1].split("\n\n")[0], add_help=False
    )
    parser.add_argument("binary")
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument(
        "--home-cache", default=os.path.join(tempfile.gettempdir(), "scored-bench", "turns")
    )
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--json")
    asked = parser.parse_args()
    if asked.games < 24 or asked.moves < 50 * asked.games:
        parser.error("a season has 24 games or more, of 50 moves or more")
    return asked


def say(text):
    print(text, file=sys.stderr, flush=True)


# MARK: Tables


def ms(figure, key="turn_processor_s"):
    """Milliseconds; with a star past the bound."""
    value = (figure or {}).get(key)
    if value is None:
        return "–"
    star = "*" if key == "turn_processor_s" and value > TURN_SECONDS_MAX else ""
    return f"{value * 1e3:,.{1 if value < 1 else 0}f}{star}"


def megabytes(figure, key):
    value = figure.get(key)
    return "–" if value is None else f"{value / 1e6:,.0f}"


def said(turn):
    """The longest turn in the daemon's own words: processor time if it says that."""
    if not turn:
        return "–"
    if "processorMilliseconds" in turn:
        value = turn["processorMilliseconds"]
        return f"{value:,.1f}" + ("*" if value > TURN_MS_MAX else "")
    return f"({turn['milliseconds']:,.1f})"


def table(heads, rows):
    widths = [max(len(str(row[index])) for row in [heads, *rows]) for index in range(len(heads))]
    for row in [heads, *rows]:
        cells = [str(row[0]).ljust(widths[0])]
        cells += [str(cell).rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
    print(flush=True)


def show_alone(rows):
    print(
        "Each kind alone, at a daemon that was just started: the first time, and the worst of the"
    )
    print("next times, in ms. Turns are processor time, with * past the bound, and `said` is the")
    print(
        "longest since the start as the daemon says it: (in parentheses) where that is wall time.\n"
    )
    heads = "what answer again turn again wall long said MB peak after bytes".split()
    lines, notes = [], []
    for row in rows:
        first, again = row["first"], row.get("again") or {}
        long = first.get("long_turns", 0) + again.get("long_turns", 0)
        line = [row["name"], ms(first, "s"), ms(again, "s"), ms(first), ms(again)]
        line += [ms(first, "turn_wall_s"), long or "", said(row.get("said"))]
        line += [megabytes(first, f"{key}_bytes") for key in ("before", "peak", "after")]
        lines.append([*line, f"{first['bytes']:,}" if "bytes" in first else "–"])
        failed = [figure["failed"] for figure in (first, again) if "failed" in figure]
        notes += [f"{row['name']}: {text[:300]}" for text in failed + [row.get("note")] if text]
    table(heads, lines)
    if notes:
        print("\n".join(notes) + "\n")


def show_crowd(run):
    how = "traced, for the turns" if run["is_traced"] else "not traced, for the answers"
    print(f"All at once for {run['seconds']:.0f} s ({how}).\n")
    heads = ("who", "answers", "p50 ms", "p99 ms", "max ms", "failed", "")
    rows = [client(f"keeper, {turn_crowd.RATE} moves/s", run["keeper"])]
    rows += [client("the same, idle daemon", run["idle_keeper"])]
    rows += [client(name, figure) for name, figure in run["clients"].items()]
    table(heads, rows)
    for name, key in (("the daemon", "big"), ("the idle one", "small")):
        worst = run[key]
        if worst:
            wall, long = ms(worst, "turn_wall_s"), worst["long_turns"]
            print(f"turns of {name}: longest {ms(worst)} ms of processor, {wall} ms wall;")
            print(f"  {long} of {worst['turns']} over {TURN_MS_MAX:.0f} ms")
    if run["longest_ms"]:
        print("longest turns: " + ", ".join(f"{value:,}" for value in run["longest_ms"]) + " ms")
    print(f"the longest as the daemon says it: {words(run['said'])}")
    print(f"  the idle one: {words(run['small_said'])}")
    for line in run["slow"][:8]:
        print(f"  {line}")
    print(
        f"resident: {megabytes(run, 'before_bytes')} MB before, {megabytes(run, 'peak_bytes')} at"
        f" the peak, {megabytes(run, 'after_bytes')} when all had ended;"
        f" {run['processor_s']:.1f} s of processor,"
    )
    print(f"  at rest {run['quiet_s']:.1f} s after the last client\n", flush=True)


def client(name, figure):
    rest = [
        f"{figure['bytes'] / 1e6:,.0f} MB" if figure.get("bytes") else "",
        *(
            f"{key} {figure[key]}"
            for key in ("refused", "events", "ended", "left")
            if figure.get(key) is not None
        ),
        figure.get("failed", "")[:70],
    ]
    return (
        name,
        figure.get("answers", "–"),
        *(
            f"{figure[key]:,.1f}" if key in figure else "–"
            for key in ("p50_ms", "p99_ms", "max_ms")
        ),
        figure.get("failures", ""),
        "; ".join(filter(None, rest)),
    )


def words(turn):
    if not turn:
        return "nothing"
    parts = ", ".join(f"{part['name']} {part['milliseconds']:,.0f}" for part in turn["parts"])
    request = turn.get("request")
    return (
        f"{turn['milliseconds']:,.0f} ms wall, {said(turn)} ms ({parts}"
        + (f"; {request['name']} {request['milliseconds']:,.0f}" if request else "")
        + ")"
    )


def show_creating(rows):
    print("Creating a game of two new teams, the median of 50.\n")
    table(
        ("games there", "processor ms", "answer ms", "longest turn", "instructions"),
        [
            (
                f"{row['games']:,}",
                f"{row['processor_s'] * 1e3:.2f}",
                f"{row['s'] * 1e3:.1f}",
                ms(row),
                f"{row['instructions'] / 1e6:,.1f} M" if row["instructions"] else "–",
            )
            for row in rows
        ],
    )


# MARK: The run


def machine(binary):
    digest = hashlib.sha256(Path(binary).read_bytes()).hexdigest()[:12]
    return {
        "binary": digest,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "system": platform.release(),
    }


def measure(asked, folder):
    binary = Path(asked.binary).absolute()
    parts = [part for part in PARTS if part in asked.only] or (["alone"] if asked.only else PARTS)
    wanted = [word for word in asked.only if word not in PARTS]
    out = {"moves": asked.moves, "games": asked.games, "machine": machine(binary)}
    homes = turn_homes.cached(binary, asked.home_cache, asked.moves, asked.games, say)
    Watched.is_traced = turn_trace.is_possible()
    if not Watched.is_traced:
        print("No process can be traced here: there is only what the daemon says of its turns.\n")
    season = turn_cases.Season(binary, homes, folder)
    out["entries"] = season.entries
    print(
        f"{season.entries:,} entries in {asked.games:,} games; program {out['machine']['binary']}; "
        f"{os.cpu_count()} cores, load {out['machine']['load']:.1f}"
    )
    if Watched.is_traced:
        cost = out["trace"] = trace_cost(binary, [season.copy("small"), season.copy("small")])
        print(
            f"The trace adds {cost['processor_us']:.0f} µs of processor to a turn and "
            f"{cost['answer_us']:.0f} µs to an answer."
        )
    print(flush=True)
    if "alone" in parts or wanted:
        out["alone"] = turn_cases.run(season, wanted, asked.without, say)
        show_alone(out["alone"])
    if "crowd" in parts:
        out["crowd"] = []
        for is_traced in (False, True) if Watched.is_traced else (False,):
            seconds = asked.seconds / 2 if is_traced else asked.seconds
            out["crowd"].append(turn_crowd.run(season, seconds, is_traced, asked.without))
            show_crowd(out["crowd"][-1])
    if "creating" in parts:
        out["creating"] = turn_creating.run(binary, folder, say)
        show_creating(out["creating"])
    return out


def main():
    asked = arguments()
    begun = now()
    Path(asked.home_cache).mkdir(parents=True, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="run-", dir=asked.home_cache)
    try:
        out = measure(asked, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    out["seconds"] = now() - begun
    print(f"{out['seconds']:.0f} s in all; load at the end {os.getloadavg()[0]:.1f}")
    if asked.json:
        Path(asked.json).write_text(json.dumps(out, indent=1) + "\n")


if __name__ == "__main__":
    main()
