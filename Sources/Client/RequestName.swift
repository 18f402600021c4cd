/// The random name of a request that records: a retry with it records nothing twice.
package enum RequestName {
    /// 32 hexadecimal digits from the system's random source.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        var name = ""
        for _ in 0..<2 {
            // The system is asked twice for eight bytes, not for each digit.
            var number = generator.next()
            for _ in 0..<16 {
                name.append(digits[Int(number & 15)])
                number >>= 4
            }
        }
        return name
    }
}
