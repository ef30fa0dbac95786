// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentVideo

extension AVCaptureDevice {
    /// A kind of camera. A system without phones' cameras has `.builtInWideAngleCamera` and `.external`, which are the
    /// same.
    public struct DeviceType: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An ordinary camera.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera that is plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// A phone's camera with a long focal length.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A phone's camera with a short focal length.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Two of a phone's cameras, used as one.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Two of a phone's cameras, used as one.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Three of a phone's cameras, used as one.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A phone's camera that measures depth.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
    }

    /// Finds cameras.
    public final class DiscoverySession: Sendable {
        /// The cameras that were found, the preferred one first.
        public let devices: [AVCaptureDevice]

        /// Finds cameras by their kind and side.
        /// - Parameters:
        ///   - deviceTypes: The kinds of cameras.
        ///   - mediaType: The kind of media, of which there is only video.
        ///   - position: The side. It is not known of any camera, so that each has the side that is asked for.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            let isKnown = deviceTypes.contains { $0 == .builtInWideAngleCamera || $0 == .external }
            devices = isKnown && (mediaType ?? .video) == .video ? AVCaptureDevice.cameras(position) : []
        }
    }

    /// Returns the camera to use, or `nil` if there is none: the device, video file or address that the environment
    /// variable `LINEAMENT_CAMERA` names (Lineament extension), or else the first of the system's, `/dev/video0`.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        `default`(.builtInWideAngleCamera, for: mediaType, position: .unspecified)
    }

    /// Returns the camera of a kind to use, or `nil` if there is none: the device, video file or address that the
    /// environment variable `LINEAMENT_CAMERA` names (Lineament extension), or else the first of the system's,
    /// `/dev/video0`.
    /// - Parameters:
    ///   - deviceType: The kind of camera.
    ///   - mediaType: The kind of media, of which there is only video.
    ///   - position: The side. It is not known of any camera, so that the one that is returned has it.
    public static func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Returns the cameras for a kind of media, of which there is only video.
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        mediaType == .video ? cameras(.unspecified) : []
    }

    /// Returns the camera with an identifier, or `nil` if there is none.
    public static func device(withUniqueID uniqueID: String) -> AVCaptureDevice? {
        cameras(.unspecified).first { $0.uniqueID == uniqueID }
    }

    /// The kind of camera.
    public var deviceType: DeviceType { .builtInWideAngleCamera }
    /// Whether the camera is still there; addresses count as there.
    public var isConnected: Bool {
        if case .file(let path) = source { return FileManager.default.fileExists(atPath: path) }
        return address.hasPrefix("/dev/") ? FileManager.default.fileExists(atPath: address) : true
    }

    /// Returns whether the camera gives a kind of media, which is video.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// Where the frames come from.
    var source: VideoSource {
        if VideoSource.isAddress(address) { return .address(address) }
        return address.hasPrefix("/dev/") ? .address("camera:" + address) : .file(address)
    }

    private static func cameras(_ position: Position) -> [AVCaptureDevice] {
        var cameras: [AVCaptureDevice] = []
        if let named = ProcessInfo.processInfo.environment["LINEAMENT_CAMERA"], !named.isEmpty {
            cameras.append(
                AVCaptureDevice(uniqueID: named, localizedName: named, position: position, address: named))
        }
        let folder = "/sys/class/video4linux"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.filter({ $0.hasPrefix("video") }).sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
            func fact(_ file: String) -> String? {
                (try? String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8))?
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            // Cameras have further nodes, which give data about frames.
            guard fact("index") ?? "0" == "0", !cameras.contains(where: { $0.address == "/dev/\(name)" }) else {
                continue
            }
            cameras.append(
                AVCaptureDevice(
                    uniqueID: "/dev/\(name)", localizedName: fact("name") ?? name, position: position,
                    address: "/dev/\(name)"))
        }
        return cameras
    }
}
