"""What one look costs at a shell: the whole short-lived process, each beside a store that holds the moves."""

import tempfile

from common import DATA
from homes import BINARY, copies, recorded
from limits import NATIVE, build, measure
from scored import Daemon
from workload import moves

GAME, COUNT = 77, 200


def p50(*argv):
    limits = DATA / "limits"
    if not limits.exists():
        build("limits", "gcc", "-O2", NATIVE / "limits.c")
    line = measure(limits, "spawn", COUNT, *argv)[0]
    if "failed" in line:
        raise RuntimeError(line["failed"])
    return {"p50_us": line["p50_us"], "p99_us": line["p99_us"]}


class Cases:
    def scored(self, n):
        """`scored status` beside a daemon that holds n."""
        with copies(recorded(n), "full") as folder, Daemon(BINARY, folder / "full") as daemon:
            daemon.start()
            return p50(BINARY, "status", "--state", folder / "full")

    def version(self, n):
        """`scored --version`: what starting the program costs by itself."""
        return p50(BINARY, "--version")

    def sqlite(self, n):
        import peer_sqlite
        query = peer_sqlite.SCORE.format(f"WHERE game = {GAME}")
        return p50("sqlite3", peer_sqlite.Cases().saved(n), query)

    def redis(self, n):
        import peer_redis
        with tempfile.TemporaryDirectory(prefix="redis-", dir=DATA) as folder:
            with peer_redis.server(folder, appendonly="no") as server:
                peer_redis.pipeline(server, moves(n))
                return p50("redis-cli", "-p", server.port, "EVAL", peer_redis.SCORE, "1", f"g{GAME}")


def cases():
    return Cases()
