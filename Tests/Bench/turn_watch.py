"""A daemon whose turns are measured, a client that reads answers of any length, and what a request
costs.
"""

import json
import math
import os
import re
import signal
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import turn_trace
from common import now, until
from scored import Connection, Daemon

# No turn may take more of the processor, whatever is asked.
TURN_SECONDS_MAX = 0.025
ANSWER_SECONDS_MAX = 180
# A daemon in a turn of many seconds says nothing.
SAID_SECONDS = 20
# The part of an answer that is kept.
KEPT_BYTES = 1 << 16
# A daemon that uses less for so long has nothing left to do.
QUIET_SECONDS, QUIET_SHARE = 0.3, 0.02
QUIET_SECONDS_MAX = 90


class Answer:
    """What came: its status, bytes and lines, the time of the first byte, and its beginning."""

    def __init__(self, status):
        self.status, self.bytes, self.lines, self.kept = status, 0, 0, bytearray()
        self.first = now()

    def take(self, data, kept_max):
        self.bytes += len(data)
        self.lines += data.count(b"\n")
        if len(self.kept) < kept_max:
            self.kept += data[: kept_max - len(self.kept)]

    @property
    def document(self):
        return json.loads(self.kept)


class Client(Connection):
    """A connection whose answers have any length, known before or not, and are not kept whole."""

    def __init__(self, path, seconds=ANSWER_SECONDS_MAX, until=None):
        """Waits so long for more of an answer, and not beyond an instant."""
        super().__init__(path)
        self.seconds, self.until = seconds, until
        self.end.settimeout(seconds)

    def limit(self):
        if self.until:
            self.end.settimeout(min(self.seconds, max(0.01, self.until - now())))

    def send(self, data):
        self.limit()
        super().send(data)

    def receive(self):
        """What has come; empty at the end."""
        self.limit()
        return self.end.recv(1 << 18)

    def more(self):
        data = self.receive()
        if not data:
            raise OSError("the daemon closed the connection")
        self.rest += data

    def whole(self, kept_max=KEPT_BYTES):
        """The next answer, read to its end."""
        while (cut := self.rest.find(b"\r\n\r\n")) < 0:
            self.more()
        head, self.rest = self.rest[:cut].lower(), self.rest[cut + 4 :]
        answer = Answer(int(head.split(b" ", 2)[1]))
        length = re.search(rb"\r\ncontent-length: *(\d+)", head)
        if re.search(rb"\r\ntransfer-encoding: *chunked", head):
            while size := int(self.line().split(b";")[0], 16):
                self.count(size, answer, kept_max)
                self.line()
            while self.line():
                pass
        elif length:
            self.count(int(length[1]), answer, kept_max)
        else:
            self.drain(answer, kept_max)
        return answer

    def count(self, size, answer, kept_max):
        while size:
            if not self.rest:
                self.more()
            piece, self.rest = self.rest[:size], self.rest[size:]
            answer.take(piece, kept_max)
            size -= len(piece)

    def drain(self, answer, kept_max):
        while True:
            answer.take(self.rest, kept_max)
            self.rest = self.receive()
            if not self.rest:
                return

    def fetch(self, method, path, document=None, kept_max=KEPT_BYTES):
        """The answer to a request; raises if it is a refusal."""
        self.send(self.request(method, path, document))
        return self.accepted(self.whole(kept_max), path)

    def post_bytes(self, path, data):
        head = f"POST {path} HTTP/1.1\r\nHost: scored\r\nContent-Type: application/octet-stream\r\n"
        self.send(head.encode() + f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        return self.accepted(self.whole(), path)

    @staticmethod
    def accepted(answer, path):
        if answer.status != 200:
            said = answer.kept[:300].decode(errors="replace")
            raise RuntimeError(f"{path[:60]}: {answer.status} {said}")
        return answer


class Watched(Daemon):
    """A daemon whose turns are recorded, if it is traced."""

    is_traced = True

    def __init__(self, binary, home, *rest, is_traced=True, **named):
        super().__init__(binary, home, *rest, **named)
        self.is_traced = is_traced and Watched.is_traced
        self.records = f"{home}.turns"
        self.known, self.read_to = [], turn_trace.HEAD.size

    @property
    def words(self):
        trace = [sys.executable, turn_trace.__file__, self.records]
        return (trace if self.is_traced else []) + super().words

    @property
    def pid(self):
        if not self.is_traced:
            return self.process.pid
        return until(lambda: turn_trace.process_of(self.records), 10)

    def launch(self, is_guarded=True):
        Path(self.records).unlink(missing_ok=True)
        super().launch(is_guarded)

    def client(self, seconds=ANSWER_SECONDS_MAX):
        self.connection().close()
        return Client(self.socket, seconds)

    def turns(self, since=0.0):
        """The turns that ended after an instant, and the one in which the daemon is now."""
        if not self.is_traced:
            return []
        current = turn_trace.unfinished(self.records, self.known)
        fresh, self.read_to = turn_trace.turns(self.records, self.read_to)
        self.known += fresh
        if current and self.known and self.known[-1].at >= current.at:
            current = None
        return [turn for turn in [*self.known, current] if turn and turn.end > since]

    def said(self):
        """The turn of the last hour that took most of the processor, as the daemon says it; the
        longest one from a daemon that does not say. Nil if it does not answer."""
        try:
            answer = self.client(SAID_SECONDS).fetch("GET", "/v1/doctor", kept_max=1 << 22)
        except (OSError, RuntimeError):
            return None
        report = answer.document
        return report.get("busiestTurn") or report.get("longestTurn")

    # Memory of the process, in bytes

    def resident(self, name="VmRSS"):
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) * 1024

    def forget_peak(self):
        """The peak is counted from now on."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def kill(self):
        """Ends it at once: it may be in a turn of many seconds."""
        if self.process is not None and self.process.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.process.wait()


def settle(daemon, seconds_max=QUIET_SECONDS_MAX):
    """Until the daemon has nothing left to do, or so long; when it last did something."""
    end = now() + seconds_max
    busy_at = now()
    used, at = daemon.processor_seconds(), now()
    while now() < end and now() - busy_at < QUIET_SECONDS:
        time.sleep(0.05)
        more, later = daemon.processor_seconds(), now()
        if more - used > QUIET_SHARE * (later - at):
            busy_at = later
        used, at = more, later
    return busy_at


def cost(daemon, ask):
    """What a request costs the daemon, as figures: seconds, and bytes."""
    settle(daemon)
    daemon.forget_peak()
    out = {"before_bytes": daemon.resident()}
    used, begun = daemon.processor_seconds(), now()
    try:
        answer = ask()
        out.update(
            s=now() - begun, first_s=answer.first - begun, bytes=answer.bytes, lines=answer.lines
        )
    except (OSError, RuntimeError) as failure:
        out["failed"] = f"{type(failure).__name__} after {now() - begun:.1f} s: {failure}"
    settle(daemon)
    out.update(
        processor_s=daemon.processor_seconds() - used,
        after_bytes=daemon.resident(),
        peak_bytes=daemon.resident("VmHWM"),
    )
    return out | worst(daemon.turns(begun))


def worst(turns):
    """The longest turn, by processor and by wall; how many were too long."""
    if not turns:
        return {}
    return {
        "turns": len(turns),
        "turn_processor_s": max(turn.used for turn in turns),
        "turn_wall_s": max(turn.wall for turn in turns),
        "long_turns": sum(turn.used > TURN_SECONDS_MAX for turn in turns),
    }


def trace_cost(binary, homes, rounds=10, count=100):
    """What the trace adds to a turn: microseconds of processor time, and of the answer's time.
    Two daemons take turns, and of each the best round counts: the machine may be busy."""
    best = [{}, {}]
    with ExitStack() as stack:
        daemons = [
            stack.enter_context(Watched(binary, home, is_traced=is_traced))
            for home, is_traced in zip(homes, (False, True))
        ]
        for daemon in daemons:
            daemon.start()
        clients = [daemon.client() for daemon in daemons]
        for _ in range(rounds):
            for daemon, client, figure in zip(daemons, clients, best):
                used, begun = daemon.processor_seconds(), now()
                for _ in range(count):
                    client.fetch("GET", "/v1/health")
                took = {
                    "processor_us": daemon.processor_seconds() - used,
                    "answer_us": now() - begun,
                }
                for key, value in took.items():
                    figure[key] = min(figure.get(key, math.inf), value / count * 1e6)
    plain, traced = best
    return {key: traced[key] - plain[key] for key in plain} | {"plain": plain}
