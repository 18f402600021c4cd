import Net
import TLS
import ViewModels
import Web

/// Where phones reach the keep door: its listener, and the certificate that it shows them.
final class KeepPort {
    let listener: Listener
    let door: KeepDoor
    private(set) var places: WebPlaces
    private var certificate: WebCertificate
    private var context: WebContext
    private let home: StateHome

    /// Listens on the first of the addresses that is free, with the certificate of the home, which
    /// is made if the home has no valid one.
    init(
        home: StateHome, settings: WebSettings, phones: HostedPhones, timekeeper: any Timekeeper
    ) throws(ClientError) {
        self.home = home
        listener = try ClientError.rethrowing(
            settings.keepRefusal, WebProcess.listener(settings.keepAddresses))
        places = WebPlaces(listeningOn: listener, scheme: "https")
        let names = Self.names(of: places)
        certificate = try Self.certificate(in: home, names)
        context = try Self.context(certificate)
        door = KeepDoor(
            host: phones, timekeeper: timekeeper, hosts: places.hosts,
            drawing: SystemRandomNumberGenerator())
    }

    /// The conversation of a browser that dialled; nil if there is no room for it.
    func accept(at now: Duration) -> SecureTalk? {
        guard let view = door.accept(at: now), let channel = try? context.accept() else {
            return nil
        }
        return SecureTalk(view, in: channel, at: now)
    }

    /// Reads the addresses of this machine again. Renews the certificate if it lacks one of them or
    /// expires soon; open connections keep the old one.
    func lookAround() throws(ClientError) {
        places = WebPlaces(listeningOn: listener, scheme: "https")
        if door.hosts != places.hosts { door.hosts = places.hosts }
        let names = Self.names(of: places)
        guard !Self.isGood(certificate, for: names) else { return }
        certificate = try Self.certificate(in: home, names)
        context = try Self.context(certificate)
    }

    // MARK: The certificate

    static let keyName = "web.key.pem"
    static let certificateName = "web.cert.pem"

    private static var now: Int { Int(Clocks.wallMilliseconds / 1000) }

    /// The names of a listener that a certificate can have: a machine may be called anything.
    private static func names(of places: WebPlaces) -> [String] {
        let bytes = Set("0123456789abcdefghijklmnopqrstuvwxyz-_:".utf8)
        return places.hosts.filter { host in
            host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(bytes.contains)
            }
        }.sorted()
    }

    /// False too for one made while the clock of this machine was far ahead.
    private static func isGood(_ certificate: WebCertificate, for names: [String]) -> Bool {
        let day = 86_400
        return (ClientLimits.certificateDaysMin * day...366 * day)
            .contains(certificate.notAfter - now) && names.allSatisfy(certificate.covers)
    }

    /// The certificate of the home, or a new one in its place.
    private static func certificate(
        in home: StateHome, _ names: [String]
    ) throws(ClientError) -> WebCertificate {
        let folder: Folder
        do throws(NetError) {
            folder = try Folder(home.path, creating: false)
            let bytesMax = ChannelLimits.webFileBytesMax
            if let key = try folder.inspect(keyName, bytesMax: bytesMax),
                let text = try folder.inspect(certificateName, bytesMax: bytesMax),
                let present = try? WebCertificate(keyPEM: key, certificatePEM: text),
                isGood(present, for: names)
            {
                return present
            }
        } catch {
            throw .file(error)
        }
        let made = try ClientError.rethrowing(unusable, WebCertificate(names: names, now: now))
        let files = [
            (keyName, try ClientError.rethrowing(unusable, made.keyPEM())),
            (certificateName, try ClientError.rethrowing(unusable, made.certificatePEM())),
        ]
        // A crash between the two leaves a mismatched pair, which is then replaced.
        for (name, bytes) in files {
            try ClientError.rethrowing(ClientError.file, folder.replace(name, with: bytes))
        }
        return made
    }

    private static func context(_ certificate: WebCertificate) throws(ClientError) -> WebContext {
        try ClientError.rethrowing(unusable, WebContext(certificate))
    }

    private static func unusable(_ error: TLSError) -> ClientError {
        .unusable("\(error); no phone is served; the pages for spectators are")
    }
}
