// SPDX-License-Identifier: Apache-2.0

/// Compares the results of an image or of a whole video with references.
///
/// Where sums are rounded as on the processor of the references, each number must be close. Elsewhere, in an image, all
/// numbers of a result must be close and half of them closer; in a video, where a difference moves the region that is
/// searched next and so grows, half of the results must have half of their numbers close.
public struct ReferenceComparison {
    private struct Medians {
        var values: [Double] = []
        var limit = 0.0
    }

    /// What is not close enough; complete after ``finish(_:)``.
    public private(set) var problems: [String] = []

    private let family: ProcessorFamily
    private let isTracked: Bool
    private let isReported: Bool
    private var medians: [OutputKind: Medians] = [:]
    private var frames = 0
    private var otherCounts = 0

    /// Begins a comparison.
    /// - Parameters:
    ///   - isTracked: Whether results depend on earlier frames.
    ///   - isOfThisFamily: Whether the references are from a processor of the family that runs the tests.
    ///   - isReported: Whether differences are noted for the report of the tests.
    public init(isTracked: Bool, isOfThisFamily: Bool = false, isReported: Bool = true) {
        self.isTracked = isTracked
        self.isReported = isReported
        family = isOfThisFamily ? .avx512 : .current
    }

    /// Returns whether a frame or an image has as many faces, bodies or hands as the reference, so that they can be compared.
    public mutating func hasSameCount(_ found: Int, _ expected: Int, _ place: @autoclosure () -> String) -> Bool {
        frames += 1
        guard found != expected else { return true }
        otherCounts += 1
        if family.roundsLikeAVX512 || !isTracked {
            problems.append("\(place()): \(found) instead of \(expected)")
        }
        return false
    }

    /// Adds the numbers of one kind of one result.
    /// - Parameters:
    ///   - kind: The kind.
    ///   - differences: The differences from the reference.
    ///   - exact: The difference allowed to processors whose numbers are equal.
    ///   - scale: The number of units of the differences in one of the kind, such as the width in pixels.
    ///   - place: What is compared, for the message.
    public mutating func add(
        _ kind: OutputKind, _ differences: [Double], exact: Double, scale: Double = 1,
        _ place: @autoclosure () -> String
    ) {
        let sorted = differences.map { $0.isNaN ? .infinity : abs($0) }.sorted()
        guard let largest = sorted.last else { return }
        let middle = sorted[sorted.count / 2]
        if isReported { TestReport.note(largest / scale, typical: middle / scale, of: kind, isTracked: isTracked) }
        let allowed = ProcessorTolerance.allowed(kind, on: family)
        if family.roundsLikeAVX512 || !isTracked {
            expect(largest, exact + allowed.largest * scale, "\(place()): \(kind.rawValue)")
            expect(middle, exact + allowed.typical * scale, "\(place()): half of \(kind.rawValue)")
        } else {
            medians[kind, default: Medians()].values.append(middle / scale)
            medians[kind, default: Medians()].limit = max(medians[kind]?.limit ?? 0, exact / scale + allowed.tracked)
        }
    }

    /// Completes ``problems`` with what can only be said of a whole video.
    public mutating func finish(_ place: @autoclosure () -> String) {
        for (kind, medians) in medians.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let middle = medians.values.sorted()[medians.values.count / 2]
            if isReported { TestReport.noteVideo(middle, of: kind) }
            expect(middle, medians.limit, "\(place()): half of \(kind.rawValue) in half of the results")
        }
        guard isTracked, !family.roundsLikeAVX512 else { return }
        let share = Double(otherCounts) / Double(max(1, frames))
        expect(share, ProcessorTolerance.otherCounts, "\(place()): the share of frames with another count")
    }

    private mutating func expect(_ difference: Double, _ limit: Double, _ what: String) {
        guard difference > limit else { return }
        problems.append("\(what) differs by \(difference), more than \(limit), on \(ProcessorFamily.current.rawValue)")
    }
}
