internal import LiteRT

/// The boundary between the runtime layer and the public API: no ``LiteRTError`` leaves this module unmapped.
extension LineamentError {
    /// Maps an error of the runtime layer to the closest public code and keeps it as ``underlyingError``.
    init(_ error: LiteRTError) {
        switch error.code {
        case .libraryMissing, .libraryUnusable: self.init(.notFound, error.message, underlyingError: error)
        case .modelUnusable: self.init(.invalidArgument, error.message, underlyingError: error)
        default: self.init(.internal, error.message, underlyingError: error)
        }
    }
}

/// Returns the result of `body`, rethrowing errors of the runtime layer as ``LineamentError``.
func mappingRuntimeErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as LiteRTError {
        throw LineamentError(error)
    }
}
