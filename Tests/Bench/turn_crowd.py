"""Everything at once: clients ask for all kinds of things while a keeper scores, and beside it a
keeper of an idle daemon.

Every client is a process of its own, so that none waits for another one's Python. The keepers send
at a fixed rate, whether they were answered or not, so that a daemon that stands still delays every
move of that time.
"""

import multiprocessing
import os
import random
import re
import select
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

from common import now
from scored import Connection, Stream
from turn_cases import SEARCHES, log_parts
from turn_homes import game, imported, move
from turn_watch import Client, Watched, settle, worst

RATE = 5
# Moves that a keeper sends ahead of their answers.
AHEAD_MAX = 400
# Time that clients have after the end for what they have asked for.
GRACE_SECONDS = 5


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else None


# MARK: The clients. Each is called with the daemon's place, the season and the end, and returns its
# figures.


class Keeper:
    """Scores in a game of its own, at a rate; how long each answer took since its move was due."""

    def __init__(self, place, season, end):
        self.place, self.game, self.end = place, season.kept[place], end
        self.took, self.failed, self.refused, self.index = [], [], 0, 0
        self.begin()

    def begin(self):
        self.client = Client(self.place, until=self.end + GRACE_SECONDS)
        self.sent, self.unsent = [], b""

    def run(self):
        due = now()
        while due < self.end or self.sent and now() < self.end + GRACE_SECONDS:
            if due < self.end and now() >= due and len(self.sent) < AHEAD_MAX:
                document = move(self.game, self.index)
                self.unsent += Connection.request("POST", "/v1/moves", document)
                # This client may have been late, too.
                self.sent.append(due)
                due, self.index = due + 1 / RATE, self.index + 1
            try:
                self.exchange(max(0, min(0.1, due - now())) if due < self.end else 0.1)
            except OSError as failure:
                self.give_up(f"after {now() - (self.sent or [due])[0]:.1f} s: {failure}")
                self.begin()
        unanswered = len(self.sent)
        self.give_up(f"{unanswered} unanswered" if unanswered else None)
        return {"took": self.took, "failed": self.failed, "refused": self.refused}

    def exchange(self, pause):
        end = self.client.end
        readable, writable, _ = select.select([end], [end] if self.unsent else [], [], pause)
        if writable:
            self.unsent = self.unsent[end.send(self.unsent, socket.MSG_DONTWAIT) :]
        if readable or self.client.rest:
            self.refused += self.client.whole().status != 200
            self.took.append(now() - self.sent.pop(0))

    def give_up(self, reason):
        """What has no answer by now counts with the time it has waited."""
        self.client.close()
        self.took += [now() - at for at in self.sent]
        self.sent = []
        self.failed += [reason] if reason else []


def keeper(place, season, end):
    return Keeper(place, season, end).run()


def looping(*asks, pause=0.0):
    """Asks for one thing after the other until the end."""

    def run(place, season, end):
        out = {"took": [], "failed": [], "bytes": 0}
        client, index = None, random.Random(os.getpid()).randrange(1000)
        while now() < end:
            begun = now()
            try:
                client = client or Client(place, until=end + GRACE_SECONDS)
                answer = asks[index % len(asks)](season, client, index)
                out["bytes"] += answer.bytes
                out["took"].append(now() - begun)
            except (OSError, RuntimeError) as failure:
                out["failed"].append(f"after {now() - begun:.1f} s: {failure}"[:150])
                if client:
                    client.close()
                client = None
                time.sleep(0.1)
            index += 1
            time.sleep(min(pause, max(0, end - now())))
        return out

    return run


def get(path):
    return lambda season, client, index: client.fetch("GET", path)


def of_old(path):
    return lambda season, client, index: client.fetch(
        "GET", path.format(quote(season.old[index % len(season.old)]))
    )


def post(path, make):
    return lambda season, client, index: client.fetch("POST", path, make(season, index))


