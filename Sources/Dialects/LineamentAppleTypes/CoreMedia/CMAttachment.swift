// SPDX-License-Identifier: Apache-2.0

/// Something to which values can be attached: a `CMSampleBuffer` or a `CVPixelBuffer`.
public typealias CMAttachmentBearer = CFTypeRef
/// Whether an attachment is passed on to samples made from this one.
public typealias CMAttachmentMode = UInt32
/// The attachment stays with its sample.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment is passed on to samples made from this one.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1
/// The key of the intrinsic matrix of the camera: nine 32-bit floats, each column padded to four, as data.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// The key of the reason why a sample was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// The sample was dropped because the receiver was still busy with an earlier one.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"

/// Attaches `value` to a sample or pixel buffer under `key`, or removes what is attached if it is `nil`.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: Any?, attachmentMode: CMAttachmentMode
) {
    (target as? any AttachmentBearer)?.attachments[key] = value.map { ($0, attachmentMode) }
}

/// Returns the attachment of a sample or pixel buffer under `key`, or `nil`.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let attachment = (target as? any AttachmentBearer)?.attachments[key] else { return nil }
    attachmentModeOut?.pointee = attachment.mode
    return attachment.value as AnyObject
}

/// Removes what is attached to a sample or pixel buffer under `key`.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    (target as? any AttachmentBearer)?.attachments[key] = nil
}

/// Copies the attachments of `source` that are meant to be passed on.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let source = source as? any AttachmentBearer, let target = destination as? any AttachmentBearer else {
        return
    }
    source.attachments.propagate(to: target.attachments)
}
