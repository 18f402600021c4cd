import LocalAPI
import Net
import Web

/// The folder `phones` of a home. Each phone that keeps score through this device has a folder in
/// it, named by its ID, which is the home of a daemon of its own.
///
/// The commands of a person write all files of a phone but two: `asked.json` and `counter` belong
/// to the process that serves the keep door.
package struct PhoneHomes {
    static let folderName = "phones"

    private let home: StateHome

    package init(in home: StateHome) { self.home = home }

    private var path: String { "\(home.path)/\(Self.folderName)" }

    /// Every phone, by name, and an error for each whose record cannot be read: a damaged record
    /// hides no other phone.
    package func all() throws(ClientError) -> (phones: [PhoneHome], problems: [ClientError]) {
        var phones: [PhoneHome] = []
        var problems: [ClientError] = []
        for id in try ids() {
            do throws(ClientError) {
                if let phone = try PhoneHome(id, in: path) { phones.append(phone) }
            } catch {
                problems.append(error)
            }
        }
        return (phones.sorted { ($0.name, $0.id) < ($1.name, $1.id) }, problems)
    }

    private func ids() throws(ClientError) -> [String] {
        do throws(NetError) {
            return try Folder(path, creating: false).folderNames().filter(PhoneHome.isID)
        } catch {
            guard !error.isAbsence else { return [] }
            throw .file(error)
        }
    }

    /// The phone of that name, in any case, or of that ID; nil if there is none.
    package func phone(_ text: String) throws(ClientError) -> PhoneHome? {
        let phones = try all().phones
        return phones.first { $0.isNamed(text) } ?? phones.first { $0.id == text }
    }

    /// Makes the folder of a new phone. Throws if the name is taken or there is no room.
    package func add(
        _ name: String, using generator: inout some RandomNumberGenerator
    ) throws(ClientError) -> PhoneHome {
        try home.demandOwn()
        let name = try checked(name)
        let taken = try ids()
        guard taken.count < WebLimits.phonesMax else {
            throw .unusable(
                "\(WebLimits.phonesMax) phones keep here, and no more fit; nothing was changed; "
                    + "remove one: scored phone NAME --remove")
        }
        var id = ""
        repeat {
            let digits = String(UInt32.random(in: 0 ... .max, using: &generator), radix: 16)
            id = String(repeating: "0", count: 8 - digits.utf8.count) + digits
        } while taken.contains(id)
        let phone = PhoneHome(id: id, path: "\(path)/\(id)", record: PhoneRecord(name: name))
        _ = try ClientError.rethrowing(ClientError.file, Folder(phone.home.path))
        try phone.home.replace(PhoneHome.recordName, with: phone.record)
        return phone
    }

    package func rename(_ phone: inout PhoneHome, to name: String) throws(ClientError) {
        let name = try checked(name, besides: phone.id)
        try phone.change { $0.name = name }
    }

    /// Puts the folder of a phone into the archive of the home; returns its path there.
    package func archive(_ phone: PhoneHome) throws(ClientError) -> String {
        do throws(NetError) {
            let archive = try Folder("\(home.path)/archive")
            let taken = try archive.allNames()
            var name = "phone-\(phone.id)"
            var number = 2
            while taken.contains(name) {
                name = "phone-\(phone.id)-\(number)"
                number += 1
            }
            try Folder(path, creating: false).rename(phone.id, to: name, in: archive)
            return "\(archive.path)/\(name)"
        } catch {
            throw .file(error)
        }
    }

    /// The cleaned name; throws if nothing of it can be shown, or if another phone has it.
    private func checked(
        _ text: String, besides id: String? = nil
    ) throws(ClientError) -> String {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard PhoneRecord.isName(name) else {
            throw .unusable(
                "a phone's name has 1 to \(ClientLimits.phoneNameMax) characters, and no control "
                    + "characters; nothing was changed")
        }
        if let other = try all().phones.first(where: { $0.isNamed(name) && $0.id != id }) {
            throw .unusable(
                "the phone \(other.id) is called \(other.name) already; nothing was changed; "
                    + "choose another name")
        }
        return name
    }
}

