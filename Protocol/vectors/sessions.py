"""Frames of every type, and what a device answers on a link."""

from logs import BO, CY, DEE, EVE, MIA, WALL, Log, Story
from peer import *
from removals import cut, name, remove

BOOT, OTHER_BOOT = b"\xb0" * 16, b"\xaa" * 16
# Starts of machines: the device's, its peers', and one that is only told of.
START, OTHER_START, FAR_START = (bytes([n]) * 8 for n in (0xb7, 0xa7, 0xf7))
REASONS = range(1, 13)


def frames():
    s = Story()
    table, chain = s.table.id, chain_bytes([s.invite_bo])
    leaves = [s.mia.leaf(), s.bo.leaf(2), s.cy.leaf(1)]
    hello = greeting(1, 1, table, BOOT, chain)
    digest = s.table.digest()
    ids = [device_id(d.key) for d in (MIA, BO, CY)]
    devices = [(ids[0], 1, "192.168.1.4:7420"), (ids[1], 2, "[fd00::1]:7420"), (ids[2], 8, "")]
    summaries = [
        (None, []), (None, [True]), (None, [True] * 256), ([], []), (devices, [True, False, True]),
        (devices * 3, [False] * 8 + [True])]
    clocks = [(bytes(8), -UPTIME_MAX, 0, 1, 0), (b"\xff" * 8, UPTIME_MAX, ERROR_MAX, 7, 1), (START, -1, 300, 2, 0)]
    valid = [
        dict(type="greeting", bytes=hello, lowest=1, highest=1, table=table, boot=BOOT, chain=chain,
             port=0, frame=FRAME_MAX, summary=None, trailing=False),
        dict(type="greeting", bytes=greeting(1, 255, table, BOOT, b"\0", 65535, (-1, digest), FRAME_MIN),
             lowest=1, highest=255, table=table, boot=BOOT, chain=b"\0", port=65535,
             frame=FRAME_MIN, summary=dict(wall="-1", digest=digest), trailing=False),
        dict(type="greeting", bytes=fixed32(len(hello) - 4 + 5) + hello[4:] + b"later", lowest=1,
             highest=1, table=table, boot=BOOT, chain=chain, port=0, frame=FRAME_MAX, summary=None,
             trailing=True),
        dict(type="frontier", bytes=frame(FRONTIER, signed(WALL) + leaf_list(leaves)),
             wall=str(WALL), leaves=show(leaves)),
        dict(type="frontier", bytes=frame(FRONTIER, signed(-1) + b"\0"), wall="-1", leaves=[]),
        dict(type="run", bytes=frame(RUN, s.bo.run()), run=s.bo.run()),
        dict(type="part", bytes=frame(RUN, s.bo.unsigned()), run=s.bo.unsigned()),
        dict(type="want", bytes=frame(WANT, id_list([s.bo.author, s.mia.author])),
             authors=[s.bo.author, s.mia.author]),
        dict(type="want", bytes=frame(WANT, b"\0"), authors=[]),
        dict(type="ack", bytes=frame(ACK, leaf_list(leaves)), leaves=show(leaves)),
        *(dict(type="summary", bytes=summary(digest, told, equal), digest=digest[:16],
               devices=told and [dict(device=d, hops=h, address=a) for d, h, a in told],
               equal=bits(equal)) for told, equal in summaries),
        dict(type="clocks", bytes=frame(CLOCKS, b"\0"), clocks=[]),
        dict(type="clocks", bytes=frame(CLOCKS, clock_list(clocks)), clocks=[
            dict(start=m, offset=str(o), error=e, hops=h, estimated=f == 1) for m, o, e, h, f in clocks]),
        dict(type="ping", bytes=frame(PING, varint(7) + signed(WALL)), token="7", wall=str(WALL)),
        dict(type="pong", bytes=pong((1 << 64) - 1, -(1 << 63), b"\xff" * 8, UPTIME_MAX),
             token=str((1 << 64) - 1), wall=str(-(1 << 63)), start=b"\xff" * 8, uptime=str(UPTIME_MAX)),
        dict(type="pong", bytes=pong(7, WALL, START, 0), token="7", wall=str(WALL), start=START, uptime="0"),
    ] + [dict(type="bye", bytes=frame(BYE, bytes([n])), reason=n, meant=n) for n in REASONS] + [
        dict(type="bye", bytes=frame(BYE, b"\xc8"), reason=200, meant=1)]
    for case in valid:
        assert read_frame(case["bytes"])
    skipped = [frame(129, b""), frame(200, b"anything"), frame(255, bytes(100))]
    assert [read_frame(f) for f in skipped] == [None] * 3
    return dict(valid=valid, skipped=skipped, invalid=refused(s, hello, leaves, ids))


def show(leaves):
    return [dict(author=a, sequence=str(n), mark=m) for a, n, m in sorted(leaves)]


