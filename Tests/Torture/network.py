"""A network namespace for each device and what can happen to the cables between them. Nothing touches
the machine's own interfaces: both ends of every cable are in namespaces made here, named by this
process, and removed at the end; what a killed run left behind is removed by the next."""
import json, os, random, re, shutil, statistics, subprocess, sys, time

from daemon import Device, guard

PREFIX = "scored-torture"
PORT = 7420
# Of the addresses that are for such purposes; they are known inside the namespaces alone.
SUBNET = "10.77.0"


def run(*words, may_fail=False):
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode and not may_fail:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def missing():
    """Why there can be no namespaces; None if there can."""
    if not sys.platform.startswith("linux"):
        return "only Linux has them"
    if os.geteuid() != 0:
        return "only root may make them"
    if not shutil.which("ip"):
        return "no ip (iproute2)"
    remove_left()
    name = f"{PREFIX}-{os.getpid()}-try"
    try:
        run("ip", "netns", "add", name)
        run("ip", "-n", name, "link", "add", "d0", "type", "veth", "peer", "name", "eth0")
    except RuntimeError as error:
        return str(error)
    finally:
        run("ip", "netns", "del", name, may_fail=True)
    return None


def remove_left():
    """Namespaces of runs whose process is gone."""
    for name in re.findall(rf"^({PREFIX}-(\d+)-\S+)", run("ip", "netns", may_fail=True), re.M):
        if not os.path.exists(f"/proc/{name[1]}"):
            remove(name[0])


def remove(name):
    for process in run("ip", "netns", "pids", name, may_fail=True).split():
        try:
            os.kill(int(process), 9)
        except ProcessLookupError:
            pass
    run("ip", "netns", "del", name, may_fail=True)


