"""A table's log as a file, written and read from Protocol/logfile.md alone."""

import logs
import pages
from peer import *
from removals import CountingTable, cut as cut_of, remove

BOOT, BYE_FRAME, GREETING_MAX = bytes(16), frame(BYE, b"\1"), 4608


class Refused(Exception):
    """Where the frame begins that is refused, in bytes; None for the file as a whole."""


def write(story, runs, chain=b"\0", digest=None, **changes):
    """The frames of a file."""
    table = CountingTable(story.founding)
    for data in runs:
        assert table.merge(logs.read(data)) in ("admitted", "fork", "beyondCut")
    hello = dict(lowest=1, highest=1, table=table.id, boot=BOOT, chain=chain,
                 summary=(logs.WALL, digest or table.digest()))
    hello.update(changes)
    return [greeting(**hello)] + [frame(RUN, data) for data in runs] + [BYE_FRAME]


def read(data):
    """What a reader takes of a file: the table."""
    at, hello, table, ended = 0, None, None, False
    try:
        while at < len(data):
            demand(len(data) >= at + 4, "cut")
            end = at + 4 + int.from_bytes(data[at : at + 4])
            demand(end <= at + 4 + (FRAME_MAX if hello else GREETING_MAX), "limit")
            demand(len(data) >= end, "cut")
            found = read_frame(data[at:end])
            if found is not None:
                kind, fields = found
                demand(not ended)
                if hello is None:
                    demand(kind == GREETING and fields[0] <= 1 <= fields[1] and fields[-1])
                    hello = fields
                elif kind in (RUN, PAGED_RUN):
                    demand(fields["signature"])
                    m = fields if kind == RUN else plain(data[at + 5 : end])
                    if table is None:
                        demand(m["after"] == 0)
                        table = CountingTable(read_run_entries(m)[0])
                        demand(table.id == hello[2])
                    demand(table.merge(m) in ("admitted", "fork", "held", "beyondCut"))
                else:
                    demand(kind == BYE)
                    ended = True
            at = end
        demand(ended and table is not None, "cut")
    except Malformed:
        raise Refused(at)
    if table.digest() != hello[-1][1]:
        raise Refused(None)
    return table


def plain(data):
    """A run page by page as one of canonical bytes."""
    m, entries = pages.whole_run(data)
    return dict(m, count=len(entries), bytes=b"".join(entries))


def case(name, frames):
    table = read(b"".join(frames))
    return dict(name=name, file=b"".join(frames), table=table.id, entries=len(table.counted),
                digest=table.digest())


def refused(name, frames):
    data = b"".join(frames)
    try:
        read(data)
    except Refused as error:
        return dict(name=name, file=data, offset=error.args[0])
    raise AssertionError("not refused: " + name)


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def logfile():
    s = logs.Story()
    whole = [s.mia.run(), s.bo.run(), s.cy.run()]
    good = write(s, whole)
    f = logs.Story()
    twin = f.bo.twin(2).add(6, body=b"twin").add(7, body=b"twin again")
    forked = [f.mia.run(), f.bo.run(), twin.run(2), f.cy.run()]
    parts = [s.mia.run(0, 3), s.mia.run(3), s.bo.run(0, 2), s.bo.run(2), s.cy.run()]
    r = logs.Story()
    remove(r.mia, logs.BO, [cut_of(r.bo)], 11)
    r.bo.add(12).add(13)
    removed = write(r, [r.mia.run(), r.bo.run(0, 4), r.bo.run(4, 5)])
    eve = frame(RUN, s.start(logs.EVE, b"\x05" * 16, [], 9).run())
    cut = lambda data: fixed32(len(data) - 5) + data[4:-1]
    def first(**changes):
        return write(s, whole, **changes)
    def second(data):
        return good[:2] + [frame(RUN, data)] + good[3:]
    bare = greeting(1, 1, s.table.id, BOOT, b"\0")
    return dict(
        valid=[
            case("three devices", good), case("one log on two branches", write(f, forked)),
            case("in five runs", write(s, parts)),
            case("the founder alone", write(s, whole[:1])),
            case("written by a device that was let in",
                 write(s, whole, chain=chain_bytes([s.invite_bo]))),
            case("a run page by page",
                 good[:2] + [frame(PAGED_RUN, pages.paged(s.bo, 0, [2, 4]))] + good[3:]),
            case("a removed device, with a run beyond the cut", removed),
            case("a run twice", good[:-1] + good[1:2] + good[-1:]),
            case("frames of a later version", good[:2] + [frame(200, b"later")] + good[2:]),
            case("versions of later programs", first(highest=9))],
        refused=[
            refused("nothing", []), refused("text", [b"scored"]),
            refused("a later version", first(lowest=2, highest=3)),
            refused("a greeting without a summary", [bare] + good[1:]),
            refused("two greetings", good[:1] + good),
            refused("no greeting", good[1:]), refused("a greeting alone", good[:1]),
            refused("a greeting and BYE", good[:1] + good[-1:]),
            refused("another table", first(table=bytes(32))),
            refused("the founder's run is not the first", good[:1] + good[2:3] + good[1:2] + good[3:]),
            refused("the founder's first entry is missing",
                    good[:1] + [frame(RUN, s.mia.run(1))] + good[2:]),
            refused("a run without its signature", second(s.bo.part(0, 2))),
            refused("a bit of an entry", second(flipped(s.bo.run(), 60))),
            refused("a bit of the signature", second(flipped(s.bo.run(), -1))),
            refused("not signed", second(s.bo.unsigned())),
            refused("signed by another", second(s.bo.run(by=logs.EVE))),
            refused("a device that nobody invited", good[:-1] + [eve] + good[-1:]),
            refused("a run that attaches to one beyond the cut",
                    removed[:-1] + [frame(RUN, r.bo.run(5)), BYE_FRAME]),
            refused("a gap", write(s, parts)[:3] + write(s, parts)[4:]),
            refused("a run cut", good[:2] + [cut(good[2])] + good[3:]),
            refused("the last run is missing", good[:-2] + good[-1:]),
            refused("no BYE", good[:-1]),
            refused("cut in a run", [b"".join(good[:3])[:-9]]),
            refused("cut in a length", good[:2] + [b"\0\0"]),
            refused("a frame that has no place there", good[:-1] + [frame(WANT, b"\0"), good[-1]]),
            refused("a frame behind BYE", good + good[-1:]),
            refused("a byte behind BYE", good + [b"\0"]),
            refused("another digest", first(digest=b"\xff" * 32))])
