// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The lines that people read: one for an image or frame, and one for each face or person in it.
enum TextOutput {
    /// - Parameters:
    ///   - head: The image or frame.
    ///   - subject: The kind of the subjects.
    ///   - details: A line for each subject.
    ///   - others: A line for each detected subject without landmarks.
    ///   - detected: The number of subjects that were detected, of which those in `details` have landmarks.
    static func lines(
        _ head: ResultHead, _ subject: Subject, _ details: [String], others: [String] = [], detected: Int = 0
    ) -> String {
        let source = head.source.onOneLine
        var place = "\(source)  \(head.width)×\(head.height)"
        if let time = head.timestamp { place = "\(source)  \(Self.time(time))" }
        let count =
            detected > details.count
            ? "\(details.count) of \(subject.counted(detected)) with landmarks" : subject.counted(details.count)
        let first = "\(place)  \(count)"
        let drawn = head.annotated.map { "  → \($0.onOneLine)" } ?? ""
        return ([first + drawn] + (details + others).map { "  \($0)" }).joined(separator: "\n") + "\n"
    }

    /// Returns the part of a box within the image, in pixels, as "177,82 95×95". Landmarks may lie outside the image.
    static func box(_ box: CGRect, of head: ResultHead) -> String {
        let box = box.intersection(CGRect(origin: .zero, size: head.size))
        let numbers = [box.minX, box.minY, box.width, box.height].map { $0.isFinite ? Int(max(-1e9, min(1e9, $0))) : 0 }
        return "\(numbers[0]),\(numbers[1]) \(numbers[2])×\(numbers[3])"
    }

    /// Returns the number of a face or person: its track ID in a video, otherwise its place in the list.
    static func number(_ index: Int, trackID: Int?) -> String { trackID.map { "#\($0)" } ?? "\(index + 1)." }

    static func time(_ milliseconds: Int) -> String {
        String(format: "%d:%06.3f", milliseconds / 60_000, Double(milliseconds % 60_000) / 1000)
    }
}

extension String {
    /// The text without line breaks and other control characters, which file names and libraries' messages may contain.
    package var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
