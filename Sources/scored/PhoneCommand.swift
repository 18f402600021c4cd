import Client
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels

extension Command {
    static let phone = Command(
        "phone", .table, "let a phone keep score through this device", operands: "NAME...",
        options: [
            OptionForm("rename", "NEW", "give the phone and its device another name"),
            OptionForm("remove", "take the phone from the table; its home goes to the archive"),
            OptionForm("force", "with remove: even if moves exist only there"),
            OptionForm("yes", "with remove: do not ask"),
        ],
        details: [
            "Shows an address and its QR code, good for ten minutes and one phone. The phone",
            "and this terminal then show four words: if they match, answer y. It then keeps",
            "as a device of its own, whose daemon runs here, in the folder phones of the",
            "home. If its browser lost the key, the same command binds a phone to the same",
            "device again. Pages are served for it as by scored web up, over https: its",
            "browser warns once that nobody vouches for this device.",
        ], PhoneCommand.run)

    static let phones = Command(
        "phones", .table, "list the phones that keep through this device", PhoneCommand.list)
}

enum PhoneCommand {
    fileprivate static func run(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        for option in ["force", "yes"] where arguments.has(option) && !arguments.has("remove") {
            throw arguments.misused("--\(option) can only be used with --remove")
        }
        try arguments.demandNotBoth("rename", "remove")
        if let name = arguments.value("rename") { return try rename(to: name, invocation) }
        return try arguments.has("remove") ? remove(invocation) : pair(invocation)
    }

    // MARK: Pairing

    private static func pair(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        guard invocation.isAsking else {
            throw .unusable(
                "a phone is let in by a person who compares four words, and there is no terminal to "
                    + "ask on; nothing was changed")
        }
        let home = try invocation.home()
        let client = try invocation.client()
        _ = try client.get(.health, as: HealthDocument.self)
        var generator = SystemRandomNumberGenerator()
        let homes = PhoneHomes(in: home)
        let known = try homes.phone(invocation.text)
        var phone =
            if let known { known } else { try homes.add(invocation.text, using: &generator) }
        let pairing = try phone.beginPairing(at: wall, using: &generator)
        try show(address(of: pairing, at: home), for: phone, invocation.console)
        let asked = try approved(phone, pairing, invocation)
        try PhoneDaemon(of: phone, at: home).join(with: client)
        try phone.approve(asked)
        invocation.console.say(
            "\(phone.name) keeps with this phone now; all phones: scored phones")
        return .done
    }

    private static var wall: Int { Int(Clocks.wallMilliseconds / 1000) }

    /// The addresses that the phone may open, the best one first. The process that serves pages is
    /// started if it is absent, and opens the keep door.
    private static func address(
        of pairing: PairingRecord, at home: StateHome
    ) throws(ClientError) -> [String] {
        let service = WebService(home: home)
        _ = try service.begin()
        // The keep door opens when the process sees the code, at the latest when it is asked.
        let keep = try service.ask(WebDocument.get)?.document.keep
        guard let url = keep?.url else {
            throw .unusable(
                keep?.problems.first
                    ?? "the process that serves pages has no door for phones; restart it: scored web "
                    + "down, then scored web up")
        }
        return [url, keep?.named].compactMap(\.self).map { "\($0)/k#\(pairing.secret)" }
    }

    private static func show(
        _ addresses: [String], for phone: PhoneHome, _ console: Console
    ) throws(ClientError) {
        console.say(
            "\(phone.name)'s phone opens this address within ten minutes, in the same network; the "
                + "browser warns once that nobody vouches for this device: go on")
        var lines = [addresses[0]]
        if addresses.count > 1 { lines.append("where names work: \(addresses[1])") }
        try console.show(lines, withCodeOf: addresses[0])
    }

    /// Waits for a phone that shows the code, and asks if it is the right one. Throws if it is not,
    /// or if none came.
    private static func approved(
        _ phone: PhoneHome, _ pairing: PairingRecord, _ invocation: Invocation
    ) throws(ClientError) -> AskedRecord {
        let sources = ClientSources()
        var shown: AskedRecord?
        while true {
            guard try phone.pairing() == pairing else {
                throw .unusable("another command has made a new code for \(phone.name)")
            }
            guard let asked = try phone.asked() else {
                guard wall < pairing.expires else {
                    try phone.refuse()
                    throw .unusable(
                        "no phone has opened the address within ten minutes; nothing was changed; "
                            + "for a new one: scored phone \(Phrases.shellWord(phone.name))")
                }
                try sources.turn(until: Clocks.uptime + ClientLimits.phonesLookTime)
                continue
            }
            // A page that was loaded again while the person was asked has other words.
            if asked == shown { return asked }
            if shown != nil { invocation.console.say("the phone has asked again, with new words") }
            invocation.console.say("the words here: \(asked.words)")
            guard try invocation.asks("Does the phone show the same words?") == true else {
                try phone.refuse()
                throw .unusable(
                    "the phone was not let in; if it showed other words, another phone has opened "
                        + "the address: run the command again and show the code to one phone alone")
            }
            shown = asked
        }
    }

    // MARK: The list

