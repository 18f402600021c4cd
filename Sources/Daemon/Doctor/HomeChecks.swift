import Documents
import MoveLog
import Net

/// What lies in the home: whose it is, who can read it, and what a crash left.
extension Examination {
    func permissions(of folder: Folder) -> [CheckDocument] {
        var open: [String] = []
        do throws(NetError) {
            guard try folder.isOwn() else {
                return [
                    CheckDocument(
                        "permissions", .failed, "\(path) belongs to another account",
                        advice: "run the daemon as its owner, or choose another home")
                ]
            }
            if try folder.ownMode() & 0o077 != 0 { open.append(path) }
            for name in try folder.allNames() {
                guard let mode = try folder.mode(of: name), mode & 0o077 != 0 else { continue }
                open.append(path + "/" + name)
            }
        } catch {
            return [
                CheckDocument(
                    "permissions", .failed, error.message,
                    advice: "give the account that runs the daemon the folder and its files")
            ]
        }
        guard let first = open.first else {
            return [
                CheckDocument(
                    "permissions", .fine, "only this account can read key, log and socket")
            ]
        }
        let key = path + "/identity.pem"
        guard open.contains(key) else {
            return [
                CheckDocument(
                    "permissions", .warning,
                    "other accounts of this machine can look at \(first)"
                        + (open.count > 1 ? " and \(open.count - 1) more" : ""),
                    advice: "close it to them: chmod -R go= '\(path)'")
            ]
        }
        return [
            CheckDocument(
                "permissions", .failed, "other accounts of this machine can read the key \(key)",
                advice: "close it to them: chmod -R go= '\(path)'; if somebody may have copied it, "
                    + "begin a new home, join again, and have this device removed")
        ]
    }

    func identity(in folder: Folder) -> [CheckDocument] {
        do throws(DaemonError) {
            let home = try Home(inspecting: path)
            if try home.change(of: nil) != nil {
                return [
                    CheckDocument(
                        "identity", .warning,
                        "this home was copied, moved or restored since its daemon last ran",
                        advice:
                            "that is allowed: the daemon goes on under a new name of authorship "
                            + "and nothing is lost; but use one copy only")
                ]
            }
            let told = incidents(of: home)
            guard told.isEmpty else { return told }
            return [CheckDocument("identity", .fine, "key and home belong together")]
        } catch {
            return [
                CheckDocument(
                    "identity", .failed, "\(error)",
                    advice: "restore the file from a backup, or begin a new home and join again")
            ]
        }
    }

    /// What happened to homes in the last day, as the daemon noticed it; earlier things are in
    /// `scored status --json` and `scored devices --json`.
    private func incidents(of home: Home) -> [CheckDocument] {
        home.incidents().filter { $0.isWarned(at: wallMilliseconds) }.reversed().map { incident in
            let words = IncidentWords(
                kind: incident.kind,
                device: incident.device == nil ? "this device" : "another device",
                author: "a new author",
                time: WallText.utc(WallTime(milliseconds: incident.wall)))
            return CheckDocument("identity", .warning, words.text, advice: words.advice)
        }
    }

    func leftovers(in folder: Folder) -> [CheckDocument] {
        guard case .absent = daemon else { return [] }
        let names = (try? folder.allNames()) ?? []
        guard names.contains(TableSwitch.file) || names.contains(TableSwitch.nextFolder)
        else { return [] }
        return [
            CheckDocument(
                "home", .warning, "the device was interrupted on its way to another table",
                advice: "its daemon finishes that: scored up")
        ]
    }
}
