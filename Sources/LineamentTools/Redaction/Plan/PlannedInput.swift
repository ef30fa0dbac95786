// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The plan of one image or video.
public struct PlannedInput: Sendable, Hashable {
    /// The name of the file, in a folder with its path there.
    public var file: String
    /// The SHA-256 of the file, in hexadecimal digits.
    public var sha256: String
    /// The width of the image or frames that the areas refer to, in pixels.
    public var width: Int
    /// The height of the image or frames that the areas refer to, in pixels.
    public var height: Int
    /// The number of frames that were analyzed; `nil` for an image.
    public var frames: Int?
    /// The time from the first frame to the end of the last one, in seconds; `nil` for an image.
    public var duration: Double?
    /// The tracks that were found.
    public var tracks: [PlannedTrack]
    /// The areas that are covered as well, added by hand.
    public var areas: [PlannedArea]
    /// The places to check, the most urgent first.
    public var look: [PlanDoubt]

    /// Creates the plan of an input.
    public init(
        file: String, sha256: String, width: Int, height: Int, frames: Int? = nil, duration: Double? = nil,
        tracks: [PlannedTrack] = [], areas: [PlannedArea] = [], look: [PlanDoubt] = []
    ) {
        self.file = file
        self.sha256 = sha256
        self.width = width
        self.height = height
        self.frames = frames
        self.duration = duration
        self.tracks = tracks
        self.areas = areas
        self.look = look
    }

    /// Whether the input is a video.
    public var isVideo: Bool { frames != nil }

    /// Returns the covers of the image or a frame.
    /// - Parameters:
    ///   - size: The size of the image or frame, in pixels, to which areas are scaled.
    ///   - time: The time of the frame, in seconds; `nil` for an image.
    ///   - end: The time of the next frame, in seconds, infinite for the last one: a cover that begins while the frame is shown covers
    ///     it, too. `nil`, the default, if unknown.
    ///   - extent: The part of a face that the tracks cover, on which the strength depends.
    public func redaction(
        in size: CGSize, time: Double?, until end: Double? = nil, extent: RedactedArea.Extent
    ) -> Redaction {
        redaction(in: size, time: time, until: end, extent: extent) {}
    }

    /// Returns the covers as ``redaction(in:time:until:extent:)``.
    /// - Parameter check: Called before each cover, as an edited plan may have many large ones. What it throws ends the work.
    package func redaction(
        in size: CGSize, time: Double?, until end: Double?, extent: RedactedArea.Extent, check: () throws -> Void
    ) rethrows -> Redaction {
        let moment = time.map { PlannedMoment($0, until: end) }
        let scale = SIMD2(size.width / Double(max(1, width)), size.height / Double(max(1, height)))
        func places(_ areas: [PlannedArea]) -> [(key: PlannedKey, shape: RedactedArea.Shape)] {
            areas.flatMap { area in
                area.places(in: moment).map { place in
                    var key = place
                    key.rect = key.rect.scaled(by: scale)
                    return (key, area.shape)
                }
            }
        }
        var covered = Redaction(areas: [])
        var silhouette = PlannedSilhouette(size)
        for track in tracks {
            let places = places(track.spans)
            guard !places.isEmpty else { continue }
            let id = moment == nil ? nil : track.number
            guard !track.keep else {
                if let id { covered.keptTracks.append(id) }
                continue
            }
            for (key, shape) in places {
                try check()
                if let mask = key.mask {
                    silhouette.cover(mask, in: key.rect)
                    if covered.people == nil { covered.people = [] }
                    covered.people?.append(RedactedPerson(rect: key.rect, score: track.score, trackID: id))
                } else {
                    covered.areas.append(
                        RedactedArea(planned: key.rect, shape: shape, extent: extent, score: track.score, trackID: id))
                }
            }
        }
        for (key, shape) in places(areas) {
            try check()
            if let mask = key.mask {
                silhouette.cover(mask, in: key.rect)
            } else {
                covered.areas.append(
                    RedactedArea(
                        planned: key.rect, shape: shape, extent: extent, score: 1, trackID: nil, cause: .requested))
            }
        }
        covered.silhouette = silhouette.mask
        covered.keptTracks.sort()
        return covered
    }
}

extension PlannedInput {
    /// Returns the plan with more areas.
    package func adding(_ covers: [CoveredArea]) -> PlannedInput {
        var other = self
        other.areas += covers.map(PlannedArea.init)
        return other
    }
}
