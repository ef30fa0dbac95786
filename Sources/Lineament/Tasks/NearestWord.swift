// SPDX-License-Identifier: Apache-2.0

/// The word that was probably meant by a misspelled one.
package enum NearestWord {
    /// The largest number of changed letters at which a word counts as misspelled.
    private static let maxChanges = 2

    /// Returns the word that differs from `word` in the fewest letters; `nil` if each differs in more than two. Uppercase
    /// and lowercase letters are the same.
    package static func nearest(to word: String, in words: [String]) -> String? {
        // Comparing takes time in proportion to the lengths, and words come from strangers.
        guard word.count <= 64 else { return nil }
        let distances = words.map { ($0, distance(word.lowercased(), $0.lowercased())) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 <= maxChanges ? $0.0 : nil }
    }

    /// The number of letters to insert, delete or replace (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let replaced = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
