"""Judges a history against what every device holds in the end. Pure: no process, no socket, no clock.

What it demands:
  agreement   every device has the same digest, entries and scoreboards, and its disk is sound
  nothing lost        an acknowledged request's entries are in the log, as they were asked for
  nothing twice       no request has more entries than it was told of; an unknown one has one at most
  nothing invented    every entry that a keeper could have made was asked for by one
  order               the acknowledged entries of a keeper stand in the order in which they were made
  score               an independent tally of the keepers' own figures comes to the scoreboards'
"""
from collections import Counter, defaultdict

from entries import OF_THE_TABLE

# Which kinds of entries a request may make.
MAKES = {
    "move": {"move"}, "note": {"note"}, "fix": {"fix"}, "void": {"void"}, "undo": {"void"},
    "redo": {"void"}, "clock": {"gameClock", "periodBegan"},
    "track": {"trackingClaimed", "trackingReleased"},
}
# Entries of one request at most; `redo` voids every void that there is.
MANY = {"redo", "void", "clock"}
SHOWN_MAX = 6


class Reading:
    """What one device holds in the end."""

    def __init__(self, device, digest, entries, boards, verified, residue=()):
        self.device, self.digest = device, digest
        # In the table's order.
        self.entries = entries
        # By the game's name, what `GET /v1/games/{name}` says.
        self.boards = boards
        # What `scored verify --json` says; None where it was not asked.
        self.verified = verified
        # What the process left or took beyond reason, a sentence each.
        self.residue = list(residue)


def judge(history, readings):
    """Every violation as a sentence; none if all is as promised."""
    found = agreement(readings)
    if not readings:
        return found + ["no device was read"]
    claims = Claims(history, readings[0].entries)
    found += claims.problems + claims.left_over() + claims.order()
    return found + score(history, claims, readings[0])


# Agreement


SHARED = ("home", "away", "periods", "moves", "held", "state", "isDecided", "winner")


def agreement(readings):
    found = []
    first = readings[0] if readings else None
    for reading in readings:
        found += [f"{reading.device}: {sentence}" for sentence in reading.residue]
        if reading.verified is not None:
            if not reading.verified["isSound"]:
                found.append(f"{reading.device}'s log is not sound: {reading.verified['problems']}")
            elif reading.verified["digest"] != reading.digest:
                found.append(f"{reading.device}'s disk has another digest than its daemon")
        if reading is first:
            continue
        if reading.digest != first.digest:
            found.append(f"{reading.device} has another digest than {first.device}")
        found += differences(first, reading)
        for game in sorted(set(first.boards) | set(reading.boards)):
            ones, others = first.boards.get(game, {}), reading.boards.get(game, {})
            for field in SHARED:
                if ones.get(field) != others.get(field):
                    found.append(
                        f"{game}: {field} is {others.get(field)} at {reading.device} and"
                        f" {ones.get(field)} at {first.device}")
    return found


def differences(first, other):
    ours = Counter((entry.id, entry.digest) for entry in first.entries)
    theirs = Counter((entry.id, entry.digest) for entry in other.entries)
    found = []
    for missing, where in ((ours - theirs, other), (theirs - ours, first)):
        if missing:
            names = [f"{author[:8]}.{sequence}" for (author, sequence), _ in missing]
            found.append(f"{where.device} lacks {len(names)}: {shown(names)}")
    order = [entry.id for entry in first.entries] == [entry.id for entry in other.entries]
    if not found and not order:
        found.append(f"{other.device} has the entries of {first.device} in another order")
    return found


# Who asked for what


