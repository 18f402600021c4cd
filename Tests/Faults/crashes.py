#!/usr/bin/env python3
"""Power cuts by a model: records what two daemons do to their disks in a session, draws moments at
which both lose their power and what of the unsynced bytes and names is left, and starts real
daemons from that.

Usage: crashes.py BINARY [--states N] [--moves N] [--seed S] [--keep] [--plant]
  --states  how many cuts are drawn (280)
  --moves   how many orders are acknowledged in the session, at least (4000)
  --seed    draws moves, moments and what survives; the session's moments are the machine's own
  --keep    leaves the session even when all is well
  --plant   the disks of the model lie about the log: passes if the judge finds the loss
"""
import os, random, time
from collections import Counter, defaultdict

import judging  # First: it finds the modules of the torture.
import kinds, model, runs, tracer
from daemon import START_SECONDS_MAX, Refused, Unanswered, Unsent
from history import Request, now
from session import Session, step
from table import Table

AGREEMENT_SECONDS_MAX = 60
# Of states, how many have a kill -9 within the repair.
SECOND_KILLS = 0.25
# Of moments, how many are drawn by the kind of call, so that the rare ones have their share.
RARE = 0.6
MOMENT = 1e-6
PLANTED_STATES_MAX = 12


class StateTable(Table):
    """Two devices whose homes a cut left behind."""

    def new_game(self):
        super().new_game()
        self.await_agreement(AGREEMENT_SECONDS_MAX)


class Cut:
    """A moment and what led to it."""

    def __init__(self, moment, words):
        self.moment, self.words = moment, words


class Trial:
    def __init__(self, binary, session, folder, seed, plants):
        self.binary, self.session, self.folder, self.seed = binary, session, folder, seed
        # A disk that lies says that segments are durable, and they are not.
        believes = (lambda path: not path.endswith(".seg")) if plants else (lambda path: True)
        names = [device.name for device in session.table.devices]
        self.disks = {name: model.Disk(session.folder, believes) for name in names}
        self.done = dict.fromkeys(names, 0)
        self.counts, self.fates = Counter(), Counter()
        self.worst = 0.0
        self.problems = []

    # Moments

    def cuts(self, count):
        generator = random.Random(f"{self.seed} cuts")
        of_kind, every = defaultdict(list), []
        for name, events in self.session.calls.items():
            for _, deed, call in events:
                if deed == "start" or not self.concerns(deed, call):
                    continue
                of_kind["answer" if deed == "send" else call.name].append((name, call))
                every.append((name, call))
        found = []
        for _ in range(count):
            drawn = every
            if generator.random() < RARE:
                drawn = of_kind[generator.choice(sorted(of_kind))]
            name, call = generator.choice(drawn)
            place = generator.choice(["before", "within", "after"])
            moment = {
                "before": call.start - MOMENT, "within": (call.start + call.end) / 2,
                "after": call.end + MOMENT}[place]
            found.append(Cut(moment, f"{place} {name}'s {call.name}"))
        return sorted(found, key=lambda cut: cut.moment)

    def concerns(self, deed, call):
        """Whether a call is about the homes, or sends an answer."""
        if deed == "send":
            return True
        if call.name in ("close", "fcntl", "open") or not call.succeeded:
            return False
        if call.name == "openat" and "O_CREAT" not in call.words[2]:
            return False
        root = self.session.folder
        return any(
            root in getattr(word, "path", "")
            or isinstance(word, bytes) and len(word) < 4096 and root.encode() in word
            for word in call.words)

    def advance(self, moment):
        for name, events in self.session.calls.items():
            at = self.done[name]
            while at < len(events) and events[at][0] <= moment:
                step(self.disks[name], *events[at][1:])
                at += 1
            self.done[name] = at

    # A state

    def try_cut(self, number, cut):
        """Judges one cut; its problems, each a sentence."""
        self.advance(cut.moment)
        folder = os.path.join(self.folder, f"state-{number}")
        os.mkdir(folder)
        words = self.put_down(number, folder)
        generator = random.Random(f"{self.seed} state {number}")
        table = StateTable(self.binary, folder, 2, self.seed)
        problems = []
        try:
            problems = self.judge(table, cut, generator)
        except (RuntimeError, Refused, Unanswered, Unsent, ValueError) as error:
            problems = [f"{type(error).__name__}: {error}"]
        finally:
            for device in table.devices + table.waiting:
                if problems:
                    problems.append(f"{device.name}:\n{device.said(6)}")
            table.clear()
        if problems:
            # As it was before the daemons came, to be looked at.
            before = os.path.join(self.folder, f"state-{number}.before")
            os.mkdir(before)
            self.put_down(number, before)
            self.problems.append(f"state {number}, {cut.words}, {words}:")
            self.problems += problems
        else:
            model.clear(folder)
        return problems

    def put_down(self, number, folder):
        """Writes the homes that the cut leaves; the words for it."""
        generator = random.Random(f"{self.seed} fate {number}")
        said = []
        for name, disk in self.disks.items():
            found, words = disk.survivors(generator)
            model.put_down(found, folder)
            model.keep_marks(os.path.join(folder, name))
            self.fates[words.split(" of ")[0]] += 1
            said.append(f"{name}: {words}")
        return "; ".join(said)

    def judge(self, table, cut, generator):
        start = time.monotonic()
        ana, bo = table.devices = list(table.waiting)
        table.waiting = []
        history = self.session.history_at(cut.moment)
        table.games = [game for at, game in self.session.games if at <= cut.moment]
        self.start(table.devices, generator)
        for device in table.devices:
            device.post("/v1/sync", {"online": True})
        if not table.is_member(bo):
            self.counts["joined again"] += 1
        table.until(
            lambda: table.is_member(bo) or table.join(bo, ana), f"{bo.name} joins",
            AGREEMENT_SECONDS_MAX)
        table.await_agreement(AGREEMENT_SECONDS_MAX)
        self.worst = max(self.worst, time.monotonic() - start)
        history += self.record_again(table)
        table.await_agreement(AGREEMENT_SECONDS_MAX)
        readings = [judging.read(device, table.games) for device in table.devices]
        judging.verify(table.devices, readings)
        acknowledged = sum(request.outcome == "acknowledged" for request in history)
        self.counts["acknowledged"] += acknowledged
        if any(count > 1 for count in judging.authors(readings[0]).values()):
            self.counts["new author"] += 1
        return judging.judge(history, readings)

    def start(self, devices, generator):
        """Starts both; in some states one is killed within its repair, and starts again."""
        if generator.random() < SECOND_KILLS:
            device = generator.choice(devices)
            calls = generator.choice(kinds.DEADLY_AT_START)
            fault = tracer.Injection(calls, "signal=KILL", generator.randint(1, 12))
            device.wrapping = tracer.wrapping([fault], device.home + ".trace")
            device.launch()
            device.wrapping = []
            deadline = time.monotonic() + START_SECONDS_MAX
            while device.is_running and not answers(device):
                if time.monotonic() > deadline:
                    raise RuntimeError(f"{device.name} does not answer with {fault}")
                time.sleep(0.01)
            if device.is_running:
                tracer.release(device.process.pid)
                device.kill()
            else:
                self.counts["killed in the repair"] += 1
            device.reap()
        for device in devices:
            device.launch()
        for device in devices:
            device.start()

    def record_again(self, table):
        """A note at each device, into any game."""
        games = [board["name"] for board in table.devices[0].get("/v1/games")["games"]]
        if not games:
            table.new_game()
            games = table.games
        table.games = sorted({*table.games, *games})
        found = []
        for device in table.devices:
            request = Request(
                f"{device.name} again", device.name, 1, "note", games[0],
                token=f"{device.name} again")
            request.start = now()
            document = {"text": request.token, "game": games[0], "request": os.urandom(16).hex()}
            answer = device.post("/v1/notes", document)
            request.outcome, request.names, request.end = "acknowledged", answer["entries"], now()
            found.append(request)
        return found


