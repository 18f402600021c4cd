#!/usr/bin/env python3
"""Writes the vector files beside it; the same bytes at every run. Needs the package cryptography."""

import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import eventtables
import games
import joining
import later
import logfile
import logs
import pages
import removals
import sessions
from disk import commit, header, read_commit, read_segments, record
from peer import *
from words import WORDS

HERE = pathlib.Path(__file__).parent
MIA, BO, CY, DEE, EVE = logs.NAMES.values()
U64, TABLE, AUTHOR, MARK = (1 << 64) - 1, bytes(range(32)), b"\xa1" * 16, b"\x3c" * 16


def why(read, data):
    """The reason for which the reader refuses these bytes."""
    try:
        read(data)
    except Malformed as error:
        return str(error)
    raise AssertionError("not refused: " + data.hex())


def whole(read):
    def reader(data):
        r = Reader(data)
        value = read(r)
        r.end()
        return value
    return reader


def invalid(read, *cases):
    return [dict(name=n, bytes=b, reason=why(read, b)) for n, b in cases]


def numbers():
    varints = [0, 1, 127, 128, 16383, 16384, 1 << 32, (1 << 53) - 1, 1 << 63, U64]
    signeds = [0, -1, 1, -2, 63, -64, 64, 1763683200000, (1 << 63) - 1, -(1 << 63)]
    texts = ["", "Mia", "Žofia", "\U0001f3c0"]
    return dict(
        varint=[dict(value=str(n), bytes=varint(n)) for n in varints],
        signed=[dict(value=str(n), bytes=signed(n)) for n in signeds],
        fixed32=[dict(value=str(n), bytes=fixed32(n)) for n in (0, 1, 0x01020304, (1 << 32) - 1)],
        fixed64=[dict(value=str(n), bytes=fixed64(n)) for n in (0, 1, 0x0102030405060708, U64)],
        text=[dict(value=t, bytes=counted(t.encode())) for t in texts],
        invalidVarint=invalid(
            whole(Reader.varint), ("nothing", b""), ("an end that does not come", b"\x80"),
            ("nine bytes and no end", b"\xff" * 9), ("zero in two bytes", b"\x80\x00"),
            ("one in two bytes", b"\x81\x00"), ("127 in three bytes", b"\xff\x80\x00"),
            ("2^64", b"\x80" * 9 + b"\x02"), ("65 bits", b"\xff" * 9 + b"\x03"),
            ("eleven bytes", b"\x80" * 10 + b"\x01"), ("a byte behind it", b"\x01\x01")),
        invalidText=invalid(
            whole(lambda r: r.text(16)), ("one byte too few", b"\x03Mi"),
            ("more than 16 bytes", b"\x11" + b"a" * 17), ("a count of 2^63", varint(1 << 63)),
            ("a lone continuation byte", b"\x01\x80"), ("an overlong slash", b"\x02\xc0\xaf"),
            ("a surrogate", b"\x03\xed\xa0\x80"), ("above U+10FFFF", b"\x04\xf4\x90\x80\x80"),
            ("a sequence cut off", b"\x02\xe2\x82")),
    )


def show_scope(scope):
    return None if scope is None else dict(author=scope[0], sequence=str(scope[1]))


