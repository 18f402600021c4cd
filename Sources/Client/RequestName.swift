/// The random name of a request that records: a retry with it records nothing twice.
package enum RequestName {
    /// 32 hexadecimal digits from the system's random source.
    package static func random() -> String {
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
