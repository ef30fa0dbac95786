// SPDX-License-Identifier: Apache-2.0
extension Array {
    /// Returns the element at `index`; `nil` if out of bounds.
    package func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }

    /// Returns the elements, in order, that do not duplicate an element kept before them.
    ///
    /// This is the greedy suppression behind all merging of overlaps; sort the elements first, best first.
    /// - Throws: ``LineamentError`` with code `deadlineExceeded` if the deadline passes, because comparing many
    ///   elements takes long.
    func keepingFirst(where isSame: (_ kept: Element, _ next: Element) -> Bool) throws -> [Element] {
        try reduce(into: []) { kept, next in
            try Deadline.check()
            if !kept.contains(where: { isSame($0, next) }) { kept.append(next) }
        }
    }
}
