"""The small client of Protocol/small-client.md: shows a score, keeps nothing, claims nothing.

    client.py HOME HOST:PORT POINTS    dials a founder's device with HOME's key and charter;
                                       ends with 0 once the home side has so many points, after it
                                       checked the signature of every run, and prints what it saw

Written from the pages in Protocol. Its sum is not official: it leaves the fold to others, and it
does not read columns, which short logs have none of. Only the standard library and `openssl`.
"""

import hashlib
import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

LIMIT, SPKI = 66048, bytes.fromhex("302a300506032b6570032100")
GREETING, FRONTIER, RUN, WANT, ACK, PING, PONG, BYE, PAGED_RUN = 1, 2, 3, 4, 5, 7, 8, 9, 11
DEADLINE = time.monotonic() + 30


def varint(n):
    out = b""
    while n >= 0x80:
        out, n = out + bytes([n & 0x7F | 0x80]), n >> 7
    return out + bytes([n])


def counted(data):
    return varint(len(data)) + data


def sha(domain, *parts):
    return hashlib.sha256(domain.encode() + b"\0" + b"".join(parts)).digest()


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, n):
        assert self.at + n <= len(self.data), "cut"
        self.at += n
        return self.data[self.at - n : self.at]

    def byte(self):
        return self.raw(1)[0]

    def varint(self):
        n = shift = 0
        while True:
            b = self.byte()
            n |= (b & 0x7F) << shift
            if b < 0x80:
                return n
            shift += 7

    def counted(self):
        return self.raw(self.varint())

    def leaves(self):
        """The authors of a list of leaves."""
        return {(self.raw(16), self.varint(), self.raw(16))[0] for _ in range(self.varint())}

    def entry(self):
        """Kind, scope and body of an entry, and its canonical bytes."""
        start = self.at
        self.varint(), self.varint()
        scope = (self.raw(16), self.varint()) if self.byte() else None
        kind, body = self.varint(), self.counted()
        return kind, scope, body, self.data[start : self.at]


def openssl(*words):
    """Whether a command of openssl succeeds."""
    return subprocess.run(["openssl", *words], capture_output=True, timeout=20).returncode == 0


def is_valid(key, message, signature):
    """Ed25519, as RFC 8032 has it."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key", "message", "signature")]
        for path, data in zip(paths, (SPKI + key, message, signature)):
            with open(path, "wb") as file:
                file.write(data)
        return openssl(
            "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0], "-rawin",
            "-in", paths[1], "-sigfile", paths[2])


class Log:
    """What is kept of an author's log: enough to check the next run."""

    def __init__(self, table, author):
        self.table, self.author, self.key, self.count = table, author, None, 0
        self.start = sha("scored chain 1", table, author)
        self.since = hashlib.sha256(self.start)

    def digest(self):
        return self.since.digest() if self.count else self.start

    def add(self, canonical):
        if self.count and self.count % 256 == 0:
            self.start = self.since.digest()
            self.since = hashlib.sha256(self.start)
        self.since.update(canonical)
        self.count += 1


