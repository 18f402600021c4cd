"""What is read of the devices of a table, and judged with the checker of the torture."""
import os, sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
from checker import Reading, judge  # noqa: E402
from daemon import Refused  # noqa: E402
from entries import read_export  # noqa: E402


def read(device, games):
    """What a running device holds. Games that it does not know have no board."""
    entries = read_export(device.get("/v1/export"))
    boards = {}
    for game in games:
        try:
            boards[game] = device.board(game)
        except Refused as refusal:
            if refusal.status != 404:
                raise
    return Reading(device.name, device.digest(), entries, boards, None)


def verify(devices, readings):
    """Adds what `scored verify` says of each disk, all at once: it checks every signature."""
    with ThreadPoolExecutor() as pool:
        for reading, verified in zip(readings, pool.map(lambda device: device.verify(), devices)):
            reading.verified = verified


def authors(reading):
    """How many authors each device has had, by its name."""
    found = {}
    for entry in reading.entries:
        device = entry.name.rsplit(".", 1)[0].split("/")[0]
        found.setdefault(device, set()).add(entry.id[0])
    return {device: len(ids) for device, ids in found.items()}


def forget_one(history, readings):
    """Plants a loss: an acknowledged move is gone on every device."""
    request = next(one for one in reversed(history) if is_move(one))
    for reading in readings:
        reading.entries = [entry for entry in reading.entries if entry.token != request.token]


def double_one(history, readings):
    """Plants a double: an acknowledged move stands twice, as by a repeated request."""
    request = next(one for one in reversed(history) if is_move(one))
    for reading in readings:
        twin = next(entry for entry in reading.entries if entry.token == request.token)
        copy = type(twin).__new__(type(twin))
        copy.__dict__ = {**twin.__dict__, "id": (twin.id[0], twin.id[1] + 1_000_000)}
        reading.entries.append(copy)


def record_refused(history, readings):
    """Plants a lie: what stands in the log had been refused."""
    next(one for one in reversed(history) if is_move(one)).outcome = "refused"


def differ(history, readings):
    """Plants a difference: one device lacks an entry that the other has."""
    readings[-1].entries = readings[-1].entries[:-1]


# The planted fault, with what the judge must say of it.
PLANTS = [
    (forget_one, "lost: "), (double_one, "recorded 2 times: "),
    (record_refused, "refused and recorded: "), (differ, "lacks 1: "),
]


def is_move(request):
    return request.kind == "move" and request.outcome == "acknowledged"


def unseen(history, readings_of):
    """The planted faults that the judge does not see. `readings_of` reads again each time."""
    missed = []
    for plant, words in PLANTS:
        requests, readings = [copied(one) for one in history], readings_of()
        plant(requests, readings)
        if not any(words in problem for problem in judge(requests, readings)):
            missed.append(plant.__name__)
    return missed


def copied(request):
    twin = type(request).__new__(type(request))
    twin.__dict__ = dict(request.__dict__)
    return twin
