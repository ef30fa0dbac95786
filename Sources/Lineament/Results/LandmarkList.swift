// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The landmarks of one face, body or hand, by index and by name.
///
/// ```swift
/// let nose = face.landmarks[.noseTip]
/// let wrist = pose.worldLandmarks[.leftWrist]
/// ```
public struct LandmarkList<Name, Point>: RandomAccessCollection, Sendable
where Name: RawRepresentable<Int> & Sendable, Point: Hashable & Sendable {
    private let points: [Point]

    /// Creates a list from landmarks in the model's order.
    public init(_ points: [Point]) { self.points = points }

    /// The index of the first landmark, which is 0.
    public var startIndex: Int { 0 }
    /// The number of landmarks.
    public var endIndex: Int { points.count }

    /// Returns the landmark at `index` in the model's order.
    public subscript(index: Int) -> Point { points[index] }

    /// Returns the landmark with the given name.
    /// - Precondition: The list is complete, as those of a result are.
    public subscript(name: Name) -> Point { points[name.rawValue] }

    /// The landmarks as an array.
    public var array: [Point] { points }
}

extension LandmarkList {
    /// Creates a list from decoded landmarks.
    /// - Throws: `DecodingError.dataCorrupted` unless there are `count` landmarks.
    init(decoded points: [Point], count: Int, from decoder: any Decoder) throws {
        guard points.count == count else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "A subject has \(points.count) landmarks instead of \(count)."))
        }
        self.init(points)
    }
}

extension LandmarkList: Hashable {}

extension LandmarkList: CustomStringConvertible {
    /// The number of landmarks, such as "478 landmarks".
    public var description: String { "\(count) landmarks" }
}

extension LandmarkList where Point == NormalizedLandmark {
    /// Returns the smallest rectangle that contains all landmarks, in pixels of an image of `size`; `nil` if the list
    /// is empty.
    public func boundingBox(in size: CGSize) -> CGRect? {
        guard let (low, high) = points.map({ SIMD2($0.x, $0.y) }).corners else { return nil }
        return CGRect(
            x: CGFloat(low.x) * size.width, y: CGFloat(low.y) * size.height,
            width: CGFloat(high.x - low.x) * size.width, height: CGFloat(high.y - low.y) * size.height)
    }
}
