// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

extension Recording {
    /// Reads what the command line writes for a video: one JSON object for each frame, of `holistic-landmarker`,
    /// `pose-landmarker`, `face-landmarker` or `hand-landmarker`.
    ///
    /// A line that reports an error, and a last line that is cut off, end the recording.
    /// - Parameters:
    ///   - file: The file of JSON lines.
    ///   - keepsFacePoints: Whether the points of faces are kept.
    /// - Returns: the recording, and the error that ended it early; `nil` if it is whole.
    /// - Throws: `LineamentError` if the file cannot be read or does not begin with a frame, or with code `invalidArgument` if
    ///   it has the lines of several videos.
    public static func read(
        jsonLines file: URL, keepsFacePoints: Bool = true
    ) throws -> (recording: Recording, error: LineamentError?) {
        let name = file.lastPathComponent
        var recorder: Recorder?
        let ending = try FrameLine.read(file, name: name) { line in
            var grown =
                recorder
                ?? Recorder(width: line.width, height: line.height, keepsFacePoints: keepsFacePoints)
            recorder = nil
            defer { recorder = grown }
            try line.add(to: &grown)
        } didAdd: {
        }
        return (try FrameLine.whole(recorder, ending, name: name, \.frameCount).recording, ending)
    }
}

extension LongRecording {
    /// Reads what the command line writes for a video, as ``Recording/read(jsonLines:keepsFacePoints:)`` does.
    /// - Parameters:
    ///   - file: The file of JSON lines.
    ///   - keepsFacePoints: Whether the points of faces are kept.
    /// - Returns: the recording, and the error that ended it early; `nil` if it is whole.
    /// - Throws: `LineamentError` if the file cannot be read or does not begin with a frame, if the disk is full, or with code
    ///   `invalidArgument` if the file has the lines of several videos.
    public static func read(
        jsonLines file: URL, keepsFacePoints: Bool = true
    ) throws -> (recording: LongRecording, error: LineamentError?) {
        try read(jsonLines: file, name: file.lastPathComponent, keepsFacePoints: keepsFacePoints, in: nil) { _ in }
    }

    /// Reads JSON lines as ``read(jsonLines:keepsFacePoints:)`` does.
    /// - Parameters:
    ///   - name: The name of the file in messages.
    ///   - space: The disk space that the recording's file is a part of; `nil` for any.
    ///   - didAdd: Called after each line with what has been recorded. What it throws ends the reading.
    package static func read(
        jsonLines file: URL, name: String, keepsFacePoints: Bool, in space: ScratchSpace?,
        didAdd: (LongRecording) throws -> Void
    ) throws -> (recording: LongRecording, error: LineamentError?) {
        var recording: LongRecording?
        let ending = try FrameLine.read(file, name: name) { line in
            let grown =
                try recording
                ?? LongRecording(width: line.width, height: line.height, keepsFacePoints: keepsFacePoints, in: space)
            recording = grown
            try grown.record(line.add)
        } didAdd: {
            try recording?.settleIfLarge()
            try recording.map(didAdd)
        }
        return (try FrameLine.whole(recording, ending, name: name, \.frameCount), ending)
    }
}

/// A line of JSON with the people of a frame.
private struct FrameLine {
    private let text: Data
    private let head: FrameHead
    private let decoder = JSONDecoder()

    var width: Int { head.width ?? 1 }
    var height: Int { head.height ?? 1 }

    /// - Throws: an error if the text is not that of a frame, or says an error.
    init(_ text: Data) throws {
        self.text = text
        head = try decoder.decode(FrameHead.self, from: text)
        if let error = head.error { throw LineamentError(.dataLoss, error.message) }
    }

    /// Reads the lines of a file.
    /// - Parameters:
    ///   - name: The name of the file in messages.
    ///   - add: Called with each line. What it throws is the error that ended the file early.
    ///   - didAdd: Called after each line.
    /// - Returns: the error that ended it early; `nil` if it is whole.
    /// - Throws: `LineamentError` if the file cannot be read or the disk is full, or with code `invalidArgument` if it has the
    ///   lines of several videos; what `didAdd` throws.
    static func read(
        _ file: URL, name: String, _ add: (FrameLine) throws -> Void, didAdd: () throws -> Void
    ) throws -> LineamentError? {
        var reader = try JSONLineReader(file)
        var last: FrameHead?
        while let text = try reader.next() {
            do {
                let line = try FrameLine(text)
                try last.map { try line.checkFollows($0, "\(name), line \(reader.lineNumber)") }
                last = line.head
                try add(line)
            } catch let error as LineamentError where [.resourceExhausted, .invalidArgument].contains(error.code) {
                // A full disk is not the file's fault, and of several videos no part is a recording.
                throw error
            } catch {
                let message = "\(name), line \(reader.lineNumber): \(reason(of: error))"
                return LineamentError(.dataLoss, message, underlyingError: error)
            }
            try didAdd()
        }
        return nil
    }

