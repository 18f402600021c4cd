#!/usr/bin/env python3
"""Two courts at one table, two games each at the same time: at each court a keeper at `scored keep` and one at a phone,
and two displays; a third device and one more display belong to no court. No key may be recorded in another game than
the one that it was typed for, and no display of a court may show another game.
Usage: courts.py BINARY [--seed S] [--evenings N] [--plant key|display] [--pictures FOLDER] [NAME]..."""
import collections, json, os, random, re, subprocess, time

from chromium import must, not_run, program
from courtside import SECONDS_MAX, Court, Game, Move, at_keep, by_command, players
from hosted import Phone, PhoneStage
from screens import Screen, drain
from stage import READ, arguments, free_ports, perform

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Fixtures", "games")
# The kinds of a court alone, so that the log itself tells where a move was typed. The numbers of shirts are the same in
# all games: a key at the wrong court is not refused.
KINDS = (
    {"k": "twoPoints", "f": "foul", "s": "assist", "b": "block"},
    {"j": "onePoint", "r": "rebound", "v": "steal", "w": "turnover"},
)
# The longest time of a game: a side reaches its target with far less.
TURNS_MAX = 60


# The judges


def faults_of_games(typed, recorded):
    """What is recorded otherwise than it was typed, in words. Both are moves by game and author, in order; an author of
    other entries has none."""
    wrong = []
    for game in sorted({*typed, *recorded}):
        theirs, found = typed.get(game, {}), recorded.get(game, {})
        for author in sorted({*theirs, *found}):
            meant, moves = theirs.get(author, []), found.get(author, [])
            if author not in theirs:
                wrong.append(f"{game} has entries of {author}, who does not keep it")
            if meant == moves:
                continue
            lost = collections.Counter(meant) - collections.Counter(moves)
            added = collections.Counter(moves) - collections.Counter(meant)
            for word, counter in (("lacks", lost), ("has, not typed for it,", added)):
                wrong += [f"{game} {word} {count} of {author}'s {move.player} {move.kind}"
                          + ("" if move.is_live else ", undone")
                          for move, count in counter.items()]
            if not lost and not added:
                wrong.append(f"{game} has the moves of {author} in another order")
    return wrong


def said_at_terminal(lines):
    """What `scored watch` says: of a large screen the game and its teams, of a small one, without large digits, the
    teams and the score."""
    said = {}
    for line in lines[:1]:
        if found := re.match(r"\s*(\S+) · ", line):
            said["name"] = found[1]
        elif found := re.match(r"\s*(\S.*?) (\d+) : (\d+) (.*)", line):
            said.update(home=found[1], homeScore=found[2], awayScore=found[3], away=found[4].strip())
    if "name" in said:
        teams = next((line.split() for line in lines[1:4] if line.strip()), ["", ""])
        said.update(home=teams[0], away=teams[-1])
    return said or {"name": ""}


# The table


class Laptop(PhoneStage):
    """A further device of a table, with pages and phones of its own. Its daemon ends with the table."""

    def __init__(self, table, device):
        self.binary, self.folder, self.wrapping, self.shows_names = table.binary, table.folder, [], True
        self.devices, self.served = [device], False
        self.port, = free_ports(1)
        self.listen = f"127.0.0.1:{self.port}"
        self.serve()

    def end(self):
        self.end_serving()


