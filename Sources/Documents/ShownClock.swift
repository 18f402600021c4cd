import Scorebook

extension ClockDocument {
    /// A reading as scoreboards show it: `04:12`, with tenths `00:07.3`. What is begun of a second,
    /// or of a tenth, is not shown.
    package static func text(milliseconds: Int, tenths: Bool = false) -> String {
        ClockText.print(.milliseconds(milliseconds), tenths: tenths)
    }
}
