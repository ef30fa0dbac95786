internal import Foundation
internal import Lineament
internal import LiteRT

/// The image that requests process. It is decoded once and its faces are detected once, however many requests there
/// are.
public final class RequestImage: Sendable {
    private struct Known: Sendable {
        var image: UprightImage?
        /// The detections by image region.
        var faces: [NormalizedRect: [FaceAttributes]] = [:]
        var meshes: [NormalizedRect: [FaceAttributes]] = [:]
    }

    /// The people of the image.
    let bodyCache = BodyCache()
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
        guard region.isInsideImage else {
            throw VisionError.outOfBoundsError("regionOfInterest must have an area and lie within the image.")
        }
        let image = try image()
        let analyzer = try VisionEngine.analyzer()
        guard region != .fullImage else { return try analyzer.detect(in: image) }
        let part = region.toImageCoordinates(
            CGSize(width: image.width, height: image.height), origin: .upperLeft)
        let (x, y) = (max(0, Int(part.minX)), max(0, Int(part.minY)))
        let width = max(1, min(image.width - x, Int(part.width)))
        let height = max(1, min(image.height - y, Int(part.height)))
        let offset = SIMD2(Float(x), Float(y))
        return try analyzer.detect(in: image.cropped(x: x, y: y, width: width, height: height)).map {
            $0.moved(by: offset)
        }
    }
}

/// The models of this process, loaded when a request first needs them. A failed load is retried by the next request.
enum VisionEngine {
    private static let loadedAnalyzer = Locked<FaceAttributeAnalyzer?>(nil)
    private static let loadedPoses = Locked<PoseLandmarker?>(nil)
    private static let loadedTrackedPoses = Locked<PoseLandmarker?>(nil)

    static func analyzer() throws -> FaceAttributeAnalyzer {
        try loaded(loadedAnalyzer) {
            var options = FaceAttributeAnalyzer.Options()
            options.range = .auto
            options.wantsMesh = true
            return try FaceAttributeAnalyzer(options)
        }
    }

    static func poses() throws -> PoseLandmarker {
        try loaded(loadedPoses) {
            let options = PoseLandmarkerOptions()
            options.numPoses = 16
            options.separation = .distinct
            return try PoseLandmarker(options: options)
        }
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
            let loaded = try load()
            models = loaded
            return loaded
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
