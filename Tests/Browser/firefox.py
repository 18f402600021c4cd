#!/usr/bin/env python3
"""The pages for viewers and for phones in Firefox. Usage: firefox.py BINARY [--seed S] [NAME]..."""
import os, signal, time

from chromium import Failed, must, not_run
from cuts import BACK_SECONDS_MAX, CLOSED_SECONDS_MAX, MARK, SLACK_SECONDS
from hosted import Run
from marionette import Firefox, program
from outages import Taps, set_clock
from pages import LIVE_SECONDS_MAX, REFRESH_SECONDS_MAX
from stage import PAGES, Truth, arguments, perform, until


def quiet(browser):
    if troubles := browser.take_troubles():
        raise Failed("; ".join(troubles[:5]))


def live(run):
    """Every page follows every move, and says what status says."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        tabs = {name: run.browser.page(stage.links[name]) for name in PAGES}
        delays = []
        for _ in range(10):
            stage.record(4)
            answered, truth = time.time() * 1000, Truth(stage)
            for name, tab in tabs.items():
                # The chart is asked for once a second.
                at = truth.await_in(tab, name, LIVE_SECONDS_MAX + 2)
                delays += [at - answered] * (name != "game")
        quiet(run.browser)
        return f"{stage.move_count} deeds on {len(tabs)} pages; shown at most {max(delays):.0f} ms after status"


def closed(run):
    """The process of the pages is killed: stale at once, and live again when it is back, without a reload."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        tabs = {name: run.browser.page(stage.links[name]) for name in ("hall", "overlay")}
        for name, tab in tabs.items():
            Truth(stage).await_in(tab, name)
            tab.evaluate(MARK)
        stale, stales, lives = "marks.find(m => m.stale && m.at >= %f)", [], []
        for _ in range(3):
            since = time.time() * 1000
            os.kill(stage.web_process, signal.SIGKILL)
            for tab in tabs.values():
                tab.until(stale % since, CLOSED_SECONDS_MAX + SLACK_SECONDS, "stale")
                stales.append(tab.evaluate(f"({stale % since}).at") - since)
            stage.record(4)
            time.sleep(run.random.uniform(0, 3))
            stage.serve()
            since = time.time() * 1000
            for name, tab in tabs.items():
                tab.until("document.getElementById('stale').hidden", BACK_SECONDS_MAX + SLACK_SECONDS, "live")
                lives.append(Truth(stage).await_in(tab, name) - since)
                must(tab.evaluate("Array.isArray(window.marks)"), f"{name} was loaded again")
        return f"stale after {max(stales):.0f} ms, live {max(lives):.0f} ms after its return, at most"


def scriptless(run):
    """Without script a page is whole in its first paint, and is loaded again by itself."""
    with run.stage() as stage, Firefox(runs_scripts=False) as browser:
        stage.new_game(seed=run.given.seed)
        stage.record(30)
        truth = Truth(stage)
        tabs = {name: browser.page(stage.links[name]) for name in PAGES}
        for name, tab in tabs.items():
            truth.check(tab, name)
        stage.record(6)
        truth, deadline = Truth(stage), time.monotonic() + REFRESH_SECONDS_MAX
        for name, tab in tabs.items():
            while True:
                try:
                    truth.check(tab, name)
                    break
                except Failed:
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)
        return f"{len(tabs)} pages whole without script, and current after the next load"


def overlay_file(run):
    """A file that was open before the pages are served frames the overlay once they are."""
    with run.stage() as stage:
        stage.new_game(seed=run.given.seed)
        stage.record(6)
        url = stage.run("web", "overlay-file").decode().strip()
        os.kill(stage.web_process, signal.SIGKILL)
        tab = run.browser.page(url + "?anchor=br")
        shown = "getComputedStyle(document.querySelector('iframe')).visibility === 'visible'"
        run.browser.wait(3)
        must(not tab.evaluate(shown), "something is shown before the pages answer")
        stage.serve()
        since = time.time() * 1000
        first = tab.until(shown, 10, "the overlay is shown") - since
        tab.enter("iframe")
        Truth(stage).await_in(tab, "overlay")
        return f"shown {first:.0f} ms after the pages"


def keeping(run):
    """A phone is let in, keeps, waits while nobody answers, sends each move once, and signs."""
    with run.paired() as (stage, phone):
        set_clock(stage)
        phone.tab.until("document.getElementById('turn').textContent === 'Stop clock'", 5)
        taps = Taps(phone)
        taps.tap(3)
        phone.await_sent()
        taps.check(stage)
        for _ in range(3):
            os.kill(stage.web_process, signal.SIGKILL)
            taps.tap(3)
            phone.await_text("waiting", "here", 5)
            must(len(stage.entries_of("cy")) == len(taps.moves) - 3, "something was sent")
            stage.serve()
            phone.await_desk()
            phone.await_sent()
            taps.check(stage)
        # Loaded again, it is the same phone.
        phone.tab.open(phone.address)
        phone.await_desk()
        taps.tap(1)
        phone.await_sent()
        taps.check(stage)
        phone.tap("turn")
        until(lambda: not stage.status()["game"]["clock"]["isRunning"], "the game clock goes on")
        stage.device.post("/v1/end", {"force": True})
        phone.tap("showMore")
        phone.await_text("ask", "Sign")
        phone.tap("ask")
        phone.answer(True)
        # It ended in its first period.
        asked = phone.answer(True)
        must("period 1 of" in asked, asked)
        until(lambda: stage.status()["game"]["isOfficial"], "not official")
        phone.await_text("state", "official")
        quiet(run.browser)
        return f"{len(taps.moves)} taps, each once and in order; {phone.text('state')!r}"


TRIALS = (live, closed, scriptless, overlay_file, keeping)


def main():
    given = arguments().parse_intermixed_args()
    if program() is None:
        not_run("firefox", "no Firefox is installed")
    perform("firefox", TRIALS, given.trials, lambda trial, browser: trial(Run(given.binary, browser, given)),
            browser=Firefox)


if __name__ == "__main__":
    main()
