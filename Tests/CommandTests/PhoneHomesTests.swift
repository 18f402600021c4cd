import Documents
import Foundation
import LocalAPI
import Net
import Seeds
import TLS
import Testing
import ViewModels
import Web

@testable import Client

/// The files of phones: what is kept, and what damage costs.
@Suite(.timeLimit(.minutes(1))) struct PhoneHomesTests {
    /// A home without a device, which ends with this.
    private final class Desk {
        let home = StateHome("/tmp/phones-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        let homes: PhoneHomes
        var random: SeededGenerator

        init(seed: UInt64 = 1) throws {
            _ = try Folder(home.path)
            homes = PhoneHomes(in: home)
            random = SeededGenerator(seed: seed)
        }

        deinit { try? FileManager.default.removeItem(atPath: home.path) }

        func add(_ name: String) throws -> PhoneHome { try homes.add(name, using: &random) }

        func begin(_ phone: PhoneHome, at now: Int = 1000) throws -> PairingRecord {
            try phone.beginPairing(at: now, using: &random)
        }

        func key() -> [UInt8] { [4] + random.bytes(64) }
    }

    @Test func eachPhoneHasANameAndAnIDOfItsOwn() throws {
        let desk = try Desk()
        #expect(try desk.homes.all().phones.isEmpty)
        let ana = try desk.add("  Ana   Maria ")
        let bo = try desk.add("Bo")
        #expect(ana.name == "Ana Maria" && PhoneHome.isID(ana.id) && ana.id != bo.id)
        #expect(ana.home.path == "\(desk.home.path)/phones/\(ana.id)")
        #expect(throws: ClientError.self) { try desk.add("ana maria") }
        #expect(throws: ClientError.self) { try desk.add(" ") }
        #expect(throws: ClientError.self) { try desk.add("a\u{1b}[2J") }
        #expect(throws: ClientError.self) {
            try desk.add(String(repeating: "a", count: ClientLimits.phoneNameMax + 1))
        }
        #expect(try desk.homes.phone("BO")?.id == bo.id)
        #expect(try desk.homes.phone(ana.id)?.name == "Ana Maria")
        #expect(try desk.homes.phone("Cy") == nil)
        var renamed = bo
        #expect(throws: ClientError.self) {
            try desk.homes.rename(&renamed, to: "Ana Maria")
        }
        try desk.homes.rename(&renamed, to: "BO")
        #expect(try desk.homes.all().phones.map(\.name) == ["Ana Maria", "BO"])
        for number in 3...WebLimits.phonesMax { _ = try desk.add("phone \(number)") }
        #expect(throws: ClientError.self) { try desk.add("one more") }
        // The moves of one that goes stay.
        let path = try desk.homes.archive(ana)
        #expect(FileManager.default.fileExists(atPath: path + "/phone.json"))
        #expect(try desk.homes.phone("Ana Maria") == nil)
        #expect(try desk.homes.all().phones.count == WebLimits.phonesMax - 1)
    }

    @Test func aCodeIsForOneKeyAndEndsWithTheAnswer() throws {
        let desk = try Desk()
        var phone = try desk.add("Ana")
        let (first, second) = (desk.key(), desk.key())
        #expect(try !phone.ask(first, words: ["a"]), "no code is out")
        let pairing = try desk.begin(phone)
        #expect(pairing.expires == 1600)
        #expect(Base64URL.decode(pairing.secret, count: 16) != nil)
        let folder = try Folder(phone.home.path)
        for name in ["pairing.json", "phone.json"] {
            #expect(try folder.mode(of: name) == 0o600)
        }
        #expect(try phone.ask(first, words: ["a", "b", "c", "d"]))
        #expect(try !phone.ask(second, words: ["e"]))
        #expect(try phone.asked()?.words == "a b c d")
        #expect(try phone.ask(first, words: ["f"]), "a page that was loaded again")
        try phone.refuse()
        #expect(phone.isRefused())
        #expect(try phone.pairing() == pairing, "the phone must learn of the refusal")
        // A new code knows nothing of the old one.
        let next = try desk.begin(phone)
        #expect(next.secret != pairing.secret)
        #expect(try phone.asked() == nil)
        #expect(!phone.isRefused() && !phone.isPaired)
        #expect(try phone.ask(second, words: ["g"]))
        let asked = try #require(try phone.asked())
        try phone.approve(asked)
        let found = try #require(try desk.homes.phone("Ana"))
        #expect(found.key == second && found.isPaired)
        #expect(try found.pairing() == nil)
        #expect(try found.asked() == nil)
        phone = found
        try phone.unpair()
        #expect(try desk.homes.phone("Ana")?.key == nil)
    }

    @Test func theCounterIsKept() throws {
        let desk = try Desk()
        let phone = try desk.add("Ana")
        #expect(phone.counter() == 0)
        for counter in [1, 1_790_000_000_000, 7, .max] as [UInt64] {
            phone.keep(counter: counter)
            #expect(phone.counter() == counter)
        }
    }

    /// Damage is said, with what to do, and does that; the other phones stay.
    @Test(arguments: seeds(48 as UInt64))
    func damageCostsOnePhoneAtMost(seed: UInt64) throws {
        let desk = try Desk(seed: seed)
        let phone = try desk.add("Ana")
        _ = try desk.add("Bo")
        _ = try desk.begin(phone)
        #expect(try phone.ask(desk.key(), words: ["a", "b", "c", "d"]))
        let folder = try Folder(phone.home.path)
        let names = ["phone.json", "pairing.json", "asked.json"]
        let name = try #require(names.randomElement(using: &desk.random))
        var bytes = try #require(try folder.inspect(name, bytesMax: 4096))
        switch Int.random(in: 0..<4, using: &desk.random) {
        case 0: bytes.removeLast(Int.random(in: 2...bytes.count, using: &desk.random))
        case 1: bytes = desk.random.bytes(40)
        case 2: bytes += [UInt8](repeating: 0x20, count: ClientLimits.phoneFileBytesMax)
        default:
            bytes[Int.random(in: 0..<bytes.count, using: &desk.random)] ^=
                1 << UInt8.random(in: 0..<8, using: &desk.random)
        }
        try folder.replace(name, with: bytes)
        let (phones, problems) = try desk.homes.all()
        #expect(phones.count + problems.count == 2)
        #expect(phones.contains { $0.name == "Bo" })
        for problem in problems {
            #expect(name == "phone.json")
            let text = problem.lines.joined(separator: " ")
            #expect(text.contains(phone.home.path) && text.contains("scored phone"), "\(text)")
            try folder.replace("phone.json", with: Array(#"{"name":"Ana"}"#.utf8))
            #expect(try desk.homes.phone("Ana")?.id == phone.id)
        }
        // What belongs to a code is begun again.
        for found in phones where found.id == phone.id {
            _ = try? found.asked()
            _ = try? found.pairing()
            let pairing = try desk.begin(found)
            #expect(try found.pairing() == pairing)
            #expect(try found.asked() == nil)
        }
    }

    /// A folder with the log of a phone is no free place.
    @Test func aRecordThatIsMissingIsSaid() throws {
        let desk = try Desk()
        let phone = try desk.add("Ana")
        let folder = try Folder(phone.home.path)
        try folder.remove("phone.json")
        #expect(try desk.homes.all().problems.isEmpty, "nothing was ever recorded there")
        try folder.replace("identity.pem", with: [1])
        let (phones, problems) = try desk.homes.all()
        #expect(phones.isEmpty && problems.count == 1)
    }
}

/// What the keep door is told of phones, with daemons that the test turns by hand.
@Suite(.timeLimit(.minutes(1))) struct HostedPhonesTests {
    @Test func aPhoneHasItsDaemonFromTheYesToTheEnd() throws {
        var random = SeededGenerator(seed: 3)
        let host = try HandDaemon()
        let loop = ClientLoop(home: host.home, starting: nil)
        let phones = HostedPhones(home: host.home, in: loop)
        #expect(!phones.areExpected && phones.phones.isEmpty)
        var home = try PhoneHomes(in: host.home).add("Ana", using: &random)
        let daemon = try HandDaemon(at: home.home)
        try daemon.begin()
        try Folder(home.home.path).replace("identity.pem", with: [1])
        let wall = Int(Clocks.wallMilliseconds / 1000)
        let pairing = try home.beginPairing(at: wall, using: &random)
        phones.look(atLeastEvery: .zero)
        let phone = try #require(phones.phones.first)
        #expect(phones.areExpected && phones.pairedCount == 0 && phone.library == nil)
        #expect(phone.pairing?.secret == Base64URL.decode(pairing.secret, count: 16))
        #expect(phone.pairing?.isExpired == false)
        let (key, other) = ([4] + random.bytes(64), [4] + random.bytes(64))
        #expect(phones.ask(home.id, key: key, words: ["a"]) && phone.pairing?.asked == key)
        #expect(!phones.ask(home.id, key: other, words: ["b"]) && phone.pairing?.asked == key)
        let asked = try #require(try home.asked())
        try home.approve(asked)
        phones.look(atLeastEvery: .zero)
        let library = try #require(phone.library)
        #expect(phone.key == key && phone.pairing == nil && phones.pairedCount == 1)
        let deadline = Clocks.uptime + .seconds(30)
        func settle(_ condition: () -> Bool) throws {
            while !condition() {
                try #require(Clocks.uptime < deadline)
                try daemon.turn()
                try loop.turn(until: Clocks.uptime + .milliseconds(1))
            }
        }
        try settle { daemon.subscriberCount > 0 }
        daemon.tell(WatchDocument(status: LibraryDesk.status(entries: 7)))
        try settle { library.status.value?.sync.entries == 7 }
        // Another look changes nothing.
        phones.look(atLeastEvery: .zero)
        #expect(phones.phones.first === phone && phone.library === library)
        phone.counter = 9
        phones.end()
        #expect(home.counter() == 9)
        try home.unpair()
        phones.look(atLeastEvery: .zero)
        #expect(phone.library == nil && !phones.areExpected)
        try settle { daemon.subscriberCount == 0 }
        _ = try PhoneHomes(in: host.home).archive(home)
        phones.look(atLeastEvery: .zero)
        #expect(phones.phones.isEmpty)
    }

    /// The phone whose code is over learns that before the door closes.
    @Test func anExpiredCodeIsKnownForAMoment() throws {
        var random = SeededGenerator(seed: 4)
        let host = try HandDaemon()
        let home = try PhoneHomes(in: host.home).add("Ana", using: &random)
        let wall = Int(Clocks.wallMilliseconds / 1000)
        let phones = HostedPhones(home: host.home, in: ClientLoop(home: host.home, starting: nil))
        for (age, isExpired, isExpected) in [
            (0, false, true), (610, true, true), (900, true, false),
        ] {
            _ = try home.beginPairing(at: wall - age, using: &random)
            phones.look(atLeastEvery: .zero)
            #expect(phones.phones.first?.pairing?.isExpired == isExpired)
            #expect(phones.areExpected == isExpected)
        }
    }
}

/// The certificate of the keep door.
@Suite(.timeLimit(.minutes(1))) struct KeepPortTests {
    /// The certificate of a port that was opened in the home.
    private func certificate(in home: StateHome, listen: String = "127.0.0.1:0") throws -> [UInt8] {
        var settings = WebSettings()
        settings.listen = listen
        let loop = ClientLoop(home: home, starting: nil)
        let port = try KeepPort(
            home: home, settings: settings, phones: HostedPhones(home: home, in: loop),
            timekeeper: loop.timekeeper)
        try port.lookAround()
        #expect(port.places.best.hasPrefix("https://127.0.0."))
        let folder = try Folder(home.path)
        #expect(try folder.mode(of: KeepPort.keyName) == 0o600)
        return try #require(try folder.inspect(KeepPort.certificateName, bytesMax: 65_536))
    }

    @Test func itStaysUntilItLacksAnAddressOrCannotBeRead() throws {
        let home = StateHome("/tmp/port-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        let folder = try Folder(home.path)
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let first = try certificate(in: home)
        #expect(try certificate(in: home) == first)
        let other = try certificate(in: home, listen: "127.0.0.2:0")
        #expect(other != first)
        try folder.replace(KeepPort.certificateName, with: first)
        let third = try certificate(in: home, listen: "127.0.0.2:0")
        #expect(third != first, "the key is not that of the certificate")
        try folder.replace(KeepPort.keyName, with: [0x2D])
        #expect(try certificate(in: home, listen: "127.0.0.2:0") != third)
    }

    /// A browser that says nothing, or no TLS, holds its place for a bounded time.
    @Test func aConversationWithoutTLSEnds() throws {
        let context = try WebContext(WebCertificate(names: ["localhost"], now: 1_800_000_000))
        func talk() throws -> SecureTalk {
            let inner = CommandTalk(at: .zero) { _ in .text("never") }
            return SecureTalk(inner, in: try context.accept(), at: .zero)
        }
        let silent = try talk()
        #expect(silent.wantsInput && !silent.hasOutput)
        #expect(silent.nextDeadline == ClientLimits.webHandshakeTime)
        silent.tick(at: ClientLimits.webHandshakeTime - .milliseconds(1))
        #expect(!silent.isClosed)
        silent.tick(at: ClientLimits.webHandshakeTime)
        #expect(silent.isClosed)
        let plain = try talk()
        plain.receive(Array("GET /k HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), at: .zero)
        #expect(plain.wantsClose)
        // An alert of TLS at most, and no byte of HTTP.
        #expect(plain.takeOutput(upTo: 4096, at: .zero).first ?? 21 == 21)
        #expect(!plain.hasOutput)
        let gone = try talk()
        gone.endOfInput(at: .zero)
        #expect(gone.isClosed)
    }
}
