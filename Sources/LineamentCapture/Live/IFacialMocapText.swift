// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A frame as the app iFacialMocap sends it: 54 numbers, of which 52 are scores in whole percent; angles in degrees and the
/// head's place in meters, in ARKit's axes (x to the image's right, y up, z toward the camera). `nil` without a face.
struct IFacialMocapText {
    let data: Data

    init?(_ frame: LiveFrame) {
        guard let shapes = frame.shapes else { return nil }
        // Receivers count the numbers before the head; some skip the first.
        var text = "trackingStatus-1|"
        for (shape, score) in zip(Blendshape.allCases, shapes).dropFirst() {
            text += "\(Self.name(of: shape))-\(Int((score * 100).rounded()))|"
        }
        text += "tongueOut-0|hapihapi-0|"
        let turn = HeadTurn(frame.head)
        let place = [frame.headPosition.x, frame.headPosition.y, frame.headPosition.z].map { $0 / 100 }
        text += "=head#" + Self.list(Self.degrees(turn.yaw, turn.pitch, turn.roll) + place) + "|"
        let eyes = LiveLinkFile.eyeAngles(shapes)
        text += "rightEye#" + Self.list(Self.degrees(eyes[3], eyes[4], eyes[5])) + "|"
        text += "leftEye#" + Self.list(Self.degrees(eyes[0], eyes[1], eyes[2])) + "|"
        data = Data(text.utf8)
    }

    /// Returns the app's name of a shape. Only those that are there once for each side end in _L or _R.
    private static func name(of shape: Blendshape) -> String {
        switch shape {
        case .jawLeft, .jawRight, .mouthLeft, .mouthRight: shape.name
        default: shape.name.replacing(/Left$/, with: "_L").replacing(/Right$/, with: "_R")
        }
    }

    /// Returns angles in radians as rotations about x, y and z in degrees: down, to the image's right, counterclockwise.
    private static func degrees(_ yaw: Double, _ pitch: Double, _ roll: Double) -> [Double] {
        [-pitch, yaw, roll].map { $0 * 180 / .pi }
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
