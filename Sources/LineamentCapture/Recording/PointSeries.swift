// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The points of a body, a face or a hand, frame by frame.
///
/// Coordinates lie flat in arrays: three numbers for each point, point after point, frame after frame; NaN where a
/// value is missing.
public struct PointSeries: Sendable, Equatable {
    /// The number of points in a frame.
    public let pointCount: Int
    /// The positions in the image: x and y in fractions of it, z (depth) on the scale of x.
    public internal(set) var image: [Float] = []
    /// The positions in meters, as the task gives them: x to the right, y down, z away from the camera. Those of faces are
    /// from the camera, and empty unless the task was asked for meshes.
    public internal(set) var world: [Float] = []
    /// The visibility of each point, 0 to 1; empty where the task gives none.
    public internal(set) var visibility: [Float] = []
    /// How each point is known.
    public internal(set) var knowledge: [Knowledge] = []
    private(set) var hasWorld: Bool
    let hasVisibility: Bool

    /// The number of frames.
    public var frameCount: Int { knowledge.count / pointCount }

    init(pointCount: Int, hasWorld: Bool, hasVisibility: Bool) {
        self.pointCount = pointCount
        self.hasWorld = hasWorld
        self.hasVisibility = hasVisibility
    }

    /// Returns the position of a point in the image; `nil` where it is missing.
    public func imagePosition(of point: Int, at frame: Int) -> SIMD3<Float>? {
        position(image, point, frame)
    }

    /// Returns the position of a point in meters; `nil` where it is missing.
    public func worldPosition(of point: Int, at frame: Int) -> SIMD3<Float>? {
        hasWorld ? position(world, point, frame) : nil
    }

    /// Returns whether any point is known in a frame.
    public func isPresent(at frame: Int) -> Bool { knowledge[frame * pointCount] != .missing }

    private func position(_ values: [Float], _ point: Int, _ frame: Int) -> SIMD3<Float>? {
        let index = frame * pointCount + point
        guard knowledge[index] != .missing else { return nil }
        return SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2])
    }

    /// Appends frames without points.
    mutating func appendMissing(_ count: Int = 1) {
        let points = count * pointCount
        image += [Float](repeating: .nan, count: 3 * points)
        if hasWorld { world += [Float](repeating: .nan, count: 3 * points) }
        if hasVisibility { visibility += [Float](repeating: .nan, count: points) }
        knowledge += [Knowledge](repeating: .missing, count: points)
    }

    /// Appends a frame.
    mutating func append(_ landmarks: some Collection<NormalizedLandmark>, world points: some Collection<Landmark>) {
        guard landmarks.count == pointCount, !hasWorld || points.count == pointCount else { return appendMissing() }
        for landmark in landmarks {
            image += [landmark.x, landmark.y, landmark.z]
            let seen = landmark.visibility?.floatValue
            if hasVisibility { visibility.append(seen ?? 1) }
            knowledge.append((seen ?? 1) < Knowledge.guessedBelow ? .guessed : .seen)
        }
        guard hasWorld else { return }
        for point in points { world += [point.x, point.y, point.z] }
    }

    /// Returns the frames in a range.
    func frames(_ range: Range<Int>) -> PointSeries {
        var part = self
        let points = range.lowerBound * pointCount..<range.upperBound * pointCount
        let values = 3 * points.lowerBound..<3 * points.upperBound
        part.image = Array(image[values])
        if hasWorld { part.world = Array(world[values]) }
        if hasVisibility { part.visibility = Array(visibility[points]) }
        part.knowledge = Array(knowledge[points])
        return part
    }

    /// Makes room for positions in meters, which are missing so far.
    mutating func addWorld() {
        guard !hasWorld else { return }
        hasWorld = true
        world = [Float](repeating: .nan, count: image.count)
    }

    /// Appends the frames of another series of the same points.
    mutating func append(contentsOf other: PointSeries) {
        if other.hasWorld { addWorld() }
        image += other.image
        if hasWorld {
            world += other.hasWorld ? other.world : [Float](repeating: .nan, count: other.image.count)
        }
        visibility += other.visibility
        knowledge += other.knowledge
    }
}
