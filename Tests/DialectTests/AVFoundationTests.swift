// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    @testable import AVFoundation
    import Lineament
    import LineamentVideo
    import Synchronization
    import TestSupport
    import Testing

    /// Programs that read video files and cameras as they do with AVFoundation.
    @Suite struct AVFoundationTests {
        private static let frames = 12

        /// Calls `body` with a clip of 12 frames, the sample photo, which darkens from frame to frame.
        fileprivate static func withClip<Result>(
            frameRate: Double = 30, _ body: (URL) async throws -> Result
        ) async throws -> Result {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appendingPathComponent("clip.mp4")
            let photo = try Sample.pixels()
            let writer = try VideoWriter(path: url.path, width: photo.width, height: photo.height, frameRate: frameRate)
            let bytes = photo.rgbBytes
            for frame in 0..<frames {
                let dark = bytes.map { UInt8(max(0, Int($0) - frame * 8)) }
                let pixels = try PixelBuffer(copying: dark, width: photo.width, height: photo.height, format: .rgb8)
                try writer.write(pixels, time: Double(frame) / frameRate)
            }
            try writer.finish()
            return try await body(url)
        }

        private static func mean(_ image: PixelBuffer) throws -> Double {
            let bytes = try image.convertedToRGB().rgbBytes
            return Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count)
        }

        @Test func aCameraTellsOfItsFormats() async throws {
            try await Self.withClip { url in
                let device = AVCaptureDevice(uniqueID: url.path, localizedName: "", position: .back, address: url.path)
                let full = try #require(
                    device.formats.first {
                        CMFormatDescriptionGetMediaSubType($0.formatDescription)
                            == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
                    })
                #expect(full.formatDescription.dimensions == CMVideoDimensions(width: 512, height: 512))
                #expect(full.videoSupportedFrameRateRanges.map(\.maxFrameRate) == [30])
                try device.lockForConfiguration()
                device.activeFormat = full
                device.unlockForConfiguration()
                #expect(device.activeFormat == full)
                #expect(device.formats.count == 2)
            }
            let missing = AVCaptureDevice(uniqueID: "1", localizedName: "", position: .back, address: "/no/such.mp4")
            #expect(missing.formats.isEmpty)
        }

        @Test func statusOfAValueIsKnownOnceItIsLoaded() async throws {
            try await Self.withClip { url in
                let asset = AVAsset(url: url)
                await withCheckedContinuation { done in
                    asset.loadValuesAsynchronously(forKeys: ["tracks"]) { done.resume() }
                }
                #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
            }
            var error: NSError?
            let missing = AVAsset(url: URL(fileURLWithPath: "/no/such.mp4"))
            #expect(missing.statusOfValue(forKey: "tracks", error: &error) == .failed)
            #expect(error != nil)
        }

        @Test func anAssetTellsOfItsVideo() async throws {
            try await Self.withClip { url in
                let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
                let (duration, tracks) = try await asset.load(.duration, .tracks)
                let track = try #require(tracks.first)
                #expect(abs(duration.seconds - 0.4) < 0.04)
                #expect(track.naturalSize == CGSize(width: 512, height: 512))
                #expect(track.nominalFrameRate == 30)
                #expect(try await track.load(.preferredTransform).isIdentity)
                #expect(asset.tracks(withMediaType: .audio).isEmpty)
            }
            let missing = AVAsset(url: URL(fileURLWithPath: "/no/such.mp4"))
            await #expect(throws: LineamentError.self) { try await missing.load(.duration) }
            #expect(try await missing.load(.isReadable) == false)
            #expect(missing.tracks.isEmpty)
        }

        @Test func aGeneratorGivesTheFrameShownAtATime() async throws {
            try await Self.withClip { url in
                let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
                generator.requestedTimeToleranceBefore = .zero
                generator.requestedTimeToleranceAfter = .zero
                generator.maximumSize = CGSize(width: 128, height: 0)
                var actual = CMTime.invalid
                let late = try generator.copyCGImage(at: CMTime(value: 210, timescale: 600), actualTime: &actual)
                #expect(actual == CMTime(value: 10, timescale: 30))
                #expect(late.width == 128)
                #expect(late.height == 128)
                let early = try await generator.image(at: .zero)
                #expect(early.actualTime == .zero)
                #expect(try Self.mean(PixelBuffer(early.image)) > Self.mean(PixelBuffer(late)) + 20)
                #expect(throws: LineamentError.self) {
                    try generator.copyCGImage(at: CMTime(value: 3, timescale: 1), actualTime: nil)
                }
                var ended: [Bool] = []
                for await result in generator.images(for: [.zero, CMTime(value: 3, timescale: 1)]) {
                    ended.append((try? result.image) != nil)
                }
                #expect(ended == [true, false])
            }
        }

        @Test func imagesComeToAHandlerInOrder() async throws {
            try await Self.withClip { url in
                let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
                let times = [0, 4, 8].map { CMTime(value: $0, timescale: 30) }
                let (found, continuation) = AsyncStream.makeStream(of: CMTime.self)
                generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
                    requested, image, actual, result, error in
                    #expect(result == .succeeded)
                    #expect(image != nil)
                    #expect(error == nil)
                    #expect(requested == actual)
                    continuation.yield(requested)
                    if requested == times.last { continuation.finish() }
                }
                var order: [CMTime] = []
                for await time in found { order.append(time) }
                #expect(order == times)
            }
        }

        @Test func aHandlerMayAskItsGenerator() async throws {
            try await Self.withClip { url in
                let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
                let time = await withCheckedContinuation { done in
                    generator.generateCGImageAsynchronously(for: .zero) { _, _, _ in
                        var actual = CMTime.invalid
                        _ = try? generator.copyCGImage(at: CMTime(value: 4, timescale: 30), actualTime: &actual)
                        done.resume(returning: actual)
                    }
                }
                #expect(time == CMTime(value: 4, timescale: 30))
            }
        }

        @Test(arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        ]) func aReaderGivesEveryFrameInTheFormat(format: OSType) async throws {
            try await Self.withClip { url in
                let asset = AVAsset(url: url)
                let reader = try AVAssetReader(asset: asset)
                let track = try #require(asset.tracks(withMediaType: .video).first)
                let output = AVAssetReaderTrackOutput(
                    track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: Int(format)])
                #expect(reader.canAdd(output))
                reader.add(output)
                #expect(reader.startReading())
                var times: [CMTime] = []
                let photo = try Self.mean(Sample.pixels())
                while let sample = output.copyNextSampleBuffer() {
                    let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
                    #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
                    if times.isEmpty { #expect(abs(try Self.mean(PixelBuffer(buffer)) - photo) < 3) }
                    times.append(sample.presentationTimeStamp)
                }
                #expect(reader.status == .completed)
                #expect(reader.error == nil)
                #expect(times == (0..<Self.frames).map { CMTime(value: CMTimeValue($0), timescale: 30) })
            }
        }

        @Test func aFormatThatIsNotDeliveredIsAnError() async throws {
            try await Self.withClip { url in
                let asset = AVAsset(url: url)
                let reader = try AVAssetReader(asset: asset)
                let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_OneComponent32Float]
                reader.add(AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: settings))
                #expect(!reader.startReading())
                #expect(reader.status == .failed)
                #expect(reader.error is LineamentError)
            }
        }

        /// A program that gives up while a slow source is opened asked for the end, and is not told of a failure.
        @Test func cancelingWhileReadingStartsIsNoFailure() async throws {
            try await Self.withClip { url in
                let asset = AVAsset(url: url)
                let reader = try AVAssetReader(asset: asset)
                let output = CanceledOutput(try #require(asset.tracks.first), settings: nil)
                reader.add(output)
                #expect(!reader.startReading())
                #expect(reader.status == .cancelled)
                #expect(reader.error == nil)
                #expect(!reader.startReading())
                #expect(output.copyNextSampleBuffer() == nil)
            }
        }

        @Test(arguments: [PixelFormat.i420, .nv12FullRange]) func turnedFramesAreStoredAndUpright(
            format: PixelFormat
        ) throws {
            let photo = try Sample.pixels().convertedToChroma(format)
            let turned = try photo.turned(.clockwise)
            let nv12 = try #require(OutputPixelFormat(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
            let upright = try PixelBuffer(nv12.convert(turned, mayShareMemory: false)).convertedToRGB().rgbBytes
            let expected = try turned.convertedToRGB().rgbBytes
            #expect(zip(upright, expected).count { abs(Int($0) - Int($1)) > 12 } < expected.count / 500)
            let stored = try turned.asStored(before: .right).convertedToRGB()
            #expect(try stored.rgbBytes == photo.convertedToRGB().rgbBytes)
            for orientation in ImageOrientation.allCases {
                let shown = try photo.shownUpright(from: orientation)
                let back = try shown.asStored(before: orientation).convertedToRGB()
                let expected = try photo.convertedToRGB().rgbBytes
                #expect(zip(back.rgbBytes, expected).count { abs(Int($0) - Int($1)) > 12 } < expected.count / 200)
            }
        }

        @Test func aSessionDeliversTheFramesOfItsCamera() async throws {
            try await Self.withClip { url in
                let start = ContinuousClock.now
                let run = try CameraRun(url) { output in
                    output.alwaysDiscardsLateVideoFrames = false
                }
                await run.waitUntilEnded()
                #expect(ContinuousClock.now - start > .milliseconds(350), "a file is delivered at its own pace")
                let samples = run.delegate.samples
                #expect(samples.count == Self.frames)
                #expect(run.delegate.drops == 0)
                #expect(
                    zip(samples, samples.dropFirst()).allSatisfy { $0.presentationTimeStamp < $1.presentationTimeStamp }
                )
                let first = try #require(samples.first?.imageBuffer)
                #expect(CVPixelBufferGetPixelFormatType(first) == kCVPixelFormatType_32BGRA)
                #expect(abs(try Self.mean(PixelBuffer(first)) - Self.mean(Sample.pixels())) < 3)
            }
        }

        @Test func framesAreMirroredAsTheConnectionSays() async throws {
            try await Self.withClip { url in
                let run = try CameraRun(url) { output in
                    output.connection(with: .video)?.isVideoMirrored = true
                }
                await run.waitUntilEnded()
                let buffer = try #require(run.delegate.samples.first?.imageBuffer)
                let found = try PixelBuffer(buffer).convertedToRGB().rgbBytes
                let expected = try Sample.pixels().upright(from: .upMirrored).rgbBytes
                let wrong = zip(found, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                #expect(wrong / expected.count < 4)
            }
        }

        @Test func lateFramesAreDropped() async throws {
            try await Self.withClip { url in
                let run = try CameraRun(url, pause: 0.15)
                await run.waitUntilEnded()
                #expect(run.delegate.samples.count < Self.frames)
                #expect(run.delegate.drops > 0)
                #expect(run.delegate.samples.count + run.delegate.drops == Self.frames)
            }
        }

        @Test func aSessionCanBeStoppedAndACameraCanBeMissing() async throws {
            try await Self.withClip { url in
                let run = try CameraRun(url)
                run.session.stopRunning()
                #expect(!run.session.isRunning)
            }
            #expect(AVError(.unknown).localizedDescription == "The camera failed: unknown.")
            let device = AVCaptureDevice(uniqueID: "0", localizedName: "", position: .back, address: "/no/such.mp4")
            #expect(throws: LineamentError.self) { try AVCaptureDeviceInput(device: device) }
        }
    }

    /// Programs that hear of a session's changes.
    @Suite struct CaptureNotificationTests {
        /// Calls `body` whenever a notification is posted for a session, while `work` runs.
        private static func observing(
            _ name: Notification.Name, of session: AVCaptureSession, _ body: @escaping @Sendable () -> Void,
            while work: () async throws -> Void
        ) async rethrows {
            let center = NotificationCenter.default
            let observer = center.addObserver(forName: name, object: session, queue: nil) { _ in body() }
            defer { center.removeObserver(observer) }
            try await work()
        }

        @Test func anObserverMayStopTheSessionThatFails() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("no video".utf8).write(to: folder)
            defer { try? FileManager.default.removeItem(at: folder) }
            let session = AVCaptureSession()
            let device = AVCaptureDevice(
                uniqueID: folder.path, localizedName: "", position: .back, address: folder.path)
            session.addInput(try AVCaptureDeviceInput(device: device))
            let failures = Atomic<Int>(0)
            await Self.observing(AVCaptureSession.runtimeErrorNotification, of: session) {
                session.stopRunning()
                failures.add(1, ordering: .relaxed)
            } while: {
                session.startRunning()
            }
            #expect(failures.load(ordering: .relaxed) == 1)
            #expect(!session.isRunning)
        }

        @Test func stoppingIsToldOnce() async throws {
            let session = AVCaptureSession()
            let stops = Atomic<Int>(0)
            // The clip lasts 12 s, so that it does not end by itself.
            try await AVFoundationTests.withClip(frameRate: 1) { url in
                let device = AVCaptureDevice(uniqueID: url.path, localizedName: "", position: .back, address: url.path)
                session.addInput(try AVCaptureDeviceInput(device: device))
                await Self.observing(AVCaptureSession.didStopRunningNotification, of: session) {
                    session.stopRunning()
                    stops.add(1, ordering: .relaxed)
                } while: {
                    session.startRunning()
                    session.startRunning()
                    session.stopRunning()
                    session.stopRunning()
                }
            }
            #expect(stops.load(ordering: .relaxed) == 1)
        }

        @Test func anOutputStaysWithItsSession() throws {
            let (mine, other) = (AVCaptureSession(), AVCaptureSession())
            let device = AVCaptureDevice(uniqueID: "", localizedName: "", position: .back, address: "/dev/null")
            mine.addInput(try AVCaptureDeviceInput(device: device))
            let output = AVCaptureVideoDataOutput()
            mine.addOutput(output)
            other.removeOutput(output)
            #expect(mine.connections.count == 1)
            #expect(!other.canAddOutput(output))
        }
    }

    /// An output whose file is being opened when another thread cancels the reading.
    private final class CanceledOutput: AVAssetReaderOutput, @unchecked Sendable {
        // Sound: it adds nothing to its superclass.

        override func open(for reader: AVAssetReader, _ options: VideoReader.Options) throws {
            Thread { reader.cancelReading() }.start()
            while !options.cancellation.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
            throw LineamentError(.cancelled, "Reading was canceled.")
        }
    }

    /// A session over a clip, as a program sets it up.
    private final class CameraRun {
        let session = AVCaptureSession()
        let delegate: FrameReceiver
        private let queue = DispatchQueue(label: "frames")

        init(_ clip: URL, pause: Double = 0, _ setUp: (AVCaptureVideoDataOutput) -> Void = { _ in }) throws {
            delegate = FrameReceiver(pause: pause)
            let device = AVCaptureDevice(
                uniqueID: "clip", localizedName: "clip", position: .back, address: clip.path)
            let input = try AVCaptureDeviceInput(device: device)
            let output = AVCaptureVideoDataOutput()
            session.beginConfiguration()
            #expect(session.canAddInput(input))
            #expect(session.canAddOutput(output))
            session.addInput(input)
            session.addOutput(output)
            output.setSampleBufferDelegate(delegate, queue: queue)
            setUp(output)
            session.commitConfiguration()
            session.startRunning()
        }

        func waitUntilEnded() async {
            while session.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
            queue.sync {}
        }
    }

    private final class FrameReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
        private let received = Mutex((samples: [CMSampleBuffer](), drops: 0))
        private let pause: Double

        init(pause: Double) { self.pause = pause }

        var samples: [CMSampleBuffer] { received.withLock { $0.samples } }
        var drops: Int { received.withLock { $0.drops } }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            received.withLock { $0.samples.append(sampleBuffer) }
            Thread.sleep(forTimeInterval: pause)
        }

        func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            received.withLock { $0.drops += 1 }
        }
    }
#endif
