internal import Foundation
package import Lineament
package import LineamentRender

/// The output of a face analyzer's results, with ML Kit's names.
package struct FaceAnalyzerOutput: TaskOutput {
    package typealias Task = FaceAnalyzer

    package let subject = Subject.face
    package var csvColumns: [String] { ResultHead.csvColumns + ["face", "trackingID"] + Self.columns.names }

    private static let columns = ValueColumns(FaceAnalyzerResult.values)
    /// The values that are numbers with names of their own.
    private static let numbers = FaceAnalyzerResult.values.filter {
        if case .numbers = $0.description.shape { true } else { false }
    }

    package init(_ choices: AnswerChoices, _ options: FaceAnalyzerOptions) {}

    package func count(_ result: FaceAnalyzerResult) -> Int { result.faces.count }
    package func trackIDs(_ result: FaceAnalyzerResult) -> [Int] { result.trackIDs }

    package func overlay(_ result: FaceAnalyzerResult, labels: LabelMode) -> any Overlay {
        FaceContourOverlay(result, labels: labels)
    }

    package func json(_ result: FaceAnalyzerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            json.member("faces", result.faces) { json, face in json.object { write(face, to: &$0) } }
        }
    }

    private func write(_ face: FaceAnalyzerResult.Face, to json: inout JSONText) {
        json.key("frame")
        json.object { json in
            json.member("x", Float(face.boundingBox.minX))
            json.member("y", Float(face.boundingBox.minY))
            json.member("width", Float(face.boundingBox.width))
            json.member("height", Float(face.boundingBox.height))
        }
        if let id = face.trackID { json.member("trackingID", id) }
        for value in Self.numbers {
            for (name, number) in zip(value.description.columns, value.numbers(of: face, in: .zero))
            where !number.isNaN {
                json.member(name, number)
            }
        }
        if !face.landmarks.isEmpty {
            json.key("landmarks")
            json.object { json in
                for landmark in FacialPoint.allCases {
                    guard let place = face.landmarks[landmark] else { continue }
                    json.key(landmark.rawValue)
                    write(place, to: &json)
                }
            }
        }
        if !face.contours.isEmpty {
            json.key("contours")
            json.object { json in
                for contour in FacialContour.allCases {
                    guard let points = face.contours[contour] else { continue }
                    json.key(contour.rawValue)
                    json.array(points) { json, point in write(point, to: &json) }
                }
            }
        }
    }

    private func write(_ point: CGPoint, to json: inout JSONText) {
        json.object { json in
            json.member("x", Float(point.x))
            json.member("y", Float(point.y))
        }
    }

    package func text(_ result: FaceAnalyzerResult, _ head: ResultHead) -> String {
        let details = result.faces.enumerated().map { index, face in
            let number = TextOutput.number(index, trackID: face.trackID)
            return (["\(number) at \(TextOutput.box(face.boundingBox, of: head))"] + face.labelLines).joined(
                separator: ", ")
        }
        return TextOutput.lines(head, .face, details)
    }

    package func csv(_ result: FaceAnalyzerResult, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.faces.enumerated().map { index, face in
            let track = face.trackID.map { "\($0)" } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + Self.columns.fields(of: face, in: head.size), columns: names)
        }.joined()
    }
}
