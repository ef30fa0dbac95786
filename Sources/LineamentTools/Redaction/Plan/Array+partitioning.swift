// SPDX-License-Identifier: Apache-2.0

extension Array {
    /// Returns the index of the first element that satisfies a condition, which all later ones satisfy, too; the end if none
    /// does. By binary search.
    func partitioningIndex(where isReached: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
