"""Which system calls can fail, with which errors, and what makes a daemon call them."""
import random

from tracer import Injection

# The deeds that bring a running daemon to a call, beside the orders of keepers.
ORDERS = "orders"
# The log is opened again after a failure.
REOPENING = "reopening"
# A small file of the home is replaced: the current game is another.
SETTINGS = "settings"
# Links are ended and made again, and new clients come.
LINKS = "links"
# The log grows fast, by long notes.
GROWTH = "growth"
# Only a start makes it.
START = "start"


class Kind:
    """Calls that fail alike. `names` are what one library or another makes of them; `first_max` is
    given where a daemon makes few of them."""

    def __init__(self, names, errors, by, count_max=40, weight=1, first_max=None):
        self.names, self.errors, self.by = names, errors.split(), by
        self.count_max, self.weight, self.first_max = count_max, weight, first_max


# Errors of the pages of the calls, where the system itself may bring them about. Not `close`:
# strace puts an error in the place of the call, and no system leaves the descriptor open.
KINDS = [
    Kind("pwrite64", "EIO ENOSPC EDQUOT EINTR EFBIG EROFS", ORDERS, weight=3),
    Kind("fdatasync", "EIO ENOSPC EDQUOT EINTR EROFS", ORDERS, weight=3),
    Kind("fstat,newfstatat", "EIO ENOMEM EOVERFLOW EACCES", ORDERS, weight=2),
    Kind("fallocate", "ENOSPC EIO EDQUOT EINTR EFBIG", GROWTH, first_max=1),
    Kind("ftruncate", "EIO ENOSPC EINTR EFBIG EROFS", REOPENING, first_max=2),
    Kind("pread64", "EIO EINTR ENOMEM", REOPENING, weight=2),
    Kind("openat", "EIO ENOSPC EMFILE ENFILE ENOMEM EACCES EINTR EROFS", REOPENING, weight=2),
    Kind("getdents64", "EIO ENOMEM ENOENT", REOPENING),
    Kind("fsync", "EIO ENOSPC EDQUOT EINTR", SETTINGS, weight=2),
    Kind("rename,renameat,renameat2", "EIO ENOSPC EROFS EDQUOT EACCES", SETTINGS, weight=2),
    Kind("unlink,unlinkat", "EIO EROFS EACCES", SETTINGS),
    Kind("fchmod", "EIO EROFS EPERM", SETTINGS),
    Kind("statfs,fstatfs", "EIO EINTR ENOMEM", START, first_max=2),
    Kind("read", "EIO EINTR EAGAIN ENOMEM", LINKS),
    # Its diagnostics, beside the pipe of signals.
    Kind("write,writev", "EIO EINTR EAGAIN EPIPE ENOSPC", START, first_max=2),
    Kind("sendto,sendmsg", "EAGAIN ECONNRESET EPIPE ENOBUFS ENOMEM EINTR", ORDERS, weight=2),
    Kind("recvfrom,recvmsg", "EAGAIN ECONNRESET ENOMEM EINTR ETIMEDOUT", ORDERS, weight=2),
    # A daemon waits for a second after each, and its clients with it.
    Kind("accept,accept4", "EMFILE ENFILE ENOMEM ENOBUFS ECONNABORTED EINTR EPROTO", LINKS,
         count_max=4),
    Kind("connect", "ECONNREFUSED ENETUNREACH ETIMEDOUT EINTR EADDRNOTAVAIL EACCES", LINKS),
    Kind("socket", "EMFILE ENFILE ENOMEM ENOBUFS EACCES", LINKS),
    Kind("setsockopt", "ENOMEM ENOBUFS EINVAL", LINKS),
    Kind("getsockopt,getsockname,getpeername", "ENOBUFS ENOTCONN", LINKS),
    Kind("fcntl", "EINTR ENOMEM EAGAIN", LINKS),
    Kind("poll,ppoll", "EINTR ENOMEM EAGAIN", ORDERS, weight=2),
    Kind("getrandom", "EINTR ENOSYS", LINKS),
    Kind("mkdir,mkdirat", "EIO ENOSPC EROFS EDQUOT", START, first_max=4),
    Kind("flock", "EINTR ENOLCK", START, first_max=2),
    Kind("bind", "EADDRINUSE EACCES ENOBUFS", START, first_max=3),
    Kind("listen", "EADDRINUSE ENOBUFS", START, first_max=3),
    # A program may end for want of memory: then it counts as a crash.
    Kind("mmap,brk,mremap", "ENOMEM", START, count_max=3, first_max=60),
]
MEMORY = "mmap,brk,mremap"
# The calls that open the log again.
FAILURE = ("pwrite64", "fdatasync")
# Where kill -9 comes.
DEADLY = ["pwrite64", "fdatasync", "sendto,sendmsg", "recvfrom,recvmsg", "poll,ppoll"]
DEADLY_AT_START = ["openat", "pwrite64", "fdatasync", "fsync", "rename,renameat,renameat2"]


class Fault:
    """What is put into one daemon: the calls that fail, and what is done meanwhile."""

    def __init__(self, name, injections, by, at_start=False, kills=False):
        self.name, self.injections, self.by = name, injections, by
        self.at_start, self.kills = at_start, kills

    @property
    def may_end(self):
        """A daemon may end for it in a way of its own."""
        return self.kills or self.name == MEMORY

    def __str__(self):
        moment = " at the start" if self.at_start else ""
        return " and ".join(map(str, self.injections)) + moment


def draw(generator, kinds=KINDS, is_single=False):
    """The next fault: an error in seven of ten, kill -9 or a slow disk else."""
    deed = generator.choices(["error", "kill", "delay"], [14, 3, 2])[0]
    if deed == "kill":
        at_start = generator.random() < 0.3
        calls = generator.choice(DEADLY_AT_START if at_start else DEADLY)
        injection = Injection(calls, "signal=KILL", generator.randint(1, 30))
        return Fault("kill -9", [injection], START if at_start else ORDERS, at_start, kills=True)
    if deed == "delay":
        microseconds = generator.choice([20_000, 100_000, 300_000])
        injection = Injection(
            "fdatasync", f"delay_enter={microseconds}", generator.randint(1, 5),
            generator.randint(1, 3))
        return Fault("slow fdatasync", [injection], ORDERS)
    kind = generator.choices(kinds, [kind.weight for kind in kinds])[0]
    # As often once as many times.
    count = 1 if generator.random() < 0.5 else generator.randint(2, kind.count_max)
    error = generator.choice(kind.errors)
    at_start = kind.by == START or (generator.random() < 0.12 and kind.by != GROWTH)
    at_start = at_start or (is_single and kind.by == REOPENING)
    first_max = 20 if at_start or kind.by == ORDERS else 3
    first = generator.randint(1, kind.first_max or first_max)
    injections = [Injection(kind.names, f"error={error}", first, count)]
    if kind.by == REOPENING and not at_start:
        injections.insert(0, Injection(generator.choice(FAILURE), "error=EIO", 2))
    return Fault(kind.names, injections, kind.by, at_start)


def draws(seed, without=(), is_single=False):
    """Faults without end. `without` are calls whose fault is known already; with `is_single`
    nothing fails while a log is opened again after a failure."""
    generator = random.Random(f"{seed} faults")
    kinds = [kind for kind in KINDS if not set(kind.names.split(",")) & set(without)]
    while True:
        yield draw(generator, kinds, is_single)
