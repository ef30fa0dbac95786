internal import Foundation
internal import Lineament
internal import Synchronization

/// A picture that requests look at. It is decoded once and its faces are found once, however many requests there are.
public final class Picture: Sendable {
    private struct Known: Sendable {
        var image: UprightImage?
        /// What was found, by part of the picture.
        var faces: [NormalizedRect: [FaceReading]] = [:]
        var meshes: [NormalizedRect: [FaceReading]] = [:]
    }

    private let source: ImageSource
    private let known = Mutex(Known())

    init(_ source: ImageSource) { self.source = source }

    func image() throws -> UprightImage {
        try known.withLock { known in
            if let image = known.image { return image }
            let image = try source.upright()
            known.image = image
            return image
        }
    }

    /// The faces in a part of the picture, the largest first, in pixels of the whole.
    func faces(in region: NormalizedRect) throws -> [FaceReading] {
        if let faces = known.withLock({ $0.faces[region] }) { return faces }
        let found = try VisionEngine.restating {
            try find(in: region).sorted { $0.boxSize.x * $0.boxSize.y > $1.boxSize.x * $1.boxSize.y }
        }
        known.withLock { $0.faces[region] = found }
        return found
    }

    /// The same faces with their meshes.
    func meshes(in region: NormalizedRect) throws -> [FaceReading] {
        if let meshes = known.withLock({ $0.meshes[region] }) { return meshes }
        let meshes = try read(faces(in: region))
        known.withLock { $0.meshes[region] = meshes }
        return meshes
    }

    /// Faces with their meshes.
    func read(_ faces: [FaceReading]) throws -> [FaceReading] {
        let image = try image()
        return try VisionEngine.restating { try VisionEngine.reader.get().read(faces, in: image) }
    }

    /// Faces that somebody else found, with their meshes.
    func read(_ observations: [FaceObservation]) throws -> [FaceReading] {
        let image = try image()
        let known = try faces(in: .fullImage)
        return try read(observations.map { $0.reading(among: known, in: image) })
    }

    private func find(in region: NormalizedRect) throws -> [FaceReading] {
        guard region.isInsideImage else {
            throw VisionError.outOfBoundsError("regionOfInterest must have an area and lie in the picture.")
        }
        let image = try image()
        let reader = try VisionEngine.reader.get()
        guard region != .fullImage else { return try reader.find(in: image) }
        let part = region.toImageCoordinates(
            CGSize(width: image.width, height: image.height), origin: .upperLeft)
        let (x, y) = (max(0, Int(part.minX)), max(0, Int(part.minY)))
        let width = max(1, min(image.width - x, Int(part.width)))
        let height = max(1, min(image.height - y, Int(part.height)))
        let offset = SIMD2(Float(x), Float(y))
        return try reader.find(in: image.cropped(x: x, y: y, width: width, height: height)).map { $0.moved(by: offset) }
    }
}

/// The models of this process, loaded when the first request needs them.
enum VisionEngine {
    static let reader = Result {
        var options = FaceReader.Options()
        options.range = .auto
        options.wantsMesh = true
        return try FaceReader(options)
    }

    static let poses = Result {
        let options = PoseLandmarkerOptions()
        options.numPoses = 16
        options.separation = .distinct
        return try PoseLandmarker(options: options)
    }

    /// Restates the engine's errors in Vision's words.
    static func restating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as LineamentError {
            throw VisionError(error)
        }
    }
}

extension FaceReading {
    fileprivate func moved(by offset: SIMD2<Float>) -> FaceReading {
        var moved = self
        moved.boxOrigin += offset
        moved.keypoints = keypoints.map { $0 + offset }
        return moved
    }
}
