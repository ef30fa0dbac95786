// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo

/// Where the frames of a session come from.
public class AVCaptureInput: NSObject, @unchecked Sendable {
    // Sound: inputs never change.
    override init() {}
}

/// A camera as the source of a session.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    // Sound: the device never changes.
    /// The camera.
    public let device: AVCaptureDevice

    /// Creates an input from a camera.
    /// - Throws: `LineamentError` that names the device: `notFound` if it is not there, `permissionDenied` if the user
    ///   may not read it.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        guard device.isConnected else {
            throw LineamentError(
                .notFound,
                "\(device.address): no such camera or video file. Set LINEAMENT_CAMERA to a device, a video file or an "
                    + "address.")
        }
        let isPath = !VideoSource.isAddress(device.address)
        guard !isPath || FileManager.default.isReadableFile(atPath: device.address) else {
            throw LineamentError(
                .permissionDenied,
                "\(device.address) cannot be read. To use a camera, add the user to its group, usually video."
            )
        }
    }
}
