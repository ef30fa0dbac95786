// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Files with sound and with rotation metadata, made at test time and read back.
@Suite final class ClipFileTests {
    private let folder: URL
    /// Some frames in which the sample photo moves, 320 x 256 pixels.
    private let frames: [DerivedPixels]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clip = try DerivedClips(DerivedImages(sample: .sample())).clip("moving")
        frames = Array(clip.frames.prefix(12))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Returns the frames and the packets of sound of a file.
    private func contents(_ path: String) throws -> (frames: [VideoFrame], sound: [[UInt8]], codec: AVCodecID?) {
        let reader = try VideoReader(path)
        let demuxer = reader.demuxer
        let index = demuxer.ffmpeg.av_find_best_stream(demuxer.context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        var (frames, sound) = ([VideoFrame](), [[UInt8]]())
        demuxer.onOtherPacket = { packet in
            guard packet.stream_index == index else { return }
            sound.append(Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size))))
        }
        while let frame = try reader.next() { frames.append(frame) }
        let codec = index < 0 ? nil : demuxer.context.streams[Int(index)]?.codecpar.codec_id
        return (frames, sound, codec)
    }

    /// Copies a video with its sound, frame by frame.
    private func copy(_ source: String, to target: String, hasSound: Bool = true) throws {
        let reader = try VideoReader(source)
        var options = VideoWriter.Options()
        options.copiesAudio = hasSound
        let writer = try VideoWriter(URL(fileURLWithPath: target), matching: reader, options: options)
        while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
        try writer.finish()
    }

    /// Uncompressed sound is the same, sample by sample; a container that cannot have it gets the frames only if that is
    /// wanted.
    @Test func samplesAreCopied() throws {
        let samples = (0..<7680).map { Int16(truncatingIfNeeded: $0 &* 40_503 >> 3) }
        try AVIFile(frames: frames, sound: .samples(samples)).data().write(to: folder.appending(path: "a.avi"))
        let expected = samples.flatMap { sample in
            [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
        let source = try contents(path("a.avi"))
        #expect(source.frames.map(\.timestampInMilliseconds) == frames.indices.map { $0 * 40 })
        #expect(Array(source.sound.joined()) == expected)
        for (frame, pixels) in try pairs(source.frames, frames) {
            let found = DerivedPixels(try frame.pixels.convertedToRGB())
            #expect(found.meanDifference(from: pixels) < 3, "frame \(frame.index)")
        }
        for name in ["b.mkv", "b.mov", "b.webm"] {
            try copy(path("a.avi"), to: path(name), hasSound: name != "b.webm")
            let found = try contents(path(name))
            #expect(found.frames.count == frames.count, "\(name)")
            #expect(Array(found.sound.joined()) == (name == "b.webm" ? [] : expected), "\(name)")
        }
    }

    @Test(arguments: ["b.mp4", "b.mov", "b.mkv"]) func aacIsCopied(name: String) throws {
        let file = try AVIFile(frames: frames, sound: .silentAAC(packets: 7)).data()
        try file.write(to: folder.appending(path: "a.avi"))
        try copy(path("a.avi"), to: path(name))
        let found = try contents(path(name))
        #expect(found.frames.count == frames.count)
        #expect(found.codec == AV_CODEC_ID_AAC)
        #expect(found.sound == Array(repeating: AVIFile.silentAAC, count: 7))
    }

    /// The decoder returns its first frame only after some more packets; the sound in between is copied, too.
    @Test(arguments: ["b.mp4", "b.mkv"]) func theSoundBeforeTheFirstFrameIsCopied(name: String) throws {
        let file = try AVIFile(frames: frames, sound: .silentAAC(packets: 7)).data()
        try file.write(to: folder.appending(path: "a.avi"))
        // H.264 has frames that wait for later ones.
        try copy(path("a.avi"), to: path("h264.mkv"))
        let source = try contents(path("h264.mkv"))
        try #require(source.sound.count == 7)
        for (start, length) in [(0, nil), (0.16, nil), (0.16, 0.12)] as [(Double, Double?)] {
            var options = VideoReader.Options()
            (options.start, options.duration) = (start, length)
            let reader = try VideoReader(path("h264.mkv"), options: options)
            let first = try #require(try reader.next())
            let writer = try VideoWriter(folder.appending(path: name), matching: reader)
            try writer.write(first.pixels, time: first.time)
            while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
            try writer.finish()
            let found = try contents(path(name))
            // Packets of 64 ms, of which the first two end before 160 ms, and the last two begin after 280 ms.
            let sound = source.sound.dropFirst(start == 0 ? 0 : 2).dropLast(length == nil ? 0 : 2)
            #expect(found.sound == Array(sound), "from \(start) s")
            #expect(found.frames.count == (length == nil ? frames.count - (start == 0 ? 0 : 4) : 3))
        }
    }

    /// A reader in another thread may be about to copy a packet when the file is completed or given up.
    @Test(arguments: [true, false]) func soundThatComesTooLateIsDropped(isFinished: Bool) throws {
        let samples = [Int16](repeating: 100, count: 7680)
        try AVIFile(frames: frames, sound: .samples(samples)).data().write(to: folder.appending(path: "a.avi"))
        let reader = try VideoReader(path("a.avi"))
        var writer: VideoWriter? = try VideoWriter(folder.appending(path: "b.mkv"), matching: reader)
        let copyPacket = try #require(reader.demuxer.onOtherPacket)
        try writer?.write(frames[0].pixelBuffer(), time: 0)
        if isFinished { try writer?.finish() } else { writer = nil }
        let late = try VideoReader(path("a.avi"))
        late.demuxer.onOtherPacket = copyPacket
        while try late.next() != nil {}
        while try reader.next() != nil {}
        withExtendedLifetime(writer) {}
        if isFinished { #expect(try contents(path("b.mkv")).frames.count == 1) }
    }

    /// 25 s of sound do not fit into FFmpeg's buffers.
    @Test func soundThatCannotBeWrittenIsAnError() throws {
        let samples = (0..<400_000).map { Int16(truncatingIfNeeded: $0) }
        try AVIFile(frames: frames, sound: .samples(samples)).data().write(to: folder.appending(path: "a.avi"))
        let reader = try VideoReader(path("a.avi"))
        let writer = try VideoWriter(
            path: "b.mkv", temporaryPath: "/dev/full", width: 320, height: 256, frameRate: 25, audioFrom: reader)
        var count = 0
        let error = #expect(throws: LineamentError.self) {
            while let frame = try reader.next() {
                count += 1
                try writer.write(frame.pixels, time: frame.time)
            }
            try writer.finish()
        }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("b.mkv") == true)
        // The error is the writer's alone.
        while try reader.next() != nil { count += 1 }
        #expect(count == frames.count)
    }

    /// Frames that are stored turned are shown upright, as the metadata says: exactly the stored ones, turned back.
    @Test(arguments: [(90, ImageOrientation.right), (180, .down), (270, .left)])
    func rotationMetadataTurnsTheFrames(degrees: Int, orientation: ImageOrientation) throws {
        let stored = path("stored.mp4")
        let turned = frames.map { $0.turned(360 - degrees) }
        let writer = try VideoWriter(path: stored, width: turned[0].width, height: turned[0].height, frameRate: 25)
        for (index, frame) in turned.enumerated() { try writer.write(frame.pixelBuffer(), time: Double(index) / 25) }
        try writer.finish()
        try Data(contentsOf: URL(fileURLWithPath: stored)).withDisplayMatrix(of: orientation)
            .write(to: folder.appending(path: "upright.mp4"))

        let reader = try VideoReader(path("upright.mp4"))
        #expect(reader.width == 320)
        #expect(reader.height == 256)
        let (before, after) = try (contents(stored).frames, contents(path("upright.mp4")).frames)
        try #require(before.count == frames.count)
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        for (index, (plain, shown)) in try pairs(before, after).enumerated() {
            let expected = DerivedPixels(try plain.pixels.convertedToRGB()).turned(degrees)
            #expect(DerivedPixels(try shown.pixels.convertedToRGB()) == expected, "frame \(index)")
            #expect(expected.meanDifference(from: frames[index]) < 4, "frame \(index)")
            guard index % 4 == 0 else { continue }
            let results = try [shown.image, expected.image()].map { try landmarker.detect(image: $0) }
            try #require(results[1].faceLandmarks.count == 1)
            #expect(try largestDistance(results[0], results[1], in: expected.pixelBuffer()) == 0)
        }
    }
}
