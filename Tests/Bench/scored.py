"""A daemon of the built binary in a home, and its local API over the Unix socket, with little Python in between."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from common import now

ANSWER_SECONDS_MAX = 120


class Connection:
    """One connection to the local API, HTTP/1.1 kept open."""

    def __init__(self, path):
        self.end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.end.settimeout(ANSWER_SECONDS_MAX)
        self.end.connect(str(path))
        self.rest = b""

    @staticmethod
    def request(method, path, document=None):
        """The bytes of a request."""
        body = b"" if document is None else json.dumps(document, separators=(",", ":")).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: scored\r\n"
        if document is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body

    def send(self, data):
        self.end.sendall(data)

    def more(self):
        data = self.end.recv(1 << 18)
        if not data:
            raise OSError("the daemon closed the connection")
        self.rest += data

    def answer(self):
        """The next answer: status and body."""
        while (cut := self.rest.find(b"\r\n\r\n")) < 0:
            self.more()
        head, self.rest = self.rest[:cut], self.rest[cut + 4:]
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        body = self.take(int(length[1])) if length else b"".join(self.chunks())
        return int(head.split(b" ", 2)[1]), body

    def take(self, length):
        """So many bytes."""
        if len(self.rest) < length:
            parts, got = [self.rest], len(self.rest)
            while got < length:
                parts.append(self.end.recv(1 << 20))
                if not parts[-1]:
                    raise OSError("the daemon closed the connection")
                got += len(parts[-1])
            self.rest = b"".join(parts)
        taken, self.rest = self.rest[:length], self.rest[length:]
        return taken

    def line(self):
        while (cut := self.rest.find(b"\r\n")) < 0:
            self.more()
        line, self.rest = self.rest[:cut], self.rest[cut + 2:]
        return line

    def chunks(self):
        """The parts of an answer whose length was not known at its head."""
        while length := int(self.line().split(b";")[0], 16):
            yield self.take(length)
            self.line()
        while self.line():
            pass

    def ask(self, method, path, document=None):
        self.send(self.request(method, path, document))
        status, body = self.answer()
        if status != 200:
            raise RuntimeError(f"{method} {path}: {status} {body[:300].decode(errors='replace')}")
        return json.loads(body)

    def close(self):
        self.end.close()


class Stream(Connection):
    """The event stream of a daemon."""

    def __init__(self, path):
        super().__init__(path)
        self.send(self.request("GET", "/v1/watch"))
        self.wait_for(b"\n\n")

    def wait_for(self, word):
        """Reads until the word stands in what came, and forgets what stands before it."""
        while (at := self.rest.find(word)) < 0:
            self.rest = self.rest[-len(word):]
            self.more()
        self.rest = self.rest[at + len(word):]


class Daemon:
    """One device: a home, and the daemon in it while it runs. Ended by its own pid."""

    def __init__(self, binary, home, peers=(), listen="127.0.0.1:0", name=None):
        self.binary, self.home, self.peers, self.listen, self.name = binary, Path(home), peers, listen, name
        self.socket = self.home / "scored.sock"
        self.process = None

    @property
    def words(self):
        """The daemon's command."""
        words = [str(self.binary), "daemon", "--state", str(self.home), "--listen", self.listen, "--no-discovery"]
        words += [f"--peer={peer}" for peer in self.peers]
        return words + (["--name", self.name] if self.name else [])

    def launch(self, is_guarded=True):
        # If this program is killed its daemons end with it.
        setpriv = shutil.which("setpriv") if is_guarded else None
        guard = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
        with open(f"{self.home}.diagnostics", "ab") as said:
            self.process = subprocess.Popen(
                [*guard, *self.words], stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    @property
    def pid(self):
        """The number of the daemon's process."""
        return self.process.pid

    def start(self, is_guarded=True):
        """Starts the daemon and waits until it answers `status`; the seconds that took."""
        begun = now()
        self.launch(is_guarded)
        self.status()
        return now() - begun

    def connection(self):
        """A connection as soon as there is a socket."""
        end = now() + ANSWER_SECONDS_MAX
        while True:
            try:
                return Connection(self.socket)
            except OSError:
                if self.process.poll() is not None or now() > end:
                    said = Path(f"{self.home}.diagnostics").read_text(errors="replace")[-500:]
                    raise RuntimeError(f"no daemon in {self.home.name}: {said}")
                time.sleep(0.0002)

    def ask(self, method, path, document=None):
        connection = self.connection()
        try:
            return connection.ask(method, path, document)
        finally:
            connection.close()

    def status(self):
        return self.ask("GET", "/v1/status")

    def games(self):
        return self.ask("GET", "/v1/games")["games"]

    def memory(self):
        """Resident and anonymous bytes."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) * 1024 for name in ("Rss", "Anonymous")]

    def processor_seconds(self):
        """Seconds of a core so far, of all its threads, to the nanosecond."""
        # The clock of a process is named by its number: CPUCLOCK_SCHED of linux/posix-timers.h.
        return time.clock_gettime((~self.pid << 3) | 2)

    def end(self):
        """SIGTERM, and what comes after it."""
        if self.process is None or self.process.poll() is not None:
            return
        os.kill(self.pid, signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.kill(self.pid, signal.SIGKILL)
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def log_bytes(home):
    """What the log takes on the disk, without the room that is reserved behind its last record."""
    total = 0
    for path in sorted(Path(home, "log").glob("*.seg")):
        total += len(path.read_bytes().rstrip(b"\0"))
    return total