    /// Returns the recording that was read.
    /// - Throws: `LineamentError` if that is nothing.
    static func whole<Frames>(
        _ frames: Frames?, _ ending: LineamentError?, name: String, _ count: (Frames) -> Int
    ) throws -> Frames {
        if let frames, count(frames) > 0 { return frames }
        throw ending
            ?? LineamentError(.dataLoss, "\(name) has no frames. It must hold JSON lines of a video.")
    }

    private static func reason(of error: any Error) -> String {
        if let error = error as? LineamentError { return error.message }
        return "not a frame of a video as `lineament holistic-landmarker clip.mp4 --format json` writes it."
    }

    /// Checks that the line is of the same video as the one before.
    /// - Parameter place: The name of the file and the number of the line, for messages.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    func checkFollows(_ last: FrameHead, _ place: String) throws {
        if let source = head.source, let other = last.source, source != other {
            throw LineamentError(
                .invalidArgument,
                "\(place): a frame of \(source) follows one of \(other), but a recording is of one video. Write the lines of "
                    + "each video into a file of their own.")
        }
        guard head.time >= last.time else {
            throw LineamentError(
                .invalidArgument,
                "\(place): the time goes back from \(last.time) to \(head.time) s, but a recording is of one video. Write the "
                    + "lines of each video into a file of their own.")
        }
    }

    /// Adds the people to a recorder.
    func add(to recorder: inout Recorder) throws {
        let time = head.time
        if head.poseLandmarks != nil {
            recorder.add(try decoder.decode(HolisticLandmarkerResult.self, from: text), at: time)
        } else if head.handedness != nil {
            recorder.add(try decoder.decode(HandLandmarkerResult.self, from: text), at: time)
        } else if head.worldLandmarks != nil {
            recorder.add(try decoder.decode(PoseLandmarkerResult.self, from: text), at: time)
        } else {
            recorder.add(try decoder.decode(FaceLandmarkerResult.self, from: text), at: time)
        }
    }
}

/// The fields of a line that tell its task and the time of its frame.
private struct FrameHead: Decodable {
    struct Failure: Decodable {
        let message: String

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                message = text
            } else {
                message = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .message)
            }
        }

        enum Keys: String, CodingKey {
            case message
        }
    }

    /// A value of which only the presence matters.
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    let width: Int?
    let height: Int?
    let timestampInMilliseconds: Int?
    /// The video, if the program read several.
    let source: String?
    let error: Failure?
    let poseLandmarks: Anything?
    let worldLandmarks: Anything?
    let handedness: Anything?

    /// The time of the frame, in seconds.
    var time: Double { Double(timestampInMilliseconds ?? 0) / 1000 }
}

/// The lines of a file, a part of which is in memory at a time.
private struct JSONLineReader {
    private let handle: FileHandle
    private var buffer = Data()
    /// Where the next line begins in the buffer.
    private var start = 0
    private var isAtEnd = false
    private(set) var lineNumber = 0

    private static let chunk = 1 << 20
    /// More than any frame has, in bytes: a text without line breaks is not JSON lines.
    private static let longestLine = 16 << 20

    init(_ file: URL) throws {
        do {
            handle = try FileHandle(forReadingFrom: file)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            throw LineamentError(
                .notFound, isThere ? "\(file.path) cannot be read." : "\(file.relativePath): no such file.",
                underlyingError: error)
        }
    }

    /// Returns the next line that is not empty; `nil` at the end.
    mutating func next() throws -> Data? {
        while true {
            if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(buffer[start..<end])
                start = end + 1
                lineNumber += 1
                if line.isEmpty { continue }
                return line
            }
            guard buffer.endIndex - start <= Self.longestLine else {
                throw LineamentError(
                    .dataLoss, "Line \(lineNumber + 1) has more than \(Self.longestLine) bytes. A line is one frame.")
            }
            guard !isAtEnd else {
                let rest = Data(buffer[start...])
                start = buffer.endIndex
                lineNumber += 1
                return rest.isEmpty ? nil : rest
            }
            guard let more = try handle.read(upToCount: Self.chunk), !more.isEmpty else {
                isAtEnd = true
                continue
            }
            // Lines that were read are removed once for each part, not one by one.
            buffer = Data(buffer[start...]) + more
            start = 0
        }
    }
}
