"""Announcements and pairing, written from Protocol/discovery.md and pairing.md alone."""

import ipaddress

from logs import BO, MIA, WALL, Story
from peer import *

OFFER, JOIN, WELCOME, REFUSAL = range(1, 5)


def tag(table):
    return sha("scored tag 1", table)[:8]


def host16(text):
    """An address as 16 bytes, of IPv4 as IPv4-mapped IPv6."""
    address = ipaddress.ip_address(text)
    return bytes(10) + b"\xff\xff" + address.packed if address.version == 4 else address.packed


def announce(table_tag, device, port, codes, hosts, wall=WALL, version=1, by=MIA):
    signed = (b"SCRD" + bytes([version]) + table_tag + device + port.to_bytes(2, "big")
              + bytes([len(codes)]) + b"".join(codes) + fixed64(wall)
              + bytes([len(hosts)]) + b"".join(map(host16, hosts)))
    return signed + by.sign(b"scored announcement 1\0" + signed)


def read_announcement(data):
    r = Reader(data)
    demand(r.raw(4) == b"SCRD")
    demand(r.byte() > 0)
    fields = r.raw(8), r.raw(16), int.from_bytes(r.raw(2), "big")
    demand(fields[2] > 0)
    count = r.byte()
    demand(count <= 32)
    codes = [r.raw(8) for _ in range(count)]
    wall = int.from_bytes(r.raw(8), "big")
    count = r.byte()
    demand(count <= 16)
    return fields + (codes, wall, [r.raw(16) for _ in range(count)], r.raw(64))


def terms(domain, role, inviter, joiner, table, binding):
    return domain.encode() + b"\0" + bytes([role]) + inviter + joiner + table + binding


def read_pairing(data):
    """Type and fields of one frame; None for a type that is not known."""
    r = Reader(data)
    length = int.from_bytes(r.raw(4), "big")
    demand(0 < length <= 81920, "limit")
    r = Reader(r.raw(length))
    kind = r.byte()
    if kind == OFFER:
        return kind, (r.raw(32), r.raw(32), r.text(256))
    if kind == JOIN:
        return kind, (r.raw(32), r.text(256), r.raw(64))
    if kind == WELCOME:
        charter = r.counted(73728)
        return kind, (charter, [r.text(256) for _ in range(r.count(16))], r.raw(64))
    return (kind, (r.byte(),)) if kind == REFUSAL else None


def text(value):
    return counted(value.encode())


def refused(read, cases):
    out = []
    for name, data in cases:
        try:
            assert not read(data), name
        except Malformed as error:
            out.append(dict(name=name, bytes=data, reason=str(error)))
    assert len(out) == len(cases)
    return out


def announcements():
    table = Story().table.id
    codes = [code_identity(c) for c in ("0123456789ABCDEF", "GHJKMNPQRSTVWXYZ")]
    places = ["192.168.1.4", "fe80::1"]
    make = lambda **changes: announce(**{**dict(
        table_tag=tag(table), device=device_id(MIA.key), port=7420, codes=codes, hosts=places),
        **changes})
    # Name, bytes, what is behind them, the addresses named, whether Mia's signature is right.
    cases = [("a device that invites", make(), b"", places, True),
             ("one that does not", make(codes=[]), b"", places, True),
             ("the highest port", make(port=65535), b"", places, True),
             ("32 codes", make(codes=[bytes([n] * 8) for n in range(32)]), b"", places, True),
             ("16 addresses", make(hosts=[f"10.0.0.{n}" for n in range(16)]), b"",
              [f"10.0.0.{n}" for n in range(16)], True),
             ("no address", make(hosts=[]), b"", [], True),
             ("a later version", make(version=2), b"later", places, True),
             ("bytes behind it", make(), b"more", places, True),
             ("signed by another", make(by=BO), b"", places, False),
             ("a changed port", make().replace(b"\x1c\xfc", b"\x1c\xfd", 1), b"", places, False)]
    valid = []
    for name, data, more, hosts, proven in cases:
        t, device, port, found, wall, named, signature = read_announcement(data + more)
        assert named == [host16(h) for h in hosts]
        valid.append(dict(name=name, bytes=data + more, tag=t, device=device, port=port,
                          codes=found, wall=str(wall), hosts=hosts, signed=proven, trailing=bool(more)))
    good = make()
    return dict(
        tags=[dict(table=table, tag=tag(table)), dict(table=bytes(32), tag=tag(bytes(32)))],
        seed=MIA.seed, valid=valid, invalid=refused(read_announcement, [
            ("nothing", b""), ("cut in the signature", good[:-1]),
            ("without a signature", good[:-64]), ("cut in the codes", good[:40]),
            ("cut before the count", good[:31]),
            ("another magic", b"SCRE" + good[4:]), ("version 0", make(version=0)),
            ("port 0", make(port=0)), ("33 codes", make(codes=[bytes(8)] * 33)),
            ("17 addresses", make(hosts=["10.0.0.1"] * 17)),
            ("fewer codes than counted", make(codes=[b"\0" * 8])[:32])]))


def pairing():
    s, binding = Story(), bytes(range(64, 96))
    charter = counted(s.founding) + counted(chain_bytes([s.invite_bo]))
    ask = terms("scored join 1", 1, MIA.key, BO.key, s.table.id, binding)
    answer = terms("scored welcome 1", 2, MIA.key, BO.key, s.table.id, binding)
    asked, answered = BO.sign(ask), MIA.sign(answer)
    places = ["192.168.1.4:7420", "[fe80::1]:7420"]
    offer = frame(OFFER, s.table.id + MIA.key + text("Mía"))
    join = frame(JOIN, BO.key + text("Bo") + asked)
    tail = varint(len(places)) + b"".join(map(text, places)) + answered
    welcome = frame(WELCOME, counted(charter) + tail)
    lengthen = lambda data: fixed32(len(data) - 3) + data[4:] + b"\0"
    cut = lambda data: fixed32(len(data) - 5) + data[4:-1]
    assert all(map(read_pairing, (offer, join, welcome)))
    return dict(
        inviter=MIA.seed, joiner=BO.seed, table=s.table.id, binding=binding, charter=charter,
        joinMessage=ask, joinSignature=asked, welcomeMessage=answer, welcomeSignature=answered,
        offer=offer, offerName="Mía", join=join, joinName="Bo", welcome=welcome, addresses=places,
        refusals=[frame(REFUSAL, bytes([n])) for n in (1, 2, 3, 4)],
        trailing=[lengthen(f) for f in (offer, join, welcome, frame(REFUSAL, b"\1"))],
        skipped=[frame(5, b""), frame(255, b"later")],
        invalid=refused(read_pairing, [
            ("a length of 0", fixed32(0)), ("a length of 81,921", fixed32(81921)),
            ("offer: cut", cut(offer)), ("join: cut", cut(join)), ("welcome: cut", cut(welcome)),
            ("refusal: cut", frame(REFUSAL, b"")),
            ("a name of 257 bytes", frame(OFFER, s.table.id + MIA.key + text("m" * 257))),
            ("a name that is no UTF-8", frame(JOIN, BO.key + b"\1\xff" + asked)),
            ("a charter of 73,729 bytes", frame(WELCOME, counted(bytes(73729)) + tail)),
            ("17 addresses", frame(WELCOME, counted(charter) + varint(17) + text("") * 17
             + answered))]))
