"""A disk as the calls of a daemon left it, and what of it a power cut may leave.

What is assumed:
- bytes and the length of a file are durable once a later `fdatasync` or `fsync` of it has returned,
  and stay as they are then; of what came after, anything may be on the disk or not, down to single
  sectors
- a name is durable once a later `fsync` of its folder has returned, whatever was made durable of
  the file; of the names that came after, any may be there or not. A rename is there as a whole or
  not at all
- a sector of 512 bytes is old or new, and never anything else
- a cut does not change what was durable: modes, inodes and times are those of before
"""
import json, os, shutil, stat

import calls as tracing

SECTOR = 512
SYNCS = {"fdatasync", "fsync", "sync_file_range"}
# Ways in which what was not made durable survives.
FATES = ["all", "none", "prefix", "subset", "sectors"]
NAME_FATES = ["all", "none", "prefix", "subset"]


class File:
    def __init__(self):
        # As the processes see it, as it is durable, and the changes between the two.
        self.content, self.durable, self.pending = bytearray(), b"", []

    def change(self, change):
        apply(self.content, change)
        self.pending.append(change)

    def sync(self):
        if self.pending:
            self.durable, self.pending = bytes(self.content), []

    def survivor(self, fate, generator):
        """The bytes after a cut with this fate."""
        content = bytearray(self.durable)
        if not self.pending or fate == "none":
            return content
        if fate == "sectors":
            return self.sectors(generator)
        kept = self.pending
        if fate == "prefix":
            kept = list(kept[: generator.randint(0, len(kept))])
            # The last write may have been cut within.
            if kept and kept[-1][0] == "write" and generator.random() < 0.5:
                _, offset, data = kept[-1]
                kept[-1] = ("write", offset, data[: generator.randrange(len(data) + 1)])
        elif fate == "subset":
            kept = [change for change in kept if generator.random() < 0.5]
        for change in kept:
            apply(content, change)
        return content

    def sectors(self, generator):
        old, new = self.durable, self.content
        length = generator.choice([len(old), len(new)])
        content = bytearray(length)
        for at in range(0, length, SECTOR):
            end = min(at + SECTOR, length)
            piece = (old if generator.random() < 0.5 else new)[at:end]
            content[at : at + len(piece)] = piece
        return content


class Folder:
    def __init__(self):
        self.names, self.durable = {}, {}


class Socket:
    pass


def apply(content, change):
    """A write at an offset, or a new length; a longer file ends in zeros."""
    kind, at, data = change
    end = at + len(data) if kind == "write" else at
    if kind == "grow":
        end = max(end, len(content))
    if kind == "length" and end < len(content):
        del content[end:]
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if kind == "write":
        content[at:end] = data


