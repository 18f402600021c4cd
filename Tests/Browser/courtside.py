"""A court of a table: its games and what is typed for them, the keepers at `scored keep` and at a phone, and the
displays."""
import collections, json, re

from chromium import Failed, must
from screens import rest

NUMBERS = ("4", "5", "6", "7")
POINTS = {"onePoint": 1, "twoPoints": 2}
# A key, the disk, the other devices and their screens, on a machine that has other work.
SECONDS_MAX = 20
# Longer than between two repeats of a key that is held down.
PRESS_SECONDS = 0.2

Move = collections.namedtuple("Move", "player kind is_live", defaults=[True])


def players():
    return ", ".join(f"{number} {name}" for number, name in zip(NUMBERS, ("Ana", "Bo", "Cid", "Di")))


def faults_of_display(shown, game):
    """What a display says otherwise than it must of the game of its court, in words. Not every display says everything,
    but each names the teams."""
    return [f"{name} is {shown.get(name)!r}, not {value!r}"
            for name, value in game.items()
            if shown.get(name) != value and (name in shown or name in ("home", "away"))]


class Game:
    """A game of a court, and what its keepers have typed for it."""

    def __init__(self, teams, target):
        self.teams, self.target, self.name = teams, target, ""
        self.points = {"home": 0, "away": 0}
        self.typed = collections.defaultdict(list)
        self.is_over = False

    @property
    def is_decided(self):
        return max(self.points.values()) >= self.target

    def count(self, author, move, sign=1):
        side = "home" if move.player[0] == "h" else "away"
        self.points[side] += sign * POINTS.get(move.kind, 0)
        if sign > 0:
            self.typed[author].append(move)
        else:
            self.typed[author][-1] = move._replace(is_live=False)

    @property
    def board(self):
        return {"name": self.name, "home": self.teams[0], "away": self.teams[1],
                "homeScore": str(self.points["home"]), "awayScore": str(self.points["away"])}


