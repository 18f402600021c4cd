import Foundation
import Net
import Testing

@testable import Client

/// The settings of the pages, where they are served, and under which names.
@Suite struct WebHomeTests {
    private static func address(_ text: String) -> Address {
        Address(text) ?? Address(.any, port: 0)
    }

    private static func interface(
        _ name: String, _ addresses: String...
    ) -> (name: String, isLoopback: Bool, addresses: [Address]) {
        (name, name == "lo", addresses.map { address("\($0):0") })
    }

    private func places(
        _ listen: String, _ interfaces: (name: String, isLoopback: Bool, addresses: [Address])...,
        name: String? = "desk.example.org"
    ) -> WebPlaces {
        WebPlaces(listen: Self.address(listen), addresses: interfaces, name: name)
    }

    /// The port of before comes first, so that links stay valid, then the usual one and ten more.
    @Test func theUsualPortsAreTriedInOrder() {
        var settings = WebSettings()
        #expect(settings.addresses.map(\.port) == Array(7422...7432))
        settings.port = 7425
        #expect(settings.addresses.map(\.port) == [7425, 7422, 7423, 7424] + Array(7426...7432))
        settings.port = 9000
        #expect(settings.addresses.map(\.port) == [9000] + Array(7422...7432))
        // A person's own address is in their links: no other will do.
        settings.listen = "192.168.1.4:80"
        #expect(settings.addresses == [Self.address("192.168.1.4:80")])
        settings.listen = "127.0.0.1:0"
        #expect(settings.addresses == ["127.0.0.1:9000", "127.0.0.1:0"].map(Self.address))
    }

    /// Phones reach the interfaces that spectators reach, at a port of their own, which stays.
    @Test func phonesAreServedBesideThePages() {
        var settings = WebSettings()
        #expect(settings.keepAddresses == (7423...7433).map { Address(.any, port: $0) })
        settings.keepPort = 7424
        #expect(settings.keepAddresses.map(\.port).prefix(3) == [7424, 7423, 7425])
        settings.listen = "192.168.1.4:80"
        #expect(settings.keepAddresses.first == Self.address("192.168.1.4:7424"))
        #expect(settings.keepAddresses.allSatisfy { $0.port > 1023 })
        settings.listen = "127.0.0.1:0"
        #expect(settings.keepAddresses == ["127.0.0.1:7424", "127.0.0.1:0"].map(Self.address))
    }

    @Test func settingsAreKeptAndDamageIsSaid() throws {
        let home = StateHome("/tmp/web-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        let folder = try Folder(home.path)
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        #expect(try WebSettings(in: home) == WebSettings())
        var settings = WebSettings()
        settings.isWanted = true
        settings.port = 7423
        settings.token = "abc"
        try settings.save(in: home)
        #expect(try WebSettings(in: home) == settings)
        #expect(try folder.mode(of: WebSettings.fileName) == 0o600)
        // A later version may have more fields, an earlier one had fewer.
        try folder.replace(WebSettings.fileName, with: Array(#"{"token":"x","new":1}"#.utf8))
        #expect(try WebSettings(in: home).token == "x")
        try folder.replace(WebSettings.fileName, with: Array("{".utf8))
        #expect(try WebSettings(in: home) == WebSettings())
        let damage = try #require(WebSettings.damage(in: home))
        #expect(damage.text.contains(WebSettings.fileName))
        try settings.save(in: home)
        #expect(try WebSettings(in: home) == settings && WebSettings.damage(in: home) == nil)
        #expect(try folder.read(WebSettings.fileName + ".damaged", bytesMax: 10) == [0x7B])
        #expect(try WebSettings(in: StateHome("/tmp/web-none")) == WebSettings())
    }

    @Test func oneProcessAtATimeMayChangeThem() throws {
        let home = StateHome("/tmp/web-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        _ = try Folder(home.path)
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        var lock = try WebSettings.lock(home)
        var other = try WebSettings.lock(home)
        #expect(lock !== nil && other === nil)
        lock = nil
        other = try WebSettings.lock(home)
        #expect(other !== nil)
    }

    @Test func theBestAddressIsOneThatOthersReach() {
        let bridge = Self.interface("docker0", "172.17.0.1")
        let wifi = Self.interface("wlan0", "[fe80::1%2]", "[2001:db8::4]", "192.168.1.20")
        let loop = Self.interface("lo", "127.0.0.1", "[::1]")
        #expect(places(":7422", loop, bridge, wifi).best == "http://192.168.1.20:7422")
        #expect(places(":7422", loop, bridge).best == "http://172.17.0.1:7422")
        let cable = Self.interface("eth0", "169.254.3.4", "[2001:db8::4]")
        #expect(places(":80", loop, cable, bridge).best == "http://169.254.3.4:80")
        let modern = Self.interface("eth0", "[2001:db8::4]")
        #expect(places(":80", loop, bridge, modern).best == "http://[2001:db8::4]:80")
        #expect(places(":7422", loop).best == "http://localhost:7422")
        let own = places("127.0.0.1:7422", loop, wifi)
        #expect(own.best == "http://127.0.0.1:7422")
        #expect(own.local == "http://localhost:7422" && own.named == nil)
        #expect(places("192.168.1.20:7422", loop, wifi).local == nil)
    }

    /// A page of a foreign site that leads its name to this machine is not among them.
    @Test func onlyOwnNamesAndAddressesAreHosts() {
        let wifi = Self.interface("wlan0", "[fe80::1%2]", "[2001:db8::4]", "192.168.1.20")
        let loop = Self.interface("lo", "127.0.0.1", "[::1]")
        #expect(
            places(":7422", loop, wifi).hosts == [
                "localhost", "127.0.0.1", "::1", "192.168.1.20", "2001:db8::4", "desk",
                "desk.local", "desk.example.org",
            ])
        #expect(places(":7422", loop, wifi).named == "http://desk.local:7422")
        #expect(places("192.168.1.20:80", loop, wifi).hosts == ["localhost", "192.168.1.20"])
        let nameless = places(":7422", loop, name: nil)
        #expect(nameless.named == nil && nameless.hosts == ["localhost", "127.0.0.1", "::1"])
        #expect(places(":7422", loop, name: "localhost").named == nil)
    }

    @Test func aRefusalSaysWhatToDo() throws {
        let taken = try Listener.listening(on: .loopback(port: 0))
        let address = try #require(taken.address)
        var failure: NetError?
        do throws(NetError) { _ = try Listener.listening(on: address) } catch { failure = error }
        let error = try #require(failure)
        var settings = WebSettings()
        let usual = settings.refusal(error).lines.joined()
        #expect(
            usual.contains("all ports from 7422 to 7432") && usual.contains("\(address)"),
            "\(usual)")
        settings.listen = address.description
        let own = settings.refusal(error).lines.joined()
        #expect(!own.contains("all ports") && own.contains("--listen"), "\(own)")
        #expect(own.contains("no page is served"))
        #if os(Linux)
            // The port is this very program's.
            let process = ProcessInfo.processInfo.processIdentifier
            #expect(own.contains("(process \(process))"), "\(own)")
        #endif
    }
}
