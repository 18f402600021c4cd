import LocalAPI

/// What `scored verify --json` says, as far as it is compared.
struct DiskReading: Decodable {
    let digest: String
    let entries: Int
    let isSound: Bool
    let problems: [String]

    static func of(_ device: Device) throws -> DiskReading {
        try JSON.decode(
            DiskReading.self, from: Array(device.run("verify", "--json").output.utf8))
    }
}
