#!/usr/bin/env python3
"""A host that keeps devices apart by announcing them where they are not (Protocol/discovery.md).

Two members change their addresses at the same moment, so that neither knows where the other is, while a
third host of their network announces both of them without end. `run` plays that in network namespaces
and says how long the two were apart; as a program this is the third host. It knows what any host
can hear: it repeats what the devices announce from addresses of its own, with other ports, times and
addresses, as devices that there are none of, under the devices' own addresses, and under those that they
have given up. It takes every dial and says nothing.
"""
import json, os, random, select, socket, struct, subprocess, sys, time

from daemon import guard

ANNOUNCEMENTS_A_SECOND = 1000
ADDRESSES = range(61, 251)
APART_SECONDS_MAX = 10
# Until the flood has filled what it can fill.
FLOOD_SECONDS = 3
DEVICE, PORT, CODES = slice(13, 29), slice(29, 31), 31


def run(binary, folder, seed):
    """Seconds from the change of both addresses until each device had the other's newest entry, and the
    number of forged announcements by then."""
    # A device may import this file only as the program below, which needs no namespaces.
    import network
    from table import Table

    os.makedirs(folder)
    net = network.Network(3, seed)
    table = forger = None
    try:
        # Addresses of IPv6 would stay as they are, and the devices would find each other there.
        for name in net.names:
            network.run("ip", "-n", name, "-6", "addr", "flush", "dev", "eth0")
        table = Table(binary, folder, 2, seed, keepers_each=(0, 0), network=net)
        table.found()
        table.admit_all()
        table.await_agreement()
        forger = launch(net)
        time.sleep(FLOOD_SECONDS)
        for number in range(2):
            net.number(number, 11 + number)
        changed = time.monotonic()
        for device in table.devices:
            device.post("/v1/notes", {"text": f"{device.name} was here"})
        table.until(
            table.is_agreed, "the devices agree in spite of forged announcements", APART_SECONDS_MAX)
        seconds = time.monotonic() - changed
        forger.stdin.close()
        return seconds, int(forger.stdout.readline())
    finally:
        if forger:
            forger.kill()
            forger.wait()
        if table:
            table.clear()
        net.clear()


def launch(net):
    """The program, in the third namespace, with all its addresses; it has begun."""
    import network

    name = net.names[2]
    for last in ADDRESSES:
        network.run(
            "ip", "-n", name, "addr", "add", f"{network.SUBNET}.{last}/24", "brd", "+", "dev", "eth0")
    words = dict(
        addresses=[f"{network.SUBNET}.{last}" for last in ADDRESSES],
        broadcast=f"{network.SUBNET}.255", rate=ANNOUNCEMENTS_A_SECOND)
    forger = subprocess.Popen(
        ["ip", "netns", "exec", name, *guard(), sys.executable, os.path.abspath(__file__),
         json.dumps(words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if forger.stdout.readline() != "begun\n":
        raise RuntimeError("the host that forges announcements did not begin")
    return forger


class Forger:
    """Hears announcements and sends forged ones."""

    def __init__(self, addresses, broadcast, rate):
        self.addresses, self.own = addresses, set(addresses)
        self.broadcast, self.rate = broadcast, rate
        self.random = random.Random(1)
        # By device: its first and its last announcement, each with the address it came from.
        self.first, self.last = {}, {}
        self.sent = set()
        self.ear = self.datagrams("", 7421)
        self.mouths = [self.datagrams(address, 0) for address in addresses]
        # For datagrams whose source is made up: it writes its own IP headers.
        self.mask = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        self.mask.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        # Connections are taken in by the kernel; nobody reads them.
        self.door = socket.create_server(("", 7420), backlog=512)
        self.count = 0

    @staticmethod
    def datagrams(address, port):
        end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        end.bind((address, port))
        end.setblocking(False)
        return end

    def hear(self):
        while True:
            try:
                data, (host, _) = self.ear.recvfrom(2048)
            except BlockingIOError:
                return
            if host not in self.own and data[:4] == b"SCRD" and (host, data) not in self.sent:
                self.first.setdefault(data[DEVICE], (data, host))
                self.last[data[DEVICE]] = data, host

    def forge(self):
        device = self.random.choice(list(self.last))
        data, host = self.last[device]
        mouth = self.random.randrange(len(self.mouths))
        match self.random.randrange(6):
            case 0:
                self.shout(mouth, self.renamed(data))
            case 1:
                self.shout(mouth, data)
            case 2:
                self.pretend(*self.first[device])
            case 3:
                self.pretend(self.moved(data, host), host)
            case _:
                self.shout(mouth, self.moved(data, self.addresses[mouth]))
        self.count += 1

    def shout(self, mouth, data):
        self.mouths[mouth].sendto(data, (self.broadcast, 7421))

    def pretend(self, data, host):
        """Sends it as if from another host."""
        self.sent.add((host, data))
        self.mask.sendto(self.wrapped(data, host), (self.broadcast, 0))

    def renamed(self, data):
        return data[:DEVICE.start] + self.random.randbytes(16) + data[DEVICE.stop:]

    def moved(self, data, host):
        """With another port and, where it names them, another time and this address alone."""
        port = self.random.choice([7420, self.random.randrange(1, 65536)]).to_bytes(2, "big")
        codes = CODES + 1 + 8 * data[CODES]
        rest = data[codes:]
        if rest:
            named = bytes(10) + b"\xff\xff" + socket.inet_aton(host)
            later = (int.from_bytes(rest[:8], "big") + self.random.randrange(1 << 20)).to_bytes(8, "big")
            rest = later + b"\1" + named + rest[9 + 16 * rest[8]:]
        return data[:PORT.start] + port + data[PORT.stop:codes] + rest

    def wrapped(self, data, host):
        """With the headers of IP, whose checksum the kernel fills in, and UDP, which needs none."""
        udp = struct.pack("!HHHH", 7421, 7421, 8 + len(data), 0) + data
        return struct.pack(
            "!BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, socket.IPPROTO_UDP, 0,
            socket.inet_aton(host), socket.inet_aton(self.broadcast)) + udp

    def run(self):
        """Until the standard input ends."""
        start = time.monotonic()
        while not select.select([sys.stdin], [], [], 0.002)[0]:
            self.hear()
            due = int((time.monotonic() - start) * self.rate) - self.count
            for _ in range(due if self.last else 0):
                self.forge()
        print(self.count, flush=True)


if __name__ == "__main__":
    forger = Forger(**json.loads(sys.argv[1]))
    print("begun", flush=True)
    forger.run()
