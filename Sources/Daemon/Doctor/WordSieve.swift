import Documents
import MoveLog

/// Lets pass of a text what is this program's own, so that nothing that a person typed is left: no
/// name, address, path, key, code or joining word. A word that it does not know becomes a dot.
///
/// It knows the words of diagnostics and checks, and passes those, dates and short numbers. A name
/// of the home that is such a word is left out too.
struct WordSieve {
    private static let dot = "·"
    /// Digits of a number that passes: a count of bytes, but no digits of a key or an author.
    private static let digitsMax = 12

    /// The parts of names, in lower case.
    private let names: Set<Substring>

    /// `names` are the names that the home knows.
    init(without names: [String]) {
        self.names = Set(
            names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } })
    }

    func sifted(_ text: some StringProtocol) -> String {
        var parts: [String] = []
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
        return isOwn && !names.contains(Substring(core.lowercased())) ? String(word) : Self.dot
    }

    /// A whole number, one with a decimal point, or a version: not an address, which has four parts.
    private static func isNumber(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count) && word.utf8.count <= digitsMax
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// `2026-11-21T05:05:06.123+01:00`.
    private static func isTime(_ word: Substring) -> Bool {
        word.utf8.count <= 29 && WallText.isDate(String(word.prefix(10)))
            && word.utf8.allSatisfy { "0123456789-+:.TZ".utf8.contains($0) }
    }

    /// None of them is a spoken word, of which four stand for a pairing.
    private static let known = Set(list.split(whereSeparator: \.isWhitespace))
        .subtracting(SpokenWords.all.map { Substring($0) })

    /// The words of messages in lower case. A message with a new word loses it here, no more.
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
        damaged data date day decode deleted denied deputies deputy device devices dialled dials
        did differs digest digits discovery disk do does doubled down drops durable each earlier
        either else emptied empty end ended ends entries entry error estimated etc event events
        every everything exact except exists expired export exported extension failed failure
        fallback far faster faulty fetched few file files find firewall first fit fixed fold
        folder folding for force forked form former found founded founder frame free from full
        game gamelog games GB give go goes gone good handshake has have heads hears here hold
        holdings holds home homes host hotel hotspot hour identity if ignored illegal import
        impossible in inappropriate incidents input insufficient intact interface internal
        interrupted invalid invitation invitations invite inviter inviting is isolates it its
        itself join joined joining joins kB keep keepers kept key keying keys kill knows large
        larger last later lead leave left let letters limit lines link linked links listed
        listen listening listens little lock log long longer longest look loss lost machine made
        make makes malformed many map material may MB meantime median megabytes member memory
        merged message milliseconds min minutes missing mistake mistyped more most mount move
        moved moves ms much must name names neither network new newer next no none nor not
        nothing notice notify now numbers numeric of off offers offline offset often old older
        oldest on once one ones online only open opened opens or order other others out
        oversized own packet packets page pages pairing parameter parts passed passwd path paths
        peer peers permission permissions phone phones pipe place port power prefix prepared
        printable private probe process program proof protocol prove raise ran reach reached
        read reading reads received record recorded recording records recover recovered recur
        refused remember removal remove removed repairs replace reports request requests
        required rescued rest restart restore restored resumes return returned revoked room root
        run running runs s safe same save saved score scorebook scored second seconds secure
        security see seg segment self send sending sends sent served server serves set settings
        shorter showed shown shows signature signatures signed silent since sleeps slow slowly
        so sock socket sockets some space start starts state status still stopped stopping
        stream such sudo survive switch switched sync synced syncing system table tails take
        taken takes TB ten than that the their them then there they this though through time
        times to together too took torn tried tries true try turn two type ulimit
        unauthenticated unchanged under unexpected unfinished unknown unnoticed unreadable
        unsupported until up update uptime use used usual valid verify version versions via view
        wait waits wall wanted warning warnings was way weak web welcome were what when where
        which while whole whose will with without words writable write writes writing written
        wrong yet you
        """
}
