#!/usr/bin/env python3
"""How fast the pages are: from a basket to every viewer, processor time, first paint. Prints beside each number what a
server of twenty lines takes on the same machine in the same run; fails on no number.
Usage: bench.py BINARY [--viewers N] [--moves N] [--rate R] [--pages N]"""
import argparse, http.server, json, multiprocessing, selectors, signal, socket, sys, threading, time
from urllib.parse import urlsplit

from chromium import Browser, not_run, program
from stage import POINTS, Stage

CATCH_UP_SECONDS = 2
FIRST_PAINTS = 20

# Notes the sum of both scores and the instant of every change.
MARK = """(() => {
  const find = name => document.querySelector(`[data-n=${name}]`);
  const home = find('homeScore'), away = find('awayScore');
  window.marks = [];
  const note = () => marks.push([+home.textContent + +away.textContent, performance.timeOrigin + performance.now()]);
  const seen = new MutationObserver(note), all = {subtree: true, childList: true, characterData: true};
  seen.observe(home, all), seen.observe(away, all);
})()"""


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def figures(milliseconds):
    return f"p50 {quantile(milliseconds, 0.5):6.1f}  p99 {quantile(milliseconds, 0.99):6.1f} ms ({len(milliseconds)})"


# Viewers without a browser


def read_streams(url, count, ready, answer):
    """Reads so many streams until it is told to end; answers with the sums of the scores as each saw them."""
    parts = urlsplit(url)
    selector = selectors.DefaultSelector()
    viewers = []
    for _ in range(count):
        end = socket.create_connection((parts.hostname, parts.port))
        end.sendall(f"GET {parts.path}/stream HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        viewer = {"rest": b"", "scores": {}, "marks": []}
        viewers.append(viewer)
        selector.register(end, selectors.EVENT_READ, viewer)
    ready.set()
    while not answer.poll():
        for key, _ in selector.select(0.05):
            data, now = key.fileobj.recv(65536), time.time() * 1000
            viewer = key.data
            if not data:
                raise RuntimeError("a stream ended")
            *lines, viewer["rest"] = (viewer["rest"] + data).split(b"\n")
            for line in lines:
                if line.startswith(b"data: "):
                    values = json.loads(line[6:])
                    names = [name for name in ("homeScore", "awayScore") if name in values]
                    viewer["scores"].update((name, int(values[name])) for name in names)
                    if names:
                        viewer["marks"].append([sum(viewer["scores"].values()), now])
    answer.recv()
    answer.send([viewer["marks"] for viewer in viewers])


class Viewers:
    """Readers of streams in a process of their own, and pages of a browser."""

    def __init__(self, browser, url, readers, pages):
        self.answer, theirs = multiprocessing.Pipe()
        ready = multiprocessing.Event()
        self.process = multiprocessing.Process(
            target=read_streams, args=(url, readers, ready, theirs), daemon=True)
        self.process.start()
        if not ready.wait(20):
            raise RuntimeError("the readers do not begin")
        self.tabs = [browser.page(url, context=browser.context()) for _ in range(pages)]
        for tab in self.tabs:
            tab.evaluate(MARK)

    def end(self):
        """What each saw: first the readers, then the pages."""
        self.answer.send("end")
        readers = self.answer.recv()
        self.process.join(5)
        pages = [tab.evaluate("marks") for tab in self.tabs]
        for tab in self.tabs:
            tab.close()
        return readers, pages


def delays(told, marks):
    """Milliseconds from each instant to the first mark of that sum or a higher one; a sum that nobody saw is lost."""
    found, lost = [], 0
    for viewer in marks:
        place = 0
        for total, at in told:
            while place < len(viewer) and viewer[place][0] < total:
                place += 1
            if place == len(viewer):
                lost += 1
            else:
                found.append(viewer[place][1] - at)
    return found, lost


# The floor: the same viewers of a server that does nothing else


class Floor:
    PAGE = b"""<!doctype html><title>x</title><link rel="icon" href="data:,"><p data-n="homeScore">0</p>
<p data-n="awayScore">0</p><script>
fetch(location.pathname + '/stream').then(a => {
  const reader = a.body.getReader(), decoder = new TextDecoder();
  reader.read().then(function next(part) {
    for (const line of decoder.decode(part.value).split('\\n')) if (line.startsWith('data: '))
      for (const [name, text] of Object.entries(JSON.parse(line.slice(6))))
        document.querySelector(`[data-n=${name}]`).textContent = text;
    return reader.read().then(next);
  });
});
</script>"""

    def __init__(self):
        floor, self.streams, self.lock = self, [], threading.Lock()

        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                if not self.path.endswith("/stream"):
                    return self.wfile.write(Floor.PAGE)
                with floor.lock:
                    floor.streams.append(self.connection)
                self.wfile.write(b'data: {"homeScore":"0","awayScore":"0"}\n')
                floor.ended.wait()

            def log_message(self, *_):
                pass
        self.ended = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/floor"

    def tell(self, total):
        line = f'data: {{"homeScore":"{total}"}}\n'.encode()
        with self.lock:
            for stream in list(self.streams):
                try:
                    stream.sendall(line)
                except OSError:
                    # A page that was closed.
                    self.streams.remove(stream)

    def end(self):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()


# The run


def paced(count, rate):
    """Instants at the rate, whatever the work between them takes."""
    begin = time.monotonic()
    for number in range(count):
        time.sleep(max(0, begin + number / rate - time.monotonic()))
        yield number


def first_paints(browser, url):
    found = []
    for _ in range(FIRST_PAINTS):
        tab = browser.page(url)
        paint = """new Promise(done => new PerformanceObserver((list, seen) => {
            seen.disconnect(), done(list.getEntriesByName('first-contentful-paint')[0].startTime);
          }).observe({type: 'paint', buffered: true}))"""
        found.append(tab.evaluate(paint))
        tab.close()
    return found


def measure_floor(browser, given):
    floor = Floor()
    try:
        paints = first_paints(browser, floor.url)
        viewers = Viewers(browser, floor.url, given.viewers - given.pages, given.pages)
        told = []
        for number in paced(given.moves, given.rate):
            told.append((number + 1, time.time() * 1000))
            floor.tell(number + 1)
        time.sleep(CATCH_UP_SECONDS / 4)
        return paints, told, viewers.end()
    finally:
        floor.end()


def measure(browser, given):
    with Stage(given.binary) as stage:
        stage.new_game()
        stage.record(30)
        url = stage.links[given.page]
        paints = first_paints(browser, url)
        viewers = Viewers(browser, url, given.viewers - given.pages, given.pages)
        open_pages = json.loads(stage.run("web", "status", "--json"))["viewers"]
        if open_pages != given.viewers:
            sys.exit(f"bench web: {open_pages} streams are open, not {given.viewers}")
        game = stage.status()["game"]
        total = game["home"]["score"] + game["away"]["score"]
        sent, told = [], []
        connection, begin, used = stage.device.connection(), time.monotonic(), stage.web_seconds
        for number in paced(given.moves, given.rate):
            kind = stage.random.choice([*POINTS])
            total += POINTS[kind]
            sent.append((total, time.time() * 1000))
            connection.ask("POST", "/v1/moves", stage.move(kind))
            told.append((total, time.time() * 1000))
        share = (stage.web_seconds - used) / (time.monotonic() - begin)
        time.sleep(CATCH_UP_SECONDS)
        seen = viewers.end()
        connection.close()
        if (now := sum(stage.status()["game"][side]["score"] for side in ("home", "away"))) != total:
            sys.exit(f"bench web: the score is {now} in all, and {total} was recorded")
    return paints, sent, told, seen, share


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--viewers", type=int, default=64)
    parser.add_argument("--pages", type=int, default=4, help="of the viewers, those in Chromium")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--page", default="hall")
    given = parser.parse_intermixed_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if program() is None:
        not_run("bench web", "no Chromium is installed")
    with Browser() as browser:
        floor_paints, floor_told, floor_seen = measure_floor(browser, given)
        paints, sent, told, seen, share = measure(browser, given)
    print(f"{given.viewers} viewers of {given.page}, {given.pages} of them in Chromium; {given.moves} baskets at"
          f" {given.rate:g} a second")
    for where, place in (("reader", 0), ("DOM", 1)):
        for words, since, marks in (
                ("basket sent to ", sent, seen), ("durable answer to ", told, seen),
                ("floor: written to ", floor_told, floor_seen)):
            found, lost = delays(since, marks[place])
            print(f"  {words + where:26} {figures(found)}" + (f", {lost} NEVER SEEN" if lost else ""))
    print(f"  {'durable answer':26} {figures([b[1] - a[1] for a, b in zip(sent, told)])}")
    print(f"  {'first paint':26} {figures(paints)}")
    print(f"  {'floor: first paint':26} {figures(floor_paints)}")
    print(f"  processor time of the pages' process: {100 * share:.1f} % of a core")


if __name__ == "__main__":
    main()
