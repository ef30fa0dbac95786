// SPDX-License-Identifier: Apache-2.0

/// The part of a rectangle that is covered: cells of equal size, in rows from the upper left.
public struct PlannedMask: Sendable, Hashable {
    /// The number of cells in a row, 1 to ``maxSide``.
    public let columns: Int
    /// The number of rows, 1 to ``maxSide``.
    public let rows: Int
    /// The numbers of cells that follow each other, row by row: open, covered, open and so on. Only the first may be 0.
    private let runs: [Int32]

    /// The largest number of columns and rows.
    public static let maxSide = 4096

    /// Creates a mask.
    /// - Parameters:
    ///   - columns: The number of cells in a row, at least 1.
    ///   - rows: The number of rows, at least 1.
    ///   - cells: Whether each cell is covered, row by row; those that are missing are open.
    public init(columns: Int, rows: Int, cells: [Bool]) {
        self.columns = max(1, min(Self.maxSide, columns))
        self.rows = max(1, min(Self.maxSide, rows))
        var runs: [Int32] = [0]
        for index in 0..<self.columns * self.rows {
            let isCovered = index < cells.count && cells[index]
            if isCovered == runs.count.isMultiple(of: 2) { runs[runs.count - 1] += 1 } else { runs.append(1) }
        }
        self.runs = runs
    }

    /// The problem of a text that should be a mask.
    struct Problem: Error { let words: String }

    /// The form of the text, for messages.
    private static let form = "must be a mask such as \"3x2:042\""
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
    private static let values: [Int32?] = (0..<256).map { byte in
        digits.firstIndex(of: UInt8(byte)).map(Int32.init)
    }

    /// Reads a mask.
    init(text: String) throws(Problem) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let sides = words.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard parts.count == 2, words.count == 2, sides.count == 2, sides.allSatisfy((1...Self.maxSide).contains) else {
            throw Problem(words: "\(Self.form), whose sides are 1 to \(Self.maxSide).")
        }
        let total = Int32(sides[0] * sides[1])
        var runs: [Int32] = []
        var run: Int32 = 0
        var shift: Int32 = 0
        var sum: Int32 = 0
        for byte in parts[1] {
            guard let value = Self.values[Int(byte)], shift < 25 else {
                throw Problem(words: "\(Self.form): after the colon are digits, letters, - and _.")
            }
            run += (value & 31) << shift
            shift += 5
            guard value < 32 else { continue }
            guard run > 0 || runs.isEmpty, run <= total - sum else {
                throw Problem(words: "\(Self.form): these runs are no \(total) cells.")
            }
            runs.append(run)
            sum += run
            run = 0
            shift = 0
        }
        guard sum == total, shift == 0 else { throw Problem(words: "\(Self.form): these runs are no \(total) cells.") }
        (columns, rows, self.runs) = (sides[0], sides[1], runs)
    }

    /// The mask as plans have it: the numbers of columns and rows, and the lengths of the runs, the lowest five bits first, a
    /// character for each five bits.
    var text: String {
        var text = Array("\(columns)x\(rows):".utf8)
        for run in runs {
            var rest = Int(run)
            while rest > 31 {
                text.append(Self.digits[32 + rest & 31])
                rest >>= 5
            }
            text.append(Self.digits[rest])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Calls a closure for each run of covered cells in one row.
    func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
        var start = 0
        for (index, run) in runs.enumerated() {
            let end = start + Int(run)
            if !index.isMultiple(of: 2) {
                while start < end {
                    let row = start / columns
                    let stop = min(end, (row + 1) * columns)
                    body(row, start - row * columns..<stop - row * columns)
                    start = stop
                }
            }
            start = end
        }
    }
}
