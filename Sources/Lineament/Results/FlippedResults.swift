extension RawDetection: Flippable {
    /// Returns the detection in the flipped image; it is in fractions of the image, whatever its size.
    func flipped(in size: ImageSize) -> RawDetection {
        var box = box
        box.minimum.x = 1 - box.maximum.x
        return RawDetection(box: box, score: score, keypoints: keypoints.map { SIMD2(1 - $0.x, $0.y) })
    }
}

extension FaceLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) -> FaceLandmarkerResult {
        let faces = faces.map { face in
            var flipped = face
            flipped.landmarks = FaceLandmarks(face.landmarks.map(\.flipped))
            flipped.transformationMatrix = face.transformationMatrix?.flipped
            return flipped
        }
        return FaceLandmarkerResult(
            faces: faces, detectedFaceCount: detectedFaceCount, contents: contents,
            timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

extension PoseLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) throws -> PoseLandmarkerResult {
        let poses = try poses.map { pose in
            var flipped = pose
            flipped.landmarks = PoseLandmarks(pose.landmarks.map(\.flipped))
            flipped.worldLandmarks = PoseWorldLandmarks(pose.worldLandmarks.map(\.flipped))
            flipped.segmentationMask = try pose.segmentationMask?.flipped()
            return flipped
        }
        return PoseLandmarkerResult(poses: poses, timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

extension HandLandmarkerResult: Flippable {
    /// Returns the hands in the flipped image. The model saw them without mirroring, so the handedness is kept.
    func flipped(in size: ImageSize) -> HandLandmarkerResult {
        let hands = hands.map { hand in
            var flipped = hand
            flipped.landmarks = HandLandmarks(hand.landmarks.map(\.flipped))
            flipped.worldLandmarks = HandWorldLandmarks(hand.worldLandmarks.map(\.flipped))
            return flipped
        }
        return HandLandmarkerResult(hands: hands, timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

extension HolisticLandmarkerResult: Flippable {
    /// Returns the people in the flipped image. The models saw them without mirroring, so left and right are kept.
    func flipped(in size: ImageSize) throws -> HolisticLandmarkerResult {
        let people = try people.map { person in
            var flipped = person
            flipped.landmarks = PoseLandmarks(person.landmarks.map(\.flipped))
            flipped.worldLandmarks = PoseWorldLandmarks(person.worldLandmarks.map(\.flipped))
            flipped.face = person.face.map { FaceLandmarks($0.map(\.flipped)) }
            flipped.leftHand = person.leftHand?.flipped
            flipped.rightHand = person.rightHand?.flipped
            flipped.segmentationMask = try person.segmentationMask?.flipped()
            return flipped
        }
        return HolisticLandmarkerResult(
            people: people, hasBlendshapes: hasBlendshapes, timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame)
    }
}

extension HolisticLandmarkerResult.Person.Hand {
    fileprivate var flipped: Self {
        Self(
            landmarks: HandLandmarks(landmarks.map(\.flipped)),
            worldLandmarks: HandWorldLandmarks(worldLandmarks.map(\.flipped)))
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
