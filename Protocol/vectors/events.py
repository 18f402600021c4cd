#!/usr/bin/env python3
"""One event: what counts of a game that several keepers recorded, written from ../entries.md alone.

The order and the words are those of the page, to be read beside it. `--draw SEED COUNT` writes drawn
tables with their outcomes; without arguments it writes events.json.
"""

import json
import sys

sys.dont_write_bytecode = True

from eventbodies import *

WINDOW, FAR, NEAR, ERROR, BEHIND = 10_000, 20_000, 3_000, 2_000, 32

# By which values; whether at least one move is void (else none); what is equal; how far apart at
# most; the question of the events that come of it.
PASSES = [
    ("own", False, "whole", WINDOW, None),
    ("recorded", False, "whole", WINDOW, None),
    ("own", True, "whole", WINDOW, None),
    ("recorded", True, "whole", WINDOW, None),
    ("own", False, "of_player", WINDOW, "doubt"),
    ("own", False, "whole", FAR, None),
    ("recorded", False, "whole", FAR, None),
    ("own", False, "of_player", FAR, "apart"),
    ("own", False, "of_side", WINDOW, "doubt"),
    ("own", True, "whole", FAR, None)]


class Entry:
    """An entry at its place in order; `fields` is None if the body is malformed or not read."""

    def __init__(self, author, sequence, canonical):
        r = Reader(canonical)
        e = read_entry(r)
        r.end()
        self.id, self.author, self.canonical = (author, sequence), author, canonical
        self.wall, self.scope, self.kind, self.body = e["wall"], e["scope"], e["kind"], e["body"]
        self.place = (e["lamport"], author, sequence, entry_digest(author, sequence, canonical))
        self.fields, self.is_live, self.void = None, True, None


class Move:
    """A move of a player, a team or nobody, with what the fold finds out about it."""

    def __init__(self, entry, at, device):
        self.entry, self.at, self.device = entry, at, device
        self.recorded = self.own = entry.fields
        self.fixes = []  # the live fixes that name it, in order
        self.is_aside = False  # accepted, or withdrawn alone: takes part in no pair
        self.is_alone = False
        self.event = None
        self.is_unlinked = False

    id = property(lambda self: self.entry.id)
    void_at = property(lambda self: self.entry.void)
    is_void = property(lambda self: self.entry.void is not None)
    is_tracked = property(lambda self: self.recorded["flags"] & 1 == 1)


class Event:
    def __init__(self, moves):
        self.moves = moves
        self.is_doubt = self.is_apart = False
        for m in moves:
            m.event = self

    def devices(self):
        return {m.device for m in self.moves}


