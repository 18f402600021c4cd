"""The rows of the table: what is compared with what, and the target of each. Ratios are of one run."""

from dataclasses import dataclass, field

M, SMALL = "moves", "small"


@dataclass(frozen=True)
class Run:
    """A case of a source at a size: the number of moves asked for, at most 100,000 of them, or a number."""

    source: str
    case: str
    size: object = M
    options: tuple = ()

    def __getitem__(self, key):
        return Figure(self, key)


@dataclass(frozen=True)
class Figure:
    """One number that a run gives, or the sum of several."""

    run: Run
    key: str


@dataclass(frozen=True)
class Row:
    """`limit` is a factor of `of` where that is given, else a number; at most, unless `is_least`."""

    case: str
    title: str
    ours: Figure
    unit: str
    limit: float | None = None
    of: str = ""
    is_least: bool = False
    against: dict = field(default_factory=dict)


def scored(case, size=M):
    return Run("scored", case, size)


CATCHUP, CATCHUP_SMALL = scored("catchup"), scored("catchup", SMALL)
OPEN, DURABLE, LIVE, RESYNC = scored("open"), scored("durable"), scored("live"), scored("resync", SMALL)
REDIS_CATCHUP, REDIS_LOAD = Run("redis", "catchup"), Run("redis", "load")
SQLITE_CATCHUP, SQLITE_DURABLE = Run("sqlite", "catchup"), Run("sqlite", "durable")
LORO, YRS = (Run(name, "catchup", SMALL) for name in ("loro", "yrs"))
LORO_LARGE, YRS_LARGE = (Run(name, "catchup", M) for name in ("loro", "yrs"))
FLOOR_DURABLE = Run("floor", "durable", SMALL)
SHELL = {name: Run("shell", name, SMALL) for name in ("scored", "version", "sqlite", "redis")}
IDLE = Run("table", "idle", 0)

