// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// The maximum number of faces or people to find: a number from 1, or `all`.
enum SubjectLimit: ExpressibleByArgument {
    case all
    case atMost(Int)

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else {
            // The task rejects 0, with a message that tells the range.
            guard let number = Int(argument) else { return nil }
            self = .atMost(number)
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .all: "all"
        case .atMost(let number): "\(number)"
        }
    }

    /// The number for the library's options.
    var number: Int {
        switch self {
        case .all: .max
        case .atMost(let number): number
        }
    }
}
