#!/usr/bin/env python3
"""Tries real daemons on disks that are in trouble. Usage: trouble.py BINARY [--quick] [NAME]..."""
import os, shutil, signal, subprocess, sys, tempfile, time, traceback

import volume
from recorder import Failed, Recorder, agree, judge, must, warning
from daemon import Device, Refused, Unanswered, Unsent, free_ports

RESUME_SECONDS_MAX = 20


class Trial:
    """A folder with devices and file systems, all of which end with it."""

    def __init__(self, binary):
        self.binary = binary
        self.folder = tempfile.mkdtemp(prefix="scored-", dir="/tmp")
        self.devices, self.volumes = [], []
        self.ports = free_ports(3)

    def memory(self, size):
        self.volumes.append(volume.Memory(os.path.join(self.folder, "memory"), size))
        return self.volumes[-1]

    def disk(self):
        self.volumes.append(volume.Disk(self.folder))
        return self.volumes[-1]

    def device(self, name, folder=None):
        """A device whose home is in the folder; it does not run yet."""
        port = self.ports[len(self.devices)]
        words = ["--no-discovery"]
        words += [f"--peer=127.0.0.1:{other}" for other in self.ports if other != port]
        folder = folder or self.folder
        device = Device(self.binary, folder, name, f"127.0.0.1:{port}", words)
        # What it says must not need room on the disk in trouble.
        diagnostics = os.path.join(self.folder, name + ".said")
        if folder != self.folder:
            os.symlink(diagnostics, device.home + ".diagnostics")
        self.devices.append(device)
        return device

    def pair(self, folder):
        """ana, whose home is in the folder, and bo, who joined her table."""
        ana, bo = self.device("ana", folder), self.device("bo")
        ana.start(), bo.start()
        recorder = Recorder(ana)
        recorder.begin()
        join(bo, ana)
        recorder.record(5)
        agree([ana, bo])
        return ana, bo, recorder

    def end(self):
        for device in self.devices:
            if device.is_running:
                device.kill()
        for one in reversed(self.volumes):
            one.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def join(device, inviter):
    """Moves that only the device has go into its archive."""
    code = inviter.post("/v1/invitations", {"count": 1})["codes"][0]["code"]
    device.post("/v1/join", {"code": code, "via": inviter.listen, "force": True})


def finish(devices, recorders):
    """All agree, hold what was acknowledged, and again after a restart, with sound disks."""
    agree(devices)
    for device in devices:
        judge(device, recorders)
    for device in devices:
        device.stop()
        verified = device.verify()
        must(verified["isSound"], f"{device.name}'s log is not sound: {verified['problems']}")
        device.start()
    agree(devices)
    for device in devices:
        judge(device, recorders)


def reads(device):
    """Reading goes on: status, the game, the log."""
    device.status(), device.get("/v1/games"), device.get("/v1/export")


def must_refuse(recorder, word):
    must(not recorder.record(), f"{recorder.device.name} acknowledged a move that it cannot keep")
    if not isinstance(recorder.refusal, Refused) or word not in str(recorder.refusal).lower():
        raise Failed(f"the refusal does not say {word!r}: {recorder.refusal}")


def full(trial):
    memory = trial.memory("6m")
    ana, bo, recorder = trial.pair(memory.path)
    memory.fill(leaving=100 << 10)
    recorder.text = 400
    recorder.record_until_refused(30)
    must_refuse(recorder, "no space")
    text = warning(ana, "diskFull")
    must(ana.status()["storage"]["isFull"], "status does not say that the disk is full")
    reads(ana)
    other = Recorder(bo)
    other.record(20)
    must(len(other.acknowledged) >= 20, f"bo does not record while ana's disk is full: {other.refusal}")
    time.sleep(4)
    must_refuse(recorder, "no space")
    memory.make_room()
    seconds = recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder, other])
    return f"{len(recorder.acknowledged)} kept; \"{text}\"; records again after {seconds:.1f} s"