class Claims:
    """Which request made which entry. Every entry belongs to one request at most."""

    def __init__(self, history, entries):
        self.history, self.entries = history, entries
        self.owner, self.of_request = {}, defaultdict(list)
        self.problems = []
        self.by_id, self.by_token = defaultdict(list), defaultdict(list)
        authors = {(of_device(entry), entry.id[0]) for entry in entries}
        # Incarnations of one device that come together late may exchange their numbers: until then a
        # name of theirs, and what was asked for by it, may have meant another entry.
        self.renamed = {
            device for device, count in Counter(device for device, _ in authors).items() if count > 1}
        for entry in entries:
            self.by_id[short(entry.id)].append(entry)
            if entry.origin:
                self.by_id[short(entry.origin)].append(entry)
            if entry.token is not None:
                self.by_token[entry.token].append(entry)
        self.claim_tokens()
        self.claim_ids()
        self.claim_names()
        self.claim_unknown()

    def give(self, request, entry):
        self.owner[id(entry)] = request
        self.of_request[id(request)].append(entry)

    def claim_tokens(self):
        """A token says whose an entry is, whatever anything is called."""
        for request in self.history:
            if request.token is None:
                continue
            found = [entry for entry in self.by_token[request.token] if self.fits(request, entry)]
            # A copy of a lost stretch and the origin that came back after all are one.
            found = list({entry.counted_id: entry for entry in reversed(found)}.values())
            for entry in found:
                self.give(request, entry)
            if request.outcome == "acknowledged" and not found:
                self.problems.append(f"lost: {request}")
            if request.outcome == "refused" and found:
                self.problems.append(f"refused and recorded: {request}")
            if len(found) > 1:
                names = " ".join(entry.name for entry in found)
                self.problems.append(f"recorded {len(found)} times: {request}: {names}")
            if not request.ids or not found or request.device in self.renamed:
                continue
            if short(found[0].counted_id) != tuple(request.ids[0]):
                self.problems.append(f"stands as {found[0].name} after all: {request}")

    def claim_ids(self):
        for request in self.history:
            if request.token is not None or request.outcome != "acknowledged" or not request.ids:
                continue
            if request.device in self.renamed:
                continue
            for name, wanted in zip(request.names, request.ids):
                fitting = [
                    entry for entry in self.by_id[tuple(wanted)] if self.is_free(request, entry)]
                if not fitting:
                    self.problems.append(f"lost: {name} of {request}")
                    continue
                self.give(request, fitting[0])
                target = fitting[0].target
                if not request.target or not target or self.is_renamed(request.target):
                    continue
                if short(target) != tuple(request.target):
                    self.problems.append(f"voids {target[0][:8]}.{target[1]} instead: {request}")

    def claim_names(self):
        """Where a crash came before the entries' IDs could be asked for, and where names changed, there
        is only the number, and the device's authors."""
        for request in self.history:
            if request.token is not None or request.outcome != "acknowledged":
                continue
            if request.ids and request.device not in self.renamed:
                continue
            for name in request.names:
                number = int(name.rsplit(".")[-1])
                fitting = [
                    entry for entry in self.entries
                    if entry.counted_id[1] == number and of_device(entry) == of_device(name)
                    and self.is_free(request, entry)]
                if fitting:
                    self.give(request, fitting[0])
                else:
                    self.problems.append(f"lost: {name} of {request}")

    def claim_unknown(self):
        for request in self.history:
            if request.token is not None or request.outcome != "unknown":
                continue
            for entry in self.entries:
                if of_device(entry) == request.device and self.is_free(request, entry):
                    if request.target and request.kind == "void":
                        if not entry.target or short(entry.target) != tuple(request.target):
                            continue
                    self.give(request, entry)
                    if request.kind not in MANY:
                        break

    def is_renamed(self, target):
        return any(of_device(entry) in self.renamed for entry in self.by_id[tuple(target)])

    def fits(self, request, entry):
        return entry.kind in MAKES[request.kind]

    def is_free(self, request, entry):
        return id(entry) not in self.owner and self.fits(request, entry)

    def left_over(self):
        strangers = [
            entry for entry in self.entries
            if id(entry) not in self.owner and entry.kind not in OF_THE_TABLE
            and not self.is_shadow(entry)]
        return [f"nobody asked for {entry.name} ({entry.kind})" for entry in strangers]

    def is_shadow(self, entry):
        """A copy whose origin is in the log or which another copy stands for already."""
        return entry.origin and any(
            id(other) in self.owner for other in self.by_id[short(entry.origin)])

    def order(self):
        """Of the acknowledged entries of a keeper, each stands behind the one before."""
        last, found = {}, []
        for request in sorted(self.history, key=lambda request: request.number):
            entries = self.of_request[id(request)]
            if request.outcome != "acknowledged" or not entries:
                continue
            # A copy takes its own place.
            if any(entry.origin for entry in entries):
                continue
            before = last.get((request.keeper, request.epoch))
            if before and min(entry.order for entry in entries) < before[0]:
                found.append(f"stands before {before[1]}: {request}")
            last[request.keeper, request.epoch] = (max(entry.order for entry in entries), request)
        return found


# Score


def score(history, claims, reading):
    """Adds up what the keepers say that their moves are worth, and compares."""
    requests = {id(entry): request for entry, request in zip_claims(claims)}
    voided = set()
    fixed = {}
    for entry in reversed(claims.entries):
        # Whatever names an entry comes later in order, so those that may void it are judged already.
        if entry.kind == "void" and entry.counted_id not in voided:
            voided.add(entry.target)
        if entry.kind == "fix" and entry.counted_id not in voided:
            fixed.setdefault(entry.target, entry)
    tally = defaultdict(lambda: {"home": 0, "away": 0})
    for entry in claims.entries:
        if entry.kind != "move" or entry.counted_id in voided or id(entry) not in requests:
            continue
        request = requests[id(entry)]
        says = requests.get(id(fixed.get(entry.counted_id)), request)
        tally[request.game][says.side] += says.points
    found = []
    for game, board in sorted(reading.boards.items()):
        shows = {side: board[side]["score"] for side in ("home", "away")}
        if shows != tally[game]:
            found.append(f"{game} shows {shows}, the keepers' own figures come to {tally[game]}")
    return found + [f"there is no board of {game}" for game in tally if game not in reading.boards]


def zip_claims(claims):
    for request in claims.history:
        for entry in claims.of_request[id(request)]:
            yield entry, request


def short(identity):
    author, sequence = identity
    return author[:16], sequence


def of_device(thing):
    """The device in the name of an entry: `mia` of `mia/2.3`."""
    name = thing if isinstance(thing, str) else thing.name
    return name.rsplit(".", 1)[0].split("/")[0]


def shown(names):
    more = f" and {len(names) - SHOWN_MAX} more" if len(names) > SHOWN_MAX else ""
    return ", ".join(sorted(names)[:SHOWN_MAX]) + more
