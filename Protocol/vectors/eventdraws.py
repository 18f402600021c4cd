"""Drawn tables for events.py: close readings, so that passes compete; voids of voids, fixes of fixes
with odd bases, lamports that interleave, and now and then a body that is malformed."""

import random

from eventbodies import *
from eventtables import Paper, author_of, created, key_of

LIKELY = [2, 2, 2, 2, 3, 3, 3, 1, 4, 4, 4, 5, 5, 6, 7, 9, 10, 11, 12, 12]


class Drawn(Paper):
    """A table whose authors see of the others what chance shows them."""

    def __init__(self, r):
        self.r, self.top, self.own = r, 0, {}
        self.moves, self.fixes, self.ids = [], [], []
        self.devices = r.randint(2, 5)
        missing = {self.devices} if self.devices > 2 and r.random() < 0.1 else set()
        self.skews = {d: r.choice([0, 0, 1500, -4000, 60_000]) for d in range(1, 9)}
        super().__init__(self.devices, clock=False, first=missing)
        self.authors = list(range(1, self.devices + 1))
        if r.random() < 0.3:
            extra = self.devices + 1
            self.start(extra, r.randint(1, self.devices))
            self.authors.append(extra)
        if r.random() < 0.7:
            self.clock(self.author())
        self.kept = r.random() < 0.5

    def write(self, author, kind, body, scope="game", lamport=None, wall=None):
        r = self.r
        if lamport is None:
            back = r.choice([0, 0, 0, 0, 1, 2, 5]) if self.ids and kind != 1 else 0
            lamport = max(self.own.get(author, 0) + 1, self.top + 1 - back)
        self.own[author], self.top = lamport, max(self.top, lamport)
        if scope == "game" and r.random() < 0.01:
            body += b"\0"
        i = super().write(author, kind, body, scope, lamport, wall)
        if kind not in (1, 18):
            self.ids.append(i)
        return i

    def author(self):
        return self.r.choice(self.authors)

    def subject(self, side=None):
        r = self.r
        if r.random() < 0.03:
            return -r.randint(1, 2)
        if r.random() < 0.02:
            return ("line", self.game, r.choice([6, 100])) if r.random() < 0.5 else None
        low, high = (0, 5) if side is None else (0, 2) if side == 0 else (3, 5)
        return r.randint(low, min(high, low + 1) if self.kept else high)

    def fields(self, kind=None, at=None):
        """What a keeper may type: kind, subject, reading and the rest."""
        r = self.r
        kind = kind or r.choice(LIKELY)
        more = {}
        if kind == 12:
            more["variant"] = r.choice([5, 6, 6, 7, 8, 8, 8, None])
        if kind == 6:
            more["variant"] = r.choice([1, 2, None])
        if kind in MADE and r.random() < 0.06:
            more["points"] = r.randint(0, 4)
        if kind in (7, 8) and r.random() < 0.6:
            more["throws"] = r.randint(1, 3)
        if kind in (2, 5) and self.ids and r.random() < (0.5 if kind == 5 else 0.05):
            more["linked"] = r.choice(self.ids[-8:])
        at = self.reading() if at is None else at
        period = 1 if r.random() < 0.85 else 2
        return dict(kind=kind, who=self.subject(), at=at, period=period, **more)

    def reading(self):
        r = self.r
        return r.choice([r.uniform(0, 40), r.randint(0, 40), r.randint(0, 120)])

    def slip(self, f):
        """The same event as somebody else types it."""
        r, f = self.r, dict(f)
        spread = r.choice([0, 1, 3, 10, 20])
        f["at"] = min(max(f["at"] + r.choice([r.uniform(-spread, spread), spread, -spread]), 0), 600)
        if r.random() < 0.12:
            f["who"] = self.subject()
        if r.random() < 0.12:
            f["kind"] = r.choice(LIKELY)
            if f["kind"] not in MADE:
                f.pop("points", None)
            if f["kind"] not in (7, 8):
                f.pop("throws", None)
            if f["kind"] not in (12,) or f.get("variant", 5) is not None and f.get("variant", 5) < 5:
                f.pop("variant", None)
        if r.random() < 0.05:
            f["period"] = 3 - f["period"]
        return f

    def body_of(self, f, flags=0):
        f = dict(f, flags=flags)
        kind, who, at, period = (f.pop(k) for k in ("kind", "who", "at", "period"))
        return self.body(kind, who, None if self.r.random() < 0.06 else at, period, **f)

    def type(self, author, f, flags=None):
        r = self.r
        if flags is None:
            flags = r.choice([0, 0, 0, 1, 1, 2, 3, 512])
        device = author if author <= self.devices else 1
        wall = self.wall + 100_000 + 1000 * f["at"] + self.skews[device] + r.randint(-2000, 2000)
        i = self.write(author, 20, self.body_of(f, flags), wall=round(wall))
        self.moves.append((i, f))
        return i

    def event(self):
        """Several keepers record one event."""
        r, f = self.r, self.fields()
        some = r.sample(self.authors, r.randint(1, len(self.authors)))
        for author in some:
            self.type(author, self.slip(f))

    def correct(self):
        r = self.r
        if not self.moves:
            return self.event()
        target, f = r.choice(self.moves[-12:])
        if self.fixes and r.random() < 0.05:
            target = r.choice(self.fixes)
        if r.random() < 0.03:
            target = author_of(r.randint(1, 6)), r.randint(1, 40)
        bases = {i for i in self.fixes[-6:] if r.random() < 0.4}
        if r.random() < 0.1:
            bases.add(r.choice(self.ids))
        if r.random() < 0.05:
            bases.add((author_of(r.randint(1, 6)), r.randint(1, 60)))
        flags = r.choice([0, 0, 0, 2, 4, 4, 6])
        body = self.body_of(self.slip(f) if r.random() < 0.8 else self.fields(), r.choice([0, 1]))
        self.fixes.append(self.fix(self.author(), target, bases, body, flags))

    def withdraw(self):
        r = self.r
        if not self.ids:
            return self.event()
        recent = [i for i, _ in self.moves[-10:]]
        target = r.choice(recent if recent and r.random() < 0.6 else self.ids)
        self.void(self.author(), target, r.choice([None, None, 1, 1, 2, 4, 5]))

    def agree(self):
        if self.moves:
            self.accept(self.author(), self.r.choice(self.moves[-12:])[0])

    def measure(self):
        r, author = self.r, self.author()
        device = r.randint(1, self.devices + 1)
        own = author if author <= self.devices else 1
        difference = self.skews[own] - self.skews[device]
        difference += r.choice([0, r.randint(-300, 300), 5000])
        self.compare(author, device, difference, r.choice([0, 20, 1999, 2000, 2001, 9000]))

    def stop(self):
        """A foul, and its free throws by several keepers."""
        r, t = self.r, self.reading()
        side = r.randint(0, 1)
        for author in r.sample(self.authors, min(2, r.randint(1, 2))):
            self.type(author, dict(kind=7, who=self.subject(1 - side), at=t, period=1,
                                   **({} if r.random() < 0.2 else dict(throws=r.randint(1, 3)))))
        who = self.subject(side)
        for _ in range(r.randint(1, 5)):
            f = dict(kind=4, who=who if r.random() < 0.95 else self.subject(side), at=t, period=1)
            if r.random() < 0.2:
                f.update(kind=12, variant=8)
            self.type(self.author(), f)

    def absence(self):
        """One device is away, another covers; both go on with a player."""
        r = self.r
        absent, covering = r.sample(range(1, self.devices + 1), 2)
        who = r.randint(0, 5)
        named = [r.choice([who, who, -1 - (who > 2), (who + 1) % 6])]
        cut = None
        if r.random() < 0.4:
            cut = {author_of(a): r.randint(0, 12) + 1 for a in self.authors if r.random() < 0.7}
        self.take(covering, absent, named, cut)
        for _ in range(r.randint(1, 4)):
            f = self.fields(at=r.randint(0, 80))
            f.update(who=who, period=1)
            for author, flags in r.sample([(absent, 3), (covering, 512)], r.randint(1, 2)):
                late = dict(f, at=max(0, f["at"] + r.randint(-20, 20)))
                self.type(author, late, flags)

    def step(self):
        act = self.r.choices(
            [self.event, self.correct, self.withdraw, self.agree, self.measure, self.stop,
             self.absence, self.tick, self.unite, self.revalue],
            [10, 5, 5, 1.5, 1.5, 1, 1, 0.6, 0.4, 0.3])[0]
        act()

    def tick(self):
        r = self.r
        self.clock(self.author(), r.randint(1, 2), r.choice([0, 0, 1, 2]), r.randint(0, 5000))

    def unite(self):
        r = self.r
        self.merge(self.author(), r.randint(0, 6), r.randint(0, 5))

    def revalue(self):
        self.write(self.author(), 26, b"\1" + bytes([self.r.randint(9, 12), self.r.randint(0, 4)]))


def table(seed, number):
    r = random.Random(f"events {seed} {number}")
    drawn = Drawn(r)
    length = r.randint(20, 120)
    while len(drawn.entries) < length:
        drawn.step()
    return drawn
