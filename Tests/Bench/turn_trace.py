"""Measures the turns of a daemon's loop from outside: how long each took, and what of it was
processor time.

The daemon waits in one `poll` a turn. It is started with a seccomp filter that stops it at `poll`
alone, and this program, which traces it, reads the clock of the process when a `poll` returns and
when the next one begins. All other system calls run at full speed. Linux on x86-64 and AArch64;
elsewhere `is_possible` says no, and there is only what the daemon says.

    python3 turn_trace.py RECORDS PROGRAM [ARGUMENT]...

RECORDS begins with the daemon's process number, and when the last turn began: by the monotonic
clock, and by the process's own. Then a record follows for each turn: when it began, its seconds,
and its processor seconds. The first record is the opening: all before the first `poll`.
"""

import ctypes
import os
import platform
import signal
import struct
import sys
import time
from pathlib import Path

HEAD, RECORD = struct.Struct("<qdd"), struct.Struct("<ddd")
# The numbers of `poll` and `ppoll`.
POLLS = {"x86_64": (7, 271), "aarch64": (73,)}

TRACEME, CONT, SYSCALL, SETOPTIONS = 0, 7, 24, 0x4200
# Stops of system calls are told from signals; new threads and children are traced too; all end
# with this program.
OPTIONS = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x80 | 0x100000
EVENT_SECCOMP = 7
STOP_OF_CALL = signal.SIGTRAP | 0x80
WAIT_ALL = 0x40000000
SET_PDEATHSIG, SET_SECCOMP, SET_NO_NEW_PRIVS = 1, 22, 38
MODE_FILTER, RET_TRACE, RET_ALLOW = 2, 0x7FF00000, 0x7FFF0000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4


def is_possible():
    """True if daemons can be traced here."""
    if platform.system() != "Linux" or platform.machine() not in POLLS:
        return False
    child = os.fork()
    if child == 0:
        os._exit(0 if libc.ptrace(TRACEME, 0, None, None) == 0 and filter_polls() else 1)
    while True:
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return status == 0
        libc.ptrace(CONT, child, None, None)


# MARK: The traced process


def filter_polls():
    """Stops this process at `poll` from now on; false where that is not allowed."""

    def instruction(code, jump_true, jump_false, value):
        return struct.pack("<HBBI", code, jump_true, jump_false, value)

    polls = POLLS[platform.machine()]
    lines = [instruction(0x20, 0, 0, 0)]
    lines += [
        instruction(0x15, len(polls) - index, 0, number) for index, number in enumerate(polls)
    ]
    lines += [instruction(0x06, 0, 0, RET_ALLOW), instruction(0x06, 0, 0, RET_TRACE)]
    code = ctypes.create_string_buffer(b"".join(lines))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(lines), ctypes.addressof(code)))
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    return libc.prctl(SET_SECCOMP, MODE_FILTER, ctypes.addressof(program), 0, 0) == 0


def become(words):
    """In the child: waits for its tracer, then becomes the program."""
    libc.prctl(SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if libc.ptrace(TRACEME, 0, None, None) != 0:
        os._exit(126)
    os.kill(os.getpid(), signal.SIGSTOP)
    if not filter_polls():
        os._exit(126)
    try:
        os.execv(words[0], words)
    finally:
        os._exit(127)


# MARK: The tracer


class Tracer:
    def __init__(self, child, output):
        self.child, self.output = child, output
        # The clock of a process is named by its number: CPUCLOCK_SCHED of linux/posix-timers.h.
        self.clock = (~child << 3) | 2
        self.known = {child}
        self.began = (time.perf_counter(), 0.0)

    def run(self):
        """Until the program ends; its exit code."""
        os.waitpid(self.child, WAIT_ALL)
        if libc.ptrace(SETOPTIONS, self.child, None, OPTIONS) != 0:
            return 126
        libc.ptrace(CONT, self.child, None, None)
        while True:
            number, status = os.waitpid(-1, WAIT_ALL)
            if os.WIFSTOPPED(status):
                self.go_on(number, status >> 16, os.WSTOPSIG(status))
            elif number == self.child:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code

    def go_on(self, number, event, stop):
        request, sent = CONT, 0
        if event == EVENT_SECCOMP:
            if number == self.child:
                self.turn_ends()
                request = SYSCALL
        elif stop == STOP_OF_CALL:
            if number == self.child:
                self.turn_begins()
        elif event == 0 and not (stop == signal.SIGSTOP and number not in self.known):
            sent = stop
        self.known.add(number)
        libc.ptrace(request, number, None, sent)

    def turn_begins(self):
        self.began = (time.perf_counter(), time.clock_gettime(self.clock))
        os.pwrite(self.output, HEAD.pack(self.child, *self.began), 0)

    def turn_ends(self):
        if self.began is None:
            return
        used = time.clock_gettime(self.clock)
        (at, before), self.began = self.began, None
        os.write(self.output, RECORD.pack(at, time.perf_counter() - at, used - before))


def main(records, *words):
    output = os.open(records, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    child = os.fork()
    if child == 0:
        become(list(words))
    # Whoever ends the daemon does so by its own number; this program ends when the daemon has.
    for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(kind, signal.SIG_IGN)
    libc.prctl(SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.write(output, HEAD.pack(child, 0, 0))
    sys.exit(Tracer(child, output).run())


# MARK: Reading the records


class Turn:
    """One turn: when it began, its seconds, and its processor seconds."""

    __slots__ = ("at", "wall", "used")

    def __init__(self, at, wall, used):
        self.at, self.wall, self.used = at, wall, used

    @property
    def end(self):
        return self.at + self.wall


def process_of(path):
    """The daemon's process number; nil until it is there."""
    try:
        head = Path(path).read_bytes()[: HEAD.size]
    except FileNotFoundError:
        return None
    return HEAD.unpack(head)[0] if len(head) == HEAD.size else None


def unfinished(path, known):
    """The turn in which the daemon is now; nil between turns. `known` are all finished ones."""
    number, at, before = HEAD.unpack(Path(path).read_bytes()[: HEAD.size])
    if at == 0 or known and known[-1].at >= at:
        return None
    used = time.clock_gettime((~number << 3) | 2)
    return Turn(at, time.perf_counter() - at, used - before)


def turns(path, offset=HEAD.size):
    """The turns that are recorded from this byte on, and the byte after them."""
    with open(path, "rb") as file:
        file.seek(offset)
        data = file.read()
    whole = len(data) // RECORD.size * RECORD.size
    return [Turn(*fields) for fields in RECORD.iter_unpack(data[:whole])], offset + whole


if __name__ == "__main__":
    main(*sys.argv[1:])
