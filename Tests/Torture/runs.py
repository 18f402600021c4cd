"""Arguments, folder and end of a trial, such as the torture; the folder stays if something failed."""
import argparse, os, random, shutil, signal, sys, tempfile

PROBLEMS_SHOWN_MAX = 40


def parser(usage):
    """Of a trial whose draws follow from a seed. `usage` is printed for a wrong argument."""
    made = argparse.ArgumentParser(usage=usage, add_help=False)
    made.add_argument("binary", type=os.path.abspath)
    made.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    made.add_argument("--keep", action="store_true")
    return made


def perform(name, arguments, work):
    """Ends the process: with 0 if `work`, which is given a folder, returns true."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    folder = tempfile.mkdtemp(prefix="scored-", dir=os.environ.get("TMPDIR", "/tmp"))
    is_well = False
    try:
        is_well = work(folder)
    except (RuntimeError, KeyboardInterrupt) as error:
        print(f"{name}: seed {arguments.seed}: {error or 'interrupted'}", flush=True)
    finally:
        if is_well and not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"{name}: homes, history and diagnostics are in {folder}", flush=True)
    sys.exit(0 if is_well else 1)


def show(problems):
    for problem in problems[:PROBLEMS_SHOWN_MAX]:
        print(f"  ! {problem}")
    if len(problems) > PROBLEMS_SHOWN_MAX:
        print(f"  ! and {len(problems) - PROBLEMS_SHOWN_MAX} more")
    sys.stdout.flush()
