extension Range<Int> {
    /// The first number for which a condition holds that holds for all after it too; the upper bound
    /// where it holds for none. Cost: the condition is asked for the binary logarithm of the count.
    package func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
