// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FaceAnalyzerResult {
    /// The values of a face; see ``ResultValue``.
    package static let values: [ResultValue<FaceAnalyzerResult, Face>] = [
        ResultValue(
            "box", key: "frame", .boxes, .box(isWhole: false), "The box around the face, in pixels."
        ) { $2.write($0.boundingBox) },
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
        ) { $2.write([$0.pitch ?? .nan, $0.yaw ?? .nan, $0.roll ?? .nan]) },
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
                face.smilingProbability ?? .nan, face.leftEyeOpenProbability ?? .nan,
                face.rightEyeOpenProbability ?? .nan,
            ])
        },
        ResultValue(
            "landmarks", key: "landmarks", .landmarks, .points(FacialPoint.allCases.count, axes: ["x", "y"]),
            "The landmarks that are visible, in pixels.",
            columns: FacialPoint.allCases.flatMap { ["\($0.rawValue)X", "\($0.rawValue)Y"] }
        ) { face, _, numbers in
            numbers.write(
                FacialPoint.allCases.flatMap { point -> [Float] in
                    guard let place = face.landmarks[point] else { return [.nan, .nan] }
                    return [Float(place.x), Float(place.y)]
                })
        },
        ResultValue(
            "contours", key: "contours", .contours, .points(FacialContour.pointCount, axes: ["x", "y"]),
            "The \(FacialContour.pointCount) points of the contours, in pixels; NaN for all faces but the largest.",
            isPresent: { $0.faces.contains { !$0.contours.isEmpty } }
        ) { face, _, numbers in
            let points = FacialContour.joined.flatMap { face.contours[$0] ?? [] }
            numbers.write(points.flatMap { [Float($0.x), Float($0.y)] })
        },
    ]
}
