/// The role of a file in the directory of the log, by its name.
enum SegmentName: Hashable {
    /// `NNNNNNNN.seg`.
    case segment(UInt32)
    /// `NNNNNNNN.torn-O-K`: the K-th copy of a tail that was cut off segment N at offset O.
    case torn(UInt32, offset: Int)
    case foreign

    init(_ file: String) {
        self = .foreign
        let name = Array(file.utf8)
        guard name.count > 9, let number = decimal(name[..<8]), number > 0 else { return }
        let ending = name[8...]
        if ending.elementsEqual(".seg".utf8) {
            self = .segment(number)
        } else if ending.starts(with: ".torn-".utf8) {
            let parts = ending.dropFirst(6).split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard parts.count == 2, let offset = decimal(parts[0]), let copy = decimal(parts[1]),
                copy > 0, copy <= SegmentLimits.tornCopiesMax
            else { return }
            self = .torn(number, offset: Int(offset))
        }
    }
}

/// `NNNNNNNN.seg`.
func segmentName(_ number: UInt32) -> String { padded(number) + ".seg" }

/// `NNNNNNNN.torn-O-K`.
func tornName(_ number: UInt32, offset: Int, copy: Int) -> String {
    padded(number) + ".torn-\(offset)-\(copy)"
}

private func padded(_ number: UInt32) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
}

/// One to eight ASCII digits.
private func decimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard (1...8).contains(digits.count) else { return nil }
    var value: UInt32 = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
    }
    return value
}
