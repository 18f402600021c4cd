#!/usr/bin/env python3
"""Two versions of the program at one table.

    two_versions.py OLD NEW [--cuts N]
    two_versions.py --package FOLDER NEW

OLD and NEW are binaries; each keeps one device of a table. They record in turn, are cut from each other while both
record, rejoin, change places once (NEW goes on in the home of OLD, and keeps it), and must end with equal digests,
equal boards and sound logs. With --package OLD is built from a copy of the package in which the number of the version
is changed, for want of an older binary.
"""
import argparse, json, os, re, shutil, subprocess, sys, tempfile, time

from make_home import MOVES, await_equal, begin, join, pair, record

PATCHED = "0.0.1"


class Failed(Exception):
    """A promise of two versions at one table does not hold."""


def must(is_so, words):
    if not is_so:
        raise Failed(words)


def built(package, folder):
    """A binary of the package with another number of the version."""
    copy = os.path.join(folder, "package")
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns(".build*", ".git"))
    pattern = re.compile(r'(enum ProgramVersion \{[^}]*?static let text = ")[^"]+', re.S)
    count = 0
    for place, _, files in os.walk(os.path.join(copy, "Sources")):
        for name in files:
            path = os.path.join(place, name)
            if name.endswith(".swift"):
                with open(path) as file:
                    text = file.read()
                changed, found = pattern.subn(r"\g<1>" + PATCHED, text)
                count += found
                if found:
                    with open(path, "w") as file:
                        file.write(changed)
    must(count == 1, f"the number of the version stands in {count} places")
    subprocess.run(["swift", "build", "--product", "scored"], cwd=copy, check=True, stdout=sys.stderr)
    return os.path.join(copy, ".build", "debug", "scored")


def boards(device, game):
    """The lines of a game that people read on a device, without those about the device."""
    board = device.board(game)
    return {name: board[name] for name in ("home", "away", "moves", "held", "state", "periods")
            if name in board}


def set_online(devices, is_online):
    for device in devices:
        device.post("/v1/sync", {"online": is_online})


def cut_and_rejoin(devices, round):
    set_online(devices, False)
    for device in devices:
        record(device, MOVES[: 2 + round % 3], period=1 + round % 4)
    digests = {device.digest() for device in devices}
    must(len(digests) == len(devices), "the cut did not cut")
    set_online(devices, True)
    await_equal(devices)


def run(old, new, folder, cuts):
    devices = pair([old, new], folder)
    for device in devices:
        device.start()
    try:
        join(devices[1], devices[0])
        game = begin(devices[0])
        await_equal(devices)
        for device in devices:
            record(device, MOVES)
            await_equal(devices)
        for number in range(cuts):
            cut_and_rejoin(devices, number)
        # An upgrade between two periods: what OLD had acknowledged, NEW has.
        before = devices[0].status()["sync"]
        devices[0].stop()
        start = time.monotonic()
        devices[0].binary = new
        devices[0].start()
        outage = time.monotonic() - start
        after = devices[0].status()["sync"]
        must(after["entries"] >= before["entries"], f"an upgrade lost entries: {before}, {after}")
        await_equal(devices)
        cut_and_rejoin(devices, cuts)
        digest = await_equal(devices)
        shown = [boards(device, game) for device in devices]
        must(shown[0] == shown[1], f"the boards differ: {json.dumps(shown, indent=1)}")
        for device in devices:
            found = device.verify()
            must(found["isSound"], f"{device.name}: {found['problems']}")
            must(found["digest"] == digest, f"{device.name} has another digest on the disk")
        return after["entries"], outage
    finally:
        for device in devices:
            device.stop()


def version(binary):
    done = subprocess.run([binary, "version", "--json"], capture_output=True, check=True, timeout=30)
    return json.loads(done.stdout)["version"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binaries", nargs="+", metavar="BINARY")
    parser.add_argument("--package")
    parser.add_argument("--cuts", type=int, default=5)
    options = parser.parse_args()
    if len(options.binaries) != (1 if options.package else 2):
        parser.error("two binaries, or one and --package")
    with tempfile.TemporaryDirectory(prefix="scored-versions-", dir="/tmp") as folder:
        try:
            if options.package:
                options.binaries.insert(0, built(options.package, folder))
            old, new = map(os.path.abspath, options.binaries)
            numbers = version(old), version(new)
            if options.package:
                must(numbers[0] == PATCHED != numbers[1], f"versions {numbers}")
            entries, outage = run(old, new, folder, options.cuts)
            print(f"{numbers[0]} and {numbers[1]} at one table: {entries} entries, equal digests and "
                  f"boards after {options.cuts + 1} cuts; the upgrade took {outage:.2f} s")
        except (Failed, RuntimeError) as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            sys.exit(1)


if __name__ == "__main__":
    main()
