#!/usr/bin/env python3
"""Counts the files of Sources whose code runs for a move, and for a key of the keep screen, as callgrind sees them.

A move is the way from the command `scored move` on one device to `scored status` on another: four processes. A key is the
keep screen's process alone, from the key until the move is shown as recorded: out and back. Code that a daemon or a screen
runs before the key or the order is not counted; generated files are, since they are on the way.

BINARY is a release binary with its debug information.

Usage: files.py BINARY [--list]
  --list  names the files
"""
import os
import re
import subprocess
import sys
from pathlib import Path

from budgets import KEEPERS, SECONDS_MAX, Counted, Table, await_text, score
from common import until
from screens import Screen, rest

FILE_OF_CODE = re.compile(r"^(?:fl|fi|fe)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"^[+\-*\d]\S* \d+")


def ran(report):
    """The files of Sources in which the report counts instructions, each with its room."""
    names, current, found, is_call = {}, None, set(), False
    for line in report.read_text(errors="replace").splitlines():
        if told := FILE_OF_CODE.match(line):
            number, name = told.groups()
            if name:
                names[number] = name
            current = number
        elif line.startswith("calls="):
            # The next line is the cost of what was called.
            is_call = True
        elif COST.match(line):
            if not is_call and current:
                found.add(current)
            is_call = False
        elif line.startswith("cfi=(") or line.startswith("cfl=("):
            number, _, name = line.partition("=(")[2].partition(")")
            if name.strip():
                names[number] = name.strip()
    paths = (names.get(number, "") for number in found)
    return {path.rpartition("/Sources/")[2] if "/Sources/" in path else path[len("Sources/"):]
            for path in paths if path.endswith(".swift") and ("/Sources/" in path or path.startswith("Sources/"))}


def words(report):
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={report}", "--log-file=/dev/null"]


def control(process, option):
    """Clears (`-z`) the counts of a process, or has it write them (`-d`)."""
    subprocess.run(["callgrind_control", option, str(process)], check=True, timeout=SECONDS_MAX,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def dumped(report, process):
    """What ran since the counts were cleared."""
    control(process, "-d")
    first = Path(f"{report}.1")
    if not until(lambda: first.exists() and "totals:" in first.read_text(errors="replace"), SECONDS_MAX, 0.05):
        raise RuntimeError(f"no profile in {report.name}")
    return ran(first)


class Profiled(Counted):
    """A daemon that callgrind profiles while `is_counted`."""

    @property
    def words(self):
        ordered = super().words
        return [*words(self.report), *ordered[ordered.index(str(self.binary)):]] if self.is_counted else ordered


def command(binary, device, folder, *ordered):
    """The files of a command's own process."""
    report = folder / f"{ordered[0]}.callgrind"
    subprocess.run([*words(report), str(binary), *ordered, "--state", str(device.home)], check=True, timeout=SECONDS_MAX,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return ran(report)


def move(binary):
    """The files of each of the four processes, by its name."""
    with Table(binary, KEEPERS[:2], Profiled) as table:
        table.record(60)
        table.agree()
        recorder, receiver = table.devices
        moves = recorder.status()["game"]["moves"]
        for device in table.devices:
            device.restart(is_counted=True)
        table.agree()
        for device in table.devices:
            control(device.pid, "-z")
        found = {"command": command(binary, recorder, table.folder, "move", "h7", "2", "--force")}
        if not until(lambda: receiver.status()["game"]["moves"] > moves, SECONDS_MAX, 0.05):
            raise RuntimeError("the move did not arrive")
        found["status elsewhere"] = command(binary, receiver, table.folder, "status")
        found["its daemon"] = dumped(recorder.report, recorder.pid)
        found["the daemon elsewhere"] = dumped(receiver.report, receiver.pid)
        return found


def key(binary):
    """The files of the keep screen."""
    with Table(binary, KEEPERS[:1]) as table:
        table.record(60)
        device = table.devices[0]
        report = table.folder / "keep.callgrind"
        words_ = [*words(report), str(binary), "keep", "--state", str(device.home)]
        with Screen(words_, {**os.environ, "TERM": "xterm-256color", "SCORED_HOME": str(device.home)}) as screen:
            await_text(screen, r"\d+ ?: ?\d+")
            rest([screen], 1)
            control(screen.process, "-z")
            before = score(screen)
            screen.type("4k")
            await_text(screen, r"(\d+) ?: ?(\d+)\b.*recorded", before + 2)
            rest([screen], 0.5)
            return {"screen": dumped(report, screen.process)}


def main(binary, *options):
    for name, way in (("move", move), ("key", key)):
        found = way(Path(binary).absolute())
        files = set().union(*found.values())
        print(f"{name}: {len(files)} files (" + ", ".join(f"{part} {len(some)}" for part, some in found.items()) + ")")
        rooms = {}
        for file in sorted(files):
            rooms.setdefault(file.partition("/")[0], []).append(file.partition("/")[2])
        for room, some in rooms.items():
            print(f"  {room:<12}{len(some):4}" + ("  " + " ".join(some) if "--list" in options else ""))
        if not files:
            sys.exit("files.py: no file was found: is there debug information in the binary?")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