def entries():
    game = (AUTHOR, 7)
    cases = [
        ("smallest", 0, 0, None, 0, b""),
        ("a move of a game", 41, 1763683200123, game, 20, b"\x01\x04\x00\x01"),
        ("before 1970", 2, -1, None, 29, b"\x05hello"),
        ("an unknown kind", 3, 5, game, 4294967295, bytes(range(40))),
        ("a known kind with a body that it does not have", 4, 5, None, 1, b"\xff"),
        ("largest lamport", U64, (1 << 63) - 1, (AUTHOR, U64), 16, b""),
        ("the longest body", 1, 0, None, 200, b"\x55" * (ENTRY_MAX - 8)),
    ]
    valid = []
    for sequence, (name, lamport, wall, scope, kind, body) in enumerate(cases, 1):
        data = entry(lamport, wall, scope, kind, body)
        assert whole(read_entry)(data)["body"] == body and len(data) <= ENTRY_MAX
        valid.append(dict(
            name=name, author=AUTHOR, sequence=str(sequence), bytes=data, lamport=str(lamport),
            wall=str(wall), scope=show_scope(scope), kind=kind, body=body,
            digest=entry_digest(AUTHOR, sequence, data)))
    good = entry(41, 9, game, 20, b"abc")
    return dict(valid=valid, invalid=invalid(
        whole(read_entry), ("nothing", b""), ("cut in the body", good[:-1]),
        ("cut in the scope", good[:8]), ("a byte behind the body", good + b"\0"),
        ("scope 2", b"\x01\x00\x02\x14\x00"), ("a game with sequence 0",
         b"\x01\x00\x01" + AUTHOR + b"\x00\x14\x00"),
        ("kind 2^32", b"\x01\x00\x00" + varint(1 << 32) + b"\x00"),
        ("lamport in a longer form", b"\x81\x00\x00\x00\x14\x00"),
        ("wall time above 64 bits", b"\x01" + b"\xff" * 9 + b"\x02\x00\x14\x00"),
        ("a body one above the limit", entry(1, 0, None, 20, b"x" * (ENTRY_MAX + 1))),
        ("an entry one above the limit", entry(1, 0, None, 200, b"x" * (ENTRY_MAX - 7))),
        ("a count beyond the bytes", b"\x01\x00\x00\x14\x05abcd")))


def bodies():
    t = logs.Story()
    step = t.invite_bo
    chain = chain_bytes([step])
    start = started(BO.key, b"\x0b" * 16, chain)
    added = step[2] + step[3]
    return dict(
        authorStarted=[
            dict(bytes=b, key=k, nonce=n, chain=c) for b, k, n, c in [
                (started(MIA.key, bytes(16)), MIA.key, bytes(16), b"\0"),
                (start, BO.key, b"\x0b" * 16, chain),
                (start + b"later", BO.key, b"\x0b" * 16, chain)]],
        deviceAdded=[dict(bytes=added + b, invitee=step[2], signature=step[3], name=added_name(added + b))
                     for b in (b"", b"later", b"\0", counted(b"Bo"), counted("Zoë".encode()) + b"later",
                               counted(b"n" * 256), counted(b"n" * 257), b"\2B", b"\2B\xff", b"\x81\0B")],
        invalidAuthorStarted=invalid(
            read_started, ("cut in the nonce", start[:40]), ("cut in the chain", start[:-1]),
            ("a chain with a byte behind it", started(BO.key, bytes(16), chain + b"\0")),
            ("nine steps", started(BO.key, bytes(16), chain_bytes([step] * 9))),
            ("a chain above its bytes", BO.key + bytes(16) + varint(4097) + bytes(4097))),
        invalidDeviceAdded=invalid(read_added, ("cut in the signature", added[:-1])))


def identifiers():
    founding = logs.Story().founding
    table, key, author = read_founding(founding)
    step = logs.Story().invite_bo
    charter = counted(founding) + counted(chain_bytes([step]))
    other = entry(1, 5, None, 16, b"\x03Mia")
    deep = entry(1, 5, None, 1, started(MIA.key, bytes(16), chain_bytes([step])))
    return dict(
        devices=[dict(name=n, seed=d.seed, key=d.key, device=device_id(d.key))
                 for n, d in logs.NAMES.items()],
        authors=[dict(key=d.key, nonce=n, author=author_id(d.key, n)) for d, n in
                 [(MIA, bytes(16)), (MIA, bytes(range(16))), (BO, bytes(range(16)))]],
        charters=[dict(bytes=charter, founding=founding, chain=chain_bytes([step]), table=table,
                       founder=author, key=key)],
        invalidCharters=invalid(
            read_charter, ("a byte behind it", charter + b"\0"), ("cut", charter[:-1]),
            ("another kind", counted(other) + counted(b"\0")),
            ("a founder that was invited", counted(deep) + counted(b"\0")),
            ("a byte behind the founding entry", counted(founding + b"\0") + counted(b"\0"))))


