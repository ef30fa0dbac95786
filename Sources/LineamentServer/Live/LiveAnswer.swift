// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// The text messages of a live session.
enum LiveAnswer {
    /// How long the steps of a frame took, in milliseconds.
    struct Times: Sendable {
        var wait: Double
        var decode: Double
        var run: Double
    }

    /// Returns the message for a frame: the line of the command line with what only a session knows.
    static func frame(
        line: String, times: Times, replaced: Range<Int>, maskCount: Int?, sent: SentFrame? = nil
    ) -> String {
        var members = String(
            format: #","milliseconds":{"wait":%.3f,"decode":%.3f,"run":%.3f}"#, times.wait, times.decode, times.run)
        if !replaced.isEmpty { members += #","replaced":[\#(replaced.map { "\($0)" }.joined(separator: ","))]"# }
        if let maskCount { members += #","masks":\#(maskCount)"# }
        if let sent { members += #","sent":\#(sent.json)"# }
        return line.trimmingSuffix("}\n") + members + "}"
    }

    /// Returns the message for a frame that failed.
    static func failure(_ error: LineamentError, frame: Int, replaced: Range<Int>) -> String {
        JSONText.object { json in
            json.member("frame", frame)
            json.member("error", error.summary)
            if !replaced.isEmpty { json.member("replaced", replaced) { $0.value($1) } }
        }
    }

    /// Returns the message for a text message that could not be used.
    static func problem(_ message: String) -> String { JSONText.object { $0.member("error", message) } }

    /// Returns the message that repeats what a text message set.
    static func text(of value: JSONValue) -> String {
        (try? value.encoded()).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The head and the bytes of a mask: 16 bytes, little-endian, then a byte for each pixel.
    static func mask(_ mask: Mask, index: Int, frame: Int) -> [UInt8] {
        var bytes: [UInt8] = [1, 1]
        func append(_ number: Int, count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        append(index, count: 2)
        append(frame, count: 4)
        append(mask.width, count: 4)
        append(mask.height, count: 4)
        return bytes + mask.roundedBytes()
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}
