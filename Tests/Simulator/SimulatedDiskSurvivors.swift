/// What a power failure may leave of one file whose changes are pending.
///
/// Pending changes are taken apart into *atoms*: the parts of a write in each sector of 512 bytes,
/// and each change of the length. Any set of atoms may have reached the medium, in any order between
/// them, so that writes are dropped, torn and reordered, and length and data come without each other.
extension SimulatedFile {
    /// Up to so many atoms every set is tried.
    static let atomsMax = 10
    static let pageBytes = 4096
    private static let samples = 48

    /// Every content that may be found, without repetition; the order depends on nothing else.
    /// Complete up to `atomsMax` atoms. Beyond, all prefixes, all single losses and survivors, all
    /// sets of whole pages (up to as many pages), and samples.
    var survivingContents: [[UInt8]] {
        guard !pending.isEmpty else { return [durable] }
        let atoms = atoms
        var seen: Set<UInt64> = []
        var found: [[UInt8]] = []
        for kept in Self.choices(of: atoms) {
            let content = content(keeping: atoms, where: kept)
            if seen.insert(fingerprint(content)).inserted { found.append(content) }
        }
        return found
    }

    /// What is left when everything pending arrived.
    var wholeContent: [UInt8] {
        let atoms = atoms
        return content(keeping: atoms, where: [Bool](repeating: true, count: atoms.count))
    }

    private enum Atom {
        case data(ArraySlice<UInt8>, offset: Int)
        case length(Int)

        /// The page of the data; length changes are by themselves.
        var page: Int {
            switch self {
            case .data(_, let offset): offset / SimulatedFile.pageBytes
            case .length: -1
            }
        }
    }

    private var atoms: [Atom] {
        var length = durable.count
        var atoms: [Atom] = []
        for change in pending {
            switch change {
            case .resize(let wanted):
                if wanted != length { atoms.append(.length(wanted)) }
                length = wanted
            case .write(let bytes, let offset):
                let end = offset + bytes.count
                var start = offset
                while start < end {
                    let next = min(end, (start / Self.sectorBytes + 1) * Self.sectorBytes)
                    atoms.append(
                        .data(bytes[(start - offset)..<(next - offset)], offset: start))
                    start = next
                }
                if end > length, !bytes.isEmpty {
                    atoms.append(.length(end))
                    length = end
                }
            }
        }
        return atoms
    }

    private func content(keeping atoms: [Atom], where kept: [Bool]) -> [UInt8] {
        var bytes = durable
        var length = durable.count
        for (atom, isKept) in zip(atoms, kept) where isKept {
            switch atom {
            case .data(let part, let offset):
                let end = offset + part.count
                if bytes.count < end {
                    bytes += [UInt8](repeating: 0, count: end - bytes.count)
                }
                bytes.replaceSubrange(offset..<end, with: part)
            case .length(let wanted):
                // What a shorter length gave up reads as zeros when the file grows again.
                if wanted < length, wanted < bytes.count {
                    bytes.removeLast(bytes.count - wanted)
                }
                length = wanted
            }
        }
        if bytes.count > length {
            bytes.removeLast(bytes.count - length)
        } else {
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
        }
        return bytes
    }

    private static func choices(of atoms: [Atom]) -> [[Bool]] {
        let count = atoms.count
        if count <= atomsMax { return subsets(count) }
        var choices: [[Bool]] = []
        for kept in 0...count { choices.append((0..<count).map { $0 < kept }) }
        for one in 0..<count {
            choices.append((0..<count).map { $0 != one })
            choices.append((0..<count).map { $0 == one })
        }
        let pages = Array(Set(atoms.map(\.page))).sorted()
        if pages.count <= atomsMax {
            for subset in subsets(pages.count) {
                choices.append(
                    atoms.map { atom in pages.firstIndex(of: atom.page).map { subset[$0] } ?? true }
                )
            }
        }
        var chance = DiskChance(state: UInt64(count))
        for _ in 0..<samples { choices.append((0..<count).map { _ in chance.below(2) == 0 }) }
        return choices
    }

    private static func subsets(_ count: Int) -> [[Bool]] {
        (0..<(1 << count)).map { number in (0..<count).map { number >> $0 & 1 == 1 } }
    }
}

extension DiskImage {
    /// Every directory that a power failure now may leave; files that were never made durable may be
    /// missing. Each file's contents are combined with each other's.
    var survivors: [DiskImage] {
        var images = [self]
        for (name, file) in files.sorted(by: { $0.key < $1.key })
        where !file.isEntryDurable || !file.pending.isEmpty || file.view != file.durable {
            var next: [DiskImage] = []
            for image in images {
                for content in file.survivingContents {
                    var changed = image
                    changed.files[name] = SimulatedFile(durable: content)
                    next.append(changed)
                }
                guard !file.isEntryDurable else { continue }
                var changed = image
                changed.files[name] = nil
                next.append(changed)
            }
            images = next
        }
        return images
    }

    /// The directory that a power failure leaves when all of it arrived.
    var wholeSurvivor: DiskImage {
        var image = self
        image.files = files.mapValues { SimulatedFile(durable: $0.wholeContent) }
        return image
    }

    /// What a failed sync of the file may leave: any of its pending changes on the medium, the rest
    /// given up, while reads go on showing all.
    func givenUp(_ name: String) -> [DiskImage] {
        guard let file = files[name] else { return [] }
        return file.survivingContents.map { content in
            var image = self
            image.files[name]?.giveUp(leaving: content)
            return image
        }
    }
}