def of_void(season, index):
    old = season.old[index % len(season.old)]
    return {
        "game": old,
        "entries": [season.moves[old][index // len(season.old) % len(season.moves[old])]],
    }


def events(place, season, end):
    """Reads the event stream, as a screen does."""
    stream, count = Stream(place), 0
    while now() < end:
        if select.select([stream.end], [], [], 0.2)[0]:
            data = stream.end.recv(1 << 18)
            if not data:
                return {"events": count, "failed": ["the stream ended"]}
            count += data.count(b"\ndata: ")
    return {"events": count}


def unread(place, season, end):
    """Asks for an export and reads nothing; how often the daemon ended that."""
    ended = 0
    while now() < end:
        client = Client(place)
        client.send(Connection.request("GET", "/v1/export"))
        poller = select.poll()
        # Input is read by somebody else; only the end is waited for.
        poller.register(client.end, select.POLLRDHUP)
        is_ended = poller.poll(max(0, end - now()) * 1000)
        client.close()
        ended += bool(is_ended)
        time.sleep(min(1, max(0, end - now())))
    return {"ended": ended}


def leaving(place, season, end):
    """Asks for an export, reads a little, and is gone."""
    count = 0
    while now() < end:
        client = Client(place)
        client.send(Connection.request("GET", "/v1/export"))
        if select.select([client.end], [], [], 1)[0]:
            client.end.recv(1 << 16)
        client.close()
        count += 1
        time.sleep(min(3, max(0, end - now())))
    return {"left": count}


def removing(place, season, end):
    """Removes a device with a third of all entries, at half-time."""
    time.sleep(max(0, (end - now()) / 2))
    client = Client(place, until=end + GRACE_SECONDS)
    begun = now()
    client.fetch("POST", "/v1/devices/remove", {"device": "cy"})
    return {"took": [now() - begun]}


CLIENTS = {
    "keeper": keeper,
    "a screen's events": events,
    "searches": looping(
        *(get(f"/v1/search?query={word}") for word in SEARCHES.values()), pause=0.2
    ),
    "games, log of all": looping(get("/v1/games"), get("/v1/log?games=all&limit=100"), pause=0.2),
    "box, log, CSV of old games": looping(
        of_old("/v1/games/{}"),
        of_old("/v1/games/{}/log"),
        of_old("/v1/games/{}/plays.csv"),
        pause=0.1,
    ),
    "export": looping(get("/v1/export")),
    "export of a game, of the log": looping(
        of_old("/v1/export?game={}"), get("/v1/export/log"), pause=0.2
    ),
    "imports of games": looping(
        post("/v1/import", lambda season, index: imported(index, 500, f"crowd-{os.getpid()}")),
        pause=2,
    ),
    "imports of the log": looping(log_parts, pause=10),
    "new games": looping(
        post("/v1/games", lambda season, index: game(index, f"new-{os.getpid()}-{index}")), pause=1
    ),
    "voids and rules of old games": looping(
        post("/v1/void", of_void),
        post(
            "/v1/rules",
            lambda season, index: {
                "game": season.old[index % len(season.old)],
                "rules": {"foulLimit": 6 + index // 12 % 2},
            },
        ),
        pause=1,
    ),
    "an export unread": unread,
    "exports left": leaving,
    "a removal": removing,
}
QUIET = ("keeper", "a screen's events")


class Running:
    """A client in a process of its own."""

    def __init__(self, name, place, season, end):
        self.name = name
        self.ours, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=self.run, args=(theirs, CLIENTS[name], place, season, end), daemon=True
        )
        self.process.start()
        theirs.close()

    @staticmethod
    def run(pipe, client, place, season, end):
        try:
            pipe.send(client(place, season, end))
        except Exception as failure:
            pipe.send({"failed": [f"{type(failure).__name__}: {failure}"[:150]]})

    def figures(self, deadline):
        try:
            out = (
                self.ours.recv()
                if self.ours.poll(max(0.1, deadline - now()))
                else {"failed": ["did not end"]}
            )
        except EOFError:
            out = {"failed": ["ended"]}
        if self.process.is_alive():
            self.process.terminate()
        self.process.join(5)
        return out


def run(season, seconds, is_traced, left_out=()):
    """All clients at one daemon and a keeper at an idle one, for so long."""
    with ExitStack() as stack:
        big = stack.enter_context(Watched(season.binary, season.copy(), is_traced=is_traced))
        small = stack.enter_context(
            Watched(season.binary, season.copy("small"), is_traced=is_traced)
        )
        stack.callback(big.kill)
        for daemon in (big, small):
            daemon.start()
        season.kept = {daemon.socket: new_game(daemon) for daemon in (big, small)}
        for daemon in (big, small):
            # The first request after a start takes more, and is measured alone.
            daemon.client().fetch("GET", "/v1/games", kept_max=1 << 28)
            settle(daemon)
            daemon.forget_peak()
        before = big.resident()
        used = [daemon.processor_seconds() for daemon in (big, small)]
        begun = now()
        end = begun + seconds
        names = [name for name in CLIENTS if not any(word in name for word in left_out)]
        clients = [Running(name, big.socket, season, end) for name in names]
        beside = [Running(name, small.socket, season, end) for name in QUIET]
        deadline = end + GRACE_SECONDS + 5
        figures = {client.name: client.figures(deadline) for client in clients}
        idle = {client.name: client.figures(deadline) for client in beside}
        ended = now()
        out = {
            "seconds": seconds,
            "is_traced": is_traced,
            "before_bytes": before,
            "small_peak_bytes": small.resident("VmHWM"),
            "processor_s": big.processor_seconds() - used[0],
            "small_processor_s": small.processor_seconds() - used[1],
        }
        out["quiet_s"] = max(0.0, settle(big) - ended)
        out["after_bytes"], out["peak_bytes"] = big.resident(), big.resident("VmHWM")
        out["big"] = worst(big.turns(begun))
        out["small"] = worst(small.turns(begun))
        out["longest_ms"] = [
            round(turn.used * 1e3, 1)
            for turn in sorted(big.turns(begun), key=lambda turn: -turn.used)[:5]
        ]
        out["said"], out["small_said"] = big.said(), small.said()
        out["slow"] = slow_turns(big)
        out["keeper"], out["idle_keeper"] = summary(figures.pop("keeper")), summary(idle["keeper"])
        out["clients"] = {name: summary(figure) for name, figure in figures.items()}
        return out


def new_game(daemon):
    """A game for the keeper."""
    return daemon.client().fetch("POST", "/v1/games", game(9_999, "keeper")).document["game"]


def summary(figure):
    """The times of the answers in milliseconds, and what else the client says."""
    out = {key: value for key, value in figure.items() if key not in ("took", "failed")}
    if took := figure.get("took"):
        out |= {
            "answers": len(took),
            "p50_ms": quantile(took, 0.5) * 1e3,
            "p99_ms": quantile(took, 0.99) * 1e3,
            "max_ms": max(took) * 1e3,
        }
    if failed := figure.get("failed"):
        out |= {"failures": len(failed), "failed": failed[0]}
    return out


def slow_turns(daemon):
    """What the daemon wrote of slow turns, the longest first."""
    said = Path(f"{daemon.home}.diagnostics").read_text(errors="replace")
    found = [
        line.split("a turn took ", 1)[1] for line in said.splitlines() if "a turn took " in line
    ]
    return sorted(found, key=lambda text: -float(re.match(r"[\d.]*", text)[0] or 0))