class Client:
    def __init__(self, home, address):
        with open(os.path.join(home, "charter"), "rb") as file:
            charter = Reader(file.read())
        founding, self.chain = charter.counted(), charter.counted()
        self.table = sha("scored table 1", founding)
        self.founder = Reader(founding).entry()[2][:32]
        self.logs, self.points, self.unfinished, self.parts = {}, 0, [], 0
        self.link, self.heard = self.dial(home, address), b""

    def dial(self, home, address):
        """TLS 1.3 with one certificate a side, each signed by its own key."""
        host, port = address.rsplit(":", 1)
        key = os.path.join(home, "identity.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version, context.check_hostname = ssl.TLSVersion.TLSv1_3, False
        context.verify_mode = ssl.CERT_NONE
        context.options &= ~ssl.OP_ENABLE_MIDDLEBOX_COMPAT
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cert.pem")
            assert openssl(
                "req", "-new", "-x509", "-key", key, "-subj", "/CN=small", "-days", "9",
                "-out", path), "no certificate"
            context.load_cert_chain(path, key)
            link = context.wrap_socket(socket.create_connection((host, int(port)), timeout=10))
            shown = link.getpeercert(binary_form=True)
            assert shown[shown.index(SPKI) + len(SPKI) :][:32] == self.founder, "another device"
            with open(path, "w", encoding="ascii") as file:
                file.write(ssl.DER_cert_to_PEM_cert(shown))
            assert openssl(
                "verify", "-no_check_time", "-partial_chain", "-check_ss_sig",
                "-trusted", path, path), "not signed by its own key"
        return link

    def send(self, kind, payload):
        self.link.sendall(struct.pack(">IB", len(payload) + 1, kind) + payload)

    def frame(self):
        while len(self.heard) < 4 or len(self.heard) < 4 + struct.unpack(">I", self.heard[:4])[0]:
            data = self.link.recv(65536)
            assert data, "the link ended"
            self.heard += data
        length = struct.unpack(">I", self.heard[:4])[0]
        assert 0 < length <= LIMIT, f"a frame of {length} bytes"
        data, self.heard = self.heard[4 : 4 + length], self.heard[4 + length :]
        return data[0], Reader(data[1:])

    def run(self, points):
        """Greets, asks for all, and listens until the home side has so many points."""
        self.send(GREETING, b"\1\1" + self.table + os.urandom(16) + counted(self.chain)
                  + varint(0) + varint(LIMIT) + b"\0")
        self.send(FRONTIER, b"\0\0")
        while self.points < points:
            assert time.monotonic() < DEADLINE, "too late"
            kind, r = self.frame()
            if kind == FRONTIER:
                r.varint()
                self.want(r.leaves())
            elif kind in (RUN, PAGED_RUN):
                self.take(kind, r)
            elif kind == ACK:
                self.want(a for a in r.leaves() if a not in self.logs)
            elif kind == PING:
                self.send(PONG, varint(r.varint()) + b"\0" + b"small..." + varint(0))
                self.send(PING, b"\1\0")
            elif kind == BYE:
                raise AssertionError(f"BYE {r.byte()}")
        self.send(BYE, b"\1")

    def want(self, authors):
        authors = sorted(authors)
        if authors:
            self.send(WANT, varint(len(authors)) + b"".join(authors))

    def take(self, kind, r):
        author, after, base = r.raw(16), r.varint(), r.raw(16)
        entries = []
        if kind == RUN:
            count, pages = r.varint(), Reader(r.counted())
            entries = [pages.entry() for _ in range(count)]
        else:
            for _ in range(r.varint()):
                count, length = r.varint(), r.varint()
                assert length % 2 == 0, "columns"
                page = Reader(r.raw(length // 2))
                entries += [page.entry() for _ in range(count)]
        signature = r.counted()
        log = self.logs.get(author) or Log(self.table, author)
        if not self.unfinished and (after != log.count or log.digest()[:16] != base):
            return
        for entry in entries:
            log.add(entry[3])
        self.unfinished += entries
        self.logs[author] = log
        if not signature:
            self.parts += 1
            return
        if log.key is None:
            kind, _, body, _ = self.unfinished[0]
            assert kind == 1 and sha("scored author 1", body[:48])[:16] == author, "no author"
            log.key = body[:32]
            self.check_chain(Reader(Reader(body[48:]).counted()), log.key)
        message = (b"scored head 1\0" + self.table + author + struct.pack(">Q", log.count)
                   + log.digest())
        assert is_valid(log.key, message, signature), "not signed by its author"
        for entry in self.unfinished:
            self.show(*entry[:3])
        self.unfinished = []

    def check_chain(self, r, key):
        inviter = self.founder
        for _ in range(r.varint()):
            author, sequence, invitee, signature = r.raw(16), r.varint(), r.raw(32), r.raw(64)
            message = (b"scored invitation 1\0" + self.table + inviter + author
                       + struct.pack(">Q", sequence) + invitee)
            assert is_valid(inviter, message, signature), "not invited"
            inviter = invitee
        assert inviter == key, "a chain to somebody else"

    def show(self, kind, scope, body):
        """Sums two-point baskets of the home side: enough for a lamp, and official for nobody."""
        if kind == 20 and scope and body[0] == 2:
            r = Reader(body)
            r.byte(), r.varint()
            subject = r.varint()
            if subject == 1 or subject >= 4:
                self.points += 2


if __name__ == "__main__":
    client = Client(sys.argv[1], sys.argv[2])
    client.run(int(sys.argv[3]))
    print(f"{client.points} points, {sum(l.count for l in client.logs.values())} entries, "
          f"{client.parts} parts")
