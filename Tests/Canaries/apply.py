"""Makes a copy of the package in which every planted bug stands at its place: `apply.py FOLDER`.

All patches beside this file are applied, one after another. One that applies no more is named, and so is one
whose lines stand at several places of a file; then nothing is written, and the exit code is 1. A file of the
folder that would not change is left alone, so that the next build there compiles only what did.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
copied = ["Package.swift", "Sources", "Tests"]
# What the copy has beyond the package, and where.
added = {"PlantedBug.swift": "Sources/MoveLog", "CanaryProgram.swift": "Tests/Simulate"}
seconds_max = 60


def files(folder):
    """The paths of what is copied, relative to the folder; without what builds and interpreters leave behind."""
    found = (path for name in copied for path in [folder / name, *(folder / name).rglob("*")])
    paths = (path.relative_to(folder) for path in found if path.is_file())
    return {path for path in paths if not any(part[0] == "." or part == "__pycache__" for part in path.parts)}


def hunks(patch):
    """The path and the old lines of each hunk of a patch."""
    path, old, found = None, None, []
    for line in patch.read_text().splitlines():
        if line.startswith(("diff ", "index ", "--- ")):
            old = None
        elif line.startswith("+++ b/"):
            path = pathlib.Path(line[len("+++ b/"):])
        elif line.startswith("@@"):
            old = []
            found.append((path, old))
        elif old is not None and line[:1] in (" ", "-", ""):
            old.append(line[1:])
    return [(path, "\n".join(old) + "\n") for path, old in found]


def git_apply(patch, folder):
    """Applies a patch in a folder as if that were in no repository, where git leaves files out without a word:
    what git complains of, or nothing."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment["GIT_CEILING_DIRECTORIES"] = str(folder.parent)
    result = subprocess.run(["git", "apply", "--whitespace=nowarn", patch], cwd=folder, env=environment,
                            capture_output=True, text=True, timeout=seconds_max)
    return result.stderr.strip() or "git says nothing" if result.returncode else None


def plant(patch, folder):
    """Applies a patch: what is wrong with it, or nothing."""
    name, places = patch.stem, hunks(patch)
    for path, old in places:
        if (folder / path).is_file() and (count := ("\n" + (folder / path).read_text()).count("\n" + old)) > 1:
            return f"its lines stand {count} times in {path}: give it more of them"
    if complaint := git_apply(patch, folder):
        return f"it applies no more: {complaint}"
    if not any(f"PlantedBug.isActive(.{name})" in (folder / path).read_text() for path, _ in places):
        return f"it leaves no PlantedBug.isActive(.{name})"
    return None


def update(folder, source):
    """Makes a folder the same as another, but for what is the same already."""
    wanted = files(source)
    for path in files(folder) - wanted:
        (folder / path).unlink()
    for path in wanted:
        bytes, target = (source / path).read_bytes(), folder / path
        if not target.is_file() or target.read_bytes() != bytes:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(bytes)


def main(folder):
    if folder.resolve() == root:
        sys.exit("that is the package itself: name another folder")
    with tempfile.TemporaryDirectory() as temporary:
        stage = pathlib.Path(temporary).resolve() / "package"
        for path in files(root):
            (stage / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, stage / path)
        for name, place in added.items():
            shutil.copyfile(here / name, stage / place / name)
        patches = sorted(here.glob("*.patch"))
        complaints = [(patch.name, plant(patch, stage)) for patch in patches]
        wrong = [f"Tests/Canaries/{name}: {complaint}" for name, complaint in complaints if complaint]
        if wrong or not patches:
            sys.exit("\n".join(wrong or ["there are no patches"]))
        folder.mkdir(parents=True, exist_ok=True)
        update(folder, stage)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: apply.py FOLDER")
    main(pathlib.Path(sys.argv[1]))