def refused(s, hello, leaves, ids):
    run_bytes, hop = s.bo.run(), chain_bytes([s.invite_bo] * 9)
    one, answer = clock_list([(START, 500, 500, 1, 0)]), pong(1, 0, START, 300)
    near = (ids[0], 1, "a:1")
    told = summary(bytes(16), [near], [True])
    same = frame(SUMMARY, bytes(16) + b"\0" + counted(b"\x80"))
    cut = lambda data: fixed32(len(data) - 5) + data[4:-1]
    more = lambda data: fixed32(len(data) - 3) + data[4:] + b"\0"
    spoil = lambda data, at, byte: data[:at] + bytes([byte]) + data[at + 1 :]
    table = s.table.id
    cases = [
        ("type 0", frame(0, b"")), ("type 10", frame(10, b"\0")), ("type 12", frame(12, b"x")), ("type 127", frame(127, b"")),
        ("greeting: nothing", frame(GREETING, b"")), ("greeting: cut", cut(hello)),
        ("greeting: lowest above highest", greeting(2, 1, table, BOOT, b"\0")),
        ("greeting: nine steps", greeting(1, 1, table, BOOT, hop)),
        ("greeting: a byte behind the steps", greeting(1, 1, table, BOOT, b"\0\0")),
        ("greeting: a chain of 4097 bytes", greeting(1, 1, table, BOOT, b"\1" + bytes(4096))),
        ("frontier: nothing", frame(FRONTIER, b"")),
        ("frontier: cut", cut(frame(FRONTIER, b"\0" + leaf_list(leaves)))),
        ("frontier: a byte behind it", frame(FRONTIER, b"\0" + leaf_list(leaves) + b"\0")),
        ("frontier: fewer leaves than counted", frame(FRONTIER, b"\0\2")),
        ("frontier: 65,537 leaves", frame(FRONTIER, b"\0" + varint(65537))),
        ("frontier: sequence 0",
         frame(FRONTIER, b"\0" + leaf_list([(ids[0], 0, ids[1])]))),
        ("frontier: sequence 2^53",
         frame(FRONTIER, b"\0" + leaf_list([(ids[0], LAMPORT_MAX, ids[1])]))),
        ("frontier: wall time in a longer form", frame(FRONTIER, b"\x80\0\0")),
        ("run: nothing", frame(RUN, b"")), ("run: cut", cut(frame(RUN, run_bytes))),
        ("run: a byte behind it", more(frame(RUN, run_bytes))),
        ("run: no entries", frame(RUN, s.bo.author + b"\0" + s.bo.mark(0) + b"\0\0\x40" + bytes(64))),
        ("want: nothing", frame(WANT, b"")),
        ("want: fewer than counted", frame(WANT, b"\2" + ids[0])),
        ("want: half an ID", frame(WANT, b"\1" + ids[0][:8])),
        ("want: 4097 authors", frame(WANT, id_list([bytes(16)] * 4097))),
        ("want: a byte behind it", frame(WANT, id_list(ids) + b"\0")),
        ("ack: nothing", frame(ACK, b"")), ("ack: cut", cut(frame(ACK, leaf_list(leaves)))),
        ("ack: a byte behind it", more(frame(ACK, leaf_list(leaves)))),
        ("greeting: no port", fixed32(len(hello) - 9) + hello[4:-5]),
        ("greeting: no limit", fixed32(len(hello) - 8) + hello[4:-4]),
        ("greeting: a limit of 66,047", greeting(1, 1, table, BOOT, b"\0", limit=FRAME_MIN - 1)),
        ("greeting: a limit of 1,048,577", greeting(1, 1, table, BOOT, b"\0", limit=FRAME_MAX + 1)),
        ("greeting: neither a summary nor none", fixed32(len(hello) - 4) + hello[4:-1] + b"\2"),
        ("greeting: a summary that is cut",
         cut(greeting(1, 1, table, BOOT, b"\0", summary=(WALL, bytes(32))))),
        ("greeting: a summary without a digest",
         fixed32(len(hello) - 4 + 1) + hello[4:-1] + b"\1\0"),
        ("greeting: port 65,536", greeting(1, 1, table, BOOT, b"\0", 65536)),
        ("summary: nothing", frame(SUMMARY, b"")),
        ("summary: a digest of 15 bytes", frame(SUMMARY, bytes(15))),
        ("summary: a digest alone", frame(SUMMARY, bytes(16))),
        ("summary: flag 2", frame(SUMMARY, bytes(16) + b"\2\0\0")),
        ("summary: no bits, and no count of them", frame(SUMMARY, bytes(16) + b"\0")),
        ("summary: fewer devices than counted", frame(SUMMARY, bytes(16) + b"\1\2" + ids[0] + b"\1\0\1\0")),
        ("summary: 257 devices", summary(bytes(16), [(ids[0], 1, "")] * 257, [False] * 257)),
        ("summary: 0 hops", summary(bytes(16), [(ids[0], 0, "")], [False])),
        ("summary: 9 hops", summary(bytes(16), [(ids[0], 9, "")], [False])),
        ("summary: an address of 65 bytes", summary(bytes(16), [(ids[0], 1, "a" * 65)], [False])),
        ("summary: an address that is not UTF-8", spoil(told, -3, 0xff)),
        ("summary: one device and no bits", summary(bytes(16), [near], [])),
        ("summary: one device and two bytes of bits", summary(bytes(16), [near], [False] * 16)),
        ("summary: no device and a byte of bits", summary(bytes(16), [], [False])),
        ("summary: nine devices and a byte of bits", summary(bytes(16), [near] * 9, [False] * 8)),
        ("summary: a bit of no device", summary(bytes(16), [near], [True, True])),
        ("summary: the last bit, of no device", summary(bytes(16), [near] * 15, [True] * 16)),
        ("summary: 33 bytes of bits", summary(bytes(16), None, [True] * 264)),
        ("summary: bits cut", cut(same)), ("summary: a byte behind it", more(same)),
        ("summary: a list cut", cut(told)), ("summary: a byte behind a list", more(told)),
        ("clocks: nothing", frame(CLOCKS, b"")), ("clocks: fewer than counted", frame(CLOCKS, b"\2" + one[1:])),
        ("clocks: cut", cut(frame(CLOCKS, one))), ("clocks: a byte behind it", more(frame(CLOCKS, one))),
        ("clocks: 257 machine starts", frame(CLOCKS, clock_list([(START, 5, 5, 1, 0)] * 257))),
        ("clocks: an offset of 2^53", frame(CLOCKS, clock_list([(START, 1 << 53, 5, 1, 0)]))),
        ("clocks: an offset of -2^53", frame(CLOCKS, clock_list([(START, -(1 << 53), 5, 1, 0)]))),
        ("clocks: an offset of -2^63", frame(CLOCKS, clock_list([(START, -(1 << 63), 5, 1, 0)]))),
        ("clocks: an error above a minute", frame(CLOCKS, clock_list([(START, 5, 60001, 1, 0)]))),
        ("clocks: 0 hops", frame(CLOCKS, clock_list([(START, 5, 5, 0, 0)]))),
        ("clocks: 8 hops", frame(CLOCKS, clock_list([(START, 5, 5, 8, 0)]))),
        ("clocks: another flag", frame(CLOCKS, clock_list([(START, 5, 5, 1, 2)]))),
        ("ping: nothing", frame(PING, b"")), ("ping: no wall time", frame(PING, b"\1")),
        ("ping: a byte behind it", frame(PING, b"\1\0\0")),
        ("ping: a token above 64 bits", frame(PING, b"\xff" * 9 + b"\2\0")),
        ("pong: cut", cut(answer)), ("pong: a byte behind it", more(answer)),
        ("pong: no clock", frame(PONG, b"\1\0")), ("pong: an uptime of 2^53", pong(1, 0, START, 1 << 53)),
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
        chain = chain_bytes([s.invite_bo])
        self.greeting = greeting(1, 1, self.table.id, BOOT, chain)
        self.digest = self.table.digest()
        self.summary = WALL, self.digest
        self.telling = greeting(1, 1, self.table.id, BOOT, chain, summary=self.summary)
        self.frontier = self.announce(self.table)

    def after(self, *runs):
        """The digest that the device holds once it has merged these runs, too."""
        table = Table(self.story.founding)
        for data in (*self.story.sent[:2], *runs):
            assert table.merge(read_run(Reader(data))) == "admitted"
        return table.digest()

    def announce(self, table):
        return frame(FRONTIER, signed(WALL) + table.frontier())

    def hello(self, chain=(), table=None, lowest=1, highest=1, boot=OTHER_BOOT, summary=None,
              limit=FRAME_MAX):
        return greeting(
            lowest, highest, table or self.table.id, boot, chain_bytes(chain), summary=summary,
            limit=limit)


def step(receive=b"", send=(), closes=None, at=0):
    """At so many milliseconds: bytes that come in, frames that go out in any order, the reason."""
    return on(0, receive, {0: send}, closes={} if closes is None else {0: closes}, at=at)


def on(link, receive=b"", send={}, closes={}, at=0, opens=False):
    """The same for one of several links, which opens first."""
    return dict(
        at=at, link=link, opens=opens, receive=receive,
        send=[dict(link=n, frame=f) for n, frames in send.items() for f in frames],
        closes=[dict(link=n, reason=r) for n, r in closes.items()])


def ping(n, later=0):
    """A ping, so many milliseconds of the wall clock later."""
    return frame(PING, varint(n) + signed(WALL + later))


def answer(n, at=0):
    """The device answers a ping at so many milliseconds of its uptime."""
    return pong(n, WALL, START, at)


# What the device says when a link is established, and what a peer on a machine of its own answers.
ASKS, TELLS = ping(1), pong(1, WALL, OTHER_START, 0)


def way(device, hops=1, equal=False):
    """A device of a SUMMARY: how it is reached, and whether it is said to hold what the digest names."""
    return device_id(device.key), hops, equal


def tells(digest, *ways, again=False):
    """A SUMMARY of these devices; `again` if they are those of the one before, so that bits alone go."""
    ways = sorted(ways)
    devices = [(device, hops, "") for device, hops, _ in ways]
    return summary(digest, devices if ways and not again else None, [equal for _, _, equal in ways])


def talk(name, peer, is_dialer, first, *steps):
    return several(name, [(peer, is_dialer)], {**first, "opens": True}, *steps)


def several(name, links, *steps, log="small"):
    return dict(name=name, log=log, steps=list(steps),
                links=[dict(peer=p.key, isDialer=d) for p, d in links])


def sessions():
    b = Bo()
    s, up, bye = b.story, [b.greeting, b.frontier], lambda n: frame(BYE, bytes([n]))
    greets, told = step(send=[b.telling]), b.frontier
    empty = b.announce(Table(s.founding))
    same = b.frontier
    mias = frame(RUN, s.mia.run(1))
    bos = frame(RUN, s.bo.run())
    ready = step(b.hello() + same, [told, ASKS])
    ahead = leaf_list([s.mia.leaf(), s.bo.leaf(), s.cy.leaf()])
    with_cy = frame(FRONTIER, signed(WALL) + ahead)
    cys = frame(RUN, s.cy.run())
    s.mia.add(30)
    news = frame(RUN, s.mia.run(4))
    grown = Story().mia
    for n in range(5):
        grown.add(30 + n, 29, bytes([0x61 + n]) * 60000)
    claim = frame(ACK, leaf_list([s.cy.leaf()]))
    talks = [
        talk("a member dials: the greeting tells a digest", MIA, False, greets, ready),
        talk("a member is dialled", MIA, True, greets, ready),
        talk("a stranger is dialled: the greeting alone", EVE, True, step(send=up[:1])),
        talk("a device that somebody added is a member before it has spoken", CY, False,
             greets, step(b.hello(), [told])),
        talk("a key that is not known dials and proves itself", DEE, False, step(),
             step(b.hello([Story().mia.invite(DEE, 40)]), up)),
        talk("a key that is not known proves itself, and holds the same", DEE, False, step(),
             step(b.hello([Story().mia.invite(DEE, 40)], summary=b.summary), [b.telling, ASKS]),
             step(ping(1), [answer(1)])),
        talk("a key that is not known proves itself, and holds something else", DEE, False, step(),
             step(b.hello([Story().mia.invite(DEE, 40)], summary=(WALL, bytes(32))), up)),
        talk("both hold the same: nothing follows the greetings", MIA, False, greets,
             step(b.hello(summary=b.summary), [ASKS]),
             step(news, [frame(ACK, leaf_list([s.mia.leaf()]))], at=10)),
        talk("both hold the same, and this device dialled", MIA, True, greets,
             step(b.hello(summary=(0, b.summary[1])), [ASKS]),
             step(ping(1), [answer(1)])),
        talk("both hold the same: a frontier is not allowed", MIA, False, greets,
             step(b.hello(summary=b.summary) + same, [ASKS, bye(6)], 6)),
        talk("another digest", MIA, False, greets,
             step(b.hello(summary=(WALL, bytes(32))) + same, [told, ASKS])),
        talk("a stranger dials and hears nothing", EVE, False, step(), step(b.hello(), closes=4)),
        talk("a stranger with another's chain", EVE, False, step(),
             step(b.hello([s.invite_bo]), closes=4)),
        talk("a stranger of another table", EVE, False, step(),
             step(b.hello(table=bytes(32)), closes=3)),
        talk("a stranger who says something else first", EVE, False, step(),
             step(frame(PING, b"\1\0"), closes=6)),
        talk("a member of another table", MIA, False, greets,
             step(b.hello(table=bytes(32)), [bye(3)], 3)),
        talk("no common version", MIA, False, greets,
             step(b.hello(lowest=2, highest=3), [bye(2)], 2)),
        talk("versions before the table", MIA, False, greets,
             step(b.hello(table=bytes(32), lowest=0, highest=0), [bye(2)], 2)),
        talk("a later version that speaks this one", MIA, False, greets,
             step(b.hello(lowest=1, highest=2), [told])),
        talk("the device itself", BO, True, greets,
             step(b.greeting, [bye(10)], 10)),
        talk("a run before the greeting", MIA, False, greets, step(bos, [bye(6)], 6)),
        talk("a frontier before the greeting", MIA, False, greets,
             step(same, [bye(6)], 6)),
        talk("a ping before the frontier", MIA, False, greets,
             step(b.hello() + ping(1), [told, bye(6)], 6)),
        talk("two greetings", MIA, False, greets, step(b.hello() * 2, [told, bye(6)], 6)),
        talk("two frontiers", MIA, False, greets, ready, step(same, [bye(6)], 6)),
        talk("a greeting in single bytes", MIA, False, greets,
             *[step(bytes([x])) for x in b.hello()[:-1]],
             step(b.hello()[-1:], [told]), step(same, [ASKS])),
        talk("a frame without a type", MIA, False, greets, step(bytes(4), [bye(6)], 6)),
        talk("4609 bytes before the greeting", MIA, False, greets,
             step(fixed32(4609), [bye(6)], 6)),
        talk("4608 bytes of an optional type before the greeting", MIA, False, greets,
             step(frame(200, bytes(4607)) + b.hello() + same, [told, ASKS])),
        talk("more than a mebibyte", MIA, False, greets, ready,
             step(fixed32(FRAME_MAX + 1), [bye(6)], 6)),
        talk("an optional type is skipped", MIA, False, greets, ready,
             step(frame(200, bytes(5000)) + ping(9), [answer(9)])),
        talk("an unknown type", MIA, False, greets, ready,
             step(frame(99, b""), [bye(6)], 6)),
        talk("good-bye is not answered", MIA, False, greets, ready,
             step(bye(1) + ping(3), closes=1)),
        talk("a peer who holds only the founding entry gets all", MIA, False, greets,
             step(b.hello() + empty, [told, mias, bos, ASKS])),
        talk("a peer who holds more is asked, and its run is acknowledged", MIA, False, greets,
             step(b.hello() + with_cy, [told, ASKS, frame(WANT, id_list([s.cy.author]))]),
             step(cys, at=10),
             step(send=[frame(ACK, leaf_list([s.cy.leaf()])), tells(b.after(s.cy.run()))], at=60)),
        talk("a peer whose ACK names more is asked after 250 ms", MIA, False, greets, ready,
             step(claim, at=10), step(send=[tells(b.digest)], at=50), step(at=259),
             step(send=[frame(WANT, id_list([s.cy.author]))], at=260)),
        talk("the author hears at once", MIA, False, greets, ready,
             step(news, [frame(ACK, leaf_list([s.mia.leaf()]))], at=10)),
        talk("a run that is held is acknowledged too", MIA, False, greets, ready,
             step(mias, [frame(ACK, leaf_list([s.mia.leaf(4)]))], at=10)),
        talk("half of 524,288 bytes and more are acknowledged after 50 ms, too", CY, False,
             greets, step(b.hello() + same, [told, ASKS]), step(frame(RUN, grown.run(4)), at=10),
             step(send=[frame(ACK, leaf_list([grown.leaf()])), tells(b.after(grown.run(4)))], at=60)),
        talk("a run behind a gap is dropped", MIA, False, greets, ready,
             step(frame(RUN, s.cy.run(1))), step(ping(4), [answer(4)])),
        talk("a forged run", MIA, False, greets, ready,
             step(frame(RUN, s.mia.run(4, by=EVE)), [bye(7)], 7)),
        talk("an unknown author is not sent", MIA, False, greets, ready,
             step(frame(WANT, id_list([s.cy.author])))),
        talk("silence", MIA, False, greets, ready, step(send=[tells(b.digest)], at=50),
             step(send=[ping(2)], at=2000), step(send=[ping(3)], at=4000), step(send=[bye(8)], closes=8, at=6000)),
        talk("no greeting in five seconds", MIA, False, greets, step(at=4999),
             step(send=[bye(8)], closes=8, at=5000)),
        talk("a stranger without a greeting in five seconds", EVE, False, step(),
             step(closes=8, at=5000)),
        talk("no frontier in five seconds", MIA, False, greets, step(b.hello(), [told], at=4000),
             step(send=[bye(8)], closes=8, at=5000)),
    ]
    charter = counted(s.founding) + counted(chain_bytes([s.invite_bo]))
    return dict(
        seed=BO.seed, charter=charter, boot=BOOT, start=START, wall=str(WALL),
        logs=dict(small=[s.sent[0], s.bo.unsigned()], large=large()[0], long=long()[0]),
        sessions=talks + pairs(b) + summaries(b) + relays(b) + timing(b) + large()[1] + [long()[1]]
        + acknowledging(b) + assuming(b) + allowance(b) + parting(b) + lasting(b) + hurrying(b)
        + [window(b), whole(b)] + short(b) + ending(b))


def both(b, link, boot=OTHER_BOOT):
    """What a member says to open, in one piece, and to the ping that it is then sent."""
    return b.hello(boot=boot) + b.frontier + TELLS


def pairs(b):
    """Two links between a pair, and a copy of the device itself."""
    up, bye = [b.telling, b.frontier], lambda n: frame(BYE, bytes([n]))
    first = on(0, both(b, 0), {0: up + [ASKS]}, opens=True)
    def second(name, dials, closed, boot=OTHER_BOOT, dialled=False):
        sent, closes = {0: [], 1: []}, {}
        if closed is not None:
            sent[closed], closes = [bye(9)], {closed: 9}
        sent[1] = up + (sent[1] or [ASKS])
        return several(name, [(MIA, dialled), (MIA, dials)], first,
                       on(1, both(b, 1, boot), sent, closes, opens=True))
    is_smaller = device_id(BO.key) < device_id(MIA.key)
    clone = Log(b.table.id, BO, bytes(16))
    clone.entries = [entry(8, WALL, None, 1, started(
        BO.key, bytes(16), chain_bytes([b.story.invite_bo])))]
    begun = Table(b.story.founding)
    for data in (*b.story.sent[:2], clone.run()):
        assert begun.merge(read_run(Reader(data))) == "admitted"
    # What it holds is told with the greeting, before it met the copy.
    met = [b.telling, b.announce(begun), frame(RUN, clone.run()), ASKS]
    few = b.hello() + b.announce(Table(b.story.founding))
    s = Story()
    mias, bos = frame(RUN, s.mia.run(1)), frame(RUN, s.bo.run())
    return [
        second("two links that the peer dialled: both stay until it ends one", False, None),
        second("two links that this device dialled: the older stays", True, 1, dialled=True),
        second("dialled from both sides, this one last: it ends its own if it is the larger", True,
               None if is_smaller else 1),
        second("dialled from both sides, this one first: it ends its own if it is the larger", False,
               None if is_smaller else 0, dialled=True),
        second("the peer has started anew: the newer stays", False, 0, boot=b"\xab" * 16),
        several("a copy of this device: it goes on as a new author", [(BO, False)],
                on(0, both(b, 0), {0: met}, opens=True)),
        several("a peer that is known to lack something: both frames go at once",
                [(MIA, False), (MIA, False)], on(0, few, {0: up + [mias, bos, ASKS]}, opens=True),
                on(1, send={1: [b.greeting, b.frontier]}, opens=True)),
    ]


def summaries(b):
    """Who is told what of whom, and when. Mia is on link 0, Cy or Dee on link 1."""
    s, up, links = Story(), [b.telling, b.frontier], [(MIA, False), (CY, False)]
    moves = [frame(RUN, s.mia.add(30 + n).run(4 + n)) for n in range(2)]
    acks = [frame(ACK, leaf_list([s.mia.leaf(5 + n)])) for n in range(2)]
    # What the device holds at first, with one move of Mia's, with both; and what it never held.
    none, one, two = b.digest, b.after(s.mia.run(4, 5)), b.after(s.mia.run(4))
    unknown = b"\xee" * 32
    equal = b.hello(summary=b.summary) + TELLS
    proof = b.hello([Story().mia.invite(DEE, 40)]) + b.frontier + TELLS
    greets = step(send=[b.telling])
    alone = step(equal, [ASKS])
    mias = on(0, both(b, 0), {0: up + [ASKS]}, opens=True)
    cys = on(1, both(b, 1), {1: up + [ASKS]}, opens=True)
    # Nothing was sent to Dee before she had proven herself.
    dees = [on(1, opens=True), on(1, proof, {1: [b.greeting, b.frontier, ASKS]})]
    same = [on(n, send={n: [b.telling]}, opens=True) for n in (0, 1)] + [
        on(n, equal, {n: [ASKS]}) for n in (0, 1)]
    def to_both(at, digest, cy=False, mia=False, again=False, **more):
        """To Mia of Cy, to Cy of Mia."""
        return on(0, send={0: [tells(digest, way(CY, 1, cy), again=again)],
                           1: [tells(digest, way(MIA, 1, mia), again=again)]}, at=at, **more)
    bye = frame(BYE, b"\1")
    return [
        talk("the digest is told 50 ms after FRONTIER", MIA, False, greets,
             step(b.hello() + b.frontier + TELLS, [b.frontier, ASKS]), step(at=49),
             step(send=[tells(none)], at=50), step(at=1900)),
        talk("both hold the same: the digest is told once it is another", MIA, False, greets, alone,
             step(at=500), step(moves[0], acks[:1], at=600), step(at=649),
             step(send=[tells(one)], at=650), step(tells(one), at=660), step(at=1900)),
        talk("a digest is told at most every 500 ms", MIA, False, greets, alone,
             step(moves[0], acks[:1], at=10), step(send=[tells(one)], at=60),
             step(moves[1], acks[1:], at=100), step(at=559), step(send=[tells(two)], at=560)),
        talk("of two moves within 50 ms the last digest is told", MIA, False, greets, alone,
             step(at=50), step(moves[0], acks[:1], at=110), step(moves[1], acks[1:], at=140),
             step(at=159), step(send=[tells(two)], at=160), step(at=700)),
        several("both greeted with the same digest: they are told of each other, and that both hold it",
                links, *same, on(0, at=49), to_both(50, none, cy=True, mia=True), on(0, at=1900)),
        several("a move goes round: the digest, and then who else holds it", links, *same,
                to_both(50, none, cy=True, mia=True),
                on(0, moves[0], {0: acks[:1], 1: moves[:1]}, at=600),
                to_both(650, one, again=True), on(0, tells(one), at=700), on(1, tells(one), at=720),
                on(0, at=1149), to_both(1150, one, cy=True, mia=True, again=True), on(0, at=1900)),
        several("of a device that the receiver is linked with no bit is set", links, *same,
                on(1, tells(none, way(MIA, 1, True)), at=10), to_both(50, none, cy=True),
                on(0, at=600)),
        several("a device that is gone is no longer listed; one that named another digest got no bit",
                links, mias, cys, on(1, tells(unknown), at=10), to_both(50, none),
                on(1, bye, closes={1: 1}, at=600), on(0, at=649),
                on(0, send={0: [summary(none, [], [])]}, at=650)),
        several("a device behind a peer: the peer hears nothing of it, another does",
                [(MIA, False), (DEE, False)], mias, *dees,
                on(0, tells(none, way(CY, 1, True)), at=10),
                on(0, send={0: [tells(none, way(DEE))],
                            1: [tells(none, way(MIA, 1, True), way(CY, 2, True))]}, at=50),
                on(0, moves[0], {0: acks[:1], 1: moves[:1]}, at=100),
                on(0, tells(one, way(CY), again=True), at=200), on(0, at=549),
                on(0, send={0: [tells(one, way(DEE), again=True)],
                            1: [tells(one, way(MIA, 1, True), way(CY, 2), again=True)]}, at=550),
                on(0, tells(one, way(CY, 1, True), again=True), at=600), on(1, at=1049),
                on(1, send={1: [tells(one, way(MIA, 1, True), way(CY, 2, True), again=True)]}, at=1050)),
        several("what a peer says of a third device with another digest says nothing of the present one",
                [(MIA, False), (DEE, False)], mias, *dees,
                on(0, tells(unknown, way(CY, 1, True)), at=10),
                on(0, send={0: [tells(none, way(DEE))],
                            1: [tells(none, way(MIA), way(CY, 2))]}, at=50)),
        several("seven hops are told as eight, eight not at all, and nothing of who is no member",
                [(MIA, False), (DEE, False)], mias, *dees,
                on(0, tells(none, way(CY, 7), way(EVE)), at=10),
                on(0, send={0: [tells(none, way(DEE))],
                            1: [tells(none, way(MIA, 1, True), way(CY, 8))]}, at=50),
                on(0, tells(none, way(CY, 8)), at=100),
                on(1, send={1: [tells(none, way(MIA, 1, True))]}, at=550)),
        talk("bits for devices that were not told", MIA, False, greets, alone,
             step(tells(none, way(CY), again=True), [frame(BYE, b"\6")], 6, at=10)),
        talk("fewer bits than devices that were told", MIA, False, greets, alone,
             step(tells(none, way(CY)) + tells(none), [frame(BYE, b"\6")], 6, at=10)),
        talk("a bit of no device that was told", MIA, False, greets, alone,
             step(tells(none, way(CY)) + frame(SUMMARY, none[:16] + b"\0" + counted(b"\x40")),
                  [frame(BYE, b"\6")], 6, at=10)),
        talk("a SUMMARY before the frontier", MIA, False, greets,
             step(b.hello() + tells(none), [b.frontier, frame(BYE, b"\6")], 6)),
    ]


def relays(b):
    """Mia's news on link 0, and what Cy on link 1 gets of them."""
    s, up = Story(), [b.telling, b.frontier]
    news, more = [frame(RUN, s.mia.add(30 + n).run(4 + n)) for n in range(2)]
    ack, acks_more = [frame(ACK, leaf_list([s.mia.leaf(n)])) for n in (5, 6)]
    none, one, two = b.digest, b.after(s.mia.run(4, 5)), b.after(s.mia.run(4))
    lacked = frame(FRONTIER, signed(WALL) + leaf_list(
        [s.mia.leaf(4), s.bo.leaf(), s.cy.leaf()]))
    want = frame(WANT, id_list([s.cy.author]))
    links = [(MIA, False), (CY, False)]
    open_both = [
        on(0, both(b, 0), {0: up + [ASKS]}, opens=True),
        on(1, both(b, 1), {1: up + [ASKS]}, opens=True)]
    def to_both(at, digest, cy=False, again=False):
        """To Mia of Cy, to Cy of Mia."""
        return on(0, send={0: [tells(digest, way(CY, 1, cy), again=again)],
                           1: [tells(digest, way(MIA), again=again)]}, at=at)
    # Cy says that she is linked with Mia, who then sends a move; all of it is told on at 60 ms.
    near = tells(none, way(MIA))
    moved = [*open_both, on(1, near), on(0, news, {0: [ack]}, at=10), to_both(60, one)]
    def says(digest):
        return tells(digest, way(MIA), again=True)
    alive = [on(n, ping(9, at), {n: [answer(9, at)]}, at=at) for at in (1900, 3800, 5700) for n in (0, 1)]
    return [
        several("no link to the author: relayed at once, and the author alone gets an ACK", links,
                *open_both, on(1, tells(none)), on(0, news, {0: [ack], 1: [news]}, at=10),
                to_both(60, one), on(1, at=1900)),
        several("a link to the author: relayed after a second", links, *moved, on(1, at=1009),
                on(1, send={1: [news]}, at=1010)),
        several("a link to the author that works: the peer's ACK stops the relay", links, *moved,
                on(1, ack, at=100), on(1, at=1100)),
        several("a link to the author that works: the same run from the peer stops the relay", links,
                *moved, on(1, news, at=100), on(1, send={1: [ack]}, at=150), on(1, at=1100)),
        several("a link to the author that works: the peer's digest stops the relay", links, *moved,
                on(1, says(one), at=100), on(0, at=559),
                on(0, send={0: [tells(one, way(CY, 1, True), again=True)]}, at=560), on(1, at=1100)),
        several("a digest that this device does not know stops no relay", links, *moved,
                on(1, says(b"\xee" * 32), at=100), on(1, at=1009), on(1, send={1: [news]}, at=1010)),
        several("the digest of a state that was held a while ago stops the relay of what it holds",
                links, *moved, on(0, more, {0: [acks_more]}, at=100), on(1, says(one), at=200),
                to_both(560, two, again=True), on(1, send={1: [more]}, at=1100)),
        several("a digest that this device comes to after the peer: nothing is sent", links,
                *open_both, on(1, tells(one)), on(0, news, {0: [ack]}, at=10),
                to_both(60, one, cy=True), on(1, at=1100)),
        several("what came since the greeting is told to whoever greets with the same digest",
                [(CY, False), (MIA, False)], on(0, both(b, 0), {0: up + [ASKS]}, opens=True),
                on(1, send={1: [b.telling]}, opens=True), on(0, news, at=10),
                on(1, b.hello(summary=b.summary) + TELLS, {1: [ack, news, ASKS]}, at=20),
                on(0, send={0: [ack, tells(one, way(MIA))], 1: [tells(one, way(CY))]}, at=60)),
        several("asked of one peer, and of the other when the first sends nothing", links,
                on(0, b.hello() + lacked + TELLS, {0: up + [want, ASKS]}, opens=True),
                on(1, b.hello() + lacked + TELLS, {1: up + [ASKS]}, opens=True),
                to_both(50, none), *alive, on(0, at=5999), on(1, send={1: [want]}, at=6000)),
    ]


def timing(b):
    """Mia, on link 0, tells of clocks; Cy, on link 1, is on this device's own machine."""
    links, up = [(MIA, False), (CY, False)], [b.telling, b.frontier]
    ready = b.hello() + b.frontier
    linked = [on(0, ready, {0: up + [ASKS]}, opens=True), on(1, ready, {1: up + [ASKS]}, opens=True),
              on(1, pong(1, WALL, START, 10), at=10)]
    heard = on(1, send={0: [tells(b.digest, way(CY))], 1: [tells(b.digest, way(MIA))]}, at=50)
    def told(*clocks):
        return frame(CLOCKS, clock_list(clocks))
    mia = (OTHER_START, 59990, 12, 1, 0)
    says = pong(1, WALL, OTHER_START, 60000)
    alone = step(ready, [b.frontier, ASKS])
    def talk_of(name, *steps):
        return talk(name, MIA, False, step(send=[b.telling]), *steps)
    def table_of(name, *steps):
        return several(name, links, *linked, *steps)
    return [
        table_of("an answer to a ping: half the round trip is taken off, and told on",
                 on(0, says, {1: [told(mia)]}, at=20), on(0, says, at=30)),
        table_of("what is told before the peer's own clock is known waits for it",
                 on(0, told((FAR_START, 5000, 7, 1, 0)), at=15),
                 on(0, says, {1: [told(mia, (FAR_START, 64990, 21, 2, 0))]}, at=20)),
        table_of("an answer to an earlier ping is not taken", heard,
                 on(0, send={0: [ping(2)], 1: []}, at=2000), on(0, says, at=2010)),
        table_of("news of clocks goes at most every 500 ms, and no further than seven hops",
                 on(0, says, {1: [told(mia)]}, at=20), on(0, told((FAR_START, 5000, 7, 6, 0)), at=30),
                 heard,
                 on(0, told((FAR_START, 5000, 7, 7, 0), (bytes(8), 1, 1, 7, 0)), at=510),
                 on(0, send={1: [told((FAR_START, 64990, 21, 7, 0))]}, at=520)),
        table_of("an estimate gives way",
                 on(0, says + told((FAR_START, 9000, 7, 2, 1)),
                    {1: [told(mia, (FAR_START, 68990, 21, 3, 1))]}, at=20),
                 heard,
                 on(0, told((FAR_START, 5000, 100, 5, 0)), {1: [told((FAR_START, 64990, 114, 6, 0))]}, at=600)),
        table_of("nothing is believed of this device's own clock, nor of the peer's in CLOCKS",
                 on(0, says, {1: [told(mia)]}, at=20),
                 on(0, told((START, 5000, 1, 1, 0), (OTHER_START, 5000, 1, 1, 0)), at=30),
                 heard, on(0, ping(3), {0: [answer(3, 600)]}, at=600)),
        talk_of("a clock that took long to answer is asked every two seconds, whatever else is said", alone,
                step(send=[tells(b.digest)], at=50), step(says, at=150), step(ping(5), [answer(5, 1000)], at=1000),
                step(send=[ping(2)], at=2000), step(pong(2, WALL, OTHER_START, 61860), at=2010),
                step(ping(6), [answer(6, 3000)], at=3000), step(at=4999), step(send=[ping(3)], at=5000)),
        talk_of("a wall clock is measured again after ten seconds, whatever else is said", alone,
                step(says, at=10), step(send=[tells(b.digest)], at=50),
                *(step(ping(5, at), [answer(5, at)], at=at) for at in (1900, 3800, 5700, 7600, 9500)),
                step(at=9999), step(send=[ping(2)], at=10000)),
        talk_of("a wall clock that was set is measured again after two seconds", alone,
                step(says, at=10), step(send=[tells(b.digest)], at=50),
                step(ping(5, 3000), [answer(5, 1900)], at=1900), step(send=[ping(2)], at=2000),
                step(pong(2, WALL + 3110, OTHER_START, 62000), at=2010),
                step(ping(6, 5000), [answer(6, 3900)], at=3900), step(at=5000)),
        talk_of("before the link stands it means nothing",
                step(told(mia) + ready, [b.frontier, ASKS]), step(ping(3), [answer(3, 10)], at=10)),
        talk_of("an error above a minute ends the link", alone,
                step(told((FAR_START, 0, 60001, 1, 0)), [frame(BYE, bytes([6]))], 6, at=10)),
    ]


def large():
    """More of another's entries than go out unasked."""
    s = Story()
    s.mia.add(20, 29, b"m" * 40000).add(21, 29, b"n" * 30000)
    table = Table(s.founding)
    for data in (s.mia.run(), s.bo.run()):
        table.merge(read_run(Reader(data)))
    up = [greeting(1, 1, s.table.id, BOOT, chain_bytes([s.invite_bo]), summary=(WALL, table.digest())),
          frame(FRONTIER, signed(WALL) + table.frontier())]
    few = Table(s.founding)
    hello = greeting(1, 1, s.table.id, OTHER_BOOT, b"\0") + frame(
        FRONTIER, signed(WALL) + few.frontier())
    opens = on(0, hello, {0: up + [frame(RUN, s.bo.run()), ASKS]}, opens=True)
    s.mia.add(22)
    grown = Table(s.founding)
    for data in (s.mia.run(), s.bo.run()):
        grown.merge(read_run(Reader(data)))
    ack = frame(ACK, leaf_list([s.mia.leaf()]))
    full = greeting(1, 1, s.table.id, OTHER_BOOT, b"\0", summary=(WALL, table.digest())) + TELLS
    return [s.mia.run(0, 6), s.bo.unsigned()], [
        several("more than 65,536 bytes of another's entries go out on WANT", [(CY, False)], opens,
                on(0, frame(WANT, id_list([s.mia.author])), {0: [frame(RUN, s.mia.run(1, 6))]}),
                log="large"),
        several("what is not sent unasked is named in an ACK", [(CY, False), (MIA, False)],
                on(0, send={0: up[:1]}, opens=True),
                on(0, hello + TELLS, {0: up[1:] + [frame(RUN, s.bo.run()), ASKS]}),
                on(1, send={1: up[:1]}, opens=True), on(1, full, {1: [ASKS]}),
                on(1, frame(RUN, s.mia.run(6)), {1: [ack]}, at=10),
                on(0, send={0: [ack, tells(grown.digest(), way(MIA))],
                            1: [tells(grown.digest(), way(CY))]}, at=60),
                log="large"),
    ]


def long():
    """More of one's own than one signed head may stand for: two heads are signed, and two runs go."""
    s = Story()
    for n in range(9):
        s.bo.add(20 + n, 29, bytes([0x61 + n]) * 65000)
    lengths = [len(e) for e in s.bo.entries]
    fits = max(n for n in range(len(lengths)) if sum(lengths[:n]) <= 524288)
    assert sum(lengths[: fits + 1]) > 524288
    own = [run(s.bo.author, after, s.bo.mark(after), s.bo.entries[after:to], b"")
           for after, to in ((0, fits), (fits, len(lengths)))]
    table = Table(s.founding)
    for data in (s.mia.run(), s.bo.run(0, fits), s.bo.run(fits)):
        assert table.merge(read_run(Reader(data))) in ("admitted", "held")
    few = Table(s.founding)
    up = [greeting(1, 1, s.table.id, BOOT, chain_bytes([s.invite_bo]), summary=(WALL, table.digest())),
          frame(FRONTIER, signed(WALL) + table.frontier())]
    hello = greeting(1, 1, s.table.id, OTHER_BOOT, b"\0") + frame(
        FRONTIER, signed(WALL) + few.frontier())
    talk_long = several(
        "524,288 bytes behind a head at most: two heads and two runs of one's own log", [(MIA, False)],
        on(0, hello, {0: up + [frame(RUN, s.bo.run(0, fits)), frame(RUN, s.bo.run(fits)),
                               frame(RUN, s.mia.run(1)), ASKS]}, opens=True),
        log="long")
    return [s.mia.run(), *own], talk_long


def opened(b, *links):
    """Links that members open with greeting and frontier, in one piece."""
    return [on(n, both(b, n), {n: [b.telling, b.frontier, ASKS]}, opens=True) for n in links]


def guest(b, link, frontier, at=0):
    """Dee, whom no log names yet, proves herself."""
    proof = b.hello([Story().mia.invite(DEE, 40)]) + b.frontier + pong(1, WALL, OTHER_START, at)
    return [on(link, opens=True, at=at), on(link, proof, {link: [b.greeting, frontier, ASKS]}, at=at)]


def acks(*leaves):
    return frame(ACK, leaf_list(list(leaves)))


def acknowledging(b):
    """What is owed, and when it is named. Mia is on link 0, Cy on link 1."""
    s, links = Story(), [(MIA, False), (CY, False)]
    greets, ready = step(send=[b.telling]), step(b.hello() + b.frontier, [b.frontier, ASKS])
    far = Story().mia.add(30).add(31)
    news, ack = frame(RUN, s.mia.add(30).run(4)), acks(s.mia.leaf())
    one = b.after(s.mia.run(4))
    # Two runs of Mia's that together hold 524,288 bytes, and one byte less.
    def grown(missing):
        log = Story().mia
        for n in range(8):
            log.add(30 + n, 29, bytes([0x61 + n]) * 60000)
        rest = 524288 - missing - sum(len(e) for e in log.entries[4:])
        log.add(38, 29, b"z" * (rest - len(entry(38, WALL + 38, None, 29, b"z" * 40000)) + 40000))
        assert sum(len(e) for e in log.entries[4:]) == 524288 - missing
        return log, log.run(4, 9), log.run(9)
    much, first, second = grown(0)
    less, third, fourth = grown(1)
    return [
        several("the author hears that its entries came over another peer", links, *opened(b, 0, 1),
                on(0, tells(one)), on(1, news, {0: [ack]}, at=10),
                on(1, send={0: [tells(one, way(CY))], 1: [ack, tells(one, way(MIA, 1, True))]}, at=60)),
        talk("a run behind a gap is not acknowledged, not to its author either", MIA, False, greets, ready,
             step(frame(RUN, far.run(5)), at=10), step(send=[tells(b.digest)], at=60)),
        talk("524,288 bytes are acknowledged at once", CY, False, greets, ready,
             step(frame(RUN, first), at=10), step(frame(RUN, second), [acks(much.leaf())], at=20),
             step(send=[tells(b.after(first, second))], at=60)),
        talk("524,287 bytes are acknowledged after 50 ms", CY, False, greets, ready,
             step(frame(RUN, third), at=10), step(frame(RUN, fourth), at=20),
             step(send=[acks(less.leaf()), tells(b.after(third, fourth))], at=60)),
        several("an ACK waits until the link is established", links, *opened(b, 0),
                on(1, b.hello(), {1: [b.telling, b.frontier]}, opens=True),
                on(0, news, {0: [ack]}, at=10), on(0, send={0: [tells(one)]}, at=60),
                on(1, b.frontier + pong(1, WALL, OTHER_START, 100), {1: [ack, news, ASKS]}, at=100)),
        several("what comes later of an author that was asked for waits a second, too", links, *opened(b, 0, 1),
                on(1, tells(b.digest, way(MIA)) + frame(WANT, id_list([s.mia.author]))),
                on(0, news, {0: [ack]}, at=10),
                on(0, send={0: [tells(one, way(CY))], 1: [tells(one, way(MIA))]}, at=60),
                on(1, at=1009), on(1, send={1: [news]}, at=1010)),
    ]


def assuming(b):
    """Cy names a leaf of Mia's log beyond its end here."""
    s = Story()
    s.mia.add(30)
    ahead = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf(), s.bo.leaf()]))
    asks = frame(WANT, id_list([s.mia.author]))
    start = step(send=[b.telling]), step(b.hello() + ahead, [b.frontier, ASKS, asks])
    return [
        talk("a peer that names a leaf beyond the end is assumed to hold what is before it", CY, False, *start,
             step(send=[tells(b.digest)], at=50), step(at=1900)),
        talk("the assumption falls when the peer asks for the author", CY, False, *start,
             step(asks, [frame(RUN, s.mia.run(0, 4))], at=10)),
        talk("the assumption falls when the next leaf is not beyond the end", CY, False, *start,
             step(acks(s.mia.leaf(2)), [frame(RUN, s.mia.run(2, 4))], at=10)),
    ]


