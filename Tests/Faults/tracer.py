"""`strace` at a daemon: it puts faults into system calls, or writes down what they did."""
import os, re, shutil, signal, subprocess, sys, tempfile, time

ATTACH_SECONDS_MAX = 20
END_SECONDS_MAX = 20
# After this long a tracer that was asked to go is ended; the system then lets its process go on.
PATIENCE_SECONDS = 1


def why_none():
    """Why no process can be traced here; None if it can."""
    if not shutil.which("strace"):
        return "there is no strace"
    if os.geteuid() != 0:
        return "only root may trace a daemon here"
    # Some containers have the program and not the right.
    with tempfile.TemporaryDirectory() as folder:
        words = ["strace", "-o", os.path.join(folder, "t"), "-e", "inject=getppid:retval=1", "true"]
        tried = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL)
    return None if tried.returncode == 0 else "strace may not trace here"


def require(name):
    """Ends a trial that cannot be run here."""
    reason = why_none()
    if reason:
        print(f"{name}: not run, {reason}")
        sys.exit(77)


class Injection:
    """A fault for some calls: `calls` by name, what happens in them, and in which of them."""

    def __init__(self, calls, action, first=1, count=1):
        self.calls, self.action, self.first, self.count = calls, action, first, count

    @property
    def words(self):
        last = self.first + self.count - 1
        return ["-e", f"inject={self.calls}:{self.action}:when={self.first}..{last}"]

    def __str__(self):
        return f"{self.calls} {self.action} x{self.count} from call {self.first}"


def arguments(injections, output, also=()):
    """The words of strace for these faults, up to the words of what is traced; `also` are calls
    that are written down and do not fail."""
    failing = [call for one in injections for call in one.calls.split(",")]
    calls = ",".join(dict.fromkeys([*failing, *also]))
    words = ["strace", "-f", "-qqq", "-s", "0", "-e", "signal=none", "-e", f"trace={calls}"]
    for one in injections:
        words += one.words
    return words + ["-o", output]


class Output:
    """What strace has written so far: how many calls were failed, or held up."""

    def __init__(self, path):
        self.path = path
        self.injected = self.delayed = 0
        self.at = 0

    def read(self):
        try:
            with open(self.path, errors="replace") as file:
                file.seek(self.at)
                for line in iter(file.readline, ""):
                    if not line.endswith("\n"):
                        break
                    self.at += len(line.encode())
                    self.injected += "(INJECTED)" in line
                    self.delayed += "(DELAYED)" in line
        except FileNotFoundError:
            pass
        return self.injected + self.delayed


class Attached:
    """strace at a process that runs. It returns once every thread is traced."""

    def __init__(self, process, injections, output, also=()):
        self.output = Output(output)
        words = arguments(injections, output, also)
        # Says when it has attached, which the quiet form does not.
        words = [word for word in words if word != "-qqq"]
        self.tracer = subprocess.Popen(
            [*words, "-p", str(process)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        said = self.tracer.stderr.readline()
        if "attached" not in said:
            self.detach()
            raise RuntimeError(f"strace: {said.strip()}")

    def detach(self):
        if self.tracer.poll() is None:
            self.tracer.send_signal(signal.SIGINT)
        try:
            self.tracer.wait(END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.tracer.kill()
            self.tracer.wait()
        self.tracer.stderr.close()
        self.output.read()


def wrapping(injections, output):
    """Words before a program, which then runs under strace from its first call on. The program is
    the child of the caller, and strace its grandchild."""
    words = arguments(injections, output)
    return [words[0], "-D", "-I", "2", *words[1:]]


def release(process):
    """Ends the tracing of a process that was started with `wrapping`; it goes on."""
    tracer = tracer_of(process)
    if not tracer:
        return
    start = time.monotonic()
    asked, is_ended = False, False
    while tracer_of(process) == tracer:
        waited = time.monotonic() - start
        if not asked or (waited > PATIENCE_SECONDS and not is_ended):
            try:
                os.kill(tracer, signal.SIGKILL if asked else signal.SIGINT)
            except ProcessLookupError:
                pass
            is_ended, asked = asked, True
        if waited > END_SECONDS_MAX:
            raise RuntimeError("strace does not let go of the daemon")
        time.sleep(0.005)


def tracer_of(process):
    """The process that traces it; None for none, or where there is no such process."""
    try:
        with open(f"/proc/{process}/status") as file:
            found = re.search(r"TracerPid:\s+(\d+)", file.read())
    except OSError:
        return None
    return int(found[1]) or None if found else None