def segments_of(device):
    return sum(name.endswith(".seg") for name in os.listdir(os.path.join(device.home, "log")))


def answers(device):
    try:
        return device.get("/v1/health")
    except (Refused, Unanswered, Unsent):
        return False


def parse():
    parser = runs.parser(__doc__.split("\n\n", 1)[1])
    parser.add_argument("--states", type=int, default=280)
    parser.add_argument("--moves", type=int, default=4000)
    parser.add_argument("--plant", action="store_true")
    return parser.parse_args()


def run(arguments, folder):
    """Whether all is as promised; with planted lies, whether the judge sees a loss."""
    start = said = time.monotonic()
    place = os.path.join(folder, "session")
    os.mkdir(place)
    session = Session(arguments.binary, place, arguments.seed, arguments.moves)
    acknowledged = sum(request.outcome == "acknowledged" for request in session.history)
    count = sum(len(events) for events in session.calls.values())
    segments = {device.name: segments_of(device) for device in session.table.devices}
    print(
        f"crashes: seed {arguments.seed}: {acknowledged} orders acknowledged in a session of"
        f" {time.monotonic() - start:.0f} s, {count} calls read; segments: {segments}", flush=True)
    wrong = session.check()
    if wrong:
        runs.show([f"the model is not what happened: {line}" for line in wrong])
        return False
    trial = Trial(arguments.binary, session, folder, arguments.seed, arguments.plant)
    states = min(arguments.states, PLANTED_STATES_MAX) if arguments.plant else arguments.states
    tried = failed = 0
    for number, cut in enumerate(trial.cuts(states)):
        problems = trial.try_cut(number, cut)
        tried += 1
        failed += bool(problems)
        if arguments.plant and any("lost: " in problem for problem in problems):
            print(f"  the judge saw the loss of a disk that lies, at cut {tried}", flush=True)
            return True
        if time.monotonic() - said >= 60:
            said = time.monotonic()
            print(f"  {int(said - start) // 60} min: {tried} states, {failed} failed", flush=True)
    counts = trial.counts
    print(
        f"  {tried} states, {failed} failed, {counts['killed in the repair']} with a kill -9 in the"
        f" repair, {counts['joined again']} before the join was durable, {counts['new author']}"
        f" cost a new author; {counts['acknowledged']} acknowledged orders looked for; worst start"
        f" to agreement {trial.worst:.1f} s; {time.monotonic() - start:.0f} s in all")
    print("  " + ", ".join(f"{words} {count}" for words, count in sorted(trial.fates.items())))
    runs.show(trial.problems)
    if arguments.plant:
        print("  the judge does not see that a disk lies", flush=True)
        return False
    print(
        f"  {failed} states with violations" if failed else
        "  nothing lost, doubled or invented; both record again, digests equal, every disk sound",
        flush=True)
    return not failed


def main():
    arguments = parse()
    tracer.require("crashes")
    runs.perform("crashes", arguments, lambda folder: run(arguments, folder))


if __name__ == "__main__":
    main()
