// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// What a redaction shows if the tracks of one person stay visible: of that person, and of others.
public struct KeptFaceCoverage: Sendable {
    /// An area that is covered, with the number of its track.
    public struct Area: Sendable {
        let rect: CGRect
        let trackID: Int?
        let isDetected: Bool

        /// Creates an area.
        public init(_ rect: CGRect, trackID: Int?, isDetected: Bool) {
            self.rect = rect
            self.trackID = trackID
            self.isDetected = isDetected
        }
    }

    /// The number of frames at the beginning by which somebody chooses the tracks to keep, before anybody meets another one.
    private static let chosen = 8
    /// The distance from the middle of a face to that of an area of the same, in radii of the face.
    private static let near = 0.6
    /// The share of a face inside of the frame from which it counts.
    private static let visible = 0.4
    /// The size of a head, relative to its face.
    private static let head = SIMD2(1.6, 2.1)

    /// The tracks of the person with number 0 in the first frames.
    public private(set) var kept: Set<Int> = []
    /// The frames in which another person's face shows that would be covered if nobody was kept.
    public private(set) var shown: [Int] = []
    /// The numbers of the tracks that the person with number 0 has throughout.
    public private(set) var tracks: Set<Int> = []
    /// The number of frames in which the person with number 0 is covered although the clip's faces are that one's alone.
    public private(set) var covered = 0

    /// Measures the redaction of a clip.
    /// - Parameters:
    ///   - add: Takes the next frame, and returns the areas of the frames that wait no longer.
    ///   - finish: Returns the areas of the remaining frames.
    public init(
        of clip: HardClip, add: (MPImage, _ time: Double) throws -> [[Area]], finish: () -> [[Area]]
    ) throws {
        var waiting: [HardClip.Frame] = []
        var index = 0
        func take(_ frames: [[Area]]) {
            for areas in frames {
                measure(waiting.removeFirst(), areas, index)
                index += 1
            }
        }
        for index in 0..<clip.count {
            let frame = try clip.frame(index)
            waiting.append(frame)
            take(try add(MPImage(pixelBuffer: frame.pixels), frame.time))
        }
        take(finish())
    }

    private mutating func measure(_ frame: HardClip.Frame, _ areas: [Area], _ index: Int) {
        let own = frame.faces.first { $0.person == 0 }
        let found = areas.filter { area in
            own.map { area.isDetected && $0.isNear(area.rect, within: Self.near) } ?? false
        }.compactMap(\.trackID)
        if index < Self.chosen { kept.formUnion(found) }
        tracks.formUnion(found)
        let all = areas.map { HardClip.Face(in: $0.rect) }
        let covers = areas.filter { !kept.contains($0.trackID ?? 0) }.map { HardClip.Face(in: $0.rect) }
        if let own, covers.contains(where: { $0.contains(own.center) }) { covered += 1 }
        let (width, height) = (frame.pixels.width, frame.pixels.height)
        for (place, face) in frame.faces.enumerated()
        where face.person != 0 && face.visibleShare(width: width, height: height) >= Self.visible {
            let before = frame.faces.dropFirst(place + 1).map {
                HardClip.Face(center: $0.center, radii: $0.radii * Self.head)
            }
            let points = face.visiblePoints(width: width, height: height).filter { point in
                !before.contains { $0.contains(point) }
            }
            func isCovered(by covers: [HardClip.Face]) -> Bool {
                let count = points.count { point in covers.contains { $0.contains(point) } }
                return Double(count) >= HardClipCoverage.limit * Double(points.count)
            }
            // What would show even if nobody was kept is another clip's subject.
            if isCovered(by: all), !isCovered(by: covers) {
                shown.append(index)
                return
            }
        }
    }
}

extension HardClip.Face {
    /// Returns whether the middle of a rectangle is near that of the face, in radii.
    fileprivate func isNear(_ rect: CGRect, within distance: Double) -> Bool {
        let way = (SIMD2(Double(rect.midX), Double(rect.midY)) - center) / radii
        return (way * way).sum() <= distance * distance
    }
}
