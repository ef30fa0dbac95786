// SPDX-License-Identifier: Apache-2.0

/// A generator of unique names.
enum UniqueNames {
    /// Returns the names in order, with a number in front of duplicates that makes them unique.
    static func assigned(to names: [String]) -> [String] {
        let wanted = Set(names)
        var taken: Set<String> = []
        var last: [String: Int] = [:]
        return names.map { name in
            if taken.insert(name).inserted { return name }
            var number = last[name, default: 1] + 1
            while wanted.contains("\(number)-\(name)") || taken.contains("\(number)-\(name)") { number += 1 }
            last[name] = number
            taken.insert("\(number)-\(name)")
            return "\(number)-\(name)"
        }
    }
}
