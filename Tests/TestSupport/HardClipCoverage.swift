// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// How much of the faces of a hard clip a redaction covers.
public struct HardClipCoverage: Sendable {
    /// The share of a face inside of the frame from which it has to be covered.
    private static let visible = 0.4
    /// The share of the visible part of a face that has to be covered in every frame.
    public static let limit = 0.95

    /// The covered share of each visible face of each frame.
    public private(set) var shares: [(frame: Int, share: Double)] = []
    /// The share of each frame that is covered and need not be.
    private var needless: [Double] = []

    /// Measures the redaction of a clip.
    /// - Parameters:
    ///   - add: Takes the next frame, and returns the areas of the frames that wait no longer, in pixels.
    ///   - finish: Returns the areas of the remaining frames.
    public init(
        of clip: HardClip, add: (MPImage, _ time: Double) throws -> [[CGRect]], finish: () -> [[CGRect]]
    ) throws {
        var waiting: [HardClip.Frame] = []
        func take(_ areas: [[CGRect]]) {
            for areas in areas { measure(waiting.removeFirst(), areas: areas.map { HardClip.Face(in: $0) }) }
        }
        for index in 0..<clip.count {
            let frame = try clip.frame(index)
            waiting.append(frame)
            take(try add(MPImage(pixelBuffer: frame.pixels), frame.time))
        }
        take(finish())
        precondition(waiting.isEmpty, "\(waiting.count) frames of \(clip.name) got no redaction")
    }

    /// The least covered share.
    public var least: Double { shares.map(\.share).min() ?? 1 }
    /// The number of visible faces that are covered less than they have to be.
    public var failures: Int { shares.count { $0.share < Self.limit } }
    /// The mean share of a frame that is covered and need not be.
    public var meanNeedless: Double { needless.reduce(0, +) / Double(max(1, needless.count)) }

    /// The frames with the least covered faces.
    public var worst: String {
        shares.sorted { $0.share < $1.share }.prefix(8).map { String(format: "%d: %.2f", $0.frame, $0.share) }
            .joined(separator: ", ")
    }

    /// Adds the next frame.
    /// - Parameter areas: What is covered, in pixels of the frame.
    private mutating func measure(_ frame: HardClip.Frame, areas: [HardClip.Face]) {
        let index = needless.count
        let width = frame.pixels.width
        let height = frame.pixels.height
        for face in frame.faces where face.visibleShare(width: width, height: height) >= Self.visible {
            let points = face.visiblePoints(width: width, height: height)
            let count = points.count { point in areas.contains { $0.contains(point) } }
            shares.append((index, Double(count) / Double(points.count)))
        }
        // What a redaction of the faces covers.
        let needed = frame.faces.map { HardClip.Face(center: $0.center, radii: $0.radii * SIMD2(1.6, 1.9)) }
        let grid = (0..<64 * 36).map { SIMD2(Double($0 % 64 * width) / 64, Double($0 / 64 * height) / 36) }
        let count = grid.count { point in
            areas.contains { $0.contains(point) } && !needed.contains { $0.contains(point) }
        }
        needless.append(Double(count) / Double(grid.count))
    }
}
