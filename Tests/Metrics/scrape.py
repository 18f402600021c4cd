#!/usr/bin/env python3
"""Lets a real Prometheus collect the figures of a running daemon through its view door.

    scrape.py BINARY [--seconds N] [--plant FAULT]

On loopback, with free ports. While moves are recorded Prometheus scrapes once a second; then its own
API must say that the target is up without an error, that each family is there with the values that
the daemon's page has, and that the counters grew. `promtool check metrics` judges names and helps.
At last the times of 200 pages and of 200 statuses are printed; --moves N makes the log longer.
--plant shows that this can fail: `eof` cuts the last line off, `name` puts a name on a label.
Exits 77 with the reason where prometheus or promtool is missing (Debian: prometheus).
"""
import argparse, http.client, json, os, re, shutil, socket, statistics, subprocess, sys, tempfile
import threading, time, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Torture"))
from daemon import Device, free_ports, guard  # noqa: E402

NOT_RUN = 77
NAMES = ["Quillfeather", "Brobdingnag", "Xanthippe", "Wojtek"]
WAIT_SECONDS = 30
FAMILIES = [
    "scored_build_info", "scored_entries", "scored_entries_recorded_total",
    "scored_entries_received_total", "scored_unsynced_entries", "scored_peers", "scored_online",
    "scored_recording", "scored_damages", "scored_log_bytes", "scored_disk_free_bytes",
    "scored_games", "scored_open_questions", "scored_commit_seconds_bucket",
    "scored_commit_seconds_count", "scored_commit_seconds_sum", "scored_commit_failures_total",
    "scored_turn_seconds_bucket", "scored_turn_seconds_count", "scored_turn_longest_seconds",
    "scored_connections", "scored_streams", "process_resident_memory_bytes",
    "process_start_time_seconds",
]


class Failed(Exception):
    """A promise of the page does not hold."""


def must(is_so, words):
    if not is_so:
        raise Failed(words)


class Planted(BaseHTTPRequestHandler):
    """Passes the page on with a fault."""

    url, fault = "", ""

    def do_GET(self):
        with urllib.request.urlopen(self.url) as answer:
            kind, page = answer.headers["Content-Type"], answer.read().decode()
        if self.fault == "eof":
            page = page.removesuffix("# EOF\n")
        if self.fault == "name":
            page = page.replace('state="away"', f'state="away",keeper="{NAMES[0]}"')
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *words):
        pass


def scored(binary, home, *words):
    done = subprocess.run(
        [binary, *words, "--state", home], capture_output=True, text=True, timeout=60,
        stdin=subprocess.DEVNULL)
    must(done.returncode == 0, f"scored {' '.join(words)}: {done.stderr}")
    return done.stdout


def page_of(device):
    """The page from the Unix socket, and its media type."""
    end = socket.socket(socket.AF_UNIX)
    end.settimeout(20)
    end.connect(device.socket)
    link = http.client.HTTPConnection("scored")
    link.sock = end
    link.request("GET", "/metrics")
    answer = link.getresponse()
    text = answer.read().decode()
    end.close()
    return text, answer.headers["Content-Type"]


def record(device, count):
    link = device.connection()
    for number in range(count):
        link.ask("POST", "/v1/moves", {"player": "home" if number % 3 else "away", "kind": "2p"})
    link.close()


def as_classic(page):
    """The page in the older text format, which is what promtool reads."""
    counters = set(re.findall(r"# TYPE (\S+) counter", page))
    lines = []
    for line in page.splitlines():
        words = line.split(" ", 3)
        if line == "# EOF" or words[:2] == ["#", "UNIT"]:
            continue
        if words[0] == "#" and words[2] in counters:
            words[2] += "_total"
        if words[0] == "#" and words[2] == "scored_build":
            words[2] += "_info"
            words[3] = words[3].replace("info", "gauge") if words[1] == "TYPE" else words[3]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


