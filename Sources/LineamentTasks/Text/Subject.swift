// SPDX-License-Identifier: Apache-2.0

/// The name of the subjects, as text.
package enum Subject: String, Sendable {
    case face, person, hand

    package func counted(_ count: Int) -> String {
        let number = count == 0 ? "no" : "\(count)"
        switch self {
        case .face: return count == 1 ? "1 face" : "\(number) faces"
        case .hand: return count == 1 ? "1 hand" : "\(number) hands"
        case .person: return count == 1 ? "1 person" : "\(number) people"
        }
    }
}