class Court:
    """A laptop with a keeper at `scored keep`, a phone of it, and the court's displays."""

    def __init__(self, table, letter, laptop, phone_name, kinds, games):
        self.table, self.letter, self.laptop, self.device = table, letter, laptop, laptop.device
        self.phone_name, self.phone = phone_name, None
        self.kinds, self.waiting, self.played = kinds, list(games), []
        self.game = None
        # By what they are: what each shows now.
        self.displays = {}
        # Devices that a person tells the game of the court.
        self.told = []
        self.is_offline = False
        self.keep, self.pressed = table.screen(self.device, "keep", 100, 30), ""

    # What a keeper sees

    def shows(self, pattern):
        return re.search(pattern, self.keep.text)

    def await_shown(self, pattern, what):
        return self.table.until(
            lambda: self.shows(pattern), lambda: f"{what} at court {self.letter}:\n{self.keep.text}")

    def must_be_at(self, game):
        """Both keepers are shown the game, and nothing else."""
        self.await_shown(rf"\b{game.name}\b · ", f"the keep screen shows {game.name}")
        must(self.shows(rf"^ *{game.teams[0]} "), f"the keep screen is not of {game.teams[0]}:\n{self.keep.text}")
        self.await_phone(game)

    @property
    def at_phone(self):
        """The name of the game that the phone shows."""
        return self.phone.text("title").split(" · ")[0]

    def await_phone(self, game):
        self.table.until(lambda: self.at_phone == game.name,
                         lambda: f"{self.phone.name} shows {self.at_phone}, not {game.name}")

    def press(self, keys):
        """At the terminal. The same key again within the time in which a key that is held down repeats is no press:
        people are slower."""
        if keys[:1] == self.pressed:
            rest(self.table.screens, PRESS_SECONDS)
        self.keep.type(keys)
        self.pressed = keys[-1:]

    def answer(self, pattern):
        """At the phone: yes to this question."""
        self.phone.tab.until("document.getElementById('question').hidden === false", SECONDS_MAX, pattern)
        said = self.phone.text("questionText")
        must(re.search(pattern, said), f"{self.phone.name} is asked {said!r}, not {pattern}")
        self.phone.answer(True)

    def be_online(self, is_online):
        self.table.run_at(self.device, "online" if is_online else "offline")
        self.is_offline = not is_online

    # Moves

    def draw(self, side, is_scoring):
        kinds = [kind for kind in self.kinds if (self.kinds[kind] in POINTS) == is_scoring]
        place = self.table.random.randrange(len(NUMBERS))
        return place, self.table.random.choice(kinds), side

    def move(self, drawn):
        place, key, side = drawn
        return Move(f"{side[0]}#{1 + place}", self.kinds[key])

    def type(self, drawn, at=None):
        """The home side, at the terminal."""
        (at or self).press(NUMBERS[drawn[0]] + drawn[1])
        self.game.count(self.device.name, self.move(drawn))
        self.table.keys += 1

    def tap(self, drawn):
        """The away side, at the phone."""
        move = self.move(drawn)
        self.phone.move(*move[:2])
        self.game.count(self.phone.author, move)
        self.table.keys += 1

    def is_near_end(self, baskets):
        """True if so many baskets may decide the game, or have."""
        most = max(POINTS.get(kind, 0) for kind in self.kinds.values())
        return max(self.game.points.values()) + baskets * most >= self.game.target

    def turn(self):
        """Some moves of each keeper; nobody waits for them."""
        game, keepers = self.game, {"home": self.type, "away": self.tap}
        if game.is_decided:
            return
        leader = max(keepers, key=game.points.get)
        if self.is_near_end(1):
            # The next basket may decide: it is typed alone.
            keepers[leader](self.draw(leader, True))
            return
        for side, record in keepers.items():
            record(self.draw(side, self.table.random.random() < 0.75))
            for _ in range(self.table.random.randrange(3)):
                record(self.draw(side, False))

    def await_recorded(self):
        """Until the devices of the keepers have recorded what was typed."""
        for daemon, author in ((self.device, self.device.name), (self.phone.daemon, self.phone.author)):
            count = len(self.game.typed[author])
            self.table.until(
                lambda: len(self.table.moves(daemon, self.game.name).get(author, [])) >= count,
                lambda: f"{author} has not recorded what was typed: {'; '.join(self.table.faults(self.device))}\n"
                        f"{self.keep.text}\n{self.phone.text('outcome')}")

    def undo(self):
        """The keeper at the terminal takes back the last move, which is recorded."""
        last = self.game.typed[self.device.name][-1]
        if not last.is_live:
            return
        self.press("u")
        self.game.count(self.device.name, last, -1)
        self.table.keys += 1
        self.table.until(
            lambda: self.table.moves(self.device, self.game.name)[self.device.name][-1] == last._replace(is_live=False),
            lambda: f"{last} is not undone:\n{self.keep.text}")

    # Games

    def begin(self, create):
        """The next game of the court: `create` makes it at the laptop, the phone goes there, the displays are told."""
        game = self.waiting.pop(0)
        create(self, game)
        game.name = self.table.until(
            lambda: self.table.named(self.device, game.teams), lambda: f"no game of {game.teams}:\n{self.keep.text}")
        self.game = game
        self.played.append(game)
        if self.phone is None:
            self.let_in()
        for author in (self.device.name, self.phone.author):
            game.typed[author] = []
        if self.at_phone != game.name:
            self.go(game)
        self.must_be_at(game)
        self.track(game)
        for device in self.told:
            self.tell(device, game)

    def let_in(self):
        """A phone by the laptop of the court."""
        self.phone = self.table.phone(self.laptop, self.phone_name)
        self.phone.pair()
        must(self.at_phone == self.game.name,
             f"{self.phone.name} shows {self.at_phone} when it is let in, and its laptop {self.game.name}")

    def track(self, game):
        self.press("\r")
        self.phone.tap("showMore")
        self.table.until(lambda: f"{self.device.name} {len(NUMBERS)}" in self.phone.text("tracking"),
                         lambda: f"{self.device.name} does not track in {game.name}:\n{self.keep.text}")
        self.phone.tap("trackAway")
        self.phone.await_sent()
        self.phone.tap("showKeep")
        for side, daemon, author in (
                ("home", self.device, self.device.name), ("away", self.phone.daemon, self.phone.author)):
            self.table.until(
                lambda: all(author in p["trackedBy"] for p in self.table.board(daemon, game.name)[side]["players"]),
                lambda: f"{author} does not track the {side} side of {game.name}:\n{self.keep.text}")

    def go(self, game):
        """The keeper at the phone goes to a game by *More*."""
        self.phone.tap("showMore")
        self.table.until(lambda: game.name in [row[0] for row in self.phone.rows("games")],
                         lambda: f"{game.name} is not among {self.phone.rows('games')}")
        self.table.picture(self.phone.tab, f"more-{self.letter}{len(self.played)}", is_whole=True)
        self.phone.tap_row("games", game.name)
        self.answer(f"Go to {game.name}")
        self.phone.await_sent()
        self.phone.tap("showKeep")
        self.await_phone(game)

    def tell(self, device, game):
        """A person tells a display the game, as `scored help use` says."""
        self.table.until(lambda: game.name in self.table.games(device), lambda: f"{device.name} has no {game.name}")
        if self.table.given.plant == "display" and len(self.played) == 2:
            return
        self.table.run_at(device, "use", game.name)

    def end(self, at_phone):
        """The game is ended by one of the keepers, the other types on, and both sign."""
        game = self.game
        self.await_recorded()
        self.settle()
        (self.end_at_phone if at_phone else self.end_at_keep)()
        self.table.until(
            lambda: all(self.table.is_over(daemon, game.name) for daemon in (self.device, self.phone.daemon)),
            lambda: f"{game.name} is not over everywhere")
        game.is_over = True
        self.type_on(at_phone)
        self.sign()

    def settle(self):
        """Until both devices of the court have the same of its game."""
        daemons = (self.device, self.phone.daemon)
        self.table.until(
            lambda: len({json.dumps(self.table.moves(daemon, self.game.name)) for daemon in daemons}) == 1,
            lambda: f"the keepers of {self.game.name} do not agree")

    def end_at_keep(self):
        self.press("E")
        self.answer_at_keep(rf"end {self.game.name}", lambda: self.table.is_over(self.device, self.game.name))

    def answer_at_keep(self, pattern, is_done):
        """Says yes, at most twice: what is odd about the game is a question of its own."""
        for _ in range(3):
            self.table.until(lambda: is_done() or self.shows(pattern + r".*\?"),
                             lambda: f"no question {pattern} at court {self.letter}:\n{self.keep.text}")
            if is_done():
                return
            self.press("y")
            self.table.until(lambda: is_done() or not self.shows(pattern + r".*\?") or self.shows("baskets at"),
                             lambda: f"no answer to y:\n{self.keep.text}")
        must(is_done(), f"three times yes did nothing:\n{self.keep.text}")

    def end_at_phone(self):
        self.phone.tap("showMore")
        self.ask_at_phone(
            "End the game", rf"End {self.game.name} at \d+:\d+\?",
            lambda: self.table.is_over(self.phone.daemon, self.game.name))
        self.phone.tap("showKeep")

    def ask_at_phone(self, label, question, is_done):
        self.phone.tab.until(f"document.getElementById('ask').textContent === {json.dumps(label)}", SECONDS_MAX, label)
        self.phone.tap("ask")
        self.answer(question)
        # An odd game is a question of its own.
        is_open = "document.getElementById('question').hidden === false"
        self.table.until(lambda: is_done() or self.phone.tab.evaluate(is_open), lambda: f"{label}: nothing follows")
        if not is_done():
            self.phone.answer(True)
        self.table.until(is_done, lambda: f"{label}: {self.phone.text('outcome')}")

    def type_on(self, at_phone):
        """The keeper who did not end the game types on: a question, and nothing is recorded after a no."""
        before = self.table.moves(self.device, self.game.name)
        if at_phone:
            self.await_shown(rf"{self.game.name} was ended|is over|S signs", "the end is told")
            self.press(NUMBERS[0] + next(iter(self.kinds)))
            self.await_shown("y records it anyway", "a move after the end is asked about")
            self.press("n")
            self.table.until(
                lambda: not self.shows("y records it anyway"), lambda: f"n does nothing:\n{self.keep.text}")
        else:
            self.phone.move("a#1", next(iter(self.kinds.values())))
            self.phone.answer(False)
            self.phone.await_sent()
        self.table.keys += 1
        must(self.table.moves(self.device, self.game.name) == before, f"recorded in {self.game.name} after its end")
        self.must_be_at(self.game)

    def sign(self):
        name = self.game.name
        signed = lambda daemon, author: author in [
            s["device"] for s in self.table.board(daemon, name)["signatures"] if s["isAgreed"]]
        self.press("S")
        self.answer_at_keep(rf"sign {name}", lambda: signed(self.device, self.device.name))
        self.phone.tap("showMore")
        self.ask_at_phone("Sign", rf"Sign {name} at \d+:\d+ as", lambda: signed(self.phone.daemon, self.phone.author))
        self.phone.tap("showKeep")
        self.table.until(lambda: self.table.board(self.device, name)["isOfficial"], lambda: f"{name} is not official")

    # Displays

    def check(self, has_everything=True):
        """Every display of the court shows its game; where devices are apart only which game."""
        board = self.game.board
        if not has_everything:
            board = {name: board[name] for name in ("name", "home", "away")}
        for name, look in self.displays.items():
            def faults():
                return faults_of_display(look(), board)
            self.table.until(lambda: not faults(), lambda: (
                f"{name} of court {self.letter}: {'; '.join(faults())}\n{self.table.shown()}"))
            self.table.checks += 1


