"""Reads what `GET /v1/export` says: the canonical bytes of entries, as Protocol/entries.md has them."""
import hashlib, json

KINDS = {
    1: "authorStarted", 2: "deviceAdded", 3: "deviceRemoved", 4: "copied", 5: "deputyNamed",
    16: "keeperNamed", 17: "tableNamed", 18: "gameCreated", 20: "move", 21: "void", 22: "gameClock",
    23: "periodBegan", 24: "trackingClaimed", 25: "trackingReleased", 29: "note", 30: "wallCompared",
    31: "fix",
}
# What a table holds without any keeper's request of a move.
OF_THE_TABLE = {
    "authorStarted", "deviceAdded", "keeperNamed", "tableNamed", "gameCreated", "wallCompared"}


class Bytes:
    def __init__(self, bytes):
        self.bytes, self.at = bytes, 0

    def take(self, count):
        taken = self.bytes[self.at : self.at + count]
        if len(taken) != count:
            raise ValueError("an entry is cut off")
        self.at += count
        return taken

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self):
        return self.take(self.varint()).decode()

    def entry_id(self):
        return self.take(16).hex(), self.varint()


class Entry:
    """An entry as its bytes say it; `order` is its place in the table's order."""

    def __init__(self, line, order):
        self.id = (line["author"], line["sequence"])
        self.order = order
        self.name = line["entry"]["name"]
        self.digest = line["digest"]
        raw = bytes.fromhex(line["bytes"])
        if hashlib.sha256(raw).hexdigest() != self.digest:
            raise ValueError(f"{self.name}: the digest does not fit the bytes")
        reader = Bytes(raw)
        if reader.varint() != line["entry"]["lamport"]:
            raise ValueError(f"{self.name}: another lamport in its bytes")
        reader.varint()
        self.scope = reader.entry_id() if reader.take(1)[0] else None
        kind = reader.varint()
        body = Bytes(reader.take(reader.varint()))
        self.origin = self.target = self.token = None
        if kind == 4:
            self.origin = body.entry_id()
            body.take(32)
            if body.take(1)[0]:
                body.entry_id()
            kind = body.varint()
            body = Bytes(body.take(body.varint()))
        self.kind = KINDS.get(kind, f"kind {kind}")
        self.read(body)

    def read(self, body):
        if self.kind == "move":
            self.token = self.move_type(body)
        elif self.kind == "note":
            self.token = body.text()
        elif self.kind == "void":
            self.target = body.entry_id()
        elif self.kind == "fix":
            self.target = body.entry_id()
            body.take(1)
            for _ in range(body.varint()):
                body.entry_id()
            self.token = self.move_type(body)

    @staticmethod
    def move_type(body):
        """The `type` of a move, in which the keepers of the torture put their token."""
        body.take(1)
        flags = body.varint()
        if body.varint() == 3:
            body.entry_id(), body.varint()
        body.varint()
        if flags & 4:
            body.take(1)
        if flags & 8:
            body.varint()
        if flags & 16:
            body.varint()
        if flags & 32:
            body.entry_id()
        return body.text() if flags & 64 else None

    @property
    def counted_id(self):
        """The ID under which others refer to it: a copy stands for its origin."""
        return self.origin or self.id


def read_export(text):
    """The entries of an export in the table's order."""
    return [Entry(json.loads(line), order) for order, line in enumerate(text.splitlines())]
