/// What bounds a screen.
enum Limits {
    /// A file `keys` that gives every action a key by its longest word takes a tenth of this.
    static let keysFileBytesMax = 16_384
    /// Rows of a section that the home shows: five sections of them fit a terminal of 24 rows.
    static let sectionRowsMax = 3
    /// Screens behind the present one: enough for every destination once, and a memory for nothing.
    static let screensMax = 32
    /// Asked for the same screen twice within this time, a person pressed a key twice and means once.
    static let showInterval: Duration = .milliseconds(500)
    /// A letter that comes again within this time of its last sight is a key held down: keyboards
    /// repeat every 20 to 50 ms, and nobody records the same for the same player this fast.
    static let repeatInterval: Duration = .milliseconds(300)
    /// The same for a key that records without a number: keyboards repeat first after 250 to 660 ms.
    static let repeatIntervalAlone: Duration = .milliseconds(700)
}
