/// What is remembered of the faces in a video.
struct FaceTracks: Sendable {
    /// Where to look in the next frame; nil before the first frame and after one without a face.
    var regions: [RotatedRect]?
    var register = TrackRegister()
    var search = SearchSchedule(interval: 500)
    /// By track. Those of faces that are not in a frame are forgotten.
    var smoothers: [Int: LandmarkSmoother] = [:]
}
