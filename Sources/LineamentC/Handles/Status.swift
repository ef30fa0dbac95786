// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

/// Where a function stores its error message.
package typealias ErrorMessage = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Where a function stores the handle of a new object.
package typealias NewHandle = UnsafeMutablePointer<OpaquePointer?>

/// Runs the body of a C function and returns its status; an error's message is stored in `message`.
func status(_ message: ErrorMessage?, _ body: () throws -> Void) -> MpStatus {
    message?.pointee = nil
    do {
        try body()
        return kMpOk
    } catch {
        message?.pointee = strdup(messageForC(error))
        guard let error = error as? LineamentError else { return kMpInternal }
        return MpStatus(rawValue: UInt32(error.code.tasksErrorCode.rawValue))
    }
}

/// Returns an error's message with options as C writes them: `min_tracking_confidence`.
private func messageForC(_ error: any Error) -> String {
    // MediaPipe's core begins some messages with the status, which C code receives anyway.
    let text = "\(error)"
    let status = "INVALID_ARGUMENT: "
    return (text.hasPrefix(status) ? String(text.dropFirst(status.count)) : text)
        .split(separator: " ", omittingEmptySubsequences: false)
        .map(withOptionsOfC)
        .joined(separator: " ")
}

/// Returns a word of a message with an option in it as C writes it. A path is left as it is.
private func withOptionsOfC(_ word: Substring) -> String {
    guard !word.contains("/") else { return String(word) }
    let confidences = /\bmin(?:Face|Pose|Hand)?(?:Detection|Presence|Landmarks|Tracking)Confidence\b/
    let overlaps = /\bmin(?:Face|Pose)?SuppressionThreshold\b/
    let limits = /\bnum(?:Faces|Poses|Hands|People|Threads)\b|\bmax(?:Searched)?Pixels\b/
    let others = /\bmodelAssetPath\b|\boutputFaceBlendshapes\b/
    return [confidences, overlaps, limits, others].reduce(String(word)) { text, options in
        text.replacing(options.wordBoundaryKind(.simple)) { option in
            option.output.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
        }
    }
}

/// Runs the body of a C function that creates an object, and stores its handle; NULL on failure.
/// - Parameters:
///   - handle: The place for the handle.
///   - name: The name of the function's argument.
///   - message: The place for an error message.
///   - make: Creates the object.
func creating(
    _ handle: NewHandle?, _ name: String, _ message: ErrorMessage?, _ make: () throws -> any Handled
) -> MpStatus {
    status(message) {
        let handle = try place(handle, name, holding: nil)
        handle.pointee = HandleTable.insert(try make())
    }
}

/// Returns the target of a pointer that the caller must provide.
/// - Throws: `LineamentError` with code `invalidArgument` if it is NULL.
func required<Target>(_ pointer: Target?, _ name: String) throws -> Target {
    guard let pointer else { throw LineamentError(.invalidArgument, "\(name) must not be NULL.") }
    return pointer
}

/// Returns the place for a result that the caller must provide, after it got a value for the case that there is none.
/// - Throws: `LineamentError` with code `invalidArgument` if it is NULL.
func place<Target>(
    _ pointer: UnsafeMutablePointer<Target>?, _ name: String, holding value: Target
) throws -> UnsafeMutablePointer<Target> {
    let pointer = try required(pointer, name)
    pointer.pointee = value
    return pointer
}

/// Returns the value that a number of C code stands for.
/// - Throws: `LineamentError` with code `invalidArgument` that names the argument and its range.
func choice<Value>(_ number: Int, of values: [Value], _ name: String) throws -> Value {
    guard values.indices.contains(number) else {
        throw LineamentError(.invalidArgument, "\(name) must be 0 to \(values.count - 1), not \(number).")
    }
    return values[number]
}

/// `MpErrorFree`: see `lineament.h`, as for all functions of this target.
@_cdecl("MpErrorFree")
package func mpErrorFree(_ message: UnsafeMutableRawPointer?) { free(message) }

extension String {
    /// Copies a path that C code passes.
    /// - Throws: `LineamentError`: `invalidArgument` if it is NULL or not UTF-8, `notFound` if it is empty.
    init(path: UnsafePointer<CChar>?, _ name: String) throws {
        try self.init(utf8: required(path, name), name)
        if isEmpty { throw LineamentError(.notFound, "\(name) is empty.") }
    }

    /// Copies a text that C code passes. A repaired copy of a path would name another file.
    /// - Throws: `LineamentError` with code `invalidArgument` if it is not UTF-8.
    init(utf8 text: UnsafePointer<CChar>, _ name: String) throws {
        guard let copy = String(validatingCString: text) else {
            let isPath = name.hasSuffix("path") || name == "folder"
            let shown = String(cString: text)
            throw LineamentError(
                .invalidArgument,
                isPath
                    ? "\(name) is not UTF-8: \(shown). Rename the file or folder."
                    : "\(name) is not UTF-8: \(shown.prefix(100)). Convert the text.")
        }
        self = copy
    }
}
