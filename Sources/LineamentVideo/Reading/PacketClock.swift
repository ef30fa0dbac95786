// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The clock of a source as its packets show it: of some kinds, it is set back midway.
///
/// The video decides by how much time goes on; audio follows it, so that both stay together.
final class PacketClock {
    /// The state of the clock as a stream knows it.
    struct Position {
        fileprivate var setbacks = 0
        fileprivate var offset = 0.0
    }

    /// The time by which packets may be out of order without their clock having been set back, in seconds.
    private static let maxStepBack = 0.1

    private let mayGoBack: Bool
    private var lastTime: Double?
    private var step = 0.04
    /// How often the clock was set back, and what is added to its times since, in seconds.
    private var setbacks = 0
    private var offset = 0.0

    init(mayGoBack: Bool) { self.mayGoBack = mayGoBack }

    /// Notes the time of decoding of a packet of the video, in seconds.
    func note(_ time: Double?) {
        guard mayGoBack, let time else { return }
        let now = time + offset
        if let lastTime {
            if now < lastTime - Self.maxStepBack {
                setbacks += 1
                offset += lastTime + step - now
                self.lastTime = time + offset
                return
            }
            if now > lastTime, now < lastTime + 1 { step = now - lastTime }
        }
        lastTime = now
    }

    /// Returns the time of an audio packet as if the clock had gone on.
    /// - Parameters:
    ///   - time: The time in the source.
    ///   - end: The end of the packet before; `nil` for the first.
    ///   - base: The unit of both.
    func continued(_ time: Int64, after end: Int64?, _ base: AVRational, _ position: inout Position) -> Int64 {
        guard mayGoBack, let end, let seconds = ContainerTime.seconds(time, base),
            let endInSeconds = ContainerTime.seconds(end, base)
        else { return time }
        let now = seconds + position.offset
        if now < endInSeconds - Self.maxStepBack {
            // The video may not have come there yet.
            position.offset = setbacks > position.setbacks ? offset : position.offset + endInSeconds - now
            position.setbacks += 1
        } else if setbacks == position.setbacks {
            position.offset = offset
        }
        return time &+ (ContainerTime.ticks(position.offset, base) ?? 0)
    }
}
