"""Frames of every type, and what a device answers on a link."""

from logs import BO, CY, DEE, EVE, MIA, WALL, Log, Story
from peer import *

BOOT, OTHER_BOOT = b"\xb0" * 16, b"\xaa" * 16
REASONS = range(1, 12)


def frames():
    s = Story()
    table, chain = s.table.id, chain_bytes([s.invite_bo])
    leaves = [s.mia.leaf(), s.bo.leaf(2), s.cy.leaf(1)]
    hello = greeting(1, 1, table, BOOT, chain)
    digest = s.table.digest()
    ids = [device_id(d.key) for d in (MIA, BO, CY)]
    valid = [
        dict(type="greeting", bytes=hello, lowest=1, highest=1, table=table, boot=BOOT, chain=chain,
             trailing=False),
        dict(type="greeting", bytes=greeting(1, 255, table, BOOT, b"\0"), lowest=1, highest=255,
             table=table, boot=BOOT, chain=b"\0", trailing=False),
        dict(type="greeting", bytes=fixed32(len(hello) - 4 + 5) + hello[4:] + b"later", lowest=1,
             highest=1, table=table, boot=BOOT, chain=chain, trailing=True),
        dict(type="frontier", bytes=frame(FRONTIER, signed(WALL) + digest + leaf_list(leaves)),
             wall=str(WALL), digest=digest, leaves=show(leaves)),
        dict(type="frontier", bytes=frame(FRONTIER, signed(-1) + digest + b"\0"),
             wall="-1", digest=digest, leaves=[]),
        dict(type="run", bytes=frame(RUN, s.bo.run()), run=s.bo.run()),
        dict(type="want", bytes=frame(WANT, id_list([s.bo.author, s.mia.author])),
             authors=[s.bo.author, s.mia.author]),
        dict(type="want", bytes=frame(WANT, b"\0"), authors=[]),
        dict(type="ack", bytes=frame(ACK, leaf_list(leaves)), leaves=show(leaves)),
        dict(type="links", bytes=frame(LINKS, id_list(ids)), devices=ids),
        dict(type="links", bytes=frame(LINKS, id_list([bytes(16)] * 256)), devices=[bytes(16)] * 256),
        dict(type="ping", bytes=frame(PING, varint(7) + signed(WALL)), token="7", wall=str(WALL)),
        dict(type="pong", bytes=frame(PONG, varint((1 << 64) - 1) + signed(-(1 << 63))),
             token=str((1 << 64) - 1), wall=str(-(1 << 63))),
    ] + [dict(type="bye", bytes=frame(BYE, bytes([n])), reason=n, meant=n) for n in REASONS] + [
        dict(type="bye", bytes=frame(BYE, b"\xc8"), reason=200, meant=1)]
    for case in valid:
        assert read_frame(case["bytes"])
    skipped = [frame(128, b""), frame(200, b"anything"), frame(255, bytes(100))]
    assert [read_frame(f) for f in skipped] == [None] * 3
    return dict(valid=valid, skipped=skipped, invalid=refused(s, hello, leaves, ids))


def show(leaves):
    return [dict(author=a, sequence=str(n), mark=m) for a, n, m in sorted(leaves)]


