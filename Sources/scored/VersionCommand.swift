import Client
import LocalAPI

extension Command {
    static let version = Command(
        CommandForm("version", .daemon, "the version of this program")
    ) { invocation throws(ClientError) in
        if invocation.console.isJSON {
            let document = VersionDocument(version: ProgramVersion.text)
            try invocation.console.show(document: JSON.encode(document))
        } else {
            try invocation.console.show(line: "scored \(ProgramVersion.text)")
        }
        return .done
    }
}

/// The version of this program, which `CHANGELOG.md` describes.
enum ProgramVersion {
    static let text = "0.1.0"
}

/// What `version --json` prints.
struct VersionDocument: Codable {
    var schema = 1
    let version: String
}
