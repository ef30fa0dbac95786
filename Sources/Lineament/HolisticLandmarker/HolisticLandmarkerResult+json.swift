// SPDX-License-Identifier: Apache-2.0
extension HolisticLandmarkerResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller. Each is a list with an element for each
    /// person, which is an empty list where a person has no such part.
    /// - Parameters:
    ///   - json: The JSON to write to.
    ///   - maskFiles: The names of the files that the masks were written to; `nil` if there are none.
    package func writeMembers(to json: inout some JSONWriting, maskFiles: [String]?) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("poseLandmarks", people) { $0.landmarks($1.landmarks) }
        json.member("poseWorldLandmarks", people) { $0.landmarks($1.worldLandmarks) }
        json.member("faceLandmarks", people) { $0.landmarks($1.face?.array ?? []) }
        if hasBlendshapes {
            json.member("faceBlendshapes", people) { json, person in
                json.array(person.blendshapes.map { Classifications($0).categories } ?? []) { json, category in
                    category.write(to: &json)
                }
            }
        }
        json.member("leftHandLandmarks", people) { $0.landmarks($1.leftHand?.landmarks.array ?? []) }
        json.member("leftHandWorldLandmarks", people) { $0.landmarks($1.leftHand?.worldLandmarks.array ?? []) }
        json.member("rightHandLandmarks", people) { $0.landmarks($1.rightHand?.landmarks.array ?? []) }
        json.member("rightHandWorldLandmarks", people) { $0.landmarks($1.rightHand?.worldLandmarks.array ?? []) }
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
    /// - Throws: `DecodingError`, also if the lists differ in length or a part has another number of landmarks than its
    ///   model.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        try members.checkLengths(decoder)
        let people = try members.poseLandmarks.indices.map { try members.person($0, decoder) }
        self.init(
            people: people, hasBlendshapes: members.faceBlendshapes != nil,
            timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil || members.trackIDs != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var poseLandmarks: [[NormalizedLandmark]]
        var poseWorldLandmarks: [[Landmark]]
        var faceLandmarks: [[NormalizedLandmark]]
        var faceBlendshapes: [[ResultCategory]]?
        var leftHandLandmarks: [[NormalizedLandmark]]
        var leftHandWorldLandmarks: [[Landmark]]
        var rightHandLandmarks: [[NormalizedLandmark]]
        var rightHandWorldLandmarks: [[Landmark]]
        var trackIDs: [Int]?

        func checkLengths(_ decoder: any Decoder) throws {
            let counts = [
                poseLandmarks.count, poseWorldLandmarks.count, faceLandmarks.count, leftHandLandmarks.count,
                leftHandWorldLandmarks.count, rightHandLandmarks.count, rightHandWorldLandmarks.count,
            ]
            guard Set(counts).count == 1 else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "All lists of landmarks must have the same number of people."))
            }
        }

        func person(_ index: Int, _ decoder: any Decoder) throws -> Person {
            let face = faceLandmarks[index]
            let blendshapes = faceBlendshapes?.element(at: index) ?? []
            return Person(
                landmarks: try PoseLandmarks(
                    decoded: poseLandmarks[index], count: DetectedPose.landmarkCount, from: decoder),
                worldLandmarks: try PoseWorldLandmarks(
                    decoded: poseWorldLandmarks[index], count: DetectedPose.landmarkCount, from: decoder),
                face: face.isEmpty
                    ? nil : try FaceLandmarks(decoded: face, count: FaceMeshLandmark.count, from: decoder),
                blendshapes: blendshapes.isEmpty
                    ? nil : BlendshapeScores(Classifications(headIndex: 0, categories: blendshapes)),
                leftHand: try hand(leftHandLandmarks[index], leftHandWorldLandmarks[index], decoder),
                rightHand: try hand(rightHandLandmarks[index], rightHandWorldLandmarks[index], decoder),
                trackID: trackIDs?.element(at: index))
        }

        private func hand(
            _ landmarks: [NormalizedLandmark], _ world: [Landmark], _ decoder: any Decoder
        ) throws -> Person.Hand? {
            guard !landmarks.isEmpty else { return nil }
            let count = HandLandmarkModel.landmarkCount
            return Person.Hand(
                landmarks: try HandLandmarks(decoded: landmarks, count: count, from: decoder),
                worldLandmarks: try HandWorldLandmarks(decoded: world, count: count, from: decoder))
        }
    }
}

extension JSONWriting {
    /// Writes a list of landmarks.
    fileprivate mutating func landmarks(_ landmarks: some Sequence<some LandmarkCoordinates>) {
        array(landmarks) { json, landmark in landmark.write(to: &json) }
    }
}