def refused(s, hello, leaves, ids):
    run_bytes, hop = s.bo.run(), chain_bytes([s.invite_bo] * 9)
    cut = lambda data: fixed32(len(data) - 5) + data[4:-1]
    more = lambda data: fixed32(len(data) - 3) + data[4:] + b"\0"
    spoil = lambda data, at, byte: data[:at] + bytes([byte]) + data[at + 1 :]
    table = s.table.id
    cases = [
        ("type 0", frame(0, b"")), ("type 10", frame(10, b"x")), ("type 127", frame(127, b"")),
        ("greeting: nothing", frame(GREETING, b"")), ("greeting: cut", cut(hello)),
        ("greeting: lowest above highest", greeting(2, 1, table, BOOT, b"\0")),
        ("greeting: nine steps", greeting(1, 1, table, BOOT, hop)),
        ("greeting: a byte behind the steps", greeting(1, 1, table, BOOT, b"\0\0")),
        ("greeting: a chain of 4097 bytes", greeting(1, 1, table, BOOT, b"\1" + bytes(4096))),
        ("frontier: nothing", frame(FRONTIER, b"")),
        ("frontier: cut", cut(frame(FRONTIER, b"\0" + table + leaf_list(leaves)))),
        ("frontier: a byte behind it", frame(FRONTIER, b"\0" + table + leaf_list(leaves) + b"\0")),
        ("frontier: fewer leaves than counted", frame(FRONTIER, b"\0" + table + b"\2")),
        ("frontier: 65,537 leaves", frame(FRONTIER, b"\0" + table + varint(65537))),
        ("frontier: sequence 0",
         frame(FRONTIER, b"\0" + table + leaf_list([(ids[0], 0, ids[1])]))),
        ("frontier: sequence 2^53",
         frame(FRONTIER, b"\0" + table + leaf_list([(ids[0], LAMPORT_MAX, ids[1])]))),
        ("frontier: wall time in a longer form", frame(FRONTIER, b"\x80\0" + table + b"\0")),
        ("run: nothing", frame(RUN, b"")), ("run: cut", cut(frame(RUN, run_bytes))),
        ("run: a byte behind it", more(frame(RUN, run_bytes))),
        ("run: not signed", frame(RUN, s.bo.unsigned())),
        ("run: no entries", frame(RUN, s.bo.author + b"\0" + s.bo.mark(0) + b"\0\0\x40" + bytes(64))),
        ("want: nothing", frame(WANT, b"")),
        ("want: fewer than counted", frame(WANT, b"\2" + ids[0])),
        ("want: half an ID", frame(WANT, b"\1" + ids[0][:8])),
        ("want: 4097 authors", frame(WANT, id_list([bytes(16)] * 4097))),
        ("want: a byte behind it", frame(WANT, id_list(ids) + b"\0")),
        ("ack: nothing", frame(ACK, b"")), ("ack: cut", cut(frame(ACK, leaf_list(leaves)))),
        ("ack: a byte behind it", more(frame(ACK, leaf_list(leaves)))),
        ("links: 257 devices", frame(LINKS, id_list([bytes(16)] * 257))),
        ("links: cut", cut(frame(LINKS, id_list(ids)))),
        ("links: a byte behind it", more(frame(LINKS, id_list(ids)))),
        ("ping: nothing", frame(PING, b"")), ("ping: no wall time", frame(PING, b"\1")),
        ("ping: a byte behind it", frame(PING, b"\1\0\0")),
        ("ping: a token above 64 bits", frame(PING, b"\xff" * 9 + b"\2\0")),
        ("pong: cut", frame(PONG, b"\x81")), ("pong: a byte behind it", frame(PONG, b"\1\0\0")),
        ("bye: nothing", frame(BYE, b"")), ("bye: two bytes", frame(BYE, b"\1\1")),
    ]
    return [dict(name=n, bytes=b, reason=reason(b)) for n, b in cases]


def reason(data):
    try:
        read_frame(data)
    except Malformed as error:
        return str(error)
    raise AssertionError("not refused: " + data.hex())


class Bo:
    """The device whose answers are told: it holds Mia's log and its own, not Cy's."""

    def __init__(self):
        self.story = s = Story()
        self.table = Table(s.founding)
        for data in s.sent[:2]:
            assert self.table.merge(read_run(Reader(data))) == "admitted"
        self.greeting = greeting(1, 1, self.table.id, BOOT, chain_bytes([s.invite_bo]))
        self.frontier = self.announce(self.table)

    def announce(self, table):
        return frame(FRONTIER, signed(WALL) + table.digest() + table.frontier())

    def hello(self, chain=(), table=None, lowest=1, highest=1, boot=OTHER_BOOT):
        return greeting(lowest, highest, table or self.table.id, boot, chain_bytes(chain))


def step(receive=b"", send=(), closes=None, at=0):
    """At so many milliseconds: bytes that come in, frames that go out in any order, the reason."""
    return dict(at=at, receive=receive, send=list(send), closes=closes)


def talk(name, peer, is_dialer, *steps):
    return dict(name=name, peer=peer.key, isDialer=is_dialer, steps=list(steps))


