import Client
import Daemon
import Documents
import MoveLog
import Net

extension Command {
    static let backup = Command(
        "backup", .files, "save this device as one file", operands: "FILE",
        options: [overwriteOption],
        details: [
            "FILE holds the whole home: log, key, settings, phones and old tables. It may be",
            "made while the daemon runs. Anybody with FILE can act as this device, so keep it",
            "like the device itself. The log alone, which others may read, is what scored",
            "export log writes. FILE - is the standard output. tar reads FILE, too.",
        ]
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        try invocation.demandDevice(in: home)
        try invocation.write(to: try invocation.required(0), isPrivate: true) {
            append throws(ClientError) in
            let count = try HomeBackup.make(
                of: home, version: ProgramVersion.text,
                seconds: Int(Clocks.wallMilliseconds / 1000), append: append)
            return "saved the device, \(Phrases.count(count, "file")), in"
        }
        invocation.console.say(
            "anybody who has it can act as this device; to make it again on another device: scored restore "
                + "FILE")
        return .done
    }

    static let restore = Command(
        "restore", .files, "make a device of its backup", operands: "FILE",
        details: [
            "The home must be new. The restored device is the same as before to all others:",
            "it needs no code, and gets from them what the backup lacks. It records under a",
            "new name, such as mia/2, so that no entry is ever given twice. Use it instead of",
            "the old one: if both run, nothing is lost, and every device says so. The status",
            "warns of the new name for a day, or until: scored doctor --acknowledge",
        ]
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        let name = try invocation.required(0)
        let file = try ClientError.rethrowing(ClientError.file, GivenFileReader(name))
        let (backup, count) = try HomeBackup.restore(to: home) { count throws(ClientError) in
            try ClientError.rethrowing(ClientError.file, file.read(count))
        }
        let time = WallText.utc(WallTime(milliseconds: Int64(backup.seconds) * 1000))
        invocation.console.say(
            "restored \(Phrases.count(count, "file")) of \(time.prefix(10)) to \(home.path); use it "
                + "instead of the old device, not beside it")
        do throws(DaemonError) {
            let log = try InspectedHome(home.path, clock: .system).ledger.log
            invocation.console.say(
                "its log has \(Phrases.entries(log.entryCount)); to go on: scored up")
        } catch {
            throw .unusable("the home was restored as it was saved, but: \(error)")
        }
        return .done
    }
}