def allowance(b):
    """Two authors of 40,000 bytes each, of which one fits into the allowance, come from Mia for Dee."""
    s = Story()
    second = s.start(CY, b"\x08" * 16, [s.invite_bo, s.invite_cy], 12)
    logs = sorted([s.cy, second], key=lambda log: log.author)
    for log in logs:
        log.add(20, 29, b"m" * 40000)
    table = Table(s.founding)
    for data in (*s.sent[:2], s.cy.run(), second.run()):
        assert table.merge(read_run(Reader(data))) == "admitted"
    runs = [frame(RUN, log.run()) for log in logs]
    came = acks(*(log.leaf() for log in logs))
    ends = len(logs[0].entries)
    logs[0].add(21, 29, b"n" * 30000)
    later = frame(RUN, logs[0].run(ends))
    dees = guest(b, 1, b.announce(table), at=100)
    dees[1]["send"].append(dict(link=1, frame=runs[0]))
    return [several(
        "the allowance is used up by the first author; later entries do not count against it",
        [(MIA, False), (DEE, False)], *opened(b, 0), on(0, b"".join(runs), at=10),
        on(0, send={0: [came, tells(table.digest())]}, at=60), *dees,
        on(1, frame(WANT, id_list([logs[1].author])), {1: [runs[1]]}, at=110),
        on(0, later, {1: [later]}, at=120))]