def chain():
    author = author_id(MIA.key, MARK)
    items = [entry(n + 1, 1000 * n, None, 20 + n % 5, bytes([n % 256]) * (n % 9))
             for n in range(600)]
    places = [0, 1, 2, 255, 256, 257, 511, 512, 513, 600]
    return dict(table=TABLE, author=author, entries=items, digests=[
        dict(n=n, digest=chain_digest(TABLE, author, items[:n])) for n in places])


def heads():
    valid = []
    for device, n in [(MIA, 1), (BO, 16384), (CY, (1 << 53) - 1), (DEE, 300), (EVE, 0)]:
        author = author_id(device.key, MARK)
        digest = sha("scored chain 1", TABLE, author)
        message = head_message(TABLE, author, n, digest)
        valid.append(dict(seed=device.seed, key=device.key, table=TABLE, author=author,
                          sequence=str(n), digest=digest, message=message,
                          signature=device.sign(message)))
    good = valid[0]
    def broken(name, **changes):
        case = {**good, **changes}
        message = head_message(
            case["table"], case["author"], int(case["sequence"]), case["digest"])
        try:
            assert not is_valid(case["signature"], message, case["key"])
        except ValueError:
            pass
        return dict(name=name, **{k: case[k] for k in
                    ("key", "table", "author", "sequence", "digest", "signature")})
    flipped = bytes([good["signature"][0] ^ 1]) + good["signature"][1:]
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(good["signature"][32:], "little") + order
    return dict(valid=valid, invalid=[
        broken("another sequence", sequence="2"), broken("another key", key=BO.key),
        broken("another table", table=bytes(32)), broken("another author", author=AUTHOR),
        broken("another digest", digest=bytes(32)), broken("a bit flipped", signature=flipped),
        broken("63 bytes", signature=good["signature"][:63]),
        broken("65 bytes", signature=good["signature"] + b"\0"),
        broken("nothing", signature=b""), broken("a key that is no point", key=b"\x02" + bytes(31)),
        broken("S not below the order", signature=good["signature"][:32] + s.to_bytes(32, "little")),
    ])


def invitations():
    chains = logs.chains()
    data = chain_bytes(chains["two"][0])
    table = logs.Story().table.id
    cases = []
    for name, (steps, device, truth) in chains.items():
        assert leads(steps, device, MIA.key, table) == truth
        cases.append(dict(name=name, bytes=chain_bytes(steps), device=device, leads=truth))
    return dict(
        table=table, founder=MIA.key, chains=cases,
        messages=[dict(inviter=MIA.key, author=AUTHOR, sequence="2", invitee=BO.key,
                       message=invitation_message(table, MIA.key, AUTHOR, 2, BO.key))],
        invalid=invalid(
            read_chain, ("nothing", b""), ("cut", data[:-1]), ("a byte behind it", data + b"\0"),
            ("nine steps", chain_bytes([chains["one"][0][0]] * 9)),
            ("a count that is not there", b"\x03" + data[1:]),
            ("4097 bytes", b"\x08" + bytes(4096))))


def show_run(m):
    items = read_run_entries(m)
    return dict(author=m["author"], after=str(m["after"]), base=m["base"], entries=items,
                signature=m["signature"])


