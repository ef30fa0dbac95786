// SPDX-License-Identifier: Apache-2.0
extension [RawDetection] {
    /// Returns these faces, of MediaPipe's detector, merged with those of a search for small faces: each face once,
    /// best score first.
    ///
    /// A face of MediaPipe's detector is kept unchanged unless the search shows that its box belongs to something else.
    func merged(with found: [RawDetection]) -> [RawDetection] {
        let confirmed = filter { known in
            found.contains { $0.isSameFace(as: known) }
                || !found.contains { $0.box.touchesCenter(of: known.box) }
        }
        let others = found.filter { face in !confirmed.contains { $0.isSameFace(as: face) } }
        // Break ties by position, because `sorted` is not guaranteed to be stable.
        return (confirmed + others).enumerated()
            .sorted { ($0.element.score, -$0.offset) > ($1.element.score, -$1.offset) }.map(\.element)
    }
}
