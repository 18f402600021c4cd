import Documents
import MoveLog

/// Replaces each word of a text by a dot that is not in a list of the program's words, so that no
/// name, address, path, key, code or joining word is left. Short numbers pass, and the time at which
/// a line of diagnostics begins.
///
/// The list has no word that is a usual name, and of its words those do not pass that are a part of
/// a name in the home.
struct WordSieve {
    private static let dot = "·"
    /// Bytes of a number that passes: a count of bytes, but no digits of a key or an author.
    private static let numberBytesMax = 12

    /// The parts of names, in lower case.
    private let names: Set<Substring>

    /// A path may have spaces, and words of the list between them.
    private let path: String

    /// `names` are the names that the home knows, `path` is its own.
    init(without names: [String], _ path: String) {
        self.names = Set(names.flatMap { Self.parts($0[...]) })
        self.path = path
    }

    private static func parts(_ name: Substring) -> [Substring] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    func sifted(_ text: some StringProtocol) -> String {
        var parts: [String] = []
        let text = String(text).replacing(path, with: Self.dot)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let part = sifted(word: Substring(word), isFirst: parts.isEmpty)
            // One dot for a row of unknown words: their number would say something of a name.
            if part != Self.dot || parts.last != Self.dot { parts.append(part) }
        }
        return parts.joined(separator: " ")
    }

    private func sifted(word: Substring, isFirst: Bool) -> String {
        if isFirst, Self.isTime(word) { return String(word) }
        var core = word.drop { $0 == "(" }
        while let last = core.last, ",;:.)".contains(last) { core.removeLast() }
        let isOwn = Self.known.contains(core) || Self.isNumber(core)
        return isOwn && names.isDisjoint(with: Self.parts(core)) ? String(word) : Self.dot
    }

    /// A whole number, one with a decimal point, or a version: not an address, which has four parts.
    private static func isNumber(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count) && word.utf8.count <= numberBytesMax
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// `2026-11-21T05:05:06.123+01:00`.
    private static func isTime(_ word: Substring) -> Bool {
        word.utf8.count <= 29 && WallText.isDate(String(word.prefix(10)))
            && word.utf8.dropFirst(10).first == UInt8(ascii: "T")
            && word.utf8.allSatisfy { "0123456789-+:.TZ".utf8.contains($0) }
    }

    /// None of them is a spoken word, of which four stand for a pairing.
    private static let known = Set(list.split(whereSeparator: \.isWhitespace))
        .subtracting(SpokenWords.all.map { Substring($0) })

    /// The words of messages in lower case, and units. A word that is missing here is replaced.
    private static let list = """
        a about above accepts access account accounts acknowledge acknowledged add address
        addresses affected affects after again ago alert all allow allowed allows alone along
        already among an and announcement announcements another answer answering answers any
        appoint archive are as ask asked asks at author authors automatically away backup bad be
        been before begin being believed belong belongs block blocks boot both branches bring
        bringing broke brought browser browsers busy but by bytes can cancelled cannot carry
        certain certificate change changed changing character charter check checked chmod choose
        chown cleaning client clock clocks close closed code come commit committing common
        complete completed completes configured connect connection consists contain contains
        continues copied copies copy could count counted counts crash create created cut daemon
        damaged data date decode deleted denied deputies deputy device devices dialled dials did
        differs digest digits discovery disk do does doubled down drops durable each earlier
        either else emptied empty end ended ends entries entry error estimated etc event events
        every everything exact except exists expired export exported extension failed failure
        fallback far faster faulty fetched few file files find firewall first fit fixed fold
        folder folding for force forked form former found founded founder frame from full game
        gamelog games GB give go goes gone handshake has have heads hears here hold holdings
        holds home homes host hotel hotspot hour identity if ignored illegal import impossible
        in inappropriate incidents input insufficient intact interface internal interrupted
        invalid invitation invitations invite inviter inviting is isolates it its itself join
        joined joining joins kB keep keepers kept key keying keys kill knows large larger last
        later leave left let letters limit lines linked links listed listen listening listens
        log longer longest look loss lost machine made make makes malformed many map material MB
        meantime median megabytes member memory merged message milliseconds min minutes missing
        mistake mistyped more most mount move moved moves ms much must name names neither
        network new newer next no none nor not nothing notice notify now numbers numeric of off
        offers offline offset often old older oldest on once one ones online only open opened
        opens or order other others out oversized own packet packets pages pairing parameter
        parts passed passwd path paths peer peers permission permissions phone phones pipe port
        prefix prepared printable private probe process program proof protocol prove raise ran
        reach reached read reading reads received record recorded recording records recover
        recovered recur refused remember removal remove removed repairs replace reports request
        requests required rescued rest restart restore restored resumes return returned revoked
        room run running runs s safe same save saved score scorebook scored second seconds
        secure security see seg segment self send sending sends sent served server serves set
        settings shorter showed shown shows signature signatures signed silent since sleeps slow
        slowly so sock socket sockets some space start starts state status still stopped
        stopping stream such sudo survive switch switched sync synced syncing system table tails
        take taken takes TB ten than that the their them then there they this though through
        time times to together too took torn tried tries true try turn two type ulimit
        unauthenticated unchanged under unexpected unfinished unknown unnoticed unreadable
        unsupported until up update uptime use used usual valid verify version versions via view
        wait waits wanted warning warnings was way weak web welcome were what when where which
        while whole whose with without words writable write writes writing written wrong yet you
        """
}
