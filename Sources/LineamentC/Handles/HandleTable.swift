// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking
internal import Lineament
internal import Synchronization

/// The objects that C code holds, by handles that are checked: one that was closed, or never created, is an error.
///
/// A handle is a number in the shape of a pointer. Numbers are never used twice, so a closed handle never names another
/// object.
enum HandleTable {
    /// The objects by their numbers, in several parts so that threads rarely wait for each other.
    private static let parts = (0..<16).map { _ in Locked<[UInt: any Handled]>([:]) }
    private static let lastNumber = Atomic<UInt>(0)

    private static func part(of number: UInt) -> Locked<[UInt: any Handled]> {
        parts[Int(number / spacing % UInt(parts.count))]
    }

    /// The distance between numbers, so that they look like the addresses that an allocator returns.
    private static let spacing: UInt = 16

    /// Stores an object and returns its handle.
    static func insert(_ object: any Handled) -> OpaquePointer? {
        let number = lastNumber.wrappingAdd(spacing, ordering: .relaxed).newValue
        part(of: number).withLock { $0[number] = object }
        return OpaquePointer(bitPattern: number)
    }

    /// Returns the object of a handle.
    /// - Throws: `LineamentError` with code `invalidArgument` if there is none of this kind, or `failedPrecondition` if
    ///   it was created before a `fork()` that it does not survive.
    static func object<Object: Handled>(_ handle: OpaquePointer?, _ kind: Object.Type = Object.self) throws -> Object {
        let number = UInt(bitPattern: handle)
        let found = part(of: number).withLock { $0[number] }
        guard let object = found as? Object else { throw unknown(handle, kind) }
        guard object.isUsable else {
            throw LineamentError(
                .failedPrecondition,
                "The \(Object.handleName) was created before this process was forked, and its threads do not exist in "
                    + "this process. Create a new one after the fork.")
        }
        return object
    }

    /// Removes an object and returns it.
    /// - Throws: `LineamentError` with code `invalidArgument` if there is none of this kind.
    @discardableResult
    static func remove<Object: Handled>(_ handle: OpaquePointer?, _ kind: Object.Type = Object.self) throws -> Object {
        let number = UInt(bitPattern: handle)
        let found = part(of: number).withLock { objects -> Object? in
            guard let object = objects[number] as? Object else { return nil }
            objects[number] = nil
            return object
        }
        guard let found else { throw unknown(handle, kind) }
        // Releasing it would wait for threads that the forked process does not have.
        if !found.isUsable { _ = Unmanaged.passRetained(found) }
        return found
    }

    private static func unknown<Object: Handled>(_ handle: OpaquePointer?, _ kind: Object.Type) -> LineamentError {
        LineamentError(
            .invalidArgument,
            handle == nil
                ? "The \(Object.handleName) is NULL."
                : "This is not the handle of an open \(Object.handleName); it may have been closed.")
    }
}

/// An object that C code holds by a handle.
protocol Handled: AnyObject, Sendable {
    /// The object's name in errors, such as "image".
    static var handleName: String { get }
    /// Whether the object can be used in this process.
    var isUsable: Bool { get }
}

/// An object with threads or a file, which a forked process does not have.
protocol ForkBound: Handled {
    /// The process that made the object.
    var origin: ForkGuard { get }
}

extension ForkBound {
    var isUsable: Bool { origin.isOriginalProcess }
}
