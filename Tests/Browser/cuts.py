#!/usr/bin/env python3
"""What a page shows when the network, the process of the pages or the daemon goes away. Cuts that nobody is told of
are made in network namespaces of their own, by root on Linux.
Usage: cuts.py BINARY [--cuts N] [--seed S] [NAME]..."""
import os, random, signal, statistics, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
import network  # noqa: E402
from chromium import Failed, must, not_run, program  # noqa: E402
from stage import Stage, Truth, arguments, perform  # noqa: E402

# A page hears every 2 s from a process that lives, and says that it is stale when it heard nothing for 5 s.
STALE_SECONDS_MAX = 5
# A closed link is reported by the system of the reader.
CLOSED_SECONDS_MAX = 0.5
BACK_SECONDS_MAX = 1
# For the machine: timers, the switch, and this program.
SLACK_SECONDS = 0.25

# Notes when the page becomes stale and live again, and that it is still the same document.
MARK = """(() => {
  const stale = document.getElementById('stale');
  window.marks = [];
  new MutationObserver(() => {
    marks.push({stale: !stale.hidden, at: performance.timeOrigin + performance.now()});
  }).observe(stale, {attributes: true, attributeFilter: ['hidden']});
})()"""


class Watch:
    """A page whose staleness is noted."""

    def __init__(self, browser, stage, name="hall"):
        self.stage, self.name = stage, name
        # Each reader has a browser of its own: pages of one share the connections to a host.
        self.tab = browser.page(stage.links[name], context=browser.context())
        Truth(stage).await_in(self.tab, name)
        self.tab.evaluate(MARK)

    def is_stale(self):
        return self.tab.evaluate("!document.getElementById('stale').hidden")

    def await_stale(self, since, seconds):
        """After how many seconds since the instant the page says that it is stale."""
        self.tab.until(
            f"marks.some(m => m.stale && m.at >= {since * 1000})",
            max(0.1, since + seconds + SLACK_SECONDS - time.time()), f"stale within {seconds} s")
        marks = self.tab.evaluate("marks")
        first = next(mark["at"] for mark in marks if mark["stale"] and mark["at"] >= since * 1000)
        return first / 1000 - since

    def await_live(self, since, seconds):
        """After how many seconds since the instant the page is live and says what the device does."""
        truth = Truth(self.stage)
        left = max(0.1, since + seconds + SLACK_SECONDS - time.time())
        live = "document.getElementById('stale').hidden"
        try:
            at = self.tab.until(live, left, "live")
        except Failed as failure:
            at = self.tab.until(live, 60, f"{self.name} live, nor before")
            raise Failed(f"{self.name} is live {at / 1000 - since:.2f} s after it could be") from failure
        left = max(0.1, since + seconds + SLACK_SECONDS - time.time())
        at = max(at, truth.await_in(self.tab, self.name, left))
        self.must_be_kept()
        return at / 1000 - since

    def must_be_kept(self):
        if self.tab.loads != 1 or self.tab.evaluate("!Array.isArray(window.marks)"):
            raise Failed(f"{self.name} was loaded again")


class Run:
    def __init__(self, binary, browser, given, net=None):
        self.binary, self.browser, self.given, self.net = binary, browser, given, net
        self.random = random.Random(given.seed)

    def stage(self):
        if self.net is None:
            return Stage(self.binary)
        return Stage(
            self.binary, host=self.net.addresses[0], wrapping=["ip", "netns", "exec", self.net.names[0]])


def closed(run):
    """The process of the pages is killed: stale at once, and live again when it is back."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        watches = [Watch(run.browser, stage, name) for name in ("hall", "overlay", "announcer")]
        stales, lives = [], []
        for _ in range(3):
            since = time.time()
            os.kill(stage.web_process, signal.SIGKILL)
            stales += [watch.await_stale(since, CLOSED_SECONDS_MAX) for watch in watches]
            stage.record(4)
            time.sleep(run.random.uniform(0, 3))
            stage.serve()
            since = time.time()
            lives += [watch.await_live(since, BACK_SECONDS_MAX) for watch in watches]
        return f"stale after {max(stales) * 1000:.0f} ms, live {max(lives) * 1000:.0f} ms after its return, at most"


def daemon(run):
    """The daemon is killed: the page says that it may be old, until the pages' process has started it again."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        stage.record(6)
        watch = Watch(run.browser, stage)
        said = "document.querySelector('[data-n=link]').textContent"
        since = time.time()
        stage.device.kill()
        gone = watch.tab.until(f"{said} !== ''", CLOSED_SECONDS_MAX, "out of reach")
        stage.device.retrying(lambda: stage.device.get("/v1/health"))
        watch.tab.until(f"{said} === ''", 10, "in reach again")
        stage.record(6)
        Truth(stage).await_in(watch.tab, watch.name)
        watch.must_be_kept()
        return f"said after {gone - since * 1000:.0f} ms, and no longer when it was back"