def parting(b):
    """Mia, on link 0, removes Cy; another is on link 1."""
    s = Story()
    cys = s.cy
    remove(s.mia, CY, [cut(cys, 2)], 30)
    removal, ack = frame(RUN, s.mia.run(4)), acks(s.mia.leaf())
    one = b.after(s.mia.run(4))
    bye = lambda n: frame(BYE, bytes([n]))
    up_to_cut = frame(RUN, cys.run(0, 2))
    both_came = b.after(cys.run(0, 2), s.mia.run(4))
    shown = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf(), cys.leaf(2)]))
    named = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf(4), s.bo.leaf(), cys.leaf()]))
    # The same without a cut: nothing of Cy's log counts.
    n = Story()
    remove(n.mia, CY, [], 30)
    # The first entry of Cy's alone is what counts; then a second removal, of a key of which nothing is held.
    f = Story()
    remove(f.mia, CY, [cut(f.cy, 1)], 30)
    firsts, shut = frame(RUN, f.cy.run(0, 1)), frame(RUN, f.mia.run(4))
    kept, shut_ack = f.cy.leaf(1), acks(f.mia.leaf(), f.cy.leaf(1))
    cut_off = b.after(f.cy.run(0, 1), f.mia.run(4))
    remove(f.mia, EVE, [], 31)
    more = frame(RUN, f.mia.run(5))
    # Dee, a deputy, removes Cy at the first entry and is dismissed.
    d = Story()
    step = d.mia.invite(DEE, 40)
    dee = d.start(DEE, b"\x04" * 16, [step], 41)
    name(d.mia, DEE, 42)
    remove(dee, CY, [cut(d.cy, 1)], 43)
    naming, dees = frame(RUN, d.mia.run(4)), frame(RUN, dee.run())
    deputised = b.after(d.cy.run(0, 1), d.mia.run(4), dee.run())  # Cy's first entry is what the cut leaves.
    named_leaf = d.mia.leaf()
    parted = frame(FRONTIER, signed(WALL) + leaf_list([named_leaf, dee.leaf(), d.cy.leaf(1)]))
    whole = frame(FRONTIER, signed(WALL) + leaf_list([d.mia.leaf(4), d.bo.leaf(), d.cy.leaf()]))
    name(d.mia, DEE, 44, False)
    dismissal = frame(RUN, d.mia.run(6))
    began = [*opened(b, 0), *guest(b, 1, b.frontier), on(0, firsts, {1: [firsts]}, at=10),
             on(0, naming, {0: [acks(named_leaf, kept)], 1: [naming]}, at=20),
             on(1, dees, {0: [dees], 1: [acks(dee.leaf(), kept)]}, at=30),
             on(0, send={0: [tells(deputised, way(DEE))], 1: [tells(deputised, way(MIA))]}, at=70)]
    peers = [(MIA, False), (DEE, False)]
    return [
        several("a removal that ends names the leaves of the device again", peers, *began,
                on(0, dismissal, {0: [acks(d.mia.leaf(), kept)], 1: [dismissal]}, at=80),
                on(1, send={1: [acks(kept)]}, at=130)),
        several("a device that a deputy removed greets: it is sent the founder's log too", peers + [(CY, False)], *began,
                on(0, send={0: [acks(kept)]}, at=80), on(2, opens=True, at=100),
                on(2, b.hello([s.invite_bo, s.invite_cy]), {2: [b.greeting, parted]}, at=110),
                on(2, whole, {2: [naming, dees, bye(5)]}, {2: 5}, at=120)),
        several("a removed device greets: its own and the remover's leaves, the removal, and BYE",
                [(MIA, False), (CY, False)], *opened(b, 0), on(0, up_to_cut, at=10),
                on(0, removal, {0: [acks(s.mia.leaf(5), cys.leaf(2))]}, at=20),
                on(0, send={0: [tells(both_came)]}, at=70), on(1, opens=True, at=100),
                on(1, b.hello([s.invite_bo, s.invite_cy]), {1: [b.greeting, shown]}, at=110),
                on(1, named, {1: [removal, bye(5)]}, {1: 5}, at=120)),
        several("a removal ends the link of the removed device", [(MIA, False), (CY, False)],
                *opened(b, 0, 1), on(0, removal, {0: [ack], 1: [removal, bye(5)]}, {1: 5}, at=10),
                on(0, send={0: [tells(one)]}, at=60)),
        several("nothing counts of a log that was named: the link of a peer that may lack it ends", peers,
                *opened(b, 0), *guest(b, 1, b.frontier), on(0, up_to_cut, {1: [up_to_cut]}, at=10),
                on(0, frame(RUN, n.mia.run(4)), {0: [acks(n.mia.leaf())], 1: [bye(1)]}, {1: 1}, at=20),
                on(0, send={0: [tells(b.after(n.mia.run(4)))]}, at=70)),
        several("a removal names the leaves of the removed device to all", peers,
                *opened(b, 0), *guest(b, 1, b.frontier), on(0, firsts, {1: [firsts]}, at=10),
                on(0, shut, {0: [shut_ack], 1: [shut]}, at=20),
                on(1, send={0: [tells(cut_off, way(DEE))], 1: [acks(kept), tells(cut_off, way(MIA))]}, at=70)),
        several("another removal ends the link on which a run beyond the cut was dropped", peers,
                *opened(b, 0), *guest(b, 1, b.frontier), on(0, firsts, {1: [firsts]}, at=10),
                on(0, shut, {0: [shut_ack], 1: [shut]}, at=20), on(1, frame(RUN, f.cy.run(1)), at=30),
                on(1, send={0: [tells(cut_off, way(DEE))], 1: [acks(kept), tells(cut_off, way(MIA))]}, at=70),
                on(0, more, {0: [acks(f.mia.leaf())], 1: [bye(1)]}, {1: 1}, at=80)),
    ]


