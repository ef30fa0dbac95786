// SPDX-License-Identifier: Apache-2.0

/// A camera.
///
/// The module `AVFoundation` lists the cameras and captures from them. Two devices are equal if they have the same
/// identifier.
public final class AVCaptureDevice: Sendable, Hashable {
    /// The side of a device that a camera is on.
    public enum Position: Int, Sendable {
        case unspecified = 0
        case back
        case front
    }

    /// The identifier of the camera, which stays the same for as long as it is connected.
    public let uniqueID: String
    /// The name of the camera.
    public let localizedName: String
    /// The side that the camera is on.
    public let position: Position
    /// The device, video file or stream that frames come from.
    package let address: String

    /// Creates a camera.
    package init(uniqueID: String, localizedName: String, position: Position, address: String) {
        self.uniqueID = uniqueID
        self.localizedName = localizedName
        self.position = position
        self.address = address
    }

    /// Returns whether two devices are the same.
    public static func == (first: AVCaptureDevice, second: AVCaptureDevice) -> Bool {
        first.uniqueID == second.uniqueID
    }

    /// Feeds the identifier into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(uniqueID) }
}
