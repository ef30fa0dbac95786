// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

#if canImport(Glibc)
    import Glibc
#endif

/// Videos and servers that cannot be trusted.
@Suite struct UntrustedSourceTests {
    private static let base = AVRational(num: 1, den: 90_000)

    @Test func impossibleTimesAreAbsent() {
        #expect(ContainerTime.seconds(.max, Self.base) == nil)
        #expect(ContainerTime.seconds(.min + 1, Self.base) == nil)
        #expect(ContainerTime.seconds(.max / 2, AVRational(num: .max, den: 1)) == nil)
        for (num, den) in [(1, 0), (0, 1), (-1, 25), (1, -25)] as [(Int32, Int32)] {
            #expect(ContainerTime.seconds(1, AVRational(num: num, den: den)) == nil)
        }
    }

    @Test func timesConvertBothWays() {
        #expect(ContainerTime.seconds(180_000, Self.base) == 2)
        #expect(ContainerTime.seconds(lineament_av_no_time(), Self.base) == nil)
        // A camera that counts microseconds from 1970.
        #expect(ContainerTime.seconds(1_795_000_000_000_000, AVRational(num: 1, den: 1_000_000)) == 1.795e9)
        #expect(ContainerTime.ticks(2, Self.base) == 180_000)
        for seconds in [Double.nan, .infinity, 1e30, -1e30] { #expect(ContainerTime.ticks(seconds, Self.base) == nil) }
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile other.mp4\n",
    ])
    func playlistsAreRefusedWhateverTheirName(text: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: LineamentError.self) { try VideoReader(file) }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("Playlists") == true)
    }

    @Test func anEmptyFileIsCalledEmpty() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let error = #expect(throws: LineamentError.self) { try VideoReader(file) }
        #expect(error?.code == .dataLoss)
        #expect(error?.message == "\(file.path) is empty.")
    }

    @Test func camerasNeedAName() {
        let error = #expect(throws: LineamentError.self) { try VideoReader(address: "camera:") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("camera:/dev/video0") == true)
        let missing = #expect(throws: LineamentError.self) { try VideoReader(address: "camera:/dev/absent") }
        #expect(missing?.message == "camera:/dev/absent: no such camera." || missing?.code == .unimplemented)
    }

    @Test func shortageIsNotDamage() {
        for code in [ENOMEM, EAGAIN, EMFILE] {
            #expect(LineamentError.shortage("a.mp4", -code)?.code == .resourceExhausted)
        }
        for status in [0, -EINVAL, -EIO, lineament_av_error_end()] {
            #expect(LineamentError.shortage("a.mp4", status) == nil)
        }
    }

    @Test(arguments: ["http", "rtsp"]) func silentServersTimeOut(scheme: String) throws {
        let server = try SilentServer()
        var options = VideoReader.Options()
        options.connectionTimeout = 0.2
        let error = #expect(throws: LineamentError.self) {
            try VideoReader(address: server.url(scheme), options: options)
        }
        #expect(error?.code == .deadlineExceeded)
    }

    /// A program may try again later, unlike with an address of an unsupported kind.
    @Test(arguments: ["http", "rtsp"]) func absentServersAreUnavailable(scheme: String) throws {
        for address in [try SilentServer().url(scheme), "\(scheme)://no-such-host.invalid/video.mp4"] {
            let error = #expect(throws: LineamentError.self) { try VideoReader(address: address) }
            #expect(error?.code == .unavailable, "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        ("401 Unauthorized", LineamentError.Code.permissionDenied), ("403 Forbidden", .permissionDenied),
        ("404 Not Found", .notFound), ("410 Gone", .unavailable), ("503 Service Unavailable", .unavailable),
    ])
    func httpErrorsHaveMatchingCodes(status: String, code: LineamentError.Code) throws {
        let server = try SilentServer(after: Data(), status: status)
        let error = #expect(throws: LineamentError.self) { try VideoReader(address: server.url("http")) }
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test func foldersAreNoVideos() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let error = #expect(throws: LineamentError.self) { try VideoReader(folder) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message == "\(folder) is a folder, not a video.")
    }

    @Test(arguments: ["http", "rtsp"]) func readingIsCancelledWhileAServerIsSilent(scheme: String) throws {
        let server = try SilentServer()
        var options = VideoReader.Options()
        options.connectionTimeout = 50
        let cancellation = options.cancellation
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            cancellation.cancel()
        }
        let error = #expect(throws: LineamentError.self) {
            try VideoReader(address: server.url(scheme), options: options)
        }
        #expect(error?.code == .cancelled)
    }

    /// Frames can be larger than the header says, so the decoder has the limit, too.
    @Test func theLimitOfPixelsHoldsForEveryFrame() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).avi")
        defer { try? FileManager.default.removeItem(at: file) }
        let frame = DerivedPixels(width: 640, height: 480, red: 90, green: 90, blue: 90)
        var bytes = try AVIFile(frames: [frame, frame, frame]).data()
        // The size in both of the container's headers, but not in the frames.
        for (size, lie) in [(UInt16(640), UInt16(64)), (480, 48)] {
            let needle = Data([UInt8(size & 255), UInt8(size >> 8), 0, 0])
            while let place = bytes.prefix(2000).range(of: needle) {
                bytes[place.lowerBound] = UInt8(lie & 255)
                bytes[place.lowerBound + 1] = UInt8(lie >> 8)
            }
        }
        try bytes.write(to: file)
        var options = VideoReader.Options()
        options.maxPixels = 100 * 100
        #expect(throws: LineamentError.self) {
            let reader = try VideoReader(file, options: options)
            while let frame = try reader.next() { #expect(frame.pixels.width * frame.pixels.height <= 100 * 100) }
        }
    }

    /// libswscale reads beyond the last row of what it converts, so an image whose memory ends there must be copied.
    @Test(arguments: [(PixelFormat.rgb8, 3), (.bgra8, 4), (.gray8, 1)])
    func imagesMayEndWhereMemoryEnds(format: PixelFormat, bytesPerPixel: Int) throws {
        let (width, height, page) = (64, 64, 4096)
        let length = width * height * bytesPerPixel
        let pages = (length + page - 1) / page * page
        let memory = try #require(mmap(nil, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(memory != MAP_FAILED)
        try #require(mprotect(memory + pages, page, PROT_NONE) == 0)
        defer { munmap(memory, pages + page) }
        let image = try PixelBuffer(
            unowned: [
                PixelBuffer.Plane(
                    address: UnsafeRawPointer(memory + pages - length), bytesPerRow: width * bytesPerPixel)
            ], width: width, height: height, format: format, release: {})
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mp4").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try VideoWriter(path: path, width: width, height: height, frameRate: 25)
        try writer.write(image, time: 0)
        try writer.finish()
        #expect(try VideoReader(path).next() != nil)
    }

    /// A path from outside opens files only, whatever it looks like.
    @Test func pathsAreNeverAddresses() throws {
        let server = try SilentServer()
        for path in [server.url("http"), server.url("rtsp"), "camera:/dev/video0", "concat:a|b", "file:///etc/passwd"] {
            let error = #expect(throws: LineamentError.self) { try VideoReader(path) }
            #expect(error?.code == .notFound, "\(path)")
        }
        let web = try #require(URL(string: "http://127.0.0.1:1/a.mp4"))
        #expect(throws: LineamentError.self) { try VideoReader(web) }
        for address in ["a.mp4", "file:///etc/passwd", "ftp://127.0.0.1/a.mp4", "pipe:0", "concat:a|b", ""] {
            let error = #expect(throws: LineamentError.self) { try VideoReader(address: address) }
            #expect(error?.code == .invalidArgument, "\(address)")
        }
    }

    @Test func theWritersOptionsAreItsOwn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let noises = try (0..<10).map { try PixelBuffer.noise(128 + 2 * $0, 128, .rgb8) }
        func size(_ name: String, factor: Int? = nil, bitRate: Int? = nil) throws -> Int {
            var options = VideoWriter.Options()
            (options.constantRateFactor, options.bitRate) = (factor, bitRate)
            let path = folder.appending(path: name).path
            let writer = try VideoWriter(path: path, width: 128, height: 128, frameRate: 25, options: options)
            // Different frames, as the first takes the same space at any bit rate.
            for (index, noise) in noises.enumerated() { try writer.write(noise, time: Double(index) / 25) }
            try writer.finish()
            return try Data(contentsOf: URL(fileURLWithPath: path)).count
        }
        for name in ["a.mp4", "a.webm"] {
            let (fine, coarse) = (try size(name, factor: 10), try size(name, factor: 45))
            #expect(coarse * 3 < fine * 2, "\(name): \(fine) and \(coarse) bytes")
            let (fast, slow) = (try size(name, bitRate: 4_000_000), try size(name, bitRate: 100_000))
            #expect(slow * 3 < fast * 2, "\(name): \(fast) and \(slow) bytes")
            for factor in [-1, 64] {
                #expect(throws: LineamentError.self) { try size(name, factor: factor) }
            }
            #expect(throws: LineamentError.self) { try size(name, bitRate: 0) }
        }
    }

    @Test func impossibleVideosAreNotWritten() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mp4").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for rate in [Double.nan, .infinity, 0, -25] {
            #expect(throws: LineamentError.self) {
                try VideoWriter(path: path, width: 64, height: 64, frameRate: rate)
            }
        }
        #expect(throws: LineamentError.self) { try VideoWriter(path: path, width: .max, height: 64, frameRate: 25) }
        let writer = try VideoWriter(path: path, width: 64, height: 64, frameRate: 25)
        let image = try PixelBuffer(
            copying: [UInt8](repeating: 0, count: 64 * 64 * 3), width: 64, height: 64, format: .rgb8)
        for time in [Double.nan, .infinity, 1e30] {
            #expect(throws: LineamentError.self) { try writer.write(image, time: time) }
        }
        try writer.write(image, time: 0)
        try writer.finish()
        #expect(try VideoReader(path).next() != nil)
    }
}
