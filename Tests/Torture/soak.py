#!/usr/bin/env python3
"""Keepers record at a steady rate on daemons of one table on loopback; how the memory of each grows, and
what the daemons cost afterwards while nothing happens.

The growth that counts begins when every daemon has its links, its open games and its buffers: with the end
of the first tenth of the time, in short runs later, when ten games were played. What is there by then is
printed. Until the end it may be 1.5 times what the entries of that time take on the
device's disk, as `scored verify` counts it: the records with their signed heads, without the room that is
kept ahead. The bytes of the entries alone, which status shows as the log's, are printed beside it.
Afterwards each daemon with a link to all others may use 0.5 % of a processor.

Usage: Scripts/bench soak [--devices 8] [--minutes 30] [--rate 50] [--idle SECONDS]
"""
import argparse, os, shutil, sys, tempfile, time

from daemon import Refused, Unanswered, Unsent
from table import Table

GROWTH_MAX = 1.5
IDLE_PERCENT_MAX = 0.5
# As many as real games have.
MOVES_OF_A_GAME = 500
# More than a daemon keeps read and folded, which are the newest eight, at 0.4 MB each.
GAMES_OF_WARMTH = 10
SAMPLE_SECONDS = 5


class Sample:
    def __init__(self, table, with_disks=False):
        self.at = time.monotonic()
        statuses = [device.status() for device in table.devices]
        self.entries = statuses[0]["sync"]["entries"]
        self.log_bytes = [status["storage"]["logBytes"] for status in statuses]
        self.resident = [device.resident_kilobytes * 1024 for device in table.devices]
        self.anonymous = [anonymous(device.process.pid) for device in table.devices]
        self.seconds = [device.processor_seconds for device in table.devices]
        # Takes its time: every signature is checked.
        self.disk_bytes = [device.verify()["bytes"] for device in table.devices] if with_disks else []


def anonymous(process):
    """Of the resident memory what is no page of the program's file."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("RssAnon:"))


class Desk:
    """All keepers in one thread, each with a connection of its own, so that the rate is the rate."""

    def __init__(self, table, rate):
        self.table, self.rate = table, rate
        self.connections = [device.connection() for device in table.devices]
        self.count = self.late = 0
        self.next = time.monotonic()

    def record(self, until):
        kinds = ["twoPoints", "miss", "freeThrow", "rebound", "threePoints", "foul", "assist"]
        while time.monotonic() < until:
            left = self.next - time.monotonic()
            if left > 0:
                time.sleep(left)
            elif left < -1:
                self.late += 1
                self.next = time.monotonic()
            self.next += 1 / self.rate
            device = self.count % len(self.connections)
            if self.count % MOVES_OF_A_GAME == MOVES_OF_A_GAME - 1:
                self.table.new_game()
                self.table.await_agreement()
            kind = kinds[self.count // len(self.connections) % len(kinds)]
            moves = self.count % MOVES_OF_A_GAME
            self.connections[device].ask("POST", "/v1/moves", {
                "player": f"{'ha'[device % 2]}#{device // 2 + 1}", "kind": kind, "force": True,
                "game": self.table.games[-1], "request": os.urandom(16).hex(),
                "period": 1 + moves * 4 // MOVES_OF_A_GAME,
                "clockSeconds": moves * 2400 // MOVES_OF_A_GAME % 600})
            self.count += 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__.rsplit("\n", 2)[1], add_help=False)
    parser.add_argument("binary")
    parser.add_argument("--devices", type=int, default=8, choices=range(2, 13))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--idle", type=float, default=60)
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="scored-", dir="/tmp")
    table = Table(os.path.abspath(arguments.binary), folder, arguments.devices, 1, (0, 0))
    try:
        is_well = soak(table, arguments)
    finally:
        table.clear()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if is_well else 1)


def soak(table, arguments):
    table.found()
    table.admit_all()
    desk = Desk(table, arguments.rate)
    start = time.monotonic()
    end = start + arguments.minutes * 60
    begins = start + arguments.minutes * 6
    first = None
    said = start
    print("minute   entries   log kB   resident kB, least and most", flush=True)
    while time.monotonic() < end:
        desk.record(min(end, time.monotonic() + SAMPLE_SECONDS))
        is_warm = len(table.games) > GAMES_OF_WARMTH
        if first is None and is_warm and time.monotonic() >= begins:
            first = Sample(table, with_disks=True)
            desk.next = time.monotonic()
            show(first, start)
        if time.monotonic() >= said + 60:
            said = time.monotonic()
            show(Sample(table), start)
    if first is None:
        raise RuntimeError(f"too short: {GAMES_OF_WARMTH} games of {MOVES_OF_A_GAME} moves come first")
    table.await_agreement()
    last = Sample(table, with_disks=True)
    show(last, start)
    is_well = verdict(first, last, table, desk, end - start)
    return idle(table, arguments.idle) and is_well


def show(sample, start):
    print(
        f"{(sample.at - start) / 60:6.1f} {sample.entries:9} {sample.log_bytes[0] // 1024:8}"
        f"   {min(sample.resident) // 1024} to {max(sample.resident) // 1024}", flush=True)


def verdict(first, last, table, desk, seconds):
    print(
        f"{desk.count} moves on {len(table.devices)} devices, {desk.count / seconds:.1f} a second"
        f" ({desk.late} times late); {last.entries - first.entries} entries since the first sample")
    is_well = True
    entries = last.entries - first.entries
    for number, device in enumerate(table.devices):
        recorded = last.disk_bytes[number] - first.disk_bytes[number]
        alone = last.log_bytes[number] - first.log_bytes[number]
        grown = last.resident[number] - first.resident[number]
        heap = last.anonymous[number] - first.anonymous[number]
        busy = 100 * (last.seconds[number] - first.seconds[number]) / (last.at - first.at)
        ratio = grown / recorded
        is_well = is_well and ratio <= GROWTH_MAX
        print(
            f"  {device.name:4} {last.resident[number] // 1024} kB, had"
            f" {first.resident[number] // 1024} kB at the start, grew by {grown // 1024} kB"
            f" (heap {heap // 1024}) for {recorded // 1024} kB on the disk: {ratio:.2f} times"
            f" ({grown / alone:.2f} times the entries alone); an entry takes {grown / entries:.0f}"
            f" bytes of memory and {recorded / entries:.0f} of the disk; {busy:.1f} % of a processor")
    print(f"  {'well' if is_well else 'TOO MUCH'}: {GROWTH_MAX} times at most")
    return is_well


def idle(table, seconds):
    # Relays, acknowledgements and savings of what was just recorded.
    time.sleep(15)
    before = [(device.processor_seconds, switches(device)) for device in table.devices]
    time.sleep(seconds)
    after = [(device.processor_seconds, switches(device)) for device in table.devices]
    is_well = True
    for device, (old, often), (new, now) in zip(table.devices, before, after):
        share = 100 * (new - old) / seconds
        is_well = is_well and share <= IDLE_PERCENT_MAX
        print(
            f"  {device.name:4} idle with {len(table.devices) - 1} peers: {share:.2f} % of a"
            f" processor, {(now - often) / seconds:.1f} wake-ups a second")
    print(f"  {'well' if is_well else 'TOO MUCH'}: {IDLE_PERCENT_MAX} % at most", flush=True)
    return is_well


def switches(device):
    with open(f"/proc/{device.process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))


if __name__ == "__main__":
    try:
        main()
    except (Refused, Unanswered, Unsent, RuntimeError) as error:
        sys.exit(f"soak: {error}")
