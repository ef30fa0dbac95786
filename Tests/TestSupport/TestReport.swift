// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// How far results were from the references, for `make test`, which prints it at its end.
///
/// It is written when the process ends, to the file that `LINEAMENT_TEST_REPORT` names.
public enum TestReport {
    private struct Largest {
        var image: Double?
        var typical: Double?
        var frame: Double?
        var video: Double?
    }

    private static let file = ProcessInfo.processInfo.environment["LINEAMENT_TEST_REPORT"]

    private static let kinds: Locked<[OutputKind: Largest]> = {
        if file != nil { atexit { TestReport.write() } }
        return Locked([:])
    }()

    /// Notes the largest difference of a result's numbers from a reference, and of those in the middle, in the kind's unit.
    static func note(_ largest: Double, typical: Double?, of kind: OutputKind, isTracked: Bool) {
        guard file != nil else { return }
        kinds.withLock {
            if isTracked {
                $0[kind, default: Largest()].frame.raise(to: largest)
            } else {
                $0[kind, default: Largest()].image.raise(to: largest)
                if let typical { $0[kind, default: Largest()].typical.raise(to: typical) }
            }
        }
    }

    /// Notes the difference in the middle of a video's.
    static func noteVideo(_ middle: Double, of kind: OutputKind) {
        guard file != nil else { return }
        kinds.withLock { $0[kind, default: Largest()].video.raise(to: middle) }
    }

    private static func write() {
        guard let file else { return }
        let found = kinds.withLock { $0 }
        let rows = OutputKind.allCases.compactMap { kind in found[kind].map { row(kind, $0) } }
        let head = row("largest difference from MediaPipe", ["image", "typical", "frame", "video", "allowed"])
        let text = TestMachine.description + "\n" + (rows.isEmpty ? [] : [head] + rows).joined(separator: "\n") + "\n"
        try? text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private static func row(_ kind: OutputKind, _ found: Largest) -> String {
        let allowed = ProcessorTolerance.allowed(kind, on: .current).largest
        return row(kind.rawValue, [found.image, found.typical, found.frame, found.video, allowed].map(digits))
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + cells.map { $0.padding(toLength: 9, withPad: " ", startingAt: 0) }.joined()
    }

    private static func digits(_ value: Double?) -> String {
        guard let value else { return "-" }
        return value == 0 ? "0" : String(format: "%.1e", value)
    }
}

extension Double? {
    fileprivate mutating func raise(to other: Double) { self = Swift.max(self ?? 0, other) }
}
