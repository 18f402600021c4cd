#!/usr/bin/env python3
"""The pages of `scored web` in a real browser. Usage: pages.py BINARY [--seed S] [NAME]..."""
import base64, json, os, signal, tempfile, time

from chromium import Failed, Page, must, not_run, program
from stage import LONG_NAMES, LONG_TEAMS, NAMES, PAGES, TEAMS, Stage, Truth, arguments, perform

SIZES = ((360, 640, True), (390, 844, True), (800, 600, False), (1920, 1080, False))
# The turn of the daemon, that of the pages' process, and the time in which it gathers changes.
LIVE_SECONDS_MAX = 1
# A page without script asks again after five.
REFRESH_SECONDS_MAX = 10

# What stands outside of the window or of its own box, each as `element: pixels`; a box that scrolls may hold more, and
# names of unusual length may be cut.
SPILLS = """((width, mayCut) => {
  const found = [], all = Array.from(document.body.querySelectorAll('*'));
  const name = e => e.tagName.toLowerCase() + (e.dataset.n ? '[' + e.dataset.n + ']' : '')
    + (e.className && e.className.replace ? '.' + e.className.trim().replace(/ +/g, '.') : '');
  const holds = e => e && (getComputedStyle(e).overflowX !== 'visible' || holds(e.parentElement));
  const whole = document.scrollingElement;
  if (whole.scrollWidth > width) found.push('document: ' + (whole.scrollWidth - width));
  for (const e of all) {
    const r = e.getBoundingClientRect();
    if (!r.width || e.closest('.quiet')) continue;
    const past = Math.max(r.right - width, -r.left);
    if (past > 1 && !holds(e.parentElement)) found.push(name(e) + ' past the window: ' + Math.round(past));
    const over = e.scrollWidth - e.clientWidth;
    if (e.clientWidth && over > 1 && !holds(e)) found.push(name(e) + ' past its box: ' + over);
    const style = getComputedStyle(e), isClamped = style.webkitLineClamp !== 'none';
    const lost = isClamped ? e.scrollHeight - e.clientHeight : style.textOverflow === 'ellipsis' ? over : 0;
    if (!mayCut && lost > 1) found.push(name(e) + ' is cut: ' + lost);
  }
  return found;
})"""


class Run:
    """What the trials share."""

    def __init__(self, binary, browser, seed):
        self.binary, self.browser, self.seed = binary, browser, seed

    def stage(self, **words):
        return Stage(self.binary, **words)

    def page(self, stage, name, query="", **words):
        return self.browser.page(stage.links[name] + query, **words)

    def quiet(self, tabs):
        """No page has an error in its console, and none broke its own policy."""
        for name, tab in tabs.items():
            if troubles := tab.take_troubles():
                raise Failed(f"{name}: {'; '.join(troubles[:5])}")


def live(run):
    """Every page follows every move, and says what status says."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        tabs = {name: run.page(stage, name) for name in PAGES}
        for name, tab in tabs.items():
            Truth(stage).await_in(tab, name)
        delays = []
        for _ in range(16):
            stage.record(4)
            answered = time.time() * 1000
            truth = Truth(stage)
            for name in ("hall", "overlay", "bench", "announcer"):
                delays.append(truth.await_in(tabs[name], name, LIVE_SECONDS_MAX) - answered)
            # Its chart is asked for once a second.
            truth.await_in(tabs["game"], "game", LIVE_SECONDS_MAX + 2)
        if any(tab.loads != 1 for tab in tabs.values()):
            raise Failed("a page was loaded again")
        run.quiet(tabs)
        return f"{stage.move_count} deeds on {len(tabs)} pages; shown at most {max(delays):.0f} ms after status"


def clock(run):
    """The game clock runs in the page as on the device, and stops with it."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        tab = run.page(stage, "hall")
        stage.device.post("/v1/clock", {"action": "set", "remainingMilliseconds": 61_500, "period": 2})
        stage.device.post("/v1/clock", {"action": "start"})
        read = "document.querySelector('.clock').textContent"
        tab.until(f"/^00:59[.]\\d$/.test({read})", 4, "tenths in the last minute")
        texts = []
        for _ in range(3):
            texts.append(tab.evaluate(read))
            tab.until(f"{read} !== {json.dumps(texts[-1])}", 1, "the game clock runs")
        face = tab.evaluate(read)
        left = stage.status()["game"]["clock"]["remainingMilliseconds"]
        shown = 60 * int(face[:2]) + float(face[3:])
        must(-100 <= shown * 1000 - left <= 400, f"the page says {face} and the device {left} ms")
        stage.device.post("/v1/clock", {"action": "stop"})
        Truth(stage).await_in(tab, "hall", LIVE_SECONDS_MAX)
        run.quiet({"hall": tab})
        return f"{', '.join(texts)} … stopped at {tab.evaluate(read)}"


