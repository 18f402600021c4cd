#!/usr/bin/env python3
"""Phones that keep: the page of the keep door in a real browser, let in by a person at a real terminal.
Usage: phones.py BINARY [--seed S] [--troubles N] [--taps N] [NAME]..."""
import itertools, statistics, time

from chromium import must, not_run, program
from hosted import KEPT, KINDS, Run, Terminal
from outages import offline, troubles
from pages import SPILLS
from realgame import game
from stage import LONG_NAMES, LONG_TEAMS, arguments, perform, until

# Taps *Track home* in the moment in which a game appears above it.
TAPPED_AS_IT_MOVES = """(() => {
  const list = document.querySelector('[data-n=games]');
  const seen = new MutationObserver(() => {
    if (!list.querySelector('[data-k]')) return;
    seen.disconnect();
    document.getElementById('trackHome').click();
  });
  seen.observe(list, {childList: true});
})()"""

# From a tap to the screen of another device, for half of the taps: two pages, three daemons, and their disks. The goal
# for 99 of 100 is the same; a machine that has other work misses it.
ELSEWHERE_MS_MAX = 100
# What one laptop hosts.
PHONES_MAX = 16


def pairing(run):
    """A phone is let in by a person who compared four words, records, and comes back by itself."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        phone = run.phone(stage, "Cy")
        desk = phone.pair()
        phone.move("h#1", "twoPoints")
        phone.await_text("outcome", "two")
        phone.await_sent()
        recorded = time.monotonic() - phone.opened
        must([e["player"] for e in stage.entries_of("cy")] == ["h#1"], "the move is not on the laptop")
        must("#" not in phone.tab.evaluate("location.href"), "the secret stays in the address")
        # A second phone with the code that was used.
        other = run.phone(stage, "Di")
        other.tab.open(phone.code)
        other.await_text("pairText", "This code is not open")
        must("scored phone" in other.text("pairText"), f"no advice: {other.text('pairText')!r}")
        must(not other.tab.evaluate("document.getElementById('desk').offsetHeight"), "it has a desk")
        other.tab.close()
        # The key.
        told = phone.tab.evaluate(f"""({KEPT})('own', 'get', 'phone').then(async own => {{
          const told = [];
          for (const form of ['raw', 'pkcs8', 'jwk', 'spki'])
            await crypto.subtle.exportKey(form, own.key).then(() => told.push(form), () => {{}});
          return [own.key.type, own.key.extractable, told];
        }})""")
        must(told == ["private", False, []], f"the key can be read: {told}")
        run.quiet(phone)
        # Loaded again, and in another tab.
        phone.tab.open(phone.address)
        phone.await_desk()
        phone.move("a#2", "foul")
        phone.await_sent()
        second = run.phone(stage, "Cy", context=phone.context)
        second.tab.open(phone.address)
        second.await_desk()
        second.move("a#3", "foul")
        second.await_sent()
        phone.tab.until("document.getElementById('tab')?.hidden === false", 5, "the first page stands still")
        must([e["player"] for e in stage.entries_of("cy")] == ["h#1", "a#2", "a#3"], "moves of three visits")
        run.quiet(phone, second)
        return (f"desk {desk:.1f} s and first move recorded {recorded:.1f} s after the address was opened;"
                " a used code is refused; a second visit and a second tab go on")


def refusal(run):
    """A person says no: the phone says so, and the same code does not help it."""
    with run.stage() as stage:
        stage.new_game()
        phone = run.phone(stage, "Cy")
        with Terminal(stage, "phone", "Cy") as terminal:
            code = terminal.code()
            phone.tab.open(code)
            phone.words()
            other = run.phone(stage, "Di")
            other.tab.open(code)
            other.await_text("pairText", "Another phone has used this code")
            terminal.read("the words here")
            terminal.write("n\n")
            phone.await_text("pairText", "did not let this phone in")
            must(terminal.process.wait(10) == 1, "the command did not fail")
        must([p["isPaired"] for p in stage.scored("phones")["phones"]] == [False], "it is paired")
        return f"says {phone.text('pairText')!r}"


def keeping(run):
    """A keeper at a phone: moves, undo, the game clock, questions, tracking, a decided game, the end."""
    with run.stage(devices=2) as stage:
        stage.new_game(preset="3x3")
        mine, bo = stage.devices
        phone = run.phone(stage, "Cy")
        phone.pair()
        score = lambda: [stage.status()["game"][side]["score"] for side in ("home", "away")]
        phone.move("h#1", "twoPoints")
        until(lambda: score() == [2, 0], "the move is not in the laptop's status")
        entry, = stage.entries_of("cy")
        must(entry["keeper"] == "Cy" and entry["name"].startswith("cy."), f"the keeper is {entry}")
        must("clock" not in entry, f"a reading of a clock that never ran: {entry}")
        phone.tap("undo")
        until(lambda: score() == [0, 0], "the undo is not in the laptop's status")
        phone.tap("redo")
        until(lambda: score() == [2, 0], "the redo is not in the laptop's status")
        # The game clock.
        phone.tap("turn")
        until(lambda: mine.status()["game"].get("clock", {}).get("isRunning"), "the game clock does not run")
        phone.tab.until("document.getElementById('turn').textContent === 'Stop clock'", 5)
        # What another device has recorded too counts once; where it says otherwise, a tap answers.
        bo.retrying(lambda: bo.post("/v1/use", {"game": stage.game}))
        stage.agree(phone)
        bo.post("/v1/moves", {"player": "h#2", "kind": "onePoint"})
        stage.agree(phone)
        phone.move("h#2", "onePoint")
        until(lambda: mine.status()["game"]["copies"] == 1 and score() == [3, 0], "the basket is not counted once")
        bo.post("/v1/moves", {"player": "h#3", "kind": "onePoint"})
        stage.agree(phone)
        phone.move("h#3", "twoPoints")
        until(lambda: mine.status()["game"]["held"] == 1, "nothing is asked")
        phone.tap("turn")
        until(lambda: not mine.status()["game"].get("clock", {}).get("isRunning"), "the game clock goes on")
        phone.tap("showMore")
        phone.tab.until("document.querySelector('[data-n=held]>[data-k]')", 5, "the question is listed")
        held, = phone.rows("held")
        phone.tap_row("held", held[0])
        run.browser.wait(0.45)
        phone.tap("sheetThat")
        until(lambda: mine.status()["game"]["held"] == 0 and score() == [4, 0], "the other one is not right")
        # Tracking. A tap on a button that has just moved was meant for another one.
        phone.tab.evaluate(TAPPED_AS_IT_MOVES)
        other = mine.post("/v1/games", {"home": {"name": "Rams"}, "away": {"name": "Bulls"}})["game"]
        phone.await_text("outcome", "The buttons moved")
        mine.post("/v1/use", {"game": stage.game})
        must(other in [row[0] for row in phone.rows("games")], f"{other} is not among {phone.rows('games')}")
        tracked = lambda: {p["slot"] for p in mine.status()["game"]["home"]["players"] if "cy" in p["trackedBy"]}
        stage.agree(phone)
        must(not tracked(), "a tap on a button that had just moved is taken")
        phone.tap("trackHome")
        until(lambda: len(tracked()) == 8, "the home side is not tracked")
        phone.tap("showKeep")
        phone.tap_row("homePlayers", "h#8")
        phone.tap("about")
        run.browser.wait(0.45)
        phone.tap("sheetUntrack")
        until(lambda: "h#8" not in tracked() and len(tracked()) == 7, "h#8 is tracked still")
        # A decided game asks.
        for number in range(9):
            phone.move(f"h#{1 + number % 7}", "twoPoints")
        phone.await_sent()
        until(lambda: mine.status()["game"]["state"] == "decided", f"{score()} does not decide")
        phone.move("a#1", "onePoint")
        asked = phone.answer(False)
        phone.await_sent()
        must(score() == [22, 0], f"recorded after a no: {score()}")
        phone.move("a#1", "onePoint")
        phone.answer(True)
        until(lambda: score() == [22, 1], f"not recorded after a yes: {score()}")
        # A signature waits for all who recorded.
        phone.tap("showMore")
        # The clock never ran, which the laptop asks about before it ends the game and before it signs.
        phone.tap("ask")
        phone.answer(True)
        must("baskets at 10:00" in phone.answer(True), "the clock that never ran is no question")
        until(lambda: mine.status()["game"]["state"] == "closed", "the game is not ended")
        phone.tab.until("document.getElementById('ask').textContent === 'Sign'", 5)
        phone.tap("ask")
        phone.answer(True)
        must("baskets at 10:00" in phone.answer(True), "the clock that never ran is no question")
        until(lambda: mine.status()["game"]["signatures"], "the phone has not signed")
        stage.agree(phone)
        bo.post("/v1/sign", {"game": stage.game, "force": True})
        until(lambda: mine.status()["game"]["isOfficial"], "not official")
        phone.await_text("state", "official")
        # What the page refused it was asked to refuse.
        phone.tab.troubles = [t for t in phone.tab.troubles if "status of 409" not in t]
        run.quiet(phone)
        return f"asked {asked!r}; then {phone.text('state')!r}"


SIZES = ((360, 640), (390, 844), (800, 600))
PLACES = """['#pad', '#showHome', '#undo', '[data-n=homePlayers]>[data-k]', '[data-n=kinds]>[data-k]']
  .map(s => { const r = document.querySelector(s).getBoundingClientRect(); return [s, r.x, r.y, r.width]; })"""


def looks(run):
    """Nothing is wider than the window, and no button moves when there is something to tell."""
    with run.paired(LONG_TEAMS, LONG_NAMES) as (stage, phone):
        stage.record(40)
        stage.device.post("/v1/clock", {"action": "set", "seconds": 60, "period": 1})
        phone.await_text("clock", "09:00")

        def fits(state):
            for width, height in SIZES:
                phone.tab.resize(width, height, True)
                found = phone.tab.evaluate(f"{SPILLS}({width}, true)")
                must(not found, f"{state}, {width}x{height}: {found}")

        fits("the desk")
        phone.tap_row("homePlayers", "h#1")
        fits("a picked player")
        for width, height in SIZES:
            phone.tab.resize(width, height, True)
            before = phone.tab.evaluate(PLACES)
            # What the page says when its daemon is away, which is there again too soon to be looked at.
            for name in ("link", "sync", "outcome", "waiting"):
                phone.tab.evaluate(
                    f"""(e => {{ e.hidden = false; e.textContent = 'It is out of reach, and what else there is to say.';
                      e.classList.add('bad'); }})(document.querySelector('[data-n={name}],#{name}'))""")
            after = phone.tab.evaluate(PLACES)
            must(before == after, f"{width}x{height}: {before} became {after}")
        fits("a trouble")
        phone.tap("about")
        fits("a sheet")
        run.browser.wait(0.45)
        phone.tap("sheetClose")
        for view in ("Log", "Search", "More"):
            phone.tap("show" + view)
            fits(view)
        phone.tap("ask")
        fits("a question")
        run.quiet(phone)
        return f"long names, {len(SIZES)} sizes: nothing past the window, and no button moved"


def crowd(run):
    """As many phones as one laptop hosts keep at once: each move once, everywhere; one more is told the limit."""
    names = [f"P{number}" for number in range(1, run.given.phones + 1)]
    with run.stage() as stage:
        stage.new_game()
        phones = []
        for name in names:
            phones.append(run.phone(stage, name))
            phones[-1].pair()
        said = ""
        if len(phones) == PHONES_MAX:
            with Terminal(stage, "phone", "Q") as terminal:
                said = terminal.read(r"16 phones keep here, and no more fit[^\r\n]*")[0]
                must(terminal.process.wait(10) == 1, "the command did not fail")
        since, moves = time.monotonic(), 0
        for number in range(1, 9):
            # All have tapped before any is waited for.
            for phone, kind in zip(phones, itertools.cycle(KINDS)):
                phone.click([(f"{side}#{number}", kind) for side in "ha"])
            for phone in phones:
                phone.await_sent(60)
            moves += 2 * len(phones)
        seconds = time.monotonic() - since
        stage.agree(*phones, seconds=60)
        for phone, kind in zip(phones, itertools.cycle(KINDS)):
            told = [(entry["player"], entry["kind"]) for entry in stage.entries_of(phone.author)]
            must(told == [(f"{side}#{number}", kind) for number in range(1, 9) for side in "ha"],
                 f"{phone.name} recorded {told}")
            must(not phone.rows("refused"), f"refused: {phone.rows('refused')}")
        run.quiet(*phones)
        return f"{len(phones)} phones, {moves} taps, {moves / seconds:.0f} a second; all devices agree; {said!r}"


# Notes when the page tapped, and when it showed a score.
NOTE = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.tapped = [], window.shown = {};
  document.addEventListener('click', () => { tapped.push(now()); }, true);
  const score = document.querySelector('[data-n=homeScore]');
  new MutationObserver(() => { shown[score.textContent] = now(); })
    .observe(score, {childList: true, characterData: true, subtree: true});
})()"""