class Prometheus:
    def __init__(self, folder, target):
        self.port = free_ports(1)[0]
        config = os.path.join(folder, "prometheus.yml")
        with open(config, "w") as file:
            json.dump({
                "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
                "scrape_configs": [{
                    "job_name": "scored", "static_configs": [{"targets": [target]}]}]}, file)
        self.said = os.path.join(folder, "prometheus.log")
        with open(self.said, "w") as said:
            self.process = subprocess.Popen(
                [*guard(), "prometheus", f"--config.file={config}",
                 f"--storage.tsdb.path={folder}/data",
                 f"--web.listen-address=127.0.0.1:{self.port}"],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    def ask(self, path, **query):
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?" + urllib.parse.urlencode(query)
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.load(answer)["data"]

    def values(self, name):
        return [float(row["value"][1]) for row in self.ask("query", query=name)["result"]]

    def target(self):
        """The target once it was scraped; what is wrong with it is an error."""
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                targets = self.ask("targets")["activeTargets"]
                if targets and targets[0]["health"] != "unknown":
                    return targets[0]
            except OSError:
                must(self.process.poll() is None, open(self.said).read())
            must(time.monotonic() < deadline, "Prometheus did not scrape in time")
            time.sleep(0.1)

    def end(self):
        self.process.terminate()
        self.process.wait(20)


def judge(device, prometheus, seconds):
    target = prometheus.target()
    must(target["health"] == "up", f"the target is {target['health']}: {target['lastError']}")
    first = prometheus.values("scored_entries_recorded_total")
    must(first, "no value of scored_entries_recorded_total")
    scrapes = prometheus.values("count_over_time(up[10m])")[0]
    end = time.monotonic() + WAIT_SECONDS
    while prometheus.values("count_over_time(up[10m])")[0] < scrapes + seconds:
        record(device, 5)
        must(time.monotonic() < end + seconds, "Prometheus scrapes too seldom")
        time.sleep(0.2)
    target = prometheus.target()
    must(target["health"] == "up" and not target["lastError"], f"{target}")
    must(prometheus.values("min_over_time(up[10m])") == [1], "a scrape failed")
    for name in FAMILIES:
        must(prometheus.values(name), f"no value of {name}")
    last = prometheus.values("scored_entries_recorded_total")
    must(last[0] > first[0], f"scored_entries_recorded_total did not grow: {first}, {last}")
    kinds = prometheus.ask("metadata", metric="scored_commit_seconds")
    must(kinds["scored_commit_seconds"][0]["type"] == "histogram", f"{kinds}")
    for row in prometheus.ask("query", query='{__name__=~"scored_.*"}')["result"]:
        for name in NAMES:
            must(name not in json.dumps(row), f"a label names {name}: {row}")
    with open(prometheus.said) as said:
        complaints = [line for line in said if "level=warn" in line or "level=error" in line]
    must(not complaints, "".join(complaints))
    return len(prometheus.ask("query", query='{job="scored"}')["result"])


def check_page(device):
    page, kind = page_of(device)
    must(kind == "application/openmetrics-text; version=1.0.0; charset=utf-8", kind)
    must(page.endswith("\n# EOF\n"), "the page has no end")
    done = subprocess.run(
        ["promtool", "check", "metrics"], input=as_classic(page), capture_output=True, text=True)
    must(done.returncode == 0 and not done.stderr, f"promtool: {done.stdout}{done.stderr}")
    try:
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
    except ImportError:
        return "not read by prometheus_client, which is not installed"
    count = len(list(text_string_to_metric_families(page)))
    return f"{count} families read by prometheus_client"


def cost(device, path):
    """The median of the times of 200 answers, in milliseconds."""
    link = device.connection()
    times = []
    for _ in range(200):
        start = time.monotonic()
        link.ask("GET", path)
        times.append((time.monotonic() - start) * 1000)
    link.close()
    return statistics.median(times)


def run(options, folder):
    device = Device(options.binary, folder, NAMES[0], "127.0.0.1:0", ["--no-discovery"])
    device.start()
    prometheus = planted = None
    try:
        device.post("/v1/games", {
            "home": {"name": NAMES[1]}, "away": {"name": NAMES[2]}, "rules": {"preset": "fiba"}})
        record(device, options.moves)
        shown = json.loads(scored(
            options.binary, device.home, "web", "up", "--metrics", "--listen", "127.0.0.1:0",
            "--json"))
        target = urllib.parse.urlsplit(shown["metrics"]).netloc
        if options.plant:
            Planted.url, Planted.fault = shown["metrics"], options.plant
            planted = HTTPServer(("127.0.0.1", 0), Planted)
            threading.Thread(target=planted.serve_forever, daemon=True).start()
            target = f"127.0.0.1:{planted.server_port}"
        prometheus = Prometheus(folder, target)
        series = judge(device, prometheus, options.seconds)
        words = check_page(device)
        figures, status = cost(device, "/metrics"), cost(device, "/v1/status")
        print(f"{series} series in Prometheus, all scrapes well; {words}")
        entries = device.status()["sync"]["entries"]
        print(f"{entries} entries: /metrics {figures:.2f} ms, /v1/status {status:.2f} ms (median of 200)")
    finally:
        if prometheus:
            prometheus.end()
        if planted:
            planted.shutdown()
        if device.is_running:
            # The process of the pages may have ended with the daemon's failure.
            subprocess.run(
                [options.binary, "web", "down", "--state", device.home], capture_output=True,
                timeout=60, stdin=subprocess.DEVNULL)
        device.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=int, default=8, help="scrapes that are awaited")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--plant", choices=["eof", "name"])
    options = parser.parse_args()
    for program in "prometheus", "promtool":
        if not shutil.which(program):
            print(f"not run: {program} is missing (Debian: apt install prometheus)")
            sys.exit(NOT_RUN)
    with tempfile.TemporaryDirectory(prefix="scored-metrics-", dir="/tmp") as folder:
        try:
            run(options, folder)
        except Failed as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            sys.exit(1)


if __name__ == "__main__":
    main()
