"""A home with a daemon and the process that serves its pages, a drawn game, and what the pages must say of it."""
import argparse, json, os, random, shutil, signal, subprocess, sys, tempfile, time, traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
from daemon import Device, Refused, Unanswered, Unsent, free_ports, processor_seconds  # noqa: E402
from chromium import Browser, Failed, must  # noqa: E402

PAGES = ("hall", "overlay", "bench", "announcer", "game")
NAMES = ("Ana", "Bo", "Cid", "Di", "Eve", "Flo", "Gus", "Hal")
TEAMS = ("Hawks", "Owls")
LONG_TEAMS = (
    "Wolfenbüttel-Salzgitter Königsblauadler 1908 e. V.", "Donaudampfschifffahrtsgesellschaftskapitäne")
LONG_NAMES = tuple(f"{name} Wolfeschlegelsteinhausenbergerdorff-{name}-Maria" for name in NAMES)
POINTS = {"twoPoints": 2, "threePoints": 3, "freeThrow": 1}
OTHERS = ("foul", "assist", "rebound", "steal", "turnover", "missedTwo", "block")
TITLES = {"freeThrow": "FT", "twoPoints": "2P", "threePoints": "3P", "assist": "AST", "foul": "PF",
          "steal": "STL", "turnover": "TO", "block": "BLK"}


