// SPDX-License-Identifier: Apache-2.0
extension HandLandmarkerResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    package func writeMembers(to json: inout some JSONWriting) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("handedness", hands) { json, hand in hand.handedness.write(to: &json) }
        json.member("landmarks", hands) { json, hand in
            json.array(hand.landmarks) { json, landmark in landmark.write(to: &json) }
        }
        json.member("worldLandmarks", hands) { json, hand in
            json.array(hand.worldLandmarks) { json, landmark in landmark.write(to: &json) }
        }
        if isFrame {
            json.member("trackIDs", trackIDs) { json, id in json.value(id) }
        }
        if hands.isEmpty || !handScores.isEmpty {
            json.member("handScores", hands) { json, hand in json.value(hand.score ?? .nan) }
        }
        if !personIDs.isEmpty {
            json.member("personIDs", hands) { json, hand in
                if let id = hand.personID { json.value(id) } else { json.value(Float.nan) }
            }
        }
    }

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints.
    /// - Throws: `DecodingError`, also if a hand has another number of landmarks than 21, in the image or in meters, or
    ///   the lists differ in length.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let count = HandLandmarkModel.landmarkCount
        guard Set([members.landmarks.count, members.worldLandmarks.count, members.handedness.count]).count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "`landmarks`, `worldLandmarks` and `handedness` must have the same number of hands."))
        }
        let hands = try members.landmarks.indices.map { index in
            Hand(
                landmarks: try HandLandmarks(decoded: members.landmarks[index], count: count, from: decoder),
                worldLandmarks: try HandWorldLandmarks(
                    decoded: members.worldLandmarks[index], count: count, from: decoder),
                handedness: ResultCategory(named: members.handedness[index]),
                trackID: members.trackIDs?.element(at: index),
                score: members.handScores?.element(at: index) ?? nil,
                personID: members.personIDs?.element(at: index) ?? nil)
        }
        self.init(
            hands: hands, timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil || members.trackIDs != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var handedness: [ResultCategory]
        var landmarks: [[NormalizedLandmark]]
        var worldLandmarks: [[Landmark]]
        var trackIDs: [Int]?
        var handScores: [Float?]?
        var personIDs: [Int?]?
    }
}
