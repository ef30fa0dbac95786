// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentImages
internal import LineamentTasks

/// The lines of a file of results that an earlier run wrote, by the sources of their inputs.
struct EarlierResults: Sendable {
    private let file: Data
    private let format: ResultFormat
    private var ranges: [String: [Range<Int>]] = [:]
    private var failed: Set<String> = []
    /// The first line of CSV; `nil` in other formats.
    private(set) var header: String?

    /// Reads a file; `nil` if there is none, or its lines have no sources.
    init?(path: String, format: ResultFormat) {
        guard format != .text, FileStatus(path: path)?.kind == .regularFile,
            let file = try? Data(contentsOf: URL(verbatimPath: path), options: .alwaysMapped)
        else { return nil }
        self.file = file
        self.format = format
        var isFirst = format == .csv
        for range in Self.records(of: file, areQuoted: format == .csv) {
            if isFirst {
                header = String(decoding: file[range], as: UTF8.self)
                isFirst = false
            } else {
                add(range)
            }
        }
    }

    /// Returns the lines of an input; `nil` if it has none.
    func lines(of source: String) -> String? {
        ranges[source].map { ranges in ranges.map { String(decoding: file[$0], as: UTF8.self) }.joined() }
    }

    /// Returns whether an input has lines, and none of an error.
    func isWhole(_ source: String) -> Bool { ranges[source] != nil && !failed.contains(source) }

    /// Returns whether a line of an input has a text.
    func mentions(_ text: String, in source: String) -> Bool {
        ranges[source]?.contains { file.range(of: Data(text.utf8), in: $0) != nil } ?? false
    }

    private mutating func add(_ range: Range<Int>) {
        let record = file[range]
        guard let (source, isFailure) = format == .csv ? Self.csvSource(of: record) : Self.jsonSource(of: record) else {
            return
        }
        if isFailure { failed.insert(source) }
        // The lines of a video become one range.
        if let last = ranges[source]?.last, last.upperBound == range.lowerBound {
            ranges[source]?.removeLast()
            ranges[source]?.append(last.lowerBound..<range.upperBound)
        } else {
            ranges[source, default: []].append(range)
        }
    }

    /// Returns the complete lines. Line breaks in quotes do not end one.
    private static func records(of file: Data, areQuoted: Bool) -> [Range<Int>] {
        var records: [Range<Int>] = []
        var start = 0
        var isInQuotes = false
        file.withUnsafeBytes { bytes in
            for (index, byte) in bytes.enumerated() {
                if areQuoted, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
                guard byte == UInt8(ascii: "\n"), !isInQuotes else { continue }
                records.append(start..<index + 1)
                start = index + 1
            }
        }
        return records
    }

    /// Returns the source of a JSON object, which begins with it, and whether an error follows.
    private static func jsonSource(of record: Data) -> (String, isFailure: Bool)? {
        let head = Data(#"{"source":"#.utf8)
        guard record.starts(with: head) else { return nil }
        let rest = record.dropFirst(head.count)
        var isEscaped = false
        let end = rest.dropFirst().firstIndex { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            return byte == UInt8(ascii: "\"") && !isEscaped
        }
        guard let end, let source = try? JSONDecoder().decode(String.self, from: Data(rest[...end])) else { return nil }
        return (source, rest[(end + 1)...].starts(with: Data(#","error":"#.utf8)))
    }

    /// Returns the first field of CSV, and whether the last one, the error, has a value.
    private static func csvSource(of record: Data) -> (String, isFailure: Bool)? {
        let isFailure = record.dropLast().last != UInt8(ascii: ",")
        guard record.first == UInt8(ascii: "\"") else {
            return (String(decoding: record.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self), isFailure)
        }
        let parts = String(decoding: record.dropFirst(), as: UTF8.self).unicodeScalars.split(
            separator: "\"", omittingEmptySubsequences: false)
        // A quotation mark in the field is doubled, so that an empty part stands between its two.
        var source = parts.first.map { String($0) } ?? ""
        var next = 1
        while next + 1 < parts.count, parts[next].isEmpty {
            source += "\"" + String(parts[next + 1])
            next += 2
        }
        return (source, isFailure)
    }
}
