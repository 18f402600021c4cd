#!/usr/bin/env python3
"""One device, one note, and one or two calls that fail: what the refusal says is so, a repeat is
not acknowledged before the note is durable, and a start with a call that fails loses nothing.

Usage: honesty.py BINARY [--keep]
"""
import os, time

import judging  # First: it finds the modules of the torture.
import runs, tracer
from daemon import START_SECONDS_MAX, Device, Refused, Unanswered, Unsent, free_ports
from tracer import Injection

NOTES = 40
RESUME_SECONDS_MAX = 15
# The calls that fail while a note is recorded, and then while the log is looked at again.
FIRST = [
    "pwrite64 EIO", "pwrite64 ENOSPC", "pwrite64 EFBIG", "pwrite64 EINTR", "fdatasync EIO",
    "fdatasync ENOSPC", "fdatasync EDQUOT", "fdatasync EINTR", "fstat,newfstatat EIO",
    "fstat,newfstatat ENOMEM",
]
SECOND = ["pread64 EIO", "openat EMFILE", "getdents64 EIO"]
PAIRS = [
    [first, second] for first in ("pwrite64 EIO", "fdatasync EIO") for second in SECOND]
# The calls that fail in a start, at each of the first ones.
AT_START = ["getdents64 EIO", "pread64 EIO", "openat EMFILE"]
CALLS_AT_START = 14


class Desk:
    """A device with a game and some notes, all acknowledged."""

    def __init__(self, binary, folder, home):
        place = f"127.0.0.1:{free_ports(1)[0]}"
        self.device = Device(binary, folder, home, place, ["--no-discovery"])
        self.device.start()
        player = {"number": "4", "name": "Ana"}
        self.device.post(
            "/v1/games", {
                "home": {"name": "Hawks", "roster": [player]},
                "away": {"name": "Owls", "roster": [player]}, "rules": {"preset": "fiba"}})
        for number in range(NOTES):
            self.note(f"note {number}")

    def note(self, text, request=None):
        request = request or os.urandom(16).hex()
        return self.device.post("/v1/notes", {"text": text, "request": request})

    def held(self, text):
        """How often the note is in the log."""
        return self.notes().count(text)

    def notes(self):
        entries = judging.read_export(self.device.get("/v1/export"))
        return [entry.token for entry in entries if entry.kind == "note"]

    def again(self):
        """kill -9 and a start without any fault."""
        self.device.kill()
        self.device.start()


def injection(words, first=1, count=1):
    calls, error = words.split()
    return Injection(calls, f"error={error}", first, count)


def refusal(work):
    """What a refusal says; None for an acknowledgement."""
    try:
        work()
    except Refused as refused:
        return str(refused)
    return None


def one_note(binary, folder, name, faults):
    """A note whose commit meets the faults: everything that is not as promised."""
    desk = Desk(binary, folder, name)
    device, found = desk.device, []
    try:
        request = os.urandom(16).hex()
        output = os.path.join(folder, name + ".trace")
        calls = [injection(words) for words in faults]
        tracing = tracer.Attached(device.process.pid, calls, output, also=["fdatasync"])
        try:
            said = refusal(lambda: desk.note("one", request))
            repeat = refusal(lambda: desk.note("one", request))
            is_durable = any_durable(output)
        finally:
            tracing.detach()
        if said is None and not is_durable:
            found.append("it was acknowledged before it was durable")
        if said is not None and repeat is None and not is_durable:
            found.append("its repeat was acknowledged before it was durable")
        answer = device.retrying(lambda: await_recording(desk))
        desk.again()
        count = desk.held("one")
        if said is None and count != 1:
            found.append(f"it was acknowledged and is there {count} times")
        if said and "nothing was recorded" in said and count and repeat is not None:
            found.append("nothing was recorded, it was said, and it is there")
        if repeat is None and count != 1:
            found.append(f"its repeat was acknowledged, and it is there {count} times")
        if answer is not None:
            found.append(f"no other note is recorded afterwards: {answer}")
        if desk.notes().count("note 0") != 1 or len(set(desk.notes())) < NOTES:
            found.append("earlier notes are gone")
    finally:
        device.kill()
    return found


def any_durable(output):
    """Whether an fdatasync succeeded."""
    with open(output, errors="replace") as file:
        return any("fdatasync(" in line and "= 0" in line for line in file)


def await_recording(desk):
    """None once another note is recorded; what is said instead after too long."""
    deadline = time.monotonic() + RESUME_SECONDS_MAX
    while True:
        said = refusal(lambda: desk.note("another"))
        if said is None or time.monotonic() > deadline:
            return said
        time.sleep(0.1)


def starts(binary, folder, name, words):
    """Starts with the fault at each of the first calls; after each all notes are there again."""
    desk = Desk(binary, folder, name)
    device, found = desk.device, []
    try:
        for first in range(1, CALLS_AT_START + 1):
            device.kill()
            fault = injection(words, first)
            device.wrapping = tracer.wrapping([fault], os.path.join(folder, name + ".trace"))
            device.launch()
            device.wrapping = []
            deadline = time.monotonic() + START_SECONDS_MAX
            while device.is_running and not answers(device):
                if time.monotonic() > deadline:
                    return found + [f"{fault}: it does not answer"]
                time.sleep(0.01)
            if device.is_running:
                # So that a log that was taken for an empty one is written to.
                refusal(lambda: desk.note(f"during {first}"))
                tracer.release(device.process.pid)
            desk.again()
            notes, wanted = desk.notes(), [f"note {number}" for number in range(NOTES)]
            lost = [text for text in wanted if notes.count(text) != 1]
            if lost:
                found.append(f"call {first}: {len(lost)} of {NOTES} notes are lost")
                break
    finally:
        device.kill()
    return found


def answers(device):
    try:
        return device.get("/v1/health")
    except (Refused, Unanswered, Unsent):
        return False


def run(binary, folder):
    """Sentences about all that is not as promised, and the number of cases."""
    cases, wrong = 0, []
    for faults in [[one] for one in FIRST] + PAIRS:
        cases += 1
        found = one_note(binary, folder, f"one{cases}", faults)
        wrong += [f"{' and '.join(faults)}: {sentence}" for sentence in found]
    for words in AT_START:
        cases += 1
        found = starts(binary, folder, f"start{cases}", words)
        wrong += [f"{words} at the start: {sentence}" for sentence in found]
    return cases, wrong


def main():
    arguments = runs.parser(__doc__.split("\n\n", 1)[1]).parse_args()
    tracer.require("honesty")
    runs.perform("honesty", arguments, lambda folder: are_well(arguments.binary, folder))


def are_well(binary, folder):
    cases, wrong = run(binary, folder)
    print(f"honesty: {cases} cases, {len(wrong)} violations")
    runs.show(wrong)
    return not wrong


if __name__ == "__main__":
    main()
