"""Whole tables of scored's daemons on one machine: all linked with all, recording at a rate, or idle."""

import re
import selectors
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree

from common import DATA, free_port, now, quantiles_us, until
from homes import BINARY, benchmarks
from peer_scored import move, new_games
from scored import Connection, Daemon, Stream
from workload import GAME_MOVES

SECONDS, WARM_SECONDS = 10, 2


@contextmanager
def table(count):
    """That many daemons, each linked with each, none of which holds a move."""
    DATA.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="table-", dir=DATA))
    try:
        benchmarks("table", count, folder)
        ports = [free_port() for _ in range(count)]
        with ExitStack() as stack:
            daemons = []
            for number, port in enumerate(ports):
                # Each dials those before it.
                peers = [f"127.0.0.1:{other}" for other in ports[:number]]
                daemon = Daemon(BINARY, folder / str(number), peers, f"127.0.0.1:{port}", f"keeper{number}")
                daemons.append(stack.enter_context(daemon))
                daemon.start()
            until(lambda: all(is_linked(daemon, count) for daemon in daemons), 60, 0.2)
            yield daemons
    finally:
        rmtree(folder, ignore_errors=True)


def is_linked(daemon, count):
    status = daemon.status()
    linked = sum(peer["state"] in ("inSync", "syncing") for peer in status["peers"])
    return linked == count - 1 and status["sync"]["state"] == "inSync"


def sent_bytes(daemons):
    """TCP payload that the daemons' sockets sent so far, as the kernel counts it."""
    pids = {daemon.process.pid for daemon in daemons}
    said = subprocess.run(["ss", "-tinpH"], capture_output=True, text=True).stdout.splitlines()
    total = 0
    for head, detail in zip(said, said[1:]):
        if any(f"pid={pid}," in head for pid in pids):
            total += sum(int(word[11:]) for word in detail.split() if word.startswith("bytes_sent:"))
    return total


class Crowd:
    """Every device records at the rate; every event stream is read; when all have a move it is there."""

    def __init__(self, daemons, rate):
        self.daemons, self.rate = daemons, rate
        self.selector = selectors.DefaultSelector()
        self.took, self.waiting, self.count = [], {}, 0

    def open(self, games):
        self.games = games
        self.writers = [daemon.connection() for daemon in self.daemons]
        self.streams = [Stream(daemon.socket) for daemon in self.daemons]
        for number, stream in enumerate(self.streams):
            self.selector.register(stream.end, selectors.EVENT_READ, ("stream", number))
        for number, writer in enumerate(self.writers):
            self.selector.register(writer.end, selectors.EVENT_READ, ("writer", number))

    def record(self, seconds):
        """Moves are told apart by their text, which is in the event of each."""
        count, interval = len(self.daemons), 1 / (self.rate * len(self.daemons))
        begun = now()
        due, number = begun, 0
        end = begun + seconds
        while number and self.waiting or due < end:
            if due < end and now() >= due:
                token = f"t{number:07d}"
                document = move(number, self.games[self.count // GAME_MOVES]) | {"detail": token}
                self.count += 1
                self.waiting[token] = [now(), 0]
                self.writers[number % count].send(Connection.request("POST", "/v1/moves", document))
                number += 1
                due += interval
            self.read(max(0, min(due - now(), 0.05)) if due < end else 0.05)
            if now() > end + 30:
                raise TimeoutError(f"{len(self.waiting)} moves did not reach all")
        return number

    def read(self, pause):
        for key, _ in self.selector.select(pause):
            kind, number = key.data
            data = key.fileobj.recv(1 << 18)
            if not data:
                raise OSError("a daemon closed a connection")
            if kind == "stream":
                self.take(number, data)

    def take(self, number, data):
        """Counts the moves of events that have come in whole."""
        stream = self.streams[number]
        events = (stream.rest + data).split(b"\n\n")
        stream.rest = events.pop()
        for event in events:
            for token in {word.decode() for word in re.findall(rb"t0\d{6}", event)}:
                if token in self.waiting:
                    self.waiting[token][1] += 1
                    if self.waiting[token][1] == len(self.daemons):
                        self.took.append(now() - self.waiting.pop(token)[0])


class Cases:
    def __init__(self, rate="10", devices="0"):
        self.rate, self.devices = float(rate), int(devices)

    def crowd(self, n):
        """n devices, each with so many moves a second; every stream is read by this one process."""
        with table(n) as daemons:
            connection = daemons[0].connection()
            moves = int(n * self.rate * (SECONDS + WARM_SECONDS)) + GAME_MOVES
            games = new_games(connection, moves)
            until(lambda: all(d.status()["sync"]["state"] == "inSync" for d in daemons), 30, 0.2)
            until(lambda: all(len(d.games()) == len(games) for d in daemons), 30, 0.2)
            crowd = Crowd(daemons, self.rate)
            crowd.open(games)
            crowd.record(WARM_SECONDS)
            crowd.took.clear()
            sent, used = sent_bytes(daemons), sum(d.processor_seconds() for d in daemons)
            begun = now()
            count = crowd.record(SECONDS)
            took = now() - begun
            used = sum(d.processor_seconds() for d in daemons) - used
            sent = sent_bytes(daemons) - sent
        return quantiles_us(crowd.took) | {
            "moves": count, "cores": used / took, "processor_us_per_move": used / count * 1e6,
            "bytes_per_move": sent / count}

    def idle(self, n):
        """A daemon with 8 peers, nothing recorded for a while: memory, and share of a core over 20 s."""
        with table(9) as daemons:
            time.sleep(10)
            before, begun = daemons[4].processor_seconds(), now()
            time.sleep(20)
            share = (daemons[4].processor_seconds() - before) / (now() - begun)
            memory = daemons[4].memory()
        return {"rss_bytes": memory[0], "anonymous_bytes": memory[1], "core_percent": 100 * share}


def cases(**options):
    return Cases(**options)
