#!/usr/bin/env python3
"""The instructions that a row costs, as callgrind counts them, beside its budget. A row that takes more than 5 % above its
budget fails; one that takes less than 85 % of it is told, so that the budget can follow it.

The instructions of one repetition are those of a process that did many less those of one that did few, over their
difference. Each repetition waits until its effect was seen, so that the same work is done however slow the machine is;
what timers cause meanwhile counts too.

Usage: budgets.py BINARY [--set] [NAME]...
  --set  writes what was measured as the new budgets
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Bench"), str(HERE.parent / "Browser")]
from common import free_port, until  # noqa: E402
from scored import Connection, Daemon  # noqa: E402
from screens import Screen, drain, rest  # noqa: E402

FILE = HERE / "budgets.json"
TOO_MANY, FEW = 1.05, 0.85
# Rounds of each row. Timers and repeated attempts only add to a process, so the rounds with the fewest instructions count.
ROUNDS = 3
FEW_TIMES, MANY_TIMES = 10, 40
SECONDS_MAX = 60
# Fewer than `DaemonLimits.codesMax`.
CODES_OPEN = 30
KEEPERS = ("ana", "bo", "cy", "di", "eve")
PLAYERS = [{"number": str(4 + place), "name": f"Player {place}"} for place in range(10)]


class Counted(Daemon):
    """A daemon whose instructions are counted while `is_counted`."""

    is_counted = False

    @property
    def report(self):
        return Path(f"{self.home}.callgrind")

    @property
    def words(self):
        return [*(valgrind(self.report) if self.is_counted else []), *super().words]

    def restart(self, is_counted):
        self.end()
        self.is_counted = is_counted
        self.start(is_guarded=not is_counted)


def valgrind(report):
    return ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={report}"]


def collected(report):
    found = re.search(r"Collected : (\d+)", report.read_text())
    if not found:
        raise RuntimeError(f"valgrind counted nothing: {report.read_text()[-300:]}")
    return int(found[1])


class Events(Connection):
    """The event stream of a daemon."""

    def __init__(self, daemon):
        super().__init__(daemon.socket)
        self.send(self.request("GET", "/v1/watch?newest=60"))
        self.state = {}
        self.wait(lambda state: "status" in state)

    def wait(self, is_it):
        """Reads events until the state is it."""
        while True:
            while (cut := self.rest.find(b"\n\n")) < 0:
                self.more()
            event, self.rest = self.rest[:cut].decode(), self.rest[cut + 2:]
            fields = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
            if "data" in fields:
                self.state = merged(self.state, json.loads(fields["data"]))
                if is_it(self.state):
                    return


def merged(state, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    state = dict(state) if isinstance(state, dict) else {}
    for name, value in patch.items():
        if value is None:
            state.pop(name, None)
        else:
            state[name] = merged(state.get(name), value)
    return state


class Table:
    """Devices of one table with one game. Each row begins with a table of its own."""

    def __init__(self, binary, names, kind=Counted):
        self.folder = Path(tempfile.mkdtemp(prefix="scored-"))
        ports = [free_port() for _ in names]
        self.devices = [
            kind(binary, self.folder / name, [f"127.0.0.1:{other}" for other in ports if other != port],
                 f"127.0.0.1:{port}", name)
            for name, port in zip(names, ports)]
        try:
            for device in self.devices:
                device.start()
            for device, port in zip(self.devices[1:], ports[1:]):
                code = self.devices[0].ask("POST", "/v1/invitations", {"count": 1})["codes"][0]["code"]
                device.ask("POST", "/v1/join", {"code": code, "via": f"127.0.0.1:{ports[0]}", "force": True})
            self.game = self.devices[0].ask("POST", "/v1/games", {
                "home": {"name": "Hawks", "roster": PLAYERS}, "away": {"name": "Owls", "roster": PLAYERS},
                "rules": {"preset": "fiba"}})["game"]
            self.count = 0
            self.agree()
        except BaseException:
            self.__exit__()
            raise

    def meet(self, count):
        """Lets so many more devices join one after the other; each gets the log, and goes."""
        first = self.devices[0]
        for number in range(count):
            if number % CODES_OPEN == CODES_OPEN - 1:
                # So many codes are open, until it ends.
                first.end()
                first.start()
            name = f"guest{number}"
            guest = Daemon(first.binary, self.folder / name, listen="127.0.0.1:0", name=name)
            guest.start()
            code = first.ask("POST", "/v1/invitations", {"count": 1})["codes"][0]["code"]
            guest.ask("POST", "/v1/join", {"code": code, "via": first.listen, "force": True})
            if not until(lambda: guest.status()["sync"]["digest"] == first.status()["sync"]["digest"], SECONDS_MAX, 0.01):
                raise RuntimeError(f"{name} does not agree")
            guest.end()

    def agree(self):
        """Waits until all devices hold the same and know it of each other."""
        def same():
            states = [device.status()["sync"] for device in self.devices]
            return len({state["digest"] for state in states}) == 1 and not any(state["unsynced"] for state in states)
        if not until(same, SECONDS_MAX, 0.02):
            raise RuntimeError("the devices do not agree")

    def move(self):
        """The request of the next move: of another player and kind than the last ones."""
        self.count += 1
        kinds = ("twoPoints", "rebound", "freeThrow", "foul", "assist", "missedThree")
        return {"request": os.urandom(16).hex(), "game": self.game, "force": True,
                "player": f"{'ha'[self.count % 2]}#{1 + self.count // 2 % 10}",
                "kind": kinds[self.count // 20 % len(kinds)], "period": 1,
                "clockSeconds": max(0, 600 - self.count)}

    def record(self, count, device=0):
        connection = self.devices[device].connection()
        for _ in range(count):
            connection.ask("POST", "/v1/moves", self.move())
        connection.close()

    def end(self):
        for device in self.devices:
            device.end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def move_with_screens(binary, count):
    """A move, at two devices with an event stream each, until both told it; 50 ms later the next."""
    with Table(binary, KEEPERS[:2]) as table:
        table.record(60)
        table.agree()
        for device in table.devices:
            device.restart(is_counted=True)
        follow(table, count)
        table.end()
        recorder, receiver = (collected(device.report) for device in table.devices)
        return {"move, recorder": recorder, "move, receiver": receiver}


def follow(table, count, begin=lambda: None):
    """Records so many moves, each of which both devices tell their stream; `begin` is called before the first."""
    table.agree()
    moves = table.devices[0].status()["game"]["moves"]
    streams = [Events(device) for device in table.devices]
    order = table.devices[0].connection()
    begin()
    for number in range(moves + 1, moves + 1 + count):
        name = order.ask("POST", "/v1/moves", table.move())["entries"][0]
        streams[1].wait(lambda state: any(entry["name"] == name for entry in state["windows"]["log"]["entries"].values()))
        streams[0].wait(lambda state: state["status"]["game"]["moves"] == number
                        and not state["status"]["sync"]["unsynced"])
        time.sleep(0.05)
    for end in (order, *streams):
        end.close()


def key(binary, count):
    """A move of two or three keys at a terminal of 80x24, until it is shown as recorded: the screen's process."""
    with Table(binary, KEEPERS[:1]) as table:
        table.record(60)
        device = table.devices[0]
        report = table.folder / "keep.callgrind"
        words = [*valgrind(report), str(binary), "keep", "--state", str(device.home)]
        with Screen(words, {**os.environ, "TERM": "xterm-256color", "SCORED_HOME": str(device.home)}) as screen:
            await_text(screen, r"\d+ ?: ?\d+")
            rest([screen], 1)
            for index in range(count):
                # Another player each time: the same keys at once would be a key held down.
                before = score(screen)
                screen.type(f"{4 + index % 10}{'kt'[index // 10 % 2]}")
                total = before + (2, 1)[index // 10 % 2]
                await_text(screen, r"(\d+) ?: ?(\d+)\b.*recorded", total)
                rest([screen], 0.1)
            screen.type("\x03")
            until(lambda: report.exists() and "Collected" in report.read_text(), SECONDS_MAX, 0.05)
        return {"key": collected(report)}


def score(screen):
    home, away = re.search(r"(\d+) ?: ?(\d+)", screen.lines[0]).groups()
    return int(home) + int(away)


def await_text(screen, pattern, total=None):
    """Reads the screen until a line has the pattern, with a score of this sum."""
    end = time.monotonic() + SECONDS_MAX
    while True:
        for line in screen.lines[total is not None:]:
            found = re.search(pattern, line)
            if found and (total is None or int(found[1]) + int(found[2]) == total):
                return
        if time.monotonic() > end:
            raise RuntimeError(f"no {pattern} of {total}:\n{screen.text}")
        drain([screen], 1)


def status(binary, count):
    """The daemon's share of `scored status` when nothing has changed."""
    with Table(binary, KEEPERS[:1]) as table:
        table.record(160)
        device = table.devices[0]
        device.restart(is_counted=True)
        for _ in range(count):
            device.ask("GET", "/v1/status")
        table.end()
        return {"status, unchanged": collected(device.report)}


def fold(binary, count):
    """A fold of a game of 300 moves of five keepers, which the withdrawal of an early move causes."""
    with Table(binary, KEEPERS) as table:
        # Without a clock that ran, all moves of these seconds are compared with each other.
        for action in ("start", "stop"):
            table.devices[0].ask("POST", "/v1/clock", {"game": table.game, "action": action})
        first = table.devices[0].ask("POST", "/v1/moves", table.move())["entries"][0]
        for turn in range(30):
            table.record(10, device=turn % 5)
            table.agree()
        for device in table.devices[1:]:
            device.end()
        device = table.devices[0]
        device.restart(is_counted=True)
        order = device.connection()
        for _ in range(count):
            # The void of the void before, and so on.
            void = {"request": os.urandom(16).hex(), "game": table.game, "entries": [first]}
            first = order.ask("POST", "/v1/void", void)["entries"][0]
        order.close()
        table.end()
        return {"fold, five keepers": collected(device.report)}


def page(binary, count):
    """A basket on the hall page of one viewer: the process of the pages."""
    with Table(binary, KEEPERS[:1]) as table:
        table.record(60)
        device = table.devices[0]
        web = [str(binary), "web", "--state", str(device.home)]
        told = json.loads(subprocess.run(
            [*web, "up", "--listen", f"127.0.0.1:{free_port()}", "--json"], check=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_MAX).stdout)
        os.kill(told["processID"], signal.SIGKILL)
        until(lambda: not Path(f"/proc/{told['processID']}").exists(), SECONDS_MAX, 0.01)
        url = urlsplit(next(link["url"] for link in told["links"] if link["page"] == "hall"))
        report = table.folder / "web.callgrind"
        with open(table.folder / "web.diagnostics", "wb") as said:
            process = subprocess.Popen(
                [*valgrind(report), *web, "serve"], stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            viewer = Viewer(url)
            order = device.connection()
            for _ in range(count):
                request = table.move() | {"kind": "twoPoints"}
                answer = order.ask("POST", "/v1/moves", request)
                viewer.await_score(answer["home"], answer["away"])
                time.sleep(0.05)
            order.close()
            viewer.end.close()
        finally:
            process.terminate()
            process.wait(SECONDS_MAX)
        return {"event of a page": collected(report)}


class Viewer:
    """The stream of a page, and the score that it says."""

    def __init__(self, url):
        def connected():
            try:
                return socket.create_connection((url.hostname, url.port), timeout=SECONDS_MAX)
            except ConnectionRefusedError:
                return None
        self.end = until(connected, SECONDS_MAX, 0.05)
        self.end.sendall(f"GET {url.path}/stream HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode())
        self.lines = self.end.makefile("rb")
        self.said = {}

    def await_score(self, home, away):
        while (self.said.get("homeScore"), self.said.get("awayScore")) != (str(home), str(away)):
            line = self.lines.readline()
            if not line:
                raise RuntimeError("the stream ended")
            if line.startswith(b"data: "):
                self.said.update(json.loads(line[6:]))


ROWS = (move_with_screens, key, status, fold, page)


def measured(binary, row):
    """The instructions of one repetition, by name: of the rounds with the fewest, and of each round."""
    few, many = ([row(binary, times) for _ in range(ROUNDS)] for times in (FEW_TIMES, MANY_TIMES))

    def each(more, less):
        return (more - less) / (MANY_TIMES - FEW_TIMES)
    return {name: (each(min(round_[name] for round_ in many), min(round_[name] for round_ in few)),
                   [each(more[name], less[name]) for more, less in zip(many, few)]) for name in few[0]}


def main(binary, *words):
    is_setting, names = "--set" in words, [word for word in words if word != "--set"]
    known = {row.__name__: row for row in ROWS}
    if missing := [name for name in names if name not in known]:
        sys.exit(f"there is no row {missing[0]}; there are {', '.join(known)}")
    budgets = json.loads(FILE.read_text()) if FILE.exists() else {}
    is_over = False
    print(f"{'instructions of':<22}{'count':>12}{'least':>12}{'most':>12}{'budget':>12}")
    for row in [known[name] for name in names or known]:
        for name, (count, rounds) in measured(Path(binary).absolute(), row).items():
            budget = budgets.get(name)
            verdict = ""
            if is_setting:
                budgets[name] = round(count, -3)
            elif budget is None or count > TOO_MANY * budget:
                verdict, is_over = "  no budget" if budget is None else "  TOO MANY", True
            elif count < FEW * budget:
                verdict = "  less: lower the budget (--set)"
            print(f"{name:<22}{count:12,.0f}{min(rounds):12,.0f}{max(rounds):12,.0f}{budget or 0:12,.0f}{verdict}",
                  flush=True)
    if is_setting:
        FILE.write_text(json.dumps(budgets, indent=2) + "\n")
    sys.exit(is_over)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
