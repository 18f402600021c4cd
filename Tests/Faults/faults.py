#!/usr/bin/env python3
"""Makes system calls of running daemons fail, by strace, while keepers record; then compares what
was acknowledged with what both devices hold.

Usage: faults.py BINARY [--faults N] [--seed S] [--each N] [--without CALL]... [--single]
                 [--keep] [--plant]
  --faults  how many are drawn (385)
  --seed    draws faults and moves; the moments are the machine's own
  --each    how many faults come between two checks (4)
  --without leaves out a call, such as one whose fault is known and not mended yet
  --single  makes no second call fail while a log is opened again after a first failure
  --keep    leaves the homes, the history and what strace wrote even when all is well
  --plant   doctors what was read at the first check, and passes if the judge sees each fault
"""
import os, random, signal, time
from collections import Counter

import judging  # First: it finds the modules of the torture.
import kinds, runs, tracer
from daemon import START_SECONDS_MAX, Refused, Unanswered, Unsent
from history import now
from patient import PatientKeeper, Scribe
from table import Table

WINDOW_SECONDS_MAX = 2.5
RESUME_SECONDS_MAX = 60
MOVES_OF_A_GAME_MAX = 2000
# Of checks, how many come after a restart of both daemons.
RESTARTS = 0.33
# The signals that end a program at a trap of its own or in wild memory.
TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS}


class FaultTable(Table):
    keeper_type = PatientKeeper


class Trial:
    def __init__(self, binary, folder, seed):
        self.folder = folder
        self.random = random.Random(f"{seed} trial")
        self.table = FaultTable(binary, folder, 2, seed, keepers_each=(2, 2), pause=0.08)
        self.drawn = self.took_effect = self.calls_failed = self.calls_delayed = 0
        self.checks = self.restarts = self.kills = self.refused_starts = 0
        self.worst_resume = (0.0, "")
        # By the words of the fault, how often a daemon ended by itself.
        self.ends = Counter()
        self.of_kind, self.effects = Counter(), Counter()
        self.problems = []

    def begin(self):
        self.table.found()
        self.table.admit_all()
        self.table.new_game()
        self.table.await_agreement()

    # One fault

    def put(self, fault):
        """Puts the fault into one of the two daemons, and heals it."""
        self.drawn += 1
        self.of_kind[fault.name] += 1
        device = self.random.choice(self.table.devices)
        output = os.path.join(self.folder, f"fault-{self.drawn}.trace")
        if fault.at_start:
            seen = self.start_under(device, fault, output)
        else:
            seen = self.attach(device, fault, output)
        self.calls_failed += seen.injected
        self.calls_delayed += seen.delayed
        # strace says nothing of a signal that it sent: the daemon's end shows it.
        effect = seen.read() > 0 or (fault.kills and not device.is_running)
        self.took_effect += effect
        self.effects[fault.name] += effect
        if effect and not fault.kills and os.path.exists(output):
            os.remove(output)
        healed = now()
        self.revive(device, fault)
        self.table.until(
            lambda: self.is_recording(device, healed) or self.table.check_keepers(),
            f"{device.name} records after {fault}:\n{device.said()}", RESUME_SECONDS_MAX)
        self.worst_resume = max(self.worst_resume, (now() - healed, str(fault)))

    def is_recording(self, device, since):
        return any(one.acknowledged_at > since for one in self.table.keepers_of(device))

    def attach(self, device, fault, output):
        tracing = tracer.Attached(device.process.pid, fault.injections, output)
        scribes = []
        if fault.by == kinds.GROWTH:
            scribes.append(Scribe.at(self.table, device, f"scribe{self.drawn}"))
        try:
            self.provoke(device, fault, tracing.output)
        finally:
            tracing.detach()
        self.table.retire(scribes)
        return tracing.output

    def provoke(self, device, fault, output):
        """Does what brings the daemon to the call until all faults are used up, or the time is."""
        wanted = sum(one.count for one in fault.injections)
        deadline = time.monotonic() + WINDOW_SECONDS_MAX
        errands = self.errands(device, fault.by)
        while output.read() < wanted and device.is_running and time.monotonic() < deadline:
            next(errands)()
            time.sleep(0.02)

    def errands(self, device, by):
        games = self.table.games[-2:]
        path = {kinds.SETTINGS: "/v1/use", kinds.LINKS: "/v1/sync"}.get(by)
        number = 0
        while True:
            number += 1
            if by == kinds.SETTINGS:
                document = {"game": games[number % len(games)]}
            else:
                document = {"online": number % 2 == 0}
            yield lambda: path and attempt(lambda: device.post(path, document))

    def start_under(self, device, fault, output):
        """Ends the daemon and starts it with the fault from its first call on."""
        keepers = [] if fault.kills else self.table.keepers_of(device)
        if keepers:
            self.table.hold(keepers)
        for keeper in keepers:
            # A start that cannot read all of its log goes on without knowing what it recorded last:
            # until its peers tell it, its entries may stand before those.
            keeper.epoch += 1
        if self.random.random() < 0.5:
            device.stop()
        else:
            device.kill()
        self.restarts += 1
        device.wrapping = tracer.wrapping(fault.injections, output)
        try:
            device.launch()
        finally:
            device.wrapping = []
            for keeper in keepers:
                keeper.resume()
        seen = tracer.Output(output)
        deadline = time.monotonic() + START_SECONDS_MAX
        while device.is_running and not attempt(lambda: device.get("/v1/health")):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{device.name} does not answer after {fault}:\n{device.said()}")
            time.sleep(0.01)
        # The reading of a start, its links and the first orders belong to it.
        until = time.monotonic() + 0.3
        while device.is_running and time.monotonic() < until:
            time.sleep(0.02)
        if device.is_running:
            tracer.release(device.process.pid)
        seen.read()
        return seen

    def revive(self, device, fault):
        """Starts a daemon that has ended, and takes back what errands left behind."""
        if not device.is_running:
            code = device.process.returncode
            if fault.kills:
                self.kills += 1
            elif fault.at_start and code > 0:
                # A start that fails says why, and may be tried again.
                self.refused_starts += 1
            else:
                self.ends[f"{fault} ended the daemon with {code}"] += 1
                if -code in TRAPS and not fault.may_end:
                    words = f"{fault} ended {device.name} with {code}"
                    self.problems.append(f"{words}:\n{device.said()}")
            self.restarts += 1
            device.start()
        # Announced failures of the log itself keep settings from being written for some seconds.
        device.retrying(lambda: device.post("/v1/sync", {"online": True}))

    # A check

    def check(self, plants=False):
        """Both devices agree, hold what was acknowledged, once, and their disks are sound."""
        table = self.table
        table.hold()
        table.check_keepers()
        table.await_agreement()
        if self.random.random() < RESTARTS:
            for device in table.devices:
                device.stop()
                device.start()
                self.restarts += 1
            table.await_agreement()
        history = table.history.snapshot()
        readings = [judging.read(device, table.games) for device in table.devices]
        judging.verify(table.devices, readings)
        self.checks += 1
        found = judging.judge(history, readings)
        self.problems += found
        self.authors = judging.authors(readings[0])
        self.entries = len(readings[0].entries)
        if plants:
            missed = judging.unseen(
                history, lambda: [judging.read(device, table.games) for device in table.devices])
            self.problems += [f"the judge does not see {name}" for name in missed]
        if table.history.acknowledged > MOVES_OF_A_GAME_MAX * (len(table.games) - 1):
            table.new_game()
            table.await_agreement()
        table.resume()
        return not self.problems

    # The end

    def summary(self):
        history = self.table.history.snapshot()
        outcomes = Counter(request.outcome for request in history)
        waits = [one.end - one.start for one in history if one.outcome == "acknowledged"]
        keepers = self.table.all_keepers
        said = {
            word: sum(getattr(keeper, word) for keeper in keepers)
            for word in ("plain", "unsure", "other")}
        yield (
            f"{self.drawn} faults drawn, {self.took_effect} took effect: {self.calls_failed} calls"
            f" failed, {self.calls_delayed} held up, {self.kills} times kill -9;"
            f" {self.restarts} restarts, {self.checks} checks")
        yield (
            f"{outcomes['acknowledged']} orders acknowledged, {outcomes['refused']} refused,"
            f" {outcomes['unknown']} of unknown outcome; {self.entries} entries on both; answers"
            f" that nothing was recorded: {said['plain']}, that it is not certain:"
            f" {said['unsure']}, others: {said['other']}")
        yield (
            f"worst wait of an order {max(waits, default=0):.1f} s, after one fault"
            f" {self.worst_resume[0]:.1f} s ({self.worst_resume[1]}); starts that failed and said"
            f" why: {self.refused_starts}; authors: {self.authors}")
        for words in sorted(set().union(*(keeper.others_said for keeper in keepers))):
            yield f"another refusal: {words}"
        for words, count in self.ends.most_common():
            yield f"{count} x {words}"
        kinds_seen = [
            f"{name} {self.effects[name]}/{count}" for name, count in self.of_kind.most_common()]
        yield "took effect of drawn: " + "; ".join(kinds_seen)


