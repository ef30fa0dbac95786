// SPDX-License-Identifier: Apache-2.0
extension FaceDetectorResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    package func writeMembers(to json: inout some JSONWriting) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("detections", detections) { json, detection in detection.write(to: &json) }
    }

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        self.init(
            detections: members.detections, timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var detections: [Detection]
    }
}
