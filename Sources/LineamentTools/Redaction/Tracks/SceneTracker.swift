// SPDX-License-Identifier: Apache-2.0
public import Lineament

/// Where a frame of a video belongs: its scene, its shot, and how far the camera has turned.
public struct FramePlace: Sendable, Hashable {
    /// The number of the scene. A scene that is interrupted by a flash or by other images goes on under its number.
    public var scene: Int
    /// The number of the shot: the frames of a scene without an interruption.
    public var shot: Int
    /// How far the content has moved since the beginning of the scene, in fractions of the frame's width and height.
    public var offset: SIMD2<Double>

    /// Creates a place.
    /// - Parameters:
    ///   - scene: The number of the scene.
    ///   - shot: The number of the shot; `nil` for that of the scene.
    ///   - offset: How far the content has moved since the beginning of the scene.
    public init(scene: Int = 0, shot: Int? = nil, offset: SIMD2<Double> = .zero) {
        self.scene = scene
        self.shot = shot ?? scene
        self.offset = offset
    }
}

/// Tells which scene each frame of a video belongs to, and how the camera moves, from small gray copies of the frames.
///
/// A frame goes on with the scene before it if it shows the same, moved or not, in whatever light. Otherwise it returns to
/// one of the scenes of the last seconds, or begins a new one. A frame that shows nothing, such as one that is black or
/// overexposed, goes on with its scene.
///
/// ```swift
/// var scenes = SceneTracker()
/// let place = scenes.place(of: frame.pixels, time: frame.time)
/// ```
public struct SceneTracker: Sendable {
    /// A known scene: its last frame that showed something.
    private struct Scene: Sendable {
        let number: Int
        var sketch: FrameSketch
        var offset: SIMD2<Double>
        var lastSeen: Double
    }

    /// The correlation from which two successive frames show the same scene: of 2,850 pairs of test photos, 5 reach it at the
    /// best of all movements (half of them 0.44, one of a hundred 0.75), while frames of pans by up to a sixth of the width
    /// stay above 0.82.
    private static let sameScene: Float = 0.8
    /// The agreement from which they do, although something large has appeared or gone: one of a hundred pairs of test photos
    /// reaches 0.08, and two portraits before the same wall 0.24.
    private static let sameBackground: Float = 0.5
    /// The time, in seconds, for which a scene can be resumed.
    private static let memory = 2.0
    /// The number of scenes that can be resumed.
    private static let maxScenes = 12

    /// The scenes that can be resumed, the latest one last.
    private var scenes: [Scene] = []
    private var shot = 0
    private var nextScene = 0

    /// Creates a tracker that has seen no frame.
    public init() {}

    /// Returns where the next frame belongs.
    /// - Parameters:
    ///   - frame: The frame, of any size.
    ///   - time: Its time, in seconds, which must not decrease.
    public mutating func place(of frame: PixelBuffer, time: Double) -> FramePlace {
        let sketch = FrameSketch(frame)
        defer { scenes = Array(scenes.filter { time - $0.lastSeen <= Self.memory }.suffix(Self.maxScenes)) }
        guard let current = scenes.last else { return begin(sketch, time) }
        guard !sketch.isBlank, !current.sketch.isBlank else {
            scenes[scenes.count - 1].lastSeen = time
            if !sketch.isBlank { scenes[scenes.count - 1].sketch = sketch }
            return FramePlace(scene: current.number, shot: shot, offset: current.offset)
        }
        for (index, scene) in scenes.enumerated().reversed() {
            let match = sketch.match(scene.sketch)
            let hasSameBackground = match.agreement >= Self.sameBackground
            guard match.correlation >= Self.sameScene || hasSameBackground else { continue }
            if index < scenes.count - 1 { shot += 1 }
            scenes.remove(at: index)
            // Where half of the cells are as they were, the camera has not moved.
            let offset = hasSameBackground ? scene.offset : scene.offset + match.shift
            scenes.append(Scene(number: scene.number, sketch: sketch, offset: offset, lastSeen: time))
            return FramePlace(scene: scene.number, shot: shot, offset: offset)
        }
        shot += 1
        return begin(sketch, time)
    }

    private mutating func begin(_ sketch: FrameSketch, _ time: Double) -> FramePlace {
        defer { nextScene += 1 }
        scenes.append(Scene(number: nextScene, sketch: sketch, offset: .zero, lastSeen: time))
        return FramePlace(scene: nextScene, shot: shot)
    }
}