def elsewhere(run):
    """How long a tap takes to the page of another phone, and to the hall page of another laptop."""
    with run.stage(devices=2) as stage:
        stage.new_game()
        bo = stage.devices[1]
        phones = [run.phone(stage, name) for name in ("Cy", "Di")]
        for phone in phones:
            phone.pair()
        bo.retrying(lambda: bo.post("/v1/use", {"game": stage.game}))
        stage.agree(*phones)
        with stage.pages_of(bo) as links:
            hall = run.browser.page(links["hall"])
            hall.until("document.querySelector('[data-n=homeScore]').textContent === '0'", 10)
            tabs = {"phone": phones[1].tab, "hall": hall}
            for tab in (phones[0].tab, *tabs.values()):
                tab.evaluate(NOTE)
            delays = {name: [] for name in tabs}
            for number in range(1, run.given.taps + 1):
                phones[0].move(f"h#{1 + number % 8}", "freeThrow")
                for name, tab in tabs.items():
                    tab.until(f"shown[{number}]", 5, f"{number} points")
                    delays[name].append(tab.evaluate(f"shown[{number}]"))
                # Keepers do not tap in step with the pages' turns.
                run.browser.wait(run.random.uniform(0.05, 0.25))
            taps = phones[0].tab.evaluate("tapped")[1::2]
            must(len(taps) == run.given.taps, f"{len(taps)} taps of kinds")
        said = []
        for name, ats in delays.items():
            times = sorted(at - tap for at, tap in zip(ats, taps))
            late = times[max(0, -(-99 * len(times) // 100) - 1)]
            must(statistics.median(times) <= ELSEWHERE_MS_MAX, f"{name}: p50 {statistics.median(times):.0f} ms")
            said.append(f"{name} p50 {statistics.median(times):.0f} ms, p99 {late:.0f} ms, max {times[-1]:.0f} ms")
        return f"{len(taps)} taps: " + "; ".join(said)


TRIALS = (pairing, refusal, keeping, looks, offline, troubles, game, elsewhere, crowd)


def main():
    parser = arguments()
    parser.add_argument("--troubles", type=int, default=8, help="how many are drawn; the long mode has 200")
    parser.add_argument("--phones", type=int, default=PHONES_MAX, help="phones at once")
    parser.add_argument("--taps", type=int, default=100, help="taps that are timed")
    given = parser.parse_intermixed_args()
    if program() is None:
        not_run("phones", "no Chromium is installed")
    perform("phones", TRIALS, given.trials, lambda trial, browser: trial(Run(given.binary, browser, given)),
            words=["--ignore-certificate-errors"])


if __name__ == "__main__":
    main()
