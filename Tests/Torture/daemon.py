"""A device: a home, a daemon of the built binary that runs or not, and the local API on its socket."""
import http.client, json, os, random, re, shutil, signal, socket, subprocess, threading, time
from urllib.parse import quote

ANSWER_SECONDS_MAX = 20
START_SECONDS_MAX = 30
# Another seed's ports than those of a trial beside this one.
PORTS, PORTS_FREELY = random.SystemRandom(), (12_000, 32_000)


class Refused(Exception):
    """The daemon answered that it did not do what it was asked for."""

    def __init__(self, status, document):
        error = document.get("error", {}) if isinstance(document, dict) else {}
        self.status, self.code = status, error.get("code", "")
        super().__init__(f"{status} {self.code}: {error.get('message', document)}")


class Unsent(Exception):
    """No daemon took the request: it cannot have done anything."""


class Unanswered(Exception):
    """The request went out and no answer came: it may have done everything."""


class Connection:
    """One connection to the local API. HTTP/1.1 keeps it open; whatever fails closes it."""

    def __init__(self, path):
        self.path, self.http = path, None

    def close(self):
        if self.http:
            self.http.close()
        self.http = None

    def ask(self, method, path, document=None):
        """The answer's document, or its text where it is no JSON."""
        if not self.http:
            self.open()
        body = None if document is None else json.dumps(document).encode()
        try:
            self.http.request(method, path, body, {"Content-Type": "application/json"})
            answer = self.http.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered(repr(error)) from error
        if answer.will_close:
            self.close()
        document = content.decode()
        if "json" in answer.headers.get("Content-Type", "") and "jsonl" not in answer.headers.get(
            "Content-Type"
        ):
            document = json.loads(document)
        if answer.status != 200:
            raise Refused(answer.status, document)
        return document

    def open(self):
        end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        end.settimeout(ANSWER_SECONDS_MAX)
        try:
            end.connect(self.path)
        except OSError as error:
            end.close()
            raise Unsent(repr(error)) from error
        self.http = http.client.HTTPConnection("scored")
        self.http.sock = end


class Device:
    """One device. `words` are further words of the daemon, `wrapping` those before the binary."""

    def __init__(self, binary, folder, name, listen, words=(), wrapping=(), home=None):
        self.binary, self.folder, self.name = binary, folder, name
        self.home = os.path.join(folder, home or name)
        self.socket = os.path.join(self.home, "scored.sock")
        self.listen = listen
        self.words, self.wrapping = list(words), list(wrapping)
        self.process = None
        # Who starts, ends or freezes the daemon has this; keepers do not need it.
        self.lock = threading.RLock()

    # Process

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def launch(self):
        """Starts the daemon and does not wait for it."""
        if self.is_running:
            raise RuntimeError(f"{self.name} runs already")
        words = ["daemon", "--state", self.home, "--name", self.name, "--listen", self.listen]
        with open(self.home + ".diagnostics", "ab") as said:
            self.process = subprocess.Popen(
                [*self.wrapping, *guard(), self.binary, *words, *self.words],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    def start(self):
        """Starts the daemon and waits until it answers."""
        if not self.is_running:
            self.launch()
        deadline = time.monotonic() + START_SECONDS_MAX
        while True:
            try:
                return self.get("/v1/health")
            except (Unsent, Unanswered):
                if not self.is_running:
                    raise RuntimeError(
                        f"{self.name}'s daemon ended with {self.process.returncode}:\n{self.said()}")
                if time.monotonic() > deadline:
                    raise RuntimeError(
                        f"{self.name}'s daemon does not answer:\n{self.said()}")
                time.sleep(0.01)

    def kill(self):
        """kill -9."""
        if self.is_running:
            self.process.kill()
        self.reap()

    def stop(self):
        """What SIGTERM does; it must end well."""
        if not self.is_running:
            return
        self.process.terminate()
        self.await_end()

    def await_end(self):
        try:
            code = self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"{self.name}'s daemon did not end within 15 s:\n{self.said()}")
        if code != 0:
            raise RuntimeError(f"{self.name}'s daemon ended with {code}:\n{self.said()}")

    def reap(self):
        if self.process:
            self.process.wait()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        if self.is_running:
            self.process.send_signal(signal.SIGCONT)

    def said(self, lines=12):
        """The last lines of diagnostics."""
        try:
            with open(self.home + ".diagnostics", errors="replace") as file:
                return "".join("  " + line for line in file.readlines()[-lines:])
        except FileNotFoundError:
            return ""

    # Measurements of the process

    @property
    def resident_kilobytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    # Local API

    def connection(self):
        return Connection(self.socket)

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, document):
        return self.ask("POST", path, document)

    def ask(self, method, path, document=None):
        connection = self.connection()
        try:
            return connection.ask(method, path, document)
        finally:
            connection.close()

    def status(self):
        return self.get("/v1/status")

    def digest(self):
        return self.status()["sync"]["digest"]

    def shut_down(self):
        """`scored down`: whether it ended because every move lives elsewhere."""
        try:
            self.post("/v1/shutdown", {"now": False})
        except Refused as refusal:
            if refusal.code != "unsynced":
                raise
            return False
        except Unanswered:
            pass
        self.await_end()
        return True

    def board(self, game):
        return self.get("/v1/games/" + quote(game, safe=""))

    def verify(self):
        """What `scored verify` reads from the disk."""
        done = subprocess.run(
            [self.binary, "verify", "--state", self.home, "--json"], capture_output=True,
            stdin=subprocess.DEVNULL, timeout=120)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"isSound": False, "problems": [done.stderr.decode(errors="replace")]}

    def retrying(self, work, seconds=30):
        """Does something at a daemon that may be ending or starting just now."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return work()
            except (Unsent, Unanswered):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def guard():
    """Words before a program that ends with this one."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL"] if setpriv else []


def processor_seconds(process):
    """Seconds of a processor that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_ports(count):
    """Ports of loopback that were free a moment ago, all different; below those that the system gives to
    connections and to port 0, so that nothing takes one while its daemon is down."""
    ports, ends = [], []
    while len(ports) < count:
        end = socket.socket()
        try:
            end.bind(("127.0.0.1", PORTS.randrange(*PORTS_FREELY)))
        except OSError:
            end.close()
            continue
        ends.append(end)
        ports.append(end.getsockname()[1])
    for end in ends:
        end.close()
    return ports