def lasting(b):
    """What a device remembers of its peers and of itself."""
    s = Story()
    greets, ready = step(send=[b.telling]), step(b.hello() + b.frontier, [b.frontier, ASKS])
    bye = lambda n: frame(BYE, bytes([n]))
    returned = frame(RUN, s.bo.add(8).run(4))
    begun = Log(b.table.id, BO, bytes(16), [entry(
        9, WALL, None, 1, started(BO.key, bytes(16), chain_bytes([s.invite_bo])))])
    table = Table(s.founding)
    for data in (s.mia.run(), s.bo.run(), begun.run()):
        assert table.merge(read_run(Reader(data))) == "admitted"
    def turn(link, boot, ended=()):
        return on(link, both(b, link, bytes([boot]) * 16),
                  {link: [b.telling, b.frontier, ASKS], **{n: [bye(9)] for n in ended}},
                  {n: 9 for n in ended}, opens=True)
    measured = frame(CLOCKS, clock_list([(OTHER_START, 59990, 12, 1, 0)]))
    dee = b.hello([Story().mia.invite(DEE, 40)]) + b.frontier + pong(1, WALL, START, 100)
    return [
        several("a device that left gets no bit, whatever others say of it",
                [(MIA, False), (CY, False), (DEE, False)], *opened(b, 0, 1), *guest(b, 2, b.frontier),
                on(1, bye(12), closes={1: 12}, at=5), on(0, tells(b.digest, way(CY, 1, True)), at=10),
                on(0, send={0: [tells(b.digest, way(DEE))],
                            2: [tells(b.digest, way(MIA, 1, True), way(CY, 2))]}, at=50)),
        talk("own entries that a peer returns begin a new author", MIA, False, greets, ready,
             step(returned, [frame(RUN, begun.run())], at=10),
             step(send=[acks(s.bo.leaf()), tells(table.digest())], at=60)),
        several("two processes of a peer that take turns: in the end both links stay", [(MIA, False)] * 4,
                turn(0, 0xaa), turn(1, 0xab, [0]), turn(2, 0xaa, [1]), turn(3, 0xab)),
        several("news of clocks waits for all peers together, also on a new link",
                [(MIA, False), (CY, False), (DEE, False)],
                *[on(n, b.hello() + b.frontier, {n: [b.telling, b.frontier, ASKS]}, opens=True) for n in (0, 1)],
                on(1, pong(1, WALL, START, 10), at=10),
                on(0, pong(1, WALL, OTHER_START, 60000), {1: [measured]}, at=20),
                on(1, send={0: [tells(b.digest, way(CY))], 1: [tells(b.digest, way(MIA))]}, at=50),
                on(2, opens=True, at=100), on(2, dee, {2: [b.greeting, b.frontier, ASKS]}, at=100),
                on(2, at=519), on(2, send={2: [measured]}, at=520)),
        talk("a malformed CLOCKS before the greeting", MIA, False, greets,
             step(frame(CLOCKS, clock_list([(FAR_START, 0, 60001, 1, 0)])), [bye(6)], 6)),
        talk("any byte ends the silence", MIA, False, greets, ready, step(send=[tells(b.digest)], at=50),
             step(send=[ping(2)], at=2000), step(send=[ping(3)], at=4000), step(b"\0", at=5999),
             step(send=[ping(4)], at=6000)),
    ]