ROWS = [
    Row("catchup", "fresh device catches up", CATCHUP["s"], "ms", 1.2, "Redis",
        against={"Redis": REDIS_CATCHUP["s"], "Loro": LORO_LARGE["s+all_scores_s"],
                 "yrs": YRS_LARGE["s+all_scores_s"]}),
    Row("catchup", "until `status` answers and the digests agree in it", CATCHUP["agreed_s"], "ms", 0.8, "Redis",
        against={"Redis": REDIS_CATCHUP["s"], "yrs": YRS_LARGE["s"]}),
    Row("catchup", "processor time of the receiver in it", CATCHUP["receiver_processor_s"], "ms"),
    Row("catchup", "fresh device catches up, 100,000 moves", CATCHUP_SMALL["s"], "ms",
        against={"Redis": Run("redis", "catchup", SMALL)["s"], "Loro": LORO["s+all_scores_s"],
                 "yrs": YRS["s+all_scores_s"]}),
    Row("catchup", "bytes a move on the wire in it", CATCHUP["bytes_per_move"], "B", 6.5,
        against={"SQLite rows + zstd": SQLITE_CATCHUP["rows_zstd_bytes_per_move"],
                 "yrs": YRS_LARGE["bytes_per_move"], "Redis": REDIS_CATCHUP["bytes_per_move"]}),
    Row("catchup", "bytes a move on disk, received in it", CATCHUP["disk_bytes_per_move"], "B", 7,
        against={"Redis": REDIS_LOAD["disk_bytes_per_move"]}),
    Row("open", "bytes a move on disk, own, one commit a move", OPEN["own_disk_bytes_per_move"], "B", 120,
        against={"Redis log": Run("redis", "load", SMALL)["log_bytes_per_move"]}),
    Row("open", "resident bytes a move, all scores readable, after opening", OPEN["rss_per_move"], "B", 14,
        against={"Redis": REDIS_LOAD["rss_per_move"]}),
    Row("catchup", "resident bytes a move after a catch-up", CATCHUP["rss_per_move"], "B", 14,
        against={"Redis": REDIS_LOAD["rss_per_move"]}),
    Row("open", "open the log until `status` answers", OPEN["s"], "ms", 1.0, "Redis",
        against={"Redis": REDIS_LOAD["open_s"]}),
    Row("open", "processor time in it", OPEN["processor_s"], "ms"),
    Row("durable", "durable moves a second, local API, one at a time", DURABLE["one_per_s"], "/s", 0.55, "floor", True,
        {"SQLite": SQLITE_DURABLE["one_per_s"], "floor": DURABLE["floor_per_s"]}),
    Row("durable", "processor time a move, one at a time", DURABLE["one_processor_us"], "us", 100),
    Row("durable", "grouped by 1,000 in the core and storage", DURABLE["grouped_per_s"], "/s", 2, "SQLite", True,
        {"SQLite": SQLITE_DURABLE["group_per_s"], "floor": FLOOR_DURABLE["group_per_s"]}),
    Row("live", "from one device into the other's event stream, p50", LIVE["p50_us"], "us", 1.5, "floor",
        against={"Redis": Run("redis", "live")["p50_us"], "NATS": Run("nats", "live", 10_000)["p50_us"],
                 "floor": LIVE["floor_us"]}),
    Row("live", "into the other's event stream, p99 (the floor is its median)", LIVE["p99_us"], "us", 4, "floor",
        against={"Redis": Run("redis", "live")["p99_us"], "floor": LIVE["floor_us"]}),
    Row("live", "processor time a move, both daemons", LIVE["processor_us"], "us", 250),
    Row("live", "an fdatasync in the same seconds, p50", LIVE["fdatasync_us"], "us"),
    Row("resync", "100,000 shared, 1,000 more on each side", RESYNC["s"], "ms", 5,
        against={"yrs": Run("yrs", "resync", SMALL)["s"], "Loro": Run("loro", "resync", SMALL)["s"]}),
    Row("resync", "bytes a move in it, without the handshake", RESYNC["bytes_per_move"], "B", 6),
    Row("resync", "bytes from the dialler when nothing is missing", RESYNC["idle_bytes_out"], "B", 300),
    Row("resync", "bytes to the dialler when nothing is missing", RESYNC["idle_bytes_in"], "B", 300),
    Row("shell", "`scored status`, whole process", SHELL["scored"]["p50_us"], "us", 1.0, "sqlite3",
        against={"sqlite3": SHELL["sqlite"]["p50_us"], "scored --version": SHELL["version"]["p50_us"]}),
    Row("shell", "`scored status` beside redis-cli", SHELL["scored"]["p50_us"], "us", 0.5, "redis-cli",
        against={"redis-cli": SHELL["redis"]["p50_us"]}),
    Row("idle", "idle daemon with 8 peers, anonymous memory", IDLE["anonymous_bytes"], "MB", 4.0),
    Row("idle", "idle daemon with 8 peers, share of a core", IDLE["core_percent"], "%", 0.1),
]


def crowd_rows(sizes, rate):
    """Rows of a table of devices that all record. What a move costs all of them together may grow from the smallest
    table to each larger one as the number of devices that a move has to reach."""
    runs = [Run("table", "crowd", size, (("rate", rate),)) for size in sizes]
    rows = []
    for size, run in zip(sizes, runs):
        growth = (size - 1) / (sizes[0] - 1)
        others = f"{sizes[0]} devices"
        rows.append(Row("crowd", f"{size} devices, {rate:g} moves a second each: p99 until all hold a move",
                        run["p99_us"], "ms", 250))
        for key, what, unit in (("processor_us_per_move", "processor time a move, all devices", "us"),
                                ("bytes_per_move", "bytes sent a move, all devices", "B")):
            if run is runs[0]:
                rows.append(Row("crowd", f"{size} devices: {what}", run[key], unit))
            else:
                rows.append(Row("crowd", f"{size} devices: {what}", run[key], unit, round(growth, 2), others,
                                against={others: runs[0][key]}))
    return rows
