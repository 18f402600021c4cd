"""Medians of the rounds, ratios, and whether a target is met."""

from statistics import median

# Figures are in seconds, bytes and moves, unless their name says otherwise.
SCALE = {"ms": 1e3, "MB": 1 / 2**20}


def value(figure, results):
    """The median of a figure over the rounds; None where no round has it."""
    keys = figure.key.split("+")
    seen = [sum(r[key] for key in keys) for r in results.get(figure.run, []) if all(key in r for key in keys)]
    return median(seen) if seen else None


def judge(row, results, left_out):
    """One row as a document."""
    ours = value(row.ours, results)
    scale = SCALE.get(row.unit, 1) / (1e6 if row.unit == "ms" and row.ours.key.endswith("_us") else 1)
    out = {"case": row.case, "row": row.title, "unit": row.unit, "moves": row.ours.run.size}
    if ours is None:
        why = [r["failed"] for r in results.get(row.ours.run, []) if "failed" in r]
        return out | {"verdict": "left out" if row.ours.run in left_out else "FAILED", "why": (why or [""])[0]}
    out["scored"] = ours * scale
    others = {name: value(figure, results) for name, figure in row.against.items()}
    out["against"] = {name: other * scale for name, other in others.items() if other is not None}
    out["ratios"] = {name: ours / other for name, other in others.items() if other}
    if row.limit is None:
        return out | {"verdict": ""}
    base = others.get(row.of) if row.of else 1 / scale
    sign = "at least" if row.is_least else "at most"
    out["target"] = f"{sign} {row.limit:g}{'x ' + row.of if row.of else ' ' + row.unit}"
    if base is None:
        return out | {"verdict": f"no {row.of}"}
    limit = row.limit * base
    is_met = ours >= limit if row.is_least else ours <= limit
    return out | {"verdict": "met" if is_met else "MISSED"}


def number(amount):
    if amount >= 1000:
        return f"{amount:,.0f}"
    return f"{amount:.3g}"


def text(head, judged, note, left_out):
    """The table as Markdown, and what was missed."""
    lines = [", ".join(f"{name} {value}" for name, value in head.items()), "",
             "| case | scored | beside it | ratio | target | |", "|---|---|---|---|---|---|"]
    for row in judged:
        if "scored" not in row:
            lines.append(f"| {row['row']} | – | | | | {row['verdict']} {row.get('why', '')} |")
            continue
        beside = ", ".join(f"{name} {number(v)}" for name, v in row["against"].items())
        ratios = ", ".join(f"{number(v)}x {name}" for name, v in row["ratios"].items())
        lines.append(f"| {row['row']} | {number(row['scored'])} {row['unit']} | {beside} | {ratios} "
                     f"| {row.get('target', '–')} | {row['verdict']} |")
    missed = [row["row"] for row in judged if row["verdict"] == "MISSED"]
    count = sum(1 for row in judged if row.get("target"))
    lines += ["", f"{len(missed)} of {count} targets missed" + (": " if missed else "") + "; ".join(missed)]
    if note:
        lines.append(note)
    for run, reason in left_out.items():
        lines.append(f"left out: {run.source} {run.case}: {reason}")
    return "\n".join(lines)
