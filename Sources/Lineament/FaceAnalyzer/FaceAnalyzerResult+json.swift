// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FaceAnalyzerResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    package func writeMembers(to json: inout some JSONWriting) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("faces", faces) { json, face in json.object { face.writeMembers(to: &$0) } }
    }

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints.
    /// - Throws: `DecodingError`, also for a landmark or contour that is not one of ``FacialPoint`` or ``FacialContour``.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        self.init(
            faces: members.faces.map(\.face), timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var faces: [FaceMembers]
    }

    private struct FaceMembers: Decodable {
        struct Box: Decodable { var x, y, width, height: Double }
        struct Point: Decodable {
            var x, y: Double
            var position: CGPoint { CGPoint(x: x, y: y) }
        }

        var frame: Box
        var trackingID: Int?
        var headEulerAngleX, headEulerAngleY, headEulerAngleZ: Float?
        var smilingProbability, leftEyeOpenProbability, rightEyeOpenProbability: Float?
        var landmarks: [FacialPoint: Point]?
        var contours: [FacialContour: [Point]]?

        var face: Face {
            Face(
                boundingBox: CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
                trackID: trackingID, pitch: headEulerAngleX, yaw: headEulerAngleY, roll: headEulerAngleZ,
                smilingProbability: smilingProbability, leftEyeOpenProbability: leftEyeOpenProbability,
                rightEyeOpenProbability: rightEyeOpenProbability,
                landmarks: landmarks?.mapValues(\.position) ?? [:],
                contours: contours?.mapValues { $0.map(\.position) } ?? [:])
        }
    }
}

extension FaceAnalyzerResult.Face {
    /// The values that are numbers with names of their own.
    private static let numbers = FaceAnalyzerResult.values.filter {
        if case .numbers = $0.description.shape { true } else { false }
    }

    fileprivate func writeMembers(to json: inout some JSONWriting) {
        json.key("frame")
        json.object { json in
            json.member("x", Float(boundingBox.minX))
            json.member("y", Float(boundingBox.minY))
            json.member("width", Float(boundingBox.width))
            json.member("height", Float(boundingBox.height))
        }
        if let trackID { json.member("trackingID", trackID) }
        for value in Self.numbers {
            for (name, number) in zip(value.description.columns, value.numbers(of: self, in: .zero))
            where !number.isNaN {
                json.member(name, number)
            }
        }
        if !landmarks.isEmpty {
            json.key("landmarks")
            json.object { json in
                for landmark in FacialPoint.allCases {
                    guard let place = landmarks[landmark] else { continue }
                    json.key(landmark.rawValue)
                    place.write(to: &json)
                }
            }
        }
        if !contours.isEmpty {
            json.key("contours")
            json.object { json in
                for contour in FacialContour.allCases {
                    guard let points = contours[contour] else { continue }
                    json.member(contour.rawValue, points) { json, point in point.write(to: &json) }
                }
            }
        }
    }
}

extension CGPoint {
    fileprivate func write(to json: inout some JSONWriting) {
        json.object { json in
            json.member("x", Float(x))
            json.member("y", Float(y))
        }
    }
}
