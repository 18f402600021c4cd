#!/usr/bin/env python3
"""Tries the service with a real systemd, in a bare Debian 12 that boots in namespaces: installing from the
.deb, crash, stop and start, the watchdog with a stuck and with a busy daemon, an upgrade under a
running game, a reboot and a power cut after which two devices sync again, pages in a unit of their own, a
hub as a unit of the system, and what uninstalling and a purge leave.

--plant makes the unit worse, and the named step must find it: a watchdog of 45 s (stuck), no restarts (crash),
a watchdog that no turn answers in time (install).
Usage: Tests/Service/trial.py --binary FILE [--root TAR] [--only NAME]... [--busy SECONDS] [--plant FAULT]
FILE is a static release binary. TAR is a root made before: mmdebstrap --variant=minbase with the
packages that machine.py names. Exit 77 where nothing can boot ("not run"). Every wait has a limit.
"""
import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from machine import Failure, Machine, can_boot, need  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
OUTAGE_MAX = 2.0  # seconds of a game without an acknowledged move, at an upgrade
STUCK_MAX = 30.0  # seconds until a stuck daemon runs again
EXPOSURE_MAX = 3.0  # of systemd-analyze security
PLANTS = {"late": "WatchdogSec=45", "dead": "Restart=no", "early": "WatchdogSec=1ms"}
SETUP = 'scored new Hawks Owls --rules fiba --home "4 Ana, 7 Bo" --away "5 Dee, 8 Eli"'


def show(machine, account, unit, *fields):
    text = machine.run(f"systemctl --user show {unit} " + " ".join(f"-p {field}" for field in fields), account)
    values = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    return [values.get(field, "") for field in fields]


def process(machine, account, unit="scored.service"):
    return int(show(machine, account, unit, "MainPID")[0] or 0)


def status(machine, account):
    text = machine.run("scored status --json 2>/dev/null", account)
    return json.loads(text[text.index("{"):])


def points(machine, account):
    game = status(machine, account)["game"]
    return game["home"]["score"], game["away"]["score"]


class Keeper(threading.Thread):
    """Records one point after the other, each an own command as a person's; notes when each was
    acknowledged."""

    def __init__(self, machine, account):
        super().__init__(daemon=True)
        self.machine, self.account = machine, account
        self.times, self.refused, self.stopped = [], [], threading.Event()

    def run(self):
        while not self.stopped.is_set():
            # The shell's exit code would fail the line; a refusal is noted.
            said = self.machine.run("scored move 7 1 2>&1; echo code $?", self.account, check=False)
            if said.rstrip().endswith("code 0"):
                self.times.append(time.monotonic())
            else:
                self.refused.append(said)

    def end(self):
        self.stopped.set()
        self.join(60)
        need(not self.is_alive(), "a move was not answered within a minute")

    def longest_gap(self):
        return max((after - before for before, after in zip(self.times, self.times[1:])), default=0)