def runs():
    one, two = entry(1, 0, None, 20, b"a"), entry(2, -5, (AUTHOR, 1), 20, b"bc")
    sig = b"\x77" * 64
    cases = [("one entry", run(AUTHOR, 0, MARK, [one], sig)),
             ("two entries", run(AUTHOR, 255, MARK, [one, two], sig)),
             ("not signed, on the own disk", run(AUTHOR, 1, MARK, [two], b"")),
             ("behind 2^53 - 2", run(AUTHOR, LAMPORT_MAX - 2, MARK, [one], sig))]
    good = cases[1][1]
    head = AUTHOR + varint(1) + MARK
    def refused(data):
        m = whole(read_run)(data)
        read_run_entries(m)
    return dict(
        valid=[dict(name=n, bytes=b, **show_run(whole(read_run)(b))) for n, b in cases],
        invalid=invalid(
            refused, ("nothing", b""), ("cut in the base", good[:25]), ("cut", good[:-1]),
            ("a byte behind it", good + b"\0"), ("after at 2^53", run(AUTHOR, LAMPORT_MAX, MARK,
             [one], sig)), ("no entries", head + b"\0\0\0"),
            ("16,385 entries", head + varint(16385) + counted(bytes(6)) + b"\0"),
            ("524,289 bytes", head + b"\1" + counted(bytes(524289)) + b"\0"),
            ("63 bytes of signature", head + b"\1" + counted(one) + counted(sig[:63])),
            ("65 bytes of signature", head + b"\1" + counted(one) + counted(sig + b"\0")),
            ("one entry more than counted", head + b"\1" + counted(one + two) + b"\0"),
            ("one entry fewer than counted", head + b"\3" + counted(one + two) + b"\0"),
            ("more entries than bytes", head + varint(100) + counted(one) + b"\0"),
            ("an entry that is malformed", head + b"\1" + counted(b"\1\0\7\0\0") + b"\0")))


def words():
    assert len(WORDS) == 256 and len({w[:3] for w in WORDS}) == 256
    return dict(words=WORDS, digests=[
        dict(digest=d, spoken=spoken(WORDS, d)) for d in
        (bytes(32), bytes([255] * 32), hashlib.sha256(b"abc").digest())])


def copies():
    origin = entry(41, 9, (AUTHOR, 7), 20, b"move")
    name = entry_digest(AUTHOR, 12, origin)
    body = copied(AUTHOR, 12, name, (AUTHOR, 7), 20, b"move")
    def case(sequence, data):
        copy = copy_of(AUTHOR, sequence, data)
        scope = None if copy is None else show_scope(read_copied(copy)["scope"])
        return dict(author=AUTHOR, sequence=str(sequence), entry=data, body=copy, scope=scope)
    again = entry(50, 9, None, 4, body)
    fields = read_copied(body)
    return dict(
        valid=[dict(bytes=body, author=AUTHOR, sequence="12", digest=name,
                    scope=show_scope(fields["scope"]), kind=20, body=b"move")],
        recorded=[
            case(12, origin), case(14, again), case(15, entry(51, 9, None, 4, body + b"\0")),
            case(13, entry(41, 9, None, 20, b"m" * COPY_MAX)),
            case(13, entry(41, 9, None, 20, b"m" * (COPY_MAX + 1))),
            case(1, entry(1, 0, None, 1, started(BO.key, bytes(16)))),
            case(2, entry(2, 0, None, 2, bytes(96))), case(3, entry(2, 0, None, 15, b"")),
            case(3, entry(2, 0, None, 16, b""))],
        invalid=invalid(
            read_copied, ("nothing", b""), ("cut", body[:-1]), ("a byte behind it", body + b"\0"),
            ("sequence 0", body[:16] + b"\0" + body[17:]), ("scope 2", body[:49] + b"\2\x14\0"),
            ("kind 2^32", body[:49] + b"\0" + varint(1 << 32) + b"\0"),
            ("a copy of a copy", body[:49] + b"\0\x04\0"),
            ("kind 15", body[:49] + b"\0\x0f\0"),
            ("a body one above the limit", copied(AUTHOR, 12, name, None, 20, b"m" * (ENTRY_MAX + 1)))))


