// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Whether a property of an asset is known.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0
    case loading, loaded, failed, cancelled
}

extension AVAsset {
    /// Opens the file, on another thread, and then calls back. What ``statusOfValue(forKey:error:)`` says is known then.
    /// - Parameters:
    ///   - keys: The names of properties, such as "tracks", all of which are known at once.
    ///   - handler: The callback.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        DispatchQueue.global().async {
            _ = try? self.facts()
            handler?()
        }
    }

    /// Returns whether a property is known: `.loaded`, or `.failed` if the file cannot be read. The first call opens the
    /// file if nothing else has.
    /// - Parameters:
    ///   - key: The name of the property.
    ///   - outError: Receives the error if it is `.failed`.
    public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        do {
            _ = try facts()
            return .loaded
        } catch {
            outError?.pointee = error as NSError
            return .failed
        }
    }
}
