"""Tables for events.py, written by hand and drawn, and the file of vectors that comes of them."""

import json
import pathlib
import sys

import events
from eventbodies import *

GAME_LINES = [(0, "4", "Ana"), (0, "7", "Eva"), (0, "9", "Ida"),
              (1, "4", "Kim"), (1, "8", "Lee"), (1, "10", "Max")]
RULES = {1: 5, 2: 0, 3: 0, 4: 0, 5: 4, 6: 600_000, 7: 300_000, 8: 0, 9: 1, 10: 2, 11: 3, 12: 1,
         13: 5, 14: 0, 15: 5, 16: 0}
WALL = 1_763_683_200_000


def author_of(number):
    return bytes([number]) * 16


def key_of(number):
    return bytes([number]) * 32


def text(words):
    return counted(words.encode())


def created(rules=RULES, lines=GAME_LINES):
    listed = b"".join(bytes([n]) + varint(v) for n, v in sorted(rules.items()))
    roster = b"".join(bytes([side]) + text(number) + text(name) for side, number, name in lines)
    return (text("Hawks") + text("Owls") + b"\3" + varint(len(rules)) + listed
            + varint(len(lines)) + roster)


class Paper:
    """A table as its devices write it. Devices and authors are numbers from 1; device 1 creates the
    game. A step is at the next lamport; `together` gives one lamport to several, at once."""

    def __init__(self, devices=2, clock=True, first=()):
        self.entries, self.last, self.lamport, self.wall = [], {}, 0, WALL
        self.holds = None
        for number in range(1, devices + 1):
            if number not in first:
                self.start(number, number)
        self.game = self.write(1, 18, created(), None)
        if clock:
            self.clock(1)

    def start(self, author, device):
        self.write(author, 1, started(key_of(device), bytes(16)), None)

    def write(self, author, kind, body, scope="game", lamport=None, wall=None):
        if lamport is None:
            self.lamport = self.lamport if self.holds else self.lamport + 1
            lamport = self.lamport
            if self.holds is not None:
                self.holds.append(author)
        sequence = self.last.get(author, 0) + 1
        self.last[author] = sequence
        if wall is None:
            wall = self.wall + 1000 * lamport
        data = entry(lamport, wall, self.game if scope == "game" else scope, kind, body)
        self.entries.append((author_of(author), sequence, data))
        return author_of(author), sequence

    def __enter__(self):
        self.holds = []
        return self

    def __exit__(self, *_):
        self.holds = None

    def clock(self, author, period=1, action=0, at=0):
        return self.write(author, 22, bytes([action]) + varint(period) + varint(at))

    def body(self, kind, who, at=None, period=1, **more):
        """`who` is the index of a line of the creation, -1 home, -2 away, None nobody."""
        if isinstance(who, int):
            who = ("line", self.game, who) if who >= 0 else ("team", -1 - who)
        reading = None if at is None else round(1000 * at)
        return move(kind, who or ("nobody",), period, self.game, reading=reading, **more)

    def move(self, author, kind, who, at=None, period=1, lamport=None, wall=None, **more):
        return self.write(
            author, 20, self.body(kind, who, at, period, **more), lamport=lamport, wall=wall)

    def fix(self, author, target, bases, body, flags=0, lamport=None):
        return self.write(author, 31, fix(target, bases, body, flags), lamport=lamport)

    def void(self, author, target, flags=None):
        return self.write(author, 21, id_bytes(target) + (bytes([flags]) if flags else b""))

    def accept(self, author, target):
        return self.write(author, 32, id_bytes(target))

    def compare(self, author, device, difference, error=50):
        return self.write(author, 30, key_of(device) + signed(difference) + varint(error))

    def take(self, author, device, who, cut=None):
        whole = {author_of(device): self.last.get(device, 0)} if cut is None else cut
        listed = b"".join(a + varint(n) for a, n in sorted(whole.items()))
        subjects = [("line", self.game, w) if w >= 0 else ("team", -1 - w) for w in who]
        return self.write(
            author, 40, key_of(device) + varint(len(whole)) + listed + varint(len(subjects))
            + b"".join(subject(s, self.game) for s in subjects))

    def merge(self, author, origin, into):
        lines = [subject(("line", self.game, w), self.game) for w in (origin, into)]
        return self.write(author, 34, b"".join(lines))


def case(name, paper):
    """The entries of a table and what a reader makes of them."""
    return dict(
        name=name,
        entries=[dict(author=a.hex(), sequence=str(n), bytes=data.hex())
                 for a, n, data in paper.entries],
        outcome=events.outcome(events.Game(paper.entries)))


def text_of(cases):
    """One line an entry and a move, so that changes can be read."""
    def plain(value):
        return value.hex() if isinstance(value, bytes) else value
    rows = []
    for c in cases:
        told = {k: v for k, v in c["outcome"].items() if k != "moves"}
        moves = ",\n   ".join(json.dumps(m, default=plain) for m in c["outcome"]["moves"])
        entries = ",\n   ".join(map(json.dumps, c["entries"]))
        outcome = json.dumps(told)[:-1] + f', "moves": [\n   {moves}]}}'
        rows.append(f' {{"name": {json.dumps(c["name"])},\n  "entries": [\n   {entries}],\n'
                    f'  "outcome": {outcome}}}')
    return '{"cases": [\n' + ",\n".join(rows) + "\n]}\n"


def written():
    import eventcases
    return text_of(case(name, paper) for name, paper in eventcases.cases())


def main(arguments):
    if not arguments:
        path = pathlib.Path(__file__).parent / "events.json"
        return path.write_text(written(), encoding="utf-8")
    if len(arguments) != 3 or arguments[0] != "--draw":
        sys.exit("usage: events.py [--draw SEED COUNT]")
    import eventdraws
    seed, count = map(int, arguments[1:])
    sys.stdout.write(text_of(
        case(f"drawn {seed}/{n}", eventdraws.table(seed, n)) for n in range(count)))
