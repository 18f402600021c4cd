"""Two linked keepers who record every basket, free throw and assist of a real game, with slips.

What they write is a table's log: `Keeping.entries` for a fold, `Keeping.file()` for `scored import`.
"""

import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../Protocol/vectors"))
sys.dont_write_bytecode = True

import logs
from eventbodies import *

KINDS = dict(onePoint=1, twoPoints=2, threePoints=3, freeThrow=4, assist=5)
RULES = {1: 5, 2: 0, 3: 0, 4: 0, 5: 4, 6: 600_000, 7: 300_000, 8: 0, 9: 1, 10: 2, 11: 3, 12: 1,
         13: 5, 14: 0, 15: 5, 16: 0}
MENDS = ("own", "other", "at once", "undo", "nobody")
SLIPS = ("kind", "player", "both")
WALL = 1_763_683_200_000


class Truth:
    """A real game: its lines, and its events as (period, reading in s or None, wall in s, kind, line)."""

    def __init__(self, path):
        rows = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
        head, rows = rows[0], rows[1:]
        self.name, rules = head["id"], head["rules"]
        self.rules = dict(RULES)
        self.rules.update({6: 1000 * rules["periodSeconds"], 7: 1000 * rules["overtimeSeconds"]})
        self.lines = [(int(p["team"] == "away"), p.get("number", ""), p["name"])
                      for p in head["players"]]
        self.ids = [p["id"] for p in head["players"]]
        line = {p: n for n, p in enumerate(self.ids)}
        bare = rules.get("targetPeriod") if "note" in rules else None
        self.events, wall, last = [], 0, (1, 0, None)
        for row in rows:
            period, t = row["period"], row["t"]
            if row["kind"] not in KINDS or row["player"] is None:
                continue
            kind = KINDS[row["kind"]]
            if kind != 5:  # an assist is typed together with its basket
                step = t - last[1] if period == last[0] else 60
                if period == bare:
                    step = 20
                wall += max(step, 8)
            last = (period, t, kind)
            start = sum(self.length(p) for p in range(1, period))
            reading = None if period == bare else min(max(t - start, 0), self.length(period))
            points = row.get("points") if kind != 5 else 0
            stated = points if kind != 5 and points != self.rules[8 + kind] else None
            self.events.append(dict(
                period=period, reading=reading, wall=wall, kind=kind, line=line[row["player"]],
                points=points, stated=stated))
        self.periods = sorted({e["period"] for e in self.events})
        self.score = [0, 0]
        for e in self.events:
            self.score[self.lines[e["line"]][0]] += e["points"]

    def length(self, period):
        return (self.rules[6] if period <= 4 else self.rules[7]) / 1000


