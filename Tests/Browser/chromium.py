"""Headless Chromium, driven through the pipe of its DevTools protocol: pages, conditions in them, touches and
pictures. It begins with an empty profile and reaches loopback and the hosts that are named, nothing else."""
import base64, fcntl, json, os, select, shutil, signal, subprocess, sys, tempfile, time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ANSWER_SECONDS_MAX = 30
# The code of a script that found no browser, or not the rights that it needs, and so showed nothing.
NOT_RUN = 77
# The program reads its pipe on 3 and writes on 4, whatever their numbers are here.
LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4);"
    "os.execvp(sys.argv[3], sys.argv[3:])")
FLAGS = [
    "--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
    "--no-proxy-server", "--disable-gpu", "--disable-dev-shm-usage", "--disable-sync", "--mute-audio",
    "--disable-extensions", "--disable-component-update", "--disable-default-apps",
    "--disable-background-networking", "--disable-domain-reliability", "--disable-breakpad",
    "--disable-features=Translate,OptimizationHints,MediaRouter,InterestFeed,HttpsUpgrades",
    # A page that another one covers goes on as if it were in front.
    "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding", "about:blank",
]


class Failed(Exception):
    """What was promised does not hold."""


def must(is_so, words):
    if not is_so:
        raise Failed(words)


class BrowserError(Exception):
    """The browser ended, did not answer, or refused a command."""


def program():
    """The path of a Chromium; None if none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def guard():
    """Words before a program that ends with this one."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL"] if setpriv else []


def not_run(script, reason):
    """Ends the script: it was not run, and so nothing failed and nothing holds."""
    print(f"{script}: not run: {reason}")
    sys.exit(NOT_RUN)


class Browser:
    """One process with a profile. `wrapping` are words before the program, such as those that enter a network
    namespace; `hosts` are the names and addresses that it may reach beside loopback."""

    def __init__(self, wrapping=(), words=(), hosts=(), profile=None):
        path = program()
        if path is None:
            raise BrowserError(f"none of {', '.join(NAMES)} is on PATH")
        self.folder = None if profile else tempfile.mkdtemp(prefix="scored-chromium-", dir="/tmp")
        self.pages, self.answers, self.rest, self.number = {}, {}, b"", 0
        known = ["localhost", "127.0.0.1", *hosts]
        rules = "MAP * ~NOTFOUND" + "".join(f", EXCLUDE {host}" for host in known)
        arguments = [
            path, *FLAGS[:-1], f"--user-data-dir={profile or self.folder}", f"--host-resolver-rules={rules}",
            *(["--no-sandbox"] if os.geteuid() == 0 else []), *words, FLAGS[-1]]
        commands, self.commands = os.pipe()
        self.events, events = os.pipe()
        # Above 4, so that neither end is where the other one goes.
        ends = [self.above(commands), self.above(events)]
        try:
            self.process = subprocess.Popen(
                [*wrapping, *guard(), sys.executable, "-c", LAUNCH, *map(str, ends), *arguments],
                pass_fds=ends, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True)
        finally:
            for end in ends:
                os.close(end)
        try:
            self.version = self.call("Browser.getVersion")["product"]
            self.call("Target.setDiscoverTargets", discover=False)
        except BaseException:
            self.end()
            raise

    @staticmethod
    def above(end):
        moved = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(end)
        return moved

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Ends the process and its children, which are a session of their own, and removes the profile."""
        try:
            self.send("Browser.close", {}, None)
            self.process.wait(5)
        except (BrowserError, subprocess.TimeoutExpired):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for end in (self.commands, self.events):
            os.close(end)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    # The protocol

    def send(self, method, parameters, session):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self.commands, data):]
        except OSError as error:
            raise BrowserError(f"{method}: the browser ended: {error}") from error
        return self.number

    def call(self, method, session=None, seconds=ANSWER_SECONDS_MAX, **parameters):
        number = self.send(method, parameters, session)
        deadline = time.monotonic() + seconds
        while number not in self.answers:
            self.read(deadline, method)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def read(self, deadline, purpose):
        """Reads once, and hands answers and events to where they belong."""
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.events], [], [], left)[0]:
            raise BrowserError(f"{purpose}: the browser does not answer")
        data = os.read(self.events, 1 << 20)
        if not data:
            raise BrowserError(f"{purpose}: the browser ended")
        *messages, self.rest = (self.rest + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].receive(message["method"], message["params"])

    def wait(self, seconds):
        """Lets so much time pass, and takes the events of it."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if select.select([self.events], [], [], left)[0]:
                self.read(deadline + ANSWER_SECONDS_MAX, "waiting")

    # Pages

    def context(self):
        """The ID of a profile in memory, apart from the others of this browser."""
        return self.call("Target.createBrowserContext")["browserContextId"]

    def page(self, url=None, width=1280, height=800, is_mobile=False, runs_scripts=True, context=None):
        """A page in a window of its own, so that it is in front."""
        words = {"browserContextId": context} if context else {}
        target = self.call(
            "Target.createTarget", url="about:blank", newWindow=True, width=width, height=height, **words)
        page = Page(self, target["targetId"])
        page.resize(width, height, is_mobile)
        if not runs_scripts:
            page.call("Emulation.setScriptExecutionDisabled", value=True)
        if url:
            page.open(url)
        return page


