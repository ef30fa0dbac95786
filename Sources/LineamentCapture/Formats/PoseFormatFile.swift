// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A file of sign-language-processing's format, version 0.2: body, face, hands and body in meters, as its own holistic
/// reader writes them.
struct PoseFormatFile {
    private var data = Data()

    /// A part of the file.
    private struct Component {
        let name: String
        let part: RecordedPart
        let isWorld: Bool
    }

    private static let components = [
        Component(name: "POSE_LANDMARKS", part: .body, isWorld: false),
        Component(name: "FACE_LANDMARKS", part: .face, isWorld: false),
        Component(name: "LEFT_HAND_LANDMARKS", part: .leftHand, isWorld: false),
        Component(name: "RIGHT_HAND_LANDMARKS", part: .rightHand, isWorld: false),
        Component(name: "POSE_WORLD_LANDMARKS", part: .body, isWorld: true),
    ]

    private static let version: Float = 0.2
    /// The depth of the space, which the format's own tools set to this.
    private static let depth = 1000

    /// Writes positions of all frames, and after them confidences.
    static func write(_ recording: any RecordedFrames, to output: any CaptureOutput) throws {
        let places = places(of: recording.tracks)
        var file = PoseFormatFile()
        file.appendHeader(recording, placeCount: places.count)
        for isConfidence in [false, true] {
            for window in recording.windows(of: recording.times.indices) {
                let people = try recording.people(in: window)
                for frame in window {
                    var present = [RecordedPerson?](repeating: nil, count: places.count)
                    for person in people where person.frames.contains(frame) {
                        if let place = places.indices[person.trackID] { present[place] = person }
                    }
                    for person in present {
                        for component in components {
                            file.append(component, person, frame, recording, isConfidence: isConfidence)
                        }
                    }
                    if file.data.count >= size { try output.write(file.take()) }
                }
            }
        }
        try output.write(file.take())
    }

    /// The bytes that are collected before they are written.
    private static let size = 1 << 16

    private mutating func take() -> Data {
        defer { data = Data() }
        return data
    }

    private mutating func appendHeader(_ recording: any RecordedFrames, placeCount: Int) {
        append(Self.version)
        for number in [recording.width, recording.height, Self.depth, Self.components.count] { append(short: number) }
        for component in Self.components { append(component) }
        append(Float(recording.frameRate))
        append(UInt32(recording.times.count))
        append(short: placeCount)
    }

    /// Returns how many people have room in the file, and everyone's place by ID; those who are not there at the same time
    /// may share one.
    private static func places(of people: [RecordedTrack]) -> (count: Int, indices: [Int: Int]) {
        var ends: [Int] = []
        var indices: [Int: Int] = [:]
        for person in people.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
            let place = ends.firstIndex { $0 <= person.frames.lowerBound } ?? ends.count
            if place == ends.count { ends.append(0) }
            ends[place] = person.frames.upperBound
            indices[person.trackID] = place
        }
        return (ends.count, indices)
    }

    private mutating func append(
        _ component: Component, _ person: RecordedPerson?, _ frame: Int, _ recording: any RecordedFrames,
        isConfidence: Bool
    ) {
        let series = person?[component.part]
        let own = frame - (person?.frames.lowerBound ?? 0)
        for point in 0..<component.part.pointCount {
            let position =
                component.isWorld
                ? series?.worldPosition(of: point, at: own) : series?.imagePosition(of: point, at: own)
            if isConfidence {
                let seen = series.map { $0.visibility.isEmpty ? 1 : $0.visibility[own * $0.pointCount + point] }
                append(position == nil ? 0 : seen ?? 1)
                continue
            }
            let scale =
                component.isWorld
                ? SIMD3<Float>(1, 1, 1) : SIMD3(Float(recording.width), Float(recording.height), 1)
            let value = (position ?? .zero) * scale
            for axis in 0..<3 { append(value[axis]) }
        }
    }

    private mutating func append(_ component: Component) {
        append(component.name)
        append("XYZC")
        let points = (0..<component.part.pointCount).map { Self.name(of: $0, component.part) }
        let lines = Self.lines(of: component.part)
        for number in [points.count, lines.count, 1] { append(short: number) }
        for point in points { append(point) }
        for line in lines {
            append(short: Int(line.start))
            append(short: Int(line.end))
        }
        for channel in Self.color(of: component) { append(short: channel) }
    }

    /// Returns a name as in MediaPipe's Python: LEFT_EYE_INNER.
    private static func name(of point: Int, _ part: RecordedPart) -> String {
        if part == .leftHand || part == .rightHand { return handNames[point] }
        return part.name(of: point).flatMap { $0.isUppercase ? "_\($0)" : $0.uppercased() }.map(String.init).joined()
    }

    private static let handNames =
        ["WRIST"]
        + [("THUMB", ["CMC", "MCP", "IP", "TIP"])].flatMap { finger, joints in joints.map { "\(finger)_\($0)" } }
        + ["INDEX_FINGER", "MIDDLE_FINGER", "RING_FINGER", "PINKY"].flatMap { finger in
            ["MCP", "PIP", "DIP", "TIP"].map { "\(finger)_\($0)" }
        }

    private static func lines(of part: RecordedPart) -> [Connection] {
        switch part {
        case .body: PoseLandmarker.poseLandmarks
        case .leftHand, .rightHand: HandLandmarker.handConnections
        case .face: []
        }
    }

    private static func color(of component: Component) -> [Int] {
        switch component.part {
        case .body: [255, 0, 0]
        case .face: [128, 0, 0]
        case .leftHand: [0, 255, 0]
        case .rightHand: [0, 0, 255]
        }
    }

    private mutating func append(_ text: String) {
        append(short: text.utf8.count)
        data.append(contentsOf: text.utf8)
    }

    private mutating func append(short number: Int) {
        withUnsafeBytes(of: UInt16(clamping: number).littleEndian) { data.append(contentsOf: $0) }
    }

    private mutating func append(_ number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
    }

    private mutating func append(_ number: Float) { append(number.bitPattern) }
}
