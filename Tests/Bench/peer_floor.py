"""No peer but what lies under them on this disk and this machine: native/limits.c, and a file that is synced."""

import os

from common import DATA, GROUP, now
from limits import NATIVE, build, measure

# What a move takes on the disk at least, with its frame.
MOVE_BYTES = 64


class Cases:
    def limits(self):
        target = DATA / "limits"
        return target if target.exists() else build("limits", "gcc", "-O2", NATIVE / "limits.c")

    def durable(self, n, count=2_000):
        """Appends of 64 bytes with one fdatasync each, and of 1,000 such with one."""
        out = {}
        for key, size, moves in (("one_per_s", 1, count), ("group_per_s", GROUP, min(n, 100_000))):
            path = DATA / f"floor-{os.getpid()}"
            file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            blob = b"\1" * MOVE_BYTES * size
            begun = now()
            for _ in range(moves // size):
                os.write(file, blob)
                os.fdatasync(file)
            out[key] = moves / (now() - begun)
            os.close(file)
            path.unlink()
        return out

    def live(self, n):
        """Two fdatasync and two round trips over loopback: what a move costs that is durable at both ends."""
        limits = self.limits()
        sync = self.named(measure(limits, "sync", DATA), "preallocated 64 B + fdatasync")
        trip = self.named(measure(limits, "rtt"), "loopback TCP 64 B round trip")
        return {f"{p}_us": 2 * sync[f"{p}_us"] + 2 * trip[f"{p}_us"] for p in ("p50", "p99")} | {
            "fdatasync_p50_us": sync["p50_us"], "fdatasync_p99_us": sync["p99_us"],
            "round_trip_p50_us": trip["p50_us"]}

    @staticmethod
    def named(lines, name):
        return next(line for line in lines if line["name"] == name)


def cases():
    return Cases()
