// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// A file of a written recording.
public struct CaptureFile: Sendable {
    /// The person whose file it is, by track ID; `nil` for a file of all people.
    public let trackID: Int?
    /// The frame, for formats with a file for each; `nil` otherwise.
    public let frame: Int?
    /// The bytes.
    public let data: Data

    init(trackID: Int? = nil, frame: Int? = nil, data: Data) {
        self.trackID = trackID
        self.frame = frame
        self.data = data
    }
}

extension Recording {
    /// Returns the files of a recording in a format, one for each person unless the format holds several.
    ///
    /// People without what the format needs, such as a body for a skeleton, have no file.
    public func files(as format: CaptureFormat, options: CaptureOptions = CaptureOptions()) -> [CaptureFile] {
        let output = CollectedFiles()
        // Without a temporary file, which glTF needs, there is none.
        return (try? export(as: format, options, to: output)) == nil ? [] : output.files
    }

    /// Writes the files of a recording.
    ///
    /// One person's file has the name of `file`. Several people have files of their own, with their track IDs before
    /// the extension: `dance_3.bvh`. For ``CaptureFormat/openPose``, `file` is a folder; frames of an earlier recording in it
    /// are replaced.
    /// - Parameters:
    ///   - file: The file or folder.
    ///   - format: The format; `nil` for that of the file's name.
    /// - Returns: the files that were written.
    /// - Throws: `LineamentError` if the name says no format, if no person has what the format needs, or if the folder
    ///   has other JSON; or the error of writing.
    @discardableResult
    public func write(
        to file: URL, as format: CaptureFormat? = nil, options: CaptureOptions = CaptureOptions()
    ) throws -> [URL] {
        try writeFiles(to: file, as: format, options)
    }
}

extension LongRecording {
    /// Writes the files of a recording, as ``Recording/write(to:as:options:)`` does.
    /// - Returns: the files that were written.
    /// - Throws: `LineamentError` if the name says no format, or if no person has what the format needs; or the error
    ///   of writing.
    @discardableResult
    public func write(
        to file: URL, as format: CaptureFormat? = nil, options: CaptureOptions = CaptureOptions()
    ) throws -> [URL] {
        try settle()
        return try writeFiles(to: file, as: format, options)
    }

    /// Writes the files of a recording, one after the other.
    /// - Returns: the number of files.
    /// - Throws: `LineamentError` if no person has what the format needs; or the error of writing.
    package func export(
        as format: CaptureFormat, options: CaptureOptions, to output: any CaptureOutput
    ) throws -> Int {
        try settle()
        return try export(as: format, options, to: output)
    }
}

extension RecordedFrames {
    fileprivate func writeFiles(to file: URL, as format: CaptureFormat?, _ options: CaptureOptions) throws -> [URL] {
        guard let format = format ?? CaptureFormat(fileName: file.lastPathComponent) else {
            throw LineamentError(.invalidArgument, "\(file.lastPathComponent) does not say which format it shall have.")
        }
        var options = options
        options.name = file.deletingPathExtension().lastPathComponent
        if format == .openPose {
            let folder = try FrameFolder(file)
            _ = try export(as: format, options, to: folder)
            return try folder.commit()
        }
        let output = WrittenFiles(file)
        _ = try export(as: format, options, to: output)
        return output.places
    }

    /// Writes the files of a recording, one after the other.
    /// - Returns: the number of files.
    /// - Throws: `LineamentError` if no person has what the format needs; or the error of writing.
    func export(as format: CaptureFormat, _ options: CaptureOptions, to output: any CaptureOutput) throws -> Int {
        let recording = format.needsEvenFrames ? try withEvenFrames() : self
        if format == .openPose {
            try OpenPoseFile.writeAll(recording, to: output)
            return recording.times.count
        }
        guard !format.holdsSeveralPeople else {
            try output.open(CaptureFile(data: Data()), isOnly: true)
            try format == .pose ? PoseFormatFile.write(recording, to: output) : TableFile.write(recording, to: output)
            try output.close()
            return 1
        }
        let people = recording.tracks.filter { format == .liveLink ? $0.hasBlendshapes : $0.hasBody }
        guard !people.isEmpty else { throw LineamentError.withoutPeople(format) }
        var start: Vector?
        for track in people {
            try output.open(CaptureFile(trackID: track.trackID, data: Data()), isOnly: people.count == 1)
            if format == .liveLink {
                try LiveLinkFile.write(track, of: recording, to: output)
            } else if var motion = try BodyMotion(track, in: recording, options.motion) {
                let origin = start ?? motion.start
                start = origin
                motion.move(from: origin)
                try Self.write(motion, track, of: recording, as: format, options, to: output)
            }
            try output.close()
        }
        return people.count
    }

    private static func write(
        _ motion: BodyMotion, _ track: RecordedTrack, of recording: any RecordedFrames, as format: CaptureFormat,
        _ options: CaptureOptions, to output: any CaptureOutput
    ) throws {
        switch format {
        case .bvh: try BVHFile.write(motion, of: recording, options, to: output)
        case .trc: try TRCFile.write(motion, of: recording, options, to: output)
        case .mot: try MOTFile.write(motion, of: recording, options, to: output)
        case .glb, .vrma:
            try GLTFFile.write(
                motion, of: recording, options, isVRMA: format == .vrma, hasShapes: track.hasBlendshapes, to: output)
        case .openPose, .pose, .liveLink, .table: break
        }
    }
}

extension LineamentError {
    /// The error of a recording in which no person has what a format needs.
    public static func withoutPeople(_ format: CaptureFormat) -> LineamentError {
        let what = format == .liveLink ? "face with blendshapes" : "body"
        return LineamentError(.notFound, "The recording has no \(what) that lasts, so there is nothing to write.")
    }
}

extension URL {
    /// Returns where a file of a recording that is written to this file or folder is.
    /// - Parameter isOnly: Whether it is the only file.
    public func place(of file: CaptureFile, isOnly: Bool) -> URL {
        if let frame = file.frame { return self.file(ofFrame: frame) }
        guard !isOnly, let track = file.trackID else { return self }
        var name = lastPathComponent
        let ending = name.hasSuffix(".livelink.csv") ? ".livelink.csv" : "." + pathExtension
        if name.hasSuffix(ending) { name.removeLast(ending.count) }
        return deletingLastPathComponent().appendingPathComponent("\(name)_\(track)\(ending == "." ? "" : ending)")
    }
}
