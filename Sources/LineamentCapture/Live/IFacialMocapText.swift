// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A frame as the app iFacialMocap sends it: scores in whole percent, angles in degrees as Unity turns, the head's
/// place in meters. `nil` without a face.
struct IFacialMocapText {
    let data: Data

    init?(_ frame: LiveFrame) {
        guard let shapes = frame.shapes else { return nil }
        var text = ""
        for (shape, score) in zip(Blendshape.allCases, shapes).dropFirst() {
            let name = shape.name.replacing(/Left$/, with: "_L").replacing(/Right$/, with: "_R")
            text += "\(name)-\(Int((score * 100).rounded()))|"
        }
        text += "tongueOut-0|"
        let turn = HeadTurn(frame.head)
        let place = [-frame.headPosition.x, frame.headPosition.y, frame.headPosition.z].map { $0 / 100 }
        text += "=head#" + Self.list(Self.degrees(turn.yaw, turn.pitch, turn.roll) + place) + "|"
        let eyes = LiveLinkFile.eyeAngles(shapes)
        text += "rightEye#" + Self.list(Self.degrees(eyes[3], eyes[4], eyes[5])) + "|"
        text += "leftEye#" + Self.list(Self.degrees(eyes[0], eyes[1], eyes[2])) + "|"
        data = Data(text.utf8)
    }

    /// Returns angles in radians as Unity's Euler angles x, y and z in degrees: down, to the image's left, clockwise.
    private static func degrees(_ yaw: Double, _ pitch: Double, _ roll: Double) -> [Double] {
        [-pitch, -yaw, -roll].map { $0 * 180 / .pi }
    }

    private static func list(_ values: [Double]) -> String {
        var buffer = TextBuffer()
        for (index, value) in values.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(value, decimals: 6)
        }
        return String(decoding: buffer.data, as: UTF8.self)
    }
}