class Network:
    """Cables from a device each to one switch."""

    def __init__(self, count, seed):
        self.names = [f"{PREFIX}-{os.getpid()}-{number}" for number in range(count)]
        self.hub = f"{PREFIX}-{os.getpid()}-hub"
        self.numbers, self.addresses = {}, {}
        self.switch = None
        self.seed = seed
        try:
            self.lay()
        except BaseException:
            self.clear()
            raise

    def lay(self):
        run("ip", "netns", "add", self.hub)
        for number, name in enumerate(self.names):
            run("ip", "netns", "add", name)
            cable = ["link", "add", f"d{number}", "type", "veth", "peer", "name", "eth0"]
            run("ip", "-n", self.hub, *cable, "netns", name)
            run("ip", "-n", self.hub, "link", "set", f"d{number}", "up")
            run("ip", "-n", name, "link", "set", "lo", "up")
            run("ip", "-n", name, "link", "set", "eth0", "up")
            self.without_offloads(name)
            self.number(number, number + 1)
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "switch.py")
        first = json.dumps({"ports": len(self.names), "seed": self.seed})
        self.switch = subprocess.Popen(
            ["ip", "netns", "exec", self.hub, *guard(), sys.executable, program, first],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.await_switch()

    @staticmethod
    def without_offloads(name):
        """The devices' ends count their checksums and cut their segments themselves."""
        words = "import switch, socket; switch.without_offloads(socket.socket(), 'eth0')"
        done = subprocess.run(
            ["ip", "netns", "exec", name, sys.executable, "-c", words], capture_output=True,
            cwd=os.path.dirname(os.path.abspath(__file__)), text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)

    def number(self, number, last):
        """Gives a device the address that ends so, instead of the one it has."""
        name = self.names[number]
        run("ip", "-n", name, "-4", "addr", "flush", "dev", "eth0")
        run("ip", "-n", name, "addr", "add", f"{SUBNET}.{last}/24", "brd", "+", "dev", "eth0")
        self.addresses[number] = f"{SUBNET}.{last}"

    def cable(self, number, state):
        run("ip", "-n", self.hub, "link", "set", f"d{number}", state)

    def await_switch(self):
        if self.switch.stdout.readline() != b"done\n":
            raise RuntimeError("the switch between the namespaces ended")

    def be(self, **trouble):
        self.switch.stdin.write(json.dumps(trouble).encode() + b"\n")
        self.switch.stdin.flush()
        self.await_switch()

    # For a table

    def device(self, binary, folder, name):
        number = self.numbers.setdefault(name, len(self.numbers))
        if number >= len(self.names):
            return None
        wrapping = ["ip", "netns", "exec", self.names[number]]
        return Device(binary, folder, name, f":{PORT}", wrapping=wrapping)

    def twin(self, device, home):
        return Device(
            device.binary, device.folder, device.name, f":{PORT + 1}", wrapping=device.wrapping,
            home=home)

    def place(self, device):
        return f"{self.addresses[self.numbers[device.name]]}:{PORT}"

    def clear(self):
        if self.switch:
            self.switch.stdin.close()
            try:
                self.switch.wait(5)
            except subprocess.TimeoutExpired:
                self.switch.kill()
                self.switch.wait()
        for name in [*self.names, self.hub]:
            remove(name)


TROUBLES = {
    "partition": 14, "one way": 12, "loss": 12, "noise": 10, "black hole": 10, "flapping": 8,
    "quiet": 8, "new address": 8, "narrow": 8, "alone": 6, "process": 20,
}
TROUBLE_SECONDS = (2, 12)
AGREEMENT_SECONDS_MAX = 60
LOSS = 0.3


class Nemesis:
    """One trouble of the network a cycle, sometimes with a crash in it; then the keepers pause, it
    heals, and it is measured how long the devices take to agree."""

    def __init__(self, table, net, processes, seed):
        self.table, self.net, self.processes = table, net, processes
        self.random = random.Random(f"{seed} network")
        self.counts = dict.fromkeys(TROUBLES, 0)
        self.healings = []
        # How often the devices held different entries when the trouble ended.
        self.apart = 0
        self.last = len(net.names)

    @property
    def crashes(self):
        return self.processes.crashes

    def cycle(self):
        name = self.random.choices(list(TROUBLES), TROUBLES.values())[0]
        self.counts[name] += 1
        if name == "process":
            name = self.processes.cycle()
        else:
            getattr(self, name.replace(" ", "_"))()
        self.table.hold()
        self.apart += not self.table.is_agreed()
        self.net.be()
        self.healings.append((self.table.await_agreement(AGREEMENT_SECONDS_MAX), name))
        self.table.resume()
        self.table.check_keepers()
        return name

    def some(self, least=1):
        numbers = range(len(self.net.names))
        return self.random.sample(numbers, self.random.randint(least, len(numbers) - 1))

    def wait(self):
        time.sleep(self.random.uniform(*TROUBLE_SECONDS) / 2)
        if self.random.random() < 0.25:
            self.processes.end(self.processes.victim())
        time.sleep(self.random.uniform(*TROUBLE_SECONDS) / 2)

    def partition(self):
        ones = set(self.some())
        others = set(range(len(self.net.names))) - ones
        self.net.be(cut=[[a, b] for one in ones for other in others
                         for a, b in ((one, other), (other, one))])
        self.wait()

    def one_way(self):
        count = len(self.net.names)
        pairs = [[a, b] for a in range(count) for b in range(count) if a != b]
        self.net.be(cut=self.random.sample(pairs, self.random.randint(1, len(pairs) // 2)))
        self.wait()

    def alone(self):
        """Everybody is cut off from everybody."""
        count = len(self.net.names)
        self.net.be(cut=[[a, b] for a in range(count) for b in range(count) if a != b])
        self.wait()

    def loss(self):
        self.net.be(loss=LOSS)
        self.wait()

    def noise(self):
        self.net.be(delay=0.05, jitter=0.04, duplicate=0.1, loss=0.03, of=self.some())
        self.wait()

    def black_hole(self):
        self.net.be(bytes_max=self.random.choice([200, 600, 1200]), of=self.some())
        self.wait()

    def narrow(self):
        self.net.be(bytes_a_second=self.random.choice([4000, 16000]), of=self.some())
        self.wait()

    def quiet(self):
        """No broadcast and no multicast: known addresses must do, also after a crash."""
        self.net.be(quiet=True)
        self.processes.end(self.processes.victim())
        self.wait()

    def flapping(self):
        numbers = self.some()
        deadline = time.monotonic() + self.random.uniform(*TROUBLE_SECONDS)
        while time.monotonic() < deadline:
            for state in ("down", "up"):
                for number in numbers:
                    self.net.cable(number, state)
                time.sleep(self.random.uniform(0.1, 1))

    def new_address(self):
        for number in self.some()[:3]:
            self.last = self.last % 250 + 1
            while f"{SUBNET}.{self.last}" in self.net.addresses.values():
                self.last = self.last % 250 + 1
            self.net.number(number, self.last)
        self.wait()

    def summary(self):
        """How long after each healing the devices agreed."""
        times = sorted(seconds for seconds, _ in self.healings)
        if not times:
            return []
        longest, name = max(self.healings)
        return [
            f"agreed after healing: median {statistics.median(times):.2f} s,"
            f" longest {longest:.2f} s ({name}), {len(times)} times, {self.apart} of them apart"]