def attempt(work):
    """True if it was done; a daemon in trouble may refuse, or say nothing."""
    try:
        work()
        return True
    except (Refused, Unanswered, Unsent):
        return False


def parse():
    parser = runs.parser(__doc__.split("\n\n", 1)[1])
    parser.add_argument("--faults", type=int, default=385)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--plant", action="store_true")
    return parser.parse_args()


def trial(arguments, folder):
    made = Trial(arguments.binary, folder, arguments.seed)
    try:
        made.begin()
        return run(arguments, made)
    finally:
        made.table.clear()


def run(arguments, trial):
    """Whether all is as promised."""
    start = said = time.monotonic()
    faults = kinds.draws(arguments.seed, arguments.without, arguments.single)
    is_well = True
    while is_well and trial.drawn < arguments.faults:
        for _ in range(min(arguments.each, arguments.faults - trial.drawn)):
            trial.put(next(faults))
        is_well = trial.check(plants=arguments.plant and trial.checks == 0)
        if time.monotonic() - said >= 60:
            said = time.monotonic()
            print(
                f"  {int(said - start) // 60} min: {trial.drawn} faults, {trial.took_effect} took"
                f" effect, {trial.table.history.acknowledged} acknowledged", flush=True)
    print(f"faults: seed {arguments.seed}: {time.monotonic() - start:.0f} s")
    for line in trial.summary():
        print("  " + line)
    runs.show(trial.problems)
    verdict = "nothing lost, doubled or invented; digests equal, every disk sound"
    if arguments.plant and is_well:
        verdict += f"; the judge saw each of {len(judging.PLANTS)} planted faults"
    print("  " + (verdict if is_well else f"{len(trial.problems)} violations"), flush=True)
    return is_well


def main():
    arguments = parse()
    tracer.require("faults")
    runs.perform("faults", arguments, lambda folder: trial(arguments, folder))


if __name__ == "__main__":
    main()
