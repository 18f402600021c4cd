"""Phones that keep score through a laptop: the laptop, the terminal at which a person lets a phone in, and the page of
the phone, with the fingers of its keeper."""
import contextlib, fcntl, glob, json, os, random, re, select, signal, struct, subprocess, termios, time

from chromium import Failed, guard, must
from stage import Device, Refused, Stage, Unanswered, Unsent

WIDTH, HEIGHT = 360, 640
KINDS = ("twoPoints", "threePoints", "freeThrow", "foul", "assist", "rebound", "steal", "turnover", "block")
# The daemon of a phone is started and joins the table, on a machine that has other work.
PAIR_SECONDS_MAX = 30
# An order that was sent once is answered within 4 s or asked for again.
ANSWERED_SECONDS_MAX = 15


# A person looks where a button is: until it has been in its place for so long. A tap on a button of *More* that has just
# moved does nothing, and says so.
STEADY = """(selector, milliseconds) => new Promise(done => {
  let place = '', since = 0;
  const end = performance.now() + 20 * milliseconds;
  const look = () => {
    const r = document.querySelector(selector).getBoundingClientRect(), now = performance.now();
    const next = [r.x, r.y, r.width, r.height].join();
    if (next !== place) place = next, since = now;
    if (now - since >= milliseconds || now > end) done(now <= end); else setTimeout(look, 20);
  };
  look();
})"""
STEADY_MS = 400


