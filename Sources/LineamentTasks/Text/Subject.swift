// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// Returns the number with what it counts, such as "1 frame" or "2 frames".
    package func counted(_ what: String) -> String { self == 1 ? "1 \(what)" : "\(self) \(what)s" }
}

/// The name of the subjects, as text.
package enum Subject: String, Sendable {
    case face, person, hand

    package func counted(_ count: Int) -> String {
        if count == 1 { return "1 \(rawValue)" }
        let number = count == 0 ? "no" : "\(count)"
        return self == .person ? "\(number) people" : "\(number) \(rawValue)s"
    }
}
