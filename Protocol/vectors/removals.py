"""Removals: what counts of a table, computed as Protocol/members.md says and nothing kept in between."""

from logs import *


def removed_body(device, cuts):
    return device + varint(len(cuts)) + b"".join(a + varint(n) + d + s for a, n, d, s in cuts)


def read_removed(body):
    """The device and its cuts; bytes behind them are left for later versions."""
    r = Reader(body)
    device = r.raw(32)

    def cut(r):
        author, n = r.raw(16), r.varint()
        demand(0 < n < LAMPORT_MAX)
        return author, n, r.raw(32), r.raw(64)

    return device, r.list(128, 113, cut)


class Node:
    """An entry on its way from the first of its author's log."""

    def __init__(self, table, author, path):
        self.author, self.n, self.data = author, len(path), path[-1]
        self.digest = chain_digest(table.id, author, path)
        self.entry, self.key = read_entry(Reader(path[-1])), table.keys[author]
        self.earlier = sum(read_entry(Reader(e))["kind"] == self.entry["kind"] for e in path[:-1])
        self.way = [chain_digest(table.id, author, path[: n + 1]) for n in range(len(path))]
        self.name = (author, self.n, entry_digest(author, self.n, self.data))


class CountingTable(Table):
    """A table some of whose devices may have been removed."""

    def nodes(self):
        nodes = {}
        for author, paths in self.paths.items():
            for path in paths:
                for n in range(1, len(path) + 1):
                    node = Node(self, author, path[:n])
                    nodes[node.digest] = node
        return nodes

    def stand(self):
        """Works out deputies, removals, members and what counts, in three steps."""
        nodes = self.nodes()
        orders = {n.digest: self.order_of(n) for n in nodes.values()}
        own = {key: [n for n in nodes.values() if n.key == key] for key in self.keys.values()}
        self.open, self.removed, inside = {}, {}, dict(own)
        # 1. The founder's log, which nothing cuts.
        self.deputies = self.named(own[self.founder], orders)
        self.remove_by({self.founder: 0}, {self.founder}, inside, orders, own)
        # 2. The deputies' logs, within the founder's cuts.
        self.remove_by(self.deputies, self.deputies.keys() | {self.founder}, inside, orders, own)
        # 3. Members, from the founder along invitations that count.
        paths = self.find_paths(inside, orders)
        self.counted = {n.digest: n for key in paths for n in inside.get(key, [])}
        if not any(kind == "removed" for kind, _ in orders.values()):
            self.counted = dict(nodes)
        self.members = {k for k in paths if k not in self.removed}

    def named(self, founders, orders):
        """The deputies with the lamport of the naming since which each is one, in the order of lamport, author,
        sequence, digest."""
        deputies = {}
        for node in sorted(founders, key=lambda n: (n.entry["lamport"],) + n.name):
            kind, order = orders[node.digest]
            if kind == "deputy" and order[0] != self.founder:
                if order[1]:
                    deputies.setdefault(order[0], node.entry["lamport"])
                else:
                    deputies.pop(order[0], None)
        return deputies

    def remove_by(self, removers, spared, inside, orders, own):
        """Of several removals of a device the first, by author, sequence, digest; of each remover only those with
        its lamport or a higher one."""
        nodes = [n for key, least in removers.items() for n in inside.get(key, []) if n.entry["lamport"] >= least]
        first = {}
        for node in sorted(nodes, key=lambda n: n.name):
            kind, order = orders[node.digest]
            if kind == "removed" and order[0] not in spared and order[0] not in self.removed:
                cuts = [c for c in order[1] if self.is_signed(c, order[0])]
                first.setdefault(order[0], (node.key, node, cuts))
        for key, removal in first.items():
            self.removed[key] = removal
            inside[key] = self.inside(own.get(key, []), removal[2])

    def find_paths(self, inside, orders):
        paths = {self.founder} | self.deputies.keys()
        while True:
            said = [o for key in paths for n in inside.get(key, [])
                    for k, o in [orders[n.digest]] if k == "added"]
            found = paths | {step[2] for step in said}
            for key, nodes in inside.items():
                for kind, chain in (orders[n.digest] for n in nodes):
                    if kind == "started" and self.stands(chain, said):
                        found.add(key)
            if found == paths:
                return paths
            paths = found

    def stands(self, chain, said):
        """Whether each step of a chain by a removed device is an entry that counts."""
        inviters = [self.founder] + [step[2] for step in chain]
        return all(i not in self.removed or step in said for i, step in zip(inviters, chain))

    def order_of(self, node):
        """What an entry says of devices, if it says it rightly and is one of the first of its kind."""
        body, kind = node.entry["body"], node.entry["kind"]
        if kind in (2, 3, 5) and node.earlier >= 256:
            return None, None
        try:
            if kind == 1 and node.n == 1:
                key, nonce, chain = read_started(body)
                if self.leads(chain, key):
                    return "started", chain
            if kind == 2:
                invitee, signature = read_added(body)
                message = invitation_message(self.id, node.key, node.author, node.n, invitee)
                if is_valid(signature, message, node.key):
                    return "added", (node.author, node.n, invitee, signature)
            if kind == 3:
                return "removed", read_removed(body)
            if kind == 5:
                return "deputy", read_deputy(body)
        except Malformed:
            pass
        return None, None

    def is_signed(self, cut, key):
        author, n, digest, signature = cut
        return is_valid(signature, head_message(self.id, author, n, digest), key)

    def inside(self, own, cuts):
        """Which of a device's entries lie on the way to a cut, or may."""
        held, inner, far = {n.digest: n for n in own}, set(), {}
        for author, n, digest, _ in cuts:
            node = held.get(digest)
            if node is not None and (node.author, node.n) == (author, n):
                inner.update(node.way)
            else:
                far[author] = max(n, far.get(author, 0))
        self.open = {**getattr(self, "open", {}), **{a: n for a, n in far.items()}}
        return [n for n in own if n.digest in inner or n.n <= far.get(n.author, 0)]

    # 5. Merging

    def merge(self, m):
        outcome = self.take(m)
        self.open = {}
        self.stand()
        return outcome

    def take(self, m):
        try:
            new = read_run_entries(m)
        except Malformed:
            return "malformed"
        self.open = {}
        self.stand()
        author, after = m["author"], m["after"]
        if author not in self.paths and after > 0:
            return "gap"
        if after == 0:
            refusal, key = self.open_log(author, new[0])
            if refusal and (refusal != "beyondCut" or author not in self.paths):
                return refusal
            self.keys[author] = key
        key, paths = self.keys[author], self.paths.get(author, [])
        for path in paths or [[]]:
            d = chain_digest(self.id, author, path[:after])
            if len(path) >= after and d[:16] == m["base"]:
                whole = path[:after] + new
                break
        else:
            return "gap"
        if any(p[: len(whole)] == whole for p in paths):
            return "held"
        place = max([after] + [
            n for p in paths for n in range(after, len(whole) + 1) if p[:n] == whole[:n]])
        if key in self.removed and paths and place >= self.open.get(author, 0):
            return "beyondCut"
        message = head_message(
            self.id, author, len(whole), chain_digest(self.id, author, whole))
        if not is_valid(m["signature"], message, key):
            return "forged"
        kept = [p for p in paths if whole[: len(p)] != p]
        self.paths[author] = kept + [whole]
        before = {n.digest for n in self.counted.values()}
        self.stand()
        is_new = any(
            d not in before and n.author == author and n.n > place for d, n in self.counted.items())
        return "fork" if is_new and paths and len(kept) == len(paths) else "admitted"

    def open_log(self, author, first):
        e = read_entry(Reader(first))
        try:
            key, nonce, chain = read_started(e["body"])
        except Malformed:
            return "forged", None
        if e["kind"] != 1 or author_id(key, nonce) != author or not self.leads(chain, key):
            return "forged", None
        if key in self.removed and not any(a == author for a, _, _, _ in self.removed[key][2]):
            return "beyondCut", key
        return None, key

    # 6 and 7, of what counts

    def absurd(self):
        lamports = {n.entry["lamport"] for n in self.counted.values()}
        before = 0
        for lamport in sorted(lamports):
            if lamport - before > LAMPORT_STEP or lamport >= LAMPORT_MAX:
                return sorted(x for x in lamports if x >= lamport)
            before = lamport
        return []

    def order(self):
        absurd = self.absurd()
        return sorted(
            (0 if absurd and n.entry["lamport"] >= absurd[0] else n.entry["lamport"],) + n.name
            for n in self.counted.values())

    def leaves(self):
        inner = {d for n in self.counted.values() for d in n.way[:-1]}
        return sorted(
            (n.author, n.n, n.digest) for n in self.counted.values() if n.digest not in inner)