def start(trial):
    memory = trial.memory("6m")
    ana, bo, recorder = trial.pair(memory.path)
    recorder.record(30)
    ana.kill()
    memory.fill()
    other = Recorder(bo)
    other.record(5)
    # A home that was there opens, reads, and says what it cannot do; a new one says why it cannot be.
    ana.start()
    reads(ana)
    # What bo recorded meanwhile comes with the link, for which nobody has waited yet.
    agree([ana, bo])
    judge(ana, [recorder, other])
    recorder.text = 400
    recorder.record_until_refused(30)
    warning(ana, "diskFull")
    ana.kill()
    ana.start()
    reads(ana)
    new = trial.device("cy", memory.path)
    new.launch()
    try:
        code = new.process.wait(20)
    except subprocess.TimeoutExpired:
        raise Failed("a daemon that cannot make its home does not end")
    if code <= 0 or "no space" not in new.said().lower():
        raise Failed(f"a new home on a full disk: exit {code}: {new.said()}")
    memory.make_room()
    recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder, other])
    return f"opens and reads with no byte free; a new home ends with exit {code} and says why"


def small(trial):
    """A disk that never has a megabyte free: it is used to its end, and goes on with a little room."""
    memory = trial.memory("1m")
    ana, bo, recorder = trial.pair(memory.path)
    memory.fill()
    recorder.text = 480
    recorder.record_until_refused(120)
    warning(ana, "diskFull")
    memory.make_room(100 << 10)
    seconds = recorder.await_recording(RESUME_SECONDS_MAX)
    held = len(recorder.acknowledged)
    recorder.record_until_refused(120)
    more = len(recorder.acknowledged) - held
    must(more >= 20, f"only {more} moves went into 100 KB")
    reads(ana)
    memory.make_room(100 << 10)
    recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder])
    return f"{more} moves into the last 100 KB; records again after {seconds:.1f} s"


def starting(trial):
    """`up` in a home on a full disk says why it does not."""
    memory = trial.memory("1m")
    memory.fill()
    home = os.path.join(memory.path, "home")
    up = subprocess.run(
        [trial.binary, "up", "--state", home, "--no-discovery", "--listen", "127.0.0.1:0"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    said = up.stderr.lower()
    if up.returncode == 0 or "full" not in said and "no space" not in said:
        raise Failed(f"exit {up.returncode}: {up.stderr}")
    return f"exit {up.returncode}: {up.stderr.strip()}"


def rotation(trial):
    memory = trial.memory("24m")
    ana, bo, recorder = trial.pair(memory.path)
    recorder.text = 480
    segment = os.path.join(ana.home, "log", "00000001.seg")
    while os.path.getsize(segment) < 2 << 20:
        # Many games, as in a season: what is asked of one costs more the longer that one is.
        recorder.begin()
        must(recorder.record(100), f"{recorder.refusal}")
    memory.fill()
    recorder.record_until_refused(30)
    warning(ana, "diskFull")
    reads(ana)
    ana.kill()
    ana.start()
    judge(ana, [recorder])
    memory.make_room()
    recorder.await_recording(RESUME_SECONDS_MAX)
    must(os.path.exists(os.path.join(ana.home, "log", "00000002.seg")), "there is no second segment")
    finish([ana, bo], [recorder])
    return f"{len(recorder.acknowledged)} kept over two segments, kill -9 between"


def joining(trial):
    memory = trial.memory("6m")
    ana, bo = trial.device("ana"), trial.device("bo", memory.path)
    ana.start(), bo.start()
    recorder, own = Recorder(ana), Recorder(bo)
    recorder.begin()
    recorder.record(40)
    own.begin()
    own.record(3)
    memory.fill()
    try:
        join(bo, ana)
        raise Failed("bo joined with no byte free")
    except Refused as refusal:
        said = str(refusal)
    reads(bo)
    judge(bo, [own])
    bo.kill()
    bo.start()
    judge(bo, [own])
    memory.make_room()
    own.await_recording(RESUME_SECONDS_MAX)
    join(bo, ana)
    agree([ana, bo])
    judge(bo, [recorder])
    return f"refused: {said}; joins when there is room"


def failed(trial):
    """fdatasync fails for real."""
    disk = trial.disk()
    ana, bo, recorder = trial.pair(disk.path)
    recorder.record(100)
    disk.memory.fill()
    recorder.text = 480
    recorder.record_until_refused(40)
    text = warning(ana, "diskFull", "diskFailed")
    must("durable" in text, f"it was not the sync that failed: {text}")
    reads(ana)
    held = len(recorder.acknowledged)
    ana.kill()
    disk.memory.make_room()
    disk.check()
    ana.start()
    judge(ana, [recorder])
    recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder])
    return f"{held} kept; \"{text}\""