class Table(PhoneStage):
    """One table: two laptops with a phone each, a display of each court that somebody tells its game, a third device
    on which somebody creates a game of their own, and a display that nobody tells anything."""

    def __init__(self, run):
        self.given, self.random, self.browser = run.given, run.random, run.browser
        self.screens, self.laptops, self.courts = [], [], []
        self.environment = {**os.environ, "TERM": "xterm-256color"}
        self.keys = self.checks = 0
        # The games that the display showed that nobody tells anything.
        self.untold = []
        # Phones that showed another game than their laptop when they were let in.
        # Games of no court: the number of their moves.
        self.others = {}
        super().__init__(run.binary, devices=6)

    def end(self):
        for screen in self.screens:
            screen.end()
        for laptop in self.laptops:
            laptop.end()
        super().end()

    def laptop(self, device):
        self.laptops.append(Laptop(self, device))
        return self.laptops[-1]

    def phone(self, laptop, name):
        return Phone(laptop, self.browser, name, self.browser.context())

    def screen(self, device, word, columns, rows):
        self.screens.append(Screen([self.binary, word, "--state", device.home], self.environment, columns, rows))
        return self.screens[-1]

    def until(self, question, words, seconds=SECONDS_MAX):
        """Asks until it is so, and lets the terminals be drawn meanwhile; the answer."""
        deadline = time.monotonic() + seconds
        while not (answer := question()):
            must(time.monotonic() <= deadline, words())
            drain(self.screens, 0.02)
        return answer

    def run_at(self, device, *words):
        done = subprocess.run(
            [self.binary, *words, "--json", "--state", device.home], capture_output=True, stdin=subprocess.DEVNULL,
            timeout=60)
        must(not done.returncode, f"{device.name}: scored {' '.join(words)}: {done.stderr.decode(errors='replace')}")
        return json.loads(done.stdout)

    def picture(self, tab, name, **words):
        if self.given.pictures:
            os.makedirs(self.given.pictures, exist_ok=True)
            tab.picture(os.path.join(self.given.pictures, name + ".png"), **words)

    def shown(self):
        """All terminals, for a person who looks for a fault."""
        return "\n\n".join(screen.text for screen in self.screens)

    def write(self, screen, name):
        if self.given.pictures:
            drain([screen])
            with open(os.path.join(self.given.pictures, name + ".txt"), "w", encoding="utf-8") as file:
                file.write(screen.text)

    # What devices say

    def board(self, device, name):
        return device.retrying(lambda: device.board(name))

    def games(self, device):
        return {game["name"]: game for game in device.retrying(lambda: device.get("/v1/games"))["games"]}

    def named(self, device, teams):
        return next((name for name in self.games(device) if name.startswith("-".join(teams).lower())), None)

    def is_over(self, device, name):
        return self.board(device, name)["state"] in ("closed", "signed")

    def moves(self, device, game):
        """The moves of a game by author, each in its own order; of an author of other entries none."""
        log = device.retrying(lambda: device.get(f"/v1/games/{game}/log?limit=200"))
        must(not log.get("hasOlder"), f"{game} has more entries than one page")
        found = collections.defaultdict(list)
        for entry in log["entries"]:
            author, number = entry["name"].rsplit(".", 1)
            moves = found[author]
            if entry.get("side"):
                moves.append((int(number), Move(entry["player"], entry["kind"], entry["state"] == "live")))
        return {author: [move for _, move in sorted(moves)] for author, moves in found.items()}

    def faults(self, device):
        """What a device has recorded otherwise than it was typed, in all games."""
        typed = {game.name: dict(game.typed) for court in self.courts for game in court.played}
        games = self.games(device)
        wrong = [f"{device.name} has no game {name}" for name in typed if name not in games]
        wrong += [f"{name} has {self.board(device, name)['moves']} moves, not {count}"
                  for name, count in self.others.items() if self.board(device, name)["moves"] != count]
        wrong += [f"nobody created {name}" for name in games if name not in typed and name not in self.others]
        return wrong + faults_of_games(typed, {name: self.moves(device, name) for name in typed if name in games})

    def agree_all(self):
        everybody = [*self.devices, *(court.phone.daemon for court in self.courts if court.phone)]
        self.until(lambda: len({device.retrying(device.digest) for device in everybody}) == 1,
                   lambda: "the devices do not agree")

    def check(self):
        """Of everything that was typed nothing is in a wrong game, and every display shows the game of its court."""
        for court in self.courts:
            if court.game:
                court.await_recorded()
        is_whole = not any(court.is_offline for court in self.courts)
        if is_whole:
            self.agree_all()
            for device in (*(court.device for court in self.courts), self.devices[5]):
                must(not (wrong := self.faults(device)), f"{device.name}: {'; '.join(wrong)}")
        for court in self.courts:
            if court.game:
                court.must_be_at(court.game)
                court.check(is_whole)
        self.check_untold()

    def bring(self, device, name, *words):
        """An import by a keeper, who stays in her game."""
        answer = self.run_at(device, "import", os.path.join(GAMES, name), *words)
        must("gameStays" in [w["code"] for w in answer["warnings"]], f"the import took {device.name} away: {answer}")
        self.others[answer["game"]] = self.board(device, answer["game"])["moves"]

    def stray(self, device):
        """A person of no court creates a game at another device, and records in it."""
        game = self.run_at(device, "new", "Foxes", "Bears", "--rules", "3x3", "--home", players(), "--away", players())
        for player in ("h4", "a5"):
            self.run_at(device, "move", player, "2")
        self.others[game["game"]] = 2

    def look_at(self, name, terminals, pages):
        """Pictures, to be looked at by a person."""
        for letter, screen in terminals.items():
            self.write(screen, f"{name}, terminal {letter}")
            self.picture(pages[letter], f"{name}, hall {letter}")
        for court in self.courts:
            self.write(court.keep, f"{name}, keep {court.letter}")
            court.phone.tap("showMore")
            self.picture(court.phone.tab, f"{name}, more {court.letter}", is_whole=True)
            court.phone.tap("showKeep")
            self.picture(court.phone.tab, f"{name}, phone {court.letter}")

    def check_untold(self):
        """A display that nobody tells anything shows a game that is played, if there is one, or a decided one, which
        may be corrected, until its keepers go on."""
        device = self.devices[5]
        shown = (device.status().get("game") or {}).get("name")
        played = [name for name, game in self.games(device).items() if game["state"] in ("live", "decided")]
        must(not played or shown in played, f"{device.name} shows {shown}, and {played} are played")
        self.checks += 1
        if self.untold[-1:] != [shown]:
            self.untold.append(shown)


