internal import Foundation
package import Lineament
package import LineamentRender

/// The crops of an image or frame.
package struct CropResult: Sendable {
    /// One face.
    package struct Face: Sendable {
        package var crop: PixelBuffer
        package var transform: CropTransform
        /// The box around the landmarks, in pixels of the image.
        package var box: CGRect
        package var score: Float
        /// How well the face is seen, 0 to 1; see `FaceQuality`.
        package var quality: Float
        package var trackID: Int?

        package init(
            crop: PixelBuffer, transform: CropTransform, box: CGRect, score: Float, quality: Float, trackID: Int?
        ) {
            (self.crop, self.transform, self.box) = (crop, transform, box)
            (self.score, self.quality, self.trackID) = (score, quality, trackID)
        }
    }

    package var faces: [Face]

    package init(faces: [Face]) { self.faces = faces }
}

/// The table of crops: a line for each image and frame, in CSV for each face.
package struct CropOutput: ResultOutput {
    package init() {}

    package let subject = Subject.face
    package var csvColumns: [String] {
        ResultHead.csvColumns + [
            "face", "track", "file", "x", "y", "box_width", "box_height", "a", "b", "c", "d", "score", "quality",
        ]
    }

    package func count(_ result: CropResult) -> Int { result.faces.count }
    package func trackIDs(_ result: CropResult) -> [Int] { result.faces.compactMap(\.trackID) }

    /// Crops are files of their own; nothing is drawn.
    package func overlay(_ result: CropResult, labels: LabelMode) -> any Overlay { OverlayStack([]) }

    package func text(_ result: CropResult, _ head: ResultHead) -> String {
        let details = result.faces.enumerated().map { index, face in
            let file = head.maskFiles.flatMap { $0.dropFirst(index).first } ?? ""
            let place = TextOutput.box(face.box, of: head)
            return "\(TextOutput.number(index, trackID: face.trackID)) at \(place), "
                + String(format: "quality %.2f", face.quality) + "  → \(file.onOneLine)"
        }
        return TextOutput.lines(head, .face, details)
    }

    package func json(_ result: CropResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            json.member("crops", Array(result.faces.enumerated())) { json, element in
                let (index, face) = element
                json.object { json in
                    if let file = head.maskFiles.flatMap({ $0.dropFirst(index).first }) { json.member("file", file) }
                    if let id = face.trackID { json.member("trackID", id) }
                    json.member("x", Float(face.box.minX))
                    json.member("y", Float(face.box.minY))
                    json.member("width", Float(face.box.width))
                    json.member("height", Float(face.box.height))
                    json.member("transform", Self.numbers(face.transform)) { json, number in json.value(Float(number)) }
                    json.member("score", face.score)
                    json.member("quality", face.quality)
                }
            }
        }
    }

    private static func numbers(_ transform: CropTransform) -> [Double] {
        [transform.a, transform.b, transform.c, transform.d]
    }

    package func csv(_ result: CropResult, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.faces.enumerated().map { index, face in
            let numbers =
                [face.box.minX, face.box.minY, face.box.width, face.box.height].map { Double($0) }
                + Self.numbers(face.transform) + [Double(face.score), Double(face.quality)]
            let file = head.maskFiles.flatMap { $0.dropFirst(index).first } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", face.trackID.map { "\($0)" } ?? "", file]
                    + numbers.map { CSV.number(Float($0)) }, columns: names)
        }.joined()
    }
}
