#!/usr/bin/env python3
"""A switch between the ends of virtual cables, which loses, delays, duplicates and reorders at will.

Runs in a network namespace of its own, beside the ends `d0`, `d1`, …; the other ends are the devices'.
One JSON object a line on the standard input says what the links are like from now on; it ends with
the input. Every line is answered with one. Devices go by their numbers:

  {"cut": [[0, 1], …]}                 frames from 0 to 1 vanish
  {"loss": 0.3, "duplicate": 0.05, "delay": 0.04, "jitter": 0.02, "bytes_max": 600, "bytes_a_second": 8000,
   "quiet": true, "of": [0, 2]}        how links from and to these devices are; without `of` all
  {}                                   all is well

`bytes_max` is a black hole: what is larger vanishes and nobody is told. `quiet` lets no broadcast and
no multicast through but address resolution. Jitter reorders. A limit of bytes a second has a queue
of half a second.

The kernel's own emulator of bad links is not in every kernel, which is why this is a program.
"""
import ctypes, fcntl, heapq, json, os, random, selectors, socket, struct, sys, time

FRAME_BYTES_MAX = 65536
PACKET_OUTGOING = 4
ALL_PROTOCOLS = 3
ETHTOOL = 0x8946
# Checksums left to a card that does not exist, and frames larger than the cable takes.
OFFLOADS = {"receive checksum": 0x15, "checksum": 0x17, "segments": 0x1F, "generic segments": 0x24,
            "generic receive": 0x2C}
QUEUE_SECONDS = 0.5


def without_offloads(end, name):
    for command in OFFLOADS.values():
        value = struct.pack("II", command, 0)
        buffer = ctypes.create_string_buffer(value, len(value))
        request = struct.pack("16sP", name.encode(), ctypes.addressof(buffer))
        try:
            fcntl.ioctl(end.fileno(), ETHTOOL, request)
        except OSError:
            # A kernel that has no such offload need not be told to do without it.
            pass


class Port:
    def __init__(self, number):
        self.number, self.name = number, f"d{number}"
        self.end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS))
        self.end.bind((self.name, 0))
        self.end.setblocking(False)
        without_offloads(self.end, self.name)
        self.free_at = 0.0

    def frames(self):
        """What came from the device."""
        for _ in range(64):
            try:
                frame, address = self.end.recvfrom(FRAME_BYTES_MAX)
            except OSError:
                # Nothing more, or the cable is pulled out just now.
                return
            if address[2] != PACKET_OUTGOING:
                yield frame

    def send(self, frame):
        try:
            self.end.send(frame)
        except OSError:
            pass


class Switch:
    def __init__(self, ports, seed):
        self.ports = [Port(number) for number in range(ports)]
        self.random = random.Random(seed)
        self.waiting, self.count = [], 0
        self.homes = {}
        self.trouble, self.cut, self.touched = {}, set(), set()

    def become(self, order):
        self.trouble = order
        self.cut = {tuple(pair) for pair in order.get("cut", [])}
        self.touched = set(order.get("of", range(len(self.ports))))

    def take(self, port, frame, now):
        target, source = frame[:6], frame[6:12]
        self.homes[source] = port.number
        is_for_all = target[0] & 1
        if is_for_all and self.trouble.get("quiet") and frame[12:14] != b"\x08\x06":
            return
        home = self.homes.get(target)
        if home is not None and not is_for_all:
            targets = [self.ports[home]]
        else:
            targets = self.ports
        for other in targets:
            if other is not port:
                self.carry(port.number, other, frame, now)

    def carry(self, source, other, frame, now):
        if (source, other.number) in self.cut:
            return
        if source not in self.touched and other.number not in self.touched:
            return self.put(now, other, frame)
        trouble = self.trouble
        if len(frame) > trouble.get("bytes_max", FRAME_BYTES_MAX):
            return
        if self.random.random() < trouble.get("loss", 0):
            return
        copies = 2 if self.random.random() < trouble.get("duplicate", 0) else 1
        for _ in range(copies):
            jitter = trouble.get("jitter", 0)
            at = now + trouble.get("delay", 0) + self.random.uniform(-jitter, jitter)
            rate = trouble.get("bytes_a_second")
            if rate:
                other.free_at = max(now, other.free_at) + len(frame) / rate
                if other.free_at > now + QUEUE_SECONDS:
                    other.free_at -= len(frame) / rate
                    return
                at = max(at, other.free_at)
            self.put(at, other, frame)

    def put(self, at, port, frame):
        if at <= time.monotonic():
            return port.send(frame)
        self.count += 1
        heapq.heappush(self.waiting, (at, self.count, port, frame))

    def run(self, orders):
        selector = selectors.DefaultSelector()
        for port in self.ports:
            selector.register(port.end, selectors.EVENT_READ, port)
        selector.register(orders, selectors.EVENT_READ, None)
        rest = b""
        while True:
            due = self.waiting[0][0] - time.monotonic() if self.waiting else None
            for key, _ in selector.select(None if due is None else max(0, due)):
                if key.data:
                    now = time.monotonic()
                    for frame in key.data.frames():
                        self.take(key.data, frame, now)
                    continue
                said = os.read(orders, 65536)
                if not said:
                    return
                *lines, rest = (rest + said).split(b"\n")
                for line in lines:
                    self.become(json.loads(line))
                    os.write(1, b"done\n")
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, _, port, frame = heapq.heappop(self.waiting)
                port.send(frame)


if __name__ == "__main__":
    first = json.loads(sys.argv[1])
    switch = Switch(first["ports"], first["seed"])
    os.write(1, b"done\n")
    switch.run(0)
