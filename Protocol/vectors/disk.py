"""The log on the disk, written from Protocol/disk.md alone: its bytes and how a reader judges them."""

import struct

from peer import Malformed, Reader, counted, fixed32, read_paged_run, read_run, varint

HEADER, PAYLOAD_MAX = 60, 528384


def crc32c(data):
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ 0x82F63B78 * (register & 1)
    return register ^ 0xFFFFFFFF


def header(table, number, previous_end, mark, version=1):
    data = b"SCOREDSG" + fixed32(version) + table + fixed32(number) + fixed32(previous_end) + mark
    return data + fixed32(crc32c(data))


def record(mark, offset, durable, payload, kind=1):
    body = varint(len(payload) + 1) + varint(offset - durable) + bytes([kind]) + payload
    return mark + fixed32(crc32c(mark + fixed32(offset) + body)) + body


def commit(run_bytes, request=b""):
    return run_bytes + counted(request)


def read_commit(payload, kind=1):
    r = Reader(payload)
    run, request = read_run(r) if kind == 1 else read_paged_run(r), r.counted(16)
    r.end()
    if len(request) not in (0, 16):
        raise Malformed("value")
    return run, request


def read_header(file):
    """Number, previous end, mark and version; None for a damaged header."""
    if len(file) < HEADER or file[:8] != b"SCOREDSG":
        return None
    version, number, previous, mark, check = struct.unpack(">I32xII4sI", file[8:HEADER])
    if crc32c(file[:56]) != check or version < 1 or mark[0] == 0:
        return None
    return number, previous, mark, version


def read_record(file, offset, mark):
    """(end, known durable, type, payload) of the record at the offset; None without one."""
    if file[offset : offset + 4] != mark:
        return None
    r = Reader(file)
    r.at = offset + 4
    try:
        check, start = r.raw(4), r.at
        length, behind = r.count(PAYLOAD_MAX + 1), r.count(offset - HEADER)
        if length < 1:
            return None
        data = r.raw(length)
    except Malformed:
        return None
    if fixed32(crc32c(mark + fixed32(offset) + file[start : r.at])) != check:
        return None
    return r.at, offset - behind, data[0], data[1:]


def scan(file):
    """All records (offset, end, durable, type, payload) and the gaps between them."""
    head = read_header(file)
    candidates = [head[2]] if head else [file[52:56], file[60:64]]
    for mark in candidates:
        records, gaps, at = [], [], HEADER
        if len(mark) < 4 or mark[0] == 0:
            continue
        for offset in range(HEADER, len(file)):
            found = read_record(file, offset, mark) if offset >= at else None
            if found:
                if offset > at:
                    gaps.append((at, offset))
                records.append((offset, *found))
                at = found[0]
        if head or records:
            return head, records, gaps, at
    return head, [], [], HEADER


def read_segments(files, copies=()):
    """The payloads that count and the findings, for whole files in the order of their numbers and the
    (number, offset) in the names of the torn copies beside them."""
    counts, findings = [], []
    for number, file in enumerate(files, 1):
        head, records, gaps, end = scan(file)
        content = len(file.rstrip(b"\0"))
        damaged = [("corrupt", number, 0, HEADER)] if head is None else []
        if number < len(files) or head is None and content > HEADER:
            following = read_header(files[number]) if number < len(files) else None
            stated = following[1] if following and following[0] == number + 1 else 0
            due = max(content, stated)
            findings += damaged + [("corrupt", number, a, b) for a, b in gaps]
            if due > end:
                findings.append(("corrupt", number, end, due))
        elif head is None:
            if file or number > 1:
                findings.append(("torn", number, 0, content))
            continue
        else:
            proven = max([r[2] for r in records] + [o for n, o in copies if n == number], default=0)
            findings += [("corrupt", number, a, b) for a, b in gaps if a < proven]
            torn = [a for a, _ in gaps if a >= proven]
            if torn:
                end, records = torn[0], [r for r in records if r[0] < torn[0]]
            if end < proven:
                findings.append(("corrupt", number, end, max(content, proven)))
            elif content > end:
                findings.append(("torn", number, end, content))
        counts += [r[4] for r in records if r[3] in (1, 2)]
    return counts, findings