def told(run, go, stale_seconds, back_seconds):
    """Cuts that the reader's system sees: `go` takes the page, and true for a cut."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        watch = Watch(run.browser, stage)
        stales, lives = [], []
        for _ in range(3):
            since = time.time()
            go(watch.tab, True)
            stales.append(watch.await_stale(since, stale_seconds))
            stage.record(5)
            time.sleep(run.random.uniform(0, 3))
            since = time.time()
            go(watch.tab, False)
            lives.append(watch.await_live(since, back_seconds))
        return f"stale after {max(stales) * 1000:.0f} ms, live after {max(lives) * 1000:.0f} ms, at most"


def offline(run):
    """The reader's device loses its network, and has it again."""
    return told(run, lambda tab, is_cut: tab.be_offline(is_cut), CLOSED_SECONDS_MAX, BACK_SECONDS_MAX)


def silent(run):
    """Cuts that nobody is told of, in one direction or both, shorter and longer than a page waits."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        watches = [Watch(run.browser, stage, name) for name in ("hall", "announcer")]
        stales, lives, seconds, wrong = [], [], 0, []
        for number in range(run.given.cuts):
            bounds = run.random.choice(((0.2, 5), (5.5, 9), (9, run.given.longest)))
            length = run.random.uniform(*bounds)
            seconds += length
            directions = run.random.choice(([[0, 1], [1, 0]], [[0, 1], [1, 0]], [[0, 1]]))
            try:
                cut(run, stage, watches, length, directions, stales, lives)
            except Failed as failure:
                wrong.append(f"cut {number + 1}, {length:.1f} s of {directions}: {failure}")
                for watch in watches:
                    Truth(stage).await_in(watch.tab, watch.name, 60)
            # Connections that the browser began in the cut go on for about as long as it lasted, and while they do
            # they take the places of others: six to a host.
            run.browser.wait(length)
        said = (
            f"{run.given.cuts} cuts, {seconds:.0f} s in all; stale after {max(stales, default=0):.2f} s at most;"
            f" live after {statistics.median(lives):.2f} s, {max(lives):.2f} s at most")
        must(not wrong, f"{said}; {len(wrong)} not as promised: {'; '.join(wrong)}")
        return f"{said}; no page was loaded again"


def cut(run, stage, watches, length, directions, stales, lives):
    """One cut, with moves in it; adds how long each page took to say that it is stale, and to be live."""
    since = time.time()
    run.net.be(cut=directions)
    try:
        stage.record(run.random.randint(1, 5))
        if length > STALE_SECONDS_MAX + SLACK_SECONDS:
            stales += [watch.await_stale(since, STALE_SECONDS_MAX) for watch in watches]
        run.browser.wait(max(0, since + length - time.time()))
        stage.record(1)
        were_stale = [watch.is_stale() for watch in watches]
    finally:
        back = time.time()
        run.net.be()
    for watch, was_stale in zip(watches, were_stale):
        # A page that waits still for what it missed says so in time, and then it is back.
        left = 0 if was_stale else max(0, STALE_SECONDS_MAX - (back - since))
        lives.append(watch.await_live(back, left + BACK_SECONDS_MAX))


def cable(run):
    """The cable of the reader is pulled out, which its system sees."""
    pull = lambda _, is_cut: run.net.cable(1, "down" if is_cut else "up")
    return told(run, pull, STALE_SECONDS_MAX, 2 * BACK_SECONDS_MAX)


TRIALS = (closed, daemon, offline)
# These need namespaces.
CUTS = (silent, cable)


def main():
    parser = arguments()
    parser.add_argument("--cuts", type=int, default=4)
    parser.add_argument("--longest", type=float, default=20, help="seconds of a cut")
    given = parser.parse_intermixed_args()
    if program() is None:
        not_run("cuts", "no Chromium is installed")
    if reason := network.missing():
        names = [trial.__name__ for trial in CUTS]
        if given.trials and not set(given.trials) - set(names):
            not_run("cuts", reason)
        print(f"{', '.join(names)}: not run: {reason}", flush=True)
        perform("cuts", TRIALS, [name for name in given.trials if name not in names],
                lambda trial, browser: trial(Run(given.binary, browser, given)))
    net = network.Network(2, given.seed)
    try:
        perform("cuts", TRIALS + CUTS, given.trials,
                lambda trial, browser: trial(Run(given.binary, browser, given, net)),
                wrapping=["ip", "netns", "exec", net.names[1]], hosts=[net.addresses[0]])
    finally:
        net.clear()


if __name__ == "__main__":
    main()