class Keeping:
    """The entries of two keepers. `old` writes the bodies of the version before events."""

    def __init__(self, truth, seed, readings=2, clock=True, skew=0, slip=None, mend=None,
                 rate=0.05, old=False, tracked=False, shared=False):
        self.truth, self.random, self.old = truth, random.Random(seed), old
        self.readings, self.has_clock, self.skew = readings, clock, skew
        self.slip, self.mend, self.rate, self.tracked = slip, mend, rate, tracked
        self.shared, self.stop = shared, None
        self.story, self.lamport = logs.Story.__new__(logs.Story), 0
        s = self.story
        s.founding = entry(1, WALL - 100_000, None, 1, started(logs.MIA.key, b"\1" * 16))
        s.table = logs.Table(s.founding)
        mia = logs.Log(s.table.id, logs.MIA, b"\1" * 16, [s.founding])
        self.step = mia.invite(logs.BO, 2)
        bo = logs.Log(s.table.id, logs.BO, b"\2" * 16)
        bo.add(3, 1, started(logs.BO.key, b"\2" * 16, chain_bytes([self.step])))
        self.logs, self.lamport, self.game = [mia, bo], 3, None
        for keeper, name in enumerate((b"Mia", b"Bo")):
            self.write(keeper, 16, counted(name), -90)
        self.game = self.write(0, 18, self.created(), -60)
        self.slips, self.tags = [], {}  # entry ID -> index of the true event
        self.keep()

    def created(self):
        t = self.truth
        rules = dict(t.rules)
        listed = b"".join(bytes([n]) + varint(v) for n, v in sorted(rules.items()))
        lines = b"".join(
            bytes([side]) + counted(number.encode()) + counted(name.encode())
            for side, number, name in t.lines)
        return (counted(b"Hawks") + counted(b"Owls") + b"\3" + varint(len(rules)) + listed
                + varint(len(t.lines)) + lines)

    def write(self, keeper, kind, body, at):
        """At a time of the hall, in seconds; the second keeper's laptop is off by the skew."""
        self.lamport += 1
        log = self.logs[keeper]
        wall = WALL + round(1000 * (at + (self.skew if keeper else 0)))
        log.entries.append(entry(self.lamport, wall, self.game, kind, body))
        return log.author, len(log.entries)

    def keep(self):
        acts = []  # (time of the hall, order of planning, what to do)
        def plan(at, act):
            acts.append((at, len(acts), act))
        for period in self.truth.periods:
            first = next(e for e in self.truth.events if e["period"] == period)
            plan(first["wall"] - 25, lambda p=period, at=first["wall"] - 25: self.begin(p, at))
        for index, e in enumerate(self.truth.events):
            self.plan_event(plan, index, e)
        for _, _, act in sorted(acts, key=lambda a: a[:2]):
            act()

    def begin(self, period, at):
        self.write(0, 23, varint(period), at)
        if self.is_clocked(period):
            self.write(0, 22, b"\0" + varint(period) + varint(0), at)
            return
        for keeper in (0, 1) if not self.old else ():
            other = self.logs[1 - keeper].device.key
            skew = 1000 * (self.skew if keeper else -self.skew)
            self.write(keeper, 30, other + signed(round(skew)) + varint(20), at)

    def is_clocked(self, period):
        return self.has_clock and any(
            e["period"] == period and e["reading"] is not None for e in self.truth.events)

    def plan_event(self, plan, index, e):
        r = self.random
        slips = self.slip is not None and r.random() < self.rate and (
            e["kind"] in (2, 3) or self.slip == "player")
        late = self.late(e)
        wrong = dict(e)
        if slips:
            self.slips.append(index)
            if self.slip == "kind" or self.slip == "both" and r.random() < 0.5:
                wrong.update(kind=5 - e["kind"], stated=None)
            else:
                side = self.truth.lines[e["line"]][0]
                wrong["line"] = r.choice([
                    n for n, line in enumerate(self.truth.lines)
                    if line[0] == side and n != e["line"]])
        erring = (0, 1) if self.slip == "both" else (r.randrange(2),)
        typed = {}
        keepers = self.share(slips, e["line"])
        noticed = e["wall"] + max(late) + r.uniform(3, 6)
        for keeper in keepers:
            value = wrong if slips and keeper in erring else e
            at = e["wall"] + late[keeper]
            if slips and self.mend == "undo" and keeper == erring[0]:
                again = noticed - at
                plan(at, lambda k=keeper, v=value, at=at, l=late[keeper]:
                     typed.update({k: self.move(k, index, v, at, l)}))
                def undo(k=keeper, at=at, l=late[keeper], again=again):
                    self.write(k, 21, id_bytes(typed[k]) + b"\1", noticed)
                    self.move(k, index, e, noticed + 1, min(l + again, l + 5))
                plan(noticed, undo)
            else:
                plan(at, lambda k=keeper, v=value, at=at, l=late[keeper]:
                     typed.update({k: self.move(k, index, v, at, l)}))
        if slips and self.mend in ("own", "other", "at once"):
            plan(noticed, lambda: self.fix(index, e, typed, erring, noticed, late))

    def late(self, e):
        """How late each keeper is; the throws of one stop have one reading each, for the clock
        stands."""
        stop = e["period"], e["reading"]
        if e["kind"] == 4 and self.is_clocked(e["period"]) and self.stop == stop:
            return self.stop_late
        late = [0.0, 0.0]
        late[self.random.randrange(2)] = self.random.uniform(-self.readings, self.readings)
        self.stop, self.stop_late = stop if e["kind"] == 4 else None, late
        return late

    def share(self, slips, line):
        """Who records an event: both; where the work is shared .60 both, .25 and .15 one alone; where
        the players are divided, the one who keeps the player."""
        if not self.shared or slips:
            return 0, 1
        if self.shared == "players":
            return (line % 2,)
        share = self.random.random()
        return (0, 1) if share < 0.6 else (0,) if share < 0.85 else (1,)

    def fix(self, index, e, typed, erring, at, late):
        """own: the one who erred, own entry; other: the other one, that entry; at once: both.
        Of two who erred alike the first does the fixing: own entry, the other's; at once: each the
        own or each the other's."""
        one = erring[0]
        if len(erring) == 1:
            acts = dict(own=[(one, one)], other=[(1 - one, one)])
            acts["at once"] = [(one, one), (1 - one, one)]
        else:
            acts = dict(own=[(one, one)], other=[(one, 1 - one)])
            swap = self.random.randrange(2)
            acts["at once"] = [(k, k ^ swap) for k in (0, 1)]
        lamport = self.lamport
        for keeper, target in acts[self.mend]:
            self.lamport = lamport  # neither has seen the other's
            body = self.body(keeper, e, late[target])
            bases = b"\0" if self.old else b"\0" + varint(0)
            self.write(keeper, 31, id_bytes(typed[target]) + bases + body, at)

    def move(self, keeper, index, value, at, late):
        linked = None
        i = self.write(keeper, 20, self.body(keeper, value, late, linked), at)
        self.tags[i] = index
        return i

    def body(self, keeper, value, late, linked=None):
        reading = None
        if self.is_clocked(value["period"]) and value["reading"] is not None:
            length = self.truth.length(value["period"])
            reading = round(1000 * min(max(value["reading"] + late, 0), length))
        return move(
            value["kind"], ("line", self.game, value["line"]), value["period"], self.game,
            reading=reading, points=value["stated"], linked=linked,
            flags=1 if self.tracked and keeper == 0 else 0)

    @property
    def entries(self):
        return [(log.author, n, data) for log in self.logs for n, data in enumerate(log.entries, 1)]

    def name(self, i):
        """What a program calls an entry."""
        return f"{'mia' if i[0] == self.logs[0].author else 'bo'}.{i[1]}"

    def file(self):
        import logfile
        runs = [log.run() for log in self.logs]
        return b"".join(logfile.write(self.story, runs))
