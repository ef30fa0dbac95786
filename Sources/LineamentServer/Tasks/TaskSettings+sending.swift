// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

extension TaskSettings {
    /// Checks that results have what is sent.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says what to choose.
    func check(_ sending: LiveSending) throws {
        let hasShapes = isSet("outputFaceBlendshapes")
        for address in sending.addresses where !(hasShapes || address.kind.needsBody && hasBodies) {
            let bodies = address.kind.needsBody ? "pose-landmarker, holistic-landmarker, or " : ""
            let faces = address.kind.needsBody ? "face-landmarker" : "face-landmarker or holistic-landmarker"
            throw LineamentError(
                .invalidArgument,
                "\(action.name) with these options has nothing for \(address.text). Choose \(bodies)\(faces) with "
                    + "outputFaceBlendshapes=true, or stop sending.")
        }
        if sending.calibrates { try checkCalibration() }
    }

    /// Checks that there is a face whose expression can be neutral.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says what to choose.
    func checkCalibration() throws {
        guard isSet("outputFaceBlendshapes") else {
            throw LineamentError(
                .invalidArgument,
                "\(action.name) with these options has no expressions to calibrate. Choose face-landmarker or "
                    + "holistic-landmarker with outputFaceBlendshapes=true, or leave calibrate out.")
        }
    }

    /// Whether results have the landmarks of bodies.
    private var hasBodies: Bool {
        action.task.map { Self.hasBodies($0.task) } ?? false
    }

    private static func hasBodies<Task: OfferedTask>(_: Task.Type) -> Bool {
        (Task.Output.self as? any RecordableResult.Type)?.hasBodies ?? false
    }
}
