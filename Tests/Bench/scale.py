"""How the core grows, by simulation in one process: with the devices of a table, and with the moves of a season.
Prints tables; every figure is that of the real replicas, each size in a process of its own.

    python3 scale.py BINARIES_FOLDER devices [N]... [--links K|all] [--moves M] [--rate R] [--delay MS] [--drop TYPES]
                                             [--seal toy|real] [--memory GIB] [--patience SECONDS]
    python3 scale.py BINARIES_FOLDER season [MOVES]...

The column `exponent` is that of the growth since the row above: 1 is in proportion, 2 is squared.
"""

import json
import math
import os
import subprocess
import sys

DEVICES = ("10", "25", "50", "100", "200")
MOVES = ("100000", "1000000")


def said(binary, *words):
    """The lines of one process, as objects; what it printed before it failed counts too."""
    done = subprocess.run([binary, "scale", *words], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    return [json.loads(line) for line in done.stdout.splitlines()]


def exponent(before, now, size_before, size):
    if not before or not now or before <= 0 or now <= 0:
        return "–"
    return f"{math.log(now / before) / math.log(size / size_before):.1f}"


def table(heads, rows):
    print("| " + " | ".join(heads) + " |\n|" + "---:|" * len(heads))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def growing(name, sizes, values, form):
    """Rows of one figure by size, with its exponents."""
    rows = []
    for index, (size, value) in enumerate(zip(sizes, values)):
        grown = exponent(values[index - 1], value, sizes[index - 1], size) if index else "–"
        rows.append((name, f"{size:,}", form(value), grown))
    return rows


def phase(lines, name):
    return next((line for line in lines if line.get("phase") == name and "devices" in line), None)


def frames(lines, name):
    return {line["frame"]: line for line in lines if line.get("phase") == name and "frame" in line}


def devices(binary, sizes, options):
    runs = {}
    for size in sizes:
        runs[size] = said(binary, "devices", str(size), *options)
        for line in runs[size]:
            if "stopped" in line:
                print(f"{size} devices: stopped in {line['phase']}: {line['stopped']}")
    for name in ("gather", "moves"):
        kept = [size for size in sizes if (phase(runs[size], name) or {}).get("agreedMs", -1) >= 0]
        lines = [phase(runs[size], name) for size in kept]
        print(f"## {name}\n")
        per = [line["moves"] if name == "moves" else 1 for line in lines]
        table(("figure", "devices", "value", "exponent"), [
            *growing("agreed after, ms", kept, [line["agreedMs"] for line in lines], lambda v: f"{v:,}"),
            *growing("on all devices, p50 ms", kept, [line["allP50Ms"] for line in lines], lambda v: f"{v:,}"),
            *growing("on all devices, p99 ms", kept, [line["allP99Ms"] for line in lines], lambda v: f"{v:,}"),
            *growing("bytes", kept, [line["bytes"] / n for line, n in zip(lines, per)], lambda v: f"{v:,.0f}"),
            *growing("bytes a device", kept,
                     [line["bytes"] / n / size for line, n, size in zip(lines, per, kept)], lambda v: f"{v:,.0f}"),
            *growing("frames", kept, [line["frames"] / n for line, n in zip(lines, per)], lambda v: f"{v:,.0f}"),
            *growing("processor, ms", kept, [1e3 * line["seconds"] / n for line, n in zip(lines, per)],
                     lambda v: f"{v:,.2f}"),
        ])
        shares = {size: frames(runs[size], name) for size in kept}
        types = sorted({word for share in shares.values() for word in share})
        table(("devices", *(f"{word}, % of bytes (% of time)" for word in types), "turns with news, % of time"), [
            (f"{size:,}", *(part(shares[size].get(word), line) for word in types),
             f"{100 * line['newsTurnSeconds'] / line['seconds']:.0f}")
            for size, line in zip(kept, lines)])
    memory(sizes, runs)


def part(share, line):
    if not share:
        return "–"
    return f"{100 * share['bytes'] / line['bytes']:.0f} ({100 * share['seconds'] / line['seconds']:.0f})"


def memory(sizes, runs):
    last = {size: next((line for line in reversed(runs[size]) if "memory" in line), None) for size in sizes}
    kept = [size for size in sizes if last[size]]
    print("## memory of a device\n")
    table(("figure", "devices", "value", "exponent"), [
        row for word in ("memory", "holdings", "routes")
        for row in growing(word, kept, [last[size][word] for size in kept], lambda v: f"{v:,}")])


def season(binary, sizes, options):
    runs = {size: said(binary, "season", str(size), *options) for size in sizes}
    rows = []
    for step, words in (
            ("record", ("seconds", "diskBytes")), ("open", ("seconds",)),
            ("catchup", ("sending", "taking", "bytesThere", "frames", "bytes")), ("digest", ("seconds",)),
            ("fold", ("building", "newest", "old", "all", "bytes")), ("file", ("seconds", "taken", "bytes"))):
        found = [next(line for line in runs[size] if line["step"] == step) for size in sizes]
        for word in words:
            values = [line[word] for line in found]
            is_time = isinstance(values[0], float)
            rows += growing(f"{step}: {word}" + (", s" if is_time else ""), sizes, values,
                            (lambda v: f"{v:.4g}") if is_time else (lambda v: f"{v:,}"))
    table(("figure", "moves", "value", "exponent"), rows)
    for size in sizes:
        refusal = next(line["refusal"] for line in runs[size] if line["step"] == "file")
        print(f"{size:,} moves as a file: refused: {refusal}")


def main(folder, *words):
    kind = words[0] if words else ""
    if kind not in ("devices", "season"):
        print("bench: scale takes 'devices' or 'season'", file=sys.stderr)
        sys.exit(2)
    first = next((index for index, word in enumerate(words) if word.startswith("--")), len(words))
    sizes = [int(word) for word in words[1:first] or (DEVICES if kind == "devices" else MOVES)]
    (devices if kind == "devices" else season)(os.path.join(folder, "benchmarks"), sizes, words[first:])


if __name__ == "__main__":
    main(*sys.argv[1:])