class Tab:
    """A page of any browser, which is asked by `evaluate`."""

    def until(self, condition, seconds, purpose=None):
        """Waits until the expression is true, asked at each change of the document and when something has loaded;
        the instant in the page, in milliseconds since 1970. Failed if it does not come true."""
        answer = self.evaluate(
            f"""new Promise((done, fail) => {{
              const now = () => performance.timeOrigin + performance.now();
              const seen = new MutationObserver(look), end = setTimeout(() => leave(null), {seconds * 1000});
              function leave(value) {{
                seen.disconnect(), clearTimeout(end), removeEventListener('load', look, true), done(value);
              }}
              function look() {{
                try {{ if ({condition}) leave(now()); }} catch (error) {{ fail(error), leave(null); }}
              }}
              const all = {{subtree: true, childList: true, attributes: true, characterData: true}};
              seen.observe(document, all);
              addEventListener('load', look, true);
              look();
            }})""", seconds + ANSWER_SECONDS_MAX)
        must(answer is not None, f"not within {seconds} s: {purpose or condition}")
        return answer


class Page(Tab):
    """A page, and what its browser had to say of it (`troubles`)."""

    def __init__(self, browser, target):
        self.browser, self.target = browser, target
        self.troubles, self.loads = [], 0
        answer = browser.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = answer["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method, seconds=ANSWER_SECONDS_MAX, **parameters):
        return self.browser.call(method, self.session, seconds, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)

    def receive(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loads += 1
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            said = details.get("exception", {}).get("description", "")
            self.troubles.append(f"exception: {details['text']} {said}".strip())
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            said = " ".join(str(one.get("value", one.get("description"))) for one in parameters["args"])
            self.troubles.append(f"console {parameters['type']}: {said}")
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            entry = parameters["entry"]
            self.troubles.append(f"{entry['source']}: {entry['text']} {entry.get('url', '')}".strip())
        elif method == "Audits.issueAdded":
            issue = parameters["issue"]
            details = json.dumps(issue.get("details", {}))[:300]
            self.troubles.append(f"issue: {issue['code']} {details}")

    def take_troubles(self):
        """What was reported since the last time; the page is asked first, so that nothing is still under way."""
        self.evaluate("0")
        troubles, self.troubles = self.troubles, []
        return troubles

    # Shape

    def resize(self, width, height, is_mobile=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=is_mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_mobile)

    def prefer(self, **features):
        """Media features, with `_` for `-`: `forced_colors="active"`. None ends them all."""
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def transparent(self):
        """Pictures show no ground where the page has none."""
        self.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})

    def be_offline(self, is_offline):
        """What the browser does when its device has no network; links that are open are cut too."""
        self.call(
            "Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1,
            uploadThroughput=-1)

    # Contents

    def open(self, url, seconds=ANSWER_SECONDS_MAX):
        """Opens the page and waits until it is loaded."""
        loads, deadline = self.loads, time.monotonic() + seconds
        answer = self.call("Page.navigate", seconds, url=url)
        if "errorText" in answer:
            raise BrowserError(f"{url}: {answer['errorText']}")
        while self.loads == loads:
            self.browser.read(deadline, f"loading {url}")

    def evaluate(self, expression, seconds=ANSWER_SECONDS_MAX):
        """The value of an expression in the page; of a promise what it gives."""
        answer = self.call(
            "Runtime.evaluate", seconds, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description", details["text"])
            raise BrowserError(f"{expression[:200]}: {said}")
        return answer["result"].get("value")

    def tap(self, selector):
        """A touch, or a click, in the middle of the first element that the selector finds; it is scrolled to only
        where it cannot be touched."""
        place = self.evaluate(
            f"""(() => {{
              const e = document.querySelector({json.dumps(selector)});
              if (!e) return null;
              const middle = () => {{
                const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
                return r.width && r.height && e.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
              }};
              return middle() || (e.scrollIntoView({{block: 'center'}}), middle());
            }})()""")
        must(place is not None, f"nothing to touch at {selector}")
        x, y = place
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def write(self, text):
        """Text into the element that has the focus."""
        self.call("Input.insertText", text=text)

    def picture(self, path, is_whole=False):
        """Writes a PNG of the window, or of the whole document."""
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))
