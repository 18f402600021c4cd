#!/usr/bin/env python3
"""The checker must see every kind of fault: doctored histories and readings, one fault each."""
import copy, random, unittest

from checker import Reading, judge
from history import Request

DEVICES = ("ana", "bo", "cy")
AUTHORS = {"ana": "a" * 32, "bo": "b" * 32, "cy": "c" * 32}
GAME = "hawks-owls"


class Written:
    """An entry as entries.Entry reads one, written by hand."""

    def __init__(self, author, sequence, name, kind, token=None, target=None, origin=None):
        self.id, self.name, self.kind, self.token = (author, sequence), name, kind, token
        self.target, self.origin, self.order = target, origin, 0
        self.digest = f"{author[:4]}{sequence}{kind}{token}"

    @property
    def counted_id(self):
        return self.origin or self.id


class World:
    """A history without any fault, and what every device must hold of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.history, self.log = [], []
        self.sequences = dict.fromkeys(DEVICES, 0)
        self.score = {"home": 0, "away": 0}
        self.counting, self.numbers = {}, dict.fromkeys(DEVICES, 0)
        for device in DEVICES:
            self.append(device, "authorStarted")
        for _ in range(60):
            device = self.random.choice(DEVICES)
            deed = self.random.choices(["move", "undo", "fix", "note", "clock"], [8, 2, 2, 1, 1])[0]
            getattr(self, deed)(device)
        for order, entry in enumerate(self.log):
            entry.order = order
        self.readings = [self.reading(device) for device in DEVICES]

    def append(self, device, kind, **others):
        self.sequences[device] += 1
        sequence = self.sequences[device]
        entry = Written(AUTHORS[device], sequence, f"{device}.{sequence}", kind, **others)
        self.log.append(entry)
        return entry

    def ask(self, device, kind, entry, outcome="acknowledged", **others):
        self.numbers[device] += 1
        request = Request(device + "1", device, self.numbers[device], kind, GAME, **others)
        request.outcome = outcome
        if entry and outcome == "acknowledged":
            request.names = [entry.name]
            # Sometimes a crash comes before the keeper can ask for more than the name.
            if self.random.random() < 0.8:
                request.ids = [(entry.id[0][:16], entry.id[1])]
        self.history.append(request)
        return request

    def outcome(self):
        return self.random.choices(["acknowledged", "unknown"], [9, 1])[0]

    def move(self, device):
        token, side, points = f"{device}-{len(self.history)}", self.random.choice(["home", "away"]), 2
        outcome = self.outcome()
        entry = None
        if outcome == "acknowledged" or self.random.random() < 0.5:
            entry = self.append(device, "move", token=token)
            self.score[side] += points
            self.counting[entry.id] = (side, points)
        self.ask(device, "move", entry, outcome, token=token, side=side, points=points)

    def own(self, device):
        return [key for key in self.counting if key[0] == AUTHORS[device]]

    def undo(self, device):
        if not self.own(device):
            return
        target = self.own(device)[-1]
        side, points = self.counting.pop(target)
        self.score[side] -= points
        entry = self.append(device, "void", target=target)
        request = self.ask(device, "undo", entry)
        request.target = (target[0][:16], target[1])

    def fix(self, device):
        if not self.own(device):
            return
        target = self.own(device)[0]
        side, points = self.counting[target]
        token = f"{device}-{len(self.history)}"
        self.score[side] += 3 - points
        self.counting[target] = (side, 3)
        entry = self.append(device, "fix", target=target, token=token)
        self.ask(device, "fix", entry, token=token, side=side, points=3)

    def note(self, device):
        token = f"{device}-{len(self.history)}"
        self.ask(device, "note", self.append(device, "note", token=token), token=token)

    def clock(self, device):
        self.ask(device, "clock", self.append(device, "gameClock"))

    def reading(self, device):
        board = {side: {"score": points} for side, points in self.score.items()}
        entries = [copy.copy(entry) for entry in self.log]
        return Reading(device, "d", entries, {GAME: board}, {"isSound": True, "digest": "d"})

    def everywhere(self, doctor):
        for reading in self.readings:
            doctor(reading.entries)
            for order, entry in enumerate(reading.entries):
                entry.order = order

    def last(self, kind, outcome="acknowledged"):
        return next(
            request for request in reversed(self.history)
            if request.kind == kind and request.outcome == outcome)


SEEDS = range(20)


class CheckerTests(unittest.TestCase):
    def check(self, doctor, sentence):
        """With the fault, something is said that has the sentence; without it, nothing is."""
        for seed in SEEDS:
            world = World(seed)
            self.assertEqual(judge(world.history, world.readings), [])
            if doctor(world) is not False:
                found = judge(world.history, world.readings)
                self.assertTrue(any(sentence in line for line in found), (seed, sentence, found))

    @staticmethod
    def place(entries, request):
        return next(i for i, entry in enumerate(entries) if entry.name == request.names[0])

    def test_lost_everywhere(self):
        def doctor(world):
            request = world.last(world.random.choice(["move", "note"]))
            world.everywhere(lambda entries: entries.pop(self.place(entries, request)))
        self.check(doctor, "lost: ")

    def test_lost_undo(self):
        def doctor(world):
            if not any(request.kind == "undo" for request in world.history):
                return False
            request = world.last("undo")
            world.everywhere(lambda entries: entries.pop(self.place(entries, request)))
        self.check(doctor, "lost: ")

    def test_lost_on_one_device(self):
        self.check(lambda world: world.readings[1].entries.pop(5) and None, "bo lacks 1")

    def test_more_on_one_device(self):
        def doctor(world):
            world.readings[2].entries.append(Written("e" * 32, 1, "eve.1", "move", token="x"))
        self.check(doctor, "ana lacks 1")

    def test_another_order_on_one_device(self):
        def doctor(world):
            entries = world.readings[1].entries
            entries[3], entries[4] = entries[4], entries[3]
        self.check(doctor, "in another order")

    def test_recorded_twice(self):
        def doctor(world):
            request = world.last("move")
            def double(entries):
                twin = copy.copy(entries[self.place(entries, request)])
                twin.id = (twin.id[0], 999)
                twin.name = f"{request.device}.999"
                entries.append(twin)
            world.everywhere(double)
        self.check(doctor, "recorded 2 times")

    def test_unknown_recorded_twice(self):
        def doctor(world):
            world.ask("ana", "note", None, "unknown", token="twice")
            def double(entries):
                for number in (998, 999):
                    entries.append(
                        Written(AUTHORS["ana"], number, f"ana.{number}", "note", token="twice"))
            world.everywhere(double)
        self.check(doctor, "recorded 2 times")

    def test_invented(self):
        def doctor(world):
            world.everywhere(lambda entries: entries.append(
                Written(AUTHORS["bo"], 999, "bo.999", "move", token="nobody's")))
        self.check(doctor, "nobody asked for bo.999")

    def test_invented_void(self):
        def doctor(world):
            target = world.readings[0].entries[-1].id
            world.everywhere(lambda entries: entries.append(
                Written(AUTHORS["bo"], 999, "bo.999", "void", target=target)))
        self.check(doctor, "nobody asked for bo.999")

    def test_refused_and_recorded(self):
        def doctor(world):
            request = world.last("move")
            request.outcome = "refused"
        self.check(doctor, "refused and recorded")

    def test_order_of_a_keeper(self):
        def doctor(world):
            first = next(r for r in world.history if r.kind == "move" and r.names)
            last = [r for r in world.history if r.keeper == first.keeper and r.names][-1]
            if first is last:
                return False
            world.everywhere(lambda entries: entries.append(
                entries.pop(self.place(entries, first))))
        self.check(doctor, "stands before")

    def test_another_entry_under_the_name(self):
        def doctor(world):
            request = next((r for r in world.history if r.kind == "move" and r.ids), None)
            if not request:
                return False
            request.ids = [(request.ids[0][0], 777)]
        self.check(doctor, "stands as")

    def test_void_of_another_entry(self):
        def doctor(world):
            undo = next((r for r in world.history if r.kind == "undo" and r.ids), None)
            if not undo:
                return False
            undo.target = ("f" * 16, 3)
        self.check(doctor, "instead")

    def test_score(self):
        def doctor(world):
            for reading in world.readings:
                reading.boards[GAME]["home"] = {"score": world.score["home"] + 1}
        self.check(doctor, "own figures")

    def test_score_of_one_device(self):
        def doctor(world):
            world.readings[1].boards[GAME]["away"] = {"score": -1}
        self.check(doctor, "hawks-owls: away is")

    def test_digest(self):
        def doctor(world):
            world.readings[2].digest = world.readings[2].verified["digest"] = "e"
        self.check(doctor, "another digest than ana")

    def test_disk(self):
        def doctor(world):
            world.readings[0].verified = {"isSound": False, "problems": ["torn"]}
        self.check(doctor, "not sound")

    def test_disk_behind_its_daemon(self):
        def doctor(world):
            world.readings[0].verified = {"isSound": True, "digest": "e"}
        self.check(doctor, "another digest than its daemon")

    def test_residue(self):
        self.check(lambda world: world.readings[1].residue.append("grew"), "bo: grew")

    def test_nothing_was_read(self):
        self.assertTrue(judge([], []))


if __name__ == "__main__":
    unittest.main()
