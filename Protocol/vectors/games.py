"""What a cut covers of a game, and the digest that a sign-off carries (entries.md, Sign-off)."""

from peer import *

ASIDE = {24, 25, 29, 37, 38, 39}
HEAD = """# A game's entries: entry | author.sequence | canonical bytes in hexadecimal.
# Then what cuts cover of it: cut | last sequences | the covered entries | the digest of a sign-off.
# An author is written as its first byte; all its bytes are equal. The page is ../entries.md."""


def author_of(number):
    return bytes([number]) * 16


def name(author, sequence):
    return f"{author:02x}.{sequence}"


def void(author, sequence):
    return 21, author_of(author) + varint(sequence)


def covered(entries, cut):
    """Walks the entries in order; `counted` says of an ID whether any entry of it is counted."""
    counted, found = {}, []
    for lamport, author, sequence, kind, body, _ in sorted(entries):
        if sequence > cut.get(author, 0):
            continue
        is_counted = kind not in ASIDE
        if kind == 21 and counted.get((body[0], body[16])) is False:
            is_counted = False
        counted[author, sequence] = counted.get((author, sequence), False) or is_counted
        if is_counted:
            found.append((author, sequence))
    return sorted(found)


def signoffs():
    game, key = (author_of(1), 2), bytes([5]) * 32
    rules = b"\x01\x10" + bytes(b for n in range(1, 17) for b in (n, 3 if n == 1 else 1))
    story = [
        (1, 1, None, 1, started(key, bytes(16))), (2, 1, None, 18, b"\x01A\x01B" + rules + b"\0"),
        (3, 2, game, 24, b"\x00\x01\x01"), (4, 2, game, 20, b"\x02\x00\x01\x01"),
        (5, 1, game, 29, b"\x04rain"), (6, 2, game, *void(1, 3)), (7, 2, game, *void(2, 3)),
        (8, 1, game, *void(2, 2)), (9, 3, game, *void(2, 9)), (10, 3, game, 300, b"later"),
        (11, 1, game, 40, key + b"\x00\x01\x02"), (12, 1, game, 38, key + b"\x00"),
        (13, 3, game, *void(1, 6)), (14, 3, game, 27, b""), (15, 3, game, 24, b"malformed"),
        (16, 2, game, *void(2, 4)), (17, 2, game, 39, key)]
    entries, last = [], {}
    for lamport, author, scope, kind, body in story:
        last[author] = sequence = last.get(author, 0) + 1
        data = entry(lamport, 1000 * lamport, scope, kind, body)
        entries.append((lamport, author, sequence, kind, body, data))
    lines = [HEAD] + [f"entry | {name(a, s)} | {data.hex()}" for _, a, s, _, _, data in entries]
    canonical = {(a, s): data for _, a, s, _, _, data in entries}
    whole = [e for e in entries if (e[1], e[2]) != (1, 1)]
    for cut in [last, {1: 2}, {1: 2, 2: 2}, {1: 3, 2: 3, 3: 1}, {1: 4, 2: 4, 3: 3}, {}, {2: 99}]:
        names = covered(whole, cut)
        parts = [author_of(a) + fixed64(s) + canonical[a, s] for a, s in names]
        digest = sha("scored game digest 1", *parts)
        shown = [" ".join(name(*n) for n in group) for group in (sorted(cut.items()), names)]
        lines.append(f"cut | {shown[0]} | {shown[1]} | {digest.hex()}")
    return "\n".join(lines) + "\n"
