"""Records notes at a device, remembers what was acknowledged, and judges what devices hold in the end."""
import os, sys, time
from collections import Counter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
from daemon import Refused, Unanswered, Unsent  # noqa: E402
from entries import read_export  # noqa: E402


class Failed(Exception):
    """What was promised does not hold."""


def must(is_so, words):
    if not is_so:
        raise Failed(words)


class Recorder:
    """Notes with a token each. A refused one may stand in the log all the same: a disk that fails in the
    middle of a commit may have kept it. One that was acknowledged must."""

    def __init__(self, device, text=40):
        self.device, self.text = device, text
        self.number = 0
        self.acknowledged, self.others = [], []
        self.refusal = None

    def begin(self):
        """Makes a game to record into."""
        player = {"number": "4", "name": "Ana"}
        self.device.post(
            "/v1/games", {
                "home": {"name": "Hawks", "roster": [player]},
                "away": {"name": "Owls", "roster": [player]}, "rules": {"preset": "fiba"}})

    def record(self, count=1):
        """Records so many; whether all were acknowledged."""
        connection = self.device.connection()
        try:
            for _ in range(count):
                self.number += 1
                token = f"{self.device.name}-{self.number}-".ljust(self.text, "x")
                try:
                    connection.ask("POST", "/v1/notes", {"text": token})
                except (Refused, Unanswered, Unsent) as error:
                    self.others.append(token)
                    self.refusal = error
                    return False
                self.acknowledged.append(token)
            return True
        finally:
            connection.close()

    def record_until_refused(self, seconds):
        deadline = time.monotonic() + seconds
        while self.record(50):
            must(time.monotonic() <= deadline, f"{self.device.name} still records, {len(self.acknowledged)} moves long")

    def await_recording(self, seconds):
        """Waits until one is acknowledged again; after how many seconds."""
        start = time.monotonic()
        while not self.record():
            must(time.monotonic() <= start + seconds, f"{self.device.name} does not record again: {self.refusal}")
            time.sleep(0.1)
        return time.monotonic() - start


def judge(device, recorders):
    """Everything acknowledged stands in the device's log, once; nothing stands there twice."""
    held = Counter(
        entry.token for entry in read_export(device.get("/v1/export"))
        if entry.kind == "note")
    for recorder in recorders:
        lost = [token for token in recorder.acknowledged if not held[token]]
        if lost:
            raise Failed(
                f"{device.name} lost {len(lost)} of {len(recorder.acknowledged)} acknowledged:"
                f" {lost[0]}")
    asked = {token for recorder in recorders for token in recorder.acknowledged + recorder.others}
    twice = [token for token, count in held.items() if count > 1]
    if twice or set(held) - asked:
        raise Failed(f"{device.name} holds {len(twice)} twice, {len(set(held) - asked)} of nobody")


def agree(devices, seconds=30):
    """Waits until all have the same digest."""
    deadline = time.monotonic() + seconds
    while True:
        digests = set()
        for device in devices:
            try:
                digests.add(device.digest())
            except (Unsent, Unanswered, Refused) as error:
                digests.add(str(error))
        if len(digests) == 1:
            return
        must(time.monotonic() <= deadline, f"{', '.join(d.name for d in devices)} do not agree: {digests}")
        time.sleep(0.1)


def warning(device, *codes):
    """The text of a warning in status, or a failure."""
    status = device.status()
    for one in status["warnings"]:
        if one["code"] in codes:
            return one["text"]
    raise Failed(f"{device.name}'s status has no warning {' or '.join(codes)}: {status['warnings']}")
