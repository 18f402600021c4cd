extension Range<Int> {
    /// The first index for which `isAfter` holds, given that it holds for all later ones too; the
    /// upper bound if it holds for none. Calls the condition log2(count) times.
    package func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
