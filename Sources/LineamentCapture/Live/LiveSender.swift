// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Sends the movements of one person to other programs, frame by frame, by UDP.
///
/// Nothing is kept: a frame that is not received is lost, and the next one goes out as if it had arrived.
///
/// ```swift
/// var sender = try LiveSender(to: [LiveAddress("vmc://127.0.0.1:39539")], rate: 30)
/// for try await frame in reader.frames {
///     var recorder = Recorder(width: frame.pixels.width, height: frame.pixels.height, keepsFacePoints: false)
///     recorder.add(try session.detect(frame), at: frame.time)
///     sender.send(recorder.recording.people.first, at: 0, time: frame.time)
/// }
/// ```
public struct LiveSender {
    private let receivers: [(address: LiveAddress, socket: DatagramSocket)]
    private let rate: Double
    private let device = UUID()
    private var performer: LivePerformer

    /// The numbers of frames in a second that can be sent.
    public static let rates = 0.001...1000.0
    /// The number of frames in a second where it is not known, as of some cameras.
    public static let usualRate = 30.0

    /// Opens a socket for each receiver.
    /// - Parameters:
    ///   - addresses: The receivers.
    ///   - rate: The number of frames in a second, which Live Link's timecode counts in; numbers outside ``rates`` are
    ///     taken as the nearest in it.
    ///   - calibrates: Whether the face and the head's place in the first second are what 0 means. Until then, no face
    ///     is sent.
    ///   - gains: Factors for the scores of blendshapes.
    /// - Throws: `LineamentError` if a host is not known.
    public init(
        to addresses: [LiveAddress], rate: Double = usualRate, calibrates: Bool = false,
        gains: ShapeGains = ShapeGains()
    ) throws {
        receivers = try addresses.map { ($0, try DatagramSocket(host: $0.host, port: $0.port)) }
        self.rate = rate.isFinite ? max(Self.rates.lowerBound, min(Self.rates.upperBound, rate)) : Self.usualRate
        performer = LivePerformer(calibrates: calibrates, gains: gains)
    }

    /// Takes the face and the head's place in the next second as what 0 means. Until then, no face is sent.
    public mutating func calibrate() { performer.calibrate() }

    /// Sends a frame: one datagram to each receiver.
    /// - Parameters:
    ///   - person: The person; `nil` if no person was found.
    ///   - frame: The frame of the person's series.
    ///   - time: The time of the frame, in seconds.
    /// - Returns: the frame that was sent.
    @discardableResult
    public mutating func send(_ person: RecordedPerson?, at frame: Int, time: Double) -> SentFrame {
        let live = performer.frame(of: person, at: frame, time: time)
        let bones = receivers.contains { $0.address.kind.needsBody } ? VMCBundle.bones(of: live) : []
        let datagrams = receivers.map { address, socket in
            guard let data = datagram(of: live, bones, to: address) else {
                return SentFrame.Datagram(address: address, byteCount: 0, isRefused: false)
            }
            let outcome = socket.transmit(data)
            return SentFrame.Datagram(
                address: address, byteCount: outcome == .sent ? data.count : 0, isRefused: outcome == .refused)
        }
        return SentFrame(
            time: live.time, isCalibrating: performer.isCalibrating, shapes: live.shapes, bones: bones,
            datagrams: datagrams)
    }

    private func datagram(of frame: LiveFrame, _ bones: [SentFrame.Bone], to address: LiveAddress) -> Data? {
        switch address.kind {
        case .vmc: VMCBundle(frame, bones).data
        case .liveLink: LiveLinkPacket(frame, device: device, subject: address.subject, rate: rate).data
        case .iFacialMocap: IFacialMocapText(frame)?.data
        }
    }
}