def cut(log, n=None, by=None):
    n = len(log.entries) if n is None else n
    digest = chain_digest(log.table, log.author, log.entries[:n])
    return log.author, n, digest, (by or log.device).sign(
        head_message(log.table, log.author, n, digest))


def remove(log, device, cuts, lamport):
    return log.add(lamport, 3, removed_body(device.key, cuts))


def told(name, story, runs, any_order=True):
    return scene(name, story, runs, any_order, CountingTable(story.founding))


def name(log, device, lamport, is_deputy=True):
    return log.add(lamport, 5, deputy_body(device.key, is_deputy))


def scenes():
    return [shut(), inside(), powerless(), lifted(), branched(), unreached(), first(), odd(), dated(),
            straddling(), deputies(), dismissed(), renamed(), at_once(), named_twice(), ordered(), absurdly(),
            several_deputies(), past_the_limit(), rooted(), scoped(), *example()]


def scoped():
    s = Story()
    game = (s.mia.author, 3)
    s.mia.add(11, 5, deputy_body(BO.key, True), game)
    step = s.mia.invite(DEE, 12)
    s.bo.add(13, 3, removed_body(CY.key, [cut(s.cy, 2)]), game)
    dee = Log(s.table.id, DEE, b"\x04" * 16)
    dee.add(14, 1, started(DEE.key, b"\x04" * 16, chain_bytes([step])), game).add(15, scope=game)
    return told("kinds 1, 3 and 5 in the scope of a game", s, [
        ("Mia, who names Bo", s.mia.run()), ("Bo, who removes Cy", s.bo.run()), ("Cy up to the cut", s.cy.run(0, 2)),
        ("Cy beyond the cut", s.cy.run(2)), ("Dee", dee.run())])


