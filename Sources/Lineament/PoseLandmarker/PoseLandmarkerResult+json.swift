// SPDX-License-Identifier: Apache-2.0
extension PoseLandmarkerResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    /// - Parameters:
    ///   - json: The JSON to write to.
    ///   - maskFiles: The names of the files that the masks were written to; `nil` if there are none.
    package func writeMembers(to json: inout some JSONWriting, maskFiles: [String]?) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("landmarks", poses) { json, pose in
            json.array(pose.landmarks) { json, landmark in landmark.write(to: &json) }
        }
        json.member("worldLandmarks", poses) { json, pose in
            json.array(pose.worldLandmarks) { json, landmark in landmark.write(to: &json) }
        }
        if let maskFiles {
            json.member("segmentationMasks", maskFiles) { json, file in json.value(file) }
        }
        if isFrame {
            json.member("trackIDs", trackIDs) { json, id in json.value(id) }
        }
    }

    package func writeMembers(to json: inout some JSONWriting) { writeMembers(to: &json, maskFiles: nil) }

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video. Masks are omitted; write them as images instead.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints; the result has no masks.
    /// - Throws: `DecodingError`, also if a person has another number of landmarks than 33, in the image or in
    ///   meters, or some have none in meters.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let count = DetectedPose.landmarkCount
        guard members.landmarks.count == members.worldLandmarks.count else {
            let entries = members.landmarks.count == 1 ? "1 entry" : "\(members.landmarks.count) entries"
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "`landmarks` has \(entries) but `worldLandmarks` has "
                        + "\(members.worldLandmarks.count); they must have the same number."))
        }
        let poses = try zip(members.landmarks, members.worldLandmarks).enumerated().map { index, landmarks in
            Pose(
                landmarks: try PoseLandmarks(decoded: landmarks.0, count: count, from: decoder),
                worldLandmarks: try PoseWorldLandmarks(decoded: landmarks.1, count: count, from: decoder),
                trackID: members.trackIDs?.element(at: index))
        }
        self.init(
            poses: poses, timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil || members.trackIDs != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var landmarks: [[NormalizedLandmark]]
        var worldLandmarks: [[Landmark]]
        var trackIDs: [Int]?
    }
}