# The trial


def evening(run):
    """Two courts play two games each, while a game of the past and rosters are imported, others create a game, and the
    laptop of one court is offline."""
    tables = []
    for number in range(run.given.evenings):
        run.random = random.Random(f"{run.given.seed} {number}")
        with Table(run) as table:
            tables.append(table)
            one_evening(run, table)
    return summary(tables)


def one_evening(run, table):
    ana, bo, cy, di, eve, _ = table.devices
    draw = run.random.choice
    table.courts = [
        Court(table, "A", table, "Gus", KINDS[0], [Game(("Hawks", "Owls"), 13), Game(("Kites", "Larks"), 13)]),
        Court(table, "B", table.laptop(bo), "Hal", KINDS[1], [Game(("Rams", "Bulls"), 7), Game(("Colts", "Goats"), 7)])]
    # Each court has a display at its laptop and one of its own, which a person tells its games.
    terminals = {"A": table.screen(cy, "watch", 80, 24), "B": table.screen(bo, "watch", 60, 8)}
    pages = {"A": run.browser.page(table.links["hall"]), "B": run.browser.page(table.laptop(di).links["hall"])}
    for court, told in zip(table.courts, (cy, di)):
        screen, tab = terminals[court.letter], pages[court.letter]
        court.told = [told]
        court.displays = {"the terminal": lambda screen=screen: said_at_terminal(screen.lines),
                          "the hall page": lambda tab=tab: tab.evaluate(READ)}
    early, late = run.random.sample(table.courts, 2)

    early.begin(draw((at_keep, by_command)))
    early.turn()
    # Its game clock runs.
    early.press("c")
    table.check()
    late.begin(draw((at_keep, by_command)))
    late.turn()
    early.turn()
    table.check()
    table.look_at("first games", terminals, pages)
    if run.given.plant == "key":
        early.type(early.draw("home", False), at=late)
    # In the middle of games a keeper imports one of the past, and others create a game.
    table.bring(late.device, "unrivaled-2025-wmma46sohv96.jsonl")
    table.stray(eve)
    for _ in range(2):
        early.turn()
        late.turn()
        late.await_recorded()
        late.undo()
    table.check()
    # The laptop of one court is offline, and hears nothing of the second game of the other.
    early.be_online(False)
    early.turn()
    finish(late, early)
    late.begin(draw((at_keep, by_command)))
    late.turn()
    early.turn()
    table.check()
    early.be_online(True)
    table.check()
    finish(early, late)
    early.begin(draw((at_keep, by_command)))
    table.bring(early.device, "euroleague-2024-001.jsonl", "--roster-only")
    for _ in range(2):
        early.turn()
        late.turn()
        early.await_recorded()
        early.undo()
        table.check()
    table.look_at("second games", terminals, pages)
    finish(early, late)
    finish(late, early)
    run.quiet(*(court.phone for court in table.courts))


def finish(court, other):
    """The court plays to its end, and the other goes on meanwhile, but not to its own."""
    for _ in range(TURNS_MAX):
        if court.game.is_decided:
            break
        court.turn()
        if not other.is_near_end(2):
            other.turn()
        court.await_recorded()
    must(court.game.is_decided, f"{court.game.name} is not decided at {court.game.points}")
    court.table.check()
    court.end(court.table.random.random() < 0.5)
    court.table.check()


def summary(tables):
    games = sum(len(court.played) for table in tables for court in table.courts)
    ways = " and ".join(" - ".join(filter(None, table.untold)) for table in tables)
    return (f"{sum(table.keys for table in tables)} keys and taps in {games} games, each in its own; "
            f"{sum(table.checks for table in tables)} looks at displays, each at the game of its court; "
            f"{2 * len(tables)} phones began in the game of their laptop; a"
            f" display that nobody told went {ways}")


TRIALS = (evening,)


class Run:
    """What the trials share."""

    def __init__(self, binary, browser, given):
        self.binary, self.browser, self.given = binary, browser, given
        self.random = random.Random(given.seed)

    @staticmethod
    def quiet(*phones):
        """No page of a phone has an error in its console, but for what it refused because it was to refuse it."""
        for phone in phones:
            troubles = [t for t in phone.tab.take_troubles() if "status of 409" not in t]
            must(not troubles, f"{phone.name}: {'; '.join(troubles[:5])}")


def main():
    parser = arguments()
    parser.add_argument("--evenings", type=int, default=2)
    parser.add_argument("--plant", choices=("key", "display"), help="a fault, which must be found")
    parser.add_argument("--pictures", help="a folder for pictures of displays and phones, to be looked at")
    given = parser.parse_intermixed_args()
    if program() is None:
        not_run("courts", "no Chromium is installed")
    perform("courts", TRIALS, given.trials, lambda trial, browser: trial(Run(given.binary, browser, given)),
            words=["--ignore-certificate-errors"])


if __name__ == "__main__":
    main()