def shut():
    s = Story()
    remove(s.mia, BO, [cut(s.bo, 3)], 11)
    s.bo.add(12)
    return told("Bo is removed before he invited Cy", s, [
        ("Bo with his invitation", s.bo.run(0, 4)), ("Cy", s.cy.run()),
        ("Mia, who removes Bo", s.mia.run()), ("Bo beyond the cut", s.bo.run(4))])


def inside():
    s = Story()
    remove(s.mia, BO, [cut(s.bo)], 11)
    s.bo.add(12)
    again = s.start(BO, b"\x08" * 16, [s.invite_bo], 13)
    return told("Bo is removed, and Cy stays", s, [
        ("Mia", s.mia.run()), ("Cy before her invitation", s.cy.run()), ("Bo", s.bo.run(0, 4)),
        ("Bo again", again.run()), ("Bo beyond the cut", s.bo.run(4))])


def powerless():
    s = Story()
    remove(s.bo, MIA, [], 11)
    remove(s.bo, CY, [cut(s.cy, 2)], 12)
    name(s.bo, BO, 13)
    remove(s.cy, BO, [], 14)
    return told("who is no deputy removes nobody and names nobody", s, [
        ("Mia", s.mia.run()), ("Bo, who removes Mia and Cy", s.bo.run()),
        ("Cy up to the cut", s.cy.run(0, 2)), ("Cy, who removes Bo", s.cy.run(2))])


