#!/usr/bin/env python3
"""Makes the fixture of a version: a home and a log file, as its binary writes them.

    make_home.py BINARY FOLDER

Two devices sit at one table and record one game, which is ended and signed by both. FOLDER, which must
not exist, then has `home`, what a daemon that ended leaves of the first device (its key is of no use elsewhere),
`table.log`, the log as a file, and `expected.json`: table, digest, words, entries and the game.
Put it at Tests/Fixtures/homes/VERSION; HomeFixtureTests opens it ever after.
"""
import json, os, shutil, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
from daemon import Device, free_ports  # noqa: E402

WAIT_SECONDS = 30
# A start needs none of these: sockets, locks, diagnostics.
KEPT = ["identity.pem", "charter", "settings.json", "holdings.json", "clocks.json", "log"]
MOVES = [("h4", "2p"), ("a5", "3p"), ("h7", "ft"), ("a5", "foul"), ("h4", "rebound"), ("a6", "2p")]


def await_equal(devices):
    """Waits until all have the same digest, and returns it."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        statuses = [device.status() for device in devices]
        digests = {status["sync"]["digest"] for status in statuses}
        if len(digests) == 1:
            return digests.pop()
        if time.monotonic() > deadline:
            raise RuntimeError(f"the devices do not agree: {digests}")
        time.sleep(0.05)


def join(device, inviter):
    """Lets a device in at the inviter's table, which both sides then show."""
    codes = inviter.post("/v1/invitations", {"count": 1})["codes"]
    device.post("/v1/join", {"code": codes[0]["code"], "via": inviter.listen})
    deadline = time.monotonic() + WAIT_SECONDS
    while device.status()["table"]["id"] != inviter.status()["table"]["id"]:
        if time.monotonic() > deadline:
            raise RuntimeError("the device did not join")
        time.sleep(0.05)


def pair(binaries, folder, names=("Mia", "Bo")):
    """Two devices of their own binaries, not yet started, that know each other's place."""
    ports = free_ports(2)
    return [
        Device(binary, folder, name, f"127.0.0.1:{own}",
               ["--no-discovery", f"--peer=127.0.0.1:{other}"])
        for binary, name, own, other in zip(binaries, names, ports, reversed(ports))]


def begin(device):
    """Creates a game of small rosters, and returns its name."""
    def team(name, *players):
        return {"name": name, "roster": [{"number": n, "name": p} for n, p in players]}

    return device.post("/v1/games", {
        "home": team("Hawks", ("4", "Ana"), ("7", "Bea")),
        "away": team("Owls", ("5", "Cy"), ("6", "Dee")), "rules": {"preset": "fiba"}})["game"]


def record(device, moves, period=1):
    for number, (player, kind) in enumerate(moves):
        device.post("/v1/moves", {"player": player, "kind": kind, "period": period,
                                  "clockSeconds": 500 - number})


def without_wishes(settings):
    """The settings without this machine's addresses."""
    for name in "listen", "port", "peers", "remembered", "discoveryPort":
        settings.pop(name, None)
    settings["isOnline"] = False
    # A home is found to have moved in any case, and the machine's own name is nobody's business.
    settings["place"] = {"fileSystem": 0, "inode": 0, "machine": "0" * 32}
    return settings


def make(binary, target, folder):
    mia, bo = devices = pair([binary, binary], folder)
    for device in devices:
        device.start()
    try:
        join(bo, mia)
        game = begin(mia)
        await_equal(devices)
        record(mia, MOVES)
        await_equal(devices)
        record(bo, MOVES[:3], period=2)
        await_equal(devices)
        mia.post("/v1/end", {"force": True})
        await_equal(devices)
        for device in devices:
            device.post("/v1/sign", {"force": True})
            await_equal(devices)
        board, status = mia.board(game), mia.status()
        subprocess.run(
            [binary, "export", "log", "--state", mia.home, "--to", f"{target}/table.log"],
            check=True, capture_output=True, timeout=60)
    finally:
        for device in devices:
            device.stop()
    home = os.path.join(target, "home")
    os.makedirs(home)
    for name in KEPT:
        source = os.path.join(mia.home, name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(home, name))
        elif os.path.exists(source):
            shutil.copy(source, home)
    path = os.path.join(home, "settings.json")
    with open(path) as file:
        settings = without_wishes(json.load(file))
    with open(path, "w") as file:
        json.dump(settings, file, indent=1, sort_keys=True)
        file.write("\n")
    expected = {
        "table": status["table"]["id"],
        "digest": status["sync"]["digest"], "words": status["sync"]["words"],
        "entries": status["sync"]["entries"], "game": game,
        "home": board["home"]["score"], "away": board["away"]["score"],
        "isOfficial": board["isOfficial"],
        "points": {player["name"]: player["points"]
                   for side in ("home", "away") for player in board[side]["players"]},
    }
    with open(os.path.join(target, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1, sort_keys=True)
        file.write("\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, target = sys.argv[1:]
    os.makedirs(target)
    with tempfile.TemporaryDirectory(prefix="scored-fixture-", dir="/tmp") as folder:
        make(os.path.abspath(binary), os.path.abspath(target), folder)


if __name__ == "__main__":
    main()