class Trial:
    def __init__(self, machine, package, busy, plant):
        self.machine, self.package, self.busy, self.plant = machine, package, busy, plant

    def install(self):
        """As a new user: the package, a table, the service."""
        machine = self.machine
        shutil.copy(self.package, machine.root / "opt/scored.deb")
        start = time.monotonic()
        machine.run("apt-get install --yes --no-install-recommends /opt/scored.deb")
        for name, port in (("mia", 7420), ("bo", 7520)):
            machine.run(f"loginctl enable-linger {name}")
            machine.until("systemctl --user is-active --quiet default.target", name)
            machine.run(f"scored up --name {name.title()} --listen 127.0.0.1:{port}", name)
            said = machine.run("scored service install", name)
            need("it starts with the computer" in said, f"install says:\n{said}")
            need("wrote" not in said, f"the units of the package were not used:\n{said}")
        machine.run(SETUP, "mia")
        if self.plant:
            machine.run("mkdir -p ~/.config/systemd/user/scored.service.d && printf '[Service]\\n%s\\n' "
                        f"{PLANTS[self.plant]} >~/.config/systemd/user/scored.service.d/plant.conf && "
                        "systemctl --user daemon-reload && scored service restart", "mia")
        code = machine.run("scored invite 2>/dev/null", "mia").split()[0]
        machine.run(f"scored join {code} --via 127.0.0.1:7420", "bo")
        machine.run("scored move 7 2", "mia")
        self._agree()
        took = time.monotonic() - start
        verified = machine.run("systemd-analyze verify --user /usr/lib/systemd/user/scored*.service 2>&1", "mia")
        need(not verified.strip(), f"systemd-analyze verify: {verified}")
        again = machine.run("scored service install; scored service", "mia")
        need("active (running)" in again, f"a second install says:\n{again}")
        return f"package, two devices as services, first basket on both: {took:.1f} s; units verified"

    def _agree(self, limit=30):
        deadline = time.monotonic() + limit
        while True:
            here, there = points(self.machine, "mia"), points(self.machine, "bo")
            if here == there:
                return here
            need(time.monotonic() < deadline, f"mia has {here}, bo {there} after {limit} s")
            time.sleep(0.1)

    def crash(self):
        """kill -9: systemd starts it, or the next command does; `down` is an end."""
        machine = self.machine
        before = process(machine, "mia")
        machine.run(f"kill -9 {before}", "mia")
        took = machine.until(f'test "$(systemctl --user show scored -p MainPID --value)" -gt 0 && '
                             f'test "$(systemctl --user show scored -p MainPID --value)" -ne {before} && '
                             'scored status | grep -q Hawks', "mia")
        before = points(machine, "mia")[0]
        machine.run(f"kill -9 {process(machine, 'mia')}; scored move 7 1", "mia")
        need(points(machine, "mia")[0] == before + 1, "a move right after a crash was not recorded once")
        machine.run("scored down --now", "mia")
        machine.until('test "$(systemctl --user is-active scored)" = inactive', "mia")
        time.sleep(2)  # Longer than systemd waits before a restart.
        need(show(machine, "mia", "scored.service", "ActiveState")[0] == "inactive", "down was no end")
        machine.run("scored up", "mia")
        need(show(machine, "mia", "scored.service", "ActiveState")[0] == "active",
             "up did not leave the start to systemd")
        machine.run("scored down --now; scored up --listen 127.0.0.1:7421", "mia")
        said = machine.run("scored doctor --json", "mia", check=False)
        need(":7421" in said, f"the option of up is lost:\n{said[-800:]}")
        machine.run("scored down --now; scored up --listen 127.0.0.1:7420", "mia")
        for _ in range(8):
            machine.run("scored down --now; scored up", "mia")
        return f"back after {took:.1f} s, options kept, eight stops and starts in a row"

    def stuck(self):
        machine = self.machine
        before = process(machine, "mia")
        machine.run(f"kill -STOP {before}", "mia")
        start = time.monotonic()
        machine.until(f'test "$(systemctl --user show scored -p MainPID --value)" -ne {before} && '
                      'scored status 2>&1 | grep -q "Hawks" && ! scored status 2>&1 | grep -q offline',
                      "mia", limit=STUCK_MAX + 10, step=0.2)
        took = time.monotonic() - start
        need(took < STUCK_MAX, f"a stopped daemon came back after {took:.1f} s")
        self._agree()
        return f"a stopped daemon runs again after {took:.1f} s"

    def busier(self):
        """Exports, searches and moves without a pause, longer than the watchdog waits."""
        machine = self.machine
        machine.run("systemctl --user reset-failed scored; systemctl --user restart scored", "mia")
        before, restarts = show(machine, "mia", "scored.service", "MainPID", "NRestarts")
        keeper = Keeper(machine, "mia")
        keeper.start()
        load = ("for each in 1 2 3 4; do (end=$(($(date +%s) + " + str(self.busy) + ")); "
                "while [ $(date +%s) -lt $end ]; do scored export log --to - >/dev/null; scored search Ana >/dev/null; "
                "scored box >/dev/null; done) & done; wait")
        machine.run(load, "mia", limit=self.busy + 60)
        keeper.end()
        need(show(machine, "mia", "scored.service", "MainPID", "NRestarts") == [before, restarts],
             "a busy daemon was restarted")
        need(not keeper.refused, f"refused: {keeper.refused[:1]}")
        return f"busy for {self.busy} s with {len(keeper.times)} moves: never restarted"

    def upgrade(self):
        """The package again under a running game, then `service restart`."""
        machine = self.machine
        before = points(machine, "mia")[0]
        old = process(machine, "mia")
        keeper = Keeper(machine, "mia")
        keeper.start()
        time.sleep(2)
        machine.run("apt-get install --yes --reinstall --no-install-recommends /opt/scored.deb")
        time.sleep(1)
        machine.run("scored service restart", "mia")
        time.sleep(3)
        keeper.end()
        need(process(machine, "mia") != old, "the daemon was not restarted")
        need(not keeper.refused, f"refused: {keeper.refused[:1]}")
        now = points(machine, "mia")[0]
        need(now == before + len(keeper.times),
             f"{len(keeper.times)} moves were acknowledged, {now - before} points are there")
        gap = keeper.longest_gap()
        need(gap < OUTAGE_MAX, f"no move was acknowledged for {gap:.2f} s")
        self._agree()
        return f"{len(keeper.times)} moves acknowledged, all there; longest gap {gap:.2f} s"

    def pages(self):
        """Pages run in a unit of their own, over restarts of the daemon, and end with `web down`."""
        machine = self.machine
        machine.run("scored web up --listen 127.0.0.1:7600", "mia")
        before = process(machine, "mia", "scored-web.service")
        need(before, "the pages have no unit")
        machine.run("systemctl --user restart scored", "mia")
        need(process(machine, "mia", "scored-web.service") == before, "the pages ended with the daemon")
        machine.run(f"kill -9 {before}", "mia")
        machine.until("scored web status", "mia")
        machine.run("scored web down", "mia")
        machine.until('test "$(systemctl --user is-active scored-web)" = inactive', "mia")
        time.sleep(2)  # Longer than systemd waits before a restart.
        need(show(machine, "mia", "scored-web.service", "ActiveState")[0] == "inactive", "web down was no end")
        machine.run("scored web up", "mia")
        return "in a unit of their own; the daemon's restart does not end them, a crash does not either"

    def reboot(self):
        machine = self.machine
        self._agree()
        took = []
        for orderly in (True, False):
            machine.run("scored move 7 1", "mia")
            machine.run("scored move 5 1", "bo")
            before = self._agree()
            machine.off(orderly)
            machine.on()
            start = time.monotonic()
            for name in ("mia", "bo"):
                machine.until("systemctl --user is-active --quiet scored", name)
            took.append(time.monotonic() - start)
            need(self._agree() == before, f"before the reboot {before}, after it {self._agree()}")
            machine.until("scored web status", "mia")
            machine.run("scored move 8 1", "bo")
            need(self._agree() == (before[0], before[1] + 1), "the devices do not sync after a reboot")
        return (f"after a reboot both daemons ran {took[0]:.1f} s after the machine, after a power cut "
                f"{took[1]:.1f} s; they sync, and the pages are back")

    def hub(self):
        machine = self.machine
        machine.run("systemctl enable --now scored@hall")
        machine.run("export SCORED_HOME=/var/lib/scored/hall; scored keeper Desk && " + SETUP + " && scored move 7 2", "hall")
        said = machine.run("systemctl show scored@hall -p StatusText -p ActiveState")
        need("ActiveState=active" in said, said)
        verified = machine.run("systemd-analyze verify scored@hall.service 2>&1")
        need(not verified.strip(), f"systemd-analyze verify: {verified}")
        exposure = float(machine.run("systemd-analyze security --no-pager scored@hall | tail -n 1").split(":")[1].split()[0])
        need(exposure < EXPOSURE_MAX, f"systemd-analyze security says {exposure}")
        machine.run("export SCORED_HOME=/var/lib/scored/hall; scored web up --listen 127.0.0.1:7700 && scored doctor", "hall")
        machine.run("systemctl restart scored@hall")
        machine.run("SCORED_HOME=/var/lib/scored/hall scored status | grep -q 'Hawks  2 : 0'", "hall")
        denied = machine.run("journalctl --boot --no-pager | grep -ci seccomp || true").strip()
        need(denied == "0", f"{denied} lines of the journal speak of seccomp")
        return f"as a unit of the system, exposure {exposure}"

    def journal(self):
        machine = self.machine
        lines = [json.loads(line) for line in machine.run(
            "journalctl --boot --output json --no-pager _COMM=scored").splitlines() if line.startswith("{")]
        levels = {line["PRIORITY"] for line in lines if "listens on" in str(line["MESSAGE"])}
        need(levels == {"6"}, f"notes have the priorities {levels}")
        machine.run("SCORED_HOME=/var/lib/scored/hall scored down", "hall", check=False)
        machine.run("SCORED_HOME=/var/lib/scored/hall scored up", "hall")
        machine.run("systemctl restart scored@hall || true")
        error = machine.run("journalctl --boot --output cat --no-pager --priority err _COMM=scored")
        need("a daemon already runs in /var/lib/scored/hall" in error, f"errors: {error}")
        need(machine.run("systemctl show scored@hall -p ActiveState --value").strip() == "failed",
             "the loser of two starters tries again")
        machine.run("SCORED_HOME=/var/lib/scored/hall scored down --now", "hall")
        machine.run("systemctl start scored@hall")
        return "priorities 6 and 3; the second of two starters says so, once"

    def uninstall(self):
        machine = self.machine
        said = machine.run("scored service uninstall", "mia")
        need("the home stays" in said, said)
        need(not process(machine, "mia") and not process(machine, "mia", "scored-web.service"), "something still runs")
        machine.run("scored up", "mia")
        need(not process(machine, "mia"), "up used the unit after uninstall")
        machine.run("scored down --now", "mia")
        other = "export SCORED_HOME=$HOME/other; scored up --name Cy; scored service install; scored service"
        said = machine.run(other, "mia")
        need("active (running)" in said and "wrote" in said, said)
        said = machine.run("scored service install; scored service uninstall", "mia", check=False)
        need("in use for another home, /home/mia/other" in said and "but that of /home/mia/other" in said, said)
        machine.run("rm -r ~/other", "mia")
        machine.until('test "$(systemctl --user is-active scored)" = inactive', "mia")
        machine.run("systemctl --user restart scored", "mia", check=False)
        need("no" in machine.run("test -e ~/other && echo yes || echo no", "mia"), "a deleted home was made again")
        machine.run(other, "mia")
        machine.run("SCORED_HOME=$HOME/other scored service uninstall", "mia")
        left = machine.run("ls ~/.config/systemd/user | grep scored || true", "mia").strip()
        need(not left, f"uninstall leaves {left}")
        machine.run("systemctl disable --now scored@hall; apt-get purge --yes scored")
        for home in ("home/mia/.local/state/scored", "home/bo/.local/state/scored", "var/lib/scored/hall"):
            need(any((machine.root / home).iterdir()), f"the purge took {home}")
        return "units gone, homes kept, also by a purge"


