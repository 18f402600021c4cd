package import Storage

/// All files of a disk at one moment: what reads show, what is durable, what is on its way.
package struct DiskImage: Hashable, Sendable {
    var files: [String: SimulatedFile] = [:]

    /// An empty directory.
    package init() {}

    package init(durable contents: [String: [UInt8]]) {
        files = contents.mapValues { SimulatedFile(durable: $0) }
    }

    package var contents: [String: [UInt8]] { files.mapValues(\.view) }

    /// Whether a power failure changes nothing.
    var isSettled: Bool { files.values.allSatisfy { $0.pending.isEmpty && $0.view == $0.durable } }

    /// Does what the call asks for; a write only so far.
    mutating func perform(_ call: DiskCall, writing countMax: Int = .max) {
        var file = files[call.file] ?? SimulatedFile()
        switch call {
        case .write(let bytes, _, let offset):
            file.change(.write(Array(bytes.prefix(countMax)), offset: offset))
        case .makeDurable: file.makeDurable()
        case .resize(_, let length): file.change(.resize(length))
        }
        files[call.file] = file
    }
}

package enum DiskCall: Hashable, Sendable, CustomStringConvertible {
    case write([UInt8], file: String, offset: Int)
    case makeDurable(file: String)
    case resize(file: String, length: Int)

    var file: String {
        switch self {
        case .write(_, let file, _), .makeDurable(let file), .resize(let file, _): file
        }
    }

    /// Such as "write 00000001.seg 60+200".
    package var description: String {
        switch self {
        case .write(let bytes, let file, let offset): "write \(file) \(offset)+\(bytes.count)"
        case .makeDurable(let file): "make durable \(file)"
        case .resize(let file, let length): "resize \(file) to \(length)"
        }
    }
}

/// What a disk does otherwise than its contract says, so that the checks are seen to find it.
package enum DiskLie: String, Hashable, Sendable, CaseIterable {
    /// Every third sync is none.
    case skippedSync
    case keptTail
    /// A new file's entry in the directory is never made durable.
    case lostEntry
    /// What is written behind a header reaches the file only after the next call, the sync.
    case lateWrite
    /// Every write lacks its last byte.
    case shortWrite
}

/// A disk that tells of every call before it is performed.
package final class ObservedDisk: Disk {
    /// All that is on it now.
    private(set) var image: DiskImage
    private let lie: DiskLie?
    private let observe: (DiskImage, DiskCall) -> Void
    private var syncs = 0
    private var late: DiskCall?

    init(
        _ image: DiskImage, lie: DiskLie? = nil, observe: @escaping (DiskImage, DiskCall) -> Void
    ) {
        self.image = image
        self.lie = lie
        self.observe = observe
    }

    package func files() throws(DiskError) -> [String] { image.files.keys.sorted() }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        guard let bytes = image.files[file]?.view, bytes.count <= max else {
            throw DiskError(
                operation: .read, file: file, number: 2, words: "no such file", isFull: false)
        }
        return bytes
    }

    package func write(
        _ bytes: [UInt8], to file: String, at offset: Int
    ) throws(DiskError) {
        change(.write(bytes, file: file, offset: offset))
    }

    package func makeDurable(_ file: String) throws(DiskError) { change(.makeDurable(file: file)) }

    package func resize(_ file: String, to length: Int) throws(DiskError) {
        change(.resize(file: file, length: length))
    }

    private func change(_ call: DiskCall) {
        observe(image, call)
        guard let lie else { return image.perform(call) }
        perform(call, with: lie)
    }

    private func perform(_ call: DiskCall, with lie: DiskLie) {
        let held = late
        late = nil
        switch (lie, call) {
        case (.skippedSync, .makeDurable):
            syncs += 1
            if !syncs.isMultiple(of: 3) { image.perform(call) }
        case (.keptTail, .resize(let file, let length)):
            if length >= image.files[file]?.view.count ?? 0 { image.perform(call) }
        case (.lostEntry, .makeDurable(let file)):
            if image.files[file]?.isEntryDurable == true { image.perform(call) }
        case (.lateWrite, .write(_, _, let offset)) where offset > 0: late = call
        case (.shortWrite, .write(let bytes, _, _)):
            image.perform(call, writing: max(0, bytes.count - 1))
        default: image.perform(call)
        }
        if let held { image.perform(held) }
    }
}
