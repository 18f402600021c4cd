"""What keepers asked for and what they were told: the one thing that the checker believes."""
import json, threading, time


class Request:
    """A request with its start, end and outcome, whatever happened in between.

    `outcome` is `acknowledged`, `refused` or `unknown`: the answer was cut off and the keeper did not
    ask again. `names` are the entries as the answer called them, `ids` the same as (first 16 digits
    of the author, sequence) where they could be asked for before the next crash.
    """

    FIELDS = (
        "keeper", "device", "number", "kind", "game", "token", "side", "points", "target", "start",
        "end", "outcome", "names", "ids", "attempts", "repeats", "code", "epoch",
    )

    def __init__(self, keeper, device, number, kind, game, **others):
        self.keeper, self.device, self.number = keeper, device, number
        self.kind, self.game = kind, game
        # What the entry carries so that it can be told from all others; None for kinds without room.
        self.token = others.get("token")
        # Of a move or a fix: the side and what it is worth.
        self.side, self.points = others.get("side"), others.get("points", 0)
        # Of a fix, a void or an undo: the (first 16 digits of the author, sequence) it names.
        self.target = others.get("target")
        self.start = self.end = 0.0
        self.outcome, self.code = "unknown", None
        self.names, self.ids = [], None
        self.attempts = self.repeats = 0
        # Goes up when the device's home is put back to an earlier one: it then records without the
        # knowledge of what it recorded before, until its peers tell it.
        self.epoch = 0

    def __repr__(self):
        return (
            f"{self.keeper}#{self.number} {self.kind} {self.token or ''} {self.outcome}"
            f" {' '.join(self.names)}")


class History:
    """All requests, in the order in which they ended. Threads may record at once."""

    def __init__(self, path=None):
        self.requests = []
        self.lock = threading.Lock()
        self.file = open(path, "w") if path else None

    def add(self, request):
        with self.lock:
            self.requests.append(request)
            if self.file:
                fields = {name: getattr(request, name) for name in Request.FIELDS}
                self.file.write(json.dumps(fields) + "\n")
                self.file.flush()

    def snapshot(self):
        with self.lock:
            return list(self.requests)

    def close(self):
        if self.file:
            self.file.close()

    @property
    def acknowledged(self):
        with self.lock:
            return sum(request.outcome == "acknowledged" for request in self.requests)


def now():
    return time.monotonic()
