"""The peer protocol's bytes and merging, written from peer.md and members.md in Protocol alone.

It shares nothing with the program: where the two disagree, a page, the program or this is wrong.
"""

import hashlib
import re
import struct

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ENTRY_MAX, SPAN_BYTES, SPAN_ENTRIES, STRIDE = 65536, 524288, 16384, 256
FRAME_MAX, FRAME_MIN, CHAIN_MAX, HOPS_MAX, COPY_MAX = 1048576, 66048, 4096, 8, 65024
LEAVES_OF_DEVICE, LAMPORT_STEP, LAMPORT_MAX = 128, 1 << 24, 1 << 53


class Malformed(Exception):
    """Bytes that a receiver refuses; the reason is one of cut, value, limit, rest."""


# 1. Encoding


def varint(n):
    out = b""
    while n >= 0x80:
        out, n = out + bytes([n & 0x7F | 0x80]), n >> 7
    return out + bytes([n])


def signed(n):
    return varint((n << 1 ^ n >> 63) & (1 << 64) - 1)


def fixed32(n):
    return struct.pack(">I", n)


def fixed64(n):
    return struct.pack(">Q", n)


def counted(b):
    return varint(len(b)) + b


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, n):
        if len(self.data) - self.at < n:
            raise Malformed("cut")
        self.at += n
        return self.data[self.at - n : self.at]

    def byte(self):
        return self.raw(1)[0]

    def varint(self):
        n = shift = 0
        while True:
            b = self.byte()
            n |= (b & 0x7F) << shift
            if n >= 1 << 64 or b == 0 and shift > 0:
                raise Malformed("value")
            if b < 0x80:
                return n
            shift += 7
            if shift > 63:
                raise Malformed("value")

    def signed(self):
        n = self.varint()
        return n >> 1 ^ -(n & 1)

    def count(self, limit):
        n = self.varint()
        if n > limit:
            raise Malformed("limit")
        return n

    def counted(self, limit):
        return self.raw(self.count(limit))

    def text(self, limit):
        try:
            return self.counted(limit).decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("value")

    def list(self, limit, smallest, item):
        n = self.count(limit)
        if n * smallest > len(self.data) - self.at:
            raise Malformed("cut")
        return [item(self) for _ in range(n)]

    def end(self):
        if self.at != len(self.data):
            raise Malformed("rest")


def demand(truth, reason="value"):
    if not truth:
        raise Malformed(reason)


# 2. Identifiers


def sha(domain, *parts):
    return hashlib.sha256(domain.encode() + b"\0" + b"".join(parts)).digest()


def device_id(key):
    return sha("scored device 1", key)[:16]


def author_id(key, nonce):
    return sha("scored author 1", key, nonce)[:16]


class Device:
    """A key pair; its seed is the private key of RFC 8032."""

    def __init__(self, seed):
        self.seed = bytes.fromhex(seed)
        self.pair = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.key = self.pair.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, message):
        return self.pair.sign(message)


def is_valid(signature, message, key):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except InvalidSignature:
        return False


# 3. Entries


def scope_bytes(scope):
    return b"\0" if scope is None else b"\1" + scope[0] + varint(scope[1])


def read_scope(r):
    tag = r.byte()
    demand(tag <= 1)
    if tag == 0:
        return None
    scope = (r.raw(16), r.varint())
    demand(scope[1] > 0)
    return scope


def read_kind(r):
    kind = r.varint()
    demand(kind < 1 << 32)
    return kind


def entry(lamport, wall, scope, kind, body):
    return varint(lamport) + signed(wall) + scope_bytes(scope) + varint(kind) + counted(body)


def read_entry(r):
    start = r.at
    e = dict(lamport=r.varint(), wall=r.signed(), scope=read_scope(r), kind=read_kind(r))
    e["body"] = r.counted(ENTRY_MAX)
    demand(r.at - start <= ENTRY_MAX, "limit")
    return e


