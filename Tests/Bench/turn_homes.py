"""Homes for the bench of turns: a table of three devices with a season, a member that holds nothing
of it, and a small one.

They are made by the daemons themselves, through the local API, and kept in a folder, so that a run
that is repeated begins at once. What a version of the program records, every later one reads: they
are kept by their size alone.
"""

import json
import os
import random
import shutil
import threading
from contextlib import ExitStack
from pathlib import Path

from common import free_port, now, until
from scored import Connection, Daemon

# Part of the folder's name: another workload is another home.
VERSION = 1
GAME_MOVES = 500
# Moves of each game that each of the two other devices records.
LIVE_MOVES = 4
# The newest games go on.
OPEN_GAMES = 5
KEEPERS = ("ana", "ben", "cy")
SMALL_GAMES = 10
AHEAD = 32

TEAMS = [
    f"{place} {animal}"
    for place in ("North", "South", "East", "West", "Upper")
    for animal in ("Hawks", "Owls", "Bears", "Foxes", "Wolves", "Storks", "Pikes", "Crows")
]
FIRST = ("Ana", "Bo", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jana", "Kim", "Lou")
LAST = (
    "Adler",
    "Berg",
    "Conti",
    "Dorn",
    "Ender",
    "Fink",
    "Gross",
    "Haas",
    "Iversen",
    "Jung",
    "Klein",
    "Lang",
)
# One player of one team has this name.
RARE = "Zoltan Quitz"
STEPS = (
    "twoPoints",
    "twoPoints",
    "miss",
    "miss",
    "miss",
    "threePoints",
    "freeThrow",
    "rebound",
    "rebound",
    "foul",
    "assist",
    "turnover",
    "steal",
    "block",
)


def roster(team):
    index = TEAMS.index(team)
    names = [f"{FIRST[(index + slot) % 12]} {LAST[(index * 5 + slot) % 12]}" for slot in range(12)]
    if index == 7:
        names[5] = RARE
    return [{"number": str(4 + slot), "name": name} for slot, name in enumerate(names)]


def teams(number):
    """The two sides of a game: every pair meets once before one meets again."""
    home = number % len(TEAMS)
    away = (home + 1 + number // len(TEAMS) % (len(TEAMS) - 1)) % len(TEAMS)
    return TEAMS[home], TEAMS[away]


def game(number, source="season"):
    """The request of a new game."""
    home, away = teams(number)
    return {
        "home": {"name": home, "roster": roster(home)},
        "away": {"name": away, "roster": roster(away)},
        "rules": {"preset": "fiba"},
        "source": f"{source}-{number}",
        "date": f"20{10 + number // 336 % 16}-{1 + number // 28 % 12:02}-{1 + number % 28:02}",
    }


def imported(number, moves=GAME_MOVES, source="season"):
    """The request that creates a game and its moves."""
    rng = random.Random(f"{source} {number}")
    steps = []
    for index in range(moves):
        played = index * 2400 // moves
        kind = rng.choice(STEPS)
        step = {
            "kind": kind,
            "side": rng.choice(("home", "away")),
            "period": 1 + played // 600,
            "clockSeconds": played % 600,
        }
        step["player"] = f"{step['side'][0]}#{rng.randint(1, 12)}"
        if kind == "rebound" and rng.random() < 0.3:
            step["detail"] = "offensive"
        if kind == "miss" and rng.random() < 0.4:
            step["detail"] = "threePoints"
        steps.append(step)
    return {"game": game(number, source), "steps": steps}


def move(game, index):
    """A move as a client sends it."""
    return {
        "player": f"{'ha'[index % 2]}#{1 + index % 12}",
        "kind": ("rebound", "steal", "2p")[index % 3],
        "force": True,
        "period": 1 + index // 120 % 4,
        "clockSeconds": index * 5 % 600,
        "game": game,
        "request": os.urandom(16).hex(),
    }


def pipelined(connection, requests):
    """Sends requests, some ahead of their answers; the answers' documents."""
    waiting, answers = 0, []

    def take():
        status, body = connection.answer()
        if status != 200:
            raise RuntimeError(f"{status} {body[:300].decode(errors='replace')}")
        answers.append(json.loads(body))

    for request in requests:
        connection.send(Connection.request("POST", *request))
        waiting += 1
        if waiting == AHEAD:
            take()
            waiting -= 1
    for _ in range(waiting):
        take()
    return answers


def at_once(works):
    """Does them in threads of their own, and raises what one of them raised."""
    failures = []

    def run(work):
        try:
            work()
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def folder_of(cache, moves, games):
    return Path(cache) / f"v{VERSION}-{moves}-{games}"


def cached(binary, cache, moves, games, say):
    """The folder with the homes `ana`, `dee` and `small`."""
    folder = folder_of(cache, moves, games)
    if not (folder / "made.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"part-{os.getpid()}"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        try:
            begun = now()
            made = build(binary, part, moves, games, say)
            for name in ("ana", "dee", "small"):
                shutil.rmtree(folder / name, ignore_errors=True)
                (part / name).rename(folder / name)
            (folder / "made.json").write_text(json.dumps(made))
            say(f"made in {now() - begun:.0f} s: {made}")
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return folder


def build(binary, folder, moves, games, say):
    small(binary, folder / "small", moves // games)
    ports = [free_port() for _ in KEEPERS]
    with ExitStack() as stack:
        daemons = []
        for number, name in enumerate(KEEPERS):
            peers = [f"127.0.0.1:{port}" for port in ports[:number]]
            daemon = Daemon(binary, folder / name, peers, f"127.0.0.1:{ports[number]}", name)
            daemons.append(stack.enter_context(daemon))
            daemon.start()
        founder = daemons[0]
        founder.ask("POST", "/v1/table", {"name": "Season"})
        for daemon in daemons[1:]:
            join(daemon, founder)
        with Daemon(binary, folder / "dee", name="dee") as dee:
            dee.start()
            join(dee, founder)
        clear(folder / "dee")
        agree(daemons)
        for daemon in daemons:
            daemon.ask("POST", "/v1/sync", {"online": False})
        begun = now()
        of_import = moves // games - LIVE_MOVES * (len(KEEPERS) - 1)
        at_once(
            [
                lambda number=number: record_season(
                    daemons[number], range(number, games, len(KEEPERS)), of_import
                )
                for number in range(len(KEEPERS))
            ]
        )
        say(f"imported {games} games in {now() - begun:.0f} s")
        begun = now()
        for daemon in daemons:
            daemon.ask("POST", "/v1/sync", {"online": True})
        agree(daemons, 600)
        say(f"in sync after {now() - begun:.0f} s")
        begun = now()
        listed = founder.ask("GET", "/v1/games")["games"]
        names = [entry["name"] for entry in reversed(listed)]
        at_once(
            [
                lambda number=number: record_live(daemons[number], names, number)
                for number in range(len(KEEPERS))
            ]
        )
        agree(daemons, 300)
        say(f"{LIVE_MOVES} moves of two other keepers in each game after {now() - begun:.0f} s")
        begun = now()
        at_once(
            [
                lambda number=number: end_games(daemons[number], names, number)
                for number in range(len(KEEPERS))
            ]
        )
        agree(daemons, 300)
        say(f"ended all games but {OPEN_GAMES} after {now() - begun:.0f} s")
        entries = founder.status()["sync"]["entries"]
    for name in KEEPERS:
        clear(folder / name)
    return {"moves": moves, "games": games, "entries": entries}


def join(daemon, founder):
    code = founder.ask("POST", "/v1/invitations", {"count": 1})["codes"][0]["code"]
    until(lambda: try_join(daemon, code, founder.listen), 60, 0.2)


def try_join(daemon, code, place):
    return daemon.ask("POST", "/v1/join", {"code": code, "via": place})


def agree(daemons, seconds=60):
    """Until all hold the same entries and say so."""

    def is_agreed():
        syncs = [daemon.status()["sync"] for daemon in daemons]
        return len({sync["digest"] for sync in syncs}) == 1

    until(is_agreed, seconds, 0.1)


def record_season(daemon, numbers, moves):
    requests = (("/v1/import", imported(number, moves) | {"force": True}) for number in numbers)
    pipelined(daemon.connection(), requests)


def record_live(daemon, names, own):
    """Adds moves to the games of the other keepers."""
    requests = []
    for index, name in enumerate(names):
        if index % len(KEEPERS) != own:
            requests += [
                ("/v1/moves", move(name, own * 7 + index + step * 31)) for step in range(LIVE_MOVES)
            ]
    pipelined(daemon.connection(), requests)


def end_games(daemon, names, own):
    requests = [("/v1/end", {"game": name, "force": True}) for name in names[:-OPEN_GAMES]]
    pipelined(daemon.connection(), requests[own :: len(KEEPERS)])


def small(binary, home, moves):
    """A table of one with ten games."""
    with Daemon(binary, home, name="sol") as daemon:
        daemon.start()
        record_season(daemon, range(SMALL_GAMES), moves)
    clear(home)


def clear(home):
    """Leaves what is of the home alone."""
    for name in ("scored.sock", "view.sock", "lock"):
        Path(home, name).unlink(missing_ok=True)
    # Peers that are no longer there would be dialled for ever.
    settings = Path(home, "settings.json")
    if settings.exists():
        kept = json.loads(settings.read_text())
        kept.update({"peers": [], "remembered": {}})
        settings.write_text(json.dumps(kept))


def copied(source, target):
    """A copy of a home, to be used up."""
    shutil.copytree(source, target)
    return target
