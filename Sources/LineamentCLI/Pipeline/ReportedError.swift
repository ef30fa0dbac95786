internal import Foundation
internal import Lineament

/// An error of an input whose message was already printed.
struct ReportedError: Error {
    let error: LineamentError
}

extension LineamentError {
    /// Creates the error that stands for any error in the results and messages.
    init(reporting error: any Error) {
        self =
            error as? LineamentError ?? (error as? ReportedError)?.error
            ?? LineamentError(.internal, error.localizedDescription, underlyingError: error)
    }
}
