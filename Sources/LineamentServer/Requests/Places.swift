// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A limited number of places, such as for sessions.
final class Places: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// A place, which is given back when the value is released, or before.
    final class Place: Sendable {
        private let places: Places
        private let isTaken = Mutex(true)

        fileprivate init(_ places: Places) { self.places = places }
        deinit { giveBack() }

        func giveBack() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { places.used.withLock { $0 -= 1 } }
        }
    }

    /// The number of places taken.
    var count: Int { used.withLock { $0 } }
    /// Whether a place is free.
    var hasRoom: Bool { count < limit }

    /// Takes a place; returns `nil` if none is free.
    func take() -> Place? {
        let isFree = used.withLock { used in
            guard used < limit else { return false }
            used += 1
            return true
        }
        return isFree ? Place(self) : nil
    }
}
