// SPDX-License-Identifier: Apache-2.0
internal import LineamentVideo

/// The part of a video that is processed.
struct VideoSelection: Sendable {
    /// The start, in seconds.
    var start: Double
    /// The duration, in seconds; `nil` for all of it.
    var duration: Double?
    /// The sampling interval, in frames.
    var every: Int
}

#if Server
    extension VideoSelection {
        /// Returns the options of what reads it as long as a client is connected, within the limits of the service.
        func readerOptions(_ service: Service, _ client: PresenceHandler.Presence) -> VideoReader.Options {
            var options = VideoReader.Options()
            options.start = start
            options.duration = duration
            options.every = every
            options.maxPixels = service.options.maxPixels
            options.cancellation = ReadCancellation { client.isGone }
            return options
        }
    }
#endif