STEPS = ("install", "crash", "stuck", "busier", "upgrade", "pages", "reboot", "hub", "journal", "uninstall")


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--binary", type=Path, required=True)
    reader.add_argument("--root", type=Path, help="a tar file with a bare root")
    reader.add_argument("--only", action="append", choices=STEPS, help="these steps, after install; reboot needs pages, journal and uninstall need hub")
    reader.add_argument("--plant", choices=PLANTS)
    reader.add_argument("--busy", type=int, default=60, help="seconds of load")
    given = reader.parse_args()
    obstacle = can_boot() or (None if given.root or shutil.which("mmdebstrap") else "there is no mmdebstrap")
    if obstacle:
        print(f"service: not run: {obstacle}")
        sys.exit(77)
    chosen = [step for step in STEPS if not given.only or step in given.only or step == "install"]
    failed = False
    with tempfile.TemporaryDirectory(prefix="scored-service-") as scratch:
        packages = Path(scratch) / "packages"
        made = subprocess.run([sys.executable, ROOT / "Scripts/package", "--binary", given.binary.resolve(),
                               "--to", packages], capture_output=True, text=True)
        if made.returncode:
            sys.exit(f"Scripts/package failed: {made.stderr[-2000:]}")
        machine = None
        try:
            machine = Machine(scratch, given.root, ("mia", "bo", "hall"))
            machine.on()
            trial = Trial(machine, next(packages.glob("*.deb")), given.busy, given.plant)
            for step in chosen:
                try:
                    print(f"{step}: {getattr(trial, step)()}", flush=True)
                except Exception as error:  # A step that breaks ends no other.
                    failed = True
                    print(f"{step}: FAILED: {error}", flush=True)
                    if step == "install":
                        break
        except Failure as error:
            failed = True
            print(f"boot: FAILED: {error}", flush=True)
        finally:
            if machine:
                machine.off(orderly=False)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
