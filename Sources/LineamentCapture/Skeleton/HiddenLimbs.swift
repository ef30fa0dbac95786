// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The arms and legs of a person that are outside the image or hidden nearly all the time, as the legs of a person at a
/// desk. The model places them nevertheless, and they wave about; in a skeleton they hang straight down.
struct HiddenLimbs {
    private let arms: [Joint.Side]
    private let legs: [Joint.Side]

    /// The share of frames in which the end of a limb must be guessed.
    private static let share = 0.8

    init(of body: PointSeries) {
        var count = HiddenCount()
        count.add(body, frames: 0..<body.frameCount)
        self.init(count)
    }

    init(_ count: HiddenCount) {
        func isHidden(_ landmark: PoseLandmark, _ side: Joint.Side) -> Bool {
            let point = landmark.rawValue + side.rawValue
            return Double(count.guessed[point]) > Self.share * Double(count.known[point])
        }
        arms = [.left, .right].filter { isHidden(.leftElbow, $0) && isHidden(.leftWrist, $0) }
        legs = [.left, .right].filter { isHidden(.leftKnee, $0) && isHidden(.leftAnkle, $0) }
    }

    /// Returns points in which these limbs hang down.
    func hanging(_ points: BodyPoints) -> BodyPoints {
        var points = points
        let down = Vector(0, -1, 0)
        let forward = points.hipAxis.cross(-down).unit
        for side in arms {
            points.hang([.leftShoulder, .leftElbow, .leftWrist], side, down)
            let wrist = points.on(side, .leftWrist)
            points.set(.leftIndex, side, wrist + down * 0.1 + forward * 0.03)
            points.set(.leftPinky, side, wrist + down * 0.1 - forward * 0.03)
        }
        for side in legs {
            points.hang([.leftHip, .leftKnee, .leftAnkle], side, down)
            let ankle = points.on(side, .leftAnkle)
            points.set(.leftHeel, side, ankle + down * 0.07 - forward * 0.04)
            points.set(.leftFootIndex, side, ankle + down * 0.07 + forward * 0.15)
        }
        return points
    }
}

/// The number of frames in which each point of a body was found, and in which it was only guessed.
struct HiddenCount {
    private(set) var known = [Int](repeating: 0, count: RecordedPart.body.pointCount)
    private(set) var guessed = [Int](repeating: 0, count: RecordedPart.body.pointCount)

    mutating func add(_ body: PointSeries, frames: Range<Int>) {
        for frame in frames {
            for point in known.indices {
                let state = body.knowledge[frame * body.pointCount + point]
                if state != .missing { known[point] += 1 }
                if state == .guessed { guessed[point] += 1 }
            }
        }
    }
}

extension BodyPoints {
    /// Makes a chain of points hang down, each as far from the one before as it was.
    fileprivate mutating func hang(_ chain: [PoseLandmark], _ side: Joint.Side, _ down: Vector) {
        let lengths = zip(chain, chain.dropFirst()).map { (on(side, $1) - on(side, $0)).length }
        for (index, length) in lengths.enumerated() {
            set(chain[index + 1], side, on(side, chain[index]) + down * length)
        }
    }
}