class Disk:
    """The files below a folder. `believes` says of a path whether its syncs count: a disk that lies
    is what the trial must find out."""

    def __init__(self, root, believes=lambda path: True):
        self.root, self.believes = root, believes
        self.top = Folder()
        # Changes of names that are not durable: each (folder, name, file or folder, None for none).
        self.pending = []
        self.open = {}

    def start(self):
        """Another process: it has no open files yet."""
        self.open = {}

    # Calls

    def do(self, call):
        if not call.succeeded and call.result is not None:
            return
        deed = getattr(self, "do_" + call.name, None)
        if deed:
            deed(call, *call.words)

    def do_openat(self, call, at, path, flags, mode=0):
        place = self.place(at, path)
        self.open.pop(call.result, None)
        if place is None:
            return
        folder, name = place
        found = self.top if folder is None else folder.names.get(name)
        if found is None:
            if "O_CREAT" not in flags:
                raise ValueError(f"the model lacks what was opened: {call}")
            found = File()
            self.rename([(folder, name, found)])
        if "O_TRUNC" in flags:
            found.change(("length", 0, b""))
        self.open[call.result] = found

    def do_open(self, call, path, flags, mode=0):
        self.do_openat(call, tracing.At(None, "/"), path, flags, mode)

    def do_close(self, call, at):
        self.open.pop(at.number, None)

    def do_fcntl(self, call, at, command, *_):
        if command in ("F_DUPFD", "F_DUPFD_CLOEXEC") and at.number in self.open:
            self.open[call.result] = self.open[at.number]

    def do_pwrite64(self, call, at, data, count, offset):
        file = self.open.get(at.number)
        if isinstance(file, File):
            written = len(data) if call.result is None else call.result
            file.change(("write", offset, data[:written]))

    def do_write(self, call, at, data, count):
        if isinstance(self.open.get(at.number), File):
            raise ValueError(f"the model knows positional writes alone: {call}")

    do_writev = do_pwritev = do_write

    def do_ftruncate(self, call, at, length):
        file = self.open.get(at.number)
        if isinstance(file, File):
            file.change(("length", length, b""))

    def do_fallocate(self, call, at, mode, offset, length):
        file = self.open.get(at.number)
        if isinstance(file, File):
            if mode != 0:
                raise ValueError(f"the model knows plain allocation alone: {call}")
            file.change(("grow", offset + length, b""))

    def do_fsync(self, call, at):
        found = self.open.get(at.number)
        if call.result is None or not self.believes(at.path):
            return
        if isinstance(found, File):
            found.sync()
        elif isinstance(found, Folder):
            self.sync_names(found)

    do_fdatasync = do_fsync

    def do_mkdirat(self, call, at, path, mode):
        place = self.place(at, path)
        if place and place[0]:
            self.rename([(*place, Folder())])

    def do_mkdir(self, call, path, mode):
        self.do_mkdirat(call, tracing.At(None, "/"), path, mode)

    def do_unlinkat(self, call, at, path, flags=0):
        place = self.place(at, path)
        if place and place[0]:
            self.rename([(*place, None)])

    def do_unlink(self, call, path):
        self.do_unlinkat(call, tracing.At(None, "/"), path)

    do_rmdir = do_unlink

    def do_renameat(self, call, at, path, to, new_path, *_):
        source, target = self.place(at, path), self.place(to, new_path)
        if source is None and target is None:
            return
        moved = source[0].names[source[1]]
        self.rename([(*source, None), (*target, moved)])

    do_renameat2 = do_renameat

    def do_rename(self, call, path, new_path):
        at = tracing.At(None, "/")
        self.do_renameat(call, at, path, at, new_path)

    def do_bind(self, call, at, address, *_):
        if "AF_UNIX" in address:
            place = self.place(tracing.At(None, "/"), tracing.strings(address)[0])
            if place:
                self.rename([(*place, Socket())])

    # Names

    def place(self, at, path):
        """(folder, name) of a path below the root; (None, "") for the root; None elsewhere."""
        path = os.path.normpath(os.path.join(at.path, path.decode()))
        if path == self.root:
            return None, ""
        if not path.startswith(self.root + "/"):
            return None
        *folders, name = path[len(self.root) + 1 :].split("/")
        folder = self.top
        for part in folders:
            folder = folder.names[part]
        return folder, name

    def rename(self, changes):
        """Changes of names that come together or not at all."""
        for folder, name, found in changes:
            set_name(folder.names, name, found)
        self.pending.append(changes)

    def sync_names(self, folder):
        left = []
        for changes in self.pending:
            if any(changed is folder for changed, _, _ in changes):
                for changed, name, found in changes:
                    set_name(changed.durable, name, found)
            else:
                left.append(changes)
        self.pending = left

    # A cut

    def survivors(self, generator):
        """What a cut now leaves: {path below the root: bytes, or the type of what has none}, and
        words for it."""
        fate, name_fate = generator.choice(FATES), generator.choice(NAME_FATES)
        kept = self.pending
        if name_fate == "none":
            kept = []
        elif name_fate == "prefix":
            kept = kept[: generator.randint(0, len(kept))]
        elif name_fate == "subset":
            kept = [changes for changes in kept if generator.random() < 0.5]
        changed = {}
        for changes in kept:
            for folder, name, found in changes:
                set_name(changed.setdefault(folder, dict(folder.durable)), name, found)
        names_of = lambda folder: changed.get(folder, folder.durable)
        found = {
            path: one.survivor(fate, generator) if isinstance(one, File) else type(one)
            for path, one in walk(self.top, names_of)}
        unsynced = sum(len(one.pending) for _, one in walk(self.top) if isinstance(one, File))
        words = f"bytes {fate} of {unsynced}, names {name_fate} of {len(self.pending)}"
        return found, words

    def contents(self):
        """What is there without a cut."""
        return {
            path: bytes(one.content) if isinstance(one, File) else type(one)
            for path, one in walk(self.top)}


def set_name(names, name, found):
    if found is None:
        names.pop(name, None)
    else:
        names[name] = found


def walk(folder, names_of=lambda folder: folder.names, path=""):
    for name, found in sorted(names_of(folder).items()):
        yield path + name, found
        if isinstance(found, Folder):
            yield from walk(found, names_of, path + name + "/")


def put_down(found, folder):
    """Writes what a cut left into a folder of the real disk."""
    for path, content in found.items():
        whole = os.path.join(folder, path)
        if content is Folder:
            os.mkdir(whole, 0o700)
        elif content is Socket:
            os.mknod(whole, 0o600 | stat.S_IFSOCK)
        else:
            with open(whole, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(content)


def keep_marks(home):
    """A home knows by inodes and times of change that it was copied. After a power cut these are
    the same as before; here they are those of new files, so the settings are told the new ones."""
    path = os.path.join(home, "settings.json")
    try:
        with open(path, "rb") as file:
            settings = json.load(file)
    except (OSError, ValueError):
        return
    if not settings.get("place"):
        return
    settings["place"]["inode"] = os.stat(home).st_ino
    mark = settings.get("mark")
    if mark:
        opened = os.path.join(home, f"opened-{mark['opening']}")
        if os.path.exists(opened):
            mark["inode"], mark["changed"] = os.stat(opened).st_ino, os.stat(opened).st_ctime_ns
        segment = os.path.join(home, "log", mark.get("segment") or "none")
        if mark.get("segmentInode") and os.path.exists(segment):
            mark["segmentInode"] = os.stat(segment).st_ino
    with open(path, "wb") as file:
        file.write(json.dumps(settings, separators=(",", ":")).encode() + b"\n")


def real_contents(folder, home):
    """What a home holds on the real disk, in the form of `contents`."""
    found = {home: Folder}
    for place, folders, files in os.walk(os.path.join(folder, home)):
        for name in folders + files:
            path = os.path.join(place, name)
            mode = os.lstat(path).st_mode
            short = os.path.relpath(path, folder)
            if stat.S_ISDIR(mode):
                found[short] = Folder
            elif stat.S_ISSOCK(mode):
                found[short] = Socket
            else:
                with open(path, "rb") as file:
                    found[short] = file.read()
    return found


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
