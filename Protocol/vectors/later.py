"""Games with entries of a later version, and what is shown of them (entries.md, Later values).

`read` is a reader of the bodies that appear here; `fold` is as much of the fold as shows what later values change.
"""

from peer import *

KINDS, VARIANTS, RULES, PRESETS = 24, 8, 19, 4
VARIANTS_OF = {6: {1, 2}, 13: {3, 4}, 12: {5, 6, 7, 8}}
RULE_MAX = {5: 99, 6: 86400000, 7: 86400000, 9: 20, 10: 20, 11: 20, 12: 20, 17: 1, 18: 200, 19: 200}
HEAD = """# Games with entries of a later version. `game` and its name; then its entries: author.sequence, the canonical bytes in
# hexadecimal. Then what is shown: `score`; `state` and the `winner`, if there is one; the sides in the `penalty`, and the players
# who are `out`; the `roster`, home first, each line as number and name; the `clock`: period, reading in ms, and `runs` if it does;
# the live entries that are `later`, of unknown kinds too, and those that are `malformed`, in order; if the game has later `rules`;
# `obstacles`: what keeps it from being signed. An author is written as its first byte; all its bytes are equal. Every move is
# recorded by author 01. The page is ../entries.md."""


class Later(Exception):
    """A body of which nothing is known but that it is of a later version."""


def entry_id(r):
    author, sequence = r.raw(16), r.varint()
    demand(sequence > 0)
    return author, sequence


def subject(r):
    code = r.count(131)
    if code == 3:
        return (*entry_id(r), r.count(127))
    return code


def one_of(number, known, limit=127):
    """A number of a list that grows: 0 and what no byte holds is malformed; what is above the known ones is later."""
    demand(0 < number <= limit)
    return number if number <= known else None


def rule_values(r):
    values, is_later, last = {}, False, 0
    for _ in range(r.count(255)):
        number, value = r.byte(), r.varint()
        demand(number > last)
        last = number
        if number > RULES:
            is_later = True
        else:
            demand(value <= RULE_MAX.get(number, 10000), "limit")
            values[number] = value
    return values, is_later


def roster_line(r):
    flags = r.byte()
    number, name = r.text(16), r.text(256)
    if flags & 2:
        entry_id(r), r.count(127)
    return (flags & 1, number, name), flags > 3


def roster_lines(r):
    lines, is_later = [], False
    for _ in range(r.count(128)):
        try:
            line, has_more = roster_line(r)
            lines.append(line)
            if has_more:
                is_later = True
                r.counted(1 << 64)
        except Malformed:
            if not is_later:
                raise
            break
    return lines, is_later


def move(r):
    demand(0 < (kind := r.byte()) <= 127)
    if kind > KINDS:
        raise Later()
    flags, points = r.varint(), None
    is_later = flags > 2047
    of, period = subject(r), r.varint()
    demand(1 <= period <= 99)
    if flags & 4:
        variant = one_of(r.byte(), VARIANTS)
        is_later |= variant is None
        demand(variant is None or variant in VARIANTS_OF.get(kind, ()))
    if flags & 8:
        demand(abs(r.signed()) <= 86400000, "limit")
    if flags & 16:
        points = r.count(20)
        demand(kind <= 4)
    if flags & 32:
        entry_id(r)
    for bit in (64, 128):
        if flags & bit:
            demand(r.text(512) != "")
    if flags & 256:
        demand(r.list(128, 1, subject))
    if flags & 1024:
        demand(kind in (7, 8) and 1 <= r.byte() <= 3)
    return (kind, of, period, points), is_later


def read_known(kind, r):
    """What is known of a body, and whether it is later."""
    if kind == 18:
        home, away, _ = r.text(256), r.text(256), r.byte()
        values, later_rules = rule_values(r)
        demand(all(n in values for n in range(1, 16)) and 17 not in values)
        lines, later_lines = roster_lines(r)
        return (home, away, values, lines), later_rules or later_lines
    if kind == 19:
        lines, is_later = roster_lines(r)
        demand(lines)
        return lines, is_later
    if kind == 20:
        return move(r)
    if kind == 21:
        target, is_later = entry_id(r), False
        if r.at < len(r.data):
            flags = r.byte()
            demand(flags > 0)
            is_later = flags > 7
        return target, is_later
    if kind == 22:
        if (action := r.byte()) > 2:
            raise Later()
        period, elapsed = r.count(99), r.count(86400000)
        demand(period > 0)
        return (action, period, elapsed), False
    if kind == 26:
        return rule_values(r)
    if kind == 31:
        target, flags = entry_id(r), r.byte()
        demand(not flags & 1)
        bases = [entry_id(r) for _ in range(r.count(16))]
        demand(bases == sorted(set(bases)))
        known, is_later = move(r)
        return (target, bases, known), is_later or flags > 6
    if kind == 32:
        target, flags = entry_id(r), r.byte() if r.at < len(r.data) else 2
        demand(flags > 0 and not flags & 1)
        return target, flags > 2
    if kind == 33:
        line, flags = subject(r), r.byte()
        demand(line not in (0, 1, 2) and flags > 0 and (not flags & 8 or flags & 4))
        number = r.text(16) if flags & 1 else None
        name = r.text(256) if flags & 2 else None
        return (line, number, name), flags > 15
    assert kind in (27, 28)
    return None, False


