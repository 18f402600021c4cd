"""The devices and logs of the vectors: Mia founds, Bo is invited by her, Cy by Bo."""

from peer import *
from words import WORDS

# The private keys of RFC 8032 section 7.1, in its order. Dee and Eve are of no table.
MIA = Device("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
BO = Device("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
CY = Device("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
DEE = Device("f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5")
EVE = Device("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42")
NAMES = dict(mia=MIA, bo=BO, cy=CY, dee=DEE, eve=EVE)
WALL = 1763683200000


class Log:
    """An author's log as its device writes it."""

    def __init__(self, table, device, nonce, entries=()):
        self.table, self.device = table, device
        self.author, self.entries = author_id(device.key, nonce), list(entries)

    def add(self, lamport, kind=20, body=b"\x04\x00", scope=None):
        self.entries.append(entry(lamport, WALL + lamport % 1000, scope, kind, body))
        return self

    def mark(self, n):
        return chain_digest(self.table, self.author, self.entries[:n])[:16]

    def run(self, after=0, to=None, by=None):
        to = len(self.entries) if to is None else to
        digest = chain_digest(self.table, self.author, self.entries[:to])
        message = head_message(self.table, self.author, to, digest)
        signature = (by or self.device).sign(message)
        return run(self.author, after, self.mark(after), self.entries[after:to], signature)

    def unsigned(self):
        return run(self.author, 0, self.mark(0), self.entries, b"")

    def twin(self, n):
        """A copy of the device that goes on from entry n."""
        return Log(self.table, self.device, b"", self.entries[:n]).of(self.author)

    def of(self, author):
        self.author = author
        return self

    def invite(self, invitee, lamport):
        """Records deviceAdded; returns the step of the chain."""
        sequence = len(self.entries) + 1
        message = invitation_message(
            self.table, self.device.key, self.author, sequence, invitee.key)
        signature = self.device.sign(message)
        self.add(lamport, 2, invitee.key + signature)
        return self.author, sequence, invitee.key, signature

    def part(self, after, to):
        """Some entries of a run, without a signature."""
        return run(self.author, after, self.mark(after), self.entries[after:to], b"")

    def leaf(self, n=None):
        n = len(self.entries) if n is None else n
        return self.author, n, self.mark(n)


class Story:
    """Three devices that have recorded a few moves of one game."""

    def __init__(self):
        self.founding = entry(1, WALL, None, 1, started(MIA.key, b"\x01" * 16))
        self.table = Table(self.founding)
        self.mia = Log(self.table.id, MIA, b"\x01" * 16, [self.founding])
        self.invite_bo = self.mia.invite(BO, 2)
        game = (self.mia.author, 3)
        self.mia.add(3, 18, b"hawks-owls").add(4, scope=game)
        self.bo = self.start(BO, b"\x02" * 16, [self.invite_bo], 3)
        self.bo.add(5, scope=game).add(6, 4294967295, b"of a later version", game)
        self.invite_cy = self.bo.invite(CY, 7)
        self.cy = self.start(CY, b"\x03" * 16, [self.invite_bo, self.invite_cy], 8)
        self.cy.add(9, scope=game).add(10, scope=game)
        self.sent = [self.mia.run(), self.bo.run(), self.cy.run()]

    def start(self, device, nonce, steps, lamport):
        log = Log(self.table.id, device, nonce)
        return log.add(lamport, 1, started(device.key, nonce, chain_bytes(steps)))


def chains():
    """By name: steps, the device that shows them, and whether they lead to it."""
    s = Story()
    one, two = s.invite_bo, s.invite_cy
    eves = Log(s.table.id, EVE, b"\x05" * 16).invite(DEE, 1)
    long, log, keys = [one], s.bo, [BO]
    for n in range(7):
        invitee = Device(f"{n + 1:064x}")
        long.append(log.invite(invitee, 20))
        keys.append(invitee)
        log = Log(s.table.id, invitee, bytes([n + 16] * 16))
    return dict(
        founder=([], MIA.key, True), one=([one], BO.key, True), two=([one, two], CY.key, True),
        eight=(long, keys[-1].key, True),
        nobody=([], BO.key, False), another=([one], CY.key, False),
        swapped=([two, one], CY.key, False), skipped=([two], CY.key, False),
        stranger=([eves], DEE.key, False),
        flipped=([one[:3] + (bytes([one[3][0] ^ 1]) + one[3][1:],)], BO.key, False),
        renumbered=([(one[0], 3) + one[2:]], BO.key, False))


def read(data):
    r = Reader(data)
    m = read_run(r)
    r.end()
    return m


def scene(name, story, runs, any_order=True, table=None):
    """Merges the runs one by one and says what became of each and what the table then holds."""
    table, steps = table or Table(story.founding), []
    for what, data in runs:
        steps.append(dict(what=what, run=data, outcome=table.merge(read(data))))
    ends = [a for a, _, _ in table.leaves()]
    forked = sorted(a for a in set(ends) if ends.count(a) > 1)
    removed = getattr(table, "removed", {})
    return dict(
        name=name, founding=story.founding, anyOrder=any_order, steps=steps,
        leaves=[dict(author=a, sequence=str(n), digest=d) for a, n, d in table.leaves()],
        frontier=table.frontier(), digest=table.digest(), spoken=spoken(WORDS, table.digest()),
        order=[dict(lamport=str(l), author=a, sequence=str(n), digest=d)
               for l, a, n, d in table.order()],
        absurd=[str(n) for n in table.absurd()], members=sorted(table.members), forked=forked,
        removed=[dict(device=k, remover=r, author=n.author, sequence=str(n.n))
                 for k, (r, n, _) in sorted(removed.items())])


def merge():
    return dict(scenes=[
        scene("the founding entry alone", Story(), []), together(), hostile(), forked(), jumping(),
        filled(), crowded()])


def together():
    s = Story()
    return scene("three devices", s, [
        ("Bo's later entries before his first", s.bo.run(2)),
        ("Cy, whose inviter is absent", s.cy.run(0, 2)),
        ("Mia's first two again, and two more", s.mia.run()), ("Bo's first two", s.bo.run(0, 2)),
        ("Bo's later entries", s.bo.run(2)), ("Cy's from her second", s.cy.run(1)),
        ("Mia's again", s.mia.run(0, 3)), ("Bo's again", s.bo.run())])


def hostile():
    s = Story()
    eve = s.start(EVE, b"\x05" * 16, [], 9)
    liar = s.start(BO, b"\x06" * 16, [s.invite_bo], 9).of(s.cy.author)
    mute = Log(s.table.id, BO, b"\x07" * 16).add(9)
    silent = s.start(BO, b"\x08" * 16, [], 9)
    good = s.bo.run()
    cut = run(s.bo.author, 0, s.bo.mark(0), s.bo.entries[:2], good[-64:])
    more = varint(len(s.bo.entries) + 1)
    long = good[:33] + more + good[34:]
    return scene("what must not be taken in", s, [
        ("Mia", s.mia.run()), ("a device that nobody invited", eve.run()),
        ("an author whose ID is another's", liar.run()),
        ("an author that does not start with itself", mute.run()),
        ("an author of Bo's that shows no chain", silent.run()),
        ("Bo's entries, signed by Eve", s.bo.run(by=EVE)),
        ("fewer entries than the signature covers", cut), ("a count of one too many", long),
        ("Bo's entries behind another base",
         run(s.bo.author, 2, b"\0" * 16, s.bo.entries[2:], good[-64:])),
        ("Mia's entries behind a base that she never had",
         run(s.mia.author, 2, b"\0" * 16, s.mia.entries[2:], s.mia.run()[-64:])),
        ("not signed", s.bo.unsigned()), ("Bo", good),
        ("another first entry of the same author that shows no chain",
         s.start(BO, b"\x02" * 16, [], 9).run())], any_order=False)


def forked():
    s = Story()
    twin = s.bo.twin(2).add(6, body=b"twin").add(7, body=b"twin again")
    third = twin.twin(3).add(8, body=b"third")
    late = s.bo.twin(4).add(11, body=b"late")
    return scene("one log on three branches", s, [
        ("Mia", s.mia.run()), ("Bo", s.bo.run()), ("his twin behind the second", twin.run(2)),
        ("a twin of the twin, from the start", third.run()), ("more of the first", late.run(4)),
        ("the twin again", twin.run()), ("Cy", s.cy.run())])


def jumping():
    s = Story()
    top = 10 + LAMPORT_STEP
    s.cy.add(top).add(top + 1 + LAMPORT_STEP).add(top + 2 + LAMPORT_STEP)
    s.bo.add(LAMPORT_MAX - 1).add(LAMPORT_MAX).add((1 << 64) - 1)
    return scene("absurd lamports", s, [
        ("Mia", s.mia.run()), ("Bo with 2^53 and more", s.bo.run()),
        ("Cy with a step of 2^24 and one of 2^24 + 1", s.cy.run())])


def filled():
    s = Story()
    far = 10 + LAMPORT_STEP + 5
    s.cy.add(far)
    s.mia.add(far - 20).add(5)
    return scene("a step that fills", s, [
        ("Bo", s.bo.run()), ("Cy too far above all others", s.cy.run()),
        ("Mia between them", s.mia.run())])


def crowded():
    s = Story()
    runs = [("Mia", s.mia.run()), ("Bo", s.bo.run()), ("Cy", s.cy.run())]
    twin = s.bo.twin(2)
    twin.invite(DEE, 6)
    runs.append(("twin 1, which invites Dee", twin.run(2)))
    for n in range(127):
        twin = s.bo.twin(2).add(6, body=bytes([n]))
        runs.append((f"twin {n + 2}", twin.run(2)))
    runs.append(("more of Bo's own log", s.bo.add(11).run(4)))
    runs.append(("a new author of Bo's: one leaf more", s.start(BO, b"\x08" * 16, [s.invite_bo], 12).run()))
    return scene("a branch above the limit of a device", s, runs, any_order=False)
