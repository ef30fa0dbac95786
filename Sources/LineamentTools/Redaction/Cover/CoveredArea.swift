// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// A rectangle that the caller wants covered, whatever is found in it.
public struct CoveredArea: Sendable, Hashable {
    /// The rectangle, in pixels.
    public var rect: CGRect
    /// When it is covered in a video, in seconds; `nil` for always. A frame is covered if it is shown at any of these times. In images
    /// it is always covered.
    public var times: ClosedRange<Double>?

    /// Creates an area.
    public init(_ rect: CGRect, times: ClosedRange<Double>? = nil) {
        self.rect = rect
        self.times = times
    }

    /// The words, which ``init(_:)`` takes.
    package var words: String {
        func number(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
        let place = [rect.minX, rect.minY, rect.width, rect.height].map(number).joined(separator: ",")
        return place + (times.map { "@\(number($0.lowerBound))-\(number($0.upperBound))" } ?? "")
    }

    /// Creates the area from its words, such as `120,80,64,64`, `120,80,64,64@2-3.5` or `120,80,64,64@1:00-1:02.5`.
    public init?(_ words: String) {
        let parts = words.split(separator: "@", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        let values = numbers.compactMap(\.self)
        guard parts.count <= 2, numbers.count == 4, values.count == 4, values.allSatisfy({ abs($0) < 1e6 }),
            values[2] > 0, values[3] > 0
        else { return nil }
        rect = CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
        guard parts.count == 2 else { return }
        let times = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(OptionValues.seconds)
        guard times.count == 2, let from = times[0], let to = times[1], from <= to, to < 1e9 else { return nil }
        self.times = from...to
    }

    /// Whether the area is covered in a frame that is shown from one time of a video until another, in seconds.
    func isCovered(from start: Double, until end: Double) -> Bool {
        !PlannedArea(self).places(in: PlannedMoment(start, until: end)).isEmpty
    }

    /// The area that is covered.
    var area: RedactedArea { RedactedArea(requested: rect) }
}
