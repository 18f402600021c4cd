"""Tables of one event each, written by hand: the scenarios of a scorer's table, and corners."""

from eventtables import Paper

ANA, EVA, IDA, KIM, LEE, MAX = range(6)
TWO, THREE, FREE, ASSIST, REBOUND, FOUL, STEAL, MISS = 2, 3, 4, 5, 6, 7, 9, 12
TRACKED, ALONE_FLAG, COVERING = 1, 2, 512
ANSWER = 4


def both(p, kind=TWO, who=ANA, at=(300, 302), devices=(1, 2), **more):
    return [p.move(d, kind, who, t, **more) for d, t in zip(devices, at)]


def scenarios():
    for who in 1, 2, 3:
        p = Paper(3)
        a, b = both(p)
        p.fix(who, a if who == 1 else b, [], p.body(THREE, ANA, 300 if who == 1 else 302))
        yield f"1 both typed 2, truth 3, device {who} fixes one", p
    p = Paper(3)
    a, b = both(p)
    with p:
        p.fix(1, a, [], p.body(THREE, ANA, 300))
        p.fix(2, b, [], p.body(THREE, ANA, 302))
    yield "1 each fixes the own entry at once", p
    p = Paper(3)
    a, b = both(p)
    with p:
        p.fix(1, b, [], p.body(THREE, ANA, 302))
        p.fix(2, a, [], p.body(THREE, ANA, 300))
    yield "1 each fixes the other's at once", p
    p = Paper(3)
    both(p, THREE, at=[300], devices=[1])
    both(p, TWO, at=[302], devices=[2])
    yield "2 one 3, the other 2, not mended", p
    for who in 1, 2, 3:
        p = Paper(3)
        a = p.move(1, TWO, ANA, 300, flags=TRACKED)
        b = p.move(2, TWO, ANA, 302)
        f = p.fix(who, b, [], p.body(THREE, ANA, 302))
        yield f"3 device 1 tracks, device {who} fixes the held copy", p
        p.fix(1, a, [f], p.body(TWO, ANA, 300), ANSWER)
        p.fix(1, b, [f], p.body(TWO, ANA, 300), ANSWER)
        yield f"3 and device 1 answers: its own ({who})", p
    for one, two in (1, 2), (2, 1), (1, 3):
        p = Paper(3)
        a, b = both(p)
        with p:
            f = p.fix(one, a, [], p.body(THREE, ANA, 300))
            g = p.fix(two, b, [], p.body(TWO, EVA, 302))
        yield f"4 at once {one} fixes the kind, {two} the player", p
        for i in a, b:
            p.fix(3, i, [f, g], p.body(THREE, EVA, 300), ANSWER)
        yield f"4 and an answer ({one}, {two})", p
    for who in 1, 2, 3:
        p = Paper(3)
        a, b = both(p)
        f = p.fix(1, a, [], p.body(THREE, ANA, 300))
        g = p.fix(who, b, [f], p.body(THREE, EVA, 302))
        yield f"5 device {who} fixes over a fix that it saw", p
        p.void(who, g, 1)
        yield f"5 and undoes that ({who})", p
    for who in 1, 2:
        p = Paper(3)
        a, b = both(p)
        p.void(who, (a, b)[who - 1], 1)
        p.move(who, THREE, ANA, 304)
        yield f"6 both 2, device {who} undoes and enters 3", p
        p.void(who, (b, a)[who - 1])
        yield f"6 and says that the other did not happen ({who})", p
    for who in 1, 2, 3:
        for answer in "did", "did not":
            p = Paper(3)
            a, b = both(p)
            v = p.void(who, a, 1)
            if answer == "did":
                yield f"7 waved off: device {who} withdraws the first, its copy was held", p
            p.void(3, v if answer == "did" else b)
            yield f"7 it {answer} happen ({who})", p
    p = Paper(3)
    a, b = both(p)
    p.void(1, a, 5)
    yield "7 only mine is withdrawn", p
    p = Paper(3)
    a, b, c = both(p, at=(300, 302, 301), devices=(1, 2, 3))
    v = p.void(1, a, 1)
    w = p.void(3, a)
    yield "7 waved off by two, three keepers", p
    p.void(2, v)
    yield "7 one of the two voids withdrawn", p
    p.void(2, w)
    yield "7 both withdrawn: it did happen", p
    p.accept(2, b)
    yield "7 accepted besides", p
    p = Paper(3)
    a = p.move(1, TWO, ANA, 300)
    p.void(1, a, 1)
    p.move(2, TWO, ANA, 302)
    yield "8 entered and undone by one, then entered by the other", p
    p = Paper(3)
    a = p.move(1, TWO, ANA, 300)
    v = p.lamport
    p.void(1, a, 1)
    p.move(2, TWO, ANA, 302, lamport=v)
    yield "8 the same, the other is offline", p
    p = Paper(3)
    a = p.move(1, TWO, ANA, 300)
    b = p.move(2, TWO, ANA, 307)
    yield "9 two baskets of one player 7 s apart, one by each keeper", p
    p.accept(3, b)
    yield "9 both happened", p
    for who in 1, 2, 3:
        p = Paper(3)
        a = p.move(1, TWO, ANA, 300)
        b = p.move(2, TWO, EVA, 301)
        p.fix(who, b, [], p.body(TWO, ANA, 301))
        both(p, TWO, ANA, (330, 331))
        both(p, TWO, EVA, (333, 334))
        yield f"10 a wrong player fixed by device {who}, both players score again", p
    p = Paper(3)
    both(p, at=(300, 292, 284), devices=(1, 2, 3))
    yield "11 three keepers, each 8 s from the next", p
    p = Paper(3)
    both(p, at=(300, 292, 279), devices=(1, 2, 3))
    yield "11 the third 21 s from the first", p
    for odd in 1, 2, 3:
        p = Paper(3)
        for d in 1, 2, 3:
            p.move(d, THREE if d == odd else TWO, ANA, 300 + d)
        yield f"12 two say 2, device {odd} says 3", p
    p = Paper(3)
    a, b = both(p)
    p.accept(2, b)
    p.fix(1, a, [], p.body(THREE, ANA, 300))
    yield "13 a held copy accepted, then the first one fixed", p
    p = Paper(3)
    away = ALONE_FLAG | TRACKED
    for t in 100, 400:
        p.move(1, TWO, EVA, t, flags=away)
    p.take(2, 1, [ANA, EVA], {bytes([1]) * 16: 3})
    a = p.move(1, TWO, ANA, 200, flags=away)
    b = p.move(2, TWO, ANA, 215, flags=COVERING)
    for t in 90, 410:
        p.move(2, TWO, EVA, t, flags=COVERING)
    yield "14 an absence, 15 s apart", p
    p.fix(1, a, [], p.body(THREE, ANA, 200))
    yield "14 and fixed", p
    p = Paper(3)
    p.clock(1, 2)
    p.move(1, TWO, ANA, 4, 2)
    p.move(2, TWO, ANA, 599, 1)
    yield "15 one keeper has not begun the period", p
    p = Paper(3, clock=False)
    p.compare(1, 2, -60_000)
    p.compare(2, 1, 60_000)
    p.move(1, TWO, ANA, wall=p.wall + 100_000)
    p.move(2, TWO, ANA, wall=p.wall + 161_500)
    yield "16 no clock, laptops 60 s apart", p
    p = Paper(3)
    p.move(1, FOUL, KIM, 300)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    yield "17 two free throws of one stop, one by each keeper, no throws stated", p
    p = Paper(3)
    p.move(1, FOUL, KIM, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    yield "17 two throws stated", p


def corners():
    p = Paper(4)
    both(p, at=(300, 301, 302, 303), devices=(1, 2, 3, 4))
    yield "four devices", p
    p = Paper(3)
    for d, t in [(1, 300), (1, 306), (2, 303), (3, 303)]:
        p.move(d, TWO, ANA, t)
    yield "ties in distance go by order", p
    p = Paper(3)
    for d, t in [(2, 303), (1, 306), (1, 300), (3, 303)]:
        p.move(d, TWO, ANA, t)
    yield "ties in distance, other orders", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, ANA, 310)
    yield "10 s exactly", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, ANA, 320)
    p.move(1, TWO, EVA, 330)
    p.move(2, TWO, EVA, 350.001)
    yield "20 s exactly and a millisecond more", p
    for between in 31, 32:
        p = Paper(2)
        for n in range(between):
            p.void(2, p.move(2, TWO, ANA, 300.1 + n / 1000))
        b = p.move(2, TWO, ANA, 301)
        p.move(1, TWO, ANA, 300)
        p.void(2, b)
        yield f"{between} moves between in the list, void before", p
    p = Paper(3)
    p.move(1, TWO, ANA, 300)
    b = p.move(2, TWO, ANA, 301, flags=TRACKED)
    p.move(3, TWO, ANA, 302)
    yield "the tracked one is the head", p
    p = Paper(4)
    p.move(1, TWO, ANA, 300, flags=TRACKED)
    p.move(2, THREE, ANA, 301)
    p.move(3, THREE, ANA, 302, flags=TRACKED)
    p.move(4, THREE, ANA, 303)
    yield "two trackers, most say the second's", p
    p = Paper(4)
    for d, kind in enumerate((TWO, THREE, THREE, TWO), 1):
        p.move(d, kind, ANA, 300 + d)
    yield "two say 2, two say 3", p
    p = Paper(3)
    p.merge(1, EVA, ANA)
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, EVA, 301)
    yield "two lines merged into one player", p
    p = Paper(3)
    p.move(1, REBOUND, EVA, 10)
    m = p.merge(1, EVA, ANA)
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, EVA, 304)
    p.void(1, m)
    yield "the merge withdrawn: one side, 4 s apart", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, ANA, 301, points=3)
    yield "the same kind with other points", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300, points=2)
    p.move(2, TWO, ANA, 301)
    yield "points stated as the rule has them are other points", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    b = p.move(2, TWO, ANA, 301)
    v = p.void(1, a)
    p.void(2, v)
    yield "the void withdrawn", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    b = p.move(2, TWO, ANA, 301)
    p.void(1, a, 4)
    p.void(2, b, 4)
    yield "both withdrawn alone", p
    p = Paper(2)
    a, b = both(p)
    p.void(1, a)
    p.void(2, b)
    yield "each withdraws the own: nothing is asked", p
    p = Paper(2)
    a, b = both(p)
    p.void(1, b)
    p.void(2, b, 5)
    yield "withdrawn twice, once alone", p
    p = Paper(3)
    a = p.move(1, TWO, ANA, 300)
    with p:
        p.fix(1, a, [], p.body(THREE, ANA, 300))
        p.fix(2, a, [], p.body(TWO, EVA, 300))
    p.void(3, a)
    yield "a conflict of a withdrawn move asks nothing", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    with p:
        p.fix(1, a, [], p.body(TWO, EVA, 300))
        p.fix(2, a, [], p.body(TWO, EVA, 309))
    yield "two fixes that say the same are no conflict", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    f = p.fix(1, a, [], p.body(THREE, ANA, 300))
    g = p.fix(2, a, [f], p.body(TWO, EVA, 300))
    p.void(1, f)
    p.fix(1, a, [f], p.body(THREE, IDA, 300))
    yield "a base that is void, named by two", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    f = p.fix(1, a, [], p.body(THREE, ANA, 300))
    p.fix(2, f, [], p.body(TWO, EVA, 300))
    yield "a fix of a fix names no move", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    f = p.fix(1, a, [(bytes([2]) * 16, 99), a], p.body(THREE, ANA, 300))
    yield "bases that are no fixes", p
    p = Paper(2)
    a, b = both(p)
    p.fix(1, a, [], p.body(TWO, ANA, 360))
    yield "a fix of the time by a minute keeps the pair", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 100)
    b = p.move(2, TWO, ANA, 300)
    p.fix(1, a, [], p.body(TWO, ANA, 301))
    yield "a fix of the time makes a pair", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    p.move(2, REBOUND, ANA, 301)
    p.fix(1, a, [], p.body(REBOUND, ANA, 300))
    yield "a basket fixed into a rebound is only alike", p
    p = Paper(2)
    both(p, REBOUND)
    both(p, FOUL, KIM)
    both(p, MISS, LEE, variant=6)
    both(p, MISS, MAX, variant=8)
    both(p, STEAL, IDA)
    yield "alike: rebound, foul, missed shot; copies: missed free throw, steal", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300)
    p.move(2, MISS, ANA, 302, variant=6)
    p.move(1, TWO, EVA, 330)
    p.move(2, MISS, EVA, 334, variant=6)
    yield "made and missed, 2 s and 4 s apart", p
    p = Paper(2)
    both(p, REBOUND, EVA, (10, 10))
    both(p, REBOUND, LEE, (20, 20))
    p.move(1, TWO, ANA, 300)
    p.move(2, TWO, EVA, 310)
    p.move(1, ASSIST, KIM, 400)
    p.move(2, ASSIST, LEE, 404)
    p.move(1, FREE, KIM, 500)
    p.move(2, FREE, LEE, 500)
    p.move(1, TWO, IDA, 550)
    p.move(2, TWO, EVA, 565)
    yield "one side: field goals, assists, free throws, and 15 s apart", p
    for how in "none", "a void one", "an accepted one", "the own move, fixed":
        p = Paper(2)
        x = p.move(1, REBOUND, EVA, 10) if how in ("a void one", "an accepted one") else None
        a = p.move(1, TWO, EVA if how.startswith("the own") else ANA, 300)
        p.move(2, TWO, EVA, 306)
        if how == "a void one":
            p.void(1, x)
        if how == "an accepted one":
            p.accept(1, x)
        if how.startswith("the own"):
            p.fix(1, a, [], p.body(TWO, ANA, 290))
        yield f"one side, and another move of the other's player: {how}", p
    p = Paper(2)
    p.move(1, TWO, ANA, 300)
    p.move(2, THREE, ANA, 315)
    p.move(1, FREE, KIM, 400)
    p.move(2, FREE, KIM, 415)
    yield "15 s apart: another kind asks, an equal one does not", p
    p = Paper(2)
    p.clock(1, 2)
    p.move(1, TWO, ANA, 599, 1, wall=p.wall + 50_000)
    p.move(2, TWO, ANA, 2, 2, wall=p.wall + 57_000)
    p.move(1, TWO, EVA, 599, 1, wall=p.wall + 50_000)
    p.move(2, TWO, EVA, 2, 2, wall=p.wall + 61_000)
    yield "neighbouring periods, by wall times", p
    p = Paper(2)
    p.compare(2, 1, 60_000)
    p.clock(1, 2)
    p.move(1, TWO, ANA, 599, 1, wall=p.wall + 50_000)
    p.move(2, TWO, ANA, 2, 2, wall=p.wall + 117_000)
    yield "neighbouring periods, in common time", p
    yield from no_clock()
    yield from stops()
    yield from links()
    yield from absences()