def ending(run):
    """A question makes the score provisional on every page, and signatures make it official."""
    with run.stage(devices=2) as stage:
        stage.new_game(seed=run.seed)
        mine, other = stage.devices
        tabs = {name: run.page(stage, name) for name in PAGES}
        stage.record(10)
        stage.device.post("/v1/clock", {"action": "set", "seconds": 580, "period": 1})
        stage.device.post("/v1/clock", {"action": "start"})
        other.retrying(lambda: other.post("/v1/use", {"game": stage.game}))
        stage.agree()
        for device, kind in ((mine, "twoPoints"), (other, "onePoint")):
            device.post("/v1/moves", {"player": "h4", "kind": kind})
        stage.device.post("/v1/clock", {"action": "stop"})
        all_say(stage, tabs, "held")
        asked, = stage.device.get("/v1/held")["moves"]
        stage.device.post("/v1/settle", {"entry": asked["name"], "answer": "both"})
        stage.device.post("/v1/end", {"force": True})
        stage.agree()
        for device in (mine, other):
            device.post("/v1/sign", {"game": stage.game, "force": True})
        all_say(stage, tabs, "isOfficial")
        run.quiet(tabs)
        return f"provisional, then {tabs['hall'].evaluate(STATE)!r}"


STATE = "document.querySelector('[data-n=state]').textContent"


def all_say(stage, tabs, field):
    """The devices agree, that field of the game is so, and every page says it."""
    stage.agree()
    truth = Truth(stage)
    must(truth.game[field], f"the game, {truth.game['state']}, is not {field}")
    for name, tab in tabs.items():
        truth.await_in(tab, name)


def scriptless(run):
    """Without script a page is whole in its first paint, and is loaded again by itself."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        stage.record(40)
        truth = Truth(stage)
        # The first readers of all: lists and chart are asked for because of them.
        tabs = {name: run.page(stage, name, runs_scripts=False) for name in PAGES}
        for name, tab in tabs.items():
            truth.check(tab, name)
        stage.record(6)
        truth, deadline = Truth(stage), time.monotonic() + REFRESH_SECONDS_MAX
        loads = {name: tab.loads for name, tab in tabs.items()}
        while any(tab.loads == loads[name] for name, tab in tabs.items()):
            must(time.monotonic() <= deadline, f"not loaded again within {REFRESH_SECONDS_MAX} s")
            run.browser.wait(0.1)
        for name, tab in tabs.items():
            truth.check(tab, name)
        run.quiet(tabs)
        return f"{len(tabs)} pages whole without script, and current after the next load"


def nameless(run):
    """Without --names no page has a player's name anywhere, before and after moves."""
    mark = "Wolfeschlegelsteinhausenbergerdorff"
    with run.stage(shows_names=False) as stage:
        stage.new_game(names=LONG_NAMES, seed=run.seed)
        tabs = {name: run.page(stage, name) for name in PAGES}
        stage.record(30)
        score = [str(stage.status()["game"][side]["score"]) for side in ("home", "away")]
        for name, tab in tabs.items():
            tab.until(
                f"['homeScore', 'awayScore'].map(n => document.querySelector(`[data-n=${{n}}]`).textContent)"
                f".join() === '{','.join(score)}'", LIVE_SECONDS_MAX + 1)
            must(mark not in tab.evaluate("document.documentElement.outerHTML"), f"{name} has a player's name")
        rows = tabs["bench"].evaluate("document.querySelectorAll('tbody tr').length")
        must(rows >= 2 * len(LONG_NAMES), f"the box score has {rows} rows")
        run.quiet(tabs)
        return f"no name in {len(tabs)} pages with {rows} rows in the box score"


