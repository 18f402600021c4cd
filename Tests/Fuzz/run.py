"""Runs the fuzz targets that Scripts/fuzz has built, and prints what they did.

A target that runs blind proves nothing: it fails where the program counts no edges, where the seeds
reach none that an empty input does not, and where the run reaches none beyond the seeds.
"""
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parents[2]
build = root / ".build-fuzz"
binary = build / "release" / "fuzz"
targets = re.findall(r"^    case (\w+)$", (root / "Tests/FuzzTargets/FuzzTarget.swift").read_text(), re.M)
limits = ["-rss_limit_mb=1024", "-malloc_limit_mb=256", "-max_len=16384"]
# What an instrumented program may take of the processor for an input that may take a second without.
# The address sanitizer's own page says that it makes programs twice as slow; the counters of edges and
# of comparisons come on top.
seconds_max = 3
# A job with less time of the processor left than it takes to read the corpus again is not worth a start; nor does
# a machine so busy that a job gets less than its share hold a run up for longer than this many times its length.
left_min, share = 10, 4


def patience():
    """libFuzzer measures by the clock on the wall, and other programs want the processor too."""
    return max(1, round(seconds_max * max(1, os.getloadavg()[0] / os.cpu_count())))


def environment(target, **more):
    return {**os.environ, "SCORED_FUZZ_TARGET": target, **more}


def prepare(target):
    """The corpus grows over the runs; the seeds are written again."""
    seeds, corpus = build / "seeds" / target, build / "corpus" / target
    findings = build / "findings" / target
    for folder in (seeds, corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for old in seeds.iterdir():
        old.unlink()
    subprocess.run([binary, "-runs=0"], env=environment(target, SCORED_FUZZ_SEEDS=str(seeds)),
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return seeds, corpus, findings


def spend(target, words, seconds, output=subprocess.DEVNULL):
    """Runs the program: its exit code, and the seconds of processor that it took. Past the seconds on the wall it
    is killed."""
    process = subprocess.Popen(["timeout", "--foreground", "--signal=KILL", str(seconds), *words],
                               env=environment(target), stdout=output, stderr=output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def attempt(target, log, seconds, seeds, corpus, findings):
    words = ["nice", "-n", "19", binary, *limits, f"-timeout={patience()}", f"-max_total_time={seconds}",
             "-print_final_stats=1", "-reload=5", f"-artifact_prefix={findings}/",
             f"-dict={root}/Tests/Fuzz/Dictionaries/{target}.dict", corpus, seeds]
    with open(log, "w") as output:
        return spend(target, words, seconds + 300, output)


def work(job, seconds, once, is_over):
    """Runs a job with `once` until its time of the processor is spent, or all is over: the logs of its runs, the
    seconds on the wall and of the processor, and whether it hung. A busy machine makes an input wait longer than
    libFuzzer does, which ends the job: it starts again, for the rest of its time."""
    logs, spent, begun = [], 0, time.time()
    while True:
        log = build / f"{job}-{len(logs)}.log"
        code, more = once(log, max(1, round(seconds - spent)))
        logs.append(log)
        spent += more
        hung = code in (137, -9)
        is_willing = code == 0 or "libFuzzer: timeout" in log.read_text(errors="replace")
        wall = time.time() - begun
        if hung or not is_willing or seconds - spent < left_min or wall > share * seconds or is_over():
            return logs, wall, spent, hung


@functools.cache
def is_slow(target, path):
    """Whether an input that took long takes long by itself."""
    alone, empty = (spend(target, [binary, word], 600)[1] for word in (path, "-runs=0"))
    return alone - empty > seconds_max


def edges(target, *folders):
    """The edges that the inputs in the folders reach, without any the empty input; 0 where the program
    counts none."""
    done = subprocess.run(["nice", "-n", "19", binary, "-runs=0", *folders], text=True, check=False,
                          env=environment(target), stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, errors="replace", timeout=600)
    counted = re.search(r"INITED\s+cov: (\d+)", done.stderr)
    return int(counted[1]) if counted else 0


def minimise(target, finding):
    small = finding.with_name("small-" + finding.name)
    words = ["timeout", "60", binary, "-minimize_crash=1", "-max_total_time=20", *limits,
             f"-exact_artifact_path={small}", finding]
    subprocess.run(words, env=environment(target), stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return small if small.exists() else finding


def figures(log):
    """What the log of a run says: executions, edges at the end, size of the corpus."""
    text = log.read_text(errors="replace")
    states = [tuple(map(int, state)) for state in
              re.findall(r"#(\d+)\s+\w+\s+cov: (\d+) ft: \d+ corp: (\d+)", text)]
    done = re.search(r"number_of_executed_units: (\d+)", text)
    last = max(states, default=(0, 0, 0))
    return int(done[1]) if done else last[0], last[1], last[2]


def run(target, seconds, jobs):
    folders = prepare(target)
    empty, seeded = edges(target), edges(target, folders[0])
    if not 0 < empty < seeded:
        print(f"  {target} counts {empty} edges for an empty input and {seeded} for its seeds: it runs"
              " without coverage, or its seeds do not reach it", flush=True)
        return 1
    known = set(folders[2].iterdir())

    def found():
        return [path for path in sorted(set(folders[2].iterdir()) - known)
                if "slow-unit" not in path.name and "small-" not in path.name
                and not (path.name.startswith("timeout") and not is_slow(target, path))]

    def once(log, left):
        return attempt(target, log, left, *folders)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        ended = list(pool.map(lambda job: work(f"{target}-{job}", seconds, once, found), range(jobs)))
    logs, walls, times, hangs = zip(*ended)
    done, new, hung = [figures(log) for job in logs for log in job], found(), sum(hangs)
    executions, reached = sum(item[0] for item in done), max(item[1] for item in done)
    print(f"{target:13}{sum(walls):6.0f} s ({sum(times):5.0f} s of processor){executions:11} executions  "
          f"edges {seeded:5} to {reached:5}  corpus {max(item[2] for item in done):5}  "
          f"findings {len(new)}", flush=True)
    for path in new:
        small = minimise(target, path) if path.name.startswith("crash") else path
        print(f"  SWIFT_BACKTRACE=enable=no SCORED_FUZZ_TARGET={target} {binary} {small}")
    if hung:
        print(f"  {hung} jobs did not end: see {build}/{target}-*.log", flush=True)
    if reached <= seeded and not new:
        print("  no edge beyond the seeds: give it more seconds, or see what keeps it out", flush=True)
    return len(new) + hung + (reached <= seeded)


if __name__ == "__main__":
    what, seconds, jobs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if what != "all" and what not in targets:
        sys.exit(f"there is no target {what}; there are: {' '.join(targets)}")
    failures = sum(run(target, seconds, jobs) for target in (targets if what == "all" else [what]))
    sys.exit(1 if failures else 0)
