internal import LiteRT

extension LineamentError {
    init(_ error: LiteRTError) {
        switch error.code {
        case .libraryMissing, .libraryUnusable: self.init(.notFound, error.message, underlyingError: error)
        case .modelUnusable: self.init(.invalidArgument, error.message, underlyingError: error)
        default: self.init(.internal, error.message, underlyingError: error)
        }
    }
}

/// The result of `body`, with the runtime's errors as ``LineamentError``.
func mappingRuntimeErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as LiteRTError {
        throw LineamentError(error)
    }
}