def read(kind, body):
    """`known`, `later` (in part), `unknown` (all of it) or `malformed`; and what is known."""
    if kind > 43:
        return "unknown", None
    r = Reader(body)
    try:
        known, is_later = read_known(kind, r)
        if not is_later:
            r.end()
    except Later:
        return "unknown", None
    except Malformed:
        return "malformed", None
    return "later" if is_later else "known", known


def withdrawn(items):
    """The names of withdrawn entries: one pass from the greatest entry down."""
    gone = set()
    for place, item in reversed(list(enumerate(items))):
        if item["kind"] == 21 and item["known"] and item["name"] not in gone:
            if item["known"] in [other["name"] for other in items[:place]]:
                gone.add(item["known"])
    return gone


def fold(creation, items):
    state, (home, away, rules, lines) = creation["state"], creation["known"]
    rules, roster, closed = dict(rules), [[i, *line] for i, line in enumerate(lines)], False
    rules.setdefault(16, 0)
    gone = withdrawn(items)
    live = [item for item in items if item["name"] not in gone]
    later_rules = state == "later"
    for item in items:
        if item["kind"] == 19 and item["known"]:
            roster += [[(*item["name"], i), *line] for i, line in enumerate(item["known"])]
    for item in live:
        if item["kind"] == 26 and item["known"] is not None:
            rules.update(item["known"])
            later_rules |= item["state"] == "later"
        if item["kind"] == 33 and item["known"]:
            of, number, name = item["known"]
            for line in roster:
                if line[0] == (of if isinstance(of, tuple) else of - 4):
                    line[2:] = [number if number is not None else line[2], name if name is not None else line[3]]
    score, fouls, fouls_of, period = [0, 0], [0, 0], {}, 1
    running, clock = False, None
    for item in live:
        if item["kind"] == 20 and item["known"]:
            kind, of, _, points = item["known"]
            for fix in live:
                if fix["kind"] == 31 and fix["known"] and fix["known"][0] == item["name"]:
                    kind, of, _, points = fix["known"][2]
            side = of - 1 if of in (1, 2) else next(
                (line[1] for line in roster if line[0] == (of if isinstance(of, tuple) else of - 4)), None)
            if side is None:
                continue
            if kind <= 4:
                score[side] += rules[8 + kind] if points is None else points
            if kind == 7:
                fouls[side] += 1
                fouls_of[of] = fouls_of.get(of, 0) + 1
        if item["kind"] == 22 and item["known"]:
            action, period, elapsed = item["known"]
            running = action == 0 or action == 2 and running
            clock = elapsed
        if item["kind"] in (27, 28) and item["state"] == "known":
            closed = item["kind"] == 27
    ahead = max(score)
    decided = not later_rules and score[0] != score[1] and rules[2] > 0 and ahead >= rules[2] and \
        ahead - min(score) >= rules[3]
    judged = not later_rules
    out = [line for line in roster if judged and rules[15] and
           fouls_of.get(line[0] + 4 if isinstance(line[0], int) else line[0], 0) >= rules[15]]
    later = ([creation] if state == "later" else []) + [i for i in live if i["state"] in ("later", "unknown")]
    malformed = [item for item in live if item["state"] == "malformed"]
    moved = any(item["kind"] == 20 and item["known"] for item in live) or clock is not None
    over = closed or decided
    return [
        ("score", f"{score[0]}:{score[1]}"),
        ("state", "closed" if closed else "decided" if decided else "live" if moved else "scheduled"),
        ("winner", "" if not over or later_rules or score[0] == score[1] else ["home", "away"][score[1] > score[0]]),
        ("penalty", " ".join(s for i, s in enumerate(("home", "away"))
                             if judged and rules[13] and fouls[i] + 1 >= rules[13])),
        ("out", ", ".join(f"{line[2]} {line[3]}" for line in out)),
        ("roster", ", ".join(f"{n} {name}" for side in (0, 1) for _, s, n, name in roster if s == side)),
        ("clock", "" if clock is None else f"{period} {clock}" + (" runs" if running and not over else "")),
        ("later", " ".join(show(*item["name"]) for item in later)),
        ("malformed", " ".join(show(*item["name"]) for item in malformed)),
        ("rules", "later" if later_rules else ""),
        ("obstacles", " ".join([w for w, is_there in (
            ("open", not over), ("later", later), ("malformed", malformed)) if is_there])),
    ]


