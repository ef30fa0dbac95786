internal import Foundation

extension FaceDetectorResult: Flippable {
    func flipped(in size: ImageSize) -> FaceDetectorResult {
        FaceDetectorResult(
            detections: detections.map { $0.flipped(width: CGFloat(size.width)) }, isFrame: isFrame,
            timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) -> FaceLandmarkerResult {
        let faces = faces.map { face in
            Face(
                landmarks: FaceLandmarks(face.landmarks.map(\.flipped)), blendshapes: face.blendshapes,
                transformationMatrix: face.transformationMatrix?.flipped, trackID: face.trackID, score: face.score)
        }
        return FaceLandmarkerResult(
            faces: faces, contents: contents, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) throws -> PoseLandmarkerResult {
        let poses = try poses.map { pose in
            Pose(
                landmarks: PoseLandmarks(pose.landmarks.map(\.flipped)),
                worldLandmarks: PoseWorldLandmarks(pose.worldLandmarks.map(\.flipped)),
                segmentationMask: try pose.segmentationMask?.flipped(), trackID: pose.trackID)
        }
        return PoseLandmarkerResult(poses: poses, isFrame: isFrame, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension Detection {
    /// Returns the detection in an image of this width that is flipped from left to right.
    fileprivate func flipped(width: CGFloat) -> Detection {
        // As in the image that is not flipped, a box keeps its size and does not begin before the left edge.
        let x = max(0, width - boundingBox.maxX)
        return Detection(
            categories: categories,
            boundingBox: CGRect(x: x, y: boundingBox.minY, width: boundingBox.width, height: boundingBox.height),
            keypoints: keypoints?.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: 1 - point.location.x, y: point.location.y), label: point.label,
                    score: point.score)
            })
    }
}

extension NormalizedLandmark {
    fileprivate var flipped: NormalizedLandmark {
        NormalizedLandmark(x: 1 - x, y: y, z: z, visibilityValue: visibilityValue, presenceValue: presenceValue)
    }
}

extension Landmark {
    fileprivate var flipped: Landmark {
        Landmark(x: -x, y: y, z: z, visibilityValue: visibilityValue, presenceValue: presenceValue)
    }
}

extension TransformMatrix {
    /// The pose of the mirror image of the canonical face, which is that face: still a rotation and a translation.
    fileprivate var flipped: TransformMatrix {
        let side = Int(rows)
        let elements = (0..<side * side).map { index in
            let (row, column) = (index / side, index % side)
            return (row == 0) == (column == 0) ? self[row: row, column: column] : -self[row: row, column: column]
        }
        return TransformMatrix(rowMajor: elements, side: side)
    }
}

extension Mask {
    /// Returns a copy whose rows run from right to left.
    fileprivate func flipped() throws -> Mask {
        try withUnsafeFloats { source in
            try Mask(width: width, height: height) { target in
                for row in stride(from: 0, to: source.count, by: width) {
                    for column in 0..<width { target[row + column] = source[row + width - 1 - column] }
                }
            }
        }
    }
}
