internal import CLineament
internal import Foundation
internal import Lineament

/// Where a function stores its error message.
package typealias ErrorMessage = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs the body of a C function and returns its status; an error's message is stored in `message`.
func status(_ message: ErrorMessage?, _ body: () throws -> Void) -> MpStatus {
    message?.pointee = nil
    do {
        try body()
        return kMpOk
    } catch {
        message?.pointee = strdup("\(error)")
        guard let error = error as? LineamentError else { return kMpInternal }
        return MpStatus(rawValue: UInt32(error.code.tasksErrorCode.rawValue))
    }
}

/// Returns the target of a pointer that the caller must provide.
/// - Throws: `LineamentError` with code `invalidArgument` if it is NULL.
func required<Target>(_ pointer: Target?, _ name: String) throws -> Target {
    guard let pointer else { throw LineamentError(.invalidArgument, "\(name) is NULL.") }
    return pointer
}

/// `MpErrorFree`: see `lineament.h`, as for all functions of this target.
@_cdecl("MpErrorFree")
package func mpErrorFree(_ message: UnsafeMutableRawPointer?) { free(message) }