def lifted():
    s = Story()
    name(s.mia, BO, 11)
    remove(s.bo, CY, [cut(s.cy, 1)], 12)
    remove(s.mia, BO, [cut(s.bo, 4)], 13)
    return told("a deputy's removal beyond the founder's cut", s, [
        ("Mia, who names Bo", s.mia.run(0, 5)), ("Bo, who removes Cy", s.bo.run()),
        ("Cy's first", s.cy.run(0, 1)), ("Cy beyond that", s.cy.run(1)),
        ("Mia, who removes Bo", s.mia.run()), ("Cy again", s.cy.run(1))])


def branched():
    s = Story()
    twin = s.bo.twin(2).add(6, body=b"twin").add(7, body=b"twin again").add(8, body=b"more")
    remove(s.mia, BO, [cut(s.bo, 2), cut(twin, 4)], 11)
    return told("a cut on one branch of a fork", s, [
        ("Bo", s.bo.run()), ("his twin", twin.run(2)), ("Mia", s.mia.run())])


def unreached():
    s = Story()
    twin = s.bo.twin(2).add(6, body=b"twin")
    far = s.bo.twin(3)
    for n in range(3):
        far.add(20 + n, body=b"far")
    remove(s.mia, BO, [cut(far)], 11)
    s.bo.add(LAMPORT_MAX).add(14).add(15)
    return told("a cut whose place nobody holds", s, [
        ("Mia", s.mia.run()), ("Bo up to the sequence", s.bo.run(0, 6)), ("his twin", twin.run(2)),
        ("Bo behind the sequence", s.bo.run(6))])


def first():
    s = Story()
    step = s.mia.invite(DEE, 11)
    dee = s.start(DEE, b"\x04" * 16, [step], 12)
    name(s.mia, DEE, 13)
    name(s.mia, BO, 14)
    remove(dee, CY, [cut(s.cy, 1)], 15)
    remove(s.bo, CY, [cut(s.cy, 3)], 16)
    remove(s.mia, CY, [cut(s.cy, 2)], 17)
    return told("of several removals the founder's holds, else the first", s, [
        ("Mia, who names Dee and Bo", s.mia.run(0, 7)), ("Dee, who removes Cy", dee.run()),
        ("Bo, who removes Cy too", s.bo.run()), ("Cy's first two", s.cy.run(0, 2)),
        ("Mia, who removes Cy too", s.mia.run()), ("Cy's last", s.cy.run(2))])


def odd():
    s = Story()
    again = s.start(CY, b"\x08" * 16, [s.invite_bo, s.invite_cy], 11)
    good = removed_body(BO.key, [cut(s.bo)])
    s.mia.add(12, 3, good[:-1])
    remove(s.mia, CY, [cut(s.cy, 2), cut(again, by=EVE)], 13)
    return told("a malformed removal and a forged cut", s, [
        ("Mia", s.mia.run()), ("Bo", s.bo.run()), ("Cy", s.cy.run(0, 2)),
        ("Cy's other author", again.run())])


def dated():
    s = Story()
    ghost = s.bo.twin(1)
    step = ghost.invite(DEE, 5)
    dee = s.start(DEE, b"\x04" * 16, [s.invite_bo, step], 12)
    remove(s.mia, BO, [cut(s.bo)], 11)
    return told("an invitation dated back", s, [
        ("Bo", s.bo.run()), ("Dee, whose invitation no log holds", dee.run()),
        ("Cy", s.cy.run()), ("Mia, who removes Bo", s.mia.run())])


def straddling():
    s = Story()
    remove(s.mia, BO, [cut(s.bo, 3)], 11)
    return told("a run that goes beyond the cut", s, [
        ("Mia", s.mia.run()), ("Bo in one run", s.bo.run()), ("Bo again", s.bo.run(3))])


def deputies():
    s = Story()
    name(s.mia, BO, 11)
    name(s.mia, CY, 12)
    remove(s.bo, CY, [cut(s.cy, 1)], 13)
    remove(s.bo, MIA, [], 14)
    name(s.bo, DEE, 15)
    return told("a deputy removes no deputy, not the founder, and names nobody", s, [
        ("Mia, who names Bo and Cy", s.mia.run()), ("Bo, who removes both", s.bo.run()),
        ("Cy", s.cy.run())])


