package import Lineament

extension Face {
    /// The values of a face; see `ResultValue`.
    package static let values: [ResultValue<[Face], Face>] = [
        ResultValue(
            "box", key: "frame", .boxes, .box(isWhole: false), "The box around the face, in pixels."
        ) { $2.write($0.frame) },
        ResultValue(
            "angles", key: nil, .angles,
            .numbers([
                ValueComponent("headEulerAngleX", "Positive looking up.", in: -180...180),
                ValueComponent(
                    "headEulerAngleY", "Positive toward the right edge of the image.", in: -180...180),
                ValueComponent(
                    "headEulerAngleZ", "Positive when the head tilts counterclockwise in the image.", in: -180...180),
            ]),
            "The angles of the head, in degrees."
        ) { face, _, numbers in
            numbers.write([
                face.hasHeadEulerAngleX ? Float(face.headEulerAngleX) : .nan,
                face.hasHeadEulerAngleY ? Float(face.headEulerAngleY) : .nan,
                face.hasHeadEulerAngleZ ? Float(face.headEulerAngleZ) : .nan,
            ])
        },
        ResultValue(
            "expressions", key: nil, .expressions,
            .numbers([
                ValueComponent("smilingProbability", "The probability of a smile."),
                ValueComponent("leftEyeOpenProbability", "The probability that the subject's left eye is open."),
                ValueComponent("rightEyeOpenProbability", "The probability that the subject's right eye is open."),
            ]),
            "The probabilities of a smile and of open eyes."
        ) { face, _, numbers in
            numbers.write([
                face.hasSmilingProbability ? Float(face.smilingProbability) : .nan,
                face.hasLeftEyeOpenProbability ? Float(face.leftEyeOpenProbability) : .nan,
                face.hasRightEyeOpenProbability ? Float(face.rightEyeOpenProbability) : .nan,
            ])
        },
        ResultValue(
            "landmarks", key: "landmarks", .landmarks, .points(FaceLandmarkType.allCases.count, axes: ["x", "y"]),
            "The landmarks that are visible, in pixels.",
            columns: FaceLandmarkType.allCases.flatMap { ["\($0.rawValue)X", "\($0.rawValue)Y"] }
        ) { face, _, numbers in
            numbers.write(
                FaceLandmarkType.allCases.flatMap { type -> [Float] in
                    guard let point = face.landmark(ofType: type)?.position else { return [.nan, .nan] }
                    return [Float(point.x), Float(point.y)]
                })
        },
        ResultValue(
            "contours", key: "contours", .contours,
            .points(FaceTables.points(of: .all).count, axes: ["x", "y"]),
            "The \(FaceTables.points(of: .all).count) points of the contours, in pixels; NaN for all faces but the largest.",
            isPresent: { $0.contains { !$0.contours.isEmpty } }
        ) { face, _, numbers in
            let points = face.contour(ofType: .all)?.points ?? []
            numbers.write(points.flatMap { [Float($0.x), Float($0.y)] })
        },
    ]
}