def hurrying(b):
    """What goes at once to a peer with a link to the author, and what is not owed."""
    s = Story()
    near = tells(b"\xee" * 32, way(MIA))
    empty = b.announce(Table(s.founding))
    greets = step(send=[b.telling])
    returned = frame(RUN, s.bo.add(8).run(4))
    begun = Log(b.table.id, BO, bytes(16), [entry(
        9, WALL, None, 1, started(BO.key, bytes(16), chain_bytes([s.invite_bo])))])
    table = Table(s.founding)
    for data in (s.mia.run(), s.bo.run(), begun.run()):
        assert table.merge(read_run(Reader(data))) == "admitted"
    own = [returned, frame(RUN, begun.run())]
    s.mia.add(30)
    ahead = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf(), s.bo.leaf(4)]))
    asks = frame(WANT, id_list([s.mia.author]))
    return [
        talk("what a peer lacked at first goes at once, although it has a link to the author", CY, False, greets,
             step(b.hello() + empty + near, [
                 b.frontier, ASKS, frame(RUN, s.mia.run(1, 4)), frame(RUN, s.bo.run(0, 4))])),
        talk("what is held when a peer asks goes at once, although it has a link to the author", CY, False, greets,
             step(b.hello() + ahead, [b.frontier, ASKS, asks]),
             step(near + asks, [frame(RUN, s.mia.run(0, 4))], at=10)),
        several("what a device records itself is not owed", [(MIA, False), (CY, False)], *opened(b, 0),
                on(1, b.hello(), {1: [b.telling, b.frontier]}, opens=True),
                on(0, returned, {0: own[1:]}, at=10),
                on(0, send={0: [acks(s.bo.leaf()), tells(table.digest())]}, at=60),
                on(1, b.frontier + pong(1, WALL, OTHER_START, 100),
                   {1: [acks(s.bo.leaf()), *own, ASKS]}, at=100)),
    ]


