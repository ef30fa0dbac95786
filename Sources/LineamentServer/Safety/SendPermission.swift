// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture

/// Decides where live sessions may send movements, so that clients cannot use the server to reach others.
///
/// Programs on this machine may always receive them, at ports above those of the system's services.
struct SendPermission: Sendable {
    private let targets: [SendTarget]

    private static let firstPort = 1024

    init(_ targets: [SendTarget]) { self.targets = targets }

    /// Checks a receiver.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says how to allow it.
    func check(_ address: LiveAddress) throws {
        if HostCheck.isLoopback(address.host), address.port >= Self.firstPort { return }
        guard !targets.contains(where: { $0.includes(address) }) else { return }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        throw LineamentError(
            .invalidArgument,
            "This server sends to its own machine (127.0.0.1, ports from \(Self.firstPort)), not to \(host):\(address.port). "
                + "To allow that, start it with --send-to \(host):\(address.port).")
    }
}