/// The file `phone.json` of a phone.
struct PhoneRecord: Codable, Equatable, Sendable {
    /// Fields may be added in the same version; 1 for this form.
    var schema = 1
    /// The person at the phone.
    var name: String
    /// The point of its key, 65 bytes as base64url; nil before the first approval.
    var key: String?

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decodeIfPresent(Int.self, forKey: .schema) ?? 1
        name = try values.decode(String.self, forKey: .name)
        key = try values.decodeIfPresent(String.self, forKey: .key)
        guard Self.isName(name), key.map({ Base64URL.decode($0, count: 65) != nil }) ?? true else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: values.codingPath, debugDescription: "no name, or no key"))
        }
    }

    static func isName(_ text: String) -> Bool {
        (1...ClientLimits.phoneNameMax).contains(text.count)
            && text.unicodeScalars.count <= 4 * ClientLimits.phoneNameMax
            && text.unicodeScalars.allSatisfy {
                ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
                    $0.properties.generalCategory)
            }
    }
}

/// The file `pairing.json`: a code that is open for a phone.
package struct PairingRecord: Codable, Equatable, Sendable {
    /// 16 random bytes as base64url, the end of the address that the phone opens.
    package var secret: String
    /// In seconds since 1970.
    package var expires: Int
    var name: String
}

/// The file `asked.json`: the phone that has shown the code.
package struct AskedRecord: Codable, Equatable, Sendable {
    /// As in `PhoneRecord`.
    var key: String
    /// Four words that both screens show.
    package var words: String
}

