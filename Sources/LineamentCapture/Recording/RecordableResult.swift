// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// A result that a ``Recorder`` takes.
package protocol RecordableResult: Sendable {
    /// Whether it has the landmarks of bodies.
    static var hasBodies: Bool { get }

    /// Adds the people of the next frame to a recording.
    /// - Parameter time: The time of the frame, in seconds.
    func add(to recorder: inout Recorder, at time: Double)
}

extension FaceLandmarkerResult: RecordableResult {
    package static var hasBodies: Bool { false }

    package func add(to recorder: inout Recorder, at time: Double) { recorder.add(self, at: time) }
}

extension HandLandmarkerResult: RecordableResult {
    package static var hasBodies: Bool { false }

    package func add(to recorder: inout Recorder, at time: Double) { recorder.add(self, at: time) }
}

extension HolisticLandmarkerResult: RecordableResult {
    package static var hasBodies: Bool { true }

    package func add(to recorder: inout Recorder, at time: Double) { recorder.add(self, at: time) }
}

extension PoseLandmarkerResult: RecordableResult {
    package static var hasBodies: Bool { true }

    package func add(to recorder: inout Recorder, at time: Double) { recorder.add(self, at: time) }
}
