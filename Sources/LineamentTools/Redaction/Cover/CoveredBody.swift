// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The body of one person in an image or frame, as a plan has it.
struct CoveredBody: Sendable {
    /// The person's track, in images the number, from 1; ``unknown`` for people who cannot be told apart.
    let id: Int
    /// The cells that cover the body.
    var cells: CellMask
    /// The person; `nil` if the body was there shortly before or after.
    var person: RedactedPerson?

    static let unknown = 0
}

extension [CoveredBody] {
    /// The bodies, those of one person as one.
    var merged: [CoveredBody] {
        var merged: [CoveredBody] = []
        for body in self {
            guard let place = merged.firstIndex(where: { $0.id == body.id }) else {
                merged.append(body)
                continue
            }
            merged[place].cells = merged[place].cells.union(body.cells)
            merged[place].person = merged[place].person ?? body.person
        }
        return merged
    }

    /// Returns the bodies in a frame of another size, in which the people are not seen.
    func unseen(from old: CGSize, to new: CGSize) -> [CoveredBody] {
        let scale = SIMD2(new.width / old.width, new.height / old.height)
        return map { CoveredBody(id: $0.id, cells: $0.cells.converted(to: $0.cells.side, by: scale), person: nil) }
    }
}