def timed(p, *moves, kind=TWO, who=ANA):
    return [p.move(d, kind, who, wall=p.wall + ms) for d, ms in moves]


def no_clock():
    p = Paper(2, clock=False)
    timed(p, (1, 100_000), (2, 104_000))
    yield "no clock, nothing compared: pointed out by wall times", p
    p = Paper(2, clock=False)
    timed(p, (1, 100_000), (2, 160_000))
    yield "no clock, nothing compared, 60 s apart", p
    p = Paper(2, clock=False)
    p.compare(2, 1, 60_000)
    timed(p, (1, 100_000), (2, 161_000))
    yield "common time: one compared with the other", p
    p = Paper(2, clock=False)
    p.compare(1, 2, -50_000)
    p.compare(2, 1, 60_000)
    timed(p, (1, 100_000), (2, 165_000))
    yield "common time: both compared, and differ: the smaller key is the frame", p
    p = Paper(3, clock=False)
    p.compare(1, 3, -60_000)
    p.compare(2, 3, 5_000)
    timed(p, (1, 100_000), (2, 161_000))
    yield "common time: both compared with a third", p
    p = Paper(5, clock=False)
    for d, third, ms in [(1, 5, 0), (2, 5, 0), (1, 4, -60_000), (2, 4, 0)]:
        p.compare(d, third, ms)
    timed(p, (1, 100_000), (2, 161_000))
    yield "common time: of two thirds the smaller key", p
    p = Paper(4, clock=False)
    p.compare(1, 3, 0)
    p.compare(2, 4, 0)
    timed(p, (1, 100_000), (2, 101_000))
    yield "common time: no third in common", p
    p = Paper(2, clock=False)
    p.compare(2, 1, 60_000, 2_001)
    timed(p, (1, 100_000), (2, 161_000))
    p.compare(2, 1, 60_000, 2_001)
    yield "an error above 2,000 ms states nothing", p
    p = Paper(2, clock=False)
    p.compare(2, 1, 60_000, 2_000)
    p.compare(2, 1, 0, 2_001)
    timed(p, (1, 100_000), (2, 161_000))
    yield "an error above 2,000 ms replaces nothing", p
    p = Paper(2, clock=False)
    timed(p, (1, 100_000), (2, 161_000))
    p.compare(2, 1, 60_000)
    p.compare(2, 1, 0)
    yield "the first statement after the move", p
    p = Paper(2, clock=False)
    p.compare(2, 1, 0)
    p.compare(2, 1, 60_000)
    timed(p, (1, 100_000), (2, 161_000))
    p.compare(2, 1, 0)
    yield "the last statement before the move", p
    p = Paper(2, clock=False)
    p.compare(2, 1, 0)
    c = p.compare(2, 1, 60_000)
    timed(p, (1, 100_000), (2, 161_000))
    p.void(2, c)
    yield "a statement withdrawn", p
    p = Paper(2, first=[2], clock=False)
    p.compare(2, 1, 60_000)
    timed(p, (1, 100_000), (2, 161_000))
    yield "a device without a first entry compares too", p
    p = Paper(2)
    p.compare(2, 1, 60_000)
    p.move(1, TWO, ANA, 300, wall=p.wall + 100_000)
    p.move(2, TWO, ANA, wall=p.wall + 161_000)
    p.move(1, TWO, EVA, 300, wall=p.wall + 200_000)
    p.move(2, TWO, EVA, 305, wall=p.wall + 290_000)
    yield "a reading against none: common time; two readings: the clock", p
    p = Paper(2, clock=False)
    p.move(1, TWO, ANA, 300, wall=p.wall + 100_000)
    p.move(2, TWO, ANA, 300, wall=p.wall + 101_000)
    yield "readings in a period whose clock never started", p
    p = Paper(2, clock=False)
    c = p.clock(1)
    p.void(1, c)
    both(p)
    yield "a start that is withdrawn is a start", p
    p = Paper(2, clock=False)
    p.clock(1, action=1)
    both(p)
    yield "a stop alone is no start", p
    p = Paper(3, clock=False)
    p.start(4, 1)
    p.compare(1, 2, 0)
    p.move(4, TWO, ANA, wall=p.wall + 100_000)
    p.move(2, TWO, ANA, wall=p.wall + 101_000)
    yield "a statement is of its author's log alone", p
    p = Paper(2, clock=False)
    p.start(3, 1)
    timed(p, (1, 100_000), (3, 101_000))
    p.clock(1)
    p.move(1, TWO, EVA, 300)
    p.move(3, TWO, EVA, 301)
    yield "two authors of one device are no pair", p