def entry_digest(author, sequence, canonical):
    return sha("scored entry 1", author, fixed64(sequence), canonical)


def started(key, nonce, chain=b"\0"):
    return key + nonce + counted(chain)


def read_started(body):
    r = Reader(body)
    return r.raw(32), r.raw(16), read_chain(r.counted(CHAIN_MAX))


def read_added(body):
    r = Reader(body)
    return r.raw(32), r.raw(64)


def added_name(body):
    """The name in a deviceAdded entry; empty if there is none, or something else is behind."""
    r = Reader(body)
    r.raw(96)
    try:
        return r.text(256)
    except Malformed:
        return ""


def deputy_body(device, is_deputy):
    return device + bytes([is_deputy])


def read_deputy(body):
    """The device, and whether it is a deputy; bytes behind them are left for later versions."""
    r = Reader(body)
    device, flag = r.raw(32), r.byte()
    demand(flag <= 1)
    return device, flag == 1


def copied(author, sequence, digest, scope, kind, body):
    return author + varint(sequence) + digest + scope_bytes(scope) + varint(kind) + counted(body)


def read_copied(body):
    r = Reader(body)
    c = dict(author=r.raw(16), sequence=r.varint())
    demand(c["sequence"] > 0)
    c.update(digest=r.raw(32), scope=read_scope(r), kind=read_kind(r))
    demand(c["kind"] >= 16)
    c["body"] = r.counted(ENTRY_MAX)
    r.end()
    return c


def copy_of(author, sequence, canonical):
    """The body that records an entry again; None for what is not recorded again."""
    e = read_entry(Reader(canonical))
    if e["kind"] == 4:
        try:
            return read_copied(e["body"]) and e["body"]
        except Malformed:
            return None
    if e["kind"] < 16 or len(e["body"]) > COPY_MAX:
        return None
    digest = entry_digest(author, sequence, canonical)
    return copied(author, sequence, digest, e["scope"], e["kind"], e["body"])


def read_founding(data):
    r = Reader(data)
    e = read_entry(r)
    r.end()
    demand(e["kind"] == 1)
    key, nonce, chain = read_started(e["body"])
    demand(not chain)
    return sha("scored table 1", data), key, author_id(key, nonce)


def read_charter(data):
    r = Reader(data)
    founding, chain = r.counted(ENTRY_MAX), read_chain(r.counted(CHAIN_MAX))
    r.end()
    return read_founding(founding), chain


# 4. An author's log


def chain_digest(table, author, entries):
    """D(n) for the first n entries of a log."""
    d = sha("scored chain 1", table, author)
    for base in range(0, len(entries), STRIDE):
        d = hashlib.sha256(d + b"".join(entries[base : base + STRIDE])).digest()
    return d


def head_message(table, author, n, digest):
    return b"scored head 1\0" + table + author + fixed64(n) + digest


# 5. Runs and merging


def run(author, after, base, entries, signature):
    return (
        author + varint(after) + base + varint(len(entries))
        + counted(b"".join(entries)) + counted(signature)
    )


def read_run(r):
    m = dict(author=r.raw(16), after=r.varint())
    demand(m["after"] < LAMPORT_MAX, "limit")
    m.update(base=r.raw(16), count=r.count(SPAN_ENTRIES))
    demand(m["count"] > 0)
    m.update(bytes=r.counted(SPAN_BYTES), signature=r.counted(64))
    demand(len(m["signature"]) in (0, 64))
    return m


def read_run_entries(m):
    r, entries = Reader(m["bytes"]), []
    for _ in range(m["count"]):
        start = r.at
        read_entry(r)
        entries.append(m["bytes"][start : r.at])
    r.end()
    return entries


