/// Damage by sectors and files: zeroed, swapped, with the contents of an earlier time, cut at every
/// byte, missing, doubled, renamed, emptied.
package struct DamageForms: Sendable {
    private let sample: DamageSample
    private var forms: [Form]

    package init(_ sample: DamageSample) {
        self.sample = sample
        forms = []
        forms = all
    }

    /// Ways that can be tried by themselves.
    package var parts: Int { forms.count }

    package func report(part index: Int) -> DamageReport {
        var report = DamageReport()
        let (words, damaged, tolerance) = forms[index]()
        report.note(sample.complaint(of: damaged, tolerance: tolerance), words)
        return report
    }

    /// A way to damage the files: what was done, what is left, and what is no mistake then.
    private typealias Form =
        @Sendable () -> (
            words: String, damaged: [String: [UInt8]], tolerance: DamageSample.Tolerance
        )

    private var all: [Form] {
        sample.files.flatMap { file in
            sectors(of: file) + cuts(of: file) + [Form](names(of: file))
        } + [everyOtherName]
    }

    private func sectors(of file: (name: String, bytes: [UInt8])) -> [Form] {
        let size = SimulatedFile.sectorBytes
        let isLast = file.name == sample.files.last?.name
        func zeroed(_ range: Range<Int>, _ words: String, _ mayHideEnd: Bool) -> Form {
            {
                var bytes = file.bytes
                for byte in range { bytes[byte] = 0 }
                return (
                    "\(words) of \(file.name)", with(bytes, file.name),
                    mayHideEnd ? .hiddenEnd : .none
                )
            }
        }
        let starts = Array(stride(from: 0, to: file.bytes.count, by: size))
        var forms: [Form] = []
        for (index, start) in starts.enumerated() {
            let end = min(start + size, file.bytes.count)
            // The end of the last segment as it was before its last records came.
            let isTail = isLast && end >= sample.lastEnd
            forms += [
                zeroed(start..<end, "zeroed \(start)", isTail),
                zeroed(start..<file.bytes.count, "zeroed from \(start)", isLast),
                // A lost write: the sector holds what stood there half a sector earlier in its life.
                zeroed(
                    start + (end - start) / 2..<end, "lost the end of sector \(start)", isTail),
            ]
            for other in starts[(index + 1)...] where other + size <= file.bytes.count {
                guard end - start == size, (index + other / size).isMultiple(of: 3) else {
                    continue
                }
                forms.append {
                    var bytes = file.bytes
                    for byte in 0..<size { bytes.swapAt(start + byte, other + byte) }
                    return (
                        "swapped \(start) and \(other) of \(file.name)", with(bytes, file.name),
                        .none
                    )
                }
            }
        }
        return forms
    }

    private func cuts(of file: (name: String, bytes: [UInt8])) -> [Form] {
        let isLast = file.name == sample.files.last?.name
        return (0..<file.bytes.count).map { length in
            {
                (
                    "cut \(file.name) to \(length)",
                    with(Array(file.bytes[..<length]), file.name),
                    isLast && length >= 60 ? .hiddenEnd : .none
                )
            }
        }
    }

    private func names(of file: (name: String, bytes: [UInt8])) -> [Form] {
        let isLast = file.name == sample.files.last?.name
        let others = ["00000000.seg", "00000009.seg", "1.seg", file.name + ".bak"]
        var forms: [Form] = [
            { ("took \(file.name) away", with(nil, file.name), isLast ? .hiddenEnd : .none) }
        ]
        for name in others {
            forms.append {
                var damaged = with(nil, file.name)
                damaged[name] = file.bytes
                return ("renamed \(file.name) to \(name)", damaged, isLast ? .hiddenEnd : .anyOrder)
            }
            forms.append {
                var damaged = sample.contents
                damaged[name] = file.bytes
                return ("doubled \(file.name) as \(name)", damaged, .anyOrder)
            }
        }
        for other in sample.files where other.name != file.name {
            forms.append {
                (
                    "put \(file.name) in the place of \(other.name)", with(file.bytes, other.name),
                    .anyOrder
                )
            }
        }
        return forms
    }

    /// The order of the files turned around.
    private var everyOtherName: Form {
        {
            let names = sample.files.map(\.name)
            let bytes = sample.files.map(\.bytes)
            let turned = Dictionary(uniqueKeysWithValues: zip(names.reversed(), bytes))
            return ("turned the order around", turned, .anyOrder)
        }
    }

    private func with(_ bytes: [UInt8]?, _ name: String) -> [String: [UInt8]] {
        var contents = sample.contents
        contents[name] = bytes
        return contents
    }
}
