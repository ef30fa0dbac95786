// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The jitter of landmarks on still faces and their lag on moving faces.
///
/// The frames are synthesized from one photo: copies of its face in a grid, with noise that changes from frame to
/// frame, either still or moving to the right at a constant speed.
struct Steadiness {
    /// The mean motion of a landmark between consecutive frames on still faces, in pixels.
    var jitter: Double
    /// The delay of landmarks on moving faces, in frames.
    var lag: Double

    private static let frameCount = 40
    /// The number of initial frames to ignore while the filters settle.
    private static let settling = 8
    private static let speed = 3
    private static let milliseconds = 33

    /// Measures both values.
    /// - Parameter face: a square RGB image of one face.
    init(face: PixelBuffer, count: Int, smoothing: Smoothing) throws {
        let options = FaceLandmarkerOptions()
        options.numFaces = count
        options.smoothing = smoothing
        let landmarker = try FaceLandmarker(options: options)
        let still = try Self.tracks(landmarker, FaceGrid(face: face, count: count, speed: 0))
        jitter = Self.meanMotion(still)
        let moving = try Self.tracks(landmarker, FaceGrid(face: face, count: count, speed: Self.speed))
        let start = still[Self.settling...].reduce(SIMD2<Double>.zero) { $0 + Self.mean($1) }
        let rest = start / Double(still.count - Self.settling)
        let delays = (Self.settling..<moving.count).map { index in
            rest.x + Double(index * Self.speed) - Self.mean(moving[index]).x
        }
        lag = delays.reduce(0, +) / Double(delays.count) / Double(Self.speed)
    }

    /// Returns the landmarks of all faces, in pixels and in grid order, for each frame.
    private static func tracks(_ landmarker: FaceLandmarker, _ grid: FaceGrid) throws -> [[SIMD2<Double>]] {
        let session = landmarker.makeSession()
        return try (0..<frameCount).map { index in
            let pixels = try grid.frame(index)
            let result = try session.detect(
                videoFrame: MPImage(pixelBuffer: pixels), timestampInMilliseconds: index * milliseconds)
            let faces = result.faceLandmarks.sorted {
                grid.place(of: $0[0], in: pixels) < grid.place(of: $1[0], in: pixels)
            }
            return faces.joined().map {
                SIMD2(Double($0.x) * Double(pixels.width), Double($0.y) * Double(pixels.height))
            }
        }
    }

    private static func meanMotion(_ tracks: [[SIMD2<Double>]]) -> Double {
        let steps = zip(tracks, tracks.dropFirst()).dropFirst(settling).flatMap { before, after in
            zip(before, after).map { ($1 - $0).length }
        }
        return steps.reduce(0, +) / Double(max(1, steps.count))
    }

    private static func mean(_ points: [SIMD2<Double>]) -> SIMD2<Double> {
        points.reduce(.zero, +) / Double(max(1, points.count))
    }
}

/// Frames with copies of one face in a nearly square grid: in a single long row they would be too small to detect.
private struct FaceGrid {
    let face: PixelBuffer
    let count: Int
    let speed: Int

    private static let room = 160

    private var columns: Int { Int(Double(count).squareRoot().rounded(.up)) }
    private var rows: Int { (count + columns - 1) / columns }

    /// Returns a sort key for the grid position of a landmark.
    func place(of landmark: NormalizedLandmark, in frame: PixelBuffer) -> Int {
        let row = Int(landmark.y * Float(frame.height)) / face.height
        // Faces move by less than one cell, so their order within a row is that of their x positions.
        return row * frame.width + Int(landmark.x * Float(frame.width))
    }

    func frame(_ index: Int) throws -> PixelBuffer {
        let side = face.width
        let width = side * columns + Self.room
        let height = side * rows
        var bytes = [UInt8](repeating: 110, count: width * height * 3)
        try face.withPlanes { planes in
            for copy in 0..<count {
                let left = copy % columns * side + index * speed
                for row in 0..<side {
                    let from = UnsafeRawBufferPointer(
                        start: planes[0].address + row * planes[0].bytesPerRow, count: side * 3)
                    let start = ((copy / columns * side + row) * width + left) * 3
                    bytes.replaceSubrange(start..<start + side * 3, with: from)
                }
            }
        }
        var noise = Noise(seed: UInt64(index + 1))
        for at in bytes.indices { bytes[at] = noise.added(to: bytes[at]) }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
    }
}

/// Deterministic noise like that of a camera in a dim room.
private struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    /// Returns the value, brightened or darkened by up to 8 levels.
    mutating func added(to value: UInt8) -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(max(0, min(255, Int(value) + Int(state >> 60) - 8)))
    }
}
