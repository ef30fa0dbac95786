// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// The audio of copies: all of it, whenever the writer is created, or an error that says what to do.
@Suite struct CopiedAudioTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func makeAVI(_ sound: AVIFile.Sound, frames: Int = 50) throws -> String {
        let picture = DerivedPixels(width: 64, height: 48, red: 90, green: 120, blue: 60)
        let file = AVIFile(frames: Array(repeating: picture, count: frames), sound: sound)
        try file.data().write(to: folder.file("in.avi"))
        return path("in.avi")
    }

    /// Copies a video by a writer that is created once `delay` frames have been read.
    private func copy(_ source: String, to name: String, after delay: Int, _ options: VideoReader.Options) throws {
        let reader = try VideoReader(source, options: options)
        var waiting: [VideoFrame] = []
        var writer: VideoWriter?
        func write(_ frames: [VideoFrame]) throws {
            for frame in frames { try writer?.write(frame.pixels, time: frame.time) }
        }
        while let frame = try reader.next() {
            waiting.append(frame)
            guard waiting.count > delay || writer != nil else { continue }
            if writer == nil { writer = try VideoWriter(folder.file(name), matching: reader) }
            try write(waiting)
            waiting = []
        }
        if writer == nil { writer = try VideoWriter(folder.file(name), matching: reader) }
        try write(waiting)
        try writer?.finish()
    }

    /// Returns the packets of each audio stream, with their times in seconds.
    private func packets(_ path: String) throws -> [[(time: Double, bytes: [UInt8])]] {
        let reader = try VideoReader(path)
        let demuxer = reader.demuxer
        var found: [Int32: [(time: Double, bytes: [UInt8])]] = [:]
        // The demuxer must not hold itself.
        demuxer.onOtherPacket = { [unowned demuxer] packet in
            let index = packet.stream_index
            guard let stream = demuxer.context.streams[Int(index)] else { return }
            let time = ContainerTime.seconds(packet.pts, stream.time_base) ?? .nan
            let bytes = Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
            found[index, default: []].append((time, bytes))
        }
        while try reader.next() != nil {}
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Who looks ahead creates the writer late, at the latest when the video has ended.
    @Test(arguments: ["out.mp4", "out.mov", "out.mkv"], [0, 1, 30, 1000])
    func allAudioIsCopied(name: String, delay: Int) throws {
        let source = try makeAVI(.silentAAC(packets: 31))
        try copy(source, to: name, after: delay, VideoReader.Options())
        let found = try packets(path(name))
        #expect(found.count == 1)
        #expect(found.first?.map(\.bytes) == Array(repeating: AVIFile.silentAAC, count: 31))
        #expect(abs(found.first?.first?.time ?? 1) < 0.064)
    }

    /// The part of `--start` and `--duration` begins at 0, frames and audio alike.
    @Test(arguments: ["out.mp4", "out.mkv"], [0, 1000]) func aPartBeginsAtZero(name: String, delay: Int) throws {
        let source = try makeAVI(.silentAAC(packets: 31))
        var options = VideoReader.Options()
        options.start = 0.8
        options.duration = 0.64
        try copy(source, to: name, after: delay, options)
        let reader = try VideoReader(path(name))
        #expect(abs(reader.demuxer.startTime) < 0.07)
        let found = try packets(path(name))
        let first = try #require(found.first?.first)
        let last = try #require(found.first?.last)
        #expect(abs(first.time) <= 0.064)
        #expect(abs(last.time + 0.064 - 0.64) <= 0.07)
    }

    /// More than fits into memory waits in a file, or is an error, but is never left out without a word.
    @Test func audioThatWaitsIsKeptOrMissed() throws {
        let samples = (0..<2_300_000).map { Int16(truncatingIfNeeded: $0 &* 40_503 >> 3) }
        let source = try makeAVI(.samples(samples), frames: 3500)
        var options = VideoReader.Options()
        options.waitingAudio = .kept
        try copy(source, to: "kept.mkv", after: 10_000, options)
        let expected = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(try packets(path("kept.mkv")).first?.flatMap(\.bytes) == expected)

        for policy in [VideoReader.WaitingAudio.limited, .dropped] {
            options.waitingAudio = policy
            let error = #expect(throws: LineamentError.self) {
                try copy(source, to: "missed.mkv", after: 10_000, options)
            }
            #expect(error?.code == .failedPrecondition)
            #expect(error?.message.contains("waitingAudio") == true)
        }
        options.waitingAudio = .limited
        try copy(source, to: "limited.mkv", after: 25, options)
        #expect(try packets(path("limited.mkv")).first?.flatMap(\.bytes) == expected)
    }

    @Test(arguments: [("out.mp4", ".mov or .mkv"), ("out.webm", ".mov or .mkv")])
    func aContainerThatCannotHoldTheAudioIsRefused(name: String, remedy: String) throws {
        let source = try makeAVI(.samples(Array(repeating: 100, count: 8000)))
        let error = #expect(throws: LineamentError.self) {
            try copy(source, to: name, after: 0, VideoReader.Options())
        }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains(remedy) == true, "\(error?.message ?? "")")
        #expect(!FileManager.default.fileExists(atPath: path(name)))
    }

    /// Both tracks of a film are in its copy.
    @Test(arguments: ["out.mp4", "out.mkv"]) func everyTrackIsCopied(name: String) throws {
        let track = AudioFile.Track(
            codec: AV_CODEC_ID_AAC, header: [0x14, 0x08], packets: [AVIFile.silentAAC], count: 31)
        try AudioFile.write([track, track], to: path("in.mkv"))
        try copy(path("in.mkv"), to: name, after: 30, VideoReader.Options())
        let found = try packets(path(name))
        #expect(found.map(\.count) == [31, 31])
    }

    /// Phones and QuickTime cut by an edit list, and leave the rest in the file. It is not heard, so the copy lacks it.
    @Test(arguments: ["out.mp4", "out.mov", "out.mkv"], [0, 1000])
    func audioThatAnEditListHidesIsGone(name: String, delay: Int) throws {
        let track = AudioFile.Track(
            codec: AV_CODEC_ID_AAC, header: [0x14, 0x08], packets: [AVIFile.silentAAC], count: 31)
        try AudioFile.write([track], to: path("in.mp4"))
        var file = try Data(contentsOf: folder.file("in.mp4"))
        let list = try #require(file.range(of: Data("elst".utf8), options: .backwards))
        // After the version, the flags, and the number of entries: the duration in milliseconds, and the first sample.
        let entry = [UInt32(984), 16_000].map(\.bigEndian).withUnsafeBytes { Data($0) }
        file.replaceSubrange(list.upperBound + 8..<list.upperBound + 16, with: entry)
        try file.write(to: folder.file("in.mp4"))
        try copy(path("in.mp4"), to: name, after: delay, VideoReader.Options())
        let found = try #require(try packets(path(name)).first)
        // Decoders need a little before the cut.
        #expect(found.count == 17)
        let start = try VideoReader(path(name)).demuxer.startTime
        let last = try #require(found.last)
        #expect(abs(last.time - start - 0.92) < 0.002)
    }

    /// Which language one hears first, and which track describes the picture, is not lost; who made the track is.
    @Test(arguments: ["out.mkv", "out.mp4"]) func tracksKeepTheirLanguages(name: String) throws {
        var tracks = ["deu", "fra"].map { language in
            AudioFile.Track(
                codec: AV_CODEC_ID_AAC, header: [0x14, 0x08], packets: [AVIFile.silentAAC], count: 31,
                metadata: ["language": language, "title": "somebody's microphone"])
        }
        tracks[1].disposition = AV_DISPOSITION_DEFAULT | AV_DISPOSITION_VISUAL_IMPAIRED
        try AudioFile.write(tracks, to: path("in.mkv"))
        try copy(path("in.mkv"), to: name, after: 0, VideoReader.Options())
        let reader = try VideoReader(path(name))
        let streams = reader.demuxer.audioBacklog.streams.compactMap { reader.demuxer.context.streams[Int($0)] }
        let ffmpeg = try FFmpeg.library()
        func text(_ key: String) -> [String?] {
            streams.map { ffmpeg.av_dict_get($0.metadata, key, nil, 0)?.value.map { String(cString: $0) } }
        }
        let languages = text("language")
        #expect(languages == ["deu", "fra"] || languages == ["ger", "fre"])
        #expect(text("title") == [nil, nil])
        #expect(streams.map { $0.disposition & AV_DISPOSITION_DEFAULT } == [0, AV_DISPOSITION_DEFAULT])
    }

    /// MOV takes the ADPCM of old AVI files, and then refuses its packets; of WMA it makes what nothing decodes.
    @Test(arguments: [
        ("adpcm_ms", "mkv"), ("adpcm_ima_wav", "mkv"), ("wmav2", "mkv"), ("pcm_s16le", "mov"), ("mp3", "mp4"),
    ])
    func copiesHaveAContainerThatHoldsTheirAudio(codec: String, container: String) throws {
        let ids: [String: UInt32] = [
            "adpcm_ms": 0x11006, "adpcm_ima_wav": 0x11001, "wmav2": 0x15008, "pcm_s16le": 0x10000, "mp3": 0x15001,
        ]
        let id = try AVCodecID(rawValue: .init(#require(ids[codec])))
        #expect(try FFmpeg.library().avcodec_get_name(id).map { String(cString: $0) } == codec)
        for format in ["mp4", "mov", "matroska"] where !AudioFit.plays(id, in: format) { #expect(container == "mkv") }
        #expect(AudioFit.plays(id, in: "matroska"))
        #expect(AudioFit.plays(id, in: "mov") == (container != "mkv"))
    }

    /// MKV counts milliseconds, and packets of TrueHD are shorter. If none had the time of another, the audio would become
    /// longer and longer.
    @Test func veryShortPacketsKeepTheirTimes() throws {
        let track = AudioFile.Track(
            codec: AV_CODEC_ID_PCM_S16LE, header: [], packets: [Array(repeating: 1, count: 2048)], count: 300,
            rate: 1_200_000)
        try AudioFile.write([track], to: path("in.mkv"))
        try copy(path("in.mkv"), to: "out.mkv", after: 0, VideoReader.Options())
        let original = try #require(try packets(path("in.mkv")).first)
        let copied = try #require(try packets(path("out.mkv")).first)
        #expect(copied.map(\.time) == original.map(\.time))
    }

    /// A second writer of the same reader would lack the beginning.
    @Test func onlyOneWriterHasTheAudio() throws {
        let source = try makeAVI(.silentAAC(packets: 31))
        let reader = try VideoReader(source)
        let first = try VideoWriter(folder.file("a.mkv"), matching: reader)
        let error = #expect(throws: LineamentError.self) {
            try VideoWriter(folder.file("b.mkv"), matching: reader)
        }
        #expect(error?.code == .failedPrecondition)
        withExtendedLifetime(first) {}
    }
}
