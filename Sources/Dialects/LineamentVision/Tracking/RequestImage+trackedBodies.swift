// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension RequestImage {
    /// Returns the people in a region of the image, in coordinates of the whole image.
    ///
    /// Unlike ``bodies(in:)``, it does not look for small people in the background, which takes most of the time, and
    /// may return a person twice.
    /// - Throws: ``VisionError``
    func trackedBodies(in region: NormalizedRect) throws -> [DetectedBody] {
        if let known = trackedBodyCache[region] { return known.bodies }
        let image = try image()
        let bodies = try VisionEngine.restating {
            let part = try ImagePart(region, of: image)
            return try VisionEngine.trackedPoses().detect(image: MPImage(upright: part.image)).poses
                .map { DetectedBody($0, in: part) }
        }
        return trackedBodyCache.note(BodyCache.Entry(bodies: bodies), for: region).bodies
    }
}
