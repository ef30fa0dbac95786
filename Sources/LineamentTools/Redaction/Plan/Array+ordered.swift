// SPDX-License-Identifier: Apache-2.0

extension Array {
    /// Returns the index of the first element for which a condition holds, which then holds for all that follow; the end if it
    /// holds for none. Half of the elements is left out at once.
    func firstIndex(inOrderWhere isReached: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