def show(author, sequence):
    return f"{author[0]:02x}.{sequence}"


def author_of(number):
    return bytes([number]) * 16


GAME = (author_of(1), 2)


def text(words):
    return counted(words.encode())


def naming(sequence, author=1):
    return author_of(author) + varint(sequence)


def fix(sequence, move):
    """By author 02, of an entry of author 01, with no other fix seen."""
    return 2, 31, naming(sequence) + b"\0\0" + move


def creation(preset=1, more_rules=b"", count=16, lines=None):
    """To 10 points, with a penalty from the second team foul and one foul that puts a player out."""
    values = {1: 3, 2: 10, 9: 1, 10: 2, 11: 3, 12: 1, 13: 2, 15: 1}
    rules = b"".join(bytes([n]) + varint(values.get(n, 0)) for n in range(1, 17))
    lines = lines or [LINE(0, "4", "Ana"), LINE(0, "7", "Bo"), LINE(1, "5", "Kim")]
    return text("Hawks") + text("Owls") + bytes([preset]) + varint(count) + rules + more_rules + \
        varint(len(lines)) + b"".join(lines)


def LINE(flags, number, name, more=b""):
    return bytes([flags]) + text(number) + text(name) + more


TWO, THREE, FOUL = b"\x02\0\4\1", b"\x03\0\6\1", b"\x07\0\5\1"
PLAY = [(1, 20, TWO), (1, 20, THREE), (1, 20, FOUL)]
END = [(1, 27, b"")]
EIGHT = [(1, 20, b"\x03\0\5\1")] * 2 + [(1, 20, TWO)]
LATER = varint(1 << 30)

