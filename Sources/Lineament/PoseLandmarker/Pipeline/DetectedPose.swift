internal import CLineamentKernels

/// One person in one image, before the public result.
struct DetectedPose: Sendable {
    static let landmarkCount = 33

    /// In fractions of the image; depth on the scale of x.
    var landmarks: LandmarkSet
    /// In metres from the middle of the hips, the axes those of the image.
    var world: LandmarkSet
    /// The probability that each landmark is not hidden.
    var visibility: [Float]
    /// The probability that each landmark lies inside the image.
    var presence: [Float]
    /// The probability that there is a person.
    var score: Float
    /// Where the person is looked for in the next frame.
    var nextRegion: RotatedRect
    /// The region that the landmark model was shown; the mask covers it.
    var region: RotatedRect
    var mask: RegionMask?
}

/// The segmentation of one region, as the model gives it.
struct RegionMask: Sendable {
    let side: Int
    /// The probability that each pixel shows the person, row by row.
    let confidences: [Float]

    init(side: Int, confidences: [Float]) {
        self.side = side
        self.confidences = confidences
    }

    /// - Parameter logits: of `side * side` pixels.
    init(side: Int, logits: UnsafeMutableBufferPointer<Float>) {
        self.side = side
        confidences = [Float](unsafeUninitializedCapacity: logits.count) { target, count in
            lineament_sigmoid(logits.baseAddress, target.baseAddress, logits.count)
            count = logits.count
        }
    }
}

extension PoseLandmarkerResult.Pose {
    /// - Parameter size: of the image, which masks are made for.
    init(_ pose: DetectedPose, trackID: Int?, in size: ImageSize) {
        self.init(
            landmarks: PoseLandmarks(pose.points(pose.landmarks)),
            worldLandmarks: PoseWorldLandmarks(pose.points(pose.world)), segmentationMask: pose.mask(for: size),
            trackID: trackID)
    }
}

extension DetectedPose {
    fileprivate func points<Point: LandmarkCoordinates>(_ coordinates: LandmarkSet) -> [Point] {
        coordinates.indices.map { index in
            let point = coordinates[index]
            return Point(
                x: point.x, y: point.y, z: point.z, visibilityValue: visibility[index], presenceValue: presence[index])
        }
    }

    /// The mask projected onto an image of `size`; nil unless the model was asked for one.
    fileprivate func mask(for size: ImageSize) -> Mask? {
        mask.map { mask in
            let (width, height) = (Int(size.width), Int(size.height))
            return Mask(width: width, height: height) { image in
                MaskProjection(region, side: mask.side, in: size).apply(mask, to: image, width: width, height: height)
            }
        }
    }
}