def index(run):
    """The page of pages has the links of `scored web links`, and each can be followed."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        tab = run.browser.page(stage.index, width=390, height=844, is_mobile=True)
        links = tab.evaluate("Array.from(document.links).map(a => a.href)")
        if links != [stage.links[name] for name in PAGES]:
            raise Failed(f"the links are {links}")
        codes = tab.evaluate(
            "Array.from(document.querySelectorAll('svg')).filter(s => s.getBoundingClientRect().width > 100).length")
        must(codes == len(PAGES), f"{codes} of {len(PAGES)} codes can be seen")
        run.quiet({"index": tab})
        loads = tab.loads
        tab.tap("a")
        tab.until("1", 5)
        deadline = time.monotonic() + 5
        while tab.loads == loads:
            run.browser.read(deadline, "following a link")
        Truth(stage).await_in(tab, "hall")
        run.quiet({"hall": tab})
        return f"{len(links)} links with codes; one was followed"


def overlay(run):
    """The query of an overlay says where it is, how large, which parts and in which order."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        stage.record(12)
        width, height = 1920, 1080

        def box(query):
            tab = run.page(stage, "overlay", query, width=width, height=height)
            Truth(stage).await_in(tab, "overlay") if "show" not in query else None
            read = """(() => {
              const r = document.querySelector('main').getBoundingClientRect();
              const x = n => (document.querySelector(`[data-n=${n}]`) || {getBoundingClientRect: () => ({})})
                .getBoundingClientRect().x;
              return {left: r.left, top: r.top, right: innerWidth - r.right, bottom: innerHeight - r.bottom,
                width: r.width, home: x('homeScore'), away: x('awayScore'),
                ground: getComputedStyle(document.body).backgroundColor,
                names: Array.from(document.querySelectorAll('[data-n]')).map(e => e.dataset.n).sort().join()};
            })()"""
            answer = tab.evaluate(read)
            run.quiet({query: tab})
            tab.close()
            return answer

        margin = 0.02 * width
        for anchor, sides in (("tl", ("top", "left")), ("tr", ("top", "right")),
                              ("bl", ("bottom", "left")), ("br", ("bottom", "right"))):
            place = box(f"?anchor={anchor}")
            if any(not 0 <= place[side] <= margin for side in sides) or place["width"] > width / 2:
                raise Failed(f"anchor={anchor} is at {place}")
            must(place["ground"] == "rgba(0, 0, 0, 0)", f"the ground is {place['ground']}")
        small, large = box("?scale=1"), box("?scale=2")
        must(1.8 < large["width"] / small["width"] < 2.2, f"scale=2 is {large['width']} wide, scale=1 {small['width']}")
        swapped = box("?side=swap")
        if not (small["home"] < small["away"] and swapped["home"] > swapped["away"]):
            raise Failed("side=swap does not swap the sides")
        if (names := box("?show=clock")["names"]) != "clock,period":
            raise Failed(f"show=clock shows {names}")
        return "4 corners, 2 scales, sides and parts"