# Name, body of the creation, and entries: author, kind, body.
STORIES = [
    ("plain", creation(), PLAY + END),
    ("decided at the target", creation(), EIGHT + [(1, 20, TWO)]),
    ("a preset of a later version", creation(preset=200), PLAY + END),
    ("a rule of a later version", creation(more_rules=b"\xc8\x05", count=17), PLAY),
    ("a rule of a later version, decided by the others", creation(more_rules=b"\xc8\x05", count=17), EIGHT + [(1, 20, TWO)]),
    ("a rule of a later version, ended", creation(more_rules=b"\xc8" + b"\xff" * 9 + b"\1", count=17), PLAY + END),
    ("flags of a roster line", creation(lines=[
        LINE(0x40, "4", "Ana", counted(b"\1\2\3")), LINE(0, "7", "Bo"), LINE(0x81, "5", "Kim", b"\0")]), PLAY + END),
    ("a roster line whose flags break the list", creation(lines=[
        LINE(0x40, "4", "Ana", counted(b"\1")), LINE(0x40, "7", "Bo", b"\x7f"), LINE(1, "5", "Kim")]),
        [(1, 20, TWO), (1, 27, b"")]),
    ("bytes behind a later creation", creation(more_rules=b"\xc8\0", count=17) + b"\xff\xff", PLAY),
    ("a flag of a move", creation(), PLAY + [(1, 20, b"\x02" + LATER + b"\4\1")] + END),
    ("a flag of a move, with its field", creation(), PLAY + [(1, 20, b"\x02" + varint(1 << 30 | 16) + b"\4\1\5\xaa\xbb")] + END),
    ("a flag of a move, known part malformed", creation(), PLAY + [(1, 20, b"\x02" + varint(1 << 30 | 16) + b"\4\1\x15\xaa")] + END),
    ("a variant", creation(), PLAY + [(1, 20, b"\x06\4\4\1\x64"), (1, 20, b"\x02\4\4\1\x64")] + END),
    ("a variant of 128", creation(), PLAY + [(1, 20, b"\x06\4\4\1\x80\1")] + END),
    ("a kind of move", creation(), PLAY + [(1, 20, b"\x64" + b"\0\4\1"), (1, 20, b"\x7f")] + END),
    ("a kind of move, withdrawn", creation(), PLAY + [(1, 20, b"\x64\0\4\1")] + END + [(2, 21, naming(6))]),
    ("a kind of move of 128", creation(), PLAY + [(1, 20, b"\x80\0\4\1")] + END),
    ("a kind of entry", creation(), PLAY + [(2, 1000, b"later")] + END),
    ("a kind of entry, withdrawn", creation(), PLAY + [(2, 1000, b"later")] + END + [(1, 21, naming(2, 2))]),
    ("a kind of entry, withdrawn and called back", creation(),
        PLAY + [(2, 1000, b"later")] + END + [(1, 21, naming(2, 2)), (2, 21, naming(7))]),
    ("a malformed entry", creation(), PLAY + [(2, 27, b"\0")] + END),
    ("a malformed entry, withdrawn", creation(), PLAY + [(2, 27, b"\0")] + END + [(2, 21, naming(2, 2))]),
    ("a malformed void withdraws nothing", creation(), PLAY + [(2, 21, naming(3) + b"\0")] + END),
    ("flags of a void", creation(), PLAY + [(2, 21, naming(3) + b"\x41\xff\xff")] + END),
    ("flags of a void, withdrawn", creation(), PLAY + [(2, 21, naming(3) + b"\x40")] + END + [(2, 21, naming(2, 2))]),
    ("an action of the game clock", creation(), PLAY + [(1, 22, b"\0\1\0"), (1, 22, b"\x64\1\x60\xff")] + END),
    ("an action before anything else", creation(), [(1, 22, b"\xff")]),
    ("a rule in a change", creation(), EIGHT + [(1, 20, TWO), (2, 26, b"\2\x0a\4\xc8\1")]),
    ("a rule in a change, withdrawn", creation(), EIGHT + [(1, 20, TWO), (2, 26, b"\2\x0a\4\xc8\1"), (1, 21, naming(2, 2))]),
    ("rules that do not ascend", creation(), PLAY + [(2, 26, b"\2\xc8\1\xc8\1")]),
    ("a known rule above its bound beside a later one", creation(), PLAY + [(2, 26, b"\2\x0a\x15\xc8\1")]),
    ("lines with flags", creation(), [(2, 19, b"\2" + LINE(0x40, "9", "Cy", b"\2\1\1") + LINE(1, "9", "Lu")),
                                      (1, 20, b"\x02\0\3" + naming(2, 2) + b"\1\1")] + PLAY + END),
    ("a line with flags and nothing behind it", creation(), [(2, 19, b"\1" + LINE(0x40, "9", "Cy"))] + PLAY + END),
    ("flags of an edit", creation(), [(2, 33, b"\4\x42" + text("Anna") + b"\xff")] + PLAY + END),
    ("a fix into a kind of move", creation(), PLAY + [fix(3, b"\x64")] + END),
    ("a fix with a flag", creation(), PLAY + [fix(3, b"\x03" + LATER + b"\4\1\xff")] + END),
    ("a fix with a flag, withdrawn", creation(),
        PLAY + [fix(3, b"\x03" + LATER + b"\4\1\xff")] + END + [(1, 21, naming(2, 2))]),
    ("a later move that is fixed blocks all the same", creation(),
        PLAY + [(1, 20, b"\x02" + LATER + b"\4\1"), fix(6, b"\x03\0\4\1")] + END),
]


def story(name, body, rest):
    entries = [(1, 1, None, 1, started(bytes([5]) * 32, bytes(16))), (1, 2, None, 18, body),
               (2, 1, None, 1, started(bytes([6]) * 32, bytes(16)))]
    last = {1: 2, 2: 1}
    for author, kind, data in rest:
        last[author] += 1
        entries.append((author, last[author], GAME, kind, data))
    lines, items = [f"game | {name}"], []
    for lamport, (author, sequence, scope, kind, data) in enumerate(entries, 1):
        lines.append(f"entry | {author:02x}.{sequence} | {entry(lamport, 1000 * lamport, scope, kind, data).hex()}")
        if kind > 15:
            state, known = read(kind, data)
            items.append(dict(name=(author_of(author), sequence), kind=kind, state=state, known=known))
    return lines + [f"{what} | {value}".rstrip() for what, value in fold(items[0], items[1:])]


def later():
    return "\n".join([HEAD] + [line for s in STORIES for line in story(*s)]) + "\n"
