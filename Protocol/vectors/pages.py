"""Vectors of columns, of runs page by page, and of the records that hold them."""

from columns import *
from disk import commit, header, read_commit, read_segments, record
from logs import Story, WALL

AUTHOR, OTHER, MARK, SIGNATURE = b"\xa1" * 16, b"\xb2" * 16, b"\x3c" * 16, b"\x77" * 64
GAME, AWAY = (AUTHOR, 2), (OTHER, 300)
LARGE = [U64, 0, 1 << 63, (1 << 63) - 1, 1, U64 - 1]


def file(invalid):
    return dict(
        numbers=numbers(), invalidNumbers=invalid_numbers(), pages=pages(),
        invalidPages=invalid_pages(), runs=runs(), invalidRuns=invalid(whole_run, *wrong_runs()),
        frames=[dict(bytes=frame(PAGED_RUN, data), run=data) for data in framed()],
        invalidFrames=invalid(read_frame, *wrong_frames()), table=table(),
        segment=segment(), invalidCommits=invalid(
            lambda data: read_commit(data, 2), ("cut", commit(framed()[0], b"\x09" * 16)[:-1]),
            ("a byte behind it", commit(framed()[0]) + b"\0"),
            ("a run that is not page by page", commit(Story().sent[1])),
            ("a request of 15 bytes", commit(framed()[0], b"\x09" * 15))))


# Number columns


def numbers():
    far = [1000, 1001, 7, 1003, 1 << 60, 1002, 1000]
    walls = [WALL + 2000 * n for n in range(40)]
    late = walls[:20] + [n + 86400000 for n in walls[20:]]
    cases = [
        ("equal", [41] * 5, constant(41)), ("equal and largest", [U64] * 3, constant(U64)),
        ("one", [7], constant(7)), ("one, plain", [7], plain_column([7], 1, 7)),
        ("equal, not as a constant", [41] * 5, plain_column([41] * 5, 3, 40)),
        ("plain", [3, 1, 2, 0, 3, 3, 1], plain_column([3, 1, 2, 0, 3, 3, 1], 2, 0)),
        ("plain above a base", [900, 903, 901], plain_column([900, 903, 901], 2, 900)),
        ("plain, two exceptions", far, plain_column(far, 2, 1000)),
        ("plain, all exceptions", [5, 6], plain_column([5, 6], 1, 100)),
        ("width 64", LARGE, plain_column(LARGE, 64, 0)),
        ("width 64 above a base", LARGE, shifted(64, 9, LARGE)),
        ("width 63", LARGE[1:2] + LARGE[3:5], plain_column(LARGE[1:2] + LARGE[3:5], 63, 0)),
        ("past 2^64 from a base", [U64, 0, 2], shifted(2, U64, [U64, 0, 2])),
        ("the steps of 5, 7, 9", [5, 7, 9], bytes.fromhex("8005020200")),
        ("10, 11, 200, 12", [10, 11, 200, 12], bytes.fromhex("020a0102c80184")),
        ("steps without bits", walls, steps_column(walls, 0, 1, 2000)),
        ("steps, an exception", late, steps_column(late, 0, 1, 2000)),
        ("steps down", [50, 40, 25, 10], steps_column([50, 40, 25, 10], 1, -3, 5)),
        ("steps past 2^64", LARGE, steps_column(LARGE, 64, -(1 << 63))),
        ("steps, an exception of -2^63", LARGE[:3], steps_column(LARGE[:3], 2, 0)),
        ("a step times a unit past 2^64", [0, 2, 4],
         b"\x80\0" + varint((1 << 63) + 1) + signed(2) + b"\0"),
        ("two hundred and fifty-six", [n * n % 97 for n in range(256)],
         column([n * n % 97 for n in range(256)])),
    ]
    for name, values, data in cases:
        r = Reader(data)
        assert read_column(r, len(values)) == values and r.at == len(data), name
        assert read_column(Reader(column(values)), len(values)) == values, name
    return [dict(name=n, bytes=data, numbers=list(map(str, values))) for n, values, data in cases]


