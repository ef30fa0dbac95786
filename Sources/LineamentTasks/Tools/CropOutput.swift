// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
package import LineamentRender

/// The crops of an image or frame.
package struct CropResult: Sendable {
    package var crops: [Crop]
    /// The index of the frame of each crop, if they are from various frames; otherwise empty.
    package var frames: [Int]
    /// Whether they are the best of the tracks of a video, from various frames.
    package var areOfTracks: Bool

    package init(crops: [Crop], frames: [Int] = [], areOfTracks: Bool = false) {
        self.crops = crops
        self.frames = frames
        self.areOfTracks = areOfTracks
    }

    /// The report of an image's crops, as JSON.
    package var report: String { JSONText.object { writeMembers(to: &$0) { _ in nil } } }

    /// Writes the member with the crops.
    /// - Parameter file: Returns the name of a crop's file.
    fileprivate func writeMembers(to json: inout JSONText, file: (_ index: Int) -> String?) {
        json.member("crops", Array(crops.enumerated())) { json, element in
            let (index, crop) = element
            json.object { json in
                if let file = file(index) { json.member("file", file) }
                if let id = crop.trackID { json.member("trackID", id) }
                if let frame = frame(of: index) { json.member("frame", frame) }
                if areOfTracks, let time = crop.timestampInMilliseconds {
                    json.member("timestampInMilliseconds", time)
                }
                json.members(of: crop.box)
                json.member("transform", crop.transform.numbers) { json, number in json.value(Float(number)) }
                json.member("score", crop.score)
                json.member("quality", crop.quality)
            }
        }
    }

    /// Returns the index of a crop's frame, if it has one of its own.
    fileprivate func frame(of index: Int) -> Int? { frames.indices.contains(index) ? frames[index] : nil }
}

/// The table of crops: a line for each image and frame, in CSV for each crop.
package struct CropOutput: ResultOutput {
    package let subject: Subject

    /// Creates the table of faces or people.
    package init(_ options: CropperOptions) {
        if case .people = options.subject { subject = .person } else { subject = .face }
    }

    package var csvColumns: [String] {
        ResultHead.csvColumns + [
            "\(subject.rawValue)", "track", "file", "x", "y", "box_width", "box_height", "a", "b", "c", "d", "score",
            "quality", "frame",
        ]
    }

    package func count(_ result: CropResult) -> Int { result.crops.count }
    package func trackIDs(_ result: CropResult) -> [Int] { result.crops.compactMap(\.trackID) }

    /// Crops are files of their own; nothing is drawn.
    package func overlay(_ result: CropResult, labels: LabelMode) -> any Overlay { OverlayStack([]) }

    package func text(_ result: CropResult, _ head: ResultHead) -> String {
        let details = result.crops.enumerated().map { index, crop in
            let file = head.maskFile(of: index) ?? ""
            let place = TextOutput.box(crop.box, of: head)
            let time =
                result.areOfTracks ? crop.timestampInMilliseconds.map { ", from \(TextOutput.time($0))" } ?? "" : ""
            return "\(TextOutput.number(index, trackID: crop.trackID)) at \(place)\(time), "
                + String(format: "quality %.2f", crop.quality) + "  → \(file.onOneLine)"
        }
        return TextOutput.lines(head, subject, details)
    }

    package func json(_ result: CropResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            result.writeMembers(to: &json, file: head.maskFile)
        }
    }

    package func csv(_ result: CropResult, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.crops.enumerated().map { index, crop in
            let numbers =
                [crop.box.minX, crop.box.minY, crop.box.width, crop.box.height].map { Double($0) }
                + crop.transform.numbers + [Double(crop.score), Double(crop.quality)]
            let file = head.maskFile(of: index) ?? ""
            let frame = (result.frame(of: index) ?? head.frame).map { "\($0)" } ?? ""
            var head = head
            head.timestamp = crop.timestampInMilliseconds ?? head.timestamp
            return CSV.line(
                head.csvFields + ["\(index)", crop.trackID.map { "\($0)" } ?? "", file]
                    + numbers.map { CSV.number(Float($0)) } + [frame], columns: names)
        }.joined()
    }
}

extension CropTransform {
    /// Its coefficients.
    fileprivate var numbers: [Double] { [a, b, c, d] }
}