def window(b):
    """Ten runs of Mia's, each of nearly 524,288 bytes, for Cy: nine come to more than 4 MiB."""
    s, runs, leaves = Story(), [], []
    for n in range(10):
        for m in range(8):
            s.mia.add(30 + 8 * n + m, 29, bytes([0x61 + m]) * 65500)
        assert 524288 - 200 * 8 < sum(len(e) for e in s.mia.entries[-8:]) <= 524288
        runs.append(frame(RUN, s.mia.run(4 + 8 * n)))
        leaves.append(s.mia.leaf())
    return several(
        "no more than 4 MiB are under way: the last run waits for an ACK", [(MIA, False), (CY, False)],
        *opened(b, 0, 1), on(0, b"".join(runs), {0: [acks(leaves[-1])], 1: runs[:9]}, at=10),
        on(1, acks(leaves[0]), {1: runs[9:]}, at=20))


def whole(b):
    """Mia's log grew by more than a window while Cy was away, and ends with Cy's removal."""
    s, runs = Story(), []
    for n in range(9):
        for m in range(8):
            s.mia.add(30 + 8 * n + m, 29, bytes([0x61 + m]) * 65500)
        if n == 8:
            remove(s.mia, CY, [], 200)
        runs.append(s.mia.run(4 + 8 * n))
    assert sum(map(len, runs)) > 4194304
    sent = [frame(RUN, data) for data in runs]
    told = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf()]))
    named = frame(FRONTIER, signed(WALL) + leaf_list([s.mia.leaf(4), s.bo.leaf()]))
    return several(
        "a removed device gets more than 4 MiB of the remover's log before BYE", [(MIA, False), (CY, False)],
        *opened(b, 0), on(0, b"".join(sent), {0: [acks(s.mia.leaf())]}, at=10),
        on(0, send={0: [tells(b.after(*runs))]}, at=60), on(1, opens=True, at=100),
        on(1, b.hello([s.invite_bo, s.invite_cy]), {1: [b.greeting, told]}, at=110),
        on(1, named, {1: [*sent, frame(BYE, bytes([5]))]}, {1: 5}, at=120))


