"""A session of two devices under strace: what they did to their disks, which answers they sent."""
import os, re, time

import calls, model, tracer
from daemon import Device
from history import now
from patient import Scribe
from table import Table

# The members of an answer about recorded entries. Those about the log have objects there.
ANSWERED = re.compile(rb'"entries":\[("[^\]]*")\]')
SENDS = {"sendto", "sendmsg", "write", "writev"}
END_SECONDS_MAX = 20
# Until a second segment has begun on both devices, and a third.
SEGMENTS = 3
LONG_NOTES_MAX = 4000


class TracedDevice(Device):
    """A device each of whose daemons runs under strace from its first call on."""

    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        self.traces, self.tracers = [], []

    def launch(self):
        self.traces.append(f"{self.home}.{len(self.traces)}.trace")
        self.wrapping = [*calls.WORDS, "-o", self.traces[-1]]
        super().launch()
        Table.until(
            lambda: tracer.tracer_of(self.process.pid) or not self.is_running, "strace begins", 20)
        self.tracers.append(tracer.tracer_of(self.process.pid))

    def await_traces(self):
        """Until every strace has written all."""
        Table.until(
            lambda: not any(one and is_alive(one) for one in self.tracers), "strace ends",
            END_SECONDS_MAX)


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class SessionTable(Table):
    device_type = TracedDevice

    def new_game(self):
        super().new_game()
        self.created = getattr(self, "created", [])
        self.created.append((now(), self.games[-1]))


class Session:
    """What was recorded: for each device its calls, by its name; the history; the games, with the
    time at which each was acknowledged."""

    def __init__(self, binary, folder, seed, moves):
        self.folder = folder
        self.table = SessionTable(binary, folder, 2, seed, keepers_each=(2, 2), pause=0.004)
        # strace tells the time of day, and keepers that since the machine began.
        self.ahead = time.time() - time.monotonic()
        try:
            self.play(moves)
        finally:
            self.table.clear()
        self.history = self.table.history.snapshot()
        self.games = [(at + self.ahead, game) for at, game in self.table.created]
        self.calls, self.sent = {}, {}
        for device in self.table.devices:
            self.read(device)

    # What is played

    def play(self, moves):
        table = self.table
        table.found()
        ana = table.devices[0]
        self.until(moves * 0.05)
        table.admit_all()
        bo = table.devices[1]
        self.until(moves * 0.25)
        bo.stop()
        bo.start()
        self.until(moves * 0.35)
        table.new_game()
        self.until(moves * 0.45)
        bo.post("/v1/sync", {"online": False})
        self.until(moves * 0.6)
        bo.post("/v1/sync", {"online": True})
        self.until(moves * 0.7)
        # While nothing is on its way to the disk: of a call that kill -9 cuts off strace does not
        # say whether it was done.
        table.hold()
        table.await_agreement()
        ana.kill()
        ana.start()
        table.resume()
        self.fill(ana)
        self.until(moves)
        table.retire(list(table.keepers))
        table.check_keepers()
        table.await_agreement()
        for device in table.devices:
            device.stop()
            device.await_traces()

    def until(self, count):
        self.table.until(
            lambda: self.table.history.acknowledged >= count or self.table.check_keepers(),
            f"{count:.0f} acknowledged", 600)

    def fill(self, device):
        """Long notes at one device until both have begun another segment, twice."""
        others = list(self.table.keepers)
        self.table.hold(others)
        scribe = Scribe.at(self.table, device, "scribe")
        name = f"{SEGMENTS:08}.seg"
        logs = [os.path.join(one.home, "log", name) for one in self.table.devices]
        self.table.until(
            lambda: all(map(os.path.exists, logs)) or scribe.number > LONG_NOTES_MAX,
            "further segments", 600)
        self.table.retire([scribe])
        self.table.resume(others)

    # What strace wrote

    def read(self, device):
        """[(time, deed, call)] in order; the deed is `start`, `do`, `sync` or `send`."""
        events, sent = [], {}
        for trace in device.traces:
            read = calls.read(trace)
            if not read:
                continue
            events.append((read[0].start, "start", None))
            for call, following in zip(read, [*read[1:], None]):
                # strace rounds: a call ends before the next begins.
                if following and following.start >= call.start:
                    call.end = min(call.end, following.start)
                if call.name in model.SYNCS:
                    # It makes durable what came before it, when it has returned.
                    events.append((call.end, "sync", call))
                elif call.name in SENDS and self.note_answers(call, sent):
                    events.append((call.start, "send", call))
                else:
                    events.append((call.start, "do", call))
        self.calls[device.name], self.sent[device.name] = events, sent

    @staticmethod
    def note_answers(call, sent):
        """Notes when the entries of an answer were first named; whether there are any."""
        data = b"".join(word for word in call.words if isinstance(word, bytes))
        data = data or b"".join(
            text for word in call.words if isinstance(word, str) for text in calls.strings(word))
        if not data.startswith(b"HTTP/1.1 200") and b"\r\nHTTP/1.1 200" not in data:
            return False
        found = ANSWERED.findall(data)
        for names in found:
            for name in names.decode().split(","):
                sent.setdefault(name.strip('"'), call.start)
        return bool(found)

    def check(self):
        """What speaks against the model: a home with another content, answers that it lacks."""
        found = []
        for device in self.table.devices:
            disk = model.Disk(self.folder)
            for _, deed, call in self.calls[device.name]:
                step(disk, deed, call)
            expected, real = disk.contents(), model.real_contents(self.folder, device.name)
            for path in sorted(set(expected) | set(real)):
                if expected.get(path) != real.get(path):
                    is_real, is_expected = brief(real.get(path)), brief(expected.get(path))
                    found.append(f"{path} is {is_real}, by the calls {is_expected}")
        answered = [one for one in self.history if one.outcome == "acknowledged" and one.names]
        lacking = [request for request in answered if self.sent_at(request) is None]
        if lacking:
            found.append(f"{len(lacking)} answers are in no call: {lacking[0]}")
        return found

    def sent_at(self, request):
        """When the answer that names a request's entries went out first; None if it did not."""
        sent = self.sent[request.device]
        times = [sent.get(name) for name in request.names]
        return None if None in times or not times else max(times)

    def history_at(self, moment):
        """What keepers had been told at a moment; what was under way has an unknown outcome."""
        found = []
        for request in self.history:
            begun = request.start + self.ahead
            if begun > moment + 0.001:
                continue
            twin = type(request).__new__(type(request))
            twin.__dict__ = dict(request.__dict__)
            if request.outcome == "acknowledged":
                sent = self.sent_at(request) if request.names else request.end + self.ahead
                if sent > moment:
                    twin.outcome, twin.names, twin.ids = "unknown", [], None
            found.append(twin)
        return found


def step(disk, deed, call):
    if deed == "start":
        disk.start()
    elif deed in ("do", "sync"):
        disk.do(call)


def brief(content):
    if isinstance(content, bytes):
        return f"{len(content)} bytes"
    return "not there" if content is None else content.__name__
