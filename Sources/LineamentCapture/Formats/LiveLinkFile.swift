// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The table that the app Live Link Face records: a row for each frame with the 52 shapes of ARKit, in its order, and
/// the angles of head and eyes in radians.
///
/// `TongueOut` is 0: the model does not know it. Frames without a face have no row, as in the app's files.
struct LiveLinkFile {
    /// The frames of a timecode's second, as in the app's files.
    private static let timecodeRate = 60.0

    static func write(
        _ track: RecordedTrack, of recording: any RecordedFrames, to output: any CaptureOutput
    ) throws {
        var text = TextBuffer()
        text.append("Timecode,BlendShapeCount," + (shapes + angles).joined(separator: ",") + "\n")
        let times = recording.times
        for window in recording.windows(of: track.frames) {
            guard let person = try recording.person(track.trackID, in: window) else { continue }
            for frame in person.frames {
                let own = frame - person.frames.lowerBound
                guard let scores = person.blendshapes?.values(at: own).map(Array.init) else { continue }
                text.append(timecode(times[frame]) + ",61")
                for value in values(scores, swapsSides: false) + angles(head(person, own), scores) {
                    text.append(",")
                    text.append(value, decimals: 10)
                }
                text.append("\n")
                try text.flush(to: output)
            }
        }
        try output.write(text.take())
    }

    /// Returns the scores of the 52 shapes in the app's order.
    /// - Parameter swapsSides: Whether left comes before right for jaw and mouth, as in datagrams.
    static func values(_ scores: [Float], swapsSides: Bool) -> [Double] {
        (swapsSides ? indicesInDatagrams : indices).map { $0.map { Double(scores[$0]) } ?? 0 }
    }

    private static let indices = shapes.map(index)
    private static let indicesInDatagrams = shapes.map { name in
        switch name {
        case "JawRight", "MouthRight": index(of: name.replacing("Right", with: "Left"))
        case "JawLeft", "MouthLeft": index(of: name.replacing("Left", with: "Right"))
        default: index(of: name)
        }
    }

    /// Returns where the scores have a shape; `nil` for one that the model does not know.
    private static func index(of name: String) -> Int? {
        Blendshape(rawValue: name.prefix(1).lowercased() + name.dropFirst())?.index
    }

    /// Returns the angles of head and eyes: yaw, pitch and roll of each. Those of the head are positive to the image's right,
    /// upwards, and to the image's left; those of the eyes to the image's left and downwards, as in the app's recordings.
    static func angles(_ head: Rotation, _ scores: [Float]) -> [Double] {
        let turn = HeadTurn(head)
        return [turn.yaw, turn.pitch, turn.roll] + eyeAngles(scores).map { -$0 }
    }

    private static func head(_ person: RecordedPerson, _ frame: Int) -> Rotation {
        if let values = person.head?.values(at: frame).map(Array.init) { return Rotation(quaternion: values) }
        return BodyPoints(person, at: frame)?.headRotation ?? .identity
    }

    /// The angle of an eye where the shape that says so is 1, in radians, sideways and up or down: in recordings of the app,
    /// the shapes are the angle divided by 35°.
    private static let reach = 35 * Double.pi / 180

    /// Returns yaw, pitch and roll of both eyes, relative to the head: positive to the image's right and upwards.
    static func eyeAngles(_ scores: [Float]) -> [Double] {
        func score(_ shape: Blendshape) -> Double { Double(scores[shape.index]) }
        return [
            (score(.eyeLookOutLeft) - score(.eyeLookInLeft)) * reach,
            (score(.eyeLookUpLeft) - score(.eyeLookDownLeft)) * reach, 0,
            (score(.eyeLookInRight) - score(.eyeLookOutRight)) * reach,
            (score(.eyeLookUpRight) - score(.eyeLookDownRight)) * reach, 0,
        ]
    }

    /// Returns a time as HH:MM:SS:FF.mmm: frames of a sixtieth of a second and thousandths of a frame. Timecodes are times of a
    /// day, so they begin again after 24 hours, and a time before 0 is one of the day before.
    static func timecode(_ time: Double) -> String {
        let day = Int(24 * 3600 * timecodeRate * 1000)
        let rest = Int((time * timecodeRate * 1000).rounded()) % day
        let thousandths = rest < 0 ? rest + day : rest
        let frames = thousandths / 1000
        let seconds = frames / Int(timecodeRate)
        let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60, frames % Int(timecodeRate)]
        return fields.map { padded($0, 2) }.joined(separator: ":") + "." + padded(thousandths % 1000, 3)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The shapes in the order of the app's files. The datagrams of the same app have left before right for jaw and
    /// mouth.
    static let shapes = [
        eye("Left"), eye("Right"), ["JawForward", "JawRight", "JawLeft", "JawOpen"],
        ["MouthClose", "MouthFunnel", "MouthPucker", "MouthRight", "MouthLeft"],
        both(["MouthSmile", "MouthFrown", "MouthDimple", "MouthStretch"]),
        ["MouthRollLower", "MouthRollUpper", "MouthShrugLower", "MouthShrugUpper"],
        both(["MouthPress", "MouthLowerDown", "MouthUpperUp", "BrowDown"]), ["BrowInnerUp"],
        both(["BrowOuterUp"]), ["CheekPuff"], both(["CheekSquint", "NoseSneer"]), ["TongueOut"],
    ].flatMap(\.self)

    static let angles = ["Head", "LeftEye", "RightEye"].flatMap { part in
        ["Yaw", "Pitch", "Roll"].map { part + $0 }
    }

    private static func eye(_ side: String) -> [String] {
        ["Blink", "LookDown", "LookIn", "LookOut", "LookUp", "Squint", "Wide"].map { "Eye\($0)\(side)" }
    }

    private static func both(_ names: [String]) -> [String] { names.flatMap { [$0 + "Left", $0 + "Right"] } }
}
