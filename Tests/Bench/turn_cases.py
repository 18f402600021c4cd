"""Each kind of request alone, at a daemon that was just started on a copy of the season."""

import os
import re
import shutil
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from common import now, until
from turn_homes import GAME_MOVES, RARE, copied, game, imported, join, move
from turn_watch import QUIET_SECONDS_MAX, Client, Watched, cost, settle, worst

# The bytes of one part of a log file, as the command line sends it.
PART_BYTES = 512 * 1024
# A kind that takes longer than this is asked for once only.
REPEATED_SECONDS_MAX = 8
UNREAD_SECONDS = 12
SEARCHES = {"a common word": "rebound", "a rare word": RARE.split()[1]}


class Season:
    """The homes, and what of them the requests name."""

    def __init__(self, binary, homes, folder):
        self.binary, self.homes, self.folder = binary, Path(homes), Path(folder)
        self.log_file = self.folder / "season.log"
        self.shared = copied(self.homes / "ana", self.folder / "shared")
        with Watched(binary, self.shared, is_traced=False) as daemon:
            daemon.start()
            client = daemon.client()
            games = client.fetch("GET", "/v1/games", kept_max=1 << 28).document["games"]
            self.entries = client.fetch("GET", "/v1/status", kept_max=1 << 22).document["sync"][
                "entries"
            ]
            self.newest = games[0]["name"]
            # From the older half, far apart: none is open, or becomes so with another.
            half = games[len(games) // 2 :]
            self.old = [half[index * len(half) // 12]["name"] for index in range(12)]
            self.moves = {name: self.names_of_moves(client, name) for name in self.old}
            self.log_file.write_bytes(client.fetch("GET", "/v1/export/log", kept_max=1 << 30).kept)
            client.close()

    @staticmethod
    def names_of_moves(client, name):
        log = client.fetch("GET", f"/v1/games/{quote(name)}/log", kept_max=1 << 28).document
        entries = [
            entry
            for entry in log["entries"]
            if entry.get("kind") in ("rebound", "twoPoints", "steal")
        ]
        return [entry["name"] for entry in entries if re.fullmatch(r"\w+\.\d+", entry["name"])]

    def copy(self, name="ana"):
        """A home of its own for one case."""
        return copied(self.homes / name, Path(tempfile.mkdtemp(dir=self.folder)) / name)


# MARK: One request after the other


def get(path):
    return lambda season, client, index: client.fetch("GET", path)


def of_old(path):
    """A request about one old game after the other."""
    return lambda season, client, index: client.fetch("GET", path.format(quote(season.old[index])))


def of_entry(season, client, index):
    return client.fetch("GET", f"/v1/search?query={season.moves[season.old[index]][40]}")


def post(path, make):
    return lambda season, client, index: client.fetch("POST", path, make(season, index))


def log_parts(season, client, index):
    """The log as a file, in parts; the last answer."""
    name, data = os.urandom(16).hex(), season.log_file.read_bytes()
    for at in range(0, len(data), PART_BYTES):
        last = "&last=true" if at + PART_BYTES >= len(data) else ""
        answer = client.post_bytes(
            f"/v1/import/log?file={name}&from={at}{last}", data[at : at + PART_BYTES]
        )
    return answer


def whole_export(season, client, index):
    answer = client.fetch("GET", "/v1/export")
    if answer.lines < season.entries:
        raise RuntimeError(f"{answer.lines} of {season.entries} entries came")
    return answer


def after_naming(season, client, index):
    """The games, when the name of a keeper has changed all of them."""
    client.fetch("POST", "/v1/keeper", {"name": f"Ana {index}"})
    return client.fetch("GET", "/v1/games")


def one_move(season, client, index):
    return client.fetch("POST", "/v1/moves", move(season.newest, 3 + index))


class Kind:
    """A kind of request: how often it is asked for, what comes before, and in which home."""

    def __init__(self, name, ask, times=3, before=None, records=False, home="ana"):
        self.name, self.ask, self.times, self.before = name, ask, times, before
        self.records, self.home = records, home

    def run(self, season):
        home = season.copy(self.home) if self.records else season.shared
        with Watched(season.binary, home) as daemon:
            daemon.start()
            client = daemon.client()
            if self.before:
                self.before(season, client)
            figures = []
            for index in range(self.times):
                figures.append(cost(daemon, lambda: self.ask(season, client, index)))
                if "failed" in figures[-1] or figures[-1]["s"] > REPEATED_SECONDS_MAX:
                    break
            client.close()
            return [row(self.name, figures, daemon)]


def row(name, figures, daemon):
    """The first time, and the worst of the others."""
    first, again = figures[0], figures[1:]
    out = {"name": name, "first": first, "said": daemon.said()}
    if again:
        kept = {key for figure in again for key in figure if not isinstance(figure[key], str)}
        out["again"] = {key: max(figure.get(key, 0) for figure in again) for key in kept}
        failed = [figure["failed"] for figure in again if "failed" in figure]
        out["again"].update({"failed": failed[0]} if failed else {})
    return out


# MARK: Kinds that are more than one request


class Opening:
    """From the start of the process to the first wait, the first turns, and the first status."""

    name = "start of the daemon"

    @staticmethod
    def run(season):
        with Watched(season.binary, season.copy()) as daemon:
            begun = now()
            daemon.launch()
            client = daemon.client()
            asked = now()
            client.fetch("GET", "/v1/status")
            took, answered = now() - asked, now()
            settle(daemon)
            opening, *turns = daemon.turns() or [None]
            if opening is None:
                return [
                    row(
                        "start: until status is answered",
                        [
                            {
                                "s": answered - begun,
                                "processor_s": daemon.processor_seconds(),
                                "after_bytes": daemon.resident(),
                                "peak_bytes": daemon.resident("VmHWM"),
                            }
                        ],
                        daemon,
                    )
                ]
            opened = {
                "s": opening.wall,
                "turns": 1,
                "turn_processor_s": opening.used,
                "turn_wall_s": opening.wall,
                "long_turns": int(opening.used > 0.025),
            }
            first = {
                "s": took,
                "after_bytes": daemon.resident(),
                "peak_bytes": daemon.resident("VmHWM"),
            }
            return [
                {"name": "start: all before the first turn", "first": opened},
                row("start: first turns, status", [first | worst(turns)], daemon),
            ]


class Joining:
    """A device joins and takes everything from this one: the turns of both."""

    name = "a device joins and catches up"

    def run(self, season):
        fresh = Path(tempfile.mkdtemp(dir=season.folder)) / "eve"
        with Watched(season.binary, season.copy()) as ana, Watched(
            season.binary, fresh, name="eve"
        ) as eve:
            ana.start()
            eve.start()
            place = ana.ask("GET", "/v1/doctor")["addresses"][0]
            ana.listen = "127.0.0.1:" + place.rsplit(":", 1)[1]
            settle(ana)
            figures = []
            for daemon in (ana, eve):
                daemon.forget_peak()
                figures.append({"before_bytes": daemon.resident()})
            begun = now()
            join(eve, ana)
            until(lambda: self.is_in_sync(ana, eve), 120, 0.1)
            took = now() - begun
            rows = []
            for daemon, figure in zip((ana, eve), figures):
                settle(daemon)
                figure |= {
                    "s": took,
                    "after_bytes": daemon.resident(),
                    "peak_bytes": daemon.resident("VmHWM"),
                }
                side = "the one that has it" if daemon is ana else "the one that joins"
                rows.append(
                    row(f"{self.name}: {side}", [figure | worst(daemon.turns(begun))], daemon)
                )
            return rows

    @staticmethod
    def is_in_sync(ana, eve):
        have, has = ana.status()["sync"], eve.status()["sync"]
        return have["digest"] == has["digest"]


class Unread:
    """An export is asked for and not read: what it costs, and how others are served meanwhile."""

    name = "export that nobody reads"
    # False once a single one took too long.
    is_repeated = True

    def __init__(self, count=1):
        self.count = count
        self.name += f", {count} times" if count > 1 else ""

    def run(self, season):
        if self.count > 1 and not Unread.is_repeated:
            return [{"name": self.name, "first": {"failed": "left out: one takes too long"}}]
        Unread.is_repeated = False
        with Watched(season.binary, season.shared) as daemon:
            daemon.start()
            settle(daemon)
            daemon.forget_peak()
            before, used, begun = daemon.resident(), daemon.processor_seconds(), now()
            ends = [daemon.client() for _ in range(self.count)]
            for end in ends:
                end.send(Client.request("GET", "/v1/export"))
            other, waits = daemon.client(), []
            while now() < begun + UNREAD_SECONDS:
                asked = now()
                other.fetch("GET", "/v1/health")
                waits.append(now() - asked)
                time.sleep(0.05)
            held = daemon.resident()
            Unread.is_repeated = max(waits) < REPEATED_SECONDS_MAX
            for end in ends:
                end.close()
            closed = now()
            quiet = settle(daemon) - closed
            figure = {
                "before_bytes": before,
                "peak_bytes": daemon.resident("VmHWM"),
                "held_bytes": held,
                "after_bytes": daemon.resident(),
                "s": max(waits),
                "quiet_s": max(0, quiet),
                "processor_s": daemon.processor_seconds() - used,
            } | worst(daemon.turns(begun))
            out = row(self.name, [figure], daemon)
            out["note"] = (
                f"another's health took {max(waits) * 1e3:,.0f} ms at worst; at rest "
                f"{rest(quiet)} after it was closed; held {held / 1e6:,.0f} MB before that"
            )
            return [out]


def rest(seconds):
    return "not yet" if seconds > QUIET_SECONDS_MAX - 1 else f"{max(0, seconds):.2f} s"


class Abandoned:
    """An export is asked for, and the connection closed soon: the work must end."""

    name = "export that is closed at once"

    @staticmethod
    def run(season):
        with Watched(season.binary, season.shared) as daemon:
            daemon.start()
            settle(daemon)
            daemon.forget_peak()
            before, used, begun = daemon.resident(), daemon.processor_seconds(), now()
            client = daemon.client()
            client.send(Client.request("GET", "/v1/export"))
            time.sleep(0.3)
            client.close()
            closed = now()
            quiet = max(0, settle(daemon) - closed)
            figure = {
                "before_bytes": before,
                "peak_bytes": daemon.resident("VmHWM"),
                "after_bytes": daemon.resident(),
                "quiet_s": quiet,
                "processor_s": daemon.processor_seconds() - used,
            } | worst(daemon.turns(begun))
            out = row(Abandoned.name, [figure], daemon)
            out["note"] = f"at rest {rest(quiet)} after it was closed"
            return [out]


KINDS = [
    Opening(),
    Kind("status", get("/v1/status"), 5),
    *(Kind(f"search, {what}", get(f"/v1/search?query={word}")) for what, word in SEARCHES.items()),
    Kind("search, an entry's name", of_entry),
    Kind("games", get("/v1/games")),
    Kind("games when a keeper was named", after_naming, records=True),
    Kind("log of all games, 100 lines", get("/v1/log?games=all&limit=100")),
    Kind("box of an old game", of_old("/v1/games/{}"), 5),
    Kind("whole log of an old game", of_old("/v1/games/{}/log")),
    Kind("plays of an old game, CSV", of_old("/v1/games/{}/plays.csv")),
    Kind("export", whole_export, 2),
    Kind("export of an old game", of_old("/v1/export?game={}")),
    Kind("export of the log", get("/v1/export/log")),
    Kind(
        "import of a game of 500",
        post("/v1/import", lambda season, index: imported(7000 + index, GAME_MOVES, "late")),
        records=True,
    ),
    Kind("import of the log, all here", log_parts, 1, records=True),
    Kind("import of the log, all new", log_parts, 1, records=True, home="dee"),
    Kind(
        "a new game", post("/v1/games", lambda season, index: game(8000 + index)), 5, records=True
    ),
    Kind("a move", one_move, 5, records=True),
    Kind(
        "undo",
        post("/v1/undo", lambda season, index: {"game": season.newest}),
        records=True,
        before=lambda season, client: [one_move(season, client, index) for index in range(4)],
    ),
    Kind(
        "void of an old move",
        post(
            "/v1/void",
            lambda season, index: {
                "game": season.old[index],
                "entries": [season.moves[season.old[index]][30]],
            },
        ),
        records=True,
    ),
    Kind(
        "rules of an old game",
        post(
            "/v1/rules",
            lambda season, index: {"game": season.old[index], "rules": {"foulLimit": 6}},
        ),
        records=True,
    ),
    Kind(
        "removal of a device of a third",
        post("/v1/devices/remove", lambda season, index: {"device": "cy"}),
        1,
        records=True,
    ),
    Joining(),
    Unread(),
    Unread(4),
    Abandoned(),
]


def run(season, wanted, left_out, say):
    """The rows of all kinds whose names have one of the words, and none of the others."""
    rows = []
    for kind in KINDS:
        if wanted and not any(word in kind.name for word in wanted):
            continue
        if any(word in kind.name for word in left_out):
            continue
        begun = now()
        try:
            rows += kind.run(season)
        except (OSError, RuntimeError, KeyError) as failure:
            rows.append(
                {"name": kind.name, "first": {"failed": f"{type(failure).__name__}: {failure}"}}
            )
        say(f"  {kind.name}: {now() - begun:.0f} s")
        for folder in season.folder.glob("tmp*"):
            shutil.rmtree(folder, ignore_errors=True)
    return rows