def overlay_file(run):
    """A file that was open before anything ran shows nothing, then the overlay, also after a kill and with new links."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        stage.record(12)
        url = stage.run("web", "overlay-file").decode().strip()
        os.kill(stage.web_process, signal.SIGKILL)
        stage.device.kill()
        tab = run.browser.page(width=1920, height=1080)
        tab.transparent()
        tab.open(url + "?anchor=br&scale=0.5&other=1")
        shown = "getComputedStyle(document.querySelector('iframe')).visibility === 'visible'"
        run.browser.wait(3)
        if tab.evaluate(shown) or any(ground(run, tab)):
            raise Failed("something is shown before the pages answer")
        # The start of a daemon has the pages served again.
        since = time.time() * 1000
        stage.device.start()
        first = tab.until(shown, 10, "the overlay is shown") - since
        stage.learn("links")
        frame = framed(run, stage)
        Truth(stage).await_in(frame, "overlay")
        asked = frame.evaluate("[location.search, document.body.className]")
        must(asked == ["?anchor=br&scale=0.5", "overlay br dark s5"], f"the overlay was asked for by {asked}")
        if (drawn := ground(run, tab)) != [False, False, False, True]:
            raise Failed(f"drawn in the quarters of the picture: {drawn}")
        frame.evaluate("window.marks = []")
        os.kill(stage.web_process, signal.SIGKILL)
        frame.until("!document.getElementById('stale').hidden", 1, "not live")
        stage.serve()
        stage.record(2)
        Truth(stage).await_in(frame, "overlay")
        must(not frame.evaluate("!window.marks"), "the overlay was loaded again")
        # The page behind an old link is not live; the file is read again, and has the new one.
        since = time.time()
        stage.learn("rotate")
        frame = framed(run, stage, 45)
        Truth(stage).await_in(frame, "overlay", 5)
        if wrong := [one for one in tab.take_troubles() if "Security Policy" in one or "exception" in one]:
            raise Failed("; ".join(wrong))
        return f"shown {first:.0f} ms after the start of the daemon, back after a kill, with a new link after {time.time() - since:.0f} s"


def framed(run, stage, seconds=5):
    """The overlay of the present link in the frame of another page."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for target in run.browser.call("Target.getTargets")["targetInfos"]:
            if target["type"] == "iframe" and stage.index.rsplit("/", 2)[1] in target["url"]:
                return Page(run.browser, target["targetId"])
        run.browser.wait(0.2)
    raise Failed(f"the present overlay is not framed within {seconds} s")


def ground(run, tab):
    """Whether something is drawn in each quarter of what the page shows: those above, then those below."""
    with tempfile.NamedTemporaryFile(suffix=".png", dir="/tmp") as file:
        tab.picture(file.name)
        data = base64.b64encode(file.read()).decode()
    reader = run.browser.page()
    drawn = reader.evaluate(f"""(async () => {{
      const picture = await createImageBitmap(await (await fetch('data:image/png;base64,{data}')).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height), c = canvas.getContext('2d');
      c.drawImage(picture, 0, 0);
      const w = picture.width / 2, h = picture.height / 2;
      return [[0, 0], [w, 0], [0, h], [w, h]].map(([x, y]) =>
        c.getImageData(x, y, w, h).data.some((v, i) => i % 4 === 3 && v > 0));
    }})()""")
    reader.close()
    return drawn


def widths(run):
    """Nothing stands outside of the window or of its box, also with the longest names."""
    found, count = [], 0
    for teams, names in ((TEAMS, NAMES), (LONG_TEAMS, LONG_NAMES)):
        with run.stage() as stage:
            stage.new_game(teams, names, seed=run.seed)
            stage.record(70)
            # Three digits are the widest score.
            stage.score(100)
            truth = Truth(stage)
            for name in ("index", *PAGES):
                url = stage.links.get(name, stage.index)
                tab = run.browser.page(url)
                for width, height, is_mobile in SIZES:
                    tab.resize(width, height, is_mobile)
                    tab.open(url)
                    if name != "index":
                        truth.await_in(tab, name)
                    count += 1
                    may_cut = json.dumps(teams is LONG_TEAMS)
                    where = f"{name} at {width}x{height}{', long names' if teams is LONG_TEAMS else ''}"
                    found += [f"{where}: {one}" for one in tab.evaluate(f"{SPILLS}({width}, {may_cut})")]
                    if name == "hall" and not is_mobile:
                        found += tall(tab, where)
                run.quiet({name: tab})
                tab.close()
    must(not found, "; ".join(found))
    return f"{count} pages at {len(SIZES)} sizes"


def tall(tab, where):
    """A projector has nobody who scrolls, also while the page says that it is not live."""
    said = []
    for bar in ("", "stale"):
        over = tab.evaluate(
            f"""(() => {{
              const bar = document.getElementById('{bar}');
              if (bar) bar.hidden = false;
              const over = document.scrollingElement.scrollHeight - innerHeight;
              if (bar) bar.hidden = true;
              return over;
            }})()""")
        if over > 1:
            said.append(f"{where}{', ' + bar if bar else ''}: {over} px below the window")
    return said


