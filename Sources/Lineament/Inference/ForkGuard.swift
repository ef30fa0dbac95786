// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The process in which something with threads was created. A process forked from it has none of them.
package struct ForkGuard: Sendable {
    private let process = getpid()

    /// Remembers the current process.
    package init() {}

    /// Whether this is that process.
    package var isOriginalProcess: Bool { getpid() == process }

    /// libdispatch, whose threads are started by the first work that is shared among cores.
    static let dispatch = ForkGuard()
}