class Game:
    def __init__(self, entries):
        everything = sorted((Entry(*e) for e in entries), key=lambda e: e.place)
        self.devices = {}
        for e in everything:
            if e.kind == 1 and e.id[1] == 1 and e.scope is None and len(e.body) >= 32:
                self.devices.setdefault(e.author, e.body[:32])
        creations = [e for e in everything if e.kind == 18 and e.scope is None
                     and read_body(18, e.body, e.id) is not None]
        self.game = creations[0].id
        self.creation = read_body(18, creations[0].body, self.game)
        self.entries = [e for e in everything if e.scope == self.game]
        for e in self.entries:
            if e.kind != 18:
                e.fields = read_body(e.kind, e.body, self.game)
        for at, e in enumerate(self.entries):
            e.at = at
        self.named = {}
        for e in self.entries:
            self.named.setdefault(e.id, []).append(e)
        self.voids()
        self.roster()
        self.corrections()
        self.clocks()
        self.absences = absences(self)
        self.pairs()
        self.which_counts()
        self.throws()
        self.ask()
        self.alike()

    def device(self, author):
        """The device of an author; of one without a first entry, a device of its own."""
        return self.devices.get(author, author)

    def of(self, kind, live=True):
        return [e for e in self.entries
                if e.kind == kind and e.fields is not None and (e.is_live or not live)]

    # Voids

    def voids(self):
        """`void` is the place of the smallest live void, `alone` whether any is of this alone."""
        for e in self.entries:
            e.void, e.alone = None, False
        for e in reversed(self.entries):
            e.is_live = e.void is None
            if e.kind == 21 and e.fields is not None and e.is_live:
                for target in self.named.get(e.fields["target"], ()):
                    if target.at < e.at:
                        target.void = e.at
                        target.alone |= e.fields["flags"] & ALONE != 0

    # Roster

    def roster(self):
        self.sides, self.into = {}, {}
        adders = [(self.game, self.creation)]
        adders += [(e.id, e.fields) for e in self.of(19, live=False)]
        for owner, fields in adders:
            for index, line in enumerate(fields["lines"]):
                self.sides.setdefault(("line", owner, index), line["side"])
        for e in self.of(34):
            origin, into = self.player(e.fields["origin"]), self.player(e.fields["into"])
            sides = self.sides.get(origin), self.sides.get(into)
            if origin != into and None not in sides and sides[0] == sides[1]:
                self.into[origin] = into

    def player(self, who):
        while who in self.into:
            who = self.into[who]
        return who

    def side(self, who):
        return who[1] if who[0] == "team" else self.sides.get(self.player(who))

    # Corrections

    def corrections(self):
        self.moves = [Move(e, e.at, self.device(e.author)) for e in self.of(20, live=False)]
        by_id = {}
        for m in self.moves:
            m.is_alone = m.entry.alone
            by_id.setdefault(m.id, []).append(m)
        self.fixes = self.of(31)
        for f in self.fixes:
            for m in by_id.get(f.fields["target"], ()):
                if m.at < f.at:
                    m.fixes.append(f)
        for m in self.moves:
            if m.fixes:
                m.own = self.in_effect(m.fixes).fields["move"]
        accepted = {m for e in self.of(32) for m in by_id.get(e.fields["target"], ())
                    if m.at < e.at}
        for m in self.moves:
            m.is_aside = m in accepted or m.is_alone
            m.is_accepted = m in accepted

    def ancestors(self, fix):
        """Live or not, each smaller in order than the fix that names it."""
        found, waiting = set(), [fix]
        while waiting:
            f = waiting.pop()
            for base in f.fields["bases"]:
                for b in self.named.get(base, ()):
                    if b.kind == 31 and b.fields is not None and b.at < f.at and b not in found:
                        found.add(b)
                        waiting.append(b)
        return found

    def uppermost(self, fixes):
        """In order."""
        below = set()
        for f in fixes:
            below |= self.ancestors(f)
        return sorted((f for f in set(fixes) if f not in below), key=lambda f: f.at)

    def in_effect(self, fixes):
        return self.uppermost(fixes)[-1]

    def same_words(self, a, b):
        return (a["kind"], a["variant"], a["points"], a["period"], self.player(a["subject"])) == (
            b["kind"], b["variant"], b["points"], b["period"], self.player(b["subject"]))

    def say_the_same(self, a, b):
        return self.same_words(a, b) and (
            a["reading"] is None or b["reading"] is None
            or abs(a["reading"] - b["reading"]) <= WINDOW)

    # Apart

    def clocks(self):
        self.started = {e.fields["period"] for e in self.of(22, live=False)
                        if e.fields["action"] == 0}
        self.statements = {}  # (author, device) -> in order
        for e in self.of(30):
            if e.fields["error"] <= ERROR:
                self.statements.setdefault((e.author, e.fields["device"]), []).append(e)
        self.frames = {}

    def frame(self, a, b):
        """The device whose wall clock two authors of different devices have in common."""
        if (a, b) not in self.frames:
            direct = [d for d, other in ((self.device(a), b), (self.device(b), a))
                      if (other, d) in self.statements]
            both = [d for author, d in self.statements
                    if author == a and (b, d) in self.statements]
            self.frames[a, b] = min(direct or both, default=None)
        return self.frames[a, b]

    def time(self, m, frame):
        if m.device == frame:
            return m.entry.wall
        said = self.statements[m.entry.author, frame]
        before = [e for e in said if e.at < m.at]
        return m.entry.wall - (before[-1] if before else said[0]).fields["difference"]

    def is_read(self, value):
        return value["period"] in self.started and value["reading"] is not None

    def apart(self, m, n, value):
        """Milliseconds, or None if it is not known; `value` gives the value that is looked at."""
        v, w = value(m), value(n)
        if v["period"] != w["period"]:
            return None
        if self.is_read(v) and self.is_read(w):
            return abs(v["reading"] - w["reading"])
        return self.apart_in_common(m, n)

    def apart_in_common(self, m, n):
        frame = self.frame(m.entry.author, n.entry.author)
        return None if frame is None else abs(self.time(m, frame) - self.time(n, frame))

    # Pairs

    def is_of_player(self, v):
        return self.side(v["subject"]) is not None and v["subject"][0] == "line"

    def can_be_copy(self, v):
        return self.is_of_player(v) and (
            v["kind"] in (1, 2, 3, 4, 5, 9, 11) or v["kind"] == MISS and v["variant"] == 8)

    def can_be_alike(self, v):
        return self.is_of_player(v) and (
            v["kind"] in (6, 7, 10) or v["kind"] == MISS and v["variant"] != 8)

    def is_compared(self, v):
        return self.can_be_copy(v) or self.can_be_alike(v)

    def whole(self, v):
        """What passes 1 to 4 and 8 demand to be equal."""
        variant = v["variant"] if v["kind"] == MISS else None
        return v["kind"], variant, self.player(v["subject"]), v["period"], v["points"]

    def candidates(self, value, key, limit, fits=lambda m, n: True):
        """Pairs in ascending order: (apart, smaller, other), of the moves that have a key."""
        lists, by_authors = {}, {}
        for m in self.moves:
            k = None if m.is_aside else key(m)
            if k is not None:
                lists.setdefault(k, []).append(m)
        found = []
        def consider(m, n, d):
            if m.device != n.device and fits(m, n):
                found.append((d, min(m.at, n.at), max(m.at, n.at)))
        for moves in lists.values():
            read = sorted((value(m)["reading"], m.at, m) for m in moves if self.is_read(value(m)))
            for i, (reading, _, m) in enumerate(read):
                for later, _, n in read[i + 1 : i + 1 + BEHIND]:
                    if later - reading > limit:
                        break
                    consider(m, n, later - reading)
            if len(read) == len(moves) or not self.statements:
                continue
            authors = sorted({m.entry.author for m in moves})
            for a, b in ((a, b) for a in authors for b in authors if a < b):
                frame = self.frame(a, b) if self.device(a) != self.device(b) else None
                if frame is None:
                    continue
                timed = sorted((self.time(m, frame), m.at, m) for m in moves
                               if m.entry.author in (a, b))
                for i, (time, _, m) in enumerate(timed):
                    for later, _, n in timed[i + 1 : i + 1 + BEHIND]:
                        if later - time > limit:
                            break
                        if not (self.is_read(value(m)) and self.is_read(value(n))):
                            consider(m, n, later - time)
        return sorted(set(found))

    def pairs(self):
        self.at = {m.at: m for m in self.moves}
        self.kept = {}  # (device, player) -> its compared moves, by recorded subject
        for m in self.moves:
            Event([m])
            v = m.recorded
            if not m.is_aside and self.is_compared(v):
                self.kept.setdefault((m.device, self.player(v["subject"])), set()).add(m.at)
        for look, voids, condition, limit, question in PASSES:
            value = (lambda m: m.own) if look == "own" else (lambda m: m.recorded)
            def key(m):
                v = value(m)
                if m.is_void and not voids or not self.can_be_copy(v):
                    return None
                return getattr(self, condition)(v)
            def fits(m, n):
                if condition == "of_side":
                    return self.may_know(m, n)
                return not voids or m.is_void or n.is_void
            for event in self.join(value, self.candidates(value, key, limit, fits)):
                event.is_doubt |= question == "doubt"
                event.is_apart |= question == "apart"

    def of_player(self, v):
        """Field goals of one player and period."""
        return (self.player(v["subject"]), v["period"]) if v["kind"] in GOALS else None

    def of_side(self, v):
        """Field goals, free throws or assists of one side and period."""
        said = "goal" if v["kind"] in GOALS else v["kind"] if v["kind"] in (4, ASSIST) else None
        side = self.side(v["subject"])
        return None if said is None or side is None else (said, side, v["period"])

    def may_know(self, m, n):
        """Whether one of the two devices recorded another move of the other one's player."""
        return any(self.kept.get((a.device, self.player(b.own["subject"])), set()) - {a.at}
                   for a, b in ((m, n), (n, m)))

    def join(self, value, candidates):
        """Joins what may be joined; returns the events that came of it."""
        joined = []
        for _, first, second in candidates:
            a, b = self.at[first].event, self.at[second].event
            if a is not b and self.may_be_one(a, b, value):
                if len(a.moves) < len(b.moves):
                    a, b = b, a
                a.moves = sorted(a.moves + b.moves, key=lambda m: m.at)
                a.is_doubt, a.is_apart = a.is_doubt or b.is_doubt, a.is_apart or b.is_apart
                for m in b.moves:
                    m.event = a
                joined.append(a)
        return {m.event for e in joined for m in e.moves}

    def may_be_one(self, a, b, value):
        if a.devices() & b.devices():
            return False
        for m in a.moves:
            for n in b.moves:
                if m.is_void and n.at > m.void_at or n.is_void and m.at > n.void_at:
                    return False
                v, w = value(m), value(n)
                apart = self.apart(m, n, value) if self.is_compared(v) and self.is_compared(w) else None
                if apart is not None and apart > FAR:
                    return False
        return True

    # Which counts, and Links

    def events(self):
        return {id(m.event): m.event for m in self.moves}.values()

    def fixes_of(self, event):
        return sorted({f for m in event.moves for f in m.fixes}, key=lambda f: f.at)

    def which_counts(self):
        for m in self.moves:
            m.is_unlinked = False
        for m in self.moves:
            linked = m.own["linked"]
            targets = [e for e in self.named.get(linked, ()) if e.at < m.at] if linked else []
            m.is_unlinked = bool(targets) and not any(map(self.is_standing, targets))
        for event in self.events():
            event.head = None if is_withdrawn(event) else self.head(event)

    def is_standing(self, target):
        if not target.is_live:
            return False
        if target.kind == 20 and target.fields is not None and self.at[target.at].is_unlinked:
            return False  # found before, since it is smaller in order
        if target.kind != 20 or target.fields is None or target.fields["kind"] not in MADE:
            return True
        event = self.at[target.at].event
        return not is_withdrawn(event) and self.kind_of(event) in MADE

    def kind_of(self, event):
        fixes = self.fixes_of(event)
        return (self.in_effect(fixes).fields["move"] if fixes else event.moves[0].recorded)["kind"]

    def head(self, event):
        """Among those that are not unlinked: tracked ones, of these the value that most state."""
        found = [m for m in event.moves if not m.is_unlinked]
        found = [m for m in found if m.is_tracked] or found
        if not found:
            return None
        said = [self.whole(m.own) for m in event.moves if not m.is_unlinked]
        most = max(said.count(self.whole(m.own)) for m in found)
        return next(m for m in found if said.count(self.whole(m.own)) == most)

    def value(self, event):
        fixes = self.fixes_of(event)
        return self.in_effect(fixes).fields["move"] if fixes else event.head.recorded

    # Free throws of one stop

    def throws(self):
        def is_foul(m):
            v = m.own
            return (not m.is_void and v["kind"] in (7, 8) and v["throws"] is not None
                    and self.is_read(v) and self.side(v["subject"]) is not None)
        def is_attempt(m):
            v = m.own
            return (not is_withdrawn(m.event) and self.is_of_player(v) and self.is_read(v)
                    and (v["kind"] == 4 or v["kind"] == MISS and v["variant"] == 8))
        fouls = [m for m in self.moves if is_foul(m)]
        attempts = [m for m in self.moves if is_attempt(m)]
        for foul in fouls:
            side, period = self.side(foul.own["subject"]), foul.own["period"]
            def is_near(m):
                return (m.own["period"] == period
                        and abs(m.own["reading"] - foul.own["reading"]) <= WINDOW)
            sums = {}
            for m in fouls:
                if is_near(m) and self.side(m.own["subject"]) == side:
                    sums[m.device] = sums.get(m.device, 0) + m.own["throws"]
            stop = [m for m in attempts
                    if is_near(m) and self.side(m.own["subject"]) == 1 - side]
            if len({self.player(m.own["subject"]) for m in stop}) != 1:
                continue
            held = [m for m in stop if m.event.head not in (None, m) and not m.is_unlinked]
            for m in held:
                if len({id(a.event) for a in stop}) >= max(sums.values()):
                    break
                m.event.moves.remove(m)
                Event([m])
            self.which_counts()

    # Questions

    def ask(self):
        self.questions = []
        for event in sorted(self.events(), key=lambda e: e.moves[0].at):
            event.question = self.question(event)
            if event.question:
                self.questions.append(event)

    def question(self, event):
        if all(m.is_void or m.is_unlinked for m in event.moves):
            return None
        if is_withdrawn(event):
            return "withdrawn"
        fixes = self.fixes_of(event)
        top = self.uppermost(fixes)
        if any(not self.say_the_same(f.fields["move"], top[-1].fields["move"]) for f in top):
            return "conflict"
        if top and self.is_changed(event, fixes, top[-1]):
            return "changed"
        if sum(not m.is_unlinked for m in event.moves) > 1 and (event.is_doubt or event.is_apart):
            return "doubt" if event.is_doubt else "apart"
        return None

    def is_changed(self, event, fixes, fix):
        trackers = {m.device: m for m in event.moves if m.is_tracked}
        if not trackers or self.device(fix.author) in trackers or fix.fields["flags"] & ANSWER:
            return False
        for device, m in trackers.items():
            said = [f for f in fixes if self.device(f.author) == device]
            value = said[-1].fields["move"] if said else m.recorded
            if not self.say_the_same(fix.fields["move"], value):
                return True
        return False

    # Alike

    def alike(self):
        own, recorded = lambda m: m.own, lambda m: m.recorded
        self.found, self.met = [], set()
        def key(value, test):
            return lambda m: self.whole(value(m)) if not m.is_void and test(value(m)) else None
        for value in own, recorded:
            self.point_out(self.candidates(value, key(value, self.can_be_alike), WINDOW))
        for absence in self.absences:
            self.point_out(self.left_over(absence))
        def side(m):
            v = m.own
            return self.of_side(v) if not m.is_void and self.can_be_copy(v) else None
        def others(m, n):
            return (self.player(m.own["subject"]) != self.player(n.own["subject"])
                    and self.may_know(m, n))
        self.point_out(self.candidates(own, side, FAR, others))
        self.point_out(self.neighbouring())
        def shot(m):
            v = m.own
            if m.is_void or not self.is_of_player(v) or v["kind"] not in MADE | {MISS}:
                return None
            return self.player(v["subject"]), v["period"]
        one_missed = lambda m, n: (m.own["kind"] == MISS) != (n.own["kind"] == MISS)
        self.point_out(self.candidates(own, shot, NEAR, one_missed))
        for value in own, recorded:
            self.point_out(self.by_wall(
                key(value, self.is_compared), lambda m, n: self.apart(m, n, value) is None))
        touched = {id(m) for m in self.moves if m.fixes or m.is_accepted}
        self.pointed_out = [
            (a, b) for a, b in self.found
            if all(self.standing(m) == "counts" and id(m) not in touched for m in (a, b))]

    def point_out(self, pairs):
        for _, first, second in pairs:
            a, b = self.at[first], self.at[second]
            if b.device in a.event.devices() or a.device in b.event.devices():
                continue
            if (a.at, b.device) in self.met or (b.at, a.device) in self.met:
                continue
            self.met |= {(a.at, b.device), (b.at, a.device)}
            self.found.append((a, b))

    def left_over(self, absence):
        groups = {}
        for side, moves in enumerate((absence.absent_moves, absence.covering_moves)):
            for m in moves:
                v = m.recorded
                if m.is_void or m.is_aside or not self.is_compared(v):
                    continue
                other = (absence.covering, absence.absent)[side]
                if other in m.event.devices() or (m.at, other) in self.met:
                    continue
                groups.setdefault(self.whole(v), ([], []))[side].append(m)
        return [(0, *sorted((a.at, b.at))) for pair in groups.values() for a, b in zip(*pair)]

    def neighbouring(self):
        """Equal by own values but for periods that follow each other."""
        def key(m):
            v = m.own
            return self.whole(dict(v, period=0)) if not m.is_void and self.can_be_copy(v) else None
        follow = lambda m, n: abs(m.own["period"] - n.own["period"]) == 1
        return self.by_wall(key, follow, with_frame=True)

    def by_wall(self, key, fits, with_frame=False):
        """As candidates, but by wall times, or in common time where there is one."""
        lists, found = {}, set()
        for m in self.moves:
            k = None if m.is_aside else key(m)
            if k is not None:
                lists.setdefault(k, []).append(m)
        for moves in lists.values():
            authors = sorted({m.entry.author for m in moves})
            for a, b in ((a, b) for a in authors for b in authors if a < b):
                if self.device(a) == self.device(b):
                    continue
                frame = self.frame(a, b) if with_frame else None
                timed = sorted((m.entry.wall if frame is None else self.time(m, frame), m.at, m)
                               for m in moves if m.entry.author in (a, b))
                for i, (time, _, m) in enumerate(timed):
                    for later, _, n in timed[i + 1 : i + 1 + BEHIND]:
                        if later - time <= WINDOW and m.device != n.device and fits(m, n):
                            found.add((later - time, min(m.at, n.at), max(m.at, n.at)))
        return sorted(found)

    # Score

    def counts(self, m):
        """The head of its event, of a line that exists."""
        return not m.is_alone and m.event.head is m and (
            self.value(m.event)["subject"][0] != "line"
            or self.side(self.value(m.event)["subject"]) is not None)

    def score(self):
        rules = dict(self.creation["rules"])
        for e in self.of(26):
            rules.update(e.fields["rules"])
        points = [0, 0]
        for m in self.moves:
            if self.counts(m):
                v = self.value(m.event)
                side = self.side(v["subject"]) if v["subject"][0] != "nobody" else None
                if v["kind"] in MADE and side is not None:
                    points[side] += rules[8 + v["kind"]] if v["points"] is None else v["points"]
        return points

    def standing(self, m):
        if m.is_void:
            return "void"
        if m.is_unlinked:
            return "unlinked"
        if m.event.head is m:
            return "counts"
        return "held" if m.event.question else "copy"