def short(b):
    """Cy takes frames of 66,048 bytes; the device itself takes longer ones, and no parts."""
    s, links = Story(), [(MIA, False), (CY, False)]
    for n, size in enumerate([20000, 45000, 65500, 600, 40000]):
        s.mia.add(30 + n, 29, bytes([0x61 + n]) * size)
    long = frame(RUN, s.mia.run(4))
    # 20,000 and 45,000 bytes fit into one frame, 65,500 need one, 600 and 40,000 are the rest.
    parts = [frame(RUN, data) for data in (s.mia.part(4, 6), s.mia.part(6, 7), s.mia.run(7))]
    assert all(len(data) - 4 <= FRAME_MIN for data in parts)
    hello = b.hello(limit=FRAME_MIN) + b.frontier + TELLS
    fits = Story().mia.add(30, 29, b"f" * 65500)
    one = frame(RUN, fits.run(4))
    assert FRAME_MIN - 512 < len(one) - 4 <= FRAME_MIN
    greets, ready = step(send=[b.telling]), step(b.hello() + b.frontier, [b.frontier, ASKS])
    small = on(1, hello, {1: [b.telling, b.frontier, ASKS]}, opens=True)
    return [
        several("a run above the limit of a peer is sent in parts", links, *opened(b, 0), small,
                on(0, long, {0: [acks(s.mia.leaf())], 1: parts}, at=10)),
        several("a run within the limit of a peer is sent whole", links, *opened(b, 0), small,
                on(0, one, {0: [acks(fits.leaf())], 1: [one]}, at=10)),
        talk("a part at a device that takes every run", MIA, False, greets, ready,
             step(parts[0], [frame(BYE, b"\6")], 6, at=10)),
    ]


def ending(b):
    """A link that ends for a limit, and members that are no longer."""
    up = [b.telling, b.frontier]
    opens = [on(n, both(b, n), {n: up + [ASKS]}, opens=True, at=n) for n in range(4)]
    bye = frame(BYE, bytes([11]))
    return [
        several("of five links to one device the one that was silent for the longest is ended", [(MIA, False)] * 5,
                *opens, on(4, send={0: [bye], 4: [b.telling]}, closes={0: 11}, at=10, opens=True)),
        talk("a stranger that this device dialled", EVE, True, step(send=[b.greeting]),
             step(b.hello(), [frame(BYE, bytes([4]))], 4)),
    ]