def stops():
    for stated, said in [((2,), "one keeper states 2"), ((2, 2), "both state 2")]:
        p = Paper(2)
        for d, n in enumerate(stated, 1):
            p.move(d, FOUL, KIM, 300, throws=n)
        for d in 1, 2, 1, 2:
            p.move(d, FREE, ANA, 300)
        yield f"two throws by both keepers, {said}", p
    p = Paper(2)
    p.move(1, FOUL, KIM, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    p.move(2, MISS, ANA, 300, variant=8)
    yield "two throws, three attempts, one missed", p
    p = Paper(2)
    p.move(1, FOUL, KIM, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    p.move(1, FREE, EVA, 300)
    yield "throws of two players in one stop: nothing is released", p
    p = Paper(2)
    p.move(1, FOUL, KIM, 300, throws=1)
    p.move(1, FOUL, LEE, 305, throws=2)
    for _ in range(3):
        p.move(1, FREE, ANA, 305)
        p.move(2, FREE, ANA, 305)
    yield "two fouls of one stop add up", p
    p = Paper(2)
    f = p.move(1, FOUL, KIM, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    p.void(1, f)
    yield "a foul withdrawn states nothing", p
    p = Paper(2)
    p.move(1, FOUL, -2, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    b = p.move(2, FREE, ANA, 300)
    yield "a foul of a team states throws", p
    p.accept(2, b)
    yield "a free throw accepted in its stop", p
    p = Paper(2)
    p.move(1, FOUL, ANA, 300, throws=2)
    p.move(1, FREE, ANA, 300)
    p.move(2, FREE, ANA, 300)
    yield "a foul of the shooter's own side", p
    p = Paper(3)
    p.move(1, FOUL, KIM, 300, throws=2)
    for d in 1, 2, 3:
        p.move(d, FREE, ANA, 300)
    yield "two throws, three keepers with one each", p


def links():
    p = Paper(2)
    a, b = both(p)
    p.move(1, ASSIST, EVA, 300, linked=a)
    p.move(2, ASSIST, EVA, 302, linked=b)
    yield "assists of a basket and of its held copy", p
    p = Paper(2)
    a, b = both(p)
    p.move(1, ASSIST, EVA, 300, linked=a)
    p.move(2, ASSIST, EVA, 302, linked=b)
    p.void(1, a)
    yield "assists of a withdrawn basket", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    p.move(1, ASSIST, EVA, 300, linked=a)
    b = p.move(2, TWO, ANA, 301)
    p.move(2, ASSIST, EVA, 301)
    p.void(1, a, 4)
    yield "an assist of a basket withdrawn alone, and one without a link", p
    p = Paper(2)
    a, b = both(p)
    p.move(1, ASSIST, EVA, 300, linked=a)
    p.move(2, ASSIST, EVA, 302, linked=b)
    p.fix(2, b, [], p.body(MISS, ANA, 302, variant=6))
    yield "assists of a basket that a fix of its copy made a miss", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    s = p.move(1, ASSIST, EVA, 300, linked=(bytes([1]) * 16, 99))
    p.move(2, ASSIST, IDA, 380, linked=s)
    p.void(1, s)
    yield "links to nothing and to a withdrawn assist", p
    p = Paper(2)
    a = p.move(1, TWO, ANA, 300)
    s = p.move(1, ASSIST, EVA, 300, linked=a)
    p.move(2, ASSIST, IDA, 380, linked=s)
    p.void(1, a)
    yield "a link to an unlinked assist", p
    for is_withdrawn in False, True:
        p = Paper(2)
        p.move(1, ASSIST, EVA, 100)
        p.move(2, ASSIST, EVA, 101)
        a = p.move(1, TWO, ANA, 300)
        p.move(1, ASSIST, EVA, 300, linked=a)
        p.move(2, ASSIST, IDA, 303)
        if is_withdrawn:
            p.void(1, a)
        yield f"assists of two players{', one of a withdrawn basket' * is_withdrawn}", p


def absences():
    away = ALONE_FLAG | TRACKED
    mine = bytes([1]) * 16
    p = Paper(2)
    p.move(1, REBOUND, ANA, 100, flags=away)
    p.take(2, 1, [-1], {mine: 3})
    for t, kind in [(100, TWO), (200, REBOUND), (500, TWO)]:
        p.move(1, kind, ANA, t, flags=away)
    for t, kind in [(112, TWO), (216, REBOUND), (480, TWO), (90, STEAL)]:
        p.move(2, kind, ANA, t, flags=COVERING)
    yield "an absence: a team taken over, one basket outside the shared time, rebounds 16 s apart", p
    p = Paper(2)
    p.take(2, 1, [ANA], {mine: 2})
    p.move(1, REBOUND, ANA, 200, flags=away)
    p.take(2, 1, [ANA])
    p.move(2, REBOUND, ANA, 230, flags=COVERING)
    p.move(1, REBOUND, ANA, 260, flags=away)
    yield "two absences, left-over rebounds", p
    p = Paper(2)
    t = p.take(2, 1, [ANA], {mine: 2})
    p.void(2, t)
    p.move(1, REBOUND, ANA, 200, flags=away)
    p.move(2, REBOUND, ANA, 260, flags=COVERING)
    p.move(1, REBOUND, EVA, 200, flags=away)
    p.move(2, REBOUND, EVA, 260, flags=COVERING)
    yield "a take-over that is withdrawn, and a player that it does not name", p


def cases():
    yield from scenarios()
    yield from corners()
