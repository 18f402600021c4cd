/// What a run saw, counted: trouble that never came proves nothing.
package struct Happenings: Sendable {
    /// Something that is counted.
    package enum Kind: String, Sendable {
        case acknowledged = "entries acknowledged"
        case lost = "packets lost"
        case doubled = "packets doubled"
        case repeated = "runs said again"
        case overtaken = "packets overtaken"
        case crash = "crashes"
        case tornCrash = "crashes in a write"
        case beforeCommit = "crashes before a commit"
        case beforeSends = "crashes between commit and send"
        case amidSends = "crashes between two sends"
        case partition = "partitions"
        case oneWay = "one-way cuts"
        case reset = "connections reset"
        case offline = "devices offline"
        case sleep = "devices asleep"
        case inputOutput = "calls that failed with EIO"
        case full = "calls that failed with ENOSPC"
        case halt = "devices that stopped recording"
        case openingFailed = "logs that could not be opened"
        case flip = "bits flipped"
        case damageFound = "damage found when opening"
        case copied = "own entries recorded again"
        case aside = "openings with entries aside"
        case clockJump = "wall clocks that jumped"
        case backup = "backups put back"
        case clone = "clones"
        case incarnation = "new incarnations"
        case fork = "forks"
        case greetedNewer = "greetings of a later version"
        case unknownFrame = "frames of unknown types"
        case unheardFrame = "frames an older device does not know"
        case unknownKind = "entries of unknown kinds"
        case joined = "devices invited"
        case stranger = "links to devices that did not know of the invitation"
        case naming = "deputies named or dismissed"
        case removal = "removals"
        case refusedRemoval = "removals refused"
        case uncounted = "entries beyond a cut"
        case mutualRemoval = "devices that tried to remove each other"
        case cutOff = "devices whose inviter was removed"
        case invitedByRemoved = "devices invited by one that was removed"
    }

    private var counts: [Kind: Int] = [:]

    package subscript(_ kind: Kind) -> Int { counts[kind, default: 0] }

    /// What happened at all, by name.
    package var byName: [String: Int] {
        let seen = counts.filter { $0.value > 0 }.map { ($0.key.rawValue, $0.value) }
        return Dictionary(uniqueKeysWithValues: seen)
    }

    mutating func note(_ kind: Kind, times: Int = 1) { counts[kind, default: 0] += times }
}