def dismissed():
    s = Story()
    name(s.mia, BO, 11)
    remove(s.bo, CY, [cut(s.cy, 1)], 12)
    name(s.mia, BO, 13, False)
    return told("what a dismissed deputy removed counts again", s, [
        ("Mia, who names Bo", s.mia.run(0, 5)), ("Bo, who removes Cy", s.bo.run()),
        ("Cy's first", s.cy.run(0, 1)), ("Mia, who dismisses Bo", s.mia.run()),
        ("Cy", s.cy.run())])


def renamed():
    s = Story()
    name(s.mia, BO, 11)
    name(s.mia, BO, 12, False)
    remove(s.bo, CY, [cut(s.cy, 1)], 12)
    name(s.mia, BO, 13)
    return told("a removal of before the naming does not count", s, [
        ("Mia, who names Bo", s.mia.run(0, 5)), ("Bo, who removes Cy", s.bo.run()),
        ("Cy", s.cy.run()), ("Mia, who dismisses Bo and names him again", s.mia.run())])


def at_once():
    s = Story()
    name(s.mia, BO, 11)
    name(s.mia, BO, 12, False)
    name(s.mia, BO, 13)
    remove(s.bo, CY, [cut(s.cy, 1)], 13)
    return told("a removal with the lamport of the naming counts", s, [
        ("Mia, who names Bo again", s.mia.run()), ("Bo, who removes Cy", s.bo.run()), ("Cy", s.cy.run())])


def named_twice():
    s = Story()
    name(s.mia, BO, 11)
    remove(s.bo, CY, [cut(s.cy, 1)], 12)
    name(s.mia, BO, 13)
    return told("a deputy that is named twice is one since the first time", s, [
        ("Mia, who names Bo", s.mia.run(0, 5)), ("Bo, who removes Cy", s.bo.run()), ("Cy", s.cy.run()),
        ("Mia, who names Bo once more", s.mia.run())])


def founders_other(s, lamport, is_before):
    """Another log of the founder, with an author ID before or after that of the first."""
    for n in range(256):
        log = s.start(MIA, bytes([n]) * 16, [], lamport)
        if log.author != s.mia.author and (log.author < s.mia.author) == is_before:
            return log


def ordered():
    s = Story()
    name(s.mia, BO, 12)
    other = founders_other(s, 10, True)
    name(other, BO, 13, False)
    remove(s.bo, CY, [cut(s.cy, 1)], 14)
    return told("namings go by lamport before they go by author", s, [
        ("Mia, who names Bo", s.mia.run()), ("Bo, who removes Cy", s.bo.run()), ("Cy", s.cy.run()),
        ("Mia's other author, who dismisses Bo", other.run())])


def absurdly():
    s = Story()
    name(s.mia, BO, LAMPORT_MAX - 2)
    other = founders_other(s, 10, True)
    name(other, BO, 13, False)
    remove(s.bo, CY, [cut(s.cy, 1)], LAMPORT_MAX - 1)
    return told("a naming with an absurd lamport is where it says", s, [
        ("Mia, who names Bo", s.mia.run()), ("Mia's other author, who dismisses Bo", other.run()),
        ("Bo, who removes Cy", s.bo.run()), ("Cy", s.cy.run())])


def several_deputies():
    s = Story()
    step = s.mia.invite(DEE, 11)
    dee = s.start(DEE, b"\x04" * 16, [step], 12)
    name(s.mia, DEE, 13)
    name(s.mia, BO, 14)
    first, second = sorted([dee, s.bo], key=lambda log: log.author)
    remove(first, CY, [cut(s.cy, 1)], 16)
    remove(second, CY, [cut(s.cy, 2)], 15)
    return told("of several deputies' removals the first by author holds", s, [
        ("Mia, who names Dee and Bo", s.mia.run()), ("the later by author, who removes Cy", second.run()),
        ("the earlier, who removes Cy after that", first.run()), ("Cy", s.cy.run())])


