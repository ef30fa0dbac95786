// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Locking

/// The image that requests process. It is decoded once and its faces are detected once, however many requests follow
/// one another; concurrent requests may do so at the same time.
public final class RequestImage: Sendable {
    private struct Known: Sendable {
        var image: UprightImage?
        /// The detections by image region.
        var faces: [NormalizedRect: [FaceAttributes]] = [:]
        var meshes: [NormalizedRect: [FaceAttributes]] = [:]
        /// The identifiers of faces by their boxes.
        var identifiers: [NormalizedRect: UUID] = [:]
    }

    /// The people of the image.
    let bodyCache = BodyCache()
    /// The people near the objects that are followed.
    let trackedBodyCache = BodyCache()
    /// The objects that are followed through the sequence that the image is part of.
    let tracks: TrackStore
    private let source: ImageSource
    private let known = Locked(Known())

    init(_ source: ImageSource, tracks: TrackStore = TrackStore()) {
        self.source = source
        self.tracks = tracks
    }

    /// Returns the decoded image. Concurrent requests may decode it twice, because no lock is held while decoding.
    func image() throws -> UprightImage {
        if let image = known.withLock({ $0.image }) { return image }
        let image = try source.upright()
        return known.withLock { known in
            known.image = known.image ?? image
            return known.image ?? image
        }
    }

    /// Returns the faces in a region of the image, largest first, in pixels of the whole image.
    func faces(in region: NormalizedRect) throws -> [FaceAttributes] {
        if let faces = known.withLock({ $0.faces[region] }) { return faces }
        let found = try VisionEngine.restating {
            try detect(in: region).sorted { $0.boxSize.x * $0.boxSize.y > $1.boxSize.x * $1.boxSize.y }
        }
        known.withLock { $0.faces[region] = found }
        return found
    }

    /// Returns the faces of ``faces(in:)`` with their meshes.
    func meshes(in region: NormalizedRect) throws -> [FaceAttributes] {
        if let meshes = known.withLock({ $0.meshes[region] }) { return meshes }
        let meshes = try analyzed(faces(in: region))
        known.withLock { $0.meshes[region] = meshes }
        return meshes
    }

    /// Returns the identifier of a face, by its box; all requests about the image give a face the same one.
    func identifier(of box: NormalizedRect) -> UUID {
        known.withLock { known in
            let identifier = known.identifiers[box] ?? UUID()
            known.identifiers[box] = identifier
            return identifier
        }
    }

    /// Returns faces with their meshes.
    func analyzed(_ faces: [FaceAttributes]) throws -> [FaceAttributes] {
        let image = try image()
        return try VisionEngine.restating { try VisionEngine.analyzer().analyze(faces, in: image) }
    }

    /// Returns the faces that requests have detected so far, with their meshes where these are known.
    var knownFaces: [FaceAttributes] {
        known.withLock { $0.meshes.values.flatMap(\.self) + $0.faces.values.flatMap(\.self) }
    }

    private func detect(in region: NormalizedRect) throws -> [FaceAttributes] {
        let part = try ImagePart(region, of: image())
        return try VisionEngine.analyzer().detect(in: part.image).map { $0.moved(by: part.origin) }
    }
}

extension FaceAttributes {
    fileprivate func moved(by offset: SIMD2<Float>) -> FaceAttributes {
        var moved = self
        moved.boxOrigin += offset
        moved.keypoints = keypoints.map { $0 + offset }
        return moved
    }
}
