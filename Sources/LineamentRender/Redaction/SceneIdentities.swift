internal import Foundation
internal import Lineament

/// The tracks of the scenes of a video: each scene has a tracker of its own, which goes on when the scene is resumed.
struct SceneIdentities: Sendable {
    private struct Scene: Sendable {
        var tracker = IdentityTracker()
        /// The numbers of the tracks in the video by those in the scene.
        var numbers: [Int: Int] = [:]
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
    ///   - boxes: The boxes of the faces relative to their scene, in fractions of the frame.
    ///   - size: The size of the frame, in pixels.
    ///   - place: Where the frame belongs.
    ///   - time: The time of the frame, in seconds.
    mutating func identify(_ boxes: [CGRect], in size: CGSize, at place: FramePlace, time: Double) -> [Int] {
        var scene = scenes[place.scene] ?? Scene()
        let ids = scene.tracker.identify(
            boxes.map { $0.pixels(of: size) }, in: size, timestampInMilliseconds: Self.milliseconds(time))
        let numbers = ids.map { id in
            if let number = scene.numbers[id] { return number }
            lastNumber += 1
            scene.numbers[id] = lastNumber
            return lastNumber
        }
        scene.lastSeen = time
        scenes[place.scene] = scene
        scenes = scenes.filter { time - $0.value.lastSeen <= Self.memory }
        return numbers
    }

    /// Returns a time in milliseconds; those beyond any video, and NaN, are the nearest that fits.
    private static func milliseconds(_ time: Double) -> Int {
        time.isNaN ? 0 : Int(max(-limit, min(limit, (time * 1000).rounded())))
    }
}
