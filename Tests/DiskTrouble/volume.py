"""File systems of a trial's own: small ones in memory, and ones on a disk that can fail."""
import os, shutil, subprocess


def run(*words):
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode().strip()


def why_none():
    """Why no file system can be made here; nothing if it can."""
    if os.uname().sysname != "Linux" or os.geteuid() != 0:
        return "needs root on Linux"
    if os.environ.get("SCORED_MOUNTS") != "own":
        return "needs a mount namespace of its own"
    return None


def why_no_disk():
    """Why no disk that fails can be made here; nothing if it can."""
    if why_none():
        return why_none()
    if not os.path.exists("/dev/loop-control") or not shutil.which("mkfs.ext4"):
        return "needs loop devices and mkfs.ext4"
    return None


class Memory:
    """A tmpfs of so many bytes at the path."""

    def __init__(self, path, size):
        self.path = path
        os.makedirs(path, exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "none", path)
        self.filling = os.path.join(path, "filling")

    def free(self):
        volume = os.statvfs(self.path)
        return volume.f_bavail * volume.f_frsize

    def fill(self, leaving=0):
        """Takes all the room but this much."""
        count = self.free() - leaving
        with open(self.filling, "ab", 0) as file:
            try:
                while count > 0:
                    count -= file.write(bytes(min(count, 1 << 16)))
            except OSError:
                pass

    def make_room(self, count=None):
        """Gives so many bytes back, or all."""
        if count is None:
            os.remove(self.filling)
        else:
            os.truncate(self.filling, max(0, os.path.getsize(self.filling) - count))

    def close(self):
        subprocess.run(["umount", "--lazy", self.path], capture_output=True)


class Disk:
    """ext4 on a loop device whose file lies sparse on a tmpfs: when that is full, what is written back is
    lost, and fdatasync says so. Without a journal, so that the file system itself goes on."""

    def __init__(self, folder, size="64m"):
        self.memory = Memory(os.path.join(folder, "medium"), size)
        self.path = os.path.join(folder, "disk")
        os.makedirs(self.path)
        self.image = os.path.join(self.memory.path, "image")
        with open(self.image, "wb") as file:
            file.truncate(200 << 20)
        run("mkfs.ext4", "-q", "-F", "-b", "4096", "-O", "^has_journal", "-E", "lazy_itable_init=0",
            self.image)
        self.mount()

    def mount(self):
        """With a page a request: of a longer one that finds room for its first pages alone, Linux's loop
        device says that all of it was written, and no program survives a medium that lies."""
        loop = run("losetup", "--find", "--show", self.image)
        try:
            with open(f"/sys/block/{os.path.basename(loop)}/queue/max_sectors_kb", "w") as file:
                file.write("4")
            run("mount", loop, self.path)
        finally:
            # While it is mounted this only says that the device ends with the mount.
            run("losetup", "--detach", loop)

    def check(self):
        """Mounts it again: what the system's memory holds is gone."""
        run("umount", self.path)
        subprocess.run(["fsck.ext4", "-y", "-f", self.image], capture_output=True, timeout=60)
        self.mount()

    def close(self):
        subprocess.run(["umount", self.path], capture_output=True)
        subprocess.run(["umount", "--lazy", self.path], capture_output=True)
        self.memory.close()
