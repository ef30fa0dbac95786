// SPDX-License-Identifier: Apache-2.0

/// Elements of a sequence of unknown length, evenly spread over it and limited in number: all of a short one.
struct EvenSample<Element> {
    private(set) var elements: [Element] = []
    private let limit: Int
    private var stride = 1
    private var count = 0

    init(limit: Int) { self.limit = limit }

    /// Adds the next element of the sequence.
    mutating func append(_ element: @autoclosure () -> Element) {
        defer { count += 1 }
        guard count.isMultiple(of: stride) else { return }
        if elements.count == limit {
            elements = elements.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            stride *= 2
            guard count.isMultiple(of: stride) else { return }
        }
        elements.append(element())
    }
}
