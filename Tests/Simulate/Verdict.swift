import Simulator

/// What a run came to, as workers tell it.
struct Verdict: Codable, Sendable {
    /// The run in the words of the command line.
    var spec: String
    /// What must hold and does not.
    var findings: [String]
    /// What the run was made of and what it came to, in words.
    var scenario: String
    var summary: String
    /// Equal runs have equal ones.
    var trace: UInt64 = 0
    var happenings = 0
    /// Simulated seconds.
    var simulated = 0.0
    /// Seconds of processor time that it took.
    var took = 0.0
    var counts: [String: Int] = [:]

    init(spec: String, _ report: Checkers.Report, scenario: String, took: Duration) {
        self.spec = spec
        findings = report.findings
        self.scenario = scenario
        summary = report.summary
        trace = report.trace.hash
        happenings = report.trace.count
        simulated = report.simulated / .seconds(1)
        self.took = took / .seconds(1)
        counts = report.counts
    }

    /// A run that did not come to its end.
    init(spec: String, ended finding: String) {
        self.spec = spec
        findings = [finding]
        scenario = ""
        summary = ""
    }

    /// In which ways the run failed: what was found without the numbers that differ from run to
    /// run.
    var ways: Set<String> {
        Set(
            findings.map { finding in
                finding.split(separator: " ").filter { word in
                    !word.contains { $0.isNumber || $0 == "@" }
                }.prefix(6).joined(separator: " ")
            })
    }

    var words: String {
        var lines = ["\(spec): \(scenario)", "  \(summary)"]
        lines.append(
            "  trace \(String(trace, radix: 16)), \(happenings) happenings, \(Int(took * 1000)) ms of a "
                + "processor, \(Int(simulated / max(took, 0.001))) times faster than real time")
        let shown = findings.prefix(12)
        lines += shown.map { "  FOUND: \($0)" }
        if findings.count > shown.count {
            lines.append("  and \(findings.count - shown.count) findings more")
        }
        return lines.joined(separator: "\n")
    }
}
