"""What creating a game costs at a table that has few games, and at one that has many."""

import re
import shutil
import tempfile
from pathlib import Path

from common import now
from scored import Daemon
from turn_homes import clear, copied, game, pipelined, roster, TEAMS
from turn_watch import Watched, settle

SIZES = (10, 500, 1_000, 2_000)
CREATIONS = 50
# Created under valgrind: enough for a mean, and some seconds.
COUNTED = 10


def new(number):
    """A game of two teams that never played, which have rosters of their own."""
    home, away = (TEAMS[(number + side) % len(TEAMS)] for side in (0, 7))
    return game(number, "created") | {
        "home": {"name": f"{home} {number}", "roster": roster(home)},
        "away": {"name": f"{away} {number}", "roster": roster(away)},
    }


def run(binary, folder, say, sizes=SIZES):
    """For each number of games what a creation costs, with instructions where valgrind is."""
    home, rows, count = Path(folder) / "creating", [], 0
    for size in sizes:
        with Watched(binary, home, is_traced=False, name="sol") as daemon:
            daemon.start()
            pipelined(
                daemon.client(), (("/v1/games", new(number)) for number in range(count, size))
            )
        clear(home)
        counted = instructions(binary, home, folder, size)
        with Watched(binary, home, name="sol") as daemon:
            daemon.start()
            rows.append({"games": size, "instructions": counted} | creations(daemon, size))
        clear(home)
        count = size + CREATIONS
        say(f"  creating at {size} games")
    return rows


def creations(daemon, size):
    """The median of some creations, one after the other."""
    client = daemon.client()
    # The first one after a start takes more, which is no cost of a creation.
    client.fetch("GET", "/v1/games", kept_max=1 << 28)
    settle(daemon)
    times, waits, begun = [], [], now()
    for number in range(size, size + CREATIONS):
        used, asked = daemon.processor_seconds(), now()
        client.fetch("POST", "/v1/games", new(number))
        waits.append(now() - asked)
        times.append(daemon.processor_seconds() - used)
    client.close()
    return {
        "processor_s": sorted(times)[CREATIONS // 2],
        "s": sorted(waits)[CREATIONS // 2],
        "turn_processor_s": max((turn.used for turn in daemon.turns(begun)), default=None),
    }


def instructions(binary, home, folder, number):
    """Of one creation, as callgrind counts them: a run with some less a run with one."""
    if not shutil.which("valgrind"):
        return None
    some, one = (counted(binary, home, folder, number, count) for count in (1 + COUNTED, 1))
    return (some - one) / COUNTED if some and one else None


def counted(binary, home, folder, number, count):
    place = Path(tempfile.mkdtemp(dir=folder))
    with Valgrind(binary, copied(home, place / "home"), name="sol") as daemon:
        daemon.start(is_guarded=False)
        client = daemon.connection()
        for index in range(count):
            client.ask("POST", "/v1/games", new(number + index))
        client.close()
    found = re.search(
        r"Collected : (\d+)", Path(f"{daemon.home}.diagnostics").read_text(errors="replace")
    )
    shutil.rmtree(place, ignore_errors=True)
    return int(found[1]) if found else None


class Valgrind(Daemon):
    """A daemon whose instructions are counted."""

    @property
    def words(self):
        return ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *super().words]
