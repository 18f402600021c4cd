"""Headless Firefox, driven over Marionette: pages, conditions in them and clicks. It begins with an empty profile and
reaches loopback, nothing else."""
import json, os, shutil, signal, socket, subprocess, tempfile, time

from chromium import ANSWER_SECONDS_MAX, BrowserError, Failed, Tab, guard

NAMES = ("firefox-esr", "firefox")
START_SECONDS_MAX = 60
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Whatever is not on this machine is behind a proxy that is not there.
PREFERENCES = {
    "marionette.port": 0, "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9, "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
    "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "toolkit.telemetry.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False, "network.dns.disableIPv6": True,
}
# What the console has of pages: faults of scripts and breaches of a policy. What a page says itself is kept elsewhere.
CONSOLE = """
const told = Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError
  && (!(m.flags & Ci.nsIScriptError.warningFlag) || m.category.includes('CSP') || m.category.includes('Security')))
  .filter(m => /^https?:/.test(m.sourceName)).map(m => m.category + ': ' + m.errorMessage + ' ' + m.sourceName);
Services.console.reset();
return told;"""


def program():
    """The path of a Firefox; None if none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One process with a profile. Without scripts pages have none; what asks them has."""

    def __init__(self, runs_scripts=True):
        self.folder = tempfile.mkdtemp(prefix="scored-firefox-", dir="/tmp")
        self.runs_scripts, self.number, self.current, self.link = runs_scripts, 0, None, None
        preferences = {**PREFERENCES, "javascript.enabled": runs_scripts}
        with open(os.path.join(self.folder, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(n)}, {json.dumps(v)});\n" for n, v in preferences.items())
        self.process = subprocess.Popen(
            [*guard(), program(), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", self.folder, "about:blank"],
            env={**os.environ, "HOME": self.folder, "MOZ_CRASHREPORTER_DISABLE": "1"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            self.connect()
            answer = self.call("WebDriver:NewSession", acceptInsecureCerts=True)
            self.version = "Firefox/" + answer["capabilities"]["browserVersion"]
            self.call("WebDriver:SetTimeouts", script=600_000, pageLoad=1000 * ANSWER_SECONDS_MAX)
            self.spare = self.call("WebDriver:GetWindowHandle")["value"]
        except BaseException:
            self.end()
            raise

    def connect(self):
        """To the port that the program chose and wrote down."""
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with open(os.path.join(self.folder, "MarionetteActivePort"), encoding="ascii") as file:
                    self.link = socket.create_connection(("127.0.0.1", int(file.read())))
                self.rest = b""
                self.read(deadline)
                return
            except (FileNotFoundError, ValueError, ConnectionRefusedError):
                time.sleep(0.05)
        raise BrowserError("Firefox did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Ends the process and its children, which are a session of their own, and removes the profile."""
        if self.link:
            self.link.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, deadline):
        """The next message: its length in digits, a colon, and JSON."""
        while True:
            size, colon, body = self.rest.partition(b":")
            if colon and len(body) >= int(size):
                self.rest = body[int(size):]
                return json.loads(body[:int(size)])
            self.link.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                data = self.link.recv(1 << 16)
            except TimeoutError as error:
                raise BrowserError("Firefox does not answer") from error
            if not data:
                raise BrowserError("Firefox ended")
            self.rest += data

    def call(self, method, seconds=ANSWER_SECONDS_MAX, **parameters):
        self.number += 1
        data = json.dumps([0, self.number, method, parameters]).encode()
        self.link.settimeout(ANSWER_SECONDS_MAX)
        self.link.sendall(b"%d:%b" % (len(data), data))
        deadline = time.monotonic() + seconds
        while True:
            _, number, error, result = self.read(deadline)
            if number == self.number:
                break
        if error:
            raise BrowserError(f"{method}: {error['error']}: {error['message']}")
        return result

    def within(self, script):
        """What a script of the browser itself gives."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def take_troubles(self):
        """What was reported of all pages since the last time."""
        return self.within(CONSOLE)

    @staticmethod
    def wait(seconds):
        time.sleep(seconds)

    @staticmethod
    def context():
        """All pages share the profile."""

    def page(self, url=None, width=1280, height=800, *_, **__):
        """A page in a window of its own, so that it is in front."""
        if self.spare:
            page, self.spare = FirefoxPage(self, self.spare), None
        else:
            page = FirefoxPage(self, self.call("WebDriver:NewWindow", type="window")["handle"])
        page.resize(width, height)
        if url:
            page.open(url)
        return page


class FirefoxPage(Tab):
    def __init__(self, browser, handle):
        self.browser, self.handle = browser, handle

    def call(self, method, seconds=ANSWER_SECONDS_MAX, **parameters):
        if self.browser.current != self.handle:
            self.browser.call("WebDriver:SwitchToWindow", handle=self.handle)
            self.browser.current = self.handle
        return self.browser.call(method, seconds, **parameters)

    def resize(self, width, height):
        """The window inside, as far as the program lets it be that narrow."""
        for _ in range(2):
            inner = self.evaluate("[innerWidth, innerHeight]")
            outer = self.call("WebDriver:GetWindowRect")
            size = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}
            self.call("WebDriver:SetWindowRect", **size)

    def close(self):
        self.call("WebDriver:CloseWindow")
        self.browser.current = None

    def enter(self, selector):
        """From now on what is asked is asked in this frame."""
        found = self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]
        self.call("WebDriver:SwitchToFrame", element=found[ELEMENT])

    def open(self, url, seconds=ANSWER_SECONDS_MAX):
        self.call("WebDriver:Navigate", seconds, url=url)

    def evaluate(self, expression, seconds=ANSWER_SECONDS_MAX):
        """The value of an expression in the page; of a promise what it gives."""
        script = f"""const done = arguments[arguments.length - 1];
            (async () => ({expression}))().then(value => done([value]), error => done(String(error)));"""
        sandbox = {} if self.browser.runs_scripts else {"sandbox": "system"}
        answer = self.call("WebDriver:ExecuteAsyncScript", seconds, script=script, args=[], **sandbox)["value"]
        if answer is None:
            # The page was loaded again meanwhile: the new one is asked.
            return self.evaluate(expression, seconds)
        if isinstance(answer, str):
            raise BrowserError(f"{expression[:200]}: {answer}")
        return answer[0]

    def tap(self, selector):
        """A click in the middle of the first element that the selector finds, where nothing covers it."""
        try:
            found = self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]
            self.call("WebDriver:ElementClick", id=found[ELEMENT])
        except BrowserError as error:
            raise Failed(f"nothing to touch at {selector}: {error}") from error
