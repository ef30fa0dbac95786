// SPDX-License-Identifier: Apache-2.0
package import Foundation
internal import Synchronization

/// The bytes of a video that is sent while it is written.
package final class VideoStream: Sendable {
    private let bytes = Mutex(Data())

    /// Creates an empty stream.
    package init() {}

    /// Returns the bytes that were written since the last call.
    package func take() -> Data {
        bytes.withLock { bytes in
            defer { bytes = Data() }
            return bytes
        }
    }

    func append(_ part: UnsafeRawBufferPointer) { bytes.withLock { $0.append(contentsOf: part) } }
}
