// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Values that programs attach to buffers, by key.
final class Attachments: @unchecked Sendable {
    // Sound: the dictionary is only used with the lock held; the values are handed back as they came, like Apple's.
    private let lock = NSLock()
    private var values: [String: (value: Any, mode: UInt32)] = [:]

    subscript(key: String) -> (value: Any, mode: UInt32)? {
        get { lock.withLock { values[key] } }
        set { lock.withLock { values[key] = newValue } }
    }

    func removeAll() { lock.withLock { values = [:] } }

    /// Copies the attachments that are meant to be propagated.
    func propagate(to other: Attachments) {
        for (key, attachment) in lock.withLock({ values }) where attachment.mode == 1 { other[key] = attachment }
    }
}

/// A buffer to which values can be attached.
protocol AttachmentBearer: AnyObject {
    var attachments: Attachments { get }
}
