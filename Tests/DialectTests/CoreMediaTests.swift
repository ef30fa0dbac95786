// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import LineamentAppleTypes
    import Testing

    /// Times, pixel buffers and sample buffers, as programs use them.
    @Suite struct CoreMediaTests {
        private static func buffer(
            _ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil
        ) throws -> CVPixelBuffer {
            var buffer: CVPixelBuffer?
            let status = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
            #expect(status == kCVReturnSuccess)
            return try #require(buffer)
        }

        @Test func timesAreFractions() {
            let (half, third) = (CMTime(value: 1, timescale: 2), CMTimeMake(value: 1, timescale: 3))
            #expect(half + third == CMTime(value: 5, timescale: 6))
            #expect((half - third).timescale == 6)
            #expect(half == CMTime(value: 300, timescale: 600))
            #expect(Set([half, CMTime(value: 300, timescale: 600), third]).count == 2)
            #expect(CMTimeMultiply(third, multiplier: -3).seconds == -1)
            let tenth = CMTime(value: 3, timescale: 30)
            #expect(CMTimeMultiplyByFloat64(tenth, multiplier: 0.5) == CMTime(value: 1, timescale: 20))
            #expect(CMTimeMultiplyByRatio(tenth, multiplier: -1, divisor: 4) == CMTime(value: -1, timescale: 40))
            let fine = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: .max), multiplier: 1, divisor: 2)
            #expect(fine.value == 1)
            #expect(fine.timescale == .max)
            #expect(fine.hasBeenRounded)
            #expect(CMTimeGetSeconds(CMTimeMakeWithSeconds(0.4, preferredTimescale: 600)) == 0.4)
            #expect(CMTime(seconds: 0.0004, preferredTimescale: 600).hasBeenRounded)
        }

        @Test func theClockOfTheMachineIsThatOfCoreAnimation() {
            let before = CACurrentMediaTime()
            let time = CMClockGetTime(CMClockGetHostTimeClock()).seconds
            #expect(before <= time)
            #expect(time <= CACurrentMediaTime())
        }

        @Test func otherUnitsAreRoundedAsAsked() {
            let time = CMTime(value: -35, timescale: 100)
            #expect(time.convertScale(10, method: .default).value == -4)
            #expect(time.convertScale(10, method: .roundTowardZero).value == -3)
            #expect(time.convertScale(10, method: .roundTowardPositiveInfinity).value == -3)
            #expect(time.convertScale(10, method: .roundTowardNegativeInfinity).value == -4)
            #expect(!time.convertScale(0, method: .default).isValid)
        }

        @Test func specialTimesAreOrderedAndNeverOverflow() {
            let order: [CMTime] = [.negativeInfinity, .zero, .indefinite, .positiveInfinity, .invalid]
            #expect(order.shuffled().sorted() == order)
            #expect(CMTime.zero - .positiveInfinity == .negativeInfinity)
            #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
            #expect(CMTime.invalid.seconds.isNaN)
            #expect(CMTime.positiveInfinity.seconds == .infinity)
            #expect(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1) == .positiveInfinity)
            #expect(!CMTime(value: 1, timescale: 0).isValid)
        }

        @Test func rangesEndBeforeTheirEnd() {
            let range = CMTimeRangeMake(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
            #expect(range.containsTime(CMTime(value: 29, timescale: 10)))
            #expect(!range.containsTime(range.end))
            #expect(range.intersection(CMTimeRange(start: .zero, end: range.start)).isEmpty)
        }

        @Test func planesOfAnOddSize() throws {
            let attributes = [kCVPixelBufferBytesPerRowAlignmentKey: 16] as CFDictionary
            let buffer = try Self.buffer(5, 3, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, attributes)
            #expect(CVPixelBufferIsPlanar(buffer))
            #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
            #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 3)
            #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 2)
            #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 16)
            #expect(CVPixelBufferGetDataSize(buffer) == 16 * 5)
            let first = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == first + 16 * 3)
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
        }

        @Test func impossibleBuffersAreRefused() {
            var buffer: CVPixelBuffer?
            #expect(CVPixelBufferCreate(nil, 0, 5, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
            #expect(CVPixelBufferCreate(nil, 5, 5, 1234, nil, &buffer) == kCVReturnInvalidPixelFormat)
            var byte: UInt8 = 0
            let status = CVPixelBufferCreateWithBytes(
                nil, 1, 2, kCVPixelFormatType_OneComponent8, &byte, .max, nil, nil, nil, &buffer)
            #expect(status == kCVReturnInvalidArgument)
            #expect(buffer == nil)
        }

        @Test func memoryOfTheProgramIsGivenBack() {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 7, count: 16)
            var wasReleased = false
            withUnsafeMutablePointer(to: &wasReleased) { flag in
                var buffer: CVPixelBuffer?
                CVPixelBufferCreateWithBytes(
                    nil, 2, 2, kCVPixelFormatType_32BGRA, memory, 8,
                    { context, address in
                        address?.deallocate()
                        context?.assumingMemoryBound(to: Bool.self).pointee = true
                    }, flag, nil, &buffer)
                #expect(buffer.flatMap { CVPixelBufferGetBaseAddress($0) } == memory)
                #expect(!flag.pointee)
                buffer = nil
                #expect(flag.pointee)
            }
        }

        @Test func samplesHoldAnImageItsTimeAndAttachments() throws {
            let buffer = try Self.buffer(4, 4, kCVPixelFormatType_32BGRA)
            var description: CMVideoFormatDescription?
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescriptionOut: &description)
            var timing = CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30),
                decodeTimeStamp: .invalid)
            var made: CMSampleBuffer?
            let status = CMSampleBufferCreateReadyWithImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescription: try #require(description),
                sampleTiming: &timing, sampleBufferOut: &made)
            let sample = try #require(made)
            #expect(status == 0)
            #expect(CMSampleBufferIsValid(sample))
            #expect(CMSampleBufferGetImageBuffer(sample) == buffer)
            #expect(CMSampleBufferGetPresentationTimeStamp(sample).value == 7)

            let matrix = Data([1, 2, 3])
            CMSetAttachment(
                sample, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix, value: matrix,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
            let found = CMGetAttachment(
                sample, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix, attachmentModeOut: nil)
            #expect(found as? Data == matrix)

            CMSampleBufferInvalidate(sample)
            #expect(!CMSampleBufferIsValid(sample))
            #expect(sample.imageBuffer == nil)
        }
    }
#endif
