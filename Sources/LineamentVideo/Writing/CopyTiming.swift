// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// How the times of a video become those of its copy, which begins with the part that is read.
struct CopyTiming {
    /// The time of the source, in seconds, that is 0 in the copy.
    let zero: Double
    /// The part of the source whose audio is copied, in seconds.
    let range: Range<Double>
    /// The offset added to the time of a frame, in seconds.
    let shift: Double

    /// - Parameter streams: The audio streams of the copy.
    init(_ reader: VideoReader, streams: [Int32]) {
        let origin = reader.timeOrigin
        let skipped = max(0, reader.options.start)
        let isCut = skipped > 0 || reader.demuxer.isLive
        // Audio that begins before the first frame is kept, and the frames begin as much later.
        let lead = isCut ? 0 : reader.demuxer.lead(of: streams, before: origin)
        zero = origin + skipped - lead
        shift = lead - skipped
        let end = origin + skipped + (reader.options.duration ?? .infinity)
        range = (isCut ? origin + skipped : -Double.infinity)..<end
    }
}

extension Demuxer {
    /// Returns by how many seconds the audio that waits is heard before a time; 0 if it is not more than what decoders
    /// need to begin. What an edit list hides is not heard.
    fileprivate func lead(of streams: [Int32], before origin: Double) -> Double {
        let leads = streams.compactMap { index -> Double? in
            guard let stream = context.streams[Int(index)] else { return nil }
            // Before a packet has been read, the container knows.
            let first = audioBacklog.firstPackets[index]
            let base = stream.time_base
            guard let start = ContainerTime.seconds(first?.time ?? stream.start_time, base) else { return nil }
            let duration = ContainerTime.seconds(first?.duration ?? 0, base) ?? 0
            let parameters = stream.codecpar
            let rate = Double(max(1, parameters.sample_rate))
            let padding = Double(max(0, parameters.initial_padding)) / rate
            let heard = start + Double(first?.hiddenSamples ?? 0) / rate
            return origin - heard > duration + padding ? origin - heard : nil
        }
        return leads.max() ?? 0
    }
}
