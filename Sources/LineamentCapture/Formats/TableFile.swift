// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A tidy table: a row for each time, track and point, and for each score and angle of a face.
///
/// x, y and z are pixels, world_x, world_y and world_z meters: x to the right, y down, z away from the camera; those of
/// faces from the camera. Scores, angles (in degrees) and the position of a head (in centimeters from the camera) are in the
/// column value. The angles of joints come last, person by person, as they follow from the whole movement.
struct TableFile {
    static func write(_ recording: any RecordedFrames, to output: any CaptureOutput) throws {
        var text = TextBuffer()
        text.append("time,frame,track,part,point,name,x,y,z,world_x,world_y,world_z,visibility,value,known\n")
        let size = SIMD2(Double(recording.width), Double(recording.height))
        let times = recording.times
        for window in recording.windows(of: times.indices) {
            let people = try recording.people(in: window)
            for frame in window {
                for person in people where person.frames.contains(frame) {
                    append(person, frame, time: times[frame], size, to: &text)
                    try text.flush(to: output)
                }
            }
        }
        for track in recording.tracks { try appendAngles(track, recording, times, to: &text, output) }
        try output.write(text.take())
    }

    private static func appendAngles(
        _ track: RecordedTrack, _ recording: any RecordedFrames, _ times: [Double], to text: inout TextBuffer,
        _ output: any CaptureOutput
    ) throws {
        var options = MotionOptions()
        options.movesThroughSpace = false
        guard let motion = try BodyMotion(track, in: recording, options) else { return }
        var grown = text
        text = TextBuffer()
        try motion.forEachAngles(in: recording) { index, angles, person in
            guard motion.isKnown[index], let person, let body = person.value.body else { return }
            let frame = motion.frames.lowerBound + index
            let prefix = prefix(times[frame], frame, track.trackID)
            for (place, angle) in angles.enumerated() {
                let known = JointAngles.landmarks(ofAngle: place).map {
                    body.knowledge[person.frame * body.pointCount + $0]
                }
                append(
                    "angle", JointAngles.names[place], angle, known.max { $0.rawValue < $1.rawValue } ?? .seen, prefix,
                    to: &grown)
            }
            try grown.flush(to: output)
        }
        text = grown
    }

    /// Returns the columns before the part.
    private static func prefix(_ time: Double, _ frame: Int, _ trackID: Int) -> String {
        var start = TextBuffer()
        start.append(time, decimals: 6)
        start.append(",\(frame),\(trackID),")
        return String(decoding: start.data, as: UTF8.self)
    }

    /// Appends the row of a score or an angle.
    private static func append(
        _ part: String, _ name: String, _ value: Double, _ known: Knowledge, _ prefix: String, to text: inout TextBuffer
    ) {
        text.append("\(prefix)\(part),,\(name),,,,,,,,")
        text.append(value, decimals: 6)
        text.append(",\(known.name)\n")
    }

    private static func append(
        _ person: RecordedPerson, _ frame: Int, time: Double, _ size: SIMD2<Double>, to text: inout TextBuffer
    ) {
        let own = frame - person.frames.lowerBound
        let prefix = prefix(time, frame, person.trackID)
        for (part, points) in person.parts where points.isPresent(at: own) {
            append(points, part, own, prefix, size, to: &text)
        }
        appendFace(person, own, prefix, to: &text)
    }

    private static func append(
        _ points: PointSeries, _ part: RecordedPart, _ frame: Int, _ prefix: String, _ size: SIMD2<Double>,
        to text: inout TextBuffer
    ) {
        let scale = SIMD3(size.x, size.y, size.x)
        for point in 0..<points.pointCount {
            guard let position = points.imagePosition(of: point, at: frame) else { continue }
            text.append("\(prefix)\(part.rawValue),\(point),\(part.name(of: point))")
            let pixels = Vector(position) * scale
            for axis in 0..<3 {
                text.append(",")
                text.append(pixels[axis], decimals: 3)
            }
            let world = points.worldPosition(of: point, at: frame).map { Vector($0) }
            for axis in 0..<3 {
                text.append(",")
                text.append(world?[axis] ?? .nan, decimals: 6)
            }
            let index = frame * points.pointCount + point
            text.append(",")
            text.append(points.visibility.isEmpty ? .nan : Double(points.visibility[index]), decimals: 5)
            text.append(",,\(points.knowledge[index].name)\n")
        }
    }

    private static func appendFace(_ person: RecordedPerson, _ frame: Int, _ prefix: String, to text: inout TextBuffer)
    {
        if let series = person.blendshapes, let scores = series.values(at: frame) {
            for (shape, score) in zip(Blendshape.allCases, scores).dropFirst() {
                append("blendshape", shape.name, Double(score), series.knowledge[frame], prefix, to: &text)
            }
        }
        if let series = person.head, let values = series.values(at: frame) {
            let place = Array(values)
            let position = Vector(Double(place[4]), Double(place[5]), Double(place[6]))
            let angles = HeadTurn(place)
            let toCamera = HeadTurn(Rotation(quaternion: place), towardCameraFrom: position)
            let turns = [
                ("yaw", angles.yaw), ("pitch", angles.pitch), ("roll", angles.roll), ("yawToCamera", toCamera.yaw),
                ("pitchToCamera", toCamera.pitch), ("rollToCamera", toCamera.roll),
            ]
            for (name, angle) in turns {
                append("head", name, angle * 180 / .pi, series.knowledge[frame], prefix, to: &text)
            }
            for (name, value) in zip(["x", "y", "z"], [position.x, position.y, position.z]) {
                append("head", name, value, series.knowledge[frame], prefix, to: &text)
            }
        }
    }
}
