"""A phone that keeps while its network, its page, its daemon or the process of its page goes away."""
import collections, os, re, signal, statistics, tempfile, time

from chromium import Browser, BrowserError, Failed, must
from hosted import KINDS, Phone


class Taps:
    """Moves of a keeper, all different from those before, with the clock that the page showed."""

    def __init__(self, phone):
        self.phone, self.moves = phone, []
        self.combinations = [(f"{side}#{number}", kind) for kind in KINDS for side in "ha" for number in range(1, 9)]

    def tap(self, count):
        for _ in range(count):
            move = self.combinations[len(self.moves) % len(self.combinations)]
            before = self.phone.sees()
            self.phone.move(*move)
            self.moves.append((*move, before, self.phone.sees()))

    def check(self, stage):
        """Each is on the laptop once, in order, with its reading."""
        entries = stage.entries_of(self.phone.author)
        told = [(e.get("player"), e["kind"]) for e in entries]
        tapped = [move[:2] for move in self.moves]
        if told != tapped:
            first = next((n for n, (a, b) in enumerate(zip(told, tapped)) if a != b), min(len(told), len(tapped)))
            raise Failed(f"{len(tapped)} tapped, {len(told)} recorded; from {first + 1} on {tapped[first:first + 4]} "
                         f"became {told[first:first + 4]}")
        for (player, kind, before, after), entry in zip(self.moves, entries):
            reading = re.search(r"(\d+):(\d+)", entry.get("clock", ""))
            must(reading, f"{player} {kind} was recorded without a reading")
            minutes, seconds = map(int, reading.groups())
            # The page shows whole seconds that are left, an entry those that are begun.
            must(after <= 60 * minutes + seconds <= before + 1,
                 f"{player} {kind} was tapped at {before} to {after} s and recorded at {entry.get('clock')}")


def offline(run):
    """Taps without a network wait on the phone, survive the end of its browser, and count once."""
    profile = tempfile.TemporaryDirectory(prefix="scored-chromium-", dir="/tmp")
    with run.stage() as stage, profile:
        stage.new_game()
        words = {"words": ["--ignore-certificate-errors"], "profile": profile.name}
        stage.device.post("/v1/clock", {"action": "set", "remainingMilliseconds": 590_000, "period": 1})
        with Browser(**words) as browser:
            phone = Phone(stage, browser, "Cy")
            phone.pair()
            stage.device.post("/v1/clock", {"action": "start"})
            phone.tab.until("document.getElementById('turn').textContent === 'Stop clock'", 5)
            taps = Taps(phone)
            taps.tap(2)
            phone.await_sent()
            phone.tab.be_offline(True)
            taps.tap(3)
            phone.await_text("waiting", "3 here", 1)
            # The oldest is tried.
            states = [row[1] for row in phone.rows("queue") if row[1] != "recorded"]
            must(states in (["here"] * 3, ["here"] * 2 + ["sending…"]), f"the queue is {phone.rows('queue')}")
            must(len(stage.entries_of("cy")) == 2, "something was sent")
            phone.tap("turn")
            phone.await_text("outcome", "The laptop is away", 1)
            # Without a network the page cannot be loaded again; what waits is kept.
            try:
                phone.tab.open(phone.address)
                raise Failed("the page was loaded without a network")
            except BrowserError:
                pass
            phone.tab.be_offline(False)
            phone.tab.open(phone.address)
            phone.await_desk()
            phone.await_sent()
            taps.check(stage)
            # The battery is empty.
            phone.tab.be_offline(True)
            taps.tap(3)
            phone.await_text("waiting", "3 here", 1)
            os.killpg(browser.process.pid, signal.SIGKILL)
        with Browser(**words) as browser:
            phone = taps.phone = Phone(stage, browser, "Cy")
            phone.tab.open(stage.keep_address())
            phone.await_desk()
            phone.await_sent()
            taps.check(stage)
        return (f"{len(taps.moves)} taps, each once and in order; a page cannot be loaded without a network, what waits"
                " survives that and a kill of the browser")


def troubles(run):
    """Drawn troubles while a keeper taps: each move is recorded once, in order, with its reading."""
    with run.paired() as (stage, phone):
        set_clock(stage)
        phone.tab.until("document.getElementById('turn').textContent === 'Stop clock'", 5)
        taps, backs = Taps(phone), []
        counts = collections.Counter()
        for number in range(run.given.troubles):
            name = run.random.choice(sorted(TROUBLES))
            counts[name] += 1
            try:
                if phone.sees() < 120:
                    set_clock(stage)
                    phone.tab.until("document.querySelector('.clock').textContent.startsWith('09:')", 5)
                taps.tap(run.random.randint(0, 2))
                run.browser.wait(run.random.choice((0, 0.005, 0.02, 0.2)))
                back = TROUBLES[name](run, stage, phone, taps)
                phone.await_desk()
                phone.await_sent()
                backs.append(time.monotonic() - back)
                must(not phone.rows("refused"), f"refused: {phone.rows('refused')}")
                if number % 20 == 19:
                    taps.check(stage)
            except (Failed, BrowserError) as failure:
                raise Failed(f"trouble {number + 1}, {name}, of seed {run.given.seed}: {failure}") from failure
        taps.check(stage)
        drawn = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        return (f"{len(taps.moves)} taps in {drawn}: each recorded once, in order, with its reading; all sent"
                f" {statistics.median(backs):.1f} s after the end of the trouble, at most {max(backs):.1f} s")


def set_clock(stage):
    stage.device.post("/v1/clock", {"action": "stop", "force": True})
    stage.device.post("/v1/clock", {"action": "set", "remainingMilliseconds": 599_000, "period": 1})
    stage.device.post("/v1/clock", {"action": "start"})


def no_network(run, stage, phone, taps):
    phone.tab.be_offline(True)
    taps.tap(run.random.randint(1, 4))
    run.browser.wait(run.random.uniform(0, 3))
    phone.tab.be_offline(False)
    return time.monotonic()


def loaded_again(run, stage, phone, taps):
    taps.tap(run.random.randint(0, 2))
    phone.tab.open(phone.address)
    return time.monotonic()


def daemon_killed(run, stage, phone, taps):
    phone.kill_daemon()
    since = time.monotonic()
    taps.tap(run.random.randint(1, 4))
    return since


def door_killed(run, stage, phone, taps):
    os.kill(stage.web_process, signal.SIGKILL)
    taps.tap(run.random.randint(1, 4))
    run.browser.wait(run.random.uniform(0, 3))
    stage.serve()
    return time.monotonic()


def door_frozen(run, stage, phone, taps):
    os.kill(stage.web_process, signal.SIGSTOP)
    try:
        taps.tap(run.random.randint(1, 4))
        run.browser.wait(run.random.uniform(0, 8))
    finally:
        os.kill(stage.web_process, signal.SIGCONT)
    return time.monotonic()


TROUBLES = {
    "offline": no_network, "reload": loaded_again, "daemon killed": daemon_killed, "door killed": door_killed,
    "door frozen": door_frozen}