def segments():
    mark, table = bytes.fromhex("a1b2c3d4"), TABLE
    story = logs.Story()
    payloads = [commit(m, r) for m, r in zip(story.sent[:3], (b"", b"\x09" * 16, b""))]
    def segment(groups, number=1, previous=0):
        data = header(table, number, previous, mark)
        for group in groups:
            durable = len(data)
            for payload in group:
                data += record(mark, len(data), durable, payload)
        return data
    good = segment([payloads[:1], payloads[1:2], payloads[2:]])
    start = [60]
    for payload in payloads:
        start.append(start[-1] + len(record(mark, start[-1], start[-1], payload)))
    def spoil(data, at):
        return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
    pair = segment([payloads[:1], payloads[1:]])
    moved = header(table, 1, 0, mark) + record(mark, 61, 60, payloads[0])
    files = [
        ("three commits", [good]), ("three commits and reserved space", [good + bytes(300)]),
        ("a header alone", [good[:60] + bytes(100)]), ("nothing", []),
        ("torn in the third record", [good[:-7]]),
        ("torn in the third record, in reserved space", [good[:-7] + bytes(400)]),
        ("torn in the first record of a group of two", [spoil(pair, start[1] + 20)]),
        ("corrupt in the first record", [spoil(good, 80)]),
        ("corrupt in the second record", [spoil(good, start[1] + 30)]),
        ("a damaged header", [spoil(good, 9)]),
        ("a header with a damaged mark", [spoil(good, 52)]),
        ("an unfinished first segment", [good[:33]]),
        ("a record moved by a byte", [moved]),
        ("a whole record of a type that is not known",
         [good[:60] + record(mark, 60, 60, b"later", 9)]),
        ("two segments", [segment([payloads[:2]]), segment([payloads[2:]], 2, start[2])]),
        ("the first of two lost its last record to zeros",
         [good[: start[1]] + bytes(start[2] - start[1]),
          segment([payloads[2:]], 2, start[2])]),
        ("the second of two was being made", [good, bytes(30)]),
        ("the second of two has no bytes", [good, b""]),
        ("the second of two is torn", [segment([payloads[:2]]), segment([payloads[2:]], 2,
         start[2])[:-3]]),
    ]
    # Two groups of two: only the second's records state that the first had been durable.
    four = [payloads[0], payloads[1], payloads[2], payloads[2]]
    groups = segment([four[:2], four[2:]])
    first, second = start[1], len(segment([four[:2]]))
    holed = spoil(groups, 80)
    cut = holed[:second]
    beside = [
        ("the proof of the damage stands in a torn tail", [spoil(holed, second + 20)], []),
        ("damage before a cut that took the record that proved it", [cut], [(1, second)]),
        ("the same where it is not cut yet", [spoil(holed, second + 20)], [(1, second)]),
        ("the same, and reserved space", [cut + bytes(200)], [(1, second)]),
        ("the same without the copy", [cut], []),
        ("the same with a copy of another segment", [cut], [(2, second)]),
        ("a copy of a cut before the damage", [cut], [(1, 60)]),
        ("a copy of a cut in the damage", [cut], [(1, 70)]),
        ("of two copies the later cut counts", [spoil(groups[:second], first + 30)],
         [(1, first), (1, second)]),
        ("records that end below a cut", [groups[:first]], [(1, second)]),
        ("records that end below a cut, with bytes behind it",
         [groups[:first] + bytes(200) + b"x"], [(1, second)]),
        ("records that end below a cut in zeros", [groups[:first] + bytes(200)], [(1, second)]),
        ("records behind a cut", [groups], [(1, second)]),
        ("torn behind a cut", [groups[:-5]], [(1, second)]),
        ("a copy of a segment that others follow",
         [segment([payloads[:2]]), segment([payloads[2:]], 2, start[2])], [(1, second + 40)]),
        ("a damaged header beside a copy", [spoil(cut, 9)], [(1, second)]),
    ]
    cases = []
    for name, parts, copies in [(n, f, []) for n, f in files] + beside:
        counts, findings = read_segments(parts, copies)
        for payload in counts:
            read_commit(payload)
        cases.append(dict(
            name=name, files=parts, commits=[payloads.index(p) for p in counts],
            copies=[dict(segment=n, offset=o) for n, o in copies],
            findings=[dict(kind=k, segment=n, start=a, end=b) for k, n, a, b in findings]))
    strangers = [("another table", header(bytes(32), 1, 0, mark) + good[60:]),
                 ("a newer format", header(table, 1, 0, mark, 2) + good[60:])]
    commit_bytes = payloads[1]
    return dict(
        table=table, mark=mark, payloads=payloads, directories=cases,
        refused=[dict(name=n, file=f) for n, f in strangers],
        checksums=[dict(bytes=b, crc32c=fixed32(crc)) for b, crc in
                   [(b"123456789", 0xE3069283), (b"", 0), (bytes(32), 0x8A9136AA),
                    (b"\xff" * 32, 0x62A8AB43), (bytes(range(32)), 0x46DD794E)]],
        invalidCommits=invalid(
            read_commit, ("cut", commit_bytes[:-1]), ("a byte behind it", commit_bytes + b"\0"),
            ("a request of 15 bytes", commit(story.sent[1], b"\x09" * 15)),
            ("a request of 17 bytes", commit(story.sent[1], b"\x09" * 17))))


