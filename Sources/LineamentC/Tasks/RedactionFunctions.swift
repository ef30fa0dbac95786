package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentRender
internal import Locking

@_cdecl("lineament_redactor_create")
package func lineamentRedactorCreate(
    _ subject: Int32, _ method: Int32, _ minConfidence: Float, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redactor, "redactor", message) {
        var options = RedactorOptions()
        options.subject = try choice(subject, of: [.faces, .heads, .people], "subject")
        options.method = try choice(method, of: [.blur, .pixelate, .fill(.black)], "method")
        guard (0...1).contains(minConfidence) else {
            throw LineamentError(.invalidArgument, "min_confidence must be 0 to 1, not \(minConfidence).")
        }
        options.minDetectionConfidence = minConfidence
        try openCairo()
        return SharedRedactor(try Redactor(options: options))
    }
}

private func choice<Value>(_ number: Int32, of values: [Value], _ name: String) throws -> Value {
    guard values.indices.contains(Int(number)) else {
        throw LineamentError(.invalidArgument, "\(name) must be 0 to \(values.count - 1), not \(number).")
    }
    return values[Int(number)]
}

@_cdecl("lineament_redactor_redact")
package func lineamentRedactorRedact(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let redactor = try HandleTable.object(redactor, SharedRedactor.self).body
        let image = try HandleTable.object(image, SharedImage.self)
        return SharedImage(try redactor.redact(image.taskImage(rotationDegrees: 0)))
    }
}

@_cdecl("lineament_redactor_close")
package func lineamentRedactorClose(_ redactor: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redactor, SharedRedactor.self) }
}

@_cdecl("lineament_redaction_create")
package func lineamentRedactionCreate(
    _ redactor: OpaquePointer?, _ redaction: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redaction, "redaction", message) {
        SharedRedaction(try HandleTable.object(redactor, SharedRedactor.self).body)
    }
}

@_cdecl("lineament_redaction_add")
package func lineamentRedactionAdd(
    _ redaction: OpaquePointer?, _ frame: OpaquePointer?, _ seconds: Double, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let redaction = try HandleTable.object(redaction, SharedRedaction.self)
        let frame = try HandleTable.object(frame, SharedImage.self)
        try redaction.add(frame.taskImage(rotationDegrees: 0), time: seconds)
    }
}

@_cdecl("lineament_redaction_finish")
package func lineamentRedactionFinish(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(redaction, SharedRedaction.self).finish() }
}

@_cdecl("lineament_redaction_next")
package func lineamentRedactionNext(
    _ redaction: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try required(copy, "copy")
        copy.pointee = nil
        let next = try HandleTable.object(redaction, SharedRedaction.self).next()
        copy.pointee = next.flatMap { HandleTable.insert(SharedImage($0)) }
    }
}

@_cdecl("lineament_redaction_close")
package func lineamentRedactionClose(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redaction, SharedRedaction.self) }
}

private final class SharedRedactor: Handled {
    static let handleName = "redactor"
    let body: Redactor
    private let origin = ForkGuard()

    init(_ body: Redactor) { self.body = body }

    var isUsable: Bool { origin.isOriginalProcess }
}

/// The redaction of one video.
private final class SharedRedaction: Handled {
    static let handleName = "redaction"

    private struct State: Sendable {
        /// The time of the last frame, in seconds.
        var time = -Double.infinity
        /// The frames that it is not known of yet what is to be covered.
        let waiting = WaitingFrames<Void>(WaitingImages(budget: MemoryBudget(limit: WaitingImages.usualMemory)))
        /// The frames that can be taken.
        var ready: ArraySlice<(frame: WaitingFrames<Void>.Frame, redaction: Redaction)> = []

        mutating func take(_ found: [Redaction]) {
            for redaction in found { ready.append((waiting.takeFirst(), redaction)) }
        }
    }

    private let method: RedactionMethod
    private let session: RedactionSession
    private let state = Locked(State())
    private let origin = ForkGuard()

    init(_ redactor: Redactor) {
        method = redactor.options.method
        session = redactor.makeSession()
    }

    var isUsable: Bool { origin.isOriginalProcess }

    func add(_ frame: MPImage, time: Double) throws {
        try state.withLock { state in
            guard time.isFinite, time > state.time else {
                throw LineamentError(
                    .invalidArgument, "The time of a frame must be greater than that of the one before.")
            }
            let found = try state.waiting.add((), frame.pixels) { try session.add(frame, time: time) }
            state.time = time
            state.take(found)
        }
    }

    func finish() { state.withLock { $0.take(session.finish()) } }

    /// Returns the next copy; `nil` if none is ready.
    func next() throws -> PixelBuffer? {
        guard let (frame, found) = state.withLock({ $0.ready.popFirst() }) else { return nil }
        return try RedactionOverlay(found.areas, silhouette: found.silhouette, method: method)
            .drawn(over: frame.image())
    }
}