    fileprivate static func list(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let (phones, problems) = try PhoneHomes(in: home).all()
        let table = try invocation.lookingClient(isSaid: false).status().document
        let document = PhonesDocument(
            phones: phones.map { PhoneDaemon(of: $0, at: home).document(in: table) },
            problems: problems.map { $0.lines.joined(separator: " ") })
        try invocation.show(document, as: view(of: document.phones))
        guard !invocation.console.isJSON else { return .done }
        for problem in document.problems { invocation.console.say("! \(problem)") }
        if phones.isEmpty {
            invocation.console.say(
                "no phone keeps through this device; to let one in: scored phone NAME")
        }
        return .done
    }

    private static func view(of phones: [PhoneDocument]) -> any PlainView {
        let titles = ["phone", "ID", "device", "state", "tracks", "moves only there"]
        let rows = phones.map { phone in
            Grid.Row([
                phone.name, phone.id, phone.device ?? "", state(of: phone),
                phone.tracked.map(String.init) ?? "", phone.unsynced.map(String.init) ?? "",
            ])
        }
        return GridView(Grid(columns: titles.map { Grid.Column($0) }, rows: rows))
    }

    private static func state(of phone: PhoneDocument) -> String {
        if phone.isPairing { return "a code is out" }
        guard phone.isPaired else { return "no phone let in" }
        guard phone.device != nil else { return "its daemon does not run" }
        return switch phone.state {
        case .inSync: "in sync"
        case .syncing: "syncing"
        case .suspect, .away, .neverSeen: "not connected"
        case .left: "left the table"
        case nil: "no member of the table"
        }
    }

    // MARK: Changes

    /// The phone that the command line names.
    private static func known(_ invocation: Invocation) throws(ClientError) -> PhoneHome {
        guard let phone = try PhoneHomes(in: invocation.home()).phone(invocation.text) else {
            throw .unusable(
                "no phone is called \(invocation.text); nothing was changed; all phones: "
                    + "scored phones")
        }
        return phone
    }

    private static func rename(
        to name: String, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        var phone = try known(invocation)
        try PhoneHomes(in: home).rename(&phone, to: name)
        guard !phone.home.isFresh else {
            invocation.console.say("the phone is called \(phone.name)")
            return .done
        }
        return try invocation.show(
            PhoneDaemon(of: phone, at: home).client()
                .post(.keeper, KeeperRequest(name: phone.name), as: DoneDocument.self))
    }

    private static func remove(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        var phone = try known(invocation)
        let client = try invocation.client()
        let daemon = PhoneDaemon(of: phone, at: home)
        let device = try member(phone, daemon, of: client, invocation)
        let trial = try device.map { device throws(ClientError) in
            try client.post(
                .removeDevice, RemovalRequest(device: device, isTrial: true),
                as: RemovalAnswer.self
            ).document.text
        }
        if !invocation.arguments.has("yes") {
            try invocation.confirm(
                "Remove \(phone.name)'s phone for good?", of: trial ?? "",
                otherwise: "nothing was removed")
        }
        try phone.unpair()
        // Once the process answers, it has released the phone's daemon and does not restart it.
        _ = try WebService(home: home).ask(WebDocument.get)
        if let processID = try daemon.end() { try DownCommand.await(processID) }
        let answer = try device.map { device throws(ClientError) in
            try client.post(
                .removeDevice,
                RemovalRequest(request: RequestName.random(), device: device),
                as: RemovalAnswer.self)
        }
        let archive = try PhoneHomes(in: home).archive(phone)
        let removed = answer?.document.text ?? "\(phone.name)'s phone was removed"
        let text = "\(removed); its home is kept in \(archive)"
        return try invocation.report(
            answer?.bytes ?? JSON.encode(DoneDocument(text: text)), text,
            warnings: answer?.document.warnings ?? [])
    }

    /// The name of the phone's device at this table; nil if it never joined, or joined another one.
    /// Throws while moves exist only there.
    private static func member(
        _ phone: PhoneHome, _ daemon: PhoneDaemon, of client: LocalClient, _ invocation: Invocation
    ) throws(ClientError) -> String? {
        guard !phone.home.isFresh else { return nil }
        let own = try daemon.status()
        let table = try client.status().document.table
        let unsynced = own.sync.unsynced
        // Moves of a device that the table has removed stay there, and the archive keeps them.
        let isRemoved = own.identity?.removal != nil
        if unsynced > 0, !isRemoved, !invocation.arguments.has("force") {
            throw .unusable(
                "\(Phrases.count(unsynced, "move")) of \(phone.name) "
                    + "\(unsynced == 1 ? "is" : "are") on no other device yet; nothing was changed; "
                    + "wait until scored phones shows 0, or give --force: the archive keeps them")
        }
        return own.table.id == table.id ? own.device.name : nil
    }

    /// Ends the daemons of all phones in order; the text says how many there were.
    static func endDaemons(in home: StateHome) throws(ClientError) -> String {
        var count = 0
        for phone in try PhoneHomes(in: home).all().phones {
            guard let processID = try PhoneDaemon(of: phone, at: home).end() else { continue }
            try DownCommand.await(processID)
            count += 1
        }
        guard count > 0 else { return "" }
        let daemons = count == 1 ? "daemon" : "daemons"
        return "; the \(daemons) of \(Phrases.count(count, "phone")) ended"
    }
}
