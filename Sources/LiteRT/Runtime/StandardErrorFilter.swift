internal import Foundation

/// Keeps one line of the runtime out of standard error.
///
/// The XNNPACK delegate announces itself by stdio when the first model of a process is compiled, and no
/// option turns that off. During that one call, what is written to standard error goes to a temporary
/// file; afterwards everything but the announcement is written to the real standard error.
enum StandardErrorFilter {
    private static let announcement = "Created TensorFlow Lite XNNPACK delegate for CPU."
    private static let isDone = Guarded(false)

    static func duringFirst<Result>(_ body: () throws -> Result) rethrows -> Result {
        let isFirst = isDone.withLock { done in
            defer { done = true }
            return !done
        }
        return try isFirst ? filtering(body) : body()
    }

    private static func filtering<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let file = tmpfile() else { return try body() }
        defer { fclose(file) }
        let original = dup(STDERR_FILENO)
        guard original >= 0 else { return try body() }
        defer { close(original) }
        guard dup2(fileno(file), STDERR_FILENO) >= 0 else { return try body() }
        defer {
            dup2(original, STDERR_FILENO)
            rewind(file)
            copyLines(of: file, to: original)
        }
        return try body()
    }

    private static func copyLines(of file: UnsafeMutablePointer<FILE>, to descriptor: Int32) {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while case let length = getline(&line, &capacity, file), length > 0, let line {
            if strstr(line, announcement) == nil { _ = write(descriptor, line, length) }
        }
    }
}
