import MoveLog
import Testing

/// Numbers and texts as fields.
enum NumberVectors {
    static func compare(_ file: Vector) throws {
        for item in try file.list("varint") {
            let value = try item.unsigned("value")
            try compare(item, value, write: { $0.varint(value) }, read: { try $0.varint() })
        }
        for item in try file.list("signed") {
            let value = try item.signed("value")
            try compare(item, value, write: { $0.signed(value) }, read: { try $0.signed() })
        }
        for item in try file.list("fixed32") {
            let value = UInt32(try item.unsigned("value"))
            try compare(item, value, write: { $0.fixed32(value) }, read: { try $0.fixed32() })
        }
        for item in try file.list("fixed64") {
            let value = try item.unsigned("value")
            try compare(item, value, write: { $0.fixed64(value) }, read: { try $0.fixed64() })
        }
        for item in try file.list("text") {
            let value = try item.text("value")
            try compare(
                item, value, write: { $0.text(value) }, read: { try $0.text("text", max: 100) })
        }
        try expectRefused(file.list("invalidVarint"), as: "varint") { bytes throws(Malformed) in
            var reader = ByteReader(bytes)
            _ = try reader.varint()
            try reader.finish()
        }
        try expectRefused(file.list("invalidText"), as: "text") { bytes throws(Malformed) in
            var reader = ByteReader(bytes)
            _ = try reader.text("text", max: 16)
            try reader.finish()
        }
    }

    private static func compare<Value: Equatable>(
        _ item: Vector, _ value: Value, write: (inout ByteWriter) -> Void,
        read: (inout ByteReader) throws -> Value
    ) throws {
        let bytes = try item.bytes("bytes")
        var writer = ByteWriter()
        write(&writer)
        #expect(writer.bytes == bytes, "writing \(value)")
        var reader = ByteReader(bytes)
        #expect(try read(&reader) == value, "reading \(value)")
        try reader.finish()
    }
}
