"""What a source needs beside Python, and whether it is there."""

import importlib.util
import shutil

PROGRAMS = {"redis": ["redis-server"], "nats": ["nats-server"], "floor": ["gcc"], "shell": ["gcc"], "table": ["ss"],
            ("shell", "sqlite"): ["sqlite3"], ("shell", "redis"): ["redis-server", "redis-cli"]}
MODULES = {"redis": ["hiredis"], "nats": ["nats"], "sqlite": ["zstandard"], "loro": ["loro"], "yrs": ["pycrdt"],
           ("shell", "redis"): ["hiredis"]}


def missing(run):
    """Why a case cannot run here; nothing where it can."""
    for need in (run.source, (run.source, run.case)):
        for program in PROGRAMS.get(need, []):
            if shutil.which(program) is None:
                return f"no {program}"
        for module in MODULES.get(need, []):
            if importlib.util.find_spec(module) is None:
                return f"no Python package {module}"
    return ""
