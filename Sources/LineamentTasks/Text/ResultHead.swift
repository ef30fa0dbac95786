// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament

/// The image or frame that a result belongs to.
package struct ResultHead: Sendable {
    package let source: String
    /// The path of files about the input relative to their folder.
    package let relativePath: String
    package let width: Int
    package let height: Int
    /// The timestamp in milliseconds; `nil` for an image.
    package var timestamp: Int?
    /// The index of the frame; `nil` for an image.
    package var frame: Int?
    /// The path of the drawing; `nil` if there is none.
    package var annotated: String?
    /// The files of the masks; `nil` if there are none.
    package var maskFiles: [String]?

    package init(
        source: String, relativePath: String, width: Int, height: Int, timestamp: Int? = nil, frame: Int? = nil,
        annotated: String? = nil
    ) {
        self.source = source
        self.relativePath = relativePath
        self.width = width
        self.height = height
        self.timestamp = timestamp
        self.frame = frame
        self.annotated = annotated
    }

    /// Returns the file of the mask or crop at an index; `nil` if there is none.
    func maskFile(of index: Int) -> String? { maskFiles.flatMap { $0.dropFirst(index).first } }

    /// The size of the image in pixels.
    var size: CGSize { CGSize(width: width, height: height) }

    /// The first columns of every CSV line.
    static let csvColumns = ["source", "width", "height", "timestamp_ms"]
    var csvFields: [String] { [source, "\(width)", "\(height)", timestamp.map { "\($0)" } ?? ""] }
}

extension JSONText {
    /// Returns an object as a line.
    static func line(_ members: (inout JSONText) -> Void) -> String { object(members) + "\n" }

    mutating func head(_ head: ResultHead) {
        member("source", head.source)
        member("width", head.width)
        member("height", head.height)
        if let frame = head.frame { member("frame", frame) }
        if let annotated = head.annotated { member("annotated", annotated) }
    }

    /// Returns the line for an input that failed.
    package static func failure(_ error: LineamentError, source: String) -> String {
        line { json in
            json.member("source", source)
            json.member("error", error.summary)
        }
    }
}
