// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation

extension CompletionKind {
    /// Completes the last word of a list separated by commas with words that are not in it yet.
    static func commaList(of words: [String]) -> CompletionKind {
        .custom { _, _, typed in
            let given = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
            let start = given.map { $0 + "," }.joined()
            return words.filter { !given.contains(Substring($0)) }.map { start + $0 }
        }
    }

    /// Completes one of a few words or the path of a file.
    static func wordsOrFiles(_ words: [String]) -> CompletionKind {
        .custom { _, _, typed in words.filter { $0.hasPrefix(typed) } + paths(beginning: typed) }
    }

    /// Returns the visible entries of a folder whose paths begin as typed; folders end with a slash.
    private static func paths(beginning typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let name = typed.dropFirst(folder.count)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.filter { $0.hasPrefix(name) && ($0.first != "." || name.first == ".") }.sorted().map { name in
            folder + name + (OutputPath.isFolder(folder + name) ? "/" : "")
        }
    }
}
