"""Reads what strace wrote of a daemon's calls about files and answers."""
import re

# The calls that change files or names, make them durable, or send an answer.
TRACED = (
    "open,openat,creat,close,dup,dup2,dup3,fcntl,pwrite64,write,writev,pwritev,ftruncate,truncate,"
    "fallocate,fdatasync,fsync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,mkdir,"
    "mkdirat,rmdir,link,linkat,symlink,symlinkat,bind,sendto,sendmsg")
WORDS = [
    "strace", "-D", "-I", "2", "-f", "-qqq", "--seccomp-bpf", "-y", "-xx", "-ttt", "-T",
    "-s", "67108864", "-e", "signal=none", "-e", f"trace={TRACED}"]
LINE = re.compile(r"(\d+) +(\d+\.\d+) (.*)")
CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)(.*)", re.DOTALL)
RESUMED = re.compile(r"<\.\.\. \w+ resumed>")
UNFINISHED = " <unfinished ...>"
DURATION = re.compile(r"<(\d+\.\d+)>$")
DESCRIPTOR = re.compile(r"(-?\d+|AT_FDCWD)<([^>]*)>(?:\(deleted\))?")


class Call:
    """A call that ended: when it began and returned, its words, and its result."""

    def __init__(self, start, end, name, words, result):
        self.start, self.end, self.name = start, end, name
        self.words, self.result = words, result

    def __repr__(self):
        return f"{self.start:.6f} {self.name}({', '.join(map(brief, self.words))}) = {self.result}"

    @property
    def succeeded(self):
        return self.result is not None and self.result >= 0


class At:
    """A descriptor with the path that strace shows for it."""

    def __init__(self, number, path):
        self.number, self.path = number, path

    def __repr__(self):
        return f"{self.number}<{self.path}>"


def brief(word):
    return f"{len(word)} bytes" if isinstance(word, bytes) and len(word) > 80 else repr(word)


def read(path):
    """The calls of one file, in the order in which they began. A call that a crash cut off has no
    result; it may have done all or nothing."""
    open_ones, calls = {}, []
    with open(path, errors="replace") as file:
        for line in file:
            found = LINE.match(line)
            if not found:
                continue
            process, time, text = found[1], float(found[2]), found[3].rstrip("\n")
            if text.endswith(UNFINISHED):
                open_ones[process] = (time, text[: -len(UNFINISHED)])
                continue
            start = time
            resumed = RESUMED.match(text)
            if resumed:
                if process not in open_ones:
                    continue
                start, head = open_ones.pop(process)
                text = head + text[resumed.end() :]
            call = parsed(start, text)
            if call:
                calls.append(call)
    for start, head in open_ones.values():
        # Killed within the call.
        call = parsed(start, head + ") = ? <0.000000>")
        if call:
            calls.append(call)
    return sorted(calls, key=lambda call: call.start)


def parsed(start, text):
    found = CALL.fullmatch(text)
    if not found:
        return None
    duration = DURATION.search(found[4])
    result = None if found[3] == "?" else int(found[3], 0)
    end = start + (float(duration[1]) if duration else 0)
    return Call(start, end, found[1], words(found[2]), result)


def words(text):
    """The words of a call: bytes for strings, `At` for descriptors, numbers, or the text itself."""
    found, at = [], 0
    while at < len(text):
        if text[at] in ", ":
            at += 1
        elif text[at] == '"':
            end = text.index('"', at + 1)
            found.append(bytes.fromhex(text[at + 1 : end].replace("\\x", "")))
            at = end + 1
        elif descriptor := DESCRIPTOR.match(text, at):
            number, path = descriptor.groups()
            path = bytes.fromhex(path.replace("\\x", "")) if "\\x" in path else path.encode()
            found.append(At(None if number == "AT_FDCWD" else int(number), path.decode()))
            at = descriptor.end()
        elif text[at] in "[{":
            # Nothing that is in brackets has a bracket in a string: those are digits.
            depth, end = 0, at
            while end < len(text):
                depth += (text[end] in "[{") - (text[end] in "]}")
                end += 1
                if not depth:
                    break
            found.append(text[at:end])
            at = end
        else:
            end = text.find(",", at)
            end = len(text) if end < 0 else end
            word = text[at:end].strip()
            found.append(numeral(word))
            at = end
    return found


def numeral(word):
    """A number, in octal where it begins with a zero as modes do, or the word itself."""
    if re.fullmatch(r"0[0-7]+", word):
        return int(word, 8)
    return int(word, 0) if re.fullmatch(r"-?(\d+|0x[0-9a-f]+)", word) else word


def strings(text):
    """The strings of a structure, as of writev or bind."""
    return [bytes.fromhex(one.replace("\\x", "")) for one in re.findall(r'"([^"]*)"', text)]
