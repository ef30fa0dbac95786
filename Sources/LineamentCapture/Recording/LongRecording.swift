// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// A recording of any length: all but the latest frames are in a temporary file, and whatever is done with it reads some
/// hundred frames at a time.
///
/// ```swift
/// let recording = try LongRecording(width: 1920, height: 1080)
/// for try await frame in reader.frames {
///     try recording.add(try session.detect(frame), at: frame.time)
/// }
/// try recording.cleaned().write(to: url)
/// ```
///
/// Values and files are those of a ``Recording``, within a millionth where something is smoothed. In memory, it takes some
/// megabytes and a few bytes a frame: 8 for times, and while a skeleton is written, 170 for the person whose it is.
public final class LongRecording {
    /// The width of the upright image, in pixels.
    public let width: Int
    /// The height of the upright image, in pixels.
    public let height: Int
    /// The time of each frame that is in the file, in seconds.
    private(set) var settledTimes: [Double] = []
    let store: RecordingStore
    /// The tracks in the file, by their IDs.
    private(set) var index: [Int: TrackRecord] = [:] {
        didSet { everyone = nil }
    }
    /// All tracks, each a person, once they were asked for.
    private var everyone: JoinedTracks?
    /// The latest frames.
    private var recorder: Recorder
    private let blockLength: Int
    /// The disk space that the file is a part of; `nil` for any.
    let space: ScratchSpace?

    /// The usual number of frames that are read and written at a time.
    static let usualBlockLength = 512
    /// The number of people's frames that are in memory at most: with the points of faces, each has 9 kB.
    private static let mostPersonFrames = 2048
    /// The least number of frames that are read at a time.
    private static let leastWindow = 16

    /// Creates a recording without frames.
    /// - Parameters:
    ///   - width: The width of the upright image, in pixels.
    ///   - height: The height of the upright image, in pixels.
    ///   - keepsFacePoints: Whether the points of faces are kept; see ``Recorder/keepsFacePoints``.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there can be no temporary file.
    public convenience init(width: Int, height: Int, keepsFacePoints: Bool = true) throws {
        try self.init(width: width, height: height, keepsFacePoints: keepsFacePoints, in: nil)
    }

    /// Creates a recording without frames.
    /// - Parameter space: The disk space that its file, and those of what is made of it, are a part of; `nil` for any.
    package convenience init(width: Int, height: Int, keepsFacePoints: Bool, in space: ScratchSpace?) throws {
        try self.init(
            width: width, height: height, keepsFacePoints: keepsFacePoints, blockLength: Self.usualBlockLength,
            in: space)
    }

    init(width: Int, height: Int, keepsFacePoints: Bool, blockLength: Int, in space: ScratchSpace? = nil) throws {
        self.width = width
        self.height = height
        self.blockLength = blockLength
        self.space = space
        store = try RecordingStore(in: space)
        recorder = Recorder(width: width, height: height, keepsFacePoints: keepsFacePoints)
    }

    /// Returns an empty recording of the same size.
    func emptyCopy() throws -> LongRecording {
        try LongRecording(
            width: width, height: height, keepsFacePoints: recorder.keepsFacePoints, blockLength: blockLength, in: space
        )
    }

    /// The number of frames, with or without people.
    public var frameCount: Int { settledTimes.count + recorder.frameCount }

    /// The time of each frame, in seconds.
    public var times: [Double] { recorder.frameCount == 0 ? settledTimes : settledTimes + recorder.times }

    /// The number of frames in a second; see ``Recording/frameRate``.
    public var frameRate: Double { FrameSpacing(times).rate }

