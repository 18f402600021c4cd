"""What happens to daemons while keepers record: crashes, sleep, restarts, copies of homes. One trouble a
cycle, drawn from the seed."""
import os, random, shutil, threading, time

TROUBLES = {
    "crash": 30, "two crash": 12, "crash while starting": 12, "sleep": 10, "restart": 8,
    "offline": 8, "down and up": 6, "clone": 3, "backup": 3, "join": 8,
}
SLEEP_SECONDS_MAX = 7
CLONE_SECONDS = 2
DOWN_SECONDS_MAX = 60


class Nemesis:
    def __init__(self, table, seed, sleep_seconds_max=SLEEP_SECONDS_MAX):
        self.table, self.sleep_seconds_max = table, sleep_seconds_max
        self.random = random.Random(f"{seed} nemesis")
        self.counts = dict.fromkeys(TROUBLES, 0)
        self.crashes = self.repeated_downs = 0
        self.copies = 0

    def cycle(self):
        """One trouble and what follows it; every daemon runs again behind it."""
        troubles = dict(TROUBLES)
        if not self.table.waiting:
            del troubles["join"]
        elif len(self.table.devices) < 2:
            troubles = {"join": 1}
        name = self.random.choices(list(troubles), troubles.values())[0]
        self.counts[name] += 1
        getattr(self, name.replace(" ", "_"))()
        self.table.check_keepers()
        time.sleep(self.random.uniform(0.02, 0.4))
        return name

    def victim(self):
        return self.random.choice(self.table.devices)

    def moment(self, seconds):
        time.sleep(self.random.uniform(0, seconds))

    # Crashes

    def crash(self):
        self.moment(0.3)
        self.end(self.victim())

    def two_crash(self):
        self.moment(0.3)
        victims = self.random.sample(self.table.devices, min(2, len(self.table.devices)))
        for victim in victims:
            victim.process.kill()
        self.end(*victims)

    def crash_while_starting(self):
        victim = self.victim()
        victim.kill()
        for _ in range(self.random.randint(1, 3)):
            victim.launch()
            self.moment(0.12)
            victim.kill()
            self.crashes += 1
        victim.start()

    def end(self, *victims):
        for victim in victims:
            victim.kill()
            self.crashes += 1
        self.moment(0.5)
        for victim in victims:
            victim.start()

    # Kinder ends

    def sleep(self):
        victim = self.victim()
        victim.freeze()
        self.moment(self.sleep_seconds_max)
        victim.thaw()

    def restart(self):
        victim = self.victim()
        victim.stop()
        self.moment(0.5)
        victim.start()

    def offline(self):
        victim = self.victim()
        self.switch(victim, False)
        self.moment(1.5)
        if self.random.random() < 0.3:
            self.end(victim)
        self.switch(victim, True)

    @staticmethod
    def switch(device, online):
        device.retrying(lambda: device.post("/v1/sync", {"online": online}))

    def down_and_up(self):
        """`down` waits until every move lives elsewhere, so the keepers pause for it."""
        self.down(self.victim()).start()

    def down(self, victim):
        keepers = self.table.keepers_of(victim)
        if keepers:
            self.table.hold(keepers)
        deadline = time.monotonic() + DOWN_SECONDS_MAX
        while not victim.shut_down():
            self.repeated_downs += 1
            if time.monotonic() > deadline:
                raise RuntimeError(f"{victim.name}'s moves do not come to live elsewhere")
        if keepers:
            self.table.resume(keepers)
        return victim

    # Copies of homes

    def copy(self, device, home):
        folder = os.path.join(device.folder, home)
        shutil.copytree(device.home, folder, ignore=shutil.ignore_patterns("*.sock"))
        return folder

    def clone(self):
        """A home copied while the daemon rests; both run, with keepers at both."""
        victim = self.victim()
        victim.stop()
        self.copies += 1
        home = f"{victim.name}-copy-{self.copies}"
        self.copy(victim, home)
        victim.start()
        clone = self.table.twin(victim, home)
        clone.start()
        self.table.devices.append(clone)
        try:
            self.table.add_keepers(clone, 1)
            time.sleep(CLONE_SECONDS)
            self.table.retire(self.table.keepers_of(clone))
            self.down(clone)
        finally:
            self.table.devices.remove(clone)
            if clone.is_running:
                clone.kill()

    def backup(self):
        """The home as it was some seconds ago in the place of what it is: all that it recorded
        since lives elsewhere, as `down` has seen to."""
        victim = self.victim()
        self.copies += 1
        victim.stop()
        kept = self.copy(victim, f"{victim.name}-backup-{self.copies}")
        victim.start()
        time.sleep(CLONE_SECONDS / 2)
        keepers = self.table.keepers_of(victim)
        self.table.hold(keepers)
        self.down(victim)
        self.table.hold(keepers)
        shutil.rmtree(victim.home)
        os.rename(kept, victim.home)
        victim.start()
        for keeper in keepers:
            keeper.epoch += 1
        self.table.resume(keepers)

    # Joining

    def join(self):
        """A new device joins, and it or its inviter is killed meanwhile, or nobody is."""
        device = self.table.waiting.pop(0)
        device.start()
        inviter = self.victim()
        victim = self.random.choice([device, inviter, None])
        killer = threading.Timer(self.random.uniform(0, 0.15), lambda: victim.process.kill())
        asked = (lambda: killer.start()) if victim else (lambda: None)
        try:
            self.table.join(device, inviter, asked)
        finally:
            if victim:
                if killer.ident:
                    killer.join()
                victim.kill()
                self.crashes += 1
                victim.start()
        self.table.admit(device)