def invites():
    typed = ["0123456789ABCDEF", "GHJK-MNPQ-RSTV-WXYZ", "oil0 1abc defg hjkm", "zzzz–zzzz–zzzz–zzzz"]
    wrong = ["", "0123456789ABCDE", "0123456789ABCDEFG", "0123456789ABCDEU", "0123456789ABCDE!",
             "0123456789ABCDEé", "١234567890ABCDEF"]
    cases = [(t, read_code(t)) for t in typed]
    return dict(
        valid=[dict(typed=t, shown=re.sub("(?<=.)(?=(....)+$)", "-", c), identity=code_identity(c),
                    key=code_key(c)) for t, c in cases],
        random=[dict(bytes=b, shown=shown_code(b)) for b in
                (bytes(10), b"\xff" * 10, bytes(range(10)))],
        invalid=[dict(typed=t, reason=why(read_code, t) if t else "value") for t in wrong])


def plain(value):
    """Bytes as hex, many equal ones as [hex*count]; all the rest as JSON has it."""
    if isinstance(value, bytes):
        cuts = re.split(rb"((.)\2{63,})", value, flags=re.DOTALL)
        cuts = [(cuts[i], cuts[i + 1 : i + 2]) for i in range(0, len(cuts), 3)]
        return "".join(
            plain_hex.hex() + "".join(f"[{many[0]:02x}*{len(many)}]" for many in equal)
            for plain_hex, equal in cuts)
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value


FILES = dict(
    numbers=numbers, entries=entries, bodies=bodies, identifiers=identifiers, chain=chain,
    heads=heads, invitations=invitations, runs=runs, words=words, copies=copies,
    segments=segments, invites=invites, merge=logs.merge,
    removals=lambda: removals.removals(invalid), columns=lambda: pages.file(invalid),
    frames=sessions.frames,
    sessions=sessions.sessions, announcements=joining.announcements, pairing=joining.pairing,
    logfile=logfile.logfile)

if __name__ == "__main__":
    for name, make in FILES.items():
        text = json.dumps(plain(make()), indent=1, ensure_ascii=False) + "\n"
        (HERE / (name + ".json")).write_text(text, encoding="utf-8")
    (HERE / "events.json").write_text(eventtables.written(), encoding="utf-8")
    (HERE / "signoffs.txt").write_text(games.signoffs(), encoding="utf-8")
    (HERE / "later.txt").write_text(later.later(), encoding="utf-8")
