"""Number columns, pages in columns and their entries, written from Protocol/columns.md alone.

The writer takes the cheapest of the forms that it tries; any other that gives the numbers back would
do as well.
"""

from math import gcd

from peer import *

U64, NAMES_MAX, FIELDS_MAX, ENTRY_COLUMNS_MIN = (1 << 64) - 1, 256, 48, 4


# Number columns


def read_column(r, m):
    form = r.byte()
    if form == 0:
        return [r.varint()] * m
    if 1 <= form <= 64:
        base = r.varint()
        return [n & U64 for n in read_places(r, m, form, base, Reader.varint)]
    demand(128 <= form <= 192 and m > 1)
    numbers, unit = [r.varint()], r.varint()
    demand(unit > 0)
    base = r.signed()
    for step in read_places(r, m - 1, form - 128, base, Reader.signed):
        numbers.append(numbers[-1] + unit * step & U64)
    return numbers


def read_places(r, places, width, base, number):
    excepted, at = {}, 0
    for _ in range(r.count(places)):
        at += r.count(places)
        demand(at < places)
        excepted[at] = number(r)
        at += 1
    bits, values = int.from_bytes(r.raw((places * width + 7) // 8), "little"), []
    for place in range(places):
        stored, bits = bits & (1 << width) - 1, bits >> width
        demand(stored == 0 or place not in excepted)
        values.append(excepted.get(place, base + stored))
    demand(bits == 0)
    return values


def constant(value):
    return b"\0" + varint(value)


def plain_column(numbers, width, base):
    return bytes([width]) + varint(base) + places_bytes(numbers, width, base, varint)


def steps_column(numbers, width, base, unit=1):
    """Base in units, as the steps."""
    head = bytes([128 + width]) + varint(numbers[0]) + varint(unit) + signed(base)
    return head + places_bytes(steps_of(numbers, unit), width, base, signed)


def places_bytes(values, width, base, number):
    """Exceptions, then the bits of what is less than 2^width above the base."""
    outside = [i for i, v in enumerate(values) if not 0 <= v - base < 1 << width]
    exceptions, at, bits = varint(len(outside)), 0, 0
    for place in outside:
        exceptions, at = exceptions + varint(place - at) + number(values[place]), place + 1
    for place, value in enumerate(values):
        if place not in outside:
            bits |= value - base << place * width
    return exceptions + bits.to_bytes((len(values) * width + 7) // 8, "little")


def steps_of(numbers, unit=1):
    """The differences as two's complement numbers of 64 bits, in units."""
    raw = [(b - a + (1 << 63) & U64) - (1 << 63) for a, b in zip(numbers, numbers[1:])]
    return [step // unit for step in raw]


def column(numbers):
    """The numbers in the form that takes the fewest bytes."""
    if len(set(numbers)) == 1:
        return constant(numbers[0])
    unit = gcd(*steps_of(numbers))
    unit = 1 if unit in (0, 1 << 63) else unit
    width, base, cost = window(steps_of(numbers, unit), 0, signed)
    cost += len(varint(numbers[0]) + varint(unit))
    if max(numbers) < 1 << 62:
        plain_width, plain_base, plain_cost = window(numbers, 1, varint)
        if plain_cost <= cost:
            return plain_column(numbers, plain_width, plain_base)
    return steps_column(numbers, width, base, unit)


def window(values, narrowest, number):
    """Width and base of the cheapest window, and about what base, exceptions and bits take."""
    best = None
    for width in range(narrowest, max(narrowest, (max(values) - min(values)).bit_length()) + 1):
        for base in sorted(set(values)):
            cost = (len(values) * width + 7) // 8 + len(number(base)) + sum(
                1 + len(number(v)) for v in values if not 0 <= v - base < 1 << width)
            if best is None or cost < best[2]:
                best = width, base, cost
    return best


# Pages


def page(entries, columns=None):
    """A page of canonical bytes, or of these columns."""
    data = b"".join(entries) if columns is None else columns
    return varint(len(entries)) + varint(2 * len(data) + (columns is not None)) + data


def paged_run(author, after, base, pages, signature):
    return author + varint(after) + base + varint(len(pages)) + b"".join(pages) + counted(signature)


def read_page(author, count, is_columns, data, most=SPAN_BYTES):
    """The canonical bytes of each entry, of at most so many bytes together."""
    if is_columns:
        return read_columns(author, count, data, most)
    demand(len(data) <= most, "limit")
    return read_run_entries(dict(bytes=data, count=count))


def read_paged_entries(m):
    entries, most = [], SPAN_BYTES
    for page in m["pages"]:
        new = read_page(m["author"], *page, most)
        most -= sum(map(len, new))
        entries += new
    return entries


def read_columns(author, count, data, most=SPAN_BYTES):
    r = Reader(data)
    authors = [author] + r.list(NAMES_MAX, 16, lambda r: r.raw(16))
    games = r.list(NAMES_MAX, 2, lambda r: read_game(r, authors))
    shapes = r.list(NAMES_MAX, 2, read_shape)
    demand(shapes)
    shape_of = read_column(r, count) if len(shapes) > 1 else [0] * count
    scope_of = read_column(r, count) if games else [0] * count
    lamports, walls = read_column(r, count), read_column(r, count)
    demand(max(scope_of) <= len(games) and set(shape_of) == set(range(len(shapes))))
    bodies = [read_bodies(r, fields, shape_of.count(number), authors)
              for number, (_, fields) in enumerate(shapes)]
    demand(not any(r.raw(max(count * ENTRY_COLUMNS_MIN - r.at, 0))))
    r.end()
    entries = []
    for shape, scope, lamport, wall in zip(shape_of, scope_of, lamports, walls):
        wall -= (wall >> 63) << 64
        scope = games[scope - 1] if scope else None
        made = entry(lamport, wall, scope, shapes[shape][0], next(bodies[shape]))
        most -= len(made)
        demand(len(made) <= ENTRY_MAX and most >= 0, "limit")
        entries.append(made)
    return entries


def read_game(r, authors):
    author, sequence = authors[r.count(len(authors) - 1)], r.varint()
    demand(sequence > 0)
    return author, sequence


def read_shape(r):
    """Kind, and for each field whether it is an author; None for bodies as they stand."""
    kind, form = read_kind(r), r.count(FIELDS_MAX + 1)
    if form == 0:
        return kind, None
    bits = int.from_bytes(r.raw((form - 1 + 7) // 8), "little")
    demand(bits < 1 << form - 1)
    return kind, [bits >> i & 1 == 1 for i in range(form - 1)]


def read_bodies(r, fields, count, authors):
    if fields is None:
        lengths = read_column(r, count)
        demand(max(lengths) <= ENTRY_MAX, "limit")
        bodies = Reader(r.raw(sum(lengths)))
        return iter([bodies.raw(length) for length in lengths])
    columns = []
    for is_author in fields:
        numbers = read_column(r, count)
        demand(not is_author or max(numbers) < len(authors))
        columns.append([authors[n] if is_author else varint(n) for n in numbers])
    return iter([b"".join(c[i] for c in columns) for i in range(count)])


def columns_of(author, entries):
    """The columns of entries, given as canonical bytes."""
    read = [read_entry(Reader(e)) for e in entries]
    games = list(dict.fromkeys(e["scope"] for e in read if e["scope"]))
    authors = list(dict.fromkeys([author] + [a for a, _ in games]))
    rows = [fields_of(e["body"], authors) for e in read]
    forms = [(e["kind"], None if row is None else tuple(a for _, a in row)) for e, row in zip(read, rows)]
    # A shape of one entry is not worth its columns.
    forms = [f if forms.count(f) > 1 or len(forms) == 1 else (f[0], None) for f in forms]
    shapes = list(dict.fromkeys(forms))
    data = id_list(authors[1:])
    data += varint(len(games)) + b"".join(varint(authors.index(a)) + varint(n) for a, n in games)
    data += varint(len(shapes)) + b"".join(shape_bytes(*s) for s in shapes)
    if len(shapes) > 1:
        data += column([shapes.index(f) for f in forms])
    if games:
        data += column([games.index(e["scope"]) + 1 if e["scope"] else 0 for e in read])
    data += column([e["lamport"] for e in read]) + column([e["wall"] & U64 for e in read])
    for shape in shapes:
        mine = [i for i, f in enumerate(forms) if f == shape]
        if shape[1] is None:
            bodies = [read[i]["body"] for i in mine]
            data += column([len(b) for b in bodies]) + b"".join(bodies)
        else:
            for place in range(len(shape[1])):
                data += column([rows[i][place][0] for i in mine])
    return filled(data, len(entries))


def filled(data, count):
    """The columns of so many entries, with the zeros that are missing behind them."""
    return data.ljust(count * ENTRY_COLUMNS_MIN, b"\0")


def shape_bytes(kind, fields):
    if fields is None:
        return varint(kind) + b"\0"
    bits = sum(is_author << i for i, is_author in enumerate(fields))
    return varint(kind) + varint(len(fields) + 1) + bits.to_bytes((len(fields) + 7) // 8, "little")


def fields_of(body, authors):
    """Number and whether it is an author's, field by field; None for a body that is no row of fields."""
    r, row = Reader(body), []
    while r.at < len(body):
        if len(row) == FIELDS_MAX:
            return None
        if body[r.at : r.at + 16] in authors:
            row.append((authors.index(r.raw(16)), True))
            continue
        try:
            row.append((r.varint(), False))
        except Malformed:
            return None
    return row
