"""A keeper who believes what a refusal says, and mostly asks again with the same ID."""
import time

from daemon import Refused, Unanswered, Unsent
from history import now
from keeper import GIVES_UP, Keeper

# Of refusals for the daemon's own reasons, how many keepers leave at that.
LEAVES_IT = 0.25
SECONDS_MAX = 120


class Said:
    """What the answers to one request said so far, and what follows from it."""

    def __init__(self):
        self.is_maybe_recorded = False
        self.plain = self.unsure = self.other = 0

    def cut_off(self):
        self.is_maybe_recorded = True

    def refused(self, refusal):
        """The daemon could not: it says whether the entry may stand in the log."""
        words = str(refusal)
        if "nothing was recorded" in words:
            self.plain += 1
            return
        if "not certain" in words:
            self.unsure += 1
        else:
            self.other += 1
        self.is_maybe_recorded = True

    @property
    def outcome(self):
        """Of a request that was left: `refused` must not be in the log, `unknown` may, once."""
        return "unknown" if self.is_maybe_recorded else "refused"


class PatientKeeper(Keeper):
    def __init__(self, *words):
        super().__init__(*words)
        # The time of the last acknowledgement, and what refusals said.
        self.acknowledged_at = 0.0
        self.plain = self.unsure = self.other = 0
        self.others_said = set()

    def perform(self, request, path, document):
        document["game"] = request.game
        document["request"] = f"{self.random.getrandbits(128):032x}"
        request.start, request.epoch = now(), self.epoch
        said, answer = Said(), None
        while not self.ends.is_set() or said.is_maybe_recorded:
            request.attempts += 1
            try:
                answer = self.connection.ask("POST", path, document)
                break
            except Refused as refusal:
                request.code = refusal.code or str(refusal.status)
                if refusal.status < 500:
                    # The request itself is at fault: it has no entry, and had none before.
                    request.outcome = "refused"
                    break
                said.refused(refusal)
                if said.other:
                    self.others_said.add(str(refusal))
                if self.random.random() < LEAVES_IT:
                    request.outcome = said.outcome
                    break
                time.sleep(0.05)
            except Unsent:
                request.attempts -= 1
                time.sleep(0.02)
            except Unanswered:
                said.cut_off()
                if self.random.random() < GIVES_UP:
                    break
            if now() > request.start + SECONDS_MAX:
                request.outcome = said.outcome
                break
        self.plain += said.plain
        self.unsure += said.unsure
        self.other += said.other
        if request.attempts == 0:
            return
        if answer:
            self.acknowledge(request, answer)
            self.acknowledged_at = now()
            if self.random.random() < 0.02:
                self.repeat(request, path, document)
        request.end = now()
        self.history.add(request)


class Scribe(PatientKeeper):
    """Long notes, which fill segments."""

    @classmethod
    def at(cls, table, device, name):
        """A scribe who has begun."""
        slot, game = table.slots[0], table.games[-1]
        scribe = cls(name, device, slot, game, table.history, table.seed, 0)
        table.keepers.append(scribe)
        scribe.start()
        return scribe

    def choose(self):
        self.number += 1
        # Four bytes each in the log.
        request = self.request("note", token=f"{self.name}-{self.number} " + "\U00020bb7" * 470)
        return request, "/v1/notes", {"text": request.token}
