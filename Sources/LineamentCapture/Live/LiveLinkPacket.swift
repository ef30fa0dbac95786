// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A frame as the app Live Link Face sends it; without a face, only who sends.
struct LiveLinkPacket {
    private(set) var data = Data()

    private static let version: Int32 = 6
    /// The last frame that a double counts exactly.
    private static let lastPosition = 0x1p53

    /// - Parameters:
    ///   - device: An identifier of the sender that stays the same.
    ///   - subject: The name under which Unreal shows the face.
    ///   - rate: The number of frames in a second, a rate of ``LiveSender/rates``. The timecode counts whole ones.
    init(_ frame: LiveFrame, device: UUID, subject: String, rate: Double) {
        Swift.withUnsafeBytes(of: Self.version.littleEndian) { data.append(contentsOf: $0) }
        data.append(contentsOf: "$\(device.uuidString)".utf8)
        data.append(bigEndian: Int32(subject.utf8.count))
        data.append(contentsOf: subject.utf8)
        guard let shapes = frame.shapes else { return }
        let whole = Int32(max(1, rate.rounded()))
        // Frames count from the time, so that skipped ones leave a gap. The counter wraps.
        let position = frame.time.isFinite ? max(0, min(Self.lastPosition, frame.time * Double(whole))) : 0
        data.append(bigEndian: Int32(truncatingIfNeeded: Int64(position)))
        data.append(bigEndian: Float(position - position.rounded(.down)).bitPattern)
        data.append(bigEndian: whole)
        data.append(bigEndian: Int32(1))
        let values = LiveLinkFile.values(shapes, swapsSides: true) + LiveLinkFile.angles(frame.head, shapes)
        data.append(UInt8(values.count))
        for value in values { data.append(bigEndian: Float(value).bitPattern) }
    }
}
