#!/usr/bin/env python3
"""What a move costs at a large table: processor time of the device that records it, with a screen open at it and at the
one other device that is there; all others have joined, got the log, and gone. The rounds take turns with the tables.

Usage: crowd.py BINARY [DEVICES]...   (6 and 200 without one)
"""
import statistics
import sys
from contextlib import ExitStack
from pathlib import Path

from budgets import KEEPERS, Table, follow

ROUNDS, MOVES = 3, 100


def microseconds(table):
    """Of a move."""
    for device in table.devices:
        device.end()
        device.start()
    recorder, begun = table.devices[0], []
    follow(table, MOVES, lambda: begun.append(recorder.processor_seconds()))
    return (recorder.processor_seconds() - begun[0]) / MOVES * 1e6


def main(binary, *sizes):
    sizes = [int(size) for size in sizes] or [6, 200]
    with ExitStack() as stack:
        tables = {}
        for size in sizes:
            tables[size] = stack.enter_context(Table(Path(binary).absolute(), KEEPERS[:2]))
            tables[size].meet(size - 2)
            tables[size].record(60)
        rounds = [{size: microseconds(table) for size, table in tables.items()} for _ in range(ROUNDS)]
    medians = {size: statistics.median(round_[size] for round_ in rounds) for size in sizes}
    print(f"{'devices':>8}{'us a move':>12}{'times':>8}")
    for size, median in medians.items():
        print(f"{size:8}{median:12,.0f}{median / medians[sizes[0]]:8.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