def again(trial):
    """fdatasync fails, and the same daemon goes on when the disk is well again."""
    disk = trial.disk()
    ana, bo, recorder = trial.pair(disk.path)
    recorder.record(100)
    disk.memory.fill()
    recorder.text = 480
    recorder.record_until_refused(40)
    time.sleep(4)
    disk.memory.make_room()
    seconds = recorder.await_recording(RESUME_SECONDS_MAX)
    recorder.record(20)
    # What the system's memory shows is no proof: look at the medium.
    ana.kill()
    disk.check()
    ana.start()
    judge(ana, [recorder])
    finish([ana, bo], [recorder])
    return f"{len(recorder.acknowledged)} kept; the same daemon records again after {seconds:.1f} s"


def immutable(trial):
    """Neither the log's folder nor its files may be changed any more."""
    disk = trial.disk()
    ana, bo, recorder = trial.pair(disk.path)
    log = os.path.join(ana.home, "log")
    files = [log, *(os.path.join(log, name) for name in os.listdir(log))]
    volume.run("chattr", "+i", *files)
    recorder.record_until_refused(20)
    text = warning(ana, "diskFailed")
    reads(ana)
    volume.run("chattr", "-i", *files)
    seconds = recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder])
    return f"\"{text}\"; records again after {seconds:.1f} s"


def limit(trial):
    """The process may not make files longer than they are."""
    import resource

    ana, bo, recorder = trial.pair(trial.folder)
    size = os.path.getsize(os.path.join(ana.home, "log", "00000001.seg"))
    resource.prlimit(ana.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    recorder.text = 480
    recorder.record_until_refused(30)
    must(ana.is_running, f"the daemon ended with {ana.process.returncode}")
    text = warning(ana, "diskFailed")
    reads(ana)
    resource.prlimit(
        ana.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder])
    return f"{len(recorder.acknowledged)} kept; \"{text}\""


def deleted(trial):
    ana, bo, recorder = trial.pair(trial.folder)
    recorder.record(20)
    agree([ana, bo])
    log = os.path.join(ana.home, "log")
    for name in os.listdir(log):
        os.remove(os.path.join(log, name))
    must_refuse(recorder, "deleted")
    text = warning(ana, "diskFailed")
    reads(ana)
    judge(ana, [recorder])
    ana.kill()
    ana.start()
    recorder.await_recording(RESUME_SECONDS_MAX)
    finish([ana, bo], [recorder])
    return f"\"{text}\"; after a restart the peer gave all of it back"


# Name, what does it, why it is left out here, whether the quick mode has it.
TRIALS = [
    ("deleted", deleted, lambda: None, True),
    ("limit", limit, lambda: None, True),
    ("full", full, volume.why_none, True),
    ("small", small, volume.why_none, True),
    ("starting", starting, volume.why_none, True),
    ("start", start, volume.why_none, False),
    ("join", joining, volume.why_none, True),
    ("rotation", rotation, volume.why_none, False),
    ("failed", failed, volume.why_no_disk, True),
    ("again", again, volume.why_no_disk, False),
    ("immutable", immutable, volume.why_no_disk, False),
]


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    binary, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    is_quick = "--quick" in words
    names = [word for word in words if not word.startswith("-")]
    passed, wrong, left_out = 0, 0, 0
    for name, body, why_not, is_in_quick in TRIALS:
        if names and name not in names or is_quick and not is_in_quick:
            continue
        reason = why_not()
        if reason:
            left_out += 1
            print(f"{name}: left out, {reason}", flush=True)
            continue
        begin = time.monotonic()
        trial = Trial(binary)
        try:
            line = body(trial)
            passed += 1
            print(f"{name}: {line} ({time.monotonic() - begin:.1f} s)", flush=True)
        except (Failed, Refused, Unanswered, Unsent, RuntimeError, OSError) as error:
            wrong += 1
            print(f"{name}: FAILED: {error}", flush=True)
            if not isinstance(error, Failed):
                traceback.print_exc()
            for device in trial.devices:
                print(f"  {device.name}:\n{device.said()}", flush=True)
        finally:
            trial.end()
    print(f"disk-trouble: {passed} passed, {wrong} failed, {left_out} left out", flush=True)
    sys.exit(1 if wrong or not passed else 0)


if __name__ == "__main__":
    main()
