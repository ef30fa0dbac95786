// SPDX-License-Identifier: Apache-2.0
internal import LineamentCapture

/// A host that live sessions may send movements to, and its port if that is given.
package struct SendTarget: Sendable, Hashable {
    /// The name or number, in lower case.
    let host: String
    /// The UDP port; `nil` for all.
    let port: Int?

    /// Reads `HOST`, `HOST:PORT`, `ADDRESS` or `[ADDRESS]:PORT`; returns `nil` for anything else.
    package init?(_ text: String) {
        if HostCheck.isAddress(text) {
            self.init(host: text, port: nil)
        } else if let match = text.wholeMatch(of: /(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?/),
            let host = match.1 ?? match.2
        {
            let port = match.3.flatMap { Int($0) }
            guard match.3 == nil || port.map({ (1...65535).contains($0) }) == true else { return nil }
            guard match.1 == nil || HostCheck.isAddress(String(host)) else { return nil }
            self.init(host: String(host), port: port)
        } else {
            return nil
        }
    }

    private init(host: String, port: Int?) {
        self.host = host.lowercased()
        self.port = port
    }

    /// The text that stands for it.
    package var text: String {
        guard let port else { return host }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    func includes(_ address: LiveAddress) -> Bool {
        address.host.lowercased() == host && (port ?? address.port) == address.port
    }
}
