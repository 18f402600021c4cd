"""A machine with a systemd of its own: a bare Debian root that boots in namespaces, so that units, user
managers, a watchdog, lingering and a reboot are the real ones. It has loopback alone, and everything
in it ends with `off`."""
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND_LIMIT = 120  # seconds
BOOT_LIMIT = 60
PACKAGES = "systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,iproute2,procps,man-db"

# Runs as the first process of new namespaces. The hierarchies of control groups are mounted again, as
# the new namespace shows them; a terminal or a network of the host is not there.
BOOT = r"""
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/sys/fs/cgroup"
if [ "$2" = unified ]; then
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
    mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/unified"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
fi
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ip link set lo up
hostname court
cd "$root"
# Not chroot: a process in one may make no user namespace, which PrivateUsers= does.
pivot_root . srv
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c \
    'umount -l /srv; exec /lib/systemd/systemd --system --show-status=0'
"""


class Failure(Exception):
    """A sentence: what was wrong, and where."""


def need(condition, text):
    if not condition:
        raise Failure(text)


def can_boot():
    """Why no machine can boot here; None if one can."""
    if sys.platform != "linux" or os.geteuid():
        return "it needs Linux and root"
    for tool in ("unshare", "nsenter", "ip", "pivot_root"):
        if not shutil.which(tool):
            return f"there is no {tool}"
    probe = "mount --make-rprivate / && mount -t tmpfs t /srv && mkdir /srv/c && mount -t cgroup2 c /srv/c"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "--cgroup", "sh", "-c", probe],
                      capture_output=True).returncode:
        return "control groups cannot be mounted in a namespace here"
    return None


class Machine:
    """The folder `root` as a machine. Accounts: each one in `accounts`, made at the first boot."""

    def __init__(self, folder, tar, accounts):
        self.root = Path(folder) / "root"
        self.root.mkdir()
        self.process = None
        if tar:
            self._host("tar", "--extract", "--file", tar, "--directory", self.root, limit=300)
        else:
            self._host("mmdebstrap", "--variant=minbase", "--mode=root", f"--include={PACKAGES}", "bookworm",
                       self.root, limit=600)
        need((self.root / "lib/systemd/systemd").exists(), f"{tar} has no systemd")
        # Nothing of it talks to a terminal or a network of the host.
        for unit in ("getty.target", "console-getty.service", "systemd-networkd.service",
                     "systemd-timesyncd.service"):
            (self.root / "etc/systemd/system" / unit).symlink_to("/dev/null")
        for name in accounts:
            self._host("chroot", self.root, "useradd", "--create-home", "--shell", "/bin/bash", name)

    @staticmethod
    def _host(*command, limit=COMMAND_LIMIT):
        done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=limit, text=True, errors="replace")
        need(done.returncode == 0, f"{command[0]} exited {done.returncode}:\n{done.stdout[-2000:]}")
        return done.stdout

    def on(self):
        kind = subprocess.run(["stat", "-f", "-c", "%T", "/sys/fs/cgroup"], capture_output=True, text=True)
        layout = "unified" if kind.stdout.strip() == "cgroup2fs" else "hybrid"
        self.log = open(self.root.parent / "boot.log", "ab")
        self.process = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc", "--net", "--cgroup",
             "sh", "-c", BOOT, "boot", str(self.root), layout],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + BOOT_LIMIT
        state = ""
        while time.monotonic() < deadline:
            need(self.process.poll() is None, f"the machine did not boot:\n{self._boot_log()}")
            self.first = self._first()
            if self.first:
                done = self._enter(["systemctl", "is-system-running"], 10)
                state = done.stdout.strip()
                if state in ("running", "degraded"):
                    return
            time.sleep(0.2)
        raise Failure(f"the machine is {state or 'not up'} after {BOOT_LIMIT} s:\n{self._boot_log()}")

    def _boot_log(self):
        return (self.root.parent / "boot.log").read_text(errors="replace")[-2000:]

    def _first(self):
        """The machine's first process, by the number that it has outside."""
        try:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            name = Path(f"/proc/{children[0]}/comm").read_text().strip() if children else ""
        except OSError:
            return None
        return int(children[0]) if name == "systemd" else None

    def off(self, orderly=True):
        """Switches it off: by systemctl poweroff, or as a power cut does."""
        if not self.process:
            return
        if orderly and self.first:
            self._enter(["systemctl", "poweroff"], 10)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                orderly = False
        if not orderly and self.first:
            os.kill(self.first, signal.SIGKILL)
            self.process.wait(10)
        self.process = None
        self.log.close()

    def _enter(self, words, limit):
        return subprocess.run(["nsenter", "--target", str(self.first), "--all", "--root", "--wd", *words],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=limit, text=True, errors="replace")

    def run(self, text, account=None, check=True, limit=COMMAND_LIMIT):
        """Runs a line of shell, as root or as an account with its user manager in reach."""
        if account:
            text = f"export XDG_RUNTIME_DIR=/run/user/$(id -u)\n{text}"
            words = ["su", "-", account, "-c", text]
        else:
            words = ["sh", "-c", text]
        done = self._enter(words, limit)
        if check:
            need(done.returncode == 0, f"{account or 'root'}: {text[:200]!r} exited {done.returncode}:\n"
                 f"{done.stdout[-2000:]}")
        return done.stdout

    def until(self, text, account=None, limit=20, step=0.05):
        """Runs a line until it succeeds; the seconds that took."""
        start = time.monotonic()
        while True:
            done = self.run(f"{text} && echo yes-it-is || true", account)
            if done.rstrip().endswith("yes-it-is"):
                return time.monotonic() - start
            need(time.monotonic() < start + limit, f"{text!r} is not so after {limit} s:\n{done[-1500:]}")
            time.sleep(step)
