// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Lineament

/// The libjpeg-turbo library, opened on first use.
enum TurboJPEG {
    /// Opens libjpeg-turbo and returns its functions. A failure is not cached, so that a program need not be restarted
    /// after the library is installed.
    /// - Throws: `LineamentError` with code `notFound` if it is not installed.
    static func library() throws -> LineamentTurboJPEG {
        var missing: UnsafePointer<CChar>?
        if let functions = lineament_turbojpeg_open(&missing) { return functions.pointee }
        let name = missing.map { String(cString: $0) } ?? "one of its functions"
        throw LineamentError(
            .notFound,
            "JPEG and BMP need libjpeg-turbo, and \(name) was not found. Install it (Debian: apt-get install libturbojpeg0; "
                + "Ubuntu: apt-get install libturbojpeg; Fedora: dnf install turbojpeg; Arch: pacman -S libjpeg-turbo).",
            underlyingError: MissingLibrary("libjpeg-turbo"))
    }
}

extension LineamentTurboJPEG {
    /// Returns the library's description of the last error of a handle, or of this thread.
    func message(_ handle: tjhandle?) -> String {
        tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown failure"
    }

    /// Returns an explanation of a message of the library for the owner of the file, followed by the message.
    static func explanation(of message: String) -> String {
        let meaning: String? =
            switch message {
            case _ where message.hasPrefix("Premature end of JPEG file"): "it ends before the image is complete"
            case _ where message.hasPrefix("Empty JPEG image"): "its width or height is 0"
            case _ where message.hasPrefix("Corrupt JPEG data"): "some of its data is corrupt"
            case _ where message.hasPrefix("Invalid SOS parameters"),
                _ where message.hasPrefix("Inconsistent progression sequence"):
                "its scans are out of order"
            case _ where message.hasPrefix("Unknown Adobe color transform"),
                _ where message.hasPrefix("Warning: unknown JFIF revision"):
                "its header has values that no standard defines"
            default: nil
            }
        return meaning.map { "\($0) (libjpeg: \(message))" } ?? message
    }

    /// Returns whether an operation that returned an error was completed, with warnings only.
    ///
    /// `tjGetErrorCode` reports a warning even if a fatal error ended the operation after it. The message tells them apart:
    /// it is that of the fatal error or, if there was none, of the first warning. Unknown messages count as fatal.
    /// - Parameter message: the result of `message(_:)`, which must be called only once.
    func isComplete(_ handle: tjhandle, message: String) -> Bool {
        let warnings = [
            "Application transferred too many scanlines", "Corrupt JPEG data: ",
            "Inconsistent progression sequence for component ", "Invalid SOS parameters for sequential JPEG",
            "Premature end of JPEG file", "Unknown Adobe color transform code ",
            "Warning: unknown JFIF revision number ",
        ]
        return tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) && warnings.contains(where: message.hasPrefix)
    }
}
