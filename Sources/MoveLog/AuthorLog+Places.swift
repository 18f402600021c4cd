/// Up to where a peer holds a log, by what it named of it.
extension AuthorLog {
    /// Up to where a peer that named these leaves holds a branch. A leaf beyond its end says nothing.
    /// `ends` are the `branchesByEnd`.
    func place(
        ofPeerHolding leaves: [Leaf], on branch: Int, ends: [Octets16: Int]
    ) -> UInt64 {
        var place: UInt64 = 0
        for leaf in leaves where leaf.sequence > place && leaf.sequence <= branches[branch].last {
            if isOn(branch, leaf, ends: ends) { place = leaf.sequence }
        }
        #if PlantedBugs
            if PlantedBug.isActive(.cursorOffByOne) { return min(place + 1, branches[branch].last) }
        #endif
        return place
    }

    /// By what their ends begin with, the branches.
    var branchesByEnd: [Octets16: Int] {
        Dictionary(
            branches.indices.map { (branches[$0].end.octets.high, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether a leaf lies on the way to the end of a branch, which reaches as far. Costs a digest over
    /// one stride only where the leaf is no end of a branch: of a log with many branches, peers that
    /// hold all of it name every one.
    private func isOn(_ branch: Int, _ leaf: Leaf, ends: [Octets16: Int]) -> Bool {
        if let end = ends[leaf.mark], branches[end].last == leaf.sequence {
            return owner(of: leaf.sequence, on: branch) == end
        }
        return digest(at: leaf.sequence, on: branch).octets.high == leaf.mark
    }
}
