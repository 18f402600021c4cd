package import Documents
import MoveLog
import Net

/// Looks a device over, with its daemon running or not, and changes nothing but a small file that it
/// writes into the home and takes away again to see how long the disk needs.
package struct Examination {
    /// How the daemon answered.
    package enum Answer: Sendable {
        /// It did, after so long.
        case answered(DaemonReport, after: Duration)
        /// None is there.
        case absent
        /// One is there and did not answer; why.
        case silent(String)
    }

    let path: String
    let daemon: Answer
    let version: String
    let wallMilliseconds: Int64

    /// - Parameters:
    ///   - path: the home of the device.
    ///   - daemon: what its daemon said.
    ///   - version: of the program that looks.
    ///   - wallMilliseconds: what the device's wall clock says, since 1970.
    package init(
        home path: String, daemon: Answer, version: String,
        wallMilliseconds: Int64 = Clocks.wallMilliseconds
    ) {
        self.path = path
        self.daemon = daemon
        self.version = version
        self.wallMilliseconds = wallMilliseconds
    }

    /// Everything that was found. Never throws: what cannot be looked at is a finding. Cost: the log
    /// is read and verified in full, and the disk is written to some dozens of times.
    package func document() -> DoctorDocument {
        DoctorDocument(home: path, checks: checks())
    }

    private func checks() -> [CheckDocument] {
        let folder: Folder
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            return [Self.unopened(error, path), checkOfWallClock]
        }
        let key = (try? folder.size(of: "identity.pem")) ?? nil
        guard key != nil || isUsed(folder) else {
            return [
                CheckDocument(
                    "home", .warning, "nothing is set up in \(path)",
                    advice: "begin or join a table: scored")
            ] + disk(folder) + [checkOfWallClock]
        }
        return daemonChecks + disk(folder) + [log] + permissions(of: folder)
            + identity(in: folder) + leftovers(in: folder) + [checkOfWallClock] + network
    }

    private func isUsed(_ folder: Folder) -> Bool {
        let names = (try? folder.allNames()) ?? []
        return names.contains(TableSwitch.charterFile) || names.contains(TableSwitch.logFolder)
    }

    private static func unopened(_ error: NetError, _ path: String) -> CheckDocument {
        error.isAbsence
            ? CheckDocument(
                "home", .warning, "nothing is set up in \(path)",
                advice: "begin or join a table: scored")
            : CheckDocument(
                "home", .failed, error.message,
                advice: "give this account the folder, or choose another with SCORED_HOME")
    }

    // MARK: Log and clock

    private var log: CheckDocument {
        do throws(DaemonError) {
            let found = try Verification.document(ofHome: path)
            guard found.isSound else {
                return CheckDocument(
                    "log", .failed, found.problems.joined(separator: "; "),
                    advice: "keep this device on and linked: what is lost here comes back from "
                        + "devices that hold it")
            }
            let words =
                "\(Phrases.entries(found.entries)) of "
                + "\(Phrases.count(found.authors, "author")), "
                + "\(Phrases.count(found.heads, "signature")) checked, digest \(found.words)"
            guard found.problems.isEmpty else {
                return CheckDocument(
                    "log", .warning, found.problems.joined(separator: "; ") + "; " + words,
                    advice: "nothing is lost; the next start of the daemon puts it right")
            }
            return CheckDocument(
                "log", .fine, words,
                figures: ["entries": Double(found.entries), "bytes": Double(found.bytes)])
        } catch {
            return CheckDocument(
                "log", .failed, "\(error)",
                advice: "what other devices hold is safe there; what only this one holds is in "
                    + "\(path)/\(TableSwitch.logFolder)")
        }
    }

    /// Before this program existed no wall clock can have been right.
    static let wallMillisecondsMin: Int64 = 1_735_689_600_000

    private var checkOfWallClock: CheckDocument {
        guard wallMilliseconds >= Self.wallMillisecondsMin else {
            return CheckDocument(
                "clock", .warning, "this device's wall clock stands before 2025",
                advice: "set it: the score is not touched, the times in the log are")
        }
        guard Clocks.bootID != nil else {
            return CheckDocument(
                "clock", .warning,
                "the system does not say when it started, so a running game clock is estimated "
                    + "after each start of the daemon",
                advice: "with another device at the table it is exact again")
        }
        return CheckDocument("clock", .fine, "wall clock and uptime can be read")
    }
}
