// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AVAssetImageGenerator {
    /// Returns the images that are shown at several times as an asynchronous sequence. An image that cannot be made
    /// does not end it.
    public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

    /// Images made one after the other, as they are asked for.
    public struct Images: AsyncSequence, Sendable {
        /// The sequence never throws.
        public typealias Failure = Never
        let generator: AVAssetImageGenerator
        let times: [CMTime]

        /// Returns an iterator over the images.
        public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times[...]) }

        /// An iterator that makes each image on demand.
        public struct Iterator: AsyncIteratorProtocol {
            let generator: AVAssetImageGenerator
            var times: ArraySlice<CMTime>

            /// Returns the next image, or `nil` at the end.
            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let made = try await generator.image(at: time)
                    return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
                } catch {
                    return .failure(requestedTime: time, error: error)
                }
            }

            /// An image, or why there is none.
            public enum Element: Sendable {
                case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
                case failure(requestedTime: CMTime, error: any Error)

                /// The time asked for.
                public var requestedTime: CMTime {
                    switch self {
                    case .success(let time, _, _), .failure(let time, _): time
                    }
                }

                /// The image.
                /// - Throws: The error if there is none.
                public var image: CGImage {
                    get throws {
                        switch self {
                        case .success(_, let image, _): return image
                        case .failure(_, let error): throw error
                        }
                    }
                }

                /// When the image begins to be shown.
                /// - Throws: The error if there is none.
                public var actualTime: CMTime {
                    get throws {
                        switch self {
                        case .success(_, _, let time): return time
                        case .failure(_, let error): throw error
                        }
                    }
                }
            }
        }
    }
}

extension NSValue {
    /// Creates a value that holds a time.
    public convenience init(time: CMTime) {
        // Foundation on Linux holds rectangles, whose four numbers have the bits of a time's four parts.
        self.init(
            rect: CGRect(
                x: Double(bitPattern: UInt64(bitPattern: time.value)), y: Double(time.timescale),
                width: Double(time.flags.rawValue), height: Double(bitPattern: UInt64(bitPattern: time.epoch))))
    }

    /// The time that the value holds, if it was created with one.
    public var timeValue: CMTime {
        let parts = rectValue
        return CMTime(
            value: Int64(bitPattern: Double(parts.origin.x).bitPattern),
            timescale: CMTimeScale(exactly: parts.origin.y) ?? 0,
            flags: CMTimeFlags(rawValue: UInt32(exactly: parts.size.width) ?? 0),
            epoch: Int64(bitPattern: Double(parts.size.height).bitPattern))
    }
}
