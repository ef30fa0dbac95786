// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A part of a result that can be chosen with `--fields`, named by its key in the JSON.
package protocol ResultField: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// The parts of a result that has none to choose.
package enum NoField: String, ResultField {
    case none
}

extension JSONText {
    /// Limits the rest of the outermost object to `fields` and the timestamp; `nil` stands for all that the result has.
    mutating func limit(to fields: Set<String>?) { members = fields?.union(["timestampInMilliseconds"]) }

    /// Writes boxes in pixels, as those of a face detector.
    mutating func member(_ name: String, boxes: [CGRect]) {
        member(name, boxes) { json, box in json.object { $0.members(of: box) } }
    }

    /// Writes the edges and sides of a box in pixels.
    mutating func members(of box: CGRect) {
        member("x", Float(box.minX))
        member("y", Float(box.minY))
        member("width", Float(box.width))
        member("height", Float(box.height))
    }
}