/// A phone's folder.
package struct PhoneHome {
    static let recordName = "phone.json"
    private static let pairingName = "pairing.json"
    private static let askedName = "asked.json"
    private static let refusedName = "refused.json"
    private static let counterName = "counter"

    /// Eight hexadecimal digits.
    package let id: String
    /// The home of its daemon.
    package let home: StateHome
    private(set) var record: PhoneRecord

    fileprivate init(id: String, path: String, record: PhoneRecord) {
        self.id = id
        home = StateHome(path)
        self.record = record
    }

    /// Nil for a folder that a crash left before anything was in it.
    fileprivate init?(_ id: String, in path: String) throws(ClientError) {
        let path = "\(path)/\(id)"
        let home = StateHome(path)
        guard let record: PhoneRecord = try Self.read(Self.recordName, in: home) else {
            guard !home.isFresh else { return nil }
            throw Self.damage("there is no \(path)/\(Self.recordName)", Self.recordName, path)
        }
        self.init(id: id, path: path, record: record)
    }

    package var name: String { record.name }

    /// True once a person has approved a key.
    package var isPaired: Bool { record.key != nil }

    /// The point of its key, 65 bytes; nil before the first approval.
    var key: [UInt8]? { record.key.flatMap { Base64URL.decode($0, count: 65) } }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 8
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    fileprivate func isNamed(_ text: String) -> Bool { name.lowercased() == text.lowercased() }

    fileprivate mutating func change(
        _ change: (inout PhoneRecord) -> Void
    ) throws(ClientError) {
        var changed = record
        change(&changed)
        try home.replace(Self.recordName, with: changed)
        record = changed
    }

    // MARK: Pairing

    /// Saves a new code, valid for `ClientLimits.pairingTime` from `now`, in seconds since 1970.
    /// Discards an earlier code and the phone that has shown it.
    package func beginPairing(
        at now: Int, using generator: inout some RandomNumberGenerator
    ) throws(ClientError) -> PairingRecord {
        try endPairing()
        let pairing = PairingRecord(
            secret: Base64URL.random(using: &generator),
            expires: now + Int(ClientLimits.pairingTime.components.seconds), name: name)
        try home.replace(Self.pairingName, with: pairing)
        return pairing
    }

    /// The last code that was not approved, even if it was refused or has expired; nil for none.
    package func pairing() throws(ClientError) -> PairingRecord? {
        try Self.read(Self.pairingName, in: home)
    }

    /// The phone that has shown the code; nil while none has.
    package func asked() throws(ClientError) -> AskedRecord? {
        try Self.read(Self.askedName, in: home)
    }

    func isRefused() -> Bool {
        (try? Folder(home.path, creating: false).size(of: Self.refusedName)) ?? nil != nil
    }

    /// Saves the key that showed the code; false if another key was first, or no code is open.
    func ask(_ key: [UInt8], words: [String]) throws(ClientError) -> Bool {
        let record = AskedRecord(
            key: Base64URL.encode(key), words: words.joined(separator: " "))
        if let first = try asked(), first.key != record.key { return false }
        guard try pairing() != nil else { return false }
        try home.replace(Self.askedName, with: record)
        return true
    }

    /// Lets the phone that asked keep score from now on, in place of an earlier one.
    package mutating func approve(_ asked: AskedRecord) throws(ClientError) {
        try change { $0.key = asked.key }
        try endPairing()
    }

    /// Refuses the phone that asked. The code stays until it expires, so that the phone is told.
    package func refuse() throws(ClientError) {
        try home.replace(Self.refusedName, with: [String: String]())
    }

    /// Forgets the phone's key, so that it no longer keeps score; its moves stay.
    package mutating func unpair() throws(ClientError) {
        try change { $0.key = nil }
        try endPairing()
    }

    /// Removes the code first: after a crash the other files mean nothing without it.
    private func endPairing() throws(ClientError) {
        let folder = try ClientError.rethrowing(ClientError.file, Folder(home.path))
        for name in [Self.pairingName, Self.askedName, Self.refusedName] {
            try ClientError.rethrowing(ClientError.file, folder.remove(name))
        }
    }

    // MARK: The counter

    /// The highest counter of its signed requests; 0 if none was kept.
    func counter() -> UInt64 {
        let bytes = try? Folder(home.path, creating: false)
            .inspect(Self.counterName, bytesMax: ClientLimits.phoneFileBytesMax)
        return UInt64(String(decoding: (bytes ?? []).prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
    }

    /// Saves the counter without waiting for the disk: a request that a power cut lets through
    /// twice has the request ID under which it was recorded.
    func keep(counter: UInt64) {
        let digits = String(counter)
        let text = String(repeating: "0", count: 20 - digits.utf8.count) + digits + "\n"
        try? Folder(home.path, creating: false)
            .write(Array(text.utf8), to: Self.counterName, at: 0)
    }

    // MARK: Files

    private static func read<Record: Decodable>(
        _ name: String, in home: StateHome
    ) throws(ClientError) -> Record? {
        let path = home.path
        let bytes: [UInt8]?
        do throws(NetError) {
            bytes = try Folder(path, creating: false)
                .inspect(name, bytesMax: ClientLimits.phoneFileBytesMax)
        } catch {
            guard !error.isAbsence else { return nil }
            throw damage(error.message, name, path)
        }
        guard let bytes else { return nil }
        do throws(LocalAPIError) {
            return try JSON.decode(Record.self, from: bytes)
        } catch {
            throw damage("\(path)/\(name) cannot be read: \(error)", name, path)
        }
    }

    private static func damage(
        _ problem: String, _ name: String, _ path: String
    ) -> ClientError {
        .unusable(
            name == recordName
                ? "\(problem); what this phone recorded is safe in \(path); to go on, write the name "
                    + "of its keeper into the file, as {\"name\":\"NAME\"}, and pair it again: "
                    + "scored phone NAME"
                : "\(problem); what this phone recorded is safe; to begin with a new code: "
                    + "scored phone NAME")
    }
}
