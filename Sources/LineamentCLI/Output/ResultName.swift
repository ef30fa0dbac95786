// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import LineamentTasks

/// The contents that the name of a file for results promises.
enum ResultName {
    /// The extensions of each format; the first is the usual one.
    private static let extensions: [(format: ResultFormat, names: [String])] = [
        (.csv, ["csv"]), (.json, ["jsonl", "json", "ndjson"]),
    ]

    /// The extensions of files that no results are written to, with the remedy.
    private static let others: [(names: Set<String>, remedy: String)] = [
        (["parquet", "arrow", "feather", "ipc"], "For Parquet, use python -m lineament.ray."),
        (["gz", "bz2", "xz", "zst", "zip", "tar", "7z"], "Compress it afterwards."),
        (
            [
                "avro", "db", "duckdb", "h5", "hdf5", "htm", "html", "md", "msgpack", "npy", "npz", "ods", "orc", "pb",
                "pdf",
                "pickle", "pkl", "sql", "sqlite", "tab", "toml", "tsv", "xls", "xlsx", "xml", "yaml", "yml",
            ], "Convert it afterwards."
        ),
        (
            MediaInput.imageExtensions.union(MediaInput.videoExtensions),
            "It has results; images have an option of their own."
        ),
    ]

    /// Returns the format that a name stands for; `nil` if it leaves that open.
    static func format(of path: String?) -> ResultFormat? {
        guard let path else { return nil }
        return extensions.first { $0.names.contains(path.lowercasedExtension) }?.format
    }

    /// Checks that a name does not promise a format that is not written.
    /// - Parameters:
    ///   - output: The results; a name without an extension, or with one that is not known, promises nothing.
    ///   - formats: The formats that the results can have.
    ///   - chosen: The format that was chosen; `nil` if it follows from the name.
    /// - Throws: `ValidationError` that names what is written.
    static func check(_ output: MediaSettings.Output, of formats: [ResultFormat], chosen: ResultFormat?) throws {
        guard let path = output.path, !path.hasSuffix("/") else { return }
        let name = path.lowercasedExtension
        if let promised = format(of: path) {
            guard formats.contains(promised) else { throw refusal(output.option, formats, path, remedy: nil) }
            guard chosen == nil || chosen == promised else {
                throw refusal(output.option, [chosen ?? promised], path, remedy: "Choose another name or --format.")
            }
        } else if let remedy = others.first(where: { $0.names.contains(name) })?.remedy {
            throw refusal(output.option, formats, path, remedy: remedy)
        }
    }

    private static func refusal(
        _ option: String, _ formats: [ResultFormat], _ path: String, remedy: String?
    ) -> ValidationError {
        let names = formats.map(description)
        let first = names.dropLast().joined(separator: ", ")
        let forms = first.isEmpty ? names.joined() : "\(first) or \(names[names.count - 1])"
        let rest = remedy.map { " \($0)" } ?? ""
        return ValidationError("\(option) writes \(forms), not .\(path.lowercasedExtension): \(path).\(rest)")
    }

    private static func description(of format: ResultFormat) -> String {
        switch format {
        case .csv: "CSV (.csv)"
        case .json: "JSON lines (.jsonl)"
        case .text: "text (.txt)"
        }
    }
}
