internal import Foundation
internal import Lineament
internal import Synchronization

/// The objects that C code holds, by handles that are checked: one that was closed, or never created, is an error.
///
/// A handle is a number in the shape of a pointer. Numbers are never used twice, so a closed handle never names another
/// object.
enum HandleTable {
    private struct Contents {
        var lastNumber: UInt = 0
        var objects: [UInt: any Handled] = [:]
    }

    private static let contents = Mutex(Contents())

    /// Stores an object and returns its handle.
    static func insert(_ object: any Handled) -> OpaquePointer? {
        contents.withLock { contents in
            // Multiples of 16, as the addresses that an allocator returns are.
            contents.lastNumber += 16
            contents.objects[contents.lastNumber] = object
            return OpaquePointer(bitPattern: contents.lastNumber)
        }
    }

    /// Returns the object of a handle.
    /// - Throws: `LineamentError` with code `invalidArgument` if there is none of this kind, or `failedPrecondition` if
    ///   it was created before a `fork()` that it does not survive.
    static func object<Object: Handled>(_ handle: OpaquePointer?, _ kind: Object.Type = Object.self) throws -> Object {
        let found = contents.withLock { $0.objects[UInt(bitPattern: handle)] }
        guard let object = found as? Object else { throw unknown(handle, kind) }
        guard object.isUsable else {
            throw LineamentError(
                .failedPrecondition,
                "The \(Object.handleName) was created before this process was forked, and its threads stayed behind. "
                    + "Create a new one after the fork.")
        }
        return object
    }

    /// Removes an object and returns it.
    /// - Throws: `LineamentError` with code `invalidArgument` if there is none of this kind.
    @discardableResult
    static func remove<Object: Handled>(_ handle: OpaquePointer?, _ kind: Object.Type = Object.self) throws -> Object {
        let number = UInt(bitPattern: handle)
        let found = contents.withLock { contents -> Object? in
            guard let object = contents.objects[number] as? Object else { return nil }
            contents.objects[number] = nil
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
    /// What errors call the object, such as "image".
    static var handleName: String { get }
    /// Whether the object can be used in this process.
    var isUsable: Bool { get }
}

/// The process in which an object with threads was created; a process forked from it has none of them.
struct ProcessOfOrigin: Sendable {
    private let process = getpid()

    /// Whether this is that process.
    var isCurrent: Bool { getpid() == process }
}
