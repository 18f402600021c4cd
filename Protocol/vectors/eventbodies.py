"""The bodies of a game's entries that decide what is one event, written from ../entries.md alone."""

from peer import *

DAY = 86_400_000
MADE, GOALS, ASSIST, MISS = {1, 2, 3, 4}, {1, 2, 3}, 5, 12
VARIANTS = {6: {1, 2}, 13: {3, 4}, 12: {5, 6, 7, 8}}
PRESETS = {4: 4}
ALONE, ANSWER, LINKED = 4, 4, 2


def entry_id(r):
    found = (r.raw(16), r.varint())
    demand(found[1] >= 1)
    return found


def line_id(r):
    found = entry_id(r), r.varint()
    demand(found[1] <= 127)
    return found


def read_subject(r, game):
    """('nobody',), ('team', side) or ('line', entry ID, index); the short form is the long one."""
    s = r.varint()
    demand(s <= 131)
    if s == 0:
        return ("nobody",)
    if s < 3:
        return ("team", s - 1)
    if s == 3:
        return ("line",) + line_id(r)
    return ("line", game, s - 4)


def subject(where, game):
    if where[0] == "nobody":
        return b"\0"
    if where[0] == "team":
        return bytes([1 + where[1]])
    _, owner, index = where
    if owner == game:
        return varint(4 + index)
    return b"\3" + id_bytes(owner) + varint(index)


def id_bytes(i):
    return i[0] + varint(i[1])


def read_period(r):
    period = r.varint()
    demand(1 <= period <= 99)
    return period


def read_elapsed(r):
    elapsed = r.varint()
    demand(elapsed <= DAY)
    return elapsed


def read_side(r):
    side = r.byte()
    demand(side <= 1)
    return side


def read_line(r):
    flags = r.byte()
    demand(flags <= 3)
    line = dict(side=flags & 1, number=r.text(16), name=r.text(256))
    if flags & 2:
        line_id(r)
    return line


def read_rule_values(r):
    values, last = {}, 0
    for _ in range(r.count(16)):
        number, value = r.byte(), r.varint()
        demand(last < number <= 16)
        demand(value <= (99 if number == 5 else DAY if number in (6, 7) else
                         20 if 9 <= number <= 12 else 10_000))
        values[number], last = value, number
    return values


def read_created(r, game):
    r.text(256), r.text(256)
    preset = r.byte()
    demand(preset <= 4)
    values = read_rule_values(r)
    demand(set(range(1, 16)) <= set(values))
    values.setdefault(16, PRESETS.get(preset, 0))
    return dict(rules=values, lines=r.list(128, 3, read_line))


def read_lines(r, game):
    lines = r.list(128, 3, read_line)
    demand(lines)
    return dict(lines=lines)


def read_text(r):
    demand(1 <= len(r.text(512).encode()))


def read_move(r, game):
    start = r.at
    m = dict(kind=r.byte(), flags=r.varint())
    demand(1 <= m["kind"] <= 24 and m["flags"] <= 2047)
    flags = m["flags"]
    m.update(subject=read_subject(r, game), period=read_period(r),
             variant=None, reading=None, points=None, linked=None, throws=None)
    if flags & 4:
        m["variant"] = r.byte()
        demand(m["variant"] in VARIANTS.get(m["kind"], ()))
    if flags & 8:
        m["reading"] = r.signed()
        demand(abs(m["reading"]) <= DAY)
    if flags & 16:
        demand(m["kind"] in MADE)
        m["points"] = r.varint()
        demand(m["points"] <= 20)
    if flags & 32:
        m["linked"] = entry_id(r)
    if flags & 64:
        read_text(r)
    if flags & 128:
        read_text(r)
    if flags & 256:
        demand(r.list(128, 1, lambda r: read_subject(r, game)))
    if flags & 1024:
        demand(m["kind"] in (7, 8))
        m["throws"] = r.byte()
        demand(1 <= m["throws"] <= 3)
    m["bytes"] = r.data[start : r.at]
    return m


def move(kind, who, period, game, *, variant=None, reading=None, points=None, linked=None,
         throws=None, flags=0):
    """The body of a move; `flags` are 1, 2 and 512, the others follow from what is given."""
    parts = [(4, variant, lambda v: bytes([v])), (8, reading, signed), (16, points, varint),
             (32, linked, id_bytes), (1024, throws, lambda v: bytes([v]))]
    tail = b""
    for flag, value, write in parts:
        if value is not None:
            flags, tail = flags | flag, tail + write(value)
    return bytes([kind]) + varint(flags) + subject(who, game) + varint(period) + tail


def read_void(r, game):
    v = dict(target=entry_id(r), flags=0)
    if r.at < len(r.data):
        v["flags"] = r.byte()
        demand(1 <= v["flags"] <= 7)
    return v


def read_accepted(r, game):
    v = dict(target=entry_id(r))
    if r.at < len(r.data):
        demand(r.byte() == LINKED)
    return v


def read_fix(r, game):
    f = dict(target=entry_id(r), flags=r.byte())
    demand(f["flags"] & ~(LINKED | ANSWER) == 0)
    f["bases"] = r.list(16, 17, entry_id)
    demand(all(a < b for a, b in zip(f["bases"], f["bases"][1:])))
    f["move"] = read_move(r, game)
    return f


def fix(target, bases, body, flags=0):
    bases = sorted(bases)
    return (id_bytes(target) + bytes([flags]) + varint(len(bases))
            + b"".join(map(id_bytes, bases)) + body)


def read_clock(r, game):
    c = dict(action=r.byte(), period=read_period(r), elapsed=read_elapsed(r))
    demand(c["action"] <= 2)
    if r.at < len(r.data):
        r.varint()
        demand(r.varint() < 1 << 53)
    return c


def read_compared(r, game):
    c = dict(device=r.raw(32), difference=r.signed(), error=r.varint())
    demand(abs(c["difference"]) < 1 << 53 and c["error"] <= 60_000)
    return c


def read_merged(r, game):
    found = read_subject(r, game), read_subject(r, game)
    demand(all(s[0] == "line" for s in found))
    return dict(origin=found[0], into=found[1])


def read_taken(r, game):
    t = dict(device=r.raw(32))
    cut = r.list(1024, 17, entry_id)
    demand(all(a[0] < b[0] for a, b in zip(cut, cut[1:])))
    t.update(cut=dict(cut), subjects=r.list(128, 1, lambda r: read_subject(r, game)))
    demand(t["subjects"] and ("nobody",) not in t["subjects"])
    return t


READERS = {
    18: read_created, 19: read_lines, 20: read_move, 21: read_void, 22: read_clock,
    23: lambda r, game: dict(period=read_period(r)),
    26: lambda r, game: dict(rules=read_rule_values(r)), 30: read_compared, 31: read_fix,
    32: read_accepted, 34: read_merged, 40: read_taken}


def read_body(kind, body, game):
    """The fields of a body of a kind that this reads; None if it is malformed or of another."""
    if kind not in READERS:
        return None
    r = Reader(body)
    try:
        fields = READERS[kind](r, game)
        r.end()
        return fields
    except Malformed:
        return None