def shifted(width, base, values):
    """Plain, without exceptions, above a base from which the sums go past 2^64."""
    bits = sum((v - base & U64) << i * width for i, v in enumerate(values))
    bits = bits.to_bytes((len(values) * width + 7) // 8, "little")
    return bytes([width]) + varint(base) + b"\0" + bits


def invalid_numbers():
    good = plain_column([10, 11, 200, 12], 2, 10)
    cases = [
        ("nothing", 4, b""), ("form 65", 4, b"\x41\0\0" + bytes(33)),
        ("form 127", 4, b"\x7f\0\0" + bytes(64)), ("form 193", 4, b"\xc1\0\1\0\0" + bytes(33)),
        ("a constant without its value", 4, b"\0"), ("a value in a longer form", 4, b"\0\x81\0"),
        ("no bits", 4, good[:-1]), ("cut in the exception", 4, good[:4]),
        ("a byte behind it", 4, good + b"\0"), ("steps of one number", 1, b"\x80\5\1\0\0"),
        ("unit 0", 4, b"\x80\5\0\0\0"), ("five exceptions in four places", 4,
         b"\2\x0a\5" + b"\0\1" * 5 + b"\0"),
        ("four exceptions in three steps", 4, b"\x80\5\1\0\4" + b"\0\2" * 4),
        ("an exception behind the last place", 4, b"\2\x0a\1\4\1\0"),
        ("a second exception behind the last place", 4, b"\2\x0a\2\1\1\2\1\0"),
        ("a distance above the places", 4, b"\2\x0a\1\5\1\0"),
        ("a distance of 2^63", 4, b"\2\x0a\1" + varint(1 << 63) + b"\1\0"),
        ("bits in the place of an exception", 4, good[:-1] + b"\x94"),
        ("bits behind the last place", 3, b"\2\x0a\0\x40"),
        ("bits behind the last step", 4, b"\x82\5\1\0\0\x40"),
        ("bits behind the last place of width 3", 3, b"\3\x0a\0\0\2")]
    return [dict(name=n, count=m, bytes=b, reason=refusal(m, b)) for n, m, b in cases]


def refusal(count, data):
    try:
        r = Reader(data)
        read_column(r, count)
        r.end()
    except Malformed as error:
        return str(error)
    raise AssertionError("not refused: " + data[:40].hex())


# Pages in columns


def move(n, scope=GAME, kind=20, link=b""):
    body = bytes([n % 7 + 1]) + varint(9) + varint(4 + n % 5) + b"\1" + signed(6000 - 20 * n) + link
    return entry(40 + 2 * n, WALL + 1700 * n, scope, kind, body)


def pages():
    moves = [move(n) for n in range(20)]
    mixed = [move(n, AWAY if n % 3 else GAME) for n in range(12)] + [
        move(12, None), entry(65, WALL + 30000, GAME, 29, b"\xff a note, not a row"),
        entry(66, WALL + 31000, GAME, 29, b"\xff another"), entry(67, 0, None, 16, b"\x03Mia")]
    linked = [move(n, AWAY, link=OTHER + varint(n)) for n in range(5)] + [
        move(6, AWAY, link=AUTHOR + varint(3)), move(7, AWAY)]
    texts = [entry(n, n, None, 29, b"\xc5\xbd" * n + b"\x80") for n in range(1, 20)]
    large = [entry(n, w, (AUTHOR, n or 1), 0xFFFFFFFF, varint(n) * 2) for n, w in
             zip(LARGE, [-(1 << 63), (1 << 63) - 1, -1, 0, 1, -2])]
    rows = [entry(n, 0, None, 20, varint(n) * 48) for n in (1, 1 << 40)]
    empty = [entry(n, 0, None, 20, b"") for n in range(4)]
    hundreds = [move(n) for n in range(256)]
    like = [entry(9 + n, WALL, None, 29, b"") for n in range(30)]
    cases = [
        ("moves of one game", moves, None), ("one entry", moves[:1], None),
        ("two games, the table, notes, two kinds", mixed, None),
        ("authors in bodies", linked, None), ("texts as they stand", texts, None),
        ("the largest numbers", large, None), ("48 fields", rows, None), ("no fields", empty, None),
        ("two hundred and fifty-six entries", hundreds, None),
        ("entries of few bytes, filled up", like, None),
        ("the longest entry", [entry(1, 0, None, 29, b"\xff" * (ENTRY_MAX - 7))], None),
        ("moves as they stand", moves[:3], crafted(
            shapes=shape_bytes(20, None), bodies=column([len(b) for b in bodies(moves[:3])])
            + b"".join(bodies(moves[:3])), games=b"\1\0\2", scope=constant(1),
            lamport=column([40, 42, 44]), wall=column([WALL + 1700 * n for n in range(3)]))),
        ("equal names, and names that nobody needs", three(b"\5"), crafted(
            authors=id_list([AUTHOR, OTHER, OTHER]), games=b"\3\0\2\1\2\2\xac\2",
            shapes=varint(2) + shape_bytes(20, [False]) * 2, shape=column([1, 0, 1]),
            scope=column([2, 1, 2]), bodies=constant(5) * 2)),
        ("an author number 256", three(b"\xfe" * 16), crafted(
            authors=id_list([b"\xfd" * 16] * 255 + [b"\xfe" * 16]), games=b"\1\0\2",
            shapes=b"\1" + shape_bytes(20, [True]), scope=constant(1), bodies=constant(256)))]
    shown = []
    for name, items, data in cases:
        written = columns_of(AUTHOR, items)
        assert read_columns(AUTHOR, len(items), written) == items, name
        data = written if data is None else data
        assert read_columns(AUTHOR, len(items), data) == items, name
        shown.append(dict(name=name, author=AUTHOR, bytes=data, entries=items))
    return shown


def bodies(items):
    return [read_entry(Reader(e))["body"] for e in items]


def three(body):
    return [entry(9 + n, 100, GAME, 20, body) for n in range(3)]


def crafted(authors=b"\0", games=b"\0", shapes=b"\1\x14\2\0", shape=b"", scope=b"",
            lamport=steps_column([9, 10, 11], 0, 1), wall=constant(100), bodies=constant(5)):
    """Columns of three entries of one field, each part of which can be another."""
    if shapes[:1] == b"\x14":
        shapes = b"\1" + shapes
    return authors + games + shapes + shape + scope + lamport + wall + bodies


def invalid_pages():
    good = crafted()
    assert len(read_columns(AUTHOR, 3, good)) == 3
    game, two = dict(games=b"\1\0\2", scope=constant(1)), b"\2\x14\2\0\x15\2\0"
    alike = crafted(lamport=constant(9))
    note = lambda lengths, text: crafted(shapes=b"\1\x1d\0", bodies=lengths + text)
    cases = [
        ("nothing", 3, b""), ("cut", 3, good[:-1]), ("a byte behind it", 3, good + b"\0"),
        ("fewer authors than counted", 3, b"\2" + OTHER),
        ("257 authors", 3, crafted(authors=id_list([OTHER] * 257))),
        ("257 games", 3, crafted(games=varint(257) + b"\0\2" * 257)),
        ("a game of an author that is not there", 3, crafted(games=b"\1\1\2", scope=constant(1))),
        ("a game with sequence 0", 3, crafted(games=b"\1\0\0", scope=constant(1))),
        ("no shapes", 3, crafted(shapes=b"\0")),
        ("257 shapes", 3, crafted(shapes=varint(257) + b"\x14\0" * 257)),
        ("kind 2^32", 3, crafted(shapes=b"\1" + varint(1 << 32) + b"\2\0")),
        ("49 fields", 3, crafted(shapes=b"\1\x14\x32" + bytes(7), bodies=constant(5) * 49)),
        ("a bit behind the last field", 3, crafted(shapes=b"\1\x14\2\2")),
        ("a bit behind the last of eight fields, in a byte too many", 3, crafted(
            shapes=b"\1\x14\x09\0\0", bodies=constant(5) * 8)),
        ("a shape of no entry", 3, crafted(shapes=two, shape=constant(0), bodies=constant(5) * 2)),
        ("a shape that is not there", 3, crafted(
            shapes=two, shape=column([0, 1, 2]), bodies=constant(5) * 2)),
        ("a game that is not there", 3, crafted(games=b"\1\0\2", scope=constant(2))),
        ("a scope of 2^64 - 1", 3, crafted(games=b"\1\0\2", scope=constant(U64))),
        ("an author that is not there", 3, crafted(shapes=b"\1\x14\2\1", bodies=constant(1))),
        ("an author's number of 2^64 - 1", 3, crafted(shapes=b"\1\x14\2\1", bodies=constant(U64))),
        ("a column of another form", 3, crafted(wall=b"\x41")),
        ("bits behind a column", 3, crafted(wall=b"\2\0\0\x40")),
        ("steps of one entry", 1, crafted(lamport=b"\x80\x09\1\2\0")),
        ("fewer bytes than the lengths say", 3, note(constant(2), b"\xff" * 5)),
        ("more bytes than the lengths say", 3, note(constant(2), b"\xff" * 7)),
        ("a length of 65,537", 3, note(constant(ENTRY_MAX + 1), b"\xff" * (3 * ENTRY_MAX + 3))),
        ("a length of 2^64 - 1", 3, note(constant(U64), b"")),
        ("an entry of 65,537 bytes", 3, note(plain_column([0, 1, ENTRY_MAX - 7], 1, 0),
                                             b"\xff" * (ENTRY_MAX - 6))),
        ("more canonical bytes than a run has", 256, crafted(
            **game, shapes=b"\1\x1d\0", lamport=constant(9),
            bodies=constant(2030) + b"\xff" * 2030 * 256)),
        ("no fill", 30, filled(alike, 30).rstrip(b"\0") + b"\0"),
        ("a byte of fill missing", 30, filled(alike, 30)[:-1]),
        ("a byte of fill too many", 30, filled(alike, 30) + b"\0"),
        ("a fill that is not zero", 30, filled(alike, 30)[:-1] + b"\1"),
        ("a count of one too many", 4, crafted(bodies=plain_column([5, 6, 7], 8, 5))),
        ("a count of one too few", 2, note(constant(1), b"\xff" * 3)),
    ]
    return [dict(name=n, author=AUTHOR, count=m, bytes=b, reason=page_refusal(m, b))
            for n, m, b in cases]


def page_refusal(count, data):
    try:
        read_columns(AUTHOR, count, data)
    except Malformed as error:
        return str(error)
    raise AssertionError("not refused: " + data[:40].hex())


# Runs page by page


def whole_run(data):
    r = Reader(data)
    m = read_paged_run(r)
    r.end()
    return m, read_paged_entries(m)


def packed(items, author=AUTHOR):
    return page(items, columns_of(author, items))


def run_of(*pages, after=0, signature=SIGNATURE):
    return paged_run(AUTHOR, after, MARK, pages, signature)


def runs():
    hundreds, few = [move(n) for n in range(300)], [move(n) for n in range(3)]
    cases = [
        ("one page in columns", run_of(packed(hundreds[:20]))),
        ("one page as it is", run_of(page(few))),
        ("in columns to 256, the rest as it is", run_of(
            packed(hundreds[200:256]), page(hundreds[256:260]), after=200)),
        ("a page of one entry between others", run_of(page(few), packed(few[:1]), page(few))),
        ("not signed, on the own disk", run_of(packed(few), signature=b"")),
        ("512 pages", run_of(*[page([entry(1, 0, None, 20, b"")])] * 512)),
        ("behind 2^53 - 2", run_of(packed(few), after=LAMPORT_MAX - 2))]
    shown = []
    for name, data in cases:
        m, entries = whole_run(data)
        shown.append(dict(
            name=name, bytes=data, author=m["author"], after=str(m["after"]), base=m["base"],
            pages=[dict(count=n, isInColumns=c, bytes=b) for n, c, b in m["pages"]],
            entries=entries, signature=m["signature"]))
    return shown


def wrong_runs():
    few, head = [move(n) for n in range(3)], AUTHOR + b"\0" + MARK
    good = run_of(page(few), packed(few))
    one, tail = entry(1, 0, None, 20, b""), counted(SIGNATURE)
    of_authors = filled(b"\0\0\1\x14\x31" + b"\xff" * 6 + constant(0) * 50, 256)
    columns = lambda count, data: varint(count) + varint(2 * len(data) + 1) + data
    limit = entry(1, 0, None, 29, b"\xff" * (SPAN_BYTES // 8 - 7))
    return [
        ("nothing", b""), ("cut in the base", good[:25]), ("cut", good[:-1]),
        ("a byte behind it", good + b"\0"), ("after at 2^53", run_of(page(few), after=LAMPORT_MAX)),
        ("no pages", run_of()), ("513 pages", run_of(*[page([one])] * 513)),
        ("fewer pages than counted", head + b"\3" + page(few) * 2),
        ("a page of no entries", run_of(page(few), b"\0\0")),
        ("a page of no entries in columns", run_of(b"\0\1")),
        ("16,385 entries on a page", run_of(varint(16385) + varint(12) + bytes(6))),
        ("16,385 entries on two pages", run_of(varint(16384) + varint(12) + bytes(6), page([one]))),
        ("257 entries in columns", run_of(columns(257, of_authors))),
        ("524,289 bytes on a page", run_of(b"\1" + varint(2 * 524289) + bytes(524289))),
        ("524,289 bytes on a page in columns", run_of(columns(1, bytes(524289)))),
        ("524,289 bytes on nine pages", run_of(
            *[page([limit])] * 8, b"\1" + varint(2) + b"\0")),
        ("few bytes that stand for more than 524,288", run_of(
            *[columns(256, of_authors)] * 3)),
        ("too many canonical bytes behind columns", run_of(
            *[columns(256, of_authors)] * 2, *[page([limit])] * 3)),
        ("a page of more bytes than the run has", head + b"\1\3" + varint(200) + b"\1\0"),
        ("one entry more than counted", run_of(b"\2" + page(few)[1:])),
        ("one entry fewer than counted", run_of(b"\4" + page(few)[1:])),
        ("one entry more than counted, in the second of two",
         run_of(page(few), b"\2" + page(few)[1:])),
        ("an entry over two pages", run_of(
            b"\1" + varint(2 * len(few[0]) - 2) + few[0][:-1], page([few[0][-1:] + few[1]]))),
        ("an entry that is malformed", run_of(page([b"\1\0\7\0\0"]))),
        ("columns that are malformed", run_of(page(few), b"\1\3\0")),
        ("63 bytes of signature", run_of(page(few), signature=SIGNATURE[:63])),
        ("65 bytes of signature", run_of(page(few), signature=SIGNATURE + b"\0")),
        ("not page by page", run(AUTHOR, 0, MARK, few, SIGNATURE))]


def framed():
    few = [move(n) for n in range(30)]
    return [run_of(packed(few)), run_of(packed(few), page(few[:2]))]


def wrong_frames():
    data = framed()[1]
    return [("nothing", frame(PAGED_RUN, b"")), ("cut", frame(PAGED_RUN, data[:-1])),
            ("a byte behind it", frame(PAGED_RUN, data + b"\0")),
            ("no pages", frame(PAGED_RUN, run_of())),
            ("a page of no entries", frame(PAGED_RUN, run_of(b"\0\0")))]


# A table, and a file


def long_log():
    """Mia's log of 600 entries, whose signed heads were made of canonical bytes alone."""
    story = Story()
    game = (story.mia.author, 3)
    while len(story.mia.entries) < 600:
        n = len(story.mia.entries)
        story.mia.add(n + 1, 20, bytes([n % 5, 9, 4, 1]) + varint(6000 - n), game)
    return story, story.mia


def paged(log, after, cuts):
    """The log's run behind a sequence, on pages that end at these, in columns or not by turns."""
    whole = log.run(after, cuts[-1])
    pages = [packed(log.entries[a:b], log.author) if i % 2 == 0 else page(log.entries[a:b])
             for i, (a, b) in enumerate(zip([after] + cuts, cuts))]
    return paged_run(log.author, after, log.mark(after), pages, whole[-64:])


def table():
    story, log = long_log()
    forged = paged(log, 0, [256])[:-64] + paged(log, 0, [255])[-64:]
    steps = [("behind a gap", paged(log, 256, [512])), ("forged", forged),
             ("to 256", paged(log, 0, [256])), ("held already", paged(log, 0, [100, 200])),
             ("half of it held", paged(log, 200, [256, 300])),
             ("to the end", paged(log, 300, [512, 600]))]
    shown = []
    for what, data in steps:
        m, entries = whole_run(data)
        plain = dict(author=m["author"], after=m["after"], base=m["base"], count=len(entries),
                     bytes=b"".join(entries), signature=m["signature"])
        shown.append(dict(what=what, run=data, outcome=story.table.merge(plain)))
    return dict(founding=story.founding, steps=shown, frontier=story.table.frontier(),
                digest=story.table.digest())


def segment():
    story, log = long_log()
    commits = [(1, commit(log.run(0, 4))), (2, commit(paged(log, 4, [256]))),
               (2, commit(paged(log, 256, [512, 600]), b"\x09" * 16)), (1, commit(story.sent[1]))]
    mark = bytes.fromhex("a1b2c3d4")
    data = header(story.table.id, 1, 0, mark)
    for kind, payload in commits:
        data += record(mark, len(data), len(data), payload, kind)
        read_commit(payload, kind)
    counts, findings = read_segments([data])
    assert counts == [payload for _, payload in commits] and not findings
    return dict(table=story.table.id, mark=mark, file=data,
                commits=[dict(type=kind, payload=payload) for kind, payload in commits])
