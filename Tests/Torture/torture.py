#!/usr/bin/env python3
"""Tortures real daemons of one table and checks that nothing acknowledged is lost.

Usage: Scripts/torture [--devices N] [--cycles C | --minutes M] [--seed S] [--namespaces] [--keep]
  --devices     2 to 12 (4)
  --cycles      troubles one after the other (20)
  --minutes     instead of --cycles: as many as fit
  --seed        draws the troubles and the keepers' moves; the moments are the machine's own
  --namespaces  troubles of the network instead of crashes alone: every device in a network namespace
                of its own, where the system allows it; before them a flood of forged announcements
  --keep        leaves the homes, the history and the diagnostics even when all is well
"""
import os, time

import forger, network, runs
from checker import judge
from nemesis import Nemesis
from table import Table

MOVES_OF_A_GAME_MAX = 3000


def main():
    arguments = parse()
    if arguments.namespaces:
        missing = network.missing()
        if missing:
            print(f"torture: not tested with network namespaces: {missing}")
            return
    runs.perform("torture", arguments, lambda folder: perform(arguments, folder))


def parse():
    parser = runs.parser(__doc__.split("\n", 2)[2])
    parser.add_argument("--devices", type=int, default=4, choices=range(2, 13))
    parser.add_argument("--cycles", type=int, default=20)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--namespaces", action="store_true")
    return parser.parse_args()


def perform(arguments, folder):
    is_well = not arguments.namespaces or flood(arguments, folder)
    return torture(arguments, folder) and is_well


def flood(arguments, folder):
    """Whether two members find each other among forged announcements."""
    try:
        seconds, count = forger.run(
            arguments.binary, os.path.join(folder, "flood"), arguments.seed)
    except RuntimeError as error:
        print(f"torture: seed {arguments.seed}: {error}", flush=True)
        return False
    print(
        f"torture: two members that changed their addresses agreed {seconds:.2f} s later among"
        f" {count} announcements forged from {len(forger.ADDRESSES)} addresses", flush=True)
    return True


def torture(arguments, folder):
    net = network.Network(arguments.devices, arguments.seed) if arguments.namespaces else None
    table = None
    start = time.monotonic()
    try:
        table = Table(
            arguments.binary, folder, arguments.devices, arguments.seed, network=net,
            pause=0.25 if net else 0.05)
        table.found()
        nemesis = Nemesis(table, arguments.seed)
        if net:
            table.admit_all()
            nemesis = network.Nemesis(table, net, nemesis, arguments.seed)
        said = time.monotonic()
        cycles = 0
        while is_due(arguments, cycles, start):
            name = nemesis.cycle()
            cycles += 1
            if table.history.acknowledged > MOVES_OF_A_GAME_MAX * len(table.games):
                table.hold()
                table.await_agreement()
                table.new_game()
                table.await_agreement()
                table.resume()
            if time.monotonic() - said >= 60:
                said = time.monotonic()
                print(
                    f"  {int(said - start) // 60} min: {cycles} cycles, last {name},"
                    f" {table.history.acknowledged} acknowledged", flush=True)
        return finish(arguments, table, nemesis, cycles, start)
    except BaseException as error:
        print(f"torture: seed {arguments.seed}: {error}", flush=True)
        if not isinstance(error, (RuntimeError, KeyboardInterrupt, SystemExit)):
            raise
        return False
    finally:
        if table:
            table.clear()
        if net:
            net.clear()


def is_due(arguments, cycles, start):
    if arguments.minutes is not None:
        return time.monotonic() < start + arguments.minutes * 60
    return cycles < arguments.cycles


def finish(arguments, table, nemesis, cycles, start):
    table.admit_all()
    table.retire(list(table.keepers))
    table.check_keepers()
    healing = table.await_agreement()
    readings = table.readings()
    history = table.history.snapshot()
    problems = judge(history, readings)
    outcomes = {
        outcome: sum(request.outcome == outcome for request in history)
        for outcome in ("acknowledged", "refused", "unknown")}
    repeats = sum(request.repeats for request in history)
    troubles = ", ".join(f"{count} {name}" for name, count in nemesis.counts.items() if count)
    print(
        f"torture: seed {arguments.seed}: {len(table.devices)} devices,"
        f" {len(table.all_keepers)} keepers, {cycles} cycles in"
        f" {time.monotonic() - start:.0f} s ({troubles}); {nemesis.crashes} times kill -9")
    print(
        f"  {outcomes['acknowledged']} acknowledged, {outcomes['refused']} refused,"
        f" {outcomes['unknown']} of unknown outcome, {repeats} asked again and found;"
        f" {len(readings[0].entries)} entries on every device; agreed {healing:.2f} s after the"
        f" last trouble")
    for line in nemesis.summary() if hasattr(nemesis, "summary") else []:
        print("  " + line)
    runs.show(problems)
    verdict = f"{len(problems)} violations" if problems else "nothing lost, twice or invented"
    print(f"  {verdict}", flush=True)
    return not problems


if __name__ == "__main__":
    main()
