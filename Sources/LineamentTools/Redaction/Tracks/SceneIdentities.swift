// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The tracks of the scenes of a video: each scene has trackers of its own, which go on when the scene is resumed.
///
/// Weak detections that are not where a face is expected have a tracker to themselves: something beside a face that is taken
/// for one would pull the face's track away. A track that begins weak goes on once its face is certain.
struct SceneIdentities: Sendable {
    /// A detection.
    struct Face: Sendable {
        /// The box relative to the scene, in fractions of the frame.
        let box: CGRect
        /// Whether it is certain, or where a face is expected.
        let isReliable: Bool
    }

    /// The tracks of one kind in a scene.
    private struct Tracks: Sendable {
        private var tracker = IdentityTracker()
        /// The numbers of the tracks in the video by those in the scene.
        private var numbers: [Int: Int] = [:]
        /// The boxes that were identified last, in pixels, with their numbers.
        private(set) var latest: [(number: Int, box: CGRect)] = []

        /// Returns the numbers of boxes, in pixels.
        /// - Parameter number: Returns the number of a track that begins with a box.
        mutating func identify(
            _ boxes: [CGRect], in size: CGSize, time: Int, number: (CGRect) -> Int
        ) -> [Int] {
            let ids = tracker.identify(boxes, in: size, timestampInMilliseconds: time)
            latest = zip(ids, boxes).map { id, box in
                let known = numbers[id] ?? number(box)
                numbers[id] = known
                return (known, box)
            }
            return latest.map(\.number)
        }
    }

    private struct Scene: Sendable {
        var reliable = Tracks()
        var weak = Tracks()
        var lastSeen = 0.0
    }

    /// The time, in seconds, after which a scene that is not seen is forgotten.
    private static let memory = 2.0
    /// The limit of times, in milliseconds, beyond any video.
    private static let limit = 1e15

    private var scenes: [Int: Scene] = [:]
    private var lastNumber = 0

    /// Returns the numbers of faces, from 1.
    /// - Parameters:
    ///   - faces: The detections.
    ///   - lost: Where the faces of tracks are expected since they were last certain, relative to the scene. A face that begins a track
    ///     there goes on with that one, as weak detections may have led its tracker away.
    ///   - size: The size of the frame, in pixels.
    ///   - place: Where the frame belongs.
    ///   - time: The time of the frame, in seconds.
    mutating func identify(
        _ faces: [Face], lost: [Int: CGRect] = [:], in size: CGSize, at place: FramePlace, time: Double
    ) -> [Int] {
        var scene = scenes[place.scene] ?? Scene()
        var last = lastNumber
        func next() -> Int {
            last += 1
            return last
        }
        let boxes = faces.map { $0.box.pixels(of: size) }
        let milliseconds = Self.milliseconds(time)
        var begun = scene.weak.latest
        let reliable = faces.indices.filter { faces[$0].isReliable }
        let expected = lost.sorted { $0.key < $1.key }.map { (number: $0.key, box: $0.value.pixels(of: size)) }
        let strong = scene.reliable.identify(reliable.map { boxes[$0] }, in: size, time: milliseconds) { box in
            if let known = expected.first(where: { box.showsFace(expectedIn: $0.box) }) { return known.number }
            guard let index = begun.firstIndex(where: { box.showsFace(expectedIn: $0.box) }) else { return next() }
            return begun.remove(at: index).number
        }
        let others = faces.indices.filter { !faces[$0].isReliable }
        let weak = scene.weak.identify(others.map { boxes[$0] }, in: size, time: milliseconds) { _ in next() }
        // A track that went on as a certain one may also have gone on as a weak one.
        var taken: Set<Int> = []
        let unique = (strong + weak).map { taken.insert($0).inserted ? $0 : next() }
        lastNumber = last
        scene.lastSeen = time
        scenes[place.scene] = scene
        scenes = scenes.filter { time - $0.value.lastSeen <= Self.memory }
        let numbers = Dictionary(uniqueKeysWithValues: zip(reliable + others, unique))
        return faces.indices.compactMap { numbers[$0] }
    }

    /// Returns a time in milliseconds; those beyond any video, and NaN, are the nearest that fits.
    private static func milliseconds(_ time: Double) -> Int {
        time.isNaN ? 0 : Int(max(-limit, min(limit, (time * 1000).rounded())))
    }
}
