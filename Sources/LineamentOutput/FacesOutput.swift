internal import Foundation
internal import Lineament
package import LineamentMLKit
internal import LineamentMLKitRender
package import LineamentRender

/// The output of faces in ML Kit's terms.
package struct FacesOutput: ResultOutput {
    package let subject = Subject.face
    package var csvColumns: [String] { ResultHead.csvColumns + ["face", "trackingID"] + Self.columns.names }

    private static let columns = ValueColumns(VisionFace.values)
    /// The values that are numbers with names of their own.
    private static let numbers = VisionFace.values.filter {
        if case .numbers = $0.description.shape { true } else { false }
    }

    package init() {}

    package func count(_ faces: [VisionFace]) -> Int { faces.count }

    package func overlay(_ faces: [VisionFace], labels: LabelMode) -> any Overlay {
        FaceContourOverlay(faces, labels: labels)
    }

    package func json(_ faces: [VisionFace], _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            json.member("faces", faces) { json, face in json.object { write(face, to: &$0) } }
        }
    }

    private func write(_ face: VisionFace, to json: inout JSONText) {
        json.key("frame")
        json.object { json in
            json.member("x", Float(face.frame.minX))
            json.member("y", Float(face.frame.minY))
            json.member("width", Float(face.frame.width))
            json.member("height", Float(face.frame.height))
        }
        if face.hasTrackingID { json.member("trackingID", face.trackingID) }
        for value in Self.numbers {
            for (name, number) in zip(value.description.columns, value.numbers(of: face, in: .zero))
            where !number.isNaN {
                json.member(name, number)
            }
        }
        if !face.landmarks.isEmpty {
            json.key("landmarks")
            json.object { json in
                for landmark in face.landmarks {
                    json.key(landmark.type.rawValue)
                    write(landmark.position, to: &json)
                }
            }
        }
        if !face.contours.isEmpty {
            json.key("contours")
            json.object { json in
                for contour in face.contours where contour.type != .all {
                    json.key(contour.type.rawValue)
                    json.array(contour.points) { json, point in write(point, to: &json) }
                }
            }
        }
    }

    private func write(_ point: VisionPoint, to json: inout JSONText) {
        json.object { json in
            json.member("x", Float(point.x))
            json.member("y", Float(point.y))
        }
    }

    package func text(_ faces: [VisionFace], _ head: ResultHead) -> String {
        let details = faces.enumerated().map { index, face in
            let number = TextOutput.number(index, trackID: face.hasTrackingID ? face.trackingID : nil)
            return (["\(number) at \(TextOutput.box(face.frame, of: head))"] + face.labelLines).joined(separator: ", ")
        }
        return TextOutput.lines(head, .face, details)
    }

    package func csv(_ faces: [VisionFace], _ head: ResultHead) -> String {
        let names = csvColumns
        return faces.enumerated().map { index, face in
            let track = face.hasTrackingID ? "\(face.trackingID)" : ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + Self.columns.fields(of: face, in: head.size), columns: names)
        }.joined()
    }
}
