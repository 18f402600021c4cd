import Client
import Daemon
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels

extension Command {
    static let doctor = Command(
        CommandForm(
            "doctor", .daemon, "look over disk, log, key, clock and network",
            options: [
                OptionForm("recover", "count own entries that wait for lost older ones"),
                OptionForm("acknowledge", "take warnings about copied homes as read"),
            ],
            details: [
                "Failures first, each with what to do; then warnings; then what is OK.",
                "With the daemon running or not. Reads the log and checks every signature, and",
                "writes a small file into the home to see how fast the disk is. Exits 1 when a",
                "check failed.",
                "--recover does not wait for a device that may return what the disk lost: the",
                "entries after it are recorded again. Without it that is done once every other",
                "device of the table was linked and lacks it, or after four hours.",
                "--acknowledge ends the warnings about homes that were copied, put back or",
                "forked, on this device; the next copy warns again.",
            ])
    ) { invocation throws(ClientError) in
        if invocation.arguments.has("recover") || invocation.arguments.has("acknowledge") {
            let request = DoctorRequest(
                recover: invocation.arguments.has("recover") ? true : nil,
                acknowledge: invocation.arguments.has("acknowledge") ? true : nil)
            return try invocation.show(
                invocation.client().post(.repair, request, as: DoneDocument.self))
        }
        let home = try invocation.home()
        let document = Examination(
            home: home.path, daemon: DoctorCommand.daemon(of: home), version: ProgramVersion.text
        ).document()
        if invocation.console.isJSON {
            try invocation.console.show(document: JSON.encode(document))
        } else {
            try invocation.console.show(DoctorView(DoctorViewModel(document)))
        }
        return document.failed == 0 ? .done : .failed
    }
}

enum DoctorCommand {
    /// Asks the daemon, if there is one, and takes the time of it.
    static func daemon(of home: StateHome) -> Examination.Answer {
        let client = LocalClient(connecting: home.connect)
        let start = Clocks.uptime
        do throws(ClientError) {
            let report = try client.get(
                .doctor, as: DaemonReport.self, within: ClientLimits.doctorTime
            ).document
            return .answered(report, after: Clocks.uptime - start)
        } catch {
            if case .notRunning = error { return .absent }
            return .silent(error.lines.first ?? "no answer")
        }
    }
}