class Absence:
    """What an absent and a covering device recorded of the players that the one took over."""

    def __init__(self, absent, covering):
        self.absent, self.covering = absent, covering
        self.absent_moves, self.covering_moves = [], []


def absences(game):
    by_pair = {}
    for e in game.of(40, live=False):
        absent, covering = e.fields["device"], game.device(e.author)
        if absent != covering:
            by_pair.setdefault((absent, covering), []).append(e)
    found = []
    for (absent, covering), taken in by_pair.items():
        begins, highest = [], {}  # (take-over, the highest sequences of it and all before it)
        for e in taken:
            cut = e.fields["cut"]
            if not begins or any(s > highest.get(a, 0) for a, s in cut.items()):
                highest = {a: max(cut.get(a, 0), highest.get(a, 0)) for a in {*cut, *highest}}
                begins.append((e, highest))
        here = [Absence(absent, covering) for _ in begins]
        def first_naming(who):
            side = game.side(who)
            for e in taken:
                named = [("team", s[1]) if s[0] == "team" else game.player(s)
                         for s in e.fields["subjects"]]
                if game.player(who) in named or side is not None and ("team", side) in named:
                    return e
            return None
        for m in game.moves:
            who, flags = m.recorded["subject"], m.recorded["flags"]
            if not game.is_of_player(m.recorded) or m.device not in (absent, covering):
                continue
            first = first_naming(who)
            if first is None:
                continue
            if m.device == absent and flags & 3 == 3:
                beyond = sum(m.id[1] > cut.get(m.entry.author, 0) for _, cut in begins)
                if beyond:
                    here[beyond - 1].absent_moves.append(m)
            if m.device == covering and flags & 512 and m.at > first.at:
                last = max(i for i, (e, _) in enumerate(begins) if e.at < m.at)
                here[last].covering_moves.append(m)
        found += here
    return found


def is_withdrawn(event):
    return any(m.is_void for m in event.moves)


# The outcome


def name(i):
    return f"{i[0][0]:02x}.{i[1]}" if i[0] == i[0][:1] * 16 else f"{i[0].hex()}.{i[1]}"


def outcome(game):
    """What the reader of a vector compares."""
    moves = []
    for m in game.moves:
        standing, held = game.standing(m), None
        if standing in ("copy", "held") and m.event.head is not None:
            held = name(m.event.head.id)
        value = game.value(m.event)["bytes"] if standing == "counts" else None
        moves.append(dict(id=name(m.id), standing=standing, head=held, value=value))
    return dict(
        score=game.score(), moves=moves,
        events=[[name(m.id) for m in e.moves]
                for e in sorted(game.events(), key=lambda e: e.moves[0].at) if len(e.moves) > 1],
        questions=[dict(kind=e.question, moves=[name(m.id) for m in e.moves],
                        fixes=[name(f.id) for f in game.uppermost(game.fixes_of(e))])
                   for e in game.questions],
        alike=sorted(sorted((name(a.id), name(b.id))) for a, b in game.pointed_out))


if __name__ == "__main__":
    import eventtables
    eventtables.main(sys.argv[1:])
