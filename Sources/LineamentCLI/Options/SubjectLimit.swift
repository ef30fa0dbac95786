internal import ArgumentParser

/// The maximum number of faces or people to find: a number from 1, or `all`.
enum SubjectLimit: ExpressibleByArgument {
    case all
    case atMost(Int)

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else {
            guard let number = Int(argument), number > 0 else { return nil }
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