def preferences(run):
    """Readers who want less motion, other colours or a light page get them."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        stage.record(20)
        tab = run.page(stage, "game")
        Truth(stage).await_in(tab, "game")
        # A row that is new pours in.
        moves = """(e => {
            const was = e.className;
            e.classList.add('new');
            const time = parseFloat(getComputedStyle(e).animationDuration);
            e.className = was;
            return time;
          })(document.querySelector('.lines li'))"""
        colours = """['.score', '.period', 'h2', 'td'].map(s => {
            const e = document.querySelector(s), ink = getComputedStyle(e).color;
            return [ink, getComputedStyle(document.body).backgroundColor];
          })"""
        seen = {}
        for name, features in (
                ("plain", {"prefers_reduced_motion": "no-preference", "prefers_color_scheme": "dark"}),
                ("still", {"prefers_reduced_motion": "reduce", "prefers_color_scheme": "light"}),
                ("forced", {"forced_colors": "active"})):
            tab.prefer(**features)
            seen[name] = (tab.evaluate(moves), tab.evaluate(colours))
            if any(ink == ground for ink, ground in seen[name][1]):
                raise Failed(f"{name}: ink and ground are one colour: {seen[name][1]}")
        if not seen["plain"][0] > 0 or seen["still"][0] > 0:
            raise Failed(f"a new row takes {seen['plain'][0]} s, with less motion {seen['still'][0]} s")
        must(seen["plain"][1] != seen["still"][1], "light and dark are the same")
        run.quiet({"game": tab})
        return "less motion, light and dark, forced colours"


# What moves on a page: the text of each row in which an animation or a transition begins, and what is still marked as new.
MOTION = """(() => {
  window.motion = [];
  for (const kind of ['animationstart', 'transitionrun'])
    document.addEventListener(kind, e => motion.push([kind, e.target.dataset.k || e.target.tagName]));
})()"""
KEYS = "Array.from(document.querySelectorAll('[data-n=plays]>[data-k]'), e => e.dataset.k)"


def arrivals(run):
    """Only rows that are new pour in, once each; no other row moves, and none for readers who want less motion."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        stage.record(20)
        said = []
        for motion in ("no-preference", "reduce"):
            tab = run.page(stage, "game")
            tab.prefer(prefers_reduced_motion=motion)
            Truth(stage).await_in(tab, "game")
            tab.evaluate(MOTION)
            before = tab.evaluate(KEYS)
            for _ in range(8):
                stage.device.post("/v1/moves", {"player": "h#1", "kind": "rebound"})
                Truth(stage).await_in(tab, "game")
            fresh = [key for key in tab.evaluate(KEYS) if key not in before]
            must(len(fresh) == 8, f"8 rebounds are {len(fresh)} rows")
            if motion == "reduce":
                must(tab.evaluate("motion") == [], f"with less motion: {tab.evaluate('motion')}")
                continue
            tab.until("!document.querySelector('.new')", 5, "the new rows have come in")
            moved = tab.evaluate("motion")
            must(sorted(moved) == sorted(["animationstart", key] for key in fresh), f"{moved} for {fresh}")
            said.append(f"{len(moved)} of {len(tab.evaluate(KEYS))} rows")
            run.quiet({"game": tab})
        return f"{', '.join(said)} pour in, none with less motion"


def tabs(run):
    """From the sixth page of one browser on each says that the next may be held back; without it none does."""
    with run.stage() as stage:
        stage.new_game(seed=run.seed)
        shown = "!document.getElementById('tabs').hidden"
        context = run.browser.context()
        pages = [run.page(stage, "hall", context=context) for _ in range(5)]
        run.browser.wait(5)
        if any(tab.evaluate(shown) for tab in pages):
            raise Failed("five pages are too many already")
        pages.append(run.page(stage, "bench", context=context))
        for tab in pages:
            tab.until(shown, 7, "six pages are too many")
        stage.record(5)
        truth = Truth(stage)
        for tab in pages[:5]:
            truth.await_in(tab, "hall")
        pages.pop().close()
        for tab in pages:
            tab.until(f"!({shown})", 7, "five pages are not too many")
            tab.close()
        return "6 pages say it, 5 do not"


TRIALS = (live, clock, ending, scriptless, nameless, index, overlay, overlay_file, widths, preferences, arrivals, tabs)


def main():
    given = arguments().parse_intermixed_args()
    if program() is None:
        not_run("pages", "no Chromium is installed")
    perform("pages", TRIALS, given.trials, lambda trial, browser: trial(Run(given.binary, browser, given.seed)))


if __name__ == "__main__":
    main()