# How games are created


def by_command(court, game):
    court.table.run_at(court.device, "new", *game.teams, "--rules", "3x3", "--target", str(game.target),
                       "--home", players(), "--away", players())


def at_keep(court, game):
    """By the form of the keep screen, before which it offers a game that may be the court's next, or the same teams again:
    never what the other court plays."""
    offer = r"go to (\S+)\?|again with the same rosters\?"
    court.press("G")
    court.await_shown(offer + "|home team", "G leads to the next game")
    if offered := court.shows(offer):
        must(offered[1] not in [c.game.name for c in court.table.courts if c is not court and c.game and any(c.game.typed.values())],
             f"court {court.letter} is offered {offered[1]}")
        court.press("G")
        court.await_shown("home team", "G again leads to the form")
    texts = {"home team": game.teams[0], "away team": game.teams[1], "rules": None, "points to win": str(game.target),
             "minutes a period": "", "home players": players(), "away players": players()}
    for line, text in texts.items():
        # Enter twice at once is a key that is held down.
        court.await_shown(f"> {line}", f"the line {line}")
        if text is None:
            choose(court, "3x3")
        court.press((text or "") + "\r")
    court.await_shown("> create the game", "the button")
    court.press("\r")


def choose(court, rules):
    for _ in range(4):
        shown = court.await_shown("rules +< (.*?) >", "rules to choose from")[1]
        if shown == rules:
            return
        court.press("\x1b[C")
        court.table.until(lambda: not court.shows(f"rules +< {shown} >"), lambda: f"other rules:\n{court.keep.text}")
    raise Failed(f"there are no rules {rules}")
