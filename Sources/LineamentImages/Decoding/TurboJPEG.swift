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
            "JPEG and BMP need libjpeg-turbo, and \(name) was not found. Install it: apt-get install libturbojpeg0")
    }
}

extension LineamentTurboJPEG {
    /// Returns the library's description of the last error of a handle, or of this thread.
    func message(_ handle: tjhandle?) -> String {
        tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown failure"
    }
}
