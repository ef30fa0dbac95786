// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension LongRecording {
    /// The memory that the recording takes besides the frames that are read, in bytes: that of its times and of the tables
    /// that say where its values are.
    package var indexByteCount: Int {
        Self.frameBytes * frameCount + Self.entryBytes * store.entryCount + Self.trackBytes * index.count
    }

    /// Returns the memory that it takes to clean and write the recording, in bytes.
    ///
    /// It does not grow with the recording but by a few bytes a frame, unless a long gap or a low cutoff makes many frames
    /// decide a value.
    /// - Parameters:
    ///   - options: How it is cleaned.
    ///   - rate: The frames per second to write; `nil` for those that it has.
    package func workingMemory(_ options: CleaningOptions, rate: Double?) throws -> Int {
        try settle()
        let margin = cleaningMargin(options)
        let sums = byteCounts()
        func byteCount(of frames: Range<Int>) -> Int { sums[frames.upperBound] - sums[frames.lowerBound] }
        let cleaned = store.blocks.map { byteCount(of: wide($0.frames, by: margin)) }.max() ?? 0
        let written = windows(of: settledTimes.indices).map(byteCount).max() ?? 0
        let duration = abs((settledTimes.last ?? 0) - (settledTimes.first ?? 0))
        // A number far beyond any limit does not fit into an integer. Pauses become frames before the rate changes.
        let count = Int(min(Timeline.addedCount(settledTimes) + (rate ?? 0) * duration, 0x1p40))
        return 2 * indexByteCount + Self.frameBytes * count + Self.copies * max(cleaned, written)
    }

    /// Returns the memory of the people in all frames before each frame, and in all frames.
    private func byteCounts() -> [Int] {
        var changes = [Int](repeating: 0, count: frameCount + 1)
        for record in index.values {
            changes[record.track.frames.lowerBound] += record.frameByteCount
            changes[record.track.frames.upperBound] -= record.frameByteCount
        }
        var present = 0
        var sum = 0
        return changes.map { change in
            defer {
                present += change
                sum += present
            }
            return sum
        }
    }

    /// The memory of a frame while a skeleton is written: times, and the places of the hips and the feet.
    private static let frameBytes = 180
    /// The memory of a line for a person in a block.
    private static let entryBytes = 256
    private static let trackBytes = 512
    /// How often the frames that are read are in memory at once while they are cleaned or written.
    private static let copies = 5
}