def past_the_limit():
    s = Story()
    for n in range(256):
        name(s.mia, DEE, 11 + n, n % 2 == 0)
    name(s.mia, BO, 300)
    remove(s.bo, CY, [cut(s.cy, 1)], 301)
    return told("the 257th naming of an author names nobody", s, [
        ("Mia, who names Bo too late", s.mia.run()), ("Bo, who removes Cy", s.bo.run()), ("Cy", s.cy.run())],
        any_order=False)


def rooted():
    s = Story()
    name(s.mia, CY, 11)
    remove(s.mia, BO, [cut(s.bo, 3)], 12)
    remove(s.cy, BO, [], 13)
    return told("a deputy stays although the inviter was cut before", s, [
        ("Bo", s.bo.run()), ("Mia, who names Cy and removes Bo", s.mia.run()), ("Cy", s.cy.run())])


def example():
    """The table of members.md, row by row: what its right columns say."""
    rows = [
        ("A: Mia names Bo and Dee", None, 5), ("B: Dee removes Cy", DEE, 4), ("C: Bo removes Cy too", BO, 2),
        ("D: Mia dismisses Bo", DEE, 4), ("E: Mia dismisses Dee", None, 5), ("F: Mia names Bo again", None, 5),
        ("G: Mia dismisses Bo and records his removal", MIA, 2)]
    return [row(*told) for told in rows]


def row(what, remover, counting):
    s, letter = Story(), what[0]
    dee = s.start(DEE, b"\x04" * 16, [s.mia.invite(DEE, 20)], 21)
    s.cy.add(11).add(12)
    name(name(s.mia, BO, 25), DEE, 26)
    if letter >= "B":
        remove(dee, CY, [cut(s.cy, 4)], 30)
    if letter >= "C":
        remove(s.bo, CY, [cut(s.cy, 2)], 31)
    if letter >= "D":
        name(s.mia, BO, 40, False)
    if letter in "EF":
        name(s.mia, DEE, 41, False)
    if letter == "F":
        name(s.mia, BO, 42)
    if letter == "G":
        remove(s.mia, CY, [cut(s.cy, 2)], 41)
    scene = told("members.md, example, row " + what, s, [
        ("Mia", s.mia.run()), ("Bo", s.bo.run()), ("Cy's first two", s.cy.run(0, 2)), ("Dee", dee.run()),
        ("Cy's next two", s.cy.run(2, 4)), ("Cy's last", s.cy.run(4)), ("Cy's next two", s.cy.run(2, 4)),
        ("Cy's last", s.cy.run(4))])
    assert [r["remover"] for r in scene["removed"]] == ([remover.key] if remover else [])
    assert [x["sequence"] for x in scene["leaves"] if x["author"] == s.cy.author] == [str(counting)]
    assert (CY.key in scene["members"]) == (remover is None)
    return scene


def removals(invalid):
    s = Story()
    cuts = [cut(s.bo), cut(s.bo, 2)]
    good = removed_body(BO.key, cuts)
    show = [dict(author=a, sequence=str(n), digest=d, signature=g) for a, n, d, g in cuts]
    far = (s.bo.author, LAMPORT_MAX, bytes(32), bytes(64))
    return dict(
        valid=[dict(bytes=good, device=BO.key, cuts=show),
               dict(bytes=good + b"later", device=BO.key, cuts=show),
               dict(bytes=removed_body(CY.key, []), device=CY.key, cuts=[])],
        invalid=invalid(
            read_removed, ("cut in the key", good[:31]), ("cut in a signature", good[:-1]),
            ("a count that is not there", BO.key + b"\x03" + good[33:]),
            ("129 cuts", removed_body(BO.key, cuts[:1] * 129)),
            ("sequence 0", removed_body(BO.key, [(s.bo.author, 0, bytes(32), bytes(64))])),
            ("sequence 2^53", removed_body(BO.key, [far]))),
        deputies=dict(
            valid=[dict(bytes=deputy_body(BO.key, True), device=BO.key, isDeputy=True),
                   dict(bytes=deputy_body(CY.key, False) + b"later", device=CY.key,
                        isDeputy=False)],
            invalid=invalid(
                read_deputy, ("cut before the flag", BO.key), ("a flag of 2", BO.key + b"\x02"))),
        scenes=scenes())
