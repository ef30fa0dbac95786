// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``HolisticLandmarker``, for single images and for the frames of a video.
///
/// bodies → regions of faces and hands → their landmark models → blendshapes and masks
///
/// In a video, bodies are tracked and smoothed first; a face or a hand is looked for from its body in every frame, and keeps
/// the region of its last landmarks while that agrees.
struct HolisticLandmarkerPipeline: FramePipeline {
    let stages: HolisticLandmarkerStages
    let acceptsMirroredOrientations: Bool
    private let numPeople: Int
    private let smoothing: Smoothing
    private let hasBlendshapes: Bool

    init(_ options: HolisticLandmarkerOptions) throws {
        stages = try HolisticLandmarkerStages(options)
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        numPeople = options.numPeople
        smoothing = options.smoothing
        hasBlendshapes = options.outputFaceBlendshapes
    }

    func makeMemory() -> PersonTracks { PersonTracks() }

    func process(_ image: PipelineImage, timestamp: Int) throws -> HolisticLandmarkerResult {
        let pixels = image.pixels
        // A filter that has seen nothing changes no landmark, but MediaPipe's round trip to pixels rounds them.
        let bodies = try stages.bodies.poses(in: image.image).map { body in
            var track = PersonTrack(key: PersonTracks.onlyTrack)
            return track.smoothed(body, by: .mediaPipe, in: pixels.size, timestamp: timestamp)
        }
        let parts = try stages.parts(of: bodies, last: bodies.map { _ in PersonParts() }, in: pixels)
        let masks = try bodies.map { try $0.mask(for: pixels.size) }
        let people = try people(bodies, parts, masks, trackIDs: nil, in: pixels.size)
        return try image.stored(result(people, timestamp: timestamp, isFrame: false))
    }

    func process(
        _ frame: PipelineImage, timestamp: Int, memory: inout PersonTracks
    ) throws -> HolisticLandmarkerResult {
        let pixels = frame.pixels
        let found = try stages.bodies.poses(
            in: frame, tracked: memory.regions, search: &memory.search, timestamp: timestamp)
        let ids = memory.identify(found, in: pixels.size, timestamp: timestamp)
        let order = numPeople == 1 ? Array(ids.indices) : ids.indices.sorted { ids[$0] < ids[$1] }
        // MediaPipe has one person, whose filters carry on even if another one is now tracked.
        var tracks = memory.tracks(order.map { numPeople == 1 ? PersonTracks.onlyTrack : ids[$0] })
        let bodies = zip(tracks.indices, order).map { index, position in
            tracks[index].smoothed(found[position], by: smoothing, in: pixels.size, timestamp: timestamp)
        }
        let last = tracks.map(\.parts)
        let parts = try stages.parts(of: bodies, last: last, in: pixels)
        let masks = try zip(tracks.indices, bodies).map { try tracks[$0].mask(of: $1, in: pixels.size) }
        let shown = zip(tracks.indices, parts).map { index, parts in
            tracks[index].shown(parts, by: smoothing, in: pixels.size, timestamp: timestamp)
        }
        memory.store(tracks, regions: bodies.map(\.nextRegion), keepsFilters: numPeople == 1)
        let people = try people(bodies, shown, masks, trackIDs: order.map { ids[$0] }, in: pixels.size)
        return try frame.stored(result(people, timestamp: timestamp, isFrame: true))
    }

    private func people(
        _ bodies: [DetectedPose], _ parts: [PersonParts], _ masks: [Mask?], trackIDs: [Int]?, in size: ImageSize
    ) throws -> [HolisticLandmarkerResult.Person] {
        let blendshapes = try stages.blendshapes(of: parts.map { $0.face?.landmarks }, in: size)
        return bodies.indices.map { index in
            HolisticLandmarkerResult.Person(
                DetectedPerson(
                    body: bodies[index], parts: parts[index], blendshapes: blendshapes[index], mask: masks[index]),
                trackID: trackIDs?[index])
        }
    }

    private func result(
        _ people: [HolisticLandmarkerResult.Person], timestamp: Int, isFrame: Bool
    ) -> HolisticLandmarkerResult {
        HolisticLandmarkerResult(
            people: people, hasBlendshapes: hasBlendshapes, timestampInMilliseconds: timestamp, isFrame: isFrame)
    }
}
