// SPDX-License-Identifier: Apache-2.0

/// Makes the data of a sample ready when they are first needed.
public typealias CMSampleBufferMakeDataReadyCallback =
    @convention(c) (_ sbuf: UnsafeRawPointer, _ makeDataReadyRefcon: UnsafeMutableRawPointer?) -> OSStatus

/// Creates a sample that holds an image.
/// - Returns: 0, or an error if the description is that of other images.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = try? CMSampleBuffer(
        imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    return sampleBufferOut.pointee == nil ? kCMSampleBufferError_InvalidMediaFormat : 0
}

/// Creates a sample that holds an image, whose pixels are there already.
/// - Parameters:
///   - allocator: Has no effect.
///   - imageBuffer: The image.
///   - dataReady: Must be true.
///   - makeDataReadyCallback: Has no effect, as the pixels are there.
///   - refcon: Has no effect.
///   - formatDescription: The description of the image.
///   - sampleTiming: The times of the sample.
///   - sampleBufferOut: Receives the sample, or `nil`.
/// - Returns: 0, or an error if the description is that of other images or the pixels are not there.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    guard dataReady else { return kCMSampleBufferError_BufferNotReady }
    return CMSampleBufferCreateReadyWithImageBuffer(
        allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
        sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// The pixels of a sample are not there.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733

/// Creates a sample over the same image, with the same times and the attachments that are meant to be passed on.
/// - Returns: 0, always.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let copy = CMSampleBuffer(
        image: sbuf.imageBuffer, formatDescription: sbuf.formatDescription,
        timing: CMSampleTimingInfo(
            duration: sbuf.duration, presentationTimeStamp: sbuf.presentationTimeStamp,
            decodeTimeStamp: sbuf.decodeTimeStamp),
        isValid: sbuf.isValid)
    sbuf.attachments.propagate(to: copy.attachments)
    sampleBufferOut.pointee = copy
    return 0
}

/// Returns the image of a sample; `nil` if it holds none.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns when a sample is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns when a sample is shown once edits are applied, which is its presentation time.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// Returns when a sample is decoded; invalid, as the order is that of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns how long a sample is shown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the format of the frame that a sample holds; `nil` if it holds none.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// Returns the number of samples in a buffer, which is 1.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// Returns whether a sample can be used.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Returns whether the pixels of a sample are there, which they are until it is invalidated.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Gives up the image of a sample, which can no longer be used.
/// - Returns: 0, always.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}
