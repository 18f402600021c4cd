"""A table of devices with games and keepers; reads what every device holds in the end."""
import os, random, time

from checker import Reading
from daemon import Device, Refused, Unanswered, Unsent, free_ports
from entries import read_export
from history import History
from keeper import Keeper

NAMES = ["ana", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ida", "jo", "kim", "lou"]
AGREEMENT_SECONDS_MAX = 90
# A slot at each side for every keeper of twelve devices, and those of clones.
SLOTS = 16
# What a daemon may have open beside a link to each device: streams, poller, lock, sockets, segments.
DESCRIPTORS_MAX = 40
# The program itself, and what it may keep in memory for an entry.
RESIDENT_KILOBYTES_MAX = 60_000
RESIDENT_BYTES_OF_ENTRY_MAX = 2048


class Table:
    # What plays the keepers, and what the devices are; other trials have others.
    keeper_type, device_type = Keeper, Device

    def __init__(self, binary, folder, count, seed, keepers_each=(1, 2), pause=0.05, network=None):
        self.binary, self.folder, self.seed = binary, folder, seed
        self.random = random.Random(f"{seed} table")
        self.keepers_each, self.pause, self.network = keepers_each, pause, network
        self.history = History(os.path.join(folder, "history.jsonl"))
        self.devices, self.keepers, self.former = [], [], []
        self.games = []
        self.slots = [f"{side}#{number}" for number in range(1, SLOTS + 1) for side in "ha"]
        ports = free_ports(len(NAMES)) if network is None else [7420] * len(NAMES)
        places = list(zip(NAMES, ports))[:count]
        self.waiting = [self.device(name, port, ports) for name, port in places]

    def device(self, name, port, ports):
        if self.network:
            return self.network.device(self.binary, self.folder, name)
        words = ["--no-discovery"]
        words += [f"--peer=127.0.0.1:{other}" for other in ports if other != port]
        return self.device_type(self.binary, self.folder, name, f"127.0.0.1:{port}", words)

    def twin(self, device, home):
        """The same device once more: a copy of its home with a daemon of its own."""
        if self.network:
            return self.network.twin(device, home)
        place = f"127.0.0.1:{free_ports(1)[0]}"
        words = [*device.words, f"--peer={device.listen}"]
        return Device(device.binary, device.folder, device.name, place, words, home=home)

    # Beginning

    def found(self):
        """The first device begins, and makes a game."""
        founder = self.waiting.pop(0)
        founder.start()
        self.devices.append(founder)
        self.new_game()
        self.add_keepers(founder)

    def new_game(self):
        number = len(self.games) + 1
        roster = [{"number": str(slot), "name": f"Player {slot}"} for slot in range(1, SLOTS + 1)]
        answer = self.devices[0].post(
            "/v1/games", {
                "home": {"name": f"Hawks {number}", "roster": roster},
                "away": {"name": f"Owls {number}", "roster": roster},
                "rules": {"preset": "fiba"}})
        self.games.append(answer["game"])
        for keeper in self.keepers:
            keeper.game = answer["game"]

    def add_keepers(self, device, count=None):
        for _ in range(self.random.randint(*self.keepers_each) if count is None else count):
            slot = self.slots.pop(0)
            name = f"{device.name}{sum(k.name.startswith(device.name) for k in self.all_keepers) + 1}"
            keeper = self.keeper_type(
                name, device, slot, self.games[-1], self.history, self.seed, self.pause)
            keeper.others = self.keepers
            self.keepers.append(keeper)
            keeper.start()

    @property
    def all_keepers(self):
        return self.keepers + self.former

    def join(self, device, inviter, on_asked=lambda: None):
        """Lets a device in; `on_asked` is called once the codes are there. False if somebody died."""
        try:
            invitation = inviter.post("/v1/invitations", {"count": 1})
            on_asked()
            device.post(
                "/v1/join", {
                    "code": invitation["codes"][0]["code"], "via": self.place(inviter, invitation)})
            return True
        except (Unsent, Unanswered):
            return False
        except Refused as refusal:
            if refusal.code not in ("no-inviter", "code-refused", "conflict"):
                raise
            return False

    def place(self, inviter, invitation):
        return inviter.listen if self.network is None else self.network.place(inviter)

    def is_member(self, device):
        try:
            mine, theirs = (d.status()["table"]["id"] for d in (device, self.devices[0]))
            return mine == theirs
        except (Unsent, Unanswered):
            return False

    def admit(self, device):
        """Lets a device in, as often as it takes, and gives it keepers."""
        deadline = time.monotonic() + 60
        while not self.is_member(device):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{device.name} cannot join:\n{device.said()}")
            self.join(device, self.random.choice(self.devices))
        self.devices.append(device)
        self.until(
            lambda: self.games[-1] in [board["name"] for board in self.boards(device)],
            f"the game reaches {device.name}")
        self.add_keepers(device)

    def admit_all(self):
        """Starts those who wait, and lets them in."""
        while self.waiting:
            self.waiting[0].start()
            self.admit(self.waiting.pop(0))

    @staticmethod
    def boards(device):
        try:
            return device.get("/v1/games")["games"]
        except (Unsent, Unanswered):
            return []

    # Keepers

    def keepers_of(self, device):
        return [keeper for keeper in self.keepers if keeper.device is device]

    def hold(self, keepers=None):
        for keeper in keepers or self.keepers:
            keeper.may_record.clear()
        for keeper in keepers or self.keepers:
            keeper.hold()

    def resume(self, keepers=None):
        for keeper in keepers or self.keepers:
            keeper.resume()

    def retire(self, keepers):
        for keeper in keepers:
            keeper.finish()
            self.keepers.remove(keeper)
            self.former.append(keeper)

    def check_keepers(self):
        failures = [keeper.failure for keeper in self.all_keepers if keeper.failure]
        if failures:
            raise RuntimeError("\n".join(failures))

    # Waiting

    @staticmethod
    def until(is_true, what, seconds=AGREEMENT_SECONDS_MAX):
        start = time.monotonic()
        while not is_true():
            if time.monotonic() > start + seconds:
                raise RuntimeError(f"not within {seconds} s: {what}")
            time.sleep(0.02)
        return time.monotonic() - start

    def await_agreement(self, seconds=AGREEMENT_SECONDS_MAX):
        """Until every device holds the same; to be asked while nobody records. Returns the time."""
        try:
            return self.until(self.is_agreed, "the devices agree", seconds)
        except RuntimeError as error:
            lines = [str(error)]
            for device in self.devices:
                sync = device.status()["sync"]
                lines.append(f"{device.name}: {sync['words']} {sync['entries']} {sync['state']}")
                lines.append(device.said(6))
            raise RuntimeError("\n".join(lines)) from error

    def is_agreed(self):
        try:
            return len({device.digest() for device in self.devices}) == 1
        except (Unsent, Unanswered):
            return False

    # The end

    def readings(self):
        """What every device holds; ends the daemons, since the disks are read too."""
        readings = []
        for device in self.devices:
            entries = read_export(device.get("/v1/export"))
            boards = {game: device.board(game) for game in self.games}
            residue = self.residue(device, len(entries))
            readings.append(Reading(device.name, device.digest(), entries, boards, None, residue))
        for device, reading in zip(self.devices, readings):
            device.stop()
            reading.verified = device.verify()
        if readings:
            readings[0].residue += [f"left behind: {line}" for line in self.left_processes()]
        return readings

    def residue(self, device, entries):
        found = []
        descriptors, resident = device.descriptors, device.resident_kilobytes
        limit = DESCRIPTORS_MAX + 2 * len(self.devices) + len(self.all_keepers)
        if descriptors > limit:
            found.append(f"{descriptors} descriptors are open, {limit} at most were expected")
        limit = RESIDENT_KILOBYTES_MAX + entries * RESIDENT_BYTES_OF_ENTRY_MAX // 1024
        if resident > limit:
            found.append(f"{resident} kB are resident, {limit} at most were expected")
        return found

    def left_processes(self):
        """Processes that name the folder: the daemons of this run, none of which may be left."""
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if b"daemon" in words and any(self.folder.encode() in word for word in words):
                yield b" ".join(words).decode(errors="replace")[:200]

    def clear(self):
        for keeper in self.keepers:
            keeper.ends.set()
        for device in self.devices + self.waiting:
            if device.is_running:
                device.thaw()
                device.kill()
        for keeper in self.keepers:
            keeper.join(5)
        self.history.close()
