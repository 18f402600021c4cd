extension ClockDocument {
    /// A reading whose seconds follow from its milliseconds.
    package init(
        text: String, milliseconds: Int, remainingMilliseconds: Int? = nil, period: Int,
        periodLabel: String, isRunning: Bool, isEstimated: Bool = false
    ) {
        self.init(
            text: text, seconds: milliseconds / 1000,
            remainingSeconds: remainingMilliseconds.map { $0 / 1000 },
            milliseconds: milliseconds, remainingMilliseconds: remainingMilliseconds,
            period: period, periodLabel: periodLabel, isRunning: isRunning,
            isEstimated: isEstimated)
    }
}

extension FixRequest {
    /// Whether nothing is to be changed.
    package var isEmpty: Bool {
        kind == nil && player == nil && points == nil && detail == nil && period == nil
            && clockSeconds == nil && shownSeconds == nil
    }
}

extension ImportStep {
    /// Milliseconds elapsed in the period; nil where nobody read the game clock. Whole seconds are
    /// written as such.
    package var elapsedMilliseconds: Int? {
        get {
            clockMilliseconds
                ?? clockSeconds.map {
                    let product = $0.multipliedReportingOverflow(by: 1000)
                    return product.overflow ? ($0 < 0 ? .min : .max) : product.partialValue
                }
        }
        set {
            let isWhole = (newValue ?? 0) % 1000 == 0
            clockSeconds = isWhole ? newValue.map { $0 / 1000 } : nil
            clockMilliseconds = isWhole ? nil : newValue
        }
    }
}
