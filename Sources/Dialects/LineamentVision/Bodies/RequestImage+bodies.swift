// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Locking

/// The people of a request's image, detected once for all requests.
final class BodyCache: Sendable {
    /// The known results for a region of the image.
    struct Entry: Sendable {
        var bodies: [DetectedBody]
        /// The mask of the whole image; `nil` if no request needed it so far.
        var mask: BodyMask?
    }

    private let entries = Locked<[NormalizedRect: Entry]>([:])

    /// Returns the results that are known about a region.
    subscript(region: NormalizedRect) -> Entry? { entries.withLock { $0[region] } }

    /// Adds results about a region. The people that are known already stay the same.
    func note(_ entry: Entry, for region: NormalizedRect) -> Entry {
        entries.withLock { entries in
            let known = entries[region]
            let merged = Entry(bodies: known?.bodies ?? entry.bodies, mask: known?.mask ?? entry.mask)
            entries[region] = merged
            return merged
        }
    }
}

extension RequestImage {
    /// Returns the people in a region of the image, in coordinates of the whole image.
    /// - Throws: ``VisionError``
    func bodies(in region: NormalizedRect) throws -> [DetectedBody] {
        if let known = bodyCache[region] { return known.bodies }
        return try detectBodies(in: region, with: VisionEngine.poses, wantsMask: false).bodies
    }

    /// Returns the mask of all people in a region of the image. It has the size of the whole image and is 0 outside
    /// the region.
    /// - Throws: ``VisionError``
    func bodyMask(in region: NormalizedRect) throws -> BodyMask {
        if let mask = bodyCache[region]?.mask { return mask }
        let found = try detectBodies(in: region, with: VisionEngine.segmentingPoses, wantsMask: true)
        guard let mask = found.mask else { throw VisionError.internalError("The mask is missing.") }
        return mask
    }

    /// Detects the people in a region of the image and remembers them.
    private func detectBodies(
        in region: NormalizedRect, with landmarker: () throws -> PoseLandmarker, wantsMask: Bool
    ) throws -> BodyCache.Entry {
        let whole = try image()
        return try VisionEngine.restating {
            let part = try ImagePart(region, of: whole)
            var mask = wantsMask ? BodyMask(width: whole.width, height: whole.height) : nil
            let poses = try landmarker().poses(in: MPImage(upright: part.image)) { person in
                mask?.add(person, at: part.origin)
            }
            let bodies = poses.map { DetectedBody($0, in: part) }
            return bodyCache.note(BodyCache.Entry(bodies: bodies, mask: mask), for: region)
        }
    }
}
