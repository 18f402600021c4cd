"""A keeper at a device: records as long as it may, and asks again with the same ID when an answer is
cut off."""
import random, threading, time, traceback
from urllib.parse import urlencode

from daemon import Refused, Unanswered, Unsent
from history import Request, now

# Kinds that count, with what they are worth by the rules of the games played here.
POINTS = {"onePoint": 1, "twoPoints": 2, "threePoints": 3, "freeThrow": 1}
OTHERS = ["assist", "rebound", "foul", "steal", "block", "turnover", "miss"]
DEEDS = {
    "move": 68, "undo": 7, "redo": 3, "void": 5, "fix": 6, "note": 4, "clock": 4, "track": 3,
}
# Of answers that were cut off, how many keepers do not ask again.
GIVES_UP = 0.1


class Keeper(threading.Thread):
    """`slot` is the keeper's own player, and a fix leaves a move to its player, so that no move looks like
    one of another keeper."""

    def __init__(self, name, device, slot, game, history, seed, pause=0.05):
        super().__init__(name=name, daemon=True)
        self.device, self.slot, self.game, self.history = device, slot, game, history
        self.side = side_of(slot)
        self.pause = pause
        self.random = random.Random(f"{seed} {name}")
        self.number = self.moves = self.epoch = 0
        # (ID, name, game, slot) of moves that were acknowledged, for voids and fixes.
        self.own = []
        self.others = []
        self.connection = device.connection()
        self.may_record = threading.Event()
        self.may_record.set()
        self.is_idle = threading.Event()
        self.ends = threading.Event()
        self.failure = None

    # What the main thread says

    def hold(self, seconds=60):
        """Lets no new request begin, and waits until the last has its outcome."""
        self.may_record.clear()
        if not self.is_idle.wait(seconds) and self.is_alive():
            raise RuntimeError(f"{self.name}'s request has no outcome after {seconds} s")

    def resume(self):
        self.is_idle.clear()
        self.may_record.set()

    def finish(self, seconds=60):
        self.ends.set()
        self.may_record.set()
        self.join(seconds)
        if self.is_alive():
            raise RuntimeError(f"{self.name} does not come to an end")

    # What the keeper does

    def run(self):
        try:
            while not self.ends.is_set():
                if not self.may_record.is_set():
                    self.is_idle.set()
                    self.may_record.wait(0.05)
                    continue
                self.is_idle.clear()
                self.perform(*self.choose())
                if self.pause:
                    time.sleep(self.random.uniform(0, 2 * self.pause))
        except Exception:
            self.failure = f"{self.name}: {traceback.format_exc()}"
        self.is_idle.set()
        self.connection.close()

    def choose(self):
        """The next request: (Request, path, document)."""
        deed = self.random.choices(list(DEEDS), DEEDS.values())[0]
        if deed in ("void", "fix") and not self.own:
            deed = "move"
        self.number += 1
        return getattr(self, deed)()

    def request(self, kind, **others):
        return Request(self.name, self.device.name, self.number, kind, self.game, **others)

    def move(self):
        kind = self.random.choice(list(POINTS) * 2 + OTHERS)
        document = {"player": self.slot, "kind": kind, "force": True}
        points = POINTS.get(kind, 0)
        if kind == "freeThrow" and self.random.random() < 0.2:
            document["points"] = points = 3
        request = self.request(
            "move", token=f"{self.name}-{self.number}", side=self.side, points=points)
        document["detail"] = request.token
        if self.random.random() < 0.7:
            self.moves += 1
            document["period"] = 1 + self.moves // 600 % 4
            document["clockSeconds"] = self.moves % 600
        return request, "/v1/moves", document

    def note(self):
        request = self.request("note", token=f"{self.name}-{self.number}")
        return request, "/v1/notes", {"text": request.token}

    def undo(self):
        return self.request("undo"), "/v1/undo", {}

    def redo(self):
        return self.request("redo"), "/v1/redo", {}

    def some_move(self):
        recent = self.own[-20:]
        with_others = [move for other in self.others for move in other.own[-5:]]
        if with_others and self.random.random() < 0.25:
            recent = with_others
        fitting = [move for move in recent if move[2] == self.game]
        return self.random.choice(fitting or self.own[-1:])

    def void(self):
        target, name, game, _ = self.some_move()
        request = self.request("void", target=target)
        request.game = game
        return request, "/v1/void", {"entries": [name]}

    def fix(self):
        target, name, game, slot = self.some_move()
        kind = self.random.choice(list(POINTS) + OTHERS)
        request = self.request(
            "fix", target=target, token=f"{self.name}-{self.number}", side=side_of(slot),
            points=POINTS.get(kind, 0))
        request.game = game
        document = {"entry": name, "player": slot, "kind": kind, "detail": request.token}
        if kind in POINTS:
            document["points"] = POINTS[kind]
        return request, "/v1/fix", document

    def clock(self):
        action = self.random.choice(["start", "stop", "set"])
        document = {"action": action, "force": True}
        if action == "set":
            document["seconds"] = self.random.randrange(500)
            document["period"] = 1
        return self.request("clock"), "/v1/clock", document

    def track(self):
        path = self.random.choice(["track", "track", "untrack"])
        return self.request("track"), "/v1/" + path, {"players": [self.slot]}

    # Until there is an outcome

    def perform(self, request, path, document):
        document["game"] = request.game
        document["request"] = f"{self.random.getrandbits(128):032x}"
        request.start, request.epoch = now(), self.epoch
        answer = None
        is_maybe_recorded = False
        while not self.ends.is_set() or is_maybe_recorded:
            request.attempts += 1
            try:
                answer = self.connection.ask("POST", path, document)
                break
            except Refused as refusal:
                request.outcome, request.code = "refused", refusal.code or str(refusal.status)
                break
            except Unsent:
                request.attempts -= 1
                time.sleep(0.02)
            except Unanswered:
                is_maybe_recorded = True
                if self.random.random() < GIVES_UP:
                    break
            if now() > request.start + 120:
                break
        if request.attempts == 0:
            return
        if answer:
            self.acknowledge(request, answer)
            # A request of long ago, asked again, records nothing twice.
            if self.random.random() < 0.02:
                self.repeat(request, path, document)
        request.end = now()
        self.history.add(request)

    def acknowledge(self, request, answer):
        request.outcome, request.names = "acknowledged", answer["entries"]
        request.repeats += answer["isRepeat"]
        if not request.names:
            return
        found = self.look(request.game, request.names)
        if found is None:
            return
        request.ids = [identity(entry) for entry in found]
        if request.kind == "undo" and found[0]["names"]:
            targets = self.look(request.game, found[0]["names"])
            request.target = identity(targets[0]) if targets else None
        if request.kind == "move":
            self.own.append((request.ids[0], request.names[0], request.game, self.slot))

    def repeat(self, request, path, document):
        try:
            answer = self.connection.ask("POST", path, document)
        except (Refused, Unsent, Unanswered):
            return
        if request.names and (not answer["isRepeat"] or answer["entries"] != request.names):
            # Names may change when a clone's incarnations come together; numbers may not.
            numbers = lambda names: [name.rsplit(".")[-1] for name in names]
            if not answer["isRepeat"] or numbers(answer["entries"]) != numbers(request.names):
                raise AssertionError(f"{request} was answered again with {answer['entries']}")
        request.repeats += 1

    def look(self, game, names):
        """The entries of these names as the log shows them; None where nobody answers in time."""
        query = urlencode({"game": game, "only": ",".join(names)})
        for _ in range(2):
            try:
                found = {
                    entry["name"]: entry
                    for entry in self.connection.ask("GET", f"/v1/log?{query}")["entries"]}
                if all(name in found for name in names):
                    return [found[name] for name in names]
                return None
            except (Unsent, Unanswered, Refused):
                time.sleep(0.01)
        return None


def side_of(slot):
    return "home" if slot.startswith("h") else "away"


def identity(entry):
    """(first 16 digits of the author, sequence), which the place of an entry says."""
    _, author, sequence = entry["place"].split(".")[:3]
    return author, int(sequence, 16)
