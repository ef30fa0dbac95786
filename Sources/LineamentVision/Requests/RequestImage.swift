internal import Foundation
internal import Lineament
internal import LiteRT

/// The image that requests process. It is decoded once and its faces are detected once, however many requests follow
/// one another; concurrent requests may do so at the same time.
public final class RequestImage: Sendable {
    private struct Known: Sendable {
        var image: UprightImage?
        /// The detections by image region.
        var faces: [NormalizedRect: [FaceAttributes]] = [:]
        var meshes: [NormalizedRect: [FaceAttributes]] = [:]
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

/// The models of this process, loaded when a request first needs them. A failed load is retried by the next request.
enum VisionEngine {
    private static let loadedAnalyzer = Locked<FaceAttributeAnalyzer?>(nil)
    private static let loadedPoses = Locked<PoseLandmarker?>(nil)
    private static let loadedSegmentingPoses = Locked<PoseLandmarker?>(nil)
    private static let loadedTrackedPoses = Locked<PoseLandmarker?>(nil)

    static func analyzer() throws -> FaceAttributeAnalyzer {
        try loaded(loadedAnalyzer) {
            var options = FaceAttributeAnalyzer.Options()
            options.range = .auto
            options.wantsMesh = true
            return try FaceAttributeAnalyzer(options)
        }
    }

    /// Returns the landmarker for all people of an image.
    static func poses() throws -> PoseLandmarker {
        try loaded(loadedPoses) { try PoseLandmarker(options: everybody()) }
    }

    /// Returns the landmarker for all people of an image that also gives their masks.
    static func segmentingPoses() throws -> PoseLandmarker {
        try loaded(loadedSegmentingPoses) {
            let options = everybody()
            options.shouldOutputSegmentationMasks = true
            return try PoseLandmarker(options: options)
        }
    }

    private static func everybody() -> PoseLandmarkerOptions {
        let options = PoseLandmarkerOptions()
        options.numPoses = 16
        options.separation = .distinct
        return options
    }

    /// Returns the landmarker for the neighborhood of a person who is followed.
    static func trackedPoses() throws -> PoseLandmarker {
        try loaded(loadedTrackedPoses) {
            let options = PoseLandmarkerOptions()
            options.numPoses = 4
            return try PoseLandmarker(options: options)
        }
    }

    private static func loaded<Models: Sendable>(_ models: Locked<Models?>, _ load: () throws -> Models) throws
        -> Models
    {
        try models.withLock { models in
            if let models { return models }
            let loaded = try loading(load)
            models = loaded
            return loaded
        }
    }

    /// Translates the errors of loading models into ``VisionError``, so that none is taken for an error of the image.
    static func loading<Models>(_ load: () throws -> Models) throws -> Models {
        do {
            return try load()
        } catch let error as LineamentError {
            throw VisionError(ofModels: error)
        }
    }

    /// Translates the engine's errors into ``VisionError``.
    static func restating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as LineamentError {
            throw VisionError(error)
        }
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
