"""Commands at terminals of their own, and what each terminal shows."""
import fcntl, os, pty, re, select, signal, struct, termios, time

PRINTED = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b.|([^\x1b]+)", re.S)


class Screen:
    """What a program shows at a terminal of its own: of the sequences only those that scored writes."""

    def __init__(self, words, environment, columns=80, rows=24):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.rest = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(words[0], words, environment)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def read(self):
        """Takes what the program has written; there must be something, or the program has ended."""
        bytes = self.rest + os.read(self.terminal, 65536)
        text, self.rest = bytes, b""
        # A sequence or a character that is not whole yet waits for the rest.
        cut = re.search(rb"(\x1b(\[[?0-9;]*)?|[\xc0-\xff][\x80-\xbf]{0,2})$", bytes)
        if cut and not self.is_whole(cut.group()):
            text, self.rest = bytes[: cut.start()], cut.group()
        for parameters, final, letters in PRINTED.findall(text.decode("utf-8", "replace")):
            if letters:
                self.write(letters)
            elif final:
                self.control(parameters, final)

    @staticmethod
    def is_whole(tail):
        try:
            return tail[0] != 0x1B and bool(tail.decode())
        except UnicodeDecodeError:
            return False

    def write(self, letters):
        for letter in letters:
            if letter == "\r":
                self.column = 0
            elif letter == "\n":
                self.row = min(self.row + 1, self.rows - 1)
            elif letter == "\b":
                self.column = max(0, self.column - 1)
            elif self.column < self.columns:
                self.cells[self.row][self.column] = letter
                self.column += 1

    def control(self, parameters, final):
        if parameters.startswith("?"):
            return
        numbers = [int(number or 0) for number in parameters.split(";")]
        first = max(1, numbers[0])
        if final == "H":
            self.row = min(first, self.rows) - 1
            self.column = min(max(1, numbers[1]) if len(numbers) > 1 else 1, self.columns) - 1
        elif final == "G":
            self.column = min(first, self.columns) - 1
        elif final == "A":
            self.row = max(0, self.row - first)
        elif final == "B":
            self.row = min(self.rows - 1, self.row + first)
        elif final == "C":
            self.column = min(self.columns - 1, self.column + first)
        elif final == "D":
            self.column = max(0, self.column - first)
        elif final == "K":
            self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)
        elif final == "J":
            self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)
            for row in range(self.row + 1, self.rows):
                self.cells[row] = [" "] * self.columns

    @property
    def lines(self):
        return ["".join(cells).rstrip() for cells in self.cells]

    @property
    def text(self):
        return "\n".join(self.lines)

    def end(self):
        try:
            os.kill(self.process, signal.SIGTERM)
            os.waitpid(self.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.terminal)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def drain(screens, seconds=0):
    """Reads all screens that have something to show, and waits so long for the first."""
    ready = select.select([screen.terminal for screen in screens], [], [], seconds)[0]
    for screen in screens:
        if screen.terminal in ready:
            screen.read()


def rest(screens, seconds):
    """Lets so much time pass, and reads meanwhile."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        drain(screens, left)
