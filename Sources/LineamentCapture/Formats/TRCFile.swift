// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A TRC file: the markers of Pose2Sim's BlazePose model, in meters, x forward, y up, z to the right.
struct TRCFile {
    /// The markers and their landmarks, in Pose2Sim's order.
    static let markers: [(name: String, landmark: Int)] = [
        ("Nose", 0), ("LEye", 2), ("REye", 5), ("LShoulder", 11), ("RShoulder", 12), ("LElbow", 13), ("RElbow", 14),
        ("LWrist", 15), ("RWrist", 16), ("LHip", 23), ("RHip", 24), ("LKnee", 25), ("RKnee", 26), ("LAnkle", 27),
        ("RAnkle", 28), ("LBigToe", 31), ("LHeel", 29), ("RBigToe", 32), ("RHeel", 30), ("RThumb", 22), ("RPinky", 18),
        ("RIndex", 20), ("LThumb", 21), ("LPinky", 17), ("LIndex", 19),
    ]

    static func write(
        _ motion: BodyMotion, of recording: any RecordedFrames, _ options: CaptureOptions, to output: any CaptureOutput
    ) throws {
        var text = TextBuffer()
        appendHeader(motion, options, to: &text)
        let times = recording.times
        try motion.forEachPose(in: recording) { index, pose, _, person in
            let frame = motion.frames.lowerBound + index
            text.append("\(frame)\t")
            text.append(times[frame], decimals: 6)
            let points = person.map { pose.bodyPoints(of: $0.value, at: $0.frame) }
            for marker in markers {
                guard let point = points?[marker.landmark] else {
                    text.append("\t\t\t")
                    continue
                }
                for value in [point.z, point.y, -point.x] {
                    text.append("\t")
                    text.append(value, decimals: 6)
                }
            }
            // OpenSim does not count an empty field at the end of a line.
            if let last = markers.last, (points?[last.landmark] ?? nil) == nil { text.append("\t") }
            text.append("\n")
            try text.flush(to: output)
        }
        try output.write(text.take())
    }

    private static func appendHeader(_ motion: BodyMotion, _ options: CaptureOptions, to text: inout TextBuffer) {
        var rate = TextBuffer()
        rate.append(motion.rate, decimals: 3)
        let rateText = String(decoding: rate.data, as: UTF8.self)
        let count = motion.frames.count
        let numbers = [
            rateText, rateText, "\(count)", "\(markers.count)", "m", rateText, "\(motion.frames.lowerBound)",
            "\(count)",
        ]
        text.append("PathFileType\t4\t(X/Y/Z)\t\(options.plainName).trc\n")
        text.append(
            "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n")
        text.append(numbers.joined(separator: "\t") + "\n")
        text.append("Frame#\tTime\t" + markers.map(\.name).joined(separator: "\t\t\t") + "\t\t\n")
        text.append("\t\t" + markers.indices.map { "X\($0 + 1)\tY\($0 + 1)\tZ\($0 + 1)" }.joined(separator: "\t"))
        // Pandas wants the header to have as many fields as any row.
        text.append("\t\n")
    }
}