def sessions():
    b = Bo()
    s, up, bye = b.story, [b.greeting, b.frontier], lambda n: frame(BYE, bytes([n]))
    empty = frame(FRONTIER, signed(WALL) + Table(s.founding).digest() + Table(s.founding).frontier())
    same = b.frontier
    links = frame(LINKS, id_list([device_id(MIA.key)]))
    mias = frame(RUN, s.mia.run(1))
    bos = frame(RUN, s.bo.run())
    ready = step(b.hello() + same, [links])
    ahead = leaf_list([s.mia.leaf(), s.bo.leaf(), s.cy.leaf()])
    with_cy = frame(FRONTIER, signed(WALL) + s.table.digest() + ahead)
    cys = frame(RUN, s.cy.run())
    s.mia.add(30)
    news = frame(RUN, s.mia.run(4))
    ping = lambda n: frame(PING, varint(n) + signed(WALL))
    talks = [
        talk("a member dials: both frames go at once", MIA, False, step(send=up), ready),
        talk("a member is dialled", MIA, True, step(send=up), ready),
        talk("a stranger is dialled: the greeting alone", EVE, True, step(send=up[:1])),
        talk("a device that somebody added is a member before it has spoken", CY, False,
             step(send=up), step(b.hello())),
        talk("a key that is not known dials and proves itself", DEE, False, step(),
             step(b.hello([Story().mia.invite(DEE, 40)]), up)),
        talk("a stranger dials and hears nothing", EVE, False, step(), step(b.hello(), closes=4)),
        talk("a stranger with another's chain", EVE, False, step(),
             step(b.hello([s.invite_bo]), closes=4)),
        talk("a stranger of another table", EVE, False, step(),
             step(b.hello(table=bytes(32)), closes=3)),
        talk("a stranger who says something else first", EVE, False, step(),
             step(frame(PING, b"\1\0"), closes=6)),
        talk("a member of another table", MIA, False, step(send=up),
             step(b.hello(table=bytes(32)), [bye(3)], 3)),
        talk("no common version", MIA, False, step(send=up),
             step(b.hello(lowest=2, highest=3), [bye(2)], 2)),
        talk("versions before the table", MIA, False, step(send=up),
             step(b.hello(table=bytes(32), lowest=0, highest=0), [bye(2)], 2)),
        talk("a later version that speaks this one", MIA, False, step(send=up),
             step(b.hello(lowest=1, highest=2))),
        talk("the device itself", BO, True, step(send=up),
             step(b.greeting, [bye(10)], 10)),
        talk("a run before the greeting", MIA, False, step(send=up), step(bos, [bye(6)], 6)),
        talk("a frontier before the greeting", MIA, False, step(send=up),
             step(same, [bye(6)], 6)),
        talk("a ping before the frontier", MIA, False, step(send=up),
             step(b.hello() + ping(1), [bye(6)], 6)),
        talk("two greetings", MIA, False, step(send=up), step(b.hello() * 2, [bye(6)], 6)),
        talk("two frontiers", MIA, False, step(send=up), ready, step(same, [bye(6)], 6)),
        talk("a greeting in single bytes", MIA, False, step(send=up),
             *[step(bytes([x])) for x in b.hello()], step(same, [links])),
        talk("a frame without a type", MIA, False, step(send=up), step(bytes(4), [bye(6)], 6)),
        talk("4609 bytes before the greeting", MIA, False, step(send=up),
             step(fixed32(4609), [bye(6)], 6)),
        talk("4608 bytes of an optional type before the greeting", MIA, False, step(send=up),
             step(frame(200, bytes(4607)) + b.hello() + same, [links])),
        talk("more than a mebibyte", MIA, False, step(send=up), ready,
             step(fixed32(FRAME_MAX + 1), [bye(6)], 6)),
        talk("an optional type is skipped", MIA, False, step(send=up), ready,
             step(frame(200, bytes(5000)) + ping(9), [frame(PONG, varint(9) + signed(WALL))])),
        talk("an unknown type", MIA, False, step(send=up), ready,
             step(frame(99, b""), [bye(6)], 6)),
        talk("good-bye is not answered", MIA, False, step(send=up), ready,
             step(bye(1) + ping(3), closes=1)),
        talk("a peer who holds only the founding entry gets all", MIA, False, step(send=up),
             step(b.hello() + empty, [links, mias, bos])),
        talk("a peer who holds more is asked, and its run is acknowledged", MIA, False,
             step(send=up), step(b.hello() + with_cy, [links, frame(WANT, id_list([s.cy.author]))]),
             step(cys, at=10), step(send=[frame(ACK, leaf_list([s.cy.leaf()]))], at=60)),
        talk("the author hears at once", MIA, False, step(send=up), ready,
             step(news, [frame(ACK, leaf_list([s.mia.leaf()]))], at=10)),
        talk("a run that is held is acknowledged too", MIA, False, step(send=up), ready,
             step(mias, [frame(ACK, leaf_list([s.mia.leaf(4)]))], at=10)),
        talk("a run behind a gap is dropped", MIA, False, step(send=up), ready,
             step(frame(RUN, s.cy.run(1))), step(ping(4), [frame(PONG, varint(4) + signed(WALL))])),
        talk("a forged run", MIA, False, step(send=up), ready,
             step(frame(RUN, s.mia.run(4, by=EVE)), [bye(7)], 7)),
        talk("an unknown author is not sent", MIA, False, step(send=up), ready,
             step(frame(WANT, id_list([s.cy.author])))),
        talk("silence", MIA, False, step(send=up), ready, step(send=[ping(1)], at=2000),
             step(send=[ping(2)], at=4000), step(send=[bye(8)], closes=8, at=6000)),
        talk("no greeting in five seconds", MIA, False, step(send=up), step(at=4999),
             step(send=[bye(8)], closes=8, at=5000)),
        talk("a stranger without a greeting in five seconds", EVE, False, step(),
             step(closes=8, at=5000)),
        talk("no frontier in five seconds", MIA, False, step(send=up), step(b.hello(), at=4000),
             step(send=[bye(8)], closes=8, at=5000)),
    ]
    charter = counted(s.founding) + counted(chain_bytes([s.invite_bo]))
    return dict(
        seed=BO.seed, charter=charter, boot=BOOT, wall=str(WALL),
        log=[s.sent[0], s.bo.unsigned()], sessions=talks)