class Stage:
    """Devices at one table, and the pages of the first. All of them end with it."""

    def __init__(self, binary, shows_names=True, host="127.0.0.1", wrapping=(), devices=1):
        self.folder = tempfile.mkdtemp(prefix="scored-", dir="/tmp")
        self.binary, self.wrapping, self.shows_names = binary, list(wrapping), shows_names
        # Everything listens where only the pages are looked at from.
        *ports, self.port = free_ports(devices + 1)
        self.devices, self.served = [], False
        for name, port in zip(("ana", "bo", "cy", "di", "eve", "flo"), ports):
            words = ["--no-discovery", *(f"--peer={host}:{other}" for other in ports if other != port)]
            self.devices.append(
                Device(binary, self.folder, name, f"{host}:{port}", words, self.wrapping))
        self.listen = f"{host}:{self.port}"
        try:
            for device in self.devices:
                device.start()
                if device is not self.device:
                    self.join(device)
            self.serve()
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def device(self):
        return self.devices[0]

    def join(self, device):
        code = self.device.post("/v1/invitations", {"count": 1})["codes"][0]["code"]
        device.post("/v1/join", {"code": code, "via": self.device.listen, "force": True})

    def agree(self, *others, seconds=15):
        """Waits until all devices, and the others, have the same entries."""
        devices = [*self.devices, *others]
        until(lambda: len({device.retrying(device.digest) for device in devices}) == 1,
              "the devices do not agree", seconds)

    def end(self):
        self.end_serving()
        for device in self.devices:
            if device.is_running:
                device.kill()
            else:
                # One that the process of the pages started is no child of this program.
                try:
                    device.post("/v1/shutdown", {"now": True})
                except (Refused, Unanswered, Unsent):
                    pass
        shutil.rmtree(self.folder, ignore_errors=True)

    def end_serving(self):
        """Ends what would start a daemon again."""
        if self.served:
            self.stop_serving()

    # The process that serves pages

    def run(self, *words, device=None):
        """A command of the keeper of a device, by default of the first."""
        done = subprocess.run(
            [*self.wrapping, self.binary, *words, "--state", (device or self.device).home], capture_output=True,
            stdin=subprocess.DEVNULL, timeout=60)
        must(not done.returncode, f"scored {' '.join(words)}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def serve(self):
        self.served = True
        names = ["--names"] if self.shows_names else []
        self.learn("up", "--listen", self.listen, *names)

    def learn(self, *words):
        """The links that a command of the pages tells, and their process."""
        answer = json.loads(self.run("web", *words, "--json"))
        self.links = {link["page"]: link["url"] for link in answer["links"]}
        self.index = answer["index"]
        self.web_process = answer["processID"]

    def stop_serving(self):
        try:
            self.run("web", "down")
        except (Failed, subprocess.TimeoutExpired):
            # Killed by the test, or stuck. Its number may be another's by now, whose home is not this one.
            try:
                with open(f"/proc/{self.web_process}/cmdline") as file:
                    if self.device.home in file.read():
                        os.kill(self.web_process, 9)
            except (FileNotFoundError, ProcessLookupError):
                pass

    @property
    def web_seconds(self):
        """Seconds of a processor that the process of the pages has used."""
        return processor_seconds(self.web_process)

    # The game

    def new_game(self, teams=TEAMS, names=NAMES, seed=1, preset="fiba"):
        rosters = [
            [{"number": str(4 + place), "name": name} for place, name in enumerate(names)] for _ in teams]
        answer = self.device.post("/v1/games", {
            "home": {"name": teams[0], "roster": rosters[0]},
            "away": {"name": teams[1], "roster": rosters[1]}, "rules": {"preset": preset}})
        self.game = answer["game"]
        self.random = random.Random(seed)
        self.move_count = 0

    def record(self, count=1):
        """Moves, now and then with something else: fouls of the team, time-outs, an undo, the game clock."""
        for _ in range(count):
            self.move_count += 1
            draw = self.random.random()
            if draw < 0.06:
                period = 1 + self.move_count // 120
                seconds = 5 * self.move_count % (590 if period <= 4 else 290)
                self.device.post("/v1/clock", {"action": "set", "seconds": seconds, "period": period})
            elif draw < 0.1:
                self.device.post("/v1/undo", {})
            elif draw < 0.13:
                side = self.random.choice(("home", "away"))
                self.device.post("/v1/moves", {"player": side, "kind": "timeout", "force": True})
            else:
                kinds = [*POINTS] * 2 + [*OTHERS]
                self.device.post("/v1/moves", self.move(self.random.choice(kinds)))

    def score(self, points):
        """Baskets until both sides have so many points."""
        for side in ("home", "away"):
            left = points - self.status()["game"][side]["score"]
            for number in range((left + 2) // 3):
                player = f"{side[0]}#{1 + number % 8}"
                self.device.post(
                    "/v1/moves", {"player": player, "kind": "threePoints", "force": True})

    def move(self, kind):
        player = f"{self.random.choice('ha')}#{self.random.randint(1, 8)}"
        return {"player": player, "kind": kind, "force": True}

    def status(self):
        """What `scored status --json` prints."""
        return json.loads(self.run("status", "--json"))

    def entries(self):
        """The entries of the game, newest first."""
        return self.device.get(f"/v1/games/{self.game}/log?limit=200")["entries"][::-1]


def until(question, words, seconds=15):
    """Asks devices until it is so."""
    deadline = time.monotonic() + seconds
    while not question():
        must(time.monotonic() <= deadline, words)
        time.sleep(0.02)


# What a page must say


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def joined(*parts):
    return " · ".join(part for part in parts if part)


def fouls(side):
    words = "second penalty: " if side["isInSecondPenalty"] else "penalty: " if side["isInPenalty"] else ""
    return joined(
        words + counted(side["periodFouls"], "foul") if side["periodFouls"] else "",
        counted(side["timeouts"], "time-out") if side["timeouts"] else "")


def clock_text(clock):
    """Minutes and seconds that are left, with tenths in the last minute."""
    left = clock["remainingMilliseconds"]
    text = f"{left // 60000:02}:{left // 1000 % 60:02}"
    return text + (f".{left // 100 % 10}" if left < 60000 else "")


# The values of a page by name: a text, what became of a picture, or rows of cells.
READ = """(() => {
  const values = {};
  for (const e of document.querySelectorAll('[data-n]')) {
    const rows = Array.from(e.children).filter(c => c.tagName !== 'TEMPLATE');
    values[e.dataset.n] = e.tagName === 'IMG'
      ? (e.hidden ? 'hidden' : e.complete && e.naturalWidth ? 'loaded' : 'not loaded')
      : e.querySelector('template') ? rows.map(r => Array.from(r.children).map(c => c.textContent))
      : e.hidden ? '' : e.textContent;
  }
  return values;
})()"""


# Counts the changes of the document from the first call on, and notes the last.
FOLLOW = """(() => {
  if (window.changes) return;
  const now = () => performance.timeOrigin + performance.now();
  window.changes = {count: 0, at: now()};
  const note = () => { changes.count++, changes.at = now(); };
  new MutationObserver(note).observe(
    document, {subtree: true, childList: true, attributes: true, characterData: true});
  addEventListener('load', note, true);
})()"""


class Truth:
    """What the device says at one moment, of a game whose clock does not run, and what pages must make of it."""

    def __init__(self, stage):
        self.status = stage.status()
        self.game = self.status["game"]
        self.entries = stage.entries()
        self.chart = stage.device.get(f"/v1/games/{stage.game}/chart")

    def await_in(self, tab, page, seconds=3):
        """Waits until the page says this; the instant of its last change, in milliseconds since 1970. Failed with what
        it says otherwise after that time."""
        deadline = time.monotonic() + seconds
        while True:
            shown, changes, at = tab.evaluate(f"{FOLLOW}, [{READ}, changes.count, changes.at]")
            wrong = self.faults(page, shown)
            if not wrong:
                return at
            left = deadline - time.monotonic()
            try:
                tab.until(f"changes.count > {changes}", max(0, left))
            except Failed as failure:
                raise Failed("; ".join(wrong)) from failure

    def check(self, tab, page):
        """As `await_in`, of a page that has no script to follow."""
        if wrong := self.faults(page, tab.evaluate(READ)):
            raise Failed("; ".join(wrong))

    def values(self, page):
        game, clock = self.game, self.game.get("clock")
        values = {
            "home": game["home"]["name"], "away": game["away"]["name"],
            "homeScore": str(game["home"]["score"]), "awayScore": str(game["away"]["score"]),
            "homeFouls": fouls(game["home"]), "awayFouls": fouls(game["away"]),
            "period": clock["periodLabel"] if clock else "", "clock": clock_text(clock) if clock else "10:00",
        }
        live = [entry for entry in self.entries if entry.get("side") and entry["state"] == "live"]
        baskets = [entry for entry in live if entry.get("points")]
        if page == "hall":
            values["scorers"] = [[self.score(e), self.team(e), e["text"]] for e in baskets[:3]]
        elif page == "overlay":
            values["latest"] = [[self.team(e), e["text"]] for e in baskets[:1]]
        elif page == "announcer":
            values["moves"] = [
                [e["text"], self.team(e), self.score(e), e.get("clock", ""), self.sums(e)] for e in live[:8]]
        elif page == "game":
            scored = game["home"]["score"] + game["away"]["score"] > 0
            values["chart"] = "loaded" if scored else "hidden"
            values["facts"] = [[fact] for fact in self.facts()] if scored else []
        return values

    def facts(self):
        chart = self.chart
        leads = [
            f"{side['name']} by {side['biggestLead']}"
            + (f" ({side['biggestLeadClock']})" if "biggestLeadClock" in side else "")
            for side in (chart["home"], chart["away"]) if side["biggestLead"] > 0]
        runs = []
        for run in [run for run in chart["runs"] if run["points"] >= 4][:4]:
            times = [run[name] for name in ("fromClock", "toClock") if name in run]
            runs.append(joined(
                f"run: {chart[run['side']]['name']} {run['points']} in a row to {run['home']}:{run['away']}",
                " to ".join(dict.fromkeys(times)) if "toClock" in run else ""))
        return [
            f"{counted(chart['leadChanges'], 'lead change')} · {counted(chart['ties'], 'tie')}",
            "biggest lead: " + ", ".join(leads), *runs]

    def team(self, entry):
        return self.game[entry["side"]]["name"]

    @staticmethod
    def score(entry):
        return f"{entry['home']}:{entry['away']}" if entry.get("points") else ""

    def sums(self, entry):
        """Points and fouls of the entry's player."""
        for player in self.game["home"]["players"] + self.game["away"]["players"]:
            if player["slot"] == entry.get("player"):
                return joined(
                    counted(player["points"], "point"), player["fouls"] and counted(player["fouls"], "foul"))
        return ""

    def faults(self, page, shown):
        """What the page says otherwise than it must, in words."""
        wrong = [
            f"{page}: {name} says {shown.get(name)!r}, not {value!r}"
            for name, value in self.values(page).items() if shown.get(name) != value]
        if page != "overlay":
            wrong += self.faults_of_state(page, shown)
        if page in ("bench", "game"):
            for side in ("home", "away"):
                wrong += self.faults_of_box(page, shown, side)
        words = self.status["sync"]["words"]
        if page == "bench" and words not in shown["agreement"]:
            wrong.append(f"bench: {shown['agreement']!r} does not say {words}")
        if page == "game":
            wrong += self.faults_of_plays(shown)
        return wrong

    def faults_of_state(self, page, shown):
        state, wrong = shown["state"], []
        for word, holds in (
                ("provisional", self.game["isProvisional"]), ("official", self.game["isOfficial"])):
            if (word in state) != holds:
                wrong.append(f"{page}: the state is {state!r}, and it is {'' if holds else 'not '}{word}")
        wrong += [f"{page}: the state {state!r} does not say {reason!r}"
                  for reason in self.game["provisionalBecause"] if reason not in state]
        return wrong + [f"{page}: says {shown[name]!r}" for name in ("link", "empty") if shown[name]]

    def faults_of_box(self, page, shown, name):
        side, head = self.game[name], shown[f"{name}BoxHead"]
        if len(head) != 1 or head[0][0] != side["name"]:
            return [f"{page}: the heading is {head}, not of {side['name']}"]
        rows = {row[0]: dict(zip(head[0][1:], row[1:])) for row in shown[f"{name}Box"]}
        wrong = []
        for player in side["players"]:
            cells = {TITLES[kind]: str(count) for kind, count in player["counts"].items() if kind in TITLES}
            cells["PTS"] = str(player["points"])
            row = rows.get(f"{player['number']} {player['name']}".strip(), {})
            wrong += [f"{page}: {title} of {player['slot']} is {row.get(title)!r}, not {cell!r}"
                      for title, cell in cells.items() if row.get(title) != cell]
        if rows.get("total", {}).get("PTS") != str(side["score"]):
            wrong.append(f"{page}: the total of {side['name']} is {rows.get('total')}")
        return wrong

    def faults_of_plays(self, shown):
        rows = shown["plays"]
        moves = [row for row in rows if row[1]]
        entries = [entry for entry in self.entries if entry.get("side")]
        wrong = [f"game: a play is {row[2]!r}, not {entry['text']!r}"
                 for row, entry in zip(moves, entries) if not row[2].startswith(entry["text"])]
        count = min(len(entries), 60 - (len(rows) - len(moves)))
        if len(moves) != count:
            wrong.append(f"game: {len(moves)} plays, not {count}")
        return wrong


def arguments():
    """A parser of the binary, the seed and the names of trials, for `parse_intermixed_args`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("trials", nargs="*", metavar="NAME")
    return parser


def perform(script, trials, names, run, browser=Browser, **words):
    """Runs the trials that are named, or all, each in a browser of its own; prints a line for each and ends the
    program: with 1 if one failed. `words` are those of the browser."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chosen = [trial for trial in trials if not names or trial.__name__ in names]
    if len(chosen) < len(set(names)):
        sys.exit(f"{script}: there are only {', '.join(trial.__name__ for trial in trials)}")
    wrong = 0
    for trial in chosen:
        start = time.monotonic()
        try:
            with browser(**words) as own:
                said = run(trial, own)
            print(f"{trial.__name__}: {said} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception as error:
            wrong += 1
            print(f"{trial.__name__}: FAILED: {error}", flush=True)
            if not isinstance(error, Failed):
                traceback.print_exc()
    print(f"{script}: {len(chosen) - wrong} passed, {wrong} failed", flush=True)
    sys.exit(1 if wrong else 0)
