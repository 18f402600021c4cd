"""What a cut covers of a game, and the digest that a sign-off carries (entries.md, Sign-off)."""

from peer import *

ASIDE = {24, 25, 29, 37, 38, 39}
NOT_UNITED = {26, 27, 28, 35, 36, 37, 41, 43}
HEAD = """# The entries of a game, and of one that is united into it: entry | author.sequence | canonical bytes in hexadecimal.
# Then what cuts cover of it: cut | last sequences | the covered entries | the digest of a sign-off.
# An author is written as its first byte; all its bytes are equal. The page is ../entries.md."""


def author_of(number):
    return bytes([number]) * 16


def name(author, sequence):
    return f"{author:02x}.{sequence}"


def void(author, sequence):
    return 21, author_of(author) + varint(sequence)


def covered(entries, cut, other, union):
    """Walks the entries in order; `counted` says of an ID whether any entry of it is counted. Entries of the other game are those in
    `other`, inside only if the union is."""
    counted, found = {}, []
    for lamport, author, sequence, kind, body, _ in sorted(entries):
        if sequence > cut.get(author, 0):
            continue
        if (author, sequence) in other and (union[1] > cut.get(union[0], 0) or kind in NOT_UNITED):
            continue
        is_counted = kind not in ASIDE
        if kind == 21 and counted.get((body[0], body[16])) is False:
            is_counted = False
        counted[author, sequence] = counted.get((author, sequence), False) or is_counted
        if is_counted:
            found.append((author, sequence))
    return sorted(found)


def signoffs():
    game, apart, key = (author_of(1), 2), (author_of(4), 2), bytes([5]) * 32
    rules = b"\x01\x10" + bytes(b for n in range(1, 17) for b in (n, 3 if n == 1 else 1))
    story = [
        (1, 1, None, 1, started(key, bytes(16))), (2, 1, None, 18, b"\x01A\x01B" + rules + b"\0"),
        (3, 2, game, 24, b"\x00\x01\x01"), (4, 2, game, 20, b"\x02\x00\x01\x01"),
        (5, 1, game, 29, b"\x04rain"), (6, 2, game, *void(1, 3)), (7, 2, game, *void(2, 3)),
        (8, 1, game, *void(2, 2)), (9, 3, game, *void(2, 9)), (10, 3, game, 300, b"later"),
        (11, 1, game, 40, key + b"\x00\x01\x02"), (12, 1, game, 38, key + b"\x00"),
        (13, 3, game, *void(1, 6)), (14, 3, game, 27, b""), (15, 3, game, 24, b"malformed"),
        (16, 2, game, *void(2, 4)), (17, 2, game, 39, key),
        (18, 4, None, 1, started(bytes([6]) * 32, bytes(16))), (19, 4, None, 18, b"\x01A\x01B" + rules + b"\0"),
        (20, 4, apart, 20, b"\x02\x00\x01\x01"), (21, 4, apart, 26, b"\x01\x02\x05"),
        (22, 4, apart, 29, b"\x04snow"), (23, 4, apart, *void(4, 3)), (24, 2, apart, *void(4, 5)),
        (25, 1, game, 43, author_of(4) + varint(2) + b"\x00\x00"), (26, 4, apart, 23, b"\x02"),
        (27, 2, game, 42, author_of(4) + varint(3) + author_of(4) + varint(2) + b"\x00\x14\x02\x00\x02\x01")]
    entries, last = [], {}
    for lamport, author, scope, kind, body in story:
        last[author] = sequence = last.get(author, 0) + 1
        data = entry(lamport, 1000 * lamport, scope, kind, body)
        entries.append((lamport, author, sequence, kind, body, data))
    lines = [HEAD] + [f"entry | {name(a, s)} | {data.hex()}" for _, a, s, _, _, data in entries]
    canonical = {(a, s): data for _, a, s, _, _, data in entries}
    whole = [e for e in entries if e[3] != 1]
    other = {(e[1], e[2]) for e in entries if (e[1], e[2]) == (4, 2)}
    places = {}
    for (_, author, scope, _, _) in story:
        places[author] = sequence = places.get(author, 0) + 1
        if scope == apart:
            other.add((author, sequence))
    union = next((e[1], e[2]) for e in entries if e[3] == 43)
    for cut in [last, {1: 2}, {1: 2, 2: 2}, {1: 3, 2: 3, 3: 1}, {1: 4, 2: 4, 3: 3}, {}, {2: 99},
                {**last, 1: union[1] - 1}, {1: 99, 4: 3}]:
        names = covered(whole, cut, other, union)
        parts = [author_of(a) + fixed64(s) + canonical[a, s] for a, s in names]
        digest = sha("scored game digest 1", *parts)
        shown = [" ".join(name(*n) for n in group) for group in (sorted(cut.items()), names)]
        lines.append(f"cut | {shown[0]} | {shown[1]} | {digest.hex()}")
    return "\n".join(lines) + "\n"