class Terminal:
    """A command of the laptop at a terminal of its own."""

    def __init__(self, stage, *words):
        self.end, screen = os.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 70, 120, 0, 0))
        self.process = subprocess.Popen(
            [*guard(), stage.binary, *words, "--state", stage.device.home], stdin=screen, stdout=screen, stderr=screen,
            start_new_session=True)
        os.close(screen)
        self.text = ""

    def read(self, pattern, seconds=PAIR_SECONDS_MAX):
        """Waits until the text matches; the match."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.text)):
            left = deadline - time.monotonic()
            data = b""
            if left > 0 and select.select([self.end], [], [], left)[0]:
                try:
                    data = os.read(self.end, 1 << 16)
                except OSError:
                    pass  # What Linux says when the other side is closed.
            must(data, f"the terminal never said {pattern!r}: {self.text[-500:]!r}")
            self.text += data.decode(errors="replace")
        return found

    def write(self, text):
        os.write(self.end, text.encode())

    def code(self):
        """The address that the phone shall open."""
        return self.read(r"https://\S+/k#[\w-]{22}\r?\n")[0].strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.end)


class PhoneStage(Stage):
    """A laptop, and other devices, with phones."""

    def end_serving(self):
        super().end_serving()
        # A phone's daemon goes on when the process that started it was killed.
        for home in glob.glob(os.path.join(self.device.home, "phones", "*")):
            hosted = Device(self.binary, home, "phone", "", home=home)
            try:
                hosted.post("/v1/shutdown", {"now": True})
            except (Refused, Unanswered, Unsent):
                pass

    def scored(self, *words):
        return json.loads(self.run(*words, "--json"))

    def hosted(self, name):
        """The daemon of a phone."""
        for phone in self.scored("phones")["phones"]:
            if phone["name"] == name:
                return Device(self.binary, self.folder, name, "", home=f"{self.device.name}/phones/{phone['id']}")
        raise Failed(f"no phone is called {name}")

    def keep_address(self):
        return self.scored("web", "status")["keep"]["url"] + "/k"

    @contextlib.contextmanager
    def pages_of(self, device):
        """The links of pages that another device serves."""
        words = ["--listen", "127.0.0.1:0", "--names", "--json", "--state", device.home]
        done = subprocess.run([self.binary, "web", "up", *words], capture_output=True, timeout=60, check=True)
        try:
            yield {link["page"]: link["url"] for link in json.loads(done.stdout)["links"]}
        finally:
            subprocess.run([self.binary, "web", "down", "--state", device.home], capture_output=True, timeout=60)

    def entries_of(self, author):
        """The moves of a device in its own order, whatever became of them, as the laptop has them."""
        found, before = [], ""
        while True:
            log = self.device.get(f"/v1/games/{self.game}/log?limit=200{before}")
            found += [e for e in log["entries"] if e["name"].split(".")[0] == author and e.get("side")]
            if not log.get("hasOlder"):
                return sorted(found, key=lambda entry: int(entry["name"].split(".")[1]))
            before = "&before=" + log["entries"][0]["name"]

    def agree(self, *phones, seconds=ANSWERED_SECONDS_MAX):
        """Waits until all devices, those of the phones too, have the same entries."""
        super().agree(*(phone.daemon for phone in phones), seconds=seconds)


# What the page keeps in the database of its origin under the name `keep`.
KEPT = """(store, verb, key) => new Promise((done, fail) => {
  const r = indexedDB.open('keep');
  r.onerror = () => fail(r.error);
  r.onsuccess = () => {
    const q = r.result.transaction(store).objectStore(store)[verb](key);
    q.onsuccess = () => { r.result.close(); done(q.result); };
    q.onerror = () => fail(q.error);
  };
})"""

# Moves by the buttons themselves, without the way of a finger to them.
CLICKS = """moves => {
  const row = (list, id) => Array.from(document.querySelectorAll(`[data-n=${list}]>[data-k]`))
    .find(b => b.firstElementChild.textContent === id);
  for (const [player, kind] of moves) {
    const side = player[0] === 'h' ? 'home' : 'away', name = side[0].toUpperCase() + side.slice(1);
    const b = player === side ? document.getElementById('team' + name) : row(side + 'Players', player);
    const k = row('kinds', kind);
    if (!b || !k) throw new Error(`no button for ${player} ${kind}`);
    b.click(), k.click();
  }
}"""


class Phone:
    """A phone in the hands of its keeper. Without a context it has the profile of the browser."""

    def __init__(self, stage, browser, name, context=None):
        self.stage, self.name, self.author = stage, name, name.lower()
        self.browser, self.context, self.address = browser, context, ""
        self.tab = browser.page(None, WIDTH, HEIGHT, is_mobile=True, context=context)

    def pair(self):
        """A person lets this phone in; seconds from the opened address to the desk."""
        with Terminal(self.stage, "phone", self.name) as terminal:
            self.code = terminal.code()
            self.address = self.code.split("#")[0]
            self.opened = time.monotonic()
            self.tab.open(self.code)
            shown = self.words()
            told = terminal.read(r"the words here: ([a-z ]+)\r?\n")[1].split()
            must(shown == told, f"the phone shows {shown}, the terminal {told}")
            terminal.write("y\n")
            terminal.read("keeps with this phone now")
            self.await_desk()
            seconds = time.monotonic() - self.opened
        self.daemon = self.stage.hosted(self.name)
        return seconds

    def words(self):
        self.tab.until("document.querySelectorAll('#pairWords li').length === 4", PAIR_SECONDS_MAX, "four words")
        return self.tab.evaluate("Array.from(document.querySelectorAll('#pairWords li'), e => e.textContent)")

    def await_desk(self, seconds=PAIR_SECONDS_MAX):
        """Until the page may keep and is live, with the players of the game."""
        self.tab.until(
            "document.getElementById('desk')?.hidden === false && document.getElementById('stale')?.hidden"
            " && document.querySelector('[data-n=homePlayers]>[data-k]')", seconds, "a desk that is live")

    # What is shown

    def text(self, name):
        """Of the element of that name or ID; empty if it is hidden."""
        return self.tab.evaluate(
            f"(e => e.hidden ? '' : e.textContent)(document.querySelector('[data-n={name}],#{name}'))")

    def rows(self, name):
        return self.tab.evaluate(
            f"Array.from(document.querySelectorAll('[data-n={name}]>[data-k],#{name}>[data-k]'),"
            " r => Array.from(r.children, c => c.textContent))")

    def await_text(self, name, text, seconds=ANSWERED_SECONDS_MAX):
        return self.tab.until(
            f"(e => !e.hidden && e.textContent.includes({json.dumps(text)}))"
            f"(document.querySelector('[data-n={name}],#{name}'))", seconds, f"{name} says {text!r}")

    def await_sent(self, seconds=ANSWERED_SECONDS_MAX):
        """Until nothing waits any more, on the page and in its database."""
        deadline = time.monotonic() + seconds
        while waiting := self.tab.evaluate(f"({KEPT})('orders', 'getAll')"):
            if time.monotonic() > deadline:
                raise Failed(f"{self.name}: not sent within {seconds} s: {[o['label'] for o in waiting]}, "
                             f"{self.text('outcome')!r}, {self.rows('refused')}")
            self.browser.wait(0.02)

    def sees(self):
        """Seconds that are left on the game clock, as the page shows them."""
        minutes, seconds = self.text("clock").split(":")
        return 60 * int(minutes) + int(float(seconds))

    # Fingers

    def tap(self, name):
        self.touch("#" + name)

    def touch(self, selector):
        """A button of *More* once it stands still."""
        selected = json.dumps(selector)
        if self.tab.evaluate(f"!!document.querySelector({selected})?.closest('#viewMore')"):
            must(self.tab.evaluate(f"({STEADY})({selected}, {STEADY_MS})"), f"{selector} moves on and on")
        self.tab.tap(selector)

    def tap_row(self, name, first):
        """Taps the row whose first cell is that."""
        key = self.tab.evaluate(
            f"""(r => r && r.dataset.k)(Array.from(document.querySelectorAll('[data-n={name}]>[data-k]'))
              .find(r => r.firstElementChild.textContent === {json.dumps(first)}))""")
        if key is None:
            raise Failed(f"{self.name}: no row {first} in {name}: {self.rows(name)}")
        self.touch(f"[data-n={name}]>[data-k={json.dumps(key)}]")

    def move(self, player, kind):
        side = "home" if player[0] == "h" else "away"
        if self.tab.evaluate(f"document.getElementById('{side}Side').classList.contains('off')"):
            self.tap("show" + side.capitalize())
        if player == side:
            self.tap("team" + side.capitalize())
        else:
            self.tap_row(side + "Players", player)
        self.tap_row("kinds", kind)

    def click(self, moves):
        self.tab.evaluate(f"({CLICKS})({json.dumps(moves)})")

    def answer(self, is_yes):
        self.tab.until("document.getElementById('question')?.hidden === false", ANSWERED_SECONDS_MAX, "a question")
        said = self.text("questionText")
        # A tap that was meant for what the question covers does nothing.
        self.browser.wait(0.45)
        self.tap("yes" if is_yes else "no")
        return said

    # Troubles

    def kill_daemon(self):
        os.kill(self.daemon.get("/v1/health")["processID"], signal.SIGKILL)


class Run:
    """What the trials share."""

    def __init__(self, binary, browser, given):
        self.binary, self.browser, self.given = binary, browser, given
        self.random = random.Random(given.seed)

    def stage(self, **words):
        return PhoneStage(self.binary, **words)

    @contextlib.contextmanager
    def paired(self, *drawn, **words):
        """A laptop with a game, and a phone that keeps it; `drawn` are the teams and names of the game."""
        with self.stage(**words) as stage:
            stage.new_game(*drawn)
            phone = self.phone(stage, "Cy")
            phone.pair()
            yield stage, phone

    def phone(self, stage, name, context=None):
        return Phone(stage, self.browser, name, context or self.browser.context())

    @staticmethod
    def quiet(*phones):
        """No page has an error in its console, and none broke its own policy."""
        for phone in phones:
            if troubles := phone.tab.take_troubles():
                raise Failed(f"{phone.name}: {'; '.join(troubles[:5])}")