def read_paged_run(r):
    """A run page by page; `columns.py` reads what stands on the pages."""
    m = dict(author=r.raw(16), after=r.varint())
    demand(m["after"] < LAMPORT_MAX, "limit")
    m.update(base=r.raw(16), pages=[])
    count = r.count(512)
    demand(count > 0)
    for _ in range(count):
        m["pages"].append(read_page_bytes(r))
        demand(sum(n for n, _, _ in m["pages"]) <= SPAN_ENTRIES, "limit")
        demand(sum(len(data) for _, _, data in m["pages"]) <= SPAN_BYTES, "limit")
    m["signature"] = r.counted(64)
    demand(len(m["signature"]) in (0, 64))
    return m


def read_page_bytes(r):
    """Count of entries, whether they are in columns, bytes."""
    count = r.count(SPAN_ENTRIES)
    demand(count > 0)
    length = r.count(2 * SPAN_BYTES + 1)
    demand(length % 2 == 0 or count <= STRIDE, "limit")
    return count, length % 2 == 1, r.raw(length // 2)


class Table:
    """All entries of a table: for each author the paths from its first entry to each leaf."""

    def __init__(self, founding):
        self.id, key, author = read_founding(founding)
        self.keys, self.paths = {author: key}, {author: [[founding]]}
        self.members = {key: []}
        self.founder = key

    def merge(self, m):
        author, after = m["author"], m["after"]
        for path in self.paths.get(author, [[]]):
            d = chain_digest(self.id, author, path[:after])
            if len(path) >= after and d[:16] == m["base"]:
                before = path[:after]
                break
        else:
            return "gap"
        try:
            new = read_run_entries(m)
        except Malformed:
            return "malformed"
        chain = None
        key = self.keys.get(author)
        if key is None or after == 0:
            key, chain = self.certify(author, new[0])
            if key is None:
                return "forged"
        whole = before + new
        paths = self.paths.get(author, [])
        if any(p[: len(whole)] == whole for p in paths):
            return "held"
        kept = [p for p in paths if whole[: len(p)] != p]
        if len(kept) == len(paths) and self.leaf_count(key) >= LEAVES_OF_DEVICE:
            return "refused"
        message = head_message(
            self.id, author, len(whole), chain_digest(self.id, author, whole))
        if len(m["signature"]) != 64 or not is_valid(m["signature"], message, key):
            return "forged"
        self.paths[author], self.keys[author] = kept + [whole], key
        if chain is not None:
            self.members.setdefault(key, chain)
        self.note(author, key, whole)
        return "fork" if paths and len(kept) == len(paths) else "admitted"

    def leaf_count(self, key):
        """How many ends of a device's logs are held."""
        return sum(len(p) for a, p in self.paths.items() if self.keys[a] == key)

    def certify(self, author, first):
        e = read_entry(Reader(first))
        try:
            key, nonce, chain = read_started(e["body"])
        except Malformed:
            return None, None
        if e["kind"] != 1 or author_id(key, nonce) != author:
            return None, None
        if not self.leads(chain, key):
            return None, None
        return key, chain

    def note(self, author, key, entries):
        """Counts whom these entries invite; entries that were held before change nothing."""
        for sequence, data in enumerate(entries, 1):
            e = read_entry(Reader(data))
            if e["kind"] != 2 or len(self.members[key]) >= HOPS_MAX or len(e["body"]) < 96:
                continue
            invitee, signature = read_added(e["body"])
            message = invitation_message(self.id, key, author, sequence, invitee)
            if invitee not in self.members and is_valid(signature, message, key):
                step = (author, sequence, invitee, signature)
                self.members[invitee] = self.members[key] + [step]

    def leads(self, chain, key):
        return leads(chain, key, self.founder, self.id)

    # 6. Order

    def absurd(self):
        """The absurd lamports, ascending."""
        all_lamports = {
            read_entry(Reader(e))["lamport"]
            for paths in self.paths.values() for path in paths for e in path
        }
        before = 0
        for lamport in sorted(all_lamports):
            if lamport - before > LAMPORT_STEP or lamport >= LAMPORT_MAX:
                return sorted(x for x in all_lamports if x >= lamport)
            before = lamport
        return []

    def order(self):
        """(lamport or 0, author, sequence, entry digest) of every entry, sorted."""
        absurd, places = self.absurd(), set()
        for author, paths in self.paths.items():
            for path in paths:
                for sequence, data in enumerate(path, 1):
                    lamport = read_entry(Reader(data))["lamport"]
                    place = 0 if absurd and lamport >= absurd[0] else lamport
                    places.add((place, author, sequence, entry_digest(author, sequence, data)))
        return sorted(places)

    # 7. Frontier and table digest

    def leaves(self):
        return sorted(
            (author, len(path), chain_digest(self.id, author, path))
            for author, paths in self.paths.items() for path in paths
        )

    def frontier(self):
        return leaf_list([(a, n, d[:16]) for a, n, d in self.leaves()])

    def digest(self):
        return sha(
            "scored leaves 1", self.id, *(a + fixed64(n) + d for a, n, d in self.leaves()))


def leaf_list(leaves):
    return varint(len(leaves)) + b"".join(a + varint(n) + mark for a, n, mark in sorted(leaves))


def read_leaf(r):
    leaf = (r.raw(16), r.varint())
    demand(0 < leaf[1] < LAMPORT_MAX)
    return leaf + (r.raw(16),)


def read_frontier(r):
    return sorted(r.list(16384, 33, read_leaf))


def spoken(words, digest):
    return "-".join(words[b] for b in digest[:4])


# Members (members.md)


def invitation_message(table, inviter, author, sequence, invitee):
    return (
        b"scored invitation 1\0" + table + inviter + author + fixed64(sequence) + invitee)


def chain_bytes(steps):
    return varint(len(steps)) + b"".join(a + varint(n) + k + s for a, n, k, s in steps)


def read_chain(data):
    demand(len(data) <= CHAIN_MAX, "limit")
    r = Reader(data)
    steps = [
        (r.raw(16), r.varint(), r.raw(32), r.raw(64)) for _ in range(r.count(HOPS_MAX))]
    r.end()
    return steps


def leads(chain, device, founder, table):
    inviter = founder
    for author, sequence, invitee, signature in chain:
        message = invitation_message(table, inviter, author, sequence, invitee)
        if not is_valid(signature, message, inviter):
            return False
        inviter = invitee
    return inviter == device


# 10. Frames

GREETING, FRONTIER, RUN, WANT, ACK, SUMMARY, PING, PONG, BYE = range(1, 10)
PAGED_RUN, CLOCKS, ERROR_MAX, UPTIME_MAX = 11, 128, 60000, (1 << 53) - 1


def frame(kind, payload):
    return fixed32(len(payload) + 1) + bytes([kind]) + payload


def greeting(lowest, highest, table, boot, chain, port=0, summary=None, limit=FRAME_MAX):
    """With a summary, of wall time and digest, to a member."""
    told = b"\0" if summary is None else b"\1" + signed(summary[0]) + summary[1]
    return frame(
        GREETING, bytes([lowest, highest]) + table + boot + counted(chain) + varint(port)
        + varint(limit) + told)


def id_list(ids):
    return varint(len(ids)) + b"".join(ids)


def summary(digest, devices, equal):
    """Devices of ID, hops and address, or None for those told before; equal is one truth a device."""
    told = b"\0" if devices is None else b"\1" + varint(len(devices)) + b"".join(
        d + bytes([hops]) + counted(address.encode()) for d, hops, address in devices)
    return frame(SUMMARY, digest[:16] + told + counted(bits(equal)))


def bits(truths):
    """One bit a truth, the first the most significant of the first byte; unused bits are 0."""
    padded = [*truths] + [False] * (-len(truths) % 8)
    return bytes(
        sum(bit << 7 - n for n, bit in enumerate(padded[at : at + 8]))
        for at in range(0, len(padded), 8))


def read_summary(r):
    digest, told = r.raw(16), r.byte()
    demand(told <= 1)
    devices = r.list(256, 18, read_device) if told else None
    equal = r.counted(32)
    demand(devices is None or fits(equal, len(devices)))
    return digest, devices, equal


def read_device(r):
    device, hops = r.raw(16), r.byte()
    demand(1 <= hops <= 8)
    return device, hops, r.text(64)


def fits(equal, count):
    """Whether these are the bits of so many devices, the unused ones 0."""
    unused = (1 << -count % 8) - 1
    return len(equal) == (count + 7) // 8 and not (equal and equal[-1] & unused)


def pong(token, wall, start, uptime):
    return frame(PONG, varint(token) + signed(wall) + start + varint(uptime))


def clock_list(items):
    """Items of machine start, offset, error, hops, flags."""
    return varint(len(items)) + b"".join(
        start + signed(offset) + varint(error) + bytes([hops, flags])
        for start, offset, error, hops, flags in items)


def read_clock(r):
    start, offset, error = r.raw(8), r.signed(), r.count(ERROR_MAX)
    demand(abs(offset) <= UPTIME_MAX)
    hops, flags = r.byte(), r.byte()
    demand(1 <= hops <= 7 and flags <= 1)
    return start, offset, error, hops, flags


def read_frame(data, limit=FRAME_MAX):
    """Type and fields of one whole frame; None for an optional type that is not known."""
    length = struct.unpack(">I", data[:4])[0]
    demand(length > 0)
    demand(length <= limit, "limit")
    r = Reader(data[4:])
    demand(len(r.data) == length, "cut")
    kind = r.byte()
    if kind >= 128 and kind != CLOCKS:
        return None
    if kind == GREETING:
        low, high = r.byte(), r.byte()
        demand(low <= high)
        fields = low, high, r.raw(32), r.raw(16), read_chain(r.counted(CHAIN_MAX))
        fields += (r.count(65535), r.count(FRAME_MAX))
        demand(fields[-1] >= FRAME_MIN)
        told = r.byte()
        demand(told <= 1)
        return kind, fields + ((r.signed(), r.raw(32)) if told else None,)
    if kind == FRONTIER:
        fields = (r.signed(), read_frontier(r))
    elif kind in (RUN, PAGED_RUN):
        fields = read_run(r) if kind == RUN else read_paged_run(r)
    elif kind == WANT:
        fields = r.list(4096, 16, lambda r: r.raw(16))
    elif kind == ACK:
        fields = read_frontier(r)
    elif kind == SUMMARY:
        fields = read_summary(r)
    elif kind == PING:
        fields = (r.varint(), r.signed())
    elif kind == PONG:
        fields = (r.varint(), r.signed(), r.raw(8), r.count(UPTIME_MAX))
    elif kind == CLOCKS:
        fields = r.list(256, 12, read_clock)
    elif kind == BYE:
        fields = r.byte()
    else:
        raise Malformed("value")
    r.end()
    return kind, fields


# Pairing: the code's two digests (pairing.md)


def read_code(text):
    """The 16 canonical characters of a code as people type it."""
    typed = re.sub(r"[\s\-\u2013]", "", text)
    demand(typed.isascii())
    typed = typed.upper().translate(str.maketrans("OIL", "011"))
    demand(all(c in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" for c in typed))
    demand(len(typed) == 16)
    return typed


def code_identity(code):
    return sha("scored invite id 1", code.encode())[:8]


def code_key(code):
    return sha("scored invite psk 1", code.encode())


def shown_code(random):
    """A code as it is shown, from ten random bytes."""
    bits = "".join(f"{b:08b}" for b in random)
    text = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[int(bits[i : i + 5], 2)]
                   for i in range(0, 80, 5))
    return "-".join(text[i : i + 4] for i in range(0, 16, 4))
