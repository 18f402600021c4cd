"""No peer but what lies under them on this disk and this machine: native/limits.c, and a file that is synced."""

import os

from common import DATA, GROUP, now
from limits import NATIVE, build, measure

# What a move takes on the disk at least, with its frame.
MOVE_BYTES = 64


class Disk:
    """A file of its own on the same disk, to be synced between the moves of a case: what a sync takes changes from
    one second to the next where others use the disk, too."""

    def __init__(self, is_reserved=False):
        DATA.mkdir(parents=True, exist_ok=True)
        self.path = DATA / f"floor-{os.getpid()}-{is_reserved}"
        self.took = []
        self.file = os.open(self.path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        if is_reserved:
            os.write(self.file, bytes(1 << 20))
            os.fsync(self.file)
            os.lseek(self.file, 0, os.SEEK_SET)

    def sync(self, count, size=MOVE_BYTES):
        """So many writes, each with an fdatasync."""
        block = b"\1" * size
        for _ in range(count):
            begun = now()
            os.write(self.file, block)
            os.fdatasync(self.file)
            self.took.append(now() - begun)

    def end(self):
        os.close(self.file)
        self.path.unlink()


class Cases:
    def limits(self):
        DATA.mkdir(parents=True, exist_ok=True)
        target = DATA / "limits"
        return target if target.exists() else build("limits", "gcc", "-O2", NATIVE / "limits.c")

    def durable(self, n):
        """Appends of 1,000 moves of 64 bytes with one fdatasync each."""
        disk = Disk()
        disk.sync(min(n, 100_000) // GROUP, MOVE_BYTES * GROUP)
        disk.end()
        return {"group_per_s": len(disk.took) * GROUP / sum(disk.took)}

    def round_trip_us(self):
        """The median of a round trip of 64 bytes over loopback."""
        lines = measure(self.limits(), "rtt")
        return next(line["p50_us"] for line in lines if line["name"] == "loopback TCP 64 B round trip")


def cases():
    return Cases()