    /// The IDs of the people, in the order of their first frames.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    public func trackIDs() throws -> [Int] {
        try settle()
        return tracks.map(\.trackID)
    }

    /// Adds the people of the next frame.
    /// - Parameter time: The time of the frame, in seconds; later than that of the frame before.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    public func add(_ result: HolisticLandmarkerResult, at time: Double) throws {
        try add { $0.add(result, at: time) }
    }

    /// Adds the bodies of the next frame.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    public func add(_ result: PoseLandmarkerResult, at time: Double) throws {
        try add { $0.add(result, at: time) }
    }

    /// Adds the faces of the next frame.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    public func add(_ result: FaceLandmarkerResult, at time: Double) throws {
        try add { $0.add(result, at: time) }
    }

    /// Adds the hands of the next frame.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    public func add(_ result: HandLandmarkerResult, at time: Double) throws {
        try add { $0.add(result, at: time) }
    }

    /// Adds a frame by a function that adds it to a recorder.
    /// - Throws: its error, or `LineamentError` with code `resourceExhausted` if the disk is full.
    package func add(_ frame: (inout Recorder) throws -> Void) throws {
        try record(frame)
        try settleIfLarge()
    }

    /// Adds a frame by a function that adds it to a recorder. ``settleIfLarge()`` must follow.
    func record(_ frame: (inout Recorder) throws -> Void) rethrows { try frame(&recorder) }

    /// Moves the latest frames to the file if there are many.
    func settleIfLarge() throws {
        let count = recorder.frameCount
        // Those who are gone take memory for each frame when they return.
        if count >= blockLength || count * recorder.trackCount >= Self.mostPersonFrames { try settle() }
    }

    /// Moves the latest frames to the file.
    func settle() throws {
        guard recorder.frameCount > 0 else { return }
        let block = recorder.recording
        try append(block.people.map { $0.moved(by: settledTimes.count) }, times: block.times)
        recorder = Recorder(width: width, height: height, keepsFacePoints: recorder.keepsFacePoints)
    }

    /// Appends the people of the next frames, whose frames are numbered as those of the recording.
    func append(_ people: [RecordedPerson], times: some Collection<Double>) throws {
        try store.append(people, frames: settledTimes.count..<settledTimes.count + times.count)
        settledTimes += times
        for person in people {
            let record = TrackRecord(person)
            if index[person.trackID]?.extend(with: record) == nil { index[person.trackID] = record }
        }
    }
}

extension LongRecording: RecordedFrames {
    var tracks: [RecordedTrack] {
        index.values.map(\.track).sorted {
            ($0.frames.lowerBound, $0.trackID) < ($1.frames.lowerBound, $1.trackID)
        }
    }

    var windowLength: Int {
        max(Self.leastWindow, min(Self.usualBlockLength, Self.mostPersonFrames / max(1, store.mostEntries)))
    }

    func people(in range: Range<Int>) throws -> [RecordedPerson] {
        let joined = everyone ?? JoinedTracks(tracks)
        everyone = joined
        return try people(in: range, joined: joined)
    }

    func person(_ trackID: Int, in range: Range<Int>) throws -> RecordedPerson? {
        try people(in: range, joined: JoinedTracks([index[trackID]?.track].compactMap(\.self))).first
    }

    /// Returns the people in some frames.
    /// - Parameter joined: The tracks that they have.
    func people(in range: Range<Int>, joined: JoinedTracks) throws -> [RecordedPerson] {
        let parts = try store.parts(in: range, names: joined.names)
        return joined.people(in: range).map { track in
            RecordedPerson(
                joining: parts[track.trackID] ?? [], trackID: track.trackID, frames: track.frames.clamped(to: range))
        }
    }

    func withEvenFrames() throws -> any RecordedFrames { try evenlySpaced() }
}

extension LongRecording {
    /// Calls a function with the person who is seen longest, frame by frame, until it returns false.
    package func forEachFrameOfLongestTrack(
        _ body: (_ frame: (person: RecordedPerson, index: Int)?, _ time: Double) throws -> Bool
    ) throws {
        try settle()
        let longest = tracks.max { $0.frames.count < $1.frames.count }
        for window in windows(of: settledTimes.indices) {
            let person = try longest.flatMap { try self.person($0.trackID, in: window) }
            for frame in window {
                let present = person.flatMap { person in
                    person.frames.contains(frame) ? (person: person, index: frame - person.frames.lowerBound) : nil
                }
                guard try body(present, settledTimes[frame]) else { return }
            }
        }
    }
}

/// A track in a file, with what decides whether another one goes on with the same person.
struct TrackRecord {
    var track: RecordedTrack
    /// The number of frames in which anything of the person is known.
    var presentCount: Int
    /// The memory of a frame of the person, in bytes; that of the largest.
    var frameByteCount: Int
    let first: PersonPlace
    var last: PersonPlace

    init(_ person: RecordedPerson) {
        track = RecordedTrack(person)
        presentCount = (0..<person.frames.count).count { person.isPresent(at: $0) }
        frameByteCount = person.byteCount / max(1, person.frames.count)
        first = PersonPlace(person, at: 0)
        last = PersonPlace(person, at: person.frames.count - 1)
    }

    /// Adds what later frames have.
    mutating func extend(with other: TrackRecord) {
        track.extend(with: other.track)
        presentCount += other.presentCount
        frameByteCount = max(frameByteCount, other.frameByteCount)
        last = other.last
    }
}
